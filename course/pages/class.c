/* SPDX-License-Identifier: MIT */
/* The class at a glance, and the table of an assignment. */
#include "page.h"

#include "numbers.h"

/* ---- counts ---- */

struct course_numbers course_count(
	const struct as_course_visit *visit, size_t assignment, const struct as_course_marks *marks)
{
	struct course_numbers numbers = {0};

	for (size_t i = 0; i < as_course_log_member_count(visit->log); i++) {
		const struct as_course_person *of = as_course_log_member(visit->log, i).of;
		size_t count;
		if (!of || of->of.role != AS_ROLE_STUDENT)
			continue;
		numbers.students++;
		(void)as_course_log_hand_ins_of(visit->log, assignment, i, &count);
		numbers.handed_in += count > 0;
		const struct as_class_row *row = course_row(visit, marks, i);
		if (!row)
			continue;
		numbers.needs += row->total.decision_count > 0 && !course_is_awaited(row);
		numbers.unmarked += row->total.unmarked != NULL;
		if (!row->total.complete)
			continue;
		numbers.complete++;
		numbers.sum_e4 += row->total.total_e4;
	}
	return numbers;
}

static void write_stage(FILE *out, const struct as_course_visit *visit, size_t assignment)
{
	const struct as_course_assignment *of = as_course_log_task(visit->log, assignment).of;

	if (as_course_log_is_released(visit->log, assignment, visit->now_wall_ms))
		fputs("released", out);
	else if (of->scheme.has_due) {
		fputs("due ", out);
		course_moment(out, visit, 1000 * of->scheme.due_s);
	} else
		fputs("no deadline", out);
}

static void write_row(FILE *out, const struct as_course_visit *visit, size_t assignment,
	const struct as_course_marks *marks)
{
	const struct course_numbers numbers = course_count(visit, assignment, marks);
	const struct as_course_assignment *of = as_course_log_task(visit->log, assignment).of;

	fputs("<tr><th scope=\"row\">", out);
	course_link(out, visit, "/class/", as_course_log_task(visit->log, assignment).id, NULL);
	as_html_name(out, course_title(visit, assignment));
	fputs("</a></th><td>", out);
	write_stage(out, visit, assignment);
	fprintf(out,
		"</td><td class=\"number\">%zu of %zu</td><td class=\"number\">%zu</td><td "
		"class=\"number\">%zu</td><td class=\"number\">%zu</td><td class=\"number\">",
		numbers.handed_in, numbers.students, numbers.complete, numbers.unmarked,
		numbers.needs);
	if (numbers.complete)
		course_share(out, numbers.sum_e4 / (int64_t)numbers.complete, of->scheme.total_e4);
	else
		fputs(COURSE_DASH, out);
	fputs("</td></tr>\n", out);
}

void as_course_page_class(
	FILE *out, const struct as_course_visit *visit, const struct as_course_marks *marks)
{
	bool is_begun = false;

	course_begin(out, visit,
		&(struct course_frame){
			.place = COURSE_CLASS, .title = "Class", .is_live = true, .is_wide = true});
	as_site_write_live_begin(out, "class", 5);
	for (size_t i = 0; i < as_course_log_task_count(visit->log); i++) {
		if (!as_course_log_task(visit->log, i).of)
			continue;
		if (!is_begun)
			as_html_table(out, "list",
				"Assignment|Time|#Handed in|#Marks complete|#To mark by hand|#To "
				"decide|#Mean\n");
		is_begun = true;
		write_row(out, visit, i, &marks[i]);
	}
	fputs(is_begun ? "</tbody></table></div>" : "<p class=\"empty\">No assignments yet.</p>",
		out);
	as_site_write_live_end(out);
	course_end(out, visit);
}
