/* SPDX-License-Identifier: MIT */
/* Applies the events of rejudgings to the state. */
#include "event.h"
#include "rejudging.h"

#include <string.h>

/* The rejudging that an event names by its number; NULL: unknown. */
static struct as_contest_rejudging *rejudging_of(
	const struct as_contest_log *log, const struct event *event)
{
	const int64_t number = event_number(event, "rejudging");

	return number >= 1 && (uint64_t)number <= log->state.extras.rejudging_count
		       ? log->state.extras.rejudgings[number - 1]
		       : NULL;
}

static size_t account_of(const struct as_contest_log *log, const struct event *event)
{
	const char *username = event_text(event, "account");

	return username ? as_contest_log_find_username(log, username) : AS_CONTEST_NONE;
}

/* ---- opening ---- */

static int fill_items(struct as_contest_log *log, const struct event *event,
	struct as_contest_rejudging *made, struct as_error *error)
{
	struct as_contest_indexes found = {0};

	if (event_objects(log, event, "submissions", event_find_submission, &found, error))
		return -1;
	made->items = calloc(found.count + 1, sizeof(*made->items));
	for (size_t i = 0; made->items && i < found.count; i++)
		if (made->count == 0 || found.items[i] > made->items[made->count - 1].submission)
			made->items[made->count++] = (struct as_contest_rejudging_item){
				.submission = found.items[i],
				.judgement = AS_CONTEST_NONE,
				.opened = as_contest_log_submission(log, found.items[i])->valid,
				.was = AS_CONTEST_NONE};
	free(found.items);
	return made->items ? 0 : as_error_no_memory(error);
}

static int open_rejudging(
	struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct log_extras *extras = &log->state.extras;
	const int64_t times = event_number(event, "times");

	if (!as_array_reserve(extras->rejudgings, extras->rejudging_count, error))
		return -1;
	struct as_contest_rejudging *made = calloc(1, sizeof(*made));
	if (!made)
		return as_error_no_memory(error);
	const size_t index = extras->rejudging_count++;
	extras->rejudgings[index] = made;
	made->account = account_of(log, event);
	made->closed_account = AS_CONTEST_NONE;
	made->wall_ms = event->wall_ms;
	made->overrules = json_is_true(json_object_get(event->body, "overrules"));
	made->times = times > 1 && times <= AS_CONTEST_REJUDGING_MAX_TIMES ? (unsigned)times : 1;
	if (event_copy(&made->reason, event_text(event, "reason"), error) ||
		event_copy(&made->filter, event_text(event, "filter"), error) ||
		fill_items(log, event, made, error))
		return -1;
	event_made(log, event, index);
	event_notify(log, AS_CONTEST_CHANGED_REJUDGING, index, event->wall_ms);
	return 0;
}

/* ---- judgements ---- */

static void withdraw(struct as_contest_log *log, size_t judgement)
{
	struct as_contest_judgement *found = &log->state.judgements[judgement]->seen;

	found->is_proposed = false;
	found->is_withdrawn = true;
}

static void replace(
	struct as_contest_log *log, struct as_contest_rejudging_item *item, const char *package)
{
	const struct as_contest_judgement *before = as_contest_log_judgement(log, item->judgement);

	if (strcmp(before->package, package) != 0)
		item->rounds = 0;
	else
		item->rounds += before->ended;
	withdraw(log, item->judgement);
}

/* A later judgement of a submission replaces the one before. Servers cancel the jobs of withdrawn
 * judgements. */
int event_proposal(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct as_contest_rejudging *rejudging = rejudging_of(log, event);
	const size_t submission = event_submission_of(log, event);
	const size_t index = log->state.judgement_count;

	if (submission == AS_CONTEST_NONE || event->record->event.job == 0)
		return event_refuse(log, event, "submission");
	struct as_contest_rejudging_item *item =
		rejudging ? log_rejudging_item(rejudging, submission) : NULL;
	if (!item)
		return event_refuse(log, event, "rejudging");
	if (event_add_judgement(log, submission, event, error))
		return -1;
	struct as_contest_judgement *made = &log->state.judgements[index]->seen;
	made->rejudging = (size_t)event_number(event, "rejudging");
	made->is_proposed = true;
	if (rejudging->state != AS_CONTEST_REJUDGING_OPEN) {
		withdraw(log, index);
		return 0;
	}
	if (item->judgement != AS_CONTEST_NONE)
		replace(log, item, made->package);
	item->judgement = index;
	return 0;
}

/* ---- closing ---- */

static int apply_item(struct as_contest_log *log, struct as_contest_rejudging_item *item,
	const struct event *event, struct as_error *error)
{
	if (item->judgement == AS_CONTEST_NONE)
		return 0;
	struct as_contest_judgement *judgement = &log->state.judgements[item->judgement]->seen;
	item->was = as_contest_log_submission(log, item->submission)->valid;
	if (!judgement->ended) {
		withdraw(log, item->judgement);
		return 0;
	}
	const bool is_overruled = as_contest_log_ruling(log, item->submission) &&
				  !log_item_keeps(log, item, item->was);
	if (is_overruled)
		event_end_ruling(log, item->submission);
	judgement->is_proposed = false;
	return event_take_judgement(log, item->judgement, event, is_overruled, error);
}

static void tell_item(struct as_contest_log *log, const struct as_contest_rejudging_item *item,
	const struct event *event)
{
	if (item->judgement != AS_CONTEST_NONE &&
		as_contest_log_judgement(log, item->judgement)->ended)
		event_tell_judgement(log, item->judgement, item->was, event);
}

static int close_rejudging(struct as_contest_log *log, struct as_contest_rejudging *rejudging,
	const struct event *event, struct as_error *error)
{
	const char *state = event_text(event, "state");
	const bool is_applied = strcmp(state, "applied") == 0;

	if (!is_applied && strcmp(state, "cancelled") != 0)
		return event_skip(log, event, "the state of the rejudging is unknown");
	if (rejudging->state != AS_CONTEST_REJUDGING_OPEN)
		return event_skip(log, event, "the rejudging that it names is closed");
	rejudging->state =
		is_applied ? AS_CONTEST_REJUDGING_APPLIED : AS_CONTEST_REJUDGING_CANCELLED;
	rejudging->closed_account = account_of(log, event);
	rejudging->closed_wall_ms = event->wall_ms;
	for (size_t i = 0; i < rejudging->count; i++) {
		struct as_contest_rejudging_item *item = &rejudging->items[i];
		if (is_applied && apply_item(log, item, event, error))
			return -1;
		if (!is_applied && item->judgement != AS_CONTEST_NONE)
			withdraw(log, item->judgement);
	}
	for (size_t i = 0; is_applied && i < rejudging->count; i++)
		tell_item(log, &rejudging->items[i], event);
	event_notify(log, AS_CONTEST_CHANGED_REJUDGING,
		(size_t)event_number(event, "rejudging") - 1, event->wall_ms);
	return 0;
}

int event_rejudging(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct as_contest_rejudging *rejudging = rejudging_of(log, event);

	if (!event_text(event, "state"))
		return open_rejudging(log, event, error);
	return rejudging ? close_rejudging(log, rejudging, event, error)
			 : event_refuse(log, event, "rejudging");
}

/* ---- audit ---- */

bool audit_rejudging(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	const char *state = event_text(event, "state");

	act->kind = !state                          ? AS_CONTEST_ACT_REJUDGING_OPEN
		    : strcmp(state, "applied") == 0 ? AS_CONTEST_ACT_REJUDGING_APPLY
						    : AS_CONTEST_ACT_REJUDGING_CANCEL;
	act->index = state ? (size_t)event_number(event, "rejudging") - 1
			   : log->state.extras.rejudging_count - 1;
	return true;
}
