/* SPDX-License-Identifier: MIT */
/* Decisions of people in tables in memory, not in files. */
#include <assay/grade/marks.h>

#include <string.h>

/* ---- manual marks ---- */

/* The first row with this id or a greater one. */
static size_t find_row(const struct as_manual *manual, const char *id)
{
	size_t at = 0;

	while (at < manual->count && strcmp(manual->rows[at].id, id) < 0)
		at++;
	return at;
}

static struct as_manual_row *add_row(
	struct as_manual *manual, size_t at, const char *id, struct as_error *error)
{
	struct as_manual_row *rows = reallocarray(manual->rows, manual->count + 1, sizeof(*rows));
	struct as_manual_mark *marks = calloc(manual->item_count + 1, sizeof(*marks));
	char *copy = strdup(id);

	if (rows)
		manual->rows = rows;
	if (!rows || !marks || !copy) {
		free(marks);
		free(copy);
		as_error_no_memory(error);
		return NULL;
	}
	memmove(&rows[at + 1], &rows[at], (manual->count - at) * sizeof(*rows));
	rows[at] = (struct as_manual_row){.id = copy, .marks = marks};
	manual->count++;
	return &rows[at];
}

int as_manual_set(struct as_manual *manual, const struct as_scheme *scheme, const char *id,
	size_t item, const struct as_manual_mark *mark, struct as_error *error)
{
	const size_t at = find_row(manual, id);
	const bool is_there = at < manual->count && strcmp(manual->rows[at].id, id) == 0;

	manual->item_count = scheme->item_count;
	struct as_manual_row *row = is_there ? &manual->rows[at] : add_row(manual, at, id, error);
	if (!row || as_text_copy(&row->marks[item].comment, mark->comment, error))
		return -1;
	row->marks[item].is_marked = mark->is_marked;
	row->marks[item].points_e4 = mark->points_e4;
	return 0;
}

/* ---- overrides ---- */

/* Negative: the override comes before the decision about this mark. */
static int compare_override(const struct as_override *override, const char *id, size_t item)
{
	const int order = strcmp(override->id, id);

	return order ? order : (override->item > item) - (override->item < item);
}

static struct as_override *add_override(struct as_overrides *overrides, size_t at, const char *id,
	size_t item, struct as_error *error)
{
	struct as_override *items =
		reallocarray(overrides->items, overrides->count + 1, sizeof(*items));
	char *copy = strdup(id);

	if (items)
		overrides->items = items;
	if (!items || !copy) {
		free(copy);
		as_error_no_memory(error);
		return NULL;
	}
	memmove(&items[at + 1], &items[at], (overrides->count - at) * sizeof(*items));
	items[at] = (struct as_override){.id = copy, .item = item};
	overrides->count++;
	return &items[at];
}

int as_overrides_set(struct as_overrides *overrides, const char *id, size_t item, int64_t points_e4,
	const char *reason, struct as_error *error)
{
	size_t at = 0;

	while (at < overrides->count && compare_override(&overrides->items[at], id, item) < 0)
		at++;
	struct as_override *override =
		at < overrides->count && compare_override(&overrides->items[at], id, item) == 0
			? &overrides->items[at]
			: add_override(overrides, at, id, item, error);
	if (!override || as_text_copy(&override->reason, reason, error))
		return -1;
	override->points_e4 = points_e4;
	return 0;
}
