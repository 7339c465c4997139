/* SPDX-License-Identifier: MIT */
/* package: the parts of a check; private to strength/programs. */
#ifndef ASSAY_PROGRAMS_PACKAGE_H
#define ASSAY_PROGRAMS_PACKAGE_H

#include <assay/programs.h>

/* Changes of larger files would show no more than those of small ones. */
#define MAX_CHANGED_BYTES (UINT64_C(64) << 10)

struct checking {
	const struct as_programs_order *order;
	const struct as_package *package;
	struct as_validators *validators;
	struct as_programs_report *report;
	int64_t end_ns;
};

/* Tests whose inputs have the same bounds. */
struct test_class {
	const char *name;
	size_t first_test, test_count;
};

/* ---- checking.c ---- */

/* True if no further run may begin. Sets is_late. */
bool checking_is_over(const struct checking *checking);
/* Reads a file of the package that is not too large. False: it is too large, or cannot be read. */
bool checking_read(const struct checking *checking, const char *path, uint64_t max_bytes,
	struct as_bytes *text);

/* ---- report.c ---- */

/* Counts an accepted change: adds it if it is the first of its kind. Takes `before` and `after` out
 * of the change. */
int report_accept(struct as_programs_report *report, const struct as_accepted_change *accepted,
	struct as_text_change *change, struct as_error *error) AS_MUST_USE;
/* Adds values; takes ownership of the four texts, of which none may be NULL. */
int report_values(struct as_programs_report *report, const struct as_values *values,
	struct as_error *error) AS_MUST_USE;

/* ---- outputs.c ---- */

int outputs_check(struct checking *checking, struct as_error *error) AS_MUST_USE;

/* ---- inputs.c ---- */

/* Sets `accepted` if all input validators accept the text as the input of the test. A validator
 * that cannot be run sets the report's no_inputs: then nothing more is known. */
int inputs_validate(struct checking *checking, const struct as_test *test,
	const struct as_bytes *text, bool *accepted, struct as_error *error) AS_MUST_USE;
int inputs_check(struct checking *checking, const struct test_class *tests,
	struct as_error *error) AS_MUST_USE;

/* ---- values.c, values_gen.c ---- */

/* Finds the values of the variables in the inputs of a class. */
int values_check(struct checking *checking, const struct test_class *tests,
	struct as_error *error) AS_MUST_USE;
/* Finds those of the answers, if each of them is one integer. */
int values_check_answers(struct checking *checking, const struct test_class *tests,
	struct as_error *error) AS_MUST_USE;
/* As input validators that use gen.h report them. `found`: at least one does. */
int values_check_gen(struct checking *checking, const struct test_class *tests, bool *found,
	struct as_error *error) AS_MUST_USE;

#endif
