/* SPDX-License-Identifier: MIT */
/* A student's assignments. */
#include "page.h"

static void write_due(
	FILE *out, const struct as_course_visit *visit, const struct as_course_turn *turn)
{
	if (turn->state == AS_COURSE_TURN_EARLY) {
		fputs("opens ", out);
		course_moment(out, visit, turn->opens_ms);
		course_left(out, visit, turn->opens_ms);
	} else if (turn->due_ms == INT64_MAX) {
		fputs("no deadline", out);
	} else {
		course_moment(out, visit, turn->due_ms);
		course_left(out, visit, turn->due_ms);
	}
}

static void write_mark(FILE *out, const struct as_course_visit *visit, size_t assignment,
	const struct as_course_marks *marks)
{
	const struct as_class_row *row = course_row(visit, marks, visit->person);

	if (!row || !course_shows(visit, assignment, SIZE_MAX) || !row->total.complete)
		fputs(COURSE_DASH, out);
	else
		course_share(out, row->total.total_e4,
			as_class_full(row, NULL,
				as_course_log_task(visit->log, assignment).of->scheme.total_e4));
}

static void write_state(FILE *out, const struct as_course_visit *visit, size_t assignment,
	const struct as_course_turn *turn)
{
	size_t count;

	(void)as_course_log_hand_ins_of(visit->log, assignment, visit->person, &count);
	if (count == 0)
		fputs(turn->state == AS_COURSE_TURN_OPEN ? "<b>to do</b>" : "nothing handed in",
			out);
	else
		fprintf(out, "%zu attempt%s", count, count == 1 ? "" : "s");
}

static void write_row(FILE *out, const struct as_course_visit *visit, size_t assignment,
	const struct as_course_marks *marks)
{
	const struct as_course_turn turn =
		as_course_log_turn(visit->log, assignment, visit->person, visit->now_wall_ms);

	fputs("<tr><th scope=\"row\">", out);
	if (turn.state == AS_COURSE_TURN_EARLY) {
		as_html_name(out, course_title(visit, assignment));
	} else {
		course_link(out, visit, "/a/", as_course_log_task(visit->log, assignment).id, NULL);
		as_html_name(out, course_title(visit, assignment));
		fputs("</a>", out);
	}
	fputs("</th><td>", out);
	write_due(out, visit, &turn);
	fputs("</td><td>", out);
	write_state(out, visit, assignment, &turn);
	fputs("</td><td class=\"number\">", out);
	write_mark(out, visit, assignment, marks);
	fputs("</td></tr>\n", out);
}

void as_course_page_home(
	FILE *out, const struct as_course_visit *visit, const struct as_course_marks *marks)
{
	bool is_begun = false;

	course_begin(
		out, visit, &(struct course_frame){.place = COURSE_HOME, .title = "Assignments"});
	for (size_t i = 0; i < as_course_log_task_count(visit->log); i++) {
		if (!as_course_log_task(visit->log, i).of)
			continue;
		if (!is_begun)
			as_html_table(out, "list", "Assignment|Due|Handed in|#Mark\n");
		is_begun = true;
		write_row(out, visit, i, &marks[i]);
	}
	fputs(is_begun ? "</tbody></table></div>" : "<p class=\"empty\">No assignments yet.</p>",
		out);
	course_end(out, visit);
}
