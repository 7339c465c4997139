/* SPDX-License-Identifier: MIT */
/* Changed outputs: what do the output validators, or the default one, accept? */
#include "package.h"

#include <string.h>

#define MAX_TESTS 8
#define MAX_INPUT_BYTES (UINT64_C(1) << 20)
/* If all answers of other tests are accepted, of at least so many, no output is ever wrong. */
#define MIN_PAIRS 3

#define BIT(kind) (1u << AS_CHANGE_##kind)
/* Almost no output is right with such a change. */
#define CERTAIN_KINDS                                                                              \
	(BIT(EMPTY) | BIT(LINE_MISSING) | BIT(WORD_FOR_NUMBER) | BIT(LETTER_AFTER_NUMBER) |        \
		BIT(NAN))
#define OTHER_KINDS                                                                                \
	(BIT(NUMBER_PLUS) | BIT(NUMBER_MINUS) | BIT(LETTER) | BIT(EXCHANGED) |                     \
		BIT(TOKEN_MISSING) | BIT(TOKEN_TWICE))

struct answer {
	const struct as_test *test;
	struct as_bytes text;
	double worth; /* of the answer itself as an output */
};

struct outputs {
	struct checking *checking;
	struct answer answers[MAX_TESTS];
	size_t count;
	size_t pair_count, accepted_pairs;
	struct as_compiled *right; /* NULL: not needed yet */
	bool is_over;              /* a validator does not end */
};

/* ---- one output ---- */

/* Full points are 1 without a score of the validator. */
static double worth_of(const struct as_validation *validation)
{
	const struct as_test_score *score = &validation->score;

	return score->has_score ? score->score : score->has_multiplier ? score->multiplier : 1;
}

static int output_validate(struct outputs *outputs, const struct as_test *test,
	const struct as_bytes *text, struct as_validation *validation, struct as_error *error)
{
	struct checking *checking = outputs->checking;
	const struct as_package *package = checking->package;
	AS_AUTO_FD int fd = as_input_from_bytes(text->data, text->size, error);
	struct as_output_case output = as_output_case_of(test, fd);

	*validation = (struct as_validation){0};
	if (package->group_count)
		output.score_files = as_score_files_of(package, &package->groups[test->group]);
	if (fd < 0 || as_validators_run_output(checking->validators, &output, validation, error))
		return -1;
	outputs->is_over |= validation->is_late || validation->kind == AS_VALIDATION_UNAVAILABLE;
	return 0;
}

/* `other`: the test whose answer it is, or NULL. */
static int output_try(struct outputs *outputs, const struct answer *answer,
	struct as_text_change *change, const struct answer *other, bool *is_accepted,
	struct as_error *error)
{
	const enum as_change_kind kind = other ? AS_CHANGE_OTHER_TEST : change->kind;
	struct as_accepted_change accepted = {.kind = kind,
		.is_output = true,
		.is_certain = (CERTAIN_KINDS & 1u << kind) != 0,
		.test = answer->test,
		.other = other ? other->test : NULL};
	struct as_validation validation;

	if (outputs->is_over || checking_is_over(outputs->checking))
		return 0;
	if (output_validate(outputs, answer->test, other ? &other->text : &change->text,
		    &validation, error))
		return -1;
	outputs->checking->report->output_count++;
	accepted.is_failure = validation.kind == AS_VALIDATION_BROKEN;
	*is_accepted =
		validation.kind == AS_VALIDATION_ACCEPTED && worth_of(&validation) >= answer->worth;
	if (!*is_accepted && !accepted.is_failure)
		return 0;
	return report_accept(outputs->checking->report, &accepted, change, error);
}

/* ---- all outputs ---- */

static int answer_change(
	struct outputs *outputs, const struct answer *answer, struct as_error *error)
{
	AS_AUTO(as_text_changes_clear) struct as_text_changes changes = {0};
	bool is_accepted;

	if (as_text_changes_make(&answer->text, CERTAIN_KINDS | OTHER_KINDS, &changes, error))
		return -1;
	for (size_t i = 0; i < changes.count; i++)
		if (output_try(outputs, answer, &changes.items[i], NULL, &is_accepted, error))
			return -1;
	return 0;
}

static bool is_same_text(const struct as_bytes *a, const struct as_bytes *b)
{
	return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

static int answer_exchange(
	struct outputs *outputs, const struct answer *answer, struct as_error *error)
{
	for (size_t i = 0; i < outputs->count; i++) {
		const struct answer *other = &outputs->answers[i];
		bool is_accepted = false;
		if (is_same_text(&answer->text, &other->text))
			continue;
		if (output_try(outputs, answer, NULL, other, &is_accepted, error))
			return -1;
		outputs->pair_count++;
		outputs->accepted_pairs += is_accepted;
	}
	return 0;
}

/* One answer may also be right for another test; but if every answer is right for every test, no
 * output is wrong, or the validator does not look at the input. */
static void decide_pairs(const struct outputs *outputs)
{
	struct as_programs_report *report = outputs->checking->report;

	for (size_t i = 0; i < report->accepted_count; i++)
		if (report->accepted[i].kind == AS_CHANGE_OTHER_TEST &&
			!report->accepted[i].is_failure)
			report->accepted[i].is_certain =
				outputs->pair_count >= MIN_PAIRS &&
				outputs->accepted_pairs == outputs->pair_count && !report->is_late;
}

static int outputs_change(struct outputs *outputs, struct as_error *error)
{
	outputs->checking->report->output_tests = outputs->count;
	for (size_t i = 0; i < outputs->count; i++)
		if (answer_change(outputs, &outputs->answers[i], error))
			return -1;
	for (size_t i = 0; i < outputs->count; i++)
		if (answer_exchange(outputs, &outputs->answers[i], error))
			return -1;
	decide_pairs(outputs);
	return 0;
}

/* ---- the answers ---- */

static bool is_blank(const struct as_bytes *text)
{
	for (size_t i = 0; i < text->size; i++)
		if (!as_check_is_space((unsigned char)text->data[i]))
			return false;
	return true;
}

static int answer_validate(
	struct outputs *outputs, struct answer *answer, bool *is_accepted, struct as_error *error)
{
	struct as_validation validation = {0};

	*is_accepted = answer->text.size <= MAX_CHANGED_BYTES && !is_blank(&answer->text);
	if (*is_accepted &&
		output_validate(outputs, answer->test, &answer->text, &validation, error))
		return -1;
	*is_accepted &= validation.kind == AS_VALIDATION_ACCEPTED;
	answer->worth = worth_of(&validation);
	return 0;
}

/* The right submission is compiled when it is first needed. */
static int right_compile(struct outputs *outputs, struct as_error *error)
{
	const struct as_programs_order *order = outputs->checking->order;

	if (!outputs->right)
		outputs->right =
			as_engine_compile(order->opened, order->right, order->cancel, error);
	return outputs->right ? 0 : -1;
}

/* Takes the output of the right submission in place of the answer. */
static int answer_replace(struct outputs *outputs, struct answer *answer, struct as_error *error)
{
	const struct checking *checking = outputs->checking;
	AS_AUTO(as_case_result_clear) struct as_case_result result = {0};
	AS_AUTO_BYTES struct as_bytes input = {0};

	if (!checking_read(checking, answer->test->input_path, MAX_INPUT_BYTES, &input))
		return 0;
	const struct as_case one = {.input = input.data,
		.input_size = input.size,
		.like = answer->test,
		.want_output = true,
		.unchecked = true,
		.cancel = checking->order->cancel};
	if (right_compile(outputs, error) ||
		as_engine_run_case(checking->order->opened, outputs->right, &one, &result, error))
		return -1;
	as_bytes_clear(&answer->text);
	answer->text = result.output;
	result.output = (struct as_bytes){0};
	return 0;
}

/* Takes the answer of a test if it is itself accepted as an output. An answer can be a part of an
 * output, such as the cost of the solutions, of which there are many. */
static int outputs_take(
	struct outputs *outputs, size_t test, bool *is_taken, struct as_error *error)
{
	struct checking *checking = outputs->checking;
	struct answer *answer = &outputs->answers[outputs->count++];

	*answer = (struct answer){.test = &checking->package->tests[test]};
	*is_taken = checking_read(
		checking, answer->test->answer_path, MAX_CHANGED_BYTES, &answer->text);
	if (*is_taken && answer_validate(outputs, answer, is_taken, error))
		return -1;
	if (!*is_taken && checking->order->right && checking->package->output_validators &&
		(answer_replace(outputs, answer, error) ||
			answer_validate(outputs, answer, is_taken, error)))
		return -1;
	if (!*is_taken)
		as_bytes_clear(&outputs->answers[--outputs->count].text);
	return 0;
}

/* Tests at equal distances: groups, and small and large tests, follow one another. If an answer is
 * of no use, the next one before that of the next place is taken. */
static int outputs_choose(struct outputs *outputs, struct as_error *error)
{
	const size_t count = outputs->checking->package->test_count;
	const size_t wanted = count < MAX_TESTS ? count : MAX_TESTS;

	for (size_t i = 0; i < wanted; i++) {
		const size_t end = (i + 1) * count / wanted;
		bool is_taken = false;
		for (size_t test = i * count / wanted; test < end && !is_taken; test++)
			if (!outputs->is_over && !checking_is_over(outputs->checking) &&
				outputs_take(outputs, test, &is_taken, error))
				return -1;
	}
	return 0;
}

static int outputs_leave_out(struct checking *checking, const char *why, struct as_error *error)
{
	checking->report->no_outputs = as_text_format(error, "%s", why);
	return checking->report->no_outputs ? 0 : -1;
}

int outputs_check(struct checking *checking, struct as_error *error)
{
	const struct as_package *package = checking->package;
	struct outputs outputs = {.checking = checking};

	if (package->interactive || package->multi_pass)
		return outputs_leave_out(checking,
			package->interactive ? "the package is interactive"
					     : "the package is multi-pass",
			error);
	const int failed = outputs_choose(&outputs, error) || outputs_change(&outputs, error);
	for (size_t i = 0; i < outputs.count; i++)
		as_bytes_clear(&outputs.answers[i].text);
	as_compiled_free(outputs.right);
	if (failed)
		return -1;
	if (outputs.is_over)
		return outputs_leave_out(checking,
			"the output validator cannot be run, or reached its time limit", error);
	return outputs.count
		       ? 0
		       : outputs_leave_out(checking,
				 "no answer of at most 64 KiB is accepted as an output", error);
}
