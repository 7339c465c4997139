/* SPDX-License-Identifier: MIT */
/* Private header: the boards (boards.c). */
#ifndef CONTEST_LOG_BOARDS_H
#define CONTEST_LOG_BOARDS_H

#include <assay/contest/log.h>

struct as_contest_log;

/* Boards: for everybody; for the jury; the final ranking, without hidden teams; and the jury's of
 * the main group. */
enum { LOG_PUBLIC, LOG_JURY, LOG_FINAL, LOG_MAIN, LOG_BOARD_COUNT };

/* The initial state from the folder: boards without attempts, and the names of accounts. */
int log_boards_open(struct as_contest_log *log, struct as_error *error) AS_MUST_USE;
int log_boards_add_team(
	struct as_contest_log *log, size_t team, struct as_error *error) AS_MUST_USE;
/* Shows, hides or ranks a team as its standing is now. */
int log_boards_place_team(
	struct as_contest_log *log, size_t team, struct as_error *error) AS_MUST_USE;
/* True if the submission is on the boards: neither practice nor ignored, and in contest time. */
bool log_submission_counts(const struct as_contest_submission *submission);
/* After a start of a team or its reset: its contest times, and where it is shown. */
int log_boards_set_start(
	struct as_contest_log *log, size_t team, struct as_error *error) AS_MUST_USE;
/* The attempt of a submission, with the verdict that counts. */
struct as_board_attempt log_attempt_of(
	const struct as_contest_log *log, const struct as_contest_submission *submission);
/* Updates a submission on all boards. */
int log_boards_set(
	struct as_contest_log *log, size_t submission, struct as_error *error) AS_MUST_USE;
/* Recomputes contest times, and from them the boards. */
int log_boards_recompute(struct as_contest_log *log, struct as_error *error) AS_MUST_USE;

#endif
