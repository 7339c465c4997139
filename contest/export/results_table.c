/* SPDX-License-Identifier: MIT */
/* Results as a table, in CSV or as a page in one file. */
#include "private.h"

#include <assay/csv.h>
#include <assay/html.h>
#include <string.h>

#define MS_PER_MINUTE 60000
#define TEXT_SIZE 64

struct table {
	const struct as_contest_log *log;
	const struct as_contest *contest;
	const struct export_awards *awards;
	const struct as_board *board;
	const uint32_t *ranks;
	struct as_csv csv;
};

static bool has_scores(const struct table *table)
{
	return table->contest->settings.rules.scoring.type == AS_SCOREBOARD_SCORE;
}

/* ---- columns ---- */

/* Those with a title are in HTML, too. */
enum column {
	RANK,
	TEAM_ID,
	ICPC_ID,
	LABEL,
	TEAM,
	ORGANIZATION,
	COUNTRY,
	GROUPS,
	SUM,
	TIME,
	LAST,
	AWARD,
	GROUP_WINNER,
	COLUMN_COUNT
};
static const struct {
	const char *name, *title;
} columns[COLUMN_COUNT] = {
	[RANK] = {"rank", "Rank"},
	[TEAM_ID] = {"team_id", NULL},
	[ICPC_ID] = {"icpc_id", NULL},
	[LABEL] = {"label", NULL},
	[TEAM] = {"team", "Team"},
	[ORGANIZATION] = {"organization", "Organization"},
	[COUNTRY] = {"country", NULL},
	[GROUPS] = {"groups", NULL},
	[SUM] = {"solved", "Solved"},
	[TIME] = {"time", "Time"},
	[LAST] = {"last", NULL},
	[AWARD] = {"award", "Award"},
	[GROUP_WINNER] = {"group_winner", "First of"},
};

/* For each problem the time, or the score, and the number of tries. */
static int init_table(struct table *table, struct as_error *error)
{
	const char *names[COLUMN_COUNT];
	int status;

	for (size_t i = 0; i < COLUMN_COUNT; i++)
		names[i] = i == SUM && has_scores(table) ? "score" : columns[i].name;
	status = as_csv_init(&table->csv, "results.csv", names, COLUMN_COUNT, error);
	for (size_t i = 0; i < table->contest->problem_count && !status; i++) {
		const char *label = table->contest->problems[i].label;
		AS_AUTO_FREE char *tries = as_text_format(error, "%s tries", label);
		status = !tries || as_csv_add_column(&table->csv, label, error) ||
			 as_csv_add_column(&table->csv, tries, error);
	}
	return status ? -1 : 0;
}

/* ---- cells ---- */

/* Minutes, or H:MM:SS if times are not rounded to minutes. AS_NEVER_MS: "". */
static const char *time_text(const struct table *table, int64_t time_ms, char text[TEXT_SIZE])
{
	const int64_t seconds = time_ms / 1000;

	*text = '\0';
	if (time_ms == AS_NEVER_MS)
		return text;
	if (as_board_rules(table->board)->rounding == AS_PENALTY_MINUTE)
		snprintf(text, TEXT_SIZE, "%jd", (intmax_t)(time_ms / MS_PER_MINUTE));
	else
		snprintf(text, TEXT_SIZE, "%jd:%02d:%02d", (intmax_t)(seconds / 3600),
			(int)(seconds / 60 % 60), (int)(seconds % 60));
	return text;
}

static int set(struct table *table, size_t column, const char *text, struct as_error *error)
{
	return text ? as_csv_set_text(&table->csv, table->csv.count - 1, column, text, error) : 0;
}

static int set_count(struct table *table, size_t column, uint32_t count, struct as_error *error)
{
	char text[TEXT_SIZE];

	snprintf(text, sizeof text, "%u", count);
	return set(table, column, text, error);
}

static int set_cell(struct table *table, uint32_t team, uint32_t problem, struct as_error *error)
{
	const struct as_board_cell cell = as_board_cell(table->board, team, problem);
	const size_t column = COLUMN_COUNT + 2 * (size_t)problem;
	char text[TEXT_SIZE], score[AS_SCORE_SIZE];

	if (cell.judged + cell.pending == 0)
		return 0;
	if (has_scores(table) ? set(table, column, as_score_format(cell.score_e6, score), error)
			      : cell.solved && set(table, column,
						       time_text(table, cell.time_ms, text), error))
		return -1;
	return set_count(table, column + 1, cell.judged + cell.pending, error);
}

static int set_groups(
	struct table *table, const struct as_contest_team *team, struct as_error *error)
{
	AS_AUTO_FREE char *all = as_text_format(error, "%s", "");

	for (size_t i = 0; all && i < team->group_count; i++) {
		AS_AUTO_FREE char *before = all;
		all = as_text_format(error, "%s%s%s", before, i ? "; " : "",
			table->contest->groups[team->groups[i]].name);
	}
	return all ? set(table, GROUPS, all, error) : -1;
}

static int set_team(struct table *table, uint32_t index, struct as_error *error)
{
	const struct as_contest_team *team = as_contest_log_team(table->log, index);
	const struct as_contest_organization *of =
		team->organization == AS_CONTEST_NONE
			? NULL
			: &table->contest->organizations[team->organization];
	const struct export_medal *medal = table->awards->medals[index];

	return set(table, TEAM_ID, team->id, error) || set(table, ICPC_ID, team->icpc_id, error) ||
			       set(table, LABEL, team->label, error) ||
			       set(table, TEAM, as_contest_team_display_name(team), error) ||
			       set(table, ORGANIZATION, of ? of->name : NULL, error) ||
			       set(table, COUNTRY, of ? of->country : NULL, error) ||
			       set_groups(table, team, error) ||
			       set(table, AWARD, medal ? medal->word : NULL, error) ||
			       set(table, GROUP_WINNER, table->awards->groups[index], error)
		       ? -1
		       : 0;
}

static int add_row(struct table *table, uint32_t place, struct as_error *error)
{
	const struct as_board_row row = as_board_row(table->board, place);
	const int64_t time_ms = has_scores(table) ? row.time_ms : row.total_ms;
	char text[TEXT_SIZE], score[AS_SCORE_SIZE];

	if (as_csv_add_row(&table->csv, error) || set_team(table, row.team, error) ||
		(table->ranks[place] && set_count(table, RANK, table->ranks[place], error)))
		return -1;
	if (has_scores(table) ? set(table, SUM, as_score_format(row.score_e6, score), error)
			      : set_count(table, SUM, row.solved, error))
		return -1;
	if (set(table, TIME, time_text(table, time_ms, text), error) ||
		set(table, LAST, time_text(table, row.time_ms, text), error))
		return -1;
	for (uint32_t i = 0; i < table->contest->problem_count; i++)
		if (set_cell(table, row.team, i, error))
			return -1;
	return 0;
}

/* ---- formats ---- */

static int write_csv(struct table *table, FILE *out, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	table->csv.has_bom = true;
	if (as_csv_format(&table->csv, &bytes, error))
		return -1;
	fwrite(bytes.data, 1, bytes.size, out);
	return 0;
}

static bool is_number(size_t column)
{
	return column == RANK || column == SUM || column == TIME;
}

static void write_html_row(const struct table *table, FILE *out, size_t row)
{
	fputs("<tr>", out);
	for (size_t i = 0; i < COLUMN_COUNT; i++) {
		if (!columns[i].title)
			continue;
		fputs(is_number(i) ? "<td class=\"number\">" : "<td>", out);
		as_html_name(out, as_csv_cell(&table->csv, row, i));
		fputs("</td>", out);
	}
	fputs("</tr>\n", out);
}

static void write_html(const struct table *table, FILE *out)
{
	const struct as_contest_settings *settings = &table->contest->settings;
	const struct as_html_page page = {.title = settings->name,
		.style = AS_HTML_STYLE_BASE AS_HTML_STYLE_PARTS
		"table{border-collapse:collapse;font-variant-numeric:tabular-nums;width:100%}"
		"th,td{text-align:left;padding:5px 12px;border-bottom:1px solid var(--line)}"
		"th{color:var(--dim)}.number{text-align:right;width:1%}"
		"main{max-width:1060px}.card{margin-top:18px}"
		"@media(max-width:600px){th,td{padding:5px 7px}}"};
	const bool is_final = as_contest_results_are_final(table->log);

	as_html_begin(out, &page);
	fputs("<main><div class=\"head\"><h1>", out);
	as_html_name(out, settings->formal_name ? settings->formal_name : settings->name);
	fprintf(out, "</h1><span class=\"chip %s</span></div><div class=\"card\">",
		is_final ? "good\">Final results" : "bad\">Preliminary results");
	as_html_table(out, "results",
		has_scores(table) ? "#Rank|Team|Organization|#Score|#Time|Award|First of\n"
				  : "#Rank|Team|Organization|#Solved|#Time|Award|First of\n");
	for (size_t row = 0; row < table->csv.count; row++)
		write_html_row(table, out, row);
	fputs("</tbody></table></div></div></main>", out);
	as_html_end(out, &page);
}

bool as_contest_results_are_final(const struct as_contest_log *log)
{
	return as_contest_log_state(log)->finalized_wall_ms != AS_NEVER_MS &&
	       !as_contest_log_is_frozen(log);
}

int export_results_table(FILE *out, const struct as_contest_log *log,
	enum as_contest_results results, const struct export_awards *awards, const uint32_t *ranks,
	struct as_error *error)
{
	struct table table = {.log = log,
		.contest = awards->contest,
		.awards = awards,
		.board = as_contest_log_final_board(log),
		.ranks = ranks};
	int status = init_table(&table, error);

	for (uint32_t i = 0; i < as_board_row_count(table.board) && !status; i++)
		status = add_row(&table, i, error);
	if (!status && results == AS_CONTEST_RESULTS_CSV)
		status = write_csv(&table, out, error);
	else if (!status)
		write_html(&table, out);
	as_csv_clear(&table.csv);
	return status;
}
