/* SPDX-License-Identifier: MIT */
/*
 * reducer: applies the rules of shrinking. A rule is an iterator: it makes one candidate after
 * another from the best input so far, on the assumption that none of them fails. Candidates are
 * tried in batches. If one fails, it becomes the best input, and the rule continues from its cursor
 * at that candidate.
 */
#ifndef ASSAY_SHRINK_REDUCER_H
#define ASSAY_SHRINK_REDUCER_H

#include "tried.h"

/* The position of a rule. All zeros at first; each rule defines the meaning of the members. */
struct as_cursor {
	uint64_t at, size, variant;
	uint64_t low, before; /* of a bisection: the last number that passed, and the one before */
};

/* A candidate of the current batch. */
struct as_trial {
	struct as_tape tape;
	struct as_bytes text;
	struct as_cursor cursor; /* after it was made */
	struct as_tried_key key;
};

struct as_reducer {
	const struct as_shrink_config *config;
	struct as_shrink_report report;
	struct as_tried tried;
	struct as_tape *tape;   /* the best one; NULL: a text is shrunk */
	struct as_bytes *text;  /* the best one; or NULL */
	struct as_model *model; /* of the text */
	struct as_trial *trials;
	unsigned char *invalid;
	size_t count, batch, max;
	bool over; /* time or tries are used up */
	/* Candidates with a 0, and with a negative number; and how many of those were valid. */
	uint64_t with_zero, zero_valid, with_negative, negative_valid;
};

enum as_made { AS_MADE_ERROR = -1, AS_MADE_END, AS_MADE_ONE, AS_MADE_NONE };

struct as_rule {
	/* Makes the next candidate. AS_MADE_NONE: no candidate at this position; call again. */
	enum as_made (*next)(const struct as_reducer *reducer, struct as_cursor *cursor,
		struct as_trial *trial, struct as_error *error);
	/* Called when the candidate of this cursor failed and is the best input now. NULL:
	 * continue. */
	void (*hit)(struct as_cursor *cursor);
};

/* A rule and its level. */
struct as_step {
	const struct as_rule *rule;
	unsigned level; /* 0: the cheapest */
};

/* Borrows all pointers. Clear it with as_reducer_clear. */
int as_reducer_init(struct as_reducer *reducer, const struct as_shrink_config *config,
	struct as_tape *tape, struct as_bytes *text, struct as_error *error) AS_MUST_USE;
void as_reducer_clear(struct as_reducer *reducer);
/* Applies a rule to its end, or until `over`. Sets `any` if it made the input smaller. */
int as_reducer_rule(struct as_reducer *reducer, const struct as_rule *rule, bool *any,
	struct as_error *error) AS_MUST_USE;
/* Applies all rules repeatedly until none makes the input smaller. The steps are ordered by level.
 * After a level that helped, the first level begins again, so that expensive rules have little left
 * to do. */
int as_reducer_steps(struct as_reducer *reducer, const struct as_step *steps, size_t count,
	struct as_error *error) AS_MUST_USE;

#endif
