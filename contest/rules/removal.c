/* SPDX-License-Identifier: MIT */
/* Removed intervals after the fact. */
#include <assay/contest/rules/removal.h>

int as_contest_interval_check(const struct as_contest_clock *clock,
	const struct as_removed_interval *interval, int64_t now_wall_ms, struct as_error *error)
{
	const int64_t begin_ms = interval->begin_wall_ms;
	const int64_t end_ms = as_contest_wall_ms(clock, clock->duration_ms);
	const char *why = NULL;

	if (clock->start_wall_ms == AS_NEVER_MS || clock->start_wall_ms > now_wall_ms)
		why = "the contest has not started; set its start";
	else if (interval->end_wall_ms <= begin_ms)
		why = "the interval is empty; give an end after its begin";
	else if (begin_ms < clock->start_wall_ms)
		why = "the interval begins before the contest; give a later begin";
	else if (interval->end_wall_ms > now_wall_ms)
		why = "the interval ends in the future; wait until it has ended, or pause the "
		      "contest";
	else if (begin_ms >= end_ms)
		why = "the interval begins after the end of the contest; give an earlier begin";
	return why ? as_error_set(error, AS_ERROR_INPUT, "%s", why) : 0;
}

/* Adds the parts of an interval that are not removed yet, after the `count` ascending ones that
 * are. */
static void add_parts(struct as_contest_clock *clock, struct as_removed_interval *removed,
	size_t count, struct as_removed_interval part)
{
	const int64_t end_ms = part.end_wall_ms;

	for (size_t i = 0; i <= count; i++) {
		const int64_t next_ms = i < count ? removed[i].begin_wall_ms : AS_NEVER_MS;
		part.end_wall_ms = next_ms < end_ms ? next_ms : end_ms;
		if (part.begin_wall_ms < part.end_wall_ms)
			removed[clock->removed_count++] = part;
		if (i < count && removed[i].end_wall_ms > part.begin_wall_ms)
			part.begin_wall_ms = removed[i].end_wall_ms;
	}
}

static int compare_begins(const void *a, const void *b)
{
	const struct as_removed_interval *one = a, *other = b;

	return one->begin_wall_ms < other->begin_wall_ms
		       ? -1
		       : one->begin_wall_ms > other->begin_wall_ms;
}

/* The moment at which the board was frozen; AS_NEVER_MS: it is not. */
static int64_t frozen_since(const struct as_contest_clock *clock, int64_t now_wall_ms)
{
	const struct as_contest_state state = as_contest_state_at(clock, now_wall_ms);

	return state.frozen_wall_ms == AS_NEVER_MS || state.thawed_wall_ms != AS_NEVER_MS
		       ? AS_NEVER_MS
		       : as_contest_wall_ms(clock, as_contest_freeze_ms(clock));
}

int as_contest_clock_remove(struct as_contest_clock *clock, struct as_removed_interval *removed,
	const struct as_removed_interval *interval, int64_t now_wall_ms, struct as_error *error)
{
	const size_t count = clock->removed_count;
	const int64_t frozen_ms = frozen_since(clock, now_wall_ms);
	struct as_removed_interval part = *interval;

	if (as_contest_interval_check(clock, interval, now_wall_ms, error))
		return -1;
	if (frozen_ms > part.begin_wall_ms && frozen_ms <= part.end_wall_ms) {
		part.end_wall_ms = frozen_ms - 1;
		add_parts(clock, removed, count, part);
		part = *interval;
		part.begin_wall_ms = frozen_ms;
	}
	add_parts(clock, removed, count, part);
	if (clock->removed_count == count)
		return as_error_set(error, AS_ERROR_INPUT,
			"the interval is removed already, or the contest was paused then");
	qsort(removed, clock->removed_count, sizeof(*removed), compare_begins);
	clock->removed = removed;
	return 0;
}

int as_contest_clock_restore(struct as_contest_clock *clock, struct as_removed_interval *removed,
	int64_t begin_wall_ms, struct as_removed_interval *restored, struct as_error *error)
{
	size_t found = 0, kept = 0;

	while (found < clock->removed_count && (removed[found].begin_wall_ms != begin_wall_ms ||
						       removed[found].end_wall_ms == AS_NEVER_MS))
		found++;
	if (found == clock->removed_count)
		return as_error_set(error, AS_ERROR_INPUT,
			"the interval is not removed any more; look at the list again");
	*restored = removed[found];
	for (size_t i = 0; i < clock->removed_count; i++)
		if (i != found &&
			(restored->removal == 0 || removed[i].removal != restored->removal))
			removed[kept++] = removed[i];
	clock->removed_count = kept;
	return 0;
}
