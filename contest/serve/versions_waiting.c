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

int order_now(struct as_server *server, size_t submission, enum as_store_class class,
	struct order_now *now, struct as_error *error)
{
	as_contest_log_lock(server->log);
	const struct as_contest_submission *seen =
		as_contest_log_submission(server->log, submission);
	const size_t problem = seen->problem;
	AS_AUTO_FREE char *language = seen->language ? strdup(seen->language) : NULL;
	as_contest_log_unlock(server->log);
	*now = (struct order_now){.version = problem_use_now(server, problem)};
	now->lane = problem_lane(server, now->version.seen, language, error);
	now->order = (struct as_store_order){.package = now->version.seen->package->digest,
		.options = now->version.seen->options,
		.lane = now->lane,
		.class = class};
	return now->lane ? 0 : -1;
}

void order_now_clear(struct order_now *now)
{
	free(now->lane);
	if (now->version.version)
		problem_use_end(&now->version);
	*now = (struct order_now){0};
}

int versions_rejudge(struct as_server *server, size_t submission, enum as_store_class class,
	struct as_contest_decision decision, struct as_error *error)
{
	AS_AUTO(order_now_clear) struct order_now now = {0};

	return order_now(server, submission, class, &now, error) ||
			       as_contest_log_rejudge(
				       server->log, submission, &now.order, decision, error)
		       ? -1
		       : 0;
}

/* A judgement that waits or runs. */
struct waiting {
	size_t submission, judgement;
	size_t rejudging; /* its number; 0: none */
	int64_t job;
	bool is_replaced; /* a newer judgement was queued, or it is withdrawn */
};

/* The judgements that wait or run: of a problem and of other versions than `digest`, without those
 * of rejudgings (rejudgings.c); or of all problems (AS_CONTEST_NONE) and versions (NULL). NULL: out
 * of memory. */
static struct waiting *list_waiting(
	struct as_server *server, size_t problem, const char *digest, size_t *count)
{
	struct as_contest_log *log = server->log;

	*count = 0;
	as_contest_log_lock(log);
	const size_t most = as_contest_log_judgement_count(log);
	struct waiting *list = calloc(most + 1, sizeof(*list));
	for (size_t i = 0; list && i < most; i++) {
		const struct as_contest_judgement *judgement = as_contest_log_judgement(log, i);
		const size_t submission = judgement->submission;
		if (judgement->ended ||
			(problem != AS_CONTEST_NONE &&
				as_contest_log_submission(log, submission)->problem != problem) ||
			(digest &&
				(judgement->rejudging || strcmp(judgement->package, digest) == 0)))
			continue;
		list[(*count)++] = (struct waiting){.submission = submission,
			.judgement = i,
			.rejudging = judgement->rejudging,
			.job = judgement->job,
			.is_replaced = !judgement->is_proposed &&
				       as_contest_log_newest(log, submission) != i};
	}
	as_contest_log_unlock(log);
	return list;
}

/* Replaces a judgement of a rejudging. */
static int replace_proposed(
	struct as_server *server, const struct waiting *waiting, struct as_error *error)
{
	AS_AUTO(order_now_clear) struct order_now now = {0};

	if (order_now(server, waiting->submission, AS_STORE_REJUDGING, &now, error))
		return -1;
	const struct as_contest_proposal proposal = {
		waiting->submission, waiting->judgement, now.order};
	return as_contest_log_rejudging_queue(
		server->log, waiting->rejudging - 1, &proposal, 1, error);
}

static bool is_withdrawn(struct as_server *server, size_t judgement)
{
	as_contest_log_lock(server->log);
	const bool found = as_contest_log_judgement(server->log, judgement)->is_withdrawn;
	as_contest_log_unlock(server->log);
	return found;
}

/* Judges it with the version in use instead. 1: not yet, because this server does not have that
 * version; without a replacement, a cancelled job would be a judging error of the rejudging. */
static int replace_waiting(
	struct as_server *server, const struct waiting *waiting, struct as_error *error)
{
	int failed = 0;

	if (!waiting->is_replaced && waiting->rejudging) {
		failed = replace_proposed(server, waiting, error);
		if (!failed && !is_withdrawn(server, waiting->judgement))
			return 1;
	} else if (!waiting->is_replaced)
		failed = versions_rejudge(
			server, waiting->submission, AS_STORE_CONTEST, AS_CONTEST_BY_SERVER, error);
	return failed || as_store_cancel(server->config.store, waiting->job, error) < 0 ? -1 : 0;
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
		if (replace_waiting(server, &list[i], error) < 0)
			return -1;
	return 0;
}

/* ---- jobs of an older program ---- */

/* 1: it must be called again; for example a worker of the older program is judging it. */
static int judge_older(
	struct as_server *server, const struct waiting *waiting, struct as_error *error)
{
	AS_AUTO_FREE char *lane = NULL;
	enum as_store_state state;
	const int found =
		as_store_job_lane(server->config.store, waiting->job, &lane, &state, error);

	if (found <= 0)
		return found;
	AS_AUTO(order_now_clear) struct order_now now = {0};
	if (order_now(server, waiting->submission, AS_STORE_CONTEST, &now, error))
		return -1;
	if (as_lane_is_of_program(lane, now.lane))
		return 0;
	if (state == AS_STORE_CLAIMED)
		return 1;
	/* If it is replaced, the server ended after it had queued the newer judgement. */
	return replace_waiting(server, waiting, error);
}

int versions_judge_older(struct as_server *server, struct as_error *error)
{
	size_t count;
	int result = 0;
	AS_AUTO_FREE struct waiting *list = list_waiting(server, AS_CONTEST_NONE, NULL, &count);

	if (!list)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count && result >= 0; i++) {
		const int found = judge_older(server, &list[i], error);
		result = found ? found : result;
	}
	return result;
}
