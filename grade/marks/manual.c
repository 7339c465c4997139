/* SPDX-License-Identifier: MIT */
/* manual.csv: the marks that people give. */
#include "table.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define NEW_MODE 0600

static const char *const id_name = "id";

/* ---- columns ---- */

/* The columns of a manual item; SIZE_MAX: missing. */
struct columns {
	size_t mark;
	size_t comment;
};

/* Two columns of one name are an error: one of them would be lost. */
static int find_column(
	const struct as_csv *csv, const char *name, size_t *column, struct as_error *error)
{
	*column = as_csv_column(csv, &name, 1);
	return *column == SIZE_MAX ? 0 : as_csv_require(csv, &name, 1, column, error);
}

static int find_columns(const struct as_csv *csv, const struct as_item *item,
	struct columns *columns, struct as_error *error)
{
	AS_AUTO_FREE char *comment = as_text_format(error, "%s comment", item->id);

	*columns = (struct columns){SIZE_MAX, SIZE_MAX};
	if (!comment || item->kind != AS_ITEM_MANUAL)
		return comment ? 0 : -1;
	if (find_column(csv, item->id, &columns->mark, error))
		return -1;
	return find_column(csv, comment, &columns->comment, error);
}

/* In the order of the scheme's items. */
static struct columns *find_all_columns(
	const struct as_csv *csv, const struct as_scheme *scheme, struct as_error *error)
{
	AS_AUTO_FREE struct columns *columns = calloc(scheme->item_count + 1, sizeof(*columns));

	if (!columns)
		as_error_no_memory(error);
	for (size_t i = 0; columns && i < scheme->item_count; i++)
		if (find_columns(csv, &scheme->items[i], &columns[i], error))
			return NULL;
	return as_steal(columns);
}

/* ---- reading ---- */

static bool is_known_column(const struct as_csv *csv, size_t column, const struct columns *columns,
	const struct as_scheme *scheme)
{
	if (column == as_csv_column(csv, &id_name, 1))
		return true;
	for (size_t i = 0; i < scheme->item_count; i++)
		if (column == columns[i].mark || column == columns[i].comment)
			return true;
	return false;
}

/* A misspelt name must not look like a class without marks. */
static int check_header(struct table *table, const struct columns *columns, struct as_error *error)
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
	const struct columns *columns, struct as_manual_mark *mark, struct as_error *error)
{
	AS_AUTO_FREE char *text = table_cell(&table->csv, row, columns->mark, error);
	AS_AUTO_FREE char *comment = table_cell(&table->csv, row, columns->comment, error);

	if (!text || !comment)
		return -1;
	if (*comment)
		mark->comment = as_steal(comment);
	if (!*text)
		return 0;
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

static int read_row(struct table *table, size_t row, const struct columns *columns,
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

static int read_rows(struct table *table, const struct columns *columns, struct as_manual *manual,
	struct as_error *error)
{
	manual->item_count = table->scheme->item_count;
	manual->rows = calloc(table->csv.count + 1, sizeof(*manual->rows));
	if (!manual->rows)
		return as_error_no_memory(error);
	for (size_t r = 0; r < table->csv.count; r++) {
		struct as_manual_row *row = &manual->rows[manual->count++];
		if (read_row(table, r, columns, row, error) || check_row(table, r, row, error))
			return -1;
		if (!*row->id) {
			clear_row(row, manual->item_count);
			manual->rows[--manual->count] = (struct as_manual_row){0};
		}
	}
	return 0;
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
	AS_AUTO_FREE struct columns *columns = find_all_columns(&table->csv, table->scheme, error);
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

/* The mark on which all members with a mark agree; NULL: none, or they differ. */
static const struct as_manual_mark *find_shared(
	const struct as_manual *manual, const char *const *ids, size_t count, size_t item)
{
	const struct as_manual_mark *shared = NULL;

	for (size_t i = 0; i < count; i++) {
		const struct as_manual_mark *mark = find_mark(manual, ids[i], item);
		if (!mark || !mark->is_marked)
			continue;
		if (shared && shared->points_e4 != mark->points_e4)
			return NULL;
		if (!shared)
			shared = mark;
	}
	return shared;
}

static int share_mark(
	const struct as_manual_mark *shared, struct as_manual_mark *mark, struct as_error *error)
{
	if (!mark || mark->is_marked)
		return 0;
	mark->is_marked = true;
	mark->points_e4 = shared->points_e4;
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
		const struct as_manual_mark *shared = find_shared(manual, ids, count, i);
		for (size_t m = 0; shared && m < count; m++)
			if (share_mark(shared, find_mark(manual, ids[m], i), error))
				return -1;
	}
	return 0;
}

/* ---- writing ---- */

static int add_columns(
	struct as_csv *csv, const struct as_scheme *scheme, bool *changed, struct as_error *error)
{
	for (size_t i = 0; i < scheme->item_count; i++) {
		const struct as_item *item = &scheme->items[i];
		struct columns columns;
		if (item->kind != AS_ITEM_MANUAL)
			continue;
		AS_AUTO_FREE char *comment = as_text_format(error, "%s comment", item->id);
		if (!comment || find_columns(csv, item, &columns, error) ||
			(columns.mark == SIZE_MAX && as_csv_add_column(csv, item->id, error)) ||
			(columns.comment == SIZE_MAX && as_csv_add_column(csv, comment, error)))
			return -1;
		*changed |= columns.mark == SIZE_MAX || columns.comment == SIZE_MAX;
	}
	return 0;
}

static int compare_texts(const void *left, const void *right)
{
	return strcmp(*(char *const *)left, *(char *const *)right);
}

/* The ids of the rows, sorted; NULL-terminated. */
static char **list_ids(const struct as_csv *csv, size_t column, struct as_error *error)
{
	AS_AUTO_NAMES char **ids = calloc(csv->count + 1, sizeof(*ids));

	if (!ids)
		as_error_no_memory(error);
	for (size_t r = 0; ids && r < csv->count; r++) {
		ids[r] = table_cell(csv, r, column, error);
		if (!ids[r])
			return NULL;
	}
	if (ids)
		qsort(ids, csv->count, sizeof(*ids), compare_texts);
	return as_steal(ids);
}

static int add_person(struct as_csv *csv, size_t id_column, const struct as_person_key *person,
	struct as_error *error)
{
	const size_t name = as_csv_column(csv, &(const char *){"name"}, 1);

	if (as_csv_add_row(csv, error) ||
		as_csv_set_text(csv, csv->count - 1, id_column,
			person->is_blind ? person->alias : person->id, error))
		return -1;
	if (name == SIZE_MAX || !person->name || person->is_blind)
		return 0;
	return as_csv_set_text(csv, csv->count - 1, name, person->name, error);
}

/* When blind marking starts or ends, the cell with the person's id changes between id and
 * pseudonym. */
static int rename_row(struct as_csv *csv, size_t row, size_t id_column,
	const struct as_person_key *person, const char *text, bool *changed, struct as_error *error)
{
	const size_t name_column = as_csv_column(csv, &(const char *){"name"}, 1);
	const char *id = person->is_blind ? person->alias : person->id;
	const char *name = person->is_blind || !person->name ? "" : person->name;

	if (!*person->alias || strcmp(text, id) == 0)
		return 0;
	*changed = true;
	return as_csv_set_text(csv, row, id_column, id, error) ||
			       (name_column != SIZE_MAX &&
				       as_csv_set_text(csv, row, name_column, name, error))
		       ? -1
		       : 0;
}

static int rename_rows(struct as_csv *csv, size_t column, const struct table_people *people,
	bool *changed, struct as_error *error)
{
	for (size_t r = 0; r < csv->count; r++) {
		AS_AUTO_FREE char *text = table_cell(csv, r, column, error);
		if (!text)
			return -1;
		const struct as_person_key *person = table_people_find(people, text);
		if (person && rename_row(csv, r, column, person, text, changed, error))
			return -1;
	}
	return 0;
}

static bool has_row(char *const *ids, size_t count, const char *id)
{
	return bsearch(&id, ids, count, sizeof(*ids), compare_texts);
}

static int add_missing(struct as_csv *csv, size_t column, const struct as_person_key *people,
	size_t people_count, bool *changed, struct as_error *error)
{
	const size_t row_count = csv->count;
	AS_AUTO_NAMES char **ids = list_ids(csv, column, error);

	if (!ids)
		return -1;
	for (size_t i = 0; i < people_count; i++) {
		if (has_row(ids, row_count, people[i].id) ||
			(*people[i].alias && has_row(ids, row_count, people[i].alias)))
			continue;
		if (add_person(csv, column, &people[i], error))
			return -1;
		*changed = true;
	}
	return 0;
}

static int add_people(struct as_csv *csv, const struct as_person_key *people, size_t people_count,
	bool *changed, struct as_error *error)
{
	struct table_people sorted = {0};
	size_t column;

	if (as_csv_require(csv, &id_name, 1, &column, error) ||
		table_people_init(&sorted, people, people_count, error))
		return -1;
	const int failed = rename_rows(csv, column, &sorted, changed, error) ||
			   add_missing(csv, column, people, people_count, changed, error);
	table_people_clear(&sorted);
	return failed ? -1 : 0;
}

/* 1: `before` is the content of the file; 0: there is no file. */
static int read_before(const char *path, struct as_bytes *before, struct as_error *error)
{
	struct as_error why = {0};

	if (as_file_read(AT_FDCWD, path, AS_CSV_MAX_BYTES, before, &why) == 0)
		return 1;
	if (why.sys_errno == ENOENT)
		return 0;
	if (error)
		*error = why;
	return -1;
}

/* An existing file keeps its mode; a new one, which contains marks, is private. */
static mode_t mode_of(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 ? status.st_mode & 0777 : NEW_MODE;
}

/* Someone may have saved it from a spreadsheet since it was read. */
static int write_unless_changed(const char *path, const struct as_bytes *before, bool existed,
	const struct as_csv *csv, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes after = {0};
	AS_AUTO_BYTES struct as_bytes now = {0};

	if (as_csv_format(csv, &after, error))
		return -1;
	const int exists = read_before(path, &now, error);
	if (exists < 0)
		return -1;
	if (exists != existed || now.size != before->size ||
		(now.size > 0 && memcmp(now.data, before->data, now.size) != 0))
		return as_error_at(error, AS_ERROR_INPUT, path, 0, 0,
			"the file was changed while it was read; run the command again");
	return as_file_write(AT_FDCWD, path, after.data, after.size, mode_of(path), error) ? -1 : 1;
}

static bool has_manual(const struct as_scheme *scheme)
{
	for (size_t i = 0; i < scheme->item_count; i++)
		if (scheme->items[i].kind == AS_ITEM_MANUAL)
			return true;
	return false;
}

int as_manual_update(const struct as_scheme *scheme, const char *path,
	const struct as_person_key *people, size_t people_count, struct as_error *error)
{
	static const char *const first[] = {"id", "name"};
	AS_AUTO_BYTES struct as_bytes before = {0};
	AS_AUTO_CSV struct as_csv csv = {0};

	if (!has_manual(scheme))
		return 0;
	const int existed = read_before(path, &before, error);
	bool changed = existed == 0;
	if (existed < 0 || (existed ? as_csv_parse(&csv, path, before.data, before.size, error)
				    : as_csv_init(&csv, path, first, 2, error)))
		return -1;
	if (add_columns(&csv, scheme, &changed, error) ||
		add_people(&csv, people, people_count, &changed, error))
		return -1;
	return changed ? write_unless_changed(path, &before, existed, &csv, error) : 0;
}
