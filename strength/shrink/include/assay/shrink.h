/* SPDX-License-Identifier: MIT */
/**
 * shrink: finds small failing inputs. It makes candidates and never runs anything: a callback of
 * the caller says which candidate fails. It has no clock but as_now_ns and no randomness but its
 * seeds: the same answers give the same result.
 *
 * An input is either the tape of a generator (struct as_tape: its choices and options, so that
 * every candidate is valid by construction) or a text, of which tokens and lines are changed.
 *
 * Life cycle: as_explore_new, as_explore_next and as_explore_record until an input fails;
 * as_shrink_tape with the record of that input; as_shrink_text with the input that it gives.
 */
#ifndef ASSAY_SHRINK_H
#define ASSAY_SHRINK_H

#include <assay/base.h>

#include <assay/shrink/tape.h>

/** One of both. */
struct as_candidate {
	const struct as_tape *tape; /**< or NULL */
	const char *text;           /**< or NULL; a NUL follows */
	size_t size;
};

struct as_shrink_found {
	size_t index;           /**< the first candidate that fails, or their count if none does */
	struct as_tape record;  /**< of a tape that fails: what the generator recorded. Taken. */
	unsigned char *invalid; /**< `count` zeros. Setting [i] to 1 if an input validator refuses
				   candidate i is optional, and saves time */
};

/**
 * Tries `count` candidates, in any order and at once if the caller likes: only the first one that
 * fails counts, in the order given. Those after it need not be tried. An invalid candidate does
 * not fail. Sets `found->index`, which comes as `count`, and the record. Returns -1 if that is
 * impossible, which ends the shrinking.
 */
typedef int as_shrink_try(void *context, const struct as_candidate *candidates, size_t count,
	struct as_shrink_found *found, struct as_error *error);

struct as_shrink_config {
	as_shrink_try *attempt;
	void *context;
	size_t batch;              /**< the most candidates of a call; 0 is 1 */
	uint64_t most_tries;       /**< 0: no limit */
	int64_t deadline_ns;       /**< of as_now_ns; AS_UNLIMITED_NS: none */
	const atomic_bool *cancel; /**< or NULL */
};

struct as_shrink_report {
	uint64_t tried;   /**< candidates of all calls up to the one that failed */
	uint64_t cached;  /**< candidates that were not tried again */
	uint64_t lowered; /**< candidates that failed: each was smaller than the one before */
	bool complete; /**< no rule makes it smaller; else time or tries ended, or it was cancelled
			*/
};

/**
 * Makes a failing tape, as the generator recorded it, as simple as it can (as_tape_compare).
 * `tape` always has the best failing record, also on failure. `report` may be NULL.
 */
int as_shrink_tape(const struct as_shrink_config *config, struct as_tape *tape,
	struct as_shrink_report *report, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/**
 * Makes a failing text as small as it can (as_text_compare). `text` always has the best failing
 * text, also on failure. A text of more than AS_SHRINK_MOST_BYTES is cut by lines only. Where small
 * texts of the same form can all be tried, they are: then the result is the smallest that exists.
 */
int as_shrink_text(const struct as_shrink_config *config, struct as_bytes *text,
	struct as_shrink_report *report, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
#define AS_SHRINK_MOST_BYTES (UINT64_C(4) << 20)

/**
 * The order of texts by size, as strcmp: fewer tokens, then fewer bytes in tokens that are no whole
 * numbers, then a lesser sum of the numbers' absolute values, then the first token that differs
 * (0, 1, -1, 2, -2, ... come before words), then bytes. For a count and a row of so many numbers:
 * the count, the sum of absolute values, lexicographic.
 */
int as_text_compare(const char *a, size_t a_size, const char *b, size_t b_size) AS_NONNULL(1, 3);

#include <assay/shrink/explore.h>

#endif
