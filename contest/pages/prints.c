/* SPDX-License-Identifier: MIT */
/* Prints: the form of a team, and the queue of the helpers. */
#include "page.h"

/* Maximum number of delivered prints that are listed, and of submissions in the form. */
#define LISTED 100
#define OFFERED 20

/* ---- a team ---- */

static void write_submissions(FILE *out, const struct as_contest_visit *visit)
{
	size_t count = 0;

	fputs("<label class=\"field\"><span>Or a submission</span><select name=\"submission\">"
	      "<option value=\"\">none</option>",
		out);
	for (size_t i = as_contest_log_last_submission(visit->log, page_team(visit));
		i != AS_CONTEST_NONE && count < OFFERED; count++) {
		const struct as_contest_submission *of = as_contest_log_submission(visit->log, i);
		fprintf(out, "<option value=\"%" PRIu64 "\">%" PRIu64 ": ", of->arrival,
			of->arrival);
		page_attribute(out, page_contest(visit)->problems[of->problem].label);
		fputs(", ", out);
		page_attribute(out, of->name);
		fputs("</option>", out);
		i = of->previous;
	}
	fputs("</select></label>", out);
}

static void write_form(FILE *out, const struct as_contest_visit *visit)
{
	const struct as_contest_hall *rules = &page_contest(visit)->settings.hall;

	page_form(out, visit, "/print", " class=\"card\" enctype=\"multipart/form-data\"");
	fputs("<label class=\"field\"><span>A text file</span><input type=\"file\" name=\"file\">"
	      "</label>",
		out);
	write_submissions(out, visit);
	fputs("<p class=\"actions\"><button>Print</button></p><p class=\"sub\">", out);
	if (rules->print_pages != AS_CONTEST_UNLIMITED)
		fprintf(out, "At most %" PRIu64 " pages of %d lines. ", rules->print_pages,
			AS_CONTEST_PAPER_LINES);
	if (rules->prints_per_hour != AS_CONTEST_UNLIMITED)
		fprintf(out, "At most %" PRIu64 " prints in an hour. ", rules->prints_per_hour);
	fputs("A helper brings the paper.</p></form>", out);
}

static void write_state(FILE *out, const struct as_contest_print *print)
{
	static const char *const words[] = {[AS_CONTEST_PRINT_WAITS] = "waits",
		[AS_CONTEST_PRINT_SENT] = "printed",
		[AS_CONTEST_PRINT_DONE] = "delivered"};

	fprintf(out, "<span class=\"chip\">%s</span>", words[print->state]);
}

static void write_own(FILE *out, const struct as_contest_visit *visit)
{
	bool is_begun = false;

	for (size_t i = as_contest_log_print_count(visit->log); i-- > 0;) {
		const struct as_contest_print *print = as_contest_log_print(visit->log, i);
		if (print->team != page_team(visit))
			continue;
		if (!is_begun)
			as_html_table(out, "list", "#No.|File|#Lines|Time|State\n");
		is_begun = true;
		fprintf(out, "<tr><td class=\"number\">%zu</td><td>", i + 1);
		as_html_name(out, print->name);
		fprintf(out, "</td><td class=\"number\">%" PRIu64 "</td><td>", print->lines);
		page_moment(out, print->wall_ms);
		fputs("</td><td>", out);
		write_state(out, print);
		fputs("</td></tr>\n", out);
	}
	fputs(is_begun ? "</tbody></table></div>" : "<p class=\"empty\">No prints yet.</p>", out);
}

void as_contest_page_print(FILE *out, const struct as_contest_visit *visit)
{
	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_PRINT, .title = "Print", .is_live = true});
	write_form(out, visit);
	fputs("<h2>Your prints</h2>", out);
	page_live_begin(out, "prints", 10);
	write_own(out, visit);
	page_live_end(out);
	page_end(out, visit);
}

/* ---- helpers ---- */

static void write_button(FILE *out, const struct as_contest_visit *visit, size_t number,
	enum as_contest_print_mark mark, const char *words)
{
	page_form(out, visit, "/prints", "");
	fprintf(out,
		"<input type=\"hidden\" name=\"print\" value=\"%zu\"><input type=\"hidden\" "
		"name=\"action\" value=\"%s\"><button%s>%s</button></form>",
		number + 1, as_contest_print_mark_name(mark),
		mark == AS_CONTEST_PRINT_DELIVER ? "" : " class=\"plain\"", words);
}

static void write_buttons(FILE *out, const struct as_contest_visit *visit, size_t number)
{
	const struct as_contest_print *print = as_contest_log_print(visit->log, number);

	if (!page_may_serve(visit, AS_CONTEST_STAFF))
		return;
	if (print->state == AS_CONTEST_PRINT_DONE) {
		write_button(out, visit, number, AS_CONTEST_PRINT_UNDO, "Undo");
		return;
	}
	if (page_contest(visit)->settings.hall.print_command)
		write_button(out, visit, number, AS_CONTEST_PRINT_SEND,
			print->state == AS_CONTEST_PRINT_SENT ? "Print again" : "Print");
	write_button(out, visit, number, AS_CONTEST_PRINT_DELIVER, "Delivered");
}

static void write_done(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_print *print)
{
	if (print->state != AS_CONTEST_PRINT_DONE)
		return;
	fputs(PAGE_DOT "delivered ", out);
	page_moment(out, print->mark_wall_ms);
	if (print->account == AS_CONTEST_NONE)
		return;
	fputs(" by ", out);
	as_html_name(out, as_contest_log_account(visit->log, print->account)->username);
}

static void write_print(FILE *out, const struct as_contest_visit *visit, size_t number)
{
	const struct as_contest_print *print = as_contest_log_print(visit->log, number);

	fputs("<li><div class=\"to\">", out);
	page_place(out, visit, print->team);
	fputs("<p>", out);
	page_labelled_team(out, visit, print->team);
	fprintf(out, "</p><p class=\"sub\"><a href=\"");
	page_address(out, visit->base, "/prints/", NULL);
	fprintf(out, "%zu\">Print %zu</a>" PAGE_DOT "%" PRIu64 " line%s" PAGE_DOT, number + 1,
		number + 1, print->lines, print->lines == 1 ? "" : "s");
	page_moment(out, print->wall_ms);
	write_done(out, visit, print);
	fputs("</p>", out);
	if (print->state == AS_CONTEST_PRINT_SENT)
		fputs("<p><span class=\"chip\">printed</span></p>", out);
	if (print->why) {
		fputs("<p class=\"wrong\">The command failed: ", out);
		page_cause(out, print->why);
		fputs("</p>", out);
	}
	fputs("</div><div class=\"buttons\">", out);
	write_buttons(out, visit, number);
	fputs("</div></li>\n", out);
}

/* The oldest first; of the delivered ones the newest, and not all. */
static void write_prints(FILE *out, const struct as_contest_visit *visit, bool is_done)
{
	const size_t count = as_contest_log_print_count(visit->log);
	size_t listed = 0;

	for (size_t i = 0; i < count && (!is_done || listed < LISTED); i++) {
		const size_t number = is_done ? count - 1 - i : i;
		const struct as_contest_print *print = as_contest_log_print(visit->log, number);
		if (print->team == AS_CONTEST_NONE ||
			(print->state == AS_CONTEST_PRINT_DONE) != is_done)
			continue;
		if (listed++ == 0)
			fprintf(out, "<h2>%s</h2><ul class=\"helpers\">\n",
				is_done ? "Delivered" : "To deliver");
		write_print(out, visit, number);
	}
	fputs(listed > 0 ? "</ul>" : is_done ? "" : "<p class=\"empty\">No print waits.</p>", out);
}

void as_contest_page_prints(FILE *out, const struct as_contest_visit *visit)
{
	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_PRINTS,
			.title = "Prints",
			.is_live = true,
			.style = "helpers.css"});
	page_live_begin(out, "prints", 3);
	write_prints(out, visit, false);
	write_prints(out, visit, true);
	page_live_end(out);
	page_end(out, visit);
}

void as_contest_page_print_text(
	FILE *out, const struct as_contest_visit *visit, size_t print, const char *text)
{
	AS_AUTO_FREE char *title = as_text_format(NULL, "Print %zu", print + 1);

	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_PRINTS,
			.title = title ? title : "Print",
			.style = "helpers.css"});
	if (text) {
		fputs("<pre class=\"paper\">", out);
		page_block(out, text, strlen(text), strlen(text));
		fputs("</pre>", out);
	} else {
		fputs("<p class=\"notice error\">The store does not have the text.</p>", out);
	}
	page_end(out, visit);
}
