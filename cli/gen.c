/* SPDX-License-Identifier: MIT */
/* assay gen: the test set of a package from its recipe, or the proof that it is unchanged. */
#include "cli.h"

#include <assay/testgen.h>
#include <limits.h>
#include <string.h>

struct options {
	const char *package;
	bool check;
	bool weak;
};

enum { OPTION_CHECK = 256, OPTION_WEAK };

static const struct argp_option option_table[] = {
	{"check", OPTION_CHECK, NULL, 0,
		"write nothing: make everything again and compare with the lock and the files", 0},
	{"weak-sandbox", OPTION_WEAK, NULL, 0, "go on where this machine has no control groups", 0},
	{0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case OPTION_CHECK:
		options->check = true;
		return 0;
	case OPTION_WEAK:
		options->weak = true;
		return 0;
	case ARGP_KEY_ARG:
		if (options->package)
			argp_error(state, "one package at a time");
		options->package = argument;
		return 0;
	case ARGP_KEY_END:
		if (!options->package)
			argp_error(state, "which package? assay gen PACKAGE");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {option_table, parse_option, "PACKAGE",
	"Makes the package's test set from generators/generators.yaml. Every program of the recipe "
	"runs in "
	"the sandbox, and generators/generators.lock records a digest of every file. With --check "
	"the exit "
	"status is 1 where something changed.",
	NULL, NULL, NULL};

static void show_progress(void *context, const char *now)
{
	as_progress_step(context, now);
}

static void print_report(const struct options *options, const struct as_gen_report *report)
{
	printf("%s: %zu tests, %zu files, %.1f MiB", options->package, report->test_count,
		report->file_count, (double)report->size_bytes / 1048576);
	if (report->changed_count == 0)
		puts(options->check ? ", unchanged" : "");
	else
		printf("; %zu changed, the first is %s: %s\n", report->changed_count,
			report->first_changed, report->first_change);
}

int cli_gen(int argc, char **argv)
{
	struct options options = {0};
	struct as_error error = {0};
	struct as_gen_report report;
	char command[PATH_MAX], include_dir[PATH_MAX];
	size_t count = 0;

	if (cli_parse(&argp, argc, argv, &options))
		return AS_ERROR_USAGE;
	cli_catch_signals();
	if (!realpath("/proc/self/exe", command)) {
		as_error_set(&error, AS_ERROR_INTERNAL, "cannot find this command's own file");
		return cli_fail(&error);
	}
	struct as_languages *languages = as_languages_open(NULL, &error);
	int failed = !languages || as_gen_count(options.package, &count, &error);
	struct as_progress *progress = failed ? NULL : as_progress_new("generating", count);
	const struct as_gen_config config = {.languages = languages,
		.include_dir = cli_find_include_dir(include_dir),
		.command = command,
		.check = options.check,
		.weak_sandbox = options.weak,
		.cancel = &cli_cancelled,
		.progress = show_progress,
		.progress_context = progress};
	failed = failed || as_gen_package(options.package, &config, &report, &error);
	as_progress_free(progress);
	as_languages_close(languages);
	if (failed)
		return cli_finish(cli_cancelled ? AS_ERROR_INTERNAL : cli_fail(&error));
	print_report(&options, &report);
	return options.check && report.changed_count ? 1 : 0;
}
