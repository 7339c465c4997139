/* SPDX-License-Identifier: MIT */
/* Reads rejudgings in the state: their items, verdicts before and after, and progress. */
#include "rejudging.h"
#include "state.h"

#include <string.h>

size_t as_contest_log_rejudging_count(const struct as_contest_log *log)
{
	return log->state.extras.rejudging_count;
}

const struct as_contest_rejudging *as_contest_log_rejudging(
	const struct as_contest_log *log, size_t rejudging)
{
	return log->state.extras.rejudgings[rejudging];
}

struct as_contest_rejudging_item *log_rejudging_item(
	const struct as_contest_rejudging *rejudging, size_t submission)
{
	size_t from = 0, to = rejudging->count;

	while (from < to) {
		const size_t middle = from + (to - from) / 2;
		if (rejudging->items[middle].submission == submission)
			return &rejudging->items[middle];
		if (rejudging->items[middle].submission < submission)
			from = middle + 1;
		else
			to = middle;
	}
	return NULL;
}

size_t as_contest_log_find_rejudging(const struct as_contest_log *log, size_t submission)
{
	for (size_t i = 0; i < as_contest_log_rejudging_count(log); i++) {
		const struct as_contest_rejudging *rejudging = as_contest_log_rejudging(log, i);
		if (rejudging->state == AS_CONTEST_REJUDGING_OPEN &&
			log_rejudging_item(rejudging, submission))
			return i;
	}
	return AS_CONTEST_NONE;
}

/* The judgement that an item is compared with; AS_CONTEST_NONE: there is none. */
static size_t before_of(
	const struct as_contest_log *log, const struct as_contest_rejudging_item *item)
{
	return item->was != AS_CONTEST_NONE
		       ? item->was
		       : as_contest_log_submission(log, item->submission)->valid;
}

bool log_item_keeps(const struct as_contest_log *log, const struct as_contest_rejudging_item *item,
	size_t valid)
{
	const size_t rejudging = as_contest_log_judgement(log, item->judgement)->rejudging;

	if (!log_keeps(log, valid, item->judgement))
		return false;
	return valid > item->judgement || !as_contest_log_rejudging(log, rejudging - 1)->overrules;
}

/* NULL: the item has no judgement that has ended. */
static const struct as_contest_judgement *ended_of(
	const struct as_contest_log *log, const struct as_contest_rejudging_item *item)
{
	const struct as_contest_judgement *judgement =
		item->judgement == AS_CONTEST_NONE ? NULL
						   : as_contest_log_judgement(log, item->judgement);

	return judgement && judgement->ended ? judgement : NULL;
}

struct as_contest_verdicts as_contest_log_item_verdicts(
	const struct as_contest_log *log, const struct as_contest_rejudging_item *item)
{
	const struct as_contest_judgement *ended = ended_of(log, item);

	return (struct as_contest_verdicts){
		.was = item->opened == AS_CONTEST_NONE
			       ? AS_VERDICT_NONE
			       : as_contest_log_judgement(log, item->opened)->verdict,
		.is = ended ? ended->verdict : AS_VERDICT_NONE};
}

bool as_contest_log_item_changes(
	const struct as_contest_log *log, const struct as_contest_rejudging_item *item)
{
	const size_t before = before_of(log, item);
	const struct as_contest_judgement *ended = ended_of(log, item);

	return ended && before != AS_CONTEST_NONE && !log_item_keeps(log, item, before) &&
	       !log_is_same_result(as_contest_log_judgement(log, before), ended);
}

bool as_contest_log_item_is_due(const struct as_contest_log *log,
	const struct as_contest_rejudging *rejudging, const struct as_contest_rejudging_item *item)
{
	return ended_of(log, item) && item->rounds + 1 < rejudging->times;
}

size_t as_contest_log_item_rounds(const struct as_contest_log *log,
	const struct as_contest_rejudging_item *item,
	enum as_verdict verdicts[AS_CONTEST_REJUDGING_MAX_TIMES])
{
	const struct as_contest_submission *of = as_contest_log_submission(log, item->submission);
	const struct as_contest_judgement *last =
		item->judgement == AS_CONTEST_NONE ? NULL
						   : as_contest_log_judgement(log, item->judgement);
	size_t count = 0;

	for (size_t i = 0; last && i < of->judgement_count; i++) {
		const struct as_contest_judgement *judgement =
			as_contest_log_judgement(log, of->judgements[i]);
		if (judgement->rejudging == last->rejudging && judgement->ended &&
			strcmp(judgement->package, last->package) == 0 &&
			!log->state.judgements[of->judgements[i]]->is_cancelled &&
			count < AS_CONTEST_REJUDGING_MAX_TIMES)
			verdicts[count++] = judgement->verdict;
	}
	return count;
}

bool as_contest_log_item_flickers(
	const struct as_contest_log *log, const struct as_contest_rejudging_item *item)
{
	enum as_verdict verdicts[AS_CONTEST_REJUDGING_MAX_TIMES];
	const size_t count = as_contest_log_item_rounds(log, item, verdicts);

	for (size_t i = 1; i < count; i++)
		if (verdicts[i] != verdicts[0])
			return true;
	return false;
}

static void count_item(const struct as_contest_log *log,
	const struct as_contest_rejudging *rejudging, const struct as_contest_rejudging_item *item,
	struct as_contest_rejudging_counts *counts)
{
	if (item->judgement == AS_CONTEST_NONE)
		return;
	const struct as_contest_judgement *judgement =
		as_contest_log_judgement(log, item->judgement);
	const struct as_contest_submission *of = as_contest_log_submission(log, item->submission);
	const char *now = as_contest_log_version(log, of->problem)->digest;
	counts->queued++;
	counts->begun += judgement->begin_wall_ms != 0;
	counts->ended += judgement->ended && !as_contest_log_item_is_due(log, rejudging, item);
	counts->changed += as_contest_log_item_changes(log, item);
	counts->errors += judgement->ended && judgement->verdict == AS_VERDICT_JE;
	counts->earlier += strcmp(judgement->package, now) != 0;
	counts->flickers += as_contest_log_item_flickers(log, item);
	const bool is_ruled = as_contest_log_ruling(log, item->submission) != NULL;
	const bool is_kept = log_item_keeps(log, item, of->valid);
	counts->newer += is_kept && !is_ruled;
	counts->ruled += is_kept && is_ruled;
	counts->overruled += !is_kept && is_ruled;
}

struct as_contest_rejudging_counts as_contest_log_rejudging_progress(
	const struct as_contest_log *log, size_t rejudging)
{
	const struct as_contest_rejudging *of = as_contest_log_rejudging(log, rejudging);
	struct as_contest_rejudging_counts counts = {0};

	for (size_t i = 0; i < of->count; i++)
		count_item(log, of, &of->items[i], &counts);
	return counts;
}
