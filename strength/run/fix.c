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
	const struct as_case one = {.input = gap->gap.input.data ? gap->gap.input.data : "",
		.input_size = gap->gap.input.size,
		.answer = gap->gap.answer.data ? gap->gap.answer.data : "",
		.answer_size = gap->gap.answer.size,
		.like = gap->gap.like};
	struct as_case_result result = {0};
	struct as_compiled *compiled = as_engine_compile(measuring->order->opened, &submission,
		as_engine_settings(measuring->order->engine)->cancel, error);
	const int failed = !compiled || as_engine_run_case(measuring->order->opened, compiled, &one,
						&result, error);

	*verdict = failed ? AS_VERDICT_NONE : result.test.verdict;
	as_case_result_clear(&result);
	as_compiled_free(compiled);
	return failed ? -1 : 0;
}

/* Without the compiler of a submission nothing is known against the input. */
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

/* A wrong submission may pass the input, or fail with a verdict that it gets on another test. If it
 * passes all tests, it may fail in any way: such a test is wanted. */
static int fix_keeps(const struct measuring *measuring, size_t own,
	const struct as_strength_program *gap, bool *keeps, struct as_error *error)
{
	const struct as_matrix *matrix = &measuring->report->matrix;
	enum as_verdict verdict;

	if (measuring->report->programs[own].state != AS_MUTANT_KILLED)
		return 0;
	if (fix_judge(measuring, &measuring->own[own], gap, &verdict, error))
		return -1;
	*keeps = verdict == AS_VERDICT_AC;
	for (size_t test = 0; test < matrix->test_count; test++)
		*keeps |= as_matrix_get(matrix, own, test) == verdict;
	return 0;
}

static int fix_check(struct measuring *measuring, struct as_strength_program *gap,
	char *const *accepted, struct as_error *error)
{
	AS_AUTO_FREE char *quoted = as_stress_quote(&gap->gap.input, NULL);
	bool is_fine = quoted && strlen(quoted) <= AS_STRENGTH_LINE_BYTES;

	for (char *const *name = accepted; name && *name && is_fine; name++)
		if (fix_accepts(measuring, *name, gap, &is_fine, error))
			return -1;
	for (size_t i = 0; i < measuring->report->own_count && is_fine; i++)
		if (fix_keeps(measuring, i, gap, &is_fine, error))
			return -1;
	gap->gap.is_test = is_fine;
	return 0;
}

/* True if an earlier gap has the same input. */
static bool fix_is_known(const struct as_strength_report *report, size_t index)
{
	const struct as_bytes *input = &report->programs[index].gap.input;

	for (size_t i = 0; i < index; i++) {
		const struct as_bytes *other = &report->programs[i].gap.input;
		if (report->programs[i].state != AS_MUTANT_GAP || other->size != input->size)
			continue;
		/* The data of an empty input may be NULL. */
		if (!input->size || memcmp(other->data, input->data, input->size) == 0)
			return true;
	}
	return false;
}

static size_t fix_count_gaps(const struct as_strength_report *report)
{
	size_t count = 0;

	for (size_t i = 0; i < measure_count(report); i++)
		count += report->programs[i].state == AS_MUTANT_GAP;
	return count;
}

static int fix_choose(struct measuring *measuring, char *const *accepted, struct as_error *error)
{
	struct as_strength_report *report = measuring->report;
	size_t found = 0;

	measuring->progress.gap_count = fix_count_gaps(report);
	for (size_t i = 0; i < measure_count(report) && found < measuring->order->wanted_tests;
		i++) {
		struct as_strength_program *gap = &report->programs[i];
		if (gap->state != AS_MUTANT_GAP)
			continue;
		measure_show(measuring);
		if (!fix_is_known(report, i) && fix_check(measuring, gap, accepted, error))
			return -1;
		measuring->progress.checked++;
		found += gap->gap.is_test;
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
	for (size_t i = 0; report->interrupted && i < measure_count(report); i++)
		report->programs[i].gap.is_test = false;
	if (!failed || report->interrupted)
		return 0;
	if (error)
		*error = why;
	return -1;
}
