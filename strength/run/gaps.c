/* SPDX-License-Identifier: MIT */
/*
 * A gap is a survivor that fails on an input that the tests lack. A survivor is run on the inputs
 * of other gaps before it is searched, because a test that is missing lets through many mistakes.
 * The time that is left is shared equally by the survivors that were not searched yet; what one
 * leaves goes to the others.
 */
#include "gaps.h"

#include <string.h>

/* A survivor is run on at most so many inputs of other gaps. */
#define MAX_INPUTS 64
static int64_t share_ns(const struct measuring *measuring)
{
	const struct as_strength_progress *progress = &measuring->progress;
	const int64_t left_ns = measuring->end_ns - as_now_ns();

	return left_ns / (int64_t)(progress->survivor_count - progress->searched);
}

int gap_take(struct as_strength_gap *gap, struct as_stress_report *found, struct as_error *error)
{
	gap->folder = as_stress_folder(&found->failure, error);
	if (!gap->folder)
		return -1;
	gap->input = found->failure.input;
	found->failure.input = (struct as_bytes){0};
	gap->answer = found->failure.answer;
	found->failure.answer = (struct as_bytes){0};
	gap->draws = found->failure.draws;
	found->failure.draws = (struct as_stress_draws){0};
	gap->like = found->failure.like;
	gap->homes = as_steal(found->failure.homes);
	gap->home_count = found->failure.home_count;
	gap->verdict = found->failure.verdict;
	return 0;
}

/* Moves the input into the mutant. If right solutions disagree about it, it proves nothing about
 * the mutant, but the package is wrong. */
static int take_found(struct measuring *measuring, size_t index, struct as_stress_report *found,
	struct as_error *error)
{
	struct as_strength_program *mutant = &measuring->report->programs[index];

	mutant->tried = found->tried;
	mutant->is_disputed = found->outcome == AS_STRESS_DISAGREE;
	if (mutant->is_disputed)
		return measure_take_dispute(measuring, found, error);
	if (found->outcome != AS_STRESS_FAILS)
		return 0;
	if (gap_take(&mutant->gap, found, error))
		return -1;
	mutant->gap.first = index;
	mutant->state = AS_MUTANT_GAP;
	return 0;
}

/* ---- inputs of other gaps ---- */

int gap_run(const struct measuring *measuring, const struct as_strength_gap *gap,
	struct as_compiled *compiled, struct gap_fate *fate, struct as_error *error)
{
	const struct as_case one = {.input = gap->input.data ? gap->input.data : "",
		.input_size = gap->input.size,
		.answer = gap->answer.data ? gap->answer.data : "",
		.answer_size = gap->answer.size,
		.like = gap->like};
	struct as_case_result result = {0};
	const int failed =
		as_engine_run_case(measuring->order->opened, compiled, &one, &result, error);

	*fate = (struct gap_fate){
		failed ? AS_VERDICT_NONE : result.test.verdict, result.test.usage.cpu_time_ns};
	as_case_result_clear(&result);
	return failed;
}

bool gap_may_share(
	const struct as_strength_program *program, const struct as_strength_program *first)
{
	return program->is_kept_back || !first->is_kept_back;
}

int gap_copy(struct as_strength_gap *to, const struct as_strength_gap *from,
	enum as_verdict verdict, struct as_error *error)
{
	to->folder = as_text_format(error, "%s", from->folder);
	if (!to->folder || as_bytes_copy(&to->input, from->input.data, from->input.size, error) ||
		as_bytes_copy(&to->answer, from->answer.data, from->answer.size, error))
		return -1;
	to->homes = calloc(from->home_count + 1, sizeof(const struct as_test *));
	if (!to->homes)
		return as_error_no_memory(error);
	for (size_t i = 0; i < from->home_count; i++)
		to->homes[to->home_count++] = from->homes[i];
	to->like = from->like;
	to->verdict = verdict;
	to->first = from->first;
	return 0;
}

static int take_copy(struct as_strength_program *mutant, const struct as_strength_gap *gap,
	enum as_verdict verdict, struct as_error *error)
{
	mutant->state = AS_MUTANT_GAP;
	mutant->is_disputed = false;
	return gap_copy(&mutant->gap, gap, verdict, error);
}

/* Runs a survivor on the inputs of gaps from the program `first` on. A timeout is left to a search,
 * which confirms it, and ends the attempt: other inputs would time out, too. */
static int try_inputs(
	struct measuring *measuring, struct trial *trial, size_t first, struct as_error *error)
{
	struct as_strength_report *report = measuring->report;
	struct gap_fate fate;
	unsigned tried = 0;

	for (size_t i = first; i < as_strength_count_programs(report) && tried < MAX_INPUTS; i++) {
		const struct as_strength_program *gap = &report->programs[i];
		if (gap->state != AS_MUTANT_GAP || gap->gap.first != i ||
			!gap_may_share(&report->programs[trial->index], gap))
			continue;
		tried++;
		if (gap_run(measuring, &gap->gap, trial->compiled, &fate, error))
			return -1;
		if (fate.verdict == AS_VERDICT_WA || fate.verdict == AS_VERDICT_RTE)
			return take_copy(
				&report->programs[trial->index], &gap->gap, fate.verdict, error);
		if (fate.verdict != AS_VERDICT_AC)
			return 0;
	}
	return 0;
}

/* ---- a search ---- */

struct as_stress_order gap_search(
	const struct measuring *measuring, struct as_compiled *compiled, int64_t time_ns)
{
	const struct as_strength_order *order = measuring->order;
	const struct as_engine_config *settings = as_engine_settings(order->engine);

	return (struct as_stress_order){.package = measuring->package,
		.opened = order->opened,
		.submission = compiled,
		.programs = order->programs,
		.time_ns = time_ns,
		.enough_ns = ENOUGH_SEARCH_NS,
		.seed = order->seed,
		.passes_tests = true,
		.counts_draws = true,
		.workers = settings->workers,
		.cancel = settings->cancel};
}

int gap_run_origin(const struct measuring *measuring, const struct origin *origin,
	const struct as_strength_gap *gap, struct gap_fate *fate, struct as_error *error)
{
	const struct as_engine_config *settings = as_engine_settings(measuring->order->engine);
	const struct as_submission submission = origin_submission(origin);
	struct as_compiled *compiled =
		as_engine_compile(measuring->order->opened, &submission, settings->cancel, error);
	const int failed = !compiled || gap_run(measuring, gap, compiled, fate, error);

	as_compiled_free(compiled);
	return failed ? -1 : 0;
}

/* The search has not compared all accepted submissions. */
int gap_check_original(struct measuring *measuring, size_t program, struct as_stress_report *found,
	struct as_error *error)
{
	const struct as_strength_program *mutant = &measuring->report->programs[program];
	const struct as_strength_gap gap = {.input = found->failure.input,
		.answer = found->failure.answer,
		.like = found->failure.like};
	struct gap_fate fate;

	if (found->outcome != AS_STRESS_FAILS || mutant->path)
		return 0;
	if (gap_run_origin(measuring, &measuring->origins[mutant->source], &gap, &fate, error))
		return -1;
	/* Of two programs that are near the limit, either can be the one that passes it. */
	const bool is_near = fate.verdict == AS_VERDICT_AC &&
			     fate.cpu_time_ns > measuring->package->limits.time_limit_ns / 2;
	if ((fate.verdict == AS_VERDICT_TLE || is_near) && found->failure.verdict == AS_VERDICT_TLE)
		return as_error_set(error, AS_ERROR_INPUT,
			"%s is %s the time limit on an input of %zu byte%s that is not a test",
			measuring->report->sources[mutant->source].path, is_near ? "near" : "over",
			gap.input.size, gap.input.size == 1 ? "" : "s");
	if (fate.verdict != AS_VERDICT_WA && fate.verdict != AS_VERDICT_RTE)
		return 0;
	found->outcome = AS_STRESS_DISAGREE;
	found->disagrees = as_text_format(error, "%s: %s",
		measuring->report->sources[mutant->source].path, as_verdict_name(fate.verdict));
	return found->disagrees ? 0 : -1;
}

static int search_compiled(
	struct measuring *measuring, struct trial *trial, int64_t time_ns, struct as_error *error)
{
	struct as_strength_program *program = &measuring->report->programs[trial->index];
	const struct as_stress_order search = gap_search(measuring, trial->compiled, time_ns);
	AS_AUTO(as_stress_report_clear) struct as_stress_report found = {0};

	if (as_stress_run(&search, &found, error))
		return -1;
	measure_note_search(measuring, &found);
	/* An input that was not compared with all right solutions proves nothing. */
	if (found.interrupted && found.outcome == AS_STRESS_FAILS)
		return 0;
	if (gap_check_original(measuring, trial->index, &found, error))
		return -1;
	if (take_found(measuring, trial->index, &found, error))
		return -1;
	/* A search that ended before its time tried all inputs that can be made. */
	program->is_inconclusive = found.outcome == AS_STRESS_NOTHING &&
				   found.tried < AS_STRESS_ENOUGH &&
				   (!found.tried || found.elapsed_ns >= time_ns);
	/* If right solutions disagree, people have to look. */
	if (found.outcome == AS_STRESS_FAILS ||
		(found.outcome == AS_STRESS_NOTHING && !found.interrupted &&
			!program->is_inconclusive))
		kept_store_search(measuring, trial, time_ns, &found);
	return 0;
}

static int search(
	struct measuring *measuring, struct trial *trial, int64_t time_ns, struct as_error *error)
{
	const enum as_mutant_state *state = &measuring->report->programs[trial->index].state;
	const int failed =
		trial_compile_again(trial, error) || try_inputs(measuring, trial, 0, error) ||
		(*state == AS_MUTANT_SURVIVED && search_compiled(measuring, trial, time_ns, error));

	as_compiled_free(as_steal(trial->compiled));
	return failed ? -1 : 0;
}

/* Runs those for which a search found no input on the inputs that were found later. */
static int try_later_inputs(struct measuring *measuring, struct as_error *error)
{
	const struct as_strength_report *report = measuring->report;
	AS_AUTO(failures_clear) struct failures failures = {0};

	for (size_t i = 0; i < as_strength_count_programs(report); i++) {
		struct trial *trial = &measuring->trials[i];
		struct as_error why = {0};
		if (report->programs[i].state != AS_MUTANT_SURVIVED)
			continue;
		if (as_now_ns() >= measuring->end_ns ||
			as_is_cancelled(as_engine_settings(measuring->order->engine)->cancel))
			return 0;
		const int failed = trial_compile_again(trial, &why) ||
				   try_inputs(measuring, trial, i + 1, &why);
		as_compiled_free(as_steal(trial->compiled));
		if (failed && failures_add(&failures, &why, error))
			return -1;
		measuring->progress.gaps += report->programs[i].state == AS_MUTANT_GAP;
		measure_show(measuring);
	}
	return 0;
}

static size_t count_survivors(const struct as_strength_report *report)
{
	size_t count = 0;

	for (size_t i = 0; i < as_strength_count_programs(report); i++)
		count += report->programs[i].state == AS_MUTANT_SURVIVED;
	return count;
}

static int search_next(struct measuring *measuring, size_t index, struct failures *failures,
	struct as_error *error)
{
	struct as_strength_program *program = &measuring->report->programs[index];
	struct as_strength_progress *progress = &measuring->progress;
	const atomic_bool *cancel = as_engine_settings(measuring->order->engine)->cancel;
	const int64_t time_ns = share_ns(measuring);
	struct as_error why = {0};

	if (!kept_load_search(measuring, &measuring->trials[index], time_ns)) {
		program->is_inconclusive = true;
		if (time_ns <= 0 || as_is_cancelled(cancel))
			return 0;
		if (search(measuring, &measuring->trials[index], time_ns, &why))
			return failures_add(failures, &why, error);
	}
	progress->searched++;
	progress->gaps += program->state == AS_MUTANT_GAP;
	measure_show(measuring);
	return 0;
}

static int search_all(struct measuring *measuring, struct as_error *error)
{
	struct as_strength_report *report = measuring->report;
	const size_t count = as_strength_count_programs(report);
	AS_AUTO(failures_clear) struct failures failures = {0};

	for (size_t i = 0; i < count; i++) {
		if (failures_are_all(&failures, measuring->progress.searched))
			break;
		if (report->programs[i].state == AS_MUTANT_SURVIVED &&
			search_next(measuring, i, &failures, error))
			return -1;
	}
	/* If another search succeeded, the package can be searched. */
	if (measuring->progress.searched)
		report->failed_search = as_steal(failures.reason);
	else
		report->no_search = as_steal(failures.reason);
	return 0;
}

/* Searches of different programs may find the same input. */
static size_t find_first(const struct as_strength_report *report, size_t index)
{
	const struct as_bytes *input = &report->programs[index].gap.input;

	for (size_t i = 0; i < index; i++) {
		const struct as_bytes *other = &report->programs[i].gap.input;
		if (report->programs[i].state != AS_MUTANT_GAP || other->size != input->size ||
			!gap_may_share(&report->programs[index], &report->programs[i]))
			continue;
		/* The data of an empty input may be NULL. */
		if (!input->size || memcmp(other->data, input->data, input->size) == 0)
			return i;
	}
	return index;
}

static void count_kills(struct as_strength_report *report)
{
	for (size_t i = 0; i < as_strength_count_programs(report); i++) {
		struct as_strength_program *program = &report->programs[i];
		if (program->state != AS_MUTANT_GAP)
			continue;
		program->gap.first = find_first(report, i);
		report->programs[program->gap.first].gap.kills++;
	}
}

/* Without generators, another search would find out no more. */
static void count_inconclusive(struct as_strength_report *report)
{
	for (size_t i = 0; i < as_strength_count_programs(report); i++) {
		struct as_strength_program *program = &report->programs[i];
		program->is_inconclusive &=
			program->state == AS_MUTANT_SURVIVED && !report->no_search;
		report->inconclusive += program->is_inconclusive;
	}
}

int gaps_find(struct measuring *measuring, struct as_error *error)
{
	struct as_strength_progress *progress = &measuring->progress;

	progress->survivor_count = count_survivors(measuring->report);
	const int failed = search_all(measuring, error) ||
			   (progress->gaps && try_later_inputs(measuring, error));
	measuring->report->unsearched = progress->survivor_count - progress->searched;
	count_kills(measuring->report);
	count_inconclusive(measuring->report);
	return failed ? -1 : 0;
}
