/* SPDX-License-Identifier: MIT */
/* grouping: the groups of passages that many have; private to grade/similar. */
#ifndef ASSAY_GRADE_SIMILAR_GROUPING_H
#define ASSAY_GRADE_SIMILAR_GROUPING_H

#include "class.h"

#define AS_MAX_GROUPS 64 /* a bit each */

struct as_gram_of_set {
	uint64_t hash; /* of the set */
	uint32_t gram;
};
struct as_shared_set {
	uint64_t hash;
	size_t first, count; /* of its grams */
	size_t weight;       /* grams of all members */
};
struct as_grouping {
	struct as_similar *similar;
	uint64_t *grams; /* of the current member */
	size_t gram_count;
	struct as_gram_of_set *of_sets; /* all common grams, by set */
	struct as_shared_set *sets;     /* the heaviest first */
	size_t set_count;
	uint32_t *set_of; /* by number of the gram */
	uint64_t *bits;   /* by set: a bit for each member */
	size_t words;     /* of a set */
	size_t cores[AS_MAX_GROUPS];
	size_t group_count;
	uint64_t *members; /* by group: a bit for each member of its sets */
	uint64_t *covers;  /* by set: a bit for each group that covers it */
	size_t left_out_count;
	uint32_t *covered; /* by group and member: tokens */
	size_t *own;       /* by member: tokens that are not base code */
};

/* Consecutive tokens of the current member that a group covers. */
struct as_gram_run {
	size_t first, end;
};

/* ---- passages.c ---- */

/* Fills a grouping of which only `similar` is set. Clear it in any case. */
int as_grouping_find(struct as_grouping *grouping, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE;
void as_grouping_clear(struct as_grouping *grouping);
/* Sets the grams to those of a member; returns their number. */
size_t as_grouping_make_grams(const struct as_grouping *grouping, const struct as_member *member);
/* The groups that cover a gram of the current member: a bit for each. */
uint64_t as_grouping_at(const struct as_grouping *grouping, size_t gram, size_t member);

#endif
