/* SPDX-License-Identifier: MIT */
/* The jury's form for a question: an answer, and who deals with it. */
#include "thread.h"

/* Page.js shows them: without scripts they could do nothing. */
static void write_canned(FILE *out, const struct as_contest_visit *visit)
{
	const char *const *answer = as_contest_desk_answers(&page_contest(visit)->settings.desk);

	if (!*answer)
		return;
	fputs("<p class=\"canned\" hidden>", out);
	for (; *answer; answer++) {
		fputs("<button type=\"button\" class=\"plain\" data-fill=\"", out);
		page_value(out, *answer);
		fputs("\">", out);
		as_html_name(out, *answer);
		fputs("</button> ", out);
	}
	fputs("</p>", out);
}

/* What the page shows of the question: the form is refused if that has changed. */
static void write_seen(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_clarification *question)
{
	fprintf(out,
		"<input type=\"hidden\" name=\"replies\" value=\"%zu\"><input type=\"hidden\" "
		"name=\"answered\" value=\"%s\"><input type=\"hidden\" name=\"claimed\" value=\"",
		question->reply_count, question->is_answered ? "1" : "");
	if (question->claimant != AS_CONTEST_NONE)
		page_attribute(
			out, as_contest_log_account(visit->log, question->claimant)->username);
	fputs("\">", out);
}

/* `formnovalidate`: the answer may be empty. */
static void write_mark(FILE *out, enum as_contest_mark mark, const char *text)
{
	fprintf(out,
		" <button class=\"plain\" name=\"action\" value=\"%s\" formnovalidate>%s</button>",
		as_contest_mark_name(mark), text);
}

static void write_buttons(FILE *out, const struct as_contest_visit *visit, size_t index,
	const struct as_contest_clarification *question, enum page_reply reply)
{
	const bool is_open = !question->is_answered;
	const bool is_mine = is_open && question->claimant == visit->account;
	const bool is_claimed = is_open && question->claimant != AS_CONTEST_NONE;
	char number[24];

	fprintf(out, "<div class=\"actions\"><button name=\"action\" value=\"answer\">%s</button>",
		is_claimed && !is_mine ? "Answer anyway" : "Answer");
	if (is_mine)
		write_mark(out, AS_CONTEST_RELEASE, "Release");
	else if (is_open)
		write_mark(out, AS_CONTEST_CLAIM, is_claimed ? "Take over" : "Claim");
	if (is_open)
		write_mark(out, AS_CONTEST_CLOSE, "No answer needed");
	else
		write_mark(out, AS_CONTEST_REOPEN, "Reopen");
	if (reply == PAGE_REPLY_TO_ONE) {
		snprintf(number, sizeof number, "%zu", index + 1);
		fputs(" <a href=\"", out);
		page_address(out, visit->base, "/jury/clarifications/", number);
		fputs("\">Answer several teams or groups</a>", out);
	}
	fputs("</div>", out);
}

void page_answer_form(FILE *out, const struct as_contest_visit *visit, size_t index,
	enum page_reply reply, const struct as_contest_typed_message *typed)
{
	const struct as_contest_clarification *question =
		as_contest_log_clarification(visit->log, index);
	const bool is_open = !question->is_answered || reply == PAGE_REPLY_TO_SEVERAL;
	char path[60];

	snprintf(path, sizeof path, "/jury/clarifications/%zu", index + 1);
	fprintf(out, "<details class=\"answer\"%s><summary>Answer</summary>",
		is_open ? " open" : "");
	page_form(out, visit, path, "");
	write_seen(out, visit, question);
	write_canned(out, visit);
	page_text_field(out, "Answer", 3, typed);
	fputs("<div class=\"pair\">", out);
	(reply == PAGE_REPLY_TO_SEVERAL ? page_recipient_field : page_audience_field)(
		out, visit, question->from_team, typed);
	fprintf(out,
		"<label class=\"check\"><input type=\"checkbox\" name=\"quote\" value=\"1\"%s%s> "
		"Quote the question for others <small>without the name of the team</small></label>"
		"</div>",
		typed && typed->leaves_quote ? "" : " checked", typed ? " data-typed" : "");
	write_buttons(out, visit, index, question, reply);
	fputs("</form></details>", out);
}
