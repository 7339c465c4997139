/* SPDX-License-Identifier: MIT */
/* batch: the submissions of a class for one package, as the store judges them; private to
 * grade/class. */
#ifndef ASSAY_GRADE_CLASS_BATCH_H
#define ASSAY_GRADE_CLASS_BATCH_H

#include "state.h"

/* The pieces for a package. Set the first members, then call class_batch_init. */
struct class_batch {
	struct as_class *class;
	const struct as_class_judging *given;
	bool is_lenient;
	/* The maximum number of pieces whose jobs are not known, from a piece on; 0: all pieces. */
	size_t most, first;
	size_t next;                       /* the first piece after these */
	size_t *indices;                   /* of the pieces */
	char (*owners)[AS_CLASS_KEY_SIZE]; /* the texts of `owner` in the submissions */
	struct as_submitted *loaded;       /* the files of entries that are in the store */
	struct as_store_submission *submissions;
	struct as_store_ticket *tickets; /* of the folder's store */
	size_t count;
	struct as_store_judging local;  /* through the folder's store */
	struct as_store_judging remote; /* the judging by the server of the jobs in `wanted` */
	struct as_store_submission *wanted;
	size_t *wanted_indices; /* into the submissions */
	struct as_error error;  /* of a callback */
};

/* order.c: how the submissions for a package are judged; the submissions, the space and the
 * callbacks are not set. */
struct as_store_judging class_describe_judging(
	const struct as_class_queueing *how, size_t package, bool is_lenient);
/* order.c: a submission; its files are those of the entry. */
struct as_store_submission class_describe(const struct as_class_entry *entry, const char *path,
	const char *id, char owner[AS_CLASS_KEY_SIZE]);

/* Opens the package, unless there is no submission for it. Call class_batch_clear in any case. */
int class_batch_init(struct class_batch *batch, size_t package, struct as_error *error) AS_MUST_USE;
void class_batch_clear(struct class_batch *batch);
#define AUTO_BATCH AS_AUTO(class_batch_clear) struct class_batch

struct as_class_piece *class_batch_piece(const struct class_batch *batch, size_t index);
/* The member that stores the number of the job. */
int64_t *class_batch_job(const struct class_batch *batch, size_t index);
/* Call it if a submission needs no job: calls `known` of the judging. */
void class_batch_known(void *batch);
/* Call it if a submission cannot be judged. */
void class_batch_fail(struct class_batch *batch, size_t index, const struct as_error *why);
void class_batch_fail_wanted(void *batch, size_t index, const struct as_error *why);
/* 1: the piece has a result, and must also be judged leniently. */
int class_wants_lenient(const struct as_class *class, const struct as_class_piece *piece,
	struct as_error *error) AS_MUST_USE;
/* 1: the store has a result that is not a judging error. */
int class_has_result(const struct as_class *class, const struct as_store_ticket *ticket,
	struct as_error *error) AS_MUST_USE;
/* Reports the submissions that cannot be read. */
void class_report_unread(const struct as_class *class, const struct as_class_calls *calls);

#endif
