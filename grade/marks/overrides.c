/* SPDX-License-Identifier: MIT */
/* overrides.csv: marks that people replace. */
#include "table.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

enum column { COLUMN_ID, COLUMN_ITEM, COLUMN_MARK, COLUMN_REASON, COLUMN_COUNT };
static const char *const names[COLUMN_COUNT] = {"id", "item", "mark", "reason"};

/* One row of the file. */
struct row {
	char *texts[COLUMN_COUNT];
};

static void clear_texts(struct row *row)
{
	for (size_t i = 0; i < COUNT(row->texts); i++)
		free(row->texts[i]);
}

static int64_t max_of(const struct as_scheme *scheme, size_t item)
{
	if (item != SIZE_MAX)
		return scheme->items[item].points_e4;
	return scheme->total_e4 + (scheme->above_total ? scheme->bonus_e4 : 0);
}

static int unknown_item(struct table *table, size_t at, const char *text, struct as_error *error)
{
	const struct as_scheme *scheme = table->scheme;
	AS_AUTO_FREE const char **ids = calloc(scheme->item_count + 1, sizeof(*ids));

	if (!ids)
		return as_error_no_memory(error);
	for (size_t i = 0; i < scheme->item_count; i++)
		ids[i] = scheme->items[i].id;
	ids[scheme->item_count] = "total";
	return table_note(table, at, AS_FINDING_ERROR, error,
		"unknown item '%s'%s write the id of an item of the scheme, or total", text,
		AS_SUGGESTION(text, ids, scheme->item_count + 1));
}

/* 1: the row is a decision; 0: it is not, and a finding has the reason. */
static int read_decision(struct table *table, size_t at, const struct row *row,
	struct as_override *override, struct as_error *error)
{
	const size_t mark = as_csv_column(&table->csv, &names[COLUMN_MARK], 1);
	const size_t reason = as_csv_column(&table->csv, &names[COLUMN_REASON], 1);
	const char *item = row->texts[COLUMN_ITEM];

	override->item = as_scheme_find(table->scheme, item);
	if (override->item == SIZE_MAX && strcmp(item, "total") != 0)
		return unknown_item(table, at, item, error);
	if (!*row->texts[COLUMN_REASON])
		return table_note(table, at, AS_FINDING_ERROR, error,
			"override of %s of '%s' has no reason; write one", item,
			table_people_label(&table->people, row->texts[COLUMN_ID]));
	const int comma = table_check_comma(table, at, mark, reason, error);
	if (comma)
		return comma < 0 ? -1 : 0;
	return table_points(table, at, item, row->texts[COLUMN_MARK],
		max_of(table->scheme, override->item), &override->points_e4, error);
}

static bool is_empty(const struct row *row)
{
	for (size_t i = 0; i < COUNT(row->texts); i++)
		if (*row->texts[i])
			return false;
	return true;
}

static int add_row(struct table *table, size_t at, struct row *row, struct as_overrides *overrides,
	struct as_error *error)
{
	struct as_override override = {.line = table->csv.rows[at].line};

	if (is_empty(row))
		return 0;
	if (!*row->texts[COLUMN_ID])
		return table_note(table, at, AS_FINDING_ERROR, error,
			"override without an id; add the id of the student");
	if (table_check_person(table, at, row->texts[COLUMN_ID], error))
		return -1;
	const int status = read_decision(table, at, row, &override, error);
	if (status != 1)
		return status;
	override.id = as_steal(row->texts[COLUMN_ID]);
	override.reason = as_steal(row->texts[COLUMN_REASON]);
	overrides->items[overrides->count++] = override;
	return 0;
}

static int read_row(struct table *table, const size_t *columns, size_t at,
	struct as_overrides *overrides, struct as_error *error)
{
	struct row row = {0};
	int status = 0;

	for (size_t i = 0; status == 0 && i < COUNT(row.texts); i++) {
		row.texts[i] = i == COLUMN_ID ? table_id(table, at, columns[i], error)
					      : table_cell(&table->csv, at, columns[i], error);
		status = row.texts[i] ? 0 : -1;
	}
	if (status == 0)
		status = add_row(table, at, &row, overrides, error);
	clear_texts(&row);
	return status;
}

static int compare_marks(const struct as_override *left, const struct as_override *right)
{
	const int order = strcmp(left->id, right->id);

	return order ? order : (left->item > right->item) - (left->item < right->item);
}

static int compare(const void *left, const void *right)
{
	const struct as_override *a = left, *b = right;
	const int order = compare_marks(a, b);

	return order ? order : (a->line > b->line) - (a->line < b->line);
}

static void clear_override(struct as_override *override)
{
	free(override->id);
	free(override->reason);
	*override = (struct as_override){0};
}

static int note_twin(struct table *table, const struct as_override *first,
	const struct as_override *twin, struct as_error *error)
{
	const char *item = first->item == SIZE_MAX ? "total" : table->scheme->items[first->item].id;
	AS_AUTO_FREE char *where = as_text_format(error, "%s:%u", table->csv.name, twin->line);

	if (!where)
		return -1;
	return as_findings_add(table->findings, AS_FINDING_ERROR, where, error,
		"%s of '%s' is also overridden in line %u; neither is used; remove one", item,
		table_people_label(&table->people, twin->id), first->line);
}

/* Two decisions about one mark contradict each other: neither counts. */
static int drop_twins(struct table *table, struct as_overrides *overrides, struct as_error *error)
{
	size_t kept = 0;

	for (size_t i = 0, end; i < overrides->count; i = end) {
		struct as_override *items = overrides->items;
		for (end = i + 1; end < overrides->count; end++)
			if (compare_marks(&items[i], &items[end]) != 0)
				break;
		for (size_t twin = i + 1; twin < end; twin++)
			if (note_twin(table, &items[i], &items[twin], error))
				return -1;
		for (size_t twin = i; end > i + 1 && twin < end; twin++)
			clear_override(&items[twin]);
		if (end == i + 1) {
			const struct as_override single = items[i];
			items[i] = (struct as_override){0};
			items[kept++] = single;
		}
	}
	overrides->count = kept;
	return 0;
}

static int read_table(struct table *table, struct as_overrides *overrides, struct as_error *error)
{
	size_t columns[COLUMN_COUNT];

	for (size_t i = 0; i < COLUMN_COUNT; i++)
		if (as_csv_require(&table->csv, &names[i], 1, &columns[i], error))
			return -1;
	overrides->items = calloc(table->csv.count + 1, sizeof(*overrides->items));
	if (!overrides->items)
		return as_error_no_memory(error);
	for (size_t r = 0; r < table->csv.count; r++)
		if (read_row(table, columns, r, overrides, error))
			return -1;
	qsort(overrides->items, overrides->count, sizeof(*overrides->items), compare);
	return drop_twins(table, overrides, error);
}

int as_overrides_read(struct as_overrides *overrides, const struct as_scheme *scheme,
	const char *path, const struct as_person_key *people, size_t people_count,
	struct as_findings *findings, struct as_error *error)
{
	struct table table = {.findings = findings};
	struct as_overrides draft = {0};
	int status = table_open(&table, scheme, path, people, people_count, error);

	if (status == 1)
		status = read_table(&table, &draft, error);
	table_clear(&table);
	if (status)
		as_overrides_clear(&draft);
	else
		*overrides = draft;
	return status;
}

void as_overrides_clear(struct as_overrides *overrides)
{
	for (size_t i = 0; i < overrides->count; i++)
		clear_override(&overrides->items[i]);
	free(overrides->items);
	*overrides = (struct as_overrides){0};
}
