/* SPDX-License-Identifier: MIT */
/* Private header: an event while it is applied to the state. */
#ifndef CONTEST_LOG_EVENT_H
#define CONTEST_LOG_EVENT_H

#include "state.h"

struct log_body;

struct event {
	const struct as_store_record *record;
	const struct log_body *parsed;
	const json_t *body; /* NULL: all fields are in `parsed` */
	int64_t wall_ms;
	bool *is_skipped; /* set if the event changes nothing */
};

/* ---- event.c: helpers of all types ---- */

/* NULL or 0: the body has no such key. */
const char *event_text(const struct event *event, const char *key);
int64_t event_number(const struct event *event, const char *key);
/* Copies a text; NULL stays NULL. */
int event_copy(char **copy, const char *text, struct as_error *error) AS_MUST_USE;
/* Reads a list of objects of the body; objects that do not exist are skipped. */
typedef size_t event_find(const struct as_contest_log *log, const json_t *name);
event_find event_find_team, event_find_submission; /* by id; by number */
int event_objects(const struct as_contest_log *log, const struct event *event, const char *key,
	event_find *find, struct as_contest_indexes *objects, struct as_error *error) AS_MUST_USE;
/* Logs that the event refers to an object that does not exist; returns 0. */
int event_refuse(const struct as_contest_log *log, const struct event *event, const char *what);
/* Logs why an event cannot be applied; returns 0. */
int event_skip(const struct as_contest_log *log, const struct event *event, const char *format, ...)
	AS_PRINTF(3, 4);
void event_notify(struct as_contest_log *log, enum as_contest_change_kind kind, size_t index,
	int64_t wall_ms);

/* Records which object the event made, for the function that appended it. */
void event_made(struct as_contest_log *log, const struct event *event, size_t index);
/* Sets the id of an object: `*own` is `wanted`, or NULL if the id is the decimal of `number`. If
 * the id is taken, the object gets another one. `ids` has the ids that are not decimals. */
int event_name(json_t **ids, const char *wanted, uint64_t number, size_t index, char **own,
	struct as_error *error) AS_MUST_USE;

/* The submission that the event names: an index, or AS_CONTEST_NONE. */
size_t event_submission_of(const struct as_contest_log *log, const struct event *event);
/* A session or token that the event made, without a name or an end; NULL: out of memory. `hash` has
 * the size of a digest; `seal` can be NULL (session.c). */
struct as_journal_credential *event_credential(const struct event *event, const char *hash,
	const char *seal, size_t account, struct as_error *error) AS_MUST_USE;

/* ---- one function per type, in the file of its noun: 0, or -1 if out of memory ---- */

typedef int event_apply(
	struct as_contest_log *log, const struct event *event, struct as_error *error);
event_apply event_clock, event_state;
event_apply event_submission, event_ignore;
event_apply event_rejudge, event_judgement; /* judgement.c */
event_apply event_judging;                  /* event_judging.c */
event_apply event_clarification, event_team, event_session;
event_apply event_award, event_comment, event_token, event_package, event_candidate,
	event_editorials;
event_apply event_rejudging, event_proposal; /* rejudging.c */
event_apply event_ruling, event_given;
event_apply event_balloon, event_print, event_printed, event_checkin;
event_apply event_password, event_standing, event_note, event_refused;
event_apply event_start, event_question, event_view;

/* Keeps a log-in; `account`: AS_CONTEST_NONE for an unknown username. */
int log_login_add(struct as_contest_log *log, const struct event *event, size_t account,
	bool is_refused, struct as_error *error) AS_MUST_USE;
/* Adds a judgement of a submission, whose job the event has queued. */
int event_add_judgement(struct as_contest_log *log, size_t submission, const struct event *event,
	struct as_error *error) AS_MUST_USE;
/* Makes a judgement that has ended count, unless it is withdrawn or log_keeps is true. `is_news`:
 * an unchanged result also counts as new for the team. */
int event_take_judgement(struct as_contest_log *log, size_t index, const struct event *event,
	bool is_news, struct as_error *error) AS_MUST_USE;
/* Notifies the readers of a judgement that was taken. `before`: the one that counted until then.
 * Readers look at the boards, so all judgements of an event are taken first. */
void event_tell_judgement(
	struct as_contest_log *log, size_t index, size_t before, const struct event *event);
/* Withdraws the ruling that counts for a submission; the boards are not updated. */
void event_end_ruling(struct as_contest_log *log, size_t submission);
/* Copies a digest of the body; "": it has none. */
void event_digest(const struct event *event, const char *key, char digest[AS_DIGEST_HEX_SIZE]);
/* Ends the judgement of a job that ended in the store. */
int event_job_ended(
	struct as_contest_log *log, const struct event *event, struct as_error *error) AS_MUST_USE;

/* ---- the audit trail (audit.c) ---- */

struct as_contest_clock_values log_clock_values(const struct log_state *state);
/* Fills the act of an event that was applied. False: it is not an act. */
typedef bool event_audit(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act);
event_audit audit_clock, audit_submission, audit_rejudge, audit_ignore, audit_clarification;
event_audit audit_candidate, audit_editorials;
event_audit audit_start, audit_team, audit_session, audit_package, audit_rejudging, audit_balloon,
	audit_ruling, audit_given, audit_other;
event_audit audit_password, audit_standing, audit_note;
event_audit audit_question, audit_view;
event_audit audit_none; /* shown elsewhere */
/* Fills the submission that the event names. */
event_audit event_is_about_submission;
bool event_is_of_jury(const struct as_contest_log *log, const struct as_contest_act *act);
/* The last act of a kind on an object; AS_CONTEST_NONE: none. */
size_t log_last_act(const struct as_contest_log *log, enum as_contest_act_kind kind, size_t index);
/* Adds the event to the audit trail after it was applied; `was`: the clock before it. */
int log_audit(struct as_contest_log *log, const struct event *event, event_audit *audit,
	const struct as_contest_clock_values *was, struct as_error *error) AS_MUST_USE;

#endif
