/* SPDX-License-Identifier: MIT */
/** judging: how the submissions of a class are queued and judged. Part of class.h. */
#ifndef ASSAY_GRADE_CLASS_JUDGING_H
#define ASSAY_GRADE_CLASS_JUDGING_H

#include <assay/grade/class.h>

/** Called while the class is judged. Each may be NULL. */
struct as_class_calls {
	/** An entry need not be judged now. */
	void (*known)(void *context);
	/** An entry has no result, because of `why`. The person is an index. */
	void (*failed)(void *context, size_t person, const char *path, const struct as_error *why);
	void (*note)(void *context, const char *text);
	void *context;
};
struct as_class_judging {
	struct as_engine *engine;
	struct as_job_order order; /**< how to judge; package and submission are unused */
	/** Other processes judge: the workers of the server, or a worker of `store` (config), which
	 * the caller runs. In the latter case as_class_judge queues missing jobs and returns at
	 * once; as_class_waiting lists the entries without a result. Without this flag this process
	 * judges, and the caller runs no worker of `store`. */
	bool queue_only;
	bool retries; /**< with `store` and queue_only: judging errors and failed jobs again */
	struct as_class_calls calls;
};

enum as_class_plan {
	AS_CLASS_PLAN_JUDGED,  /**< it would be judged */
	AS_CLASS_PLAN_KNOWN,   /**< the result of equal files is known, or will be */
	AS_CLASS_PLAN_DECISION /**< no compiler would run: the teacher has to decide */
};
/** A submission that the run would process. The path is borrowed. */
struct as_class_planned {
	size_t person, package;
	const char *path;
	enum as_class_plan plan;
	char *why; /**< "new", "submission changed; the result is known", ... */
};
/** Lists the submissions that as_class_judge would process. The submission of a team is listed
 * once. */
int as_class_plan(struct as_class *class, const struct as_class_judging *judging,
	struct as_class_planned **planned, size_t *count, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 3, 4);
void as_class_plan_free(struct as_class_planned *planned, size_t count); /**< takes NULL */
/** Judges the entries without a result. Entries that failed only because of the program's ending
 * are judged once more, leniently (as_scheme_wants_lenient). 0: done or cancelled; some entries may
 * have failed. */
int as_class_judge(struct as_class *class, const struct as_class_judging *judging,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/* ---- in a store of the caller ---- */

/** An entry without a result. Borrows from the person. */
struct as_class_waiting {
	size_t person, attempt; /**< indices */
	const struct as_class_entry *entry;
	int64_t job; /**< the entry's job, or the job of its lenient judging */
};
/** The entries that as_class_judge with `queue_only` left to a worker: queued, or being judged.
 * Borrowed until the next as_class_judge or as_class_enter. */
const struct as_class_waiting *as_class_waiting(const struct as_class *class, size_t *count)
	AS_NONNULL(1, 2);
/** The number of the present rejudging, for struct as_class_queueing; 0: there was none. */
uint64_t as_class_round(const struct as_class *class) AS_NONNULL(1);

/** How the submissions of a class are queued: a server that queues a submission on arrival and
 * as_class_judge make the same jobs from it. All of it is borrowed. */
struct as_class_queueing {
	struct as_store *store;
	struct as_engine *engine;
	struct as_job_order order;                /**< as in struct as_class_judging */
	const struct as_scheme *scheme;           /**< bound */
	const struct as_package *const *packages; /**< one for each of the scheme */
	uint64_t round;
};
/** An order for as_store_submit or as_store_append. Do not copy it: `order` points into it. */
struct as_class_order {
	struct as_store_order order; /**< the space is to be set */
	char owner[AS_CLASS_KEY_SIZE], path[AS_CLASS_KEY_SIZE];
};
/** Makes the order of an entry, with its files in memory, for the person with this id, who owns the
 * job. The caller has stored the package (as_store_package_keep). Borrows the entry's texts; clear
 * it in any case. -1, also if the files cannot be judged. */
int as_class_order_make(struct as_class_order *made, const struct as_class_queueing *how,
	const struct as_class_entry *entry, const char *id, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 3, 4);
void as_class_order_clear(struct as_class_order *made) AS_NONNULL(1);

#endif
