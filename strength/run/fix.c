/* SPDX-License-Identifier: MIT */
/* Chooses the inputs of gaps that can be tests: the verdicts of the package's own submissions must
 * not change. */
#include "measure.h"

#include <string.h>

/* The verdict on the input of a gap. */
static int fix_judge(const struct measuring *measuring, const struct origin *origin,
	const struct as_strength_program *gap, enum as_verdict *verdict, struct as_error *error)
{
	const struct as_submission submission = origin_submission(origin);
	struct as_compiled *compiled = as_engine_compile(measuring->order->opened, &submission,
		as_engine_settings(measuring->order->engine)->cancel, error);
	const int failed = !compiled || gap_run(measuring, gap, compiled, verdict, error);

	as_compiled_free(compiled);
	return failed ? -1 : 0;
}

/* Leaves `accepts` as it is if the compiler of the submission is missing. */
static int fix_accepts(struct measuring *measuring, const char *name,
	const struct as_strength_program *gap, bool *accepts, struct as_error *error)
{
	AS_AUTO(origin_clear) struct origin origin = {0};
	AS_AUTO_FREE char *lack = NULL;
	enum as_verdict verdict;

	if (as_package_backup_ending(name))
		return 0;
	if (origin_read(measuring, &origin,
		    as_text_format(error, "%s/" ACCEPTED "/%s", measuring->package->folder, name),
		    error) ||
		origin_find_lack(measuring, &origin, &lack, error))
		return -1;
	if (lack)
		return 0;
	if (fix_judge(measuring, &origin, gap, &verdict, error))
		return -1;
	*accepts = verdict == AS_VERDICT_AC;
	return 0;
}

/* A wrong submission may pass the input, or fail with a verdict that it gets on another test; in a
 * scoring package, on another test of each group that gets the input. If it passes all tests, it
 * may fail in any way: such a test is wanted. */
static int fix_keeps(const struct measuring *measuring, size_t own,
	const struct as_strength_program *gap, bool *keeps, struct as_error *error)
{
	const struct as_package *package = measuring->package;
	const struct as_matrix *matrix = &measuring->report->matrix;
	enum as_verdict verdict;

	if (measuring->report->programs[own].state != AS_MUTANT_KILLED)
		return 0;
	if (fix_judge(measuring, &measuring->own[own], gap, &verdict, error))
		return -1;
	for (size_t i = 0; verdict != AS_VERDICT_AC && i < gap->gap.home_count; i++) {
		const struct as_group *group = &package->groups[gap->gap.homes[i]->group];
		const size_t first = package->scoring ? group->first_test : 0;
		const size_t end =
			package->scoring ? first + group->test_count : matrix->test_count;
		bool has_verdict = false;
		for (size_t test = first; test < end; test++)
			has_verdict |= as_matrix_get(matrix, own, test) == verdict;
		*keeps &= has_verdict;
	}
	return 0;
}

/* ---- where the input becomes a test ---- */

bool as_strength_takes_tests(const struct as_package *package, size_t index)
{
	const struct as_group *group = &package->groups[index];

	if (!package->scoring)
		return true;
	return !(package->output_validators && package->output_validators[0]) &&
	       (group->aggregation == AS_AGGREGATE_MIN ||
		       group->aggregation == AS_AGGREGATE_PASS_FAIL);
}

/* In a pass-fail package one folder is enough: a program must pass the tests of all. */
static void fix_choose_homes(const struct as_package *package, struct as_strength_program *gap)
{
	size_t kept = 0;

	for (size_t i = 0; i < gap->gap.home_count; i++)
		if (as_strength_takes_tests(package, gap->gap.homes[i]->group))
			gap->gap.homes[kept++] = gap->gap.homes[i];
	gap->gap.home_count = package->scoring || kept == 0 ? kept : 1;
}

static int fix_check(struct measuring *measuring, struct as_strength_program *gap,
	char *const *accepted, struct as_error *error)
{
	AS_AUTO_FREE char *quoted = as_stress_quote(&gap->gap.input, NULL);
	bool is_fine = quoted && strlen(quoted) <= AS_STRENGTH_LINE_BYTES;

	fix_choose_homes(measuring->package, gap);
	is_fine &= gap->gap.home_count > 0;
	for (char *const *name = accepted; name && *name && is_fine; name++)
		if (fix_accepts(measuring, *name, gap, &is_fine, error))
			return -1;
	for (size_t i = 0; i < measuring->report->own_count && is_fine; i++)
		if (fix_keeps(measuring, i, gap, &is_fine, error))
			return -1;
	gap->gap.is_test = is_fine;
	return 0;
}

static int fix_choose(struct measuring *measuring, char *const *accepted, struct as_error *error)
{
	struct as_strength_report *report = measuring->report;
	size_t found = 0, count;
	AS_AUTO_FREE size_t *gaps = as_strength_order_gaps(report, &count, error);

	if (!gaps)
		return -1;
	measuring->progress.gap_count = count;
	for (size_t i = 0; i < count && found < measuring->order->wanted_tests; i++) {
		struct as_strength_program *gap = &report->programs[gaps[i]];
		measure_show(measuring);
		if (gap->gap.first == gaps[i] && fix_check(measuring, gap, accepted, error))
			return -1;
		measuring->progress.checked++;
		found += gap->gap.is_test ? gap->gap.home_count : 0;
	}
	return 0;
}

/* An interruption is not an error: the report is without tests. */
int measure_choose_tests(struct measuring *measuring, struct as_error *error)
{
	struct as_strength_report *report = measuring->report;
	AS_AUTO_NAMES char **accepted = NULL;
	struct as_error why = {0};

	if (!measuring->order->wanted_tests || report->interrupted || !report->is_validated)
		return 0;
	const int failed = measure_list(measuring, ACCEPTED, &accepted, &why) ||
			   fix_choose(measuring, accepted, &why);
	report->interrupted = as_is_cancelled(as_engine_settings(measuring->order->engine)->cancel);
	for (size_t i = 0; report->interrupted && i < as_strength_count_programs(report); i++)
		report->programs[i].gap.is_test = false;
	if (!failed || report->interrupted)
		return 0;
	if (error)
		*error = why;
	return -1;
}
