/* SPDX-License-Identifier: MIT */
/* The insides of a contest's log: the state, who may change it, and what its files share. */
#ifndef CONTEST_LOG_PRIVATE_H
#define CONTEST_LOG_PRIVATE_H

#include <assay/contest/log.h>
#include <pthread.h>

/* A submission or judgement, and what only the log needs of it. */
struct log_submission {
	struct as_contest_submission seen;
	int64_t event; /* its number */
};
struct log_judgement {
	struct as_contest_judgement seen;
	bool is_due;  /* its job ended, and no event says yet with what result */
	bool is_lost; /* its job failed or was cancelled: it has no result */
};
struct log_job {
	int64_t job;
	size_t judgement;
};
struct log_session {
	char hash[AS_DIGEST_HEX_SIZE];
	size_t account; /* AS_CONTEST_NONE: it was ended */
	int64_t expires_wall_ms;
};

/* Texts, borrowed, each with a number. */
struct log_name {
	const char *text; /* NULL: free */
	size_t number;
};
struct log_names {
	struct log_name *items;
	size_t room; /* a power of 2, or 0 */
	size_t count;
	uint64_t seed;
};

/* The body of an event, parsed: as fields, if it is written as this program writes those of which a
 * long log consists, else as a tree. The arrays "runs" and "begun" are rows in both cases. */
struct log_field {
	const char *key, *text; /* text NULL: a number */
	int64_t number;
};
struct log_row {
	int64_t job; /* 0: that of the event */
	struct as_contest_run run;
};
struct log_rows {
	struct log_row *items;
	size_t count;
};
#define LOG_FIELDS 16
struct log_body {
	json_t *json; /* NULL: there are fields, or it is not JSON */
	struct log_field fields[LOG_FIELDS];
	size_t field_count;
	struct log_rows runs, begun; /* of `begun` only the job and the time count */
};

/* What a worker of this process reports about a job. */
#define LOG_REPORT_BEGIN (-1)
struct log_report {
	int64_t job;
	int64_t test; /* LOG_REPORT_BEGIN: that it began */
	enum as_verdict verdict;
	int64_t time_ns, wall_ms;
};
struct log_reports {
	pthread_mutex_t mutex;
	struct log_report *items;
	size_t count;
};

/* What happens in judgings (judging.c): reports that wait to be taken, and, only for the
 * thread that follows the log, those that are held back, and what it looked up last. */
struct log_judging {
	struct log_reports reports, held;
	int64_t wall_ms, look_wall_ms;
	size_t first_waiting, next_look;
};

/* The jury's board, and that without hidden teams. */
enum { LOG_PUBLIC, LOG_JURY, LOG_FINAL, LOG_BOARD_COUNT };

struct log_people {
	/* Those that registered: after those of the folder. */
	struct as_contest_team **teams;
	size_t team_count;
	struct as_contest_account **accounts;
	size_t account_count;
	struct log_session **sessions;
	size_t session_count;
	/* Of all accounts, and the newest of each session. */
	struct log_names usernames, hashes;
};

/* Which object an event made: of the last events that made one. */
#define LOG_MADE_COUNT 1024
struct log_made {
	int64_t event;
	size_t index;
};

/* What people of the jury did. */
struct log_acts {
	struct as_contest_act *items;
	size_t count;
};

/* What the jury adds, and ids that others gave to objects. */
struct log_extras {
	struct as_contest_own_award **awards;
	size_t award_count;
	struct as_contest_comment **comments;
	size_t comment_count;
	struct as_contest_token **tokens;
	size_t token_count;
	json_t *submission_ids, *clarification_ids; /* id -> index; NULL: none */
	struct log_made made[LOG_MADE_COUNT];       /* by the number of the event */
	struct log_acts acts;
};

struct log_state {
	struct as_contest_clock clock;
	struct as_removed_interval *removed; /* owned, in place of the clock's */
	int64_t countdown_ms;
	struct as_contest_state state;
	int64_t state_wall_ms; /* the time that the state was computed for; 0: never */
	bool is_begun;         /* the first event was read */

	struct log_people people;
	struct log_submission **submissions;
	size_t submission_count;
	struct log_judgement **judgements;
	size_t judgement_count;
	struct log_job *jobs; /* ascending */
	size_t job_count;
	struct as_contest_clarification **clarifications;
	size_t clarification_count;
	struct as_board *boards[LOG_BOARD_COUNT];
	uint64_t board_versions[LOG_BOARD_COUNT];
	uint64_t due_count; /* judgements with is_due */
	size_t due_first;   /* none before it has */
	struct log_extras extras;
};

struct as_contest_log {
	const struct as_contest *contest;
	struct as_store *store;
	struct as_contest_observer observer;
	int64_t space;
	char epoch[AS_STORE_EPOCH_SIZE];

	pthread_rwlock_t lock; /* of `state` */
	struct log_state state;

	/* How far the state is: under `progress`. */
	pthread_mutex_t progress;
	pthread_cond_t progressed;
	int64_t applied; /* the number of the last event in the state */
	bool is_broken;  /* an event is in the state in part: it is of no use any more */

	/* The time: under `time`. */
	pthread_mutex_t time;
	int64_t offset_ms, asked_ms, latest_wall_ms;

	struct log_judging judging;

	pthread_t follower;
	bool has_follower;
	atomic_bool stop;
};

/* ---- objects.c: what the state consists of ---- */

void log_state_clear(struct log_state *state);
/* An index, or AS_CONTEST_NONE. */
size_t log_find_job(const struct log_state *state, int64_t job);
int log_add_job(
	struct log_state *state, int64_t job, size_t judgement, struct as_error *error) AS_MUST_USE;

/* ---- names.c ---- */

/* The text is borrowed; a number that it had is replaced. */
int log_names_put(struct log_names *names, const char *text, size_t number,
	struct as_error *error) AS_MUST_USE;
/* AS_CONTEST_NONE: there is none. */
size_t log_names_find(const struct log_names *names, const char *text);
void log_names_clear(struct log_names *names);
/* ---- extras.c ---- */

void log_extras_clear(struct log_extras *extras);

/* ---- boards.c ---- */

/* The state as the folder has it: boards without attempts, and the names of accounts. */
int log_boards_open(struct as_contest_log *log, struct as_error *error) AS_MUST_USE;
int log_boards_add_team(
	struct as_contest_log *log, size_t team, struct as_error *error) AS_MUST_USE;
/* Sets a submission on both boards as it counts now. */
int log_boards_set(
	struct as_contest_log *log, size_t submission, struct as_error *error) AS_MUST_USE;
/* Computes contest times again, and both boards from them. */
int log_boards_again(struct as_contest_log *log, struct as_error *error) AS_MUST_USE;

/* ---- read.c ---- */

/* Reads what is new, and applies it. 1: there was something. 0: nothing. */
int log_read_page(struct as_contest_log *log, struct as_error *error) AS_MUST_USE;
/* All of it. Only before the follower runs. */
int log_read_all(struct as_contest_log *log, struct as_error *error) AS_MUST_USE;

/* ---- apply.c ---- */

/* Changes the state by one event, and tells the observer. An event that is not understood
 * changes nothing, and is a note. -1: no memory, or the log is not of this contest. */
int log_apply(struct as_contest_log *log, const struct as_store_record *record,
	struct as_error *error) AS_MUST_USE;
/* The same with its body. */
int log_apply_body(struct as_contest_log *log, const struct as_store_record *record,
	const struct log_body *body, struct as_error *error) AS_MUST_USE;

/* ---- body.c ---- */

/* Parses the body of an event, of which it may keep and cut up the text; clear it before that. Any
 * thread. */
int log_body_read(const struct as_store_record *record, struct log_body *body,
	struct as_error *error) AS_MUST_USE;
/* NULL: there is no such key, or it is not a text. */
const char *log_body_text(const struct log_body *body, const char *key);
/* False: likewise. */
bool log_body_number(const struct log_body *body, const char *key, int64_t *number);
void log_body_clear(struct log_body *body);
/* JE: it is not a verdict that this program knows, or NULL. */
uint8_t log_verdict(const char *name);

/* ---- runs.c ---- */

/* The run that stands of a test: an index, or AS_CONTEST_NONE. */
size_t log_runs_find(const struct as_contest_judgement *judgement, size_t test);
/* Adds a run that was reported, if there is none of its test. */
int log_runs_report(struct as_contest_judgement *judgement, const struct as_contest_run *run,
	struct as_error *error) AS_MUST_USE;
/* Makes the runs those of the result. */
int log_runs_end(struct as_contest_judgement *judgement, const struct as_contest_run *runs,
	size_t count, int64_t wall_ms, struct as_error *error) AS_MUST_USE;

/* ---- report.c, judging.c ---- */

/* What was reported since (free the items). */
struct log_reports log_reports_take(struct as_contest_log *log);
/* Appends what happened in judgings. 1: something was appended. 0: nothing. */
int log_record_judging(struct as_contest_log *log, struct as_error *error) AS_MUST_USE;

/* ---- event.c ---- */

/* A line for the operator. */
void log_note(const struct as_contest_log *log, const char *format, ...) AS_PRINTF(2, 3);

/* ---- append.c: what functions that append have in common ---- */

/* An object with a type and the time; what is set in it may fail, and then it becomes NULL.
 */
json_t *log_entry_of(const char *type, int64_t wall_ms);
void log_entry_set(json_t **entry, const char *key, json_t *value);
/* NULL: left out. */
void log_entry_text(json_t **entry, const char *key, const char *value);
void log_entry_account(struct as_contest_log *log, json_t **entry, size_t account);
/* A text of people: neither empty nor longer, UTF-8, no control characters but line feeds.
 */
int log_check_text(const char *text, size_t max_bytes, struct as_error *error) AS_MUST_USE;
/* Appends an entry, which it takes, and waits for it. `made` becomes the index of the
 * object that it makes, unless it is NULL. */
int log_put_note(
	struct as_contest_log *log, json_t *body, size_t *made, struct as_error *error) AS_MUST_USE;

/* ---- entries.c: bodies of events ---- */

/* The entry of a clock; NULL without memory. */
json_t *log_entry_clock(const struct as_contest_clock *clock, int64_t countdown_ms);
/* Reads one into an empty clock, whose removed intervals are then on the heap. */
int log_entry_read_clock(const json_t *entry, struct as_contest_clock *clock,
	struct as_removed_interval **removed, int64_t *countdown_ms,
	struct as_error *error) AS_MUST_USE;
/* The entry of a judgement that ended with a result, or (NULL) without one. The package may
 * be NULL. */
json_t *log_entry_judgement(int64_t job, const struct as_result *result,
	const struct as_package *package, const struct as_store_job *times);
/* Appends entries together, and takes them; NULL among them: no memory. */
int log_append_all(struct as_contest_log *log, json_t *const *entries, size_t count,
	struct as_error *error) AS_MUST_USE;
void log_entries_free(json_t *const *entries, size_t count);
/* Appends an entry, which it takes, and sets `appended`. 1: done. 0: `after` is not -1 and
 * not the number of the last event. -1: failed. It does not wait for the state. */
int log_append(struct as_contest_log *log, int64_t after, json_t *body,
	const struct as_store_order *order, int64_t again, struct as_store_appended *appended,
	struct as_error *error) AS_MUST_USE;

#endif
