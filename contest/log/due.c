/* SPDX-License-Identifier: MIT */
/*
 * Results of older versions. There the server appended an entry "judgement" after the event of a
 * job that was done. If it died in between, or if a worker of an older version ended its claim, the
 * result has no outcome, and the entry is appended here.
 */
#include "append.h"
#include "state.h"

#include <inttypes.h>
#include <string.h>

/* NULL: out of memory, as below. */
static json_t *runs_json(const struct as_store_outcome *outcome)
{
	AS_AUTO_JSON json_t *runs = json_array();

	for (size_t i = 0; i < outcome->run_count; i++) {
		const struct as_store_run *run = &outcome->runs[i];
		if (json_array_append_new(
			    runs, json_pack("[I, s, I]", (json_int_t)run->test,
					  as_verdict_name((enum as_verdict)run->verdict),
					  (json_int_t)run->time_ns)))
			return NULL;
	}
	return as_steal(runs);
}

static json_t *groups_json(const struct as_store_outcome *outcome)
{
	AS_AUTO_JSON json_t *groups = json_array();

	for (size_t i = 0; i < outcome->group_count && i < AS_BOARD_MAX_GROUPS; i++)
		if (json_array_append_new(groups, json_integer(outcome->groups_e6[i])))
			return NULL;
	return as_steal(groups);
}

/* `outcome` NULL: the result cannot be read. NULL: out of memory. */
static json_t *make_entry(int64_t job, const struct as_store_outcome *outcome,
	const struct as_store_job *times, int64_t now_ms)
{
	const uint8_t verdict = outcome ? outcome->verdict : AS_VERDICT_JE;
	json_t *entry = json_pack("{s: s, s: I, s: I, s: s, s: I, s: I}", "type", "judgement",
		"wall_ms", (json_int_t)now_ms, "job", (json_int_t)job, "verdict",
		as_verdict_name((enum as_verdict)verdict), "begin_ms", (json_int_t)times->began_ms,
		"end_ms", (json_int_t)times->ended_ms);

	if (!entry || !outcome)
		return entry;
	if (json_object_set_new(entry, "runs", runs_json(outcome)) ||
		(outcome->is_scored &&
			(json_object_set_new(entry, "score_e6", json_integer(outcome->score_e6)) ||
				json_object_set_new(entry, "groups_e6", groups_json(outcome))))) {
		json_decref(entry);
		return NULL;
	}
	return entry;
}

/* With the package in use, if the judgement is of that package; the lock keeps it open. */
static int read_outcome(struct as_contest_log *log, const struct log_judgement *judgement,
	struct as_store_outcome **outcome, struct as_error *error)
{
	const size_t problem = as_contest_log_submission(log, judgement->seen.submission)->problem;
	const char *digest = judgement->seen.package;
	AS_AUTO(as_result_clear) struct as_result result = {0};
	const int found = as_store_result_read(
		as_journal_store(log->journal), judgement->seen.job, &result, error);

	if (found != 1)
		return found;
	as_contest_log_lock(log);
	const struct as_package *now = log_package(log, problem);
	const int failed = as_store_outcome_of(&result,
		now && (!*digest || strcmp(digest, now->digest) == 0) ? now : NULL, outcome, error);
	as_contest_log_unlock(log);
	return failed;
}

static int record(
	struct as_contest_log *log, const struct log_judgement *judgement, struct as_error *error)
{
	const int64_t job = judgement->seen.job;
	AS_AUTO(as_store_auto_outcome) struct as_store_outcome *outcome = NULL;
	struct as_store_job times = {0};
	struct as_store_appended appended;
	struct as_error why = {0};

	if (as_store_job_read(as_journal_store(log->journal), job, &times, error) < 0)
		return -1;
	if (read_outcome(log, judgement, &outcome, &why)) {
		if (as_store_is_away(&why) || why.sys_errno != 0)
			return as_error_pass(error, &why, NULL, "%s", why.text);
		log_note(log, "result of job %" PRId64 ": %s", job, why.text);
	}
	times.began_ms = times.began_ms ? log_server_ms(log, times.began_ms) : 0;
	times.ended_ms = log_server_ms(log, times.ended_ms);
	json_t *entry = make_entry(job, outcome, &times, as_contest_log_now_ms(log));
	return log_append(log, -1, entry, NULL, 0, &appended, error) < 0 ? -1 : 0;
}

int log_record_due(struct as_contest_log *log, struct as_error *error)
{
	const struct log_state *state = &log->state;
	uint64_t left = state->ends.due_count;

	for (size_t i = 0; i < state->judgement_count && left; i++) {
		if (!state->judgements[i]->is_due)
			continue;
		if (record(log, state->judgements[i], error))
			return -1;
		left--;
	}
	return state->ends.due_count > 0;
}
