/* SPDX-License-Identifier: MIT */
/* Private header: the state of a course's log, and an event while it is applied. */
#ifndef COURSE_LOG_STATE_H
#define COURSE_LOG_STATE_H

#include <assay/course/log.h>

struct course_member {
	char *key;
	const struct as_course_person *of;
	char *hash; /* NULL: that of the folder */
};

/* Indexes of hand-ins, ascending. */
struct course_indexes {
	size_t *items;
	size_t count;
};

struct course_task {
	char *id;
	struct course_indexes *own; /* by member; later members have none */
	size_t own_count;
	const struct as_course_assignment *of;
	bool is_decided, is_released; /* by hand */
};

/* A later deadline. */
struct course_extension {
	size_t assignment, person;
	int64_t until_ms; /* 0: that of the folder */
};

#define COURSE_KEY_SIZE 17
struct course_hand_in {
	struct as_course_hand_in seen;
	char key[COURSE_KEY_SIZE]; /* of its entries "job" */
};

/* The hand-in of a job; a job that was replaced has none. */
struct course_job_place {
	int64_t job;
	size_t hand_in, index;
};

struct course_state {
	struct course_member **members;
	size_t member_count;
	struct as_journal_names keys; /* of the members */
	struct course_task **tasks;
	size_t task_count;
	struct course_extension *extensions;
	size_t extension_count;
	struct course_hand_in **hand_ins;
	size_t hand_in_count;
	struct course_job_place *places; /* ascending by job */
	size_t place_count;
	struct as_course_decision **decisions;
	size_t decision_count;
	struct as_course_request **requests;
	size_t request_count;
	struct as_course_act *acts;
	size_t act_count;
	struct as_journal_credentials sessions, tokens;
};

struct as_course_log {
	const struct as_course *course;
	struct as_journal *journal;
	struct as_course_observer observer;
	struct course_state state;
};

struct course_event {
	const struct as_store_record *record;
	const struct as_journal_body *body;
	int64_t wall_ms;
};
/* NULL, 0: the body has no such key. */
const char *course_event_text(const struct course_event *event, const char *key);
int64_t course_event_number(const struct course_event *event, const char *key);
/* The person or assignment that the event names by its key; people and assignments that are not
 * known yet are added. AS_COURSE_NONE: the body has no such key, or out of memory. */
size_t course_event_person(
	struct as_course_log *log, const struct course_event *event, const char *key);
size_t course_event_assignment(struct as_course_log *log, const struct course_event *event);
/* Notes that the event made the object, and tells the observer. */
void course_event_made(struct as_course_log *log, const struct course_event *event,
	enum as_course_change_kind kind, size_t assignment, size_t index);
/* Writes why an event changes nothing to the operator's log. Returns 0. */
int course_event_skip(
	const struct as_course_log *log, const struct course_event *event, const char *why);

/* One for each type of event, in the file of its noun: 0, or -1 if out of memory. */
typedef int course_apply(
	struct as_course_log *log, const struct course_event *event, struct as_error *error);
course_apply course_apply_hand_in;                                           /* hand_in.c */
course_apply course_apply_job, course_apply_again, course_apply_end;         /* job.c */
course_apply course_apply_decision;                                          /* decision.c */
course_apply course_apply_release, course_apply_extension;                   /* release.c */
course_apply course_apply_request, course_apply_answer;                      /* request.c */
course_apply course_apply_session, course_apply_view, course_apply_password; /* session.c */

/* job.c: adds the place of a job. Equal files share a job, which may have ended already. */
int course_place_add(struct as_course_log *log, const struct course_job_place *place,
	struct as_error *error) AS_MUST_USE;
/* job.c: reads the jobs of an event "hand-in". */
int course_jobs_read(struct as_course_hand_in *made, const struct course_event *event,
	struct as_error *error) AS_MUST_USE;

/* people.c: brings members and tasks up to the folder. */
int course_take_folder(struct as_course_log *log, struct as_error *error) AS_MUST_USE;
/* act.c: adds an act; its texts are borrowed. */
int course_act_add(struct as_course_log *log, const struct course_event *event,
	const struct as_course_act *act, struct as_error *error) AS_MUST_USE;

/* append.c: entries. */
void course_entry_person(struct as_course_log *log, json_t **entry, const char *key, size_t person);
void course_entry_assignment(struct as_course_log *log, json_t **entry, size_t assignment);
json_t *course_entry_of(struct as_course_log *log, const char *type);
/* Takes and appends an entry. AS_ERROR_USAGE with the text `raced`: the event found another state
 * than the entry was made for. `made` may be NULL. */
int course_put(struct as_course_log *log, json_t *body, const char *raced, size_t *made,
	struct as_error *error) AS_MUST_USE;

void course_decision_free(struct as_course_decision *decision);
void course_request_free(struct as_course_request *request);
void course_hand_in_free(struct course_hand_in *hand_in);
void course_state_clear(struct course_state *state);

#endif
