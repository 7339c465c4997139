/* SPDX-License-Identifier: MIT */
/*
 * Packages whose submissions are answers (type submit-answer): a folder, a zip archive or a single
 * file of outputs, each named like its test with .out or .ans. The format only says that they are
 * the answers to the tests. So three names are accepted, the longest first: the full name of the
 * test ("secret/1/a.out"), the name below secret or sample ("1/a.out"), and its last part
 * ("a.out"). A single file of another name is the answer of a package with a single test. A missing
 * answer is a wrong answer.
 */
#include "run.h"

#include <string.h>

struct as_program *as_answers_program(
	struct as_open_package *opened, const struct as_sources *sources, struct as_error *error)
{
	struct as_program *program = calloc(1, sizeof(*program));

	if (program)
		program->output = strdup("");
	if (!program || !program->output) {
		as_program_free(program);
		as_error_no_memory(error);
		return NULL;
	}
	program->workshop = opened->workshop;
	program->verdict = AS_VERDICT_AC;
	as_sources_digest(sources, program->digests.source);
	return program;
}

/* ---- judging ---- */

static const struct as_source *find_named(const struct as_sources *sources, const char *name)
{
	static const char *const endings[] = {".out", ".ans"};

	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++) {
		AS_AUTO_FREE char *whole = as_text_format(NULL, "%s%s", name, endings[i]);
		const struct as_source *found = whole ? as_sources_find(sources, whole) : NULL;
		if (found)
			return found;
	}
	return NULL;
}

static const struct as_source *find_answer(
	const struct as_package *package, const struct as_sources *sources, const char *name)
{
	const char *below = strchr(name, '/'), *last = strrchr(name, '/');
	const struct as_source *found = find_named(sources, name);

	if (!found && below)
		found = find_named(sources, below + 1);
	if (!found && last != below)
		found = find_named(sources, last + 1);
	if (!found && sources->single && package->test_count == 1)
		found = &sources->files[0];
	return found;
}

int as_answers_run(const struct as_judging *judging, const struct as_test *test,
	struct as_test_result *result, struct as_run_result *run, struct as_error *error)
{
	const struct as_source *answer =
		find_answer(judging->opened->package, judging->sources, test->name);

	run->exit_code = 0;
	if (!answer) {
		result->verdict = AS_VERDICT_WA;
		snprintf(result->reason, sizeof(result->reason), "no-output");
		snprintf(result->feedback, sizeof(result->feedback),
			"the submission has no file %.200s.out", test->name);
		return 0;
	}
	run->output_bytes = run->stdout_bytes = answer->data.size;
	if (answer->data.size > judging->limits.output_bytes)
		run->hits |= AS_HIT_OUTPUT;
	run->stdout_fd = as_input_from_bytes(answer->data.data, answer->data.size, error);
	return run->stdout_fd < 0 ? -1 : 0;
}
