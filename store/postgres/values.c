/* SPDX-License-Identifier: MIT */
/* Sends values to the server as text (numbers) or as bytes; results are binary. */
#include "postgres.h"

#include <endian.h>
#include <string.h>

/* ---- in ---- */

static void add(struct as_pg_values *values, const char *data, size_t size, bool is_binary)
{
	values->data[values->count] = data;
	values->sizes[values->count] = (int)size;
	values->formats[values->count++] = is_binary;
}

void as_pg_add_number(struct as_pg_values *values, int64_t number)
{
	char *text = values->numbers[values->count];

	snprintf(text, sizeof(values->numbers[0]), "%lld", (long long)number);
	add(values, text, 0, false);
}

void as_pg_add_text(struct as_pg_values *values, const char *text)
{
	add(values, text, 0, false);
}

void as_pg_add_name(struct as_pg_values *values, const char *name)
{
	add(values, name, name ? strlen(name) : 0, true);
}

void as_pg_add_bytes(struct as_pg_values *values, const void *data, size_t size)
{
	add(values, size ? data : "", size, true);
}

void as_pg_add_content(struct as_pg_values *values, const struct as_content *content)
{
	as_pg_add_text(values, content->digest);
	as_pg_add_number(values, (int64_t)content->size);
	if (content->data)
		as_pg_add_bytes(values, content->data, content->size);
	else
		as_pg_add_text(values, NULL);
}

/* ---- out ---- */

int64_t as_pg_number(const PGresult *rows, int row, int column)
{
	int64_t number = 0;

	if (PQgetisnull(rows, row, column) || PQgetlength(rows, row, column) != sizeof(number))
		return 0;
	memcpy(&number, PQgetvalue(rows, row, column), sizeof(number));
	return (int64_t)be64toh((uint64_t)number);
}

int as_pg_take_bytes(
	const PGresult *rows, int row, int column, struct as_bytes *bytes, struct as_error *error)
{
	const size_t size = (size_t)PQgetlength(rows, row, column);

	*bytes = (struct as_bytes){.data = malloc(size + 1), .size = size};
	if (!bytes->data)
		return as_error_no_memory(error);
	memcpy(bytes->data, PQgetvalue(rows, row, column), size);
	bytes->data[size] = '\0';
	return 0;
}

int as_pg_take_text(const PGresult *rows, int row, int column, char **text, struct as_error *error)
{
	struct as_bytes bytes = {0};

	*text = NULL;
	if (PQgetisnull(rows, row, column))
		return 0;
	if (as_pg_take_bytes(rows, row, column, &bytes, error))
		return -1;
	*text = bytes.data;
	return 0;
}

void as_pg_copy_text(const PGresult *rows, int row, int column, char *buffer, size_t size)
{
	const size_t length = (size_t)PQgetlength(rows, row, column);

	*buffer = '\0';
	if (length < size) {
		memcpy(buffer, PQgetvalue(rows, row, column), length);
		buffer[length] = '\0';
	}
}

char *as_pg_write_array(const char *const *items, size_t count, struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;
	size_t size = 0;
	AS_AUTO_FILE FILE *out = open_memstream(&text, &size);

	if (!out) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < count; i++) {
		fputs(i ? ",\"" : "{\"", out);
		for (const char *letter = items[i]; *letter; letter++)
			fprintf(out, *letter == '"' || *letter == '\\' ? "\\%c" : "%c", *letter);
		putc('"', out);
	}
	putc('}', out);
	if (fflush(out) || ferror(out)) {
		as_error_no_memory(error);
		return NULL;
	}
	fclose(as_steal(out));
	return as_steal(text);
}
