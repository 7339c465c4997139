/* SPDX-License-Identifier: MIT */
#pragma once
#include "options.h"

/* ---- the choice tape ------------------------------------------------------------------------- */

#define GEN_TAPE_HEAD_ "gen-tape 2"
#define GEN_TAPE_NAME_BYTES_ 64
#define GEN_TAPE_WORDS_ 64
#define GEN_TAPE_WORD_BYTES_ 64

struct gen_taped_option_ {
	char name[GEN_TAPE_NAME_BYTES_];
	int64_t value;
};

struct gen_tape_ {
	bool replayed; /* there is a tape to take choices from */
	bool old;      /* "gen-tape 1": only choices, and gen_int counts from its lower bound */
	FILE *out;     /* NULL: nothing is recorded */
	/* The content of the tape: */
	uint64_t *choices;
	size_t count, next;
	struct gen_taped_option_ options[GEN_MAX_OPTIONS_];
	size_t option_count;
	bool has_rest;      /* choices after the end are drawn, not 0 */
	uint64_t after;     /* the number of choices after the end; */
	bool bulk;          /* those of a whole shuffle count as one */
	uint64_t rest, max; /* the seed of the choices after the end, and their maximum */
	uint64_t rest_state[4];
	char words[GEN_TAPE_WORDS_][GEN_TAPE_WORD_BYTES_];
	size_t word_count;
	bool said_words; /* the record says that strings were drawn */
	/* While the tape is read: */
	FILE *in;
	uint64_t line;
};

static inline struct gen_tape_ *gen_tape_get_(void)
{
	static struct gen_tape_ tape;
	return &tape;
}

static inline void gen_tape_bad_(const char *expected) GEN_NORETURN_;
static inline void gen_tape_bad_(const char *expected)
{
	gen_fail("the tape, line %" PRIu64 ": expected %s", gen_tape_get_()->line, expected);
}

#define GEN_TAPE_CHOICE_ "two numbers: the greatest choice, the choice"
#define GEN_TAPE_OPTION_ "an option: its name, bounds and value"
#define GEN_TAPE_REST_ "two numbers: the seed, the greatest choice"
#define GEN_TAPE_WORD_ "a word"

/* Parses a number that begins with `c` and ends with `end`. */
static inline uint64_t gen_tape_number_(int c, char end, uint64_t limit, const char *expected)
{
	uint64_t value = 0;
	int digits = 0;
	for (; c >= '0' && c <= '9'; c = getc(gen_tape_get_()->in), digits++) {
		uint64_t digit = (uint64_t)(c - '0');
		if (value > (limit - digit) / 10)
			gen_tape_bad_(expected);
		value = value * 10 + digit;
	}
	if (!digits || c != end)
		gen_tape_bad_(expected);
	return value;
}

static inline int64_t gen_tape_signed_(char end, const char *expected)
{
	int c = getc(gen_tape_get_()->in);
	bool negative = c == '-';
	if (negative)
		c = getc(gen_tape_get_()->in);
	uint64_t limit = (uint64_t)INT64_MAX + negative;
	uint64_t magnitude = gen_tape_number_(c, end, limit, expected);
	return (int64_t)(negative ? 0 - magnitude : magnitude);
}

static inline void gen_tape_expect_(const char *text, const char *expected)
{
	for (; *text; text++)
		if (getc(gen_tape_get_()->in) != *text)
			gen_tape_bad_(expected);
}

static inline void gen_tape_read_option_(void)
{
	struct gen_tape_ *tape = gen_tape_get_();
	if (tape->option_count == GEN_MAX_OPTIONS_)
		gen_tape_bad_("fewer options");
	struct gen_taped_option_ *option = &tape->options[tape->option_count++];
	size_t length = 0;
	int c = getc(tape->in);
	for (; c > ' ' && length + 1 < sizeof option->name; c = getc(tape->in))
		option->name[length++] = (char)c;
	option->name[length] = '\0';
	if (!length || c != ' ')
		gen_tape_bad_(GEN_TAPE_OPTION_);
	gen_tape_signed_(' ', GEN_TAPE_OPTION_);
	gen_tape_signed_(' ', GEN_TAPE_OPTION_);
	option->value = gen_tape_signed_('\n', GEN_TAPE_OPTION_);
}

static inline void gen_tape_read_choice_(int c)
{
	struct gen_tape_ *tape = gen_tape_get_();
	if ((tape->count & (tape->count - 1)) == 0) {
		size_t room = tape->count ? 2 * tape->count : 1;
		void *grown = realloc(tape->choices, room * sizeof *tape->choices);
		if (!grown)
			gen_fail("no memory for a tape of %zu choices", room);
		tape->choices = (uint64_t *)grown;
	}
	gen_tape_number_(c, ' ', UINT64_MAX, GEN_TAPE_CHOICE_);
	tape->choices[tape->count++] =
		gen_tape_number_(getc(tape->in), '\n', UINT64_MAX, GEN_TAPE_CHOICE_);
}

static inline void gen_tape_read_rest_(void)
{
	struct gen_tape_ *tape = gen_tape_get_();
	tape->rest = gen_tape_number_(getc(tape->in), ' ', UINT64_MAX, GEN_TAPE_REST_);
	tape->max = gen_tape_number_(getc(tape->in), '\n', UINT64_MAX, GEN_TAPE_REST_);
	tape->has_rest = true;
}

/* After "word": "s" alone, or a blank and the word. */
static inline void gen_tape_read_word_(void)
{
	struct gen_tape_ *tape = gen_tape_get_();
	size_t length = 0;
	int c = getc(tape->in);
	if (c == 's') {
		gen_tape_expect_("\n", GEN_TAPE_WORD_);
		return;
	}
	if (c != ' ' || tape->word_count == GEN_TAPE_WORDS_)
		gen_tape_bad_(GEN_TAPE_WORD_);
	char *word = tape->words[tape->word_count++];
	for (c = getc(tape->in); c > ' ' && length + 1 < GEN_TAPE_WORD_BYTES_; c = getc(tape->in))
		word[length++] = (char)c;
	if (!length || c != '\n')
		gen_tape_bad_(GEN_TAPE_WORD_);
}

static inline void gen_tape_read_line_(int c)
{
	const struct gen_tape_ *tape = gen_tape_get_();
	if (!tape->old && c == 'o') {
		gen_tape_expect_("ption ", GEN_TAPE_OPTION_);
		gen_tape_read_option_();
	} else if (!tape->old && c == 'r') {
		gen_tape_expect_("est ", GEN_TAPE_REST_);
		gen_tape_read_rest_();
	} else if (!tape->old && c == 'w') {
		gen_tape_expect_("ord", GEN_TAPE_WORD_);
		gen_tape_read_word_();
	} else if (!tape->old && (c == '(' || c == ')')) {
		gen_tape_expect_("\n", "the end of the line");
	} else {
		gen_tape_read_choice_(c);
	}
}

static inline void gen_tape_read_(void)
{
	struct gen_tape_ *tape = gen_tape_get_();
	char head[sizeof GEN_TAPE_HEAD_ + 1];
	bool any = fgets(head, sizeof head, tape->in) != NULL;
	tape->old = any && strcmp(head, "gen-tape 1\n") == 0;
	if (!any || (!tape->old && strcmp(head, GEN_TAPE_HEAD_ "\n") != 0))
		gen_fail("the tape does not begin with '%s'", GEN_TAPE_HEAD_);
	tape->line = 2;
	for (int c = getc(tape->in); c != EOF; c = getc(tape->in), tape->line++)
		gen_tape_read_line_(c);
}

/* The next choice, at most `last`. */
static inline uint64_t gen_tape_take_(uint64_t last)
{
	struct gen_tape_ *tape = gen_tape_get_();
	uint64_t value = tape->choices[tape->next++];
	return value < last ? value : last;
}

static inline void gen_tape_record_(uint64_t last, uint64_t value)
{
	fprintf(gen_tape_get_()->out, "%" PRIu64 " %" PRIu64 "\n", last, value);
}

/* The value of an option: the tape's, clamped to lo and hi. */
static inline int64_t gen_tape_option_(const char *name, int64_t lo, int64_t hi, int64_t value)
{
	const struct gen_tape_ *tape = gen_tape_get_();
	if (strlen(name) >= GEN_TAPE_NAME_BYTES_)
		return value;
	for (size_t i = 0; i < tape->option_count; i++)
		if (strcmp(tape->options[i].name, name) == 0)
			value = tape->options[i].value;
	value = value < lo ? lo : value > hi ? hi : value;
	if (tape->out && !tape->old)
		fprintf(tape->out, "option %s %" PRId64 " %" PRId64 " %" PRId64 "\n", name, lo, hi,
			value);
	return value;
}

static inline void gen_part_mark_(const char *mark)
{
	const struct gen_tape_ *tape = gen_tape_get_();
	if (tape->out && !tape->old)
		fputs(mark, tape->out);
}

/** Begins a part: draws that belong together, such as those of one edge, or of one test case with
 * its number of values. A tape records parts, so that a tool can leave one out. Does nothing
 * without a tape. Parts can be nested. */
static inline void gen_part_begin(void)
{
	gen_part_mark_("(\n");
}

/** Ends the innermost part. */
static inline void gen_part_end(void)
{
	gen_part_mark_(")\n");
}

static inline FILE *gen_tape_open_(const char *path, const char *mode)
{
	FILE *file = path ? fopen(path, mode) : NULL;
	if (path && !file)
		gen_fail("cannot open %s: %s", path, strerror(errno));
	return file;
}

/* Returns true if there is a tape. The file to record is opened last, because it may be the same
 * file. */
static inline bool gen_tape_start_(void)
{
	struct gen_tape_ *tape = gen_tape_get_();
	const char *in = gen_option_file_("tape-in", "GEN_TAPE_IN");
	const char *out = gen_option_file_("tape-out", "GEN_TAPE_OUT");
	if ((tape->in = gen_tape_open_(in, "r")) != NULL) {
		gen_tape_read_();
		fclose(tape->in);
		tape->in = NULL;
		tape->replayed = true;
	}
	if ((tape->out = gen_tape_open_(out, "w")) != NULL)
		fprintf(tape->out, "gen-tape %d\n", tape->old ? 1 : 2);
	if (tape->replayed || tape->out) {
		gen_options_get_()->taped = gen_tape_option_;
		gen_options_get_()->replayed = tape->replayed;
	}
	return tape->replayed || tape->out;
}

static inline void gen_tape_end_(void)
{
	FILE *out = gen_tape_get_()->out;
	if (out && (ferror(out) | fclose(out)))
		gen_fail("cannot write the tape: %s", strerror(errno));
	gen_tape_get_()->out = NULL;
}
