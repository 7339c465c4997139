/* SPDX-License-Identifier: MIT */
/* assay course: makes and checks a course's folder, and prints its passwords. */
#include "support/packages.h"

TestSuite(course, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define MINIMAL ASSAY_SOURCE_DIR "/tests/data/valid/minimal"

static void expect_in(const char *text, const char *part)
{
	cr_expect_not_null(strstr(text, part), "%s is not in\n%s", part, text);
}

static void expect_not_in(const char *text, const char *part)
{
	cr_expect_null(strstr(text, part), "%s is in\n%s", part, text);
}

Test(course, a_new_folder_is_valid_and_private)
{
	struct stat status;
	AUTO_OUTCOME made =
		ASSAY("course", "new", "algo1", "--package", MINIMAL, "--zone", "Europe/Berlin");

	EXPECT_STATUS(made, 0);
	expect_in(made.out.data, "algo1: algo1 (algo1, Europe/Berlin)\n"
				 "  people: 1 student, 1 teacher, 0 markers, 0 viewers\n"
				 "  sections: A (1)\n"
				 "  week1: Minimal, 1 point for 1 item, opens 20");
	expect_in(made.out.data, ", release by hand\n0 errors, 0 warnings\n"
				 "created algo1; its passwords: assay course passwords algo1\n");
	cr_expect_eq(fstatat(here_fd, "algo1/accounts.yaml", &status, 0), 0);
	cr_expect_eq(status.st_mode & 0777, 0600);
	AUTO_OUTCOME checked = ASSAY("course", "check", "algo1/");
	EXPECT_STATUS(checked, 0);
	expect_in(checked.out.data, "0 errors, 0 warnings\n");
	AUTO_OUTCOME again = ASSAY("course", "new", "algo1");
	EXPECT_COMPLAINT(again, 2, "algo1: the folder has files; name a new one");
	AUTO_OUTCOME zone = ASSAY("course", "new", "algo2", "--zone", "Europe/Berln");
	EXPECT_COMPLAINT(zone, 2, "unknown time zone 'Europe/Berln'");
	cr_expect_neq(faccessat(here_fd, "algo2", F_OK, 0), 0);
}

Test(course, without_packages_the_assignment_is_marked_by_hand)
{
	AUTO_OUTCOME made = ASSAY("course", "new", "algo1");

	EXPECT_STATUS(made, 0);
	expect_in(made.out.data, "  week1: Week 1, 10 points for 1 item, ");
}

Test(course, the_roster_of_a_platform_stays_as_it_is)
{
	static const char roster[] =
		"First Name,Last Name,SID,Email,Role\r\n"
		"Ada,Lovelace,s1,ada@x.org,Student\r\n"
		"Tom,Tut,s2,tom@x.org,TA\r\nIda,Inst,s3,ida@x.org,Instructor\r\n";
	put("roster.csv", roster);
	AUTO_OUTCOME made = ASSAY("course", "new", "algo1", "--roster", "roster.csv");
	EXPECT_STATUS(made, 0);
	expect_in(made.out.data, "  people: 1 student, 1 teacher, 1 marker, 0 viewers\n");
	AS_AUTO_FREE char *people = read_text("algo1/people.csv");
	cr_expect_str_eq(people, roster);
	put("bad.csv", "colour\nred\n");
	AUTO_OUTCOME bad = ASSAY("course", "new", "algo2", "--roster", "bad.csv");
	EXPECT_COMPLAINT(bad, 3, "bad.csv:1: ");
	cr_expect_neq(faccessat(here_fd, "algo2", F_OK, 0), 0);
}

Test(course, check_prints_every_mistake_and_what_the_course_will_be)
{
	AUTO_OUTCOME made = ASSAY("course", "new", "algo1", "--package", MINIMAL);
	EXPECT_STATUS(made, 0);
	put("algo1/course.yaml", "titel: Algorithms\nzone: Europe/Berlin\n");
	put("algo1/people.csv", "id,name,role,username,section\nt1,T,teacher,t1,\n"
				"s1,S,markr,s1,A\ns2,S2,,s2,A;B\n");
	put("algo1/assignments/week1.yaml",
		"title: First\nopens: 2026-10-01 08:00\ndue: 2026-10-25 01:00\n"
		"release: 2026-10-25 03:00\nitems: [{id: a, points: 7.5, manual: true}, {id: b, "
		"points: 1, manual: true, bonus: true}]\n");
	put("algo1/assignments/week2.yaml", "due: 2026-03-29 02:30\nitems: []\n");
	AUTO_OUTCOME checked = ASSAY("course", "check", "algo1");
	EXPECT_STATUS(checked, 3);
	expect_in(checked.out.data,
		"algo1/course.yaml:1:1: error: unknown key 'titel'; did you mean 'title'?\n"
		"algo1/people.csv:3: error: unknown role 'markr'; did you mean 'marker'? use "
		"student, teacher, marker or viewer\n");
	expect_in(checked.out.data,
		"algo1/assignments/week2.yaml:1:6: error: due: '2026-03-29 "
		"02:30' does not exist in Europe/Berlin, because clocks are set "
		"forward; write 2026-03-29T03:30:00+02:00\n");
	expect_in(checked.out.data,
		"  people: 1 student, 1 teacher, 0 markers, 0 viewers\n  sections: A (1), B (1)\n"
		"  week1: First, 7.5 points and 1 of a bonus for 2 items, opens "
		"2026-10-01T08:00:00+02:00, due 2026-10-25T01:00:00+02:00, release "
		"2026-10-25T03:00:00+01:00\n3 errors, 2 warnings\n");
	AUTO_OUTCOME nowhere = ASSAY("course", "check", "nowhere");
	EXPECT_COMPLAINT(nowhere, 3, "nowhere: no such folder; make a course by: assay course new");
	AUTO_OUTCOME other = ASSAY("course", "check", "algo1/assignments");
	EXPECT_COMPLAINT(other, 3, "algo1/assignments: the folder has no course.yaml");
}

Test(course, passwords_are_made_once_and_printed_as_cards)
{
	AUTO_OUTCOME made = ASSAY("course", "new", "algo1");
	EXPECT_STATUS(made, 0);
	put("algo1/people.csv", "id,name,role,username,section\nt1,T <b>,teacher,t1,\n"
				"s1,S \x1b[31m,,s1,A\n");
	put("algo1/accounts.yaml", "- {id: t1, password: correct-horse}\n");
	cr_assert_eq(fchmodat(here_fd, "algo1/accounts.yaml", 0600, 0), 0);
	AUTO_OUTCOME first = ASSAY("course", "passwords", "algo1", "--address", "http://x/");
	EXPECT_STATUS(first, 0);
	expect_in(first.out.data, "  course    algo1\n  section   A\n  address   http://x/\n"
				  "  username  s1\n  password  ");
	expect_in(first.out.data, "T <b>\n  course    algo1\n  role      teacher\n");
	expect_in(first.out.data, "  username  t1\n  password  correct-horse\n");
	expect_not_in(first.out.data, "\x1b");
	expect_in(first.err.data, "1 password was made in algo1/accounts.yaml");
	AUTO_OUTCOME second = ASSAY("course", "passwords", "algo1", "--address", "http://x/");
	cr_expect_str_eq(second.out.data, first.out.data);
	cr_expect_str_eq(second.err.data, "");
	AUTO_OUTCOME page = ASSAY("course", "passwords", "algo1", "-o", "cards.html");
	EXPECT_STATUS(page, 0);
	cr_expect_str_eq(page.out.data, "cards.html: 2 accounts\n");
	AS_AUTO_FREE char *text = read_text("cards.html");
	expect_in(text, "T &lt;b&gt;");
	expect_not_in(text, "<b>");
	expect_in(text, "correct-horse");
}

/* The same file, by the other way in. */
Test(course, assay_grade_reads_an_assignment_of_a_course)
{
	put_sum_package(2);
	AUTO_OUTCOME made =
		ASSAY("course", "new", "algo1", "--package", "sum", "--zone", "Europe/Berlin");
	EXPECT_STATUS(made, 0);
	put("algo1/people.csv", "id,name,role,username,section\nt1,Tea,teacher,t1,\n"
				"s1,Ann,,s1,A\ns2,Bob,,s2,B\nm1,Mar,marker,m1,\n");
	put("algo1/assignments/week1.yaml",
		"zone: Europe/Berlin\nroster: ../people.csv\nopens: 2020-10-01 08:00\n"
		"due: 2020-10-05 23:59\nlate: {per: day, penalty: 1}\n"
		"extensions: {\"section B\": 2d}\nattempts: {count: best}\npackage: ../../sum\n"
		"items: [{id: a, points: 4}]\n");
	put("class/s1/2020-10-06T10:00:00+02:00/a.py", SUM_PY);
	put("class/s2/2020-10-06T10:00:00+02:00/a.py", SUM_PY);
	AUTO_OUTCOME graded = ASSAY("grade", "algo1/assignments/week1.yaml", "class", "-o", "out",
		"-j1", "--reruns=0", "--no-similar", "--cores=0");
	EXPECT_STATUS(graded, 0);
	AS_AUTO_FREE char *marks = read_text("out/marks.csv");
	cr_expect_str_eq(marks,
		"id,name,a,late,penalty,total,so far,todo\n"
		"s1,Ann,4,10 h 1 min,1,3,,\ns2,Bob,4,0 days,0,4,,\n",
		"%s", marks);
}
