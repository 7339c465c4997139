/* SPDX-License-Identifier: MIT */
/* assay grade with the exports and imports of platforms: sheets, times, groups, attempts. */
#include "support/packages.h"

TestSuite(grade_platform, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define SCHEME                                                                                     \
	"package: sum\n"                                                                           \
	"due: 2020-10-05T23:59:00+02:00\n"                                                         \
	"late: {per: day, penalty: 1}\n"                                                           \
	"items:\n"                                                                                 \
	"  - {id: tests, points: 6, partial: per_test}\n"
#define HEAD "id,name,tests,late,penalty,total,so far,todo\n"
#define MOODLE_HEADER                                                                              \
	"Identifier,\"Full name\",\"ID number\",\"Email address\",Status,Grade,"                   \
	"\"Maximum grade\",\"Last modified (submission)\",\"Feedback comments\"\r\n"

#define HALF_PY "a, b = map(int, input().split())\nprint(a + b if a < 2 else 0)\n"

#define GRADE(...)                                                                                 \
	ASSAY("grade", "scheme.yaml", "class", "-o", "out", "-j1", "--reruns=0", __VA_ARGS__)

static void expect_text(const char *path, const char *expected)
{
	AS_AUTO_FREE char *text = read_text(path);

	cr_expect_str_eq(text, expected, "%s: %s", path, text);
}

static void put_moodle(void)
{
	put_sum_package(3);
	put("scheme.yaml", SCHEME);
	put("class/Ada Lovelace_101_assignsubmission_file/a.py", SUM_PY);
	put("class/Bob Late_102_assignsubmission_file/b.py", HALF_PY);
	put("class/Bob Late_102_assignsubmission_file/b.pyc", "\x01\x02\x03");
	put("sheet.csv", MOODLE_HEADER
		"Participant 101,Ada Lovelace,s101,ada@x.org,x,,6.00,\"Monday, 5 October 2020, "
		"11:00 PM\",\r\n"
		"Participant 102,Bob Late,s102,bob@x.org,x,,6.00,\"Tuesday, 6 October 2020, "
		"11:00 AM\",fine\r\n"
		"Participant 103,Eve,s103,eve@x.org,x,,6.00,-,\r\n");
}

Test(grade_platform, moodles_sheet_has_lateness_and_is_filled)
{
	put_moodle();
	AUTO_OUTCOME outcome = GRADE("--fill=sheet.csv", "--zone=Europe/Paris");
	EXPECT_STATUS(outcome, 0);
	expect_text("out/marks.csv", HEAD "s101,Ada Lovelace,6,0 days,0,6,,\n"
					  "s102,Bob Late,2,11 h 1 min,1,1,,\n"
					  "s103,Eve,0,,0,0,,\n");
	AS_AUTO_FREE char *sheet = read_text("out/moodle.csv");
	cr_expect_not_null(strstr(sheet, "Participant 101,Ada Lovelace,s101,ada@x.org,x,6,6.00,"),
		"%s", sheet);
	cr_expect_not_null(
		strstr(sheet, "Participant 102,Bob Late,s102,bob@x.org,x,1,6.00,"), "%s", sheet);
	cr_expect_not_null(strstr(outcome.out.data, "the sheet with the marks: out/moodle.csv\n"),
		"%s", outcome.out.data);
	AS_AUTO_FREE char *left = read_text("out/left-out.csv");
	cr_expect_not_null(strstr(left, "b.pyc,s102,built,"), "%s", left);
	cr_expect_not_null(strstr(outcome.out.data, "1 file was not judged: see left-out.csv\n"),
		"%s", outcome.out.data);
}

/* Moodle skips such rows silently. */
Test(grade_platform, a_mark_above_the_sheets_maximum_is_not_filled_in)
{
	put_moodle();
	put("sheet.csv", MOODLE_HEADER "Participant 101,Ada Lovelace,s101,ada@x.org,x,,5.00,-,\r\n"
				       "Participant 102,Bob Late,s102,bob@x.org,x,,5.00,-,\r\n");
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6, partial: per_test}\n");
	AUTO_OUTCOME outcome = GRADE("--fill=sheet.csv");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_FREE char *sheet = read_text("out/moodle.csv");
	cr_expect_not_null(strstr(sheet, "ada@x.org,x,,5.00,"), "%s", sheet);
	cr_expect_not_null(strstr(sheet, "bob@x.org,x,2,5.00,"), "%s", sheet);
	cr_expect_str_eq(outcome.err.data,
		"assay: warning: 1 mark is above the sheet's maximum grade of 5, which Moodle does "
		"not import; the total of the scheme is 6; the cells are left as they are, see the "
		"column todo\n");
	AS_AUTO_FREE char *marks = read_text("out/marks.csv");
	cr_expect_not_null(
		strstr(marks, "s101,Ada Lovelace,6,,0,,6,\"total: 6 is above the "), "%s", marks);
	put("out/overrides.csv", "id,item,mark,reason\ns101,total,5,the most there is\n");
	AUTO_OUTCOME decided = GRADE("--fill=sheet.csv", "--apply");
	EXPECT_STATUS(decided, 0);
	AS_AUTO_FREE char *filled = read_text("out/moodle.csv");
	cr_expect_not_null(strstr(filled, "ada@x.org,x,5,5.00,"), "%s", filled);
	cr_expect_str_empty(decided.err.data);
}

/* Before the person's deadline a 0 would be too early; afterwards it counts at once. */
Test(grade_platform, a_person_with_an_extension_and_no_submission_has_no_mark_yet)
{
	put_moodle();
	put("scheme.yaml", SCHEME "extensions: {s103: 2099-10-05T23:59:00+02:00}\n");
	AUTO_OUTCOME outcome = GRADE("--fill=sheet.csv", "--zone=Europe/Paris");
	EXPECT_STATUS(outcome, 0);
	expect_text("out/marks.csv", HEAD "s101,Ada Lovelace,6,0 days,0,6,,\n"
					  "s102,Bob Late,2,11 h 1 min,1,1,,\n"
					  "s103,Eve,,,0,,,submission: may be handed in until "
					  "2099-10-05T23:59:00+02:00\n");
	AS_AUTO_FREE char *sheet = read_text("out/moodle.csv");
	cr_expect_not_null(strstr(sheet, "Eve,s103,eve@x.org,x,,6.00,"), "%s", sheet);
	AS_AUTO_FREE char *page = read_text("out/people/s103.html");
	cr_expect_not_null(strstr(page, "nothing was submitted yet"));
	put("class/Eve_103_assignsubmission_file/e.py", SUM_PY);
	AUTO_OUTCOME handed_in = GRADE("--fill=sheet.csv", "--zone=Europe/Paris");
	EXPECT_STATUS(handed_in, 0);
	AS_AUTO_FREE char *marks = read_text("out/marks.csv");
	cr_expect_not_null(strstr(marks, "s103,Eve,6,unknown,0,,6,"), "%s", marks);
	AUTO_OUTCOME removed = command_run((const char *const[]){
		"/bin/rm", "-r", "class/Eve_103_assignsubmission_file", "out", NULL});
	EXPECT_STATUS(removed, 0);
	put("scheme.yaml", SCHEME);
	AUTO_OUTCOME passed = GRADE("--fill=sheet.csv", "--zone=Europe/Paris");
	EXPECT_STATUS(passed, 0);
	AS_AUTO_FREE char *final = read_text("out/marks.csv");
	cr_expect_not_null(strstr(final, "s103,Eve,0,,0,0,,\n"), "%s", final);
}

/* An extension of the sheet also counts without a due time. */
Test(grade_platform, an_extension_of_the_sheet_counts_without_a_due_time)
{
	put_sum_package(3);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: all, points: 6}\n");
	put("class/Ada Lovelace_101_assignsubmission_file/a.py", SUM_PY);
	put("sheet.csv", MOODLE_HEADER
		"Participant 101,Ada Lovelace,s101,ada@x.org,x,,6.00,-,\r\n"
		"Participant 102,Bob,s102,bob@x.org,\"No submission - Extension granted until: "
		"Tuesday, 27 October 2099, 11:59 PM\",,6.00,-,\r\n"
		"Participant 103,Eve,s103,eve@x.org,\"No submission - Extension granted until: "
		"27/10/99, 23:59\",,6.00,-,\r\n"
		"Participant 104,Fay,s104,fay@x.org,\"No submission - Extension granted until: "
		"Tuesday, 27 October 2020, 11:59 PM\",,6.00,-,\r\n");
	AUTO_OUTCOME outcome = GRADE("--fill=sheet.csv", "--zone=Europe/Paris");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_FREE char *marks = read_text("out/marks.csv");
	cr_expect_not_null(strstr(marks, "\ns101,Ada Lovelace,6,"), "%s", marks);
	cr_expect_not_null(
		strstr(marks, "the platform's sheet has an extension that has not ended"), "%s",
		marks);
	cr_expect_not_null(strstr(marks, "an extension whose time cannot be read"), "%s", marks);
	cr_expect_not_null(strstr(marks, "\ns104,Fay,0,"), "%s", marks);
	/* If the sheet is the roster, its states count, and no sheet is filled. */
	AUTO_OUTCOME roster = ASSAY("grade", "scheme.yaml", "class", "-o", "list", "-j1",
		"--reruns=0", "--roster=sheet.csv", "--zone=Europe/Paris");
	EXPECT_STATUS(roster, 0);
	AS_AUTO_FREE char *listed = read_text("list/marks.csv");
	cr_expect_str_eq(listed, marks);
	cr_expect_neq(faccessat(here_fd, "list/moodle.csv", F_OK, 0), 0);
	/* Beside another sheet they do not count, which is said. */
	put("book.csv", "name,email,grade\nAda Lovelace,ada@x.org,\n");
	AUTO_OUTCOME both = ASSAY("grade", "scheme.yaml", "class", "-o", "both", "-j1",
		"--reruns=0", "--roster=sheet.csv", "--zone=Europe/Paris", "--fill=book.csv");
	EXPECT_STATUS(both, 0);
	cr_expect_not_null(
		strstr(both.err.data, "the column 'Status' with drafts and extensions is not read, "
				      "because --fill names another sheet"),
		"%s", both.err.data);
}

#define CANVAS_HEADER "Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (99),Final\n"

/* Eve is not in the sheet, and its second line belongs to nobody. */
Test(grade_platform, a_gradebook_of_canvas_is_filled)
{
	put_sum_package(3);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6, partial: per_test}\n");
	put("class/lovelaceada_11_501_a.py", SUM_PY);
	put("class/latebob_LATE_12_502_b.py", HALF_PY);
	put("class/evestranger_13_503_c.py", HALF_PY);
	put("sheet.csv", CANVAS_HEADER "    Points Possible,,,,,6,(read only)\n"
				       "\"Lovelace, Ada\",11,s1,ada,A,,\n"
				       "\"Late, Bob\",12,s2,bob,A,3,\n"
				       "\"Nobody, No\",14,s4,no,A,,\n");
	AUTO_OUTCOME outcome = GRADE("--fill=sheet.csv", "--column=Homework 1");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(strstr(outcome.out.data, "the sheet with the marks: out/canvas.csv; 1 "
						    "student with a mark is not in the sheet\n"),
		"%s", outcome.out.data);
	expect_text("out/canvas.csv",
		"Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (99)\n"
		"\"    Points Possible\",,,,,6\n"
		"\"Lovelace, Ada\",11,s1,ada,A,6\n"
		"\"Late, Bob\",12,s2,bob,A,2\n"
		"\"Nobody, No\",14,s4,no,A,0\n");
}

/*
 * As PHP writes it: values with blanks are quoted, dates are in the site's language, and there is
 * feedback that a teacher wrote on the site. Only the marks change, and a name that a spreadsheet
 * would run.
 */
#define REAL_MOODLE                                                                                \
	"Identifier,Full name,ID number,Email address,Status,Group,Grade,Maximum grade,"           \
	"Grade can be changed,Last modified (submission),Last modified (grade),"                   \
	"Feedback comments\n"
#define REAL_TIMES "20.00,Yes,\"Monday, 5 October 2020, 9:15 PM\",-,"

Test(grade_platform, a_grading_worksheet_of_moodle_is_unchanged_but_for_the_marks)
{
	put_sum_package(3);
	put("scheme.yaml", "package: sum\ntotal: 20\nitems:\n"
			   "  - {id: tests, points: 20, partial: per_test}\n");
	put("class/Zoë Ada_101_assignsubmission_file/a.py", SUM_PY);
	put("class/HYPERLINK(x)_102_assignsubmission_file/b.py", HALF_PY);
	put("sheet.csv",
		"\xef\xbb\xbf"
		"Identifier,\"Full name\",\"ID number\",\"Email address\",Status,Group,Grade,"
		"\"Maximum grade\",\"Grade can be changed\",\"Last modified (submission)\","
		"\"Last modified (grade)\",\"Feedback comments\"\n"
		"\"Participant 101\",\"Zoë Ada\",s1,z@x.org,\"Submitted for grading\",\"Team "
		"A\",," REAL_TIMES "\"<p>See \"\"me\"\", please</p>\"\n"
		"\"Participant 102\",=HYPERLINK(x),s2,h@x.org,\"Submitted for grading\",-,"
		"3.00," REAL_TIMES "=1+1\n"
		"\"Participant 103\",\"Nil Nothing\",s3,n@x.org,\"No submission\",-,,20.00,No,"
		"-,-,\n");
	AUTO_OUTCOME outcome = GRADE("--fill=sheet.csv", "--zone=Europe/Paris");
	EXPECT_STATUS(outcome, 0);
	expect_text("out/moodle.csv",
		"\xef\xbb\xbf" REAL_MOODLE
		"Participant 101,Zoë Ada,s1,z@x.org,Submitted for grading,Team A,20," REAL_TIMES
		"\"<p>See \"\"me\"\", please</p>\"\n"
		"Participant 102,'=HYPERLINK(x),s2,h@x.org,Submitted for grading,-,6.67," REAL_TIMES
		"=1+1\n"
		"Participant 103,Nil Nothing,s3,n@x.org,No submission,-,0,20.00,No,-,-,\n");
}

/*
 * The complete gradebook of Canvas, in its order. It has read-only columns, the line of manual
 * posting, people who are excused or do not have the assignment, and the test student, which is the
 * teacher. The copy has no other column than the students' own and the filled one: Canvas would
 * import the essay's marks, too. Only the cells of marks change, and no byte order mark is added.
 */
#define REAL_HEADER                                                                                \
	"Student,ID,SIS User ID,SIS Login ID,Section,Notes,Essay (41),Homework 1 (99),"            \
	"Assignments Current Points,Current Score,Unposted Current Score,Final Score\n"
#define REAL_BEGIN ",,,,,,,Manual Posting,,,,\n"
#define REAL_POINTS ",,,,,,10.00,6.00,(read only),(read only),(read only),(read only)\n"
#define TEST_LOGIN "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c"
#define REAL_END                                                                                   \
	"\"Zuse, Konrad\",14,s4,zuse,A,,7.00,EX,7,70,70,70\n"                                      \
	"\"Noether, Emmy\",15,s5,noether,\"A, B\",,N/A,N/A,,,,\n"                                  \
	"\"Student, Test\",99,," TEST_LOGIN ",A,,,,,,,\n"

Test(grade_platform, the_copy_of_canvas_gradebook_has_the_marks_and_who_they_are_of)
{
	put_sum_package(3);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6, partial: per_test}\n");
	put("class/lovelaceada_11_501_a.py", SUM_PY);
	put("class/latebob_LATE_12_502_b.py", HALF_PY);
	put("class/zusekonrad_14_504_c.py", SUM_PY);
	put("class/cmd_16_505_d.py", SUM_PY);
	put("sheet.csv", "\xef\xbb\xbf" REAL_HEADER REAL_BEGIN "    Points Possible" REAL_POINTS
			 "\"Lovelace, Ada\",11,s1,ada,A,=1+1,7.00,,7,70,70,70\n"
			 "\"Late, Bob\",12,s2,bob,A,,8.00,3.00,11,55,55,55\n"
			 "\"@cmd\",16,s6,cmd,A,,,,,,,\n" REAL_END);
	AUTO_OUTCOME outcome = GRADE("--fill=sheet.csv", "--column=Homework 1");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(strstr(outcome.out.data,
				   "out/canvas.csv; 2 cells are left as they are, with EX or N/A "
				   "of Canvas\n"),
		"%s", outcome.out.data);
	expect_text("out/canvas.csv",
		"Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (99)\n"
		",,,,,Manual Posting\n"
		"\"    Points Possible\",,,,,6.00\n"
		"\"Lovelace, Ada\",11,s1,ada,A,6\n"
		"\"Late, Bob\",12,s2,bob,A,2\n"
		"'@cmd,16,s6,cmd,A,6\n"
		"\"Zuse, Konrad\",14,s4,zuse,A,EX\n"
		"\"Noether, Emmy\",15,s5,noether,\"A, B\",N/A\n"
		"\"Student, Test\",99,," TEST_LOGIN ",A,\n");
}

Test(grade_platform, a_sheet_without_the_column_is_refused_before_anything_is_judged)
{
	put_moodle();
	put("canvas.csv", CANVAS_HEADER "\"Lovelace, Ada\",11,s1,ada,A,,\n");
	AUTO_OUTCOME none = GRADE("--fill=canvas.csv");
	EXPECT_COMPLAINT(none, 3,
		"canvas.csv:1: has no column 'grade'; its columns are: Student, ID, SIS User ID, "
		"SIS "
		"Login ID, Section, Homework 1 (99), Final; name the column of the marks with "
		"--column");
	AUTO_OUTCOME other = GRADE("--fill=canvas.csv", "--column=Homework 2");
	EXPECT_COMPLAINT(other, 3, "canvas.csv:1: has no column 'Homework 2'; its columns are: ");
	cr_expect_eq(faccessat(here_fd, "out", F_OK, 0), -1);
	/* Moodle in an unknown language. */
	AUTO_OUTCOME moodle =
		GRADE("--fill=sheet.csv", "--zone=Europe/Paris", "--column=Maximum grade");
	EXPECT_STATUS(moodle, 0);
	cr_expect_eq(faccessat(here_fd, "out/moodle.csv", F_OK, 0), 0);
}

/* Without a time, a submission is not silently in time. */
Test(grade_platform, a_time_that_is_unknown_is_a_decision_for_a_person)
{
	put_moodle();
	AUTO_OUTCOME outcome = GRADE("--cores=0");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_FREE char *marks = read_text("out/marks.csv");
	cr_expect_not_null(strstr(marks, "\n101,Ada Lovelace,6,unknown,0,,6,"), "%s", marks);
	put("times.csv", "id,time\n101,2020-10-05T20:00:00Z\n102,2020-10-07 09:00+02:00\n");
	AUTO_OUTCOME told = GRADE("--cores=0", "--times=times.csv");
	AS_AUTO_FREE char *known = read_text("out/marks.csv");
	cr_expect_not_null(strstr(known, "\n101,Ada Lovelace,6,0 days,0,6,,\n"), "%s", known);
	/* The sum so far was no mark, so that a total is not a change. */
	EXPECT_STATUS(told, 0);
	cr_expect_null(strstr(told.out.data, "->"), "%s", told.out.data);
	cr_expect_not_null(strstr(known, "\n102,Bob Late,2,1 d 9 h 1 min,2,0,,\n"), "%s", known);
	/* A mark that counts does not become open, or another number, without --apply. */
	AUTO_OUTCOME forgotten = GRADE("--cores=0");
	EXPECT_STATUS(forgotten, 1);
	cr_expect_not_null(strstr(forgotten.out.data,
				   "102\tBob Late\ttotal 0 -> none, late penalty 2 -> 0\ttime of "
				   "submission changed; at an unknown time, was "),
		"%s", forgotten.out.data);
	AS_AUTO_FREE char *held = read_text("out/marks.csv");
	cr_expect_not_null(strstr(held, "\n101,Ada Lovelace,6,0 days,0,6,,\"a new mark waits for "
					"--apply; late: the time of the submission is unknown"),
		"%s", held);
	cr_expect_not_null(
		strstr(held, "\n102,Bob Late,2,1 d 9 h 1 min,2,0,,\"a new mark "), "%s", held);
}

Test(grade_platform, a_submission_of_a_group_marks_all_its_members)
{
	put_sum_package(3);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6, partial: per_test}\n");
	put("class/ann/a.py", SUM_PY);
	put("class/eve/a.py", HALF_PY);
	put("roster.csv", "id,name,group\nann,Ann,red\nbob,Bob,red\neve,Eve,\nzoe,Zoe,\n");
	AUTO_OUTCOME outcome = GRADE("--roster=roster.csv");
	EXPECT_STATUS(outcome, 0);
	expect_text("out/marks.csv", HEAD "ann,Ann,6,,0,6,,\nbob,Bob,6,,0,6,,\neve,Eve,2,,0,2,,\n"
					  "zoe,Zoe,0,,0,0,,\n");
	cr_expect_not_null(strstr(outcome.out.data, "4 students, 3 handed in, 4 graded"), "%s",
		outcome.out.data);
	AS_AUTO_FREE char *document = read_text("out/documents/bob.json");
	cr_expect_not_null(strstr(document, "\"verdict\": \"AC\""));
}

/* Otherwise each person would be in the folder twice, and marks by hand would stay with the old
 * ids. */
Test(grade_platform, people_with_other_ids_than_before_are_refused)
{
	put_moodle();
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6, partial: per_test}\n"
			   "  - {id: hand, points: 2, manual: true}\n");
	AUTO_OUTCOME first = GRADE("--cores=0");
	EXPECT_STATUS(first, 0);
	AS_AUTO_FREE char *marks = read_text("out/marks.csv");
	AS_AUTO_FREE char *manual = read_text("out/manual.csv");
	AUTO_OUTCOME filled = GRADE("--fill=sheet.csv", "--zone=Europe/Paris", "--rejudge");
	EXPECT_COMPLAINT(filled, 2,
		"out: students have other ids now: 's101' is '101' in the folder; give --fill and "
		"--roster as the first time, or a new folder with -o");
	put("roster.csv", "name,email\nAda Lovelace,ada@x.org\n\"Late, Bob\",bob@x.org\n");
	AUTO_OUTCOME listed = GRADE("--roster=roster.csv");
	EXPECT_COMPLAINT(listed, 2, "out: students have other ids now: 'ada@x.org' is '101' in ");
	expect_text("out/marks.csv", marks);
	expect_text("out/manual.csv", manual);
	/* And the refused --rejudge causes no judging. */
	AUTO_OUTCOME again = GRADE("--dry-run");
	cr_expect_str_eq(again.out.data, "0 of 2 submissions would be judged\n");
	/* A person who joins later is new. */
	put("class/Cem_104_assignsubmission_file/c.py", SUM_PY);
	AUTO_OUTCOME later = GRADE("--cores=0");
	EXPECT_STATUS(later, 0);
}

/* The other way round: found by their names. */
Test(grade_platform, people_without_the_sheet_of_before_are_refused)
{
	put_moodle();
	AUTO_OUTCOME first = GRADE("--fill=sheet.csv", "--zone=Europe/Paris");
	EXPECT_STATUS(first, 0);
	AUTO_OUTCOME without = GRADE("--cores=0");
	EXPECT_COMPLAINT(without, 2, "out: students have other ids now: '101' is 's101' in ");
	AUTO_OUTCOME with = GRADE("--fill=sheet.csv", "--zone=Europe/Paris");
	EXPECT_STATUS(with, 0);
}

Test(grade_platform, people_with_the_ids_of_a_later_roster_are_refused)
{
	put_sum_package(1);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6, partial: per_test}\n");
	put("class/ada/a.py", SUM_PY);
	AUTO_OUTCOME first = GRADE("--cores=0");
	EXPECT_STATUS(first, 0);
	put("roster.csv", "id,name,email\n7,Ada Lovelace,ada@x.org\n");
	AUTO_OUTCOME by_mail = GRADE("--roster=roster.csv");
	EXPECT_COMPLAINT(by_mail, 2, "out: students have other ids now: '7' is 'ada' in ");
	put("roster.csv", "id,name\nADA,Ada Lovelace\n");
	AUTO_OUTCOME by_case = GRADE("--roster=roster.csv");
	EXPECT_COMPLAINT(by_case, 2, "out: students have other ids now: 'ADA' is 'ada' in ");
}

/* A few in a class: by mail the match is certain, by name alone it may be another person. */
Test(grade_platform, people_with_changed_ids_are_not_silently_entered_twice)
{
	put_sum_package(1);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6, partial: per_test}\n");
	put("class/1/a.py", SUM_PY);
	put("roster.csv", "id,name,email\n1,Ada Lovelace,ada@x.org\n2,Bob Late,bob@x.org\n"
			  "3,Cem Can,cem@x.org\n4,Dan Day,\n");
	AUTO_OUTCOME first = GRADE("--roster=roster.csv");
	EXPECT_STATUS(first, 0);
	AS_AUTO_FREE char *marks = read_text("out/marks.csv");
	put("roster.csv", "id,name,email\n1,Ada Lovelace,ada@x.org\n22,Bob Late,bob@x.org\n"
			  "3,Cem Can,cem@x.org\n4,Dan Day,\n");
	AUTO_OUTCOME by_mail = GRADE("--roster=roster.csv");
	EXPECT_COMPLAINT(by_mail, 2,
		"out: 1 student has another id now, and would be in the folder twice: '22' is '2' "
		"in "
		"the folder; restore the old id in the roster or sheet, or name a new "
		"folder");
	expect_text("out/marks.csv", marks);
	put("roster.csv", "id,name,email\n1,Ada Lovelace,ada@x.org\n2,Bob Late,bob@x.org\n"
			  "3,Cem Can,cem@x.org\n44,Dan Day,\n");
	AUTO_OUTCOME by_name = GRADE("--roster=roster.csv");
	EXPECT_STATUS(by_name, 0);
	cr_expect_not_null(
		strstr(by_name.err.data,
			"warning: out: 1 student has the name of a student in an earlier "
			"run, but another id: if this is the same student, restore the old "
			"id in the roster or sheet; '44' is '4' in the folder"),
		"%s", by_name.err.data);
}

#define GERMAN_HEADER                                                                              \
	"ID,\"Vollständiger Name\",E-Mail-Adresse,Status,Bewertung,Bestwertung,"                  \
	"\"Zuletzt geändert (Abgabe)\"\r\n"

/* The numbers of a German sheet distinguish two persons with the same name. */
Test(grade_platform, a_german_sheet_is_matched_by_number)
{
	put_sum_package(3);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6, partial: per_test}\n");
	put("class/Kim Lee_10001_assignsubmission_file/a.py", SUM_PY);
	put("class/Kim Lee_10002_assignsubmission_file/a.py", HALF_PY);
	put("sheet.csv", GERMAN_HEADER "Teilnehmer/in10002,Kim Lee,k2@x.org,x,,\"6,00\",-\r\n"
				       "Teilnehmer/in10001,Kim Lee,k1@x.org,x,,\"6,00\",-\r\n");
	AUTO_OUTCOME outcome = GRADE("--fill=sheet.csv");
	EXPECT_STATUS(outcome, 0);
	expect_text("out/marks.csv", HEAD "k2@x.org,Kim Lee,2,,0,2,,\nk1@x.org,Kim Lee,6,,0,6,,\n");
	AS_AUTO_FREE char *sheet = read_text("out/moodle.csv");
	cr_expect_not_null(strstr(sheet, "in10001,Kim Lee,k1@x.org,x,6,"), "%s", sheet);
}

#define MISSING                                                                                    \
	"\"submission: the sheet has a submission time, but there is no file of this student; "    \
	"look on the platform, and download all submissions again, or decide in overrides.csv\"\n"

/* Cem's file is not in the export; Eve submitted nothing. */
Test(grade_platform, a_submission_in_the_sheet_without_a_file_does_not_get_0)
{
	put_moodle();
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6, partial: per_test}\n");
	put("sheet.csv", MOODLE_HEADER
		"Participant 101,Ada Lovelace,s101,ada@x.org,x,,6.00,\"Monday, 5 October 2026, "
		"11:00 PM\",\r\n"
		"Participant 102,Bob Late,s102,bob@x.org,x,,6.00,-,\r\n"
		"Participant 103,Eve,s103,eve@x.org,x,,6.00,-,\r\n"
		"Participant 104,Cem,s104,cem@x.org,x,,6.00,\"Monday, 5 October 2026, 11:00 "
		"PM\",\r\n");
	AUTO_OUTCOME outcome = GRADE("--fill=sheet.csv", "--zone=Europe/Paris");
	EXPECT_STATUS(outcome, 0);
	expect_text("out/marks.csv", HEAD "s101,Ada Lovelace,6,,0,6,,\ns102,Bob Late,2,,0,2,,\n"
					  "s103,Eve,0,,0,0,,\ns104,Cem,,,0,,," MISSING);
	AS_AUTO_FREE char *sheet = read_text("out/moodle.csv");
	cr_expect_not_null(strstr(sheet, "Participant 104,Cem,s104,cem@x.org,x,,"), "%s", sheet);
	cr_expect_not_null(strstr(outcome.out.data, "4 students, 2 handed in, 3 graded"), "%s",
		outcome.out.data);
}

/* Both are called Kim Lee, and one submission belongs to one of them. */
Test(grade_platform, a_person_who_may_have_submitted_does_not_get_0)
{
	put_sum_package(3);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6, partial: per_test}\n");
	put("class/Kim Lee_7_assignsubmission_file/a.py", SUM_PY);
	put("class/Ann_8_assignsubmission_file/a.py", SUM_PY);
	put("roster.csv", "id,name\nk1,Kim Lee\nk2,\"Lee, Kim\"\ns1,Ann\ns2,Zoe\n");
	AUTO_OUTCOME outcome = GRADE("--roster=roster.csv");
	EXPECT_STATUS(outcome, 3);
	AS_AUTO_FREE char *marks = read_text("out/marks.csv");
	cr_expect_not_null(strstr(marks, "\nk1,Kim Lee,,,0,,,\"submission: a submission may belong "
					 "to this student or to another of the same name; give"),
		"%s", marks);
	cr_expect_not_null(strstr(marks, "\nk2,\"Lee, Kim\",,,0,,,\"submission: "), "%s", marks);
	cr_expect_not_null(strstr(marks, "\ns1,Ann,6,,0,6,,\ns2,Zoe,0,,0,0,,\n"), "%s", marks);
}

/* A column `group` with another meaning, such as tutorials, gives no person another's mark. */
Test(grade_platform, a_group_with_several_submissions_has_no_marks)
{
	put_sum_package(3);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6, partial: per_test}\n");
	put("class/Ann_101_assignsubmission_file/a.py", SUM_PY);
	put("class/Bob_102_assignsubmission_file/a.py", HALF_PY);
	put("class/Eve_104_assignsubmission_file/a.py", SUM_PY);
	put("roster.csv", "id,name,group\ns1,Ann,Tue\ns2,Bob,Tue\ns3,Zoe,Tue\ns4,Eve,Wed\n");
	put("sheet.csv", MOODLE_HEADER "Participant 101,Ann,s1,,x,,6.00,-,\r\n"
				       "Participant 102,Bob,s2,,x,,6.00,-,\r\n"
				       "Participant 103,Zoe,s3,,x,,6.00,-,\r\n"
				       "Participant 104,Eve,s4,,x,,6.00,-,\r\n");
	AUTO_OUTCOME outcome = GRADE("--roster=roster.csv", "--fill=sheet.csv");
	EXPECT_STATUS(outcome, 3);
#define TODO                                                                                       \
	"\"submission: the group handed in 2 submissions; keep one of them, or, if the column "    \
	"`group` does not mean teams with one submission each, remove it, or "                     \
	"decide in overrides.csv\"\n"
	expect_text("out/marks.csv", HEAD "s1,Ann,,,0,,," TODO "s2,Bob,,,0,,," TODO
					  "s3,Zoe,,,0,,," TODO "s4,Eve,6,,0,6,,\n");
	cr_expect_not_null(strstr(outcome.out.data, "4 students, 3 handed in, 1 graded"), "%s",
		outcome.out.data);
	cr_expect_not_null(
		strstr(outcome.out.data, "3 cells are left as they are"), "%s", outcome.out.data);
	AS_AUTO_FREE char *sheet = read_text("out/moodle.csv");
	cr_expect_not_null(strstr(sheet, "Participant 101,Ann,s1,,x,,6.00,"), "%s", sheet);
	cr_expect_not_null(strstr(sheet, "Participant 104,Eve,s4,,x,6,6.00,"), "%s", sheet);
	put("out/overrides.csv", "id,item,mark,reason\ns2,total,2,own work\n");
	AUTO_OUTCOME decided = GRADE("--roster=roster.csv", "--cores=0");
	AS_AUTO_FREE char *marks = read_text("out/marks.csv");
	cr_expect_not_null(strstr(marks, "\ns2,Bob,,,0,2,,\n"), "%s", marks);
	AUTO_OUTCOME without = GRADE("--fill=sheet.csv");
	EXPECT_STATUS(without, 0);
	AS_AUTO_FREE char *all = read_text("out/marks.csv");
	cr_expect_not_null(strstr(all, "\ns1,Ann,6,,0,6,,\n"), "%s", all);
}

Test(grade_platform, the_best_attempt_counts_if_the_scheme_says_so)
{
	put_sum_package(3);
	/* The keys of a course, of which only `count` changes marks. */
	put("scheme.yaml",
		"package: sum\nzone: Europe/Berlin\nopens: 2026-09-28 08:00\nrelease: by hand\n"
		"hand_in: {files: [b.py], size: 1kB}\n"
		"attempts: {count: best, free: 1, cool_down: 10 min, most: 1}\n"
		"feedback: {at_once: verdict}\nitems:\n"
		"  - {id: tests, points: 6, partial: per_test}\n");
	put("class/ann/attempt-1/a.py", SUM_PY);
	put("class/ann/attempt-2/a.py", HALF_PY);
	AUTO_OUTCOME best = GRADE("--cores=0");
	EXPECT_STATUS(best, 0);
	expect_text("out/marks.csv", HEAD "ann,,6,,0,6,,\n");
	put("scheme.yaml", "package: sum\nattempt: last\nitems:\n"
			   "  - {id: tests, points: 6, partial: per_test}\n");
	AUTO_OUTCOME last = GRADE("--cores=0");
	EXPECT_STATUS(last, 1);
	cr_expect_not_null(
		strstr(last.out.data, "ann\t-\ttotal 6 -> 2, tests 6 -> 2\t"), "%s", last.out.data);
}

/* Files with the names of packages are for these; others are for all. */
Test(grade_platform, a_scheme_may_have_several_packages)
{
	put_sum_package(1);
	AUTO_OUTCOME copied =
		command_run((const char *const[]){"/bin/cp", "-r", "sum", "twice", NULL});
	EXPECT_STATUS(copied, 0);
	put("twice/data/secret/01.in", "2 2\n");
	put("twice/data/secret/01.ans", "8\n");
	put("twice/data/sample/1.ans", "6\n");
	put("scheme.yaml", "items:\n  - {id: one, package: sum, points: 2, partial: all}\n"
			   "  - {id: two, package: twice, points: 3, partial: all}\n");
	put("class/ann/sum.py", SUM_PY);
	put("class/ann/twice.py", "from read import row\nprint(2 * sum(row()))\n");
	put("class/ann/read.py", "def row():\n    return map(int, input().split())\n");
	put("class/bob/sum.py", SUM_PY);
	AUTO_OUTCOME outcome = GRADE("--cores=0");
	EXPECT_STATUS(outcome, 0);
	expect_text("out/marks.csv", "id,name,one,two,late,penalty,total,so "
				     "far,todo\nann,,2,3,,0,5,,\nbob,,2,0,,0,2,,\n");
}

/* ---- judgements that a validator leaves open ---- */

#define DOUBTING_C                                                                                 \
	"#include <stdio.h>\n"                                                                     \
	"int main(int count, char **arguments)\n"                                                  \
	"{\n"                                                                                      \
	"	char path[4096];\n"                                                                      \
	"	snprintf(path, sizeof(path), \"%sjudgemessage.txt\", arguments[count > 3 ? 3 : "         \
	"0]);\n"                                                                                   \
	"	FILE *file = fopen(path, \"w\");\n"                                                      \
	"	fputs(\"counted\\nperson: it was too fast\\n\", file);\n"                                \
	"	return fclose(file) ? 1 : 42;\n"                                                         \
	"}\n"

Test(grade_platform, a_judgement_that_a_validator_leaves_open_is_a_decision_for_a_person)
{
	put_sum_package(3);
	put("sum/output_validator/check.c", DOUBTING_C);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6, partial: per_test}\n");
	put("class/ann.py", SUM_PY);
	AUTO_OUTCOME doubted = GRADE("--cores=0");
	EXPECT_STATUS(doubted, 0);
	expect_text("out/marks.csv",
		HEAD "ann,,6,,0,,6,\"tests: it was too fast; look at the submission, and decide in "
		     "overrides.csv\"\n");
	cr_expect_not_null(
		strstr(doubted.out.data, "1 student needs a decision"), "%s", doubted.out.data);
	put("out/overrides.csv", "id,item,mark,reason\nann,tests,6,a closed formula\n");
	AUTO_OUTCOME decided = GRADE("--cores=0");
	EXPECT_STATUS(decided, 0);
	expect_text("out/marks.csv", HEAD "ann,,6,,0,6,,\n");
}

/* ---- files that were not compiled ---- */

static void expect_in_marks(const char *line)
{
	AS_AUTO_FREE char *marks = read_text("out/marks.csv");

	cr_expect_not_null(strstr(marks, line), "%s", marks);
}

#define REMEDY                                                                                     \
	"delete or rename files of the submission and run the command again, or decide in "        \
	"overrides.csv"

static const char *const undecided[] = {"two", "text", "mixed", "blank", "rar", "book", "mains"};
#define MAIN_C "#include <stdio.h>\nint main(void)\n{\n\tputs(\"3\");\n}\n"

static void put_undecided(void)
{
	put_sum_package(1);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6}\n");
	put("class/two/one.py", SUM_PY);
	put("class/two/other.py", SUM_PY);
	put("class/text/solution.txt", SUM_PY);
	put("class/mixed/a.py", SUM_PY);
	put("class/mixed/b.c", "int main(void) { return 0; }\n");
	put("class/blank/a.py", "");
	put("class/rar/a.rar", "Rar!\x1a\x07\x01");
	put("class/book/a.ipynb", "{");
	put("class/mains/first.c", MAIN_C);
	put("class/mains/second.c", MAIN_C);
	put("class/broken/a.c", "int main(\n");
}

Test(grade_platform, files_that_cannot_be_judged_are_decisions_for_a_person)
{
	put_undecided();
	put("sheet.csv", "id,name,grade\ntwo,,\ntext,,\nmixed,,\nblank,,\nrar,,\nbook,,\nmains,,"
			 "\nbroken,,\n");
	AUTO_OUTCOME outcome = GRADE("--fill=sheet.csv");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(
		strstr(outcome.out.data, "7 students need a decision"), "%s", outcome.out.data);
	AS_AUTO_FREE char *sheet = read_text("out/moodle.csv");
	for (size_t i = 0; i < sizeof(undecided) / sizeof(*undecided); i++) {
		char line[64], cell[64], page_name[64];
		snprintf(line, sizeof(line), "\n%s,,,,0,,,\"tests: ", undecided[i]);
		snprintf(cell, sizeof(cell), "\n%s,,\n", undecided[i]);
		snprintf(page_name, sizeof(page_name), "out/people/%s.html", undecided[i]);
		expect_in_marks(line);
		cr_expect_not_null(strstr(sheet, cell), "%s", sheet);
		AS_AUTO_FREE char *page = read_text(page_name);
		cr_expect_not_null(strstr(page, "your teacher has to decide"), "%s", undecided[i]);
		cr_expect_null(strstr(page, "use --"), "%s", undecided[i]);
	}
	cr_expect_not_null(strstr(sheet, "\nbroken,,0\n"), "%s", sheet);
	expect_in_marks("one.py and other.py may each be the program; " REMEDY);
	expect_in_marks("first.c and second.c may each be the program, and together they do not "
			"compile; " REMEDY);
	expect_in_marks(
		"the only source file is empty; look at left-out.csv, and decide in overrides.csv");
	expect_in_marks("\nbroken,,0,,0,0,,\n");
}
