/* SPDX-License-Identifier: MIT */
/* The row of each person, and the names in it. */
#include "state.h"

#include <ctype.h>
#include <string.h>

/* ---- names of files ---- */

#define DIGITS 24

bool as_class_is_digest(const char *id)
{
	return strncmp(id, "id-", 3) == 0 && strlen(id) == 3 + DIGITS &&
	       strspn(id + 3, "0123456789abcdef") == DIGITS;
}

static bool is_harmless(const char *id)
{
	static const char letters[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
	const size_t length = strlen(id);

	return length > 0 && length <= 64 && strspn(id, letters) == length && !strchr("-.", *id) &&
	       (strncmp(id, "id-", 3) != 0 || as_class_is_digest(id));
}

char *as_class_digest(const char *id, char key[AS_CLASS_KEY_SIZE])
{
	struct as_digest digest;
	char hex[AS_DIGEST_HEX_SIZE];

	as_digest_init(&digest);
	as_digest_add_text(&digest, id);
	as_digest_end(&digest, hex);
	snprintf(key, AS_CLASS_KEY_SIZE, "id-%.*s", DIGITS, hex);
	return key;
}

char *as_class_key(const char *id, char key[AS_CLASS_KEY_SIZE])
{
	if (!is_harmless(id))
		return as_class_digest(id, key);
	snprintf(key, AS_CLASS_KEY_SIZE, "%s", id);
	return key;
}

bool as_class_is_ending(const char *dot)
{
	size_t length = 0;

	while (isalnum((unsigned char)dot[1 + length]))
		length++;
	return length > 0 && length <= 10 && !dot[1 + length];
}

/* ---- rows ---- */

size_t as_class_row_count(const struct as_class *class)
{
	return class->reg.row_count;
}

const struct as_class_row *as_class_row(const struct as_class *class, size_t index)
{
	return &class->reg.rows[index];
}

const struct as_class_mark *as_class_find_mark(const struct as_class_row *row, const char *item)
{
	for (size_t i = 0; i < row->mark_count; i++)
		if (strcmp(row->marks[i].item, item) == 0)
			return &row->marks[i];
	return NULL;
}

const struct as_class_work *as_class_find_work(const struct as_class_row *row, const char *package)
{
	for (size_t i = 0; i < row->work_count; i++)
		if (strcmp(row->works[i].package, package) == 0)
			return &row->works[i];
	return NULL;
}

struct as_class_work as_class_lenient(const struct as_class_work *work)
{
	struct as_class_work lenient = *work;

	lenient.job = work->lenient_job;
	return lenient;
}

int as_class_result(struct as_class *class, const struct as_class_work *work,
	struct as_result *result, struct as_error *error)
{
	*result = (struct as_result){0};
	return work->job ? as_store_result_read(class->store, work->job, result, error) : 0;
}

/* ---- what counts ---- */

const char *as_class_place(const struct as_class *class)
{
	return class->config.store ? class->config.space : class->config.out;
}

bool as_class_is_open(const struct as_class_mark *mark)
{
	return !mark->overridden && as_mark_state_is_open(mark->state);
}

bool as_class_has_marks(const struct as_class_row *row)
{
	for (size_t i = 0; i < row->mark_count; i++)
		if (row->is_marked && !as_class_is_open(&row->marks[i]))
			return true;
	return false;
}

bool as_class_is_final(const struct as_class_row *row)
{
	return row->is_marked && row->total.complete;
}
