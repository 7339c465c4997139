/* SPDX-License-Identifier: MIT */
/*
 * Rejudgings:
 *   1. An entry "rejudging" with the numbers of the submissions opens one. It is appended only if
 *      no other open rejudging has any of them.
 *   2. Entries "proposal" queue the jobs, each in the commit of its entry, a batch at a time. The
 *      state shows which jobs are missing, so any server can continue.
 *   3. An entry "rejudging" with the number of the rejudging and a state closes it: all its
 *      judgements count, or none.
 */
#include "rejudging.h"
#include "append.h"
#include "decide.h"
#include "state.h"

#include <inttypes.h>
#include <string.h>

/* ---- opening ---- */

static int check_not_final(
	const struct as_contest_log *log, const char *what, struct as_error *error)
{
	return as_contest_log_clock(log)->finalized_wall_ms == AS_NEVER_MS
		       ? 0
		       : as_error_set(error, AS_ERROR_USAGE,
				 "the results are final, so a rejudging cannot be %s", what);
}

static int check_submission(
	const struct as_contest_log *log, size_t submission, struct as_error *error)
{
	const struct as_contest_submission *of = as_contest_log_submission(log, submission);
	const size_t other = as_contest_log_find_rejudging(log, submission);

	if (other != AS_CONTEST_NONE)
		return as_error_set(error, AS_ERROR_USAGE,
			"submission %" PRIu64 " is in rejudging %zu, which is open; apply or "
			"cancel rejudging %zu first",
			of->arrival, other + 1, other + 1);
	return of->valid != AS_CONTEST_NONE
		       ? 0
		       : as_error_set(error, AS_ERROR_USAGE,
				 "submission %" PRIu64 " is not judged yet; wait for its verdict",
				 of->arrival);
}

static int check_open(const struct as_contest_log *log, const void *context, struct as_error *error)
{
	const struct as_contest_indexes *submissions = context;

	if (check_not_final(log, "opened", error))
		return -1;
	for (size_t i = 0; i < submissions->count; i++)
		if (check_submission(log, submissions->items[i], error))
			return -1;
	return submissions->count > 0 ? 0
				      : as_error_set(error, AS_ERROR_USAGE,
						"no submission is selected; choose another filter");
}

int as_contest_log_rejudging_open(struct as_contest_log *log,
	const struct as_contest_entry_rejudging *entry, size_t *rejudging, struct as_error *error)
{
	AS_AUTO_FREE char *reason = log_text(entry->reason, AS_CONTEST_REASON_MAX_BYTES, error);
	int64_t number;

	if (!reason)
		return as_error_context(error, "the reason");
	json_t *body = log_entry_of("rejudging", as_contest_log_now_ms(log));
	log_entry_text(&body, "reason", reason);
	log_entry_text(&body, "filter", entry->filter);
	if (entry->overrules)
		log_entry_set(&body, "overrules", json_true());
	if (entry->times > 1)
		log_entry_set(&body, "times", json_integer(entry->times));
	log_entry_set(&body, "submissions", log_submission_numbers(log, &entry->submissions));
	log_entry_account(log, &body, entry->account);
	return log_put_checked(log, body, (struct log_check){check_open, &entry->submissions},
		       &number, error) ||
			       log_find_made(log, number, rejudging, error)
		       ? -1
		       : 0;
}

/* ---- queueing ---- */

struct queueing {
	size_t rejudging;
	const struct as_contest_proposal *proposals;
	size_t count;
	/* An item for each proposal: all, and those of one attempt. */
	struct as_store_order *orders;
	struct as_store_entry *entries, *wanted;
	struct as_store_appended *appended;
	size_t *wanted_count;
};

static void clear_queueing(struct queueing *queueing)
{
	for (size_t i = 0; queueing->entries && i < queueing->count; i++)
		free((char *)queueing->entries[i].body.data);
	free(queueing->orders);
	free(queueing->entries);
	free(queueing->wanted);
	free(queueing->appended);
}

static int fill_entry(struct as_contest_log *log, const struct queueing *queueing, size_t i,
	struct as_error *error)
{
	const struct as_contest_proposal *proposal = &queueing->proposals[i];
	json_t *body = log_entry_of("proposal", as_contest_log_now_ms(log));

	as_contest_log_lock(log);
	const struct as_contest_submission *of =
		as_contest_log_submission(log, proposal->submission);
	const size_t problem = of->problem;
	const json_int_t arrival = (json_int_t)of->arrival;
	const int64_t again = as_contest_log_judgement(log, of->judgements[0])->job;
	as_contest_log_unlock(log);
	log_entry_set(&body, "rejudging", json_integer((json_int_t)queueing->rejudging + 1));
	log_entry_set(&body, "submission", json_integer(arrival));
	log_entry_package(log, &body, problem, proposal->order.package);
	AS_AUTO_JSON json_t *owned = body;
	char *text = owned ? json_dumps(owned, JSON_COMPACT) : NULL;
	if (!text)
		return as_error_no_memory(error);
	queueing->orders[i] = proposal->order;
	queueing->orders[i].space = as_contest_log_space(log);
	queueing->entries[i] = (struct as_store_entry){
		.body = {text, strlen(text)}, .order = &queueing->orders[i], .again = again};
	return 0;
}

static int fill_queueing(
	struct as_contest_log *log, struct queueing *queueing, struct as_error *error)
{
	queueing->orders = calloc(queueing->count + 1, sizeof(*queueing->orders));
	queueing->entries = calloc(queueing->count + 1, sizeof(*queueing->entries));
	queueing->wanted = calloc(queueing->count + 1, sizeof(*queueing->wanted));
	queueing->appended = calloc(queueing->count + 1, sizeof(*queueing->appended));
	if (!queueing->orders || !queueing->entries || !queueing->wanted || !queueing->appended)
		return as_error_no_memory(error);
	for (size_t i = 0; i < queueing->count; i++)
		if (fill_entry(log, queueing, i, error))
			return -1;
	return 0;
}

static bool is_wanted(const struct as_contest_log *log, size_t rejudging,
	const struct as_contest_proposal *proposal)
{
	const struct as_contest_rejudging *of = as_contest_log_rejudging(log, rejudging);
	const struct as_contest_rejudging_item *item = log_rejudging_item(of, proposal->submission);
	const size_t problem = as_contest_log_submission(log, proposal->submission)->problem;
	const char *now = as_contest_log_version(log, problem)->digest;

	return of->state == AS_CONTEST_REJUDGING_OPEN && item &&
	       item->judgement == proposal->replaces &&
	       (!*now || strcmp(now, proposal->order.package) == 0);
}

static int try_queue(
	struct as_contest_log *log, const void *context, int64_t *last, struct as_error *error)
{
	const struct queueing *queueing = context;
	size_t count = 0;

	as_contest_log_lock(log);
	*last = as_contest_log_last(log);
	for (size_t i = 0; i < queueing->count; i++)
		if (is_wanted(log, queueing->rejudging, &queueing->proposals[i]))
			queueing->wanted[count++] = queueing->entries[i];
	as_contest_log_unlock(log);
	*queueing->wanted_count = count;
	return count == 0 ? 1
			  : log_append_entries(
				    log, *last, queueing->wanted, count, queueing->appended, error);
}

int as_contest_log_rejudging_queue(struct as_contest_log *log, size_t rejudging,
	const struct as_contest_proposal *proposals, size_t count, struct as_error *error)
{
	size_t wanted = 0;
	AS_AUTO(clear_queueing)
	struct queueing queueing = {.rejudging = rejudging,
		.proposals = proposals,
		.count = count,
		.wanted_count = &wanted};

	if (fill_queueing(log, &queueing, error))
		return -1;
	const int result = log_decide(log, try_queue, &queueing, error);
	if (result == 0)
		return log_refuse_busy(log, "not all submissions are queued yet", error);
	return result < 0 || (wanted && log_await(log, queueing.appended[wanted - 1].number, error))
		       ? -1
		       : 0;
}

/* ---- closing ---- */

struct closing {
	size_t rejudging;
	bool is_applied;
};

static int check_apply(const struct as_contest_log *log, size_t rejudging, struct as_error *error)
{
	const size_t count = as_contest_log_rejudging(log, rejudging)->count;
	const size_t left = count - as_contest_log_rejudging_progress(log, rejudging).ended;

	if (check_not_final(log, "applied; cancel it", error))
		return -1;
	return left == 0 ? 0
			 : as_error_set(error, AS_ERROR_USAGE,
				   "%zu of the %zu submissions of rejudging %zu are not judged "
				   "yet; wait for the verdicts, or cancel the rejudging",
				   left, count, rejudging + 1);
}

static int check_close(
	const struct as_contest_log *log, const void *context, struct as_error *error)
{
	const struct closing *closing = context;
	const enum as_contest_rejudging_state state =
		as_contest_log_rejudging(log, closing->rejudging)->state;

	if (state != AS_CONTEST_REJUDGING_OPEN)
		return as_error_set(error, AS_ERROR_USAGE, "rejudging %zu is already %s",
			closing->rejudging + 1,
			state == AS_CONTEST_REJUDGING_APPLIED ? "applied" : "cancelled");
	return closing->is_applied ? check_apply(log, closing->rejudging, error) : 0;
}

int as_contest_log_rejudging_close(struct as_contest_log *log, size_t rejudging, bool is_applied,
	size_t account, struct as_error *error)
{
	const struct closing closing = {rejudging, is_applied};
	json_t *body = log_entry_of("rejudging", as_contest_log_now_ms(log));
	int64_t number;

	log_entry_set(&body, "rejudging", json_integer((json_int_t)rejudging + 1));
	log_entry_text(&body, "state", is_applied ? "applied" : "cancelled");
	log_entry_account(log, &body, account);
	return log_put_checked(
		log, body, (struct log_check){check_close, &closing}, &number, error);
}

/* ---- memory ---- */

void log_rejudging_free(struct as_contest_rejudging *rejudging)
{
	free(rejudging->reason);
	free(rejudging->filter);
	free(rejudging->items);
	free(rejudging);
}
