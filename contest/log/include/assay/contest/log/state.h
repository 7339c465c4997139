/* SPDX-License-Identifier: MIT */
/**
 * The state of a contest. All functions need the lock. Included by log.h.
 *
 * Returned pointers point into the state: they are valid while the lock is held.
 */
#ifndef ASSAY_CONTEST_LOG_STATE_H
#define ASSAY_CONTEST_LOG_STATE_H

#include <assay/contest/log.h>

/* ---- the clock ---- */

/** As the events have set it. */
const struct as_contest_clock *as_contest_log_clock(const struct as_contest_log *log) AS_NONNULL(1);
/** Tells how the start, duration and freeze of the clock differ from those of the folder, which
 * count only until a server has opened the store (free it). NULL: not at all. */
char *as_contest_log_clock_difference(const struct as_contest_log *log) AS_NONNULL(1);
/** The remaining time of a paused countdown; -1: it is not paused. */
int64_t as_contest_log_countdown_ms(const struct as_contest_log *log) AS_NONNULL(1);
/** The state that the last state event recorded. Visibility depends on this state, never on the
 * current time. */
const struct as_contest_state *as_contest_log_state(const struct as_contest_log *log) AS_NONNULL(1);
/** True if submissions of the freeze are hidden from the public. */
bool as_contest_log_is_frozen(const struct as_contest_log *log) AS_NONNULL(1);

/* ---- teams and accounts: those of the folder first, with its indexes ---- */

size_t as_contest_log_team_count(const struct as_contest_log *log) AS_NONNULL(1);
const struct as_contest_team *as_contest_log_team(const struct as_contest_log *log, size_t team)
	AS_NONNULL(1);
/** True if the team itself or one of its groups is hidden, or the team was disqualified and hidden.
 */
bool as_contest_log_team_is_hidden(const struct as_contest_log *log, size_t team) AS_NONNULL(1);
size_t as_contest_log_account_count(const struct as_contest_log *log) AS_NONNULL(1);
const struct as_contest_account *as_contest_log_account(
	const struct as_contest_log *log, size_t account) AS_NONNULL(1);
/** An index, or AS_CONTEST_NONE. */
size_t as_contest_log_find_team(const struct as_contest_log *log, const char *id) AS_NONNULL(1, 2);
size_t as_contest_log_find_username(const struct as_contest_log *log, const char *username)
	AS_NONNULL(1, 2);

/** The team as which a session looks at the site, or AS_CONTEST_NONE. */
size_t as_contest_log_session_team(const struct as_contest_log *log, const char *session)
	AS_NONNULL(1, 2);
/** The account of a session or a token. */
struct as_contest_credential {
	size_t account; /**< AS_CONTEST_NONE: there is none, or it has ended */
	/** A digest of the account's secret, keyed with the token, so that only a holder of the
	 * token can compare it; "": made by an older version of this program. */
	char seal[AS_DIGEST_HEX_SIZE];
	int64_t expires_wall_ms; /**< INT64_MAX: never */
};
/** Finds a session by the digest of its token. */
struct as_contest_credential as_contest_log_find_session(
	const struct as_contest_log *log, const char *hash, int64_t wall_ms) AS_NONNULL(1, 2);
/** Adds to `counts`, which has an item for each account, the number of its sessions and tokens. */
void as_contest_log_count_credentials(
	const struct as_contest_log *log, int64_t wall_ms, uint32_t *counts) AS_NONNULL(1, 3);

/* ---- submissions and judgements ---- */

struct as_contest_submission {
	char *id; /**< in the API, unless it is the decimal of `arrival`; or NULL */
	size_t team, problem;
	char *language;                /**< an id of the language table */
	char *entry_point;             /**< or NULL */
	char *name;                    /**< of its file or folder, as submitted; untrusted */
	char blob[AS_DIGEST_HEX_SIZE]; /**< digest of its files, as as_submitted_write stores them
					*/
	int64_t wall_ms, time_ms;
	uint64_t arrival;   /**< from 1: order of the submission events */
	bool is_practice;   /**< after the end: never on a board */
	bool is_ignored;    /**< by the jury: never on a board */
	size_t *judgements; /**< indexes, in the order of creation */
	size_t judgement_count;
	/** The judgement that counts: the newest ruling of the jury; without one, the last
	 * judgement that ended. Neither is proposed or withdrawn. AS_CONTEST_NONE: none. */
	size_t valid;
	size_t previous; /**< the submission of the same team before it, or AS_CONTEST_NONE */
};
struct as_contest_ruling; /* log/ruling.h */
/** A run of a judgement on a test, from a report or from the result. Runs never change; a later run
 * of the same test replaces an earlier one. */
struct as_contest_run {
	uint32_t test;         /**< index in the package */
	uint8_t verdict;       /**< enum as_verdict */
	bool is_withdrawn : 1; /**< the result has no run of this test */
	bool is_replaced : 1;  /**< there is a later run of the same test */
	int64_t time_ns;       /**< CPU time; -1: unknown */
	int64_t wall_ms;       /**< wall time of its end or of the report */
};
struct as_contest_judgement {
	size_t submission;
	int64_t job;                      /**< 0: a ruling */
	struct as_contest_ruling *ruling; /**< NULL: by a worker */
	char package[AS_DIGEST_HEX_SIZE]; /**< digest of the package; "": of an older version */
	/** Number of tests of the package: runs of other tests are dropped. 0: unknown (older). */
	size_t test_count;
	/** Its job was cancelled because the submission is judged with another package, or its
	 * rejudging was cancelled; or a ruling that the jury withdrew. It never counts, and is in
	 * no collection. */
	bool is_withdrawn;
	size_t rejudging; /**< the number of its rejudging, from 1; 0: none */
	bool is_proposed; /**< its rejudging is open: only the jury sees it (log/rejudging.h) */
	bool ended;
	enum as_verdict verdict; /**< once it ended; also JE if the job failed */
	/** 0: queued. If a worker died and another began again: the first begin. */
	int64_t begin_wall_ms;
	int64_t end_wall_ms;
	/** The number of the event since which its verdict counts: later ones are larger. */
	int64_t end_event;
	int64_t max_run_time_ns; /**< -1: unknown */
	int64_t score_e6;        /**< of score contests; as_contest_problem_points */
	int64_t *groups_e6;
	size_t group_count;
	struct as_contest_run *runs; /**< in the order of the reports */
	size_t run_count;
	bool is_unordered; /**< `runs` are not ascending by test */
};
/** True if the run is valid: neither withdrawn nor replaced. */
static inline bool as_contest_run_is_valid(const struct as_contest_run *run)
{
	return !run->is_withdrawn && !run->is_replaced;
}
/** Progress of the newest judgement of a submission, as as_contest_log_newest finds it. */
struct as_contest_progress {
	enum as_contest_stage {
		AS_CONTEST_WAITS,  /**< in the queue */
		AS_CONTEST_RUNS,   /**< being compiled or running tests */
		AS_CONTEST_JUDGED, /**< it has ended */
	} stage;
	size_t judgement; /**< index of that judgement */
	size_t done;      /**< tests that were run; test `done` + 1 of `total` is running */
	size_t total;     /**< tests of the package */
};
size_t as_contest_log_submission_count(const struct as_contest_log *log) AS_NONNULL(1);
/** The number of submissions of teams and problems that the folder does not have. They have no
 * index, but each keeps its number (`arrival`) and its id. */
size_t as_contest_log_hidden_count(const struct as_contest_log *log) AS_NONNULL(1);
/** The number of practice submissions that would count with another clock. */
size_t as_contest_log_would_count(
	const struct as_contest_log *log, const struct as_contest_clock *clock) AS_NONNULL(1, 2);
/** The last submission of a team, from which `previous` leads to the others; or AS_CONTEST_NONE. */
size_t as_contest_log_last_submission(const struct as_contest_log *log, size_t team) AS_NONNULL(1);
const struct as_contest_submission *as_contest_log_submission(
	const struct as_contest_log *log, size_t submission) AS_NONNULL(1);
/** The submission of the same team to the same problem before it; AS_CONTEST_NONE: none. */
size_t as_contest_log_earlier(const struct as_contest_log *log, size_t submission) AS_NONNULL(1);
size_t as_contest_log_judgement_count(const struct as_contest_log *log) AS_NONNULL(1);
const struct as_contest_judgement *as_contest_log_judgement(
	const struct as_contest_log *log, size_t judgement) AS_NONNULL(1);
/** The `end_event` of the judgement that ended last; 0: none has ended. */
int64_t as_contest_log_last_end(const struct as_contest_log *log) AS_NONNULL(1);
/** The current run of a judgement on a test of the package: an index into `runs`, or
 * AS_CONTEST_NONE. */
size_t as_contest_log_find_run(const struct as_contest_log *log, size_t judgement, size_t test)
	AS_NONNULL(1);
/** The newest judgement of a submission by a worker that is neither proposed nor withdrawn. */
size_t as_contest_log_newest(const struct as_contest_log *log, size_t submission) AS_NONNULL(1);
/** The progress of a submission. A reader may see it if as_contest_log_sees_judgement is true for
 * the judgement. Careful: `done` reveals the first failing test, because it is the last one that is
 * run. */
struct as_contest_progress as_contest_log_progress(
	const struct as_contest_log *log, size_t submission) AS_NONNULL(1);
/** Finds a submission by the decimal of `arrival`. An index, or AS_CONTEST_NONE. */
size_t as_contest_log_find_submission(const struct as_contest_log *log, const char *arrival)
	AS_NONNULL(1, 2);
/** Finds a submission by its id in the API. An index, or AS_CONTEST_NONE. */
size_t as_contest_log_find_submission_id(const struct as_contest_log *log, const char *id)
	AS_NONNULL(1, 2);
/** The number of submissions of a team to a problem since a wall time. */
size_t as_contest_log_count_since(const struct as_contest_log *log, size_t team, size_t problem,
	int64_t wall_ms) AS_NONNULL(1);
/** True if a reader may see that a submission exists. */
bool as_contest_log_sees_submission(const struct as_contest_log *log,
	const struct as_contest_reader *reader, size_t submission) AS_NONNULL(1, 2);
/** True if a reader may see a judgement. Only the jury and the team itself see judgements of
 * submissions in the freeze, of hidden teams, and in practice; only the jury sees proposed ones. */
bool as_contest_log_sees_judgement(const struct as_contest_log *log,
	const struct as_contest_reader *reader, size_t judgement) AS_NONNULL(1, 2);

/* ---- packages ---- */

/** The version of a problem's package with which new submissions and rejudgings are judged. */
struct as_contest_version {
	char digest[AS_DIGEST_HEX_SIZE]; /**< "": no event has named one yet */
	int64_t wall_ms;                 /**< since when it is in use */
	size_t account; /**< that took it into use; AS_CONTEST_NONE: the server, at its start */
	char before[AS_DIGEST_HEX_SIZE]; /**< the version before it; "": none is known */
	int64_t event;                   /**< its number */
	/** The blob of the archive that the jury uploaded; "": the package is from a folder. */
	char archive[AS_DIGEST_HEX_SIZE];
	char name[100]; /**< of that archive, untrusted */
};
const struct as_contest_version *as_contest_log_version(
	const struct as_contest_log *log, size_t problem) AS_NONNULL(1);
/** True if the verdict that counts comes from a version of the package other than the version in
 * use. False without a verdict, or if a version is unknown. */
bool as_contest_log_is_of_earlier(const struct as_contest_log *log, size_t submission)
	AS_NONNULL(1);
/** The number of submissions whose verdict comes from such an earlier version. */
uint64_t as_contest_log_count_of_earlier(const struct as_contest_log *log) AS_NONNULL(1);

/* ---- boards ---- */

/** The board of the jury, or that of the public (without results of the freeze). */
const struct as_board *as_contest_log_board(const struct as_contest_log *log, bool jury)
	AS_NONNULL(1);
/** The main board: the teams that are ranked (as_contest_log_is_ranked) and not hidden. Ranks,
 * first solves and awards are those of this board. */
const struct as_board *as_contest_log_main_board(const struct as_contest_log *log, bool jury)
	AS_NONNULL(1);
/** The main board of the jury, for final results. */
const struct as_board *as_contest_log_final_board(const struct as_contest_log *log) AS_NONNULL(1);
/** A counter that changes whenever the board may have changed. */
uint64_t as_contest_log_board_version(const struct as_contest_log *log, bool jury) AS_NONNULL(1);
/** Counts that prevent finalisation. */
struct as_open_work as_contest_log_open_work(const struct as_contest_log *log) AS_NONNULL(1);

#endif
