/* SPDX-License-Identifier: MIT */
/* The list of problems, and the page of a problem. */
#include "problems.h"

#include <math.h>
#include <string.h>

/* ---- the list ---- */

/* The result of the visitor's team at a problem. */
static void write_own_state(FILE *out, const struct as_contest_visit *visit, size_t problem)
{
	const size_t team = page_team(visit);

	if (team == AS_CONTEST_NONE)
		return;
	/* The jury's board, because a team may see its own results in a freeze. */
	struct as_board *own = as_contest_log_is_virtual(visit->log, team)
				       ? as_contest_log_own_board(visit->log, team, NULL)
				       : NULL;
	const struct as_board *board = own ? own : as_contest_log_board(visit->log, true);
	const struct as_board_cell cell =
		as_board_cell(board, own ? 0 : (uint32_t)team, (uint32_t)problem);
	fputs("<td>", out);
	if (as_board_rules(board)->type == AS_SCOREBOARD_SCORE && cell.judged > 0) {
		page_score(out, cell.score_e6);
		fputs(" points", out);
	} else if (cell.solved) {
		fputs("<span class=\"verdict AC\">Solved</span>", out);
	} else if (cell.pending > 0) {
		fputs("<span class=\"verdict pending\">Pending</span>", out);
	} else if (cell.judged > 0) {
		fprintf(out, "<span class=\"verdict WA\">%" PRIu32 " %s</span>", cell.judged,
			cell.judged == 1 ? "try" : "tries");
	}
	fputs("</td>", out);
	as_board_close(own);
}

void page_solved(FILE *out, const struct as_contest_visit *visit, uint32_t problem)
{
	const struct as_board *board = as_contest_log_board(visit->log, page_is_jury(visit));
	uint32_t solved = 0, tried = 0;

	if (as_contest_log_hides_results(visit->log) && !page_is_jury(visit)) {
		fputs("<td class=\"number\">" PAGE_DASH "</td>", out);
		return;
	}
	for (uint32_t place = 0; place < as_board_row_count(board); place++) {
		const uint32_t team = as_board_row(board, place).team;
		const struct as_board_cell cell = as_board_cell(board, team, problem);
		if (!as_contest_log_is_ranked(visit->log, team) ||
			as_contest_log_team_is_hidden(visit->log, team))
			continue;
		solved += cell.solved;
		tried += cell.judged + cell.pending > 0;
	}
	fprintf(out, "<td class=\"number\">%" PRIu32 "<small> of %" PRIu32 "</small></td>", solved,
		tried);
}

static bool has_points(const struct as_contest_visit *visit)
{
	return page_contest(visit)->settings.rules.scoring.type == AS_SCOREBOARD_SCORE;
}

/* The points that can be earned, if there is a maximum. */
static void write_points(FILE *out, const struct as_contest_problem *problem)
{
	const double points = as_contest_problem_points(problem);

	if (isfinite(points))
		page_points(out, points);
	else
		fputs(problem->package ? "unlimited" : PAGE_DASH, out);
}

void page_before_start(FILE *out, const struct as_contest_visit *visit)
{
	if (as_contest_log_state(visit->log)->started_wall_ms == AS_NEVER_MS)
		fputs("<p class=\"empty\" data-opens>The problems will be here when the contest "
		      "has started.</p>",
			out);
	else if (page_has_start(visit))
		fputs("<p class=\"empty\">The problems will be here when your team has started."
		      "</p>",
			out);
	else
		fputs("<p class=\"empty\">The problems will be here when the contest has ended."
		      "</p>",
			out);
}

void page_problem_limits(FILE *out, const struct as_package *package)
{
	fputs("<td class=\"number\">", out);
	if (package)
		as_html_time(out, package->limits.has_time_limit ? package->limits.time_limit_ns
								 : INT64_C(2000000000));
	fputs("</td><td class=\"number\">", out);
	if (package)
		as_html_bytes(out, package->limits.memory_bytes);
	fputs("</td>", out);
}

static void write_list(FILE *out, const struct as_contest_visit *visit)
{
	const struct as_contest *contest = page_contest(visit);

	fprintf(out,
		"<div class=\"scroll\" tabindex=\"0\"><table class=\"list\"><thead><tr><th "
		"scope=\"col\">Problem</th>%s%s<th scope=\"col\" class=\"number\">Solved "
		"by</th><th "
		"scope=\"col\" class=\"number\">Time limit</th><th scope=\"col\" "
		"class=\"number\">Memory limit</th></tr></thead><tbody>",
		page_team(visit) == AS_CONTEST_NONE ? "" : "<th scope=\"col\">You</th>",
		has_points(visit) ? "<th scope=\"col\" class=\"number\">Points</th>" : "");
	for (size_t i = 0; i < contest->problem_count; i++) {
		fputs("<tr><th scope=\"row\">", out);
		page_problem_link(out, visit, i);
		fputs("</th>", out);
		write_own_state(out, visit, i);
		if (has_points(visit)) {
			fputs("<td class=\"number\">", out);
			write_points(out, &contest->problems[i]);
			fputs("</td>", out);
		}
		page_solved(out, visit, (uint32_t)i);
		page_problem_limits(out, contest->problems[i].package);
		fputs("</tr>", out);
	}
	fputs("</tbody></table></div>", out);
}

static void write_more(FILE *out, const struct as_contest_visit *visit)
{
	fputs("<p class=\"actions\">", out);
	if (as_contest_visit_sees_problems(visit)) {
		fputs("<a href=\"", out);
		page_address(out, visit->base, "/statements", NULL);
		fputs("\">All statements</a>", out);
	}
	fputs("<a href=\"", out);
	page_address(out, visit->base, "/languages", NULL);
	fputs("\">Languages</a><a href=\"", out);
	page_address(out, visit->base, "/rules", NULL);
	fputs("\">Rules</a>", out);
	if (as_contest_visit_sees_statistics(visit)) {
		fputs("<a href=\"", out);
		page_address(out, visit->base, "/statistics", NULL);
		fputs("\">Statistics</a>", out);
	}
	fputs("</p>", out);
}

void as_contest_page_problems(FILE *out, const struct as_contest_visit *visit)
{
	page_begin(out, visit, &(struct page_frame){.place = PAGE_PROBLEMS, .title = "Problems"});
	write_more(out, visit);
	if (as_contest_visit_sees_problems(visit)) {
		write_list(out, visit);
		page_solved_words(out, page_is_jury(visit));
	} else {
		page_before_start(out, visit);
	}
	page_end(out, visit);
}

/* ---- a problem ---- */

void page_problem_facts(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_problem *problem)
{
	const struct as_package *package = problem->package;

	if (!package)
		return;
	fputs("<ul class=\"facts\">", out);
	if (has_points(visit))
		as_statement_write_points(out, package, as_contest_problem_points(problem));
	as_statement_write_limits(out, package);
	fputs("</ul>", out);
}

static void write_submit_link(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_problem *problem)
{
	if (page_team(visit) == AS_CONTEST_NONE)
		return;
	fputs("<p class=\"actions\"><a class=\"button\" href=\"", out);
	page_address(out, visit->base, "/submit?problem=", problem->id);
	fputs("\">Submit</a></p>", out);
}

static void write_file(FILE *out, const struct as_statement_file *file)
{
	fputs("<li><a href=\"", out);
	as_html_text(out, file->address);
	fputs("\">", out);
	as_html_name(out, file->name);
	fputs("</a></li>", out);
}

static void write_files(FILE *out, const struct as_statement *statement,
	enum as_statement_file_kind kind, const char *heading)
{
	bool is_begun = false;

	for (size_t i = 0; i < statement->file_count; i++) {
		if (statement->files[i].kind != kind)
			continue;
		if (!is_begun)
			fprintf(out, "<h2>%s</h2><ul class=\"files\">", heading);
		is_begun = true;
		write_file(out, &statement->files[i]);
	}
	if (is_begun)
		fputs("</ul>", out);
}

void page_problem_text(FILE *out, const struct as_statement *statement, const char *heading)
{
	if (statement->html.data) {
		fputs("<article class=\"statement\"", out);
		if (statement->language) {
			fputs(" lang=\"", out);
			page_attribute(out, statement->language);
			fputs("\"", out);
		}
		fputs(">", out);
		/* Trusted: as_statement_open made this HTML. */
		fwrite(statement->html.data, 1, statement->html.size, out);
		fputs("</article>", out);
	}
	write_files(out, statement, AS_STATEMENT_STATEMENT, heading);
}

static void write_text(FILE *out, const struct as_statement *statement)
{
	page_problem_text(out, statement, "Statement");
	as_statement_write_samples(out, statement);
	write_files(out, statement, AS_STATEMENT_ATTACHMENT, "Attachments");
}

void page_problem_statement(FILE *out, const struct as_statement *statement)
{
	if (statement)
		write_text(out, statement);
	else
		fputs("<p class=\"empty\">The statement could not be read. Ask the jury.</p>", out);
}

bool page_has_math(const struct as_statement *statement)
{
	return statement && statement->html.data && strstr(statement->html.data, " data-tex=");
}

const char *page_problem_name(
	const struct as_contest_problem *problem, const struct as_statement *statement)
{
	const struct as_package *package = statement ? statement->package : NULL;
	const char *title =
		package && package->titles && statement->language
			? json_string_value(json_object_get(package->titles, statement->language))
			: NULL;

	/* The contest may have another name for the problem. */
	return title && package->title && strcmp(problem->name, package->title) == 0
		       ? title
		       : problem->name;
}

void page_statement_languages(FILE *out, const struct as_contest_visit *visit, const char *path,
	const char *part, char *const *languages)
{
	if (as_names_count(languages) < 2)
		return;
	fputs("<ul class=\"facts\"><li>Statement in</li>", out);
	for (; *languages; languages++) {
		fputs("<li><a href=\"", out);
		page_address(out, visit->base, path, part);
		page_address(out, "", "?language=", *languages);
		fputs("\">", out);
		as_html_name(out, *languages);
		fputs("</a></li>", out);
	}
	fputs("</ul>", out);
}

/* If the visitor may see the editorial. */
static void write_editorial_link(FILE *out, const struct as_contest_visit *visit, size_t problem)
{
	const struct as_contest_reader reader = as_contest_visit_reader(visit);

	if (!as_contest_log_sees_editorials(visit->log, &reader, visit->now_wall_ms))
		return;
	fputs("<p class=\"actions\"><a class=\"button plain\" href=\"", out);
	page_address(out, visit->base, "/problems/", page_contest(visit)->problems[problem].id);
	fputs(as_contest_log_editorials(visit->log)->state == AS_CONTEST_EDITORIALS_OPEN
			? "/editorial\">Editorial</a></p>"
			: "/editorial\">Editorial, for the jury only</a></p>",
		out);
}

void as_contest_page_problem(FILE *out, const struct as_contest_visit *visit, size_t problem,
	const struct as_statement *statement)
{
	const struct as_contest_problem *of = &page_contest(visit)->problems[problem];

	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_PROBLEMS,
			.title = page_problem_name(of, statement),
			.label = of->label,
			.has_math = page_has_math(statement)});
	page_problem_facts(out, visit, of);
	if (statement && statement->languages)
		page_statement_languages(out, visit, "/problems/", of->id, statement->languages);
	write_submit_link(out, visit, of);
	page_problem_statement(out, statement);
	write_submit_link(out, visit, of);
	write_editorial_link(out, visit, problem);
	page_end(out, visit);
}
