/* SPDX-License-Identifier: MIT */
#pragma once
#include "tape.h"

/* ---- the stream ------------------------------------------------------------------------------ */

enum gen_drawing_ {
	GEN_DRAWING_UNSEEDED_,
	GEN_DRAWING_PLAIN_,
	GEN_DRAWING_TAPED_,
};

struct gen_stream_ {
	uint64_t state[4];
	enum gen_drawing_ drawing;
};

static inline struct gen_stream_ *gen_stream_get_(void)
{
	static struct gen_stream_ stream;
	return &stream;
}

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

static inline void gen_state_fill_(uint64_t state[4], uint64_t hash)
{
	for (int i = 0; i < 4; i++)
		state[i] = gen_splitmix64(&hash);
}

/** Starts the stream of random numbers with a text as its seed. gen_start calls it with the value
 * of --seed. */
static inline void gen_seed(const char *text)
{
	struct gen_stream_ *stream = gen_stream_get_();
	gen_state_fill_(stream->state, gen_hash_text(text));
	if (stream->drawing == GEN_DRAWING_UNSEEDED_)
		stream->drawing = GEN_DRAWING_PLAIN_;
}

/* Returns the high and sets the low half of a 128-bit product. */
static inline uint64_t gen_multiply_(uint64_t a, uint64_t b, uint64_t *low)
{
#ifdef __SIZEOF_INT128__
	__extension__ typedef unsigned __int128 gen_wide_;
	gen_wide_ product = (gen_wide_)a * b;
	*low = (uint64_t)product;
	return (uint64_t)(product >> 64);
#else
	uint64_t a0 = a & UINT32_MAX, a1 = a >> 32, b0 = b & UINT32_MAX, b1 = b >> 32;
	uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
	uint64_t other = a0 * b1 + (middle & UINT32_MAX);
	*low = a * b;
	return a1 * b1 + (middle >> 32) + (other >> 32);
#endif
}

/* Draws from 0 to `last`, uniformly (Lemire 2019). */
static inline uint64_t gen_draw_of_(uint64_t state[4], uint64_t last)
{
	uint64_t count = last + 1, low, high;
	if (count == 0)
		return gen_xoshiro256ss(state);
	high = gen_multiply_(gen_xoshiro256ss(state), count, &low);
	if (low < count) {
		uint64_t biased = (0 - count) % count;
		while (low < biased)
			high = gen_multiply_(gen_xoshiro256ss(state), count, &low);
	}
	return high;
}

static inline uint64_t gen_draw_plainly_(uint64_t last)
{
	return gen_draw_of_(gen_stream_get_()->state, last);
}

/* A shuffle ends on any tape, so its choices count as one. */
static inline void gen_bulk_begin_(void)
{
	struct gen_tape_ *tape = gen_tape_get_();
	tape->after += tape->next >= tape->count;
	tape->bulk = true;
}

static inline void gen_bulk_end_(void)
{
	gen_tape_get_()->bulk = false;
}

/* A loop that draws until a choice is another one would never end on equal choices. */
#define GEN_TAPE_ALIKE_ 2000

/* The choice of the tape, or of its rest after the end. */
static inline uint64_t gen_draw_from_tape_(uint64_t last)
{
	struct gen_tape_ *tape = gen_tape_get_();
	if (tape->next < tape->count)
		return gen_tape_take_(last);
	tape->after += !tape->bulk;
	if (tape->after > GEN_TAPE_ALIKE_ && !tape->old)
		return gen_draw_of_(tape->rest_state, last);
	return tape->has_rest ? gen_draw_of_(tape->rest_state, last < tape->max ? last : tape->max)
			      : 0;
}

static inline void gen_draw_allowed_(void)
{
	if (gen_stream_get_()->drawing == GEN_DRAWING_UNSEEDED_)
		gen_fail("a draw before gen_start or gen_seed");
}

static inline uint64_t gen_draw_with_tape_(uint64_t last)
{
	gen_draw_allowed_();
	uint64_t value =
		gen_tape_get_()->replayed ? gen_draw_from_tape_(last) : gen_draw_plainly_(last);
	if (gen_tape_get_()->out)
		gen_tape_record_(last, value);
	return value;
}

/* A word of the tape for a string after the end of the choices, or NULL. */
static inline const char *gen_draw_word_(void)
{
	struct gen_tape_ *tape = gen_tape_get_();
	if (tape->out && !tape->old && !tape->said_words)
		fputs("words\n", tape->out);
	tape->said_words = true;
	if (!tape->word_count || !tape->has_rest || tape->next < tape->count ||
		gen_draw_of_(tape->rest_state, 3))
		return NULL;
	return tape->words[gen_draw_of_(tape->rest_state, tape->word_count - 1)];
}

/* A choice that a word makes. */
static inline uint64_t gen_draw_chosen_(uint64_t last, uint64_t value)
{
	if (gen_tape_get_()->out)
		gen_tape_record_(last, value);
	return value;
}

/**
 * Draws a number from 0 to `last`, both included, each equally likely. Every draw uses this
 * function, and draws that are all 0 give the simplest result of each kind.
 */
static inline uint64_t gen_draw(uint64_t last)
{
	if (gen_stream_get_()->drawing != GEN_DRAWING_PLAIN_)
		return gen_draw_with_tape_(last);
	return gen_draw_plainly_(last);
}

/* The index of a number among those from lo (negative) to hi in the order 0, 1, -1, 2, -2, ... */
static inline uint64_t gen_rank_(int64_t lo, int64_t hi, int64_t value)
{
	uint64_t below = 0 - (uint64_t)lo, above = hi > 0 ? (uint64_t)hi : 0;
	uint64_t both = below < above ? below : above;
	uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
	if (hi < 0)
		return (uint64_t)hi - (uint64_t)value;
	return size > both ? both + size : 2 * size - (value > 0);
}

static inline int64_t gen_of_rank_(int64_t lo, int64_t hi, uint64_t rank)
{
	uint64_t below = 0 - (uint64_t)lo, above = hi > 0 ? (uint64_t)hi : 0;
	uint64_t both = below < above ? below : above;
	if (hi < 0)
		return (int64_t)((uint64_t)hi - rank);
	if (rank > 2 * both)
		return (int64_t)(above > below ? rank - both : 0 - (rank - both));
	return (int64_t)(rank % 2 ? rank / 2 + 1 : 0 - rank / 2);
}

/* On a tape, smaller choices are numbers nearer to 0. */
static inline int64_t gen_int_with_tape_(int64_t lo, int64_t hi)
{
	uint64_t last = (uint64_t)hi - (uint64_t)lo;
	gen_draw_allowed_();
	int64_t value = gen_tape_get_()->replayed
				? gen_of_rank_(lo, hi, gen_draw_from_tape_(last))
				: (int64_t)((uint64_t)lo + gen_draw_plainly_(last));
	if (gen_tape_get_()->out)
		gen_tape_record_(last, gen_rank_(lo, hi, value));
	return value;
}

/** Draws a number from lo to hi, both included; any lo <= hi. */
static inline int64_t gen_int(int64_t lo, int64_t hi)
{
	if (lo > hi)
		gen_fail("gen_int: no number from %" PRId64 " to %" PRId64, lo, hi);
	if (lo < 0 && gen_stream_get_()->drawing != GEN_DRAWING_PLAIN_ && !gen_tape_get_()->old)
		return gen_int_with_tape_(lo, hi);
	return (int64_t)((uint64_t)lo + gen_draw((uint64_t)hi - (uint64_t)lo));
}
