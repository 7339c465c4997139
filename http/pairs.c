/* SPDX-License-Identifier: MIT */
/* Names with values: application/x-www-form-urlencoded, and cookies. */
#include "decode.h"

#include <string.h>

void http_pairs_clear(struct http_pairs *pairs)
{
	free(pairs->items);
	free(pairs->text);
	*pairs = (struct http_pairs){0};
}

static int put_pair(
	struct http_pairs *pairs, const char *name, const char *value, struct as_error *error)
{
	if (!as_array_reserve(pairs->items, pairs->count, error))
		return -1;
	pairs->items[pairs->count++] = (struct as_http_pair){.name = name, .value = value};
	return 0;
}

const char *http_pairs_get(const struct http_pairs *pairs, const char *name)
{
	for (size_t i = 0; i < pairs->count; i++)
		if (strcmp(pairs->items[i].name, name) == 0)
			return pairs->items[i].value;
	return NULL;
}

/* ---- forms ---- */

/* Decodes "name=value" to `out`, both with their NULs, and adds them. Returns the number of bytes
 * written, 0 on failure. */
static size_t add_encoded(
	struct http_pairs *pairs, const char *text, size_t size, char *out, struct as_error *error)
{
	const char *equal = memchr(text, '=', size);
	const size_t name_size = equal ? (size_t)(equal - text) : size;
	const size_t value_size = equal ? size - name_size - 1 : 0;

	if (!http_decode(text, name_size, HTTP_DECODE_FORM, out)) {
		as_error_set(error, AS_ERROR_INPUT,
			"malformed name of a parameter; encode it as UTF-8 with %%XX");
		return 0;
	}
	char *value = out + strlen(out) + 1;
	if (!http_decode(equal ? equal + 1 : "", value_size, HTTP_DECODE_FORM, value)) {
		as_error_set(error, AS_ERROR_INPUT,
			"malformed value of the parameter '%s'; encode it as UTF-8 with %%XX", out);
		return 0;
	}
	return put_pair(pairs, out, value, error) ? 0 : (size_t)(value + strlen(value) + 1 - out);
}

static int parse_encoded(
	struct http_pairs *pairs, const char *text, size_t size, size_t max, struct as_error *error)
{
	/* Each pair needs at most its own bytes and two NULs, one in place of its '=' or '&'. */
	char *out = pairs->text = malloc(2 * size + 2);

	if (!out)
		return as_error_no_memory(error);
	for (const char *end = text + size; text < end;) {
		const char *stop = memchr(text, '&', (size_t)(end - text));
		const size_t length = (size_t)((stop ? stop : end) - text);
		if (length > 0 && pairs->count == max)
			return as_error_set(error, AS_ERROR_INPUT, "more than %zu parameters", max);
		const size_t written =
			length > 0 ? add_encoded(pairs, text, length, out, error) : 0;
		if (length > 0 && written == 0)
			return -1;
		out += written;
		text += length + 1;
	}
	return 0;
}

int http_pairs_parse(
	struct http_pairs *pairs, const char *text, size_t size, size_t max, struct as_error *error)
{
	*pairs = (struct http_pairs){0};
	if (size == 0)
		return 0;
	const int failed = parse_encoded(pairs, text, size, max, error);
	if (failed)
		http_pairs_clear(pairs);
	return failed;
}

/* ---- cookies ---- */

bool http_is_cookie_value(const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		const unsigned char byte = (unsigned char)text[i];
		if (byte <= 0x20 || byte >= 0x7f || strchr("\",;\\", byte))
			return false;
	}
	return true;
}

/* Modifies `text`. */
static int add_cookie(struct http_pairs *pairs, char *text, struct as_error *error)
{
	text += strspn(text, " \t");
	size_t size = strlen(text);
	while (size > 0 && strchr(" \t", text[size - 1]))
		text[--size] = '\0';
	char *value = strchr(text, '=');
	if (!value || !http_is_token(text, (size_t)(value - text)))
		return 0;
	*value++ = '\0';
	size = strlen(value);
	if (size >= 2 && value[0] == '"' && value[size - 1] == '"') {
		value[--size] = '\0';
		value++;
		size--;
	}
	return http_is_cookie_value(value, size) ? put_pair(pairs, text, value, error) : 0;
}

int http_cookies_parse(struct http_pairs *pairs, const char *text, struct as_error *error)
{
	*pairs = (struct http_pairs){.text = strdup(text)};
	if (!pairs->text)
		return as_error_no_memory(error);
	for (char *rest = pairs->text, *one; (one = strsep(&rest, ";"));) {
		if (add_cookie(pairs, one, error)) {
			http_pairs_clear(pairs);
			return -1;
		}
	}
	return 0;
}

const char *http_cookies_get(const struct http_pairs *pairs, const char *name)
{
	const char *found = NULL;

	for (size_t i = 0; i < pairs->count; i++) {
		if (strcmp(pairs->items[i].name, name) != 0)
			continue;
		if (found)
			return NULL;
		found = pairs->items[i].value;
	}
	return found;
}
