/* SPDX-License-Identifier: MIT */
/* assay strength: kinds of packages and languages, and what it shows meanwhile. */
#include "strength_case.h"
#include "support/hogs.h"

#include <poll.h>
#include <pty.h>

TestSuite(strength_kinds, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* The state of the only mutant of an operator. */
static void expect_state(const json_t *document, const char *operator_, const char *state)
{
	json_t *mutant;
	size_t i, count = 0;

	json_array_foreach(json_object_get(document, "mutants"), i, mutant)
	{
		if (strcmp(json_string_value(json_object_get(mutant, "operator")), operator_) != 0)
			continue;
		count++;
		cr_expect_str_eq(json_string_value(json_object_get(mutant, "state")), state, "%s",
			operator_);
	}
	cr_expect_eq(count, 1, "%zu mutants of %s", count, operator_);
}

/* ---- packages ---- */

/* Without the early exit the program is right, takes more than 20 times as long, and keeps the time
 * limit. */
Test(strength_kinds, a_dropped_early_exit_may_be_slow)
{
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 10\n");
	put_test("1", "3 1\n", "2\n");
	put("sum/submissions/accepted/right.c",
		"#include <stdio.h>\nstatic int slow(int a)\n{\n\tvolatile int s = 0;\n"
		"\tfor (int i = 0; i < 600000000; i++)\n\t\ts += i & 1;\n\treturn a + 0 * s;\n}\n"
		"static int f(int a)\n{\n\tif (a >= 0)\n\t\treturn a;\n\treturn slow(a);\n}\n"
		"int main(void)\n{\n\tint a, b;\n\tscanf(\"%d%d\", &a, &b);\n\ta = f(a);\n"
		"\tprintf(\"%d\\n\", a > b ? a - b : b);\n}\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search", "--json");
	EXPECT_STATUS(outcome, 0);
	json_t *document = document_of(&outcome);
	expect_state(document, "branch-dropped", "survived");
	json_decref(document);
}

/* The package's code calls the function that is handed in. */
Test(strength_kinds, mutants_of_a_function_are_judged_with_its_driver)
{
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 1\nlanguages: [c]\n");
	put("sum/include/c/driver.c",
		"#include <stdio.h>\nint f(int a, int b);\nint main(void)\n{\n\tint a, b;\n"
		"\tscanf(\"%d%d\", &a, &b);\n\tprintf(\"%d\\n\", f(a, b));\n}\n");
	put("sum/submissions/accepted/right.c",
		"int f(int a, int b)\n{\n\treturn a > b ? a - b : b;\n}\n");
	put_test("1", "3 1\n", "2\n");
	put_test("2", "1 1\n", "1\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search", "--json");
	EXPECT_STATUS(outcome, 0);
	json_t *document = document_of(&outcome);
	expect_state(document, "comparison-includes", "killed");
	expect_state(document, "sign", "killed");
	json_decref(document);
}

Test(strength_kinds, mutants_interact)
{
	put("sum/problem.yaml", SUM_YAML "type: interactive\nlimits:\n  time_limit: 1\n");
	put("sum/output_validator/validate.py",
		"import sys\nprint(open(sys.argv[1]).read(), end='', flush=True)\n"
		"right = sys.stdin.read().split() == open(sys.argv[2]).read().split()\n"
		"sys.exit(42 if right else 43)\n");
	put_test("1", "3 1\n", "2\n");
	put("sum/submissions/accepted/right.py", RIGHT_PY);
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search", "--json");
	EXPECT_STATUS(outcome, 0);
	json_t *document = document_of(&outcome);
	expect_state(document, "comparison-includes", "survived");
	expect_state(document, "sign", "killed");
	json_decref(document);
}

/* The second pass has the numbers in the other order; only it tells > from >=. */
Test(strength_kinds, mutants_have_several_passes)
{
	put("sum/problem.yaml", SUM_YAML "type: multi-pass\nlimits:\n  time_limit: 1\n");
	put("sum/output_validator/validate.py",
		"import os, sys\nfolder = sys.argv[3]\nmark = os.path.join(folder, 'mark')\n"
		"second = os.path.exists(mark)\nwanted = '1' if second else '2'\n"
		"if sys.stdin.read().split() != [wanted]:\n    sys.exit(43)\n"
		"if not second:\n    open(mark, 'w').close()\n"
		"    open(os.path.join(folder, 'nextpass.in'), 'w').write('1 1\\n')\n"
		"sys.exit(42)\n");
	put_test("1", "3 1\n", "2\n");
	put("sum/submissions/accepted/right.py", RIGHT_PY);
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search", "--json");
	EXPECT_STATUS(outcome, 0);
	json_t *document = document_of(&outcome);
	expect_state(document, "comparison-includes", "killed");
	expect_state(document, "sign", "killed");
	json_decref(document);
}

/* ---- languages ---- */

Test(strength_kinds, class_files_that_are_equal_are_judged_once)
{
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 2\n");
	put_test("1", "3 1\n", "5\n");
	put("sum/submissions/accepted/Right.java",
		"class Right {\n\tpublic static void main(String[] a) {\n\t\tlong five = 5L;\n"
		"\t\tSystem.out.println(five);\n\t}\n}\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search", "--json");
	EXPECT_STATUS(outcome, 0);
	json_t *document = document_of(&outcome);
	expect_state(document, "literal-narrowed", "equivalent");
	expect_state(document, "constant-plus", "killed");
	json_decref(document);
}

/* If there are fewer mutants than submissions, those of the shortest submissions are measured. */
Test(strength_kinds, the_shortest_submission_is_first)
{
	put_weak();
	put("sum/submissions/accepted/a.c", RIGHT_C "/* a longer one */\n");
	put("sum/submissions/accepted/z.py", RIGHT_PY);
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search", "--json", "--mutants=2");
	EXPECT_STATUS(outcome, 0);
	static const char *const paths[] = {"submissions/accepted/z.py",
		"submissions/accepted/right.c", "submissions/accepted/a.c"};
	json_t *document = document_of(&outcome);
	for (size_t i = 0; i < 3; i++) {
		const json_t *source = json_array_get(json_object_get(document, "submissions"), i);
		cr_expect_str_eq(json_string_value(json_object_get(source, "path")), paths[i]);
		cr_expect_eq(json_integer_value(json_object_get(source, "mutants")), i < 2);
	}
	json_decref(document);
}

/* ---- meanwhile ---- */

Test(strength_kinds, the_pace_is_noted_before_the_first_mutant)
{
	put_weak();
	put("sum/submissions/accepted/right.py", RIGHT_PY);
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search", "-j1");
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.err.data, "assay: note: mutants: 7 in C, 6 in Python; expected time: ");
	expect_has(outcome.err.data, " s, less for those that an earlier measurement judged\n");
	AUTO_OUTCOME late = ASSAY("strength", "sum", "--no-search", "-j1", "--time=2s");
	expect_has(late.err.data, "; no mutant is begun after 2 s (--time)\n");
	AUTO_OUTCOME silent = ASSAY("strength", "sum", "--no-search", "--json", "--mutants=1");
	cr_expect_str_empty(silent.err.data);
}

/* A slow submission may take the time limit on each test. */
Test(strength_kinds, the_pace_includes_wrong_submissions_of_the_package)
{
	put_weak();
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 50\n");
	put("sum/submissions/wrong_answer/b.py", "print(input().split()[1])\n");
	put("sum/submissions/time_limit_exceeded/two.py", "print(2)\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--no-search", "-j1", "--mutants=1");
	expect_has(outcome.err.data,
		"assay: note: mutants: 1 in C; wrong submissions: 2; expected time: 5");
}

/* What a command writes to a terminal; free it. */
static char *run_on_terminal(const char *const *argv)
{
	AS_AUTO_BYTES struct as_bytes shown = {0};
	int terminal, status;
	const pid_t pid = forkpty(&terminal, NULL, NULL, NULL);

	if (pid == 0) {
		setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
		execv(argv[0], (char *const *)argv);
		_exit(127);
	}
	cr_assert_gt(pid, 0);
	shown.data = calloc(1, 1 << 20);
	/* The end of a terminal is the error EIO. */
	for (ssize_t size; shown.size < (1 << 20) - 4096; shown.size += (size_t)size)
		if ((size = read(terminal, shown.data + shown.size, 4096)) <= 0)
			break;
	close(terminal);
	cr_assert(waitpid(pid, &status, 0) == pid && status == 0, "%s", shown.data);
	return as_steal(shown.data);
}

Test(strength_kinds, a_terminal_shows_what_is_done)
{
	put_weak();
	AS_AUTO_FREE char *shown = run_on_terminal(ASSAY_ARGV("strength", "sum", "--no-search"));
	const char *note = strstr(shown, "assay: note: mutants: 7 in C; expected time: ");
	const char *line = strstr(shown, "\rcompiling mutants [");
	cr_expect(note && line && note < line, "%s", shown);
	expect_has(shown, "judged 7, killed 5, gaps 0");
	expect_has(shown, "] 7/7");
}

Test(strength_kinds, the_time_of_waiting_for_a_core_is_reported)
{
	const int core = first_core(), held = hold_core(core);
	char list[32];

	snprintf(list, sizeof(list), "--cores=%d", core);
	put_weak();
	struct process process = command_start(
		ASSAY_ARGV("strength", "sum", "--no-search", "--fresh", "-j1", list), NULL);
	struct pollfd waiter = {.fd = held, .events = POLLIN};
	cr_assert_eq(poll(&waiter, 1, 60000), 1, "it does not wait");
	usleep(1200000);
	close(held);
	AUTO_OUTCOME outcome = command_end(&process);
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.out.data, "5 killed, 2 survived\n  the command waited ");
	expect_has(outcome.out.data, " s for cores that other commands used\n");
}
