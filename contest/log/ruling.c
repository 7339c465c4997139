/* SPDX-License-Identifier: MIT */
/* Rulings: verdicts by hand. An entry "ruling" with a verdict makes one, an entry with the state
 * "withdrawn" ends the one that counts. Earlier versions skip this type: for them the judgement of
 * a worker counts. */
#include "append.h"
#include "body.h"
#include "decide.h"
#include "event.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- what may be decided ---- */

static int check_score(const struct as_contest_log *log,
	const struct as_contest_entry_ruling *entry, struct as_error *error)
{
	const size_t problem = as_contest_log_submission(log, entry->submission)->problem;
	const double most = as_contest_problem_points(&log->contest->problems[problem]);
	const double limit = isfinite(most) ? most : (double)AS_SCORE_MAX_E6 / 1e6;

	if (!as_contest_log_needs_score(log, problem) || entry->verdict == AS_VERDICT_CE)
		return entry->score_e6 < 0 ||
				       (entry->score_e6 == 0 && entry->verdict == AS_VERDICT_CE)
			       ? 0
			       : as_error_set(error, AS_ERROR_USAGE,
					 "the score follows from the verdict; leave the score out");
	if (entry->score_e6 < 0)
		return as_error_set(error, AS_ERROR_USAGE,
			"missing score; the problem has 0 to %.15g points", limit);
	return entry->score_e6 <= (int64_t)llround(limit * 1e6)
		       ? 0
		       : as_error_set(error, AS_ERROR_USAGE,
				 "score of %.15g: the problem has 0 to %.15g points",
				 (double)entry->score_e6 / 1e6, limit);
}

int as_contest_log_check_ruling(const struct as_contest_log *log,
	const struct as_contest_entry_ruling *entry, struct as_error *error)
{
	if (entry->verdict == AS_VERDICT_NONE)
		return as_error_set(error, AS_ERROR_USAGE, "missing verdict; choose a verdict");
	if (entry->verdict == AS_VERDICT_JE)
		return as_error_set(error, AS_ERROR_USAGE,
			"JE means that the judge or the package is at fault, so it cannot be "
			"decided; ignore the submission, or judge it again");
	if (log_check_text(entry->reason, AS_CONTEST_REASON_MAX_BYTES, error))
		return as_error_context(error, "the reason");
	return check_score(log, entry, error);
}

static const char *verdict_text(const struct as_contest_log *log, size_t judgement)
{
	return judgement == AS_CONTEST_NONE
		       ? "not judged"
		       : as_verdict_name(as_contest_log_judgement(log, judgement)->verdict);
}

/* If two members of the jury decide, the refusal tells the second what the first decided. */
static int check_seen(
	const struct as_contest_log *log, size_t submission, size_t seen, struct as_error *error)
{
	const struct as_contest_submission *of = as_contest_log_submission(log, submission);
	const struct as_contest_ruling *ruling = as_contest_log_ruling(log, submission);
	const bool is_by = ruling && ruling->account != AS_CONTEST_NONE;

	if (of->valid == seen)
		return 0;
	return as_error_set(error, AS_ERROR_USAGE,
		"submission %" PRIu64 " changed meanwhile: it is %s now%s%s; look at the new "
		"verdict, and decide again",
		of->arrival, verdict_text(log, of->valid),
		is_by    ? ", decided by "
		: ruling ? ", decided by the jury"
			 : "",
		is_by ? as_contest_log_account(log, ruling->account)->username : "");
}

static bool is_free(
	const struct as_contest_log *log, size_t submission, const struct as_contest_decision *by)
{
	return !by->unless_final || as_contest_log_submission(log, submission)->is_practice;
}

/* ---- appending ---- */

static int check_rule(const struct as_contest_log *log, const void *context, struct as_error *error)
{
	const struct as_contest_entry_ruling *entry = context;

	if (!is_free(log, entry->submission, &entry->by) && log_check_not_final(log, error))
		return -1;
	return check_seen(log, entry->submission, entry->seen, error)
		       ? -1
		       : as_contest_log_check_ruling(log, entry, error);
}

static json_t *ruling_body(struct as_contest_log *log, size_t submission, size_t account)
{
	json_t *body = log_entry_of("ruling", as_contest_log_now_ms(log));

	as_contest_log_lock(log);
	const uint64_t arrival = as_contest_log_submission(log, submission)->arrival;
	as_contest_log_unlock(log);
	log_entry_set(&body, "submission", json_integer((json_int_t)arrival));
	log_entry_account(log, &body, account);
	return body;
}

int as_contest_log_rule(struct as_contest_log *log, const struct as_contest_entry_ruling *wanted,
	size_t *judgement, struct as_error *error)
{
	struct as_contest_entry_ruling entry = *wanted;
	AS_AUTO_FREE char *reason = log_text(entry.reason, AS_CONTEST_REASON_MAX_BYTES, error);
	int64_t number;

	if (!reason)
		return as_error_context(error, "the reason");
	entry.reason = reason;
	json_t *body = ruling_body(log, entry.submission, entry.by.account);
	log_entry_text(&body, "verdict", as_verdict_name(entry.verdict));
	log_entry_text(&body, "reason", reason);
	log_entry_set(&body, "shown", json_boolean(entry.is_shown));
	if (entry.score_e6 >= 0)
		log_entry_set(&body, "score_e6", json_integer(entry.score_e6));
	return log_put_checked(log, body, (struct log_check){check_rule, &entry}, &number, error) ||
			       log_find_made(log, number, judgement, error)
		       ? -1
		       : 0;
}

struct withdrawal {
	size_t judgement;
	struct as_contest_decision by;
};

static int check_withdraw(
	const struct as_contest_log *log, const void *context, struct as_error *error)
{
	const struct withdrawal *wanted = context;
	const size_t submission = as_contest_log_judgement(log, wanted->judgement)->submission;

	if (!is_free(log, submission, &wanted->by) && log_check_not_final(log, error))
		return -1;
	if (!as_contest_log_judgement(log, wanted->judgement)->ruling)
		return as_error_set(
			error, AS_ERROR_USAGE, "the submission has no verdict by hand that counts");
	return check_seen(log, submission, wanted->judgement, error);
}

int as_contest_log_ruling_withdraw(struct as_contest_log *log, size_t judgement,
	struct as_contest_decision by, struct as_error *error)
{
	const struct withdrawal wanted = {judgement, by};
	int64_t number;

	as_contest_log_lock(log);
	const size_t submission = as_contest_log_judgement(log, judgement)->submission;
	as_contest_log_unlock(log);
	json_t *body = ruling_body(log, submission, by.account);
	log_entry_text(&body, "state", "withdrawn");
	return log_put_checked(
		log, body, (struct log_check){check_withdraw, &wanted}, &number, error);
}

/* ---- applying ---- */

static int fill_ruling(struct as_contest_log *log, const struct event *event,
	struct as_contest_judgement *made, struct as_error *error)
{
	const char *username = event_text(event, "account");
	const struct as_contest_submission *of = as_contest_log_submission(log, made->submission);
	const bool is_accepted = made->verdict == AS_VERDICT_AC;

	made->ruling = calloc(1, sizeof(*made->ruling));
	if (!made->ruling)
		return as_error_no_memory(error);
	made->ruling->account =
		username ? as_contest_log_find_username(log, username) : AS_CONTEST_NONE;
	made->ruling->is_shown = json_is_true(json_object_get(event->body, "shown"));
	made->begin_wall_ms = made->end_wall_ms =
		event->wall_ms > of->wall_ms ? event->wall_ms : of->wall_ms;
	made->ended = true;
	made->score_e6 = json_object_get(event->body, "score_e6")
				 ? log_read_score(event_number(event, "score_e6"))
			 : is_accepted ? log->contest->problems[of->problem].points_e6
				       : 0;
	return event_copy(&made->ruling->reason, event_text(event, "reason"), error);
}

static int make_ruling(struct as_contest_log *log, const struct event *event, size_t submission,
	struct as_error *error)
{
	const enum as_verdict verdict = (enum as_verdict)log_verdict(event_text(event, "verdict"));
	const size_t index = log->state.judgement_count;

	if (verdict == AS_VERDICT_JE || !event_text(event, "reason"))
		return event_skip(log, event, "the verdict by hand lacks its verdict or reason");
	const size_t before = as_contest_log_submission(log, submission)->valid;
	if (event_add_judgement(log, submission, event, error))
		return -1;
	struct as_contest_judgement *made = &log->state.judgements[index]->seen;
	made->verdict = verdict;
	if (fill_ruling(log, event, made, error) ||
		event_take_judgement(log, index, event, true, error))
		return -1;
	event_made(log, event, index);
	event_tell_judgement(log, index, before, event);
	return 0;
}

void event_end_ruling(struct as_contest_log *log, size_t submission)
{
	struct as_contest_submission *of = &log->state.submissions[submission]->seen;

	log->state.judgements[of->valid]->seen.is_withdrawn = true;
	of->valid = as_contest_log_by_machine(log, submission);
}

static int withdraw_ruling(struct as_contest_log *log, const struct event *event, size_t submission,
	struct as_error *error)
{
	struct as_contest_submission *of = &log->state.submissions[submission]->seen;
	const size_t ended = of->valid;

	if (!as_contest_log_ruling(log, submission))
		return event_skip(log, event, "no verdict by hand counts for the submission");
	event_end_ruling(log, submission);
	if (of->valid == AS_CONTEST_NONE) {
		if (log_boards_set(log, submission, error))
			return -1;
	} else if (event_take_judgement(log, of->valid, event, true, error)) {
		return -1;
	}
	event_notify(log, AS_CONTEST_CHANGED_JUDGEMENT, ended, event->wall_ms);
	if (of->valid != AS_CONTEST_NONE)
		event_notify(log, AS_CONTEST_CHANGED_JUDGEMENT, of->valid, event->wall_ms);
	return 0;
}

int event_ruling(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const size_t submission = event_submission_of(log, event);
	const char *state = event_text(event, "state");

	if (submission == AS_CONTEST_NONE)
		return event_refuse(log, event, "submission");
	if (!state)
		return make_ruling(log, event, submission, error);
	return strcmp(state, "withdrawn") == 0
		       ? withdraw_ruling(log, event, submission, error)
		       : event_skip(log, event, "the state of the verdict by hand is unknown");
}

/* ---- audit ---- */

/* The ruling that was withdrawn last; rulings that another one replaced are not withdrawn. */
static size_t last_withdrawn(const struct as_contest_log *log, size_t submission)
{
	const struct as_contest_submission *of = as_contest_log_submission(log, submission);

	for (size_t i = of->judgement_count; i-- > 0;) {
		const struct as_contest_judgement *judgement =
			as_contest_log_judgement(log, of->judgements[i]);
		if (judgement->ruling && judgement->is_withdrawn)
			return of->judgements[i];
	}
	return AS_CONTEST_NONE;
}

bool audit_ruling(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	act->kind = event_text(event, "state") ? AS_CONTEST_ACT_RULING_END : AS_CONTEST_ACT_RULING;
	act->index = act->kind == AS_CONTEST_ACT_RULING
			     ? log->state.judgement_count - 1
			     : last_withdrawn(log, event_submission_of(log, event));
	return act->index != AS_CONTEST_NONE;
}
