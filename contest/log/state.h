/* SPDX-License-Identifier: MIT */
/* Private header: the state of a contest's log, and its locks. */
#ifndef CONTEST_LOG_STATE_H
#define CONTEST_LOG_STATE_H

#include "alike.h"
#include "boards.h"
#include "judgement.h"
#include "judging.h"

#include <assay/contest/log.h>

struct log_start {
	struct as_contest_start seen;
	int64_t reset_wall_ms; /* the start that was taken back last */
	bool is_late;          /* registered after the contest, for virtual participation */
	struct as_contest_team_time given;
};

/* The last log-ins, by `count` modulo AS_CONTEST_LOGINS_KEPT; NULL: none. */
struct log_logins {
	struct as_contest_login *items;
	size_t count; /* all that were ever read */
};

struct log_people {
	/* Teams that registered; their indexes follow those of the folder. */
	struct as_contest_team **teams;
	size_t team_count, registered_count; /* the latter without those that an admin added */
	uint64_t next_label;                 /* of the next team that registers; 0: not known yet */
	struct as_contest_account **accounts;
	size_t account_count;
	struct as_journal_credentials sessions;
	struct as_journal_names usernames; /* of all accounts */
	struct log_alike alike;
	/* Of the teams below this count; the others have no submission. */
	size_t *last_submissions;
	size_t last_submission_count;
	struct log_start *starts; /* by team; later teams have none */
	size_t start_count;
	/* Accounts of the folder with a new password, by index; NULL: none, or this one has none.
	 */
	struct as_contest_account **changed;
	size_t changed_count;
	struct log_standing *standings; /* by team; later teams have none */
	size_t standing_count;
	struct log_logins logins;
};

/* What a page decided about a team. */
struct log_standing {
	struct as_contest_standing of;
	bool has_guest; /* `of.is_guest` replaces the folder's */
};

/* The audit trail. */
struct log_acts {
	struct as_contest_act *items;
	size_t count;
};

void log_acts_clear(struct log_acts *acts);

/* Balloons, prints and the check-in. */
struct log_hall {
	struct as_contest_handing *handings;
	size_t handing_count;
	struct as_contest_print **prints;
	size_t print_count;
	struct as_contest_presence *presences; /* by team; later teams have none */
	size_t presence_count;
};

/* By problem. */
struct log_packages {
	struct as_contest_version *versions; /* in use */
	struct as_contest_candidate *candidates;
	size_t candidate_count;
};

/* Objects that the jury adds, and ids that clients chose. */
struct log_extras {
	struct as_contest_own_award **awards;
	size_t award_count;
	struct as_contest_comment **comments;
	size_t comment_count;
	struct as_journal_credentials tokens;
	uint64_t token_number;                      /* of the last one that was made */
	json_t *submission_ids, *clarification_ids; /* id -> index; NULL: none */
	struct log_acts acts;
	struct log_hall hall;
	struct as_contest_editorials editorials;
	struct log_packages packages;
	struct as_contest_rejudging **rejudgings;
	size_t rejudging_count;
	struct as_contest_note *notes;
	size_t note_count;
	struct as_contest_given *given;
	size_t given_count;
};

/* Ends of judgements. */
struct log_ends {
	int64_t last;       /* the event that ended a judgement last */
	uint64_t due_count; /* judgements with is_due */
	int64_t skew_ms;    /* the servers' clock minus the store's, at the last entry */
};

struct log_state {
	struct as_contest_clock clock;
	struct as_removed_interval *removed; /* owned; clock.removed points here */
	int64_t countdown_ms;
	struct as_contest_state state;
	int64_t state_wall_ms; /* wall time of the computed state; 0: not computed */
	bool is_begun;         /* the first event was read */

	struct log_people people;
	struct log_submission **submissions;
	size_t submission_count;
	size_t hidden_count; /* submissions of teams and problems that the folder does not have */
	struct log_judgement **judgements;
	size_t judgement_count;
	struct log_job *jobs; /* ascending */
	size_t job_count;
	struct as_contest_clarification **clarifications;
	size_t clarification_count;
	struct as_board *boards[LOG_BOARD_COUNT];
	uint64_t board_versions[LOG_BOARD_COUNT];
	struct log_ends ends;
	struct log_extras extras;
};

struct as_contest_log {
	const struct as_contest *contest;
	struct as_journal *journal; /* its lock protects `state` */
	struct as_contest_observer observer;
	struct log_state state;
	struct log_judging judging;
};

/* The package of a problem. Call it with the lock, also in the follower, and use the package only
 * while the lock is held: another thread may replace it (as_contest_log_change), and then it is
 * closed. */
static inline const struct as_package *log_package(const struct as_contest_log *log, size_t problem)
{
	return __atomic_load_n(&log->contest->problems[problem].package, __ATOMIC_ACQUIRE);
}

/* Sums of such times do not overflow, as in rules/clock.c. */
#define LOG_MAX_WALL_MS INT64_C(1000000000000000)
static inline int64_t log_store_ms(int64_t store_ms)
{
	return store_ms < 0 ? 0 : store_ms > LOG_MAX_WALL_MS ? LOG_MAX_WALL_MS : store_ms;
}
/* A time of the store, which may be untrusted, by the clock of the servers. The store's clock may
 * be that of another machine, or may have been set; a smaller difference is the time that an append
 * takes. */
#define LOG_MIN_SKEW_MS 2000
static inline int64_t log_server_ms(const struct as_contest_log *log, int64_t store_ms)
{
	const int64_t skew_ms = log->state.ends.skew_ms;
	const int64_t within_ms = log_store_ms(store_ms);

	return skew_ms > -LOG_MIN_SKEW_MS && skew_ms < LOG_MIN_SKEW_MS ? within_ms
								       : within_ms + skew_ms;
}

void log_state_clear(struct log_state *state);
void log_people_clear(struct log_people *people);

void log_clarification_free(struct as_contest_clarification *clarification);
void log_award_free(struct as_contest_own_award *award);
void log_comment_free(struct as_contest_comment *comment);
void log_rejudging_free(struct as_contest_rejudging *rejudging);
void log_hall_clear(struct log_hall *hall);
void log_notes_clear(struct log_extras *extras);
void log_candidate_clear(struct as_contest_candidate *candidate);

/* Writes a line for the operator. */
#define log_note(log, ...) as_journal_note((log)->journal, __VA_ARGS__)

#endif
