/* SPDX-License-Identifier: MIT */
/**
 * gen.h: for the small programs inside a problem package: generators and input validators. One
 *file, C11 and C++17, nothing but the standard library. Everything is prefixed gen_ or GEN_, and
 *what ends in an underscore is private.
 *
 * A generator prints one test input. The same command line gives the same bytes on every machine:
 * integers only, no clock, no address, no libm. All random draws come from the text of its option
 *--seed.
 *
 *	#include <assay/gen.h>
 *
 *	int main(int argc, char **argv)
 *	{
 *		gen_start(argc, argv);
 *		int64_t n = gen_option_int("n", 1, 100000);         // --n 5 or --n=5; must be given
 *		int64_t max = gen_option_int_or("max", 9, 0, 1000); // 9 where it is not
 *		gen_write_int(n);
 *		for (int64_t i = 0; i < n; i++) {
 *			i ? gen_space() : gen_newline();
 *			gen_write_int(gen_int(1, max));
 *		}
 *		gen_newline();
 *		return gen_end();
 *	}
 *
 * gen_end writes what is still buffered and fails on a full disk or an option nobody asked for.
 *Every error is one line on stderr and exit status 1. Do not mix these writers with printf: they
 *have a buffer of their own.
 *
 * A validator reads one test input, every byte of it, and exits with 42 (accepted) or 43 (rejected,
 * with line, column and what was expected on stderr):
 *
 *	int main(void)
 *	{
 *		int64_t n = gen_read_int(1, 100000, "n");
 *		gen_read_newline();
 *		for (int64_t i = 0; i < n; i++) {
 *			if (i)
 *				gen_read_space();
 *			gen_read_int(0, 1000, "a value");
 *		}
 *		gen_read_newline();
 *		return gen_read_end();
 *	}
 *
 * A validator that takes options calls gen_start first, as above.
 */
#ifndef ASSAY_GEN_H
#define ASSAY_GEN_H

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GEN_ACCEPTED 42
#define GEN_REJECTED 43
#define GEN_FAILED 1

#define GEN_BLOCK_BYTES_ 65536
/* What the reader always has in one piece: longer than any int64 and than what a complaint shows.
 */
#define GEN_AHEAD_BYTES_ 64
#define GEN_SHOWN_BYTES_ 24
#define GEN_MAX_OPTIONS_ 64
#define GEN_PRINTF_(at, first) __attribute__((format(printf, at, first), noreturn))

struct gen_option_ {
	const char *name; /* without the dashes, not ended by NUL where "=value" follows */
	size_t name_length;
	const char *value;
	bool asked;
};

/* One program, one state: these programs are a page long and have one stream in and one out. */
struct gen_state_ {
	const char *program;
	struct gen_option_ options[GEN_MAX_OPTIONS_];
	size_t option_count;
	bool ended;
	uint64_t stream[4];
	size_t out_used;
	char out[GEN_BLOCK_BYTES_];
	uint64_t in_base;       /* offset in the file of in[0] */
	uint64_t in_line;       /* line number - 1 */
	uint64_t in_line_start; /* offset in the file */
	uint64_t token_line;    /* of the number read last */
	uint64_t token_column;
	size_t in_used;
	size_t in_filled;
	bool in_ended;
	char in[GEN_BLOCK_BYTES_ + 1]; /* in[in_filled] is NUL: never part of a number */
};

static inline struct gen_state_ *gen_state_get_(void)
{
	static struct gen_state_ state;
	return &state;
}

/* ---- errors -------------------------------------------------------------------------------- */

static inline void gen_fail(const char *format, ...) GEN_PRINTF_(1, 2);
/** Something is wrong with the command line or the machine: one line on stderr, exit status 1. */
static inline void gen_fail(const char *format, ...)
{
	struct gen_state_ *state = gen_state_get_();
	va_list arguments;
	state->ended = true;
	fprintf(stderr, "%s: ", state->program ? state->program : "gen.h");
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	exit(GEN_FAILED);
}

/* ---- random draws -------------------------------------------------------------------------- */

/** FNV-1a, 64 bits. */
static inline uint64_t gen_hash_text(const char *text)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
	return hash;
}

/** SplitMix64 (Steele, Lea, Flood 2014): spreads a hash over the state of the stream below. */
static inline uint64_t gen_splitmix64(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static inline uint64_t gen_rotate_(uint64_t x, int by)
{
	return x << by | x >> (64 - by);
}

/** xoshiro256** 1.0 (Blackman, Vigna 2018). */
static inline uint64_t gen_xoshiro256ss(uint64_t state[4])
{
	uint64_t result = gen_rotate_(state[1] * 5, 7) * 9;
	uint64_t shifted = state[1] << 17;
	state[2] ^= state[0];
	state[3] ^= state[1];
	state[1] ^= state[2];
	state[0] ^= state[3];
	state[2] ^= shifted;
	state[3] = gen_rotate_(state[3], 45);
	return result;
}

/** Starts the stream that belongs to a text. gen_start does it with the value of --seed. */
static inline void gen_seed(const char *text)
{
	uint64_t hash = gen_hash_text(text);
	for (int i = 0; i < 4; i++)
		gen_state_get_()->stream[i] = gen_splitmix64(&hash);
}

/* The high and the low half of a 128-bit product, in portable integers. */
static inline uint64_t gen_multiply_(uint64_t a, uint64_t b, uint64_t *low)
{
	uint64_t a0 = a & UINT32_MAX, a1 = a >> 32, b0 = b & UINT32_MAX, b1 = b >> 32;
	uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
	uint64_t other = a0 * b1 + (middle & UINT32_MAX);
	*low = a * b;
	return a1 * b1 + (middle >> 32) + (other >> 32);
}

/**
 * A number from 0 to `last`, both included, each equally likely (Lemire 2019). Every draw goes
 * through here.
 */
static inline uint64_t gen_draw(uint64_t last)
{
	uint64_t *stream = gen_state_get_()->stream;
	uint64_t count = last + 1, low, high;
	if (!(stream[0] | stream[1] | stream[2] | stream[3]))
		gen_fail("a draw before gen_start or gen_seed");
	if (count == 0)
		return gen_xoshiro256ss(stream);
	high = gen_multiply_(gen_xoshiro256ss(stream), count, &low);
	if (low < count) {
		uint64_t biased = (0 - count) % count;
		while (low < biased)
			high = gen_multiply_(gen_xoshiro256ss(stream), count, &low);
	}
	return high;
}

/** A number from lo to hi, both included; any lo <= hi. */
static inline int64_t gen_int(int64_t lo, int64_t hi)
{
	if (lo > hi)
		gen_fail("gen_int: no number from %" PRId64 " to %" PRId64, lo, hi);
	return (int64_t)((uint64_t)lo + gen_draw((uint64_t)hi - (uint64_t)lo));
}

/* ---- options ------------------------------------------------------------------------------- */

static inline struct gen_option_ *gen_option_find_(const char *name, size_t length)
{
	struct gen_state_ *state = gen_state_get_();
	for (size_t i = 0; i < state->option_count; i++)
		if (state->options[i].name_length == length &&
			memcmp(state->options[i].name, name, length) == 0)
			return &state->options[i];
	return NULL;
}

/* Splits argv[i]; returns how many arguments it took. */
static inline int gen_option_add_(char **argv, int i)
{
	struct gen_state_ *state = gen_state_get_();
	const char *name = argv[i] + 2;
	const char *equals = strchr(argv[i], '=');
	size_t length = equals ? (size_t)(equals - name) : strlen(name);
	const char *value = equals ? equals + 1 : argv[i + 1];
	if (!value || (!equals && strncmp(value, "--", 2) == 0))
		gen_fail("option --%.*s needs a value", (int)length, name);
	if (gen_option_find_(name, length))
		gen_fail("option --%.*s is given twice", (int)length, name);
	if (state->option_count == GEN_MAX_OPTIONS_)
		gen_fail("more than %d options", GEN_MAX_OPTIONS_);
	struct gen_option_ *option = &state->options[state->option_count++];
	option->name = name;
	option->name_length = length;
	option->value = value;
	return equals ? 1 : 2;
}

/* Without gen_end the last block would be lost in silence. */
static inline void gen_check_ended_(void)
{
	if (gen_state_get_()->ended)
		return;
	fputs("gen.h: the program ended without gen_end or gen_read_end\n", stderr);
	_Exit(GEN_FAILED);
}

/** Takes the command line apart and starts the stream of --seed (of "" where it is not given). */
static inline void gen_start(int argc, char **argv)
{
	struct gen_state_ *state = gen_state_get_();
	const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
	state->program = slash ? slash + 1 : argc > 0 ? argv[0] : NULL;
	for (int i = 1; i < argc;) {
		if (strncmp(argv[i], "--", 2) != 0)
			gen_fail("'%s' is no option: write --name value or --name=value", argv[i]);
		i += gen_option_add_(argv, i);
	}
	struct gen_option_ *seed = gen_option_find_("seed", 4);
	if (seed)
		seed->asked = true;
	gen_seed(seed ? seed->value : "");
	if (atexit(gen_check_ended_) != 0)
		gen_fail("atexit failed");
}

/** The value of --name, or `fallback` where it is not given. */
static inline const char *gen_option_text_or(const char *name, const char *fallback)
{
	struct gen_option_ *option = gen_option_find_(name, strlen(name));
	if (!option)
		return fallback;
	option->asked = true;
	return option->value;
}

/** The value of --name, which must be given. */
static inline const char *gen_option_text(const char *name)
{
	const char *text = gen_option_text_or(name, NULL);
	if (!text)
		gen_fail("option --%s is missing", name);
	return text;
}

/* Reads what begins at `text` as a whole number of one spelling: no plus, no leading zero, no -0.
 * Returns its end, or NULL. */
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

/** The value of --name, a whole number from lo to hi, or `fallback` where it is not given. */
static inline int64_t gen_option_int_or(const char *name, int64_t fallback, int64_t lo, int64_t hi)
{
	const char *text = gen_option_text_or(name, NULL);
	int64_t value = 0;
	if (!text)
		return fallback;
	const char *end = gen_scan_int_(text, &value);
	if (!end || *end || value < lo || value > hi)
		gen_fail("option --%s: expected an integer from %" PRId64 " to %" PRId64
			 ", got '%s'",
			name, lo, hi, text);
	return value;
}

/** The value of --name, a whole number from lo to hi, which must be given. */
static inline int64_t gen_option_int(const char *name, int64_t lo, int64_t hi)
{
	gen_option_text(name);
	return gen_option_int_or(name, 0, lo, hi);
}

static inline void gen_check_options_(void)
{
	const struct gen_state_ *state = gen_state_get_();
	for (size_t i = 0; i < state->option_count; i++)
		if (!state->options[i].asked)
			gen_fail("there is no option --%.*s here",
				(int)state->options[i].name_length, state->options[i].name);
}

/* ---- writing ------------------------------------------------------------------------------- */

static inline void gen_write_out_(void)
{
	struct gen_state_ *state = gen_state_get_();
	if (fwrite(state->out, 1, state->out_used, stdout) != state->out_used)
		gen_fail("cannot write: %s", strerror(errno));
	state->out_used = 0;
}

static inline void gen_write_char(char c)
{
	struct gen_state_ *state = gen_state_get_();
	if (state->out_used == sizeof state->out)
		gen_write_out_();
	state->out[state->out_used++] = c;
}

static inline void gen_space(void)
{
	gen_write_char(' ');
}

static inline void gen_newline(void)
{
	gen_write_char('\n');
}

static inline void gen_text(const char *text)
{
	for (; *text; text++)
		gen_write_char(*text);
}

static inline void gen_write_int(int64_t value)
{
	struct gen_state_ *state = gen_state_get_();
	char digits[20];
	size_t first = sizeof digits;
	uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
	do
		digits[--first] = (char)('0' + rest % 10);
	while (rest /= 10);
	if (value < 0)
		digits[--first] = '-';
	if (state->out_used + sizeof digits > sizeof state->out)
		gen_write_out_();
	memcpy(state->out + state->out_used, digits + first, sizeof digits - first);
	state->out_used += sizeof digits - first;
}

/** Ends a generator: `return gen_end();`. */
static inline int gen_end(void)
{
	gen_check_options_();
	gen_write_out_();
	if (fflush(stdout) != 0)
		gen_fail("cannot write: %s", strerror(errno));
	gen_state_get_()->ended = true;
	return 0;
}

/* ---- reading, for validators ---------------------------------------------------------------- */

/* Makes at least GEN_AHEAD_BYTES_ lie in one piece, or all that is left. Returns where they begin.
 */
static inline const char *gen_read_ahead_(void)
{
	struct gen_state_ *state = gen_state_get_();
	size_t left = state->in_filled - state->in_used;
	if (left < GEN_AHEAD_BYTES_ && !state->in_ended) {
		memmove(state->in, state->in + state->in_used, left);
		state->in_base += state->in_used;
		state->in_used = 0;
		state->in_filled =
			left + fread(state->in + left, 1, GEN_BLOCK_BYTES_ - left, stdin);
		state->in[state->in_filled] = '\0';
		state->in_ended = state->in_filled < GEN_BLOCK_BYTES_;
		if (ferror(stdin))
			gen_fail("cannot read: %s", strerror(errno));
	}
	return state->in + state->in_used;
}

/* Writes what comes next in the input, in words. */
static inline void gen_read_show_(FILE *to)
{
	const char *next = gen_read_ahead_();
	const struct gen_state_ *state = gen_state_get_();
	size_t left = state->in_filled - state->in_used, i;
	if (left == 0) {
		fputs("the end of the file", to);
	} else if (*next == ' ' || *next == '\n') {
		fputs(*next == ' ' ? "a space" : "a newline", to);
	} else {
		fputc('\'', to);
		for (i = 0; i < left && i < GEN_SHOWN_BYTES_ && next[i] != ' ' && next[i] != '\n';
			i++)
			fprintf(to, next[i] > ' ' && next[i] <= '~' ? "%c" : "\\x%02X",
				(unsigned char)next[i]);
		fputs(i == GEN_SHOWN_BYTES_ ? "...'" : "'", to);
	}
}

static inline uint64_t gen_read_column_(void)
{
	const struct gen_state_ *state = gen_state_get_();
	return state->in_base + state->in_used - state->in_line_start + 1;
}

static inline void gen_read_reject(const char *format, ...) GEN_PRINTF_(1, 2);
/** Rejects the input for a rule that gen_read_int cannot know, at the number read last: exit
 * status 43. */
static inline void gen_read_reject(const char *format, ...)
{
	struct gen_state_ *state = gen_state_get_();
	va_list arguments;
	state->ended = true;
	fprintf(stderr, "line %" PRIu64 ", column %" PRIu64 ": ", state->token_line + 1,
		state->token_column);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	exit(GEN_REJECTED);
}

static inline void gen_read_expect_(const char *format, ...) GEN_PRINTF_(1, 2);
static inline void gen_read_expect_(const char *format, ...)
{
	struct gen_state_ *state = gen_state_get_();
	va_list arguments;
	state->ended = true;
	fprintf(stderr, "line %" PRIu64 ", column %" PRIu64 ": expected ", state->in_line + 1,
		gen_read_column_());
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputs(", got ", stderr);
	gen_read_show_(stderr);
	fputc('\n', stderr);
	exit(GEN_REJECTED);
}

/** A whole number from lo to hi: no plus, no leading zero, no -0. `name` is for the complaint. */
static inline int64_t gen_read_int(int64_t lo, int64_t hi, const char *name)
{
	struct gen_state_ *state = gen_state_get_();
	int64_t value = 0;
	const char *start = gen_read_ahead_();
	const char *end = gen_scan_int_(start, &value);
	bool whole = end && (*end == ' ' || *end == '\n' || *end == '\0');
	if (!whole || value < lo || value > hi)
		gen_read_expect_("%s, an integer from %" PRId64 " to %" PRId64, name, lo, hi);
	state->token_line = state->in_line;
	state->token_column = gen_read_column_();
	state->in_used += (size_t)(end - start);
	return value;
}

static inline void gen_read_char_(char wanted, const char *name)
{
	struct gen_state_ *state = gen_state_get_();
	const char *next = gen_read_ahead_();
	if (state->in_used == state->in_filled || *next != wanted)
		gen_read_expect_("%s", name);
	state->in_used++;
}

/** Exactly one space. */
static inline void gen_read_space(void)
{
	gen_read_char_(' ', "one space");
}

/** Exactly one newline, with no carriage return before it. */
static inline void gen_read_newline(void)
{
	struct gen_state_ *state = gen_state_get_();
	gen_read_char_('\n', "a newline");
	state->in_line++;
	state->in_line_start = state->in_base + state->in_used;
}

/** The end of the file; ends a validator: `return gen_read_end();`. */
static inline int gen_read_end(void)
{
	const struct gen_state_ *state = gen_state_get_();
	gen_check_options_();
	gen_read_ahead_();
	if (state->in_used < state->in_filled)
		gen_read_expect_("the end of the file");
	gen_state_get_()->ended = true;
	return GEN_ACCEPTED;
}

#endif
