/* SPDX-License-Identifier: MIT */
/* `assay sandbox` as a person runs it: its document, validated against docs/sandbox.schema.json. */
#ifndef ASSAY_TESTS_RUNS_H
#define ASSAY_TESTS_RUNS_H

#include "hostile.h"
#include "support/command.h"
#include "support/schemas.h"
#include "support/skip.h"

#define RUN_SCHEMA ASSAY_SOURCE_DIR "/docs/sandbox.schema.json"

/* A program of the hostile folder. */
#define HOSTILE(name) HOSTILE_DIR "/" name

/* The document that a command printed. */
static inline json_t *run_document(const struct outcome *outcome)
{
	AS_AUTO_FREE char *line = strdup(outcome->out.data);
	json_error_t where;

	/* The validator expects a document on each line; a line feed in a text is written as \n. */
	for (size_t i = 0; i + 1 < outcome->out.size; i++)
		line[i] = line[i] == '\n' ? ' ' : line[i];
	const struct as_bytes text = {line, outcome->out.size};
	cr_assert_eq(schemas_hold(RUN_SCHEMA, &text), 1, "%s", outcome->out.data);
	json_t *document =
		json_loadb(line, text.size, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &where);
	cr_assert_not_null(document, "%s: %s", where.text, outcome->out.data);
	return document;
}

/* Runs `assay sandbox ...` and parses the output; skips if this machine cannot run it. `prepare`
 * (or NULL) is called before in the command's process. */
static inline json_t *run_sandbox_after(const char *const *arguments, bool (*prepare)(void))
{
	const char *argv[24] = {ASSAY_COMMAND, "sandbox"};

	for (size_t i = 0; i < 21 && arguments[i]; i++)
		argv[2 + i] = arguments[i];
	AUTO_OUTCOME outcome = command_run_after(argv, prepare);
	skip_unless(outcome.status != AS_ERROR_MACHINE, "cgroup", outcome.err.data);
	cr_assert_eq(outcome.status, 0, "%s", outcome.err.data);
	cr_expect_str_eq(outcome.err.data, "");
	EXPECT_NOTHING_LEFT(outcome);
	return run_document(&outcome);
}

static inline json_t *run_sandbox(const char *const *arguments)
{
	return run_sandbox_after(arguments, NULL);
}
#define RUN(...) run_sandbox((const char *const[]){__VA_ARGS__, NULL})

static inline const char *text_at(const json_t *document, const char *key)
{
	const char *text = json_string_value(json_object_get(document, key));

	return text ? text : "";
}

static inline json_int_t number_at(const json_t *document, const char *key)
{
	return json_integer_value(json_object_get(document, key));
}

#endif
