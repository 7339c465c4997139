/* SPDX-License-Identifier: MIT */
/* Submissions by their numbers, which are ascending but may have gaps: submissions of teams and
 * problems that the folder does not have take their numbers, too. */
#include "state.h"

size_t log_find_arrival(const struct log_state *state, uint64_t arrival)
{
	size_t from = 0, to = state->submission_count;

	while (from < to) {
		const size_t middle = from + (to - from) / 2;
		const uint64_t found = state->submissions[middle]->seen.arrival;
		if (found == arrival)
			return middle;
		if (found < arrival)
			from = middle + 1;
		else
			to = middle;
	}
	return AS_CONTEST_NONE;
}
