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
	struct as_export_config export;
};

static void take_format(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	static const char *const names[] = {"legacy", "2025-09"};
	const size_t chosen = cli_choose(state, option, value, names, 2);

	*(enum as_format *)place = chosen ? AS_FORMAT_2025_09 : AS_FORMAT_LEGACY;
}

/* A zip archive named x.tar would be read as a tar archive. */
static void take_output(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	const char *ending = strrchr(as_text_last_part(value), '.');

	cli_text(state, option, place, value);
	if (strcmp(value, "-") == 0)
		cli_refuse(state, option,
			"an archive cannot be written to standard output; name a file, such as "
			"sum.zip");
	if (ending && strcasecmp(ending, ".zip") != 0 && strcasecmp(ending, ".kpp") != 0)
		argp_error(state,
			"unknown archive format '%s'; an export is a zip archive: use .zip or .kpp",
			ending);
}

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_export[] = {
	{"output", 'o', "FILE.zip", "the archive to write, such as sum.zip", take_output,
		AT(output), .is_needed = true},
	{"format", 0, "VERSION", "legacy or 2025-09 (default: the package's own)", take_format,
		AT(export.format)},
	{"folder", 0, NULL, "put all files into a folder with the package's name, not at the top",
		cli_flag, AT(export.in_folder)},
	{"verdicts-may-change", 0, NULL,
		"with --format=2025-09: export even if the grader flag accept_if_any_accepted or "
		"always_accept makes submissions AC that fail a test; in 2025-09 they are not AC, "
		"and keep their points",
		cli_flag, AT(export.verdicts_may_change)},
	{0},
};

static void check(struct argp_state *state, void *input);

static const struct cli_verb export_verb = {.options = options_of_export,
	.arguments = "PACKAGE -o FILE.zip",
	.about = "Writes the package with its test data as a zip archive, the same bytes every "
		 "time. A package can be converted to another format. Anything that the other "
		 "format cannot express is an error if it affects verdicts; otherwise it is left "
		 "out and reported on standard error.",
	.words = {{"PACKAGE", AT(package)}},
	.check = check};

static void check(struct argp_state *state, void *input)
{
	const struct options *options = input;

	if (options->export.verdicts_may_change && !cli_is_given(&export_verb, "format"))
		argp_error(state, "--verdicts-may-change without --format; add --format or remove "
				  "--verdicts-may-change");
}

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

	if (cli_parse(&export_verb, argc, argv, &options))
		return AS_ERROR_USAGE;
	cli_catch_signals();
	options.export.include_dir = cli_find_include_dir(include_dir);
	struct as_package *package = as_package_open(options.package, &cli_cancelled, &error);
	if (package && !cli_is_given(&export_verb, "format"))
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
