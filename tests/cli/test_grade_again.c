/* SPDX-License-Identifier: MIT */
/* assay grade if a student hands in again after a decision: the student is listed until the teacher
 * changes the row. */
#include "support/packages.h"

TestSuite(grade_again, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define GRADE(...)                                                                                 \
	ASSAY("grade", "scheme.yaml", "class", "-o", "out", "-j1", "--reruns=0", "--no-similar",   \
		"--cores=0", ##__VA_ARGS__)
#define RUN(status, ...)                                                                           \
	do {                                                                                       \
		AUTO_OUTCOME outcome_ = GRADE(__VA_ARGS__);                                        \
		EXPECT_STATUS(outcome_, status);                                                   \
		EXPECT_NOTHING_LEFT(outcome_);                                                     \
	} while (0)

#define DECIDED                                                                                    \
	"decided for an earlier submission; look at the new one, and change the mark or the "      \
	"reason in overrides.csv"
#define MARKED                                                                                     \
	"marked for an earlier submission; look at the new one, and change the mark or the "       \
	"comment in manual.csv"
#define WRONG_PY "print(0)\n"

/* Bob's program is wrong; Ann's is right. */
static void put_class(const char *items)
{
	AS_AUTO_FREE char *scheme = as_text_format(NULL, "package: sum\nitems:\n%s", items);

	put_sum_package(1);
	put("scheme.yaml", scheme);
	put("class/ann/a.py", SUM_PY);
	put("class/bob/b.py", WRONG_PY);
}

#define TWO_ITEMS                                                                                  \
	"  - {id: shown, tests: [sample/*], points: 2}\n"                                          \
	"  - {id: hidden, tests: [secret/*], points: 6}\n"
#define STYLE "  - {id: tests, points: 6}\n  - {id: style, points: 4, manual: true}\n"

Test(grade_again, a_decision_for_an_earlier_submission_is_listed)
{
	put_class(TWO_ITEMS);
	RUN(0);
	put("out/overrides.csv", "id,item,mark,reason\nbob,shown,0,only the sample\n"
				 "bob,hidden,0,only the sample\nann,shown,1,copied\n");
	RUN(1);
	RUN(0, "--apply");
	expect_file_has("out/marks.csv", "\nbob,,0,0,,0,0,,\n");
	put("class/bob/b.py", SUM_PY);
	AUTO_OUTCOME outcome = GRADE();
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(
		strstr(outcome.out.data, "\n1 mark deserves a look: see the column todo"), "%s",
		outcome.out.data);
	expect_file_has("out/marks.csv", "\nbob,,0,0,,0,0,,\"shown, hidden: " DECIDED "\"\n");
	expect_file_has("out/class.html", "decided for an earlier submission");
	expect_file_has("out/class.html", "<b>1</b><span>deserves a look</span>");
	expect_file_lacks("out/people/bob.html", "earlier submission");
	/* It stays until the row changes. */
	RUN(0);
	expect_file_has("out/marks.csv", "\nbob,,0,0,,0,0,,\"shown, hidden: " DECIDED "\"\n");
	expect_file_has("out/marks.csv", "\nann,,1,6,,0,7,,\n");
	put("out/overrides.csv", "id,item,mark,reason\nbob,shown,0,also the new one\n"
				 "bob,hidden,0,only the sample\nann,shown,1,copied\n");
	RUN(0);
	expect_file_has("out/marks.csv", "\nbob,,0,0,,0,0,,\"hidden: " DECIDED "\"\n");
}

Test(grade_again, a_decision_counts_beside_a_mark_that_changes)
{
	put_class(TWO_ITEMS);
	RUN(0);
	put("out/overrides.csv", "id,item,mark,reason\nbob,shown,1,half of it\n");
	RUN(0, "--apply");
	put("class/bob/b.py", SUM_PY);
	AUTO_OUTCOME outcome = GRADE();
	EXPECT_STATUS(outcome, 1);
	cr_expect_not_null(strstr(outcome.out.data,
				   "bob\t-\ttotal 1 -> 7, hidden 0 -> 6\tsubmission changed\n"),
		"%s", outcome.out.data);
	expect_file_has("out/class.html", "decided for an earlier submission");
	RUN(0, "--apply");
	expect_file_has("out/marks.csv", "\nbob,,1,6,,0,7,,\"shown: " DECIDED "\"\n");
}

/* A row that keeps the old mark, written while the change is held back, is about the new one. */
Test(grade_again, a_row_that_is_written_after_the_run_is_about_the_new_submission)
{
	put_class(TWO_ITEMS);
	RUN(0);
	put("class/bob/b.py", SUM_PY);
	RUN(1);
	put("out/overrides.csv", "id,item,mark,reason\nbob,total,0,too late\n");
	RUN(1);
	RUN(0, "--apply");
	expect_file_has("out/marks.csv", "\nbob,,2,6,,0,0,,\n");
}

/* The teacher has seen only the first program when the row was written. */
Test(grade_again, a_row_that_comes_with_the_next_export_is_about_the_earlier_submission)
{
	put_class("  - {id: tests, points: 6}\n");
	put("roster.csv", "id\nann\nbob\ncem\n");
	RUN(0, "--roster=roster.csv");
	put("out/overrides.csv", "id,item,mark,reason\nbob,total,0,only the sample\n"
				 "cem,total,3,by email\n");
	put("class/bob/b.py", SUM_PY);
	put("class/cem/c.py", SUM_PY);
	RUN(0, "--roster=roster.csv", "--apply");
	expect_file_has("out/marks.csv", "\nbob,,6,,0,0,,\"total: " DECIDED "\"\n");
	expect_file_has("out/marks.csv", "\ncem,,6,,0,3,,\"total: " DECIDED "\"\n");
	put("out/overrides.csv", "id,item,mark,reason\nbob,total,0,again the sample\n"
				 "cem,total,3,by email on Monday\n");
	RUN(0, "--roster=roster.csv");
	expect_file_has("out/marks.csv", "\nbob,,6,,0,0,,\n");
	expect_file_has("out/marks.csv", "\ncem,,6,,0,3,,\n");
}

Test(grade_again, a_manual_mark_for_an_earlier_submission_is_listed)
{
	put_class(STYLE);
	RUN(0);
	put("out/manual.csv", "id,name,style,style comment\nann,,4,\nbob,,0,nothing to see\n");
	RUN(0);
	expect_file_has("out/marks.csv", "\nbob,,0,0,,0,0,,\n");
	put("class/bob/b.py", "# still wrong\n" WRONG_PY);
	RUN(0);
	expect_file_has("out/marks.csv", "\nann,,6,4,,0,10,,\n");
	expect_file_has("out/marks.csv", "\nbob,,0,0,,0,0,,\"style: " MARKED "\"\n");
	expect_file_has("out/class.html", "marked for an earlier submission");
	/* The first program is back: the mark is about this one. */
	put("class/bob/b.py", WRONG_PY);
	RUN(0);
	expect_file_has("out/marks.csv", "\nbob,,0,0,,0,0,,\n");
	put("class/bob/b.py", "# still wrong\n" WRONG_PY);
	RUN(0);
	put("out/manual.csv", "id,name,style,style comment\nann,,4,\nbob,,0,seen again\n");
	RUN(0);
	expect_file_has("out/marks.csv", "\nbob,,0,0,,0,0,,\n");
}

/* Bob's row is blank: he shares Ann's mark, which was made for the program of the team. */
Test(grade_again, a_shared_mark_is_about_the_submission_of_the_row_that_has_it)
{
	put_class(STYLE);
	put("class/bob/b.py", "");
	cr_assert_eq(unlinkat(here_fd, "class/bob/b.py", 0), 0);
	cr_assert_eq(unlinkat(here_fd, "class/bob", AT_REMOVEDIR), 0);
	put("roster.csv", "id,group\nann,Red\nbob,Red\n");
	put("times.csv", "id,time\nann,2026-10-05T20:00:00+02:00\nbob,2026-10-05T20:00:00+02:00\n");
	put("late.yaml", "package: sum\ndue: 2026-10-06T20:00:00+02:00\nitems:\n" STYLE);
	cr_assert_eq(renameat(here_fd, "late.yaml", here_fd, "scheme.yaml"), 0);
	RUN(0, "--roster=roster.csv", "--times=times.csv");
	put("out/manual.csv", "id,style,style comment\nann,2,\nbob,,\n");
	RUN(0, "--roster=roster.csv", "--times=times.csv");
	expect_file_has("out/people/bob.html", "submitted at 20:00, UTC+02:00; in time");
	/* With two submissions it is unknown which of them counts; the time is known. */
	put("class/bob/b.py", WRONG_PY);
	RUN(3, "--roster=roster.csv", "--times=times.csv", "--apply");
	expect_file_lacks("out/people/ann.html", "the time is unknown");
	expect_file_has("out/people/ann.html",
		"submitted at 20:00, UTC+02:00; your teacher has to decide whether the submission "
		"counts");
	cr_assert_eq(unlinkat(here_fd, "class/bob/b.py", 0), 0);
	cr_assert_eq(unlinkat(here_fd, "class/bob", AT_REMOVEDIR), 0);
	RUN(0, "--roster=roster.csv", "--times=times.csv", "--apply");
	expect_file_has("out/marks.csv", "\nann,,6,2,0 days,0,8,,\nbob,,6,2,0 days,0,8,,\n");
	/* The team submits a new program: for both members the mark is about the earlier one. */
	put("class/ann/a.py", SUM_PY "# again\n");
	RUN(0, "--roster=roster.csv", "--times=times.csv", "--apply");
	expect_file_has("out/marks.csv", "\nann,,6,2,0 days,0,8,,\"style: " MARKED "\"\n");
	expect_file_has("out/marks.csv", "\nbob,,6,2,0 days,0,8,,\"style: " MARKED "\"\n");
}
