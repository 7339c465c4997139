/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation: the calling thread
 *
 * 1. reads the accepted submissions, and has the engine judge them (originals.c);
 * 2. reads the wrong submissions of the package (own.c), and chooses the mutants (choose.c);
 * 3. has the engine compile these programs, a few ahead. In the order of the programs, it takes
 *    each compiled program, and leaves it out if its code is known already, or has it judged;
 * 4. waits for the results of judged programs, in the same order, a few behind;
 * 5. searches for inputs on which the survivors fail (gaps.c), one survivor after the other, with
 *    threads of strength/stress;
 * 6. judges the package's submissions on the inputs of gaps (fix.c), if the order wants tests.
 *
 * So the choice and the states do not depend on the number of workers, and few programs exist at
 * once. Work and callbacks run in threads of the engine; each writes members of its own trial and
 * its own row of the matrix. The lock guards the judging job of a trial, which a callback may
 * cancel before the calling thread has stored it.
 */
#include "measure.h"

/* ---- the mutants ---- */

static void begin_time(struct measuring *measuring)
{
	measuring->end_ns = as_now_ns() + measuring->time_ns;
}

/* Begins to compile up to a number of trials, while there is time. The time starts with the first
 * mutant. */
static int begin_trials(struct measuring *measuring, size_t end, struct as_error *error)
{
	const size_t count = measure_count(measuring->report);

	for (; measuring->trial_count < count && measuring->trial_count < end;
		measuring->trial_count++) {
		if (measuring->trial_count == measuring->report->own_count)
			begin_time(measuring);
		measuring->report->is_late = as_now_ns() >= measuring->end_ns;
		if (measuring->report->is_late)
			return 0;
		if (trial_begin_compiling(&measuring->trials[measuring->trial_count], error))
			return -1;
	}
	return 0;
}

static int compile_next(struct measuring *measuring, struct trial *trial, struct as_error *error)
{
	const struct as_strength_program *mutant = &measuring->report->programs[trial->index];

	if (trial_end_compiling(trial, error))
		return -1;
	measuring->progress.compiled++;
	measure_show(measuring);
	return mutant->state == AS_MUTANT_UNKNOWN ? trial_begin_judging(trial, error) : 0;
}

static int judge_next(struct measuring *measuring, struct trial *trial, struct as_error *error)
{
	const struct as_strength_program *mutant = &measuring->report->programs[trial->index];

	if (!trial->judging)
		return 0;
	if (trial_end_judging(trial, error))
		return -1;
	measuring->progress.judged++;
	measuring->progress.killed += mutant->state == AS_MUTANT_KILLED;
	measure_show(measuring);
	return 0;
}

static int run_trials(struct measuring *measuring, struct as_error *error)
{
	const size_t ahead = as_engine_settings(measuring->order->engine)->workers + 1;
	struct trial *trials = measuring->trials;
	size_t compiled = 0, judged = 0;

	for (;; compiled++) {
		if (begin_trials(measuring, compiled + ahead, error))
			return -1;
		if (compiled == measuring->trial_count)
			break;
		if (compile_next(measuring, &trials[compiled], error))
			return -1;
		while (judged + ahead < compiled)
			if (judge_next(measuring, &trials[judged++], error))
				return -1;
	}
	while (judged < compiled)
		if (judge_next(measuring, &trials[judged++], error))
			return -1;
	/* Without a mutant, only searches take time. */
	if (!measuring->report->mutant_count)
		begin_time(measuring);
	return 0;
}

/* An interruption is not an error once there is something to report. */
static int try_mutants(struct measuring *measuring, struct as_error *error)
{
	struct as_strength_report *report = measuring->report;
	struct as_error why = {0};
	const int failed = run_trials(measuring, &why) || measure_find_gaps(measuring, &why);

	report->interrupted = as_is_cancelled(as_engine_settings(measuring->order->engine)->cancel);
	for (size_t i = 0; i < measure_count(report); i++) {
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
	const int failed = check_package(measuring.package, error) ||
			   as_engine_package_prepare(order->opened, error) ||
			   measure_find_sources(&measuring, error) ||
			   measure_judge_originals(&measuring, error) ||
			   measure_find_own(&measuring, error) ||
			   measure_choose(&measuring, error) || try_mutants(&measuring, error) ||
			   measure_choose_tests(&measuring, error) ||
			   measure_groups(&measuring, error) || measure_estimate(&measuring, error);
	if (!failed)
		measure_mark_known(&measuring);
	for (size_t i = 0; measuring.trials && i < measure_count(report); i++)
		trial_clear(&measuring.trials[i]);
	free(measuring.trials);
	measure_clear_sources(&measuring);
	pthread_mutex_destroy(&measuring.lock);
	report->elapsed_ns = as_now_ns() - begun_ns;
	if (!failed)
		return 0;
	as_strength_report_clear(report);
	return -1;
}
