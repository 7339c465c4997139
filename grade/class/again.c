/* SPDX-License-Identifier: MIT */
/*
 * Finds decisions and manual marks of people that were made for an earlier submission. They count
 * as before, but are listed until the row in the table changes.
 *
 * 1. The row of a student remembers the digests of the files that the last run has seen.
 * 2. It also remembers for each decision the digest of its text, and the files it was made for: a
 *    new text is about the files of the run before, which its author could see. In the student's
 *    first run these are the files of the run itself.
 * 3. A mark that the members of a team share is about the files of the student in whose row it is.
 * 4. A decision about other files than those of this run is listed.
 * 5. So is a decision from before the submission came into doubt, because it is not about the
 * doubt.
 */
#include "state.h"

#include <string.h>

#define AGAIN "for an earlier submission"
static const char decided[] =
	"decided " AGAIN "; look at the new one, and change the mark or the reason in "
	"overrides.csv";
static const char marked[] =
	"marked " AGAIN "; look at the new one, and change the mark or the comment in "
	"manual.csv";
#define DOUBTED "before the submission came into doubt; look at it, and change the mark or the "
static const char decided_before[] = "decided " DOUBTED "reason in overrides.csv";
static const char marked_before[] = "marked " DOUBTED "comment in manual.csv";

/* The name of the doubt among the files; no package has this name. */
#define DOUBT "?"
#define NO_DOUBT "-"

/* The files that a decision is about. */
struct seen {
	const struct as_text_map *before; /* NULL: this is the first run */
	struct as_text_map now;
};

struct finder {
	const struct as_class *class;
	const struct as_decisions *decisions;
	struct seen seen;
	const struct as_class_row *before; /* or NULL */
	struct as_class_row *row;
	/* Of the items of one line: decided for other files; before the doubt. */
	char *ids, *doubted;
};

/* ---- files ---- */

static int list_files(
	struct as_text_map *map, const struct as_class_row *row, struct as_error *error)
{
	for (size_t i = 0; i < row->work_count; i++)
		if (*row->works[i].files &&
			as_text_map_set(map, row->works[i].package, row->works[i].files, error))
			return -1;
	return 0;
}

/* The order of the packages does not matter, and the same files may be for several packages. */
static int digest_all(
	const struct as_text_map *map, char hex[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	AS_AUTO_FREE const char **files = calloc(map->count + 1, sizeof(*files));
	struct as_digest digest;
	size_t count = 0;

	*hex = '\0';
	if (!files)
		return as_error_no_memory(error);
	for (size_t i = 0; i < map->count; i++)
		if (strcmp(map->items[i].name, DOUBT) != 0)
			files[count++] = map->items[i].value;
	qsort(files, count, sizeof(*files), as_names_compare);
	as_digest_init(&digest);
	for (size_t i = 0; i < count; i++)
		if (i == 0 || strcmp(files[i], files[i - 1]) != 0)
			as_digest_add_text(&digest, files[i]);
	if (count)
		as_digest_end(&digest, hex);
	return 0;
}

/* Of an automatic item those of its package, else all. "": there are none. */
static int digest_files(const struct as_class *class, size_t item, const struct as_text_map *map,
	char hex[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	const struct as_scheme *scheme = class->config.scheme;

	if (item == SIZE_MAX || scheme->items[item].kind != AS_ITEM_AUTOMATIC)
		return digest_all(map, hex, error);
	const size_t package = scheme->items[item].package;
	const char *files = as_text_map_get(map, class->config.packages[package]->short_name);
	snprintf(hex, AS_DIGEST_HEX_SIZE, "%s", files ? files : "");
	return 0;
}

static int set_doubt(
	struct as_text_map *map, const struct as_class_row *row, struct as_error *error)
{
	const char *doubt = as_text_map_get(&row->facts, "doubt");
	struct as_digest digest;
	char hex[AS_DIGEST_HEX_SIZE] = NO_DOUBT;

	if (doubt && *doubt) {
		as_digest_init(&digest);
		as_digest_add_text(&digest, doubt);
		as_digest_end(&digest, hex);
	}
	return as_text_map_set(map, DOUBT, hex, error);
}

/* Files that are missing in this run are not a new submission. */
static int merge_files(
	struct finder *finder, const struct as_class_row *row, struct as_error *error)
{
	const struct as_text_map *before = finder->seen.before;

	for (size_t i = 0; before && i < before->count; i++)
		if (as_text_map_set(&finder->seen.now, before->items[i].name,
			    before->items[i].value, error))
			return -1;
	return list_files(&finder->seen.now, row, error) || set_doubt(&finder->seen.now, row, error)
		       ? -1
		       : 0;
}

/* ---- decisions ---- */

static void digest_text(
	const char *table, int64_t points_e4, const char *text, char hex[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;
	char points[AS_POINTS_SIZE];

	as_digest_init(&digest);
	as_digest_add_text(&digest, table);
	as_digest_add_text(&digest, as_points_format(points_e4, points));
	as_digest_add_text(&digest, text ? text : "");
	as_digest_end(&digest, hex);
}

/* What a decision was made for. */
struct made_for {
	char files[AS_DIGEST_HEX_SIZE];
	char doubt[AS_DIGEST_HEX_SIZE]; /* "": an older version did not remember it */
};

static int read_made_for(const struct finder *finder, size_t item, const struct as_text_map *map,
	struct made_for *made_for, struct as_error *error)
{
	const char *doubt = as_text_map_get(map, DOUBT);

	snprintf(made_for->doubt, sizeof(made_for->doubt), "%s", doubt ? doubt : "");
	return digest_files(finder->class, item, map, made_for->files, error);
}

/* "FILES DOUBT", each a digest; files may be "", and older versions wrote no doubt. */
static void parse_made_for(const char *text, struct made_for *made_for)
{
	const size_t length = strcspn(text, " ");

	snprintf(made_for->files, sizeof(made_for->files), "%.*s", (int)length, text);
	snprintf(made_for->doubt, sizeof(made_for->doubt), "%s",
		text[length] ? text + length + 1 : "");
}

enum age { AGE_PRESENT, AGE_OTHER_FILES, AGE_BEFORE_DOUBT };

static enum age age_of(const struct made_for *was, const struct made_for *now)
{
	if (strcmp(was->files, now->files) != 0)
		return AGE_OTHER_FILES;
	return strcmp(now->doubt, NO_DOUBT) != 0 && strcmp(was->doubt, now->doubt) != 0
		       ? AGE_BEFORE_DOUBT
		       : AGE_PRESENT;
}

/* Remembers the decision. Returns its age, or -1. */
static int check_decision(struct finder *finder, size_t item, const char text[AS_DIGEST_HEX_SIZE],
	struct as_error *error)
{
	const struct as_scheme *scheme = finder->class->config.scheme;
	const char *id = item == SIZE_MAX ? "total" : scheme->items[item].id;
	const char *known =
		finder->before ? as_text_map_get(&finder->before->memory.decided, id) : NULL;
	const size_t length = strlen(text);
	struct made_for now, was;

	if (read_made_for(finder, item, &finder->seen.now, &now, error) ||
		read_made_for(finder, item,
			finder->seen.before ? finder->seen.before : &finder->seen.now, &was, error))
		return -1;
	if (known && strncmp(known, text, length) == 0 && known[length] == ' ')
		parse_made_for(known + length + 1, &was);
	if (!*was.doubt)
		memcpy(was.doubt, now.doubt, sizeof(was.doubt));
	AS_AUTO_FREE char *value = as_text_format(error, "%s %s %s", text, was.files, was.doubt);
	if (!value || as_text_map_set(&finder->row->memory.decided, id, value, error))
		return -1;
	return (int)age_of(&was, &now);
}

/* Adds the item to the line for its age. */
static int add_id(struct finder *finder, enum age age, size_t item, struct as_error *error)
{
	char **ids = age == AGE_OTHER_FILES ? &finder->ids : &finder->doubted;
	AS_AUTO_FREE char *before = as_steal(*ids);
	const char *id = item == SIZE_MAX ? "total" : finder->class->config.scheme->items[item].id;

	*ids = as_text_format(error, "%s%s%s", before ? before : "", before ? ", " : "", id);
	return *ids ? 0 : -1;
}

static bool is_decided(const struct finder *finder, size_t item)
{
	const struct as_overrides *overrides = &finder->decisions->overrides;

	for (size_t i = 0; i < overrides->count; i++)
		if (overrides->items[i].item == item &&
			strcmp(overrides->items[i].id, finder->row->id) == 0)
			return true;
	return false;
}

static int check_overrides(struct finder *finder, struct as_error *error)
{
	const struct as_overrides *overrides = &finder->decisions->overrides;
	const bool has_total = is_decided(finder, SIZE_MAX);
	char text[AS_DIGEST_HEX_SIZE];

	for (size_t i = 0; i < overrides->count; i++) {
		const struct as_override *override = &overrides->items[i];
		if (strcmp(override->id, finder->row->id) != 0)
			continue;
		digest_text("overrides", override->points_e4, override->reason, text);
		const int age = check_decision(finder, override->item, text, error);
		/* The total decides alone. */
		const bool counts = !has_total || override->item == SIZE_MAX;
		if (age < 0 ||
			(age && counts && add_id(finder, (enum age)age, override->item, error)))
			return -1;
	}
	return 0;
}

/* A shared mark is about the files of the student in whose row the mark is. Returns what
 * check_decision returns. Nothing is remembered: a mark in the student's own row is a new decision.
 */
static int check_shared(struct finder *finder, size_t item, const struct as_manual_mark *mark,
	const char text[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	const struct as_class_row *giver = as_register_find(&finder->class->reg, mark->giver);
	struct as_class_row scratch = {0};
	struct finder other = *finder;

	if (!giver || !giver->memory.is_known)
		return 0;
	other.before = giver;
	other.seen.before = &giver->memory.seen;
	other.row = &scratch;
	const int age = check_decision(&other, item, text, error);
	as_class_memory_clear(&scratch.memory);
	return age;
}

static int check_manual(struct finder *finder, struct as_error *error)
{
	const struct as_scheme *scheme = finder->class->config.scheme;
	const struct as_manual_mark *manual =
		as_manual_of(&finder->decisions->manual, finder->row->id);
	const bool has_total = is_decided(finder, SIZE_MAX);
	char text[AS_DIGEST_HEX_SIZE];

	for (size_t i = 0; manual && i < scheme->item_count; i++) {
		if (!manual[i].is_marked || is_decided(finder, i))
			continue;
		digest_text("manual", manual[i].points_e4, manual[i].comment, text);
		const int age = manual[i].giver ? check_shared(finder, i, &manual[i], text, error)
						: check_decision(finder, i, text, error);
		if (age < 0 || (age && !has_total && add_id(finder, (enum age)age, i, error)))
			return -1;
	}
	return 0;
}

/* ---- lines ---- */

/* Empties `ids`. */
static int add_line(struct finder *finder, char **ids, const char *text, struct as_error *error)
{
	AS_AUTO_FREE char *taken = as_steal(*ids);

	return taken ? as_names_add(&finder->row->total.todo,
			       as_text_format(error, "%s: %s", taken, text), error)
		     : 0;
}

static int find_again(struct finder *finder, struct as_error *error)
{
	return merge_files(finder, finder->row, error) || check_overrides(finder, error) ||
			       add_line(finder, &finder->ids, decided, error) ||
			       add_line(finder, &finder->doubted, decided_before, error) ||
			       check_manual(finder, error) ||
			       add_line(finder, &finder->ids, marked, error) ||
			       add_line(finder, &finder->doubted, marked_before, error)
		       ? -1
		       : 0;
}

int as_class_find_again(const struct as_class *class, const struct as_decisions *decisions,
	struct as_class_row *row, struct as_error *error)
{
	const struct as_class_row *before = as_register_find(&class->reg, row->id);
	struct as_text_map listed = {0};
	struct finder finder = {
		.class = class, .decisions = decisions, .before = before, .row = row};
	int failed = 0;

	if (before && before->memory.is_known) {
		finder.seen.before = &before->memory.seen;
	} else if (before && before->is_marked) {
		/* The row is of a version that did not remember. */
		failed = list_files(&listed, before, error);
		finder.seen.before = &listed;
	}
	failed = failed || find_again(&finder, error);
	row->memory.is_known = true;
	row->memory.seen = finder.seen.now;
	as_text_map_clear(&listed);
	free(finder.ids);
	free(finder.doubted);
	return failed ? -1 : 0;
}

void as_class_take_memory(struct as_class_row *row, struct as_class_row *fresh)
{
	if (!fresh->memory.is_known)
		return;
	as_class_memory_clear(&row->memory);
	row->memory = fresh->memory;
	fresh->memory = (struct as_class_memory){0};
}
