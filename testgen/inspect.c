/* SPDX-License-Identifier: MIT */
/* Compares a package's recipe, lock and files without running a program: fast enough for every
 * `assay verify`. Only `assay gen --check` proves that the recipe generates the files. */
#include "lock.h"
#include "place.h"
#include "programs.h"
#include "recipe.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define REMEDY "run `assay gen`"

struct inspection {
	const struct as_package *package;
	const struct as_languages *languages;
	struct as_findings *findings;
	struct recipe recipe;
	json_t *lock, *programs, *made; /* files; `made`: the names of the recipe's tests */
	/* Files of one kind, the first of which is named. */
	size_t extra_count;
	char *extra;
};

static void clear(struct inspection *inspection)
{
	recipe_clear(&inspection->recipe);
	json_decref(inspection->lock);
	json_decref(inspection->programs);
	json_decref(inspection->made);
	free(inspection->extra);
}

/* ---- the recipe ---- */

/* "FOLDER/generators/generators.yaml:1:2" without the folder. */
static const char *beneath(const struct inspection *inspection, const char *where)
{
	const size_t length = strlen(inspection->package->path);
	const bool is_beneath = strncmp(where, inspection->package->path, length) == 0;

	where += is_beneath ? length : 0;
	return where + strspn(where, is_beneath ? "/" : "");
}

static int report_error(
	struct inspection *inspection, const struct as_error *why, struct as_error *error)
{
	AS_AUTO_FREE char *where = as_text_format(
		error, "%s:%u:%u", beneath(inspection, why->where), why->line, why->column);

	return where ? as_findings_add(inspection->findings, AS_FINDING_ERROR,
			       why->line ? where : RECIPE_PATH, error, "%s", why->text)
		     : -1;
}

static int report_notes(struct inspection *inspection, struct as_error *error)
{
	const struct as_findings *notes = &inspection->recipe.notes;

	for (size_t i = 0; i < notes->count; i++)
		if (as_findings_add(inspection->findings, AS_FINDING_WARNING,
			    beneath(inspection, notes->items[i].where), error, "%s",
			    notes->items[i].text))
			return -1;
	inspection->findings->dropped_count += notes->dropped_count;
	return 0;
}

/* `readable` becomes false if there is nothing to compare with; a finding reports that. */
static int read_recipe(struct inspection *inspection, bool *readable, struct as_error *error)
{
	const struct as_package *package = inspection->package;
	struct as_error why = {0};

	*readable = recipe_read(&inspection->recipe, package->tree.fd, package->path,
			    &package->constants, &why) == 0;
	if (*readable)
		return report_notes(inspection, error);
	if (why.kind == AS_ERROR_INPUT)
		return report_error(inspection, &why, error);
	if (error)
		*error = why;
	return -1;
}

static int read_lock(struct inspection *inspection, bool *readable, struct as_error *error)
{
	const struct as_package *package = inspection->package;
	struct as_error why = {0};
	struct stat status;

	*readable = false;
	if (fstatat(package->tree.fd, LOCK_PATH, &status, AT_SYMLINK_NOFOLLOW))
		return as_findings_add(inspection->findings, AS_FINDING_ERROR, LOCK_PATH, error,
			"there is no lock file, so nothing proves that the recipe makes the tests "
			"in data/; " REMEDY);
	*readable = lock_read(package->tree.fd, package->path, &inspection->lock,
			    &inspection->programs, &why) == 0;
	if (*readable || why.kind != AS_ERROR_INPUT) {
		if (!*readable && error)
			*error = why;
		return *readable ? 0 : -1;
	}
	return as_findings_add(
		inspection->findings, AS_FINDING_ERROR, LOCK_PATH, error, "%s", why.text);
}

/* ---- recipe and lock ---- */

static int compare_recipe(struct inspection *inspection, struct as_error *error)
{
	char digest[AS_DIGEST_HEX_SIZE], locked[AS_DIGEST_HEX_SIZE];

	if (recipe_digest(&inspection->recipe, digest, error))
		return -1;
	/* Older locks lack it. */
	if (!lock_recipe(inspection->package->tree.fd, locked) || strcmp(locked, digest) == 0)
		return 0;
	return as_findings_add(inspection->findings, AS_FINDING_ERROR, RECIPE_PATH, error,
		"was changed after the tests were made; " REMEDY);
}

static bool is_locked(const struct inspection *inspection, const char *test)
{
	for (int i = 0; i < RECIPE_ENDING_COUNT; i++) {
		char path[512];
		snprintf(path, sizeof(path), "%.480s.%s", test, recipe_endings[i]);
		if (json_object_get(inspection->lock, path))
			return true;
	}
	return false;
}

static int report_files(struct inspection *inspection, const char *where, size_t count,
	const char *first, const char *what, const char *remedy, struct as_error *error)
{
	char more[64] = "";

	if (count == 0)
		return 0;
	if (count > 1)
		snprintf(more, sizeof(more), " (%zu files affected)", count);
	return as_findings_add(inspection->findings, AS_FINDING_ERROR, where, error,
		"data/%s %s%s; %s", first, what, more, remedy);
}

static int compare_tests(struct inspection *inspection, struct as_error *error)
{
	const struct recipe *recipe = &inspection->recipe;
	const char *first = NULL;
	size_t count = 0;

	for (size_t i = 0; i < recipe->count; i++) {
		const char *name = recipe->tests[i].name;
		if (json_object_set_new(inspection->made, name, json_true()))
			return as_error_no_memory(error);
		if (is_locked(inspection, name))
			continue;
		first = first ? first : name;
		count++;
	}
	return report_files(inspection, LOCK_PATH, count, first,
		"is a test of the recipe, but was never made", REMEDY, error);
}

/* ---- lock and programs ---- */

/* "generators/seeded.py" for the word "seeded"; a name in the recipe's list stays. */
static char *name_program(const struct programs *programs, const char *word, struct as_error *error)
{
	return json_object_get(programs->generators, word)
		       ? as_text_format(error, "the program %s", word)
		       : programs_path(programs, word, error);
}

static int compare_program(struct inspection *inspection, const struct programs *programs,
	const char *word, const char *locked, struct as_error *error)
{
	struct as_error why = {0};
	char hex[AS_DIGEST_HEX_SIZE], text[1024];

	if (programs_digest(programs, inspection->languages, word, hex, &why))
		return why.kind == AS_ERROR_INPUT
			       ? as_findings_add(inspection->findings, AS_FINDING_ERROR,
					 RECIPE_PATH, error, "%s",
					 as_error_format(&why, text, sizeof(text)))
			       : 0;
	if (strcmp(hex, locked) == 0)
		return 0;
	AS_AUTO_FREE char *name = name_program(programs, word, error);
	return name ? as_findings_add(inspection->findings, AS_FINDING_WARNING, LOCK_PATH, error,
			      "%s is not the one in the lock; run `assay gen --check`", name)
		    : -1;
}

/* A changed program may generate the same files, which only a run shows. */
static int compare_programs(struct inspection *inspection, struct as_error *error)
{
	const struct programs programs = {.generators = inspection->recipe.generators,
		.constants = &inspection->package->constants,
		.dir_fd = inspection->package->tree.fd};
	const char *word;
	json_t *locked;

	json_object_foreach(inspection->programs, word, locked)
	{
		const char *digest = json_string_value(locked);
		if (digest && compare_program(inspection, &programs, word, digest, error))
			return -1;
	}
	return 0;
}

/* ---- lock and files ---- */

/* NULL: the file is as generated. */
static const char *differs(const struct inspection *inspection, const char *path, json_t *locked)
{
	char hex[AS_DIGEST_HEX_SIZE];
	const int failed = place_digest(inspection->package->tree.fd, path, NULL, hex);

	if (failed)
		return failed == ENOENT ? "does not exist, although the lock has it"
					: "cannot be read";
	return strcmp(hex, json_string_value(locked)) == 0 ? NULL
							   : "differs from what the recipe made";
}

/* Missing and changed files are counted separately. */
static int compare_files(struct inspection *inspection, struct as_error *error)
{
	struct {
		const char *what, *first;
		size_t count;
	} kinds[3] = {0};
	const char *path;
	json_t *locked;

	json_object_foreach(inspection->lock, path, locked)
	{
		const char *what = differs(inspection, path, locked);
		size_t k = 0;
		while (what && kinds[k].what && strcmp(kinds[k].what, what) != 0)
			k++;
		if (!what)
			continue;
		kinds[k].what = what;
		kinds[k].first = kinds[k].first ? kinds[k].first : path;
		kinds[k].count++;
	}
	for (size_t k = 0; k < 3; k++)
		if (report_files(inspection, "data", kinds[k].count, kinds[k].first, kinds[k].what,
			    REMEDY, error))
			return -1;
	return 0;
}

static void note_extra(void *context, const char *path)
{
	struct inspection *inspection = context;
	AS_AUTO_FREE char *test =
		as_text_format(NULL, "%.*s", (int)(strrchr(path, '.') - path), path);

	if (!test || json_object_get(inspection->lock, path) ||
		json_object_get(inspection->made, test))
		return;
	if (inspection->extra_count++ == 0)
		inspection->extra = as_text_format(NULL, "%s", path);
}

static int inspect(struct inspection *inspection, struct as_error *error)
{
	const int dir_fd = inspection->package->tree.fd;
	bool has_recipe, has_lock = false;

	if (read_recipe(inspection, &has_recipe, error) ||
		(has_recipe && read_lock(inspection, &has_lock, error)))
		return -1;
	if (!has_lock)
		return 0;
	if (!(inspection->made = json_object()))
		return as_error_no_memory(error);
	if (compare_recipe(inspection, error) || compare_tests(inspection, error) ||
		compare_programs(inspection, error) || compare_files(inspection, error) ||
		place_list(dir_fd, note_extra, inspection, error))
		return -1;
	if (inspection->extra_count && !inspection->extra)
		return as_error_no_memory(error);
	return report_files(inspection, "data", inspection->extra_count, inspection->extra,
		PLACE_EXTRA, PLACE_EXTRA_REMEDY, error);
}

int as_gen_inspect(const struct as_package *package, const struct as_languages *languages,
	struct as_findings *findings, struct as_error *error)
{
	AS_AUTO(clear)
	struct inspection inspection = {
		.package = package, .languages = languages, .findings = findings};
	struct stat status;

	if (package->needs_generation ||
		fstatat(package->tree.fd, RECIPE_PATH, &status, AT_SYMLINK_NOFOLLOW))
		return 0;
	return inspect(&inspection, error);
}
