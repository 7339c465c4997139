/* SPDX-License-Identifier: MIT */
/* manual.csv: the marks that people give. */
#include "manual_table.h"

#include <assay/base/fit.h>
#include <string.h>

static const char *const id_name = "id";

/* ---- reading ---- */

/* In the order of the scheme's items. */
static struct manual_columns *find_all_columns(
	const struct as_csv *csv, const struct as_scheme *scheme, struct as_error *error)
{
	AS_AUTO_FREE struct manual_columns *columns =
		calloc(scheme->item_count + 1, sizeof(*columns));

	if (!columns)
		as_error_no_memory(error);
	for (size_t i = 0; columns && i < scheme->item_count; i++)
		if (manual_find_columns(csv, &scheme->items[i], &columns[i], error))
			return NULL;
	return as_steal(columns);
}

static bool is_known_column(const struct as_csv *csv, size_t column,
	const struct manual_columns *columns, const struct as_scheme *scheme)
{
	if (column == as_csv_column(csv, &id_name, 1))
		return true;
	for (size_t i = 0; i < scheme->item_count; i++)
		if (column == columns[i].mark || column == columns[i].comment)
			return true;
	return false;
}

/* A misspelt name must not look like a class without marks. */
static int check_header(
	struct table *table, const struct manual_columns *columns, struct as_error *error)
{
	const struct as_scheme *scheme = table->scheme;
	const struct as_csv *csv = &table->csv;
	AS_AUTO_FREE const char **names = calloc(scheme->item_count + 1, sizeof(*names));
	AS_AUTO_FREE char *where = as_text_format(error, "%s:%u", csv->name, csv->header.line);
	size_t count = 0;

	if (!names || !where)
		return names ? -1 : as_error_no_memory(error);
	for (size_t i = 0; i < scheme->item_count; i++)
		if (scheme->items[i].kind == AS_ITEM_MANUAL && columns[i].mark == SIZE_MAX)
			names[count++] = scheme->items[i].id;
	for (size_t c = 0; c < csv->header.count; c++) {
		const char *name = csv->header.cells[c];
		const char *near = AS_SUGGESTION(name, names, count);
		if (is_known_column(csv, c, columns, scheme) || strcmp(near, ";") == 0)
			continue;
		if (as_findings_add(table->findings, AS_FINDING_WARNING, where, error,
			    "unknown column '%s'%s The column is not used", name, near))
			return -1;
	}
	return 0;
}

static int read_mark(struct table *table, size_t row, const struct as_item *item,
	const struct manual_columns *columns, struct as_manual_mark *mark, struct as_error *error)
{
	AS_AUTO_FREE char *text = table_cell(&table->csv, row, columns->mark, error);
	AS_AUTO_FREE char *comment = table_cell(&table->csv, row, columns->comment, error);

	if (!text || !comment)
		return -1;
	if (*comment)
		mark->comment = as_steal(comment);
	if (!*text)
		return 0;
	const int comma = table_check_comma(table, row, columns->mark, columns->comment, error);
	if (comma)
		return comma < 0 ? -1 : 0;
	const int status =
		table_points(table, row, item->id, text, item->points_e4, &mark->points_e4, error);
	mark->is_marked = status == 1;
	return status < 0 ? -1 : 0;
}

static void clear_row(struct as_manual_row *row, size_t item_count)
{
	for (size_t i = 0; row->marks && i < item_count; i++)
		free(row->marks[i].comment);
	free(row->marks);
	free(row->id);
}

static int read_row(struct table *table, size_t row, const struct manual_columns *columns,
	struct as_manual_row *to, struct as_error *error)
{
	const struct as_scheme *scheme = table->scheme;

	to->line = table->csv.rows[row].line;
	to->id = table_id(table, row, as_csv_column(&table->csv, &id_name, 1), error);
	to->marks = calloc(scheme->item_count + 1, sizeof(*to->marks));
	if (!to->id || !to->marks)
		return to->id ? as_error_no_memory(error) : -1;
	for (size_t i = 0; i < scheme->item_count; i++)
		if (columns[i].mark != SIZE_MAX || columns[i].comment != SIZE_MAX)
			if (read_mark(table, row, &scheme->items[i], &columns[i], &to->marks[i],
				    error))
				return -1;
	return 0;
}

static bool has_mark(const struct as_manual_row *row, size_t item_count)
{
	for (size_t i = 0; i < item_count; i++)
		if (row->marks[i].is_marked || row->marks[i].comment)
			return true;
	return false;
}

/* A row without an id belongs to no person; a spreadsheet's own row, such as an average, has
 * none. A row without marks is of a person who was in the class earlier. */
static int check_row(
	struct table *table, size_t row, const struct as_manual_row *read, struct as_error *error)
{
	if (!has_mark(read, table->scheme->item_count))
		return 0;
	if (*read->id)
		return table_check_person(table, row, read->id, error);
	return table_note(table, row, AS_FINDING_ERROR, error,
		"marks in a row without an id; add the id, or remove the row");
}

/* Rows that a run with another class added, perhaps with a wrong folder. */
struct strangers {
	size_t count;
	char text[256]; /* "'data' (line 4), ..." */
};

/* More rows are only counted. */
#define MAX_NAMED 4

static void note_stranger(
	const struct table *table, const struct as_manual_row *row, struct strangers *strangers)
{
	const size_t length = strlen(strangers->text);
	const char *label = table_people_label(&table->people, row->id);

	if (!*row->id || table_people_have(&table->people, row->id) ||
		has_mark(row, table->scheme->item_count) || ++strangers->count > MAX_NAMED + 1)
		return;
	if (strangers->count > MAX_NAMED)
		snprintf(strangers->text + length, sizeof(strangers->text) - length, ", ...");
	else
		snprintf(strangers->text + length, sizeof(strangers->text) - length,
			"%s'%.*s' (line %u)", length ? ", " : "", as_text_fit(label, 40), label,
			row->line);
}

static int list_strangers(
	struct table *table, const struct strangers *strangers, struct as_error *error)
{
	if (strangers->count == 0)
		return 0;
	return as_findings_add(table->findings, AS_FINDING_INFO, table->csv.name, error,
		"%zu %s without marks: nobody in the class has the %s %s; delete %s, or correct %s",
		strangers->count, strangers->count == 1 ? "row" : "rows",
		strangers->count == 1 ? "id" : "ids", strangers->text,
		strangers->count == 1 ? "the row" : "the rows",
		strangers->count == 1 ? "the id" : "the ids");
}

static int read_rows(struct table *table, const struct manual_columns *columns,
	struct as_manual *manual, struct as_error *error)
{
	struct strangers strangers = {0};

	manual->item_count = table->scheme->item_count;
	manual->rows = calloc(table->csv.count + 1, sizeof(*manual->rows));
	if (!manual->rows)
		return as_error_no_memory(error);
	for (size_t r = 0; r < table->csv.count; r++) {
		struct as_manual_row *row = &manual->rows[manual->count++];
		if (read_row(table, r, columns, row, error) || check_row(table, r, row, error))
			return -1;
		note_stranger(table, row, &strangers);
		if (!*row->id) {
			clear_row(row, manual->item_count);
			manual->rows[--manual->count] = (struct as_manual_row){0};
		}
	}
	return list_strangers(table, &strangers, error);
}

static int compare_rows(const void *left, const void *right)
{
	const struct as_manual_row *a = left, *b = right;
	const int order = strcmp(a->id, b->id);

	return order ? order : (a->line > b->line) - (a->line < b->line);
}

/* Only a person knows which of two rows is meant: neither is used. */
static int drop_twins(struct table *table, struct as_manual *manual, struct as_error *error)
{
	size_t kept = 0;

	for (size_t i = 0, end; i < manual->count; i = end) {
		struct as_manual_row *row = &manual->rows[i];
		for (end = i + 1; end < manual->count; end++)
			if (strcmp(manual->rows[end].id, row->id) != 0)
				break;
		for (size_t twin = i + 1; twin < end; twin++) {
			AS_AUTO_FREE char *where = as_text_format(
				error, "%s:%u", table->csv.name, manual->rows[twin].line);
			if (!where ||
				as_findings_add(table->findings, AS_FINDING_ERROR, where, error,
					"the id '%s' is also in line %u; no mark of either "
					"is used; remove one",
					table_people_label(&table->people, row->id), row->line))
				return -1;
		}
		if (end == i + 1) {
			const struct as_manual_row single = *row;
			*row = (struct as_manual_row){0};
			manual->rows[kept++] = single;
		}
		for (size_t twin = i; end > i + 1 && twin < end; twin++) {
			clear_row(&manual->rows[twin], manual->item_count);
			manual->rows[twin] = (struct as_manual_row){0};
		}
	}
	manual->count = kept;
	return 0;
}

static int read_table(struct table *table, struct as_manual *manual, struct as_error *error)
{
	size_t id;

	if (as_csv_require(&table->csv, &id_name, 1, &id, error))
		return -1;
	AS_AUTO_FREE struct manual_columns *columns =
		find_all_columns(&table->csv, table->scheme, error);
	if (!columns || check_header(table, columns, error) ||
		read_rows(table, columns, manual, error))
		return -1;
	qsort(manual->rows, manual->count, sizeof(*manual->rows), compare_rows);
	return drop_twins(table, manual, error);
}

int as_manual_read(struct as_manual *manual, const struct as_scheme *scheme, const char *path,
	const struct as_person_key *people, size_t people_count, struct as_findings *findings,
	struct as_error *error)
{
	struct table table = {.findings = findings};
	struct as_manual draft = {0};
	int status = table_open(&table, scheme, path, people, people_count, error);

	if (status == 1)
		status = read_table(&table, &draft, error);
	table_clear(&table);
	if (status)
		as_manual_clear(&draft);
	else
		*manual = draft;
	return status;
}

void as_manual_clear(struct as_manual *manual)
{
	for (size_t i = 0; i < manual->count; i++)
		clear_row(&manual->rows[i], manual->item_count);
	free(manual->rows);
	*manual = (struct as_manual){0};
}

const struct as_manual_mark *as_manual_of(const struct as_manual *manual, const char *id)
{
	const struct as_manual_row wanted = {.id = (char *)id};
	size_t low = 0, high = manual->count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const int order = strcmp(manual->rows[middle].id, wanted.id);
		if (order == 0)
			return manual->rows[middle].marks;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

/* ---- teams ---- */

static struct as_manual_mark *find_mark(const struct as_manual *manual, const char *id, size_t item)
{
	const struct as_manual_mark *marks = as_manual_of(manual, id);

	return marks ? (struct as_manual_mark *)&marks[item] : NULL;
}

/* The mark on which all members with a mark agree, and the member; NULL: none, or they differ. */
static const struct as_manual_mark *find_shared(const struct as_manual *manual,
	const char *const *ids, size_t count, size_t item, const char **giver)
{
	const struct as_manual_mark *shared = NULL;

	for (size_t i = 0; i < count; i++) {
		const struct as_manual_mark *mark = find_mark(manual, ids[i], item);
		if (!mark || !mark->is_marked)
			continue;
		if (shared && shared->points_e4 != mark->points_e4)
			return NULL;
		if (!shared) {
			shared = mark;
			*giver = ids[i];
		}
	}
	return shared;
}

static int share_mark(const struct as_manual_mark *shared, const char *giver,
	struct as_manual_mark *mark, struct as_error *error)
{
	if (!mark || mark->is_marked)
		return 0;
	mark->is_marked = true;
	mark->points_e4 = shared->points_e4;
	mark->giver = giver;
	if (mark->comment || !shared->comment)
		return 0;
	mark->comment = strdup(shared->comment);
	return mark->comment ? 0 : as_error_no_memory(error);
}

int as_manual_share(struct as_manual *manual, const struct as_scheme *scheme,
	const char *const *ids, size_t count, struct as_error *error)
{
	for (size_t i = 0; i < scheme->item_count; i++) {
		const struct as_item *item = &scheme->items[i];
		if (item->kind != AS_ITEM_MANUAL || item->individual)
			continue;
		const char *giver = NULL;
		const struct as_manual_mark *shared = find_shared(manual, ids, count, i, &giver);
		for (size_t m = 0; shared && m < count; m++)
			if (share_mark(shared, giver, find_mark(manual, ids[m], i), error))
				return -1;
	}
	return 0;
}
