/* SPDX-License-Identifier: MIT */
/* Marks that people give. A decision is never changed: a later one takes its place. */
#include "state.h"

#include <string.h>

#define RACED "the mark was changed meanwhile; look at the new mark, then decide again"

/* ---- appending ---- */

static int check_entry(const struct as_course_entry_decision *entry, struct as_error *error)
{
	const bool is_given = entry->points_e4 != AS_COURSE_NO_MARK;

	if (entry->is_override && is_given && !(entry->text && *entry->text))
		return as_error_set(error, AS_ERROR_USAGE,
			"a mark that replaces another one needs a reason; the student sees it");
	return 0;
}

int as_course_log_decide(struct as_course_log *log, const struct as_course_entry_decision *entry,
	struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;

	if (check_entry(entry, error))
		return -1;
	if (entry->text && *entry->text &&
		!(text = as_journal_text(entry->text, AS_COURSE_TEXT_MAX_BYTES, error)))
		return -1;
	json_t *body = course_entry_of(log, "decision");
	course_entry_assignment(log, &body, entry->assignment);
	course_entry_person(log, &body, "person", entry->person);
	as_journal_entry_text(&body, "item", entry->item);
	as_journal_entry_set(&body, "override", json_boolean(entry->is_override));
	if (entry->points_e4 != AS_COURSE_NO_MARK)
		as_journal_entry_set(
			&body, "points_e4", json_integer((json_int_t)entry->points_e4));
	as_journal_entry_text(&body, "text", text);
	as_journal_entry_set(&body, "seen", json_integer((json_int_t)entry->seen));
	course_entry_person(log, &body, "by", entry->by);
	return course_put(log, body, RACED, NULL, error);
}

/* ---- applying ---- */

static int fill_decision(
	struct as_course_decision *made, const struct course_event *event, struct as_error *error)
{
	const char *item = course_event_text(event, "item");
	const char *text = course_event_text(event, "text");

	made->is_override = json_is_true(json_object_get(event->body->json, "override"));
	if (!as_journal_body_number(event->body, "points_e4", &made->points_e4))
		made->points_e4 = AS_COURSE_NO_MARK;
	made->wall_ms = event->wall_ms;
	made->version = (uint64_t)event->record->event.number;
	made->item = strdup(item ? item : AS_COURSE_TOTAL);
	made->text = text ? strdup(text) : NULL;
	return made->item && (!text || made->text) ? 0 : as_error_no_memory(error);
}

static int add_act(struct as_course_log *log, const struct course_event *event,
	const struct as_course_decision *made, const struct as_course_decision *before,
	struct as_error *error)
{
	const struct as_course_act act = {
		.kind = made->is_override ? AS_COURSE_ACT_OVERRIDE : AS_COURSE_ACT_MARK,
		.by = made->by,
		.assignment = made->assignment,
		.person = made->person,
		.item = made->item,
		.before_e4 = before ? before->points_e4 : AS_COURSE_NO_MARK,
		.now_e4 = made->points_e4,
		.text = made->text};

	return course_act_add(log, event, &act, error);
}

int course_apply_decision(
	struct as_course_log *log, const struct course_event *event, struct as_error *error)
{
	struct course_state *state = &log->state;
	struct as_course_decision *made = calloc(1, sizeof(*made));

	if (!made)
		return as_error_no_memory(error);
	made->assignment = course_event_assignment(log, event);
	made->person = course_event_person(log, event, "person");
	made->by = course_event_person(log, event, "by");
	if (fill_decision(made, event, error) ||
		!as_array_reserve(state->decisions, state->decision_count, error)) {
		course_decision_free(made);
		return -1;
	}
	const bool is_whole = made->assignment != AS_COURSE_NONE && made->person != AS_COURSE_NONE;
	const struct as_course_decision *before =
		is_whole ? as_course_log_find_decision(log, made->assignment, made->person,
				   made->item, made->is_override)
			 : NULL;
	if (!is_whole ||
		(uint64_t)course_event_number(event, "seen") != (before ? before->version : 0)) {
		course_decision_free(made);
		return is_whole ? 0 : course_event_skip(log, event, "it names no person");
	}
	state->decisions[state->decision_count++] = made;
	course_event_made(log, event, AS_COURSE_CHANGED_DECISION, made->assignment,
		state->decision_count - 1);
	return add_act(log, event, made, before, error);
}

/* ---- reading ---- */

size_t as_course_log_decision_count(const struct as_course_log *log)
{
	return log->state.decision_count;
}

const struct as_course_decision *as_course_log_decision(
	const struct as_course_log *log, size_t index)
{
	return log->state.decisions[index];
}

const struct as_course_decision *as_course_log_find_decision(const struct as_course_log *log,
	size_t assignment, size_t person, const char *item, bool is_override)
{
	for (size_t i = log->state.decision_count; i-- > 0;) {
		const struct as_course_decision *found = log->state.decisions[i];
		if (found->assignment == assignment && found->person == person &&
			found->is_override == is_override && strcmp(found->item, item) == 0)
			return found;
	}
	return NULL;
}

void course_decision_free(struct as_course_decision *decision)
{
	free(decision->item);
	free(decision->text);
	free(decision);
}
