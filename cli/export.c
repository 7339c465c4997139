/* SPDX-License-Identifier: MIT */
/* assay export: writes a package with its tests as a zip archive for other judges. */
#include "cli.h"

#include <assay/convert.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

struct options {
	const char *package;
	const char *output;
	bool converts;
	struct as_export_config export;
};

enum { OPTION_FORMAT = 256, OPTION_FOLDER, OPTION_VERDICTS };

static const struct argp_option option_table[] = {
	{"output", 'o', "FILE", 0, "the archive to write, such as sum.zip", 0},
	{"format", OPTION_FORMAT, "VERSION", 0, "legacy or 2025-09 (default: the package's own)",
		0},
	{"folder", OPTION_FOLDER, NULL, 0,
		"put all files into a folder with the package's name, not at the top", 0},
	{"verdicts-may-change", OPTION_VERDICTS, NULL, 0,
		"with --format=2025-09: export even if the grader flag accept_if_any_accepted or "
		"always_accept makes submissions AC that fail a test; in 2025-09 they are not AC, "
		"and keep their points",
		0},
	{0},
};

static void parse_format(struct argp_state *state, const char *argument, struct options *options)
{
	static const char *const names[] = {"legacy", "2025-09"};

	options->converts = true;
	if (strcmp(argument, "legacy") == 0)
		options->export.format = AS_FORMAT_LEGACY;
	else if (strcmp(argument, "2025-09") == 0)
		options->export.format = AS_FORMAT_2025_09;
	else
		cli_refuse_value(state, "--format", argument, names, 2);
}

/* A zip archive named x.tar would be read as a tar archive. */
static void parse_output(struct argp_state *state, const char *argument, struct options *options)
{
	const char *slash = strrchr(argument, '/');
	const char *ending = strrchr(slash ? slash + 1 : argument, '.');

	options->output = argument;
	if (strcmp(argument, "-") == 0)
		argp_error(state,
			"-o: an archive cannot be written to standard output; name a file, such as "
			"sum.zip");
	if (ending && strcasecmp(ending, ".zip") != 0 && strcasecmp(ending, ".kpp") != 0)
		argp_error(state,
			"unknown archive format '%s'; an export is a zip archive: use .zip or .kpp",
			ending);
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 'o':
		parse_output(state, argument, options);
		return 0;
	case OPTION_FORMAT:
		parse_format(state, argument, options);
		return 0;
	case OPTION_FOLDER:
		options->export.in_folder = true;
		return 0;
	case OPTION_VERDICTS:
		options->export.verdicts_may_change = true;
		return 0;
	case ARGP_KEY_ARG:
		if (options->package)
			argp_error(state,
				"unexpected argument '%s'; usage: assay export PACKAGE -o FILE.zip",
				argument);
		options->package = argument;
		return 0;
	case ARGP_KEY_END:
		if (!options->package || !options->output)
			argp_error(state, "missing %s; usage: assay export PACKAGE -o FILE.zip",
				options->package ? "option -o FILE.zip" : "argument PACKAGE");
		if (options->export.verdicts_may_change && !options->converts)
			argp_error(state,
				"--verdicts-may-change without --format; add --format or remove "
				"--verdicts-may-change");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {option_table, parse_option, "PACKAGE -o FILE",
	"Writes the package with its test data as a zip archive, the same bytes every time. A "
	"package can be converted to another format. Anything that the other format cannot "
	"express is an error if it affects verdicts; otherwise it is left out and reported on "
	"standard error.",
	NULL, NULL, NULL};

static void print_report(const char *path, size_t test_count)
{
	struct stat status;

	if (stat(path, &status) < 0)
		status.st_size = 0;
	fputs("wrote ", stdout);
	cli_print_text(path, strlen(path));
	printf(": %zu test%s, %jd KiB\n", test_count, test_count == 1 ? "" : "s",
		(intmax_t)(status.st_size + 1023) / 1024);
}

int cli_export(int argc, char **argv)
{
	struct options options = {.export = {.cancel = &cli_cancelled}};
	struct as_error error = {0};
	char include_dir[PATH_MAX];
	AS_AUTO_NAMES char **notes = NULL;

	if (cli_parse(&argp, argc, argv, &options))
		return AS_ERROR_USAGE;
	cli_catch_signals();
	options.export.include_dir = cli_find_include_dir(include_dir);
	struct as_package *package = as_package_open(options.package, &cli_cancelled, &error);
	if (package && !options.converts)
		options.export.format = package->format;
	int failed = !package ||
		     as_package_export(package, &options.export, options.output, &notes, &error);
	const size_t test_count = package ? package->test_count : 0;
	as_package_close(package);
	if (failed)
		return cli_finish(cli_cancelled ? AS_ERROR_INTERNAL : cli_fail(&error));
	cli_note_all(notes);
	print_report(options.output, test_count);
	return cli_finish(0);
}
