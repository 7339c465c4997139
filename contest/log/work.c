/* SPDX-License-Identifier: MIT */
/* The work that is left before the results can be final. */
#include "state.h"

#include <assay/base/fit.h>

/* AS_NEVER_MS: the team did not start, or is not in the results. */
static int64_t own_end(const struct as_contest_log *log, size_t team)
{
	const struct as_contest_clock clock =
		as_contest_log_team_clock(log, team, as_contest_log_clock(log));
	const bool is_own = clock.given_count > 0 || as_contest_log_has_own_clock(log, team);

	return is_own && !as_contest_log_is_virtual(log, team)
		       ? as_contest_wall_ms(&clock, clock.duration_ms)
		       : AS_NEVER_MS;
}

struct as_contest_late as_contest_log_late(const struct as_contest_log *log, int64_t wall_ms)
{
	struct as_contest_late late = {0};

	for (size_t i = 0; i < log->state.people.start_count; i++) {
		const int64_t end_ms = own_end(log, i);
		if (end_ms == AS_NEVER_MS || end_ms <= wall_ms)
			continue;
		if (late.count < AS_CONTEST_LATE_NAMED)
			late.teams[late.count] = i;
		late.count++;
		late.end_wall_ms = end_ms > late.end_wall_ms ? end_ms : late.end_wall_ms;
	}
	return late;
}

char *as_contest_log_late_text(const struct as_contest_log *log, int64_t wall_ms)
{
	const struct as_contest_late late = as_contest_log_late(log, wall_ms);
	char time[AS_CONTEST_TIME_SIZE];
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	for (size_t i = 0; i < late.count && i < AS_CONTEST_LATE_NAMED; i++) {
		const char *name =
			as_contest_team_display_name(as_contest_log_team(log, late.teams[i]));
		fprintf(out, "%s%.*s",
			i ? ", " : "teams that still have time: ", as_text_fit(name, 60), name);
	}
	if (late.count > AS_CONTEST_LATE_NAMED)
		fprintf(out, " and %zu more", late.count - AS_CONTEST_LATE_NAMED);
	if (late.count) {
		as_contest_time_format(late.end_wall_ms, time);
		fprintf(out, "; the last ends at %.10s %.8s UTC", time, time + 11);
	}
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}

struct as_open_work as_contest_log_open_work(const struct as_contest_log *log)
{
	struct as_open_work work = {0};

	for (size_t i = 0; i < log->state.submission_count; i++) {
		const struct as_contest_submission *found = as_contest_log_submission(log, i);
		if (found->is_practice || found->is_ignored)
			continue;
		if (found->valid == AS_CONTEST_NONE)
			work.unjudged++;
		else if (as_contest_log_judgement(log, found->valid)->verdict == AS_VERDICT_JE)
			work.judging_errors++;
	}
	for (size_t i = 0; i < log->state.clarification_count; i++) {
		const struct as_contest_clarification *found = log->state.clarifications[i];
		work.unanswered += found->from_team != AS_CONTEST_NONE && !found->is_answered;
	}
	for (size_t i = 0; i < as_contest_log_rejudging_count(log); i++)
		work.rejudgings +=
			as_contest_log_rejudging(log, i)->state == AS_CONTEST_REJUDGING_OPEN;
	work.last_end_wall_ms = as_contest_log_late(log, 0).end_wall_ms;
	return work;
}
