/* SPDX-License-Identifier: MIT */
/**
 * index: the page with all contests of a server. Part of contest/pages.h.
 */
#ifndef ASSAY_CONTEST_PAGES_INDEX_H
#define ASSAY_CONTEST_PAGES_INDEX_H

#include <assay/contest/pages.h>

/** A contest on the page. */
struct as_contest_listed {
	const char *base; /**< of its pages: "/spring" */
	const char *name, *formal_name;
	enum { AS_CONTEST_LISTED_RUNNING, AS_CONTEST_LISTED_COMING, AS_CONTEST_LISTED_OVER } when;
	int64_t start_wall_ms, end_wall_ms; /**< AS_NEVER_MS: unknown */
	bool is_final;
};
/** Reads a contest at a time; needs the log's lock. The texts are borrowed until
 * as_contest_log_close. */
struct as_contest_listed as_contest_list(
	const struct as_contest_log *log, const char *base, int64_t now_wall_ms) AS_NONNULL(1, 2);
/** Running contests, coming contests, and an archive of past contests, the last one first. Sorts
 * the items. Needs no lock. `base`: of this page. */
void as_contest_page_index(FILE *out, const char *base, struct as_contest_listed *items,
	size_t count, int64_t now_wall_ms) AS_NONNULL(1, 2, 3);

#endif
