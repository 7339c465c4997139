/* SPDX-License-Identifier: MIT */
#pragma once
#include "options.h"

/* ---- the choice tape ------------------------------------------------------------------------- */

#define GEN_TAPE_HEAD_ "gen-tape 1"

struct gen_tape_ {
	FILE *in, *out; /* NULL: none */
	uint64_t line;
};

static inline struct gen_tape_ *gen_tape_get_(void)
{
	static struct gen_tape_ tape;
	return &tape;
}

static inline void gen_tape_bad_(void) GEN_NORETURN_;
static inline void gen_tape_bad_(void)
{
	gen_fail("the tape, line %" PRIu64
		 ": expected two numbers: the greatest choice, the choice",
		gen_tape_get_()->line);
}

/* The number that ends with `end`. False: the tape is at its end, where a number may be missing. */
static inline bool gen_tape_number_(uint64_t *value, char end, bool may_end)
{
	FILE *file = gen_tape_get_()->in;
	int c = getc(file), digits = 0;
	if (c == EOF && may_end)
		return false;
	for (*value = 0; c >= '0' && c <= '9'; c = getc(file), digits++) {
		uint64_t digit = (uint64_t)(c - '0');
		if (*value > (UINT64_MAX - digit) / 10)
			gen_tape_bad_();
		*value = *value * 10 + digit;
	}
	if (!digits || c != end)
		gen_tape_bad_();
	return true;
}

/* The next choice, at most `last`; 0 behind the end. */
static inline uint64_t gen_tape_take_(uint64_t last)
{
	struct gen_tape_ *tape = gen_tape_get_();
	uint64_t once_last, value = 0;
	tape->line++;
	if (!gen_tape_number_(&once_last, ' ', true))
		return 0;
	gen_tape_number_(&value, '\n', false);
	return value < last ? value : last;
}

static inline void gen_tape_record_(uint64_t last, uint64_t value)
{
	fprintf(gen_tape_get_()->out, "%" PRIu64 " %" PRIu64 "\n", last, value);
}

static inline FILE *gen_tape_open_(const char *path, const char *mode)
{
	FILE *file = path ? fopen(path, mode) : NULL;
	if (path && !file)
		gen_fail("cannot open %s: %s", path, strerror(errno));
	return file;
}

/* Says whether there is a tape. */
static inline bool gen_tape_start_(void)
{
	struct gen_tape_ *tape = gen_tape_get_();
	char head[sizeof GEN_TAPE_HEAD_ + 1];
	tape->in = gen_tape_open_(gen_option_file_("tape-in", "GEN_TAPE_IN"), "r");
	tape->out = gen_tape_open_(gen_option_file_("tape-out", "GEN_TAPE_OUT"), "w");
	tape->line = 1;
	if (tape->in &&
		(!fgets(head, sizeof head, tape->in) || strcmp(head, GEN_TAPE_HEAD_ "\n") != 0))
		gen_fail("the tape does not begin with '%s'", GEN_TAPE_HEAD_);
	if (tape->out)
		fputs(GEN_TAPE_HEAD_ "\n", tape->out);
	return tape->in || tape->out;
}

static inline void gen_tape_end_(void)
{
	FILE *out = gen_tape_get_()->out;
	if (out && (ferror(out) | fclose(out)))
		gen_fail("cannot write the tape: %s", strerror(errno));
	gen_tape_get_()->out = NULL;
}
