/* SPDX-License-Identifier: MIT */
/*
 * Lenient judging: the output of a program is checked however the program ended, as long as it kept
 * its limits. Beginners on Windows often end a program in a way that an online judge does not
 * accept, although its output is complete: void main, return 1, system("pause"), a last input(), a
 * free() of a wrong pointer.
 * An ending is tolerated only if the output is right. Otherwise the test fails as it does without
 * lenient judging, because the ending tells the author more than the output.
 */
#include "run.h"

#include <signal.h>
#include <string.h>

/* Only an exception of C++ that nothing catches ends the program by a signal. */
static bool read_past_end(const struct as_language *language, const struct as_run_result *run,
	bool read_all, const struct as_test_result *result)
{
	const bool aborted = strcmp(result->reason, "signal") == 0 && run->signal == SIGABRT;

	return (run->exit_code > 0 || (aborted && read_all)) &&
	       as_run_says(run, language->messages.end_of_input);
}

static unsigned tolerated(const struct as_judging *judging, const struct as_run_result *run,
	bool read_all, const struct as_test_result *result)
{
	if (result->verdict != AS_VERDICT_RTE)
		return 0;
	if (read_past_end(judging->program->language, run, read_all, result))
		return AS_TOLERANCE_END_OF_INPUT;
	if (strcmp(result->reason, "signal") == 0)
		return AS_TOLERANCE_SIGNAL;
	return strcmp(result->reason, "exit-code") == 0 ? AS_TOLERANCE_EXIT_STATUS : 0;
}

/* The endings that were tolerated in earlier passes are in the reason: another pass follows only
 * after AC. */
void as_ending_begin(struct as_ending *ending, const struct as_test_result *result)
{
	const struct as_result_test before = {
		.verdict = AS_VERDICT_AC, .reason = (char *)result->reason};

	*ending = (struct as_ending){.tolerated_before = as_result_tolerated(&before)};
}

void as_ending_take(struct as_ending *ending, const struct as_judging *judging,
	const struct as_run_result *run, bool read_all, const struct as_test_result *result)
{
	ending->verdict = result->verdict;
	ending->decides = result->verdict != AS_VERDICT_NONE;
	memcpy(ending->reason, result->reason, sizeof(ending->reason));
	memcpy(ending->feedback, result->feedback, sizeof(ending->feedback));
	if (!judging->order.lenient)
		return;
	ending->tolerated = tolerated(judging, run, read_all, result);
	ending->decides &= !ending->tolerated;
	if (!run->hits && *run->syscall)
		ending->tolerated |= AS_TOLERANCE_SHELL;
}

int as_ending_cut_prompt(const struct as_ending *ending, const struct as_run_result *run,
	int *output, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	if (!(ending->tolerated & AS_TOLERANCE_END_OF_INPUT))
		return 0;
	AS_AUTO_FD int copy = as_input_copy(run->stdout_fd, error);
	if (copy < 0 || as_fd_read(copy, run->stdout_bytes, &bytes, error))
		return -1;
	const char *last = bytes.size ? memrchr(bytes.data, '\n', bytes.size) : NULL;
	const size_t kept = last ? (size_t)(last - bytes.data) + 1 : 0;
	if (kept == 0 || kept == bytes.size)
		return 0;
	*output = as_input_from_bytes(bytes.data, kept, error);
	return *output < 0 ? -1 : 0;
}

void as_ending_conclude(const struct as_ending *ending, struct as_test_result *result)
{
	const unsigned bits = ending->tolerated | ending->tolerated_before;

	if (!bits || result->verdict == AS_VERDICT_JE)
		return;
	if (result->verdict == AS_VERDICT_AC) {
		as_tolerance_format(bits, result->reason);
	} else if (ending->verdict != AS_VERDICT_NONE) {
		result->verdict = ending->verdict;
		result->scored.has_score = result->scored.has_multiplier = false;
		memcpy(result->reason, ending->reason, sizeof(result->reason));
		memcpy(result->feedback, ending->feedback, sizeof(result->feedback));
	} else {
		*result->reason = '\0';
	}
}
