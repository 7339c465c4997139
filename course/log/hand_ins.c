/* SPDX-License-Identifier: MIT */
/* Reading the hand-ins of the state. */
#include "state.h"

size_t as_course_log_hand_in_count(const struct as_course_log *log)
{
	return log->state.hand_in_count;
}

const struct as_course_hand_in *as_course_log_hand_in(const struct as_course_log *log, size_t index)
{
	return &log->state.hand_ins[index]->seen;
}

size_t as_course_log_find_hand_in(const struct as_course_log *log, uint64_t number)
{
	return number >= 1 && number <= log->state.hand_in_count ? (size_t)(number - 1)
								 : AS_COURSE_NONE;
}

bool as_course_hand_in_is_of(const struct as_course_hand_in *hand_in, size_t person)
{
	for (size_t i = 0; i < hand_in->member_count; i++)
		if (hand_in->members[i] == person)
			return true;
	return false;
}

const size_t *as_course_log_hand_ins_of(
	const struct as_course_log *log, size_t assignment, size_t person, size_t *count)
{
	const struct course_task *task = log->state.tasks[assignment];

	*count = person < task->own_count ? task->own[person].count : 0;
	return *count ? task->own[person].items : NULL;
}

bool as_course_hand_in_is_judged(const struct as_course_hand_in *hand_in)
{
	for (size_t i = 0; i < hand_in->job_count; i++)
		if (hand_in->jobs[i].verdict == AS_VERDICT_NONE)
			return false;
	return true;
}
