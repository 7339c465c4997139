/* SPDX-License-Identifier: MIT */
/*
 * A line of the operator's log for each judgement. The cause of a judging error is in the result,
 * or in the job if there is no result, for example because the worker was killed each time. The
 * store is read only after the log's lock was released.
 */
#include "judged.h"
#include "server.h"

#include <assay/contest/pages.h>
#include <assay/engine/cause.h>
#include <inttypes.h>
#include <string.h>

/* Call this function with the log's lock held. */
static char *line_of(
	const struct as_server *server, const struct as_contest_log *log, size_t judgement)
{
	const struct as_contest_judgement *found = as_contest_log_judgement(log, judgement);
	const struct as_contest_submission *of = as_contest_log_submission(log, found->submission);

	return as_text_format(NULL, "judged: submission %" PRIu64 " of %s, problem %s: %s%s",
		of->arrival, as_contest_log_team(log, of->team)->id,
		server->config.contest->problems[of->problem].label,
		as_verdict_name(found->verdict),
		found->ruling             ? " (decided by the jury)"
		: of->judgement_count > 1 ? " (judged again)"
					  : "");
}

void judged_changed(struct as_server *server, const struct as_contest_log *log,
	const struct as_contest_change *change)
{
	struct judged_errors *errors =
		change->is_past ? &server->judged.past : &server->judged.live;

	if (change->kind != AS_CONTEST_CHANGED_JUDGEMENT)
		return;
	const struct as_contest_judgement *judgement = as_contest_log_judgement(log, change->index);
	/* A judgement is reported again when a later judgement supersedes it; that report is
	 * skipped. */
	if (!judgement->ended ||
		as_contest_log_submission(log, judgement->submission)->valid != change->index)
		return;
	const bool is_error = judgement->verdict == AS_VERDICT_JE && judgement->job;
	if (change->is_past && (!is_error || judgement->end_wall_ms < server->config.opened_ms))
		return;
	if (is_error && errors->count < JUDGED_MAX) {
		errors->waiting[errors->count++] = change->index;
		return;
	}
	AS_AUTO_FREE char *line = line_of(server, log, change->index);
	if (line)
		server_note(server, "%s", line);
}

char *judged_cause(const struct as_server *server, int64_t job)
{
	AS_AUTO(as_result_clear) struct as_result result = {0};
	struct as_store_job failed;

	if (as_store_result_read(server->config.store, job, &result, NULL) == 1)
		return as_result_cause(&result, NULL);
	return as_store_job_read(server->config.store, job, &failed, NULL) == 1
		       ? strdup(failed.cause.text)
		       : NULL;
}

void judged_note_errors(const struct as_server *server, struct judged_errors *errors)
{
	for (size_t i = 0; i < errors->count; i++) {
		const size_t index = errors->waiting[i];
		as_contest_log_lock(server->log);
		const int64_t job = as_contest_log_judgement(server->log, index)->job;
		AS_AUTO_FREE char *line = line_of(server, server->log, index);
		as_contest_log_unlock(server->log);
		AS_AUTO_FREE char *cause = judged_cause(server, job);
		if (line)
			server_note(server, "%s%s%s", line, cause && *cause ? ": " : "",
				cause ? cause : "");
	}
	errors->count = 0;
}

/* The job of a judging error that counts; 0: the submission has none. */
static int64_t find_error(const struct as_contest_log *log, size_t submission)
{
	const struct as_contest_submission *of = as_contest_log_submission(log, submission);

	if (of->valid == AS_CONTEST_NONE || of->is_ignored)
		return 0;
	const struct as_contest_judgement *judgement = as_contest_log_judgement(log, of->valid);
	return judgement->verdict == AS_VERDICT_JE ? judgement->job : 0;
}

size_t judged_list(const struct as_server *server, struct as_contest_judging_error *errors)
{
	int64_t jobs[JUDGED_LISTED];
	size_t count = 0;

	as_contest_log_lock(server->log);
	for (size_t i = as_contest_log_submission_count(server->log);
		i-- > 0 && count < JUDGED_LISTED;) {
		jobs[count] = find_error(server->log, i);
		errors[count].submission = i;
		count += jobs[count] != 0;
	}
	as_contest_log_unlock(server->log);
	for (size_t i = 0; i < count; i++)
		errors[i].cause = judged_cause(server, jobs[i]);
	return count;
}
