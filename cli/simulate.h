/* SPDX-License-Identifier: MIT */
/* simulate: a rehearsal of a contest, in which simulated teams send the submissions of the packages
 * to a server. */
#ifndef ASSAY_CLI_SIMULATE_H
#define ASSAY_CLI_SIMULATE_H

#include "contest.h"

#include <assay/http/client.h>
#include <pthread.h>

/* ---- the plan (simulate_plan.c) ---- */

/* A submission of a package. */
struct simulate_program {
	size_t problem;
	bool is_right; /* of submissions/accepted */
	char *path;
};
enum simulate_kind {
	SIMULATE_LOGIN,
	SIMULATE_LOOK, /* at a page */
	SIMULATE_SUBMIT,
	SIMULATE_ASK,
	SIMULATE_PRINT,
};
struct simulate_event {
	int64_t at_ms; /* contest time */
	enum simulate_kind kind;
	size_t player;  /* index of a simulate_player */
	size_t program; /* of SIMULATE_SUBMIT and SIMULATE_PRINT */
	size_t problem; /* of SIMULATE_ASK; AS_CONTEST_NONE: general */
};
/* A team that takes part: an account with a password. */
struct simulate_player {
	const struct as_contest_account *account;
	char *cookie; /* after its log-in */
	pthread_mutex_t mutex;
};
struct simulate_plan {
	const struct as_contest *contest;
	struct simulate_program *programs;
	size_t program_count;
	struct simulate_player *players;
	size_t player_count;
	struct simulate_event *events; /* by time */
	size_t event_count;
};
/* Equal arguments make equal plans. AS_ERROR_INPUT: there are fewer teams with passwords, or no
 * submission to send. Clear the plan in any case. */
int simulate_plan_make(struct simulate_plan *plan, const struct as_contest *contest, size_t teams,
	uint64_t seed, struct as_error *error) AS_MUST_USE;
void simulate_plan_print(const struct simulate_plan *plan);
void simulate_plan_clear(struct simulate_plan *plan);

/* ---- requests (simulate_talk.c) ---- */

struct simulate_server {
	char *origin; /* of as_http_origin */
	const struct as_contest *contest;
	const struct as_languages *languages;
};
/* The functions set `status` to that of the reply, and `text` to its body (free it). -1: no
 * reply. */
struct simulate_reply {
	int status;
	char *text;
};
int simulate_get(const struct simulate_server *server, const struct as_contest_account *account,
	const char *path, struct simulate_reply *reply, struct as_error *error) AS_MUST_USE;
int simulate_log_in(const struct simulate_server *server, const struct as_contest_account *account,
	char **cookie, struct simulate_reply *reply, struct as_error *error) AS_MUST_USE;
int simulate_look(const struct simulate_server *server, const char *cookie, const char *path,
	struct simulate_reply *reply, struct as_error *error) AS_MUST_USE;
/* Sends a form of a page, with its token. `fields`: "action=start". */
int simulate_form(const struct simulate_server *server, const char *cookie, const char *path,
	const char *fields, struct simulate_reply *reply, struct as_error *error) AS_MUST_USE;
int simulate_submit(const struct simulate_server *server, const struct as_contest_account *account,
	const struct simulate_program *program, struct simulate_reply *reply,
	struct as_error *error) AS_MUST_USE;
int simulate_ask(const struct simulate_server *server, const struct as_contest_account *account,
	size_t problem, struct simulate_reply *reply, struct as_error *error) AS_MUST_USE;
int simulate_print(const struct simulate_server *server, const char *cookie,
	struct simulate_reply *reply, struct as_error *error) AS_MUST_USE;

/* ---- the run (simulate_run.c) ---- */

struct simulate_result {
	size_t counts[SIMULATE_PRINT + 1]; /* accepted requests, by kind */
	size_t verdicts;
	int64_t *verdict_ms; /* from sending to the verdict in the feed, ascending; free it */
	json_t *errors;      /* text -> count */
	json_t *unexpected;  /* "PATH: VERDICT" -> count: right programs that were not accepted */
};
/* Plays the plan, `speed` times as fast as the contest. `admin`: reads the feed. */
int simulate_run(const struct simulate_server *server, struct simulate_plan *plan, unsigned speed,
	const struct as_contest_account *admin, struct simulate_result *result,
	struct as_error *error) AS_MUST_USE;
void simulate_result_clear(struct simulate_result *result);

/* ---- the copy (simulate_copy.c) ---- */

/* Makes the folder `path` for a rehearsal: the contest without its start time and store, shorter by
 * `speed`, with new passwords, and with at least `teams` teams. */
int simulate_copy(const struct as_contest *contest, const char *path, size_t teams, unsigned speed,
	struct as_error *error) AS_MUST_USE;

#endif
