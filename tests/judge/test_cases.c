/* SPDX-License-Identifier: MIT */
/* Cases: a compiled submission on an input and an answer in memory, judged like a test. */
#include "compiled.h"
#include "engine_case.h"
#include "workers.h"

#include <pthread.h>
#include <unistd.h>

TestSuite(cases, .timeout = 600);

#define ECHO "#include <stdio.h>\nint main(void){int c;while((c=getchar())!=EOF)putchar(c);}\n"
#define COUNT "#include <stdio.h>\nint main(void){int n;scanf(\"%d\",&n);printf(\"%d\\n\",n+1);}\n"
#define FOR_EVER "int main(void){for(;;);}\n"

static struct as_compiled *compile(
	struct engine_setting *setting, const char *name, const char *source)
{
	const struct as_memory_file file = {name, source, strlen(source)};
	const struct as_submission submission = {.path = name, .files = &file, .file_count = 1};
	struct as_error error = {0};
	struct as_compiled *compiled =
		as_engine_compile(setting->opened, &submission, NULL, &error);

	engine_setting_need(setting, compiled == NULL, &error);
	return compiled;
}

static struct as_case texts(const char *input, const char *answer)
{
	return (struct as_case){.input = input,
		.input_size = strlen(input),
		.answer = answer,
		.answer_size = strlen(answer)};
}

/* Skips the test if this machine cannot judge. */
static void run(struct engine_setting *setting, struct as_compiled *compiled,
	const struct as_case *order, struct as_case_result *result)
{
	struct as_error error = {0};
	int failed = as_engine_run_case(setting->opened, compiled, order, result, &error);

	if (failed && error.kind == AS_ERROR_MACHINE)
		as_compiled_free(compiled);
	engine_setting_need(setting, failed, &error);
}

/* "WA: feedback", "JE package: feedback" */
static const char *run_order(
	struct engine_setting *setting, struct as_compiled *compiled, const struct as_case *order)
{
	static char text[1024];
	struct as_case_result result;

	run(setting, compiled, order, &result);
	snprintf(text, sizeof(text), "%s%s%s%s%s", as_verdict_name(result.test.verdict),
		result.test.reason ? " " : "", result.test.reason ? result.test.reason : "",
		result.test.feedback ? ": " : "", result.test.feedback ? result.test.feedback : "");
	cr_expect_eq(result.fault,
		result.test.verdict == AS_VERDICT_JE ? AS_ERROR_INPUT : AS_ERROR_NONE);
	as_case_result_clear(&result);
	return text;
}

static const char *run_texts(struct engine_setting *setting, struct as_compiled *compiled,
	const char *input, const char *answer)
{
	const struct as_case order = texts(input, answer);

	return run_order(setting, compiled, &order);
}

static void close_compiled(struct as_compiled **compiled)
{
	as_compiled_free(*compiled);
}
#define AUTO_COMPILED AS_AUTO(close_compiled) struct as_compiled

static size_t count_work(const struct engine_setting *setting)
{
	AS_AUTO_NAMES char **names =
		as_dir_list(as_workshop_work_fd(setting->engine->workshop), 1000, NULL);
	size_t count = 0;

	cr_assert_not_null(names);
	while (names[count])
		count++;
	return count;
}

/* ---- the default check ---- */

Test(cases, are_checked_as_the_tests_of_the_package)
{
	AUTO_ENGINE setting;

	engine_setting_make(&setting,
		"--- file data/secret/test_group.yaml\n"
		"output_validator_args: [float_tolerance, \"0.1\"]\n",
		1);
	AUTO_COMPILED *echo = compile(&setting, "echo.c", ECHO);
	const size_t count = count_work(&setting);
	cr_expect_str_eq(run_texts(&setting, echo, "7\n", "7\n"), "AC");
	cr_expect_str_eq(run_texts(&setting, echo, "7\n", "7.05\n"), "AC");
	cr_expect_str_eq(
		run_texts(&setting, echo, "7\n", "8\n"), "WA: token 1 (line 1): expected 8, got 7");
	cr_expect_str_eq(run_texts(&setting, echo, "", ""), "AC");
	cr_expect_eq(count_work(&setting), count);
}

Test(cases, of_no_bytes_may_be_null)
{
	const struct as_case order = {.want_output = true};
	struct as_case_result result;
	AUTO_ENGINE setting;

	engine_setting_make(&setting, "", 1);
	AUTO_COMPILED *echo = compile(&setting, "echo.c", ECHO);
	run(&setting, echo, &order, &result);
	cr_expect_eq(result.test.verdict, AS_VERDICT_AC);
	cr_expect_eq(result.output.size, 0);
	as_case_result_clear(&result);
}

Test(cases, cases_report_usage_and_output)
{
	struct as_case order = {.input = "a\0b", .input_size = 3, .answer = "x", .answer_size = 1};
	struct as_case_result result;
	AUTO_ENGINE setting;

	engine_setting_make(&setting, "", 1);
	AUTO_COMPILED *echo = compile(&setting, "echo.c", ECHO);
	run(&setting, echo, &order, &result);
	cr_expect_null(result.output.data);
	as_case_result_clear(&result);
	order.want_output = true;
	run(&setting, echo, &order, &result);
	cr_expect_str_eq(result.test.name, "secret/1");
	cr_expect_eq(result.test.verdict, AS_VERDICT_WA);
	cr_expect_gt(result.test.usage.wall_time_ns, 0);
	cr_expect_eq(result.test.exit_code, 0);
	cr_assert_eq(result.output.size, 3);
	cr_expect_eq(memcmp(result.output.data, "a\0b", 3), 0);
	as_case_result_clear(&result);
}

Test(cases, end_as_a_test_would)
{
	static const char source[] = "import sys\nword = sys.stdin.read().strip()\n"
				     "while word == 'loop': pass\n"
				     "if word == 'long': print('x' * 20000000)\n"
				     "exit(3 if word == 'exit' else 0)\n";
	struct as_case loop = texts("loop\n", "");
	AUTO_ENGINE setting;

	engine_setting_make(&setting, "", 1);
	AUTO_COMPILED *python = compile(&setting, "words.py", source);
	cr_expect_str_eq(run_texts(&setting, python, "exit\n", ""), "RTE exit-code");
	cr_expect_str_eq(run_texts(&setting, python, "long\n", ""), "OLE");
	loop.time_limit_ns = 300000000;
	loop.reruns = AS_RERUNS_NONE;
	cr_expect_str_eq(run_order(&setting, python, &loop), "TLE cpu");
	cr_expect_str_eq(run_texts(&setting, python, "\n", ""), "AC");
}

Test(cases, cases_of_a_failed_compilation_are_not_run)
{
	AUTO_ENGINE setting;

	engine_setting_make(&setting, "", 1);
	AUTO_COMPILED *broken = compile(&setting, "broken.c", "int main(");
	AUTO_COMPILED *empty = compile(&setting, "empty.c", "");
	cr_expect_str_eq(run_texts(&setting, broken, "1\n", "1\n"), "CE");
	cr_expect_str_eq(run_texts(&setting, empty, "1\n", "1\n"), "CE");
}

/* ---- a test that it is like ---- */

#define FILES_PACKAGE                                                                              \
	"--- file data/secret/2.in\n1\n--- file data/secret/2.ans\n1\n"                            \
	"--- file data/secret/2.yaml\nargs: [one, two]\noutput_validator_args: [case_sensitive]\n" \
	"--- file data/secret/2.files/x.txt\ntext\n"
#define SHOW                                                                                       \
	"import sys, os\n"                                                                         \
	"print(*sys.argv[1:], open('x.txt').read() if os.path.exists('x.txt') else 'none')\n"

Test(cases, may_have_the_arguments_and_files_of_a_test)
{
	struct as_case order = texts("", "one two text\n");
	AUTO_ENGINE setting;

	engine_setting_make(&setting, FILES_PACKAGE, 1);
	AUTO_COMPILED *show = compile(&setting, "show.py", SHOW);
	order.like = &setting.package->tests[1];
	cr_assert_str_eq(order.like->name, "secret/2");
	cr_expect_str_eq(run_order(&setting, show, &order), "AC");
	order.answer = "One two text\n";
	cr_expect_str_eq(
		run_order(&setting, show, &order), "WA: token 1 (line 1): expected One, got one");
	cr_expect_str_eq(run_texts(&setting, show, "", "None\n"), "AC");
}

Test(cases, cases_with_changed_files_are_a_judging_error)
{
	struct as_case order = texts("", "one two text\n");
	AUTO_ENGINE setting;

	engine_setting_make(&setting, FILES_PACKAGE, 1);
	AUTO_COMPILED *show = compile(&setting, "show.py", SHOW);
	order.like = &setting.package->tests[1];
	package_folder_write(&setting.folder, "data/secret/2.files/x.txt", "test\n", 5);
	AS_AUTO_FREE char *expected = as_text_format(NULL,
		"JE package-changed: %s/data/secret/2.files/x.txt: was changed after the package "
		"was opened; judge again",
		setting.folder.path);
	cr_expect_str_eq(run_order(&setting, show, &order), expected);
	/* The tests' own data is not read. */
	package_folder_write(&setting.folder, "data/secret/2.in", "2\n", 2);
	cr_expect_str_eq(run_texts(&setting, show, "", "none\n"), "AC");
}

/* ---- output validators ---- */

/* Accepts the input plus one, and checks all of its files. */
#define VALIDATOR                                                                                  \
	"--- file output_validator/v.py\n"                                                         \
	"import sys\n"                                                                             \
	"said = sys.stdin.read().strip()\n"                                                        \
	"n = int(open(sys.argv[1]).read())\n"                                                      \
	"if n == 13: raise Exception('broken')\n"                                                  \
	"assert sys.argv[1:3] == ['/data/1.in', '/data/1.ans'], sys.argv\n"                        \
	"assert sys.argv[4:] == ['word'], sys.argv\n"                                              \
	"assert open(sys.argv[2]).read() == 'answer to %d' % n\n"                                  \
	"open(sys.argv[3] + 'judgemessage.txt', 'w').write('said ' + said)\n"                      \
	"sys.exit(42 if said == str(n + 1) else 43)\n"                                             \
	"--- file data/secret/test_group.yaml\noutput_validator_args: [word]\n"

Test(cases, are_shown_to_the_packages_validator)
{
	AUTO_ENGINE setting;

	engine_setting_make(&setting, VALIDATOR, 1);
	AUTO_COMPILED *count = compile(&setting, "count.c", COUNT);
	AUTO_COMPILED *echo = compile(&setting, "echo.c", ECHO);
	cr_expect_str_eq(run_texts(&setting, count, "7\n", "answer to 7"), "AC: said 8");
	const size_t work_count = count_work(&setting);
	cr_expect_str_eq(run_texts(&setting, count, "8\n", "answer to 8"), "AC: said 9");
	cr_expect_eq(count_work(&setting), work_count);
	cr_expect_str_eq(run_texts(&setting, echo, "7\n", "answer to 7"), "WA: said 7");
}

Test(cases, cases_whose_validator_crashes_are_a_judging_error)
{
	AUTO_ENGINE setting;

	engine_setting_make(&setting, VALIDATOR, 1);
	AUTO_COMPILED *count = compile(&setting, "count.c", COUNT);
	cr_expect_str_eq(run_texts(&setting, count, "13\n", "answer to 13"),
		"JE package: the output validator exited with status 1: Exception: broken");
	cr_expect_str_eq(run_texts(&setting, count, "7\n", "answer to 7"), "AC: said 8");
}

Test(cases, of_a_package_whose_validator_does_not_compile_fail)
{
	const struct as_case order = texts("1\n", "1\n");
	struct as_error error = {0};
	struct as_case_result result;
	AUTO_ENGINE setting;

	engine_setting_make(&setting, "--- file output_validator/v.c\nint main(\n", 1);
	AUTO_COMPILED *echo = compile(&setting, "echo.c", ECHO);
	cr_expect_eq(as_engine_run_case(setting.opened, echo, &order, &result, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_null(result.test.name);
}

Test(cases, of_a_package_without_tests_fail)
{
	const struct as_case order = texts("1\n", "1\n");
	struct as_error error = {0};
	struct as_case_result result;
	AUTO_ENGINE setting;

	engine_setting_make(&setting,
		"--- remove data/secret\n"
		"--- file problem.yaml\nproblem_format_version: 2025-09\nname: Static\n"
		"type: scoring\nuuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\n"
		"--- file static_validator/look.py\nexit(42)\n"
		"--- file data/secret/test_group.yaml\nmax_score: 10\n"
		"static_validation_score: 10\n",
		1);
	cr_assert_eq(setting.package->test_count, 0);
	AUTO_COMPILED *echo = compile(&setting, "echo.c", ECHO);
	cr_expect_eq(as_engine_run_case(setting.opened, echo, &order, &result, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect(strstr(error.text, "no tests"), "%s", error.text);
	cr_expect_null(result.test.name);
}

/* The score is the submission's output. */
#define SCORING                                                                                    \
	"--- file problem.yaml\nproblem_format_version: 2025-09\nname: Scores\n"                   \
	"type: scoring\nuuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\n"                              \
	"--- file data/secret/test_group.yaml\nmax_score: 100\nscore_aggregation: sum\n"           \
	"--- file output_validator/v.py\n"                                                         \
	"import sys\n"                                                                             \
	"open(sys.argv[3] + 'score.txt', 'w').write(sys.stdin.read())\n"                           \
	"exit(42)\n"

Test(cases, cases_with_a_score_too_high_are_a_judging_error)
{
	AUTO_ENGINE setting;

	engine_setting_make(&setting, SCORING, 1);
	AUTO_COMPILED *echo = compile(&setting, "echo.c", ECHO);
	cr_expect_str_eq(run_texts(&setting, echo, "99\n", ""), "AC");
	const char *said = run_texts(&setting, echo, "101\n", "");
	cr_expect_eq(strncmp(said, "JE package: ", 12), 0, "%s", said);
	cr_expect_not_null(strstr(said, "101"), "%s", said);
}

/* In each pass the input is the number printed in the previous pass; the answer is the last one. */
#define PASSES                                                                                     \
	"--- file problem.yaml\nproblem_format_version: 2025-09\nname: Passes\n"                   \
	"type: multi-pass\nuuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\n"                           \
	"limits:\n  validation_passes: 5\n"                                                        \
	"--- file output_validator/v.py\n"                                                         \
	"import sys\n"                                                                             \
	"n, last = int(open(sys.argv[1]).read()), int(open(sys.argv[2]).read())\n"                 \
	"said = int(sys.stdin.read())\n"                                                           \
	"if said != n + 1: exit(43)\n"                                                             \
	"if said < last: open(sys.argv[3] + 'nextpass.in', 'w').write(str(said))\n"                \
	"exit(42)\n"

Test(cases, are_run_in_all_their_passes)
{
	/* Wrong in the third pass. */
	static const char tired[] = "n = int(input())\nprint(n + (n < 3))\n";
	const struct as_case order = {.input = "1",
		.input_size = 1,
		.answer = "5",
		.answer_size = 1,
		.want_output = true};
	struct as_case_result result;
	AUTO_ENGINE setting;

	engine_setting_make(&setting, PASSES, 1);
	AUTO_COMPILED *count = compile(&setting, "count.c", COUNT);
	AUTO_COMPILED *wrong = compile(&setting, "tired.py", tired);
	run(&setting, count, &order, &result);
	cr_expect_eq(result.test.verdict, AS_VERDICT_AC);
	cr_expect_eq(result.test.passes, 4u);
	cr_expect_str_eq(result.output.data, "5\n");
	as_case_result_clear(&result);
	run(&setting, wrong, &order, &result);
	cr_expect_eq(result.test.verdict, AS_VERDICT_WA);
	cr_expect_eq(result.test.passes, 3u);
	as_case_result_clear(&result);
}

/* ---- a package of the repository: games, one a pass ---- */

static void copy_problem(struct package_folder *folder, const char *name)
{
	AS_AUTO_FREE char *command = as_text_format(NULL,
		"cp -r " ASSAY_SOURCE_DIR "/problems/%s/. %s && cd %s && "
		"rm -rf generators && mkdir -p data/secret && "
		"cp data/sample/1.in data/sample/1.ans data/secret/",
		name, folder->path, folder->path);

	cr_assert_eq(system(command), 0);
}

static struct as_compiled *compile_own(struct engine_setting *setting, const char *path)
{
	AS_AUTO_FREE char *whole =
		as_text_format(NULL, "%s/submissions/%s", setting->folder.path, path);
	struct as_error error = {0};
	struct as_compiled *compiled = as_engine_compile(
		setting->opened, &(struct as_submission){.path = whole}, NULL, &error);

	engine_setting_need(setting, compiled == NULL, &error);
	return compiled;
}

Test(cases, are_whole_interactions)
{
	const struct as_case order = texts("6\n3 2 2 3 1 2\n", "8\n");
	struct as_case_result result;
	AUTO_ENGINE setting = {.folder = package_folder_make("--- remove data\n")};

	copy_problem(&setting.folder, "coinsplay");
	engine_setting_open(&setting, 1);
	AUTO_COMPILED *right = compile_own(&setting, "accepted/stack.c");
	AUTO_COMPILED *greedy = compile_own(&setting, "wrong_answer/greedy.cpp");
	run(&setting, right, &order, &result);
	cr_expect_eq(result.test.verdict, AS_VERDICT_AC, "%s", result.test.feedback);
	cr_expect_eq(result.test.passes, 5u);
	as_case_result_clear(&result);
	run(&setting, greedy, &order, &result);
	cr_expect_eq(result.test.verdict, AS_VERDICT_WA);
	cr_assert_not_null(result.test.transcript);
	cr_expect_not_null(strstr(result.test.transcript, "3 2 2 3 1 2"));
	as_case_result_clear(&result);
}

Test(cases, are_judged_by_the_packages_own_validator)
{
	const struct as_case order = texts("5\n3 5 2 3 1\n", "6\nLLLLL\n");
	AUTO_ENGINE setting = {.folder = package_folder_make("--- remove data\n")};

	copy_problem(&setting.folder, "coinsmoves");
	engine_setting_open(&setting, 1);
	AUTO_COMPILED *right = compile_own(&setting, "accepted/table.c");
	AUTO_COMPILED *greedy = compile_own(&setting, "wrong_answer/last_coin.c");
	cr_expect_eq(strncmp(run_order(&setting, right, &order), "AC", 2), 0);
	cr_expect_eq(strncmp(run_order(&setting, greedy, &order), "WA", 2), 0);
}

/* ---- several at once ---- */

#define CASE_COUNT 12
struct caller {
	struct engine_setting *setting;
	struct as_compiled *compiled;
	unsigned number;
	bool is_right; /* the result is the expected one */
};

/* The submission fails every third of its cases. */
static void *call(void *argument)
{
	struct caller *caller = argument;

	caller->is_right = true;
	for (unsigned i = 0; i < CASE_COUNT; i++) {
		const unsigned n = 1000 * caller->number + i;
		struct as_case_result result;
		char input[16], answer[32];
		snprintf(input, sizeof(input), "%u\n", i % 3 ? n : 13);
		snprintf(answer, sizeof(answer), "answer to %u", n);
		const struct as_case order = texts(input, answer);
		if (as_engine_run_case(
			    caller->setting->opened, caller->compiled, &order, &result, NULL))
			caller->is_right = false;
		else
			caller->is_right &=
				result.test.verdict == (i % 3 ? AS_VERDICT_AC : AS_VERDICT_JE);
		as_case_result_clear(&result);
	}
	return NULL;
}

#define CALLERS 4
Test(cases, are_run_for_several_threads_concurrently_with_jobs)
{
	struct caller callers[CALLERS];
	pthread_t threads[CALLERS];
	struct as_result result;
	AUTO_ENGINE setting;

	engine_setting_make(&setting, VALIDATOR, 2);
	AUTO_COMPILED *count = compile(&setting, "count.c", COUNT);
	run_texts(&setting, count, "7\n", "answer to 7");
	for (unsigned i = 0; i < CALLERS; i++) {
		callers[i] = (struct caller){&setting, count, i + 1, false};
		cr_assert_eq(pthread_create(&threads[i], NULL, call, &callers[i]), 0);
	}
	const struct as_job_order order = {
		.package = setting.opened, .compiled = count, .run_all = true};
	struct as_job *job = as_engine_submit(setting.engine, &order, NULL);
	cr_assert_not_null(job);
	cr_expect_eq(as_engine_wait(job, &result, NULL), 0);
	/* The validator does not accept the package's own answer. */
	cr_expect_eq(result.verdict, AS_VERDICT_JE);
	as_result_clear(&result);
	as_job_free(job);
	for (unsigned i = 0; i < CALLERS; i++) {
		pthread_join(threads[i], NULL);
		cr_expect(callers[i].is_right, "thread %u", i);
	}
}

/* ---- cancelling ---- */

struct looping {
	struct engine_setting *setting;
	struct as_compiled *compiled;
	const atomic_bool *cancel;
	struct as_error error;
	int failed;
};

static void *loop(void *argument)
{
	struct looping *looping = argument;
	const struct as_case order = {.time_limit_ns = INT64_C(600000000000),
		.cancel = looping->cancel,
		.want_output = true};
	struct as_case_result result;

	looping->failed = as_engine_run_case(
		looping->setting->opened, looping->compiled, &order, &result, &looping->error);
	if (!looping->failed)
		as_case_result_clear(&result);
	return NULL;
}

/* Until one runs and the other waits. */
static void wait_until_in_work(const struct engine_setting *setting)
{
	for (bool runs = false; !runs; usleep(1000)) {
		pthread_mutex_lock(&setting->engine->lock);
		runs = setting->engine->cases && setting->engine->workers[0].judging;
		pthread_mutex_unlock(&setting->engine->lock);
	}
}

static void expect_cancelled(struct engine_setting *setting, const atomic_bool *own,
	atomic_bool *flag, struct as_compiled *ever)
{
	struct looping loops[2] = {{setting, ever, own, {0}, 0}, {setting, ever, own, {0}, 0}};
	const size_t count = count_work(setting);
	pthread_t threads[2];

	for (size_t i = 0; i < 2; i++)
		cr_assert_eq(pthread_create(&threads[i], NULL, loop, &loops[i]), 0);
	wait_until_in_work(setting);
	atomic_store(flag, true);
	for (size_t i = 0; i < 2; i++) {
		pthread_join(threads[i], NULL);
		cr_expect_eq(loops[i].failed, -1);
		cr_expect_str_eq(loops[i].error.text, "interrupted");
	}
	atomic_store(flag, false);
	cr_expect_eq(count_work(setting), count);
}

Test(cases, are_cancelled_by_their_own_flag_and_the_engines)
{
	static atomic_bool own;
	AUTO_ENGINE setting;

	engine_setting_make(&setting, "", 1);
	AUTO_COMPILED *echo = compile(&setting, "echo.c", ECHO);
	AUTO_COMPILED *ever = compile(&setting, "ever.c", FOR_EVER);
	cr_expect_str_eq(run_texts(&setting, echo, "1\n", "1\n"), "AC");
	expect_cancelled(&setting, &own, &own, ever);
	expect_cancelled(&setting, NULL, &setting.cancel, ever);
	cr_expect_str_eq(run_texts(&setting, echo, "1\n", "1\n"), "AC");
}

/* ---- a job with such data ---- */

Test(cases, a_job_may_have_an_input_in_place_of_that_of_its_test)
{
	AUTO_ENGINE setting;
	AS_AUTO(as_result_clear) struct as_result result = {0};
	struct as_error error = {0};

	engine_setting_make(&setting, "", 1);
	AUTO_COMPILED *count = compile(&setting, "count.c", COUNT);
	const struct as_case data = texts("41\n", "43\n");
	const struct as_job_order order = {.package = setting.opened,
		.compiled = count,
		.test = setting.package->tests[0].name,
		.data = &data};
	const size_t before = count_work(&setting);
	struct as_job *job = as_engine_submit(setting.engine, &order, &error);
	cr_assert_not_null(job, "%s", error.text);
	cr_assert_eq(as_engine_wait(job, &result, &error), 0, "%s", error.text);
	as_job_free(job);
	cr_expect_eq(result.verdict, AS_VERDICT_WA);
	cr_assert_eq(result.test_count, 1);
	cr_expect_str_eq(result.tests[0].feedback, "token 1 (line 1): expected 43, got 42");
	cr_expect_eq(count_work(&setting), before);
}
