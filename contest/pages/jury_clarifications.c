/* SPDX-License-Identifier: MIT */
/* Clarifications for the jury. */
#include "thread.h"

static bool is_open(const struct as_contest_visit *visit, size_t index)
{
	const struct as_contest_clarification *clarification =
		as_contest_log_clarification(visit->log, index);

	return clarification->from_team != AS_CONTEST_NONE && !clarification->is_answered;
}

static void write_threads(FILE *out, const struct as_contest_visit *visit, bool open)
{
	bool is_empty = true;

	fprintf(out, "<h2>%s</h2>", open ? "Waiting for an answer" : "All others");
	for (size_t i = as_contest_log_clarification_count(visit->log); i-- > 0;) {
		if (!page_is_thread(visit, i) || is_open(visit, i) != open)
			continue;
		page_thread(
			out, visit, i, page_may_judge(visit) ? PAGE_REPLY_TO_ONE : PAGE_NO_REPLY);
		is_empty = false;
	}
	if (is_empty)
		fputs("<p class=\"empty\">None.</p>", out);
}

static void write_form(FILE *out, const struct as_contest_visit *visit)
{
	fputs("<h2>Announce</h2>", out);
	page_form(out, visit, "/jury/clarifications", " class=\"card\"");
	fputs("<div class=\"pair\">", out);
	page_recipient_field(out, visit, AS_CONTEST_NONE);
	fputs("<label class=\"field\"><span>About</span><select name=\"problem\">", out);
	page_option(out, "", "General", true);
	page_problem_options(out, visit, AS_CONTEST_NONE);
	fprintf(out,
		"</select></label></div><label class=\"field\"><span>Text</span><textarea "
		"name=\"text\" rows=\"4\" required maxlength=\"%d\">\n"
		"</textarea></label><p class=\"actions\"><button>Send</button></p></form>",
		AS_CONTEST_CLARIFICATION_MAX_BYTES);
}

void as_contest_page_jury_clarifications(FILE *out, const struct as_contest_visit *visit)
{
	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_JURY_CLARIFICATIONS,
			.title = "Clarifications",
			.is_live = true});
	page_live_begin(out, "threads", 3);
	write_threads(out, visit, true);
	write_threads(out, visit, false);
	page_live_end(out);
	if (page_may_judge(visit))
		write_form(out, visit);
	page_end(out, visit);
}

void as_contest_page_jury_clarification(
	FILE *out, const struct as_contest_visit *visit, size_t clarification)
{
	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_JURY_CLARIFICATIONS,
			.title = "Clarification",
			.is_live = true});
	page_live_begin(out, "threads", 3);
	page_thread(out, visit, clarification,
		page_may_judge(visit) ? PAGE_REPLY_TO_SEVERAL : PAGE_NO_REPLY);
	page_live_end(out);
	fputs("<p><a href=\"", out);
	page_address(out, visit->base, "/jury/clarifications", NULL);
	fputs("\">All clarifications</a></p>", out);
	page_end(out, visit);
}
