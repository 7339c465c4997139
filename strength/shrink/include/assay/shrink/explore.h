/* SPDX-License-Identifier: MIT */
/** Sources of small inputs: tapes for a generator, mutations of samples, Checktestdata. Included by
 * shrink.h. */
#ifndef ASSAY_SHRINK_EXPLORE_H
#define ASSAY_SHRINK_EXPLORE_H

#include <assay/checktestdata.h>
#include <assay/shrink.h>

/* ---- tapes for a generator ------------------------------------------------------------------- */

struct as_explore_config {
	uint64_t seed;      /**< of all random draws */
	uint64_t enumerate; /**< number of tapes in order of size, before random ones */
	bool fixed_options; /**< never change an option */
	/** For random tapes of generators that take words, see struct as_tape; borrowed. */
	const char *const *words;
	size_t word_count;
};

/**
 * Tapes to replay with one command of a generator. The first tape is the simplest; each recorded
 * tape adds more. Tapes come in order of size, which is the number of choices plus their sum. After
 * those they are random, with growing size; the sequence never ends. An option is lowered if fewer
 * choices follow.
 */
struct as_explore;
struct as_explore *as_explore_new(
	const struct as_explore_config *config, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void as_explore_free(struct as_explore *explore);
static inline void as_auto_explore(struct as_explore **explore)
{
	as_explore_free(*explore);
}
#define AS_AUTO_EXPLORE AS_AUTO(as_auto_explore)

/** Fills `tape` (clear it). Several tapes can be outstanding. They have the numbers 0, 1, 2, ... in
 * the order of the calls. */
int as_explore_next(struct as_explore *explore, struct as_tape *tape,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Passes the generator's record of the tape with a number; NULL: the generator failed. The same
 * calls in the same order give the same tapes. An unknown number is ignored. */
int as_explore_record(struct as_explore *explore, uint64_t number, const struct as_tape *record,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** True once the tapes are random. */
bool as_explore_is_random(const struct as_explore *explore) AS_NONNULL(1);

/* ---- mutations of tapes ---------------------------------------------------------------------- */

/** Writes a mutated copy of a generator's record to `out` (clear it), to be replayed: changed
 * blocks of choices, other choices after a place, other options within their bounds. The same
 * record and number give the same tape. */
int as_tape_mutate(const struct as_tape *record, uint64_t number, struct as_tape *out,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);

/* ---- mutations of samples -------------------------------------------------------------------- */

struct as_sample {
	const char *text; /**< any bytes */
	size_t size;
};

/** Writes a mutated copy of one of `count` samples (1 or more) to `out` (clear it): changed
 * numbers, tokens or lines, or two samples spliced. The same samples and number give the same text.
 * It may be invalid. */
int as_mutate(const struct as_sample *samples, size_t count, uint64_t number, struct as_bytes *out,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4);

/* ---- generators from Checktestdata scripts --------------------------------------------------- */

/**
 * Makes an input, as a generator with gen.h would from GEN_TAPE_IN, and its record. An input that
 * breaks an ASSERT ends there: an input validator refuses it, but its record is usable.
 * AS_ERROR_INPUT: the input has more than AS_CTD_MAX_BYTES, or needs an unsupported feature; try
 * another tape.
 */
int as_ctd_generate(const struct as_ctd *ctd, const struct as_tape *tape, struct as_bytes *out,
	struct as_tape *record, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);
#define AS_CTD_MAX_BYTES (UINT64_C(1) << 20)

#endif
