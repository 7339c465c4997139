/* SPDX-License-Identifier: MIT */
/*
 * Makes an input validator that checks the common properties of all imported inputs: the number of
 * words (constant, or determined by the first number), and whether all are whole numbers. It is a
 * first version: the statement may promise more, or less.
 */
#include "import.h"
#include <ctype.h>

#define MAX_DIGITS 15

static bool is_integer(const char *word, size_t size)
{
	size_t sign = size > 0 && word[0] == '-';
	for (size_t i = sign; i < size; i++)
		if (!isdigit((unsigned char)word[i]))
			return false;
	return size > sign;
}

/* The number of words and, if the first word is a number, its value. */
struct words {
	int64_t count, first;
	bool has_first, integers;
};

/* The separators of Python's bytes.split(), and of most programs. */
static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static struct words count_words(const struct as_bytes *bytes)
{
	struct words words = {.integers = true};
	const char *const end = bytes->data + bytes->size;
	for (const char *at = bytes->data, *word; at < end;) {
		for (word = at; at < end && !is_space(*at);)
			at++;
		const size_t size = (size_t)(at - word);
		if (size == 0) {
			at++;
			continue;
		}
		bool integer = is_integer(word, size);
		if (words.count++ == 0 && integer && size <= MAX_DIGITS) {
			words.first = strtoll(word, NULL, 10);
			words.has_first = true;
		}
		words.integers &= integer;
	}
	return words;
}

/* Tests whether count = slope * first + rest is possible, with the first two inputs that differ. */
static void fit(struct import_shape *shape, const struct words *words)
{
	const int64_t run = words->first - shape->first, rise = words->count - shape->count;
	if (!words->has_first)
		shape->linear = false;
	if (!shape->linear || (run == 0 && rise == 0))
		return;
	if (run == 0 || rise % run != 0 || (shape->slope != 0 && rise / run != shape->slope)) {
		shape->linear = false;
		return;
	}
	shape->slope = rise / run;
	/* A first word of fifteen digits is unlikely to be a count. */
	shape->linear = shape->slope > 0 &&
			!__builtin_mul_overflow(shape->slope, shape->first, &shape->rest) &&
			!__builtin_sub_overflow(shape->count, shape->rest, &shape->rest);
}

void import_shape_add(
	struct import_shape *shape, const struct as_bytes *bytes, enum import_text text)
{
	const struct words words = count_words(bytes);
	if (!shape->started)
		*shape = (struct import_shape){.started = true,
			.constant = true,
			.linear = words.has_first,
			.integers = true,
			.count = words.count,
			.first = words.first};
	shape->constant &= words.count == shape->count;
	shape->integers &= words.integers;
	shape->has_empty |= words.count == 0;
	if (text > shape->text)
		shape->text = text;
	fit(shape, &words);
}

static char *word_check(const struct import_shape *shape, struct as_error *error)
{
	if (shape->constant)
		return as_text_format(
			error, "if len(words) != %jd:\n    reject()\n", (intmax_t)shape->count);
	if (shape->linear)
		return as_text_format(error,
			"if not words or not re.fullmatch(rb\"-?[0-9]+\", words[0]):\n    "
			"reject()\n"
			"if len(words) != %jd * int(words[0]) + %jd:\n    reject()\n",
			(intmax_t)shape->slope, (intmax_t)shape->rest);
	return as_text_format(error, "%s", shape->has_empty ? "" : "if not words:\n    reject()\n");
}

/* Bytes that are not text have no known properties. */
static const char *text_check(const struct import_shape *shape)
{
	switch (shape->text) {
	case IMPORT_ASCII:
		return "if not re.fullmatch(rb\"[ -~\\t\\n]*\", data):\n"
		       "    reject()\n";
	case IMPORT_UTF8:
		return "try:\n"
		       "    text = data.decode(\"utf-8\")\n"
		       "except UnicodeDecodeError:\n"
		       "    reject()\n"
		       "if re.search(\"[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]\", text):\n"
		       "    reject()\n";
	case IMPORT_BYTES:
	default:
		return "";
	}
}

char *import_shape_validator(const struct import_shape *shape, struct as_error *error)
{
	AS_AUTO_FREE char *check = word_check(shape, error);
	if (!check)
		return NULL;
	return as_text_format(error,
		"# Accepts (exit status 42) inputs like the imported ones and rejects (43) all "
		"others.\n"
		"# Add the constraints of the statement here, above all the bounds of each "
		"number.\n"
		"import re\n"
		"import sys\n"
		"\n"
		"\n"
		"def reject():\n"
		"    sys.exit(43)\n"
		"\n"
		"\n"
		"data = sys.stdin.buffer.read()\n"
		"if data and not data.endswith(b\"\\n\"):\n"
		"    reject()\n"
		"%s"
		"words = data.split()\n"
		"%s%s"
		"sys.exit(42)\n",
		text_check(shape),
		shape->integers && shape->count > 0
			? "if any(not re.fullmatch(rb\"-?[0-9]+\", word) for word in words):\n"
			  "    reject()\n"
			: "",
		check);
}
