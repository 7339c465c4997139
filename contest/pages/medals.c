/* SPDX-License-Identifier: MIT */
/* Medals and ranks of final results. */
#include "page.h"

static enum page_medal medal_of(enum as_award_kind kind)
{
	return kind == AS_AWARD_GOLD     ? PAGE_GOLD
	       : kind == AS_AWARD_SILVER ? PAGE_SILVER
	       : kind == AS_AWARD_BRONZE ? PAGE_BRONZE
					 : PAGE_NO_MEDAL;
}

static bool is_final(const struct as_contest_log *log, bool jury)
{
	return as_contest_log_state(log)->finalized_wall_ms != AS_NEVER_MS &&
	       (jury || !as_contest_log_is_frozen(log));
}

uint32_t *page_final_ranks(const struct as_contest_log *log, bool jury)
{
	const struct as_board *board = as_contest_log_final_board(log);
	const uint32_t count = as_board_row_count(board);

	if (!is_final(log, jury))
		return NULL;
	AS_AUTO_FREE uint32_t *ranks = calloc(count ? count : 1, sizeof *ranks);
	uint32_t *by_team = ranks ? calloc(as_board_team_count(board) + 1, sizeof *by_team) : NULL;
	if (!by_team)
		return NULL;
	as_final_ranks(board, &as_contest_log_contest(log)->settings.rules.awards, ranks);
	for (uint32_t place = 0; place < count; place++)
		by_team[as_board_row(board, place).team] = ranks[place];
	return by_team;
}

uint8_t *page_medals(const struct as_contest_log *log, bool jury)
{
	const struct as_board *board = as_contest_log_final_board(log);
	AS_AUTO_AWARDS struct as_awards awards = {0};

	if (!is_final(log, jury) ||
		as_awards_make(board, &as_contest_log_contest(log)->settings.rules.awards, NULL,
			NULL, &awards, NULL) < 0)
		return NULL;
	uint8_t *medals = calloc(as_board_team_count(board) + 1, sizeof *medals);
	for (size_t i = 0; medals && i < awards.count; i++)
		for (size_t k = 0; k < awards.items[i].team_count; k++)
			if (medal_of(awards.items[i].kind) != PAGE_NO_MEDAL)
				medals[awards.items[i].teams[k]] =
					(uint8_t)medal_of(awards.items[i].kind);
	return medals;
}
