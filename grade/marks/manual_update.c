/* SPDX-License-Identifier: MIT */
/* Adds to manual.csv what is missing. The file belongs to people: no mark or comment is changed. */
#include "manual_table.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define NEW_MODE 0600

static const char *const id_name = "id";

/* ---- columns ---- */

/* Two columns of one name are an error: one of them would be lost. */
static int find_column(
	const struct as_csv *csv, const char *name, size_t *column, struct as_error *error)
{
	*column = as_csv_column(csv, &name, 1);
	return *column == SIZE_MAX ? 0 : as_csv_require(csv, &name, 1, column, error);
}

int manual_find_columns(const struct as_csv *csv, const struct as_item *item,
	struct manual_columns *columns, struct as_error *error)
{
	AS_AUTO_FREE char *comment = as_text_format(error, "%s comment", item->id);

	*columns = (struct manual_columns){SIZE_MAX, SIZE_MAX};
	if (!comment || item->kind != AS_ITEM_MANUAL)
		return comment ? 0 : -1;
	if (find_column(csv, item->id, &columns->mark, error))
		return -1;
	return find_column(csv, comment, &columns->comment, error);
}

/* ---- what is missing ---- */

static int add_columns(
	struct as_csv *csv, const struct as_scheme *scheme, bool *changed, struct as_error *error)
{
	for (size_t i = 0; i < scheme->item_count; i++) {
		const struct as_item *item = &scheme->items[i];
		struct manual_columns columns;
		if (item->kind != AS_ITEM_MANUAL)
			continue;
		AS_AUTO_FREE char *comment = as_text_format(error, "%s comment", item->id);
		if (!comment || manual_find_columns(csv, item, &columns, error) ||
			(columns.mark == SIZE_MAX && as_csv_add_column(csv, item->id, error)) ||
			(columns.comment == SIZE_MAX && as_csv_add_column(csv, comment, error)))
			return -1;
		*changed |= columns.mark == SIZE_MAX || columns.comment == SIZE_MAX;
	}
	return 0;
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
		qsort(ids, csv->count, sizeof(*ids), as_names_compare);
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
	return bsearch(&id, ids, count, sizeof(*ids), as_names_compare);
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

/* ---- the order of rows ---- */

/* A row with its place in the file, and the place of its person in the order that is wanted. */
struct place {
	struct as_csv_row row;
	size_t before, wanted;
	char alias[AS_PSEUDONYM_SIZE];
};

static int compare_places(const void *left, const void *right)
{
	const struct place *a = left, *b = right;
	const int order = strcmp(a->alias, b->alias);

	if (a->wanted != b->wanted)
		return a->wanted < b->wanted ? -1 : 1;
	return order ? order : (a->before > b->before) - (a->before < b->before);
}

/* In blind marking by pseudonym, because the order of the class would tell who is who; else in the
 * order of the class. Rows of nobody come last. */
static int find_place(struct place *place, const struct as_csv *csv, size_t row, size_t column,
	const struct table_people *people, struct as_error *error)
{
	AS_AUTO_FREE char *text = table_cell(csv, row, column, error);
	const struct as_person_key *person = text ? table_people_find(people, text) : NULL;

	if (!text)
		return -1;
	*place = (struct place){.row = csv->rows[row], .before = row, .wanted = SIZE_MAX};
	if (!person)
		return 0;
	place->wanted = person->is_blind ? 0 : person->place;
	if (person->is_blind)
		snprintf(place->alias, sizeof(place->alias), "%s", person->alias);
	return 0;
}

static int sort_rows(struct as_csv *csv, size_t column, const struct table_people *people,
	bool *changed, struct as_error *error)
{
	AS_AUTO_FREE struct place *places = calloc(csv->count + 1, sizeof(*places));

	if (!places)
		return as_error_no_memory(error);
	for (size_t r = 0; r < csv->count; r++)
		if (find_place(&places[r], csv, r, column, people, error))
			return -1;
	qsort(places, csv->count, sizeof(*places), compare_places);
	for (size_t r = 0; r < csv->count; r++) {
		csv->rows[r] = places[r].row;
		*changed |= places[r].before != r;
	}
	return 0;
}

static bool is_blind(const struct as_person_key *people, size_t count)
{
	return count > 0 && people->is_blind;
}

/* Rows of people who are missing are added if `adds`. */
static int update_people(struct as_csv *csv, const struct as_person_key *people,
	size_t people_count, bool adds, bool *changed, struct as_error *error)
{
	struct table_people sorted = {0};
	size_t column;

	if (as_csv_require(csv, &id_name, 1, &column, error) ||
		table_people_init(&sorted, people, people_count, error))
		return -1;
	bool renamed = false;
	const int failed =
		rename_rows(csv, column, &sorted, &renamed, error) ||
		(adds && add_missing(csv, column, people, people_count, changed, error)) ||
		((renamed || is_blind(people, people_count)) &&
			sort_rows(csv, column, &sorted, changed, error));
	*changed |= renamed;
	table_people_clear(&sorted);
	return failed ? -1 : 0;
}

/* ---- the file ---- */

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

int as_manual_update(const struct as_scheme *scheme, const char *path,
	const struct as_person_key *people, size_t people_count, struct as_error *error)
{
	static const char *const first[] = {"id", "name"};
	AS_AUTO_BYTES struct as_bytes before = {0};
	AS_AUTO_CSV struct as_csv csv = {0};

	/* The file may come from an earlier scheme with manual items: its names must not stay. */
	const bool adds = as_scheme_has_manual(scheme);
	if (!adds && !is_blind(people, people_count))
		return 0;
	const int existed = read_before(path, &before, error);
	if (existed == 0 && !adds)
		return 0;
	bool changed = existed == 0;
	if (existed < 0 || (existed ? as_csv_parse(&csv, path, before.data, before.size, error)
				    : as_csv_init(&csv, path, first, 2, error)))
		return -1;
	if (add_columns(&csv, scheme, &changed, error) ||
		update_people(&csv, people, people_count, adds, &changed, error))
		return -1;
	return changed ? write_unless_changed(path, &before, existed, &csv, error) : 0;
}
