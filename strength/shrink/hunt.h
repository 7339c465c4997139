/* SPDX-License-Identifier: MIT */
/*
 * hunt: runs the rules of shrinking. A rule is an iterator: it makes one candidate after another
 * from the best input so far, and assumes that none of them fails. Candidates are tried in batches.
 * If one fails, it becomes the best input, and the rule continues from its cursor at that
 * candidate.
 */
#ifndef ASSAY_SHRINK_HUNT_H
#define ASSAY_SHRINK_HUNT_H

#include "tried.h"

/* Where a rule is. All zeros at its beginning; what the members mean is up to the rule. */
struct as_cursor {
	uint64_t at, size, variant;
	uint64_t low, before; /* of a binary search: what passed last, and before that */
};

/* A candidate that waits for its batch. */
struct as_trial {
	struct as_tape tape;
	struct as_bytes text;
	struct as_cursor cursor; /* after it was made */
	struct as_tried_key key;
};

struct as_hunt {
	const struct as_shrink_config *config;
	struct as_shrink_report report;
	struct as_tried tried;
	struct as_tape *tape;   /* the best one; NULL: a text is shrunk */
	struct as_bytes *text;  /* the best one; or NULL */
	struct as_model *model; /* of the text */
	struct as_trial *trials;
	unsigned char *invalid;
	size_t count, batch, most;
	bool over; /* time or tries ended */
	/* Candidates with a number of this sign, and how many of those were valid. */
	uint64_t with_zero, zero_valid, with_negative, negative_valid;
};

enum as_made { AS_MADE_ERROR = -1, AS_MADE_END, AS_MADE_ONE, AS_MADE_NONE };

struct as_rule {
	/* Makes the next candidate. AS_MADE_NONE: there is none here, ask again. */
	enum as_made (*next)(const struct as_hunt *hunt, struct as_cursor *cursor,
		struct as_trial *trial, struct as_error *error);
	/* The candidate of this cursor failed and is the best input now. NULL: go on. */
	void (*hit)(const struct as_hunt *hunt, struct as_cursor *cursor);
};

/* A rule in its place. */
struct as_step {
	const struct as_rule *rule;
	unsigned level; /* 0: the cheapest */
};

/* Borrows all. Clear it with as_hunt_clear. */
int as_hunt_init(struct as_hunt *hunt, const struct as_shrink_config *config, struct as_tape *tape,
	struct as_bytes *text, struct as_error *error) AS_MUST_USE;
void as_hunt_clear(struct as_hunt *hunt);
/* Applies a rule to its end, or until `over`. Sets `any` if it made the input smaller. */
int as_hunt_rule(struct as_hunt *hunt, const struct as_rule *rule, bool *any,
	struct as_error *error) AS_MUST_USE;
/* Applies all again and again, until none makes it smaller. The steps are ordered by level; after a
 * level that made it smaller, all begin again, so that dear ones find little left to do. */
int as_hunt_steps(struct as_hunt *hunt, const struct as_step *steps, size_t count,
	struct as_error *error) AS_MUST_USE;

#endif
