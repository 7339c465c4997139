/* SPDX-License-Identifier: MIT */
/* The order of texts by size. */
#include "model.h"
#include "number.h"

#include <string.h>

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool parse_number(const char *text, size_t size, int64_t *value)
{
	bool negative = size && *text == '-';
	uint64_t limit = (uint64_t)INT64_MAX + negative, magnitude = 0;
	size_t first = negative;

	if (first == size || size > 20 || (text[first] == '0' && size > 1))
		return false;
	for (size_t i = first; i < size; i++) {
		if (text[i] < '0' || text[i] > '9')
			return false;
		uint64_t digit = (uint64_t)(text[i] - '0');
		if (magnitude > (limit - digit) / 10)
			return false;
		magnitude = magnitude * 10 + digit;
	}
	*value = (int64_t)(negative ? 0 - magnitude : magnitude);
	return true;
}

bool as_text_token(const char *text, size_t size, size_t at, struct as_token *token)
{
	while (at < size && is_blank(text[at]))
		at++;
	size_t end = at;
	while (end < size && !is_blank(text[end]))
		end++;
	if (at == end)
		return false;
	*token = (struct as_token){.start = (uint32_t)at, .size = (uint32_t)(end - at)};
	token->is_number = parse_number(text + at, end - at, &token->value);
	return true;
}

void as_text_signs(const char *text, size_t size, bool *zero, bool *negative)
{
	struct as_token token = {0};

	*zero = *negative = false;
	while (as_text_token(text, size, (size_t)token.start + token.size, &token))
		if (token.is_number) {
			*zero = *zero || token.value == 0;
			*negative = *negative || token.value < 0;
		}
}

struct extent {
	uint64_t tokens, word_bytes;
	as_sum sum;
};

static struct extent measure(const char *text, size_t size)
{
	struct extent extent = {0};
	struct as_token token = {0};

	while (as_text_token(text, size, (size_t)token.start + token.size, &token)) {
		extent.tokens++;
		if (token.is_number)
			extent.sum += as_number_magnitude(token.value);
		else
			extent.word_bytes += token.size;
	}
	return extent;
}

static int compare_tokens(const char *a, const struct as_token *a_token, const char *b,
	const struct as_token *b_token)
{
	if (a_token->is_number != b_token->is_number)
		return a_token->is_number ? -1 : 1;
	if (a_token->is_number)
		return as_number_compare(a_token->value, b_token->value);
	if (a_token->size != b_token->size)
		return a_token->size < b_token->size ? -1 : 1;
	return memcmp(a + a_token->start, b + b_token->start, a_token->size);
}

static int compare_bytes(const char *a, size_t a_size, const char *b, size_t b_size)
{
	if (a_size != b_size)
		return a_size < b_size ? -1 : 1;
	return a_size ? memcmp(a, b, a_size) : 0;
}

#define COMPARE(a, b)                                                                              \
	if ((a) != (b))                                                                            \
	return (a) < (b) ? -1 : 1

int as_text_compare(const char *a, size_t a_size, const char *b, size_t b_size)
{
	struct extent a_extent = measure(a, a_size), b_extent = measure(b, b_size);
	struct as_token a_token = {0}, b_token = {0};

	COMPARE(a_extent.tokens, b_extent.tokens);
	COMPARE(a_extent.word_bytes, b_extent.word_bytes);
	COMPARE(a_extent.sum, b_extent.sum);
	while (as_text_token(a, a_size, (size_t)a_token.start + a_token.size, &a_token) &&
		as_text_token(b, b_size, (size_t)b_token.start + b_token.size, &b_token)) {
		int order = compare_tokens(a, &a_token, b, &b_token);
		if (order)
			return order;
	}
	return compare_bytes(a, a_size, b, b_size);
}
