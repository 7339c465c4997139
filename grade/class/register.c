/* SPDX-License-Identifier: MIT */
/*
 * The register is one record, written as a whole as a setting of the store. A setting changes in
 * one transaction, so a killed command leaves the old or the new register. Of two processes that
 * change it at the same time, the second one is refused, and reads it again. Settings are texts, so
 * its bytes are encoded as hexadecimal digits.
 */
#include "register.h"

#include <assay/base/hex.h>
#include <assay/base/record.h>
#include <assay/store/share.h>
#include <string.h>

/* Each format has all that the one before it has, and more after it. */
static const char *const formats[] = {"assay-class/1", "assay-class/2", "assay-class/3",
	"assay-class/4", "assay-class/5", AS_CLASS_FORMAT};
#define FORMAT_COUNT (sizeof(formats) / sizeof(*formats))
#define SETTING "register"

/* ---- clearing ---- */

static void clear_work(struct as_class_work *work)
{
	free(work->package);
	free(work->language);
	free(work->version);
	free(work->worker);
}

static void clear_mark(struct as_class_mark *mark)
{
	free(mark->item);
	free(mark->comment);
}

void as_class_memory_clear(struct as_class_memory *memory)
{
	as_text_map_clear(&memory->seen);
	as_text_map_clear(&memory->decided);
	*memory = (struct as_class_memory){0};
}

void as_class_row_clear_marks(struct as_class_row *row)
{
	for (size_t i = 0; i < row->work_count; i++)
		clear_work(&row->works[i]);
	for (size_t i = 0; i < row->mark_count; i++)
		clear_mark(&row->marks[i]);
	free(row->works);
	free(row->marks);
	as_names_free(row->total.todo);
	free(row->total.unmarked);
	as_text_map_clear(&row->facts);
	*row = (struct as_class_row){.id = row->id,
		.name = row->name,
		.mail = row->mail,
		.is_forgotten = row->is_forgotten,
		.memory = row->memory};
}

void as_class_row_clear(struct as_class_row *row)
{
	as_class_row_clear_marks(row);
	as_class_memory_clear(&row->memory);
	free(row->id);
	free(row->name);
	free(row->mail);
	*row = (struct as_class_row){0};
}

void as_register_clear(struct as_register *reg)
{
	as_names_free(reg->packages);
	as_names_free(reg->items);
	free(reg->machine);
	as_text_map_clear(&reg->compilers);
	for (size_t i = 0; i < reg->row_count; i++)
		as_class_row_clear(&reg->rows[i]);
	free(reg->rows);
	free(reg->stored);
	*reg = (struct as_register){0};
}

/* ---- the record ---- */

static void visit_digest(struct as_record *record, char digest[AS_DIGEST_HEX_SIZE])
{
	as_record_text_in(record, digest, AS_DIGEST_HEX_SIZE);
}

static void visit_work(struct as_record *record, struct as_class_work *work)
{
	as_record_text(record, &work->package);
	as_record_require(record, work->package != NULL);
	visit_digest(record, work->package_digest);
	visit_digest(record, work->files);
	as_record_signed(record, &work->job);
	as_record_text(record, &work->language);
	visit_digest(record, work->compiler);
	visit_digest(record, work->sandbox);
	visit_digest(record, work->limits);
	as_record_text(record, &work->version);
	as_record_text(record, &work->worker);
}

static void visit_mark(struct as_record *record, struct as_class_mark *mark)
{
	uint64_t state = mark->state;

	as_record_text(record, &mark->item);
	as_record_require(record, mark->item != NULL);
	as_record_number(record, &state, AS_MARK_EXCUSED);
	mark->state = (enum as_mark_state)state;
	as_record_signed(record, &mark->raw_e4);
	as_record_signed(record, &mark->mark_e4);
	as_record_flag(record, &mark->overridden);
	as_record_text(record, &mark->comment);
	as_record_number(record, &mark->accepted, UINT32_MAX);
	as_record_number(record, &mark->tests, UINT32_MAX);
}

static void visit_total(struct as_record *record, struct as_class_total *total)
{
	uint64_t late = total->late;

	as_record_flag(record, &total->complete);
	as_record_number(record, &late, AS_LATE_UNKNOWN);
	total->late = (enum as_late_state)late;
	as_record_signed(record, &total->late_s);
	as_record_signed(record, &total->penalty_e4);
	as_record_signed(record, &total->total_e4);
	as_record_flag(record, &total->overridden);
	as_record_names(record, &total->todo);
}

static void visit_row(struct as_record *record, struct as_class_row *row)
{
	as_record_text(record, &row->id);
	as_record_require(record, row->id != NULL);
	as_record_text(record, &row->name);
	as_record_text(record, &row->mail);
	as_record_flag(record, &row->is_forgotten);
	as_record_flag(record, &row->is_marked);
	as_record_flag(record, &row->submitted);
	as_record_flag(record, &row->time_known);
	as_record_signed(record, &row->time_s);
	visit_digest(record, row->scheme);
	as_record_list(record, &row->works, &row->work_count, sizeof(*row->works), 8);
	for (size_t i = 0; i < row->work_count; i++)
		visit_work(record, &row->works[i]);
	as_record_list(record, &row->marks, &row->mark_count, sizeof(*row->marks), 8);
	for (size_t i = 0; i < row->mark_count; i++)
		visit_mark(record, &row->marks[i]);
	visit_total(record, &row->total);
}

static void visit_map(struct as_record *record, struct as_text_map *map)
{
	as_record_list(record, &map->items, &map->count, sizeof(*map->items), 2);
	for (size_t i = 0; i < map->count; i++) {
		as_record_text(record, &map->items[i].name);
		as_record_text(record, &map->items[i].value);
		as_record_require(record, map->items[i].name && map->items[i].value);
	}
}

/* New in version 2, after all values of version 1. */
static void visit_lenient(struct as_record *record, struct as_register *reg)
{
	for (size_t i = 0; i < reg->row_count; i++)
		for (size_t j = 0; j < reg->rows[i].work_count; j++)
			as_record_signed(record, &reg->rows[i].works[j].lenient_job);
}

/* Since format 3. Format 4 has one more state of a mark. */
static void visit_unmarked(struct as_record *record, struct as_register *reg)
{
	for (size_t i = 0; i < reg->row_count; i++)
		as_record_text(record, &reg->rows[i].total.unmarked);
}

/* Since format 5. */
static void visit_memory(struct as_record *record, struct as_register *reg)
{
	for (size_t i = 0; i < reg->row_count; i++) {
		struct as_class_memory *memory = &reg->rows[i].memory;
		as_record_flag(record, &memory->is_known);
		visit_map(record, &memory->seen);
		visit_map(record, &memory->decided);
	}
}

/* Since format 6. */
static void visit_facts(struct as_record *record, struct as_register *reg)
{
	for (size_t i = 0; i < reg->row_count; i++)
		visit_map(record, &reg->rows[i].facts);
}

static void visit(struct as_record *record, struct as_register *reg, size_t format)
{
	as_record_names(record, &reg->packages);
	as_record_number(record, &reg->round, UINT32_MAX);
	as_record_flag(record, &reg->round_open);
	as_record_text(record, &reg->machine);
	visit_map(record, &reg->compilers);
	as_record_names(record, &reg->items);
	as_record_list(record, &reg->rows, &reg->row_count, sizeof(*reg->rows), 16);
	for (size_t i = 0; i < reg->row_count; i++)
		visit_row(record, &reg->rows[i]);
	if (format >= 1)
		visit_lenient(record, reg);
	if (format >= 2)
		visit_unmarked(record, reg);
	if (format >= 4)
		visit_memory(record, reg);
	if (format >= 5)
		visit_facts(record, reg);
}

/* ---- the setting ---- */

/* Lines that only deserve a look are not stored as such: their marks are complete. */
static void count_decisions(struct as_register *reg)
{
	for (size_t i = 0; i < reg->row_count; i++) {
		struct as_class_total *total = &reg->rows[i].total;
		while (!total->complete && total->todo && total->todo[total->decision_count])
			total->decision_count++;
	}
}

static int parse(struct as_register *reg, char *text, struct as_error *error)
{
	struct as_record record;
	const size_t size = as_hex_read(text, strlen(text), text);
	size_t format = FORMAT_COUNT;
	int found = size == SIZE_MAX ? -1 : 0;

	while (found == 0 && format > 0)
		found = as_record_open(&record, formats[--format], text, size, NULL);
	if (found == 0)
		return as_error_set(error, AS_ERROR_USAGE,
			"the folder was made by another version of assay; use that version, or "
			"another folder");
	if (found == 1) {
		visit(&record, reg, format);
		if (as_record_close(&record, NULL) == 0)
			return 0;
	}
	return as_error_set(error, AS_ERROR_INTERNAL,
		"the register of the class is damaged; restore a backup of grade.db");
}

/* NULL in `text`: the store has none. */
static int read_setting(
	struct as_store *store, const char *space, char **text, struct as_error *error)
{
	int64_t number;
	const int found = as_store_space_look_up(store, space, &number, error);

	*text = NULL;
	return found == 1 ? as_store_setting_read(store, number, SETTING, text, error) : found;
}

/* Takes `stored`. */
static int register_fill(struct as_register *reg, char *stored, struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;

	*reg = (struct as_register){.stored = stored};
	if (!stored)
		return 0;
	text = strdup(stored);
	if (!text)
		return as_error_no_memory(error);
	if (parse(reg, text, error))
		return -1;
	count_decisions(reg);
	return 0;
}

int as_register_read(
	struct as_register *reg, struct as_store *store, const char *space, struct as_error *error)
{
	char *text = NULL;

	*reg = (struct as_register){0};
	return read_setting(store, space, &text, error) || register_fill(reg, text, error) ? -1 : 0;
}

int as_register_refresh(
	struct as_register *reg, struct as_store *store, const char *space, struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;

	if (read_setting(store, space, &text, error))
		return -1;
	if (!reg->is_changed &&
		(!text || !reg->stored ? text == reg->stored : strcmp(text, reg->stored) == 0))
		return 0;
	as_register_clear(reg);
	return register_fill(reg, as_steal(text), error);
}

static int replace_setting(struct as_register *reg, struct as_store *store, const char *space,
	char **text, struct as_error *error)
{
	int64_t number;

	if (as_store_space_find(store, space, &number, error))
		return -1;
	const int done = as_store_setting_swap(store, number, SETTING, reg->stored, *text, error);
	if (done != 1)
		return done;
	free(reg->stored);
	reg->stored = as_steal(*text);
	reg->is_changed = false;
	return 1;
}

int as_register_write(
	struct as_register *reg, struct as_store *store, const char *space, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct as_record record;

	as_record_begin(&record, formats[FORMAT_COUNT - 1]);
	visit(&record, reg, FORMAT_COUNT - 1);
	if (as_record_end(&record, &bytes, error))
		return -1;
	AS_AUTO_FREE char *text = as_hex_write(bytes.data, bytes.size, error);
	if (!text)
		return -1;
	if (reg->stored && strcmp(reg->stored, text) == 0) {
		/* Also if another process has replaced the register meanwhile: nothing was decided
		 * here. */
		reg->is_changed = false;
		return 1;
	}
	return replace_setting(reg, store, space, &text, error);
}

/* ---- rows ---- */

struct as_class_row *as_register_find(const struct as_register *reg, const char *id)
{
	for (size_t i = 0; i < reg->row_count; i++)
		if (strcmp(reg->rows[i].id, id) == 0)
			return &reg->rows[i];
	return NULL;
}

struct as_class_row *as_register_add(
	struct as_register *reg, const char *id, struct as_error *error)
{
	struct as_class_row *rows = reallocarray(reg->rows, reg->row_count + 1, sizeof(*rows));
	char *copy = strdup(id);

	if (rows)
		reg->rows = rows;
	if (!rows || !copy) {
		free(copy);
		as_error_no_memory(error);
		return NULL;
	}
	rows[reg->row_count] = (struct as_class_row){.id = copy};
	return &rows[reg->row_count++];
}
