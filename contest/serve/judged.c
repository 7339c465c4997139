/* SPDX-License-Identifier: MIT */
/* A line of the operator's log for each judgement. The cause of a judging error is in its result,
 * which is read from the store only after the log's lock was released. */
#include "judged.h"
#include "server.h"

#include <assay/engine/cause.h>
#include <inttypes.h>

/* Call this function with the log's lock held. */
static char *line_of(
	const struct as_server *server, const struct as_contest_log *log, size_t judgement)
{
	const struct as_contest_judgement *found = as_contest_log_judgement(log, judgement);
	const struct as_contest_submission *of = as_contest_log_submission(log, found->submission);

	return as_text_format(NULL, "judged: submission %" PRIu64 " of %s, problem %s: %s%s",
		of->arrival, as_contest_log_team(log, of->team)->id,
		server->config.contest->problems[of->problem].label,
		as_verdict_name(found->verdict), of->judgement_count > 1 ? " (judged again)" : "");
}

void judged_changed(struct as_server *server, const struct as_contest_log *log,
	const struct as_contest_change *change)
{
	struct judged *judged = &server->judged;

	if (change->is_past || change->kind != AS_CONTEST_CHANGED_JUDGEMENT)
		return;
	const struct as_contest_judgement *judgement = as_contest_log_judgement(log, change->index);
	/* A judgement is reported again when a later judgement supersedes it; that report is
	 * skipped. */
	if (!judgement->ended ||
		as_contest_log_submission(log, judgement->submission)->valid != change->index)
		return;
	if (judgement->verdict == AS_VERDICT_JE && judgement->job && judged->count < JUDGED_MAX) {
		judged->waiting[judged->count++] = change->index;
		return;
	}
	AS_AUTO_FREE char *line = line_of(server, log, change->index);
	if (line)
		server_note(server, "%s", line);
}

static void note_cause(struct as_server *server, const char *line, int64_t job)
{
	AS_AUTO(as_result_clear) struct as_result result = {0};
	AS_AUTO_FREE char *cause =
		as_store_result_read(server->config.store, job, &result, NULL) == 1
			? as_result_cause(&result, NULL)
			: NULL;

	server_note(server, "%s%s%s", line, cause && *cause ? ": " : "", cause ? cause : "");
}

void judged_caught_up(struct as_server *server)
{
	struct judged *judged = &server->judged;

	for (size_t i = 0; i < judged->count; i++) {
		const size_t index = judged->waiting[i];
		as_contest_log_lock(server->log);
		const int64_t job = as_contest_log_judgement(server->log, index)->job;
		AS_AUTO_FREE char *line = line_of(server, server->log, index);
		as_contest_log_unlock(server->log);
		if (line)
			note_cause(server, line, job);
	}
	judged->count = 0;
}
