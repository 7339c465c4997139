/* SPDX-License-Identifier: MIT */
/*
 * The newest verdict, message or question for the visitor, for notifications of the system
 * (assets/notify.js). They do not depend on what the account has seen: another tab may show it.
 */
#include "page.h"

/* `number`: grows with each item of the kind. */
static void begin_item(FILE *out, const struct as_contest_visit *visit, const char *path,
	const char *kind, int64_t number)
{
	fputs("<a hidden href=\"", out);
	page_address(out, visit->base, path, NULL);
	fprintf(out, "\" data-item=\"%s %" PRId64 "\">", kind, number);
}

static void write_question(FILE *out, const struct as_contest_visit *visit)
{
	for (size_t i = as_contest_log_clarification_count(visit->log); i-- > 0;) {
		const struct as_contest_clarification *of =
			as_contest_log_clarification(visit->log, i);
		if (of->from_team == AS_CONTEST_NONE || of->is_answered)
			continue;
		begin_item(out, visit, "/jury/clarifications", "question", (int64_t)i + 1);
		fputs("New question from ", out);
		as_html_name(out, as_contest_team_display_name(
					  as_contest_log_team(visit->log, of->from_team)));
		fputs("</a>", out);
		return;
	}
}

static void write_message(FILE *out, const struct as_contest_visit *visit)
{
	const struct as_contest_reader reader = as_contest_visit_reader(visit);

	for (size_t i = as_contest_log_clarification_count(visit->log); i-- > 0;) {
		if (as_contest_log_clarification(visit->log, i)->from_team != AS_CONTEST_NONE ||
			!as_contest_log_sees_clarification(visit->log, &reader, i))
			continue;
		begin_item(out, visit, "/clarifications", "message", (int64_t)i + 1);
		fputs("New message from the jury</a>", out);
		return;
	}
}

static void write_verdict(FILE *out, const struct as_contest_visit *visit)
{
	const struct as_contest_judgement *last = NULL;

	for (size_t i = as_contest_log_last_submission(visit->log, page_team(visit));
		i != AS_CONTEST_NONE; i = as_contest_log_submission(visit->log, i)->previous) {
		const size_t index = page_judgement(visit, i);
		const struct as_contest_judgement *judgement =
			index == AS_CONTEST_NONE ? NULL
						 : as_contest_log_judgement(visit->log, index);
		if (judgement && (!last || judgement->end_event > last->end_event))
			last = judgement;
	}
	if (!last)
		return;
	begin_item(out, visit, "/submissions", "verdict", last->end_event);
	fprintf(out, "Submission %" PRIu64 ": %s</a>",
		as_contest_log_submission(visit->log, last->submission)->arrival,
		as_verdict_title(last->verdict));
}

bool page_is_notified(const struct as_contest_visit *visit)
{
	return !visit->viewer && (page_is_jury(visit) || page_team(visit) != AS_CONTEST_NONE);
}

void page_items(FILE *out, const struct as_contest_visit *visit)
{
	if (!page_is_notified(visit))
		return;
	if (page_is_jury(visit)) {
		write_question(out, visit);
		return;
	}
	write_message(out, visit);
	write_verdict(out, visit);
}
