/* SPDX-License-Identifier: MIT */
/* Compares the generated files with the lock and, with `check`, with the files in data/. */
#include "lock.h"
#include "maker.h"
#include "place.h"

#include <errno.h>
#include <string.h>

static void note_change(struct maker *maker, const char *path, const char *what)
{
	struct as_gen_report *report = maker->report;

	if (report->changed_count++ == 0) {
		snprintf(report->first_changed, sizeof(report->first_changed), "%s", path);
		snprintf(report->first_change, sizeof(report->first_change), "%s", what);
	}
}

/* Missing files are checked later, when it is known whether the set was generated. */
static void compare_with_disk(struct maker *maker, const char *path, const char *hex)
{
	char there[AS_DIGEST_HEX_SIZE];

	if (place_digest(maker->dir_fd, path, maker->config->cancel, there) == ENOENT)
		return;
	maker->generated |= strncmp(path, "secret/", 7) == 0;
	if (strcmp(there, hex) != 0)
		note_change(maker, path, "the file on the disk differs");
}

static int compare_file(struct maker *maker, const char *path, const char *digest,
	uint64_t size_bytes, bool kept, struct as_error *error)
{
	const char *locked = json_string_value(json_object_get(maker->old_lock, path));

	if (json_object_get(maker->new_lock, path))
		return as_error_set(error, AS_ERROR_INPUT, "two tests make the file data/%s", path);
	if (!locked && maker->config->check && !maker->report->lacks_lock)
		note_change(maker, path, "it is not in the lock");
	else if (locked && strcmp(locked, digest) != 0)
		note_change(maker, path, "its contents differ from the lock");
	if (json_object_set_new(maker->new_lock, path, json_string(digest)))
		return as_error_no_memory(error);
	maker->report->file_count++;
	maker->report->size_bytes += size_bytes;
	if (maker->config->check && !kept)
		compare_with_disk(maker, path, digest);
	return 0;
}

int compare_test(struct maker *maker, size_t index, struct as_error *error)
{
	const struct recipe_test *test = &maker->recipe.tests[index];
	const struct outcome *outcome = &maker->outcomes[index];

	maker->report->test_count++;
	for (int i = 0; i < RECIPE_ENDING_COUNT; i++) {
		AS_AUTO_FREE char *path =
			as_text_format(error, "%s.%s", test->name, recipe_endings[i]);
		if (!path)
			return -1;
		if (outcome->files[i].there &&
			compare_file(maker, path, outcome->files[i].digest,
				outcome->files[i].size_bytes, test->kept, error))
			return recipe_blame(&maker->recipe, test->pointer, error);
	}
	return 0;
}

int compare_settings(struct maker *maker, size_t index, struct as_error *error)
{
	const struct recipe_settings *settings = &maker->recipe.settings[index];
	char hex[AS_DIGEST_HEX_SIZE];

	if (!settings->text)
		return 0;
	as_digest_bytes(settings->text, strlen(settings->text), hex);
	if (compare_file(maker, settings->path, hex, strlen(settings->text), false, error))
		return recipe_blame(&maker->recipe, settings->pointer, error);
	return maker->config->check ? 0
				    : stage_file(maker, settings->path, settings->text,
					      strlen(settings->text), error);
}

static void note_extra(void *context, const char *path)
{
	struct maker *maker = context;

	/* Files of the old lock are noted already. */
	if (!json_object_get(maker->new_lock, path) && !json_object_get(maker->old_lock, path))
		note_change(maker, path, "the recipe does not make it");
}

/* ---- before files are replaced ---- */

struct replacing {
	struct maker *maker;
	struct as_findings notes;
	bool failed;
};

static void clear_replacing(struct replacing *replacing)
{
	as_findings_clear(&replacing->notes);
}

static void note_file(struct replacing *replacing, const char *path, const char *text)
{
	struct as_error ignored = {0};
	AS_AUTO_FREE char *where = as_text_format(NULL, "data/%s", path);

	replacing->failed |= !where || as_findings_add(&replacing->notes, AS_FINDING_INFO, where,
					       &ignored, "%s", text);
}

/* A file in data/ that equals neither the lock nor the new file was edited by hand. */
static void note_edited(struct replacing *replacing, const char *path, const char *locked)
{
	const struct maker *maker = replacing->maker;
	const char *made = json_string_value(json_object_get(maker->new_lock, path));
	char there[AS_DIGEST_HEX_SIZE];

	if (place_digest(maker->dir_fd, path, maker->config->cancel, there) ||
		strcmp(there, locked) == 0 || (made && strcmp(there, made) == 0))
		return;
	note_file(replacing, path,
		!made                       ? "was changed since it was made, and is removed"
		: strcmp(made, locked) == 0 ? "was changed since it was made, and is restored"
					    : "was changed since it was made, and is replaced");
}

static void note_left(void *context, const char *path)
{
	struct replacing *replacing = context;
	const struct maker *maker = replacing->maker;

	if (!json_object_get(maker->new_lock, path) && !json_object_get(maker->old_lock, path))
		note_file(replacing, path, PLACE_EXTRA "; " PLACE_EXTRA_REMEDY);
}

int compare_replaced(struct maker *maker, struct as_error *error)
{
	AS_AUTO(clear_replacing) struct replacing replacing = {.maker = maker};
	const char *path;
	json_t *locked;

	/* A killed command leaves files that nobody edited. */
	if (!stage_is_broken(maker))
		json_object_foreach(maker->old_lock, path, locked)
			note_edited(&replacing, path, json_string_value(locked));
	if (place_list(maker->dir_fd, note_left, &replacing, error))
		return -1;
	if (replacing.failed)
		return as_error_no_memory(error);
	maker_notes(maker, &replacing.notes);
	return 0;
}

/* ---- the whole set ---- */

/* A set that was not generated yet, as in a fresh clone, is compared with the lock alone. */
int compare_folders(struct maker *maker, struct as_error *error)
{
	const char *path;
	json_t *value;

	json_object_foreach(maker->old_lock, path, value)
	{
		if (!json_object_get(maker->new_lock, path))
			note_change(maker, path, "the recipe does not make it");
	}
	if (!maker->config->check)
		return 0;
	if (stage_is_broken(maker))
		note_change(
			maker, AS_RECIPE_MARK, "an `assay gen` was killed while it replaced tests");
	json_object_foreach(maker->new_lock, path, value)
	{
		struct as_error why = {0};
		AS_AUTO_FREE char *full = as_text_format(error, "data/%s", path);
		if (!full)
			return -1;
		AS_AUTO_FD int fd = maker->generated ? as_file_open(maker->dir_fd, full, &why) : -1;
		if (fd < 0 && why.sys_errno == ENOENT)
			note_change(maker, path, "the file does not exist");
	}
	return place_list(maker->dir_fd, note_extra, maker, error);
}

/* A changed program may generate the same files; a note reports it. */
void compare_programs(struct maker *maker)
{
	const char *word;
	json_t *digest;
	char recipe[AS_DIGEST_HEX_SIZE], locked[AS_DIGEST_HEX_SIZE];

	if (maker->config->check && maker->report->changed_count == 0 &&
		lock_recipe(maker->dir_fd, locked) &&
		recipe_digest(&maker->recipe, recipe, NULL) == 0 && strcmp(recipe, locked) != 0)
		maker_note(maker, "the recipe differs from the lock, but makes the same files");
	json_object_foreach(maker->new_programs, word, digest)
	{
		json_t *old = json_object_get(maker->old_programs, word);
		if (maker->config->check && old && !json_equal(old, digest) &&
			maker->report->changed_count == 0)
			maker_note(maker,
				"the program %s differs from the lock, but makes the same files",
				word);
	}
}

/* Equal tests of one `count`: said once for each. `noted` is the pointer of the last one. */
static void note_count(
	const struct maker *maker, const struct recipe_test *test, const char **noted)
{
	/* A text that is repeated on purpose has no command. */
	if (!test->written || (*noted && strcmp(*noted, test->pointer) == 0))
		return;
	*noted = test->pointer;
	maker_note(maker,
		"data/%s.in and other tests of the same 'count' are equal: the command `%s` %s",
		test->name, test->written,
		test->seeded ? "makes the same input whatever its {seed} is"
			     : "has no {seed}, so add one, or remove 'count'");
}

int compare_duplicates(struct maker *maker, struct as_error *error)
{
	AS_AUTO_JSON json_t *seen = json_object();
	const char *noted = NULL;

	for (size_t i = 0; i < maker->recipe.count; i++) {
		const struct recipe_test *test = &maker->recipe.tests[i];
		const char *digest = maker->outcomes[i].files[RECIPE_IN].digest;
		bool judged = strncmp(test->name, "sample/", 7) == 0 ||
			      strncmp(test->name, "secret/", 7) == 0;
		if (!*digest || test->original != i || !judged)
			continue;
		json_t *other = json_object_get(seen, digest);
		size_t first = (size_t)json_integer_value(other);
		if (!other && json_object_set_new(seen, digest, json_integer((json_int_t)i)))
			return as_error_no_memory(error);
		if (!other)
			continue;
		if (test->counted &&
			strcmp(test->pointer, maker->recipe.tests[first].pointer) == 0) {
			note_count(maker, test, &noted);
			continue;
		}
		if (maker->report->duplicate_count++ < 10)
			maker_note(maker, "data/%s.in is equal to data/%s.in", test->name,
				maker->recipe.tests[first].name);
	}
	if (maker->report->duplicate_count > 10)
		maker_note(maker, "%zu more inputs are equal to others",
			maker->report->duplicate_count - 10);
	return 0;
}
