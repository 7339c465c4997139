/* SPDX-License-Identifier: MIT */
#include <assay/grade/marks.h>

/* -1, 0 or 1; 0 also if the order is unknown. The platform's number decides between equal times. */
static int order(const struct as_attempt *left, const struct as_attempt *right)
{
	if (left->time_known && right->time_known && left->time_s != right->time_s)
		return left->time_s < right->time_s ? -1 : 1;
	if (left->number && right->number && left->number != right->number)
		return left->number < right->number ? -1 : 1;
	return 0;
}

/* The last attempt: all others are known to be earlier. */
static size_t choose_last(const struct as_attempt *attempts, size_t count)
{
	size_t last = 0;

	for (size_t i = 1; i < count; i++)
		if (order(&attempts[last], &attempts[i]) < 0)
			last = i;
	for (size_t i = 0; i < count; i++)
		if (i != last && order(&attempts[i], &attempts[last]) >= 0)
			return SIZE_MAX;
	return count > 0 ? last : SIZE_MAX;
}

/* Among equal totals whose order is unknown any attempt would do, but the choice must be
 * repeatable: the person decides there, too. */
static size_t choose_best(const struct as_attempt *attempts, size_t count)
{
	size_t best = 0;

	for (size_t i = 1; i < count; i++)
		if (attempts[i].total_e4 > attempts[best].total_e4 ||
			(attempts[i].total_e4 == attempts[best].total_e4 &&
				order(&attempts[i], &attempts[best]) < 0))
			best = i;
	for (size_t i = 0; i < count; i++)
		if (i != best && attempts[i].total_e4 == attempts[best].total_e4 &&
			order(&attempts[best], &attempts[i]) >= 0)
			return SIZE_MAX;
	return count > 0 ? best : SIZE_MAX;
}

/* An attempt whose time is unknown may be the last one in time. */
static size_t choose_in_time(int64_t due_s, const struct as_attempt *attempts, size_t count)
{
	size_t last = SIZE_MAX;

	for (size_t i = 0; i < count; i++) {
		if (!attempts[i].time_known)
			return SIZE_MAX;
		if (attempts[i].time_s <= due_s &&
			(last == SIZE_MAX || order(&attempts[last], &attempts[i]) < 0))
			last = i;
	}
	for (size_t i = 0; last != SIZE_MAX && i < count; i++)
		if (i != last && attempts[i].time_s <= due_s &&
			order(&attempts[i], &attempts[last]) >= 0)
			return SIZE_MAX;
	return last;
}

/* The last moment at which an attempt is in time. */
static int64_t last_moment(const struct as_scheme *scheme, int64_t due_s)
{
	return due_s + (scheme->late.exists ? scheme->late.grace_s : 0);
}

size_t as_attempt_choose(const struct as_scheme *scheme, int64_t due_s,
	const struct as_attempt *attempts, size_t count)
{
	switch (scheme->attempt) {
	case AS_ATTEMPT_BEST:
		return choose_best(attempts, count);
	case AS_ATTEMPT_LAST_BEFORE_DUE:
		return choose_in_time(last_moment(scheme, due_s), attempts, count);
	case AS_ATTEMPT_LAST:
	default:
		return choose_last(attempts, count);
	}
}

bool as_attempt_is_undecided(const struct as_scheme *scheme, int64_t due_s,
	const struct as_attempt *attempts, size_t count)
{
	if (as_attempt_choose(scheme, due_s, attempts, count) != SIZE_MAX)
		return false;
	if (scheme->attempt != AS_ATTEMPT_LAST_BEFORE_DUE)
		return count > 0;
	for (size_t i = 0; i < count; i++)
		if (!attempts[i].time_known || attempts[i].time_s <= last_moment(scheme, due_s))
			return true;
	return false;
}
