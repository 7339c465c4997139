/* SPDX-License-Identifier: MIT */
/* The numbers that a run ends with. */
#include "state.h"

/* The platform's own tables and files of systems are not submissions. */
const char *grade_describe_left(
	const struct as_submissions *submissions, char text[AS_GRADE_LEFT_SIZE])
{
	size_t others = 0;

	for (size_t i = 0; i < submissions->left_count; i++)
		others += submissions->left[i].reason == AS_LEFT_SHEET ||
			  submissions->left[i].reason == AS_LEFT_SYSTEM ||
			  submissions->left[i].reason == AS_LEFT_BACKUP;
	const size_t count = submissions->left_count - others;
	const int length = snprintf(text, AS_GRADE_LEFT_SIZE, "%zu %s not judged: see left-out.csv",
		count, count == 1 ? "file was" : "files were");
	if (others)
		snprintf(text + length, AS_GRADE_LEFT_SIZE - (size_t)length,
			", which also lists %zu of a system or platform", others);
	if (count == 0)
		*text = '\0';
	return text;
}

/* The only reason why the mark is not complete: the submission is missing, and the deadline has not
 * passed (AWAITED), or the student is excused. NOT_JUDGED: any other reason, or none. */
static enum as_mark_state find_wait(const struct as_class_row *row)
{
	enum as_mark_state found = AS_MARK_NOT_JUDGED;

	if (!row->is_marked || row->total.complete)
		return found;
	for (size_t i = 0; i < row->mark_count; i++) {
		const struct as_class_mark *mark = &row->marks[i];
		if (mark->overridden || !as_mark_state_is_open(mark->state))
			continue;
		if (mark->state != AS_MARK_AWAITED && mark->state != AS_MARK_EXCUSED)
			return AS_MARK_NOT_JUDGED;
		found = mark->state;
	}
	return found;
}

/* `is_listed`: the student is in the class; `has_handed_in`: something is to be judged. */
static void summary_add(struct as_grade_summary *summary, const struct as_class_row *row,
	bool is_listed, bool has_handed_in)
{
	const bool complete = row->is_marked && row->total.complete;
	const enum as_mark_state wait = find_wait(row);
	const bool is_due = wait == AS_MARK_NOT_JUDGED;

	summary->submitted += has_handed_in && is_listed;
	summary->complete += complete && is_listed;
	summary->awaited += wait == AS_MARK_AWAITED;
	summary->excused += wait == AS_MARK_EXCUSED;
	summary->unmarked += row->total.unmarked != NULL;
	summary->needs += is_due && row->total.decision_count > 0;
	summary->looks += is_due && row->total.todo && row->total.todo[row->total.decision_count];
}

void as_grade_summarise(const struct as_grade *grade, struct as_grade_summary *summary)
{
	const struct grade_people *people = &grade->people;
	const size_t count = as_class_row_count(grade->class);

	*summary = (struct as_grade_summary){.students = count, .similar = grade->similar};
	for (size_t i = 0; i < count; i++) {
		const struct as_class_row *row = as_class_row(grade->class, i);
		const bool is_unlisted = i < people->count && people->people[i].is_unlisted;
		summary->unlisted += is_unlisted;
		summary_add(summary, row, !is_unlisted, grade_has_handed_in(people, row, i));
	}
	summary->students -= summary->unlisted;
	grade_describe_left(people->submissions, summary->left);
}
