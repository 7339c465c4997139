/* SPDX-License-Identifier: MIT */
/* assay stress: searches for an input on which a submission fails, and shrinks it. */
#include "stress.h"

#include "cli.h"

#include <assay/testgen/commands.h>
#include <inttypes.h>
#include <pthread.h>
#include <string.h>

struct parsing {
	struct stress_options options;
	struct cli_modules modules;
};

#define AT(member) .place = offsetof(struct parsing, member)
static const struct cli_option options_of_stress[] = {
	{"against", 0, "SUBMISSION",
		"the right solution, or `reference` for the recipe's `assay solve ...` (default: "
		"the recipe's solution, else an accepted submission of the package)",
		cli_text, AT(options.order.against)},
	{"generator", 0, "COMMAND",
		"use this program of the package's generators/ with these arguments instead of the "
		"recipe's commands; {seed} is replaced; the command is run first as written, then "
		"with other numbers",
		cli_text, AT(options.order.generator)},
	{"time", 0, "TIME", "search and shrink for at most TIME (default: 30s)", cli_time,
		AT(options.order.time_ns)},
	{"seed", 0, "TEXT", "draw the same inputs in the same order as with an equal TEXT",
		cli_text, AT(options.order.seed)},
	{"jobs", 'j', "N", "try N inputs at once, each on a core of its own (default: 1)",
		cli_number, AT(options.engine.workers), 1, 256},
	{"json", 'J', NULL, "print one JSON object at the end", cli_flag, AT(options.json)},
	{"add", 0, NULL, "add the input to the package's recipe as a test", cli_flag,
		AT(options.add)},
	{"group", 0, "NAME",
		"with --add: the group or folder of the test, such as secret/2 (default: the first "
		"folder of secret in the recipe whose input validators accept the input)",
		cli_text, AT(options.group)},
	{"fresh", 0, NULL, "start every program but `assay solve` for each input; no fork servers",
		cli_flag, AT(options.order.is_fresh)},
	{"language", 0, "ID", "the language of the submission (default: by its file ending)",
		cli_text, AT(options.language)},
	CLI_CORES,
	CLI_MODULE(struct parsing, modules, CLI_MODULE_HELP),
	CLI_WEAK(struct parsing, options.engine.weak_sandbox, CLI_WEAK_HELP),
	{0},
};

static void check(struct argp_state *state, void *input)
{
	const struct parsing *parsing = input;

	if (parsing->options.group && !parsing->options.add)
		argp_error(state, "--group without --add; add --add or remove --group");
}

static const struct cli_verb stress_verb = {.options = options_of_stress,
	.arguments = "PACKAGE SUBMISSION",
	.about = "Searches for an input on which the submission fails, and shrinks it. Inputs come "
		 "from the package's generators, small ones first, and pass its input validators; "
		 "answers come from a right solution. A failure is reported only if a fresh run "
		 "confirms it. The exit status is 1 if a failing input was found, else 0.",
	.words = {{"PACKAGE", AT(options.package)}, {"SUBMISSION", AT(options.submission)}},
	.check = check};

/* ---- the live line ---- */

struct live {
	struct as_progress *progress;
	int64_t begun_ns;
	uint64_t seconds; /* shown */
};

static void write_live(const struct as_stress_progress *now, char *text, size_t size)
{
	char best[64] = "";

	if (now->best_bytes != SIZE_MAX)
		snprintf(best, sizeof(best), ", smallest failing input %zu bytes", now->best_bytes);
	snprintf(text, size, "s; %" PRIu64 " inputs, %.0f/s, largest %zu bytes%s%s", now->tried,
		now->rate, now->largest_bytes, best, now->is_shrinking ? ", shrinking" : "");
}

static void show_progress(void *context, const struct as_stress_progress *now)
{
	struct live *live = context;
	char text[256];

	write_live(now, text, sizeof(text));
	const uint64_t seconds = (uint64_t)((as_now_ns() - live->begun_ns) / 1000000000);
	for (; live->seconds < seconds; live->seconds++)
		as_progress_step(live->progress, text);
	as_progress_note(live->progress, text);
}

/* ---- waiting for cores ---- */

static struct waiting {
	pthread_mutex_t lock;
	unsigned count; /* runs that wait */
	int64_t since_ns, whole_ns;
} waiting = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Counts the time in which at least one run waits. */
static void note_waiting(void *context, const char *what)
{
	const bool begins = strcmp(what, "waiting for a free core") == 0;
	const int64_t now_ns = as_now_ns();

	(void)context;
	pthread_mutex_lock(&waiting.lock);
	if (begins && waiting.count++ == 0)
		waiting.since_ns = now_ns;
	else if (!begins && waiting.count && --waiting.count == 0)
		waiting.whole_ns += now_ns - waiting.since_ns;
	pthread_mutex_unlock(&waiting.lock);
}

/* ---- the search ---- */

static int check_language(const struct stress_options *options, struct as_error *error)
{
	const struct as_languages *languages = options->engine.languages;
	char hint[AS_SUGGESTION_SIZE];

	if (!options->language || as_languages_find(languages, options->language))
		return 0;
	return as_error_set(error, AS_ERROR_USAGE, "unknown language '%s'%s see assay languages",
		options->language, as_languages_suggest(languages, options->language, hint));
}

static int search(struct stress_options *options, struct as_open_package *opened,
	struct as_stress_report *report, struct as_error *error)
{
	const int64_t time_ns = options->order.time_ns ? options->order.time_ns : AS_STRESS_TIME_NS;
	const struct as_submission submission = {
		.path = options->submission, .language = options->language};
	struct live live = {.begun_ns = as_now_ns()};

	if (as_engine_package_prepare(opened, error))
		return -1;
	struct as_compiled *compiled = as_engine_compile(opened, &submission, NULL, error);
	if (!compiled)
		return -1;
	live.progress = as_progress_new("searching", (uint64_t)(time_ns / 1000000000));
	options->order.opened = opened;
	options->order.submission = compiled;
	options->order.submission_path = options->submission;
	options->order.workers = options->engine.workers;
	options->order.cancel = &cli_cancelled;
	options->order.progress = show_progress;
	options->order.progress_context = &live;
	const int failed = as_stress_run(&options->order, report, error);
	as_progress_free(live.progress);
	as_compiled_free(compiled);
	return failed;
}

static int search_package(struct stress_options *options, const struct as_package *package,
	struct as_stress_report *report, struct as_error *error)
{
	options->engine.note = note_waiting;
	struct as_engine *engine = as_engine_open(&options->engine, error);
	struct as_open_package *opened =
		engine ? as_engine_package_open(engine, package, error) : NULL;
	struct as_stress_programs programs;

	options->order.package = package;
	options->order.programs = &programs.config;
	const int failed = !opened ||
			   as_stress_programs_init(&programs, engine, &cli_cancelled, error) ||
			   search(options, opened, report, error);
	as_engine_package_close(opened);
	as_engine_close(engine);
	options->waited_ns = waiting.whole_ns;
	return failed ? -1 : 0;
}

/* ---- what comes of it ---- */

static bool is_found(const struct as_stress_report *report)
{
	return report->outcome == AS_STRESS_FAILS || report->outcome == AS_STRESS_DISAGREE;
}

/* Writes the name of the new test, or "" if no test is added. */
static int add_test(const struct stress_options *options, const struct as_stress_report *report,
	struct stress_addition *addition, struct as_error *error)
{
	const struct as_recipe_addition what = {
		.group = addition->folder, .prefix = "stress", .quoted_input = addition->quoted};

	if (!options->add || !is_found(report))
		return 0;
	return as_recipe_add(options->package, &what, addition->name, error);
}

static int print(const struct stress_options *options, const struct as_package *package,
	const struct as_stress_report *report, struct as_error *error)
{
	AS_AUTO_FREE char *quoted =
		is_found(report) ? as_stress_quote(&report->failure.input, NULL) : NULL;
	AS_AUTO_FREE char *folder =
		is_found(report) ? as_stress_folder(&report->failure, error) : NULL;
	struct stress_addition addition = {.quoted = quoted,
		.has_validators = package->input_validators && package->input_validators[0],
		.folder = folder};
	struct as_error why = {0};

	if (is_found(report) && !folder)
		return -1;
	if (report->interrupted && is_found(report))
		cli_leaves_behind("the smallest input so far is printed above");
	if (options->group && is_found(report) && !report->failure.home)
		(void)as_error_set(&why, AS_ERROR_USAGE,
			"--group=%s: the group's input validators reject the input; use another "
			"group",
			options->group);
	else if (options->add && is_found(report) && !quoted)
		(void)as_error_set(&why, AS_ERROR_USAGE,
			"--add: the input is not text, so it cannot be in a recipe");
	else if (add_test(options, report, &addition, &why))
		addition.name[0] = '\0';
	/* Printed before a signal ends the command. */
	if ((options->json ? stress_print_json(report)
			   : (stress_print(options, report, &addition), 0)) ||
		fflush(stdout))
		return cli_fail_printing("the result");
	if (why.kind == AS_ERROR_NONE)
		return is_found(report);
	if (error)
		*error = why;
	return -1;
}

/* ---- before the search ---- */

/* The folders with tests, NULL at the end. */
static char **list_folders(const struct as_package *package, struct as_error *error)
{
	AS_AUTO_NAMES char **names = calloc(package->test_count + 1, sizeof(*names));
	size_t count = 0;

	if (!names)
		as_error_no_memory(error);
	for (size_t t = 0; names && t < package->test_count; t++) {
		const char *name = package->tests[t].name;
		const size_t length = as_test_folder_length(name);
		size_t i = 0;
		while (i < count &&
			(strlen(names[i]) != length || memcmp(names[i], name, length) != 0))
			i++;
		if (i == count &&
			!(names[count++] = as_text_format(error, "%.*s", (int)length, name)))
			return NULL;
	}
	return as_steal(names);
}

static int check_group(const struct as_package *package, const char *group, struct as_error *error)
{
	AS_AUTO_NAMES char **folders = list_folders(package, error);
	char shown[128], hint[AS_SUGGESTION_SIZE], choices[512];

	if (!folders)
		return -1;
	if (as_names_have(folders, group))
		return 0;
	const char *const *names = (const char *const *)folders;
	const size_t count = as_names_count(folders);
	as_text_choices(names, count, choices, sizeof(choices));
	return as_error_set(error, AS_ERROR_USAGE,
		"--group: '%s' is not a folder with tests%s use %s",
		as_text_printable(group, strlen(group), shown, sizeof(shown)),
		as_text_suggestion(group, names, count, hint), choices);
}

/* Checks before the search, which takes long, whether its input can be added. Sets `folders` to the
 * folders that the test may be added to; without --add, `folders` remains NULL. */
static int check_addition(const struct stress_options *options, const struct as_package *package,
	char ***folders, struct as_error *error)
{
	const char *group = options->group;

	if (!options->add)
		return 0;
	if (group && (check_group(package, group, error) ||
			     as_recipe_check_add(options->package, group, error)))
		return -1;
	if (group)
		return as_names_add(folders, as_text_format(error, "%s", group), error);
	*folders = as_recipe_folders(options->package, "secret", error);
	return *folders ? 0 : -1;
}

/* ---- all stages ---- */

static int run_search(struct parsing *parsing, const struct as_languages *languages,
	const struct as_package *package, struct as_error *error)
{
	struct stress_options *options = &parsing->options;
	AS_AUTO(as_stress_report_clear) struct as_stress_report report = {0};
	AS_AUTO_NAMES char **folders = NULL;
	char include_dir[PATH_MAX];

	options->engine.languages = languages;
	options->engine.include_dir = cli_find_include_dir(include_dir);
	options->engine.cancel = &cli_cancelled;
	if (check_language(options, error) || check_addition(options, package, &folders, error))
		return -1;
	options->order.folders = folders;
	if (search_package(options, package, &report, error))
		return -1;
	return print(options, package, &report, error);
}

int cli_stress(int argc, char **argv)
{
	struct parsing parsing = {
		.options = {.engine = {.workers = 1, .modules = parsing.modules.names}}};
	struct as_error error = {0};

	if (cli_parse(&stress_verb, argc, argv, &parsing))
		return AS_ERROR_USAGE;
	cli_catch_signals();
	struct as_languages *languages = as_languages_open(NULL, &error);
	struct as_package *package =
		languages ? as_package_open(parsing.options.package, &cli_cancelled, &error) : NULL;
	int status = package ? run_search(&parsing, languages, package, &error) : -1;
	as_package_close(package);
	as_languages_close(languages);
	if (status < 0)
		status = cli_cancelled ? AS_ERROR_INTERNAL : cli_fail(&error);
	return cli_finish(status);
}
