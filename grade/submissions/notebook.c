/* SPDX-License-Identifier: MIT */
/* The format of notebooks: nbformat 4; in 3 and before the cells are in worksheets, and the code of
 * a cell is its `input`. */
#include "notebook.h"

#include "ipython.h"

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

/* The text of a cell is a string or a list of strings. */
static void write_code(struct notebook *notebook, json_t *code, FILE *file)
{
	AS_AUTO_FREE char *text = NULL;
	size_t size = 0, i;
	json_t *line;
	FILE *whole = open_memstream(&text, &size);

	if (!whole)
		return;
	if (json_is_string(code))
		fwrite(json_string_value(code), 1, json_string_length(code), whole);
	json_array_foreach(code, i, line) if (json_is_string(line))
		fwrite(json_string_value(line), 1, json_string_length(line), whole);
	if (fclose(whole))
		return;
	if (text[strspn(text, " \t\r\n")] == '\0')
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
	const bool failed = ferror(file) != 0;
	return fclose(file) || failed ? as_error_no_memory(error) : 0;
}

int notebook_read(struct notebook *notebook, const struct as_bytes *bytes, char **reason,
	struct as_error *error)
{
	json_error_t why;
	const bool has_bom = bytes->size >= 3 && memcmp(bytes->data, "\xef\xbb\xbf", 3) == 0;
	AS_AUTO_JSON json_t *root = json_loadb(
		bytes->data + (has_bom ? 3 : 0), bytes->size - (has_bom ? 3 : 0), 0, &why);

	*notebook = (struct notebook){0};
	*reason = NULL;
	if (!json_is_object(root))
		return refuse(reason, "is a notebook that cannot be read: it is not JSON", error);
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
