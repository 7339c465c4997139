/* SPDX-License-Identifier: MIT */
#pragma once
#include "feedback.h"
#include "pattern.h"
#include "scan.h"

/* ---- reading by tokens, for output validators -------------------------------------------------
 */

/* Enough for every double. */
#define GEN_REAL_BYTES_ 512

static inline void gen_check_tell_(struct gen_notes_ *notes, const char *format, va_list arguments)
	GEN_PRINTF_(2, 0);
static inline void gen_check_tell_(struct gen_notes_ *notes, const char *format, va_list arguments)
{
	struct gen_message_ message;
	message.used = 0;
	gen_message_add_list_(&message, format, arguments);
	gen_notes_add_(notes, &message);
}

static inline void gen_check_tell_judge(const char *format, ...) GEN_PRINTF_(1, 2);
/** Adds a line to judgemessage.txt, which only judges see, below the line of the verdict. */
static inline void gen_check_tell_judge(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	gen_check_tell_(&gen_feedback_get_()->judge, format, arguments);
	va_end(arguments);
}

static inline void gen_check_tell_team(const char *format, ...) GEN_PRINTF_(1, 2);
/** Adds a line to teammessage.txt, which the submission's authors may see: do not write secret
 * data. */
static inline void gen_check_tell_team(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	gen_check_tell_(&gen_feedback_get_()->team, format, arguments);
	va_end(arguments);
}

static inline void gen_check_wrong(const char *format, ...) GEN_PRINTF_(1, 2) GEN_NORETURN_;
/** Rejects the submission: exit status 43, and the line is the first of judgemessage.txt. */
static inline void gen_check_wrong(const char *format, ...)
{
	struct gen_message_ message;
	va_list arguments;
	message.used = 0;
	va_start(arguments, format);
	gen_message_add_list_(&message, format, arguments);
	va_end(arguments);
	gen_reject_(&message);
}

/* Wrong answer for GEN_OUTPUT; a judging error for the package's files. */
static inline void gen_check_blame_(
	enum gen_source source, const struct gen_message_ *message) GEN_NORETURN_;
static inline void gen_check_blame_(enum gen_source source, const struct gen_message_ *message)
{
	if (source == GEN_OUTPUT)
		gen_reject_(message);
	gen_fail("%s, %s", source == GEN_INPUT ? "the input file" : "the judge's answer",
		message->text);
}

static inline void gen_check_fault(enum gen_source source, const char *format, ...)
	GEN_PRINTF_(2, 3) GEN_NORETURN_;
/** Rejects the last token that was read, for a rule that no reader checks: exit status 43 for
 * GEN_OUTPUT, 1 (a judging error) for the other files. The line begins with the token's number. */
static inline void gen_check_fault(enum gen_source source, const char *format, ...)
{
	struct gen_message_ message;
	va_list arguments;
	message.used = 0;
	gen_message_add_(&message, "token %" PRIu64 ": ", gen_reader_get_(source)->token_count);
	va_start(arguments, format);
	gen_message_add_list_(&message, format, arguments);
	va_end(arguments);
	gen_check_blame_(source, &message);
}

/* The text that a reader consumed: at most `length` bytes at `text`; `more` if there is more of
 * it. */
struct gen_piece_ {
	const char *text;
	size_t length;
	bool more;
};

static inline struct gen_piece_ gen_check_take_(enum gen_source source, char *text, size_t size)
{
	struct gen_reader_ *reader = gen_reader_get_(source);
	struct gen_piece_ piece;
	gen_reader_skip_space_(reader);
	gen_reader_token_begins_(reader);
	piece.text = text;
	piece.length = gen_reader_take_(reader, GEN_SPAN_TOKEN_, text, size);
	piece.more = piece.length == size;
	piece.length -= piece.more;
	return piece;
}

static inline void gen_check_misfit_(enum gen_source source, struct gen_piece_ piece,
	const char *name, const char *format, ...) GEN_PRINTF_(4, 5) GEN_NORETURN_;
static inline void gen_check_misfit_(
	enum gen_source source, struct gen_piece_ piece, const char *name, const char *format, ...)
{
	struct gen_message_ message;
	va_list arguments;
	message.used = 0;
	gen_message_add_(&message, "token %" PRIu64 ": expected %s%s",
		gen_reader_get_(source)->token_count, name ? name : "", name ? ", " : "");
	va_start(arguments, format);
	gen_message_add_list_(&message, format, arguments);
	va_end(arguments);
	gen_message_add_(&message, ", got ");
	if (piece.length)
		gen_message_show_(&message, piece.text, piece.length, piece.more);
	else
		gen_message_add_(
			&message, "the end of the %s", source == GEN_OUTPUT ? "output" : "file");
	gen_check_blame_(source, &message);
}

/** Reads a whole number from lo to hi: no plus, no leading zero, no -0. `name` (or NULL) is for the
 * message. */
static inline int64_t gen_check_int(
	enum gen_source source, int64_t lo, int64_t hi, const char *name)
{
	char text[GEN_LOOKAHEAD_BYTES_];
	int64_t value = 0;
	struct gen_piece_ piece = gen_check_take_(source, text, sizeof text);
	const char *end = gen_scan_int_(text, &value);
	if (end != text + piece.length || value < lo || value > hi)
		gen_check_misfit_(
			source, piece, name, "an integer from %" PRId64 " to %" PRId64, lo, hi);
	return value;
}

/** Reads `count` whole numbers, into `values` unless that is NULL. */
static inline void gen_check_ints(enum gen_source source, int64_t *values, size_t count, int64_t lo,
	int64_t hi, const char *name)
{
	for (size_t i = 0; i < count; i++) {
		int64_t value = gen_check_int(source, lo, hi, name);
		if (values)
			values[i] = value;
	}
}

/** Reads a token of at most size - 1 bytes, none of which is NUL, into `text`, with a NUL. Returns
 * its length. */
static inline size_t gen_check_token(
	enum gen_source source, char *text, size_t size, const char *name)
{
	struct gen_piece_ piece = gen_check_take_(source, text, size);
	if (piece.more || !piece.length || memchr(text, '\0', piece.length))
		gen_check_misfit_(source, piece, name, "a token of at most %zu bytes", size - 1);
	return piece.length;
}

/** Reads a token that matches a pattern such as "[a-z]{1,100}" (see the head of this file). */
static inline size_t gen_check_token_like(
	enum gen_source source, char *text, size_t size, const char *pattern, const char *name)
{
	struct gen_piece_ piece = gen_check_take_(source, text, size);
	if (piece.more || !piece.length || !gen_fits(text, piece.length, pattern))
		gen_check_misfit_(source, piece, name, "%s", pattern);
	return piece.length;
}

static inline void gen_lower_(char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (text[i] >= 'A' && text[i] <= 'Z')
			text[i] = (char)(text[i] - 'A' + 'a');
}

/** Reads one of several words and returns its index; `words` are separated by spaces. Case does not
 * matter, as for the default output validator. */
static inline int gen_check_choice(enum gen_source source, const char *words, const char *name)
{
	char text[GEN_LOOKAHEAD_BYTES_], token[GEN_LOOKAHEAD_BYTES_], list[GEN_MESSAGE_BYTES_];
	struct gen_piece_ piece = gen_check_take_(source, text, sizeof text);
	int index = -1, length = snprintf(list, sizeof list, "%s", words);
	memcpy(token, text, sizeof token);
	gen_lower_(token, piece.length);
	gen_lower_(list, strlen(list));
	if (length >= (int)sizeof list)
		gen_fail("gen_check_choice: the words are too long");
	if (piece.length && !piece.more)
		index = gen_word_find_(list, token, piece.length);
	if (index < 0)
		gen_check_misfit_(source, piece, name, "one of '%s'", words);
	return index;
}

/* True for digits with at most one decimal point and an optional exponent; not for nan or
 * hexadecimal. */
static inline bool gen_is_real_(const char *text)
{
	const char *at = text + (*text == '-' || *text == '+');
	size_t whole = strspn(at, "0123456789");
	at += whole;
	size_t behind = *at == '.' ? strspn(at + 1, "0123456789") : 0;
	at += *at == '.' ? behind + 1 : 0;
	if (whole + behind == 0)
		return false;
	if (*at != 'e' && *at != 'E')
		return !*at;
	at += at[1] == '-' || at[1] == '+' ? 2 : 1;
	size_t digits = strspn(at, "0123456789");
	return digits > 0 && !at[digits];
}

/** Reads a number from lo to hi in common notations: 12, -0.5, 1e-9; not nan or inf. */
static inline double gen_check_real(enum gen_source source, double lo, double hi, const char *name)
{
	char text[GEN_REAL_BYTES_];
	struct gen_piece_ piece = gen_check_take_(source, text, sizeof text);
	bool real = !piece.more && strlen(text) == piece.length && gen_is_real_(text);
	double value = real ? strtod(text, NULL) : 0;
	if (!real || !(value >= lo && value <= hi))
		gen_check_misfit_(source, piece, name, "a number from %g to %g", lo, hi);
	return value;
}

/** True if `got` is `expected` within the absolute or the relative error. */
static inline bool gen_close(double got, double expected, double absolute, double relative)
{
	double error = got < expected ? expected - got : got - expected;
	double size = expected < 0 ? -expected : expected;
	return error <= absolute || error <= relative * size;
}

/** Reads the rest of a line, at most size - 1 bytes, without its end; a carriage return is part of
 * the end. False if no line is left. */
static inline bool gen_check_line(enum gen_source source, char *text, size_t size, const char *name)
{
	struct gen_reader_ *reader = gen_reader_get_(source);
	struct gen_piece_ piece;
	gen_reader_token_begins_(reader);
	piece.text = text;
	piece.length = gen_reader_take_(reader, GEN_SPAN_LINE_, text, size);
	piece.more = piece.length == size;
	piece.length -= piece.more;
	bool ends = !piece.more && reader->used < reader->filled;
	if (piece.more || memchr(text, '\0', piece.length))
		gen_check_misfit_(source, piece, name, "a line of at most %zu bytes", size - 1);
	if (ends)
		gen_reader_line_ends_(reader);
	if (piece.length && text[piece.length - 1] == '\r')
		text[piece.length - 1] = '\0';
	return ends || piece.length;
}

/** True if another token follows. */
static inline bool gen_check_more(enum gen_source source)
{
	struct gen_reader_ *reader = gen_reader_get_(source);
	gen_reader_skip_space_(reader);
	return reader->used < reader->filled;
}
