/* SPDX-License-Identifier: MIT */
/* Judges submissions with the version in use, also those that wait for an older one. */
#include "server.h"
#include "versions.h"

#include <assay/store/lane.h>
#include <assay/store/queue.h>
#include <string.h>

char *problem_lane(struct as_server *server, const struct server_problem *problem,
	const char *language, struct as_error *error)
{
	return as_lane_write(as_engine_settings(server->config.engine),
		(const char *const *)problem->languages, language, NULL, error);
}

/* The lane that a job of the submission has now; `version` (problem_use_end) is that of its
 * problem.
 */
static char *lane_now(struct as_server *server, size_t submission, struct problem_use *version,
	struct as_error *error)
{
	as_contest_log_lock(server->log);
	const struct as_contest_submission *seen =
		as_contest_log_submission(server->log, submission);
	const size_t problem = seen->problem;
	AS_AUTO_FREE char *language = seen->language ? strdup(seen->language) : NULL;
	as_contest_log_unlock(server->log);
	*version = problem_use_now(server, problem);
	return problem_lane(server, version->seen, language, error);
}

int versions_rejudge(struct as_server *server, size_t submission, enum as_store_class class,
	struct as_contest_decision decision, struct as_error *error)
{
	AS_AUTO(problem_use_end) struct problem_use version = {0};
	AS_AUTO_FREE char *lane = lane_now(server, submission, &version, error);

	if (!lane)
		return -1;
	const struct as_store_order order = {.package = version.seen->package->digest,
		.options = version.seen->options,
		.lane = lane,
		.class = class};
	return as_contest_log_rejudge(server->log, submission, &order, decision, error);
}

struct waiting {
	size_t submission;
	int64_t job;
	bool is_replaced; /* a newer judgement of the submission was queued */
};

/* The submissions of a problem that wait for a judgement with another version. NULL: out of memory.
 */
static struct waiting *list_waiting(
	struct as_server *server, size_t problem, const char *digest, size_t *count)
{
	struct as_contest_log *log = server->log;

	*count = 0;
	as_contest_log_lock(log);
	struct waiting *list = calloc(as_contest_log_submission_count(log) + 1, sizeof(*list));
	for (size_t i = 0; list && i < as_contest_log_submission_count(log); i++) {
		const struct as_contest_submission *of = as_contest_log_submission(log, i);
		const struct as_contest_judgement *newest =
			as_contest_log_judgement(log, of->judgements[of->judgement_count - 1]);
		if (of->problem == problem && !newest->ended &&
			strcmp(newest->package, digest) != 0)
			list[(*count)++] = (struct waiting){i, newest->job, false};
	}
	as_contest_log_unlock(log);
	return list;
}

int versions_judge_waiting(struct as_server *server, size_t problem, struct as_error *error)
{
	char digest[AS_DIGEST_HEX_SIZE];
	size_t count;

	problem_digest(server, problem, digest);
	AS_AUTO_FREE struct waiting *list = list_waiting(server, problem, digest, &count);
	if (!list)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		if (versions_rejudge(server, list[i].submission, AS_STORE_CONTEST,
			    AS_CONTEST_BY_SERVER, error) ||
			as_store_cancel(server->config.store, list[i].job, error) < 0)
			return -1;
	return 0;
}

/* ---- jobs of an older program ---- */

/* The judgements that have not ended, of all problems. NULL: out of memory. */
static struct waiting *list_unjudged(struct as_server *server, size_t *count)
{
	struct as_contest_log *log = server->log;

	*count = 0;
	as_contest_log_lock(log);
	const size_t most = as_contest_log_judgement_count(log);
	struct waiting *list = calloc(most + 1, sizeof(*list));
	for (size_t i = 0; list && i < most; i++) {
		const struct as_contest_judgement *judgement = as_contest_log_judgement(log, i);
		const struct as_contest_submission *of =
			as_contest_log_submission(log, judgement->submission);
		if (!judgement->ended)
			list[(*count)++] = (struct waiting){judgement->submission, judgement->job,
				of->judgements[of->judgement_count - 1] != i};
	}
	as_contest_log_unlock(log);
	return list;
}

/* 1: a worker of the older program is judging it. */
static int judge_older(
	struct as_server *server, const struct waiting *waiting, struct as_error *error)
{
	AS_AUTO_FREE char *lane = NULL;
	enum as_store_state state;
	const int found =
		as_store_job_lane(server->config.store, waiting->job, &lane, &state, error);

	if (found <= 0)
		return found;
	AS_AUTO(problem_use_end) struct problem_use version = {0};
	AS_AUTO_FREE char *now = lane_now(server, waiting->submission, &version, error);
	if (!now)
		return -1;
	if (as_lane_is_of_program(lane, now))
		return 0;
	if (state == AS_STORE_CLAIMED)
		return 1;
	/* If it is replaced, the server ended after it had queued the newer judgement. */
	if (!waiting->is_replaced && versions_rejudge(server, waiting->submission, AS_STORE_CONTEST,
					     AS_CONTEST_BY_SERVER, error))
		return -1;
	return as_store_cancel(server->config.store, waiting->job, error) < 0 ? -1 : 0;
}

int versions_judge_older(struct as_server *server, struct as_error *error)
{
	size_t count;
	int result = 0;
	AS_AUTO_FREE struct waiting *list = list_unjudged(server, &count);

	if (!list)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count && result >= 0; i++) {
		const int found = judge_older(server, &list[i], error);
		result = found ? found : result;
	}
	return result;
}
