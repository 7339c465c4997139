/* SPDX-License-Identifier: MIT */
/*
 * Forms. A multipart body is parsed when it is complete, so that a field is a slice of the body and
 * no state is kept between pieces. Each part ends at CR LF "--" boundary; memmem finds it, in time
 * linear in the body's size.
 */
#include "multipart.h"

#include <string.h>
#include <strings.h>

#define MAX_BOUNDARY 70 /* RFC 2046, section 5.1.1 */
#define MAX_HEAD 4096   /* the headers of a part */

void http_form_clear(struct http_form *form)
{
	for (size_t i = 0; i < form->text_count; i++)
		free(form->texts[i]);
	free(form->texts);
	free(form->fields);
	http_pairs_clear(&form->pairs);
	*form = (struct http_form){0};
}

static int malformed(struct as_error *error, const char *why)
{
	return as_error_set(error, AS_ERROR_INPUT, "malformed form: %s", why);
}

static int put_field(
	struct http_form *form, const struct as_http_field *field, struct as_error *error)
{
	if (form->count == AS_HTTP_MAX_FIELDS)
		return as_error_set(
			error, AS_ERROR_INPUT, "form with more than %d fields", AS_HTTP_MAX_FIELDS);
	if (!as_array_reserve(form->fields, form->count, error))
		return -1;
	form->fields[form->count++] = *field;
	return 0;
}

int http_urlencoded_parse(
	struct http_form *form, const char *body, size_t size, struct as_error *error)
{
	*form = (struct http_form){0};
	if (http_pairs_parse(&form->pairs, body, size, AS_HTTP_MAX_FIELDS, error))
		return -1;
	for (size_t i = 0; i < form->pairs.count; i++) {
		const struct as_http_pair *pair = &form->pairs.items[i];
		const struct as_http_field field = {
			.name = pair->name, .data = pair->value, .size = strlen(pair->value)};
		if (put_field(form, &field, error)) {
			http_form_clear(form);
			return -1;
		}
	}
	return 0;
}

/* ---- values of headers ---- */

/* Copies a text to the heap; the form owns it. */
static char *keep(struct http_form *form, const char *text, size_t size, struct as_error *error)
{
	if (!as_array_reserve(form->texts, form->text_count, error))
		return NULL;
	char *copy = strndup(text, size);
	if (!copy)
		as_error_no_memory(error);
	else
		form->texts[form->text_count++] = copy;
	return copy;
}

/* A backslash escapes only '"' and itself, since browsers send those of file names unescaped. */
static bool is_escape(const char *at)
{
	return *at == '\\' && (at[1] == '"' || at[1] == '\\');
}

/* The end of a quoted string, or of the text. */
static const char *find_quote(const char *at)
{
	while (*at && *at != '"')
		at += is_escape(at) ? 2 : 1;
	return at;
}

/* Reads a token or a quoted string at `*at`. Returns the text, which the form owns. */
static char *read_word(struct http_form *form, const char **at, struct as_error *error)
{
	const char *from = *at;

	if (*from != '"') {
		*at += strcspn(from, " \t;");
		return keep(form, from, (size_t)(*at - from), error);
	}
	const char *end = find_quote(++from);
	if (!*end) {
		malformed(error, "quoted text without its end");
		return NULL;
	}
	char *word = keep(form, from, (size_t)(end - from), error), *out = word;
	if (!word)
		return NULL;
	for (; from < end; from++) {
		from += is_escape(from);
		*out++ = *from;
	}
	*out = '\0';
	*at = end + 1;
	return word;
}

/* Reads "; name=word" at `*at`. Returns 1, 0 at the end, or -1. */
static int read_parameter(struct http_form *form, const char **at, const char **name, size_t *size,
	char **word, struct as_error *error)
{
	*at += strspn(*at, " \t");
	if (!**at)
		return 0;
	if (**at != ';')
		return malformed(error, "parameters of a header without a semicolon");
	++*at;
	*at += strspn(*at, " \t");
	if (!**at)
		return 0;
	*name = *at;
	*size = strcspn(*at, "= \t;");
	*at += *size;
	if (!http_is_token(*name, *size) || **at != '=')
		return malformed(error, "parameter of a header without a value");
	++*at;
	*word = read_word(form, at, error);
	return *word ? 1 : -1;
}

static bool is_name(const char *name, size_t size, const char *wanted)
{
	return size == strlen(wanted) && strncasecmp(name, wanted, size) == 0;
}

/* Content-Disposition: form-data; name="..."; filename="...". A duplicate name, or filename*, which
 * RFC 7578 forbids, is refused because other parsers could read it differently. */
static int read_disposition(struct http_form *form, struct as_http_field *field, const char *value,
	struct as_error *error)
{
	const char *name = NULL;
	size_t size = 0;
	char *word = NULL;
	int got;

	if (!http_has_type(value, "form-data") || field->name)
		return malformed(error, "part with a Content-Disposition other than form-data");
	value += strlen("form-data");
	while ((got = read_parameter(form, &value, &name, &size, &word, error)) > 0) {
		const char **set = is_name(name, size, "name")       ? &field->name
				   : is_name(name, size, "filename") ? &field->file
								     : NULL;
		if (is_name(name, size, "filename*") || (set && *set))
			return malformed(error, "part with two names");
		if (set && !as_text_is_utf8(word, strlen(word)))
			return malformed(error, "name that is not UTF-8");
		if (set)
			*set = word;
	}
	return got;
}

/* ---- the parts ---- */

/* A non-empty header of a part. */
static int read_header(
	struct http_form *form, struct as_http_field *field, char *line, struct as_error *error)
{
	char *colon = strchr(line, ':');

	if (!colon || !http_is_token(line, (size_t)(colon - line)) || !http_is_value(colon))
		return malformed(error, "malformed header of a part");
	const size_t size = (size_t)(colon - line);
	const char *value = colon + 1 + strspn(colon + 1, " \t");
	if (is_name(line, size, "Content-Disposition"))
		return read_disposition(form, field, value, error);
	if (is_name(line, size, "Content-Transfer-Encoding") && strcasecmp(value, "binary") != 0 &&
		strcasecmp(value, "8bit") != 0 && strcasecmp(value, "7bit") != 0)
		return malformed(error, "part with a Content-Transfer-Encoding");
	return 0;
}

/* The headers of a part, up to the empty line. Returns the first byte of its data; NULL: failed. */
static char *read_head(struct http_form *form, struct as_http_field *field, char *at, char *end,
	struct as_error *error)
{
	const char *from = at;

	for (;;) {
		char *line = at, *stop = memmem(at, (size_t)(end - at), "\r\n", 2);
		if (!stop || stop - from > MAX_HEAD || memchr(line, '\0', (size_t)(stop - line))) {
			malformed(error, "part without the end of its headers");
			return NULL;
		}
		*stop = '\0';
		at = stop + 2;
		if (!*line)
			break;
		if (read_header(form, field, line, error))
			return NULL;
	}
	if (!field->name) {
		malformed(error, "part without a name");
		return NULL;
	}
	return at;
}

/* A part between two boundaries. */
static int read_part(struct http_form *form, char *at, char *end, struct as_error *error)
{
	struct as_http_field field = {0};
	char *data = read_head(form, &field, at, end, error);

	if (!data)
		return -1;
	*end = '\0';
	field.data = data;
	field.size = (size_t)(end - data);
	if (!field.file && (strlen(data) != field.size || !as_text_is_utf8(data, field.size)))
		return malformed(error, "field that is not UTF-8");
	return put_field(form, &field, error);
}

/* Writes CR LF "--" and the boundary of the type. Returns its length, 0 if it has none. */
static size_t find_boundary(struct http_form *form, const char *type, char line[MAX_BOUNDARY + 5],
	struct as_error *error)
{
	const char *name, *at = type + strcspn(type, ";"), *boundary = NULL;
	size_t size;
	char *word;
	int got;

	while ((got = read_parameter(form, &at, &name, &size, &word, error)) > 0)
		if (!boundary && is_name(name, size, "boundary"))
			boundary = word;
	size = boundary ? strlen(boundary) : 0;
	if (got < 0 || size == 0 || size > MAX_BOUNDARY || boundary[size - 1] == ' ') {
		malformed(error, "no boundary");
		return 0;
	}
	memcpy(line, "\r\n--", 4);
	memcpy(line + 4, boundary, size + 1);
	return size + 4;
}

/* The text after a boundary: 1: a part, 0: the end, -1: invalid. */
static int after_boundary(char **at, const char *end)
{
	if (end - *at >= 2 && memcmp(*at, "--", 2) == 0)
		return 0;
	while (*at < end && (**at == ' ' || **at == '\t'))
		++*at;
	if (end - *at < 2 || memcmp(*at, "\r\n", 2) != 0)
		return -1;
	*at += 2;
	return 1;
}

/* The text after the first boundary, which needs no line end before it; NULL if there is none. */
static char *find_first(const char *line, size_t line_size, char *body, size_t size)
{
	if (size >= line_size - 2 && memcmp(body, line + 2, line_size - 2) == 0)
		return body + line_size - 2;
	char *at = memmem(body, size, line, line_size);
	return at ? at + line_size : NULL;
}

static int parse_parts(struct http_form *form, const char *line, size_t line_size, char *body,
	size_t size, struct as_error *error)
{
	char *end = body + size;
	char *at = find_first(line, line_size, body, size);

	if (!at)
		return malformed(error, "no part");
	for (;;) {
		const int more = after_boundary(&at, end);
		if (more <= 0)
			return more == 0 ? 0 : malformed(error, "malformed boundary");
		char *stop = memmem(at, (size_t)(end - at), line, line_size);
		if (!stop)
			return malformed(error, "it does not end; was it cut off?");
		if (read_part(form, at, stop, error))
			return -1;
		at = stop + line_size;
	}
}

int http_multipart_parse(
	struct http_form *form, const char *type, char *body, size_t size, struct as_error *error)
{
	char line[MAX_BOUNDARY + 5];

	*form = (struct http_form){0};
	const size_t line_size = find_boundary(form, type, line, error);
	if (line_size > 0 && parse_parts(form, line, line_size, body, size, error) == 0)
		return 0;
	http_form_clear(form);
	return -1;
}
