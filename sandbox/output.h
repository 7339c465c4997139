/* SPDX-License-Identifier: MIT */
/* output: what a run prints, taken from its pipes and kept within bounds. */
#ifndef ASSAY_SANDBOX_OUTPUT_H
#define ASSAY_SANDBOX_OUTPUT_H

#include <assay/sandbox.h>

/* A pipe whose near end does not block, and whose far end a program may open again by /dev/stdout.
 */
int as_output_pipe(int *near_fd, int *far_fd, struct as_error *error) AS_MUST_USE;
/* Makes a result ready to keep output. */
int as_output_begin(struct as_run_result *result, struct as_error *error) AS_MUST_USE;
/* Keeps what there is room for under the limit. */
int as_output_keep_stdout(struct as_run_result *result, uint64_t limit_bytes, const char *data,
	size_t size, struct as_error *error) AS_MUST_USE;
/* Keeps the head and the tail. */
void as_output_keep_stderr(struct as_run_result *result, const char *data, size_t size);
/* Seals what was kept, at offset 0. */
int as_output_end(struct as_run_result *result, struct as_error *error) AS_MUST_USE;

#endif
