/* SPDX-License-Identifier: MIT */
/* state: an open class, for the files of this folder. */
#ifndef ASSAY_GRADE_STATE_H
#define ASSAY_GRADE_STATE_H

#include "register.h"

#include <assay/program.h>

/** An entry of a person that may have to be judged. */
struct as_class_piece {
	size_t person, attempt; /**< indices */
	size_t package;
	const char *entry_point; /**< borrowed, or NULL */
	const char *given;       /**< its path as it was given; borrowed */
	char *shown; /**< the path for the store and in documents: without a person's name */
	struct as_submitted taken;            /**< what was read here */
	const struct as_submitted *submitted; /**< NULL: it could not be read */
	char files[AS_DIGEST_HEX_SIZE];       /**< of its bytes as a record */
	int64_t job;                          /**< in the folder's store; 0: none is known */
	struct as_error error;                /**< why it has no result */
};

/** The changes that are not applied. */
struct as_class_changes_list {
	struct as_class_change *items; /**< `item` and `why` are on the heap */
	size_t count;
};

struct as_class {
	struct as_class_config config;
	int out_fd;              /**< -1: the folder does not exist (only_reads) */
	struct as_store *store;  /**< the folder's; NULL as above */
	struct as_store *shared; /**< on a server, or NULL */
	struct as_register reg;  /**< what counts */
	const struct as_class_person *people;
	size_t person_count;
	struct as_class_piece *pieces; /**< by person, then by attempt */
	size_t piece_count;
	size_t *chosen;  /**< of each person the attempt that counts; SIZE_MAX: none */
	bool *undecided; /**< of each person: nobody knows which attempt counts */
	/** What the results and the scheme say now, one for each person. */
	struct as_class_row *fresh;
	struct as_class_changes_list changes;
	char space[32]; /**< of the jobs of this round */
};

/* pieces.c: forgets the pieces. */
void as_class_clear_pieces(struct as_class *class) AS_NONNULL(1);
/* pieces.c: reads what people handed in, as far as it may have to be judged. */
int as_class_read_pieces(struct as_class *class, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/* pieces.c: chooses the attempt of a person that counts. `totals_e4` has the total of each attempt,
 * if the best is wanted; NULL: they are not known yet. */
int as_class_choose(struct as_class *class, size_t person, const int64_t *totals_e4,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/* change.c */

/** Adds to `class->changes` how a row would change; nothing if every new mark may count at once. */
int as_class_compare(struct as_class *class, const struct as_class_row *before,
	const struct as_class_row *now, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/* False: no item has a mark, and the sum of nothing is not a mark of 0. */
bool as_class_has_total(const struct as_class_row *row) AS_NONNULL(1);
void as_class_clear_changes(struct as_class *class) AS_NONNULL(1);

#endif
