/* SPDX-License-Identifier: MIT */
/* output: collects the output of a run from its pipes, within limits. */
#ifndef ASSAY_SANDBOX_OUTPUT_H
#define ASSAY_SANDBOX_OUTPUT_H

#include <assay/sandbox.h>

/* Makes a pipe. Its near end does not block; a program may reopen its far end as /dev/stdout. */
int as_output_pipe(int *near_fd, int *far_fd, struct as_error *error) AS_MUST_USE;
/* Prepares a result for collecting output. */
int as_output_begin(struct as_run_result *result, struct as_error *error) AS_MUST_USE;
/* Keeps the bytes within the limit. */
int as_output_keep_stdout(struct as_run_result *result, uint64_t limit_bytes, const char *data,
	size_t size, struct as_error *error) AS_MUST_USE;
/* Keeps the head and the tail. */
void as_output_keep_stderr(struct as_run_result *result, const char *data, size_t size);
/* Seals the collected output, at offset 0. */
int as_output_end(struct as_run_result *result, struct as_error *error) AS_MUST_USE;

#endif
