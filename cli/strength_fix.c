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

/* Also true without secret tests: that is another error. */
static bool fix_has_group(const struct as_package *package)
{
	size_t secret_count = 0;

	for (size_t i = 0; i < package->test_count; i++) {
		if (strncmp(package->tests[i].name, "secret/", strlen("secret/")) != 0)
			continue;
		if (as_strength_takes_tests(package, package->tests[i].group))
			return true;
		secret_count++;
	}
	return secret_count == 0;
}

int strength_fix_check(const struct as_package *package, bool *can_add, struct as_error *error)
{
	AS_AUTO_NAMES char **folders = NULL;
	char text[200];

	*can_add = fix_has_group(package);
	if (!*can_add) {
		snprintf(text, sizeof(text),
			"--fix adds nothing: a new test would change points, because in no group "
			"of "
			"%.60s the worst test counts; add lines of the report by hand",
			package->short_name);
		cli_note(text);
		return 0;
	}
	folders = as_recipe_folders(package->path, "secret", error);
	for (char **folder = folders; folder && *folder; folder++)
		if (as_recipe_check_add(package->path, *folder, error))
			return -1;
	return folders ? 0 : -1;
}

struct fixing {
	const struct as_package *package;
	char *written; /* the text of the recipe */
	char **notes;
	size_t added;
};

/* The comment names the mistake of a mutant, or the path of a submission. */
static int fix_add(struct fixing *fixing, const struct as_strength_gap *gap,
	const struct as_strength_program *program, const struct as_test *home,
	struct as_error *error)
{
	AS_AUTO_FREE char *folder =
		as_text_format(error, "%.*s", (int)as_test_folder_length(home->name), home->name);
	AS_AUTO_FREE char *quoted = as_stress_quote(&gap->input, error);
	AS_AUTO_FREE char *comment = as_text_format(
		error, "kills %s", program->path ? program->path : program->kind->name);
	const struct as_recipe_addition what = {
		.group = folder, .prefix = "strength", .quoted = quoted, .comment = comment};
	char name[AS_ADDED_NAME_SIZE];

	if (!folder || !quoted || !comment ||
		as_recipe_add(fixing->package->path, &what, name, &fixing->written, error))
		return -1;
	fixing->added++;
	return as_names_add(&fixing->notes,
		as_text_format(
			error, "added to the recipe: %s/%s, which %s", folder, name, comment),
		error);
}

static int fix_add_all(struct fixing *fixing, const struct as_strength_report *report, size_t max,
	struct as_error *error)
{
	for (size_t i = 0; i < as_strength_count_gaps(report); i++) {
		const struct as_strength_program *program;
		const struct as_strength_gap *gap = as_strength_gap_at(report, i, &program);
		if (!gap->is_test || fixing->added + gap->home_count > max)
			continue;
		for (size_t home = 0; home < gap->home_count; home++)
			if (fix_add(fixing, gap, program, gap->homes[home], error))
				return -1;
	}
	return 0;
}

/* Of a round that adds nothing: the reasons. */
static void fix_note_limit(const struct as_strength_report *report, size_t max)
{
	size_t count = 0, least = SIZE_MAX;
	char text[200];

	for (size_t i = 0; i < as_strength_count_gaps(report); i++) {
		const struct as_strength_gap *gap = as_strength_gap_at(report, i, NULL);
		if (!gap->is_test || gap->home_count <= max)
			continue;
		count++;
		least = gap->home_count < least ? gap->home_count : least;
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

static bool fix_has_refusal(
	const struct as_strength_report *report, size_t place, const char *refusal)
{
	const struct as_strength_gap *gap = as_strength_gap_at(report, place, NULL);

	return gap->refusal && strcmp(gap->refusal, refusal) == 0;
}

/* Each reason once, with the number of inputs. */
static void fix_note_refusals(const struct as_strength_report *report)
{
	const size_t end = as_strength_count_gaps(report);

	for (size_t i = 0; i < end; i++) {
		const char *refusal = as_strength_gap_at(report, i, NULL)->refusal;
		size_t count = 0, before = 0;
		for (size_t j = 0; refusal && j < end; j++) {
			count += fix_has_refusal(report, j, refusal);
			before += j < i && fix_has_refusal(report, j, refusal);
		}
		if (!count || before)
			continue;
		AS_AUTO_FREE char *text = as_text_format(NULL, "%zu input%s not added: %s", count,
			count == 1 ? " was" : "s were", refusal);
		if (text)
			cli_note(text);
	}
}

static void fix_note_reasons(
	const struct as_package *package, const struct as_strength_report *report, size_t max)
{
	fix_note_limit(report, max);
	fix_note_refusals(report);
	if (!max && fix_has_group(package) && as_strength_has_gap(report))
		cli_note("inputs of gaps were not added: --fix may add no more tests; use --much");
}

static void fixing_clear(struct fixing *fixing)
{
	free(fixing->written);
	as_names_free(fixing->notes);
}

int strength_fix(const struct as_package *package, const struct as_engine_config *config,
	const struct as_strength_report *report, size_t max, size_t *added, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes before = {0};
	AS_AUTO_FD int fd = as_dir_open(AT_FDCWD, package->path, error);
	AS_AUTO(fixing_clear) struct fixing fixing = {.package = package};

	*added = 0;
	if (fd < 0 || as_file_read(fd, RECIPE, MAX_RECIPE_BYTES, &before, error))
		return -1;
	fixing.written = as_text_format(error, "%s", before.data);
	if (!fixing.written)
		return -1;
	const int failed = fix_add_all(&fixing, report, max, error);
	*added = fixing.added;
	if (!failed && (!*added || cli_make_tests(package->path, config, error) == 0)) {
		cli_note_all(fixing.notes);
		if (!*added)
			fix_note_reasons(package, report, max);
		return 0;
	}
	if (*added && as_recipe_restore(package->path, fixing.written, before.data, NULL)) {
		cli_note_all(fixing.notes);
		cli_note("the recipe was changed meanwhile, or cannot be restored; remove its new "
			 "tests 'strength-...'");
	}
	return -1;
}
