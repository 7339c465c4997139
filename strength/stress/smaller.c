/* SPDX-License-Identifier: MIT */
/*
 * Shrinks a failing input in two steps:
 * 1. If a generator with gen.h or the Checktestdata script made the input, simpler tapes are tried,
 *    so that the input stays one that it makes.
 * 2. Then tokens and lines are changed, which can also reach inputs that no command of the recipe
 *    makes.
 * Each smaller input must pass the validators, gets its own answer, and must fail twice with the
 * same verdict.
 */
#include "search.h"

#include <string.h>

/* Candidates per call; a constant, so that the result does not depend on the number of threads. */
#define BATCH_COUNT 64
struct shrinking {
	struct as_search *search;
	enum as_verdict verdict;
	const struct as_trial *found; /* the trial whose input failed */
	struct as_trial trials[BATCH_COUNT];
	size_t count, slice;
	atomic_size_t failed; /* index of the first failing trial so far */
};

static bool fails_equally(const struct shrinking *shrinking, const struct as_trial *trial)
{
	return trial->state == AS_TRIAL_FAILED && trial->failure.verdict == shrinking->verdict;
}

static void clear_trials(struct shrinking *shrinking)
{
	for (size_t i = 0; i < shrinking->count; i++)
		as_trial_clear(&shrinking->trials[i]);
	shrinking->count = 0;
}

static int copy_text(struct as_bytes *to, const struct as_candidate *from, struct as_error *error)
{
	to->data = malloc(from->size + 1);
	if (!to->data)
		return as_error_no_memory(error);
	memcpy(to->data, from->text, from->size);
	to->data[from->size] = '\0';
	to->size = from->size;
	return 0;
}

static int begin_trial(struct shrinking *shrinking, const struct as_candidate *candidate,
	struct as_trial *trial, struct as_error *error)
{
	const struct as_trial *found = shrinking->found;

	*trial = (struct as_trial){0};
	trial->is_changed = !candidate->tape;
	if (!candidate->tape)
		return copy_text(&trial->input, candidate, error);
	trial->origin = found->origin;
	trial->is_taped = trial->is_recording = true;
	if (found->command) {
		trial->command = as_text_format(error, "%s", found->command);
		if (!trial->command)
			return -1;
	}
	return as_tape_copy(candidate->tape, &trial->tape, error);
}

/* Different tapes often make the same input; a smaller input may be a secret test. */
static void drop_known(const struct as_search *search, struct as_trial *trials, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (trials[i].state == AS_TRIAL_MADE &&
			(as_seen_has(&search->passed, &trials[i].input) ||
				as_secret_has(search, &trials[i].input)))
			trials[i].state = AS_TRIAL_REPEATED;
}

/* Trials after a failing one are not needed. */
static int try_slice(void *context, unsigned thread, size_t item, struct as_error *error)
{
	struct shrinking *shrinking = context;
	const size_t begin = item * shrinking->slice;
	const size_t left = shrinking->count - begin;
	struct as_trial *trials = &shrinking->trials[begin];
	const size_t count = left < shrinking->slice ? left : shrinking->slice;
	size_t failed = atomic_load(&shrinking->failed), first = 0;

	if (begin > failed)
		return 0;
	if (as_trials_make(shrinking->search, thread, trials, count, error))
		return -1;
	drop_known(shrinking->search, trials, count);
	if (as_trials_judge(shrinking->search, thread, trials, count, true, error))
		return -1;
	while (first < count && !fails_equally(shrinking, &trials[first]))
		first++;
	while (first < count && begin + first < failed &&
		!atomic_compare_exchange_weak(&shrinking->failed, &failed, begin + first))
		;
	return 0;
}

/* A simpler tape can make a larger input. Such a tape is kept, its input is not. */
static void keep_smaller(struct as_stress_report *report, struct as_stress_failure *failure)
{
	const struct as_bytes *best = &report->failure.input, *input = &failure->input;

	if (as_text_compare(input->data, input->size, best->data, best->size) >= 0)
		return;
	as_failure_clear(&report->failure);
	report->failure = *failure;
	*failure = (struct as_stress_failure){0};
}

/* Returns 1 if the trial fails again. */
static int accept(struct shrinking *shrinking, struct as_trial *trial, struct as_error *error)
{
	struct as_search *search = shrinking->search;
	AS_AUTO(as_failure_clear) struct as_stress_failure failure = {0};

	as_failure_take(&failure, trial);
	const int confirmed = as_search_confirm(search, &failure, error);
	if (confirmed == 0 && trial->is_forked)
		search->is_fresh = true;
	else if (confirmed == 0 && failure.verdict != AS_VERDICT_TLE)
		search->report->unstable++;
	if (confirmed <= 0)
		return confirmed;
	if (failure.verdict != shrinking->verdict)
		return 0;
	keep_smaller(search->report, &failure);
	return 1;
}

static int count_tried(struct shrinking *shrinking, struct as_error *error)
{
	struct as_search *search = shrinking->search;

	for (size_t i = 0; i < shrinking->count; i++) {
		const struct as_trial *trial = &shrinking->trials[i];
		search->report->tried +=
			trial->state == AS_TRIAL_PASSED || trial->state == AS_TRIAL_FAILED;
		if (trial->state == AS_TRIAL_PASSED &&
			as_seen_add(&search->passed, &trial->input, error) < 0)
			return -1;
	}
	return 0;
}

/* Finds the first trial that fails twice. */
static int choose(
	struct shrinking *shrinking, struct as_shrink_found *found, struct as_error *error)
{
	for (size_t i = 0; i < shrinking->count; i++) {
		struct as_trial *trial = &shrinking->trials[i];
		if (!fails_equally(shrinking, trial))
			continue;
		if (as_now_ns() >= shrinking->search->end_ns)
			return 0;
		const int accepted = accept(shrinking, trial, error);
		if (accepted < 0)
			return -1;
		if (!accepted)
			continue;
		found->index = i;
		found->record = trial->record;
		trial->record = (struct as_tape){0};
		return 0;
	}
	return 0;
}

/* Tells the rules which changes validators refuse. */
static void note_invalid(const struct shrinking *shrinking, struct as_shrink_found *found)
{
	for (size_t i = 0; i < shrinking->count; i++)
		found->invalid[i] = shrinking->trials[i].state == AS_TRIAL_INVALID;
}

static int attempt(void *context, const struct as_candidate *candidates, size_t count,
	struct as_shrink_found *found, struct as_error *error)
{
	struct shrinking *shrinking = context;
	int failed = 0;

	atomic_store(&shrinking->failed, SIZE_MAX);
	for (size_t i = 0; i < count && !failed; i++) {
		failed = begin_trial(shrinking, &candidates[i], &shrinking->trials[i], error);
		shrinking->count++;
	}
	failed = failed || as_pool_run(shrinking->search->pool, try_slice, shrinking,
				   (count + shrinking->slice - 1) / shrinking->slice, error);
	note_invalid(shrinking, found);
	failed = failed || count_tried(shrinking, error) || choose(shrinking, found, error);
	clear_trials(shrinking);
	as_search_show(shrinking->search, true);
	return failed ? -1 : 0;
}

/* ---- the record of the failing input ---- */

/* The record of a command's choices; runs the command again if it was not recorded. */
static int require_record(struct as_search *search, struct as_trial *trial, struct as_error *error)
{
	AS_AUTO(as_trial_clear)
	struct as_trial again = {.origin = AS_ORIGIN_COMMAND, .is_recording = true};

	if (trial->has_record || trial->origin != AS_ORIGIN_COMMAND)
		return 0;
	again.command = as_text_format(error, "%s", trial->command);
	if (!again.command || as_trials_make(search, 0, &again, 1, error))
		return -1;
	trial->has_record = again.has_record;
	trial->record = again.record;
	again.record = (struct as_tape){0};
	return 0;
}

/* Tapes get half of the time, because texts can be shrunk with any generator. */
static int shrink_tape(const struct as_shrink_config *config, struct as_tape *tape,
	bool *is_complete, struct as_error *error)
{
	struct as_shrink_config half = *config;
	struct as_shrink_report report;

	half.deadline_ns -= (config->deadline_ns - as_now_ns()) / 2;
	if (as_shrink_tape(&half, tape, &report, error))
		return -1;
	*is_complete = report.complete;
	return 0;
}

static int shrink_text(const struct as_shrink_config *config, const struct as_bytes *input,
	bool *is_complete, struct as_error *error)
{
	const struct as_candidate whole = {.text = input->data, .size = input->size};
	AS_AUTO_BYTES struct as_bytes text = {0};
	struct as_shrink_report report;

	if (copy_text(&text, &whole, error) || as_shrink_text(config, &text, &report, error))
		return -1;
	/* After the deadline, the last candidates may not have been run. */
	*is_complete = report.complete && as_now_ns() < config->deadline_ns;
	return 0;
}

static int shrink_all(struct as_search *search, const struct as_shrink_config *config,
	struct as_trial *trial, struct as_error *error)
{
	bool tape_complete = true, text_complete = false;

	if (require_record(search, trial, error) ||
		(trial->has_record && shrink_tape(config, &trial->record, &tape_complete, error)) ||
		shrink_text(config, &search->report->failure.input, &text_complete, error))
		return -1;
	search->report->is_smallest = tape_complete && text_complete;
	return 0;
}

int as_search_shrink(struct as_search *search, struct as_trial *trial, struct as_error *error)
{
	const int64_t whole_ns = search->deadline_ns - search->begun_ns;
	const int64_t wanted_ns = as_now_ns() + whole_ns / AS_EXTRA_SHARE;
	/* A part of the rest is for the runs that follow. */
	const int64_t last_ns = search->end_ns - whole_ns / AS_EXTRA_SHARE / 4;
	const int64_t min_ns = wanted_ns < last_ns ? wanted_ns : last_ns;
	struct shrinking shrinking = {.search = search,
		.verdict = search->report->failure.verdict,
		.found = trial,
		.slice = 1 + (BATCH_COUNT - 1) / as_pool_threads(search->pool)};
	if (search->deadline_ns < min_ns)
		search->deadline_ns = min_ns;
	const struct as_shrink_config config = {.attempt = attempt,
		.context = &shrinking,
		.batch = BATCH_COUNT,
		.deadline_ns = search->deadline_ns,
		.cancel = search->order->cancel};

	return shrink_all(search, &config, trial, error);
}
