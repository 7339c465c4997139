/* SPDX-License-Identifier: MIT */
/* assay languages: lists the languages that this machine can judge, and what to install for the
 * others. */
#include "cli.h"

#include <assay/program.h>
#include <stdio.h>
#include <string.h>

struct options {
	bool json;
	bool prepare;
	enum as_weakness weak;
};

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_languages[] = {
	{"json", 'J', NULL, "print one JSON object, with commands and versions", cli_flag,
		AT(json)},
	{"prepare", 0, NULL,
		"build the precompiled headers and class-data archives and gather the run-time "
		"systems now; takes seconds, once for each compiler",
		cli_flag, AT(prepare)},
	CLI_WEAK_PROCESS(struct options, weak, CLI_WEAK_HELP),
	{0},
};

static const struct cli_verb languages_verb = {.options = options_of_languages,
	.about = "Lists all languages, each with the version of its compiler on this machine, the "
		 "Debian package to install, or the reason if it cannot be tried."};

/* A sandbox that cannot run is the same trouble for each language. */
static void print_trouble(const char *trouble, const char *last)
{
	AS_AUTO_FREE char *named = cli_name_command(trouble);

	if (strcmp(trouble, last) == 0)
		puts("cannot be tried; see above");
	else
		printf("cannot be tried: %s\n", named ? named : trouble);
}

static void print_table(const struct as_language_state *state)
{
	const char *last = "";

	for (; state->id; state++) {
		printf("%-10s %-12s ", state->id, state->name);
		if (state->version) {
			puts(state->version);
		} else if (state->trouble) {
			print_trouble(state->trouble, last);
			last = state->trouble;
		} else {
			printf("not installed: sudo apt-get install %s\n", state->package);
		}
	}
}

static json_t *texts(const char *const *list)
{
	json_t *array = json_array();

	for (; *list; list++)
		json_array_append_new(array, json_string(*list));
	return array;
}

static json_t *describe(const struct as_language_state *state)
{
	json_t *item = json_pack("{s:s, s:s, s:b, s:s?, s:s, s:o, s:o, s:o, s:s}", "id", state->id,
		"name", state->name, "available", state->version != NULL, "version", state->version,
		"package", state->package, "extensions", texts(state->extensions), "compile",
		texts(state->compile), "run", texts(state->run), "profile", state->profile);

	AS_AUTO_FREE char *trouble = state->trouble ? cli_name_command(state->trouble) : NULL;
	if (trouble)
		json_object_set_new(item, "trouble", json_string(trouble));
	return item;
}

static void print_document(const struct as_language_state *state)
{
	json_t *list = json_array();

	for (; state->id; state++)
		json_array_append_new(list, describe(state));
	AS_AUTO_JSON json_t *document =
		json_pack("{s:s, s:o}", "schema", CLI_LANGUAGES_SCHEMA, "languages", list);
	cli_print_json(document, JSON_INDENT(2));
}

/* Examining a language can take half a minute, so its name is shown at once. */
static void show_language(void *context, const char *name)
{
	as_progress_step(context, name);
	as_progress_note(context, name);
}

static int prepare(
	const struct as_languages *languages, const struct options *options, struct as_error *error)
{
	struct as_progress *progress =
		as_progress_new("preparing", as_languages_count_here(languages));
	const struct as_workshop_config config = {.languages = languages,
		.weak_sandbox = options->weak,
		.cancel = &cli_cancelled,
		.preparing = show_language,
		.preparing_context = progress};
	struct as_workshop *workshop = as_workshop_open(&config, error);
	int failed = !workshop || as_workshop_prepare(workshop, error);

	as_workshop_close(workshop);
	as_progress_free(progress);
	return failed ? -1 : 0;
}

int cli_languages(int argc, char **argv)
{
	struct options options = {0};
	struct as_error error = {0};

	if (cli_parse(&languages_verb, argc, argv, &options))
		return AS_ERROR_USAGE;
	cli_catch_signals();
	struct as_languages *languages = as_languages_open(NULL, &error);
	struct as_language_state *states = NULL;
	if (languages && !(options.prepare && prepare(languages, &options, &error)))
		states = as_languages_inspect(languages, NULL, options.weak, &error);
	if (states && options.json)
		print_document(states);
	else if (states)
		print_table(states);
	const bool done = states != NULL;
	as_language_states_free(states);
	as_languages_close(languages);
	return done ? 0 : cli_finish(cli_fail(&error));
}
