/* SPDX-License-Identifier: MIT */
/* A verdict that the jury decides by hand: its page, and the line about it. */
#include "decisions.h"

void page_ruling(FILE *out, const struct as_contest_visit *visit, size_t submission)
{
	const size_t judgement = page_judgement(visit, submission);
	const struct as_contest_ruling *ruling =
		judgement == AS_CONTEST_NONE
			? NULL
			: as_contest_log_judgement(visit->log, judgement)->ruling;

	if (!ruling)
		return;
	fputs("<p class=\"notice info\">Decided by the jury", out);
	if (page_is_jury(visit) && ruling->account != AS_CONTEST_NONE) {
		fputs(" (", out);
		as_html_name(out, as_contest_log_account(visit->log, ruling->account)->username);
		fputs(ruling->is_shown ? "; the team sees the reason)"
				       : "; the team does not see the reason)",
			out);
	}
	if (page_is_jury(visit) || ruling->is_shown) {
		fputs(": ", out);
		as_html_name(out, ruling->reason);
	}
	fputs("</p>", out);
}

/* ---- the form ---- */

static void begin_form(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_ruling_form *form, size_t place)
{
	const uint64_t arrival =
		as_contest_log_submission(visit->log, form->entry.submission)->arrival;
	AS_AUTO_FREE char *path =
		as_text_format(NULL, "/jury/submissions/%" PRIu64 "/ruling", arrival);

	page_form(out, visit, path ? path : "/jury/submissions", " class=\"card\"");
	fprintf(out, "<input type=\"hidden\" name=\"seen\" value=\"%zu\">", place);
}

/* The place of the judgement that counts among those of the submission, from 1; 0: none. */
static size_t place_of(const struct as_contest_submission *of)
{
	for (size_t i = 0; i < of->judgement_count; i++)
		if (of->judgements[i] == of->valid)
			return i + 1;
	return 0;
}

static void write_verdicts(FILE *out, enum as_verdict selected)
{
	fputs("<label class=\"field\"><span>Verdict</span><select name=\"verdict\" required>", out);
	page_option(out, "", "", selected == AS_VERDICT_NONE);
	for (enum as_verdict verdict = AS_VERDICT_AC; verdict <= AS_VERDICT_CE; verdict++)
		if (verdict != AS_VERDICT_JE)
			page_option(out, as_verdict_name(verdict), as_verdict_title(verdict),
				selected == verdict);
	fputs("</select></label>", out);
}

static void write_score(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_ruling_form *form, size_t problem)
{
	if (!as_contest_log_needs_score(visit->log, problem))
		return;
	fputs("<label class=\"field\"><span>Score <small>", out);
	page_points(out, as_contest_problem_points(&page_contest(visit)->problems[problem]));
	fputs(" at most; none for a compile error</small></span><input name=\"score\" "
	      "inputmode=\"decimal\" maxlength=\"20\" value=\"",
		out);
	page_value(out, form->score ? form->score : "");
	fputs("\"></label>", out);
}

static void write_form(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_ruling_form *form, const struct as_contest_submission *of)
{
	begin_form(out, visit, form, place_of(of));
	fputs("<p>The verdict counts at once, even if the submission is still being judged. A "
	      "rejudging does not change it.</p>",
		out);
	write_verdicts(out, form->entry.verdict);
	write_score(out, visit, form, of->problem);
	fprintf(out,
		"<label class=\"field\"><span>Reason</span><textarea name=\"reason\" rows=\"2\" "
		"maxlength=\"%d\" required>",
		AS_CONTEST_REASON_MAX_BYTES);
	page_value(out, form->entry.reason ? form->entry.reason : "");
	fprintf(out,
		"</textarea></label><label class=\"check\"><input type=\"checkbox\" name=\"shown\" "
		"value=\"1\"%s> The team sees the reason</label>",
		form->entry.is_shown ? " checked" : "");
	if (!of->is_practice)
		page_sure_final(out, visit);
	fprintf(out,
		"<p class=\"actions\"><button name=\"action\" value=\"preview\"%s>Show what "
		"changes</button>",
		form->is_previewed ? " class=\"plain\"" : "");
	if (form->is_previewed)
		fputs("<button name=\"action\" value=\"decide\" class=\"heed\">Decide</button>",
			out);
	fputs("</p></form>", out);
}

static void write_withdrawal(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_ruling_form *form, const struct as_contest_submission *of)
{
	const size_t machine = as_contest_log_by_machine(visit->log, form->entry.submission);

	if (!as_contest_log_ruling(visit->log, form->entry.submission))
		return;
	fputs("<h2>Withdraw it</h2>", out);
	begin_form(out, visit, form, place_of(of));
	fputs("<p>Without the verdict by hand, this verdict counts: ", out);
	page_verdict(out, machine == AS_CONTEST_NONE
				  ? AS_VERDICT_NONE
				  : as_contest_log_judgement(visit->log, machine)->verdict);
	fputs("</p>", out);
	if (!of->is_practice)
		page_sure_final(out, visit);
	fputs("<p class=\"actions\"><button name=\"action\" value=\"withdraw\" "
	      "class=\"plain\">Withdraw the verdict by hand</button></p></form>",
		out);
}

void as_contest_page_jury_ruling(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_ruling_form *form)
{
	const size_t index = form->entry.submission;
	const struct as_contest_submission *of = as_contest_log_submission(visit->log, index);
	AS_AUTO_FREE char *title =
		as_text_format(NULL, "Submission %" PRIu64 ": decide by hand", of->arrival);

	page_begin(out, visit,
		&(struct page_frame){
			.place = PAGE_JURY_SUBMISSIONS, .title = title ? title : "Decide by hand"});
	fputs("<ul class=\"facts\"><li>", out);
	page_submission_link(out, visit, "/jury/submissions/", index);
	fputs("</li><li>", out);
	page_team_link(out, visit, of->team);
	fputs("</li><li>", out);
	page_problem_link(out, visit, of->problem);
	fputs("</li></ul><p class=\"big\">", out);
	page_submission_verdict(out, visit, index);
	page_jury_stage(out, visit, index);
	fputs("</p>", out);
	page_ruling(out, visit, index);
	if (form->is_previewed)
		page_board_changes(out, visit,
			as_contest_log_ruling_board(visit->log, &form->entry, NULL), true);
	if (page_may_judge(visit)) {
		write_form(out, visit, form, of);
		write_withdrawal(out, visit, form, of);
	}
	page_end(out, visit);
}
