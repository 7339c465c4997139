/* SPDX-License-Identifier: MIT */
/* assay grade names, for each student, the causes that changed the student's marks, and no other
 * causes. */
#include "support/packages.h"

TestSuite(grade_causes, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define GRADE(...)                                                                                 \
	ASSAY("grade", "scheme.yaml", "class", "-o", "out", "-j1", "--reruns=0", "--no-similar",   \
		"--cores=0", ##__VA_ARGS__)
#define RUN(status, ...)                                                                           \
	do {                                                                                       \
		AUTO_OUTCOME outcome_ = GRADE(__VA_ARGS__);                                        \
		EXPECT_STATUS(outcome_, status);                                                   \
		EXPECT_NOTHING_LEFT(outcome_);                                                     \
	} while (0)

#define TESTS "  - {id: tests, points: 6}\n"
#define STYLE "  - {id: style, points: 4, manual: true}\n"

static void put_scheme(const char *items)
{
	AS_AUTO_FREE char *scheme = as_text_format(NULL, "package: sum\nitems:\n%s", items);

	put("scheme.yaml", scheme);
}

/* The changes are the first lines of the output. */
#define EXPECT_CHANGES(status, changes, ...)                                                       \
	do {                                                                                       \
		AUTO_OUTCOME outcome_ = GRADE(__VA_ARGS__);                                        \
		EXPECT_STATUS(outcome_, status);                                                   \
		cr_expect_eq(strncmp(outcome_.out.data, changes, strlen(changes)), 0, "%s",        \
			outcome_.out.data);                                                        \
	} while (0)

/* Bob shares Ann's mark, until he hands in a program of his own. */
Test(grade_causes, a_second_submission_of_a_team_is_the_cause)
{
	put_sum_package(1);
	put_scheme(TESTS STYLE);
	put("roster.csv", "id,name,group\ns1,Ann,Red\ns2,Bob,Red\ns3,Cem,\n");
	put("class/s1/a.py", SUM_PY);
	put("class/s3/c.py", SUM_PY);
	RUN(0, "--roster=roster.csv");
	put("out/manual.csv", "id,name,style,style comment\ns1,Ann,2,\ns2,Bob,,\ns3,Cem,4,\n");
	RUN(0, "--roster=roster.csv");
	/* A change of the scheme without an effect, and one that is applied. */
	put_scheme("  - {id: tests, points: 5}\n" STYLE);
	RUN(0, "--roster=roster.csv", "--apply");
	put("class/s2/b.py", SUM_PY "# mine\n");
	EXPECT_CHANGES(3,
		"s1\tAnn\ttotal 7 -> none, tests 5 -> none\t"
		"the group handed in 2 submissions\n"
		"s2\tBob\ttotal 7 -> none, tests 5 -> none, style 2 -> none\t"
		"the group handed in 2 submissions\n"
		"2 marks would change",
		"--roster=roster.csv");
	/* Ann's manual mark also changes, but Bob's marks change for another reason. */
	put("out/manual.csv", "id,name,style,style comment\ns1,Ann,3,\ns2,Bob,,\ns3,Cem,1,\n");
	EXPECT_CHANGES(3,
		"s1\tAnn\ttotal 7 -> none, tests 5 -> none, style 2 -> 3\t"
		"the group handed in 2 submissions; manual.csv changed\n"
		"s2\tBob\ttotal 7 -> none, tests 5 -> none, style 2 -> none\t"
		"the group handed in 2 submissions\n"
		"s3\tCem\ttotal 9 -> 6, style 4 -> 1\tmanual.csv changed\n",
		"--roster=roster.csv");
}

/* The new program runs, and the old one did not: so the isolation has not changed. */
Test(grade_causes, a_program_that_runs_now_changes_only_the_submission)
{
	put_sum_package(1);
	put_scheme(TESTS STYLE);
	put("class/ann/a.c", "int main(\n");
	RUN(0);
	put("out/manual.csv", "id,name,style,style comment\nann,,1,\n");
	RUN(0);
	put("class/ann/a.c", SUM_C);
	EXPECT_CHANGES(1, "ann\t-\ttotal 1 -> 7, tests 0 -> 6\tsubmission changed\n");
}

/* Each item has causes of its own. */
Test(grade_causes, a_change_of_the_scheme_is_named_where_it_has_an_effect)
{
	put_sum_package(1);
	put_scheme("  - {id: shown, tests: [sample/*], points: 2}\n"
		   "  - {id: hidden, tests: [secret/*], points: 6}\n");
	put("class/ann/a.py", "print(0)\n");
	put("class/bob/b.py", SUM_PY);
	RUN(0);
	put("class/ann/a.py", "print(3)\n");
	put_scheme("  - {id: shown, tests: [sample/*], points: 2}\n"
		   "  - {id: hidden, tests: [secret/*], points: 5}\n");
	EXPECT_CHANGES(1, "ann\t-\ttotal 0 -> 2, shown 0 -> 2\tsubmission changed\n"
			  "bob\t-\ttotal 8 -> 7, hidden 6 -> 5\tscheme changed: points\n"
			  "2 marks would change");
}

/* The total stays the same, although the marks of its items would change. */
Test(grade_causes, a_total_that_stays_is_reported_and_counted_separately)
{
	put_sum_package(1);
	put_scheme("  - {id: shown, tests: [sample/*], points: 2}\n"
		   "  - {id: hidden, tests: [secret/*], points: 6}\n");
	put("class/ann/a.py", "print(0)\n");
	put("class/bob/b.py", SUM_PY);
	RUN(0);
	put("out/overrides.csv", "id,item,mark,reason\nbob,total,5,spoken with\n");
	RUN(0, "--apply");
	put("class/ann/a.py", "print(3)\n");
	put("class/bob/b.py", "print(3)\n");
	EXPECT_CHANGES(1, "ann\t-\ttotal 0 -> 2, shown 0 -> 2\tsubmission changed\n"
			  "bob\t-\ttotal stays 5, hidden 6 -> 0\tsubmission changed\n"
			  "2 marks would change (1 total stays); add --apply");
	AS_AUTO_BYTES struct as_bytes page = {0};
	cr_assert_eq(as_file_read(here_fd, "out/class.html", 1 << 24, &page, NULL), 0);
	cr_expect_not_null(
		strstr(page.data, "<b>2</b><span>wait for --apply (1 total stays)</span>"));
	cr_expect_not_null(strstr(page.data, "total stays 5"));
	EXPECT_CHANGES(0,
		"ann\t-\ttotal 0 -> 2, shown 0 -> 2\tsubmission changed\n"
		"bob\t-\ttotal stays 5, hidden 6 -> 0\tsubmission changed\n"
		"2 marks changed (1 total stays)\n",
		"--apply");
}

/* The cause for the second package is the same as for the first package, so it is listed once. */
Test(grade_causes, two_packages_that_change_for_one_reason_have_one_cause)
{
	put_sum_package(1);
	AUTO_OUTCOME copied =
		command_run((const char *const[]){"/bin/cp", "-r", "sum", "prod", NULL});
	EXPECT_STATUS(copied, 0);
	put("scheme.yaml", "items:\n"
			   "  - {id: one, package: sum, points: 5}\n"
			   "  - {id: two, package: prod, points: 5}\n");
	put("class/ann/sum.py", "print(0)\n");
	put("class/ann/prod.py", "print(0)\n");
	RUN(0);
	put("class/ann/sum.py", SUM_PY);
	put("class/ann/prod.py", SUM_PY);
	EXPECT_CHANGES(1, "ann\t-\ttotal 0 -> 10, one 0 -> 5, two 0 -> 5\tsubmission changed\n"
			  "1 mark would change");
}
