/* SPDX-License-Identifier: MIT */
/* Submissions from memory have the same results as the same submissions from a path. */
#include "engine_case.h"
#include "zip_case.h"

TestSuite(memory, .timeout = 600);

#define ECHO_C "#include <stdio.h>\nint main(void){int c;while((c=getchar())!=EOF)putchar(c);}\n"
#define ECHO_CPP "#include <iostream>\nint main(){std::cout<<std::cin.rdbuf();}\n"
#define ECHO_PYTHON "print(input())\n"
#define WRONG_PYTHON "print(2)\n"
#define HELPER_C "int answer(void){return 1;}\n"
#define MAIN_C                                                                                     \
	"#include <stdio.h>\nint answer(void);\nint main(void){printf(\"%d\\n\",answer());}\n"

#define MAX_FILES 3
struct memory_case {
	const char *name; /* of the file or folder, which is shown */
	struct as_memory_file files[MAX_FILES];
	bool is_folder;
	const char *language;
	enum as_verdict verdict; /* NONE: AC */
	const char *reason;      /* of a CE; or NULL */
};

static size_t count_of(const struct memory_case *c)
{
	size_t count = 0;

	while (count < MAX_FILES && c->files[count].name)
		count++;
	return count;
}

static void judge(struct engine_setting *setting, const struct as_submission *submission,
	struct as_result *result)
{
	const struct as_job_order order = {.package = setting->opened, .submission = *submission};
	struct as_error error = {0};
	struct as_job *job = as_engine_submit(setting->engine, &order, &error);

	cr_assert_not_null(job, "%s", error.text);
	int failed = as_engine_wait(job, result, &error);
	as_job_free(job);
	engine_setting_need(setting, failed, &error);
}

/* The files and their names are overwritten after the job is submitted. */
static void judge_memory(struct engine_setting *setting, const struct memory_case *c,
	const char *path, struct as_result *result)
{
	struct as_memory_file files[MAX_FILES];
	struct as_error error = {0};

	for (size_t i = 0; i < count_of(c); i++) {
		files[i] = c->files[i];
		files[i].name = strdup(files[i].name);
		files[i].data = memcpy(malloc(files[i].size + 1), files[i].data, files[i].size);
	}
	const struct as_job_order order = {.package = setting->opened,
		.submission = {.path = path,
			.language = c->language,
			.files = files,
			.file_count = count_of(c),
			.is_folder = c->is_folder}};
	struct as_job *job = as_engine_submit(setting->engine, &order, &error);
	cr_assert_not_null(job, "%s", error.text);
	for (size_t i = 0; i < count_of(c); i++) {
		memset((char *)files[i].data, 0, files[i].size);
		free((char *)files[i].data);
		free((char *)files[i].name);
	}
	int failed = as_engine_wait(job, result, &error);
	as_job_free(job);
	engine_setting_need(setting, failed, &error);
}

static void expect_same_test(const struct as_result_test *a, const struct as_result_test *b)
{
	cr_expect_str_eq(a->name, b->name);
	cr_expect_eq(a->verdict, b->verdict);
	cr_expect_str_eq(a->feedback ? a->feedback : "", b->feedback ? b->feedback : "");
}

static void expect_same(const struct as_result *a, const struct as_result *b, const char *name)
{
	cr_expect_str_eq(a->path, b->path);
	cr_expect_eq(a->verdict, b->verdict, "%s", name);
	cr_expect_str_eq(a->compile.reason ? a->compile.reason : "",
		b->compile.reason ? b->compile.reason : "", "%s", name);
	cr_expect_str_eq(a->compile.output ? a->compile.output : "",
		b->compile.output ? b->compile.output : "", "%s", name);
	cr_expect_str_eq(a->compile.language ? a->compile.language : "",
		b->compile.language ? b->compile.language : "", "%s", name);
	cr_expect_eq(memcmp(&a->digests, &b->digests, sizeof(a->digests)), 0, "%s", name);
	cr_assert_eq(a->test_count, b->test_count, "%s", name);
	for (size_t i = 0; i < a->test_count; i++)
		expect_same_test(&a->tests[i], &b->tests[i]);
}

static void write_files(const struct engine_setting *setting, const struct memory_case *c)
{
	for (size_t i = 0; i < count_of(c); i++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "given/%s%s%s", c->name,
			c->is_folder ? "/" : "", c->is_folder ? c->files[i].name : "");
		package_folder_write(&setting->folder, path, c->files[i].data, c->files[i].size);
	}
}

/* As bytes that were written while the files were at the path. */
static void judge_submitted(struct engine_setting *setting, const struct as_submission *given,
	const struct as_bytes *bytes, struct as_result *result)
{
	AS_AUTO(as_submitted_clear) struct as_submitted submitted = {0};
	struct as_submission submission = *given;

	cr_assert_eq(as_submitted_read(bytes->data, bytes->size, &submitted, NULL), 1);
	submission.submitted = &submitted;
	judge(setting, &submission, result);
}

static struct as_bytes write_submitted(struct engine_setting *setting, const char *path)
{
	AS_AUTO(as_submitted_clear) struct as_submitted submitted = {0};
	struct as_bytes bytes = {0};

	cr_assert_eq(as_submitted_take(&submitted, setting->package, path, NULL, NULL), 0);
	cr_assert_eq(as_submitted_write(&submitted, &bytes, NULL), 0);
	return bytes;
}

static void expect_case(struct engine_setting *setting, const struct memory_case *c)
{
	struct as_result by_path, by_memory, by_submitted;
	AS_AUTO_FREE char *path =
		as_text_format(NULL, "%s/given/%s", setting->folder.path, c->name);

	write_files(setting, c);
	const struct as_submission submission = {.path = path, .language = c->language};
	judge(setting, &submission, &by_path);
	AS_AUTO_BYTES struct as_bytes bytes = write_submitted(setting, path);
	as_dir_remove(setting->folder.fd, "given", NULL);
	judge_submitted(setting, &submission, &bytes, &by_submitted);
	judge_memory(setting, c, path, &by_memory);
	cr_expect_eq(by_memory.verdict, c->verdict ? c->verdict : AS_VERDICT_AC, "%s: %s", c->name,
		as_verdict_name(by_memory.verdict));
	cr_expect_str_eq(by_memory.compile.reason ? by_memory.compile.reason : "",
		c->reason ? c->reason : "", "%s", c->name);
	expect_same(&by_path, &by_memory, c->name);
	expect_same(&by_path, &by_submitted, c->name);
	as_result_clear(&by_path);
	as_result_clear(&by_submitted);
	as_result_clear(&by_memory);
}

#define TEXT(text) text, sizeof(text) - 1
Test(memory, a_submission_has_the_same_result_as_by_its_path)
{
	static char large[200000];
	static const struct memory_case cases[] = {
		{.name = "echo.c", {{"echo.c", TEXT(ECHO_C)}}},
		{.name = "echo.cpp", {{"echo.cpp", TEXT(ECHO_CPP)}}},
		{.name = "echo.py", {{"echo.py", TEXT(ECHO_PYTHON)}}},
		{.name = "wrong.py", {{"wrong.py", TEXT(WRONG_PYTHON)}}, .verdict = AS_VERDICT_WA},
		{.name = "odd name.c", {{"odd name.c", TEXT(ECHO_C)}}},
		{.name = "ending", {{"ending", TEXT(ECHO_C)}}, .language = "c"},
		{.name = "two",
			{{"main.c", TEXT(MAIN_C)}, {"lib/helper.c", TEXT(HELPER_C)}},
			.is_folder = true},
		{.name = "one", {{"main.py", TEXT(ECHO_PYTHON)}}, .is_folder = true},
		{.name = "odd",
			{{"main.py", TEXT(ECHO_PYTHON)}, {".git/x.py", TEXT("x")}},
			.is_folder = true},
		{.name = "ce.c",
			{{"ce.c", TEXT("int main(")}},
			.verdict = AS_VERDICT_CE,
			.reason = "compiler"},
		{.name = "empty.c",
			{{"empty.c", TEXT("")}},
			.verdict = AS_VERDICT_CE,
			.reason = "empty"},
		{.name = "large.c",
			{{"large.c", large, sizeof(large)}},
			.verdict = AS_VERDICT_CE,
			.reason = "too-large"},
		{.name = "unknown.xyz",
			{{"unknown.xyz", TEXT("x")}},
			.verdict = AS_VERDICT_CE,
			.reason = "language"},
	};
	AUTO_ENGINE setting;

	engine_setting_make(&setting, "", 1);
	memset(large, 'x', sizeof(large));
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		expect_case(&setting, &cases[i]);
}

Test(memory, a_name_that_leads_out_is_a_compile_error)
{
	static const struct memory_case c = {
		.name = "out", {{"../../out.c", TEXT(ECHO_C)}}, .is_folder = true};
	struct as_result result;
	AUTO_ENGINE setting;

	engine_setting_make(&setting, "", 1);
	judge_memory(&setting, &c, "shown", &result);
	cr_expect_eq(result.verdict, AS_VERDICT_CE);
	cr_expect_str_eq(result.compile.reason, "name");
	cr_expect_str_eq(result.path, "shown");
	as_result_clear(&result);
}

Test(memory, answers_have_the_same_result_as_by_their_path)
{
	AS_AUTO_BYTES struct as_bytes zip =
		zip_make("--- file secret/1.out\n1\n--- file secret/2.out\n2\n");
	const struct memory_case cases[] = {
		{.name = "answers",
			{{"secret/1.out", TEXT("1\n")}, {"secret/2.ans", TEXT("2\n")}},
			.is_folder = true},
		{.name = "half",
			{{"1.out", TEXT("1\n")}},
			.is_folder = true,
			.verdict = AS_VERDICT_WA},
		{.name = "1.out", {{"1.out", TEXT("1\n")}}, .verdict = AS_VERDICT_WA},
		{.name = "answers.zip", {{"answers.zip", zip.data, zip.size}}},
		{.name = "bad.zip",
			{{"bad.zip", TEXT("PK\003\004")}},
			.verdict = AS_VERDICT_CE,
			.reason = "archive"},
	};
	AUTO_ENGINE setting;

	engine_setting_make(&setting,
		"--- file problem.yaml\nproblem_format_version: 2025-09\nname: Answers\n"
		"type: submit-answer\nuuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\n"
		"--- file data/secret/2.in\n2\n--- file data/secret/2.ans\n2\n",
		1);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		expect_case(&setting, &cases[i]);
}

Test(memory, a_submission_without_a_name_to_show_is_an_error)
{
	const struct as_memory_file file = {"echo.c", TEXT(ECHO_C)};
	struct as_error error = {0};
	struct as_result result;
	AUTO_ENGINE setting;

	engine_setting_make(&setting, "", 1);
	const struct as_job_order order = {
		.package = setting.opened, .submission = {.files = &file, .file_count = 1}};
	struct as_job *job = as_engine_submit(setting.engine, &order, &error);
	cr_assert_not_null(job, "%s", error.text);
	cr_expect_eq(as_engine_wait(job, &result, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_str_eq(
		error.text, "a submission has no path; one in memory needs a name to show");
	as_job_free(job);
}
