/* SPDX-License-Identifier: MIT */
/* assay gen: makes the tests of a package from its recipe, or proves that they are unchanged. */
#include "cli.h"

#include <assay/base/install.h>
#include <assay/testgen.h>
#include <limits.h>
#include <string.h>

struct options {
	const char *package;
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
	CLI_WEAK(struct options, gen.weak_sandbox, CLI_WEAK_HELP),
	{0},
};

static void check(struct argp_state *state, void *input)
{
	const struct options *options = input;

	if (options->json && !options->explain)
		argp_error(state, "--json without --explain; add --explain TEST or remove --json");
	if (options->gen.check && options->explain)
		argp_error(state, "--check and --explain are mutually exclusive");
}

static const struct cli_verb gen_verb = {.options = options_of_gen,
	.arguments = "PACKAGE",
	.about = "Makes the package's test set from its recipe, generators/generators.yaml. Every "
		 "program of the recipe runs in the sandbox. The file generators/generators.lock "
		 "records a digest of every file. With --check the exit status is 1 if something "
		 "changed.",
	.words = {{"PACKAGE", AT(package)}},
	.check = check};

/* ---- explain ---- */

static const char *text_of(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static void print_line(const char *name, const char *text)
{
	if (text)
		printf("  %-9s %.*s\n", name, (int)strcspn(text, "\n"), text);
}

static void print_program(const json_t *program)
{
	json_t *file;
	size_t index;

	printf("  %-9s %s", "program", text_of(program, "word"));
	json_array_foreach(json_object_get(program, "files"), index, file)
		printf("%s%s", index ? ", " : ": ", json_string_value(file));
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
	AS_AUTO_JSON json_t *document = as_gen_explain(options->package, options->explain, &error);

	if (!document)
		return cli_finish(cli_fail(&error));
	if (options->json) {
		json_dumpf(document, stdout, JSON_INDENT(2));
		putchar('\n');
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

static void show_note(void *context, const char *text)
{
	as_progress_clear(context);
	cli_note(text);
}

static void print_report(const struct options *options, const struct as_gen_report *report)
{
	printf("%s: %zu test%s, %zu file%s, %.1f MiB", options->package, report->test_count,
		report->test_count == 1 ? "" : "s", report->file_count,
		report->file_count == 1 ? "" : "s", (double)report->size_bytes / 1048576);
	if (report->changed_count > 0 && !options->gen.check)
		printf("; %zu file%s changed since the last time, the first is data/%s",
			report->changed_count, report->changed_count == 1 ? "" : "s",
			report->first_changed);
	else if (report->changed_count > 0)
		printf("; %zu changed, first %s: %s", report->changed_count, report->first_changed,
			report->first_change);
	else if (options->gen.check && !report->lacks_lock)
		printf(", unchanged");
	if (options->gen.check && report->lacks_lock)
		printf("; no lock yet; run `assay gen %s`", options->package);
	puts("");
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
	gen.note = show_note;
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

int cli_make_tests(const char *package, struct as_error *error)
{
	struct as_gen_report report;

	return generate(package, (struct as_gen_config){.workers = count_cores()}, &report, error);
}

static int make(struct options *options)
{
	struct as_error error = {0};
	struct as_gen_report report;

	if (generate(options->package, options->gen, &report, &error))
		return cli_finish(cli_cancelled ? AS_ERROR_INTERNAL : cli_fail(&error));
	print_report(options, &report);
	note_time_limit(options->package);
	return options->gen.check && (report.changed_count || report.lacks_lock) ? 1 : 0;
}

int cli_gen(int argc, char **argv)
{
	struct options options = {
		.gen = {.workers = count_cores(), .modules = options.modules.names}};

	if (cli_parse(&gen_verb, argc, argv, &options))
		return AS_ERROR_USAGE;
	cli_catch_signals();
	return options.explain ? explain(&options) : make(&options);
}
