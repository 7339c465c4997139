/* SPDX-License-Identifier: MIT */
#include <assay/contest/rules.h>

/* A row of the board, with its final rank. */
struct finalist {
	struct as_board_row row;
	uint32_t final_rank; /* 0: not ranked */
	bool scored;
};

/* The input of all awards. */
struct ceremony {
	const struct as_board *board;
	const struct as_award_rules *rules;
	bool finals;
	uint32_t medal_count; /* 12 + B */
	struct finalist *finalists;
	uint32_t count;
};

static bool has_finals(const struct as_board *board, const struct as_award_rules *rules)
{
	return rules->finals && as_board_rules(board)->type == AS_SCOREBOARD_PASS_FAIL;
}

static uint32_t medal_count_of(const struct as_award_rules *rules)
{
	return rules->gold + rules->silver + rules->bronze + rules->extra_bronze;
}

void as_final_ranks(
	const struct as_board *board, const struct as_award_rules *rules, uint32_t *ranks)
{
	const uint32_t count = as_board_row_count(board);
	const bool finals = has_finals(board, rules);
	const uint32_t median = count ? as_board_row(board, count / 2).solved : 0;
	/* The number of problems of the last rank that depends on that number only. */
	uint32_t solved = UINT32_MAX;
	uint32_t rank = 0;

	for (uint32_t i = 0; i < count; i++) {
		const struct as_board_row row = as_board_row(board, i);
		ranks[i] = row.rank;
		if (!finals || (row.solved > 0 && row.rank <= medal_count_of(rules)))
			continue;
		if (row.solved != solved)
			rank = row.rank;
		solved = row.solved;
		ranks[i] = solved == 0 || solved < median ? 0 : rank;
	}
}

/* ---- the list --------------------------------------------------------------------------- */

void as_awards_clear(struct as_awards *awards)
{
	for (size_t i = 0; i < awards->count; i++)
		free(awards->items[i].teams);
	free(awards->items);
	*awards = (struct as_awards){0};
}

/* Returns a pointer that is valid until the next award is added. */
static struct as_award *add_award(
	struct as_awards *awards, enum as_award_kind kind, uint32_t number, struct as_error *error)
{
	if (!as_array_reserve(awards->items, awards->count, error))
		return NULL;
	awards->items[awards->count] = (struct as_award){.kind = kind, .number = number};
	return &awards->items[awards->count++];
}

static int add_team(struct as_award *award, uint32_t team, struct as_error *error)
{
	if (!as_array_reserve(award->teams, award->team_count, error))
		return -1;
	award->teams[award->team_count++] = team;
	return 0;
}

/* ---- by rank ---------------------------------------------------------------------------- */

typedef bool (*is_given)(const struct ceremony *ceremony, const struct finalist *finalist);

static int add_by_rank(const struct ceremony *ceremony, enum as_award_kind kind, is_given given,
	struct as_awards *awards, struct as_error *error)
{
	struct as_award *award = add_award(awards, kind, 0, error);

	if (!award)
		return -1;
	for (uint32_t i = 0; i < ceremony->count; i++)
		if (given(ceremony, &ceremony->finalists[i]) &&
			add_team(award, ceremony->finalists[i].row.team, error) < 0)
			return -1;
	return 0;
}

static bool is_between(const struct finalist *finalist, uint32_t above, uint32_t last)
{
	return finalist->scored && finalist->row.rank > above && finalist->row.rank <= last;
}

static bool wins(const struct ceremony *ceremony, const struct finalist *finalist)
{
	(void)ceremony;
	return is_between(finalist, 0, 1);
}

static bool gets_gold(const struct ceremony *ceremony, const struct finalist *finalist)
{
	return is_between(finalist, 0, ceremony->rules->gold);
}

static bool gets_silver(const struct ceremony *ceremony, const struct finalist *finalist)
{
	const uint32_t above = ceremony->rules->gold;

	return is_between(finalist, above, above + ceremony->rules->silver);
}

static bool gets_bronze(const struct ceremony *ceremony, const struct finalist *finalist)
{
	return is_between(
		finalist, ceremony->rules->gold + ceremony->rules->silver, ceremony->medal_count);
}

static bool is_unranked(const struct ceremony *ceremony, const struct finalist *finalist)
{
	(void)ceremony;
	return finalist->final_rank == 0;
}

static int add_medals(
	const struct ceremony *ceremony, struct as_awards *awards, struct as_error *error)
{
	const struct as_award_rules *rules = ceremony->rules;

	if (rules->gold && add_by_rank(ceremony, AS_AWARD_GOLD, gets_gold, awards, error) < 0)
		return -1;
	if (rules->silver && add_by_rank(ceremony, AS_AWARD_SILVER, gets_silver, awards, error) < 0)
		return -1;
	if (rules->bronze + rules->extra_bronze &&
		add_by_rank(ceremony, AS_AWARD_BRONZE, gets_bronze, awards, error) < 0)
		return -1;
	return 0;
}

/* ---- World Finals ----------------------------------------------------------------------- */

static int add_ranks(
	const struct ceremony *ceremony, struct as_awards *awards, struct as_error *error)
{
	struct as_award *award = NULL;

	for (uint32_t i = 0; i < ceremony->count; i++) {
		const struct finalist *finalist = &ceremony->finalists[i];
		if (finalist->final_rank <= ceremony->medal_count)
			continue;
		if (!award || award->number != finalist->final_rank)
			award = add_award(awards, AS_AWARD_RANK, finalist->final_rank, error);
		if (!award || add_team(award, finalist->row.team, error) < 0)
			return -1;
	}
	return 0;
}

/* The problems that a ranked team solved less than "the team ranked 12+B", the last one with a
 * medal; negative: more. INT64_MAX: the team is not ranked, or there are fewer teams. */
static int64_t distance(const struct ceremony *ceremony, const struct finalist *finalist)
{
	if (finalist->final_rank == 0 || ceremony->medal_count == 0 ||
		ceremony->count < ceremony->medal_count)
		return INT64_MAX;
	return (int64_t)ceremony->finalists[ceremony->medal_count - 1].row.solved -
	       finalist->row.solved;
}

static bool gets_highest_honors(const struct ceremony *ceremony, const struct finalist *finalist)
{
	return distance(ceremony, finalist) <= 0;
}

static bool gets_high_honors(const struct ceremony *ceremony, const struct finalist *finalist)
{
	return distance(ceremony, finalist) == 1;
}

static bool gets_honors(const struct ceremony *ceremony, const struct finalist *finalist)
{
	const int64_t missing = distance(ceremony, finalist);

	return missing >= 2 && missing != INT64_MAX;
}

static int add_honors(
	const struct ceremony *ceremony, struct as_awards *awards, struct as_error *error)
{
	if (add_ranks(ceremony, awards, error) < 0 ||
		add_by_rank(ceremony, AS_AWARD_HIGHEST_HONORS, gets_highest_honors, awards, error) <
			0 ||
		add_by_rank(ceremony, AS_AWARD_HIGH_HONORS, gets_high_honors, awards, error) < 0 ||
		add_by_rank(ceremony, AS_AWARD_HONORS, gets_honors, awards, error) < 0)
		return -1;
	return add_by_rank(ceremony, AS_AWARD_HONORABLE_MENTION, is_unranked, awards, error);
}

/* ---- of problems, groups and organizations ---------------------------------------------- */

static int add_first_to_solve(
	const struct ceremony *ceremony, struct as_awards *awards, struct as_error *error)
{
	for (uint32_t i = 0; i < as_board_problem_count(ceremony->board); i++) {
		const uint32_t team = as_board_first(ceremony->board, i);
		struct as_award *award = add_award(awards, AS_AWARD_FIRST_TO_SOLVE, i, error);
		if (!award || (team != UINT32_MAX && add_team(award, team, error) < 0))
			return -1;
	}
	return 0;
}

/* A member of a set, with its place on the board. */
struct member {
	uint32_t set;
	uint32_t place;
};

static int compare_members(const void *left, const void *right)
{
	const struct member *a = left;
	const struct member *b = right;

	if (a->set != b->set)
		return a->set < b->set ? -1 : 1;
	return (a->place > b->place) - (a->place < b->place);
}

/* The members that have a row and a score, sorted. On the heap, even if there are none. */
static struct member *list_members(const struct ceremony *ceremony,
	const struct as_memberships *memberships, size_t *count, struct as_error *error)
{
	struct member *members = calloc(memberships->count + 1, sizeof(*members));

	*count = 0;
	if (!members) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < memberships->count; i++) {
		const struct as_membership *item = &memberships->items[i];
		const uint32_t place = as_board_place(ceremony->board, item->team);
		if (place != UINT32_MAX && ceremony->finalists[place].scored)
			members[(*count)++] = (struct member){item->set, place};
	}
	qsort(members, *count, sizeof(*members), compare_members);
	return members;
}

/* The first member and those that share its rank. Repeated memberships count once. */
static int add_winners(const struct ceremony *ceremony, const struct member *members, size_t count,
	struct as_award *award, struct as_error *error)
{
	for (size_t i = 0; i < count && members[i].set == award->number; i++) {
		const struct as_board_row *row = &ceremony->finalists[members[i].place].row;
		if (row->rank != ceremony->finalists[members[0].place].row.rank)
			break;
		if (i > 0 && members[i].place == members[i - 1].place)
			continue;
		if (add_team(award, row->team, error) < 0)
			return -1;
	}
	return 0;
}

/* A group without teams has no winner, and no award. */
static bool has_members(const struct as_memberships *memberships, uint32_t set)
{
	for (size_t i = 0; i < memberships->count; i++)
		if (memberships->items[i].set == set)
			return true;
	return false;
}

static int add_sets(const struct ceremony *ceremony, enum as_award_kind kind,
	const struct as_memberships *memberships, struct as_awards *awards, struct as_error *error)
{
	size_t count;
	AS_AUTO_FREE struct member *members = list_members(ceremony, memberships, &count, error);
	size_t next = 0;

	if (!members)
		return -1;
	for (uint32_t set = 0; set < memberships->set_count; set++) {
		if (!has_members(memberships, set))
			continue;
		struct as_award *award = add_award(awards, kind, set, error);
		if (!award || add_winners(ceremony, &members[next], count - next, award, error) < 0)
			return -1;
		while (next < count && members[next].set == set)
			next++;
	}
	return 0;
}

/* ---- all awards ------------------------------------------------------------------------- */

static int check_memberships(const struct as_memberships *memberships, struct as_error *error)
{
	for (size_t i = 0; memberships && i < memberships->count; i++)
		if (memberships->items[i].set >= memberships->set_count)
			return as_error_set(error, AS_ERROR_INPUT,
				"a team is in group or organization %u of %u",
				(unsigned)memberships->items[i].set,
				(unsigned)memberships->set_count);
	return 0;
}

static int check(const struct as_award_rules *rules, const struct as_memberships *groups,
	const struct as_memberships *organizations, struct as_error *error)
{
	if (rules->gold > AS_MEDALS_MAX || rules->silver > AS_MEDALS_MAX ||
		rules->bronze > AS_MEDALS_MAX || rules->extra_bronze > AS_MEDALS_MAX)
		return as_error_set(error, AS_ERROR_INPUT,
			"too many medals: write at most %d of each", AS_MEDALS_MAX);
	if (check_memberships(groups, error) < 0)
		return -1;
	return check_memberships(organizations, error);
}

static int rank_teams(struct ceremony *ceremony, struct as_error *error)
{
	AS_AUTO_FREE uint32_t *ranks = calloc(ceremony->count + 1U, sizeof(*ranks));

	ceremony->finalists = calloc(ceremony->count + 1U, sizeof(*ceremony->finalists));
	if (!ranks || !ceremony->finalists)
		return as_error_no_memory(error);
	as_final_ranks(ceremony->board, ceremony->rules, ranks);
	for (uint32_t i = 0; i < ceremony->count; i++) {
		const struct as_board_row row = as_board_row(ceremony->board, i);
		ceremony->finalists[i] = (struct finalist){
			.row = row, .final_rank = ranks[i], .scored = row.time_ms != AS_NEVER_MS};
	}
	return 0;
}

static int make(const struct ceremony *ceremony, const struct as_memberships *groups,
	const struct as_memberships *organizations, struct as_awards *awards,
	struct as_error *error)
{
	if (add_by_rank(ceremony, AS_AWARD_WINNER, wins, awards, error) < 0 ||
		add_medals(ceremony, awards, error) < 0 ||
		(ceremony->finals && add_honors(ceremony, awards, error) < 0) ||
		add_first_to_solve(ceremony, awards, error) < 0)
		return -1;
	if (groups && add_sets(ceremony, AS_AWARD_GROUP_WINNER, groups, awards, error) < 0)
		return -1;
	if (organizations &&
		add_sets(ceremony, AS_AWARD_ORGANIZATION_WINNER, organizations, awards, error) < 0)
		return -1;
	return 0;
}

int as_awards_make(const struct as_board *board, const struct as_award_rules *rules,
	const struct as_memberships *groups, const struct as_memberships *organizations,
	struct as_awards *awards, struct as_error *error)
{
	struct ceremony ceremony = {
		.board = board,
		.rules = rules,
		.finals = has_finals(board, rules),
		.medal_count = medal_count_of(rules),
		.count = as_board_row_count(board),
	};

	*awards = (struct as_awards){0};
	if (check(rules, groups, organizations, error) < 0)
		return -1;
	int result = rank_teams(&ceremony, error);
	if (result == 0)
		result = make(&ceremony, groups, organizations, awards, error);
	free(ceremony.finalists);
	if (result < 0)
		as_awards_clear(awards);
	return result;
}

/* ---- ids and citations ------------------------------------------------------------------ */

char *as_award_id(const struct as_award *award, const char *id, struct as_error *error)
{
	static const char *const names[] = {
		[AS_AWARD_WINNER] = "winner",
		[AS_AWARD_GOLD] = "gold-medal",
		[AS_AWARD_SILVER] = "silver-medal",
		[AS_AWARD_BRONZE] = "bronze-medal",
		[AS_AWARD_RANK] = "rank-",
		[AS_AWARD_HIGHEST_HONORS] = "highest-honors",
		[AS_AWARD_HIGH_HONORS] = "high-honors",
		[AS_AWARD_HONORS] = "honors",
		[AS_AWARD_HONORABLE_MENTION] = "honorable-mention",
		[AS_AWARD_FIRST_TO_SOLVE] = "first-to-solve-",
		[AS_AWARD_GROUP_WINNER] = "group-winner-",
		[AS_AWARD_ORGANIZATION_WINNER] = "organization-winner-",
	};

	if (award->kind == AS_AWARD_RANK)
		return as_text_format(error, "rank-%u", (unsigned)award->number);
	return as_text_format(error, "%s%s", names[award->kind],
		award->kind >= AS_AWARD_FIRST_TO_SOLVE && id ? id : "");
}

char *as_award_citation(const struct as_award *award, const char *name, struct as_error *error)
{
	static const char *const texts[] = {
		[AS_AWARD_WINNER] = "Contest winner",
		[AS_AWARD_GOLD] = "Gold medal winner",
		[AS_AWARD_SILVER] = "Silver medal winner",
		[AS_AWARD_BRONZE] = "Bronze medal winner",
		[AS_AWARD_RANK] = "Rank ",
		[AS_AWARD_HIGHEST_HONORS] = "Highest honors",
		[AS_AWARD_HIGH_HONORS] = "High honors",
		[AS_AWARD_HONORS] = "Honors",
		[AS_AWARD_HONORABLE_MENTION] = "Honorable mention",
		[AS_AWARD_FIRST_TO_SOLVE] = "First to solve problem ",
		[AS_AWARD_GROUP_WINNER] = "Winner of group ",
		[AS_AWARD_ORGANIZATION_WINNER] = "Winner of organization ",
	};

	if (award->kind == AS_AWARD_RANK)
		return as_text_format(error, "Rank %u", (unsigned)award->number);
	return as_text_format(error, "%s%s", texts[award->kind],
		award->kind >= AS_AWARD_FIRST_TO_SOLVE && name ? name : "");
}
