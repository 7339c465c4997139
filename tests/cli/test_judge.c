/* SPDX-License-Identifier: MIT */
/* assay judge: the verdicts of the bundled submissions, and the effects of each option. */
#include "support/packages.h"
#include "support/verdicts.h"

TestSuite(judge, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* ---- the bundled submissions ---- */

static const struct {
	const char *folder;
	const char *verdict;
	size_t min_count;
} bundled[] = {
	{"accepted", "AC", 6},
	{"wrong_answer", "WA", 5},
	{"time_limit_exceeded", "TLE", 1},
	{"run_time_error", "RTE", 2},
};

static void judge_bundled(size_t index)
{
	/* Far from their limits: no reruns are needed. */
	const char *argv[64] = {ASSAY_COMMAND, "judge", "--json", "--reruns=0", "--expect",
		bundled[index].verdict, "coinseven"};
	AS_AUTO_FREE char *folder =
		as_text_format(NULL, "coinseven/submissions/%s", bundled[index].folder);
	AS_AUTO_FD int fd = openat(here_fd, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AS_AUTO_NAMES char **names = as_dir_list(fd, 50, NULL);
	size_t count = 0;
	for (; names[count]; count++)
		argv[7 + count] = as_text_format(NULL, "%s/%s", folder, names[count]);
	cr_assert_geq(count, bundled[index].min_count);
	AUTO_OUTCOME outcome = command_run(argv);
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	cr_expect_eq(json_array_size(documents), count);
	for (size_t i = 0; i < json_array_size(documents); i++) {
		json_t *document = json_array_get(documents, i);
		cr_expect_str_eq(verdict_of(document), bundled[index].verdict, "%s", argv[7 + i]);
		cr_expect_str_eq(text_below(document, "submission", "path"), argv[7 + i]);
		cr_expect_eq(json_integer_value(json_object_get(document, "max_score")), 100);
		cr_expect_eq(json_integer_value(json_object_get(document, "score")) == 100,
			index == 0, "%s", argv[7 + i]);
	}
	for (size_t i = 0; i < count; i++)
		free((char *)argv[7 + i]);
	EXPECT_NOTHING_LEFT(outcome);
}

Test(judge, every_accepted_submission_is_accepted)
{
	generate_coinseven();
	/* The verdicts are asserted, not the speed of a machine that also runs other tests. */
	AUTO_OUTCOME slower = command_run((const char *const[]){"/bin/sed", "-i",
		"s/time_limit: 3$/time_limit: 30/", "coinseven/problem.yaml", NULL});
	EXPECT_STATUS(slower, 0);
	judge_bundled(0);
}

Test(judge, every_other_submission_gets_the_verdict_of_its_folder)
{
	generate_coinseven();
	for (size_t i = 1; i < sizeof(bundled) / sizeof(*bundled); i++)
		judge_bundled(i);
}

Test(judge, a_scoring_package_adds_the_points_of_accepted_tests)
{
	generate_coinseven();
	AUTO_OUTCOME outcome = ASSAY(
		"judge", "--json", "coinseven", "coinseven/submissions/wrong_answer/array100.c");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	static const int scores[] = {25, 10, 15, 0, 0};
	cr_expect_eq(json_integer_value(json_object_get(document, "score")), 25);
	for (size_t i = 0; i < 5; i++) {
		json_t *group = json_array_get(json_object_get(document, "groups"), i);
		cr_expect_eq(
			json_integer_value(json_object_get(group, "score")), scores[i], "%zu", i);
	}
}

/* ---- options ---- */

/* Fails its second secret test and all later ones. */
#define FAILS_LATER                                                                                \
	"a, b = map(int, input().split())\n"                                                       \
	"print(a + b if a < 2 else -1)\n"

static json_t *judge_sum(const char *option, const char *value, const char *file)
{
	AUTO_OUTCOME outcome = value ? ASSAY("judge", "--json", option, value, "sum", file)
				     : ASSAY("judge", "--json", option, "sum", file);
	EXPECT_STATUS(outcome, 0);
	return document_of(&outcome);
}

/* Times and memory differ from run to run; nothing else may. */
static void remove_measurements(json_t *value)
{
	static const char *const measures[] = {
		"cpu_time_ns", "wall_time_ns", "memory_bytes", "instructions", "reruns"};
	const char *key;
	json_t *member;
	size_t index;
	for (size_t i = 0; i < sizeof(measures) / sizeof(*measures); i++)
		json_object_del(value, measures[i]);
	json_object_foreach(value, key, member) remove_measurements(member);
	json_array_foreach(value, index, member) remove_measurements(member);
}

Test(judge, two_workers_report_the_same_as_one)
{
	put_sum_package(12);
	put("right.c", SUM_C);
	put("later.py", FAILS_LATER);
	AUTO_OUTCOME warm = ASSAY("judge", "sum", "right.c", "later.py");
	EXPECT_STATUS(warm, 0);
	AUTO_OUTCOME one = ASSAY("judge", "-J", "-j1", "sum", "right.c", "later.py");
	AUTO_OUTCOME two = ASSAY("judge", "-J", "-j2", "sum", "right.c", "later.py");
	AS_AUTO_JSON json_t *by_one = documents_of(&one), *by_two = documents_of(&two);
	remove_measurements(by_one);
	remove_measurements(by_two);
	cr_expect_eq(json_array_size(by_one), 2);
	AS_AUTO_FREE char *first = json_dumps(by_one, JSON_SORT_KEYS);
	AS_AUTO_FREE char *second = json_dumps(by_two, JSON_SORT_KEYS);
	cr_expect_str_eq(first, second);
	cr_expect_str_eq(fate_of(json_array_get(by_two, 1)), "WA");
	EXPECT_NOTHING_LEFT(two);
}

Test(judge, a_pass_fail_package_stops_at_the_first_failure_without_the_option_all)
{
	put_sum_package(5);
	put("later.py", FAILS_LATER);
	AS_AUTO_JSON json_t *stopped = judge_sum("-j1", NULL, "later.py");
	cr_expect_eq(json_array_size(json_object_get(stopped, "tests")), 3);
	cr_expect_null(json_object_get(stopped, "score"));
	AS_AUTO_JSON json_t *whole = judge_sum("--all", NULL, "later.py");
	cr_expect_eq(json_array_size(json_object_get(whole, "tests")), 6);
	cr_expect_str_eq(verdict_of(whole), "WA");
	cr_expect_str_eq(text_below(failed_test(whole), "name", NULL), "secret/02");
	cr_expect_str_eq(text_below(failed_test(whole), "feedback", NULL),
		"token 1 (line 1): expected 6, got -1");
}

Test(judge, one_test_is_judged_by_its_name)
{
	put_sum_package(5);
	put("later.py", FAILS_LATER);
	AS_AUTO_JSON json_t *right = judge_sum("--test", "secret/01", "later.py");
	cr_expect_eq(json_array_size(json_object_get(right, "tests")), 1);
	cr_expect_str_eq(verdict_of(right), "AC");
	AS_AUTO_JSON json_t *wrong = judge_sum("--test", "secret/04", "later.py");
	cr_expect_eq(json_array_size(json_object_get(wrong, "tests")), 1);
	cr_expect_str_eq(text_below(failed_test(wrong), "name", NULL), "secret/04");
	AUTO_OUTCOME absent = ASSAY("judge", "--test", "secret/99", "sum", "later.py");
	EXPECT_COMPLAINT(
		absent, 2, "unknown test or group 'secret/99'; did you mean 'secret/01'?\n");
	AUTO_OUTCOME number = ASSAY("judge", "--test", "04", "sum", "later.py");
	EXPECT_COMPLAINT(number, 2, "unknown test or group '04'; did you mean 'secret/04'?\n");
}

Test(judge, an_expectation_that_is_not_met_is_status_1)
{
	put_sum_package(2);
	put("right.py", SUM_PY);
	put("later.py", FAILS_LATER);
	AUTO_OUTCOME met = ASSAY("judge", "--expect", "AC", "sum", "right.py");
	EXPECT_STATUS(met, 0);
	AUTO_OUTCOME unmet = ASSAY("judge", "--expect", "AC", "sum", "right.py", "later.py");
	EXPECT_STATUS(unmet, 1);
	cr_expect_str_empty(unmet.err.data);
	AUTO_OUTCOME wrong = ASSAY("judge", "--expect=WA", "sum", "later.py");
	EXPECT_STATUS(wrong, 0);
}

Test(judge, a_student_learns_of_a_secret_test_its_verdict_only)
{
	put_sum_package(3);
	put("crash.py", "import sys\na, b = map(int, input().split())\nprint(a + b)\n"
			"sys.exit(f'secret {a}' if a > 1 or b == 1 else 0)\n");
	AS_AUTO_JSON json_t *document = judge_sum("--audience", "student", "crash.py");
	cr_expect_str_eq(verdict_of(document), "RTE");
	json_t *tests = json_object_get(document, "tests"), *sample = json_array_get(tests, 0),
	       *secret = json_array_get(tests, 1);
	cr_expect_eq(json_array_size(tests), 2);
	cr_expect_not_null(json_object_get(sample, "cpu_time_ns"));
	cr_expect_str_eq(text_below(secret, "verdict", NULL), "RTE");
	cr_expect_eq(json_object_size(secret), 2, "a secret test shows more than its verdict");
	AS_AUTO_FREE char *text = json_dumps(document, JSON_COMPACT);
	cr_expect_null(strstr(text, "secret 1"), "%s", text);
	cr_expect_eq(json_integer_value(json_object_get(document, "cpu_time_ns")),
		json_integer_value(json_object_get(sample, "cpu_time_ns")));
	AUTO_OUTCOME table = ASSAY("judge", "--audience", "student", "sum", "crash.py");
	cr_expect_null(strstr(table.out.data, "secret 1"), "%s", table.out.data);
}

/* Hidden runs are reported as unknown, which is not 0. */
Test(judge, hidden_values_are_null_and_a_dash)
{
	put("sum/problem.yaml", SUM_YAML SUM_LIMITS);
	put("sum/data/secret/1.in", "1 2\n");
	put("sum/data/secret/1.ans", "3\n");
	put("right.py", SUM_PY);
	AS_AUTO_JSON json_t *document = judge_sum("--audience", "student", "right.py");
	cr_expect(json_is_null(json_object_get(document, "cpu_time_ns")));
	cr_expect(json_is_null(json_object_get(document, "memory_bytes")));
	AUTO_OUTCOME table = ASSAY("judge", "--audience", "student", "sum", "right.py");
	cr_expect_not_null(strstr(table.out.data, "AC            1/1        -         -  python3"),
		"%s", table.out.data);
	cr_expect_null(strstr(table.out.data, "weak"), "%s", table.out.data);
}

#define FAILED_HINT(document) text_below(failed_test(document), "hint", NULL)

/* For students, on a secret test with full feedback of the package. */
Test(judge, a_failed_test_shows_its_hint)
{
	put_sum_package(1);
	put("zero.py", "print(3 if input() == '1 2' else 0)\n");
	put("sum/data/sample/1.yaml", "hint: Add.\n");
	put("sum/data/secret/01.yaml", "hint: |\n  Add.\n  All of them.\n");
	AS_AUTO_JSON json_t *setter = judge_sum("--audience", "setter", "zero.py");
	cr_expect_str_eq(FAILED_HINT(setter), "Add.\nAll of them.\n");
	cr_expect_null(
		json_object_get(json_array_get(json_object_get(setter, "tests"), 0), "hint"));
	AS_AUTO_JSON json_t *hidden = judge_sum("--audience", "student", "zero.py");
	cr_expect_null(json_object_get(failed_test(hidden), "hint"));
	cr_expect_null(json_object_get(failed_test(hidden), "feedback"));
	put("sum/data/secret/01.yaml", "hint: Add.\nfull_feedback: true\n");
	AS_AUTO_JSON json_t *shown = judge_sum("--audience", "student", "zero.py");
	cr_expect_str_eq(FAILED_HINT(shown), "Add.");
	cr_expect_str_eq(text_below(failed_test(shown), "feedback", NULL),
		text_below(failed_test(setter), "feedback", NULL));
	put("right.py", "print(sum(map(int, input().split())))\n");
	AS_AUTO_JSON json_t *passed = judge_sum("--audience", "student", "right.py");
	json_t *secret = json_array_get(json_object_get(passed, "tests"), 1);
	cr_expect_str_eq(text_below(secret, "verdict", NULL), "AC");
	cr_expect_null(json_object_get(secret, "feedback"));
	unlink("sum/data/sample/1.yaml");
	unlink("sum/data/secret/01.yaml");
	put("sum/problem.yaml", "name: Sum\nlimits: {memory: 64}\n");
	put("sum/data/secret/01.hint", "Add them.\nAll of them.\n");
	AS_AUTO_JSON json_t *legacy = judge_sum("--audience", "setter", "zero.py");
	cr_expect_str_eq(FAILED_HINT(legacy), "Add them.\nAll of them.");
	put("sum/data/secret/01.hint", "Add \xff\n");
	AS_AUTO_JSON json_t *broken = judge_sum("--audience", "setter", "zero.py");
	cr_expect_null(json_object_get(failed_test(broken), "hint"));
}

Test(judge, generated_files_are_kept_in_the_requested_folder)
{
	put_sum_package(2);
	put("right.c", SUM_C);
	put("broken.c", "int main(void) { return 0 }\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--keep", "kept/here", "sum", "right.c", "broken.c");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_BYTES struct as_bytes output = {0}, message = {0};
	cr_assert_eq(as_file_read(here_fd, "kept/here/1-right.c/tests/secret/02.out", 100, &output,
			     NULL),
		0);
	cr_expect_str_eq(output.data, "6\n");
	cr_expect_eq(faccessat(here_fd, "kept/here/1-right.c/program/program", X_OK, 0), 0);
	cr_expect_eq(faccessat(here_fd, "kept/here/1-right.c/tests/sample/1.err", R_OK, 0), 0);
	cr_assert_eq(
		as_file_read(here_fd, "kept/here/2-broken.c/compiler.txt", 10000, &message, NULL),
		0);
	cr_expect_not_null(strstr(message.data, "error: expected"), "%s", message.data);
	cr_expect_eq(faccessat(here_fd, "kept/here/2-broken.c/program", F_OK, 0), -1);
}

Test(judge, generated_files_cannot_be_kept_in_a_file)
{
	put_sum_package(1);
	put("right.py", SUM_PY);
	put("kept", "");
	AUTO_OUTCOME outcome = ASSAY("judge", "--keep", "kept", "sum", "right.py");
	EXPECT_COMPLAINT(outcome, 2, "--keep=kept: cannot be made as a folder: Not a directory");
}

Test(judge, python_runs_under_pypy_if_requested)
{
	put_sum_package(2);
	put("which.py", "import sys\na, b = map(int, input().split())\n"
			"print(a + b if 'PyPy' in sys.version else sys.version)\n");
	put("shebang.py", "#!/usr/bin/env pypy3\n" SUM_PY);
	AS_AUTO_JSON json_t *pypy = judge_sum("--language", "pypy3", "which.py");
	EXPECT_FATE(pypy, "AC");
	cr_expect_str_eq(text_below(pypy, "submission", "language"), "pypy3");
	AS_AUTO_JSON json_t *told = judge_sum("-j1", NULL, "shebang.py");
	EXPECT_FATE(told, "AC");
	cr_expect_str_eq(text_below(told, "submission", "language"), "pypy3");
	AS_AUTO_JSON json_t *cpython = judge_sum("-j1", NULL, "which.py");
	EXPECT_FATE(cpython, "WA");
}

/* python3-yaml is installed for the tests of documents. */
Test(judge, a_module_is_available_only_if_requested)
{
	put_sum_package(1);
	put("module.py", "import yaml\n" SUM_PY);
	AS_AUTO_JSON json_t *without = judge_sum("-j1", NULL, "module.py");
	EXPECT_FATE(without, "RTE exit-code");
	cr_expect_str_eq(text_below(failed_test(without), "feedback", NULL),
		"ModuleNotFoundError: No module named 'yaml'");
	AS_AUTO_JSON json_t *with = judge_sum("--module", "yaml", "module.py");
	EXPECT_FATE(with, "AC");
	AUTO_OUTCOME judged = ASSAY("judge", "--module=yamll", "sum", "module.py");
	EXPECT_COMPLAINT(judged, 2, "unknown module 'yamll'; did you mean 'yaml'?");
	AUTO_OUTCOME verified = ASSAY("verify", "--module=yamll", "sum");
	EXPECT_COMPLAINT(verified, 2, "unknown module 'yamll'; did you mean 'yaml'?");
}

Test(judge, a_language_that_is_not_in_the_table_is_bad_usage)
{
	put_sum_package(1);
	put("right.py", SUM_PY);
	AUTO_OUTCOME outcome = ASSAY("judge", "--language", "klingon", "sum", "right.py");
	EXPECT_COMPLAINT(outcome, 2, "unknown language 'klingon'; see assay languages");
	static const char *const words[][2] = {{"C++", "cpp"}, {"c++", "cpp"}, {"g++", "cpp"},
		{"py", "python3"}, {"js", "javascript"}, {"CS", "csharp"}, {"c#", "csharp"},
		{"node", "javascript"}};
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		AUTO_OUTCOME other = ASSAY("judge", "--language", words[i][0], "sum", "right.c");
		AS_AUTO_FREE char *text = as_text_format(NULL,
			"unknown language '%s'; did you mean '%s'? see assay languages",
			words[i][0], words[i][1]);
		EXPECT_COMPLAINT(other, 2, text);
	}
}

Test(judge, the_table_has_a_row_and_a_reason_for_each_submission)
{
	put_sum_package(3);
	put("right.py", SUM_PY);
	put("later.py", FAILS_LATER);
	put("broken.c", "int main(void) { return 0 }\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "sum", "right.py", "later.py", "broken.c");
	EXPECT_STATUS(outcome, 0);
	static const char *const rows[] = {"VERDICT", "\nAC ", " right.py\n", "\nWA ",
		" later.py\n        secret/02: token 1 (line 1): expected 6, got -1\n", "\nCE ",
		" broken.c\n        compiler: "};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		cr_expect_not_null(strstr(outcome.out.data, rows[i]), "no \"%s\" in:\n%s", rows[i],
			outcome.out.data);
}

Test(judge, the_document_has_the_limits_of_a_run)
{
	put_sum_package(1);
	put("right.c", SUM_C);
	put("Main.java", "class Main { public static void main(String[] a) { } }\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", "right.c", "Main.java");
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	static const int memory_mib[] = {64, 64 + 256}, processes[] = {64, 96};
	for (size_t i = 0; i < 2; i++) {
		json_t *limits = json_object_get(json_array_get(documents, i), "limits");
		cr_expect_eq(json_integer_value(json_object_get(limits, "memory_bytes")),
			(json_int_t)memory_mib[i] << 20);
		cr_expect_eq(
			json_integer_value(json_object_get(limits, "processes")), processes[i]);
		cr_expect_eq(json_integer_value(json_object_get(limits, "cpu_time_ns")), 500000000);
		cr_expect_eq(json_integer_value(json_object_get(limits, "reruns")), 10);
	}
}

/* ---- the validator of these tests ---- */

Test(judge, the_tests_refuse_a_document_that_does_not_fit)
{
	static const char path[] = ASSAY_SOURCE_DIR "/tests/data/invalid/verdict/unknown-key.json";
	AS_AUTO_JSON json_t *document = json_load_file(path, 0, NULL);
	AS_AUTO_FREE char *line = json_dumps(document, JSON_COMPACT);
	char answer[4096];
	cr_assert_not_null(line);
	const struct as_bytes text = {.data = line, .size = strlen(line)};
	schemas_ask(SCHEMA, &text, answer, sizeof(answer));
	cr_expect_str_eq(strtok(answer, ","), "document 1");
	const struct as_bytes broken = {.data = line, .size = strlen(line) - 1};
	schemas_ask(SCHEMA, &broken, answer, sizeof(answer));
	cr_expect_not_null(strstr(answer, "JSONDecodeError"), "%s", answer);
}
