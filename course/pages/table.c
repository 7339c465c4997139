/* SPDX-License-Identifier: MIT */
/* The table of an assignment: students with their marks. */
#include "numbers.h"

static const struct as_scheme *scheme_of(const struct as_course_visit *visit, size_t assignment)
{
	return &as_course_log_task(visit->log, assignment).of->scheme;
}

/* ---- what waits ---- */

static void write_changes(FILE *out, const struct as_course_visit *visit, size_t assignment,
	const struct as_course_marks *marks)
{
	size_t count;
	const struct as_class_change *changes =
		marks->class ? as_class_changes(marks->class, &count) : NULL;

	if (!changes || count == 0)
		return;
	fprintf(out, "<section class=\"card\"><h2>%zu mark%s would change</h2>", count,
		count == 1 ? "" : "s");
	as_html_table(out, "list", "Student|Change|Why\n");
	for (size_t i = 0; i < count; i++) {
		AS_AUTO_FREE char *text = as_class_describe_change(&changes[i], NULL);
		fputs("<tr><th scope=\"row\">", out);
		as_html_name(out, changes[i].name ? changes[i].name : changes[i].id);
		fputs("</th><td>", out);
		as_html_text(out, text);
		fputs("</td><td>", out);
		as_html_text(out, changes[i].why);
		fputs("</td></tr>\n", out);
	}
	fputs("</tbody></table></div>", out);
	if (course_is_teacher(visit)) {
		AS_AUTO_FREE char *path = as_text_format(
			NULL, "/class/%s/apply", as_course_log_task(visit->log, assignment).id);
		course_form(out, visit, path ? path : "/", "");
		fputs("<p class=\"actions\"><button class=\"danger\">Let the new marks count"
		      "</button></p></form>",
			out);
	}
	fputs("</section>", out);
}

/* ---- head ---- */

static void write_release(FILE *out, const struct as_course_visit *visit, size_t assignment)
{
	const bool is_released =
		as_course_log_is_released(visit->log, assignment, visit->now_wall_ms);
	AS_AUTO_FREE char *path = as_text_format(
		NULL, "/class/%s/release", as_course_log_task(visit->log, assignment).id);

	if (!course_is_teacher(visit))
		return;
	course_form(out, visit, path ? path : "/", "");
	fprintf(out,
		"<input type=\"hidden\" name=\"release\" value=\"%d\"><p "
		"class=\"actions\"><button>%s</button></p></form>",
		!is_released,
		is_released ? "Take the release back" : "Release the marks to the students");
}

static void write_head(FILE *out, const struct as_course_visit *visit, size_t assignment,
	const struct as_course_marks *marks)
{
	const struct course_numbers numbers = course_count(visit, assignment, marks);

	fprintf(out,
		"<ul class=\"facts\"><li><b>%zu</b> of %zu handed in</li><li><b>%zu</b> marks "
		"complete</li><li><b>%zu</b> to mark by hand</li><li><b>%zu</b> to decide</li>",
		numbers.handed_in, numbers.students, numbers.complete, numbers.unmarked,
		numbers.needs);
	if (numbers.complete) {
		fputs("<li>mean ", out);
		course_share(out, numbers.sum_e4 / (int64_t)numbers.complete,
			scheme_of(visit, assignment)->total_e4);
		fputs("</li>", out);
	}
	fputs("</ul><p class=\"actions\">", out);
	course_link(
		out, visit, "/class/", as_course_log_task(visit->log, assignment).id, "/marks.csv");
	fputs("Marks as CSV</a></p>", out);
	write_release(out, visit, assignment);
}

static void write_filter(FILE *out, const struct as_course_visit *visit, size_t assignment,
	const struct as_course_table_filter *filter)
{
	static const char *const shows[][2] = {{"", "everybody"}, {"unmarked", "to mark by hand"},
		{"todo", "to decide"}, {"missing", "nothing handed in"}};

	fputs("<form method=\"get\" class=\"inline\" action=\"", out);
	as_site_write_address(
		out, visit->base, "/class/", as_course_log_task(visit->log, assignment).id);
	fputs("\"><select name=\"show\" aria-label=\"Show\">", out);
	for (size_t i = 0; i < sizeof(shows) / sizeof(*shows); i++)
		as_site_write_option(out, shows[i][0], shows[i][1],
			filter->show && strcmp(filter->show, shows[i][0]) == 0);
	fputs("</select> <label>Section <input name=\"section\" size=\"8\" value=\"", out);
	as_site_write_value(out, filter->section);
	fputs("\"></label> <button class=\"plain\">Show</button></form>", out);
}

/* ---- rows ---- */

static bool is_given(const char *text)
{
	return text && *text;
}

static bool fits(const struct as_course_visit *visit, size_t assignment, size_t person,
	const struct as_class_row *row, const struct as_course_table_filter *filter)
{
	const struct as_course_person *of = as_course_log_member(visit->log, person).of;
	size_t count;

	if (is_given(filter->section) && !as_names_have(of->of.sections, filter->section))
		return false;
	if (!is_given(filter->show))
		return true;
	if (strcmp(filter->show, "unmarked") == 0)
		return row && row->total.unmarked;
	if (strcmp(filter->show, "todo") == 0)
		return row && row->total.decision_count && !course_is_awaited(row);
	(void)as_course_log_hand_ins_of(visit->log, assignment, person, &count);
	return strcmp(filter->show, "missing") != 0 || count == 0;
}

static void write_marks(FILE *out, const struct as_scheme *scheme, const struct as_class_row *row)
{
	for (size_t i = 0; i < scheme->item_count; i++) {
		const struct as_class_mark *mark =
			row ? as_class_find_mark(row, scheme->items[i].id) : NULL;
		fputs("<td class=\"number\">", out);
		if (!mark || as_mark_state_is_open(mark->state))
			fputs(COURSE_DASH, out);
		else
			course_points(out, mark->mark_e4);
		fputs("</td>", out);
	}
	fputs("<td class=\"number\">", out);
	if (row && row->total.complete)
		fprintf(out, "<b class=\"points\">%s</b>", AS_POINTS(row->total.total_e4));
	else
		fputs(COURSE_DASH, out);
	fputs("</td>", out);
}

static void write_todo(FILE *out, const struct as_class_row *row)
{
	if (!row || course_is_awaited(row))
		return;
	for (char **line = row->total.todo; line && *line; line++) {
		fputs("<p>", out);
		as_html_text(out, *line);
		fputs("</p>", out);
	}
}

static void write_student(FILE *out, const struct as_course_visit *visit, size_t assignment,
	size_t person, const struct as_class_row *row)
{
	const struct as_course_member member = as_course_log_member(visit->log, person);
	AS_AUTO_FREE char *path = as_text_format(
		NULL, "/class/%s/people/", as_course_log_task(visit->log, assignment).id);
	size_t count;

	fputs("<tr><th scope=\"row\">", out);
	course_link(out, visit, path ? path : "/", member.key, NULL);
	course_name(out, visit, person);
	fputs("</a></th><td>", out);
	for (char **section = member.of->of.sections; section && *section; section++) {
		as_html_name(out, *section);
		fputs(" ", out);
	}
	(void)as_course_log_hand_ins_of(visit->log, assignment, person, &count);
	fprintf(out, "</td><td class=\"number\">%zu</td>", count);
	write_marks(out, scheme_of(visit, assignment), row);
	fputs("<td class=\"remarks\">", out);
	write_todo(out, row);
	fputs("</td></tr>\n", out);
}

static char *columns_of(const struct as_scheme *scheme)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	fputs("Student|Section|#Attempts", out);
	/* The ids of items have safe characters only. */
	for (size_t i = 0; i < scheme->item_count; i++)
		fprintf(out, "|#%s", scheme->items[i].id);
	fputs("|#Total|To do\n", out);
	if (fclose(out)) {
		free(text);
		return NULL;
	}
	return text;
}

void as_course_page_table(FILE *out, const struct as_course_visit *visit, size_t assignment,
	const struct as_course_marks *marks, const struct as_course_table_filter *filter)
{
	AS_AUTO_FREE char *columns = columns_of(scheme_of(visit, assignment));

	course_begin(out, visit,
		&(struct course_frame){.place = COURSE_CLASS,
			.title = course_title(visit, assignment),
			.is_wide = true});
	write_head(out, visit, assignment, marks);
	write_changes(out, visit, assignment, marks);
	write_filter(out, visit, assignment, filter);
	as_html_table(out, "list", columns ? columns : "");
	for (size_t i = 0; i < as_course_log_member_count(visit->log); i++) {
		const struct as_course_person *of = as_course_log_member(visit->log, i).of;
		if (!of || of->of.role != AS_ROLE_STUDENT)
			continue;
		const struct as_class_row *row = course_row(visit, marks, i);
		if (fits(visit, assignment, i, row, filter))
			write_student(out, visit, assignment, i, row);
	}
	fputs("</tbody></table></div>", out);
	course_end(out, visit);
}
