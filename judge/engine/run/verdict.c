/* SPDX-License-Identifier: MIT */
/* The verdict of one run: from the limits that it hit, from how it ended, or from an error. */
#include "run.h"

#include <errno.h>
#include <string.h>

/* The judge or the package is at fault. */
int as_test_blame_judge(struct as_test_result *result, const struct as_error *why)
{
	result->verdict = AS_VERDICT_JE;
	result->scored.has_score = result->scored.has_multiplier = false;
	result->validator_late = why->sys_errno == ETIME;
	const char *reason = why->kind == AS_ERROR_INPUT ? "package" : "judge";
	snprintf(result->reason, sizeof(result->reason), "%s",
		why->sys_errno == ESTALE ? AS_REASON_PACKAGE_CHANGED : reason);
	char text[2048];
	as_error_format(why, text, sizeof(text));
	as_text_printable(text, strlen(text), result->feedback, sizeof(result->feedback));
	return 0;
}

static void set(struct as_test_result *result, enum as_verdict verdict, const char *reason)
{
	result->verdict = verdict;
	result->scored.has_score = result->scored.has_multiplier = false;
	snprintf(result->reason, sizeof(result->reason), "%s", reason);
}

bool as_run_says(const struct as_run_result *run, const char *const *texts)
{
	const struct as_bytes *const parts[] = {&run->stderr_head, &run->stderr_tail};

	for (const char *const *text = texts; text && *text; text++)
		for (size_t i = 0; i < 2; i++)
			if (parts[i]->size &&
				memmem(parts[i]->data, parts[i]->size, *text, strlen(*text)))
				return true;
	return false;
}

static void quote_error(const struct as_language *language, const struct as_run_result *run,
	char feedback[AS_FEEDBACK_SIZE])
{
	size_t length;
	const char *line = as_run_result_last(language, run, &length);

	if (length > 0)
		as_text_printable(line, length, feedback, AS_FEEDBACK_SIZE);
}

/* A run may overrun its time limits (rerun.c); what it does beyond them does not count. */
static bool is_over_time(const struct as_limits *limits, struct as_run_result *run)
{
	if (run->cpu_time_ns > limits->cpu_time_ns)
		run->hits |= AS_HIT_CPU;
	if (run->wall_time_ns > limits->wall_time_ns)
		run->hits |= AS_HIT_WALL;
	return run->cpu_time_ns > limits->cpu_time_ns || run->wall_time_ns > limits->wall_time_ns;
}

/* True if it reached its memory limit within its time limits, and stayed there. */
static bool was_at_memory_limit_in_time(
	const struct as_limits *limits, const struct as_run_result *run)
{
	return run->hits & AS_HIT_MEMORY && run->at_memory_limit.wall_time_ns > 0 &&
	       run->at_memory_limit.cpu_time_ns <= limits->cpu_time_ns &&
	       run->at_memory_limit.wall_time_ns <= limits->wall_time_ns;
}

/* The verdict of a run that hit a limit within its time limits. */
static void judge_limit(const struct as_run_result *run, struct as_test_result *result)
{
	const unsigned first = as_hits_first(run->hits);
	const bool verdict_says_all = first == AS_HIT_MEMORY || first == AS_HIT_OUTPUT;

	set(result, as_hits_verdict(run->hits), verdict_says_all ? "" : as_hits_reason(run->hits));
	if (first == AS_HIT_SYSCALL)
		snprintf(result->feedback, sizeof(result->feedback), "forbidden system call: %s",
			run->syscall);
	if (first == AS_HIT_EXEC)
		snprintf(result->feedback, sizeof(result->feedback),
			"forbidden: it tried to start another program (%s)", run->syscall);
}

/* In the order of as_hits_first. A run over its time limits is a TLE, except for memory pressure
 * that is known to have begun within them. */
void as_test_judge_run(const struct as_language *language, const struct as_limits *limits,
	struct as_run_result *run, struct as_test_result *result)
{
	const bool over_time = is_over_time(limits, run);
	/* Without the early end it would have exceeded its wall time. */
	const bool stalled = run->hits & AS_HIT_STALL;

	if ((over_time || stalled) && was_at_memory_limit_in_time(limits, run)) {
		set(result, AS_VERDICT_MLE, "");
	} else if (over_time) {
		set(result, AS_VERDICT_TLE, as_hits_reason(run->hits & (AS_HIT_CPU | AS_HIT_WALL)));
	} else if (stalled) {
		set(result, AS_VERDICT_TLE, "deadlock");
		snprintf(result->feedback, sizeof(result->feedback),
			"deadlock: your program and the judge's program wait for each other; check "
			"that the output is flushed");
	} else if (as_hits_first(run->hits)) {
		judge_limit(run, result);
	} else if ((run->signal || run->exit_code != 0) &&
		   as_run_says(run, language->messages.out_of_memory)) {
		/* A run-time system that notices its memory limit ends like after any other error;
		 * its output shows the cause. A program that prints such a message on purpose only
		 * exchanges one rejection for another. */
		set(result, AS_VERDICT_MLE, "");
	} else if (run->signal) {
		set(result, AS_VERDICT_RTE, "signal");
	} else if (run->exit_code != 0) {
		set(result, AS_VERDICT_RTE, "exit-code");
	}
	if (result->verdict == AS_VERDICT_RTE)
		quote_error(language, run, result->feedback);
	/* The cause is not known, and beginners seldom think of the stack. */
	if (result->verdict == AS_VERDICT_MLE)
		snprintf(result->feedback, sizeof(result->feedback),
			"memory limit exceeded; memory includes the stack, so endless recursion "
			"can be the cause");
}

/*
 * The compiled program names an interpreter that does not exist, or has a format that the kernel
 * does not know. A source can cause that, so the submission is at fault.
 */
int as_test_blame_exec(struct as_test_result *result, const struct as_error *why)
{
	set(result, AS_VERDICT_RTE, "exec");
	as_text_printable(why->text, strlen(why->text), result->feedback, sizeof(result->feedback));
	return 0;
}

/* The greatest usage of all passes, because the limits hold for each pass. */
void as_test_add_usage(const struct as_run_result *run, struct as_test_result *result)
{
	const struct as_result_usage usage = {.known = !run->usage_unknown,
		.cpu_time_ns = run->cpu_time_ns,
		.wall_time_ns = run->wall_time_ns,
		.memory_bytes = run->memory_bytes,
		.instructions = run->instructions};

	as_result_usage_add(&result->usage, &usage);
	result->exit_code = run->exit_code;
	result->signal = run->signal;
}
