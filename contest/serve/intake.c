/* SPDX-License-Identifier: MIT */
/* From an upload to a submission in the log: checks whether it is allowed, and fills in the job. */
#include "intake.h"
#include "problem.h"
#include "routes.h"
#include "server.h"

#include <inttypes.h>
#include <pthread.h>
#include <string.h>

#define MINUTE_MS 60000

int intake_refuse(struct as_error *error, int status, const char *reason)
{
	as_error_set(error, AS_ERROR_USAGE, "%s", reason);
	return status;
}

/* ---- requests in flight ---- */

/* Requests in flight. They count for limits, so that a limit also holds for simultaneous requests.
 */
struct in_flight {
	size_t team, problem;
	struct in_flight *next;
};
struct intake {
	pthread_mutex_t mutex; /* taken before the log's lock */
	struct in_flight *first;
};
#define CLARIFICATION (AS_CONTEST_NONE - 1) /* instead of a problem */

struct intake *intake_open(struct as_error *error)
{
	struct intake *intake = calloc(1, sizeof(*intake));

	if (intake)
		pthread_mutex_init(&intake->mutex, NULL);
	else
		as_error_no_memory(error);
	return intake;
}

void intake_close(struct intake *intake)
{
	if (!intake)
		return;
	pthread_mutex_destroy(&intake->mutex);
	free(intake);
}

/* Call it with the mutex held. */
static uint64_t count_in_flight(const struct intake *intake, size_t team, size_t problem)
{
	uint64_t count = 0;

	for (const struct in_flight *one = intake->first; one; one = one->next)
		count += one->team == team && one->problem == problem;
	return count;
}

/* Call it with the mutex held. */
static void begin(struct intake *intake, struct in_flight *one)
{
	one->next = intake->first;
	intake->first = one;
}

static void end(struct intake *intake, const struct in_flight *one)
{
	pthread_mutex_lock(&intake->mutex);
	for (struct in_flight **at = &intake->first; *at; at = &(*at)->next)
		if (*at == one) {
			*at = one->next;
			break;
		}
	pthread_mutex_unlock(&intake->mutex);
}

/* ---- limits and times ---- */

/* The most that a submission to the problem needs: its code, in base64 or as several files. The
 * answers of a submit-answer package may be as large as an upload. */
static uint64_t request_max_bytes(struct as_server *server, size_t problem)
{
	if (problem == AS_CONTEST_NONE)
		return FORM_MAX_BYTES;
	struct problem_use use = problem_use_now(server, problem);
	const struct as_package *package = use.seen->package;
	uint64_t code_bytes = package->limits.code_bytes;
	if (package->submit_answer || code_bytes > AS_UPLOAD_MAX_BYTES)
		code_bytes = AS_UPLOAD_MAX_BYTES;
	problem_use_end(&use);
	return code_bytes + code_bytes / 2 + FORM_MAX_BYTES;
}

/* Uses the time of this call, not `request->now_ms`: as_site_arrival_ms requires it. */
int64_t request_wall_ms(const struct request *request, size_t problem)
{
	return as_site_arrival_ms(request->http, request_max_bytes(request->server, problem),
		as_contest_log_now_ms(request->server->log));
}

/* The status of a request whose event was not appended. */
static int status_of(struct as_error *error)
{
	if (error->kind == AS_ERROR_USAGE)
		return 422;
	*error = (struct as_error){0};
	return intake_refuse(error, 503, AS_SITE_STORE_FAILED);
}

static int check_time(
	struct as_server *server, size_t team, int64_t wall_ms, struct as_error *error)
{
	const struct as_contest_clock clock = as_contest_log_clock_at(server->log, team, wall_ms);
	const bool is_own = as_contest_log_has_own_clock(server->log, team);
	const int64_t time_ms = as_contest_time_ms(&clock, wall_ms);
	const bool is_over = time_ms >= clock.duration_ms;

	if (time_ms == AS_NEVER_MS || time_ms < 0)
		return intake_refuse(error, 403,
			is_own ? "your team has not started: start its time first"
			       : "the contest has not started");
	/* The head of the request may have arrived before the contest ended, but after the results
	 * are final nothing is accepted. */
	if (clock.finalized_wall_ms != AS_NEVER_MS && !is_over)
		return intake_refuse(error, 403, "the contest is over");
	if (is_over && (!server->config.contest->settings.participation.practice ||
			       as_contest_log_hides_results(server->log)))
		return intake_refuse(error, 403,
			is_own ? "the time of your team is over" : "the contest is over");
	return 0;
}

static int check_rate(struct as_server *server, const struct upload *upload, struct as_error *error)
{
	const struct as_contest_limits *limits = &server->config.contest->settings.limits;
	const uint64_t others = count_in_flight(server->intake, upload->team, upload->problem);

	if (others + as_contest_log_count_since(server->log, upload->team, upload->problem,
			     upload->wall_ms - MINUTE_MS) >=
		limits->submissions_per_minute) {
		as_error_set(error, AS_ERROR_USAGE,
			"%" PRIu64 " submissions a minute to a problem are allowed: wait a "
			"little, then submit again",
			limits->submissions_per_minute);
		return 429;
	}
	if (limits->submissions_per_problem != AS_CONTEST_UNLIMITED &&
		others + as_contest_log_count_since(
				 server->log, upload->team, upload->problem, 0) >=
			limits->submissions_per_problem) {
		as_error_set(error, AS_ERROR_USAGE,
			"%" PRIu64 " submissions to a problem are allowed, and all were used",
			limits->submissions_per_problem);
		return 403;
	}
	return 0;
}

static int check_standing(struct as_server *server, size_t team, struct as_error *error)
{
	const struct as_contest_standing standing = as_contest_log_standing(server->log, team);

	if (!standing.is_disqualified)
		return 0;
	as_error_set(error, AS_ERROR_USAGE, "the team is disqualified, and cannot submit: %s",
		standing.reason ? standing.reason : "ask the jury");
	return 403;
}

/* 0: allowed, and in flight until `end`. */
static int check_rules(struct as_server *server, const struct upload *upload, struct in_flight *one,
	struct as_error *error)
{
	if (upload->is_trusted)
		return 0;
	pthread_mutex_lock(&server->intake->mutex);
	as_contest_log_lock(server->log);
	int status = check_standing(server, upload->team, error);
	if (!status)
		status = check_time(server, upload->team, upload->wall_ms, error);
	if (!status)
		status = check_rate(server, upload, error);
	as_contest_log_unlock(server->log);
	if (!status)
		begin(server->intake, one);
	pthread_mutex_unlock(&server->intake->mutex);
	return status;
}

/* ---- the job ---- */

static int submit(struct as_server *server, const struct upload *upload,
	const struct server_problem *problem, const struct as_submitted *submitted,
	const char *language, size_t *submission, struct as_error *error)
{
	AS_AUTO_FREE char *lane = problem_lane(server, problem, language, error);
	AS_AUTO_BYTES struct as_bytes files = {0};

	if (!lane || as_submitted_write(submitted, &files, error))
		return -1;
	as_contest_log_lock(server->log);
	AS_AUTO_FREE char *owner = strdup(as_contest_log_team(server->log, upload->team)->id);
	as_contest_log_unlock(server->log);
	const struct as_store_order order = {
		.package = problem->package->digest,
		.owner = owner,
		.path = "submission",
		.language = language,
		.entry_point = upload->sent.entry_point,
		.files = files,
		.options = problem->options,
		.class = AS_STORE_CONTEST,
		.lane = lane,
	};
	const struct as_contest_entry_submission entry = {
		.team = upload->team,
		.problem = upload->problem,
		.account = upload->account,
		.language = language,
		.entry_point = upload->sent.entry_point,
		.name = upload->sent.file_count == 1 ? upload->sent.files[0].name : "files",
		.wall_ms = upload->wall_ms,
		.id = upload->id,
		.order = &order,
	};
	return as_contest_log_submit(server->log, &entry, submission, error);
}

static const char *forbids(void *context, const char *language)
{
	return as_contest_allows(context, language) ? NULL : "is not allowed for this problem";
}

static int read_and_submit(struct as_server *server, const struct upload *upload,
	const struct server_problem *problem, size_t *submission, struct as_error *error)
{
	AS_AUTO(as_submitted_clear) struct as_submitted submitted = {0};
	const char *language = NULL;
	const struct as_upload_place place = {.languages = server->languages,
		.language_ids = server->language_ids,
		.keeper = server->keeper,
		.forbids = forbids,
		.context = &server->config.contest->problems[upload->problem]};
	const int refused = as_upload_read(
		&place, problem->opened, &upload->sent, &submitted, &language, error);

	if (refused)
		return refused < 0 ? 500 : 422;
	if (submit(server, upload, problem, &submitted, language, submission, error))
		return status_of(error);
	/* A new version may have been taken into use meanwhile; the same one, read again, is none.
	 * The thread of the versions judges with it, again and again until that succeeds. */
	char now[AS_DIGEST_HEX_SIZE];
	problem_digest(server, upload->problem, now);
	if (strcmp(now, problem->package->digest) != 0)
		versions_set_due(server, upload->problem);
	return 0;
}

int intake_submit(struct as_server *server, const struct upload *upload, size_t *submission,
	struct as_error *error)
{
	struct in_flight one = {.team = upload->team, .problem = upload->problem};
	struct upload timed = *upload;

	if (timed.wall_ms < 0)
		timed.wall_ms = as_contest_log_now_ms(server->log);
	int status = check_rules(server, &timed, &one, error);
	if (!status) {
		struct problem_use use = problem_use_now(server, timed.problem);
		status = read_and_submit(server, &timed, use.seen, submission, error);
		problem_use_end(&use);
	}
	end(server->intake, &one);
	return status;
}

/* ---- clarifications ---- */

/* Call it with the mutex of the requests in flight held. */
static bool may_clarify(struct as_server *server, size_t team, int64_t wall_ms)
{
	const uint64_t max = server->config.contest->settings.limits.clarifications_per_minute;
	const int64_t since_ms =
		(wall_ms > 0 ? wall_ms : as_contest_log_now_ms(server->log)) - MINUTE_MS;
	uint64_t count = count_in_flight(server->intake, team, CLARIFICATION);

	as_contest_log_lock(server->log);
	/* All clarifications: an admin may send one with an earlier time. */
	for (size_t i = 0; i < as_contest_log_clarification_count(server->log); i++) {
		const struct as_contest_clarification *found =
			as_contest_log_clarification(server->log, i);
		count += found->from_team == team && found->wall_ms >= since_ms;
	}
	as_contest_log_unlock(server->log);
	return count < max;
}

int intake_clarify(struct as_server *server, const struct as_contest_entry_clarification *entry,
	size_t *clarification, struct as_error *error)
{
	struct in_flight one = {.team = entry->from_team, .problem = CLARIFICATION};

	pthread_mutex_lock(&server->intake->mutex);
	const bool may = entry->from_team == AS_CONTEST_NONE ||
			 may_clarify(server, entry->from_team, entry->wall_ms);
	if (may)
		begin(server->intake, &one);
	pthread_mutex_unlock(&server->intake->mutex);
	if (!may)
		return intake_refuse(
			error, 429, "too many requests in a minute: wait a little, then ask again");
	const int failed = as_contest_log_clarify(server->log, entry, clarification, error);
	end(server->intake, &one);
	if (!failed)
		return 0;
	return status_of(error);
}

int as_server_submit(struct as_server *server, const char *team, const char *problem,
	const char *path, struct as_error *error)
{
	struct upload upload = {.account = AS_CONTEST_NONE,
		.problem = as_contest_find_problem(server->config.contest, problem),
		.sent.path = path,
		.wall_ms = -1};
	size_t submission;

	as_contest_log_lock(server->log);
	upload.team = as_contest_log_find_team(server->log, team);
	as_contest_log_unlock(server->log);
	if (upload.team == AS_CONTEST_NONE || upload.problem == AS_CONTEST_NONE)
		return as_error_set(error, AS_ERROR_USAGE, "there is no such team or problem");
	return intake_submit(server, &upload, &submission, error) ? -1 : 0;
}
