/* SPDX-License-Identifier: MIT */
/* Requests of students, and the audit log. */
#include "page.h"

/* ---- requests ---- */

static void write_request(FILE *out, const struct as_course_visit *visit, size_t index)
{
	const struct as_course_request *request = as_course_log_request(visit->log, index);
	AS_AUTO_FREE char *people = as_text_format(
		NULL, "/class/%s/people/", as_course_log_task(visit->log, request->assignment).id);

	fputs("<section class=\"card\"><h3>", out);
	course_link(out, visit, people ? people : "/",
		as_course_log_member(visit->log, request->person).key, NULL);
	course_name(out, visit, request->person);
	fputs("</a> <small>", out);
	as_html_name(out, course_title(visit, request->assignment));
	fputs(COURSE_DOT, out);
	as_html_name(out, request->item);
	fputs(COURSE_DOT, out);
	course_moment(out, visit, request->wall_ms);
	fputs("</small></h3><p class=\"said\">", out);
	as_html_text(out, request->text);
	fputs("</p>", out);
	if (request->answer) {
		fputs("<p class=\"said\"><b>", out);
		course_name(out, visit, request->by);
		fputs(":</b> ", out);
		as_html_text(out, request->answer);
		fputs("</p>", out);
	} else if (course_may_mark(visit)) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "/class/requests/%zu", index);
		course_form(out, visit, path ? path : "/", "");
		fputs("<label class=\"field\"><span>Answer</span><textarea name=\"text\" "
		      "rows=\"3\" required></textarea></label><p class=\"actions\"><button>Answer"
		      "</button></p></form>",
			out);
	}
	fputs("</section>", out);
}

void as_course_page_requests(FILE *out, const struct as_course_visit *visit)
{
	const size_t count = as_course_log_request_count(visit->log);

	course_begin(
		out, visit, &(struct course_frame){.place = COURSE_REQUESTS, .title = "Requests"});
	if (count == 0)
		fputs("<p class=\"empty\">No student has asked to look at a mark again.</p>", out);
	for (size_t i = count; i-- > 0;)
		if (!as_course_log_request(visit->log, i)->answer)
			write_request(out, visit, i);
	for (size_t i = count; i-- > 0;)
		if (as_course_log_request(visit->log, i)->answer)
			write_request(out, visit, i);
	course_end(out, visit);
}

/* ---- the audit log ---- */

static void write_mark(FILE *out, int64_t points_e4)
{
	fputs(points_e4 == AS_COURSE_NO_MARK ? "none" : AS_POINTS(points_e4), out);
}

static void write_what(
	FILE *out, const struct as_course_visit *visit, const struct as_course_act *act)
{
	static const char *const kinds[] = {
		[AS_COURSE_ACT_MARK] = "mark",
		[AS_COURSE_ACT_OVERRIDE] = "another mark",
		[AS_COURSE_ACT_EXTENSION] = "later deadline",
		[AS_COURSE_ACT_RELEASE] = "released the marks",
		[AS_COURSE_ACT_WITHHOLD] = "took the release back",
		[AS_COURSE_ACT_APPLY] = "let new marks count",
		[AS_COURSE_ACT_ANSWER] = "answered a request",
		[AS_COURSE_ACT_PASSWORD] = "set a password",
		[AS_COURSE_ACT_VIEW] = "looked at the site as",
	};

	fputs(kinds[act->kind], out);
	if (act->item) {
		fputs(" ", out);
		as_html_name(out, act->item);
	}
	if (act->kind == AS_COURSE_ACT_MARK || act->kind == AS_COURSE_ACT_OVERRIDE) {
		fputs(": ", out);
		write_mark(out, act->before_e4);
		fputs(" \xe2\x86\x92 ", out);
		write_mark(out, act->now_e4);
	}
	if (act->kind == AS_COURSE_ACT_EXTENSION) {
		fputs(act->until_ms ? " until " : " taken back", out);
		if (act->until_ms)
			course_moment(out, visit, act->until_ms);
	}
}

static void write_act(
	FILE *out, const struct as_course_visit *visit, const struct as_course_act *act)
{
	fputs("<tr><td class=\"moment\">", out);
	course_moment(out, visit, act->wall_ms);
	fputs("</td><td>", out);
	course_name(out, visit, act->by);
	fputs("</td><td>", out);
	if (act->assignment != AS_COURSE_NONE)
		as_html_name(out, course_title(visit, act->assignment));
	fputs("</td><td>", out);
	if (act->person != AS_COURSE_NONE)
		course_name(out, visit, act->person);
	fputs("</td><td>", out);
	write_what(out, visit, act);
	fputs("</td><td class=\"remarks\"><p class=\"said\">", out);
	as_html_text(out, act->text);
	fputs("</p></td></tr>\n", out);
}

void as_course_page_audit(FILE *out, const struct as_course_visit *visit)
{
	const size_t count = as_course_log_act_count(visit->log);

	course_begin(out, visit,
		&(struct course_frame){
			.place = COURSE_AUDIT, .title = "Audit log", .is_wide = true});
	if (count == 0) {
		fputs("<p class=\"empty\">Nothing was decided yet.</p>", out);
	} else {
		as_html_table(out, "list", "Time|Who|Assignment|Student|What|Text\n");
		for (size_t i = count; i-- > 0;)
			write_act(out, visit, as_course_log_act(visit->log, i));
		fputs("</tbody></table></div>", out);
	}
	course_end(out, visit);
}
