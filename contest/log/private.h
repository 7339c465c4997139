/* SPDX-License-Identifier: MIT */
/* Private header of a contest's log: the state, its locks, and functions that the files share. */
#ifndef CONTEST_LOG_PRIVATE_H
#define CONTEST_LOG_PRIVATE_H

#include <assay/contest/log.h>
#include <pthread.h>

/* Submissions and judgements: `seen` is the part that readers get. */
struct log_submission {
	struct as_contest_submission seen;
	int64_t event; /* its number */
};
struct log_judgement {
	struct as_contest_judgement seen;
	bool is_due; /* its job has ended, in an older version; no event has the outcome */
};
struct log_job {
	int64_t job;
	size_t judgement;
};
/* A hash table from borrowed texts to numbers. */
struct log_name {
	const char *text; /* NULL: free */
	size_t number;
};
struct log_names {
	struct log_name *items;
	size_t capacity; /* a power of 2, or 0 */
	size_t count;
	uint64_t seed;
};

/* A session or a token of the Contest API; of a session only hash, seal, account and time are used.
 */
struct log_credential {
	struct as_contest_token seen;
	int64_t expires_wall_ms; /* AS_NEVER_MS: never */
	int64_t event;           /* the number of the event that made it */
};
/* All that have not ended, in no order. */
struct log_credentials {
	struct log_credential **items;
	size_t count;
	struct log_names hashes;
};

/* A parsed event body. Types that are frequent in a long log, if written by this program, are
 * parsed into fields; all others into a JSON tree. The arrays "runs" and "begun" become rows in
 * both cases. */
struct log_field {
	const char *key, *text; /* text NULL: a number */
	int64_t number;
};
struct log_row {
	int64_t job; /* 0: the job of the event */
	struct as_contest_run run;
};
struct log_rows {
	struct log_row *items;
	size_t count;
};
#define LOG_FIELDS 16
struct log_body {
	json_t *json; /* NULL: fields are used, or it is not JSON */
	struct log_field fields[LOG_FIELDS];
	size_t field_count;
	struct log_rows runs, begun; /* items of `begun` have only job and time */
};

/* A report of a worker of this process about a job. */
#define LOG_REPORT_BEGIN (-1)
struct log_report {
	int64_t job;
	int64_t test; /* LOG_REPORT_BEGIN: judging began */
	enum as_verdict verdict;
	int64_t time_ns, wall_ms;
};
struct log_reports {
	pthread_mutex_t mutex;
	struct log_report *items;
	size_t count;
};

/* State of judging.c. `reports` have not been taken yet. The rest belongs to the thread that
 * follows the log: deferred reports, and its position when it polls jobs of other workers. */
struct log_judging {
	struct log_reports reports, deferred;
	int64_t wall_ms, poll_wall_ms, runs_wall_ms;
	size_t first_waiting, next_poll, first_going;
};

/* Boards: for everybody; for the jury; the final ranking, without hidden teams; and the jury's of
 * the main group. */
enum { LOG_PUBLIC, LOG_JURY, LOG_FINAL, LOG_MAIN, LOG_BOARD_COUNT };

/* The looks of names (as_collation_looks), of the accounts and teams below these counts. Protected
 * by `mutex`, and not by the log's lock. */
struct log_alike {
	pthread_mutex_t mutex;
	struct as_collation *collation; /* NULL: nobody has registered yet */
	struct log_names usernames, names;
	struct log_names reserved, roles; /* for the organisers; as a whole, and as a word */
	bool has_reserved;
	size_t account_count, team_count;
};

struct log_people {
	/* Teams that registered; their indexes follow those of the folder. */
	struct as_contest_team **teams;
	size_t team_count;
	uint64_t next_label; /* of the next team that registers; 0: not known yet */
	struct as_contest_account **accounts;
	size_t account_count;
	struct log_credentials sessions;
	struct log_names usernames; /* of all accounts */
	struct log_alike alike;
	/* Of the teams below this count; the others have no submission. */
	size_t *last_submissions;
	size_t last_submission_count;
};

/* The objects that the last events made. */
#define LOG_MADE_COUNT 1024
struct log_made {
	int64_t event;
	size_t index;
};

/* The audit trail. */
struct log_acts {
	struct as_contest_act *items;
	size_t count;
};

/* Objects that the jury adds, and ids that clients chose. */
struct log_extras {
	struct as_contest_own_award **awards;
	size_t award_count;
	struct as_contest_comment **comments;
	size_t comment_count;
	struct log_credentials tokens;
	uint64_t token_number;                      /* of the last one that was made */
	json_t *submission_ids, *clarification_ids; /* id -> index; NULL: none */
	struct log_made made[LOG_MADE_COUNT];       /* indexed by event number */
	struct log_acts acts;
	struct as_contest_version *versions; /* of the packages, by problem */
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
	struct as_store *store;
	struct as_contest_observer observer;
	int64_t space;
	char epoch[AS_STORE_EPOCH_SIZE];

	pthread_rwlock_t lock; /* protects `state` */
	struct log_state state;

	/* Progress of the follower; protected by `progress`. */
	pthread_mutex_t progress;
	pthread_cond_t progressed;
	int64_t applied; /* number of the last event in the state */
	bool is_broken;  /* an event was applied only in part: the state is unusable */

	/* The clock; protected by `time`. */
	pthread_mutex_t time;
	int64_t offset_ms, asked_ms, latest_wall_ms;

	struct log_judging judging;

	pthread_t follower;
	bool has_follower;
	atomic_int deciding; /* threads in log_decide */
	atomic_bool stop;
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

/* ---- clear.c: the memory of the state; that of an object is freed in the file of its noun ---- */

void log_state_clear(struct log_state *state);
void log_people_clear(struct log_people *people);
void log_submission_free(struct log_submission *submission);
void log_judgement_free(struct log_judgement *judgement);
void log_clarification_free(struct as_contest_clarification *clarification);
void log_award_free(struct as_contest_own_award *award);
void log_comment_free(struct as_contest_comment *comment);

/* ---- judgement.c: the jobs of judgements ---- */

/* An index, or AS_CONTEST_NONE. */
size_t log_find_job(const struct log_state *state, int64_t job);
int log_add_job(
	struct log_state *state, int64_t job, size_t judgement, struct as_error *error) AS_MUST_USE;

/* ---- names.c ---- */

/* The text is borrowed. A number that it already had is replaced. */
int log_names_put(struct log_names *names, const char *text, size_t number,
	struct as_error *error) AS_MUST_USE;
/* AS_CONTEST_NONE: the text is not in the table. */
size_t log_names_find(const struct log_names *names, const char *text);
/* Changes the number of a text; removes a text. Both do nothing if it is not in the table. */
void log_names_set(struct log_names *names, const char *text, size_t number);
void log_names_remove(struct log_names *names, const char *text);
void log_names_clear(struct log_names *names);

/* ---- clock.c ---- */

/* The entry of a clock; NULL: out of memory. */
json_t *log_entry_clock(const struct as_contest_clock *clock, int64_t countdown_ms);
/* The time is in the freeze, which has not ended. */
bool log_is_from_freeze(const struct as_contest_log *log, int64_t wall_ms);

/* ---- decide.c ---- */

/* Checks the state as of the event `*last`, which it sets, and appends an entry if no later one is
 * in the store. 1: done. 0: another event came first. */
typedef int (*log_attempt)(
	struct as_contest_log *log, const void *context, int64_t *last, struct as_error *error);
/* Tries until an attempt ends. 1: done. 0: other events came first for 10 seconds. */
int log_decide(struct as_contest_log *log, log_attempt attempt, const void *context,
	struct as_error *error) AS_MUST_USE;
/* After 0: an AS_ERROR_MACHINE with EBUSY. `what`: "the team is not registered". -1. */
int log_refuse_busy(const char *what, struct as_error *error);

/* ---- alike.c ---- */

/* Refuses a registration with a name that looks like that of another team or account, or like a
 * word for those who run the contest. Without the log's lock. */
int log_alike_check(struct as_contest_log *log, const struct as_contest_entry_team *entry,
	struct as_error *error) AS_MUST_USE;
void log_alike_clear(struct log_alike *alike);

/* ---- credentials.c ---- */

void log_credential_free(struct log_credential *credential);
void log_credentials_clear(struct log_credentials *credentials);
/* Takes one, also on failure. Removes those that expired before it was made, and the oldest of its
 * account if there are too many. */
int log_credentials_add(struct log_credentials *credentials, struct log_credential *made,
	struct as_error *error) AS_MUST_USE;
/* Does nothing if there is none. */
void log_credentials_end(struct log_credentials *credentials, const char *hash);
void log_credentials_end_account(struct log_credentials *credentials, size_t account);
struct as_contest_credential log_credentials_find(
	const struct log_credentials *credentials, const char *hash, int64_t wall_ms);

/* ---- boards.c ---- */

/* The initial state from the folder: boards without attempts, and the names of accounts. */
int log_boards_open(struct as_contest_log *log, struct as_error *error) AS_MUST_USE;
int log_boards_add_team(
	struct as_contest_log *log, size_t team, struct as_error *error) AS_MUST_USE;
/* Updates a submission on all boards. */
int log_boards_set(
	struct as_contest_log *log, size_t submission, struct as_error *error) AS_MUST_USE;
/* Recomputes contest times, and from them the boards. */
int log_boards_recompute(struct as_contest_log *log, struct as_error *error) AS_MUST_USE;

/* ---- read.c ---- */

/* Reads and applies new events. 1: there were some. 0: there were none. */
int log_read_page(struct as_contest_log *log, struct as_error *error) AS_MUST_USE;
/* Reads and applies all events. Only before the follower runs. */
int log_read_all(struct as_contest_log *log, struct as_error *error) AS_MUST_USE;

/* Applies an entry of the follower that was appended right after the last event that it has
 * applied. Returns 1. */
int log_apply_own(struct as_contest_log *log, const struct as_store_appended *appended,
	const struct log_body *body, struct as_error *error) AS_MUST_USE;

/* ---- apply.c ---- */

/* Applies one event to the state and notifies the observer. An unknown event is logged and changes
 * nothing. -1: out of memory, or the log is of another contest. */
int log_apply(struct as_contest_log *log, const struct as_store_record *record,
	struct as_error *error) AS_MUST_USE;
/* Likewise, with the parsed body. */
int log_apply_body(struct as_contest_log *log, const struct as_store_record *record,
	const struct log_body *body, struct as_error *error) AS_MUST_USE;

/* ---- body.c ---- */

/* Parses the body of an event; may keep and modify its text; clear `body` before the record. From
 * any thread. */
int log_body_read(const struct as_store_record *record, struct log_body *body,
	struct as_error *error) AS_MUST_USE;
/* NULL: there is no such key, or it is not a text. */
const char *log_body_text(const struct log_body *body, const char *key);
/* False: there is no such key, or it is not a number. */
bool log_body_number(const struct log_body *body, const char *key, int64_t *number);
void log_body_clear(struct log_body *body);
int log_rows_add(
	struct log_rows *rows, const struct log_row *row, struct as_error *error) AS_MUST_USE;
/* JE: NULL, or an unknown verdict. */
uint8_t log_verdict(const char *name);

/* ---- runs.c ---- */

/* The current run of a test: an index, or AS_CONTEST_NONE. */
size_t log_runs_find(const struct as_contest_judgement *judgement, size_t test);
/* Adds a reported run, unless the test has one. */
int log_runs_report(struct as_contest_judgement *judgement, const struct as_contest_run *run,
	struct as_error *error) AS_MUST_USE;
/* Replaces the runs by those of the result. */
int log_runs_end(struct as_contest_judgement *judgement, const struct as_contest_run *runs,
	size_t count, int64_t wall_ms, struct as_error *error) AS_MUST_USE;

/* ---- report.c, judging.c ---- */

/* Takes the reports since the last call (free the items). */
struct log_reports log_reports_take(struct as_contest_log *log);
/* Appends reports as events. 1: something was appended. 0: nothing. */
int log_record_judging(struct as_contest_log *log, struct as_error *error) AS_MUST_USE;

/* ---- due.c ---- */

/* Appends the entries of results without outcomes. 1: there were some. 0: there were none. */
int log_record_due(struct as_contest_log *log, struct as_error *error) AS_MUST_USE;

/* ---- event.c ---- */

/* Writes a line for the operator. */
void log_note(const struct as_contest_log *log, const char *format, ...) AS_PRINTF(2, 3);

/* ---- append.c: helpers of functions that append ---- */

/* A JSON object with type and time. Becomes NULL if a later setter runs out of memory. */
json_t *log_entry_of(const char *type, int64_t wall_ms);
void log_entry_set(json_t **entry, const char *key, json_t *value);
/* NULL: the key is omitted. */
void log_entry_text(json_t **entry, const char *key, const char *value);
void log_entry_team(struct as_contest_log *log, json_t **entry, const char *key, size_t team);
/* The ids of teams. */
json_t *log_team_ids(struct as_contest_log *log, const struct as_contest_indexes *teams);
void log_entry_account(struct as_contest_log *log, json_t **entry, size_t account);
/* The package with which a submission is judged, and the number of its tests, unless it was
 * replaced meanwhile: readers of the log drop runs of tests that it does not have (package.c). */
void log_entry_package(
	struct as_contest_log *log, json_t **entry, size_t problem, const char *digest);
/* Checks an id that a client chose; NULL is right. */
int log_check_id(struct as_contest_log *log, const char *id,
	size_t (*find)(const struct as_contest_log *log, const char *id),
	struct as_error *error) AS_MUST_USE;
/* Checks a text by a person: not empty, at most `max_bytes`, UTF-8, no control characters other
 * than line feeds. */
int log_check_text(const char *text, size_t max_bytes, struct as_error *error) AS_MUST_USE;
/* A checked copy with one LF for each line end (free it). NULL: refused. */
char *log_text(const char *text, size_t max_bytes, struct as_error *error) AS_MUST_USE;
/* Waits until the event with that number is in the state. */
int log_await(struct as_contest_log *log, int64_t number, struct as_error *error) AS_MUST_USE;
/* Also returns 0 at this time of as_now_ns. */
int log_await_until(struct as_contest_log *log, int64_t number, int64_t until_ns,
	struct as_error *error) AS_MUST_USE;
/* Takes and appends an entry and waits until it is applied. */
int log_put(struct as_contest_log *log, json_t *body, const struct as_store_order *order,
	int64_t again, struct as_store_appended *appended, struct as_error *error) AS_MUST_USE;
/* The same for an entry that can change results: refused if `unless_final` and the results are
 * final (decide.c). */
int log_put_decision(struct as_contest_log *log, json_t *body, const struct as_store_order *order,
	int64_t again, bool unless_final, struct as_error *error) AS_MUST_USE;
/* Takes and appends an entry and waits until it is applied. If `made` is not NULL, it becomes the
 * index of the object that the entry made. */
int log_put_note(
	struct as_contest_log *log, json_t *body, size_t *made, struct as_error *error) AS_MUST_USE;

/* Takes and appends an entry, and sets `appended`; does not wait until it is applied. 1: done. 0:
 * `after` is neither -1 nor the number of the last event. -1: failed. */
int log_append(struct as_contest_log *log, int64_t after, json_t *body,
	const struct as_store_order *order, int64_t again, struct as_store_appended *appended,
	struct as_error *error) AS_MUST_USE;

#endif
