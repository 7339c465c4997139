/* SPDX-License-Identifier: MIT */
/* The changes that a decision of the jury makes on the final board. */
#include "decisions.h"

static void write_standing(
	FILE *out, const struct as_contest_visit *visit, const struct as_standing *standing)
{
	static const char *const medals[] = {[AS_MEDAL_NONE] = "",
		[AS_MEDAL_GOLD] = PAGE_DOT "gold",
		[AS_MEDAL_SILVER] = PAGE_DOT "silver",
		[AS_MEDAL_BRONZE] = PAGE_DOT "bronze"};

	fprintf(out, "<td>%" PRIu32 "%s</td><td class=\"number\">", standing->rank,
		medals[standing->medal]);
	if (page_contest(visit)->settings.rules.scoring.type == AS_SCOREBOARD_SCORE) {
		page_score(out, standing->score_e6);
	} else {
		fprintf(out, "%" PRIu32 " <small>", standing->solved);
		page_span(out, standing->total_ms);
		fputs("</small>", out);
	}
	fputs("</td>", out);
}

static void write_teams(
	FILE *out, const struct as_contest_visit *visit, const struct as_board_changes *changes)
{
	as_html_table(out, "list", "Team|Rank before|#Result before|Rank after|#Result after\n");
	for (size_t i = 0; i < changes->team_count; i++) {
		fputs("<tr><th scope=\"row\">", out);
		page_team_link(out, visit, changes->teams[i].team);
		fputs("</th>", out);
		write_standing(out, visit, &changes->teams[i].was);
		write_standing(out, visit, &changes->teams[i].is);
		fputs("</tr>", out);
	}
	fputs("</tbody></table></div>", out);
}

static void write_first(FILE *out, const struct as_contest_visit *visit, uint32_t team)
{
	fputs("<td>", out);
	if (team == UINT32_MAX)
		fputs(PAGE_DASH, out);
	else
		page_team_link(out, visit, team);
	fputs("</td>", out);
}

static void write_firsts(
	FILE *out, const struct as_contest_visit *visit, const struct as_board_changes *changes)
{
	as_html_table(out, "list", "First to solve|Before|After\n");
	for (size_t i = 0; i < changes->first_count; i++) {
		fputs("<tr><th scope=\"row\">", out);
		page_problem_link(out, visit, changes->firsts[i].problem);
		fputs("</th>", out);
		write_first(out, visit, changes->firsts[i].was);
		write_first(out, visit, changes->firsts[i].is);
		fputs("</tr>", out);
	}
	fputs("</tbody></table></div>", out);
}

void page_board_changes(
	FILE *out, const struct as_contest_visit *visit, struct as_board *other, bool is_proposed)
{
	const struct as_board *now = as_contest_log_final_board(visit->log);
	AS_AUTO(as_board_changes_clear) struct as_board_changes changes = {0};

	fputs("<h2>The final board</h2>", out);
	if (!other || as_board_compare(is_proposed ? now : other, is_proposed ? other : now,
			      &page_contest(visit)->settings.rules.awards, &changes, NULL))
		fputs("<p class=\"notice error\">The server is out of memory.</p>", out);
	else if (changes.team_count + changes.first_count == 0)
		fputs("<p class=\"empty\">No rank, medal or result changes.</p>", out);
	as_board_close(other);
	if (changes.first_count)
		write_firsts(out, visit, &changes);
	if (changes.team_count)
		write_teams(out, visit, &changes);
}
