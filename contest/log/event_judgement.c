/* SPDX-License-Identifier: MIT */
#include "event.h"

int event_add_judgement(struct as_contest_log *log, size_t submission, const struct event *event,
	struct as_error *error)
{
	const int64_t job = event->record->event.job;
	struct log_state *state = &log->state;
	struct as_contest_submission *of = &state->submissions[submission]->seen;
	struct log_judgement **judgements = as_array_grow(
		state->judgements, state->judgement_count, sizeof(*judgements), error);

	if (!judgements)
		return -1;
	state->judgements = judgements;
	size_t *own = as_array_grow(of->judgements, of->judgement_count, sizeof(*own), error);
	if (!own)
		return -1;
	of->judgements = own;
	struct log_judgement *made = calloc(1, sizeof(*made));
	if (!made)
		return as_error_no_memory(error);
	made->seen = (struct as_contest_judgement){
		.submission = submission, .job = job, .max_run_time_ns = -1};
	event_digest(event, "package", made->seen.package);
	const size_t index = state->judgement_count++;
	judgements[index] = made;
	own[of->judgement_count++] = index;
	return log_add_job(state, job, index, error);
}

/* A score that boards do not accept counts as 0, as in log_entry_judgement. */
static int64_t read_score(int64_t score_e6)
{
	return score_e6 >= 0 && score_e6 <= AS_SCORE_MAX_E6 ? score_e6 : 0;
}

/* Only results of packages that score have a score; of any other, all tests or nothing count. */
static int64_t score_of(const struct as_contest_log *log, const struct event *event,
	const struct as_contest_judgement *judgement)
{
	const size_t problem = log->state.submissions[judgement->submission]->seen.problem;
	int64_t score_e6;

	if (log_body_number(event->parsed, "score_e6", &score_e6))
		return read_score(score_e6);
	return judgement->verdict == AS_VERDICT_AC ? log->contest->problems[problem].points_e6 : 0;
}

static int read_groups(
	struct as_contest_judgement *judgement, const json_t *groups, struct as_error *error)
{
	const size_t count = json_array_size(groups);

	if (count == 0 || count > AS_BOARD_MAX_GROUPS)
		return 0;
	judgement->groups_e6 = calloc(count, sizeof(*judgement->groups_e6));
	if (!judgement->groups_e6)
		return as_error_no_memory(error);
	judgement->group_count = count;
	for (size_t i = 0; i < count; i++)
		judgement->groups_e6[i] = read_score(json_integer_value(json_array_get(groups, i)));
	return 0;
}

static int read_runs(
	struct as_contest_judgement *judgement, const struct event *event, struct as_error *error)
{
	const struct log_rows *rows = &event->parsed->runs;
	AS_AUTO_FREE struct as_contest_run *made = calloc(rows->count + 1, sizeof(*made));

	if (!made)
		return as_error_no_memory(error);
	for (size_t i = 0; i < rows->count; i++) {
		made[i] = rows->items[i].run;
		made[i].wall_ms = judgement->end_wall_ms;
	}
	return log_runs_end(judgement, made, rows->count, judgement->end_wall_ms, error);
}

/* A judgement ends after its last run, whatever the store's clock says. */
static int64_t latest(const struct as_contest_judgement *judgement, int64_t end_wall_ms)
{
	int64_t latest_ms = end_wall_ms;

	if (judgement->begin_wall_ms > latest_ms)
		latest_ms = judgement->begin_wall_ms;
	for (size_t i = 0; i < judgement->run_count; i++)
		if (judgement->runs[i].wall_ms > latest_ms)
			latest_ms = judgement->runs[i].wall_ms;
	return latest_ms;
}

static int fill_judgement(const struct as_contest_log *log, struct as_contest_judgement *judgement,
	const struct event *event, struct as_error *error)
{
	int64_t longest_ns;
	const int64_t begun_ms = judgement->begin_wall_ms, end_ms = event_number(event, "end_ms");

	judgement->ended = true;
	judgement->is_withdrawn = event_number(event, "withdrawn") != 0;
	judgement->verdict = log_verdict(event_text(event, "verdict"));
	judgement->begin_wall_ms = begun_ms ? begun_ms : event_number(event, "begin_ms");
	judgement->end_wall_ms = latest(judgement, end_ms ? end_ms : event->wall_ms);
	if (judgement->begin_wall_ms == 0)
		judgement->begin_wall_ms = judgement->end_wall_ms;
	judgement->max_run_time_ns =
		log_body_number(event->parsed, "max_run_ns", &longest_ns) ? longest_ns : -1;
	judgement->score_e6 = score_of(log, event, judgement);
	if (read_groups(judgement, json_object_get(event->body, "groups_e6"), error))
		return -1;
	return read_runs(judgement, event, error);
}

/* The newest judgement that ended counts; a second event about the same job changes nothing. */
int event_judgement(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct log_state *state = &log->state;
	const size_t index = log_find_job(state, event_number(event, "job"));

	if (index == AS_CONTEST_NONE)
		return event_refuse(log, event, "job");
	struct log_judgement *judgement = state->judgements[index];
	if (judgement->seen.ended)
		return 0;
	if (fill_judgement(log, &judgement->seen, event, error))
		return -1;
	state->ends.last = judgement->seen.end_event = event->record->event.number;
	if (judgement->is_due)
		state->ends.due_count--;
	judgement->is_due = false;
	while (state->ends.due_first < state->judgement_count &&
		state->judgements[state->ends.due_first]->seen.ended)
		state->ends.due_first++;
	struct as_contest_submission *of = &state->submissions[judgement->seen.submission]->seen;
	const size_t before = of->valid;
	if (!judgement->seen.is_withdrawn && (before == AS_CONTEST_NONE || before < index))
		of->valid = index;
	if (log_boards_set(log, judgement->seen.submission, error))
		return -1;
	if (before != AS_CONTEST_NONE && of->valid == index)
		event_notify(log, AS_CONTEST_CHANGED_JUDGEMENT, before, event->wall_ms);
	event_notify(log, AS_CONTEST_CHANGED_JUDGEMENT, index, event->wall_ms);
	return 0;
}

void event_job_ended(struct log_state *state, const struct as_store_event *event)
{
	const size_t index = log_find_job(state, event->job);

	if (index == AS_CONTEST_NONE || state->judgements[index]->seen.ended)
		return;
	struct log_judgement *judgement = state->judgements[index];
	state->ends.due_count += !judgement->is_due;
	judgement->is_due = true;
	judgement->is_lost = event->kind != AS_STORE_EVENT_DONE;
	judgement->is_cancelled = event->kind == AS_STORE_EVENT_CANCELLED;
}
