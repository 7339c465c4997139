/* SPDX-License-Identifier: MIT */
/* assay grade: decisions of the teacher about submissions in doubt, and late penalties beside
 * decisions. */
#include "support/packages.h"

TestSuite(grade_decided, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define GRADE(...)                                                                                 \
	ASSAY("grade", "scheme.yaml", "class", "-o", "out", "-j1", "--reruns=0", "--cores=0",      \
		"--no-similar", __VA_ARGS__)
#define DUE "due: 2026-10-05T23:59:00+02:00\n"
#define LATE "late: {per: day, penalty: 2}\n"
#define TESTS "items:\n  - {id: tests, points: 10, partial: per_test}\n"
#define STYLE "  - {id: style, points: 4, manual: true}\n"
#define MOODLE                                                                                     \
	"Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade,Last modified "   \
	"(submission)\n"
#define MOODLE_ROW(number, name, status, time)                                                     \
	"Participant " number "," name ",s" number "," name "@x.org," status ",-,14,\"" time "\""  \
	"\n"
#define SHEET "--fill=sheet.csv", "--zone=Europe/Berlin"
#define EXPORT(name) "class/" name "_assignsubmission_file/"

static void put_scheme(const char *keys, const char *items)
{
	AS_AUTO_FREE char *scheme = as_text_format(NULL, "package: sum\n%s%s", keys, items);

	put_sum_package(2);
	put("scheme.yaml", scheme);
}

/* ---- marks for every item ---- */

static void put_draft(void)
{
	put(EXPORT("Ann_1") "a.py", SUM_PY);
	put(EXPORT("Bob_2") "b.py", SUM_PY);
	put("sheet.csv", MOODLE MOODLE_ROW("1", "Ann", "Submitted for grading",
				 "Monday, 5 October 2026, 9:00 AM") MOODLE_ROW("2", "Bob",
				 "Draft (not submitted)", "Tuesday, 6 October 2026, 1:00 PM"));
}

Test(grade_decided, marks_for_every_item_decide_about_a_draft)
{
	put_scheme(DUE LATE, TESTS STYLE);
	put_draft();
	AUTO_OUTCOME first = GRADE(SHEET);
	EXPECT_STATUS(first, 0);
	expect_file_has("out/marks.csv",
		"\ns2,Bob,,,unknown,0,,,\"submission: the submission is a draft; submit it on the "
		"platform, and export the sheet again, or decide in overrides.csv; style: no mark "
		"yet\"\n");
	put("out/overrides.csv", "id,item,mark,reason\ns2,tests,8,seen\n");
	AUTO_OUTCOME partly = GRADE(SHEET);
	EXPECT_STATUS(partly, 0);
	expect_file_has("out/marks.csv", "\ns2,Bob,8,,unknown,0,,8,\"submission: ");
	expect_file_has("out/people/s2.html", "There is no total yet");
	put("out/overrides.csv", "id,item,mark,reason\ns2,tests,8,seen\ns2,style,3,seen\n");
	AUTO_OUTCOME decided = GRADE(SHEET);
	EXPECT_STATUS(decided, 0);
	cr_expect_null(strstr(decided.out.data, "needs a decision"), "%s", decided.out.data);
	expect_file_has("out/marks.csv", "\ns2,Bob,8,3,13 h 1 min,2,9,,\n");
	expect_file_has("out/people/s2.html", "late by 13 h 1 min");
	expect_file_has("out/people/s2.html", "<b>9</b> of 14");
	expect_file_has("out/moodle.csv", "Draft (not submitted),9,");
}

/* The member without files has no time; without a late penalty the time does not matter. */
Test(grade_decided, marks_for_every_item_decide_about_a_group_with_two_submissions)
{
	static const char decisions[] =
		"id,item,mark,reason\ns1,tests,8,one\ns2,tests,8,one\ns3,tests,8,one\n";

	put("roster.csv", "id,name,group\ns1,Ann,T1\ns2,Bob,T1\ns3,Cem,T1\n");
	put("times.csv", "id,time\ns1,2026-10-05T10:00:00Z\ns2,2026-10-06T10:00:00Z\n");
	put("class/s1/a.py", SUM_PY);
	put("class/s2/b.py", SUM_PY);
	put_scheme(DUE, TESTS);
	AUTO_OUTCOME first = GRADE("--roster=roster.csv", "--times=times.csv");
	EXPECT_STATUS(first, 3);
	expect_file_has("out/marks.csv",
		"\ns3,Cem,,unknown,0,,,\"submission: the group handed in 2 submissions; keep one "
		"of them, or, if the column `group` does not mean teams with one submission each, "
		"remove it, or decide in overrides.csv\"\n");
	put("out/overrides.csv", decisions);
	AUTO_OUTCOME decided = GRADE("--roster=roster.csv", "--times=times.csv");
	EXPECT_STATUS(decided, 3);
	expect_file_has("out/marks.csv", "\ns1,Ann,8,0 days,0,8,,\n");
	expect_file_has("out/marks.csv", "\ns2,Bob,8,12 h 1 min,0,8,,\n");
	expect_file_has("out/marks.csv", "\ns3,Cem,8,unknown,0,8,,\n");
	put_scheme(DUE LATE, TESTS);
	AUTO_OUTCOME late = GRADE("--roster=roster.csv", "--times=times.csv", "--apply");
	EXPECT_STATUS(late, 3);
	expect_file_has("out/marks.csv", "\ns1,Ann,8,0 days,0,8,,\n");
	expect_file_has("out/marks.csv", "\ns2,Bob,8,12 h 1 min,2,6,,\n");
	expect_file_has("out/marks.csv",
		"\ns3,Cem,8,unknown,0,,8,\"late: the time of the submission is unknown; set "
		"the total in overrides.csv\"\n");
	AS_AUTO_FREE char *total = as_text_format(NULL, "%ss3,total,6,as Bob\n", decisions);
	put("out/overrides.csv", total);
	AUTO_OUTCOME whole = GRADE("--roster=roster.csv", "--times=times.csv");
	EXPECT_STATUS(whole, 3);
	expect_file_has("out/marks.csv", "\ns3,Cem,8,unknown,0,6,,\n");
}

/* The deadline may be later than the late submission. */
Test(grade_decided, an_extension_that_cannot_be_read_costs_nothing_by_a_guess)
{
	put_scheme(DUE LATE, TESTS);
	put(EXPORT("Bob_2") "b.py", SUM_PY);
	put("sheet.csv", MOODLE MOODLE_ROW("2", "Bob",
				 "Submitted for grading - Extension granted until: Foo 37 Bar 2026",
				 "Tuesday, 6 October 2026, 1:00 PM"));
	AUTO_OUTCOME first = GRADE(SHEET);
	EXPECT_STATUS(first, 0);
	expect_file_has("out/marks.csv",
		"name the zone with --zone if it is missing, or decide in overrides.csv\"\n");
	put("out/overrides.csv", "id,item,mark,reason\ns2,tests,8,seen\n");
	AUTO_OUTCOME decided = GRADE(SHEET);
	EXPECT_STATUS(decided, 0);
	expect_file_has("out/marks.csv",
		"\ns2,Bob,8,unknown,0,,8,\"late: the deadline of the student is unknown; ");
	put("out/overrides.csv", "id,item,mark,reason\ns2,tests,8,seen\ns2,total,8,seen\n");
	AUTO_OUTCOME whole = GRADE(SHEET);
	EXPECT_STATUS(whole, 0);
	expect_file_has("out/people/s2.html", "; your teacher has set the marks<");
}

/* ---- groups ---- */

Test(grade_decided, a_group_is_named_if_the_sheet_has_no_submission_of_a_member)
{
	put_scheme("", TESTS);
	put(EXPORT("Ann_1") "a.py", SUM_PY);
	put("roster.csv", "id,name,group\ns1,Ann,Team 1\ns2,Bob,Team 1\n");
	put("sheet.csv", MOODLE MOODLE_ROW("1", "Ann", "Submitted for grading",
				 "Monday, 5 October 2026, 9:00 AM")
				 MOODLE_ROW("2", "Bob", "No submission", "-"));
	AUTO_OUTCOME outcome = GRADE(SHEET, "--roster=roster.csv");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\ns1,Ann,10,,0,10,,\n");
	expect_file_has("out/marks.csv",
		"\"submission: the sheet says that this student submitted nothing, but another "
		"member of group 'Team 1' handed in files; export the sheet and the submissions "
		"again, or decide in overrides.csv\"\n");
	AUTO_OUTCOME blind = GRADE(SHEET, "--roster=roster.csv", "--blind");
	EXPECT_STATUS(blind, 0);
	expect_file_has("out/marks.csv", "member of group '(team)' handed in files");
}

/* ---- late penalties ---- */

/* The 25th of October has 25 hours in Berlin. */
Test(grade_decided, the_page_says_why_25_hours_are_one_day)
{
	put_scheme("zone: Europe/Berlin\ndue: 2026-10-24T23:59:00+02:00\n" LATE, TESTS);
	put("class/ann.py", SUM_PY);
	put("class/bob.py", SUM_PY);
	put("times.csv", "id,time\nann,2026-10-25T23:59:00+01:00\nbob,2026-10-25T10:00:00+01:00\n");
	AUTO_OUTCOME outcome = GRADE("--times=times.csv");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/people/ann.html",
		"Late by 1 d 1 h<small>1 day begun, 2 points each; a day ends at the same time of "
		"day, even if the clocks are changed</small>");
	expect_file_has("out/people/bob.html", "<small>1 day begun, 2 points each</small>");
}

/* The total is the teacher's, but the page and marks.csv show the penalty. */
Test(grade_decided, a_penalty_beside_a_total_that_stays_is_a_change)
{
	put_scheme(DUE LATE, TESTS);
	put("class/ann.py", SUM_PY);
	put("times.csv", "id,time\nann,2026-10-07T10:00:00Z\n");
	AUTO_OUTCOME first = GRADE("--times=times.csv");
	EXPECT_STATUS(first, 0);
	put("out/overrides.csv", "id,item,mark,reason\nann,total,7,oral exam\n");
	AUTO_OUTCOME decided = GRADE("--times=times.csv", "--apply");
	EXPECT_STATUS(decided, 0);
	expect_file_has("out/marks.csv", "\nann,,10,1 d 12 h 1 min,4,7,,\n");
	put_scheme(DUE LATE "extensions: {ann: 2d}\n", TESTS);
	AUTO_OUTCOME extended = GRADE("--times=times.csv");
	EXPECT_STATUS(extended, 1);
	cr_expect_eq(
		strncmp(extended.out.data,
			"ann\t-\ttotal stays 7, late penalty 4 -> 0\tdeadline: 2026-10-07T23:59:00",
			68),
		0, "%s", extended.out.data);
	expect_file_has(
		"out/marks.csv", "\nann,,10,1 d 12 h 1 min,4,7,,a new mark waits for --apply\n");
	AUTO_OUTCOME applied = GRADE("--times=times.csv", "--apply");
	EXPECT_STATUS(applied, 0);
	expect_file_has("out/marks.csv", "\nann,,10,0 days,0,7,,\n");
}
