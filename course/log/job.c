/* SPDX-License-Identifier: MIT */
/* The jobs of hand-ins, and their ends. */
#include "state.h"

#include <string.h>

/* ---- appending ---- */

int as_course_log_judge_again(struct as_course_log *log, size_t hand_in, size_t job,
	const struct as_store_order *order, size_t by, struct as_error *error)
{
	json_t *body = course_entry_of(log, "again");
	struct as_store_appended appended;
	struct as_journal_extras extras = {.order = order};

	as_journal_lock(log->journal);
	const struct as_course_hand_in *found = &log->state.hand_ins[hand_in]->seen;
	as_journal_entry_set(&body, "number", json_integer((json_int_t)found->number));
	as_journal_entry_set(&body, "index", json_integer((json_int_t)job));
	as_journal_entry_text(
		&body, "digest", order->package ? order->package : found->jobs[job].package_digest);
	extras.again = found->jobs[job].job;
	as_journal_unlock(log->journal);
	course_entry_person(log, &body, "by", by);
	return as_journal_put(log->journal, body, extras, &appended, error);
}

/* ---- places ---- */

/* The first place of a job, or of a later one. */
static size_t find_place(const struct course_state *state, int64_t job)
{
	size_t low = 0, high = state->place_count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (state->places[middle].job < job)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static struct as_course_job *job_at(
	const struct course_state *state, const struct course_job_place *place)
{
	return &state->hand_ins[place->hand_in]->seen.jobs[place->index];
}

/* Equal files share a job, which may have ended before this hand-in. */
int course_place_add(
	struct as_course_log *log, const struct course_job_place *place, struct as_error *error)
{
	struct course_state *state = &log->state;

	if (!place->job)
		return 0;
	if (!as_array_reserve(state->places, state->place_count, error))
		return -1;
	size_t at = find_place(state, place->job);
	if (at < state->place_count && state->places[at].job == place->job) {
		const struct as_course_job *same = job_at(state, &state->places[at]);
		struct as_course_job *job = job_at(state, place);
		if (same->job == place->job) {
			job->state = same->state;
			job->verdict = same->verdict;
			job->ended_ms = same->ended_ms;
		}
	}
	memmove(&state->places[at + 1], &state->places[at],
		(state->place_count - at) * sizeof(*state->places));
	state->places[at] = *place;
	state->place_count++;
	return 0;
}

/* ---- applying ---- */

static int copy_text(char **copy, const json_t *value, const char *key, struct as_error *error)
{
	const char *text = json_string_value(json_object_get(value, key));

	*copy = text ? strdup(text) : NULL;
	return text && !*copy ? as_error_no_memory(error) : 0;
}

static void copy_digest(char digest[AS_DIGEST_HEX_SIZE], const json_t *value, const char *key)
{
	const char *text = json_string_value(json_object_get(value, key));

	snprintf(digest, AS_DIGEST_HEX_SIZE, "%s", text ? text : "");
}

static int read_job(struct as_course_job *job, const json_t *value, struct as_error *error)
{
	job->state = AS_STORE_QUEUED;
	copy_digest(job->package_digest, value, "digest");
	copy_digest(job->files, value, "files");
	if (copy_text(&job->package, value, "package", error) ||
		copy_text(&job->language, value, "language", error) ||
		copy_text(&job->entry_point, value, "entry_point", error) ||
		copy_text(&job->doubt, value, "doubt", error))
		return -1;
	if (!job->package)
		job->package = strdup("");
	return job->package ? 0 : as_error_no_memory(error);
}

int course_jobs_read(
	struct as_course_hand_in *made, const struct course_event *event, struct as_error *error)
{
	const json_t *list = json_object_get(event->body->json, "jobs");
	const size_t count = json_array_size(list);

	made->jobs = calloc(count + 1, sizeof(*made->jobs));
	if (!made->jobs)
		return as_error_no_memory(error);
	/* Counted first, so that half a job is freed. */
	while (made->job_count < count) {
		const size_t index = made->job_count++;
		if (read_job(&made->jobs[index], json_array_get(list, index), error))
			return -1;
	}
	return 0;
}

/* The newest hand-in with that key: usually the last of all. AS_COURSE_NONE: its event changed
 * nothing. */
static size_t find_key(const struct course_state *state, const char *key)
{
	for (size_t i = state->hand_in_count; key && i-- > 0;)
		if (strcmp(state->hand_ins[i]->key, key) == 0)
			return i;
	return AS_COURSE_NONE;
}

int course_apply_job(
	struct as_course_log *log, const struct course_event *event, struct as_error *error)
{
	const size_t index = (size_t)course_event_number(event, "index");
	const size_t found = find_key(&log->state, course_event_text(event, "key"));

	if (found == AS_COURSE_NONE || index >= log->state.hand_ins[found]->seen.job_count)
		return 0;
	const struct course_job_place place = {event->record->event.job, found, index};
	log->state.hand_ins[found]->seen.jobs[index].job = place.job;
	return course_place_add(log, &place, error);
}

int course_apply_again(
	struct as_course_log *log, const struct course_event *event, struct as_error *error)
{
	const int64_t number = course_event_number(event, "number");
	const size_t index = (size_t)course_event_number(event, "index");
	const size_t found =
		number > 0 ? as_course_log_find_hand_in(log, (uint64_t)number) : AS_COURSE_NONE;
	const char *digest = course_event_text(event, "digest");

	if (found == AS_COURSE_NONE || index >= log->state.hand_ins[found]->seen.job_count)
		return course_event_skip(log, event, "it names no hand-in");
	struct as_course_job *job = &log->state.hand_ins[found]->seen.jobs[index];
	job->job = event->record->event.job;
	job->state = AS_STORE_QUEUED;
	job->verdict = AS_VERDICT_NONE;
	job->ended_ms = 0;
	if (digest)
		snprintf(job->package_digest, sizeof(job->package_digest), "%s", digest);
	const struct course_job_place place = {job->job, found, index};
	if (course_place_add(log, &place, error))
		return -1;
	course_event_made(log, event, AS_COURSE_CHANGED_RESULT,
		log->state.hand_ins[found]->seen.assignment, found);
	return 0;
}

static void end_job(struct as_course_log *log, const struct course_event *event,
	const struct course_job_place *place)
{
	const struct as_store_event *ended = &event->record->event;
	struct as_course_job *job = job_at(&log->state, place);

	if (job->job != ended->job)
		return; /* it was judged again meanwhile */
	job->state = ended->kind == AS_STORE_EVENT_DONE     ? AS_STORE_DONE
		     : ended->kind == AS_STORE_EVENT_FAILED ? AS_STORE_FAILED
							    : AS_STORE_CANCELLED;
	job->verdict = job->state == AS_STORE_DONE && event->record->outcome
			       ? event->record->outcome->verdict
			       : AS_VERDICT_JE;
	job->ended_ms = ended->time_ms;
	course_event_made(log, event, AS_COURSE_CHANGED_RESULT,
		log->state.hand_ins[place->hand_in]->seen.assignment, place->hand_in);
}

int course_apply_end(
	struct as_course_log *log, const struct course_event *event, struct as_error *error)
{
	const struct course_state *state = &log->state;
	const int64_t job = event->record->event.job;

	(void)error;
	for (size_t i = find_place(state, job);
		i < state->place_count && state->places[i].job == job; i++)
		end_job(log, event, &state->places[i]);
	return 0;
}
