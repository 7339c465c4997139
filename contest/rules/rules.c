/* SPDX-License-Identifier: MIT */
#include <assay/base/points.h>
#include <assay/contest/rules.h>

_Static_assert(AS_SCORE_MAX_E6 == AS_POINTS_MAX_E6, "one range of points");

int as_rules_check(const struct as_rules *rules, struct as_error *error)
{
	const bool known = rules->type <= AS_SCOREBOARD_SCORE && rules->rounding <= AS_PENALTY_MS &&
			   rules->rounding_point <= AS_PENALTY_ROUND_TOTAL &&
			   rules->mode <= AS_PENALTY_LAST && rules->score_mode <= AS_SCORE_LAST &&
			   rules->ties <= AS_TIES_TIME;

	if (!known)
		return as_error_set(error, AS_ERROR_INPUT, "unknown rule of the scoreboard");
	if (rules->penalty_ms < 0 || rules->penalty_ms > AS_CONTEST_MAX_MS / 1000)
		return as_error_set(error, AS_ERROR_INPUT,
			"penalty time of %jd ms: write one from 0 to %jd ms",
			(intmax_t)rules->penalty_ms, (intmax_t)(AS_CONTEST_MAX_MS / 1000));
	return 0;
}

char *as_score_format(int64_t score_e6, char text[AS_SCORE_SIZE])
{
	const char *sign = score_e6 < 0 ? "-" : "";
	/* Also right for INT64_MIN. */
	const uint64_t size = score_e6 < 0 ? -(uint64_t)score_e6 : (uint64_t)score_e6;
	int length = snprintf(text, AS_SCORE_SIZE, "%s%ju.%06ju", sign,
		(uintmax_t)(size / AS_POINT_E6), (uintmax_t)(size % AS_POINT_E6));

	while (text[length - 1] == '0')
		text[--length] = '\0';
	if (text[length - 1] == '.')
		text[length - 1] = '\0';
	return text;
}
