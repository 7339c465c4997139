/* SPDX-License-Identifier: MIT */
/* expect: requests for one run, and the expected results. */
#ifndef ASSAY_TESTS_EXPECT_H
#define ASSAY_TESTS_EXPECT_H

#include "hostile.h"
#include "support/patience.h"

#include <criterion/criterion.h>

#include <fcntl.h>
#include <string.h>

/* A request for one program with the default limits. */
#define REQUEST(arguments)                                                                         \
	{                                                                                          \
		.argv = (arguments), .limits = as_limits_default, .stdin_fd = -1                   \
	}

static inline void be_patient(struct as_run_request *request)
{
	request->limits.cpu_time_ns *= patience();
	request->limits.wall_time_ns *= patience();
}

static inline void expect_output(const struct as_run_result *result, const char *wanted)
{
	AS_AUTO_BYTES struct as_bytes output = {0};

	cr_expect_eq(result->hits, 0u, "hits %#x, %s", result->hits, result->syscall);
	cr_expect_eq(result->exit_code, 0, "exit code %d: %s", result->exit_code,
		result->stderr_head.data);
	cr_assert_eq(as_fd_read(result->stdout_fd, 1 << 20, &output, NULL), 0);
	cr_expect_str_eq(output.data, wanted, "printed: %s", output.data);
}

/* Runs a program that must print `wanted` and exit with 0. */
static inline void expect_run(
	struct hostile *hostile, const struct as_run_request *request, const char *wanted)
{
	struct as_run_request patient = *request;
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};

	be_patient(&patient);
	cr_assert_eq(
		as_sandbox_run(hostile->sandbox, &patient, &result, &error), 0, "%s", error.text);
	expect_output(&result, wanted);
}

/* Runs a request that must be refused with this kind and text. */
static inline void expect_refusal(struct hostile *hostile, const struct as_run_request *request,
	enum as_error_kind kind, const char *words)
{
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};

	cr_assert_eq(as_sandbox_run(hostile->sandbox, request, &result, &error), -1);
	cr_expect_eq(error.kind, kind, "kind %d: %s", error.kind, error.text);
	cr_expect_not_null(strstr(error.text, words), "said: %s", error.text);
}

static inline void put(const char *folder, const char *name, const char *text)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	int fd = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
	cr_assert(fd >= 0 && as_fd_write(fd, text, strlen(text), NULL) == 0, "%s", path);
	close(fd);
}

#endif
