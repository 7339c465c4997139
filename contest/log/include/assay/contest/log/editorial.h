/* SPDX-License-Identifier: MIT */
/** Editorials: the jury opens the editorials and chosen solutions of the packages after the
 * contest. Included by log.h. A log that is const is read with the lock. */
#ifndef ASSAY_CONTEST_LOG_EDITORIAL_H
#define ASSAY_CONTEST_LOG_EDITORIAL_H

#include <assay/contest/log.h>

/** Editorials and solutions of the packages. */
struct as_contest_editorials {
	enum as_contest_editorials_state {
		AS_CONTEST_EDITORIALS_CLOSED,
		AS_CONTEST_EDITORIALS_OPEN,
	} state;
	size_t account; /**< that set it last; AS_CONTEST_NONE: unknown */
	int64_t wall_ms;
};
const struct as_contest_editorials *as_contest_log_editorials(const struct as_contest_log *log)
	AS_NONNULL(1);
/** Opens or closes the editorials. AS_ERROR_USAGE: they are already in this state, or would be
 * opened before the contest is over for all teams. */
int as_contest_log_set_editorials(struct as_contest_log *log,
	enum as_contest_editorials_state state, size_t account, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** True if the contest has ended, also for teams that started later or were given time. */
bool as_contest_log_is_over(const struct as_contest_log *log, int64_t now_wall_ms) AS_NONNULL(1);
/** Only the jury sees closed editorials. If the end of the contest moves, editorials are closed
 * until the new end. A team does not see them while it takes part by itself after the contest. */
bool as_contest_log_sees_editorials(const struct as_contest_log *log,
	const struct as_contest_reader *reader, int64_t now_wall_ms) AS_NONNULL(1, 2);

#endif
