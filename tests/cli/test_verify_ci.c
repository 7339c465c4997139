/* SPDX-License-Identifier: MIT */
/* assay verify for a CI: commands that become annotations, and JUnit XML. */
#include "support/packages.h"

TestSuite(verify_ci, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* Plays the part of the CI's runner: prints "LEVEL FILE LINE TEXT" for each command that has
 * effect. */
#define RUNNER_PY                                                                                  \
	"import re, sys\n"                                                                         \
	"token = None\n"                                                                           \
	"for line in open('out', newline='\\n'):\n"                                                \
	"    found = re.match(r'\\s*::([^ :]+)(?: ([^:]*))?::(.*)\\n', line)\n"                    \
	"    if token or not found:\n"                                                             \
	"        if found and found[1] == token:\n"                                                \
	"            token = None\n"                                                               \
	"        continue\n"                                                                       \
	"    if found[1] == 'stop-commands':\n"                                                    \
	"        token = found[3]\n"                                                               \
	"        continue\n"                                                                       \
	"    def plain(text):\n"                                                                   \
	"        return re.sub('%([0-9A-F]{2})', lambda code: chr(int(code[1], 16)), text)\n"      \
	"    pairs = dict(pair.split('=', 1) for pair in (found[2] or '').split(','))\n"           \
	"    print(found[1], plain(pairs['file']), pairs.get('line'), plain(found[3]))\n"          \
	"assert not token\n"

static char *run_runner(const struct outcome *outcome)
{
	put("out", outcome->out.data);
	put("runner.py", RUNNER_PY);
	AUTO_OUTCOME runner =
		command_run((const char *const[]){"/usr/bin/python3", "runner.py", NULL});
	EXPECT_STATUS(runner, 0);
	return strdup(runner.out.data);
}

Test(verify_ci, errors_and_warnings_are_commands_about_files)
{
	put_sum_package(1);
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/submissions/accepted/wrong.c", "int main(void) { return 0; }\n");
	put("sum/submissions/accepted/broken.c", "int\n");
	put("a%,b/empty", "");
	cr_assert_eq(rename("sum", "a%,b/sum"), 0);
	AUTO_OUTCOME outcome = ASSAY("verify", "a%,b/sum", "nowhere", "--annotate=github");
	EXPECT_STATUS(outcome, 3);
	AS_AUTO_FREE char *commands = run_runner(&outcome);
	cr_expect_not_null(
		strstr(commands, "error a%,b/sum/submissions/accepted/wrong.c None sample/1 is WA"),
		"%s", commands);
	cr_expect_not_null(
		strstr(commands,
			"error a%,b/sum/submissions/accepted/broken.c None it does not compile"),
		"%s", commands);
	cr_expect_not_null(
		strstr(commands, "error nowhere/problem.yaml None nowhere: no such file or folder"),
		"%s", commands);
	cr_expect_null(strstr(commands, "right.c"), "%s", commands);
	AUTO_OUTCOME both = ASSAY("verify", "sum", "--annotate=github", "--json");
	EXPECT_COMPLAINT(both, 2, "--annotate and --json are mutually exclusive");
	AUTO_OUTCOME unknown = ASSAY("verify", "sum", "--annotate=gitlab");
	EXPECT_COMPLAINT(unknown, 2, "unknown value 'gitlab' of --annotate; did you mean ");
}

Test(verify_ci, an_error_of_a_file_has_its_line)
{
	put_sum_package(1);
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/problem.yaml", SUM_YAML "noise: 1\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "sum", "--annotate=github");
	AS_AUTO_FREE char *commands = run_runner(&outcome);
	cr_expect_not_null(
		strstr(commands, " sum/problem.yaml 4 unknown key 'noise'"), "%s", commands);
	put("sum/problem.yaml", SUM_YAML "name: Sum\n");
	AUTO_OUTCOME unread = ASSAY("verify", "sum", "--annotate=github");
	EXPECT_STATUS(unread, 3);
	AS_AUTO_FREE char *said = run_runner(&unread);
	cr_expect_not_null(strstr(said, "error sum/problem.yaml 4 duplicate key"), "%s", said);
}

/* Strangers propose packages to public repositories, and control their texts. */
Test(verify_ci, a_package_prints_no_command)
{
	put_sum_package(1);
	put("sum/submissions/accepted/::error file=x::y.c", "int main(void) { return 0; }\n");
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/submissions/accepted/says.c", "#include <stdio.h>\nint main(void) { "
					       "puts(\"\\n::error file=x::y\"); return 0; }\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "sum", "--annotate=github");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_FREE char *commands = run_runner(&outcome);
	cr_expect_null(strstr(commands, "error x "), "%s", commands);
	cr_expect_not_null(
		strstr(commands, "error sum/submissions/accepted/says.c "), "%s", commands);
}

Test(verify_ci, junit_has_a_case_for_each_submission_and_each_other_error)
{
	put_sum_package(1);
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/submissions/accepted/wrong.c", "int main(void) { return 0; }\n");
	put("sum/problem.yaml", SUM_YAML "noise: 1\n");
	put("good/problem.yaml", "problem_format_version: 2025-09\nname: Sum\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "sum", "good", "nowhere", "--junit=junit.xml");
	EXPECT_STATUS(outcome, 3);
	AUTO_OUTCOME cases = command_run((const char *const[]){"/usr/bin/python3", "-c",
		"import xml.etree.ElementTree as tree\n"
		"for suite in tree.parse('junit.xml').getroot():\n"
		"    for case in suite:\n"
		"        kind = [child.tag + ' ' + child.get('type') for child in case]\n"
		"        print(case.get('classname'), case.get('name')[:35], *kind, sep=' | ')\n",
		NULL});
	cr_expect_str_eq(cases.out.data,
		"sum.submissions | accepted/right.c\n"
		"sum.submissions | accepted/wrong.c | failure WA\n"
		"sum.package | problem.yaml:4:1: unknown key 'nois | failure error\n"
		"good.package | it can be verified | error error\n"
		"nowhere.package | it can be verified | error error\n",
		"%s%s", cases.out.data, cases.err.data);
	put("own.c", "int x;\n");
	AUTO_OUTCOME kept = ASSAY("verify", "sum", "--junit", "own.c");
	EXPECT_COMPLAINT(kept, 2, "own.c");
	AUTO_OUTCOME output = ASSAY("verify", "sum", "--junit", "-");
	EXPECT_COMPLAINT(output, 2, "--junit: a document cannot be written to standard output");
}
