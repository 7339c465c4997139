/* SPDX-License-Identifier: MIT */
/* Filters of submissions: for the jury's list, and for rejudgings. */
#include "state.h"

#include <string.h>

static bool is_set(const char *text)
{
	return text && *text;
}

static bool has_verdict(const struct as_contest_log *log, size_t submission, const char *verdict)
{
	const struct as_contest_submission *of = as_contest_log_submission(log, submission);

	if (!is_set(verdict))
		return true;
	if (strcmp(verdict, "ignored") == 0)
		return of->is_ignored;
	if (strcmp(verdict, "practice") == 0)
		return of->is_practice;
	if (strcmp(verdict, "earlier") == 0)
		return as_contest_log_is_of_earlier(log, submission);
	if (strcmp(verdict, "jury") == 0)
		return as_contest_log_ruling(log, submission) != NULL;
	if (of->valid == AS_CONTEST_NONE)
		return strcmp(verdict, "none") == 0;
	return strcmp(verdict,
		       as_verdict_name(as_contest_log_judgement(log, of->valid)->verdict)) == 0;
}

static bool has_time(const struct as_contest_filter *filter, int64_t time_ms)
{
	return (filter->from_ms == AS_NEVER_MS || time_ms >= filter->from_ms) &&
	       (filter->to_ms == AS_NEVER_MS || time_ms < filter->to_ms);
}

bool as_contest_log_selects(
	const struct as_contest_log *log, const struct as_contest_filter *filter, size_t submission)
{
	const struct as_contest_submission *of = as_contest_log_submission(log, submission);

	return (filter->problem == AS_CONTEST_NONE || of->problem == filter->problem) &&
	       (filter->team == AS_CONTEST_NONE || of->team == filter->team) &&
	       (!is_set(filter->language) || strcmp(of->language, filter->language) == 0) &&
	       (filter->before == 0 || of->arrival < filter->before) &&
	       has_time(filter, of->time_ms) &&
	       (!filter->is_earlier || as_contest_log_is_of_earlier(log, submission)) &&
	       has_verdict(log, submission, filter->verdict);
}

int as_contest_log_select(const struct as_contest_log *log, const struct as_contest_filter *filter,
	struct as_contest_indexes *taken, struct as_error *error)
{
	const size_t count = as_contest_log_submission_count(log);

	*taken = (struct as_contest_indexes){.items = calloc(count + 1, sizeof(*taken->items))};
	if (!taken->items)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		if (as_contest_log_submission(log, i)->valid != AS_CONTEST_NONE &&
			as_contest_log_selects(log, filter, i))
			taken->items[taken->count++] = i;
	return 0;
}

/* ---- for people ---- */

static void write_time(FILE *out, const char *what, int64_t time_ms)
{
	char text[AS_CONTEST_TIME_SIZE];

	if (time_ms != AS_NEVER_MS)
		fprintf(out, ", %s %.*s", what,
			(int)strcspn(as_contest_reltime_format(time_ms, text), "."), text);
}

char *as_contest_filter_text(const struct as_contest_log *log,
	const struct as_contest_filter *filter, struct as_error *error)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out) {
		as_error_no_memory(error);
		return NULL;
	}
	if (filter->problem == AS_CONTEST_NONE)
		fputs("all problems", out);
	else
		fprintf(out, "problem %s", log->contest->problems[filter->problem].label);
	if (filter->team != AS_CONTEST_NONE)
		fprintf(out, ", team %s", as_contest_log_team(log, filter->team)->id);
	if (is_set(filter->language))
		fprintf(out, ", language %s", filter->language);
	if (is_set(filter->verdict))
		fprintf(out, ", verdict %s", filter->verdict);
	write_time(out, "from", filter->from_ms);
	write_time(out, "before", filter->to_ms);
	if (filter->is_earlier)
		fputs(", judged with an earlier version of the package", out);
	return as_text_close(out, &text, error);
}
