/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation: the calling thread
 *
 * 1. reads the accepted submissions (sources.c, others.c), and has the engine judge them
 *    (originals.c);
 * 2. reads the wrong submissions of the package (own.c), and chooses the mutants (choose.c);
 * 3. has the engine compile these programs, a few ahead, and takes each compiled program, in the
 *    order of the programs. A mutant with the code of an accepted submission or of an earlier
 *    mutant is left out; the engine judges the other programs;
 * 4. waits for the results of judged programs, in the same order, a few behind;
 * 5. searches for inputs on which the survivors fail (gaps.c), one survivor after the other, with
 *    threads of strength/stress;
 * 6. judges the package's submissions on the inputs of gaps (fix.c), if the order wants tests;
 * 7. runs the package's validators on changed files (validators.c, strength/programs).
 *
 * What an earlier measurement found out is looked up in a cache before steps 1, 3 and 5 (kept.c),
 * so that a measurement that was interrupted goes on. So the choice and the states do not depend on
 * the number of workers, and few programs exist at once. Work and callbacks run in threads of the
 * engine; each writes members of its own trial and its own row of the matrix. The lock guards the
 * judging job of a trial, which a callback may cancel before the calling thread has stored it.
 */
#include "gaps.h"

/* ---- the mutants ---- */

static void begin_time(struct measuring *measuring)
{
	measuring->end_ns = as_now_ns() + measuring->time_ns;
}

/* A program that an earlier measurement judged takes no time. */
static int begin_trial(struct measuring *measuring, struct trial *trial, struct as_error *error)
{
	trial->is_begun = kept_load_row(trial);
	if (trial->is_begun)
		return 0;
	measuring->report->is_late |= as_now_ns() >= measuring->end_ns;
	if (measuring->report->is_late)
		return 0;
	trial->is_begun = true;
	return trial_begin_compiling(trial, error);
}

static int begin_trials(struct measuring *measuring, size_t end, struct as_error *error)
{
	for (; measuring->trial_count < end; measuring->trial_count++)
		if (begin_trial(measuring, &measuring->trials[measuring->trial_count], error))
			return -1;
	return 0;
}

static void note_judged(struct measuring *measuring, const struct as_strength_program *mutant)
{
	measuring->progress.judged++;
	measuring->progress.killed += mutant->state == AS_MUTANT_KILLED;
	measure_show(measuring);
}

static int compile_next(struct measuring *measuring, struct trial *trial, struct as_error *error)
{
	const struct as_strength_program *mutant = &measuring->report->programs[trial->index];

	if (!trial->is_begun)
		return 0;
	if (trial_end_compiling(trial, error))
		return -1;
	measuring->progress.compiled++;
	measure_show(measuring);
	if (mutant->state != AS_MUTANT_UNKNOWN)
		return 0;
	if (trial_begin_judging(trial, error))
		return -1;
	if (mutant->state != AS_MUTANT_UNKNOWN)
		note_judged(measuring, mutant);
	return 0;
}

static int judge_next(struct measuring *measuring, struct trial *trial, struct as_error *error)
{
	const struct as_strength_program *mutant = &measuring->report->programs[trial->index];

	if (!trial->judging)
		return 0;
	if (trial_end_judging(trial, error))
		return -1;
	note_judged(measuring, mutant);
	return 0;
}

/* Runs the trials from `first` up to `end`. */
static int run_part(struct measuring *measuring, size_t first, size_t end, struct as_error *error)
{
	const size_t ahead = as_engine_settings(measuring->order->engine)->workers + 1;
	struct trial *trials = measuring->trials;
	size_t compiled = first, judged = first;

	for (; compiled < end; compiled++) {
		const size_t begun = compiled + ahead;
		if (begin_trials(measuring, begun < end ? begun : end, error) ||
			compile_next(measuring, &trials[compiled], error))
			return -1;
		while (judged + ahead < compiled)
			if (judge_next(measuring, &trials[judged++], error))
				return -1;
	}
	while (judged < compiled)
		if (judge_next(measuring, &trials[judged++], error))
			return -1;
	return 0;
}

/* The time is that of the mutants and searches alone. */
static int run_trials(struct measuring *measuring, struct as_error *error)
{
	const size_t own_count = measuring->report->own_count;

	if (run_part(measuring, 0, own_count, error))
		return -1;
	begin_time(measuring);
	return run_part(measuring, own_count, as_strength_count_programs(measuring->report), error);
}

/* Searches for inputs on which the survivors fail, until the time ends. Searches of groups have the
 * last quarter of the time. */
static int find_gaps(struct measuring *measuring, struct as_error *error)
{
	const int64_t end_ns = measuring->end_ns, left_ns = end_ns - as_now_ns();

	if (!measuring->order->programs)
		return 0;
	if (kept_begin_searches(measuring, error))
		return -1;
	if (group_gaps_are_wanted(measuring) && left_ns > 0)
		measuring->end_ns -= left_ns / 4;
	if (gaps_find(measuring, error))
		return -1;
	measuring->end_ns = end_ns;
	return measure_find_group_gaps(measuring, error);
}

/* An interruption is not an error once there is something to report. */
static int try_mutants(struct measuring *measuring, struct as_error *error)
{
	struct as_strength_report *report = measuring->report;
	struct as_error why = {0};
	const int failed = run_trials(measuring, &why) ||
			   measure_mark_equivalents(measuring, &why) || find_gaps(measuring, &why);

	report->interrupted = as_is_cancelled(as_engine_settings(measuring->order->engine)->cancel);
	/* Threads of the engine write into the matrix as long as there are jobs. */
	for (size_t i = 0; i < as_strength_count_programs(report); i++)
		trial_clear(&measuring->trials[i]);
	for (size_t i = 0; i < as_strength_count_programs(report); i++) {
		const enum as_mutant_state state = report->programs[i].state;
		report->counts[state] += i >= report->own_count;
		/* Some of its tests may have been run before the signal. */
		if (state == AS_MUTANT_UNKNOWN)
			as_matrix_forget(&report->matrix, i);
	}
	if (!failed || report->interrupted)
		return 0;
	if (error)
		*error = why;
	return -1;
}

/* ---- all stages ---- */

static int check_package(const struct as_package *package, struct as_error *error)
{
	if (package->submit_answer)
		return as_error_at(error, AS_ERROR_INPUT, package->path, 0, 0,
			"the package is of type submit-answer: its submissions are outputs, not "
			"programs, so there are no mutants");
	if (!package->test_count)
		return as_error_at(error, AS_ERROR_INPUT, package->path, 0, 0,
			"no tests; add a test, or run `assay gen`");
	return 0;
}

int as_strength_measure(const struct as_strength_order *order, struct as_strength_report *report,
	struct as_error *error)
{
	const int64_t begun_ns = as_now_ns();
	struct measuring measuring = {.order = order,
		.package = as_engine_package(order->opened),
		.report = report,
		.end_ns = INT64_MAX,
		.time_ns = order->time_ns ? order->time_ns : AS_STRENGTH_TIME_NS,
		.lock = PTHREAD_MUTEX_INITIALIZER};

	*report = (struct as_strength_report){0};
	const int failed =
		check_package(measuring.package, error) ||
		measure_read_equivalents(&measuring, error) ||
		as_engine_package_prepare(order->opened, error) || kept_open(&measuring, error) ||
		measure_find_sources(&measuring, error) || measure_find_others(&measuring, error) ||
		measure_judge_originals(&measuring, error) || measure_find_own(&measuring, error) ||
		measure_choose(&measuring, error) || try_mutants(&measuring, error) ||
		measure_choose_tests(&measuring, error) || measure_groups(&measuring, error) ||
		measure_estimate(&measuring, error) || measure_validators(&measuring, error);
	if (!failed) {
		measure_mark_known(&measuring);
		measure_mark_known_groups(&measuring);
	}
	for (size_t i = 0; measuring.trials && i < as_strength_count_programs(report); i++)
		trial_clear(&measuring.trials[i]);
	free(measuring.trials);
	as_document_clear(&measuring.equivalents);
	measure_clear_sources(&measuring);
	as_result_cache_close(measuring.cache);
	pthread_mutex_destroy(&measuring.lock);
	report->elapsed_ns = as_now_ns() - begun_ns;
	if (!failed)
		return 0;
	as_strength_report_clear(report);
	return -1;
}
