/* SPDX-License-Identifier: MIT */
/* Submissions, and whether they count. */
#include "append.h"
#include "event.h"
#include "start.h"

#include <inttypes.h>
#include <string.h>

/* ---- appending ---- */

/* The index of the submission that an event made. Searches from the newest. */
static int find_made(
	struct as_contest_log *log, int64_t number, size_t *submission, struct as_error *error)
{
	*submission = AS_CONTEST_NONE;
	as_contest_log_lock(log);
	for (size_t i = log->state.submission_count; i-- > 0;)
		if (log->state.submissions[i]->event <= number) {
			if (log->state.submissions[i]->event == number)
				*submission = i;
			break;
		}
	as_contest_log_unlock(log);
	return *submission != AS_CONTEST_NONE ? 0
					      : as_error_set(error, AS_ERROR_INTERNAL,
							"the submission was not understood");
}

/* NULL and "" mean: no path. */
static int check_path(const char *what, const char *path, struct as_error *error)
{
	if (!path || !*path || !log_check_text(path, AS_CONTEST_PATH_MAX_BYTES, error))
		return 0;
	return as_error_context(error, "%s", what);
}

/* Also the id of a hidden submission is taken; any index. */
static size_t find_taken(const struct as_contest_log *log, const char *id)
{
	return json_object_get(log->state.extras.submission_ids, id)
		       ? 0
		       : as_contest_log_find_submission_id(log, id);
}

int as_contest_log_submit(struct as_contest_log *log,
	const struct as_contest_entry_submission *entry, size_t *submission, struct as_error *error)
{
	const int64_t wall_ms = entry->wall_ms >= 0 ? entry->wall_ms : as_contest_log_now_ms(log);
	if (log_check_id(log, entry->id, find_taken, error) ||
		check_path("the entry point", entry->entry_point, error) ||
		check_path("the name of the file", entry->name, error))
		return -1;
	json_t *body = log_entry_of("submission", wall_ms);
	struct as_store_order order = *entry->order;
	struct as_store_appended appended;
	char blob[AS_DIGEST_HEX_SIZE];

	as_digest_bytes(order.files.data, order.files.size, blob);
	log_entry_team(log, &body, "team", entry->team);
	log_entry_account(log, &body, entry->account);
	log_entry_text(&body, "problem", log->contest->problems[entry->problem].id);
	log_entry_text(&body, "language", entry->language);
	log_entry_text(&body, "entry_point", entry->entry_point);
	log_entry_text(&body, "name", entry->name);
	log_entry_text(&body, "id", entry->id);
	log_entry_text(&body, "files", blob);
	log_entry_package(log, &body, entry->problem, order.package);
	order.space = as_contest_log_space(log);
	order.once = false;
	if (log_put(log, body, &order, 0, &appended, error))
		return -1;
	return find_made(log, appended.number, submission, error);
}

int as_contest_log_ignore(struct as_contest_log *log, size_t submission, bool is_ignored,
	struct as_contest_decision decision, struct as_error *error)
{
	json_t *body = log_entry_of("ignore", as_contest_log_now_ms(log));

	as_contest_log_lock(log);
	const uint64_t arrival = as_contest_log_submission(log, submission)->arrival;
	as_contest_log_unlock(log);
	log_entry_set(&body, "submission", json_integer((json_int_t)arrival));
	log_entry_set(&body, "ignored", json_boolean(is_ignored));
	log_entry_account(log, &body, decision.account);
	return log_put_decision(log, body, NULL, 0, decision.unless_final, error);
}

/* ---- applying ---- */

static int fill_submission(struct as_contest_log *log, const struct event *event, size_t index,
	struct as_contest_submission *made, struct as_error *error)
{
	made->valid = AS_CONTEST_NONE;
	made->wall_ms = event->wall_ms;
	log_set_time(log, made);
	event_digest(event, "files", made->blob);
	if (event_name(&log->state.extras.submission_ids, event_text(event, "id"), made->arrival,
		    index, &made->id, error) ||
		event_copy(&made->language, event_text(event, "language"), error) ||
		event_copy(&made->entry_point, event_text(event, "entry_point"), error))
		return -1;
	return event_copy(&made->name, event_text(event, "name"), error);
}

/* Makes the submission the last one of its team. */
static int link_submission(struct as_contest_log *log, size_t index,
	struct as_contest_submission *made, struct as_error *error)
{
	struct log_people *people = &log->state.people;

	while (people->last_submission_count <= made->team) {
		if (!as_array_reserve(
			    people->last_submissions, people->last_submission_count, error))
			return -1;
		people->last_submissions[people->last_submission_count++] = AS_CONTEST_NONE;
	}
	made->previous = people->last_submissions[made->team];
	people->last_submissions[made->team] = index;
	return 0;
}

/* The folder may get the team or the problem back, so the submission keeps its number and id:
 * events about submissions after it name these by their numbers. */
static int hide_submission(struct as_contest_log *log, const struct event *event, const char *what,
	const char *id, struct as_error *error)
{
	struct log_state *state = &log->state;
	const uint64_t number = ++state->hidden_count + state->submission_count;
	const char *wanted = event_text(event, "id");
	AS_AUTO_FREE char *decimal = as_text_format(error, "%" PRIu64, number);
	AS_AUTO_FREE char *own = NULL;

	if (!decimal || event_name(&state->extras.submission_ids, wanted ? wanted : decimal, number,
				AS_CONTEST_NONE, &own, error))
		return -1;
	return event_skip(log, event, "submission %s is hidden, because the contest has no %s '%s'",
		decimal, what, id ? id : "");
}

int event_submission(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct log_state *state = &log->state;
	const char *team = event_text(event, "team"), *problem = event_text(event, "problem");
	const size_t team_index = team ? as_contest_log_find_team(log, team) : AS_CONTEST_NONE;
	const size_t problem_index =
		problem ? as_contest_find_problem(log->contest, problem) : AS_CONTEST_NONE;

	if (team_index == AS_CONTEST_NONE)
		return hide_submission(log, event, "team", team, error);
	if (problem_index == AS_CONTEST_NONE)
		return hide_submission(log, event, "problem", problem, error);
	if (!as_array_reserve(state->submissions, state->submission_count, error))
		return -1;
	struct log_submission *made = calloc(1, sizeof(*made));
	if (!made)
		return as_error_no_memory(error);
	const size_t index = state->submission_count++;
	state->submissions[index] = made;
	made->event = event->record->event.number;
	made->seen.team = team_index;
	made->seen.problem = problem_index;
	made->seen.arrival = index + 1 + state->hidden_count;
	if (fill_submission(log, event, index, &made->seen, error) ||
		link_submission(log, index, &made->seen, error) ||
		event_add_judgement(log, index, event, error) || log_boards_set(log, index, error))
		return -1;
	event_notify(log, AS_CONTEST_CHANGED_SUBMISSION, index, event->wall_ms);
	return 0;
}

int event_ignore(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const size_t submission = event_submission_of(log, event);

	if (submission == AS_CONTEST_NONE)
		return event_refuse(log, event, "submission");
	log->state.submissions[submission]->seen.is_ignored =
		json_is_true(json_object_get(event->body, "ignored"));
	if (log_boards_set(log, submission, error))
		return -1;
	event_notify(log, AS_CONTEST_CHANGED_SUBMISSION, submission, event->wall_ms);
	return 0;
}

/* ---- audit ---- */

bool audit_ignore(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	act->kind = json_is_true(json_object_get(event->body, "ignored")) ? AS_CONTEST_ACT_IGNORE
									  : AS_CONTEST_ACT_COUNT;
	return event_is_about_submission(log, event, act);
}

/* The newest object is the event's, if the event was valid. */
bool audit_submission(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	const size_t count = log->state.submission_count;

	act->kind = AS_CONTEST_ACT_SUBMIT;
	act->index = count - 1;
	return event_is_of_jury(log, act) && count > 0 &&
	       log->state.submissions[count - 1]->event == event->record->event.number;
}

/* ---- memory ---- */

void log_submission_free(struct log_submission *submission)
{
	free(submission->seen.id);
	free(submission->seen.language);
	free(submission->seen.entry_point);
	free(submission->seen.name);
	free(submission->seen.judgements);
	free(submission);
}
