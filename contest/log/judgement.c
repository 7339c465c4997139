/* SPDX-License-Identifier: MIT */
/*
 * Judgements of submissions, and their ends. The store makes an event with the outcome when a job
 * is done, so a result and its place in the log are one commit. Logs of older versions have an
 * entry "judgement" after it instead; if the server died in between, the submission is judged again
 * (follow.c).
 */
#include "judgement.h"
#include "append.h"
#include "body.h"
#include "event.h"
#include "runs.h"

#include <string.h>

/* ---- appending ---- */

int as_contest_log_rejudge(struct as_contest_log *log, size_t submission,
	const struct as_store_order *version, struct as_contest_decision decision,
	struct as_error *error)
{
	struct as_store_order order = *version;
	json_t *body = log_entry_of("again", as_contest_log_now_ms(log));

	as_contest_log_lock(log);
	const struct as_contest_submission *found = as_contest_log_submission(log, submission);
	const int64_t job = as_contest_log_judgement(log, found->judgements[0])->job;
	const size_t problem = found->problem;
	log_entry_set(&body, "submission", json_integer((json_int_t)found->arrival));
	as_contest_log_unlock(log);
	log_entry_package(log, &body, problem, version->package);
	log_entry_account(log, &body, decision.account);
	order.space = as_contest_log_space(log);
	return log_put_decision(log, body, &order, job, decision.unless_final, error);
}

/* ---- the jobs of judgements ---- */

/* The index of the first job that is not less. */
static size_t place_of(const struct log_state *state, int64_t job)
{
	size_t from = 0, to = state->job_count;

	while (from < to) {
		const size_t middle = from + (to - from) / 2;
		if (state->jobs[middle].job < job)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

size_t log_find_job(const struct log_state *state, int64_t job)
{
	const size_t place = place_of(state, job);

	return place < state->job_count && state->jobs[place].job == job
		       ? state->jobs[place].judgement
		       : AS_CONTEST_NONE;
}

static int log_add_job(
	struct log_state *state, int64_t job, size_t judgement, struct as_error *error)
{
	if (!as_array_reserve(state->jobs, state->job_count, error))
		return -1;
	/* Jobs arrive almost in order, so the place is at or near the end. */
	const size_t place = place_of(state, job);
	memmove(&state->jobs[place + 1], &state->jobs[place],
		(state->job_count - place) * sizeof(*state->jobs));
	state->jobs[place] = (struct log_job){job, judgement};
	state->job_count++;
	return 0;
}

/* ---- applying the begin ---- */

int event_add_judgement(struct as_contest_log *log, size_t submission, const struct event *event,
	struct as_error *error)
{
	const int64_t job = event->record->event.job;
	struct log_state *state = &log->state;
	struct as_contest_submission *of = &state->submissions[submission]->seen;

	if (!as_array_reserve(state->judgements, state->judgement_count, error))
		return -1;
	if (!as_array_reserve(of->judgements, of->judgement_count, error))
		return -1;
	struct log_judgement *made = calloc(1, sizeof(*made));
	if (!made)
		return as_error_no_memory(error);
	made->seen = (struct as_contest_judgement){
		.submission = submission, .job = job, .max_run_time_ns = -1};
	event_digest(event, "package", made->seen.package);
	const int64_t tests = event_number(event, "tests");
	made->seen.test_count = tests > 0 ? (size_t)tests : 0;
	const size_t index = state->judgement_count++;
	state->judgements[index] = made;
	of->judgements[of->judgement_count++] = index;
	return job ? log_add_job(state, job, index, error) : 0;
}

int event_rejudge(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const size_t submission = event_submission_of(log, event);

	if (submission == AS_CONTEST_NONE || event->record->event.job == 0)
		return event_refuse(log, event, "submission");
	return event_add_judgement(log, submission, event, error);
}

/* ---- the end, as events tell it ---- */

struct ending {
	uint8_t verdict;
	bool is_withdrawn;
	bool is_scored;
	int64_t score_e6;
	int64_t *groups_e6; /* owned */
	size_t group_count;
	struct as_contest_run *runs; /* owned */
	size_t run_count;
	int64_t begin_ms, end_ms; /* begin 0: unknown */
};

static void clear(struct ending *ending)
{
	free(ending->groups_e6);
	free(ending->runs);
}

int64_t log_read_score(int64_t score_e6)
{
	return score_e6 >= 0 && score_e6 <= AS_SCORE_MAX_E6 ? score_e6 : 0;
}

static int make_lists(struct ending *ending, struct as_error *error)
{
	if (ending->group_count > AS_BOARD_MAX_GROUPS)
		ending->group_count = AS_BOARD_MAX_GROUPS;
	ending->groups_e6 = calloc(ending->group_count + 1, sizeof(*ending->groups_e6));
	ending->runs = calloc(ending->run_count + 1, sizeof(*ending->runs));
	return ending->groups_e6 && ending->runs ? 0 : as_error_no_memory(error);
}

/* Of a job that ended in the store; without an outcome it has no result. */
static int read_record(const struct as_contest_log *log, const struct as_store_record *record,
	struct ending *ending, struct as_error *error)
{
	static const struct as_store_outcome none = {.verdict = AS_VERDICT_JE};
	const struct as_store_outcome *outcome = record->outcome ? record->outcome : &none;

	*ending = (struct ending){.verdict = outcome->verdict,
		.is_scored = outcome->is_scored,
		.score_e6 = outcome->score_e6,
		.group_count = outcome->is_scored ? outcome->group_count : 0,
		.run_count = outcome->run_count,
		.begin_ms = record->began_ms ? log_server_ms(log, record->began_ms) : 0,
		.end_ms = log_server_ms(log, record->event.time_ms)};
	if (make_lists(ending, error))
		return -1;
	for (size_t i = 0; i < ending->group_count; i++)
		ending->groups_e6[i] = log_read_score(outcome->groups_e6[i]);
	for (size_t i = 0; i < ending->run_count; i++)
		ending->runs[i] = (struct as_contest_run){.test = outcome->runs[i].test,
			.verdict = outcome->runs[i].verdict,
			.time_ns = outcome->runs[i].time_ns};
	return 0;
}

/* Of an entry of an older version. */
static int read_entry(const struct event *event, struct ending *ending, struct as_error *error)
{
	const json_t *groups = json_object_get(event->body, "groups_e6");
	const struct log_rows *rows = &event->parsed->runs;
	const int64_t end_ms = event_number(event, "end_ms");

	*ending = (struct ending){.verdict = log_verdict(event_text(event, "verdict")),
		.is_withdrawn = event_number(event, "withdrawn") != 0,
		.is_scored =
			as_journal_body_number(&event->parsed->of, "score_e6", &ending->score_e6),
		.score_e6 = event_number(event, "score_e6"),
		.group_count = json_array_size(groups),
		.run_count = rows->count,
		.begin_ms = event_number(event, "begin_ms"),
		.end_ms = end_ms ? end_ms : event->wall_ms};
	if (make_lists(ending, error))
		return -1;
	for (size_t i = 0; i < ending->group_count; i++)
		ending->groups_e6[i] =
			log_read_score(json_integer_value(json_array_get(groups, i)));
	for (size_t i = 0; i < rows->count; i++)
		ending->runs[i] = rows->items[i].run;
	return 0;
}

/* The worker that wrote the runs is not trusted. The runs are in the order of the tests. */
static void drop_unknown_runs(struct ending *ending, const struct as_contest_judgement *judgement)
{
	while (judgement->test_count && ending->run_count &&
		ending->runs[ending->run_count - 1].test >= judgement->test_count)
		ending->run_count--;
}

/* ---- applying it ---- */

/* Only results of packages with scoring have a score; other packages are pass or fail. */
static int64_t score_of(const struct as_contest_log *log, const struct ending *ending,
	const struct as_contest_judgement *judgement)
{
	const size_t problem = log->state.submissions[judgement->submission]->seen.problem;

	if (ending->is_scored)
		return log_read_score(ending->score_e6);
	return ending->verdict == AS_VERDICT_AC ? log->contest->problems[problem].points_e6 : 0;
}

/* A judgement begins after its submission and ends after its last run, whatever the store's clock
 * says. */
static void set_times(const struct as_contest_log *log, struct as_contest_judgement *judgement,
	const struct ending *ending)
{
	const int64_t first_ms = log->state.submissions[judgement->submission]->seen.wall_ms;
	int64_t end_ms = ending->end_ms > first_ms ? ending->end_ms : first_ms;

	if (judgement->begin_wall_ms == 0)
		judgement->begin_wall_ms = ending->begin_ms == 0 || ending->begin_ms > end_ms
						   ? end_ms
					   : ending->begin_ms < first_ms ? first_ms
									 : ending->begin_ms;
	if (judgement->begin_wall_ms > end_ms)
		end_ms = judgement->begin_wall_ms;
	for (size_t i = 0; i < judgement->run_count; i++)
		if (judgement->runs[i].wall_ms > end_ms)
			end_ms = judgement->runs[i].wall_ms;
	judgement->end_wall_ms = end_ms;
}

static int fill_judgement(const struct as_contest_log *log, struct as_contest_judgement *judgement,
	struct ending *ending, struct as_error *error)
{
	judgement->ended = true;
	judgement->is_withdrawn |= ending->is_withdrawn;
	judgement->verdict = ending->verdict;
	judgement->score_e6 = score_of(log, ending, judgement);
	judgement->group_count = ending->group_count;
	judgement->groups_e6 = ending->group_count ? as_steal(ending->groups_e6) : NULL;
	set_times(log, judgement, ending);
	for (size_t i = 0; i < ending->run_count; i++) {
		ending->runs[i].wall_ms = judgement->end_wall_ms;
		if (ending->runs[i].time_ns > judgement->max_run_time_ns)
			judgement->max_run_time_ns = ending->runs[i].time_ns;
	}
	return log_runs_end(
		judgement, ending->runs, ending->run_count, judgement->end_wall_ms, error);
}

int event_take_judgement(struct as_contest_log *log, size_t index, const struct event *event,
	bool is_news, struct as_error *error)
{
	struct log_state *state = &log->state;
	struct as_contest_judgement *judgement = &state->judgements[index]->seen;
	struct as_contest_submission *of = &state->submissions[judgement->submission]->seen;
	const size_t before = of->valid;

	judgement->end_event = event->record->event.number;
	if (!judgement->is_withdrawn && !log_keeps(log, before, index))
		of->valid = index;
	const bool is_after = before != AS_CONTEST_NONE && of->valid == index;
	if (is_after && !is_news && log_is_same_result(&state->judgements[before]->seen, judgement))
		judgement->end_event = state->judgements[before]->seen.end_event;
	else
		state->ends.last = judgement->end_event;
	return log_boards_set(log, judgement->submission, error);
}

void event_tell_judgement(
	struct as_contest_log *log, size_t index, size_t before, const struct event *event)
{
	const size_t submission = as_contest_log_judgement(log, index)->submission;

	if (before != AS_CONTEST_NONE && as_contest_log_submission(log, submission)->valid == index)
		event_notify(log, AS_CONTEST_CHANGED_JUDGEMENT, before, event->wall_ms);
	event_notify(log, AS_CONTEST_CHANGED_JUDGEMENT, index, event->wall_ms);
}

/* The newest judgement that ended counts, unless it is proposed; a second event about the same job
 * changes nothing. */
static int end(struct as_contest_log *log, size_t index, const struct event *event,
	struct ending *ending, struct as_error *error)
{
	struct log_judgement *judgement = log->state.judgements[index];

	drop_unknown_runs(ending, &judgement->seen);
	if (fill_judgement(log, &judgement->seen, ending, error))
		return -1;
	log->state.ends.due_count -= judgement->is_due;
	judgement->is_due = false;
	if (judgement->seen.is_proposed)
		return 0;
	const size_t before = as_contest_log_submission(log, judgement->seen.submission)->valid;
	if (event_take_judgement(log, index, event, true, error))
		return -1;
	event_tell_judgement(log, index, before, event);
	return 0;
}

int event_judgement(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const size_t index = log_find_job(&log->state, event_number(event, "job"));
	AS_AUTO(clear) struct ending ending = {0};

	if (index == AS_CONTEST_NONE)
		return event_refuse(log, event, "job");
	if (log->state.judgements[index]->seen.ended)
		return 0;
	return read_entry(event, &ending, error) ? -1 : end(log, index, event, &ending, error);
}

int event_job_ended(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const struct as_store_record *record = event->record;
	const size_t index = log_find_job(&log->state, record->event.job);
	AS_AUTO(clear) struct ending ending = {0};

	if (index == AS_CONTEST_NONE || log->state.judgements[index]->seen.ended)
		return 0;
	if (record->event.kind == AS_STORE_EVENT_DONE && !record->outcome) {
		log->state.ends.due_count += !log->state.judgements[index]->is_due;
		log->state.judgements[index]->is_due = true;
		return 0;
	}
	if (read_record(log, record, &ending, error))
		return -1;
	/* Its submission has a newer judgement, or it is withdrawn already. */
	const struct as_contest_judgement *ended = as_contest_log_judgement(log, index);
	const bool is_cancelled = record->event.kind == AS_STORE_EVENT_CANCELLED;
	log->state.judgements[index]->is_cancelled = is_cancelled;
	ending.is_withdrawn = is_cancelled && !ended->is_proposed &&
			      as_contest_log_newest(log, ended->submission) != index;
	return end(log, index, event, &ending, error);
}

/* ---- audit ---- */

bool audit_rejudge(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	act->kind = AS_CONTEST_ACT_REJUDGE;
	return event_is_about_submission(log, event, act);
}

/* ---- memory ---- */

void log_judgement_free(struct log_judgement *judgement)
{
	free(judgement->seen.groups_e6);
	free(judgement->seen.runs);
	log_ruling_free(judgement->seen.ruling);
	free(judgement);
}
