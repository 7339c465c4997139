/* SPDX-License-Identifier: MIT */
/* The comparison (check.c); private to judge/check and its tests. */
#ifndef ASSAY_JUDGE_CHECK_H
#define ASSAY_JUDGE_CHECK_H

#include <assay/check.h>

struct check_tuning {
	size_t block_bytes;  /* the size of one read */
	size_t number_bytes; /* a longer token is never a number */
};

/* as_check_default with other block sizes, for its tests. */
int check_compare(int output_fd, int answer_fd, const struct as_check_flags *flags,
	const struct check_tuning *tuning, bool *accepted, char feedback[AS_CHECK_FEEDBACK_SIZE],
	struct as_error *error) AS_MUST_USE;

#endif
