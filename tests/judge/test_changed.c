/* SPDX-License-Identifier: MIT */
/* A package that changes while it is judged: old bytes or a judging error, never new bytes. */
#include "package_case.h"
#include "support/skip.h"

#include <assay/engine.h>

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
TestSuite(changed, .init = open_all, .fini = close_all, .timeout = 120);

/* Between the first test and the second. */
static void change(void *context, const char *now)
{
	if (strcmp(now, "secret/1") == 0)
		package_folder_write(&folder, context, "3\n", 2);
}

static void judge(const char *changed, struct as_result *result)
{
	const struct as_judge_config config = {.languages = languages,
		.cache_dir = ASSAY_TEST_CACHE,
		.reruns = AS_RERUNS_NONE,
		.progress = change,
		.progress_context = (void *)changed};
	struct as_error error = {0};
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/echo.c", folder.path);
	struct as_judge *judge = as_judge_open(package, &config, &error);

	skip_unless(judge || error.kind != AS_ERROR_MACHINE, "namespaces", error.text);
	cr_assert_not_null(judge, "%s", error.text);
	cr_assert_eq(
		as_judge_submission(judge, &(struct as_submission){.path = path}, result, &error),
		0, "%s", error.text);
	as_judge_close(judge);
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
