/* SPDX-License-Identifier: MIT */
/**
 * lane: what a worker must have to judge a job. The lane of a job is a text of words in order, each
 * of which its worker must have:
 *
 *	format:assay-result/4     it writes results in this format
 *	group:lab-3               it is one of these machines, which are equal
 *	language:cpp              it can compile and run the language; any number of these
 *	modules:numpy,scipy       its runs see exactly these modules
 *	sandbox:full              its runs are isolated by all barriers and limits
 *	table:0123456789abcdef    it has this language table
 *
 * A job that may be judged in a weak sandbox has no word for it. A worker finds the lanes of queued
 * jobs and claims from those that it can serve; other jobs wait for another worker.
 */
#ifndef ASSAY_STORE_LANE_H
#define ASSAY_STORE_LANE_H

#include <assay/store.h>

struct as_engine_config;

/** The lane of a job that needs some languages (ids; NULL-terminated; may be repeated), that of its
 * submission (NULL: none), an engine with these settings and, unless it is NULL, a machine of a
 * group. On the heap; NULL: out of memory. */
char *as_lane_write(const struct as_engine_config *engine, const char *const *languages,
	const char *language, const char *group, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
/** The lane with all words of a machine: its languages, its group (NULL: none), and full isolation
 * if `isolated`. The machine can judge a job whose lane has no other words. */
char *as_lane_offer(const struct as_engine_config *engine, const char *const *languages,
	const char *group, bool isolated, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** 0 if the name is valid for a group of machines. */
int as_lane_check_group(const char *group, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** True if the offer has each word of a lane. */
bool as_lane_suits(const char *lane, const char *offer) AS_NONNULL(1, 2);
/** True if the lane has the words of `own`, a lane of this program, that depend on the program and
 * not on a machine or its settings: the format of results and the table of languages. */
bool as_lane_is_of_program(const char *lane, const char *own) AS_NONNULL(1, 2);
/** The needs of a lane, for people: "group lab-3, cpp, isolation full". On the heap. */
char *as_lane_text(const char *lane, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** Lists the lanes of all queued jobs, without duplicates; NULL-terminated, on the heap
 * (as_names_free). */
char **as_store_lanes_read(struct as_store *store, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** The lane of a job that is queued or claimed, on the heap, and its state. 1; 0: it is neither. */
int as_store_job_lane(struct as_store *store, int64_t job, char **lane, enum as_store_state *state,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3, 4);
/** Registers the lanes that this process claims from, for other processes. The registration ends
 * with its session and must be repeated in a new one (as_store_watch). */
int as_store_serve(struct as_store *store, const char *const *lanes, size_t count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** Queued jobs that no living worker can judge. */
struct as_store_unserved {
	char *lane;
	uint64_t jobs;
};
/** Lists the lanes that no worker serves, if their last job was queued more than 3 s ago. Free with
 * as_store_unserved_free. Always empty for a store in a file, whose owner is the only worker. */
int as_store_unserved_read(struct as_store *store, struct as_store_unserved **unserved,
	size_t *count, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
void as_store_unserved_free(struct as_store_unserved *unserved, size_t count);

#endif
