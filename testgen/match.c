/* SPDX-License-Identifier: MIT */
/*
 * Matches the patterns of a recipe. A recipe may be untrusted, so steps, depth and memory are
 * limited, and nothing is compiled to machine code.
 */
#include "maker.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <string.h>

#define MAX_PATTERN_BYTES 10000
#define MAX_STEPS 10000000
#define MAX_HEAP_KIB 65536

static void free_code(pcre2_code **code)
{
	pcre2_code_free(*code);
}

static void free_data(pcre2_match_data **data)
{
	pcre2_match_data_free(*data);
}

static void free_context(pcre2_match_context **context)
{
	pcre2_match_context_free(*context);
}

static pcre2_code *compile(const char *pattern, bool utf, struct as_error *error)
{
	int number;
	PCRE2_SIZE offset;
	unsigned char text[200] = "";
	uint32_t options = PCRE2_MULTILINE | PCRE2_DOTALL | PCRE2_NEVER_BACKSLASH_C;

	if (strlen(pattern) > MAX_PATTERN_BYTES) {
		as_error_set(
			error, AS_ERROR_INPUT, "pattern of more than %d bytes", MAX_PATTERN_BYTES);
		return NULL;
	}
	pcre2_code *code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
		options | (utf ? PCRE2_UTF : 0), &number, &offset, NULL);
	if (!code) {
		pcre2_get_error_message(number, text, sizeof(text));
		as_error_set(error, AS_ERROR_INPUT, "invalid pattern '%s': %s at character %zu",
			pattern, text, (size_t)offset + 1);
	}
	return code;
}

/* 1: it matches; 0: it does not. */
static int match_one(const char *pattern, const struct as_bytes *text, struct as_error *error)
{
	bool utf = as_text_is_utf8(text->data, text->size);
	AS_AUTO(free_code) pcre2_code *code = compile(pattern, utf, error);

	if (!code)
		return -1;
	AS_AUTO(free_data)
	pcre2_match_data *data = pcre2_match_data_create_from_pattern(code, NULL);
	AS_AUTO(free_context) pcre2_match_context *context = pcre2_match_context_create(NULL);
	if (!data || !context)
		return as_error_no_memory(error);
	pcre2_set_match_limit(context, MAX_STEPS);
	pcre2_set_depth_limit(context, MAX_STEPS);
	pcre2_set_heap_limit(context, MAX_HEAP_KIB);
	int found = pcre2_match(code, (PCRE2_SPTR)text->data, text->size, 0,
		utf ? PCRE2_NO_UTF_CHECK : 0, data, context);
	if (found >= 0 || found == PCRE2_ERROR_NOMATCH)
		return found >= 0;
	return as_error_set(error, AS_ERROR_INPUT, "pattern '%s' takes too long to match", pattern);
}

static int match_text(
	json_t *pattern, const struct as_bytes *text, char **complaint, struct as_error *error)
{
	const char *wanted = json_string_value(pattern);
	int found = match_one(wanted, text, error);

	if (found == 0)
		*complaint = as_text_format(error, "no match of '%s'", wanted);
	return found < 0 || (found == 0 && !*complaint) ? -1 : 0;
}

int match_patterns(
	json_t *patterns, const struct as_bytes *text, char **complaint, struct as_error *error)
{
	const struct as_bytes empty = {.data = "", .size = 0};
	size_t index;
	json_t *pattern;

	if (!text->data)
		text = &empty;
	if (json_is_string(patterns))
		return match_text(patterns, text, complaint, error);
	json_array_foreach(patterns, index, pattern)
	{
		if (!*complaint && match_text(pattern, text, complaint, error))
			return -1;
	}
	return 0;
}
