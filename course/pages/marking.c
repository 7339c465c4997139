/* SPDX-License-Identifier: MIT */
/* The marking page of a student: the files beside the marks. */
#include "numbers.h"

/* What every part of the page needs. */
struct course_marking {
	const struct as_course_visit *visit;
	size_t assignment, person;
	const struct as_course_assignment *of;
	const struct as_class_row *row;
	char *path; /* of this page */
};

static void begin_form(FILE *out, const struct course_marking *page, const char *verb)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/%s", page->path, verb);

	course_form(out, page->visit, path ? path : "/", "");
}

/* ---- attempts ---- */

static void write_attempts(FILE *out, const struct course_marking *page, size_t shown)
{
	size_t count;
	const size_t *own =
		as_course_log_hand_ins_of(page->visit->log, page->assignment, page->person, &count);

	if (count == 0) {
		fputs("<p class=\"empty\">Nothing was handed in.</p>", out);
		return;
	}
	fputs("<ul class=\"facts\">", out);
	for (size_t i = 0; i < count; i++) {
		const struct as_course_hand_in *hand_in =
			as_course_log_hand_in(page->visit->log, own[i]);
		fputs("<li><a href=\"", out);
		as_site_write_address(out, page->visit->base, page->path, NULL);
		fprintf(out, "?n=%" PRIu64 "\"%s>attempt %" PRIu64 "</a> <small>", hand_in->number,
			own[i] == shown ? " aria-current=\"true\"" : "", hand_in->attempt);
		course_moment(out, page->visit, hand_in->wall_ms);
		fputs("</small></li>", out);
	}
	fputs("</ul>", out);
}

/* ---- marks ---- */

static void write_decision_fields(
	FILE *out, const struct course_marking *page, const char *item, bool is_override)
{
	const struct as_course_decision *decision = as_course_log_find_decision(
		page->visit->log, page->assignment, page->person, item, is_override);
	const bool is_given = decision && decision->points_e4 != AS_COURSE_NO_MARK;

	fprintf(out,
		"<input type=\"hidden\" name=\"item\" value=\"%s\"><input type=\"hidden\" "
		"name=\"override\" value=\"%d\"><input type=\"hidden\" name=\"seen\" "
		"value=\"%" PRIu64 "\"><div class=\"pair\"><label class=\"field\"><span>Points"
		"</span><input name=\"points\" inputmode=\"decimal\" size=\"6\" "
		"value=\"%s\"></label>",
		item, is_override, decision ? decision->version : 0,
		is_given ? AS_POINTS(decision->points_e4) : "");
	fprintf(out, "<label class=\"field\"><span>%s</span><textarea name=\"text\" rows=\"2\">\n",
		is_override ? "Reason <small>The student sees it</small>"
			    : "Comment <small>The student sees it</small>");
	as_site_write_value(out, is_given ? decision->text : NULL);
	fputs("</textarea></label></div><p class=\"actions\"><button>Save</button></p></form>",
		out);
}

static void write_item(FILE *out, const struct course_marking *page, size_t item)
{
	const struct as_item *of = &page->of->scheme.items[item];
	const struct as_class_mark *mark = page->row ? as_class_find_mark(page->row, of->id) : NULL;

	fputs("<section class=\"card\"><h3>", out);
	as_html_name(out, of->name);
	fputs(" <small>", out);
	if (mark && !as_mark_state_is_open(mark->state))
		course_share(out, mark->mark_e4, of->points_e4);
	else
		fprintf(out, "no mark of %s yet", AS_POINTS(of->points_e4));
	fputs("</small></h3>", out);
	if (of->about) {
		fputs("<p class=\"sub\">", out);
		as_html_text(out, of->about);
		fputs("</p>", out);
	}
	if (course_may_mark(page->visit)) {
		const bool is_override = of->kind == AS_ITEM_AUTOMATIC;
		fputs(is_override ? "<details><summary>Another mark</summary>" : "", out);
		begin_form(out, page, "mark");
		write_decision_fields(out, page, of->id, is_override);
		fputs(is_override ? "</details>" : "", out);
	}
	fputs("</section>", out);
}

static void write_total(FILE *out, const struct course_marking *page)
{
	fputs("<section class=\"card\"><h3>Total <small>", out);
	if (page->row && page->row->total.complete)
		course_share(out, page->row->total.total_e4, page->of->scheme.total_e4);
	else
		fputs("not complete", out);
	fputs("</small></h3>", out);
	for (char **line = page->row ? page->row->total.todo : NULL; line && *line; line++) {
		fputs("<p class=\"sub\">", out);
		as_html_text(out, *line);
		fputs("</p>", out);
	}
	if (course_may_mark(page->visit)) {
		fputs("<details><summary>Another total</summary>", out);
		begin_form(out, page, "mark");
		write_decision_fields(out, page, AS_COURSE_TOTAL, true);
		fputs("</details>", out);
	}
	fputs("</section>", out);
}

static void write_extension(FILE *out, const struct course_marking *page)
{
	if (!course_is_teacher(page->visit) || !page->of->scheme.has_due)
		return;
	fputs("<details><summary>Later deadline</summary>", out);
	begin_form(out, page, "extend");
	fputs("<label class=\"field\"><span>Until <small>local time of the course, such as "
	      "2026-10-09 12:00; empty: as for all</small></span><input name=\"until\" "
	      "size=\"18\"></label><label class=\"field\"><span>Reason</span><input "
	      "name=\"reason\"></label><p class=\"actions\"><button>Save</button></p></form>"
	      "</details>",
		out);
}

/* ---- next and previous ---- */

static size_t find_student(const struct course_marking *page, bool is_next)
{
	const size_t count = as_course_log_member_count(page->visit->log);

	for (size_t i = 1; i < count; i++) {
		const size_t at = is_next ? page->person + i : page->person - i;
		if (at >= count)
			break;
		const struct as_course_person *of = as_course_log_member(page->visit->log, at).of;
		if (of && of->of.role == AS_ROLE_STUDENT)
			return at;
	}
	return AS_COURSE_NONE;
}

static void write_neighbour(FILE *out, const struct course_marking *page, bool is_next)
{
	const size_t person = find_student(page, is_next);
	AS_AUTO_FREE char *path = as_text_format(NULL, "/class/%s/people/",
		as_course_log_task(page->visit->log, page->assignment).id);

	if (person == AS_COURSE_NONE || !path)
		return;
	fprintf(out, "<a rel=\"%s\" class=\"button plain\" accesskey=\"%c\" href=\"",
		is_next ? "next" : "prev", is_next ? 'n' : 'p');
	as_site_write_address(
		out, page->visit->base, path, as_course_log_member(page->visit->log, person).key);
	fprintf(out, "\">%s</a> ", is_next ? "Next" : "Previous");
}

void as_course_page_marking(FILE *out, const struct as_course_visit *visit, size_t assignment,
	size_t person, const struct as_course_marks *marks, size_t hand_in,
	const struct as_course_evidence *evidence)
{
	const struct as_course_member member = as_course_log_member(visit->log, person);
	const struct as_course_task task = as_course_log_task(visit->log, assignment);
	AS_AUTO_FREE char *path = as_text_format(NULL, "/class/%s/people/%s", task.id, member.key);
	const struct course_marking page = {.visit = visit,
		.assignment = assignment,
		.person = person,
		.of = task.of,
		.row = course_row(visit, marks, person),
		.path = path};

	course_begin(out, visit,
		&(struct course_frame){.place = COURSE_CLASS,
			.title = member.of && member.of->of.name ? member.of->of.name : member.key,
			.is_wide = true});
	if (!path)
		return;
	fputs("<p class=\"actions\">", out);
	write_neighbour(out, &page, false);
	write_neighbour(out, &page, true);
	course_link(out, visit, "/class/", task.id, NULL);
	as_html_name(out, course_title(visit, assignment));
	fputs("</a></p>", out);
	write_attempts(out, &page, hand_in);
	fputs("<div class=\"marking\"><div>", out);
	if (hand_in != AS_COURSE_NONE) {
		as_course_page_hand_in_fragment(out, visit, hand_in, evidence);
		course_sources(out, evidence->files);
	}
	fputs("</div><div>", out);
	for (size_t i = 0; i < page.of->scheme.item_count; i++)
		write_item(out, &page, i);
	write_total(out, &page);
	write_extension(out, &page);
	fputs("</div></div>", out);
	course_end(out, visit);
}
