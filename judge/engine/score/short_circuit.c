/* SPDX-License-Identifier: MIT */
/*
 * Short-circuiting: which tests need not be run any more, given the failures so far.
 *
 * Theory: a test that was not run yet is assumed to be accepted. A decision under that assumption
 * holds whatever the other results are, since another failure never makes a group accepted. So
 * several workers never skip a test that a single worker would have run. Results that a single
 * worker would not have produced are dropped at the end, by score.c. Some groups may be accepted in
 * spite of failures (a grader of the package, ignore_sample); they are assumed to be accepted to
 * the end.
 *
 * - A pass-fail package of 2025-09 ends at its first failure.
 * - In a scoring package, a failure ends its group if the score needs all of the group's tests, and
 *   ends the groups above that thereby earn nothing. Groups that require it are not run.
 * - In a graded package, a failure ends its group if on_reject says so; then the group itself may
 *   be a failure of its parent.
 */
#include "short_circuit.h"

int as_short_circuit_init(struct as_short_circuit *short_circuit, const struct as_package *package,
	struct as_error *error)
{
	*short_circuit = (struct as_short_circuit){.package = package};
	short_circuit->groups = calloc(package->group_count + 1, sizeof(*short_circuit->groups));
	if (!short_circuit->groups)
		return as_error_no_memory(error);
	as_short_circuit_reset(short_circuit);
	return 0;
}

void as_short_circuit_clear(struct as_short_circuit *short_circuit)
{
	free(short_circuit->groups);
	*short_circuit = (struct as_short_circuit){0};
}

/* Empty groups are not parts: their results are not reported. */
static void count_parts(struct as_short_circuit *short_circuit)
{
	const struct as_package *package = short_circuit->package;

	for (size_t t = 0; t < package->test_count; t++)
		short_circuit->groups[package->tests[t].group].part_count++;
	for (size_t g = 0; g < package->group_count; g++)
		if (package->groups[g].parent != g && package->groups[g].test_count > 0)
			short_circuit->groups[package->groups[g].parent].part_count++;
}

void as_short_circuit_reset(struct as_short_circuit *short_circuit)
{
	short_circuit->end = SIZE_MAX;
	for (size_t g = 0; g < short_circuit->package->group_count; g++)
		short_circuit->groups[g] =
			(struct as_short_circuit_group){.end = SIZE_MAX, .unmet = SIZE_MAX};
	count_parts(short_circuit);
}

static bool stops(const struct as_package *package, const struct as_group *group)
{
	if (package->graded)
		return !group->grading.continues;
	return group->has_score && group->aggregation != AS_AGGREGATE_SUM;
}

bool as_short_circuit_is_irrelevant(const struct as_short_circuit *short_circuit, size_t index)
{
	const struct as_package *package = short_circuit->package;

	if (index >= short_circuit->end)
		return true;
	for (size_t g = package->tests[index].group;; g = package->groups[g].parent) {
		const struct as_group *group = &package->groups[g];
		const struct as_short_circuit_group *known = &short_circuit->groups[g];
		if (known->unmet != SIZE_MAX || (index >= known->end && stops(package, group)))
			return true;
		if (group->parent == g)
			return false;
	}
}

bool as_short_circuit_is_unmet(const struct as_short_circuit *short_circuit, size_t index)
{
	const struct as_package *package = short_circuit->package;
	size_t g = package->tests[index].group;

	while (short_circuit->groups[g].unmet == SIZE_MAX && package->groups[g].parent != g)
		g = package->groups[g].parent;
	return short_circuit->groups[g].unmet != SIZE_MAX;
}

/* A group requires only earlier groups, so one pass finds transitive requirements too. */
static void find_unmet(struct as_short_circuit *short_circuit)
{
	const struct as_package *package = short_circuit->package;

	for (size_t g = 0; g < package->group_count; g++) {
		const struct as_group *group = &package->groups[g];
		struct as_short_circuit_group *known = &short_circuit->groups[g];
		for (size_t i = 0; i < group->required_count && known->unmet == SIZE_MAX; i++) {
			const struct as_short_circuit_group *needed =
				&short_circuit->groups[group->required[i]];
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
 * The parent ends as well if it is pass-fail, or if the failure leaves the child with no points and
 * the parent's score is a minimum; a sum may still earn points.
 */
static void note_ungraded(struct as_short_circuit *short_circuit, size_t group, size_t end)
{
	const struct as_package *package = short_circuit->package;
	bool nothing = true, first = false;

	if (!package->scoring)
		lower(&short_circuit->end, end);
	for (size_t g = group;; g = package->groups[g].parent) {
		if (package->groups[g].aggregation != AS_AGGREGATE_MIN)
			nothing = package->groups[g].aggregation == AS_AGGREGATE_PASS_FAIL;
		if (nothing) {
			first |= short_circuit->groups[g].end == SIZE_MAX;
			lower(&short_circuit->groups[g].end, end);
		}
		if (package->groups[g].parent == g)
			break;
	}
	if (first)
		find_unmet(short_circuit);
}

/* True if the group cannot be accepted any more, after the failure of a part that begins with test
 * `start`. */
static bool is_lost(const struct as_short_circuit *short_circuit, size_t group, size_t start)
{
	const struct as_group *self = &short_circuit->package->groups[group];
	const struct as_grading *grading = &self->grading;

	if (self->aggregation == AS_AGGREGATE_PROGRAM || grading->ignore_sample ||
		grading->verdict == AS_GRADER_ALWAYS_ACCEPT)
		return false;
	if (!grading->accept_if_any)
		return true;
	if (!grading->continues && start == self->first_test)
		return true;
	return short_circuit->groups[group].failed_count == short_circuit->groups[group].part_count;
}

static void note_graded(struct as_short_circuit *short_circuit, size_t index)
{
	const struct as_package *package = short_circuit->package;
	size_t start = index, end = index + 1;

	for (size_t g = package->tests[index].group;; g = package->groups[g].parent) {
		const struct as_group *group = &package->groups[g];
		struct as_short_circuit_group *known = &short_circuit->groups[g];
		lower(&known->end, end);
		known->failed_count++;
		if (known->lost || !is_lost(short_circuit, g, start) || group->parent == g)
			return;
		known->lost = true;
		start = group->first_test;
		end = group->first_test + group->test_count;
	}
}

void as_short_circuit_note(struct as_short_circuit *short_circuit, size_t index)
{
	if (short_circuit->package->graded)
		note_graded(short_circuit, index);
	else
		note_ungraded(short_circuit, short_circuit->package->tests[index].group, index + 1);
}

void as_short_circuit_note_static(struct as_short_circuit *short_circuit, size_t group)
{
	note_ungraded(short_circuit, group, short_circuit->package->groups[group].first_test);
}
