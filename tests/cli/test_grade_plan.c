/* SPDX-License-Identifier: MIT */
/* assay grade --dry-run lists the submissions that the run would process, with the reason. */
#include "support/packages.h"

TestSuite(grade_plan, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define GRADE(...)                                                                                 \
	ASSAY("grade", "scheme.yaml", "class", "-o", "out", "-j1", "--reruns=0", "--no-similar",   \
		"--cores=0", ##__VA_ARGS__)

static void expect_plan_of(const char *option, const char *expected)
{
	AUTO_OUTCOME plan = GRADE("--dry-run", option);

	EXPECT_STATUS(plan, 0);
	cr_expect_str_eq(plan.out.data, expected, "%s", plan.out.data);
}

static void expect_plan(const char *expected)
{
	expect_plan_of("-j1", expected);
}

/* Submissions without a clear program, for each reason: no compiler runs. */
static void put_class(void)
{
	put_sum_package(1);
	put("scheme.yaml", "package: sum\nitems: [{id: tests, points: 6}]\n");
	put("class/ada/a.py", SUM_PY);
	put("class/cee/c.c", "int main(\n");
	put("class/hal/a.py", SUM_PY);
	put("class/hal/b.py", "print(1)\n");
	put("class/ida/a.py", SUM_PY);
	put("class/ida/src/b.py", "x = input()\nprint(1)\n");
	put("class/jon/A.java", "class A { public static void main(String[] a) {} }\n");
	put("class/jon/B.java", "class B { public static void main(String[] a) {} }\n");
	put("class/pam/a.pdf", "%PDF");
	put("class/two/a.py", SUM_PY);
	put("class/two/b.c", SUM_C);
}

#define OPEN(cause) "\t" cause "; not judged before a decision: "
#define DECISIONS(cause)                                                                           \
	"hal\thal" OPEN(                                                                           \
		cause) "entry point not clear: a.py and b.py may each be the program\n"            \
		       "ida\tida" OPEN(                                                            \
			       cause) "entry point not clear: a.py uses none of the other files, " \
				      "and src/b.py is a "                                         \
				      "complete program\n"                                         \
				      "jon\tjon" OPEN(                                             \
					      cause) "entry point not clear: A.java and B.java "   \
						     "may each be the program\n"                   \
						     "pam\tpam" OPEN(                              \
							     cause) "unknown language: the "       \
								    "ending '.pdf' of a.pdf is "   \
								    "not known\n"                  \
								    "two\ttwo" OPEN(               \
									    cause) "language not " \
										   "clear: as "    \
										   "many files "   \
										   "in C as in "   \
										   "Python 3\n"

Test(grade_plan, a_submission_that_waits_for_a_decision_is_listed_as_such)
{
	put_class();
	expect_plan("ada\tada\tnew\ncee\tcee\tnew\n" DECISIONS(
		"new") "2 of 7 submissions would be judged; 5 wait for a decision\n");
	AUTO_OUTCOME outcome = GRADE();
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(
		strstr(outcome.out.data, "\n5 students need a decision"), "%s", outcome.out.data);
	expect_plan("0 of 7 submissions would be judged\n");
	expect_plan_of("--rejudge",
		"ada\tada\tjudged again\ncee\tcee\tjudged again\n" DECISIONS(
			"unchanged") "2 of 7 submissions would be judged; 5 wait "
				     "for a decision\n");
}

/* Nia's program equals Ada's, and Oz's equals Pip's: each program is judged once. */
Test(grade_plan, a_program_that_is_known_is_listed_but_not_judged)
{
	put_sum_package(1);
	put("scheme.yaml", "package: sum\nitems: [{id: tests, points: 6}]\n");
	put("class/ada/a.py", SUM_PY);
	put("class/bob/a.py", "print(3)\n");
	AUTO_OUTCOME first = GRADE();
	EXPECT_STATUS(first, 0);
	put("class/bob/a.py", SUM_PY);
	put("class/nia/a.py", SUM_PY);
	put("class/oz/a.py", "print(4)\n");
	put("class/pip/a.py", "print(4)\n");
	expect_plan("bob\tbob\tsubmission changed; the result is known\n"
		    "nia\tnia\tnew; the result is known\n"
		    "oz\toz\tnew\npip\tpip\tnew; judged with an equal submission\n"
		    "1 of 5 submissions would be judged; 3 need no judging\n");
	/* Bob's mark waits for --apply: the run has processed the submission. */
	AUTO_OUTCOME outcome = GRADE();
	EXPECT_STATUS(outcome, 1);
	expect_plan("0 of 5 submissions would be judged\n");
	expect_plan_of("--rejudge",
		"ada\tada\tjudged again\nbob\tbob\tsubmission changed; judged with an equal "
		"submission\n"
		"nia\tnia\tjudged again with an equal submission\noz\toz\tjudged again\n"
		"pip\tpip\tjudged again with an equal submission\n"
		"2 of 5 submissions would be judged; 3 need no judging\n");
}

Test(grade_plan, with_several_packages_a_line_names_its_package)
{
	put_sum_package(1);
	AUTO_OUTCOME copied =
		command_run((const char *const[]){"/bin/cp", "-r", "sum", "prod", NULL});
	EXPECT_STATUS(copied, 0);
	put("scheme.yaml", "items:\n"
			   "  - {id: one, package: sum, points: 5}\n"
			   "  - {id: two, package: prod, points: 5}\n");
	put("class/ann/sum.py", SUM_PY);
	put("class/ann/prod.py", "print(0)\n");
	expect_plan("ann\tann\tsum: new\nann\tann\tprod: new\n"
		    "2 of 2 submissions would be judged\n");
}

#define FILES(folder, name) "class/" folder "_assignsubmission_file/" name

/* The way to repair a submission: the ids stay, and only that submission is judged again. */
Test(grade_plan, the_unpacked_folder_of_an_archive_is_the_same_class)
{
	put_sum_package(1);
	put("scheme.yaml", "package: sum\nitems: [{id: tests, points: 6}]\n");
	put(FILES("Ada Lovelace_101", "a.py"), SUM_PY);
	put(FILES("Bob Hope_102", "b.py"), "print('?')\n");
	put(FILES("Eve Adams_103", "e.py"), "print(4)\n");
	put(FILES("Ole Berg_104", "o.rar"), "Rar!\x1a\x07\x01");
	AUTO_OUTCOME packed = command_run((const char *const[]){
		"/bin/sh", "-c", "cd class && python3 -m zipfile -c ../class.zip *", NULL});
	EXPECT_STATUS(packed, 0);
	AUTO_OUTCOME first = ASSAY("grade", "scheme.yaml", "class.zip", "-o", "out", "-j1",
		"--reruns=0", "--no-similar", "--cores=0");
	EXPECT_STATUS(first, 0);
	AS_AUTO_FREE char *before = read_text("out/marks.csv");
	cr_assert_not_null(strstr(before, "\n101,Ada Lovelace,6,,0,6,,\n"), "%s", before);
	expect_plan("0 of 4 submissions would be judged\n");
	put(FILES("Bob Hope_102", "b.py"), SUM_PY "# repaired\n");
	put(FILES("Ole Berg_104", "o.py"), "print(5)\n");
	cr_assert_eq(unlinkat(here_fd, FILES("Ole Berg_104", "o.rar"), 0), 0);
	expect_plan("102\tBob Hope_102_assignsubmission_file\tsubmission changed\n"
		    "104\tOle Berg_104_assignsubmission_file\tsubmission changed\n"
		    "2 of 4 submissions would be judged\n");
	AUTO_OUTCOME shown = GRADE();
	EXPECT_STATUS(shown, 1);
	cr_expect_not_null(
		strstr(shown.out.data, "102\tBob Hope\ttotal 0 -> 6"), "%s", shown.out.data);
	cr_expect_null(strstr(shown.out.data, "101\t"), "%s", shown.out.data);
	AUTO_OUTCOME applied = GRADE("--apply");
	EXPECT_STATUS(applied, 0);
	AS_AUTO_FREE char *after = read_text("out/marks.csv");
	cr_expect_str_eq(after,
		"id,name,tests,late,penalty,total,so far,todo\n"
		"101,Ada Lovelace,6,,0,6,,\n102,Bob Hope,6,,0,6,,\n"
		"103,Eve Adams,0,,0,0,,\n104,Ole Berg,0,,0,0,,\n",
		"%s", after);
}
