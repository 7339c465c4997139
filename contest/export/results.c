/* SPDX-License-Identifier: MIT */
/*
 * Results for publishing: HTML, CSV and results.tsv, in the format of the ICPC's tools. The first
 * line is "results", "1". Each team has a line: its ICPC id, rank (empty: not ranked), award,
 * problems solved, total time and time of the last solved problem in minutes, and the group that it
 * won.
 */
#include "private.h"

#include <string.h>

#define NAME "results.tsv"
#define MS_PER_MINUTE 60000

/* ---- awards, equal to those of awards.json ---- */

/* The best first. */
static const struct export_medal medals[] = {
	{"gold-medal", "Gold Medal"},
	{"silver-medal", "Silver Medal"},
	{"bronze-medal", "Bronze Medal"},
	{"highest-honors", "Highest Honors"},
	{"high-honors", "High Honors"},
	{"honors", "Honors"},
	{"honorable-mention", "Honorable"},
};
#define GROUP_WINNER "group-winner-"

static void note_award(const struct export_awards *teams, const char *id, size_t team)
{
	const struct export_medal **own = &teams->medals[team];

	for (size_t i = 0; i < sizeof(medals) / sizeof(*medals); i++)
		if (strcmp(id, medals[i].id) == 0 && (!*own || &medals[i] < *own))
			*own = &medals[i];
	if (strncmp(id, GROUP_WINNER, strlen(GROUP_WINNER)) != 0 || teams->groups[team])
		return;
	const size_t group = as_contest_find_group(teams->contest, id + strlen(GROUP_WINNER));
	if (group != AS_CONTEST_NONE)
		teams->groups[team] = teams->contest->groups[group].name;
}

/* Skips awards that the jury set or withdrew. */
static int note_computed(const struct as_contest_log *log, const struct as_award *award,
	const struct export_awards *teams, struct as_error *error)
{
	const char *subject = award->kind == AS_AWARD_GROUP_WINNER
				      ? teams->contest->groups[award->number].id
				      : "";
	AS_AUTO_FREE char *id = as_award_id(award, subject, error);

	if (!id)
		return -1;
	if (as_contest_log_find_award(log, id) != AS_CONTEST_NONE)
		return 0;
	for (size_t i = 0; i < award->team_count; i++)
		note_award(teams, id, award->teams[i]);
	return 0;
}

static void note_own(const struct as_contest_log *log, const struct export_awards *teams)
{
	for (size_t i = 0; i < as_contest_log_award_count(log); i++) {
		const struct as_contest_own_award *award = as_contest_log_award(log, i);
		for (size_t k = 0; award->citation && k < award->teams.count; k++)
			note_award(teams, award->id, award->teams.items[k]);
	}
}

static int add_groups(const struct as_contest_log *log, size_t team, struct as_membership **items,
	size_t *count, struct as_error *error)
{
	const struct as_contest_team *of = as_contest_log_team(log, team);

	for (size_t i = 0; i < of->group_count; i++) {
		if (!as_array_reserve(*items, *count, error))
			return -1;
		(*items)[(*count)++] = (struct as_membership){
			.set = (uint32_t)of->groups[i], .team = (uint32_t)team};
	}
	return 0;
}

static int note_awards(
	const struct as_contest_log *log, const struct export_awards *teams, struct as_error *error)
{
	const struct as_contest *contest = teams->contest;
	AS_AUTO_AWARDS struct as_awards awards = {0};
	AS_AUTO_FREE struct as_membership *items = NULL;
	size_t count = 0;

	for (size_t team = 0; team < as_contest_log_team_count(log); team++)
		if (add_groups(log, team, &items, &count, error))
			return -1;
	const struct as_memberships groups = {
		.items = items, .count = count, .set_count = (uint32_t)contest->group_count};
	if (as_awards_make(as_contest_log_final_board(log), &contest->settings.rules.awards,
		    &groups, NULL, &awards, error))
		return -1;
	for (size_t i = 0; i < awards.count; i++)
		if (note_computed(log, &awards.items[i], teams, error))
			return -1;
	note_own(log, teams);
	return 0;
}

/* ---- writing ---- */

static void write_row(FILE *out, const struct as_contest_log *log, const struct as_board_row *row,
	uint32_t rank, const struct export_awards *teams)
{
	const struct as_contest_team *team = as_contest_log_team(log, row->team);
	const struct export_medal *medal = teams->medals[row->team];
	const char *group = teams->groups[row->team];

	fprintf(out, "%s\t", team->icpc_id ? team->icpc_id : team->id);
	if (rank)
		fprintf(out, "%u", rank);
	fprintf(out, "\t%s\t%u\t%jd\t%jd\t%s\n",
		medal  ? medal->word
		: rank ? "Ranked"
		       : "Honorable",
		row->solved, (intmax_t)(row->total_ms / MS_PER_MINUTE),
		row->time_ms == AS_NEVER_MS ? 0 : (intmax_t)(row->time_ms / MS_PER_MINUTE),
		group ? group : "");
}

static void write_tsv(FILE *out, const struct as_contest_log *log,
	const struct export_awards *teams, const uint32_t *ranks)
{
	const struct as_board *board = as_contest_log_final_board(log);

	fputs("results\t1\n", out);
	for (uint32_t i = 0; i < as_board_row_count(board); i++) {
		const struct as_board_row row = as_board_row(board, i);
		write_row(out, log, &row, ranks[i], teams);
	}
}

static int write_results(FILE *out, const struct as_contest_log *log,
	enum as_contest_results results, const struct export_awards *teams, struct as_error *error)
{
	const struct as_board *board = as_contest_log_final_board(log);
	AS_AUTO_FREE uint32_t *ranks =
		calloc((size_t)as_board_row_count(board) + 1, sizeof(*ranks));

	if (!ranks)
		return as_error_no_memory(error);
	if (note_awards(log, teams, error))
		return -1;
	as_final_ranks(board, &teams->contest->settings.rules.awards, ranks);
	if (results != AS_CONTEST_RESULTS_TSV)
		return export_results_table(out, log, results, teams, ranks, error);
	write_tsv(out, log, teams, ranks);
	return 0;
}

char *as_contest_results(
	const struct as_contest_log *log, enum as_contest_results results, struct as_error *error)
{
	const struct as_contest *contest = as_contest_log_contest(log);
	const size_t count = as_contest_log_team_count(log) + 1;
	AS_AUTO_FREE const struct export_medal **own = calloc(count, sizeof(*own));
	AS_AUTO_FREE const char **groups = calloc(count, sizeof(*groups));
	const struct export_awards teams = {contest, own, groups};
	char *text = NULL;
	size_t size;

	if (results == AS_CONTEST_RESULTS_TSV &&
		contest->settings.rules.scoring.type == AS_SCOREBOARD_SCORE) {
		as_error_set(error, AS_ERROR_USAGE,
			"results.tsv has no scores; write results as .html or .csv");
		return NULL;
	}
	FILE *out = own && groups ? open_memstream(&text, &size) : NULL;
	if (!out) {
		as_error_no_memory(error);
		return NULL;
	}
	const int failed = write_results(out, log, results, &teams, error);
	AS_AUTO_FREE char *written = as_text_close(out, &text, error);
	return failed ? NULL : as_steal(written);
}

int export_results(struct export *export, struct as_error *error)
{
	const struct as_contest_settings *settings = &export->config->contest->settings;
	AS_AUTO_FREE char *text = NULL;

	as_contest_log_lock(export->log);
	const bool is_over = as_contest_log_state(export->log)->ended_wall_ms != AS_NEVER_MS;
	const bool is_score = settings->rules.scoring.type == AS_SCOREBOARD_SCORE;
	if (is_over && !is_score)
		text = as_contest_results(export->log, AS_CONTEST_RESULTS_TSV, error);
	as_contest_log_unlock(export->log);
	if (is_score)
		return as_findings_add(export->notes, AS_FINDING_INFO, NAME, error,
			"the format has no scores, so the file is left out; ranks and scores are "
			"in scoreboard.json");
	if (!is_over)
		return as_findings_add(export->notes, AS_FINDING_INFO, NAME, error,
			"the contest is not over; the file is left out");
	if (!text || as_file_write(export->fd, NAME, text, strlen(text), 0644, error))
		return -1;
	return export->exported->is_final
		       ? 0
		       : as_findings_add(export->notes, AS_FINDING_INFO, NAME, error,
				 "the contest is not finalised: results may change");
}
