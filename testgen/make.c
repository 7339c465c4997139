/* SPDX-License-Identifier: MIT */
/*
 * Generates one test: the output of its command, then the files that it copies, then the texts in
 * the recipe; a later one replaces an earlier one. Last comes the answer by the solution, unless
 * there is one.
 */
#include "maker.h"

#include <errno.h>
#include <string.h>

#define MAX_COPY_BYTES (UINT64_C(1) << 30)

static const char *last_name(const struct recipe_test *test)
{
	return strrchr(test->name, '/') + 1;
}

static bool is_below(const struct recipe_test *test, const char *folder)
{
	size_t length = strlen(folder);

	return strncmp(test->name, folder, length) == 0 && test->name[length] == '/';
}

/* ---- cached and repeated runs ---- */

/* Runs the call again, in another environment, and compares the results. */
static int prove(struct runner *runner, const struct runner_call *call, const struct made *first,
	struct as_error *error)
{
	AS_AUTO(made_clear) struct made again = {0};
	struct runner_call elsewhere = *call;

	elsewhere.elsewhere = true;
	if (runner_run(runner, &elsewhere, &again, error))
		return -1;
	int ending = made_compare(first, &again);
	if (ending < 0)
		return 0;
	const struct as_bytes *one = &first->files[ending].data, *other = &again.files[ending].data;
	size_t at = 0, size = one->size < other->size ? one->size : other->size;
	while (at < size && one->data[at] == other->data[at])
		at++;
	return as_error_set(error, AS_ERROR_INPUT,
		"`%s` is not repeatable: in another environment its .%s differs from byte %zu on",
		call->command, recipe_endings[ending], at + 1);
}

/* Only runs that succeeded are cached. */
static int run_maker(struct maker *maker, struct runner *runner, const struct runner_call *call,
	struct made *made, struct as_error *error)
{
	char key[AS_DIGEST_HEX_SIZE];
	AS_AUTO_BYTES struct as_bytes kept = {0};

	if (maker->config->check) {
		if (runner_run(runner, call, made, error))
			return -1;
		return prove(runner, call, made, error);
	}
	AS_AUTO_NAMES char **words = recipe_split(call->command, error);
	const struct named_program *named =
		words && words[0] ? programs_find(runner->programs, words[0]) : NULL;
	bool can_keep = words && ((named && named->program) || programs_is_command(words));
	if (can_keep && runner_key(runner, call, key, error))
		return -1;
	if (can_keep && as_workshop_load_output(maker->workshop, key, &kept))
		return made_read(made, &kept, error);
	if (runner_run(runner, call, made, error))
		return -1;
	if (can_keep && made_write(made, &kept, error) == 0)
		as_workshop_store_output(maker->workshop, key, &kept);
	return 0;
}

/* ---- the steps ---- */

static int run_command(struct maker *maker, struct runner *runner, const struct recipe_test *test,
	struct made *made, struct as_error *error)
{
	for (unsigned attempt = 0;; attempt++) {
		struct as_error why = {0};
		AS_AUTO_FREE char *command = recipe_command(test, attempt, error);
		if (!command)
			return -1;
		const struct runner_call call = {.command = command,
			.name = last_name(test),
			.takes_files = true,
			.ending = RECIPE_IN};
		if (run_maker(maker, runner, &call, made, &why) == 0)
			return 0;
		made_clear(made);
		/* If a program did not end, another seed rarely helps. */
		if (why.kind == AS_ERROR_INPUT && why.sys_errno != ETIME && test->seeded &&
			attempt + 1 < test->retries)
			continue;
		if (error)
			*error = why;
		return -1;
	}
}

static int copy_files(struct maker *maker, const struct recipe_test *test, struct made *made,
	struct as_error *error)
{
	size_t count = 0;

	for (int i = 0; i < RECIPE_ENDING_COUNT; i++) {
		AS_AUTO_BYTES struct as_bytes data = {0};
		struct as_error why = {0};
		AS_AUTO_FREE char *path =
			as_text_format(error, "%s.%s", test->copy, recipe_endings[i]);
		if (!path)
			return -1;
		if (as_file_read(maker->dir_fd, path, MAX_COPY_BYTES, &data, &why) == 0) {
			made_take(made, i, &data);
			count++;
		} else if (why.sys_errno != ENOENT) {
			return as_error_set(error, why.kind, "%s %s", path, why.text);
		}
	}
	if (count == 0 && test->kept)
		return as_error_set(error, AS_ERROR_INPUT,
			"a test without a value is written by hand, but the file %s.in does not "
			"exist; write it, or give the test a command",
			test->copy);
	return count > 0 ? 0
			 : as_error_set(error, AS_ERROR_INPUT,
				   "%s.in does not exist, nor %s with another ending; correct the "
				   "path",
				   test->copy, test->copy);
}

/* Makes one kind of `link`: those before the answer, or those of the answer. */
static int make_links(
	const struct recipe_test *test, struct made *made, const char *kind, struct as_error *error)
{
	for (int i = 0; i < RECIPE_TEXT_ENDING_COUNT; i++) {
		const struct recipe_file *file = &test->files[i];
		if (!file->given || file->link < 0 ||
			strncmp(recipe_endings[i], kind, strlen(kind)) != 0)
			continue;
		const struct made_file *target = &made->files[file->link];
		if (!target->there)
			return as_error_set(error, AS_ERROR_INPUT,
				"its %s links to %s, which does not exist", recipe_endings[i],
				recipe_endings[file->link]);
		if (made_copy(made, i, target->data.data, target->data.size, error))
			return -1;
	}
	return 0;
}

static int write_texts(const struct recipe_test *test, struct made *made, struct as_error *error)
{
	for (int i = 0; i < RECIPE_TEXT_ENDING_COUNT; i++) {
		const char *text = test->files[i].text;
		if (text && made_copy(made, i, text, strlen(text), error))
			return -1;
	}
	return make_links(test, made, "in.", error);
}

/* Without the validator, a submission can neither interact nor run in several passes. */
static bool wants_answer(const struct maker *maker, const struct recipe_test *test)
{
	bool talks = maker->settings->interactive || maker->settings->multi_pass;

	return !talks || (test->solution && strncmp(test->solution, "/submissions/", 13) != 0);
}

/* A submission that takes ten times the time limit is assumed not to end. */
static int64_t solution_time_ns(const struct maker *maker, const struct recipe_test *test)
{
	const struct as_package_limits *limits = &maker->settings->limits;
	const bool is_submission =
		test->solution && strncmp(test->solution, "/submissions/", 13) == 0;

	return is_submission && limits->has_time_limit ? 10 * limits->time_limit_ns : 0;
}

/* False if no test has a program of this name, whatever its input is. */
static bool is_program(const struct runner *runner, const char *command)
{
	AS_AUTO_NAMES char **words = recipe_split(command, NULL);
	const struct named_program *named =
		words && words[0] ? programs_find(runner->programs, words[0]) : NULL;

	return words && (programs_is_command(words) || (named && named->program));
}

static int make_answer(struct maker *maker, struct runner *runner, const struct recipe_test *test,
	struct made *made, struct as_error *error)
{
	const struct runner_call call = {.command = test->solution,
		.name = last_name(test),
		.input = made,
		.ending = RECIPE_ANS,
		.time_ns = solution_time_ns(maker, test)};
	AS_AUTO(made_clear) struct made answer = {0};
	struct as_error why = {0};

	if (made->files[RECIPE_ANS].there || !made->files[RECIPE_IN].there ||
		is_below(test, "invalid_input"))
		return 0;
	if (!wants_answer(maker, test))
		return made_copy(made, RECIPE_ANS, "", 0, error);
	/* Other tools call answers outputs. */
	if (!test->solution)
		return as_error_set(error, AS_ERROR_INPUT,
			"no 'solution' in the recipe to make the answer of this test; %s",
			test->files[recipe_find_ending("out")].given
				? "if 'out' is the answer, write 'ans'"
				: "add one, or give the test 'ans'");
	if (run_maker(maker, runner, &call, &answer, &why)) {
		if (error)
			*error = why;
		return why.sys_errno == ETIME || !is_program(runner, test->solution)
			       ? recipe_blame_key(&maker->recipe, test->pointer, "solution", error)
			       : -1;
	}
	made_take(made, RECIPE_ANS, &answer.files[RECIPE_ANS].data);
	return 0;
}

static int match(struct maker *maker, size_t index, struct made *made, struct as_error *error)
{
	const struct recipe_test *test = &maker->recipe.tests[index];
	char **note = &maker->outcomes[index].note;

	if (match_patterns(test->match, &made->files[RECIPE_IN].data, note, error))
		return -1;
	return *note ? 0
		     : match_patterns(
			       test->answer_match, &made->files[RECIPE_ANS].data, note, error);
}

/* ---- a whole test ---- */

static int check_made(
	const struct recipe_test *test, const struct made *made, struct as_error *error)
{
	const bool of_output = is_below(test, "invalid_output") || is_below(test, "valid_output");
	const int out = recipe_find_ending("out");
	const bool shown = made->files[recipe_find_ending("in.statement")].there ||
			   made->files[recipe_find_ending("in.download")].there;

	if (!made->files[RECIPE_IN].there && !(is_below(test, "sample") && shown))
		return as_error_set(error, AS_ERROR_INPUT, "%s no .in file",
			test->command ? "the command produced" : "the test has");
	if (of_output && !made->files[out].there)
		return as_error_set(error, AS_ERROR_INPUT,
			"missing key 'out', the output that the output validator judges");
	return 0;
}

static int keep_files(
	struct maker *maker, size_t index, const struct made *made, struct as_error *error)
{
	struct outcome *outcome = &maker->outcomes[index];

	for (int i = 0; i < RECIPE_ENDING_COUNT; i++) {
		const struct made_file *file = &made->files[i];
		AS_AUTO_FREE char *path = as_text_format(
			error, "%s.%s", maker->recipe.tests[index].name, recipe_endings[i]);
		if (!path)
			return -1;
		if (!file->there)
			continue;
		as_digest_bytes(file->data.data, file->data.size, outcome->files[i].digest);
		outcome->files[i].there = true;
		outcome->files[i].size_bytes = file->data.size;
		if (!maker->config->check &&
			stage_file(maker, path, file->data.data, file->data.size, error))
			return -1;
	}
	return 0;
}

int make_test(struct maker *maker, struct runner *runner, size_t index, struct as_error *error)
{
	const struct recipe_test *test = &maker->recipe.tests[index];
	AS_AUTO(made_clear) struct made made = {0};

	if ((test->command && run_command(maker, runner, test, &made, error)) ||
		(test->copy && copy_files(maker, test, &made, error)) ||
		write_texts(test, &made, error) || check_made(test, &made, error) ||
		make_answer(maker, runner, test, &made, error) ||
		make_links(test, &made, "ans.", error) || match(maker, index, &made, error) ||
		keep_files(maker, index, &made, error))
		return recipe_blame(&maker->recipe, test->pointer, error);
	return 0;
}

int make_included(struct maker *maker, size_t index, struct as_error *error)
{
	const struct recipe_test *test = &maker->recipe.tests[index];
	const struct recipe_test *original = &maker->recipe.tests[test->original];

	memcpy(maker->outcomes[index].files, maker->outcomes[test->original].files,
		sizeof(maker->outcomes[index].files));
	for (int i = 0; i < RECIPE_ENDING_COUNT && !maker->config->check; i++) {
		AS_AUTO_FREE char *from =
			as_text_format(error, "%s.%s", original->name, recipe_endings[i]);
		AS_AUTO_FREE char *to =
			as_text_format(error, "%s.%s", test->name, recipe_endings[i]);
		if (!from || !to)
			return -1;
		if (maker->outcomes[index].files[i].there && stage_copy(maker, from, to, error))
			return -1;
	}
	return 0;
}
