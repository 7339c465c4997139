/* SPDX-License-Identifier: MIT */
/**
 * awards: final ranks and awards of a board. Part of rules.h.
 *
 * They are computed as if the contest ended with the board as it is: use the audience's board for
 * awards that it may see. Life cycle: `struct as_awards awards = {0}`; as_awards_make;
 * as_awards_clear.
 */
#ifndef ASSAY_CONTEST_RULES_AWARDS_H
#define ASSAY_CONTEST_RULES_AWARDS_H

#include <assay/base.h>

struct as_board;

struct as_award_rules {
	/** Numbers of medals, by rank: 4, 4 and 4 at the World Finals. Teams that share a rank
	 * share its medal. */
	uint32_t gold;
	uint32_t silver;
	uint32_t bronze;
	uint32_t extra_bronze; /**< B, initially 0; each at most AS_MEDALS_MAX */
	/** Use ranks, honors and honorable mentions as at the World Finals; in pass-fail contests
	 * only. */
	bool finals;
};
#define AS_MEDALS_MAX 1000000

/** Membership of a team in a group or an organization; both are indexes. */
struct as_membership {
	uint32_t set;
	uint32_t team;
};
/** Borrowed. A team may be in several groups. Unknown teams are ignored. */
struct as_memberships {
	const struct as_membership *items;
	size_t count;
	uint32_t set_count; /**< each `set` is smaller */
};

enum as_award_kind {
	AS_AWARD_WINNER,
	AS_AWARD_GOLD,
	AS_AWARD_SILVER,
	AS_AWARD_BRONZE,
	AS_AWARD_RANK, /**< `number` is the rank */
	AS_AWARD_HIGHEST_HONORS,
	AS_AWARD_HIGH_HONORS,
	AS_AWARD_HONORS,
	AS_AWARD_HONORABLE_MENTION,
	AS_AWARD_FIRST_TO_SOLVE,      /**< `number` is the problem */
	AS_AWARD_GROUP_WINNER,        /**< `number` is the group */
	AS_AWARD_ORGANIZATION_WINNER, /**< `number` is the organization */
};

struct as_award {
	enum as_award_kind kind;
	uint32_t number; /**< 0 if the kind has none */
	uint32_t *teams; /**< in the order of the board */
	size_t team_count;
};
struct as_awards {
	struct as_award *items; /**< in the order of the enum, then of the number */
	size_t count;
};
void as_awards_clear(struct as_awards *awards);
#define AS_AUTO_AWARDS AS_AUTO(as_awards_clear)

/**
 * Makes all awards that can be given, even without teams; but ranks only if a team has them. Medals
 * whose number is 0 are omitted. Without `finals` there are neither ranks, honors nor honorable
 * mentions. `groups` and `organizations` may be NULL.
 *
 * A team that solved nothing (in score contests: has a score of 0) gets no award other than the
 * honorable mention. AS_ERROR_INPUT: a number of medals or the set of a membership is out of range.
 */
int as_awards_make(const struct as_board *board, const struct as_award_rules *rules,
	const struct as_memberships *groups, const struct as_memberships *organizations,
	struct as_awards *awards, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 5);

/**
 * The id of an award in the Contest API: "gold-medal", "rank-13", "first-to-solve-ID". `id` is the
 * id of the problem, group or organization; NULL for kinds without one. Free with free. NULL: out
 * of memory.
 */
char *as_award_id(const struct as_award *award, const char *id, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** The citation: "Gold medal winner", "First to solve problem A". `name` is the label of the
 * problem, or the name of the group or organization. Ownership as for as_award_id. */
char *as_award_citation(const struct as_award *award, const char *name,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/**
 * The final rank of each row of the board, in its order: `ranks` has as_board_row_count items. 0:
 * not ranked. With `finals` in a pass-fail contest:
 * 1. teams that solved nothing are not ranked;
 * 2. ranks up to the last medal (12 + B) are those of the board;
 * 3. other teams that solved fewer problems than the median team are not ranked;
 * 4. the rest are ranked by the number of problems only.
 * The median team is in the middle of the board; of two, the lower one. Otherwise all ranks are
 * those of the board.
 */
void as_final_ranks(const struct as_board *board, const struct as_award_rules *rules,
	uint32_t *ranks) AS_NONNULL(1, 2);

#endif
