/* SPDX-License-Identifier: MIT */
/* Requests to look at a mark again: once for an item, until it is answered. */
#include "state.h"

#include <string.h>

int as_course_log_request_add(struct as_course_log *log, size_t assignment, size_t person,
	const char *item, const char *text, struct as_error *error)
{
	AS_AUTO_FREE char *checked = as_journal_text(text, AS_COURSE_TEXT_MAX_BYTES, error);

	if (!checked)
		return -1;
	json_t *body = course_entry_of(log, "request");
	course_entry_assignment(log, &body, assignment);
	course_entry_person(log, &body, "person", person);
	as_journal_entry_text(&body, "item", item);
	as_journal_entry_text(&body, "text", checked);
	return course_put(log, body, "you have asked about this mark already", NULL, error);
}

int as_course_log_answer(struct as_course_log *log, size_t request, const char *text, size_t by,
	struct as_error *error)
{
	AS_AUTO_FREE char *checked = as_journal_text(text, AS_COURSE_TEXT_MAX_BYTES, error);

	if (!checked)
		return -1;
	json_t *body = course_entry_of(log, "answer");
	as_journal_entry_set(&body, "request", json_integer((json_int_t)request));
	as_journal_entry_text(&body, "text", checked);
	course_entry_person(log, &body, "by", by);
	return course_put(log, body, "the request was answered meanwhile", NULL, error);
}

/* ---- applying ---- */

static struct as_course_request *make_request(const struct course_event *event, const char *item,
	const char *text, struct as_error *error)
{
	struct as_course_request *made = calloc(1, sizeof(*made));

	if (made && (made->item = strdup(item)) && (made->text = strdup(text))) {
		made->by = AS_COURSE_NONE;
		made->wall_ms = event->wall_ms;
		return made;
	}
	if (made)
		course_request_free(made);
	as_error_no_memory(error);
	return NULL;
}

int course_apply_request(
	struct as_course_log *log, const struct course_event *event, struct as_error *error)
{
	struct course_state *state = &log->state;
	const size_t assignment = course_event_assignment(log, event);
	const size_t person = course_event_person(log, event, "person");
	const char *item = course_event_text(event, "item"),
		   *text = course_event_text(event, "text");

	if (assignment == AS_COURSE_NONE || person == AS_COURSE_NONE || !item || !text)
		return course_event_skip(log, event, "it is not a whole request");
	if (as_course_log_find_request(log, assignment, person, item) != AS_COURSE_NONE)
		return 0;
	if (!as_array_reserve(state->requests, state->request_count, error))
		return -1;
	struct as_course_request *made = make_request(event, item, text, error);
	if (!made)
		return -1;
	made->assignment = assignment;
	made->person = person;
	state->requests[state->request_count++] = made;
	course_event_made(
		log, event, AS_COURSE_CHANGED_REQUEST, assignment, state->request_count - 1);
	return 0;
}

int course_apply_answer(
	struct as_course_log *log, const struct course_event *event, struct as_error *error)
{
	const int64_t index = course_event_number(event, "request");
	const char *text = course_event_text(event, "text");

	if (index < 0 || (uint64_t)index >= log->state.request_count || !text)
		return course_event_skip(log, event, "it answers nothing");
	struct as_course_request *found = log->state.requests[index];
	if (found->answer)
		return 0;
	found->answer = strdup(text);
	if (!found->answer)
		return as_error_no_memory(error);
	found->by = course_event_person(log, event, "by");
	found->answered_ms = event->wall_ms;
	course_event_made(log, event, AS_COURSE_CHANGED_REQUEST, found->assignment, (size_t)index);
	const struct as_course_act act = {.kind = AS_COURSE_ACT_ANSWER,
		.by = found->by,
		.assignment = found->assignment,
		.person = found->person,
		.item = found->item,
		.text = found->answer};
	return course_act_add(log, event, &act, error);
}

/* ---- reading ---- */

size_t as_course_log_request_count(const struct as_course_log *log)
{
	return log->state.request_count;
}

const struct as_course_request *as_course_log_request(const struct as_course_log *log, size_t index)
{
	return log->state.requests[index];
}

size_t as_course_log_find_request(
	const struct as_course_log *log, size_t assignment, size_t person, const char *item)
{
	for (size_t i = 0; i < log->state.request_count; i++) {
		const struct as_course_request *found = log->state.requests[i];
		if (found->assignment == assignment && found->person == person &&
			strcmp(found->item, item) == 0)
			return i;
	}
	return AS_COURSE_NONE;
}

void course_request_free(struct as_course_request *request)
{
	free(request->item);
	free(request->text);
	free(request->answer);
	free(request);
}
