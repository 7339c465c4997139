/* SPDX-License-Identifier: MIT */
/* Clarifications for teams and the public. */
#include "thread.h"

static void write_form(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_typed_message *typed)
{
	fputs("<h2>Ask the jury</h2>", out);
	page_form(out, visit, "/clarifications", " class=\"card\"");
	fputs("<div class=\"pair\">", out);
	page_subject_field(out, visit, typed);
	fputs("</div>", out);
	page_text_field(out, "Question", 4, typed);
	fputs("<p class=\"actions\"><button>Ask</button></p></form>", out);
}

void as_contest_page_clarifications(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_typed_message *typed)
{
	bool is_empty = true;

	page_begin(out, visit,
		&(struct page_frame){
			.place = PAGE_CLARIFICATIONS, .title = "Clarifications", .is_live = true});
	page_live_begin(out, "threads", page_account(visit) ? 5 : 15);
	for (size_t i = as_contest_log_clarification_count(visit->log); i-- > 0;) {
		if (!page_is_thread(visit, i))
			continue;
		page_thread(out, visit, i, PAGE_NO_REPLY, NULL);
		is_empty = false;
	}
	if (is_empty)
		fputs("<p class=\"empty\">None yet.</p>", out);
	page_live_end(out);
	if (page_team(visit) != AS_CONTEST_NONE)
		write_form(out, visit, typed);
	page_end(out, visit);
}
