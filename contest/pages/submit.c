/* SPDX-License-Identifier: MIT */
/* The form to submit. */
#include "standing.h"

/* ---- conditions ---- */

static struct as_contest_clock clock_of(const struct as_contest_visit *visit)
{
	return as_contest_log_clock_at(visit->log, page_team(visit), visit->now_wall_ms);
}

/* The reason why submitting is not possible now, or NULL. */
static const char *reason_against(const struct as_contest_visit *visit)
{
	const struct as_contest_clock clock = clock_of(visit);
	const int64_t time_ms = as_contest_time_ms(&clock, visit->now_wall_ms);
	const bool is_own = as_contest_log_has_own_clock(visit->log, page_team(visit));

	if (page_team(visit) == AS_CONTEST_NONE)
		return "Only teams submit. Log in with the account of a team.";
	if (as_contest_log_standing(visit->log, page_team(visit)).is_disqualified)
		return "Your team is disqualified, and cannot submit.";
	if (time_ms == AS_NEVER_MS || time_ms < 0 || !as_contest_visit_sees_problems(visit))
		return is_own ? "Your team has not started." : "The contest has not started.";
	if (time_ms >= clock.duration_ms &&
		(!page_contest(visit)->settings.participation.practice ||
			as_contest_log_hides_results(visit->log)))
		return is_own ? "The time of your team is over." : "The contest is over.";
	return NULL;
}

static bool is_practice(const struct as_contest_visit *visit)
{
	const struct as_contest_clock clock = clock_of(visit);
	const int64_t time_ms = as_contest_time_ms(&clock, visit->now_wall_ms);

	return time_ms != AS_NEVER_MS && time_ms >= clock.duration_ms;
}

/* ---- the form ---- */

static void write_choices(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_typed_submission *typed)
{
	fputs("<div class=\"pair\"><label class=\"field\"><span>Problem</span><select "
	      "name=\"problem\" required>",
		out);
	if (typed->problem == AS_CONTEST_NONE)
		page_option(out, "", "Choose a problem", true);
	page_problem_options(out, visit, typed->problem);
	fputs("</select></label><label class=\"field\"><span>Language</span><select "
	      "name=\"language\">",
		out);
	page_option(out, "", "By the file name", !typed->language);
	page_language_options(out, visit, typed->problem, typed->language);
	fputs("</select></label></div>", out);
}

static void write_sources(FILE *out, const struct as_contest_typed_submission *typed)
{
	fputs("<label class=\"field\"><span>Files <small>One file, several, or a zip "
	      "archive</small></span><input type=\"file\" name=\"file\" "
	      "multiple></label><label class=\"field\"><span>Or source code <small>If no file is "
	      "chosen; choose its language above</small></span><textarea name=\"source\" "
	      "rows=\"16\" spellcheck=\"false\" autocapitalize=\"none\" autocomplete=\"off\" "
	      "class=\"code\">\n",
		out);
	page_value(out, typed->source);
	fputs("</textarea></label><details", out);
	fputs(typed->entry_point && *typed->entry_point ? " open" : "", out);
	fputs("><summary>Entry point</summary><label class=\"field\"><span>Main class or file "
	      "<small>Only if the default is wrong</small></span><input name=\"entry_point\" "
	      "maxlength=\"200\" spellcheck=\"false\" autocapitalize=\"none\" value=\"",
		out);
	page_value(out, typed->entry_point);
	fputs("\"></label></details>", out);
}

/* page.js shows and hides it. */
static void write_pause(FILE *out, const struct as_contest_visit *visit)
{
	fprintf(out,
		"<p class=\"notice info\" data-while-paused%s>The contest is paused. Submissions "
		"are accepted, with the contest time at which the clock stopped.</p>",
		page_is_paused(visit) ? "" : " hidden");
}

void as_contest_page_submit(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_typed_submission *typed)
{
	const struct as_contest_typed_submission nothing = {.problem = AS_CONTEST_NONE};
	const char *against = reason_against(visit);

	page_begin(out, visit, &(struct page_frame){.place = PAGE_SUBMIT, .title = "Submit"});
	if (against) {
		/* The page loads again when the contest starts. */
		if (page_team(visit) != AS_CONTEST_NONE)
			page_standing(out, visit, page_team(visit));
		fprintf(out, "<p class=\"empty\"%s>%s</p>",
			as_contest_log_state(visit->log)->started_wall_ms != AS_NEVER_MS
				? ""
				: " data-opens",
			against);
		page_end(out, visit);
		return;
	}
	if (is_practice(visit))
		fputs("<p class=\"notice info\">The time is over. Submissions are judged for "
		      "practice and do not count.</p>",
			out);
	write_pause(out, visit);
	page_form(out, visit, "/submit",
		" enctype=\"multipart/form-data\" class=\"card\" id=\"submit\"");
	write_choices(out, visit, typed ? typed : &nothing);
	write_sources(out, typed ? typed : &nothing);
	fputs("<p class=\"notice error\" role=\"alert\" hidden></p><p "
	      "class=\"actions\"><button>Submit</button></p></form>",
		out);
	page_end(out, visit);
}
