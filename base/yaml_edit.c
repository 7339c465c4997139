/* SPDX-License-Identifier: MIT */
#include <assay/base/yaml_edit.h>

#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

void as_yaml_edits_clear(struct as_yaml_edits *edits)
{
	for (size_t i = 0; i < edits->count; i++)
		free(edits->items[i].text);
	free(edits->items);
}

int as_yaml_edit(struct as_yaml_edits *edits, size_t offset, size_t length, struct as_error *error,
	const char *format, ...)
{
	va_list values;

	if (!as_array_reserve(edits->items, edits->count, error))
		return -1;
	struct as_yaml_edit *edit = &edits->items[edits->count++];
	*edit = (struct as_yaml_edit){offset, length, NULL};
	va_start(values, format);
	const int size = vasprintf(&edit->text, format, values);
	va_end(values);
	if (size < 0)
		edit->text = NULL;
	return edit->text ? 0 : as_error_no_memory(error);
}

static int compare_edits(const void *a, const void *b)
{
	const struct as_yaml_edit *left = a, *right = b;
	return (left->offset > right->offset) - (left->offset < right->offset);
}

/* A new line gets the line ending of the line before it, or of the first line. */
static void write_new(FILE *out, const char *document, const struct as_yaml_edit *edit)
{
	const char *before = memrchr(document, '\n', edit->offset);
	const char *line = before ? before : strchr(document, '\n');
	const bool is_crlf = line && line > document && line[-1] == '\r';

	for (const char *at = edit->text; *at; at++) {
		if (is_crlf && *at == '\n' && (at == edit->text || at[-1] != '\r'))
			putc('\r', out);
		putc(*at, out);
	}
}

char *as_yaml_edits_apply(struct as_yaml_edits *edits, json_t *root, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	AS_AUTO_FREE char *text = NULL;
	size_t size, at = 0;
	FILE *out = open_memstream(&text, &size);

	if (edits->count > 1)
		qsort(edits->items, edits->count, sizeof(*edits->items), compare_edits);
	for (size_t i = 0; out && i < edits->count && edits->items[i].offset >= at; i++) {
		const struct as_yaml_edit *edit = &edits->items[i];
		fwrite(edits->text + at, 1, edit->offset - at, out);
		write_new(out, edits->text, edit);
		at = edit->offset + edit->length;
	}
	if (out)
		fputs(edits->text + at, out);
	if (!out || fclose(out)) {
		as_error_no_memory(error);
		return NULL;
	}
	return as_document_parse_yaml(&document, "changed", text, size, NULL) == 0 &&
			       json_equal(document.root, root)
		       ? as_steal(text)
		       : NULL;
}

size_t as_yaml_block_end(const char *text, size_t offset, size_t column)
{
	const char *end = strchrnul(text + offset, '\n'), *last = end;

	while (*end) {
		const char *next = end + 1;
		const size_t indent = strspn(next, " ");
		end = strchrnul(next, '\n');
		if (strchr("#\r\n", next[indent]))
			continue;
		if (indent <= column)
			break;
		last = end;
	}
	return (size_t)(last - text) + (*last == '\n');
}

/* The end of the quoted text or comment that begins at `at`; `at` if none begins there. */
static size_t skip_unread(const char *text, size_t at)
{
	const char *end = NULL;
	const bool begins = at > 0 && strchr(" \t\n,:[{", text[at - 1]);

	if (text[at] == '#' && begins)
		return at + strcspn(text + at, "\n");
	if (text[at] == '\'' && begins)
		end = strchr(text + at + 1, '\'');
	for (size_t i = at + 1; text[at] == '"' && begins && text[i] && !end;
		i += text[i] == '\\' && text[i + 1] ? 2 : 1)
		end = text[i] == '"' ? text + i : NULL;
	return end ? (size_t)(end - text) + 1 : at;
}

size_t as_yaml_flow_end(const char *text, size_t offset, bool braces)
{
	size_t at = offset, end = offset, depth = 0;

	while (text[at]) {
		const char c = text[at];
		const size_t next = skip_unread(text, at);
		if (!depth && strchr(",}]", c)) {
			if (!braces || c != '}')
				break;
			braces = false;
			depth++;
		}
		depth += c == '{' || c == '[';
		depth -= c == '}' || c == ']';
		at = next > at ? next : at + 1;
		if (!strchr(" \t\r\n#", c))
			end = at;
	}
	return end;
}

int as_yaml_file_write(int dirfd, const char *path, const char *text, struct as_error *error)
{
	struct stat status;

	if (fstatat(dirfd, path, &status, AT_SYMLINK_NOFOLLOW))
		status.st_mode = 0644;
	return as_file_write(dirfd, path, text, strlen(text), status.st_mode & 0777, error);
}
