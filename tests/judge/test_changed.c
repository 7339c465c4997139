/* SPDX-License-Identifier: MIT */
/* A package that changes while it is judged: old bytes or a judging error, never new bytes. */
#include "package_case.h"
#include "run.h"
#include "support/skip.h"

#define ECHO "#include <stdio.h>\nint main(void){int c;while((c=getchar())!=EOF)putchar(c);}\n"

static struct package_folder folder;
static struct as_package *package;
static struct as_languages *languages;

static void open_all(void)
{
	struct as_error error = {0};

	folder = package_folder_make("--- file data/secret/2.in\n2\n--- file data/secret/2.ans\n2\n"
				     "--- file echo.c\n" ECHO);
	languages = as_languages_open(NULL, &error);
	package = as_package_open(folder.path, NULL, &error);
	cr_assert(languages && package, "%s", error.text);
}

static void close_all(void)
{
	as_package_close(package);
	as_languages_close(languages);
	package_folder_remove(&folder);
}
TestSuite(changed, .init = open_all, .fini = close_all, .timeout = 600);

static const char *changed_path;

/* Between the first test and the second. */
static int change_and_run(struct as_worker *worker, const struct as_test *test,
	struct as_test_result *result, struct as_error *error)
{
	if (strcmp(test->name, "secret/2") == 0)
		package_folder_write(&folder, changed_path, "3\n", 2);
	return as_test_run(worker, test, result, error);
}

static int judge_job(struct as_engine *engine, struct as_result *result, struct as_error *error)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/echo.c", folder.path);
	struct as_open_package *opened = as_engine_package_open(engine, package, error);
	const struct as_job_order order = {
		.package = opened, .submission = {.path = path}, .reruns = AS_RERUNS_NONE};
	struct as_job *job = opened ? as_engine_submit(engine, &order, error) : NULL;
	int failed = !job || as_engine_wait(job, result, error);

	as_job_free(job);
	as_engine_package_close(opened);
	return failed;
}

static void judge(const char *changed, struct as_result *result)
{
	const struct as_engine_config config = {
		.languages = languages, .cache_dir = ASSAY_TEST_CACHE};
	struct as_error error = {0};
	struct as_engine *engine = as_engine_open(&config, &error);

	cr_assert_not_null(engine, "%s", error.text);
	changed_path = changed;
	engine->run_test = change_and_run;
	int failed = judge_job(engine, result, &error);
	as_engine_close(engine);
	skip_unless(!failed || error.kind != AS_ERROR_MACHINE, "namespaces", error.text);
	cr_assert_not(failed, "%s", error.text);
}

static void expect_changed(const char *path)
{
	struct as_result result = {0};
	AS_AUTO_FREE char *feedback = as_text_format(NULL,
		"%s/%s: was changed after the package was opened; judge again", folder.path, path);

	judge(path, &result);
	cr_expect_eq(result.verdict, AS_VERDICT_JE);
	cr_expect_eq(result.fault, AS_ERROR_INPUT);
	cr_assert_eq(result.test_count, 2);
	cr_expect_eq(result.tests[0].verdict, AS_VERDICT_AC);
	cr_expect_eq(result.tests[1].verdict, AS_VERDICT_JE);
	cr_expect_str_eq(result.tests[1].reason, "package-changed");
	cr_expect_str_eq(result.tests[1].feedback, feedback);
	as_result_clear(&result);
}

Test(changed, an_input_that_is_replaced_between_two_tests_is_a_judging_error)
{
	expect_changed("data/secret/2.in");
}

Test(changed, an_answer_that_is_replaced_between_two_tests_is_a_judging_error)
{
	expect_changed("data/secret/2.ans");
}

Test(changed, without_a_change_both_tests_are_accepted)
{
	struct as_result result = {0};

	judge("unrelated", &result);
	cr_expect_eq(result.verdict, AS_VERDICT_AC);
	as_result_clear(&result);
}
