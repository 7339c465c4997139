/* SPDX-License-Identifier: MIT */
/* Writes the files of the folder: marks, documents, and what they depend on. */
#include "report.h"

#include <assay/csv.h>
#include <string.h>

/* ---- marks.csv ---- */

/* The columns before and after those of the items. */
static const char *const first_columns[] = {"id", "name"};
static const char *const last_columns[] = {"late", "penalty", "total", "so far", "todo"};
#define FIRST_COUNT (sizeof(first_columns) / sizeof(*first_columns))
#define LAST_COUNT (sizeof(last_columns) / sizeof(*last_columns))

static int make_table(struct as_csv *csv, const struct as_register *reg, struct as_error *error)
{
	const size_t items = as_names_count(reg->items);
	AS_AUTO_FREE const char **columns =
		calloc(FIRST_COUNT + items + LAST_COUNT, sizeof(*columns));

	if (!columns)
		return as_error_no_memory(error);
	memcpy(columns, first_columns, sizeof(first_columns));
	for (size_t i = 0; i < items; i++)
		columns[FIRST_COUNT + i] = reg->items[i];
	memcpy(columns + FIRST_COUNT + items, last_columns, sizeof(last_columns));
	return as_csv_init(csv, "marks.csv", columns, FIRST_COUNT + items + LAST_COUNT, error);
}

/* Empty if a person or a result is missing. */
static const char *mark_text(const struct as_class_row *row, const char *item, char *text)
{
	for (size_t i = 0; i < row->mark_count; i++) {
		const struct as_class_mark *mark = &row->marks[i];
		if (strcmp(mark->item, item) == 0 &&
			(mark->overridden || !as_mark_state_is_open(mark->state)))
			return as_points_format(mark->mark_e4, text);
	}
	return "";
}

/* Empty if there is no deadline, or nothing was submitted. */
static const char *late_text(const struct as_class_row *row, bool has_due, char text[AS_TIME_SIZE])
{
	const struct as_class_total *total = &row->total;

	switch (total->late) {
	case AS_LATE_YES:
	case AS_LATE_TOO_LATE:
		return as_span_format(total->late_s, text);
	case AS_LATE_UNKNOWN:
		return "unknown";
	case AS_LATE_NO:
	default:
		return has_due && row->submitted && row->time_known ? "0 days" : "";
	}
}

/* Takes `text`. */
static char *add_line(char *text, const char *line, struct as_error *error)
{
	AS_AUTO_FREE char *before = text;

	return as_text_format(error, "%s%s%s", before, *before ? "; " : "", line);
}

static char *todo_text(const struct as_class_row *row, struct as_error *error)
{
	const struct as_class_total *total = &row->total;
	char *text = as_text_format(error, "%s", row->waits ? AS_CLASS_WAITS : "");

	for (char **line = total->todo; text && line && *line; line++)
		text = add_line(text, *line, error);
	return text && total->unmarked ? add_line(text, total->unmarked, error) : text;
}

/* A cell without a number stays empty. */
static int set_number(
	struct as_csv *csv, size_t row, size_t column, const char *number, struct as_error *error)
{
	return *number ? as_csv_set_number(csv, row, column, number, error) : 0;
}

static int add_row(struct as_csv *csv, const struct as_class *class, const struct as_class_row *row,
	struct as_error *error)
{
	const struct as_register *reg = &class->reg;
	const size_t items = as_names_count(reg->items), last = FIRST_COUNT + items;
	AS_AUTO_FREE char *todo = todo_text(row, error);
	char points[AS_POINTS_SIZE], total[AS_POINTS_SIZE], late[AS_TIME_SIZE];
	char label[AS_PSEUDONYM_SIZE];
	const bool is_final = as_class_is_final(row);
	const bool has_sum = !is_final && as_class_has_marks(row);
	const char *name = row->name && !class->config.is_blind ? row->name : "";

	if (!todo || as_class_hide(class, row->id, &todo, error) || as_csv_add_row(csv, error))
		return -1;
	const size_t at = csv->count - 1;
	if (as_csv_set_text(csv, at, 0, as_class_label(class, row->id, label), error) ||
		as_csv_set_text(csv, at, 1, name, error))
		return -1;
	for (size_t i = 0; i < items; i++)
		if (set_number(
			    csv, at, FIRST_COUNT + i, mark_text(row, reg->items[i], points), error))
			return -1;
	as_points_format(row->total.total_e4, total);
	return as_csv_set_text(
		       csv, at, last, late_text(row, class->config.scheme->has_due, late), error) ||
			       set_number(csv, at, last + 1,
				       as_points_format(row->total.penalty_e4, points), error) ||
			       set_number(csv, at, last + 2, is_final ? total : "", error) ||
			       set_number(csv, at, last + 3, has_sum ? total : "", error) ||
			       as_csv_set_text(csv, at, last + 4, todo, error)
		       ? -1
		       : 0;
}

static int write_marks(const struct as_class *class, struct as_error *error)
{
	AS_AUTO_CSV struct as_csv csv = {0};
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	AS_AUTO_FREE size_t *order = as_class_order(class, error);

	if (!order || make_table(&csv, &class->reg, error))
		return -1;
	for (size_t i = 0; i < class->reg.row_count; i++)
		if (add_row(&csv, class, &class->reg.rows[order[i]], error))
			return -1;
	return as_csv_format(&csv, &bytes, error) || as_class_write_file(class->out_fd, "marks.csv",
							     bytes.data, bytes.size, error)
		       ? -1
		       : 0;
}

/* ---- documents ---- */

static int add_document(struct as_class *class, const struct as_class_row *row,
	const struct as_class_work *work, json_t *array, struct as_error *error)
{
	AS_AUTO(as_result_clear) struct as_result result = {0};
	const int found = as_class_result_shown(class, row->id, work, &result, error);

	if (found != 1)
		return found;
	json_t *document = as_result_json(&result, AS_AUDIENCE_SETTER, error);
	if (!document)
		return -1;
	return json_array_append_new(array, document) ? as_error_no_memory(error) : 0;
}

static int write_documents_of(
	struct as_class *class, int dirfd, const struct as_class_row *row, struct as_error *error)
{
	AS_AUTO_JSON json_t *array = json_array();
	char key[AS_CLASS_KEY_SIZE], name[AS_CLASS_KEY_SIZE + 8];

	if (!array)
		return as_error_no_memory(error);
	for (size_t i = 0; i < row->work_count; i++) {
		const struct as_class_work lenient = as_class_lenient(&row->works[i]);
		if (add_document(class, row, &row->works[i], array, error) ||
			add_document(class, row, &lenient, array, error))
			return -1;
	}
	snprintf(name, sizeof(name), "%s.json", as_class_shown_key(class, row->id, key));
	return as_class_write_json(dirfd, name, array, 0, error);
}

static int write_documents(struct as_class *class, struct as_error *error)
{
	if (as_dir_make(class->out_fd, "documents", 0700, error))
		return -1;
	AS_AUTO_FD int dirfd = as_dir_open(class->out_fd, "documents", error);
	if (dirfd < 0)
		return -1;
	AS_AUTO_FREE size_t *order = as_class_order(class, error);
	for (size_t i = 0; order && i < class->reg.row_count; i++)
		if (write_documents_of(class, dirfd, &class->reg.rows[order[i]], error))
			return -1;
	return order ? as_class_remove_others(class, dirfd, error) : -1;
}

/* ---- run.json ---- */

static json_t *text_or_null(const char *text)
{
	return text && *text ? json_string(text) : json_null();
}

/* Takes ownership of `value`. NULL: out of memory; the array is then freed, too. */
static json_t *append(json_t *array, json_t *value)
{
	if (json_array_append_new(array, value) == 0)
		return array;
	json_decref(array);
	return NULL;
}

static json_t *describe_packages(const struct as_class *class)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < class->config.scheme->package_count; i++)
		array = append(array,
			json_pack("{s:s, s:s}", "name", class->config.packages[i]->short_name,
				"digest", class->config.packages[i]->digest));
	return array;
}

static json_t *describe_compilers(const struct as_text_map *compilers)
{
	AS_AUTO_JSON json_t *languages = json_object();

	for (size_t i = 0; i < compilers->count; i++)
		if (json_object_set_new(languages, compilers->items[i].name,
			    json_string(compilers->items[i].value)))
			return NULL;
	return as_steal(languages);
}

static json_t *describe_work(const struct as_class_work *work)
{
	return json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "package", work->package,
		"package_digest", work->package_digest, "submission_digest", work->files,
		"language", text_or_null(work->language), "compiler_digest",
		text_or_null(work->compiler), "limits_digest", text_or_null(work->limits),
		"sandbox_digest", text_or_null(work->sandbox), "assay", text_or_null(work->version),
		"worker", text_or_null(work->worker));
}

static json_t *describe_row(const struct as_class *class, const struct as_class_row *row)
{
	char label[AS_PSEUDONYM_SIZE];
	json_t *works = json_array();
	const bool has_moment = row->time_known && row->time_s != AS_TIME_IN_TIME;
	json_t *time = has_moment ? json_integer(row->time_s) : json_null();

	for (size_t i = 0; works && i < row->work_count; i++)
		works = append(works, describe_work(&row->works[i]));
	return json_pack("{s:s, s:o, s:o, s:o}", "id", as_class_label(class, row->id, label),
		"time_s", time, "scheme_digest", text_or_null(row->scheme), "works", works);
}

static json_t *describe_people(const struct as_class *class, const size_t *order)
{
	json_t *people = json_array();

	for (size_t i = 0; people && i < class->reg.row_count; i++)
		if (class->reg.rows[order[i]].is_marked)
			people = append(people, describe_row(class, &class->reg.rows[order[i]]));
	return people;
}

/* Contains no names and no time of writing: the same marks make the same file. */
static int write_run(struct as_class *class, struct as_error *error)
{
	AS_AUTO_FREE size_t *order = as_class_order(class, error);

	if (!order)
		return -1;
	AS_AUTO_JSON json_t *document = json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o}", "schema",
		AS_GRADE_SCHEMA, "assay", ASSAY_VERSION, "scheme_digest",
		text_or_null(class->config.scheme_digest), "packages", describe_packages(class),
		"machine", text_or_null(class->reg.machine), "compilers",
		describe_compilers(&class->reg.compilers), "people", describe_people(class, order));
	return document ? as_class_write_json(class->out_fd, "run.json", document, 0, error)
			: as_error_no_memory(error);
}

/* ---- all ---- */

int as_class_write(struct as_class *class, struct as_error *error)
{
	if (class->out_fd < 0)
		return as_class_lacks_folder(class, error);
	return as_class_write_pseudonyms(class, error) || write_documents(class, error) ||
			       write_run(class, error) || as_class_write_gradescope(class, error) ||
			       as_class_write_junit(class, error) || write_marks(class, error)
		       ? -1
		       : 0;
}
