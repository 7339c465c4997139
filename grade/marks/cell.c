/* SPDX-License-Identifier: MIT */
#include <assay/base/line.h>
#include <assay/grade/marks/cell.h>

#include <string.h>

/* The number of a line "# In [12]:"; 0 for any other line. */
static size_t read_head(const char *at, const char *end)
{
	static const char head[] = "# In [";
	size_t number = 0;

	if ((size_t)(end - at) < sizeof(head) || memcmp(at, head, sizeof(head) - 1) != 0)
		return 0;
	for (at += sizeof(head) - 1; at < end && *at >= '0' && *at <= '9' && number < 1000000; at++)
		number = 10 * number + (size_t)(*at - '0');
	return end - at == 2 && memcmp(at, "]:", 2) == 0 ? number : 0;
}

struct as_notebook_place as_notebook_cell(const char *program, size_t size, size_t line)
{
	struct as_text_line rest = {program, size}, next;
	struct as_notebook_place place = {0};

	for (; line > 0 && as_text_take_line(&rest, &next); line--) {
		const size_t cell = read_head(next.text, next.text + next.size);
		place = cell ? (struct as_notebook_place){.cell = cell}
			     : (struct as_notebook_place){place.cell, place.line + 1};
	}
	return line > 0 ? (struct as_notebook_place){0} : place;
}

/* The number after `NAME, line ` or `NAME", line `; 0 if the message does not contain it. */
static size_t find_line(const char *message, const char *name)
{
	static const char word[] = ", line ";
	const size_t length = strlen(name);
	size_t line = 0;

	for (const char *at = message; (at = strstr(at, name)); at += length) {
		const char *rest = at + length;
		rest += *rest == '"';
		if (strncmp(rest, word, sizeof(word) - 1) != 0)
			continue;
		for (rest += sizeof(word) - 1; *rest >= '0' && *rest <= '9' && line < 100000000;
			rest++)
			line = 10 * line + (size_t)(*rest - '0');
		return line;
	}
	return 0;
}

int as_notebook_explain(
	char **message, const char *name, const char *program, size_t size, struct as_error *error)
{
	const struct as_notebook_place place =
		as_notebook_cell(program, size, find_line(*message, name));

	if (!place.cell)
		return 0;
	const size_t length = strlen(*message);
	char *more = as_text_format(error,
		"%s%sIn the notebook this is line %zu of code cell %zu (cells without code are not "
		"counted).\n",
		*message, length && (*message)[length - 1] == '\n' ? "" : "\n", place.line,
		place.cell);
	if (!more)
		return -1;
	free(*message);
	*message = more;
	return 0;
}
