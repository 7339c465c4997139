/* SPDX-License-Identifier: MIT */
/*
 * Which tests need not be run any more, from the failures known so far.
 *
 * Theory: a test that was not run yet is taken to be accepted. Whatever is settled under that
 * assumption is settled whatever the others turn out to be, since one more failure never makes a
 * group accepted; so with several workers nothing is left out that one would have run. What one
 * would not have run is dropped at the end, by score.c. The exceptions are groups of which it is
 * not known here what failures make of them (a grader of the package, ignore_sample): they are
 * taken to be accepted to the end.
 *
 *   - A pass-fail package of 2025-09 ends at its first failure.
 *   - A scoring one: a failure ends its group where the score needs all of its tests, and so it
 *     does the groups above that it leaves with nothing; groups that require it are not run.
 *   - A graded package: a failure ends its group where on_reject says so; then the group itself may
 *     be a failure of the one above.
 */
#include "judging.h"

int as_settling_init(
	struct as_settling *settling, const struct as_package *package, struct as_error *error)
{
	*settling = (struct as_settling){.package = package};
	settling->groups = calloc(package->group_count + 1, sizeof(*settling->groups));
	if (!settling->groups)
		return as_error_no_memory(error);
	as_settling_reset(settling);
	return 0;
}

void as_settling_clear(struct as_settling *settling)
{
	free(settling->groups);
	*settling = (struct as_settling){0};
}

/* Empty groups are not parts: their results are not reported. */
static void count_parts(struct as_settling *settling)
{
	const struct as_package *package = settling->package;

	for (size_t t = 0; t < package->test_count; t++)
		settling->groups[package->tests[t].group].part_count++;
	for (size_t g = 0; g < package->group_count; g++)
		if (package->groups[g].parent != g && package->groups[g].test_count > 0)
			settling->groups[package->groups[g].parent].part_count++;
}

void as_settling_reset(struct as_settling *settling)
{
	settling->end = SIZE_MAX;
	for (size_t g = 0; g < settling->package->group_count; g++)
		settling->groups[g] =
			(struct as_settling_group){.end = SIZE_MAX, .unmet = SIZE_MAX};
	count_parts(settling);
}

static bool stops(const struct as_package *package, const struct as_group *group)
{
	if (package->graded)
		return !group->grading.continues;
	return group->has_score && group->aggregation != AS_AGGREGATE_SUM;
}

bool as_settling_is_settled(const struct as_settling *settling, size_t index)
{
	const struct as_package *package = settling->package;

	if (index >= settling->end)
		return true;
	for (size_t g = package->tests[index].group;; g = package->groups[g].parent) {
		const struct as_group *group = &package->groups[g];
		const struct as_settling_group *known = &settling->groups[g];
		if (known->unmet != SIZE_MAX || (index >= known->end && stops(package, group)))
			return true;
		if (group->parent == g)
			return false;
	}
}

bool as_settling_is_unmet(const struct as_settling *settling, size_t index)
{
	const struct as_package *package = settling->package;
	size_t g = package->tests[index].group;

	while (settling->groups[g].unmet == SIZE_MAX && package->groups[g].parent != g)
		g = package->groups[g].parent;
	return settling->groups[g].unmet != SIZE_MAX;
}

/* Requirements are of earlier groups: one pass finds what follows from what follows. */
static void find_unmet(struct as_settling *settling)
{
	const struct as_package *package = settling->package;

	for (size_t g = 0; g < package->group_count; g++) {
		const struct as_group *group = &package->groups[g];
		struct as_settling_group *known = &settling->groups[g];
		for (size_t i = 0; i < group->required_count && known->unmet == SIZE_MAX; i++) {
			const struct as_settling_group *needed =
				&settling->groups[group->required[i]];
			if (needed->end != SIZE_MAX || needed->unmet != SIZE_MAX)
				known->unmet = group->required[i];
		}
	}
}

static void lower(size_t *end, size_t to)
{
	if (to < *end)
		*end = to;
}

/*
 * A group above is settled too where it is pass-fail, or where the failure leaves the part below it
 * with nothing, which makes a minimum nothing; a sum may still earn points.
 */
static void note_plain(struct as_settling *settling, size_t group, size_t end)
{
	const struct as_package *package = settling->package;
	bool nothing = true, first = false;

	if (!package->scoring)
		lower(&settling->end, end);
	for (size_t g = group;; g = package->groups[g].parent) {
		if (package->groups[g].aggregation != AS_AGGREGATE_MIN)
			nothing = package->groups[g].aggregation == AS_AGGREGATE_PASS_FAIL;
		if (nothing) {
			first |= settling->groups[g].end == SIZE_MAX;
			lower(&settling->groups[g].end, end);
		}
		if (package->groups[g].parent == g)
			break;
	}
	if (first)
		find_unmet(settling);
}

/* True where the group cannot be accepted any more, after the failure of a part that begins with
 * test `start`. */
static bool is_lost(const struct as_settling *settling, size_t group, size_t start)
{
	const struct as_group *self = &settling->package->groups[group];
	const struct as_grading *grading = &self->grading;

	if (self->aggregation == AS_AGGREGATE_PROGRAM || grading->ignore_sample ||
		grading->verdict == AS_GRADER_ALWAYS_ACCEPT)
		return false;
	if (!grading->accept_if_any)
		return true;
	if (!grading->continues && start == self->first_test)
		return true;
	return settling->groups[group].failed_count == settling->groups[group].part_count;
}

static void note_graded(struct as_settling *settling, size_t index)
{
	const struct as_package *package = settling->package;
	size_t start = index, end = index + 1;

	for (size_t g = package->tests[index].group;; g = package->groups[g].parent) {
		const struct as_group *group = &package->groups[g];
		struct as_settling_group *known = &settling->groups[g];
		lower(&known->end, end);
		known->failed_count++;
		if (known->lost || !is_lost(settling, g, start) || group->parent == g)
			return;
		known->lost = true;
		start = group->first_test;
		end = group->first_test + group->test_count;
	}
}

void as_settling_note(struct as_settling *settling, size_t index)
{
	if (settling->package->graded)
		note_graded(settling, index);
	else
		note_plain(settling, settling->package->tests[index].group, index + 1);
}

void as_settling_note_static(struct as_settling *settling, size_t group)
{
	note_plain(settling, group, settling->package->groups[group].first_test);
}
