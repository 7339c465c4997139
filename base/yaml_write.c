/* SPDX-License-Identifier: MIT */
/*
 * Writes a mapping as YAML in block style, one key a line; below that, sequences and mappings are
 * in flow style. A text is unquoted only if every version of YAML reads it as that text.
 */
#include <assay/base.h>

#include <ctype.h>
#include <string.h>

static bool is_plain(const char *text)
{
	static const char *const words[] = {
		"true", "false", "null", "yes", "no", "on", "off", "y", "n", "inf", "nan"};
	if (!isalpha((unsigned char)text[0]))
		return false;
	for (const char *at = text; *at; at++)
		if (!isalnum((unsigned char)*at) && !(strchr("_-./", *at)) &&
			!(*at == ' ' && at[1] && at[1] != ' '))
			return false;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcasecmp(words[i], text) == 0)
			return false;
	return true;
}

static void write_flow(FILE *out, json_t *value);

/* Characters that YAML refuses, drops or takes for the end of a line unless they are escaped: DEL,
 * the controls from U+0080 to U+009F, U+2028, U+2029, U+FEFF, U+FFFE and U+FFFF. */
static size_t write_escape(FILE *out, const unsigned char *at)
{
	static const struct {
		const char *bytes, *escape;
	} longer[] = {{"\xe2\x80\xa8", "\\u2028"}, {"\xe2\x80\xa9", "\\u2029"},
		{"\xef\xbb\xbf", "\\uFEFF"}, {"\xef\xbf\xbe", "\\uFFFE"},
		{"\xef\xbf\xbf", "\\uFFFF"}};

	if (*at == 0x7f)
		return fputs("\\x7F", out), 1;
	if (*at == 0xc2 && at[1] >= 0x80 && at[1] <= 0x9f)
		return fprintf(out, "\\x%02X", at[1]), 2;
	for (size_t i = 0; i < sizeof longer / sizeof *longer; i++)
		if (strncmp((const char *)at, longer[i].bytes, 3) == 0)
			return fputs(longer[i].escape, out), 3;
	return 0;
}

/* A text in JSON's quotes, which YAML reads as JSON does. */
static void write_quoted(FILE *out, const char *quoted)
{
	for (const unsigned char *at = (const unsigned char *)quoted; *at;) {
		const size_t escaped = write_escape(out, at);
		if (!escaped)
			putc(*at, out);
		at += escaped ? escaped : 1;
	}
}

static void write_text(FILE *out, const char *text)
{
	json_t *value = json_string(text);
	char *quoted = value ? json_dumps(value, JSON_ENCODE_ANY) : NULL;
	if (is_plain(text))
		fputs(text, out);
	else
		write_quoted(out, quoted ? quoted : "\"\"");
	free(quoted);
	json_decref(value);
}

static void write_sequence(FILE *out, json_t *array)
{
	json_t *item;
	size_t i;
	putc('[', out);
	json_array_foreach(array, i, item)
	{
		fputs(i > 0 ? ", " : "", out);
		write_flow(out, item);
	}
	putc(']', out);
}

static void write_mapping(FILE *out, json_t *object)
{
	const char *key, *between = "";
	json_t *item;
	putc('{', out);
	json_object_foreach(object, key, item)
	{
		fputs(between, out);
		write_text(out, key);
		fputs(": ", out);
		write_flow(out, item);
		between = ", ";
	}
	putc('}', out);
}

static void write_flow(FILE *out, json_t *value)
{
	switch (json_typeof(value)) {
	case JSON_OBJECT:
		write_mapping(out, value);
		return;
	case JSON_ARRAY:
		write_sequence(out, value);
		return;
	case JSON_STRING:
		write_text(out, json_string_value(value));
		return;
	case JSON_REAL:
		fputs(AS_NUMBER(json_real_value(value)), out);
		return;
	case JSON_INTEGER:
		fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
		return;
	case JSON_TRUE:
	case JSON_FALSE:
		fputs(json_is_true(value) ? "true" : "false", out);
		return;
	case JSON_NULL:
	default:
		fputs("null", out);
	}
}

static void write_block(FILE *out, json_t *object, int indent)
{
	const char *key;
	json_t *value;
	json_object_foreach(object, key, value)
	{
		fprintf(out, "%*s", indent, "");
		write_text(out, key);
		if (json_is_object(value) && json_object_size(value) > 0) {
			fputs(":\n", out);
			write_block(out, value, indent + 2);
			continue;
		}
		fputs(": ", out);
		write_flow(out, value);
		putc('\n', out);
	}
}

char *as_yaml_write(json_t *root, struct as_error *error)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (out)
		write_block(out, root, 0);
	return as_text_close(out, &text, error);
}
