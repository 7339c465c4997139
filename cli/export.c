/* SPDX-License-Identifier: MIT */
/* assay export: writes a package with its tests as a zip archive for other judges. */
#include "cli.h"
#include "rows.h"

#include <assay/testgen.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

struct options {
	struct cli_list packages;
	const char *output;
	char **written; /* archives in the folder `output` */
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
	if (ending && !cli_is_folder(value) && strcasecmp(ending, ".zip") != 0 &&
		strcasecmp(ending, ".kpp") != 0)
		argp_error(state,
			"unknown archive format '%s'; an export is a zip archive: use .zip or .kpp",
			ending);
}

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_export[] = {
	{"output", 'o', "FILE.zip",
		"the archive to write, such as sum.zip; or an existing folder, in which each "
		"package becomes NAME.zip",
		take_output, AT(output), .is_needed = true},
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
	.arguments = "PACKAGE... -o FILE.zip",
	.about = "Writes each package with its test data as a zip archive, the same bytes every "
		 "time. A package can be converted to another format. Anything that the other "
		 "format cannot express is an error if it affects verdicts; otherwise it is left "
		 "out and reported on standard error.",
	.more = {"PACKAGE", AT(packages)},
	.check = check};

static void check(struct argp_state *state, void *input)
{
	const struct options *options = input;

	if (options->export.verdicts_may_change && !cli_is_given(&export_verb, "format"))
		argp_error(state, "--verdicts-may-change without --format; add --format or remove "
				  "--verdicts-may-change");
	if (options->packages.count > 1 && !cli_is_folder(options->output))
		argp_error(state,
			"-o: '%s' is not a folder, and several packages do not fit into one "
			"archive; name an existing folder",
			options->output);
}

/* The path of a package's archive, on the heap. */
static char *choose_path(
	struct options *options, const struct as_package *package, struct as_error *error)
{
	const char *folder = options->output;

	if (!cli_is_folder(folder))
		return as_text_format(error, "%s", folder);
	AS_AUTO_FREE char *path = as_text_format(error, "%s%s%s.zip", folder,
		as_text_ends(folder, "/") ? "" : "/", package->short_name);
	if (path && as_names_have(options->written, path)) {
		as_error_at(error, AS_ERROR_USAGE, package->path, 0, 0,
			"an earlier package has the same name, and its archive is %s; export to "
			"another folder",
			path);
		return NULL;
	}
	if (!path || as_names_add(&options->written, as_text_format(error, "%s", path), error))
		return NULL;
	return as_steal(path);
}

static void report(struct cli_rows *rows, const char *package, const char *path, size_t test_count)
{
	struct stat status;
	AS_AUTO_FREE char *text = NULL;

	if (stat(path, &status) < 0)
		status.st_size = 0;
	text = as_text_format(NULL, "wrote %s: %zu test%s, %jd KiB", path, test_count,
		test_count == 1 ? "" : "s", (intmax_t)(status.st_size + 1023) / 1024);
	cli_rows_add(rows, package, 0, "%s", text ? text : path);
	if (rows->is_several || !text)
		return;
	cli_print_text(text, strlen(text));
	putchar('\n');
}

static int export_package(struct options *options, const struct as_package *package,
	struct cli_rows *rows, const char *given, struct as_error *error)
{
	struct as_export_config config = options->export;
	AS_AUTO_NAMES char **notes = NULL;
	AS_AUTO_FREE char *path = choose_path(options, package, error);

	if (!cli_is_given(&export_verb, "format"))
		config.format = package->format;
	if (!path || as_package_export(package, &config, path, &notes, error))
		return -1;
	cli_note_all(notes);
	report(rows, given, path, package->test_count);
	return 0;
}

static int export_one(
	void *context, const char *path, struct cli_rows *rows, struct as_error *error)
{
	struct as_package *package = as_package_open(path, &cli_cancelled, error);
	const int failed = !package || export_package(context, package, rows, path, error);

	as_package_close(package);
	return failed ? -1 : 0;
}

int cli_export(int argc, char **argv)
{
	struct options options = {
		.export = {.recipe = &as_recipe_export, .cancel = &cli_cancelled}};
	struct cli_rows rows = {0};
	char include_dir[PATH_MAX];
	int status = cli_parse(&export_verb, argc, argv, &options);

	if (!status) {
		cli_catch_signals();
		options.export.include_dir = cli_find_include_dir(include_dir);
		cli_rows_work(&rows, &options.packages, export_one, &options);
		status = cli_finish(cli_rows_end(&rows, true));
	}
	as_names_free(options.written);
	free(options.packages.items);
	return status;
}
