/* SPDX-License-Identifier: MIT */
/*
 * An event `question` records which member of the jury deals with a question: it has the number of
 * a clarification and an action. Earlier versions of this program skip these events; for them every
 * question without a reply is open.
 */
#include "question.h"
#include "append.h"
#include "event.h"

#include <assay/base/fit.h>
#include <string.h>

static const char *const mark_names[] = {[AS_CONTEST_CLAIM] = "claim",
	[AS_CONTEST_RELEASE] = "release",
	[AS_CONTEST_CLOSE] = "close",
	[AS_CONTEST_REOPEN] = "reopen",
	NULL};

const char *as_contest_mark_name(enum as_contest_mark mark)
{
	return mark_names[mark];
}

/* ---- appending ---- */

/* "clarification 3 is claimed by ann (since 12:30:11 UTC)" */
static int refuse(const struct as_contest_log *log, const struct question_wish *wish,
	const char *verb, size_t account, int64_t wall_ms, struct as_error *error)
{
	const char *who = account == AS_CONTEST_NONE
				  ? "somebody"
				  : as_contest_log_account(log, account)->username;
	char time[AS_CONTEST_TIME_SIZE];

	return as_error_set(error, AS_ERROR_USAGE,
		"clarification %zu was %s by %.*s (at %.8s UTC) after you opened the page; read "
		"it, and send the form again if that is still right",
		wish->question + 1, verb, as_text_fit(who, 100), who,
		as_contest_time_format(wall_ms, time) + 11);
}

int question_check(const struct as_contest_log *log, const void *context, struct as_error *error)
{
	const struct question_wish *wish = context;
	const struct as_contest_clarification *of = log->state.clarifications[wish->question];

	if (of->from_team == AS_CONTEST_NONE)
		return as_error_set(error, AS_ERROR_USAGE,
			"clarification %zu is not a question of a team", wish->question + 1);
	if (of->reply_count > wish->seen->reply_count) {
		const struct as_contest_clarification *reply =
			log->state.clarifications[of->last_reply];
		return refuse(log, wish, "answered", reply->account, reply->wall_ms, error);
	}
	if (of->is_answered && !wish->seen->is_answered && of->claimant != wish->account)
		return refuse(log, wish, "closed", of->claimant, of->claim_wall_ms, error);
	if (wish->claims && of->is_answered)
		return as_error_set(error, AS_ERROR_USAGE,
			"clarification %zu is already answered; reopen it before you claim it",
			wish->question + 1);
	if (of->claimant == AS_CONTEST_NONE || of->claimant == wish->account ||
		of->claimant == wish->seen->claimant)
		return 0;
	return refuse(log, wish, of->is_answered ? "closed" : "claimed", of->claimant,
		of->claim_wall_ms, error);
}

int as_contest_log_mark_question(struct as_contest_log *log, size_t clarification,
	enum as_contest_mark mark, const struct as_contest_question_seen *seen, size_t account,
	struct as_error *error)
{
	const struct question_wish wish = {clarification, seen, account, mark == AS_CONTEST_CLAIM};
	json_t *body = log_entry_of("question", as_contest_log_now_ms(log));
	int64_t number;

	log_entry_set(&body, "clarification", json_integer((json_int_t)clarification + 1));
	log_entry_text(&body, "action", mark_names[mark]);
	log_entry_account(log, &body, account);
	return log_put_checked(
		log, body, (struct log_check){question_check, &wish}, &number, error);
}

/* ---- applying ---- */

/* AS_CONTEST_NONE: there is none. */
static size_t question_of(const struct as_contest_log *log, const struct event *event)
{
	const int64_t number = event_number(event, "clarification");

	return number >= 1 && (uint64_t)number <= log->state.clarification_count
		       ? (size_t)number - 1
		       : AS_CONTEST_NONE;
}

/* The index of a name of `mark_names`, or of its end. */
static size_t mark_of(const struct event *event)
{
	const char *action = event_text(event, "action");
	size_t mark = 0;

	while (mark_names[mark] && (!action || strcmp(mark_names[mark], action) != 0))
		mark++;
	return mark;
}

int event_question(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const size_t question = question_of(log, event), mark = mark_of(event);
	const char *username = event_text(event, "account");

	(void)error;
	if (question == AS_CONTEST_NONE || !mark_names[mark])
		return event_refuse(log, event, "question");
	struct as_contest_clarification *of = log->state.clarifications[question];
	if (of->from_team == AS_CONTEST_NONE)
		return event_refuse(log, event, "question");
	if (mark == AS_CONTEST_CLOSE || mark == AS_CONTEST_REOPEN)
		of->is_answered = mark == AS_CONTEST_CLOSE;
	of->claimant = AS_CONTEST_NONE;
	if (username && (mark == AS_CONTEST_CLAIM || mark == AS_CONTEST_CLOSE))
		of->claimant = as_contest_log_find_username(log, username);
	of->claim_wall_ms = event->wall_ms;
	event_notify(log, AS_CONTEST_CHANGED_QUESTION, question, event->wall_ms);
	return 0;
}

bool audit_question(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	act->kind = (enum as_contest_act_kind)(AS_CONTEST_ACT_CLAIM + mark_of(event));
	act->index = question_of(log, event);
	return act->index != AS_CONTEST_NONE && mark_names[mark_of(event)];
}

/* ---- texts ---- */

const char *as_contest_clarification_category(const struct as_contest_clarification *clarification)
{
	return clarification->category ? clarification->category : AS_CONTEST_GENERAL;
}

char *as_contest_quote(const char *question, const char *answer)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	while (*question) {
		const size_t length = strcspn(question, "\n");
		fprintf(out, "> %.*s\n", (int)length, question);
		question += length + (question[length] == '\n');
	}
	fprintf(out, "\n%s", answer);
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}
