/* SPDX-License-Identifier: MIT */
/* assay gen: makes the tests of a package from its recipe, or proves that they are unchanged. */
#include "cli.h"
#include "rows.h"

#include <assay/base/install.h>
#include <assay/engine.h>
#include <assay/testgen.h>
#include <limits.h>
#include <string.h>

struct options {
	struct cli_list packages;
	const char *explain;
	bool json;
	struct as_gen_config gen;
	struct cli_modules modules;
};

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_gen[] = {
	{"check", 0, NULL,
		"write nothing: make everything twice, in different environments, and compare it "
		"with the lock and the files",
		cli_flag, AT(gen.check)},
	{"explain", 0, "TEST", "make nothing; print the origin of a test", cli_text, AT(explain)},
	{"fresh", 0, NULL, "do not use the cache", cli_flag, AT(gen.fresh)},
	{"jobs", 'j', "N", "make N tests at once (default: one for each core)", cli_number,
		AT(gen.workers), 1, 256},
	{"json", 0, NULL, "with --explain: print JSON", cli_flag, AT(json)},
	CLI_MODULE(struct options, modules, CLI_MODULE_HELP),
	{"program-time", 0, "TIME", "limit on the CPU time of each run of a program (default: 60s)",
		cli_time, AT(gen.program_time_ns)},
	CLI_WEAK_PROCESS(struct options, gen.weak_sandbox, CLI_WEAK_HELP),
	{0},
};

static void check(struct argp_state *state, void *input)
{
	const struct options *options = input;

	if (options->json && !options->explain)
		argp_error(state, "--json without --explain; add --explain TEST or remove --json");
	if (options->explain && options->packages.count > 1)
		argp_error(state, "--explain takes one package; name the package of the test");
	if (options->gen.check && options->explain)
		argp_error(state, "--check and --explain are mutually exclusive");
}

static const struct cli_verb gen_verb = {.options = options_of_gen,
	.arguments = "PACKAGE...",
	.about = "Makes each package's test set from its recipe, generators/generators.yaml. Every "
		 "program of the recipe runs in the sandbox. The file generators/generators.lock "
		 "records a digest of every file. With --check the exit status is 1 if something "
		 "changed.",
	.more = {"PACKAGE", AT(packages)},
	.check = check};

/* ---- explain ---- */

static const char *text_of(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static void print_line(const char *name, const char *text)
{
	if (!text)
		return;
	printf("  %-9s ", name);
	cli_print_text(text, strcspn(text, "\n"));
	putchar('\n');
}

/* Between texts of the command itself. */
static void print_given(const char *text)
{
	cli_print_text(text, strlen(text));
}

static void print_program(const json_t *program)
{
	json_t *file;
	size_t index;

	printf("  %-9s ", "program");
	print_given(text_of(program, "word"));
	json_array_foreach(json_object_get(program, "files"), index, file)
	{
		fputs(index ? ", " : ": ", stdout);
		print_given(json_string_value(file));
	}
	printf("%s%.16s\n", text_of(program, "digest") ? ", digest " : "",
		text_of(program, "digest") ? text_of(program, "digest") : "");
}

static void print_files(const json_t *files)
{
	size_t index;
	json_t *file;

	json_array_foreach(files, index, file)
	{
		const char *digest = text_of(file, "digest");
		printf("  %-9s data/%s: %s%s%.16s\n", index ? "" : "files", text_of(file, "path"),
			text_of(file, "data"), digest ? ", digest " : "", digest ? digest : "");
	}
}

static void print_explanation(const json_t *document)
{
	const json_t *place = json_object_get(document, "recipe"),
		     *program = json_object_get(document, "program");
	const char *written = text_of(document, "written"), *command = text_of(document, "command");
	json_t *ending;
	size_t index;

	printf("%s\n", text_of(document, "test"));
	printf("  %-9s %s:%d:%d\n", "recipe", text_of(place, "file"),
		(int)json_integer_value(json_object_get(place, "line")),
		(int)json_integer_value(json_object_get(place, "column")));
	print_line("is", text_of(document, "included"));
	print_line("command", command);
	if (written && strcmp(written, command) != 0)
		print_line("written", written);
	if (json_object_get(document, "seed"))
		printf("  %-9s %d\n", "seed",
			(int)json_integer_value(json_object_get(document, "seed")));
	if (json_is_object(program))
		print_program(program);
	print_line("copy", text_of(document, "copy"));
	json_array_foreach(json_object_get(document, "in_place"), index, ending)
		printf("  %-9s .%s\n", index ? "" : "in place", json_string_value(ending));
	print_line("answer", text_of(document, "solution"));
	print_files(json_object_get(document, "files"));
}

static int explain(const struct options *options)
{
	struct as_error error = {0};
	AS_AUTO_JSON json_t *document =
		as_gen_explain(options->packages.items[0], options->explain, &error);

	if (!document)
		return cli_finish(cli_fail(&error));
	if (options->json) {
		cli_print_json(document, JSON_INDENT(2));
	} else {
		print_explanation(document);
	}
	return cli_finish(0);
}

/* ---- making ---- */

static void show_progress(void *context, const char *now)
{
	as_progress_step(context, now);
}

#define REPORT_SIZE (PATH_MAX + 1024)

/* What was made, without the package's name. */
static char *write_report(const struct options *options, const char *package,
	const struct as_gen_report *report, char text[REPORT_SIZE])
{
	/* The name of a file that any program may have made. */
	char first[sizeof(report->first_changed)];
	int length = snprintf(text, REPORT_SIZE, "%zu test%s, %zu file%s, %.1f MiB",
		report->test_count, report->test_count == 1 ? "" : "s", report->file_count,
		report->file_count == 1 ? "" : "s", (double)report->size_bytes / 1048576);
	as_text_printable(
		report->first_changed, strlen(report->first_changed), first, sizeof(first));
	char *rest = text + length;
	const size_t room = (size_t)(REPORT_SIZE - length);

	if (report->changed_count > 0 && !options->gen.check)
		snprintf(rest, room,
			"; %zu file%s changed since the last time, the first is data/%s",
			report->changed_count, report->changed_count == 1 ? "" : "s", first);
	else if (report->changed_count > 0)
		snprintf(rest, room, "; %zu changed, first %s: %s", report->changed_count, first,
			report->first_change);
	else if (options->gen.check && !report->lacks_lock)
		snprintf(rest, room, ", unchanged");
	if (options->gen.check && report->lacks_lock)
		snprintf(text + strlen(text), REPORT_SIZE - strlen(text),
			"; no lock yet; run `assay gen %s`", package);
	return text;
}

static void note_time_limit(const char *path)
{
	struct as_package *package = as_package_open_settings(path, NULL);

	if (package)
		cli_note_time_limit(package);
	as_package_close(package);
}

static int generate(const char *package, struct as_gen_config gen, struct as_gen_report *report,
	struct as_error *error)
{
	char command[PATH_MAX], include_dir[PATH_MAX];
	size_t count = 0;

	if (as_install_command(command, error))
		return -1;
	struct as_languages *languages = as_languages_open(NULL, error);
	int failed = !languages || as_gen_count(package, &count, error);
	struct as_progress *progress = failed ? NULL : as_progress_new("generating", count);
	gen.languages = languages;
	gen.include_dir = cli_find_include_dir(include_dir);
	gen.command = command;
	gen.cancel = &cli_cancelled;
	gen.progress = show_progress;
	gen.note = cli_note_beside;
	gen.progress_context = progress;
	failed = failed || as_gen_package(package, &gen, report, error);
	as_progress_free(progress);
	as_languages_close(languages);
	return failed ? -1 : 0;
}

static unsigned count_cores(void)
{
	const long cores = sysconf(_SC_NPROCESSORS_ONLN);

	return cores > 0 ? (unsigned)cores : 1;
}

int cli_make_tests(const char *package, const struct as_engine_config *like, struct as_error *error)
{
	const struct as_gen_config config = {.workers = count_cores(),
		.modules = like ? like->modules : NULL,
		.weak_sandbox = like ? like->weak_sandbox : AS_WEAK_NOT};
	struct as_gen_report report;

	return generate(package, config, &report, error);
}

static int make_package(
	void *context, const char *package, struct cli_rows *rows, struct as_error *error)
{
	struct options *options = context;
	struct as_gen_report report;
	char text[REPORT_SIZE];

	if (generate(package, options->gen, &report, error))
		return -1;
	const bool is_other = options->gen.check && (report.changed_count || report.lacks_lock);
	cli_rows_add(rows, package, is_other, "%s", write_report(options, package, &report, text));
	if (!rows->is_several)
		printf("%s: %s\n", package, text);
	note_time_limit(package);
	return 0;
}

static void make_packages(struct cli_rows *rows, struct options *options)
{
	cli_rows_work(rows, &options->packages, make_package, options);
	/* The level `weak` is used only if this machine has no control groups. */
	if (options->gen.weak_sandbox == AS_WEAK_PROCESS)
		cli_print_weakness(AS_WEAK_PROCESS);
}

int cli_gen(int argc, char **argv)
{
	struct options options = {
		.gen = {.workers = count_cores(), .modules = options.modules.names}};
	struct cli_rows rows = {0};
	int status = cli_parse(&gen_verb, argc, argv, &options);

	if (!status) {
		cli_catch_signals();
		if (!options.explain)
			make_packages(&rows, &options);
		status =
			options.explain ? explain(&options) : cli_finish(cli_rows_end(&rows, true));
	}
	free(options.packages.items);
	return status;
}
