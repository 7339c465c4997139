/* SPDX-License-Identifier: MIT */
/* --fix of `assay strength`: the inputs of gaps become tests of the recipe. */
#include "strength.h"

#include "cli.h"

#include <assay/testgen/commands.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define RECIPE "generators/generators.yaml"
#define MAX_RECIPE_BYTES (UINT64_C(16) << 20)

static bool fix_has_group(const struct as_package *package)
{
	for (size_t i = 0; i < package->test_count; i++)
		if (strncmp(package->tests[i].name, "secret/", strlen("secret/")) == 0 &&
			as_strength_takes_tests(package, package->tests[i].group))
			return true;
	return false;
}

int strength_fix_check(const struct as_package *package, struct as_error *error)
{
	AS_AUTO_NAMES char **folders = NULL;

	if (!fix_has_group(package))
		return as_error_set(error, AS_ERROR_USAGE,
			"--fix: a new test would change points, because in no group of %s the "
			"worst test counts; without --fix the lines for the recipe are printed",
			package->path);
	folders = as_recipe_folders(package->path, "secret", error);
	for (char **folder = folders; folder && *folder; folder++)
		if (as_recipe_check_add(package->path, *folder, error))
			return -1;
	return folders ? 0 : -1;
}

/* The comment names the mistake of a mutant, or the path of a submission. */
static int fix_add(const struct as_package *package, const struct as_strength_program *gap,
	const struct as_test *home, char ***notes, struct as_error *error)
{
	AS_AUTO_FREE char *folder =
		as_text_format(error, "%.*s", (int)as_test_folder_length(home->name), home->name);
	AS_AUTO_FREE char *quoted = as_stress_quote(&gap->gap.input, error);
	AS_AUTO_FREE char *comment =
		as_text_format(error, "kills %s", gap->path ? gap->path : gap->kind->name);
	const struct as_recipe_addition what = {
		.group = folder, .prefix = "strength", .quoted = quoted, .comment = comment};
	char name[AS_ADDED_NAME_SIZE];

	if (!folder || !quoted || !comment || as_recipe_add(package->path, &what, name, error))
		return -1;
	return as_names_add(notes,
		as_text_format(
			error, "added to the recipe: %s/%s, which %s", folder, name, comment),
		error);
}

static int fix_add_all(const struct as_package *package, const struct as_strength_report *report,
	size_t max, size_t *added, char ***notes, struct as_error *error)
{
	for (size_t i = 0; i < as_strength_count_programs(report); i++) {
		const struct as_strength_program *gap = &report->programs[i];
		if (!gap->gap.is_test || *added + gap->gap.home_count > max)
			continue;
		for (size_t home = 0; home < gap->gap.home_count; home++, ++*added)
			if (fix_add(package, gap, gap->gap.homes[home], notes, error))
				return -1;
	}
	return 0;
}

/* Of a round that adds nothing: the reason, if there are inputs that could be tests. */
static void fix_note_limit(const struct as_strength_report *report, size_t max)
{
	size_t count = 0, least = SIZE_MAX;
	char text[200];

	for (size_t i = 0; i < as_strength_count_programs(report); i++) {
		const struct as_strength_program *gap = &report->programs[i];
		if (!gap->gap.is_test || gap->gap.home_count <= max)
			continue;
		count++;
		least = gap->gap.home_count < least ? gap->gap.home_count : least;
	}
	if (!count)
		return;
	snprintf(text, sizeof(text),
		"%zu input%s not added: %s %zu test%s, one for each group, and --fix may add %zu "
		"more; use --much",
		count, count == 1 ? " was" : "s were",
		count == 1 ? "it needs" : "each needs at least", least, least == 1 ? "" : "s", max);
	cli_note(text);
}

int strength_fix(const struct as_package *package, const struct as_engine_config *config,
	const struct as_strength_report *report, size_t max, size_t *added, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes before = {0};
	AS_AUTO_FD int fd = as_dir_open(AT_FDCWD, package->path, error);
	AS_AUTO_NAMES char **notes = NULL;
	struct stat status;

	*added = 0;
	if (fd < 0 || as_file_read(fd, RECIPE, MAX_RECIPE_BYTES, &before, error))
		return -1;
	if (fstatat(fd, RECIPE, &status, 0))
		return as_error_sys(error, AS_ERROR_INPUT, errno, RECIPE);
	if (fix_add_all(package, report, max, added, &notes, error) == 0 &&
		(!*added || cli_make_tests(package->path, config, error) == 0)) {
		cli_note_all(notes);
		if (!*added)
			fix_note_limit(report, max);
		return 0;
	}
	/* Needed even if no test was added: the failed addition may have written the recipe. */
	if (as_file_write(fd, RECIPE, before.data, before.size, status.st_mode & 0777, NULL)) {
		cli_note_all(notes);
		cli_note("the recipe could not be restored; remove its new tests 'strength-...'");
	}
	return -1;
}
