/* SPDX-License-Identifier: MIT */
#pragma once

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the program and its errors ------------------------------------------------------------- */

#define GEN_ACCEPTED 42
#define GEN_REJECTED 43
#define GEN_FAILED 1

#define GEN_PRINTF_(at, first) __attribute__((format(printf, at, first)))
#define GEN_NORETURN_ __attribute__((noreturn))

/* Each part of this file has one global state, because these programs are a page long. */
struct gen_program_ {
	const char *name;
	bool ended;
};

static inline struct gen_program_ *gen_program_get_(void)
{
	static struct gen_program_ program;
	return &program;
}

#define GEN_MESSAGE_BYTES_ 2048

/* Messages about data have a bounded length, whatever the data. */
struct gen_message_ {
	size_t used;
	char text[GEN_MESSAGE_BYTES_];
};

static inline void gen_message_add_list_(
	struct gen_message_ *message, const char *format, va_list arguments) GEN_PRINTF_(2, 0);
static inline void gen_message_add_list_(
	struct gen_message_ *message, const char *format, va_list arguments)
{
	size_t room = sizeof message->text - message->used;
	int length = vsnprintf(message->text + message->used, room, format, arguments);
	if (length >= 0 && (size_t)length < room)
		message->used += (size_t)length;
	else
		message->used = sizeof message->text - 1;
}

static inline void gen_message_add_(struct gen_message_ *message, const char *format, ...)
	GEN_PRINTF_(2, 3);
static inline void gen_message_add_(struct gen_message_ *message, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	gen_message_add_list_(message, format, arguments);
	va_end(arguments);
}

/* May contain text of a submission, so no byte may control a terminal. */
static inline void gen_put_printable_(const char *text, size_t length, FILE *to)
{
	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)text[i];
		if ((c < ' ' && c != '\n' && c != '\t') || c == 0x7f)
			fprintf(to, "\\x%02X", c);
		else
			fputc(c, to);
	}
}

static inline void gen_message_write_(const struct gen_message_ *message, FILE *to)
{
	gen_put_printable_(message->text, message->used, to);
	fputc('\n', to);
}

static inline void gen_fail(const char *format, ...) GEN_PRINTF_(1, 2) GEN_NORETURN_;
/** Fails because of the command line, the machine or the package: one line on stderr, exit status
 * 1. */
static inline void gen_fail(const char *format, ...)
{
	struct gen_program_ *program = gen_program_get_();
	struct gen_message_ message;
	va_list arguments;
	program->ended = true;
	message.used = 0;
	gen_message_add_(&message, "%s: ", program->name ? program->name : "gen.h");
	va_start(arguments, format);
	gen_message_add_list_(&message, format, arguments);
	va_end(arguments);
	gen_message_write_(&message, stderr);
	exit(GEN_FAILED);
}

/* Zeroed memory for `count` elements of `size` bytes, also for count = 0. */
static inline void *gen_allocate_(size_t count, size_t size)
{
	void *memory = calloc(count ? count : 1, size);
	if (!memory)
		gen_fail("no memory for %zu elements of %zu bytes", count, size);
	return memory;
}

/** Allocates zeroed memory for `count` numbers. Calling free is optional. */
static inline int64_t *gen_array(size_t count)
{
	return (int64_t *)gen_allocate_(count, sizeof(int64_t));
}

/* Parses a whole number in its only spelling: no plus, no leading zero, no -0. Returns its end, or
 * NULL. */
static inline const char *gen_scan_int_(const char *text, int64_t *value)
{
	bool negative = *text == '-';
	uint64_t limit = (uint64_t)INT64_MAX + negative, magnitude = 0;
	const char *digits = text + negative, *end = digits;
	for (; *end >= '0' && *end <= '9'; end++) {
		uint64_t digit = (uint64_t)(*end - '0');
		if (magnitude > (limit - digit) / 10)
			return NULL;
		magnitude = magnitude * 10 + digit;
	}
	if (end == digits || (*digits == '0' && (end > digits + 1 || negative)))
		return NULL;
	*value = (int64_t)(negative ? 0 - magnitude : magnitude);
	return end;
}

/* The index of `word` in a list such as "left right"; -1 if it is not in the list. */
static inline int gen_word_find_(const char *words, const char *word, size_t length)
{
	for (int index = 0; *words; index++) {
		size_t here = strcspn(words, " ");
		if (here == length && memcmp(words, word, length) == 0)
			return index;
		words += here + (words[here] == ' ');
	}
	return -1;
}

static inline int gen_words_count_(const char *words)
{
	int count = 0;
	for (; *words; count++) {
		words += strcspn(words, " ");
		words += *words == ' ';
	}
	return count;
}
