/* SPDX-License-Identifier: MIT */
/* Places of teams in the hall. */
#include "state.h"

const char *as_contest_log_place(const struct as_contest_log *log, size_t team)
{
	const struct as_contest_team *of = as_contest_log_team(log, team);

	return of->place ? of->place
			 : json_string_value(json_object_get(
				   json_object_get(of->more, "location"), "description"));
}
