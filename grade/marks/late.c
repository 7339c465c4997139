/* SPDX-License-Identifier: MIT */
/* How late a submission is, and the penalty for that. */
#include "scope.h"

#define DAY_S 86400
#define PERCENT_E4 (100 * AS_POINT_E4)

/* An amount for each of a number of units, at most `max_e4`. */
static int64_t amount_of(
	const struct as_amount *amount, int64_t base_e4, int64_t units, int64_t max_e4)
{
	const __int128 whole = (__int128)amount->value_e4 * units;
	const __int128 sum =
		amount->is_percent ? (2 * whole * base_e4 + PERCENT_E4) / (2 * PERCENT_E4) : whole;

	return sum < max_e4 ? (int64_t)sum : max_e4;
}

int64_t as_scheme_last_s(const struct as_scheme *scheme, int64_t due_s)
{
	const struct as_late_policy *late = &scheme->late;
	int64_t last_s;

	if (late->max_late_days == 0)
		return __builtin_add_overflow(due_s, late->max_late_s, &last_s) ? INT64_MAX
										: last_s;
	as_zone_add_days(scheme->of_class.clock, due_s, late->max_late_days, &last_s);
	return last_s;
}

static bool is_too_late(const struct as_scheme *scheme, int64_t due_s, int64_t time_s)
{
	return time_s > as_scheme_last_s(scheme, due_s);
}

static int64_t count_units(const struct as_scheme *scheme, int64_t due_s, int64_t time_s)
{
	const int64_t unit_s = scheme->late.unit_s;

	if (unit_s == DAY_S)
		return as_zone_days_begun(scheme->of_class.clock, due_s, time_s);
	return (time_s - due_s) / unit_s + ((time_s - due_s) % unit_s > 0);
}

static void penalise(
	const struct as_scheme *scheme, int64_t due_s, int64_t time_s, struct as_marks *marks)
{
	const struct as_late_policy *late = &scheme->late;
	const int64_t earned_e4 = marks->sum_e4 + marks->bonus_e4;
	const int64_t base_e4 = late->of_earned ? earned_e4 : scheme->total_e4;
	int64_t max_e4 = earned_e4;

	if (late->has_max)
		max_e4 = amount_of(&late->max_penalty, base_e4, 1, earned_e4);
	marks->late_units = count_units(scheme, due_s, time_s);
	marks->penalty_e4 = amount_of(&late->penalty, base_e4, marks->late_units, max_e4);
	if (is_too_late(scheme, due_s, time_s)) {
		marks->late = AS_LATE_TOO_LATE;
		marks->penalty_e4 = earned_e4;
	}
}

#define DECIDE_TOTAL "set the total in overrides.csv"

/* The reason why a penalty is unknown. --times can give a time only to a submission with files. */
static const char *unknown_late(const struct as_marking *marking)
{
	if (marking->time_known && marking->due_unknown)
		return "the deadline of the student is unknown; write the extension into the "
		       "scheme (key extensions), or " DECIDE_TOTAL;
	return marking->doubt && !marking_has_work(marking)
		       ? "the time of the submission is unknown; " DECIDE_TOTAL
		       : "the time of the submission is unknown; give it with --times, "
			 "or " DECIDE_TOTAL;
}

int lateness_find(const struct as_marking *marking, struct as_marks *marks, struct as_error *error)
{
	const struct as_scheme *scheme = marking->scheme;
	const bool undecided = marking_is_undecided(marking, marks);

	if (!scheme->has_due || marking_is_empty(marking) || marking->excused)
		return 0;
	const int64_t due_s = as_scheme_due_of(scheme, marking->id);
	const int64_t grace_s = scheme->late.exists ? scheme->late.grace_s : 0;
	if (!marking->time_known || undecided ||
		(marking->due_unknown && marking->time_s > due_s + grace_s)) {
		marks->late = AS_LATE_UNKNOWN;
		/* It is unknown which submission counts, and `todo` lists that already. */
		return scheme->late.exists && !(undecided && marking->doubt)
			       ? notices_add_line(
					 &marks->todo, "late", unknown_late(marking), error)
			       : 0;
	}
	marks->late_s = marking->time_s > due_s ? marking->time_s - due_s : 0;
	if (marks->late_s > grace_s)
		marks->late = AS_LATE_YES;
	if (marks->late == AS_LATE_YES && scheme->late.exists)
		penalise(scheme, due_s, marking->time_s, marks);
	return 0;
}
