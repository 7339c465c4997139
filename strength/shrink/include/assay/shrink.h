/* SPDX-License-Identifier: MIT */
/**
 * shrink: makes small failing inputs. It makes candidates and never runs a program: a callback of
 * the caller decides which candidates fail. Its only clock is as_now_ns and its only randomness
 * comes from seeds, so the same answers give the same result.
 *
 * An input is either the tape of a generator (struct as_tape: its choices and options, so that
 * every candidate is valid by construction) or a text whose tokens and lines are changed.
 *
 * Life cycle: as_explore_new, then as_explore_next and as_explore_record until an input fails;
 * as_shrink_tape with the record of that input; as_shrink_text with the input that the smaller tape
 * makes.
 */
#ifndef ASSAY_SHRINK_H
#define ASSAY_SHRINK_H

#include <assay/base.h>

#include <assay/shrink/tape.h>

/** A tape or a text; the other pointer is NULL. */
struct as_candidate {
	const struct as_tape *tape; /**< or NULL */
	const char *text;           /**< or NULL; followed by a NUL byte */
	size_t size;
};

struct as_shrink_found {
	size_t index;           /**< of the first candidate that fails; their count if none fails */
	struct as_tape record;  /**< of a tape that fails: the generator's record. The library takes
				   ownership */
	unsigned char *invalid; /**< `count` zeros. Optional, saves time: set [i] to 1 if an input
				   validator refuses candidate i */
};

/**
 * Tries `count` candidates. They can be tried in any order and in parallel, but the first failing
 * one in the given order counts; later ones need not be tried. An invalid candidate does not fail.
 * On entry `found->index` is `count`. Sets `found->index` and the record. Returns -1 if candidates
 * cannot be tried, which ends the shrinking.
 */
typedef int as_shrink_try(void *context, const struct as_candidate *candidates, size_t count,
	struct as_shrink_found *found, struct as_error *error);

struct as_shrink_config {
	as_shrink_try *attempt;
	void *context;
	size_t batch;              /**< maximum number of candidates of a call; 0 is 1 */
	uint64_t max_tries;        /**< 0: no limit */
	int64_t deadline_ns;       /**< in terms of as_now_ns; AS_UNLIMITED_NS: none */
	const atomic_bool *cancel; /**< or NULL */
};

struct as_shrink_report {
	uint64_t tried;   /**< candidates of all calls, up to the first failing one of each */
	uint64_t cached;  /**< candidates that were skipped because they had been tried */
	uint64_t lowered; /**< candidates that failed; each was smaller than the one before */
	bool complete;    /**< no rule makes it smaller; false: time or tries ended, or it was
			   * cancelled
			   */
};

/**
 * Makes a failing tape, as the generator recorded it, as simple as possible (as_tape_compare).
 * `tape` always holds the best failing record, also on failure. `report` may be NULL.
 */
int as_shrink_tape(const struct as_shrink_config *config, struct as_tape *tape,
	struct as_shrink_report *report, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/**
 * Makes a failing text as small as possible (as_text_compare). `text` always holds the best failing
 * text, also on failure. Of a text of more than AS_SHRINK_MAX_BYTES only lines are removed. If all
 * smaller texts of the same form can be tried, the result is the smallest one that exists.
 */
int as_shrink_text(const struct as_shrink_config *config, struct as_bytes *text,
	struct as_shrink_report *report, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
#define AS_SHRINK_MAX_BYTES (UINT64_C(4) << 20)

/**
 * Orders texts by size, as strcmp. The criteria, in this order:
 * 1. the number of tokens;
 * 2. the bytes in tokens that are not integers;
 * 3. the sum of the numbers' absolute values;
 * 4. the first token that differs (0, 1, -1, 2, -2, ... come before words);
 * 5. the bytes.
 * For a count and a row of that many numbers: the count, the sum of absolute values, lexicographic.
 */
int as_text_compare(const char *a, size_t a_size, const char *b, size_t b_size) AS_NONNULL(1, 3);

#include <assay/shrink/change.h>
#include <assay/shrink/explore.h>

#endif
