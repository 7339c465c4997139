/* SPDX-License-Identifier: MIT */
/* Chooses the inputs of gaps that can be tests: the results of the package's own submissions must
 * not change. */
#include "gaps.h"

#include <string.h>

/* ---- results that must not change ---- */

/* True if a test with the verdict changes neither points nor verdicts: the submission already
 * fails, and first with this verdict; in a scoring package, in the group that gets the test. */
static bool fix_fails_alike(const struct as_package *package, const struct row *row,
	const struct as_test *home, enum as_verdict verdict)
{
	const struct as_group *group = &package->groups[home->group];
	const size_t first = package->scoring ? group->first_test : 0;
	const size_t end = package->scoring ? first + group->test_count : package->test_count;

	for (size_t test = first; test < end; test++)
		if (row->verdicts[test] != AS_VERDICT_AC)
			return row->verdicts[test] == verdict;
	return false;
}

/* Sets the reason why not, if the result of a submission would change. */
static int fix_keeps(const struct measuring *measuring, const struct row *row,
	struct as_strength_gap *gap, struct as_error *error)
{
	for (size_t i = 0; i < gap->home_count; i++) {
		const char *name = gap->homes[i]->name;
		struct as_strength_gap there = *gap; /* borrows */
		struct gap_fate fate;
		there.like = gap->homes[i];
		if (gap_run_origin(measuring, &row->origin, &there, &fate, error))
			return -1;
		if (fate.verdict == AS_VERDICT_AC ||
			fix_fails_alike(measuring->package, row, gap->homes[i], fate.verdict))
			continue;
		gap->refusal = as_text_format(error,
			"%s would get %s on a new test in %.*s, but no result may change",
			row->path, as_verdict_name(fate.verdict), (int)as_test_folder_length(name),
			name);
		return gap->refusal ? 0 : -1;
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
static void fix_choose_homes(const struct as_package *package, struct as_strength_gap *gap)
{
	size_t kept = 0;

	for (size_t i = 0; i < gap->home_count; i++)
		if (as_strength_takes_tests(package, gap->homes[i]->group))
			gap->homes[kept++] = gap->homes[i];
	gap->home_count = package->scoring || kept == 0 ? kept : 1;
}

/* Why no input of this measurement can be a test; NULL: one can. */
static const char *fix_obstacle(const struct as_strength_report *report)
{
	if (report->dispute.right)
		return "accepted submissions disagree";
	if (report->accepts_anything)
		return "the input validators accept anything";
	return report->is_validated ? NULL : "no input validator was run on it";
}

static const char *fix_refuse(const struct measuring *measuring, struct as_strength_gap *gap)
{
	AS_AUTO_FREE char *quoted = as_stress_quote(&gap->input, NULL);
	const char *obstacle = fix_obstacle(measuring->report);

	if (obstacle)
		return obstacle;
	if (!quoted || strlen(quoted) > AS_STRENGTH_LINE_BYTES)
		return "it is too long for a line, or not text";
	const bool is_accepted = gap->home_count > 0;
	fix_choose_homes(measuring->package, gap);
	if (gap->home_count)
		return NULL;
	return is_accepted ? "a new test would change points in each group that accepts it"
			   : "no folder of tests accepts it";
}

static int fix_check(struct measuring *measuring, struct as_strength_gap *gap, bool is_kept_back,
	const struct rows *rows, struct as_error *error)
{
	const char *reason = is_kept_back ? "its mutant is kept back for the estimate; another "
					    "--seed keeps back other lines"
					  : fix_refuse(measuring, gap);

	if (reason && !(gap->refusal = as_text_format(error, "%s", reason)))
		return -1;
	for (size_t i = 0; i < rows->count && !gap->refusal; i++)
		if (fix_keeps(measuring, &rows->items[i], gap, error))
			return -1;
	gap->is_test = !gap->refusal;
	return 0;
}

/* Checks a gap of a program unless enough tests were found. `index`: of the program, or of the gap
 * of a group. */
static int fix_check_next(struct measuring *measuring, struct as_strength_gap *gap, size_t index,
	size_t program, const struct rows *rows, size_t *found, struct as_error *error)
{
	const bool is_kept_back = measuring->report->programs[program].is_kept_back;

	if (*found >= measuring->order->wanted_tests)
		return 0;
	measure_show(measuring);
	if (gap->first == index && fix_check(measuring, gap, is_kept_back, rows, error))
		return -1;
	measuring->progress.checked++;
	/* Smaller inputs that come later may still fit. */
	if (gap->is_test && gap->home_count <= measuring->order->wanted_tests - *found)
		*found += gap->home_count;
	return 0;
}

static int fix_choose(struct measuring *measuring, struct as_error *error)
{
	struct as_strength_report *report = measuring->report;
	struct as_strength_group_gaps *groups = &report->group_gaps;
	size_t found = 0, count;
	AS_AUTO(rows_clear) struct rows rows = {0};
	AS_AUTO_FREE size_t *gaps = as_strength_order_gaps(report, &count, error);

	if (!gaps || (as_strength_has_gap(report) && !fix_obstacle(report) &&
			     rows_find(&rows, measuring, error)))
		return -1;
	measuring->progress.gap_count = count + groups->count;
	for (size_t i = 0; i < count; i++)
		if (fix_check_next(measuring, &report->programs[gaps[i]].gap, gaps[i], gaps[i],
			    &rows, &found, error))
			return -1;
	for (size_t i = 0; i < groups->count; i++)
		if (fix_check_next(measuring, &groups->items[i].gap, i, groups->items[i].program,
			    &rows, &found, error))
			return -1;
	return 0;
}

/* An interruption is not an error: the report is without tests. */
int measure_choose_tests(struct measuring *measuring, struct as_error *error)
{
	struct as_strength_report *report = measuring->report;
	struct as_error why = {0};

	if (!measuring->order->wanted_tests || report->interrupted)
		return 0;
	const int failed = fix_choose(measuring, &why);
	report->interrupted = as_is_cancelled(as_engine_settings(measuring->order->engine)->cancel);
	for (size_t i = 0; report->interrupted && i < as_strength_count_programs(report); i++)
		report->programs[i].gap.is_test = false;
	for (size_t i = 0; report->interrupted && i < report->group_gaps.count; i++)
		report->group_gaps.items[i].gap.is_test = false;
	if (!failed || report->interrupted)
		return 0;
	if (error)
		*error = why;
	return -1;
}
