/* SPDX-License-Identifier: MIT */
/* The parts of the default output check; private to judge and its tests. */
#ifndef ASSAY_JUDGE_CHECK_H
#define ASSAY_JUDGE_CHECK_H

#include <assay/engine.h>

/* ---- numbers (check_number.c) ---- */

/*
 * True if all of the text is a floating-point number of the format: decimal, with an optional sign,
 * point and exponent. The value is the nearest long double, or an infinity beyond its range.
 * text[length] must be readable and not a digit, point or letter. The locale does not matter.
 */
bool as_check_number_parse(const char *text, size_t length, long double *value) AS_MUST_USE;

/* ---- the comparison (check.c) ---- */

struct check_tuning {
	size_t block_bytes;  /* the size of one read */
	size_t number_bytes; /* a longer token is never a number */
};

/* as_check_default with other block sizes, for its tests. */
int check_compare(int output_fd, int answer_fd, const struct as_check_flags *flags,
	const struct check_tuning *tuning, enum as_verdict *verdict,
	char feedback[AS_FEEDBACK_SIZE], struct as_error *error) AS_MUST_USE;

#endif
