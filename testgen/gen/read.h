/* SPDX-License-Identifier: MIT */
#pragma once
#include "overview.h"
#include "pattern.h"
#include "scan.h"

/* ---- strict reading, for input validators
 * ----------------------------------------------------- */

static inline void gen_message_place_(struct gen_message_ *message, uint64_t line, uint64_t column)
{
	message->used = 0;
	gen_message_add_(message, "line %" PRIu64 ", column %" PRIu64 ": ", line + 1, column);
}

static inline void gen_read_reject(const char *format, ...) GEN_PRINTF_(1, 2) GEN_NORETURN_;
/** Rejects the input at the last token, for a rule that no reader checks: exit status 43. */
static inline void gen_read_reject(const char *format, ...)
{
	const struct gen_reader_ *reader = gen_reader_get_(GEN_OUTPUT);
	struct gen_message_ message;
	va_list arguments;
	gen_message_place_(&message, reader->token_line, reader->token_column);
	va_start(arguments, format);
	gen_message_add_list_(&message, format, arguments);
	va_end(arguments);
	gen_reject_(&message);
}

/* Rejects the input at the next byte. */
static inline void gen_read_expect_(const char *format, ...) GEN_PRINTF_(1, 2) GEN_NORETURN_;
static inline void gen_read_expect_(const char *format, ...)
{
	struct gen_reader_ *reader = gen_reader_get_(GEN_OUTPUT);
	struct gen_message_ message;
	va_list arguments;
	gen_message_place_(&message, reader->line, gen_reader_column_(reader));
	gen_message_add_(&message, "expected ");
	va_start(arguments, format);
	gen_message_add_list_(&message, format, arguments);
	va_end(arguments);
	gen_message_add_(&message, ", got ");
	gen_message_show_next_(&message, reader);
	gen_reject_(&message);
}

/* Rejects `text`, which was read last; `more`: it is only the beginning of the token. If it is
 * empty, there is no token, and the message shows the next bytes. */
static inline void gen_read_misfit_(const char *text, size_t length, bool more, const char *format,
	...) GEN_PRINTF_(4, 5) GEN_NORETURN_;
static inline void gen_read_misfit_(
	const char *text, size_t length, bool more, const char *format, ...)
{
	struct gen_reader_ *reader = gen_reader_get_(GEN_OUTPUT);
	struct gen_message_ message;
	va_list arguments;
	gen_message_place_(&message, reader->token_line, reader->token_column);
	gen_message_add_(&message, "expected ");
	va_start(arguments, format);
	gen_message_add_list_(&message, format, arguments);
	va_end(arguments);
	gen_message_add_(&message, ", got ");
	if (length)
		gen_message_show_(&message, text, length, more);
	else
		gen_message_show_next_(&message, reader);
	gen_reject_(&message);
}

static inline void gen_read_int_wrong_(int64_t lo, int64_t hi, const char *name) GEN_NORETURN_;
static inline void gen_read_int_wrong_(int64_t lo, int64_t hi, const char *name)
{
	gen_read_expect_("%s, an integer from %" PRId64 " to %" PRId64, name, lo, hi);
}

/** Reads a whole number from lo to hi: no plus, no leading zero, no -0. `name` is for the message.
 */
static inline int64_t gen_read_int(int64_t lo, int64_t hi, const char *name)
{
	struct gen_reader_ *reader = gen_reader_get_(GEN_OUTPUT);
	int64_t value = 0;
	const char *start = gen_reader_look_ahead_(reader);
	const char *end = gen_scan_int_in_block_(start, &value);
	bool whole = end && (*end == ' ' || *end == '\n' || *end == '\0');
	if (!whole || value < lo || value > hi)
		gen_read_int_wrong_(lo, hi, name);
	gen_reader_token_begins_(reader);
	reader->used += (size_t)(end - start);
	if (gen_overview_get_()->path)
		gen_overview_note_(name, value, lo, hi, 0);
	return value;
}

static inline void gen_read_char_(char wanted, const char *name)
{
	struct gen_reader_ *reader = gen_reader_get_(GEN_OUTPUT);
	const char *next = gen_reader_look_ahead_(reader);
	if (reader->used == reader->filled || *next != wanted)
		gen_read_expect_("%s", name);
	reader->used++;
}

/** Reads exactly one space. */
static inline void gen_read_space(void)
{
	gen_read_char_(' ', "one space");
}

/** Reads exactly one newline, without a carriage return before it. */
static inline void gen_read_newline(void)
{
	struct gen_reader_ *reader = gen_reader_get_(GEN_OUTPUT);
	const char *next = gen_reader_look_ahead_(reader);
	if (reader->used == reader->filled || *next != '\n')
		gen_read_expect_("a newline");
	gen_reader_line_ends_(reader);
}

/** Reads `count` numbers separated by one space, into `values` unless that is NULL. */
static inline void gen_read_ints(
	int64_t *values, size_t count, int64_t lo, int64_t hi, const char *name)
{
	for (size_t i = 0; i < count; i++) {
		if (i)
			gen_read_space();
		int64_t value = gen_read_int(lo, hi, name);
		if (values)
			values[i] = value;
	}
}

static inline size_t gen_read_span_(
	enum gen_span_ span, char *text, size_t size, const char *name, const char *what)
{
	struct gen_reader_ *reader = gen_reader_get_(GEN_OUTPUT);
	gen_reader_token_begins_(reader);
	size_t length = gen_reader_take_(reader, span, text, size);
	if (length == size)
		gen_read_misfit_(
			text, size - 1, true, "%s, %s of at most %zu bytes", name, what, size - 1);
	return length;
}

/** Reads a word of printable ASCII without spaces, from 1 to size - 1 bytes, into `text`, with a
 * NUL. Returns its length. */
static inline size_t gen_read_word(char *text, size_t size, const char *name)
{
	size_t length = gen_read_span_(GEN_SPAN_WORD_, text, size, name, "a word");
	if (!length)
		gen_read_misfit_(text, 0, false, "%s, a word", name);
	return length;
}

/** Reads a word that matches a pattern such as "[a-z]{1,100}" (see the head of this file). */
static inline size_t gen_read_word_like(
	char *text, size_t size, const char *pattern, const char *name)
{
	size_t length = gen_read_span_(GEN_SPAN_WORD_, text, size, name, "a word");
	if (!gen_fits(text, length, pattern))
		gen_read_misfit_(text, length, false, "%s, %s", name, pattern);
	return length;
}

/** Reads one of several words and returns its index; `words` are separated by spaces. */
static inline int gen_read_choice(const char *words, const char *name)
{
	char text[GEN_LOOKAHEAD_BYTES_];
	size_t length = gen_read_span_(GEN_SPAN_WORD_, text, sizeof text, name, "a word");
	int index = length ? gen_word_find_(words, text, length) : -1;
	if (index < 0)
		gen_read_misfit_(text, length, false, "%s, one of '%s'", name, words);
	return index;
}

/** Reads the rest of a line, printable ASCII and possibly empty, and its newline. */
static inline size_t gen_read_line(char *text, size_t size, const char *name)
{
	size_t length = gen_read_span_(GEN_SPAN_TEXT_, text, size, name, "a line");
	gen_read_newline();
	return length;
}

/* A bound, in units of 10^-decimals. */
static inline int64_t gen_real_bound_(const char *text, unsigned decimals)
{
	int64_t value = 0;
	if (decimals > 18 || !gen_scan_real_(text, decimals, &value))
		gen_fail("'%s' is not a bound for numbers with %u decimals", text, decimals);
	return value;
}

/** Reads a decimal number such as -12.50 with at most `decimals` decimals; the bounds are texts,
 * too. Returns the exact value, in units of 10^-decimals. */
static inline int64_t gen_read_real(
	const char *lo, const char *hi, unsigned decimals, const char *name)
{
	int64_t value = 0, min = gen_real_bound_(lo, decimals), max = gen_real_bound_(hi, decimals);
	char text[GEN_LOOKAHEAD_BYTES_];
	size_t length = gen_read_span_(GEN_SPAN_WORD_, text, sizeof text, name, "a number");
	if (!gen_scan_real_(text, decimals, &value) || value < min || value > max)
		gen_read_misfit_(text, length, false,
			"%s, a number from %s to %s with at most %u decimals", name, lo, hi,
			decimals);
	if (gen_overview_get_()->path)
		gen_overview_note_(name, value, min, max, decimals);
	return value;
}

/** Checks for the end of the file, and ends a validator: `return gen_read_end();`. */
static inline int gen_read_end(void)
{
	struct gen_reader_ *reader = gen_reader_get_(GEN_OUTPUT);
	gen_options_end_();
	gen_reader_look_ahead_(reader);
	if (reader->used < reader->filled)
		gen_read_expect_("the end of the file");
	gen_overview_end_();
	gen_program_get_()->ended = true;
	return GEN_ACCEPTED;
}
