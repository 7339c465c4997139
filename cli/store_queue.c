/* SPDX-License-Identifier: MIT */
/* assay store: actions on jobs that are not finished, and settings. */
#include "store.h"

#include <string.h>

/* ---- jobs ---- */

void store_check_selection(struct argp_state *state, const struct store_options *options)
{
	if (!(options->used & STORE_SELECTION))
		argp_error(state,
			"%s needs to know which jobs: use --job, --owner, --package, --space or "
			"--class",
			options->action->name);
}

void store_check_place(struct argp_state *state, const struct store_options *options)
{
	store_check_selection(state, options);
	if (!(options->used & (STORE_TO | STORE_PRIORITY)))
		argp_error(state, "missing option --to CLASS or --priority NUMBER");
}

static const char left[] = "jobs may have been changed; run the command again to continue";

/* Called after a failure, too, because some jobs may have been changed. 1: no job was changed. */
static int report(const struct store_options *options, const char *what, uint64_t count,
	struct as_error *error)
{
	if (options->json &&
		store_print_document(options, json_pack("{s:I}", "jobs", (json_int_t)count), error))
		return -1;
	if (!options->json) {
		printf("%s ", what);
		cli_print_count(count, "job", "\n");
	}
	return count ? 0 : 1;
}

int store_cancel(
	struct as_store *store, const struct store_options *options, struct as_error *error)
{
	uint64_t count;
	const int failed =
		as_store_cancel_all(store, &options->selection, &cli_cancelled, &count, error);
	const int none = report(options, "cancelled", count, failed ? NULL : error);

	return failed ? -1 : none;
}

int store_prioritize(
	struct as_store *store, const struct store_options *options, struct as_error *error)
{
	uint64_t count;

	cli_leaves_behind(left);
	const int failed = as_store_move_all(
		store, &options->selection, &options->place, &cli_cancelled, &count, error);
	const int none = report(options, "moved", count, failed ? NULL : error);

	return failed ? -1 : none;
}

/* ---- settings ---- */

static const struct setting {
	const char *name;
	long usual; /* 0: no limit */
	bool is_whole;
} settings[] = {
	{AS_STORE_SETTING_ATTEMPTS, AS_STORE_ATTEMPTS_USUAL, true},
	{AS_STORE_SETTING_FAULTS, AS_STORE_FAULTS_USUAL, true},
	{AS_STORE_SETTING_QUEUED, 0, false},
};
#define SETTING_COUNT (sizeof(settings) / sizeof(*settings))
#define DEFAULT "default"

static const struct setting *find_setting(const char *name)
{
	for (size_t i = 0; i < SETTING_COUNT; i++)
		if (strcmp(settings[i].name, name) == 0)
			return &settings[i];
	return NULL;
}

void store_check_setting(struct argp_state *state, const struct store_options *options)
{
	const char *name = options->words[2], *value = options->words[3];
	const struct setting *setting = find_setting(name);
	const char *names[SETTING_COUNT];
	char list[CLI_LIST_SIZE];
	uint64_t number;

	for (size_t i = 0; i < SETTING_COUNT; i++)
		names[i] = settings[i].name;
	if (!setting)
		argp_error(state, "unknown setting '%s'%s use %s", name,
			AS_SUGGESTION(name, names, SETTING_COUNT),
			cli_list_names(names, SETTING_COUNT, list));
	else if (setting->is_whole && (options->used & STORE_SPACE))
		argp_error(state, "%s is a setting of the whole store; leave --space out", name);
	else if (strcmp(value, DEFAULT) != 0 && as_count_parse(value, 1, INT32_MAX, &number, NULL))
		argp_error(state,
			"%s: invalid number '%s'; write a whole number from 1 to %d, or " DEFAULT,
			name, value, INT32_MAX);
}

/* The space of --space, or the whole store. */
static int find_space(struct as_store *store, const struct store_options *options, int64_t *space,
	struct as_error *error)
{
	const char *name = options->selection.space;

	*space = AS_STORE_WHOLE;
	if (!name)
		return 0;
	const int found = as_store_space_look_up(store, name, space, error);
	if (found)
		return found < 0 ? -1 : 0;
	return as_error_set(error, AS_ERROR_USAGE,
		"the store has no space '%s'; assay judge --store uses the space judge", name);
}

static json_t *space_of(const struct store_options *options)
{
	return store_json_text(options->selection.space);
}

/* A text that is not a number is treated as unset. */
static json_t *value_of(const char *text)
{
	uint64_t number;

	return text && as_count_parse(text, 1, INT32_MAX, &number, NULL) == 0
		       ? json_integer((json_int_t)number)
		       : json_null();
}

int store_set(struct as_store *store, const struct store_options *options, struct as_error *error)
{
	const char *value = options->words[3];
	int64_t space;

	if (find_space(store, options, &space, error) ||
		as_store_setting_write(store, space, options->words[2],
			strcmp(value, DEFAULT) == 0 ? "" : value, error))
		return -1;
	return options->json
		       ? store_print_document(options,
				 json_pack("{s:o, s:s, s:o}", "space", space_of(options), "setting",
					 options->words[2], "value", value_of(value)),
				 error)
		       : 0;
}

static void print_setting(const struct setting *setting, const char *value)
{
	if (value && *value)
		printf("%s %s\n", setting->name, value);
	else if (setting->usual)
		printf("%s %ld (default)\n", setting->name, setting->usual);
	else
		printf("%s no limit (default)\n", setting->name);
}

/* Includes the value in effect, null if there is no limit. */
static void append_setting(json_t *list, const struct setting *setting, const char *value)
{
	AS_AUTO_JSON json_t *stored = value_of(value);
	const bool is_usual = json_is_null(stored);
	json_t *holds =
		is_usual && setting->usual ? json_integer(setting->usual) : json_incref(stored);

	json_array_append_new(list, json_pack("{s:s, s:o, s:b}", "setting", setting->name, "value",
					    holds, "default", is_usual));
}

int store_settings(
	struct as_store *store, const struct store_options *options, struct as_error *error)
{
	AS_AUTO_JSON json_t *list = options->json ? json_array() : NULL;
	int64_t space;

	if (find_space(store, options, &space, error))
		return -1;
	for (size_t i = 0; i < SETTING_COUNT; i++) {
		const struct setting *setting = &settings[i];
		AS_AUTO_FREE char *value = NULL;
		if (space != AS_STORE_WHOLE && setting->is_whole)
			continue;
		if (as_store_setting_read(store, space, setting->name, &value, error))
			return -1;
		if (list)
			append_setting(list, setting, value);
		else
			print_setting(setting, value);
	}
	return list ? store_print_document(options,
			      json_pack("{s:o, s:O}", "space", space_of(options), "settings", list),
			      error)
		    : 0;
}
