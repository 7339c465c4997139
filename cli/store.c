/* SPDX-License-Identifier: MIT */
/* assay store: maintains a store. */
#include "store.h"

#include "complete.h"

#include <fcntl.h>
#include <string.h>

static const char *bytes_text(uint64_t bytes, char text[32])
{
	static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
	double value = (double)bytes;
	size_t unit = 0;

	while (value >= 1024 && unit < 4) {
		value /= 1024;
		unit++;
	}
	snprintf(text, 32, unit && value < 10 ? "%.1f %s" : "%.0f %s", value, units[unit]);
	return text;
}
#define BYTES(bytes) bytes_text(bytes, (char[32]){0})

/* ---- check ---- */

/* Appends the text to the list, if there is one. */
static int take_problem(void *context, const char *text)
{
	if (context)
		json_array_append_new(context, store_json_text(text));
	else
		printf("%s\n", text);
	return ferror(stdout) || cli_cancelled ? 1 : 0;
}

static int print_checked(const struct store_options *options,
	const struct as_store_checked *checked, json_t *problems, struct as_error *error)
{
	return store_print_document(options,
		json_pack("{s:I, s:I, s:I, s:I, s:O}", "blobs", (json_int_t)checked->blob_count,
			"blob_bytes", (json_int_t)checked->blob_bytes, "jobs",
			(json_int_t)checked->job_count, "results",
			(json_int_t)checked->result_count, "problems", problems),
		error);
}

static int check(
	struct as_store *store, const struct store_options *options, struct as_error *error)
{
	struct as_store_checked checked;
	AS_AUTO_JSON json_t *problems = options->json ? json_array() : NULL;

	if (as_store_check(store, &cli_cancelled, take_problem, problems, &checked, error))
		return -1;
	const int found = checked.problem_count ? 1 : 0;
	if (problems)
		return print_checked(options, &checked, problems, error) ? -1 : found;
	cli_print_count(checked.blob_count, "blob", "");
	printf(" (%s), ", BYTES(checked.blob_bytes));
	cli_print_count(checked.job_count, "job", ", ");
	cli_print_count(checked.result_count, "result", ": ");
	if (checked.problem_count)
		cli_print_count(checked.problem_count, "problem", "\n");
	else
		puts("no problems");
	return found;
}

/* ---- backup ---- */

/* Reports the end of an action with a file. */
static int tell_file(const struct store_options *options, struct as_error *error)
{
	return options->json
		       ? store_print_document(options,
				 json_pack("{s:o}", "file", store_json_text(options->words[2])),
				 error)
		       : 0;
}

static int backup(
	struct as_store *store, const struct store_options *options, struct as_error *error)
{
	return as_store_backup(store, options->words[2], &cli_cancelled, error) ||
			       tell_file(options, error)
		       ? -1
		       : 0;
}

/* ---- export and import ---- */

static int export(
	struct as_store *store, const struct store_options *options, struct as_error *error)
{
	return as_store_export(store, options->words[2], &cli_cancelled, error) ||
			       tell_file(options, error)
		       ? -1
		       : 0;
}

static int import(
	struct as_store *store, const struct store_options *options, struct as_error *error)
{
	return as_store_import(store, options->words[2], &cli_cancelled, error) ||
			       tell_file(options, error)
		       ? -1
		       : 0;
}

/* ---- gc ---- */

static int gc(struct as_store *store, const struct store_options *options, struct as_error *error)
{
	struct as_store_removed removed;

	if (as_store_collect(store, options->grace_ms, &cli_cancelled, &removed, error))
		return -1;
	if (options->json)
		return store_print_document(options,
			json_pack("{s:I, s:I, s:I, s:I}", "blobs", (json_int_t)removed.blob_count,
				"blob_bytes", (json_int_t)removed.blob_bytes, "parts",
				(json_int_t)removed.part_count, "part_bytes",
				(json_int_t)removed.part_bytes),
			error);
	printf("removed ");
	cli_print_count(removed.blob_count, "blob", "");
	printf(" that nothing refers to (%s) and parts of ", BYTES(removed.blob_bytes));
	cli_print_count(removed.part_count, "blob", "");
	printf(" (%s)\n", BYTES(removed.part_bytes));
	return 0;
}

/* ---- release ---- */

/* The held package with this digest; or with this name, if only one has it. */
static const struct as_store_hold *find_hold(
	const struct as_store_status *status, const char *name, struct as_error *error)
{
	const struct as_store_hold *found = NULL;
	size_t count = 0;

	for (size_t i = 0; i < status->hold_count; i++) {
		const struct as_store_hold *hold = &status->holds[i];
		if (strcmp(hold->package, name) == 0)
			return hold;
		if (strcmp(hold->name, name) != 0)
			continue;
		found = hold;
		count++;
	}
	if (count == 1)
		return found;
	if (count)
		as_error_set(error, AS_ERROR_USAGE,
			"%zu packages with the name '%s' are held; use the digest that assay "
			"status prints",
			count, name);
	else
		as_error_set(error, AS_ERROR_USAGE,
			"no package with the name or digest '%s' is held; see assay status", name);
	return NULL;
}

static int release(
	struct as_store *store, const struct store_options *options, struct as_error *error)
{
	AS_AUTO(as_store_status_clear) struct as_store_status status = {0};
	uint64_t jobs;

	if (as_store_status_read(store, &status, error))
		return -1;
	const struct as_store_hold *hold = find_hold(&status, options->words[2], error);
	if (!hold || as_store_package_release(store, hold->package, &jobs, error) < 0)
		return -1;
	if (options->json)
		return store_print_document(options,
			json_pack("{s:s, s:o, s:I}", "package", hold->package, "name",
				store_json_text(hold->name), "jobs", (json_int_t)jobs),
			error);
	printf("released %s: ", hold->name);
	cli_print_count(jobs, "job", jobs == 1 ? " is queued\n" : " are queued\n");
	return 0;
}

/* ---- grant ---- */

static const char *const right_names[] = {"worker", "server", "reader"};
#define RIGHT_COUNT (sizeof(right_names) / sizeof(*right_names))
static const char *const rights_text[] = {
	"claim and judge jobs", "do all but change its schema", "read all of it"};

/* An enum as_store_right; RIGHT_COUNT: unknown name. */
static size_t find_right(const char *name)
{
	size_t right = 0;

	while (right < RIGHT_COUNT && strcmp(right_names[right], name) != 0)
		right++;
	return right;
}

static int grant(
	struct as_store *store, const struct store_options *options, struct as_error *error)
{
	const size_t right = find_right(options->words[3]);

	if (as_store_grant(store, options->words[2], (enum as_store_right)right, error))
		return -1;
	if (options->json)
		return store_print_document(options,
			json_pack("{s:o, s:s}", "role", store_json_text(options->words[2]), "kind",
				right_names[right]),
			error);
	printf("the role %s may use the store: %s\n", options->words[2], rights_text[right]);
	return 0;
}

/* ---- all ---- */

static void check_right(struct argp_state *state, const struct store_options *options)
{
	cli_choose_word(state, "kind of role", options->words[3], right_names, RIGHT_COUNT);
}

/* ---- all ---- */

static const struct store_action actions[] = {
	{"check", {NULL}, READS, check, 0, NULL},
	{"backup", {"FILE"}, READS, backup, 0, NULL},
	{"gc", {NULL}, WRITES, gc, STORE_GRACE, NULL},
	{"forget", {NULL}, WRITES, store_forget, STORE_PERSON, store_check_person},
	{"release", {"PACKAGE"}, WRITES, release, 0, NULL},
	{"cancel", {NULL}, WRITES, store_cancel, STORE_SELECTION, store_check_selection},
	{"prioritize", {NULL}, WRITES, store_prioritize,
		STORE_SELECTION | STORE_TO | STORE_PRIORITY, store_check_place},
	{"set", {STORE_SETTINGS, "VALUE"}, WRITES, store_set, STORE_SPACE, store_check_setting},
	{"settings", {NULL}, READS, store_settings, STORE_SPACE, NULL},
	{"grant", {"ROLE", "worker|server|reader"}, WRITES, grant, 0, check_right},
	{"export", {"FILE"}, READS, export, 0, NULL},
	{"import", {"FILE"}, MAKES, import, 0, NULL},
};
#define ACTION_COUNT (sizeof(actions) / sizeof(*actions))

static const struct store_action *find_action(struct argp_state *state, const char *name)
{
	const char *names[ACTION_COUNT];

	for (size_t i = 0; i < ACTION_COUNT; i++)
		names[i] = actions[i].name;
	return &actions[cli_choose_word(state, "action", name, names, ACTION_COUNT)];
}

static void check_options(struct argp_state *state, const struct store_options *options);

static void check_words(struct argp_state *state, struct store_options *options)
{
	const struct store_action *action = options->action;
	char usage[100];
	size_t wanted = 2;

	if (!action) {
		argp_error(state, "missing argument ACTION; usage: assay store ACTION URL");
		return;
	}
	int length = snprintf(usage, sizeof(usage), "assay store %s URL", action->name);
	for (; action->words[wanted - 2]; wanted++)
		length += snprintf(usage + length, sizeof(usage) - (size_t)length, " %s",
			action->words[wanted - 2]);
	if (options->word_count < wanted) {
		argp_error(state, "missing argument %s; usage: %s",
			options->word_count < 2 ? "URL" : action->words[options->word_count - 2],
			usage);
	} else if (options->word_count > wanted) {
		argp_error(state, "unexpected argument '%s'; usage: %s", options->words[wanted],
			usage);
	} else {
		cli_check_url(state, NULL, options->words[1]);
		check_options(state, options);
	}
}

static void take_number(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	*(int64_t *)place = (int64_t)cli_count(state, option, value);
}

static void take_grace(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	cli_time(state, option, place, value);
	*(int64_t *)place /= 1000000;
}

static void take_class(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	*(enum as_store_class *)place = (enum as_store_class)cli_choose_class(state, option, value);
}

static void take_word(struct argp_state *state, char *argument)
{
	struct store_options *options = state->input;

	if (options->word_count == 4)
		argp_error(state, "unexpected argument '%s'; see assay store --help", argument);
	if (options->word_count == 0)
		options->action = find_action(state, argument);
	else if (options->word_count > 1 && complete_is_on() && !*argument)
		complete_named(options->action->words[options->word_count - 2]);
	options->words[options->word_count++] = argument;
}

#define AT(member) .place = offsetof(struct store_options, member)
/* In the order of enum store_option. */
static const struct cli_option options_of_store[] = {
	{"grace", 0, "TIME", "gc: keep data that were written within this time (default: 1h)",
		take_grace, AT(grace_ms)},
	{"job", 0, "NUMBER", "cancel, prioritize: this job", take_number, AT(selection.job), 1,
		INT64_MAX},
	{"owner", 0, "NAME", "cancel, prioritize: jobs of this team or student", cli_text,
		AT(selection.owner)},
	{"package", 0, "PACKAGE", "cancel, prioritize: jobs of packages with this name or digest",
		cli_text, AT(selection.package)},
	{"space", 0, "NAME",
		"cancel, prioritize: jobs of this space; set, settings: a setting of it", cli_text,
		AT(selection.space)},
	{"class", 0, "CLASS", "cancel, prioritize: jobs of this class", take_class,
		AT(selection.class)},
	{"to", 0, "CLASS",
		"prioritize: move them to this class: contest, course, practice, rejudging or "
		"generation",
		take_class, AT(place.class)},
	{"priority", 0, "NUMBER",
		"prioritize: give them this priority; in a class a larger one goes first",
		take_number, AT(place.priority), 0, INT64_MAX},
	{"person", 0, "PERSON", "forget: this student", cli_text, AT(person)},
	{"json", 'J', NULL, CLI_JSON_HELP, cli_flag, AT(json)},
	{0},
};

static void check_command_line(struct argp_state *state, void *input);

static const struct cli_verb store_verb = {.options = options_of_store,
	.arguments = "ACTION URL [ARGUMENT...]",
	.about = "Looks after a store.\v"
		 "Actions:\n"
		 "  check URL            read all of it: rows, references, digests of blobs\n"
		 "  backup URL FILE      copy it to a new file, also while it is in use\n"
		 "  gc URL               remove blobs that nothing refers to\n"
		 "  forget URL           remove name, email, sources of --person; marks stay\n"
		 "  release URL PACKAGE  queue the jobs of a held package again\n"
		 "  cancel URL           cancel jobs that are not finished; options say which\n"
		 "  prioritize URL       move queued jobs to a class, or give them a priority\n"
		 "  set URL NAME VALUE   change a setting, or set it to default:\n"
		 "                         attempts  workers that a job may lose before it fails\n"
		 "                         faults    judging errors in a row that hold a package\n"
		 "                         queued    jobs that an owner may have in the queue\n"
		 "  settings URL         print the settings\n"
		 "  grant URL ROLE KIND  give a role of a server the rights of its kind:\n"
		 "                       worker, server or reader\n"
		 "  export URL FILE      write it as a tar archive of blobs and JSON lines\n"
		 "  import URL FILE      make a store from such an archive",
	.words = {{"ACTION", 0}, {"URL", 0}},
	.take = take_word,
	.check = check_command_line};

static void check_options(struct argp_state *state, const struct store_options *options)
{
	const unsigned more = options->used & ~options->action->options;

	if (more)
		argp_error(state, "--%s is not an option of assay store %s",
			options_of_store[__builtin_ctz(more)].name, options->action->name);
	else if (options->action->check)
		options->action->check(state, options);
}

static void check_command_line(struct argp_state *state, void *input)
{
	struct store_options *options = input;

	for (size_t i = 0; i < STORE_OPTION_COUNT; i++)
		options->used |= cli_is_given(&store_verb, options_of_store[i].name) ? 1u << i : 0;
	options->selection.has_class = options->used & STORE_CLASS;
	options->place.sets_class = options->used & STORE_TO;
	options->place.sets_priority = options->used & STORE_PRIORITY;
	check_words(state, options);
}

/* as_store_open makes a missing store, so its existence is checked first. */
static struct as_store *open_store(const struct store_options *options, struct as_error *error)
{
	const char *url = options->words[1];

	if (options->action->access == MAKES) {
		AS_AUTO_FD int fd = as_file_open(AT_FDCWD, options->words[2], error);
		return fd < 0 ? NULL : as_store_open(url, error);
	}
	struct as_store *store = as_store_open_reader(url, error);
	if (!store || options->action->access == READS)
		return store;
	as_store_close(store);
	return as_store_open(url, error);
}

static int run_action(const struct store_options *options)
{
	struct as_error error = {0};
	struct as_store *store = open_store(options, &error);
	int status = store ? options->action->run(store, options, &error) : -1;

	as_store_close(store);
	if (status < 0 && !cli_cancelled)
		status = cli_fail(&error);
	return cli_finish(status);
}

int cli_store(int argc, char **argv)
{
	struct store_options options = {.grace_ms = AS_STORE_GRACE_MS};
	const int status = cli_parse(&store_verb, argc, argv, &options);

	if (status)
		return status;
	cli_catch_signals();
	return run_action(&options);
}
