/* SPDX-License-Identifier: MIT */
/* The moves of a game, with a progress bar: long rows take minutes. */
#include "solve.h"

static void show_step(void *context, size_t done, size_t total)
{
	struct as_progress **progress = context;
	if (!*progress && done < total)
		*progress = as_progress_new("choosing moves", total - 1);
	else
		as_progress_step(*progress, "");
}

int solve_find_moves(const int64_t *values, size_t n, enum as_play play,
	enum as_algorithm algorithm, char *moves, struct as_error *error)
{
	struct as_progress *bar = NULL;
	const struct as_solve_progress progress = {.step = show_step, .context = &bar};
	int failed = as_reference_moves(values, n, play, algorithm, &progress, moves, error);
	as_progress_free(bar);
	return failed;
}
