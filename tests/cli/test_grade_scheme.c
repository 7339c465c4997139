/* SPDX-License-Identifier: MIT */
/* assay grade with a marking scheme: decisions of people, and marks that would change. */
#include "support/packages.h"

TestSuite(grade_scheme, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define SCHEME                                                                                     \
	"package: sum\n"                                                                           \
	"items:\n"                                                                                 \
	"  - {id: tests, points: 6, partial: per_test}\n"                                          \
	"  - {id: style, points: 4, manual: true}\n"
#define HEAD "id,name,tests,style,late,penalty,total,so far,todo\n"
#define WAITS "a new mark waits for --apply"
#define NO_STYLE "style: no mark yet"

static void put_class(void)
{
	put_sum_package(3);
	put("scheme.yaml", SCHEME);
	put("class/ann.py", SUM_PY);
	put("class/bob.py", "a, b = map(int, input().split())\nprint(a + b if a < 2 else 0)\n");
}

#define GRADE(...)                                                                                 \
	ASSAY("grade", "scheme.yaml", "class", "-o", "out", "-j1", "--reruns=0", __VA_ARGS__)

static void expect_marks(const char *expected)
{
	AS_AUTO_FREE char *marks = read_text("out/marks.csv");

	cr_expect_str_eq(marks, expected);
}

Test(grade_scheme, marks_by_hand_are_requested_and_never_overwritten)
{
	put_class();
	AUTO_OUTCOME first = GRADE("--cores=0");
	EXPECT_STATUS(first, 0);
	AS_AUTO_FREE char *manual = read_text("out/manual.csv");
	cr_expect_str_eq(manual, "id,name,style,style comment\nann,,,\nbob,,,\n");
	expect_marks(HEAD "ann,,6,,,0,,6," NO_STYLE "\nbob,,2,,,0,,2," NO_STYLE "\n");
	cr_expect_not_null(
		strstr(first.out.data, "2 students wait for manual marks: see manual.csv"), "%s",
		first.out.data);
	/* Adding a missing mark is not a change of a mark. */
	put("out/manual.csv",
		"id;name;style;style comment;mine\r\nann;;3,5;good;x\r\nbob;;;;y\r\n");
	AUTO_OUTCOME second = GRADE("--cores=0");
	EXPECT_STATUS(second, 0);
	expect_marks(HEAD "ann,,6,3.5,,0,9.5,,\nbob,,2,,,0,,2," NO_STYLE "\n");
	AS_AUTO_FREE char *kept = read_text("out/manual.csv");
	cr_expect_str_eq(
		kept, "id;name;style;style comment;mine\r\nann;;3,5;good;x\r\nbob;;;;y\r\n");
}

/* The few about whom there is something to decide would drown otherwise. */
Test(grade_scheme, a_reason_is_listed_once_and_a_manual_mark_is_no_decision)
{
	put_class();
	put("class/cem/prog.pdf", "%PDF-1.4");
	put("scheme.yaml", "package: sum\n"
			   "items:\n"
			   "  - {id: one, tests: [secret/01], points: 1}\n"
			   "  - {id: two, tests: [secret/02], points: 2}\n"
			   "  - {id: style, points: 4, manual: true}\n"
			   "  - {id: talk, points: 4, manual: true}\n");
	AUTO_OUTCOME first = GRADE("--cores=0");
	EXPECT_STATUS(first, 0);
#define NO_SOURCE "the folder has no source file; look at left-out.csv, and decide in overrides.csv"
#define NO_MARKS "\"style, talk: no mark yet\"\n"
	expect_marks("id,name,one,two,style,talk,late,penalty,total,so far,todo\n"
		     "ann,,1,2,,,,0,,3," NO_MARKS "bob,,1,0,,,,0,,1," NO_MARKS
		     "cem,,,,,,,0,,,\"" NO_SOURCE "; style, talk: no mark yet\"\n");
	cr_expect_not_null(
		strstr(first.out.data, "3 students wait for manual marks: see manual.csv\n"
				       "1 student needs a decision: see the column todo\n"),
		"%s", first.out.data);
	put("out/overrides.csv", "id,item,mark,reason\ncem,one,1,by mail\n");
	put("out/manual.csv", "id,style,talk\nann,1,2\nbob,3,\ncem,1,1\n");
	AUTO_OUTCOME second = GRADE("--cores=0");
	EXPECT_STATUS(second, 0);
	expect_marks("id,name,one,two,style,talk,late,penalty,total,so far,todo\n"
		     "ann,,1,2,1,2,,0,6,,\n"
		     "bob,,1,0,3,,,0,,4,talk: no mark yet\n"
		     "cem,,1,,1,1,,0,,3,\"two: " NO_SOURCE "\"\n");
}

Test(grade_scheme, a_mark_that_a_person_changes_waits_for_apply)
{
	put_class();
	AUTO_OUTCOME first = GRADE("--cores=0");
	EXPECT_STATUS(first, 0);
	put("out/manual.csv", "id,style\nann,3\nbob,4\n");
	AUTO_OUTCOME second = GRADE("--cores=0");
	EXPECT_STATUS(second, 0);
	put("out/manual.csv", "id,style\nann,2\nbob,\n");
	AUTO_OUTCOME shown = GRADE("--cores=0");
	EXPECT_STATUS(shown, 1);
	cr_expect_not_null(strstr(shown.out.data,
				   "ann\t-\ttotal 9 -> 8, style 3 -> 2\tmanual.csv changed\n"
				   "bob\t-\ttotal 6 -> none, style 4 -> none\tmanual.csv changed\n"
				   "2 marks would change; add --apply"),
		"%s", shown.out.data);
	expect_marks(HEAD "ann,,6,3,,0,9,," WAITS "\nbob,,2,4,,0,6,,\"" WAITS "; " NO_STYLE "\"\n");
	AUTO_OUTCOME applied = GRADE("--cores=0", "--apply");
	EXPECT_STATUS(applied, 0);
	expect_marks(HEAD "ann,,6,2,,0,8,,\nbob,,2,,,0,,2," NO_STYLE "\n");
}

Test(grade_scheme, a_change_of_the_scheme_without_effect_on_marks_is_no_cause)
{
	put_class();
	AUTO_OUTCOME first = GRADE("--cores=0");
	EXPECT_STATUS(first, 0);
	put("out/manual.csv", "id,style\nann,3\nbob,4\n");
	AUTO_OUTCOME second = GRADE("--cores=0");
	EXPECT_STATUS(second, 0);
	AS_AUTO_BYTES struct as_bytes scheme = {0};
	cr_assert_eq(as_file_read(here_fd, "scheme.yaml", 1 << 20, &scheme, NULL), 0);
	AS_AUTO_FREE char *commented =
		as_text_format(NULL, "# A comment.\nfeedback: mark\n%s", scheme.data);
	put("scheme.yaml", commented);
	put("out/manual.csv", "id,style\nann,2\nbob,4\n");
	AUTO_OUTCOME shown = GRADE("--cores=0");
	EXPECT_STATUS(shown, 1);
	cr_expect_not_null(
		strstr(shown.out.data, "ann\t-\ttotal 9 -> 8, style 3 -> 2\tmanual.csv changed\n"
				       "1 mark would change; add --apply"),
		"%s", shown.out.data);
}

Test(grade_scheme, a_scheme_that_changes_judges_nothing_again)
{
	put_class();
	AUTO_OUTCOME first = GRADE("--cores=0");
	EXPECT_STATUS(first, 0);
	put("scheme.yaml", "package: sum\n"
			   "items:\n"
			   "  - {id: tests, points: 12, partial: per_test}\n"
			   "  - {id: style, points: 4, manual: true}\n");
	AUTO_OUTCOME dry = GRADE("--cores=0", "--dry-run");
	cr_expect_str_eq(dry.out.data, "0 of 2 submissions would be judged\n");
	AUTO_OUTCOME shown = GRADE("--cores=0");
	EXPECT_STATUS(shown, 1);
	cr_expect_not_null(strstr(shown.out.data, "ann\t-\ttests 6 -> 12\tscheme changed: points\n"
						  "bob\t-\ttests 2 -> 4\tscheme changed: points\n"),
		"%s", shown.out.data);
}

Test(grade_scheme, an_override_has_a_reason_and_waits_too)
{
	put_class();
	AUTO_OUTCOME first = GRADE("--cores=0");
	EXPECT_STATUS(first, 0);
	put("out/overrides.csv", "id,item,mark,reason\nbob,tests,5,the second test was unfair\n");
	AUTO_OUTCOME shown = GRADE("--cores=0");
	EXPECT_STATUS(shown, 1);
	cr_expect_not_null(
		strstr(shown.out.data, "bob\t-\ttests 2 -> 5\toverrides.csv changed: tests\n"),
		"%s", shown.out.data);
	AUTO_OUTCOME applied = GRADE("--cores=0", "--apply");
	EXPECT_STATUS(applied, 0);
	expect_marks(HEAD "ann,,6,,,0,,6," NO_STYLE "\nbob,,5,,,0,,5," NO_STYLE "\n");
}

Test(grade_scheme, mistakes_in_the_tables_of_people_are_named_with_their_line)
{
	put_class();
	AUTO_OUTCOME first = GRADE("--cores=0");
	EXPECT_STATUS(first, 0);
	put("out/manual.csv", "id,style\nann,3\nbob,five\n");
	AUTO_OUTCOME second = GRADE("--cores=0");
	EXPECT_STATUS(second, 3);
	cr_expect_not_null(
		strstr(second.err.data, "assay: error: out/manual.csv:3: "), "%s", second.err.data);
	expect_marks(HEAD "ann,,6,3,,0,9,,\nbob,,2,,,0,,2," NO_STYLE "\n");
}

Test(grade_scheme, a_mistake_in_a_table_takes_no_mark_away)
{
	put_class();
	AUTO_OUTCOME first = GRADE("--cores=0");
	EXPECT_STATUS(first, 0);
	put("out/manual.csv", "id,style\nann,3\nbob,1\n");
	AUTO_OUTCOME second = GRADE("--cores=0");
	EXPECT_STATUS(second, 0);
	put("out/manual.csv", "id,style\nann,3.5\nbob,12\n");
	AUTO_OUTCOME third = GRADE("--cores=0", "--apply");
	EXPECT_STATUS(third, 3);
	cr_expect_not_null(
		strstr(third.out.data, "correct the errors above"), "%s", third.out.data);
	expect_marks(HEAD "ann,,6,3,,0,9,," WAITS "\nbob,,2,1,,0,3,,\"" WAITS "; " NO_STYLE "\"\n");
	put("out/manual.csv", "id,style\nann,3.5\nbob,2\n");
	AUTO_OUTCOME last = GRADE("--cores=0", "--apply");
	EXPECT_STATUS(last, 0);
	expect_marks(HEAD "ann,,6,3.5,,0,9.5,,\nbob,,2,2,,0,4,,\n");
}

/* ---- assay grade new ---- */

Test(grade_scheme, a_new_scheme_grades_as_its_package_does)
{
	put_class();
	AUTO_OUTCOME made = ASSAY("grade", "new", "sum", "-o", "new.yaml");
	EXPECT_STATUS(made, 0);
	AUTO_OUTCOME again = ASSAY("grade", "new", "sum", "-o", "new.yaml");
	EXPECT_COMPLAINT(again, 2, "new.yaml: the file exists; name another one");
	AUTO_OUTCOME outcome =
		ASSAY("grade", "new.yaml", "class", "-o", "out", "-j1", "--reruns=0");
	EXPECT_STATUS(outcome, 0);
	expect_marks(
		"id,name,sum-2,late,penalty,total,so far,todo\nann,,3,,0,3,,\nbob,,1,,0,1,,\n");
	AUTO_OUTCOME none = ASSAY("grade", "new", "-o", "x.yaml");
	EXPECT_COMPLAINT(none, 2, "missing argument PACKAGE; usage: assay grade new PACKAGE...");
}

/* sum is the name of a column. */
Test(grade_scheme, a_number_in_an_id_is_explained)
{
	put_class();
	AUTO_OUTCOME made = ASSAY("grade", "new", "sum", "-o", "new.yaml");
	EXPECT_STATUS(made, 0);
	struct as_bytes text = {0};
	cr_assert_eq(as_file_read(here_fd, "new.yaml", 1 << 20, &text, NULL), 0);
	cr_expect_not_null(strstr(text.data, "- id: sum-2  # the id without the number is taken"),
		"%s", text.data);
	as_bytes_clear(&text);
	AUTO_OUTCOME help = ASSAY("grade", "new", "--help");
	cr_expect_eq(strncmp(help.out.data, "Usage: assay grade new ", 23), 0, "%s", help.out.data);
}

Test(grade_scheme, a_group_without_an_item_gets_a_warning)
{
	put("sum/problem.yaml", SUM_YAML SUM_LIMITS);
	put_sum_tests(0);
	put("sum/data/secret/1/test_group.yaml", "{}\n");
	put("sum/data/secret/2/test_group.yaml", "{}\n");
	put("sum/data/secret/1/a.in", "1 2\n");
	put("sum/data/secret/1/a.ans", "3\n");
	put("sum/data/secret/2/b.in", "1 2\n");
	put("sum/data/secret/2/b.ans", "3\n");
	put("class/ann.py", SUM_PY);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: a, groups: [secret/1], points: 2}\n");
	AUTO_OUTCOME part = GRADE("--dry-run");
	EXPECT_STATUS(part, 0);
	cr_expect_not_null(strstr(part.err.data, "warning: scheme.yaml: no item uses the group "
						 "secret/2 of the package sum\n"),
		"%s", part.err.data);
	cr_expect_null(strstr(part.err.data, "secret/1 "), "%s", part.err.data);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: a, points: 2}\n");
	AUTO_OUTCOME whole = GRADE("--dry-run");
	cr_expect_null(strstr(whole.err.data, "warning"), "%s", whole.err.data);
}

Test(grade_scheme, a_penalty_of_a_tenth_of_a_point_a_day_gets_a_warning)
{
	put_class();
	put("scheme.yaml", "package: sum\ndue: 2099-01-05T23:59:00Z\n"
			   "late: {per: day, penalty: 0.1}\nitems:\n  - {id: tests, points: 6}\n");
	AUTO_OUTCOME part = GRADE("--dry-run");
	EXPECT_STATUS(part, 0);
	cr_expect_not_null(
		strstr(part.err.data, "warning: scheme.yaml: the late penalty is 0.1 points a day; "
				      "write 10% if a part of the total is meant\n"),
		"%s", part.err.data);
	put("scheme.yaml", "package: sum\ndue: 2099-01-05T23:59:00Z\n"
			   "late: {per: day, penalty: 10%}\nitems:\n  - {id: tests, points: 6}\n");
	AUTO_OUTCOME percent = GRADE("--dry-run");
	cr_expect_null(strstr(percent.err.data, "penalty"), "%s", percent.err.data);
}

Test(grade_scheme, a_bad_scheme_is_one_line)
{
	put_class();
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6, partal: all}\n");
	AUTO_OUTCOME outcome = GRADE("--cores=0");
	EXPECT_COMPLAINT(outcome, 3, "scheme.yaml:3:");
	put("scheme.yaml", "package: som\nitems:\n  - {id: tests, points: 6}\n");
	AUTO_OUTCOME missing = GRADE("--cores=0");
	EXPECT_COMPLAINT(missing, 3, "scheme.yaml:1:");
	put("scheme.yaml", "items:\n  - {id: a, package: sum, points: 6}\n"
			   "  - {id: b, package: ./sum, points: 6}\n");
	AUTO_OUTCOME twice = GRADE("--cores=0");
	EXPECT_COMPLAINT(twice, 3, "the scheme has another package named 'sum', sum;");
	EXPECT_COMPLAINT(twice, 3, "scheme.yaml:3:");
	cr_expect_eq(faccessat(here_fd, "out", F_OK, 0), -1);
}

/* The groups of such a package have points, but a submission that fails a test has no score. */
Test(grade_scheme, a_legacy_package_that_scores_only_accepted_submissions_is_named)
{
	static const char *const warning =
		"gives a score only if all tests are accepted, so a submission that fails a test "
		"has 0 points for old; for points of groups use a scheme with an item for each "
		"group, as assay grade new writes it";
	put("old/problem.yaml", "name: Old\ntype: scoring\nlimits: {time_limit: 1}\n");
	put("old/data/testdata.yaml",
		"on_reject: continue\nrange: 0 100\ngrader_flags: ignore_sample\n");
	put("old/data/sample/1.in", "1 2\n");
	put("old/data/sample/1.ans", "3\n");
	put("old/data/secret/testdata.yaml",
		"on_reject: continue\ngrader_flags: sum\nrange: 0 100\n");
	put("old/data/secret/a/testdata.yaml",
		"accept_score: 40\ngrader_flags: min\nrange: 0 40\n");
	put("old/data/secret/a/1.in", "1 2\n");
	put("old/data/secret/a/1.ans", "3\n");
	put("old/data/secret/b/testdata.yaml",
		"accept_score: 60\ngrader_flags: min\nrange: 0 60\n");
	put("old/data/secret/b/1.in", "3 4\n");
	put("old/data/secret/b/1.ans", "7\n");
	put("class/bob.py", "a, b = map(int, input().split())\nprint(a + b if a < 2 else 0)\n");
	AUTO_OUTCOME package = ASSAY("grade", "old", "class", "-o", "out", "-j1", "--reruns=0");
	EXPECT_STATUS(package, 0);
	cr_expect_not_null(strstr(package.err.data, warning), "%s", package.err.data);
	expect_file_has("out/marks.csv", "\nbob,,0,,0,0,,");
	AUTO_OUTCOME made = ASSAY("grade", "new", "old", "-o", "old.yaml");
	EXPECT_STATUS(made, 0);
	AUTO_OUTCOME scheme =
		ASSAY("grade", "old.yaml", "class", "-o", "out2", "-j1", "--reruns=0");
	EXPECT_STATUS(scheme, 0);
	cr_expect_null(strstr(scheme.err.data, "legacy"), "%s", scheme.err.data);
	expect_file_has("out2/marks.csv", "\nbob,,40,0,,0,40,,");
	/* The grader accepts such a submission. */
	put("old/data/secret/testdata.yaml", "on_reject: continue\ngrader_flags: sum "
					     "accept_if_any_accepted\nrange: 0 100\n");
	AUTO_OUTCOME accepted = ASSAY("grade", "old", "class", "-o", "out3", "-j1", "--reruns=0");
	EXPECT_STATUS(accepted, 0);
	cr_expect_null(strstr(accepted.err.data, "legacy"), "%s", accepted.err.data);
	expect_file_has("out3/marks.csv", "\nbob,,40,,0,40,,");
}
