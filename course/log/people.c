/* SPDX-License-Identifier: MIT */
/* The people and assignments that events name: those of the folder, and those that it had. */
#include "state.h"

#include <string.h>

char *as_course_key(const char *id, char key[AS_CLASS_KEY_SIZE])
{
	char owner[AS_CLASS_KEY_SIZE];

	return as_class_key(as_class_owner(id, owner), key);
}

static struct course_member *add_member(
	struct as_course_log *log, const char *key, struct as_error *error)
{
	struct course_state *state = &log->state;
	struct course_member *made = calloc(1, sizeof(*made));

	if (!made || !(made->key = strdup(key)) ||
		!as_array_reserve(state->members, state->member_count, error) ||
		as_journal_names_put(&state->keys, made->key, state->member_count, error)) {
		free(made ? made->key : NULL);
		free(made);
		as_error_no_memory(error);
		return NULL;
	}
	state->members[state->member_count++] = made;
	return made;
}

static struct course_task *add_task(
	struct as_course_log *log, const char *id, struct as_error *error)
{
	struct course_state *state = &log->state;
	struct course_task *made = calloc(1, sizeof(*made));

	if (!made || !(made->id = strdup(id)) ||
		!as_array_reserve(state->tasks, state->task_count, error)) {
		free(made ? made->id : NULL);
		free(made);
		as_error_no_memory(error);
		return NULL;
	}
	state->tasks[state->task_count++] = made;
	return made;
}

static int take_people(struct as_course_log *log, struct as_error *error)
{
	const struct as_course *course = log->course;

	for (size_t i = 0; i < log->state.member_count; i++)
		log->state.members[i]->of = NULL;
	for (size_t i = 0; i < course->person_count; i++) {
		char key[AS_CLASS_KEY_SIZE];
		as_course_key(course->people[i].of.id, key);
		const size_t found = as_course_log_find_member(log, key);
		struct course_member *member = found == AS_COURSE_NONE ? add_member(log, key, error)
								       : log->state.members[found];
		if (!member)
			return -1;
		member->of = &course->people[i];
	}
	return 0;
}

int course_take_folder(struct as_course_log *log, struct as_error *error)
{
	const struct as_course *course = log->course;

	for (size_t i = 0; i < log->state.task_count; i++)
		log->state.tasks[i]->of = NULL;
	for (size_t i = 0; i < course->assignment_count; i++) {
		const size_t found = as_course_log_find_task(log, course->assignments[i].id);
		struct course_task *task = found == AS_COURSE_NONE
						   ? add_task(log, course->assignments[i].id, error)
						   : log->state.tasks[found];
		if (!task)
			return -1;
		task->of = &course->assignments[i];
	}
	return take_people(log, error);
}

/* ---- events ---- */

size_t course_event_person(
	struct as_course_log *log, const struct course_event *event, const char *key)
{
	const char *name = course_event_text(event, key);

	if (!name)
		return AS_COURSE_NONE;
	const size_t found = as_course_log_find_member(log, name);
	if (found != AS_COURSE_NONE)
		return found;
	return add_member(log, name, NULL) ? log->state.member_count - 1 : AS_COURSE_NONE;
}

size_t course_event_assignment(struct as_course_log *log, const struct course_event *event)
{
	const char *id = course_event_text(event, "assignment");

	if (!id)
		return AS_COURSE_NONE;
	const size_t found = as_course_log_find_task(log, id);
	if (found != AS_COURSE_NONE)
		return found;
	return add_task(log, id, NULL) ? log->state.task_count - 1 : AS_COURSE_NONE;
}

/* ---- reading ---- */

size_t as_course_log_member_count(const struct as_course_log *log)
{
	return log->state.member_count;
}

struct as_course_member as_course_log_member(const struct as_course_log *log, size_t person)
{
	const struct course_member *member = log->state.members[person];

	return (struct as_course_member){member->key, member->of, member->hash};
}

size_t as_course_log_find_member(const struct as_course_log *log, const char *key)
{
	return as_journal_names_find(&log->state.keys, key);
}

size_t as_course_log_task_count(const struct as_course_log *log)
{
	return log->state.task_count;
}

struct as_course_task as_course_log_task(const struct as_course_log *log, size_t assignment)
{
	const struct course_task *task = log->state.tasks[assignment];

	return (struct as_course_task){task->id, task->of};
}

size_t as_course_log_find_task(const struct as_course_log *log, const char *id)
{
	for (size_t i = 0; i < log->state.task_count; i++)
		if (strcmp(log->state.tasks[i]->id, id) == 0)
			return i;
	return AS_COURSE_NONE;
}
