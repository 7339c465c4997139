/* SPDX-License-Identifier: MIT */
/* Private header: rejudgings (rejudging.c, rejudging_event.c, rejudging_state.c). */
#ifndef CONTEST_LOG_REJUDGING_H
#define CONTEST_LOG_REJUDGING_H

#include <assay/contest/log.h>

/* The item of a submission; NULL: the rejudging does not have it. */
struct as_contest_rejudging_item *log_rejudging_item(
	const struct as_contest_rejudging *rejudging, size_t submission);

/* True if `valid`, the judgement that counts or counted before, is not replaced by that of the
 * item: as log_keeps, but a rejudging may overrule rulings. AS_CONTEST_NONE: false. */
bool log_item_keeps(const struct as_contest_log *log, const struct as_contest_rejudging_item *item,
	size_t valid);

#endif
