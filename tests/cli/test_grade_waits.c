/* SPDX-License-Identifier: MIT */
/* assay grade: marks that wait for --apply, and first marks, which do not wait. */
#include "support/packages.h"

TestSuite(grade_waits, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define ITEMS                                                                                      \
	"package: sum\nitems:\n  - {id: tests, points: 6}\n"                                       \
	"  - {id: style, points: 4, manual: true}\n"
#define HEAD "id,name,tests,style,late,penalty,total,so far,todo\n"
#define WAITS "a new mark waits for --apply"
#define EXIT_1 "a, b = map(int, input().split())\nprint(a + b)\nraise SystemExit(1)\n"
#define GRADE(...)                                                                                 \
	ASSAY("grade", "scheme.yaml", "class", "-o", "out", "-j1", "--reruns=0", "--no-similar",   \
		__VA_ARGS__)

static void expect_marks(const char *rows)
{
	AS_AUTO_FREE char *marks = read_text("out/marks.csv");
	AS_AUTO_FREE char *expected = as_text_format(NULL, HEAD "%s", rows);

	cr_expect_str_eq(marks, expected);
}

/* Ann's program is right; Bob's also, but ends with status 1. */
static void put_class(void)
{
	put_sum_package(1);
	put("scheme.yaml", ITEMS);
	put("class/ann.py", SUM_PY);
	put("class/bob.py", EXIT_1);
}

/* Bob's mark never was complete, but the mark of the tests counts. */
Test(grade_waits, first_marks_count_beside_a_mark_that_waits)
{
	put_class();
	AUTO_OUTCOME first = GRADE("--cores=0");
	EXPECT_STATUS(first, 0);
	put("scheme.yaml", "tolerate: [exit-status]\n" ITEMS);
	put("out/manual.csv", "id,name,style,style comment\nann,,4,\nbob,,\"2,5\",short\n");
	AUTO_OUTCOME second = GRADE("--cores=0");
	EXPECT_STATUS(second, 1);
	cr_expect_str_eq(second.out.data,
		"bob\t-\ttotal none -> 8.5, tests 0 -> 6\tscheme changed: tolerate\n"
		"1 mark would change; add --apply to let the new marks count, or keep a mark by a "
		"row in overrides.csv\n"
		"2 students, 2 handed in, 1 graded: out/marks.csv\n");
	expect_marks("ann,,6,4,,0,10,,\nbob,,0,2.5,,0,,2.5," WAITS "\n");
	expect_file_has("out/class.html", "<b>0</b><span>need a decision</span>");
	expect_file_has("out/class.html", "<b>1</b><span>waits for --apply</span>");
	expect_file_has("out/class.html", WAITS);
	expect_file_has("out/people/bob.html", "short");
	AUTO_OUTCOME third = GRADE("--cores=0");
	cr_expect_str_eq(third.out.data, second.out.data);
	expect_marks("ann,,6,4,,0,10,,\nbob,,0,2.5,,0,,2.5," WAITS "\n");
	AUTO_OUTCOME applied = GRADE("--cores=0", "--apply");
	EXPECT_STATUS(applied, 0);
	expect_marks("ann,,6,4,,0,10,,\nbob,,6,2.5,,0,8.5,,\n");
}

/* The first mark is a decision: overrides.csv has it for an item, or for the total. */
Test(grade_waits, first_decisions_count_beside_a_mark_that_waits)
{
	put_class();
	put("class/cem/x.c", "int main(void){return 1;}\n");
	put("class/cem/y.py", "print(1)\n");
	AUTO_OUTCOME first = GRADE("--cores=0");
	EXPECT_STATUS(first, 0);
	put("out/overrides.csv", "id,item,mark,reason\nbob,style,1,seen\nbob,tests,2,spoken with\n"
				 "cem,tests,3,by mail\n");
	AUTO_OUTCOME second = GRADE("--cores=0");
	EXPECT_STATUS(second, 1);
	expect_marks("ann,,6,,,0,,6,style: no mark yet\nbob,,0,1,,0,,1," WAITS "\n"
		     "cem,,3,,,0,,3,style: no mark yet\n");
}

/* The remedies of a mark that waits are those of the new mark. */
Test(grade_waits, a_complete_mark_that_waits_says_so)
{
	put_class();
	put("scheme.yaml", "package: sum\nitems: [{id: tests, points: 6}]\n");
	AUTO_OUTCOME first = GRADE("--cores=0");
	EXPECT_STATUS(first, 0);
	cr_expect_not_null(strstr(first.out.data, "1 mark deserves a look"));
	put("scheme.yaml",
		"tolerate: [exit-status]\npackage: sum\nitems: [{id: tests, points: 6}]\n");
	AUTO_OUTCOME second = GRADE("--cores=0");
	EXPECT_STATUS(second, 1);
	cr_expect_null(strstr(second.out.data, "deserves a look"), "%s", second.out.data);
	AS_AUTO_FREE char *marks = read_text("out/marks.csv");
	cr_expect_str_eq(marks, "id,name,tests,late,penalty,total,so far,todo\n"
				"ann,,6,,0,6,,\nbob,,0,,0,0,," WAITS "\n");
	AS_AUTO_FREE char *page = read_text("out/class.html");
	cr_expect_null(strstr(page, "a look</span>"));
	expect_file_has("out/class.html", "<b>1</b><span>waits for --apply</span>");
}

/* No later run could list the changes: marks are not stored before the list is written. */
Test(grade_waits, marks_stay_if_the_list_of_changes_is_lost)
{
	put_class();
	put("scheme.yaml", "package: sum\nitems: [{id: tests, points: 6}]\n");
	AUTO_OUTCOME first = GRADE("--cores=0");
	EXPECT_STATUS(first, 0);
	put("scheme.yaml",
		"tolerate: [exit-status]\npackage: sum\nitems: [{id: tests, points: 6}]\n");
	AUTO_OUTCOME lost = command_run((const char *const[]){"/bin/sh", "-c",
		"\"$0\" grade scheme.yaml class -o out -j1 --reruns=0 --no-similar --cores=0 "
		"--apply >/dev/full",
		ASSAY_COMMAND, NULL});
	EXPECT_COMPLAINT(lost, 5, "No space left on device");
	AUTO_OUTCOME applied = GRADE("--cores=0", "--apply");
	EXPECT_STATUS(applied, 0);
	cr_expect_eq(strncmp(applied.out.data, "bob\t-\ttotal 0 -> 6", 18), 0, "%s",
		applied.out.data);
}
