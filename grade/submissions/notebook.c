/* SPDX-License-Identifier: MIT */
/* Reads notebooks: nbformat 4; in version 3 and before, cells are in worksheets, and the code of a
 * cell is its `input`. */
#include "notebook.h"

#include "ipython.h"

#include <assay/base/node.h>
#include <assay/grade/submissions.h>

#include <string.h>

bool notebook_is_named(const char *path)
{
	const size_t length = strlen(path);

	return length > 6 && strcasecmp(path + length - 6, ".ipynb") == 0;
}

void notebook_clear(struct notebook *notebook)
{
	as_bytes_clear(&notebook->program);
	*notebook = (struct notebook){0};
}

static int refuse(char **reason, const char *text, struct as_error *error)
{
	*reason = as_text_format(error, "%s", text);
	return *reason ? 0 : -1;
}

static bool is_python(json_t *root)
{
	json_t *metadata = json_object_get(root, "metadata");
	json_t *info = json_object_get(metadata, "language_info");
	json_t *kernel = json_object_get(metadata, "kernelspec");
	const char *name = json_string_value(json_object_get(info, "name"));

	if (!name)
		name = json_string_value(json_object_get(kernel, "language"));
	return !name || strcasecmp(name, "python") == 0 || strcasecmp(name, "ipython") == 0;
}

/* A string or a list of strings; NULL if it is blank. */
static char *join_lines(json_t *lines, size_t *size)
{
	char *text = NULL;
	size_t i;
	json_t *line;
	FILE *whole = open_memstream(&text, size);

	if (!whole)
		return NULL;
	if (json_is_string(lines))
		fwrite(json_string_value(lines), 1, json_string_length(lines), whole);
	json_array_foreach(lines, i, line) if (json_is_string(line))
		fwrite(json_string_value(line), 1, json_string_length(line), whole);
	if (fclose(whole) == 0 && text[strspn(text, " \t\r\n")] != '\0')
		return text;
	free(text);
	return NULL;
}

static void write_code(struct notebook *notebook, json_t *code, FILE *file)
{
	size_t size = 0;
	AS_AUTO_FREE char *text = join_lines(code, &size);

	if (!text)
		return;
	fprintf(file, "%s# In [%zu]:\n", notebook->cell_count ? "\n\n" : "",
		notebook->cell_count + 1);
	notebook->command_count += ipython_write(text, size, file);
	notebook->cell_count++;
}

static void write_cells(struct notebook *notebook, json_t *cells, FILE *file)
{
	size_t i;
	json_t *cell;

	json_array_foreach(cells, i, cell)
	{
		const char *type = json_string_value(json_object_get(cell, "cell_type"));
		json_t *code = json_object_get(cell, "source");
		if (type && strcmp(type, "code") == 0)
			write_code(notebook, code ? code : json_object_get(cell, "input"), file);
	}
}

static int write_program(struct notebook *notebook, json_t *root, struct as_error *error)
{
	size_t i;
	json_t *sheet;
	FILE *file = open_memstream(&notebook->program.data, &notebook->program.size);

	if (!file)
		return as_error_no_memory(error);
	write_cells(notebook, json_object_get(root, "cells"), file);
	json_array_foreach(json_object_get(root, "worksheets"), i, sheet)
		write_cells(notebook, json_object_get(sheet, "cells"), file);
	return as_text_close(file, &notebook->program.data, error) ? 0 : -1;
}

/* Outputs with a figure may have some ten thousand numbers. */
#define MAX_VALUES 1000000

static json_t *load(const struct as_bytes *bytes)
{
	const bool has_bom = bytes->size >= 3 && memcmp(bytes->data, "\xef\xbb\xbf", 3) == 0;

	return as_json_load(bytes->data + (has_bom ? 3 : 0), bytes->size - (has_bom ? 3 : 0), 0,
		MAX_VALUES, NULL);
}

static int list_cells(json_t *cells, char ***texts, struct as_error *error)
{
	size_t i, size;
	json_t *cell;

	json_array_foreach(cells, i, cell)
	{
		const char *type = json_string_value(json_object_get(cell, "cell_type"));
		char *text = type && (strcmp(type, "markdown") == 0 || strcmp(type, "raw") == 0)
				     ? join_lines(json_object_get(cell, "source"), &size)
				     : NULL;
		if (text && as_names_add(texts, text, error))
			return -1;
	}
	return 0;
}

int notebook_list_texts(const struct as_bytes *bytes, char ***texts, struct as_error *error)
{
	AS_AUTO_JSON json_t *root = load(bytes);
	size_t i;
	json_t *sheet;

	if (list_cells(json_object_get(root, "cells"), texts, error))
		return -1;
	json_array_foreach(json_object_get(root, "worksheets"), i,
		sheet) if (list_cells(json_object_get(sheet, "cells"), texts, error)) return -1;
	return 0;
}

int as_submissions_notebook(struct as_bytes *bytes, char **reason, struct as_error *error)
{
	struct notebook notebook;
	const int done = notebook_read(&notebook, bytes, reason, error);

	if (done == 1) {
		as_bytes_clear(bytes);
		*bytes = notebook.program;
		notebook.program = (struct as_bytes){0};
		notebook_clear(&notebook);
	}
	return done;
}

int notebook_read(struct notebook *notebook, const struct as_bytes *bytes, char **reason,
	struct as_error *error)
{
	AS_AUTO_JSON json_t *root = load(bytes);

	*notebook = (struct notebook){0};
	*reason = NULL;
	if (!json_is_object(root))
		return refuse(reason,
			"is a notebook that cannot be read: it is not JSON, or has more than a "
			"million values",
			error);
	if (!is_python(root))
		return refuse(reason, "is a notebook of another language than Python", error);
	if (write_program(notebook, root, error)) {
		notebook_clear(notebook);
		return -1;
	}
	if (notebook->cell_count > 0)
		return 1;
	notebook_clear(notebook);
	return refuse(reason, "is a notebook without code", error);
}

/* ---- exported notebooks ---- */

/* The next line that is code, without blanks after it; false: there is none. */
static bool next_code(const struct as_bytes *text, size_t *at, const char **line, size_t *length)
{
	while (*at < text->size) {
		const char *begin = text->data + *at;
		const char *end = memchr(begin, '\n', text->size - *at);
		size_t size = end ? (size_t)(end - begin) : text->size - *at;
		*at += size + (end != NULL);
		while (size && strchr(" \t\r", begin[size - 1]))
			size--;
		if (!size || *begin == '#' || strncmp(begin, "get_ipython()", 13) == 0)
			continue;
		*line = begin;
		*length = size;
		return true;
	}
	return false;
}

bool notebook_equals(const struct as_bytes *first, const struct as_bytes *second)
{
	const char *a = NULL, *b = NULL;
	size_t x = 0, y = 0, i = 0, j = 0;

	for (;;) {
		const bool is_first = next_code(first, &i, &a, &x);
		const bool is_second = next_code(second, &j, &b, &y);
		if (!is_first || !is_second)
			return is_first == is_second;
		if (x != y || memcmp(a, b, x) != 0)
			return false;
	}
}
