/* SPDX-License-Identifier: MIT */
/**
 * The state of a contest: all of these need the lock. Included by log.h.
 *
 * Pointers are to the state itself: valid while the lock is held.
 */
#ifndef ASSAY_CONTEST_LOG_STATE_H
#define ASSAY_CONTEST_LOG_STATE_H

#include <assay/contest/log.h>

/* ---- the clock ---- */

/** As the events set it. */
const struct as_contest_clock *as_contest_log_clock(const struct as_contest_log *log) AS_NONNULL(1);
/** The countdown, if it is paused: the time that was left; -1: it is not paused. */
int64_t as_contest_log_countdown_ms(const struct as_contest_log *log) AS_NONNULL(1);
/** The state as the last event of it says: what is visible follows from this one, never from the
 * time now. */
const struct as_contest_state *as_contest_log_state(const struct as_contest_log *log) AS_NONNULL(1);
/** True if the public must not see what was submitted in the freeze. */
bool as_contest_log_is_frozen(const struct as_contest_log *log) AS_NONNULL(1);

/* ---- teams and accounts: those of the folder first, with its indexes ---- */

size_t as_contest_log_team_count(const struct as_contest_log *log) AS_NONNULL(1);
const struct as_contest_team *as_contest_log_team(const struct as_contest_log *log, size_t team)
	AS_NONNULL(1);
/** By itself, or in a hidden group. */
bool as_contest_log_team_is_hidden(const struct as_contest_log *log, size_t team) AS_NONNULL(1);
size_t as_contest_log_account_count(const struct as_contest_log *log) AS_NONNULL(1);
const struct as_contest_account *as_contest_log_account(
	const struct as_contest_log *log, size_t account) AS_NONNULL(1);
/** An index, or AS_CONTEST_NONE. */
size_t as_contest_log_find_team(const struct as_contest_log *log, const char *id) AS_NONNULL(1, 2);
size_t as_contest_log_find_username(const struct as_contest_log *log, const char *username)
	AS_NONNULL(1, 2);

/** The hash of an account's password; NULL: it has none, but maybe a password as typed. */
const char *as_contest_log_password_hash(const struct as_contest_log *log, size_t account)
	AS_NONNULL(1);
/** The account of a session that has not expired, by the hash of its token; AS_CONTEST_NONE. */
size_t as_contest_log_find_session(
	const struct as_contest_log *log, const char *hash, int64_t wall_ms) AS_NONNULL(1, 2);

/* ---- submissions and judgements ---- */

struct as_contest_submission {
	char *id; /**< in the API, if it is not the decimal of `arrival`; or NULL */
	size_t team, problem;
	size_t account;                /**< who submitted it; AS_CONTEST_NONE: unknown */
	char *language;                /**< an id of the language table */
	char *entry_point;             /**< or NULL */
	char *name;                    /**< of its file or folder, as submitted; untrusted */
	char blob[AS_DIGEST_HEX_SIZE]; /**< its files, as as_submitted_write */
	int64_t wall_ms, time_ms;
	uint64_t arrival;   /**< from 1: its place in the order of the events */
	bool is_practice;   /**< after the end: never on a board */
	bool is_ignored;    /**< by the jury: never on a board */
	size_t *judgements; /**< indexes, in the order in which they began */
	size_t judgement_count;
	/** The one that counts: the last that ended; AS_CONTEST_NONE: none has. */
	size_t valid;
};
/** A run of a judgement on one test. It was reported while the judgement went on, or at its end,
 * and stays as it is; a later one of the same test takes its place. */
struct as_contest_run {
	uint32_t test;         /**< its place in the package's order, from 0 */
	uint8_t verdict;       /**< enum as_verdict */
	bool is_withdrawn : 1; /**< there is no run of this test any more: it does not count */
	bool is_replaced : 1;  /**< a later one is of the same test */
	int64_t time_ns;       /**< CPU time; -1: unknown */
	int64_t wall_ms;       /**< when it ended, or was reported */
};
struct as_contest_judgement {
	size_t submission;
	int64_t job;
	bool ended;
	enum as_verdict verdict; /**< once it ended; JE also if the job failed */
	/** 0: it waits in the queue; of one that was begun again because its worker died, the
	 * first. */
	int64_t begin_wall_ms;
	int64_t end_wall_ms;
	int64_t max_run_time_ns; /**< -1: unknown */
	int64_t score_e6;        /**< of score contests */
	int64_t *groups_e6;
	size_t group_count;
	struct as_contest_run *runs; /**< in the order in which they were reported */
	size_t run_count;
	bool is_unordered; /**< the tests of `runs` do not rise from each to the next */
};
/** True if a run says what is known of its test: not if it is withdrawn or replaced. */
static inline bool as_contest_run_stands(const struct as_contest_run *run)
{
	return !run->is_withdrawn && !run->is_replaced;
}
/** How far the newest judgement of a submission is. */
struct as_contest_progress {
	enum as_contest_stage {
		AS_CONTEST_WAITS,  /**< in the queue */
		AS_CONTEST_RUNS,   /**< it is compiled, or tests run */
		AS_CONTEST_JUDGED, /**< it has ended */
	} stage;
	size_t judgement; /**< index of the newest one */
	size_t done;      /**< tests that were run: test `done` + 1 of `total` runs now */
	size_t total;     /**< tests of the package */
};
size_t as_contest_log_submission_count(const struct as_contest_log *log) AS_NONNULL(1);
const struct as_contest_submission *as_contest_log_submission(
	const struct as_contest_log *log, size_t submission) AS_NONNULL(1);
size_t as_contest_log_judgement_count(const struct as_contest_log *log) AS_NONNULL(1);
const struct as_contest_judgement *as_contest_log_judgement(
	const struct as_contest_log *log, size_t judgement) AS_NONNULL(1);
/** What was run of a judgement on a test of the package: an index into `runs`, or AS_CONTEST_NONE.
 */
size_t as_contest_log_find_run(const struct as_contest_log *log, size_t judgement, size_t test)
	AS_NONNULL(1);
/** How far a submission is. A reader may know it if as_contest_log_sees_judgement is true of the
 * judgement; `done` tells a team which test its submission failed, as far as that is the last. */
struct as_contest_progress as_contest_log_progress(
	const struct as_contest_log *log, size_t submission) AS_NONNULL(1);
/** By the decimal of `arrival`. An index, or AS_CONTEST_NONE. */
size_t as_contest_log_find_submission(const struct as_contest_log *log, const char *arrival)
	AS_NONNULL(1, 2);
/** By its id in the API. An index, or AS_CONTEST_NONE. */
size_t as_contest_log_find_submission_id(const struct as_contest_log *log, const char *id)
	AS_NONNULL(1, 2);
/** The number of submissions of a team to a problem, since a wall time. */
size_t as_contest_log_count_since(const struct as_contest_log *log, size_t team, size_t problem,
	int64_t wall_ms) AS_NONNULL(1);
/** True if a reader may know that a submission exists. */
bool as_contest_log_sees_submission(const struct as_contest_log *log,
	const struct as_contest_reader *reader, size_t submission) AS_NONNULL(1, 2);
/** True if a reader may see a judgement: not, but for the jury and its team, of one in a freeze, of
 * a hidden team, or in practice. */
bool as_contest_log_sees_judgement(const struct as_contest_log *log,
	const struct as_contest_reader *reader, size_t judgement) AS_NONNULL(1, 2);

/* ---- clarifications ---- */

struct as_contest_clarification {
	char *id;         /**< in the API, if it is not the decimal of its index + 1; or NULL */
	size_t from_team; /**< AS_CONTEST_NONE: from the jury */
	size_t to_team;   /**< AS_CONTEST_NONE: to the jury if from a team, else to all */
	size_t reply_to;  /**< index; AS_CONTEST_NONE: none */
	size_t problem;   /**< AS_CONTEST_NONE: general */
	char *text;       /**< UTF-8; untrusted */
	int64_t wall_ms, time_ms;
	bool is_answered; /**< of a request: there is a reply */
};
size_t as_contest_log_clarification_count(const struct as_contest_log *log) AS_NONNULL(1);
const struct as_contest_clarification *as_contest_log_clarification(
	const struct as_contest_log *log, size_t clarification) AS_NONNULL(1);
/** By its id in the API. An index, or AS_CONTEST_NONE. */
size_t as_contest_log_find_clarification_id(const struct as_contest_log *log, const char *id)
	AS_NONNULL(1, 2);
bool as_contest_log_sees_clarification(const struct as_contest_log *log,
	const struct as_contest_reader *reader, size_t clarification) AS_NONNULL(1, 2);

/* ---- boards ---- */

/** The board of the jury, or that of the public (a frozen one in a freeze). */
const struct as_board *as_contest_log_board(const struct as_contest_log *log, bool jury)
	AS_NONNULL(1);
/** That of the jury without hidden teams: for awards. */
const struct as_board *as_contest_log_final_board(const struct as_contest_log *log) AS_NONNULL(1);
/** Changes whenever the board of that kind may look different. */
uint64_t as_contest_log_board_version(const struct as_contest_log *log, bool jury) AS_NONNULL(1);
/** What stands against finalising. */
struct as_open_work as_contest_log_open_work(const struct as_contest_log *log) AS_NONNULL(1);

#endif
