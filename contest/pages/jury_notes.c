/* SPDX-License-Identifier: MIT */
/* Notes of the jury on a submission. */
#include "standing.h"

static void write_note(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_note *note)
{
	fputs("<li class=\"card\"><p class=\"sub\">", out);
	as_html_name(out, note->account == AS_CONTEST_NONE
				  ? "unknown"
				  : as_contest_log_account(visit->log, note->account)->username);
	fputs(" ", out);
	page_moment(out, note->wall_ms);
	fputs("</p><p class=\"said\">", out);
	as_html_untrusted(out, note->text, strlen(note->text), strlen(note->text), AS_HTML_BLOCK);
	fputs("</p></li>", out);
}

static size_t count_of(const struct as_contest_visit *visit, size_t submission)
{
	size_t count = 0;

	for (size_t i = 0; i < as_contest_log_note_count(visit->log); i++)
		count += as_contest_log_note(visit->log, i)->submission == submission;
	return count;
}

void page_note_mark(FILE *out, const struct as_contest_visit *visit, size_t submission)
{
	const size_t count = count_of(visit, submission);

	if (count > 0)
		fprintf(out, " <span class=\"chip\">%zu note%s</span>", count,
			count == 1 ? "" : "s");
}

void page_notes(FILE *out, const struct as_contest_visit *visit, size_t submission)
{
	char path[80];

	fputs("<h2>Notes</h2><ul class=\"notes\">", out);
	for (size_t i = 0; i < as_contest_log_note_count(visit->log); i++)
		if (as_contest_log_note(visit->log, i)->submission == submission)
			write_note(out, visit, as_contest_log_note(visit->log, i));
	fputs("</ul>", out);
	if (!page_may_judge(visit))
		return;
	snprintf(path, sizeof path, "/jury/submissions/%" PRIu64 "/note",
		as_contest_log_submission(visit->log, submission)->arrival);
	page_form(out, visit, path, "");
	fputs("<label class=\"field\"><span>Note <small>Only the jury sees "
	      "it</small></span><textarea "
	      "name=\"text\" rows=\"2\" required></textarea></label><p "
	      "class=\"actions\"><button class=\"plain\">Add the note</button></p></form>",
		out);
}
