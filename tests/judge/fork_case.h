/* SPDX-License-Identifier: MIT */
/* Programs with a fork server, and the same programs in fresh runs. */
#ifndef ASSAY_TESTS_FORK_CASE_H
#define ASSAY_TESTS_FORK_CASE_H

#include "support/skip.h"

#include <assay/program.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>

struct fork_case {
	struct as_languages *languages;
	struct as_workshop *workshop;
	struct as_program *program;
	struct as_limits limits;
	bool reuse, want_errors;
	const atomic_bool *cancel; /* or NULL */
	struct as_fork_server *server;
};

static inline void fork_case_close(struct fork_case *test)
{
	as_fork_server_close(test->server);
	as_program_free(test->program);
	as_workshop_close(test->workshop);
	as_languages_close(test->languages);
}
#define AUTO_FORK AS_AUTO(fork_case_close) struct fork_case

static inline void fork_case_workshop(struct fork_case *test)
{
	struct as_error error = {0};

	test->languages = as_languages_open(NULL, &error);
	cr_assert_not_null(test->languages, "%s", error.text);
	const struct as_workshop_config config = {.languages = test->languages,
		.cache_dir = ASSAY_TEST_CACHE,
		.include_dir = ASSAY_TEST_INCLUDE};
	test->workshop = as_workshop_open(&config, &error);
	cr_assert_not_null(test->workshop, "%s", error.text);
	test->limits = as_limits_default;
}

/* Builds it; skips the test if this machine cannot. */
static inline void fork_case_build(
	struct fork_case *test, const char *name, const char *source, size_t size)
{
	const struct as_memory_file file = {.name = name, .data = source, .size = size};
	const struct as_language *language =
		as_languages_find(test->languages, strchr(name, '.') + 1);
	AS_AUTO(as_sources_clear) struct as_sources sources = {0};
	struct as_error error = {0};

	cr_assert_eq(as_sources_take(&sources, &file, 1, false, 1 << 20, &error), 0);
	const struct as_build_order order = {.sources = &sources,
		.language = language,
		.time_ns = INT64_C(60000000000),
		.memory_bytes = UINT64_C(2) << 30};
	test->program = as_workshop_build(test->workshop, &order, &error);
	skip_unless(test->program || error.kind != AS_ERROR_MACHINE, "namespaces", error.text);
	cr_assert_not_null(test->program, "%s", error.text);
	cr_assert_eq(test->program->verdict, AS_VERDICT_AC, "%s", test->program->output);
}

/* Starts its server, or returns false with the error. */
static inline bool fork_case_start(struct fork_case *test, struct as_error *error)
{
	const struct as_fork_server_config config = {.limits = test->limits,
		.core = -1,
		.reuse = test->reuse,
		.want_errors = test->want_errors,
		.cancel = test->cancel};

	test->server = as_fork_server_open(test->program, &config, error);
	return test->server != NULL;
}

static inline void fork_case_make(struct fork_case *test, const char *name, const char *source)
{
	struct as_error error = {0};

	fork_case_workshop(test);
	fork_case_build(test, name, source, strlen(source));
	cr_assert(fork_case_start(test, &error), "%s", error.text);
}

static inline void fork_case_run(struct fork_case *test, const struct as_fork_input *inputs,
	size_t count, struct as_fork_output *outputs)
{
	struct as_error error = {0};

	cr_assert_eq(as_fork_server_run(test->server, inputs, count, outputs, &error), 0, "%s",
		error.text);
}

static inline struct as_fork_input fork_input(const char *text)
{
	return (struct as_fork_input){.data = text, .size = strlen(text)};
}

static inline struct as_fork_output fork_one(struct fork_case *test, const char *text)
{
	const struct as_fork_input input = fork_input(text);
	struct as_fork_output output;

	fork_case_run(test, &input, 1, &output);
	return output;
}

#define EXPECT_OUTPUT(output, text)                                                                \
	cr_expect((output).size == strlen(text) && memcmp((output).data, text, strlen(text)) == 0, \
		"%.*s", (int)(output).size, (output).data)

#endif
