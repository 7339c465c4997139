/* SPDX-License-Identifier: MIT */
/* The table of the board. */
#include "board_row.h"
#include "pictures.h"

/* ---- the filter ---- */

static bool is_shown(const struct page_board *view, uint32_t index)
{
	const struct as_contest_board_filter *filter = view->filter;

	if (!filter)
		return true;
	const struct as_contest_team *team = as_contest_log_team(view->log, index);
	const struct as_contest_organization *of =
		team->organization == AS_CONTEST_NONE
			? NULL
			: &view->contest->organizations[team->organization];
	return page_board_is_in_view(view, index) &&
	       (!page_is_set(filter->organization) ||
		       (of && strcmp(of->id, filter->organization) == 0)) &&
	       (!page_is_set(filter->name) ||
		       strcasestr(as_contest_team_display_name(team), filter->name) ||
		       (of && strcasestr(of->name, filter->name)));
}

/* ---- the table ---- */

/* For each problem: the number of the group's teams that solved it, of those that tried. */
static void write_foot(const struct page_board *view)
{
	const uint32_t rows = as_board_row_count(view->board);

	fputs("<tfoot><tr><td class=\"r\"></td><th scope=\"row\">Solved by</th><td "
	      "class=\"n\"></td><td class=\"t\"></td>",
		view->out);
	for (uint32_t problem = 0; problem < view->contest->problem_count; problem++) {
		uint32_t solved = 0, tried = 0;
		for (uint32_t place = 0; place < rows; place++) {
			const uint32_t team = as_board_row(view->board, place).team;
			const struct as_board_cell cell = as_board_cell(view->board, team, problem);
			if (!page_board_is_in_view(view, team) || page_board_is_apart(view, team))
				continue;
			solved += cell.solved;
			tried += cell.judged + cell.pending > 0;
		}
		fprintf(view->out, "<td><b>%" PRIu32 "</b>of %" PRIu32 "</td>", solved, tried);
	}
	fputs("</tr></tfoot>", view->out);
}

static void write_table(const struct page_board *view, bool are_shown, bool are_counted)
{
	const uint32_t rows = as_board_row_count(view->board);

	fprintf(view->out,
		"<div class=\"scroll\" role=\"region\" aria-label=\"Board\" "
		"tabindex=\"0\"><table class=\"board%s\">",
		page_has_logos(view->contest) ? " logos" : "");
	page_board_head(view, are_shown);
	fputs("<tbody>\n", view->out);
	for (uint32_t place = 0; place < rows; place++)
		if (is_shown(view, as_board_row(view->board, place).team))
			page_board_row(view, place);
	fputs("</tbody>", view->out);
	if (rows > 0 && are_counted)
		write_foot(view);
	fputs("</table></div>\n", view->out);
	if (rows == 0)
		fputs("<p class=\"empty\">No team is on the board yet.</p>\n", view->out);
}

/* A group that does not exist has no teams. */
static size_t find_group(const struct as_contest *contest, const char *id)
{
	const size_t group = as_contest_find_group(contest, id);

	return group == AS_CONTEST_NONE ? contest->group_count : group;
}

/* While teams start when they like. */
static void write_hidden(FILE *out, const struct as_contest_log *log, bool jury)
{
	const struct as_contest_clock *clock = as_contest_log_clock(log);
	const int64_t end_ms = as_contest_wall_ms(clock, clock->duration_ms);

	if (!as_contest_log_hides_results(log))
		return;
	fprintf(out,
		"<p class=\"freeze\">%sTeams start at different times. Results are hidden until "
		"the contest ends",
		jury ? "The jury sees all results. For everyone else: " : "");
	if (end_ms != AS_NEVER_MS) {
		fputs(", ", out);
		page_moment(out, end_ms);
	}
	fputs(".</p>\n", out);
}

void as_contest_page_board_fragment(FILE *out, const struct as_contest_log *log, const char *base,
	bool jury, const struct as_contest_board_filter *filter)
{
	const struct as_board *board = as_contest_log_board(log, jury);
	const struct as_contest *contest = as_contest_log_contest(log);
	struct page_board view = {.out = out,
		.log = log,
		.contest = contest,
		.board = board,
		.group = contest->settings.main_group,
		.counted = as_contest_log_main_board(log, jury),
		.rules = as_board_rules(board),
		.base = base,
		.filter = filter};
	char text[AS_FREEZE_TEXT_SIZE];

	if (filter && page_is_set(filter->group))
		view.group = find_group(contest, filter->group);
	view.medals = page_medals(log, jury);
	if (view.medals)
		view.ranks = page_final_ranks(log, jury);
	if (filter && view.group != AS_CONTEST_NONE)
		page_board_rank_group(&view);
	if (base)
		page_times(out, log);
	write_hidden(out, log, jury);
	if (as_contest_log_is_frozen(log))
		fprintf(out, "<p class=\"freeze\">%s%s</p>\n",
			jury ? "The jury sees all results. For everyone else: " : "",
			as_freeze_text(as_contest_log_clock(log), text));
	const struct as_contest_reader reader = {
		.scope = jury ? AS_CONTEST_SEES_ALL : AS_CONTEST_SEES_PUBLIC};
	write_table(&view, as_contest_log_sees_problems(log, &reader),
		jury || !as_contest_log_hides_results(log));
	free(view.medals);
	free(view.ranks);
	free(view.group_ranks);
}
