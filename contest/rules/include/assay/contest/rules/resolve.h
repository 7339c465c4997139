/* SPDX-License-Identifier: MIT */
/**
 * resolve: the ceremony after a contest with a freeze. It reveals the results of the freeze cell by
 * cell, from the last place to the first, in the order of the ICPC Resolver. Part of rules.h.
 *
 *   1. The board is as it was when it was frozen. Attempts that were rejected without penalty are
 *      revealed at once, as are pending attempts of cells that are solved already.
 *   2. The row at the last place is selected. As long as its team has pending cells, the first of
 *      them, in the order of the problems, is revealed: all its attempts.
 *   3. If the team moves up, the row that is now at this place is selected.
 *   4. If the team has no pending cell, its place is final, and its awards are shown. Then the row
 *      above is selected.
 *
 * Life cycle: `struct as_resolution resolution = {0}`; as_resolve_make; as_resolution_clear.
 */
#ifndef ASSAY_CONTEST_RULES_RESOLVE_H
#define ASSAY_CONTEST_RULES_RESOLVE_H

#include <assay/contest/rules.h>

enum as_resolve_kind {
	AS_RESOLVE_TITLE,  /**< the name of the contest */
	AS_RESOLVE_TOP,    /**< the first places of the board at the freeze */
	AS_RESOLVE_BOTTOM, /**< the last places */
	AS_RESOLVE_SELECT, /**< the row at `place`, of `team` */
	AS_RESOLVE_PICK,   /**< the pending cell of `problem` */
	AS_RESOLVE_REVEAL, /**< that cell is now `cell`; the team's row is `row`, at `place` */
	AS_RESOLVE_HONOR,  /**< the place of `team` is final, and the team has awards */
	AS_RESOLVE_SLIDE,  /**< the team's awards are shown instead of the board */
	AS_RESOLVE_RETURN, /**< the board is shown again */
	AS_RESOLVE_END,    /**< the board is final */
};

struct as_resolve_step {
	enum as_resolve_kind kind;
	bool pauses; /**< the presenter decides when the next step follows */
	/** The next three are 0 for steps without a row. */
	uint32_t team, problem, place;
	/** For AS_RESOLVE_REVEAL. */
	uint32_t first; /**< as_board_first of `problem` after the step */
	struct as_board_cell cell;
	struct as_board_row row;
};

struct as_resolution {
	struct as_board *before; /**< the board at the first step */
	struct as_resolve_step *steps;
	size_t count;
};
void as_resolution_clear(struct as_resolution *resolution);
#define AS_AUTO_RESOLUTION AS_AUTO(as_resolution_clear)

/** How the ceremony shows the awards of a team; a set of bits. */
enum as_resolve_show {
	AS_RESOLVE_SHOW_ROW = 1,   /**< stop at its row */
	AS_RESOLVE_SHOW_SLIDE = 2, /**< and show a slide */
	/** A medal: from the last place with a medal on, every step pauses. */
	AS_RESOLVE_SHOW_MEDAL = 4,
	/** A bronze medal: without one, at least the steps of the first 12 places pause. */
	AS_RESOLVE_SHOW_BRONZE = 8,
};

/** AS_ERROR_INPUT: an attempt of `final` is pending, or the last attempt counts (AS_SCORE_LAST), so
 * that a revealed result could move a team down. */
int as_resolve_check(const struct as_board *final, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/**
 * Makes the steps from the board at the freeze to `final`. `freeze_ms` is contest time;
 * AS_NEVER_MS: without a freeze no cell is pending. `shows` has a set of enum as_resolve_show for
 * each team.
 * Fails as as_resolve_check.
 */
int as_resolve_make(const struct as_board *final, int64_t freeze_ms, const uint8_t *shows,
	struct as_resolution *resolution, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3, 4);

#endif
