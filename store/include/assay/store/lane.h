/* SPDX-License-Identifier: MIT */
/**
 * lane: what a worker must have to judge a job. The lane of a job is a text of words in order, each
 * of which its worker must have:
 *
 *	format:assay-result/3     it writes results in this format
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

/** The lane of a job that needs some languages (ids; NULL-terminated; they may be repeated), an
 * engine with such settings and, unless it is NULL, a machine of a group. On the heap; NULL: out of
 * memory. */
char *as_lane_write(const struct as_engine_config *engine, const char *const *languages,
	const char *group, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** The lane of the most demanding job that a machine can judge: it has these languages, is of this
 * group (NULL: of none) and has, if `isolated`, full isolation. */
char *as_lane_offer(const struct as_engine_config *engine, const char *const *languages,
	const char *group, bool isolated, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** 0 if a group of machines can have this name. */
int as_lane_check_group(const char *group, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** True if the offer has each word of a lane. */
bool as_lane_suits(const char *lane, const char *offer) AS_NONNULL(1, 2);
/** What a lane demands, for people: "group lab-3, cpp, isolation full". On the heap. */
char *as_lane_text(const char *lane, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** Lists the lanes of all queued jobs, each once; NULL-terminated, on the heap (as_names_free). */
char **as_store_lanes_read(struct as_store *store, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** Tells the others who have the store open that this process claims from some lanes. That ends
 * with its session; after a new one began (as_store_watch) it must be told again. */
int as_store_serve(struct as_store *store, const char *const *lanes, size_t count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** Queued jobs that no worker that is alive can judge. */
struct as_store_unserved {
	char *lane;
	uint64_t jobs;
};
/** Lists the lanes from which nobody claims though the last job in them was queued more than 3 s
 * ago. Free with as_store_unserved_free. In a file there are none: its owner judges what it can,
 * and nobody else may. */
int as_store_unserved_read(struct as_store *store, struct as_store_unserved **unserved,
	size_t *count, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
void as_store_unserved_free(struct as_store_unserved *unserved, size_t count);

#endif
