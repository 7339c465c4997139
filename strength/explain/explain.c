/* SPDX-License-Identifier: MIT */
#include "explain_private.h"

#include <assay/testgen/commands.h>
#include <stdlib.h>
#include <string.h>

#define SOLVER "assay solve "
/* Limits that keep an explanation readable. */
#define SOLVED_BYTES 16384
#define WORD_BYTES 4096

bool as_explain_is_for(const struct as_package *package, enum as_verdict verdict)
{
	return !package->submit_answer && verdict != AS_VERDICT_NONE && verdict != AS_VERDICT_AC &&
	       verdict != AS_VERDICT_CE && verdict != AS_VERDICT_JE;
}

/* An order, and the data that its programs need. */
struct task {
	const struct as_explain_order *order;
	struct as_stress_programs programs;
};

/* ---- the solver's explanation ---- */

static int run_solver(const struct task *task, const char *command, const struct as_bytes *input,
	struct as_bytes *output, struct as_error *error)
{
	struct as_commands *commands =
		as_commands_open(task->order->package, &task->programs.config, error);
	struct as_command_runner *runner =
		commands && as_commands_add(commands, command, error) == 0
			? as_command_runner_open(commands, error)
			: NULL;
	const struct as_command_call call = {.command = command, .input = input};
	const int failed = !runner || as_command_run(runner, &call, output, error);

	as_command_runner_close(runner);
	as_commands_close(commands);
	return failed ? -1 : 0;
}

/* *text stays NULL if the solver cannot explain, or cannot explain this input. */
static int ask_solver(const struct task *task, const char *command, const struct as_bytes *input,
	char **text, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes output = {0};
	struct as_error why = {0};

	if (run_solver(task, command, input, &output, &why) == 0) {
		if (output.size <= SOLVED_BYTES)
			*text = as_steal(output.data);
		return 0;
	}
	if (why.kind == AS_ERROR_INPUT)
		return 0;
	if (error)
		*error = why;
	return -1;
}

/* The last word of an output, or NULL if it is not safe as a word of a command. */
static char *last_word(const struct as_bytes *output)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	size_t end = output->size, start;

	while (end && strchr(" \n\r\t", output->data[end - 1]) && output->data[end - 1])
		end--;
	for (start = end; start && output->data[start - 1]; start--)
		if (!strchr(letters, output->data[start - 1]))
			break;
	return end > start && end - start <= WORD_BYTES ? strndup(output->data + start, end - start)
							: NULL;
}

/* Explains the right answer, and the submission's answer if that is a word of moves. */
static int explain_solution(const struct task *task, const char *right,
	struct as_explanation *explanation, struct as_error *error)
{
	if (!right || strncmp(right, SOLVER, strlen(SOLVER)) != 0)
		return 0;
	AS_AUTO_FREE char *command = as_text_format(error, "%s --explain", right);
	if (!command || ask_solver(task, command, &explanation->input, &explanation->solved, error))
		return -1;
	AS_AUTO_FREE char *word = last_word(&explanation->output);
	if (!word)
		return 0;
	AS_AUTO_FREE char *replay = as_text_format(error, "%s --replay=%s", right, word);
	return !replay || ask_solver(
				  task, replay, &explanation->input, &explanation->replayed, error)
		       ? -1
		       : 0;
}

/* ---- the search ---- */

static void take_failure(struct as_stress_failure *failure, struct as_explanation *explanation)
{
	*explanation = (struct as_explanation){.is_found = true,
		.input = failure->input,
		.answer = failure->answer,
		.output = failure->output,
		.verdict = failure->verdict,
		.reason = as_steal(failure->reason),
		.feedback = as_steal(failure->feedback)};
	failure->input = failure->answer = failure->output = (struct as_bytes){0};
}

static int search(const struct task *task, struct as_explanation *explanation, bool *is_whole,
	struct as_error *error)
{
	AS_AUTO(as_stress_report_clear) struct as_stress_report report = {0};
	const struct as_explain_order *order = task->order;
	const struct as_stress_order stress = {.package = order->package,
		.opened = order->opened,
		.submission = order->submission,
		.submission_path = order->submission_path,
		.hides_secret = order->hides_secret,
		.programs = &task->programs.config,
		.time_ns = order->time_ns,
		.workers = order->workers,
		.class = order->class,
		.cancel = order->cancel};

	if (as_stress_run(&stress, &report, error))
		return -1;
	*is_whole = !report.interrupted;
	/* If right solutions disagree, the right answer is unknown. */
	if (report.outcome != AS_STRESS_FAILS)
		return 0;
	take_failure(&report.failure, explanation);
	return explain_solution(task, report.right, explanation, error);
}

/* ---- the cache ---- */

/* Returns 1 if the submission still fails on the input. */
static int fails_again(const struct as_explain_order *order,
	const struct as_explanation *explanation, struct as_error *error)
{
	AS_AUTO(as_case_result_clear) struct as_case_result result = {0};
	const struct as_case again = {.input = explanation->input.data,
		.input_size = explanation->input.size,
		.answer = explanation->answer.data ? explanation->answer.data : "",
		.answer_size = explanation->answer.size,
		.reruns = AS_RERUNS_NONE,
		.class = order->class,
		.cancel = order->cancel};

	if (as_engine_run_case(order->opened, order->submission, &again, &result, error))
		return -1;
	return result.test.verdict == explanation->verdict;
}

static int load_cached(const struct as_explain_order *order, struct as_explanation *explanation,
	struct as_error *error)
{
	if (as_explanation_cache_load(order, explanation) != 1)
		return 0;
	const int fails = fails_again(order, explanation, error);
	if (fails != 1)
		as_explanation_clear(explanation);
	return fails;
}

int as_explain(const struct as_explain_order *order, struct as_explanation *explanation,
	struct as_error *error)
{
	struct as_explain_order full = *order;
	struct task task = {.order = &full};
	bool is_whole = true;

	*explanation = (struct as_explanation){0};
	if (!full.time_ns)
		full.time_ns = AS_EXPLAIN_TIME_NS;
	if (!full.workers)
		full.workers = as_engine_settings(order->engine)->workers;
	if (as_compiled_verdict(order->submission) != AS_VERDICT_AC)
		return 0;
	const int cached = load_cached(&full, explanation, error);
	if (cached)
		return cached < 0 ? -1 : 0;
	if (as_stress_programs_init(&task.programs, full.engine, full.cancel, error) ||
		search(&task, explanation, &is_whole, error)) {
		as_explanation_clear(explanation);
		return -1;
	}
	if (explanation->is_found && is_whole)
		as_explanation_cache_save(&full, explanation);
	return 0;
}
