/* SPDX-License-Identifier: MIT */
/* The board of a team that starts when it likes: its own row, after the contest among those of the
 * contest as they were (ghosts). */
#include "board_row.h"
#include "pictures.h"

/* ---- ghosts ---- */

static void begin_table(const struct page_board *view)
{
	fprintf(view->out,
		"<div class=\"scroll\" role=\"region\" aria-label=\"Own board\" "
		"tabindex=\"0\"><table class=\"board%s\">",
		page_has_logos(view->contest) ? " logos" : "");
	page_board_head(view, true);
	fputs("<tbody>\n", view->out);
}

static void end_table(FILE *out)
{
	fputs("</tbody></table></div>\n", out);
}

static void write_ghosts(const struct page_board *view, struct as_contest_ghosts *ghosts)
{
	begin_table(view);
	for (uint32_t i = 0; i < as_board_row_count(view->board); i++) {
		ghosts->begins[ghosts->count] = (size_t)ftell(view->out);
		ghosts->rows[ghosts->count++] = as_board_row(view->board, i);
		page_board_row(view, i);
	}
	ghosts->begins[ghosts->count] = (size_t)ftell(view->out);
	end_table(view->out);
}

static struct page_board view_of(
	FILE *out, const struct as_contest_log *log, const char *base, const struct as_board *board)
{
	return (struct page_board){.out = out,
		.log = log,
		.contest = as_contest_log_contest(log),
		.board = board,
		.counted = board,
		.rules = as_board_rules(board),
		.base = base,
		.group = AS_CONTEST_NONE};
}

int as_contest_ghosts_make(const struct as_contest_log *log, const char *base, int64_t time_ms,
	struct as_contest_ghosts *ghosts, struct as_error *error)
{
	struct as_board *board = as_contest_log_board_at(log, time_ms, error);

	*ghosts = (struct as_contest_ghosts){0};
	if (!board)
		return -1;
	const size_t rows = as_board_row_count(board);
	ghosts->rows = calloc(rows + 1, sizeof *ghosts->rows);
	ghosts->begins = calloc(rows + 1, sizeof *ghosts->begins);
	FILE *out = open_memstream(&ghosts->text, &ghosts->size);
	if (out && ghosts->rows && ghosts->begins) {
		const struct page_board view = view_of(out, log, base, board);
		write_ghosts(&view, ghosts);
	}
	as_board_close(board);
	const bool failed = !out || fclose(out) != 0;
	if (!failed && ghosts->rows && ghosts->begins)
		return 0;
	as_contest_ghosts_clear(ghosts);
	return as_error_no_memory(error);
}

void as_contest_ghosts_clear(struct as_contest_ghosts *ghosts)
{
	free(ghosts->text);
	free(ghosts->rows);
	free(ghosts->begins);
	*ghosts = (struct as_contest_ghosts){0};
}

/* ---- the own row ---- */

/* The number of ghosts that are better. */
static size_t count_better(const struct as_contest_ghosts *ghosts, const struct as_board *board)
{
	const struct as_board_row own = as_board_row(board, 0);
	size_t count = 0;

	while (count < ghosts->count &&
		as_board_row_compare(as_board_rules(board), &ghosts->rows[count], &own) < 0)
		count++;
	return count;
}

static void write_around(struct page_board *view, const struct as_contest_ghosts *ghosts)
{
	const size_t better = count_better(ghosts, view->board);
	const size_t split = ghosts->begins[better];

	view->own_rank = (uint32_t)better + 1;
	fwrite(ghosts->text, 1, split, view->out);
	page_board_row(view, 0);
	fwrite(ghosts->text + split, 1, ghosts->size - split, view->out);
}

static void write_alone(const struct page_board *view)
{
	begin_table(view);
	page_board_row(view, 0);
	end_table(view->out);
}

void as_contest_page_own_board(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_ghosts *ghosts)
{
	const size_t team = page_team(visit);
	struct as_board *board = as_contest_log_own_board(visit->log, team, NULL);

	if (!board)
		return;
	struct page_board view = view_of(out, visit->log, visit->base, board);
	view.is_own = true;
	view.own = team;
	if (ghosts)
		write_around(&view, ghosts);
	else
		write_alone(&view);
	as_board_close(board);
}
