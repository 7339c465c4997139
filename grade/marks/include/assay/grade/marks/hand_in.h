/* SPDX-License-Identifier: MIT */
/**
 * hand_in: the keys of a scheme about handing in: accepted files, attempts, times, and the results
 * that students see. Part of scheme.h. Marks do not depend on them.
 */
#ifndef ASSAY_GRADE_MARKS_HAND_IN_H
#define ASSAY_GRADE_MARKS_HAND_IN_H

#include <assay/base.h>

enum as_hand_in_groups {
	AS_HAND_IN_ALONE,  /**< "none", the default */
	AS_HAND_IN_ROSTER, /**< "roster": the groups of the list of people */
	AS_HAND_IN_FORMED, /**< "formed": students form groups until their first hand-in */
};
/** "none", "roster", "formed". */
const char *as_hand_in_groups_name(enum as_hand_in_groups groups);

/** The part of a result that a student sees; each value includes the values before it. */
enum as_disclosure {
	AS_DISCLOSURE_NONE, /**< only that the hand-in arrived */
	AS_DISCLOSURE_VERDICT,
	AS_DISCLOSURE_GROUPS, /**< the verdicts of the items and of their test groups */
	AS_DISCLOSURE_FIRST_FAILURE,
	AS_DISCLOSURE_COUNTEREXAMPLE, /**< also a small input on which the hand-in fails */
	AS_DISCLOSURE_ALL,            /**< all failed tests */
};
/** "none", "verdict", "groups", "first_failure", "counterexample", "all". */
const char *as_disclosure_name(enum as_disclosure disclosure);

/** The maximum size of a hand-in if the scheme has no `size`, and the greatest `size`. */
#define AS_HAND_IN_BYTES (UINT64_C(2) << 20)
#define AS_HAND_IN_MAX_BYTES (UINT64_C(64) << 20)
/** There is no limit to the number of attempts. */
#define AS_ATTEMPTS_UNLIMITED UINT64_MAX

struct as_hand_in {
	bool has_opens; /**< false: the assignment is open from the beginning */
	int64_t opens_s;
	char **files; /**< patterns of names with '*' and '?'; NULL-terminated, NULL: all files */
	char **languages; /**< ids; NULL-terminated, NULL: those of the packages */
	uint64_t size_bytes;
	enum as_hand_in_groups groups;
	uint64_t free_count; /**< attempts without `cool_down_s`; UNLIMITED without a cool-down */
	int64_t cool_down_s; /**< between the later attempts; 0: none */
	uint64_t most_count; /**< attempts of a student, or AS_ATTEMPTS_UNLIMITED */
	bool has_feedback;   /**< true: the scheme sets the three members below; false: the course
				does */
	enum as_disclosure at_once, after_due, after_release;
	bool has_release; /**< false: a teacher releases the marks by hand */
	int64_t release_s;
};

#endif
