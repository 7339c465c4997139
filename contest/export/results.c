/* SPDX-License-Identifier: MIT */
/*
 * results.tsv, as tools of the ICPC read it: a line "results", "1", then a team a line: its ICPC
 * id, rank (empty: not ranked), award, problems solved, total time and time of the last solved
 * problem in minutes, and the group that it won.
 */
#include "private.h"

#define NAME "results.tsv"
#define MS_PER_MINUTE 60000

/* ---- what the teams are in ---- */

struct teams {
	const char **words;  /* the best award of each team; NULL: none */
	const char **groups; /* the first group that each team won; NULL: none */
};

static const char *word_of(enum as_award_kind kind)
{
	switch (kind) {
	case AS_AWARD_GOLD:
		return "Gold Medal";
	case AS_AWARD_SILVER:
		return "Silver Medal";
	case AS_AWARD_BRONZE:
		return "Bronze Medal";
	case AS_AWARD_HIGHEST_HONORS:
		return "Highest Honors";
	case AS_AWARD_HIGH_HONORS:
		return "High Honors";
	case AS_AWARD_HONORS:
		return "Honors";
	case AS_AWARD_HONORABLE_MENTION:
		return "Honorable";
	case AS_AWARD_WINNER:
	case AS_AWARD_RANK:
	case AS_AWARD_FIRST_TO_SOLVE:
	case AS_AWARD_GROUP_WINNER:
	case AS_AWARD_ORGANIZATION_WINNER:
		break;
	}
	return NULL;
}

/* Awards come in the order of the enum, the best medal first. */
static void note_award(
	const struct as_contest *contest, const struct as_award *award, struct teams *teams)
{
	const char *word = word_of(award->kind);

	for (size_t i = 0; i < award->team_count; i++) {
		const char **of = &teams->words[award->teams[i]];
		if (word && !*of)
			*of = word;
		of = &teams->groups[award->teams[i]];
		if (award->kind == AS_AWARD_GROUP_WINNER && !*of)
			*of = contest->groups[award->number].name;
	}
}

static int add_groups(const struct as_contest_log *log, size_t team, struct as_membership **items,
	size_t *count, struct as_error *error)
{
	const struct as_contest_team *of = as_contest_log_team(log, team);

	for (size_t i = 0; i < of->group_count; i++) {
		struct as_membership *grown = as_array_grow(*items, *count, sizeof(*grown), error);
		if (!grown)
			return -1;
		*items = grown;
		grown[(*count)++] = (struct as_membership){
			.set = (uint32_t)of->groups[i], .team = (uint32_t)team};
	}
	return 0;
}

static int note_awards(const struct as_contest *contest, const struct as_contest_log *log,
	struct teams *teams, struct as_error *error)
{
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
		note_award(contest, &awards.items[i], teams);
	return 0;
}

/* ---- writing ---- */

static void write_row(FILE *out, const struct as_contest_log *log, const struct as_board_row *row,
	uint32_t rank, const struct teams *teams)
{
	const struct as_contest_team *team = as_contest_log_team(log, row->team);
	const char *word = teams->words[row->team];
	const char *group = teams->groups[row->team];

	fprintf(out, "%s\t", team->icpc_id ? team->icpc_id : team->id);
	if (rank)
		fprintf(out, "%u", rank);
	fprintf(out, "\t%s\t%u\t%jd\t%jd\t%s\n",
		word   ? word
		: rank ? "Ranked"
		       : "Honorable",
		row->solved, (intmax_t)(row->total_ms / MS_PER_MINUTE),
		row->time_ms == AS_NEVER_MS ? 0 : (intmax_t)(row->time_ms / MS_PER_MINUTE),
		group ? group : "");
}

static int write_rows(FILE *out, const struct as_contest *contest, const struct as_contest_log *log,
	const struct teams *teams, struct as_error *error)
{
	const struct as_board *board = as_contest_log_final_board(log);
	const uint32_t count = as_board_row_count(board);
	AS_AUTO_FREE uint32_t *ranks = calloc((size_t)count + 1, sizeof(*ranks));

	if (!ranks)
		return as_error_no_memory(error);
	as_final_ranks(board, &contest->settings.rules.awards, ranks);
	fputs("results\t1\n", out);
	for (uint32_t i = 0; i < count; i++) {
		const struct as_board_row row = as_board_row(board, i);
		write_row(out, log, &row, ranks[i], teams);
	}
	return 0;
}

/* With the log's lock. */
static int make_text(struct export *export, struct as_bytes *text, struct as_error *error)
{
	const struct as_contest *contest = export->config->contest;
	const size_t count = as_contest_log_team_count(export->log) + 1;
	AS_AUTO_FREE const char **words = calloc(count, sizeof(*words));
	AS_AUTO_FREE const char **groups = calloc(count, sizeof(*groups));
	const struct teams teams = {words, groups};
	FILE *out = open_memstream(&text->data, &text->size);

	if (!words || !groups || !out) {
		if (out)
			fclose(out);
		return as_error_no_memory(error);
	}
	const int status = note_awards(contest, export->log, (struct teams *)&teams, error) ||
			   write_rows(out, contest, export->log, &teams, error);
	return fclose(out) || status ? as_error_no_memory(error) : 0;
}

int export_results(struct export *export, struct as_error *error)
{
	const struct as_contest_settings *settings = &export->config->contest->settings;
	AS_AUTO_BYTES struct as_bytes text = {0};
	int status = 0;

	as_contest_log_lock(export->log);
	const bool is_over = as_contest_log_state(export->log)->ended_wall_ms != AS_NEVER_MS;
	const bool is_score = settings->rules.scoring.type == AS_SCOREBOARD_SCORE;
	if (is_over && !is_score)
		status = make_text(export, &text, error);
	as_contest_log_unlock(export->log);
	if (is_score)
		return as_findings_add(export->notes, AS_FINDING_INFO, NAME, error,
			"contests with scores have none: see scoreboard.json");
	if (!is_over)
		return as_findings_add(export->notes, AS_FINDING_INFO, NAME, error,
			"the contest is not over; the file is left out");
	if (status || as_file_write(export->fd, NAME, text.data, text.size, 0644, error))
		return -1;
	return export->exported->is_final
		       ? 0
		       : as_findings_add(export->notes, AS_FINDING_INFO, NAME, error,
				 "the contest is not finalized: results may change");
}
