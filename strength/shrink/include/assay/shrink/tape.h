/* SPDX-License-Identifier: MIT */
/** The choices of a generator, as gen.h records and replays them. Included by shrink.h. */
#ifndef ASSAY_SHRINK_TAPE_H
#define ASSAY_SHRINK_TAPE_H

#include <assay/shrink.h>

/** A draw of one of last + 1 numbers. 0 is the simplest. */
struct as_choice {
	uint64_t last;
	uint64_t value; /**< at most `last` */
};

#define AS_TAPE_NAME_SIZE 64
/** An option that the generator read as a number. A replayed tape sets it. */
struct as_tape_option {
	char name[AS_TAPE_NAME_SIZE]; /**< letters, digits, - and _ */
	int64_t lo, hi, value;
};

/** Related choices: from `from` up to, but not including, `to`. */
struct as_tape_part {
	uint32_t from, to;
};

/** Choices after the end of a replayed tape. */
enum as_tape_rest {
	AS_TAPE_SIMPLEST, /**< all further choices are 0 */
	AS_TAPE_RANDOM,   /**< drawn from the stream of `seed`, each at most `max` */
};

/** `{0}` is the simplest tape. Clear it with as_tape_clear. */
struct as_tape {
	struct as_tape_option *options;
	size_t option_count;
	struct as_choice *choices;
	size_t count;
	struct as_tape_part *parts; /**< ordered by `from`, longer ones first; only in records */
	size_t part_count;
	enum as_tape_rest rest;
	uint64_t seed, max;
	/** With AS_TAPE_RANDOM, for strings that the generator draws; each has 1 to
	 * AS_TAPE_MAX_WORD_BYTES printable bytes without a blank; borrowed. */
	const char *const *words;
	size_t word_count; /**< at most AS_TAPE_MAX_WORDS */
	bool takes_words;  /**< of a record: the generator drew strings, and knows words */
	bool old;          /**< format "gen-tape 1": choices only */
};

/** Limits of a tape; beyond them it is an AS_ERROR_INPUT. */
#define AS_TAPE_MAX_CHOICES (UINT32_C(1) << 20)
#define AS_TAPE_MAX_OPTIONS 64
#define AS_TAPE_MAX_PARTS (UINT32_C(1) << 20)
#define AS_TAPE_MAX_WORDS 64
#define AS_TAPE_MAX_WORD_BYTES 63

void as_tape_clear(struct as_tape *tape);
#define AS_AUTO_TAPE AS_AUTO(as_tape_clear)

/**
 * Parses the file that a generator wrote to GEN_TAPE_OUT, which is untrusted. Fills `tape` (clear
 * it). On failure the tape is empty, and the error is AS_ERROR_INPUT with the line.
 */
int as_tape_parse(struct as_tape *tape, const char *text, size_t size,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Writes the file for GEN_TAPE_IN, without parts, to `out` (clear it). */
int as_tape_format(const struct as_tape *tape, struct as_bytes *out,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
int as_tape_copy(const struct as_tape *tape, struct as_tape *copy,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Orders tapes by simplicity, as strcmp: fewer choices, then a smaller sum of the choices, then
 * the smaller choice at the first difference, then options nearer to 0. */
int as_tape_compare(const struct as_tape *a, const struct as_tape *b) AS_NONNULL(1, 2);

#endif
