/* SPDX-License-Identifier: MIT */
/*
 * A gap is a survivor that fails on an input that the tests lack. The time that is left is shared
 * equally by the survivors that were not searched yet; what one leaves goes to the others.
 */
#include "measure.h"

#include <string.h>

/* A longer search of one survivor hardly ever finds an input. */
#define MAX_SEARCH_NS AS_STRESS_TIME_NS

static int64_t share_ns(const struct measuring *measuring)
{
	const struct as_strength_progress *progress = &measuring->progress;
	const int64_t left_ns = measuring->end_ns - as_now_ns();
	const int64_t each_ns = left_ns / (int64_t)(progress->survivor_count - progress->searched);

	return each_ns < MAX_SEARCH_NS ? each_ns : MAX_SEARCH_NS;
}

/* Moves the input into the mutant. If right solutions disagree about it, it proves nothing. */
static int take_found(
	struct as_strength_program *mutant, struct as_stress_report *found, struct as_error *error)
{
	mutant->tried = found->tried;
	if (found->outcome != AS_STRESS_FAILS)
		return 0;
	mutant->gap.folder = as_stress_folder(&found->failure, error);
	if (!mutant->gap.folder)
		return -1;
	mutant->gap.input = found->failure.input;
	found->failure.input = (struct as_bytes){0};
	mutant->gap.answer = found->failure.answer;
	found->failure.answer = (struct as_bytes){0};
	mutant->gap.like = found->failure.like;
	mutant->gap.verdict = found->failure.verdict;
	mutant->state = AS_MUTANT_GAP;
	return 0;
}

static int search_compiled(
	struct measuring *measuring, struct trial *trial, int64_t time_ns, struct as_error *error)
{
	const struct as_strength_order *order = measuring->order;
	const struct as_engine_config *settings = as_engine_settings(order->engine);
	const struct as_stress_order search = {.package = measuring->package,
		.opened = order->opened,
		.submission = trial->compiled,
		.programs = order->programs,
		.time_ns = time_ns,
		.seed = order->seed,
		.passes_tests = true,
		.workers = settings->workers,
		.cancel = settings->cancel};
	AS_AUTO(as_stress_report_clear) struct as_stress_report found = {0};

	if (as_stress_run(&search, &found, error))
		return -1;
	measuring->report->is_validated |= found.is_validated;
	return take_found(&measuring->report->programs[trial->index], &found, error);
}

static int search(
	struct measuring *measuring, struct trial *trial, int64_t time_ns, struct as_error *error)
{
	const int failed = trial_compile_again(trial, error) ||
			   search_compiled(measuring, trial, time_ns, error);

	as_compiled_free(as_steal(trial->compiled));
	return failed ? -1 : 0;
}

/* A package without generators or a right solution cannot be searched. */
static int give_up(struct measuring *measuring, const struct as_error *why, struct as_error *error)
{
	char text[1024];

	if (why->kind == AS_ERROR_INPUT || why->kind == AS_ERROR_USAGE) {
		measuring->report->no_search =
			as_text_format(error, "%s", as_error_format(why, text, sizeof(text)));
		return measuring->report->no_search ? 0 : -1;
	}
	if (error)
		*error = *why;
	return -1;
}

static size_t count_survivors(const struct as_strength_report *report)
{
	size_t count = 0;

	for (size_t i = 0; i < measure_count(report); i++)
		count += report->programs[i].state == AS_MUTANT_SURVIVED;
	return count;
}

static int search_all(struct measuring *measuring, struct as_error *error)
{
	struct as_strength_report *report = measuring->report;
	struct as_strength_progress *progress = &measuring->progress;

	for (size_t i = 0; i < measure_count(report); i++) {
		struct as_error why = {0};
		if (report->programs[i].state != AS_MUTANT_SURVIVED)
			continue;
		const int64_t time_ns = share_ns(measuring);
		if (time_ns <= 0 ||
			as_is_cancelled(as_engine_settings(measuring->order->engine)->cancel))
			return 0;
		if (search(measuring, &measuring->trials[i], time_ns, &why))
			return give_up(measuring, &why, error);
		progress->searched++;
		progress->gaps += report->programs[i].state == AS_MUTANT_GAP;
		measure_show(measuring);
	}
	return 0;
}

int measure_find_gaps(struct measuring *measuring, struct as_error *error)
{
	struct as_strength_progress *progress = &measuring->progress;

	if (!measuring->order->programs)
		return 0;
	progress->survivor_count = count_survivors(measuring->report);
	const int failed = search_all(measuring, error);
	measuring->report->unsearched = progress->survivor_count - progress->searched;
	return failed;
}
