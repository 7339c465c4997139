/* SPDX-License-Identifier: MIT */
/* Compiles one wrong program, compares a mutant with its original and earlier mutants, and judges
 * the program. */
#include "measure.h"

#include <string.h>

static struct as_strength_program *program_of(const struct trial *trial)
{
	return &trial->measuring->report->programs[trial->index];
}

/* The accepted submission that the program is compared with. */
static const struct origin *origin_of(const struct trial *trial)
{
	return &trial->measuring->origins[program_of(trial)->source];
}

/* ---- compiling ---- */

int measure_code(
	const struct as_compiled *compiled, char code[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	code[0] = '\0';
	return as_program_code_digest(as_compiled_program(compiled), code, error);
}

/* A mutant has the path of its original. */
static int compile_mutant(struct trial *trial, const atomic_bool *cancel, struct as_error *error)
{
	const struct origin *origin = origin_of(trial);
	struct as_source file = origin->submitted.sources.files[0];
	struct as_submitted submitted = origin->submitted;
	struct as_submission submission = origin_submission(origin);
	AS_AUTO_BYTES struct as_bytes text = {0};

	if (as_mutant_apply(trial->mutation, file.data.data, file.data.size, &text, error))
		return -1;
	file.data = text;
	submitted.sources.files = &file;
	submitted.sources.size_bytes = file.data.size;
	submission.submitted = &submitted;
	/* Only an equal seed would find the program again in the cache, and thousands of mutants
	 * would displace all other programs. */
	submission.is_uncached = true;
	trial->compiled =
		as_engine_compile(trial->measuring->order->opened, &submission, cancel, error);
	return trial->compiled ? 0 : -1;
}

static int compile_own(struct trial *trial, const atomic_bool *cancel, struct as_error *error)
{
	const struct measuring *measuring = trial->measuring;
	const struct as_submission submission = origin_submission(&measuring->own[trial->index]);

	trial->compiled = as_engine_compile(measuring->order->opened, &submission, cancel, error);
	return trial->compiled ? 0 : -1;
}

/* Runs in a thread of the engine. */
static int compile(void *context, const atomic_bool *cancel, struct as_error *error)
{
	struct trial *trial = context;

	if (trial->mutation ? compile_mutant(trial, cancel, error)
			    : compile_own(trial, cancel, error))
		return -1;
	trial->is_refused = as_compiled_verdict(trial->compiled) != AS_VERDICT_AC;
	return trial->is_refused ? 0 : measure_code(trial->compiled, trial->code, error);
}

int trial_begin_compiling(struct trial *trial, struct as_error *error)
{
	const struct as_work_order order = {.work = compile, .context = trial};

	trial->compiling = as_engine_submit_work(trial->measuring->order->engine, &order, error);
	return trial->compiling ? 0 : -1;
}

/* The index of the first mutant with the same code. */
static size_t find_twin(const struct trial *trial)
{
	const struct trial *all = trial->measuring->trials;
	size_t other = trial->measuring->report->own_count;

	while (trial->code[0] && other < trial->index && strcmp(all[other].code, trial->code) != 0)
		other++;
	return trial->code[0] ? other : trial->index;
}

/* True if the code is that of an accepted submission. */
static bool is_accepted_code(const struct trial *trial)
{
	const struct measuring *measuring = trial->measuring;

	for (size_t i = 0; trial->code[0] && i < measuring->report->source_count; i++)
		if (strcmp(trial->code, measuring->origins[i].code) == 0)
			return true;
	return false;
}

static void compare(struct trial *trial)
{
	struct as_strength_program *mutant = program_of(trial);

	if (trial->is_refused)
		mutant->state = AS_MUTANT_REFUSED;
	if (!trial->mutation || trial->is_refused)
		return;
	mutant->twin = find_twin(trial);
	if (is_accepted_code(trial))
		mutant->state = AS_MUTANT_EQUIVALENT;
	else if (mutant->twin < trial->index)
		mutant->state = AS_MUTANT_DOUBLE;
}

static int wait_for_compiler(struct trial *trial, struct as_error *error)
{
	struct as_result none = {0};

	if (as_engine_wait(trial->compiling, &none, error))
		return -1;
	as_job_free(as_steal(trial->compiling));
	return 0;
}

static int compile_and_wait(struct trial *trial, struct as_error *error)
{
	return trial_begin_compiling(trial, error) || wait_for_compiler(trial, error) ? -1 : 0;
}

/* A busy machine may be the reason of the failure. */
int trial_compile_again(struct trial *trial, struct as_error *error)
{
	if (compile_and_wait(trial, error))
		return -1;
	if (!trial->is_refused)
		return 0;
	as_compiled_free(as_steal(trial->compiled));
	return as_error_set(
		error, AS_ERROR_INPUT, "a program that compiled before did not compile again");
}

int trial_end_compiling(struct trial *trial, struct as_error *error)
{
	if (trial->compiling && wait_for_compiler(trial, error))
		return -1;
	compare(trial);
	if (program_of(trial)->state == AS_MUTANT_UNKNOWN)
		return 0;
	/* Its verdicts may be those of an earlier measurement that judged its double. */
	as_matrix_forget(&trial->measuring->report->matrix, trial->index);
	if (trial->compiled)
		kept_store_row(trial);
	as_compiled_free(as_steal(trial->compiled));
	return 0;
}

/* ---- judging ---- */

/* Cancels the job once it is known and enough tests ended with a timeout. */
static void end_early(struct trial *trial, struct as_job *job, bool is_over)
{
	pthread_mutex_t *lock = &trial->measuring->lock;

	pthread_mutex_lock(lock);
	if (job)
		trial->judging = job;
	trial->is_over |= is_over;
	job = trial->is_over ? trial->judging : NULL;
	pthread_mutex_unlock(lock);
	if (job)
		as_engine_cancel(job);
}

/* In a thread of the engine, one at a time. */
static void note_test(void *context, const struct as_job_test *test)
{
	struct trial *trial = context;

	/* An unconfirmed verdict proves nothing. */
	as_matrix_set(&trial->measuring->report->matrix, trial->index, test->index,
		test->unconfirmed ? AS_VERDICT_NONE : test->verdict);
	if (test->verdict != AS_VERDICT_TLE)
		return;
	trial->weight += test->unconfirmed ? 1 : 2;
	if (trial->weight >= 2 * MAX_TIMEOUTS)
		end_early(trial, NULL, true);
}

static enum as_mutant_state judged_state(const struct trial *trial)
{
	const struct as_matrix *matrix = &trial->measuring->report->matrix;

	if (as_matrix_killers(matrix, trial->index))
		return AS_MUTANT_KILLED;
	for (size_t test = 0; test < matrix->test_count; test++)
		if (as_matrix_get(matrix, trial->index, test) != AS_VERDICT_AC)
			return AS_MUTANT_FAULT;
	return AS_MUTANT_SURVIVED;
}

static int trial_submit(struct trial *trial, struct as_error *error)
{
	struct measuring *measuring = trial->measuring;
	const int64_t package_ns = measuring->package->limits.time_limit_ns;

	/* A limit below the package's is far above the original's time: a run over it needs no
	 * confirmation. */
	const struct as_job_order order = {.package = measuring->order->opened,
		.compiled = trial->compiled,
		.run_all = true,
		.time_limit_ns = trial->limit_ns,
		.reruns = trial->limit_ns < package_ns ? AS_RERUNS_NONE : AS_RERUNS_USUAL,
		.calls = {.test = note_test, .context = trial}};
	struct as_job *job = as_engine_submit(measuring->order->engine, &order, error);

	if (!job)
		return -1;
	end_early(trial, job, false);
	return 0;
}

int trial_begin_judging(struct trial *trial, struct as_error *error)
{
	if (trial->has_row) {
		program_of(trial)->state = judged_state(trial);
		return 0;
	}
	/* If an earlier measurement did not judge it, only its code was in the cache. */
	if (!trial->compiled && compile_and_wait(trial, error))
		return -1;
	return trial_submit(trial, error);
}

/* A test kills a mutant, too, that has fewer points than its original. */
static void trial_take_points(struct trial *trial, size_t index, const struct as_result_test *test)
{
	const double *scores = origin_of(trial)->scores;

	if (test->verdict == AS_VERDICT_AC && test->has_score && test->score < scores[index])
		as_matrix_set_less(&trial->measuring->report->matrix, trial->index, index);
}

/* Judges one test once more, now with reruns. A verdict that is still unconfirmed proves nothing.
 */
static int trial_judge_again(struct trial *trial, size_t index, struct as_error *error)
{
	struct measuring *measuring = trial->measuring;
	const struct as_job_order order = {.package = measuring->order->opened,
		.compiled = trial->compiled,
		.test = measuring->package->tests[index].name,
		.time_limit_ns = trial->limit_ns};
	AS_AUTO(as_result_clear) struct as_result result = {0};
	struct as_job *job = as_engine_submit(measuring->order->engine, &order, error);
	const int failed = !job || as_engine_wait(job, &result, error);

	as_job_free(job);
	if (failed || !result.test_count)
		return failed ? -1 : 0;
	as_matrix_set(&measuring->report->matrix, trial->index, index,
		result.tests->unconfirmed ? AS_VERDICT_NONE : result.tests->verdict);
	trial_take_points(trial, index, result.tests);
	return 0;
}

/* The index of the test in the package; the tests of a result are in the same order. */
static size_t trial_find_test(const struct trial *trial, const char *name, size_t from)
{
	const struct as_package *package = trial->measuring->package;

	while (from < package->test_count && strcmp(package->tests[from].name, name) != 0)
		from++;
	return from;
}

static bool is_surely_killed(const struct as_result *result)
{
	for (size_t i = 0; i < result->test_count; i++)
		if (as_verdict_rejects(result->tests[i].verdict) && !result->tests[i].unconfirmed)
			return true;
	return false;
}

/* Takes the verdicts that the callback does not get. If another program may have caused a verdict,
 * such as a kill for lack of memory, the verdict must be confirmed. */
static int trial_take_result(
	struct trial *trial, const struct as_result *result, struct as_error *error)
{
	const struct measuring *measuring = trial->measuring;
	const size_t test_count = measuring->package->test_count;
	const bool is_killed = is_surely_killed(result);
	size_t index = 0;

	for (size_t i = 0; i < result->test_count; i++, index++) {
		const struct as_result_test *test = &result->tests[i];
		index = trial_find_test(trial, test->name, index);
		if (index == test_count)
			return 0;
		if (test->unconfirmed && !is_killed && trial_judge_again(trial, index, error))
			return -1;
		trial_take_points(trial, index, test);
	}
	return 0;
}

/* Results that other programs may have disturbed are not kept. Without a result, enough tests
 * ended with a timeout. */
static bool is_lasting(const struct as_result *result)
{
	for (size_t i = 0; i < result->test_count; i++)
		if (result->tests[i].unconfirmed)
			return false;
	return !result->sandbox.core_shared;
}

int trial_end_judging(struct trial *trial, struct as_error *error)
{
	AS_AUTO(as_result_clear) struct as_result result = {0};
	const int failed = as_engine_wait(trial->judging, &result, error);

	if (failed ? !trial->is_over : trial_take_result(trial, &result, error))
		return -1;
	as_job_free(as_steal(trial->judging));
	as_compiled_free(as_steal(trial->compiled));
	program_of(trial)->state = judged_state(trial);
	if (is_lasting(&result))
		kept_store_row(trial);
	return 0;
}

void trial_clear(struct trial *trial)
{
	as_job_free(as_steal(trial->compiling));
	as_job_free(as_steal(trial->judging));
	as_compiled_free(as_steal(trial->compiled));
}
