/* SPDX-License-Identifier: MIT */
/* Changed inputs: what do all input validators accept? */
#include "package.h"

#include <assay/package/file_bytes.h>

#define BIT(kind) (1u << AS_CHANGE_##kind)
/* Numbers are moved in values.c, where they may pass a bound. */
#define INPUT_KINDS                                                                                \
	(BIT(LINE_MISSING) | BIT(LINE_TWICE) | BIT(LETTER_AFTER_NUMBER) | BIT(LEADING_ZERO) |      \
		BIT(PLUS_SIGN) | BIT(TOKEN_MISSING) | BIT(TOKEN_TWICE) | BIT(TWO_BLANKS) |         \
		BIT(TAB) | BIT(LEADING_BLANK) | BIT(TRAILING_BLANK) | BIT(BLANK_LINE) |            \
		BIT(NO_NEWLINE) | BIT(CRLF))

/* ---- one input ---- */

static int inputs_leave_out(struct checking *checking, size_t index,
	const struct as_validation *validation, struct as_error *error)
{
	checking->report->no_inputs = as_text_format(error, "%s cannot be run%s%s",
		checking->package->input_validators[index], *validation->text ? ": " : "",
		validation->text);
	return checking->report->no_inputs ? 0 : -1;
}

/* A validator that crashes on a changed input does not accept the input; a validator that is broken
 * on the test's own input is left out. */
static int validate(struct checking *checking, const struct as_test *test,
	const struct as_bytes *text, bool is_changed, bool *accepted, struct as_error *error)
{
	AS_AUTO_FD int fd = as_input_from_bytes(text->data, text->size, error);
	const struct as_input_case input = as_input_case_of(test, fd);
	const size_t count = as_names_count(checking->package->input_validators);

	*accepted = fd >= 0;
	if (fd < 0)
		return -1;
	for (size_t i = 0; i < count && *accepted; i++) {
		struct as_validation validation = {0};
		if (as_validators_run_input(checking->validators, i, &input, &validation, error))
			return -1;
		*accepted = validation.kind == AS_VALIDATION_ACCEPTED;
		if (validation.kind == AS_VALIDATION_UNAVAILABLE ||
			(validation.kind == AS_VALIDATION_BROKEN && !is_changed))
			return inputs_leave_out(checking, i, &validation, error);
	}
	return 0;
}

int inputs_validate(struct checking *checking, const struct as_test *test,
	const struct as_bytes *text, bool *accepted, struct as_error *error)
{
	return validate(checking, test, text, true, accepted, error);
}

/* ---- all inputs ---- */

/* The smallest input that is not empty. */
static const struct as_test *smallest_input(
	const struct checking *checking, const struct test_class *tests)
{
	const struct as_package *package = checking->package;
	const struct as_test *best = NULL;
	uint64_t best_bytes = MAX_CHANGED_BYTES + 1;

	for (size_t i = 0; i < tests->test_count; i++) {
		const struct as_test *test = &package->tests[tests->first_test + i];
		const uint64_t bytes = as_package_file_bytes(&package->tree, test->input_path);
		if (!bytes || bytes >= best_bytes)
			continue;
		best = test;
		best_bytes = bytes;
	}
	return best;
}

static int input_try(struct checking *checking, const struct as_test *test,
	struct as_text_change *change, struct as_error *error)
{
	const struct as_accepted_change found = {.kind = change->kind, .test = test};
	bool accepted;

	if (checking->report->no_inputs || checking_is_over(checking))
		return 0;
	if (inputs_validate(checking, test, &change->text, &accepted, error))
		return -1;
	checking->report->input_count++;
	return accepted ? report_accept(checking->report, &found, change, error) : 0;
}

/* Malformed data and an empty input. */
static int inputs_try_junk(
	struct checking *checking, const struct as_test *test, struct as_error *error)
{
	static char text[] = "\001 malformed \377 data \n\n";
	const struct as_bytes junk = {.data = text, .size = sizeof(text) - 1},
			      nothing = {.data = text};
	bool accepted = false, accepts_nothing = false;

	if (checking->report->no_inputs || !as_names_count(checking->package->input_validators))
		return 0;
	if (inputs_validate(checking, test, &junk, &accepted, error) ||
		(accepted && inputs_validate(checking, test, &nothing, &accepts_nothing, error)))
		return -1;
	checking->report->accepts_anything |= accepts_nothing && !checking->report->no_inputs;
	return 0;
}

int inputs_check(struct checking *checking, const struct test_class *tests, struct as_error *error)
{
	const struct as_test *test = smallest_input(checking, tests);
	AS_AUTO(as_text_changes_clear) struct as_text_changes changes = {0};
	AS_AUTO_BYTES struct as_bytes text = {0};
	bool accepted;

	if (!test || checking_is_over(checking) ||
		!checking_read(checking, test->input_path, MAX_CHANGED_BYTES, &text))
		return 0;
	if (validate(checking, test, &text, false, &accepted, error))
		return -1;
	/* `assay verify` reports an invalid test. */
	if (!accepted)
		return 0;
	if (inputs_try_junk(checking, test, error))
		return -1;
	if (as_text_changes_make(&text, INPUT_KINDS, &changes, error))
		return -1;
	for (size_t i = 0; i < changes.count; i++)
		if (input_try(checking, test, &changes.items[i], error))
			return -1;
	return 0;
}
