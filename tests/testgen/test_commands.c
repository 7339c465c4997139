/* SPDX-License-Identifier: MIT */
/* The commands of a recipe for callers that run them with other arguments. */
#include "judge/package_case.h"
#include "support/skip.h"

#include <assay/testgen/commands.h>
#include <errno.h>

TestSuite(commands, .timeout = 600);

struct opened {
	struct package_folder folder;
	struct as_package *package;
	struct as_languages *languages;
	struct as_commands *commands;
	struct as_command_runner *runner;
};

static void close_all(struct opened *opened)
{
	as_command_runner_close(opened->runner);
	as_commands_close(opened->commands);
	as_package_close(opened->package);
	as_languages_close(opened->languages);
	package_folder_remove(&opened->folder);
}
#define AUTO_OPENED AS_AUTO(close_all) struct opened

#define RECIPE "--- file generators/generators.yaml\ndata:\n  secret:\n    data:\n"

static struct as_gen_config config; /* the commands borrow it */

static struct opened open_all(const char *text)
{
	struct opened opened = {.folder = package_folder_make(text)};
	struct as_error error = {0};

	cr_assert_eq(setenv("XDG_CACHE_HOME", ASSAY_TEST_CACHE, 1), 0);
	opened.package = open_good(opened.folder.path);
	opened.languages = as_languages_open(NULL, &error);
	config = (struct as_gen_config){.languages = opened.languages, .command = ASSAY_COMMAND};
	opened.commands = as_commands_open(opened.package, &config, &error);
	cr_assert_not_null(opened.commands, "%s: %s", error.where, error.text);
	return opened;
}

/* ---- the list ---- */

Test(commands, each_text_is_listed_once_with_its_first_test)
{
	static const char *const rows[][2] = {
		{"row --n 1", "secret/1"},
		{"row --n {seeds} --seed {seed}", "secret/3"},
		{"row {seed:x} {seed}", "secret/5"},
	};
	AUTO_OPENED opened = open_all(RECIPE "      - \"\": row --n 1\n      - \"\": row --n 1\n"
					     "      - \"\": row --n {seeds} --seed {seed}\n"
					     "      - \"\": row --n {seeds} --seed {seed:7}\n"
					     "      - \"\": row {seed:x} {seed:12}\n      - \"\": "
					     "{in: \"1\\n\", ans: \"1\\n\"}\n");
	size_t count;
	const struct as_recipe_command *list = as_commands_list(opened.commands, &count);

	cr_assert_eq(count, sizeof rows / sizeof *rows);
	for (size_t i = 0; i < count; i++) {
		cr_expect_str_eq(list[i].text, rows[i][0]);
		cr_expect_str_eq(list[i].test, rows[i][1]);
		cr_expect_eq(list[i].seeded, i > 0);
	}
}

/* To compare each with each would take minutes. */
Test(commands, a_hundred_thousand_are_listed)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	FILE *out = open_memstream(&text.data, &text.size);
	size_t count;

	fputs(RECIPE, out);
	for (int i = 0; i < 100000; i++)
		fprintf(out, "      - \"\": row --n %06d\n", i);
	cr_assert_eq(fclose(out), 0);
	AUTO_OPENED opened = open_all(text.data);
	as_commands_list(opened.commands, &count);
	cr_expect_eq(count, 100000);
}

/* ---- many runs ---- */

#define MAX_RESULTS 10

struct results {
	struct as_command_result items[MAX_RESULTS];
};

static void clear_results(struct results *results)
{
	for (size_t i = 0; i < MAX_RESULTS; i++)
		as_command_result_clear(&results->items[i]);
}
#define AUTO_RESULTS AS_AUTO(clear_results) struct results

static void run_many(struct opened *opened, const struct as_command_call *calls, size_t count,
	bool fast, struct results *results)
{
	struct as_error error = {0};

	const int failed =
		as_command_run_many(opened->runner, calls, count, fast, results->items, &error);
	skip_unless(error.kind != AS_ERROR_MACHINE, "namespaces", error.text);
	cr_assert_not(failed, "%s", error.text);
}

static void open_runner(struct opened *opened, const char *command)
{
	struct as_error error = {0};

	const int failed = as_commands_add(opened->commands, command, &error);
	skip_unless(error.kind != AS_ERROR_MACHINE, "namespaces", error.text);
	cr_assert_not(failed, "%s", error.text);
	opened->runner = as_command_runner_open(opened->commands, &error);
	cr_assert_not_null(opened->runner, "%s", error.text);
}

Test(commands, a_call_without_an_input_gets_no_answer_of_another_call)
{
	static const char command[] = "assay solve optimal";
	static char texts[2][8] = {"2\n1 5\n", "2\n9 3\n"};
	const struct as_bytes inputs[2] = {{texts[0], 6}, {texts[1], 6}};
	const struct as_command_call calls[] = {{.command = command, .input = &inputs[0]},
		{.command = command}, {.command = command, .input = &inputs[1]}};
	AUTO_OPENED opened = open_all("");
	AUTO_RESULTS results = {0};

	open_runner(&opened, command);
	run_many(&opened, calls, 3, false, &results);
	for (size_t i = 0; i < 3; i += 2) {
		AS_AUTO_BYTES struct as_bytes alone = {0};
		cr_assert_eq(as_command_run(opened.runner, &calls[i], &alone, NULL), 0);
		cr_assert_eq(
			results.items[i].why.kind, AS_ERROR_NONE, "%s", results.items[i].why.text);
		cr_expect_str_eq(results.items[i].output.data, alone.data);
	}
	cr_expect_str_neq(results.items[0].output.data, results.items[2].output.data);
	cr_expect_eq(results.items[1].why.kind, AS_ERROR_INPUT);
	cr_expect_null(results.items[1].output.data);
}

#define MAKER                                                                                      \
	"--- file generators/make.c\n#include <stdio.h>\nint main(int argc, char **argv) {\n"      \
	"while (argc < 2) ;\nputs(argv[1]);\nreturn 0; }\n"

/* The deadline passes while the first of ten generators loops: those of its piece may have run. */
static void expect_ends(struct opened *opened, bool fast)
{
	struct as_command_call calls[MAX_RESULTS];
	AUTO_RESULTS results = {0}, warm = {0};

	/* Starts a fork server. */
	run_many(opened, &(struct as_command_call){.command = "make 1"}, 1, fast, &warm);
	cr_expect_eq(warm.items[0].why.kind, AS_ERROR_NONE, "%s", warm.items[0].why.text);
	const int64_t deadline_ns = as_now_ns() + 300000000;
	for (size_t i = 0; i < MAX_RESULTS; i++)
		calls[i] = (struct as_command_call){
			.command = i ? "make 1" : "make", .deadline_ns = deadline_ns};
	run_many(opened, calls, MAX_RESULTS, fast, &results);
	cr_expect_neq(results.items[0].why.kind, AS_ERROR_NONE);
	for (size_t i = 8; i < MAX_RESULTS; i++) {
		cr_expect_eq(results.items[i].why.sys_errno, ECANCELED);
		cr_expect_str_eq(results.items[i].why.text,
			"`make 1` was not run, because the time was over");
	}
}

Test(commands, generators_that_are_left_at_the_deadline_are_not_run)
{
	AUTO_OPENED opened = open_all(MAKER);

	open_runner(&opened, "make 1");
	expect_ends(&opened, false);
	expect_ends(&opened, true);
}
