/* SPDX-License-Identifier: MIT */
/** The choices of a generator, as gen.h records and replays them. Included by shrink.h. */
#ifndef ASSAY_SHRINK_TAPE_H
#define ASSAY_SHRINK_TAPE_H

#include <assay/shrink.h>

/** A draw: one of last + 1 numbers. 0 is the simplest. */
struct as_choice {
	uint64_t last;
	uint64_t value; /**< at most `last` */
};

#define AS_TAPE_NAME_SIZE 64
/** An option that the generator read as a number; a tape that is replayed sets it. */
struct as_tape_option {
	char name[AS_TAPE_NAME_SIZE]; /**< letters, digits, - and _ */
	int64_t lo, hi, value;
};

/** Choices that belong together: from `from` up to, but not including, `to`. */
struct as_tape_part {
	uint32_t from, to;
};

/** After the last choice of a tape that is replayed. */
enum as_tape_rest {
	AS_TAPE_SIMPLEST, /**< all further choices are 0 */
	AS_TAPE_RANDOM,   /**< they are drawn from the stream of `seed`, each at most `most` */
};

/** `{0}` is the simplest tape. Clear it with as_tape_clear. */
struct as_tape {
	struct as_tape_option *options;
	size_t option_count;
	struct as_choice *choices;
	size_t count;
	struct as_tape_part *parts; /**< by `from`, the longer ones first; of records only */
	size_t part_count;
	enum as_tape_rest rest;
	uint64_t seed, most;
	bool old; /**< "gen-tape 1": choices alone */
};

/** A tape with more is an AS_ERROR_INPUT. */
#define AS_TAPE_MOST_CHOICES (UINT32_C(1) << 20)
#define AS_TAPE_MOST_OPTIONS 64
#define AS_TAPE_MOST_PARTS (UINT32_C(1) << 20)
/** Every tape within these limits has fewer bytes. */
#define AS_TAPE_MOST_BYTES (UINT64_C(64) << 20)

void as_tape_clear(struct as_tape *tape);
#define AS_AUTO_TAPE AS_AUTO(as_tape_clear)

/**
 * Parses the file that a generator wrote to GEN_TAPE_OUT: bytes of a stranger. Fills `tape` (clear
 * it); on failure it is empty, with AS_ERROR_INPUT and the line.
 */
int as_tape_parse(struct as_tape *tape, const char *text, size_t size,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Writes the file for GEN_TAPE_IN to `out` (clear it). Parts are left out. */
int as_tape_format(const struct as_tape *tape, struct as_bytes *out,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
int as_tape_copy(const struct as_tape *tape, struct as_tape *copy,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** The order of simplicity, as strcmp: fewer choices, then a lesser sum of the choices, then the
 * lesser choice at the first difference, then options nearer to 0. */
int as_tape_compare(const struct as_tape *a, const struct as_tape *b) AS_NONNULL(1, 2);

#endif
