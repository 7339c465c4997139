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
	/* The page and the table of tests show what the old mark comes from. */
	expect_file_has("out/people/bob.html", "0 of 1 tests accepted");
	AS_AUTO_FREE char *page = read_text("out/people/bob.html");
	cr_expect_null(strstr(page, "key AC"), "%s", page);
	cr_expect_null(strstr(page, "These points count"), "%s", page);
	expect_file_has("out/class.html", "<td class=\"fate\">0 of 2</td>");
	AUTO_OUTCOME third = GRADE("--cores=0");
	cr_expect_str_eq(third.out.data, second.out.data);
	expect_marks("ann,,6,4,,0,10,,\nbob,,0,2.5,,0,,2.5," WAITS "\n");
	AUTO_OUTCOME applied = GRADE("--cores=0", "--apply");
	EXPECT_STATUS(applied, 0);
	expect_marks("ann,,6,4,,0,10,,\nbob,,6,2.5,,0,8.5,,\n");
}

/* The new scheme does not explain marks of the old one. */
Test(grade_waits, a_mark_of_an_old_scheme_is_not_explained_by_the_new_one)
{
	static const char *const rest = "package: sum\nfeedback: all\n"
					"items:\n  - {id: tests, points: 6, partial: per_test}\n";
	put_sum_package(1);
	put("times.csv", "id,time\nann,2026-10-08T12:00:00Z\nbob,2026-10-08T12:00:00Z\n");
	AS_AUTO_FREE char *first = as_text_format(NULL,
		"due: 2026-10-05T21:00:00Z\nzone: UTC\ntolerate: [exit-status]\n"
		"late: {per: day, penalty: 10%%, max_late: 20d}\n%s",
		rest);
	put("scheme.yaml", first);
	put("class/ann.py", SUM_PY);
	put("class/bob.py", EXIT_1);
	AUTO_OUTCOME before = GRADE("--cores=0", "--times=times.csv");
	EXPECT_STATUS(before, 0);
	expect_file_has("out/people/ann.html", "3 days begun, 10 % of the total each");
	expect_file_has("out/people/bob.html", "These points count although");
	AS_AUTO_FREE char *second = as_text_format(NULL,
		"due: 2026-10-05T21:00:00Z\nzone: UTC\n"
		"late: {per: day, penalty: 15%%, of: earned, max_late: 20d}\n%s",
		rest);
	put("scheme.yaml", second);
	AUTO_OUTCOME after = GRADE("--cores=0", "--times=times.csv");
	EXPECT_STATUS(after, 1);
	AS_AUTO_FREE char *ann = read_text("out/people/ann.html");
	cr_expect_null(strstr(ann, "15 %"), "%s", ann);
	cr_expect_not_null(strstr(ann, "details are not shown: the rules have changed since this "
				       "mark</small></th><td class=\"number\">\xe2\x88\x92"
				       "1.8"),
		"%s", ann);
	/* The lenient result gave the points. */
	AS_AUTO_FREE char *bob = read_text("out/people/bob.html");
	cr_expect_not_null(strstr(bob, "1 of 1 tests accepted"), "%s", bob);
	cr_expect_not_null(strstr(bob, "key AC"), "%s", bob);
	cr_expect_null(strstr(bob, "key RTE"), "%s", bob);
	/* Neither result gives them. */
	AS_AUTO_FREE char *third =
		as_text_format(NULL, "package: sum\nfeedback: all\nitems:\n"
				     "  - {id: tests, points: 9, partial: per_test}\n");
	put("scheme.yaml", third);
	AUTO_OUTCOME last = GRADE("--cores=0", "--times=times.csv");
	EXPECT_STATUS(last, 1);
	expect_file_has("out/people/ann.html",
		"<p>Details are not shown: the marking scheme has changed since this mark.</p>");
	AUTO_OUTCOME applied = GRADE("--cores=0", "--times=times.csv", "--apply");
	EXPECT_STATUS(applied, 0);
	AS_AUTO_FREE char *page = read_text("out/people/ann.html");
	cr_expect_null(strstr(page, "not shown"), "%s", page);
}

#define POINTS(klein, gross)                                                                       \
	"package: sum\nitems:\n"                                                                   \
	"  - {id: klein, tests: [secret/01], points: " klein "}\n"                                 \
	"  - {id: gross, tests: [secret/02], points: " gross "}\n"
#define MEAN(mean, of) "<b>" mean "</b><span>mean of " of "</span>"

/* Ann passes both tests, Bob the first. */
static void put_two(void)
{
	put_sum_package(2);
	put("scheme.yaml", POINTS("4", "6"));
	put("class/ann.py", SUM_PY);
	put("class/bob.py", "print(2)\n");
	AUTO_OUTCOME first = GRADE("--cores=0");
	EXPECT_STATUS(first, 0);
}

Test(grade_waits, a_mark_keeps_its_maximum)
{
	put_two();
	put("scheme.yaml", POINTS("2", "18"));
	AUTO_OUTCOME second = GRADE("--cores=0");
	EXPECT_STATUS(second, 1);
	expect_file_has("out/people/ann.html", "<b>10 of 10</b><span>points");
	expect_file_has("out/people/ann.html", "<b>4</b> of 4<");
	expect_file_has("out/people/ann.html", "<b>6</b> of 6<");
	expect_file_has("out/people/ann.html", "<b>10</b> of 10<");
	expect_file_has("out/gradescope/ann.json", "\"max_score\": 4,\n      \"score\": 4");
	/* All marks have the same maximum. */
	expect_file_has("out/class.html", "klein</bdi><small>of 4</small>");
	expect_file_has("out/class.html", "Total</bdi><small>of 10</small>");
	expect_file_lacks("out/class.html", "4<small>of");
	expect_file_has("out/class.html", MEAN("7", "10"));
	/* Cem's marks are 0 in both schemes, so they do not wait. */
	put("class/cem.py", "print(9)\n");
	put("scheme.yaml", POINTS("4", "6"));
	AUTO_OUTCOME third = GRADE("--cores=0");
	EXPECT_STATUS(third, 0);
	put("scheme.yaml", POINTS("2", "18"));
	AUTO_OUTCOME fourth = GRADE("--cores=0");
	EXPECT_STATUS(fourth, 1);
	expect_file_has("out/people/cem.html", "<b>0 of 20</b><span>points");
	expect_file_has("out/class.html", "klein</bdi><small>of 2</small>");
	expect_file_has("out/class.html", " full\" data-value=\"40000\">4<small>of 4</small>");
	expect_file_has("out/class.html", "<b>10</b><small>of 10</small>");
	expect_file_has("out/class.html", "<td class=\"number\">67 %</td>");
	expect_file_has("out/class.html", MEAN("9.33", "20"));
	AUTO_OUTCOME applied = GRADE("--cores=0", "--apply");
	EXPECT_STATUS(applied, 0);
	expect_file_has("out/people/ann.html", "<b>20 of 20</b><span>points");
	expect_file_has("out/gradescope/ann.json", "\"max_score\": 2,\n      \"score\": 2");
	expect_file_lacks("out/class.html", "2<small>of");
}

/* While a change waits, the mark is that of the old scheme's items. */
Test(grade_waits, new_and_removed_items_are_not_in_an_old_mark)
{
	put_two();
	put("scheme.yaml", "package: sum\nitems:\n  - {id: klein, tests: [secret/01], points: 4}\n"
			   "  - {id: neu, tests: [secret/02], points: 3}\n");
	AUTO_OUTCOME second = GRADE("--cores=0");
	EXPECT_STATUS(second, 1);
	AS_AUTO_FREE char *ann = read_text("out/people/ann.html");
	cr_expect_not_null(strstr(ann, "<b>\xe2\x80\x93</b> of 3</td>"), "%s", ann);
	cr_expect_not_null(strstr(ann, "Items removed from the marking scheme</th><td "
				       "class=\"number\">6<"),
		"%s", ann);
	cr_expect_not_null(strstr(ann, "Sum of the items</th><td class=\"number\">4<"), "%s", ann);
	cr_expect_not_null(strstr(ann, "<b>10</b> of 10<"), "%s", ann);
}

/* The first mark of an item counts at once, with the maximum of the new scheme. */
Test(grade_waits, a_first_mark_has_the_new_maximum)
{
	put_class();
	AUTO_OUTCOME first = GRADE("--cores=0");
	EXPECT_STATUS(first, 0);
	put("scheme.yaml", "tolerate: [exit-status]\npackage: sum\nitems:\n"
			   "  - {id: tests, points: 6}\n"
			   "  - {id: style, points: 8, manual: true}\n");
	put("out/manual.csv", "id,name,style,style comment\nann,,7,\nbob,,7,\n");
	AUTO_OUTCOME second = GRADE("--cores=0");
	EXPECT_STATUS(second, 1);
	expect_file_has("out/people/bob.html", "<b>7</b> of 8<");
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

/* The penalty of a sum so far was limited by the sum; that of the first total is larger. */
Test(grade_waits, the_first_total_of_a_late_student_does_not_wait)
{
	put_sum_package(1);
	put("scheme.yaml", "due: 2026-10-05T21:00:00Z\nzone: UTC\n"
			   "late: {per: day, penalty: 1, max_late: 20d}\n" ITEMS);
	put("times.csv", "id,time\nann,2026-10-08T12:00:00Z\nbob,2026-10-05T12:00:00Z\n");
	put("class/ann.py", "print(0)\n");
	put("class/bob.py", SUM_PY);
	AUTO_OUTCOME first = GRADE("--cores=0", "--times=times.csv");
	EXPECT_STATUS(first, 0);
	put("out/manual.csv", "id,name,style,style comment\nann,,4,\nbob,,2,\n");
	put("out/overrides.csv", "id,item,mark,reason\nann,total,5,sick\n");
	AUTO_OUTCOME second = GRADE("--cores=0", "--times=times.csv");
	EXPECT_STATUS(second, 0);
	cr_expect_null(strstr(second.out.data, "would change"), "%s", second.out.data);
	expect_marks("ann,,0,4,2 d 15 h,3,5,,\nbob,,6,2,0 days,0,8,,\n");
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
	cr_expect_eq(
		strncmp(applied.out.data, "bob\t-\ttotal 0 -> 6", 18), 0, "%s", applied.out.data);
}
