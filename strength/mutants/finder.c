/* SPDX-License-Identifier: MIT */
#include "finder.h"

#include <stdarg.h>
#include <string.h>

/* The maximum distance between the brackets of a template, in tokens. */
#define TEMPLATE_TOKENS 40

/* ---- tokens ---- */

static bool has_size(const struct finder *finder, size_t at, size_t size)
{
	return at < finder->count && finder->tokens[at].size == size;
}

bool finder_is(const struct finder *finder, size_t at, const char *text)
{
	const size_t size = strlen(text);

	return has_size(finder, at, size) &&
	       memcmp(finder->text + finder->tokens[at].offset, text, size) == 0;
}

bool finder_is_any(const struct finder *finder, size_t at, const char *const *texts)
{
	while (*texts && !finder_is(finder, at, *texts))
		texts++;
	return *texts != NULL;
}

enum as_token_code finder_kind(const struct finder *finder, size_t at)
{
	if (at >= finder->count)
		return AS_TOKEN_NONE;
	const unsigned code = finder->tokens[at].code % AS_TOKEN_FAMILY;
	return code >= AS_TOKEN_WORD    ? AS_TOKEN_WORD
	       : code > AS_TOKEN_DEDENT ? AS_TOKEN_OPERATOR
					: code;
}

size_t finder_match(const struct finder *finder, size_t at)
{
	return at < finder->count ? finder->places[at].match : FINDER_NONE;
}

unsigned finder_depth(const struct finder *finder, size_t at)
{
	return at < finder->count ? finder->places[at].depth : 0;
}

bool finder_is_python(const struct finder *finder)
{
	return finder->language == AS_SOURCE_PYTHON;
}

size_t finder_size(const struct finder *finder, size_t first, size_t last)
{
	const struct as_token *end = &finder->tokens[last];

	return end->offset + end->size - finder->tokens[first].offset;
}

const char *finder_flag(const struct finder *finder, bool value)
{
	if (finder_is_python(finder))
		return value ? "True" : "False";
	if (finder->language == AS_SOURCE_C)
		return value ? "1" : "0";
	return value ? "true" : "false";
}

/* ---- values ---- */

bool finder_ends_value(const struct finder *finder, size_t at)
{
	const enum as_token_code kind = finder_kind(finder, at);

	return kind == AS_TOKEN_NAME || kind == AS_TOKEN_NUMBER || kind == AS_TOKEN_TEXT ||
	       finder_is(finder, at, ")") || finder_is(finder, at, "]");
}

bool finder_begins_value(const struct finder *finder, size_t at)
{
	static const char *const signs[] = {"(", "[", "-", "+", "!", "~", "*", "&", "++", "--",
		"not", "this", "new", "lambda", "true", "false", "True", "False", "sizeof",
		"static_cast", NULL};
	const enum as_token_code kind = finder_kind(finder, at);

	return kind == AS_TOKEN_NAME || kind == AS_TOKEN_NUMBER || kind == AS_TOKEN_TEXT ||
	       finder_is_any(finder, at, signs);
}

bool finder_is_binary(const struct finder *finder, size_t at)
{
	return at > 0 && at < finder->count && !finder->places[at].is_template &&
	       finder_ends_value(finder, at - 1) && finder_begins_value(finder, at + 1);
}

bool finder_is_simple(const struct finder *finder, size_t at)
{
	static const char *const before[] = {".", "->", "::", NULL};
	static const char *const after[] = {".", "->", "::", "(", "[", "++", "--", NULL};
	const enum as_token_code kind = finder_kind(finder, at);

	return (kind == AS_TOKEN_NAME || kind == AS_TOKEN_NUMBER) &&
	       !(at && finder_is_any(finder, at - 1, before)) &&
	       !finder_is_any(finder, at + 1, after);
}

bool finder_is_declared(const struct finder *finder, size_t at)
{
	return at < finder->count && finder->places[at].is_declared;
}

bool finder_is_in_main(const struct finder *finder, size_t at)
{
	return at > finder->main_first && at < finder->main_last;
}

/* ---- opening ---- */

/* `stack` contains the `top` open brackets, the innermost last. Returns the new top. */
static size_t pop_match(struct finder *finder, const size_t *stack, size_t top, size_t at)
{
	static const char *const pairs[][2] = {{"(", ")"}, {"[", "]"}, {"{", "}"}};

	for (int i = 0; i < 3; i++)
		if (finder_is(finder, at, pairs[i][1]) && top &&
			finder_is(finder, stack[top - 1], pairs[i][0])) {
			finder->places[at].match = stack[top - 1];
			finder->places[stack[top - 1]].match = at;
			return top - 1;
		}
	return top;
}

static int find_matches(struct finder *finder)
{
	static const char *const openers[] = {"(", "[", "{", NULL};
	AS_AUTO_FREE size_t *stack = calloc(finder->count + 1, sizeof(*stack));
	size_t top = 0;
	unsigned depth = 0;

	if (!stack)
		return as_error_no_memory(finder->error);
	for (size_t at = 0; at < finder->count; at++) {
		const bool closes = finder_is(finder, at, ")") || finder_is(finder, at, "]");
		finder->places[at].match = FINDER_NONE;
		depth -= closes && depth;
		finder->places[at].depth = depth;
		depth += finder_is(finder, at, "(") || finder_is(finder, at, "[");
		if (finder_is_any(finder, at, openers))
			stack[top++] = at;
		else
			top = pop_match(finder, stack, top, at);
	}
	return 0;
}

/* A name, and types in brackets: vector<pair<int, int>>. */
static void mark_template(struct finder *finder, size_t at)
{
	static const char *const inner[] = {",", "::", ".", "*", "&", "[", "]", "?", "...", NULL};
	static const char *const ends[] = {">", NULL};
	size_t depth = 0;

	if (!finder_is(finder, at, "<") || at == 0 ||
		!(finder_kind(finder, at - 1) == AS_TOKEN_NAME ||
			finder_is(finder, at - 1, "template")))
		return;
	for (size_t end = at; end < finder->count && end < at + TEMPLATE_TOKENS; end++) {
		const enum as_token_code kind = finder_kind(finder, end);
		depth += finder_is(finder, end, "<");
		if (finder_is_any(finder, end, ends) && --depth == 0) {
			for (; at <= end; at++)
				finder->places[at].is_template =
					finder_is(finder, at, "<") || finder_is(finder, at, ">");
			return;
		}
		if (kind == AS_TOKEN_OPERATOR && !finder_is(finder, end, "<") &&
			!finder_is(finder, end, ">") && !finder_is_any(finder, end, inner))
			return;
	}
}

static void find_main(struct finder *finder)
{
	for (size_t at = 0; at < finder->count; at++) {
		const size_t open = finder_match(finder, at + 1) + 1;
		if (!finder_is(finder, at, "main") || !finder_is(finder, open, "{") ||
			finder_match(finder, open) == FINDER_NONE)
			continue;
		finder->main_first = open;
		finder->main_last = finder_match(finder, open);
		return;
	}
}

static void mark_declarations(struct finder *finder)
{
	static const char *const starts[] = {";", "{", "}", "(", ")", "=", NULL};
	static const char *const types[] = {"int", "long", "double", "float", "char", "short",
		"bool", "unsigned", "static", "const", "int64_t", "ll", "size_t", "new", NULL};
	bool is_declared = false;

	for (size_t at = 0; at < finder->count; at++) {
		if (at == 0 || finder_is_any(finder, at - 1, starts))
			is_declared = finder_is_any(finder, at, types);
		finder->places[at].is_declared = is_declared;
	}
}

int finder_open(struct finder *finder, const struct as_tokens *tokens)
{
	finder->tokens = tokens->items;
	finder->count = tokens->count;
	finder->places = calloc(tokens->count + 1, sizeof(*finder->places));
	if (!finder->places)
		return as_error_no_memory(finder->error);
	if (find_matches(finder))
		return -1;
	find_main(finder);
	if (finder_is_python(finder))
		return 0;
	mark_declarations(finder);
	for (size_t at = 0; at < finder->count && finder->language != AS_SOURCE_C; at++)
		if (!finder->places[at].is_template)
			mark_template(finder, at);
	return 0;
}

void finder_close(struct finder *finder)
{
	free(finder->places);
	free(finder->earlier);
}

/* ---- adding ---- */

/* True if an operator has found the mutation, which begins at the token `first`, before. */
static bool is_known(const struct finder *finder, size_t first, const struct as_mutation *mutation)
{
	for (size_t i = finder->places[first].latest; i > 0; i = finder->earlier[i - 1]) {
		const struct as_mutation *other = &finder->found->items[i - 1];
		if (other->offset == mutation->offset && other->size == mutation->size &&
			strcmp(other->text, mutation->text) == 0)
			return true;
	}
	return false;
}

/* Where a range of tokens begins. If its text is dropped, `std::`, which is no token, is dropped,
 * too. */
static size_t range_begin(const struct finder *finder, size_t first, bool is_dropped)
{
	static const char scope[] = "std::";
	const size_t offset = finder->tokens[first].offset, size = sizeof(scope) - 1;

	return is_dropped && finder->language == AS_SOURCE_CPP && offset >= size &&
			       memcmp(finder->text + offset - size, scope, size) == 0
		       ? offset - size
		       : offset;
}

/* f(a, a) with its arguments swapped is not a mutant. */
static bool is_same_text(const struct finder *finder, const struct as_mutation *mutation)
{
	return strlen(mutation->text) == mutation->size &&
	       memcmp(mutation->text, finder->text + mutation->offset, mutation->size) == 0;
}

void finder_replace(struct finder *finder, size_t first, size_t last, const char *format, ...)
{
	AS_AUTO_FREE char *text = NULL;
	va_list arguments;

	if (finder->has_failed)
		return;
	va_start(arguments, format);
	const int length = vasprintf(&text, format, arguments);
	va_end(arguments);
	const size_t begin = range_begin(finder, first, length == 0);
	struct as_mutations *found = finder->found;
	struct as_mutation mutation = {.kind = finder->kind,
		.line = finder->tokens[first].line,
		.offset = begin,
		.size = finder->tokens[last].offset + finder->tokens[last].size - begin,
		.text = length < 0 ? NULL : text,
		.is_slow = finder->is_slow};
	if (mutation.text &&
		(is_same_text(finder, &mutation) || is_known(finder, first, &mutation)))
		return;
	if (!mutation.text)
		as_error_no_memory(finder->error);
	if (!mutation.text || !as_array_reserve(found->items, found->count, finder->error) ||
		!as_array_reserve(finder->earlier, found->count, finder->error)) {
		finder->has_failed = true;
		return;
	}
	text = NULL;
	finder->earlier[found->count] = finder->places[first].latest;
	found->items[found->count++] = mutation;
	finder->places[first].latest = found->count;
}
