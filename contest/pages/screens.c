/* SPDX-License-Identifier: MIT */
/* Screens for a hall: the board, the last verdicts, the countdown. */
#include "pictures.h"

#define VERDICTS_COUNT 14

/* ---- the frame ---- */

struct screen {
	const char *title, *class;
	bool is_board; /* has a filter by its address */
	bool is_live;
};

static void write_script(FILE *out, const struct as_contest_visit *visit, const char *name)
{
	as_site_page_script(out, visit->base, &as_contest_assets, name);
}

static void write_head(FILE *out, const struct as_contest_visit *visit, const struct screen *screen)
{
	as_site_page_head(out, visit->base, &as_contest_assets);
	page_style(out, visit->base, "hall.css");
	write_script(out, visit, "page.js");
	if (screen->is_live)
		write_script(out, visit, "live.js");
	if (screen->is_board)
		write_script(out, visit, "board.js");
	write_script(out, visit, "screen.js");
	fprintf(out, "<title>%s" PAGE_DOT, screen->title);
	page_attribute(out, page_contest(visit)->settings.name);
	fputs("</title></head>", out);
}

static void screen_begin(
	FILE *out, const struct as_contest_visit *visit, const struct screen *screen)
{
	write_head(out, visit, screen);
	fprintf(out, "<body class=\"screen %s\" data-now=\"%" PRId64 "\"><header class=\"hall\">",
		screen->class, visit->now_wall_ms);
	page_banner(out, visit);
	fputs("<h1>", out);
	as_html_name(out, page_contest(visit)->settings.name);
	fputs("</h1>", out);
	page_clock(out, visit);
	fputs("</header><main id=\"main\">", out);
}

/* screen.js polls the times of the clock, which shows if the server answers. */
static void screen_end(FILE *out, const struct as_contest_visit *visit)
{
	fputs("</main><div id=\"beat\" hidden data-beat=\"", out);
	page_address(out, visit->base, "/news", NULL);
	fputs("\"></div><p class=\"lost\" id=\"lost\" role=\"alert\" hidden>Connection lost. "
	      "Trying "
	      "again.</p></body></html>\n",
		out);
}

/* The start tag is open at the end. */
static void write_live(
	FILE *out, const struct as_contest_visit *visit, const char *id, const char *path)
{
	fprintf(out, "<div id=\"%s\" data-live=\"board\" data-stream=\"", id);
	page_address(out, visit->base, path, NULL);
	fputs("/events\" data-poll=\"", out);
	page_address(out, visit->base, path, NULL);
	fputs("/fragment\" data-every=\"5\"", out);
}

/* ---- the board ---- */

void as_contest_page_screen_board(
	FILE *out, const struct as_contest_visit *visit, const char *fragment)
{
	screen_begin(out, visit,
		&(struct screen){
			.title = "Board", .class = "boards", .is_board = true, .is_live = true});
	write_live(out, visit, "board", "/board");
	page_main_group(out, page_contest(visit));
	fprintf(out, ">\n%s</div>", fragment);
	screen_end(out, visit);
}

/* ---- the last verdicts ---- */

static void write_team(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	const struct as_contest_team *team = as_contest_log_team(visit->log, index);
	const struct as_contest *contest = page_contest(visit);

	fputs("<td class=\"pictures\">", out);
	page_photo(out, visit->base, team);
	page_logo(out, visit->base, contest, team);
	fputs("</td><th scope=\"row\">", out);
	as_html_name(out, as_contest_team_display_name(team));
	if (team->organization != AS_CONTEST_NONE) {
		const struct as_contest_organization *of =
			&contest->organizations[team->organization];
		fputs("<small>", out);
		page_flag(out, visit->base, contest, of);
		as_html_name(out, of->name);
		fputs("</small>", out);
	}
	fputs("</th>", out);
}

static bool is_accepted(const struct as_contest_visit *visit, size_t submission)
{
	const size_t judgement = page_judgement(visit, submission);

	return judgement != AS_CONTEST_NONE &&
	       as_contest_log_judgement(visit->log, judgement)->verdict == AS_VERDICT_AC;
}

/* A team can solve a problem again. */
static bool is_first(const struct as_contest_visit *visit, size_t submission)
{
	const struct as_contest_submission *of = as_contest_log_submission(visit->log, submission);
	const struct as_board_cell cell =
		as_board_cell(as_contest_log_main_board(visit->log, false), (uint32_t)of->team,
			(uint32_t)of->problem);
	const size_t problem = of->problem;

	if (!cell.first || !is_accepted(visit, submission))
		return false;
	for (size_t i = of->previous; i != AS_CONTEST_NONE; i = of->previous) {
		of = as_contest_log_submission(visit->log, i);
		if (of->problem == problem && is_accepted(visit, i))
			return false;
	}
	return true;
}

static void write_row(FILE *out, const struct as_contest_visit *visit, size_t submission)
{
	const struct as_contest_submission *of = as_contest_log_submission(visit->log, submission);
	const struct as_contest_problem *problem = &page_contest(visit)->problems[of->problem];

	fprintf(out, "<tr id=\"submission-%" PRIu64 "\"><td class=\"t\">", of->arrival);
	page_contest_time(out, of->time_ms);
	fputs("</td>", out);
	write_team(out, visit, of->team);
	fputs("<td class=\"c", out);
	page_color(out, problem);
	page_label_text(out, problem);
	fputs("</td><td class=\"v\">", out);
	page_submission_verdict(out, visit, submission);
	if (is_first(visit, submission))
		fputs(" <span class=\"first\">first to solve</span>", out);
	fputs("</td></tr>\n", out);
}

static bool is_shown(const struct as_contest_visit *visit, size_t submission)
{
	const struct as_contest_reader reader = as_contest_visit_reader(visit);

	return as_contest_log_sees_submission(visit->log, &reader, submission) &&
	       !as_contest_log_submission(visit->log, submission)->is_practice;
}

void as_contest_page_verdicts_fragment(
	FILE *out, const struct as_contest_log *log, const char *base)
{
	const struct as_contest_visit visit = {
		.log = log, .base = base, .account = AS_CONTEST_NONE};
	char text[AS_FREEZE_TEXT_SIZE];
	size_t count = 0;

	page_times(out, log);
	if (as_contest_log_is_frozen(log))
		fprintf(out, "<p class=\"freeze\">%s</p>\n",
			as_freeze_text(as_contest_log_clock(log), text));
	fputs("<table class=\"verdicts\"><thead><tr><th scope=\"col\">Time</th><td></td><th "
	      "scope=\"col\">Team</th><th scope=\"col\">Problem</th><th "
	      "scope=\"col\">Verdict</th></tr></thead><tbody>",
		out);
	for (size_t i = as_contest_log_submission_count(log); i-- > 0 && count < VERDICTS_COUNT;) {
		if (!is_shown(&visit, i))
			continue;
		count++;
		write_row(out, &visit, i);
	}
	fputs("</tbody></table>", out);
	if (count == 0)
		fputs("<p class=\"empty\">No submissions yet.</p>", out);
}

void as_contest_page_screen_verdicts(
	FILE *out, const struct as_contest_visit *visit, const char *fragment)
{
	screen_begin(out, visit,
		&(struct screen){.title = "Verdicts", .class = "lines", .is_live = true});
	write_live(out, visit, "verdicts", "/screen/verdicts");
	fprintf(out, ">\n%s</div>", fragment);
	screen_end(out, visit);
}

/* ---- the countdown ---- */

void as_contest_page_screen_countdown(FILE *out, const struct as_contest_visit *visit)
{
	screen_begin(out, visit, &(struct screen){.title = "Countdown", .class = "countdown"});
	fputs("<p class=\"what\" id=\"what\"></p><p class=\"left\" id=\"left\" role=\"timer\"></p>",
		out);
	screen_end(out, visit);
}
