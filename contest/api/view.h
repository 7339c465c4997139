/* SPDX-License-Identifier: MIT */
/*
 * The documents of the Contest API for a reader. Each function returns a new JSON object; NULL: out
 * of memory. All need the log's lock.
 */
#ifndef ASSAY_CONTEST_API_VIEW_H
#define ASSAY_CONTEST_API_VIEW_H

#include "entries.h"
#include "package_files.h"

#include <assay/contest/api.h>

struct as_contest_api {
	struct as_contest_api_config config;
	struct as_api_package_files *package_files; /* of each problem */
	struct as_api_feed feed;
};

/* For json_dumps: 15 digits reproduce decimal numbers as they were written. */
#define AS_API_WRITE_FLAGS (JSON_COMPACT | JSON_REAL_PRECISION(15))

/* A reader and the state that it sees. */
struct as_api_view {
	const struct as_contest_api *api;
	const struct as_contest *contest;
	struct as_contest_log *log; /* NULL: no events, only the folder */
	enum as_contest_api_role role;
	struct as_contest_reader sees;
	const struct as_contest_clock *clock;
	const struct as_contest_state *state;
	int64_t countdown_ms;
};
/* Analysts, judges and admins. */
static inline bool as_api_is_jury(const struct as_api_view *view)
{
	return view->sees.scope == AS_CONTEST_SEES_ALL;
}
/* True for readers of `files` of submissions and `backup` of teams. */
static inline bool as_api_sees_files(const struct as_api_view *view)
{
	return view->role == AS_CONTEST_API_ADMIN || view->role == AS_CONTEST_API_ANALYST;
}
static inline bool as_api_sees_problems(const struct as_api_view *view)
{
	return as_api_is_jury(view) ||
	       (view->log && as_contest_log_sees_problems(view->log, &view->sees));
}
static inline bool as_api_is_score(const struct as_api_view *view)
{
	return view->contest->settings.rules.scoring.type == AS_SCOREBOARD_SCORE;
}
struct as_api_view as_api_view(const struct as_contest_api *api, struct as_contest_log *log,
	const struct as_contest_api_reader *reader);

/* ---- values (value.c) ---- */

/* An object under construction. After a failure as_api_end returns NULL. */
struct as_api_object {
	json_t *json;
	bool failed;
};
struct as_api_object as_api_begin(void);
json_t *as_api_end(struct as_api_object *object);
/* Takes `value`; NULL means that memory ran out. */
void as_api_put(struct as_api_object *object, const char *key, json_t *value);
/* NULL: the key is omitted. */
void as_api_put_text(struct as_api_object *object, const char *key, const char *text);
/* AS_NEVER_MS: null. */
void as_api_put_time(struct as_api_object *object, const char *key, int64_t wall_ms);
/* The contest time at a wall time; 0 if the start is unknown. */
void as_api_put_contest_time(struct as_api_object *object, const char *key,
	const struct as_contest_clock *clock, int64_t wall_ms);
/* A contest time by the clock of a team (as_contest_log_team_clock). */
void as_api_put_team_time(struct as_api_object *object, const char *key,
	const struct as_api_view *view, size_t team, int64_t wall_ms);
void as_api_put_span(struct as_api_object *object, const char *key, int64_t span_ms);
/* Adds the members of `more` (may be NULL) that the object does not have. */
void as_api_put_more(struct as_api_object *object, json_t *more);
/* Converts nanoseconds to seconds, rounded down to milliseconds. */
json_t *as_api_seconds(int64_t time_ns);
json_t *as_api_score(int64_t score_e6);
json_t *as_api_points(double points);
/* The `href` of a FILE; `endpoint` NULL: of the contest. */
json_t *as_api_href(const struct as_api_view *view, const char *endpoint, const char *id,
	const char *property, const char *filename);
/* The FILE array of the object, created if missing; NULL: out of memory. */
json_t *as_api_file_list(struct as_api_object *object, const char *property);
/* Adds the FILE arrays of an object, without properties for which `hides` (may be NULL) is true.
 * `endpoint` NULL: those of the contest. */
void as_api_put_files(struct as_api_object *object, const struct as_api_view *view,
	const char *endpoint, const char *id, const struct as_contest_files *files,
	bool (*hides)(const struct as_api_view *view, const char *property));

/* ---- visibility (visibility.c) ---- */

bool as_api_sees_group(const struct as_api_view *view, size_t group);
/* True for a guest and a disqualified team: they have no rank. */
bool as_api_is_apart(const struct as_api_view *view, size_t team);
bool as_api_sees_team(const struct as_api_view *view, size_t team);
bool as_api_sees_team_of_person(const struct as_api_view *view, size_t team);
bool as_api_sees_person(const struct as_api_view *view, size_t person);
/* True if the submission is in the reader's collections and feed: it is neither ignored nor
 * practice. */
bool as_api_sees_submission(const struct as_api_view *view, size_t submission);
bool as_api_sees_judgement(const struct as_api_view *view, size_t judgement);
bool as_api_sees_runs(const struct as_api_view *view, size_t judgement);
bool as_api_sees_clarification(const struct as_api_view *view, size_t clarification);
bool as_api_hides_file_of_team(const struct as_api_view *view, const char *property);
size_t as_api_team_count(const struct as_api_view *view);
const struct as_contest_team *as_api_team(const struct as_api_view *view, size_t team);
size_t as_api_account_count(const struct as_api_view *view);
const struct as_contest_account *as_api_account(const struct as_api_view *view, size_t account);
/* The i-th language of the contest, or NULL. */
const struct as_language *as_api_language(const struct as_api_view *view, size_t i);

/* ---- documents ---- */

/* contest_json.c */
json_t *as_api_info_json(const struct as_api_view *view);
json_t *as_api_contest_json(const struct as_api_view *view);
json_t *as_api_state_json(const struct as_api_view *view);
#define AS_API_TYPE_COUNT 9
json_t *as_api_type_json(const struct as_api_view *view, size_t type);
json_t *as_api_language_json(const struct as_api_view *view, size_t language);
json_t *as_api_problem_json(const struct as_api_view *view, size_t problem);

/* people_json.c */
json_t *as_api_group_json(const struct as_api_view *view, size_t group);
json_t *as_api_organization_json(const struct as_api_view *view, size_t organization);
json_t *as_api_team_json(const struct as_api_view *view, size_t team);
json_t *as_api_person_json(const struct as_api_view *view, size_t person);
json_t *as_api_account_json(const struct as_api_view *view, size_t account);

/* live_json.c */
json_t *as_api_submission_json(const struct as_api_view *view, size_t submission);
/* The stage of a judgement when its line was added to the feed. */
struct as_api_stage {
	bool ended;
	bool is_current;
};
struct as_api_stage as_api_stage(const struct as_api_view *view, size_t judgement);
json_t *as_api_judgement_json(
	const struct as_api_view *view, size_t judgement, struct as_api_stage stage);
json_t *as_api_run_json(const struct as_api_view *view, size_t judgement, size_t run);
json_t *as_api_clarification_json(
	const struct as_api_view *view, size_t clarification, bool with_problem);
/* "12-1", "12-1-3". */
#define AS_API_ID_SIZE 64
char *as_api_submission_id(
	const struct as_api_view *view, size_t submission, char id[AS_API_ID_SIZE]);
char *as_api_clarification_id(
	const struct as_api_view *view, size_t clarification, char id[AS_API_ID_SIZE]);
char *as_api_judgement_id(
	const struct as_api_view *view, size_t judgement, char id[AS_API_ID_SIZE]);
char *as_api_run_id(
	const struct as_api_view *view, size_t judgement, size_t run, char id[AS_API_ID_SIZE]);
/* An index, or AS_CONTEST_NONE. */
size_t as_api_find_judgement(const struct as_api_view *view, const char *id);
size_t as_api_find_run(const struct as_api_view *view, const char *id, size_t *judgement);

/* comment_json.c */
bool as_api_sees_comment(const struct as_api_view *view, size_t comment);
json_t *as_api_comment_json(const struct as_api_view *view, size_t comment);

/* awards_json.c: an array of all awards; some have no list of teams. */
json_t *as_api_awards_json(const struct as_api_view *view, struct as_error *error);
/* True if the id is `name`, or begins with it if `name` ends with '-'. */
bool as_api_award_is(const char *id, const char *name);
/* The award for the first to solve a problem; NULL: out of memory. */
json_t *as_api_first_json(const struct as_api_view *view, size_t problem);
/* The first team to solve a problem, on the reader's board; UINT32_MAX: none. */
uint32_t as_api_first(const struct as_api_view *view, size_t problem);

/* scoreboard_json.c: the board of a group; AS_CONTEST_NONE: the main one. */
json_t *as_api_scoreboard_json(const struct as_api_view *view, size_t group);

/* access_json.c */
json_t *as_api_access_json(const struct as_api_view *view);

#endif
