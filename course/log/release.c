/* SPDX-License-Identifier: MIT */
/* Releases of marks, and later deadlines of people. */
#include "state.h"

/* ---- appending ---- */

int as_course_log_release(struct as_course_log *log, size_t assignment, bool is_released, size_t by,
	struct as_error *error)
{
	json_t *body = course_entry_of(log, "release");

	course_entry_assignment(log, &body, assignment);
	as_journal_entry_set(&body, "released", json_boolean(is_released));
	course_entry_person(log, &body, "by", by);
	return course_put(log, body, "the assignment is unknown", NULL, error);
}

int as_course_log_extend(struct as_course_log *log, size_t assignment, size_t person,
	int64_t until_ms, const char *reason, size_t by, struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;

	if (reason && *reason && !(text = as_journal_text(reason, AS_COURSE_TEXT_MAX_BYTES, error)))
		return -1;
	json_t *body = course_entry_of(log, "extension");
	course_entry_assignment(log, &body, assignment);
	course_entry_person(log, &body, "person", person);
	as_journal_entry_set(&body, "until_ms", json_integer((json_int_t)until_ms));
	as_journal_entry_text(&body, "text", text);
	course_entry_person(log, &body, "by", by);
	return course_put(log, body, "the assignment is unknown", NULL, error);
}

/* ---- applying ---- */

int course_apply_release(
	struct as_course_log *log, const struct course_event *event, struct as_error *error)
{
	const size_t assignment = course_event_assignment(log, event);

	if (assignment == AS_COURSE_NONE)
		return course_event_skip(log, event, "it names no assignment");
	struct course_task *task = log->state.tasks[assignment];
	task->is_decided = true;
	task->is_released = json_is_true(json_object_get(event->body->json, "released"));
	const struct as_course_act act = {
		.kind = task->is_released ? AS_COURSE_ACT_RELEASE : AS_COURSE_ACT_WITHHOLD,
		.by = course_event_person(log, event, "by"),
		.assignment = assignment,
		.person = AS_COURSE_NONE};
	course_event_made(log, event, AS_COURSE_CHANGED_DECISION, assignment, AS_COURSE_NONE);
	return course_act_add(log, event, &act, error);
}

static struct course_extension *find_extension(
	const struct as_course_log *log, size_t assignment, size_t person)
{
	for (size_t i = 0; i < log->state.extension_count; i++) {
		struct course_extension *found = &log->state.extensions[i];
		if (found->assignment == assignment && found->person == person)
			return found;
	}
	return NULL;
}

static int set_extension(
	struct as_course_log *log, const struct course_extension *extension, struct as_error *error)
{
	struct course_state *state = &log->state;
	struct course_extension *found =
		find_extension(log, extension->assignment, extension->person);

	if (!found) {
		if (!as_array_reserve(state->extensions, state->extension_count, error))
			return -1;
		found = &state->extensions[state->extension_count++];
	}
	*found = *extension;
	return 0;
}

int course_apply_extension(
	struct as_course_log *log, const struct course_event *event, struct as_error *error)
{
	const struct course_extension extension = {course_event_assignment(log, event),
		course_event_person(log, event, "person"), course_event_number(event, "until_ms")};
	const struct as_course_act act = {.kind = AS_COURSE_ACT_EXTENSION,
		.by = course_event_person(log, event, "by"),
		.assignment = extension.assignment,
		.person = extension.person,
		.until_ms = extension.until_ms};

	if (extension.assignment == AS_COURSE_NONE || extension.person == AS_COURSE_NONE)
		return course_event_skip(log, event, "it names no person or no assignment");
	if (set_extension(log, &extension, error))
		return -1;
	course_event_made(
		log, event, AS_COURSE_CHANGED_DECISION, extension.assignment, extension.person);
	return course_act_add(log, event, &act, error);
}

/* ---- reading ---- */

bool as_course_log_is_released(const struct as_course_log *log, size_t assignment, int64_t wall_ms)
{
	const struct course_task *task = log->state.tasks[assignment];

	if (task->is_decided)
		return task->is_released;
	if (!task->of)
		return false;
	const struct as_hand_in *rules = &task->of->scheme.hand_in;
	return rules->has_release && wall_ms >= rules->release_s * 1000;
}

int64_t as_course_log_due_ms(const struct as_course_log *log, size_t assignment, size_t person)
{
	const struct course_task *task = log->state.tasks[assignment];
	const struct as_course_person *of = log->state.members[person]->of;
	const struct course_extension *extension = find_extension(log, assignment, person);

	if (!task->of || !task->of->scheme.has_due)
		return INT64_MAX;
	const int64_t due_ms = 1000 * (of ? as_scheme_due_of(&task->of->scheme, of->of.id)
					  : task->of->scheme.due_s);
	return extension && extension->until_ms > due_ms ? extension->until_ms : due_ms;
}
