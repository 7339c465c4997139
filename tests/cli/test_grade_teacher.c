/* SPDX-License-Identifier: MIT */
/* assay grade as a teacher uses it: the code beside the marks, excused students, drafts, teams. */
#include "support/packages.h"

TestSuite(grade_teacher, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define EXPORT(who) "class/" who "_assignsubmission_file/"
#define GRADE(...)                                                                                 \
	ASSAY("grade", "scheme.yaml", "class", "-o", "out", "-j1", "--reruns=0", "--no-similar",   \
		__VA_ARGS__)
#define GRADE_DONE(...)                                                                            \
	do {                                                                                       \
		AUTO_OUTCOME outcome_ = GRADE(__VA_ARGS__);                                        \
		EXPECT_STATUS(outcome_, 0);                                                        \
		EXPECT_NOTHING_LEFT(outcome_);                                                     \
	} while (0)

static bool exists(const char *path)
{
	return faccessat(here_fd, path, F_OK, 0) == 0;
}

/* ---- code ---- */

#define STYLE_SCHEME                                                                               \
	"package: sum\nitems:\n  - {id: tests, points: 6}\n"                                       \
	"  - {id: style, points: 4, manual: true}\n"
#define HOSTILE "</code><script>alert(2)</script>\\x1b"

/* Ann's program is right, Bob's attacks the page, Cem's cannot be judged, Dan has none. */
static void put_code_class(void)
{
	put_sum_package(1);
	put("scheme.yaml", STYLE_SCHEME);
	put("roster.csv", "id,name\n1,Ann Lee\n2,Bob\n3,Cem\n4,Dan\n");
	put(EXPORT("Ann Lee_1") "ann_lee.py", "# made by Ann Lee\n" SUM_PY);
	put(EXPORT("Ann Lee_1") "more.py", "second_file = 1\n");
	put(EXPORT("Bob_2") "b.py", "print('" HOSTILE "')\n");
	put(EXPORT("Cem_3") "x.c", "int main(void){return 1;}\n");
	put(EXPORT("Cem_3") "y.py", "print('cems_code')\n");
}

Test(grade_teacher, the_teachers_page_links_to_the_code_of_each_student)
{
	put_code_class();
	GRADE_DONE("--roster=roster.csv");
	expect_file_has("out/class.html", "href=\"code/1.html\"");
	expect_file_has("out/class.html", "href=\"code/2.html\"");
	expect_file_has("out/class.html", "href=\"code/3.html\"");
	expect_file_lacks("out/class.html", "href=\"code/4.html\"");
	expect_file_has("out/code/1.html", "# made by Ann Lee");
	expect_file_has("out/code/1.html", "second_file = 1");
	expect_file_has("out/code/1.html", "ann_lee.py");
	expect_file_has("out/code/1.html", "../people/1.html");
	expect_file_has("out/code/2.html", "&lt;/code&gt;&lt;script&gt;alert(2)");
	expect_file_lacks("out/code/2.html", "<script>alert");
	/* It waits for a decision, which depends on the files. */
	expect_file_has("out/code/3.html", "cems_code");
	cr_expect_not(exists("out/code/4.html"));
}

Test(grade_teacher, code_is_for_the_teacher_alone)
{
	static const char script[] =
		"import zipfile; z = zipfile.ZipFile('out/handouts.zip'); "
		"assert len(z.namelist()) == 4, z.namelist(); "
		"assert not any(b'second_file' in z.read(n) for n in z.namelist())";
	const char *const argv[] = {"/usr/bin/python3", "-c", script, NULL};
	struct stat info;

	put_code_class();
	GRADE_DONE("--roster=roster.csv");
	expect_file_lacks("out/people/1.html", "second_file");
	expect_file_lacks("out/people/1.html", "code/");
	cr_assert_eq(fstatat(here_fd, "out/code/1.html", &info, 0), 0);
	cr_expect_eq(info.st_mode & 077, 0);
	struct process process = command_start(argv, NULL);
	AUTO_OUTCOME outcome = command_end(&process);
	cr_expect_eq(outcome.status, 0, "%s", outcome.err.data);
}

Test(grade_teacher, code_has_no_names_in_blind_marking)
{
	put_code_class();
	put(EXPORT("Ann Lee_1") "notes.Ann", "my notes\n");
	GRADE_DONE("--roster=roster.csv");
	GRADE_DONE("--roster=roster.csv", "--blind");
	AS_AUTO_FD int fd = as_dir_open(here_fd, "out/code", NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, 100, NULL);
	size_t count = 0;
	cr_assert_not_null(names);
	for (; names[count]; count++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "out/code/%s", names[count]);
		expect_file_lacks(path, "Ann");
		expect_file_lacks(path, "ann_lee");
		AS_AUTO_FREE char *link = as_text_format(NULL, "href=\"code/%s\"", names[count]);
		expect_file_has("out/class.html", link);
	}
	cr_expect_eq(count, 3);
	cr_expect_not(exists("out/code/1.html"));
}

Test(grade_teacher, the_code_of_a_notebook_is_its_program_and_old_pages_go)
{
	put_code_class();
	put(EXPORT("Dan_4") "work.ipynb",
		"{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"dans_cell = 1\\n\"]}], "
		"\"nbformat\": 4}");
	GRADE_DONE("--roster=roster.csv");
	expect_file_has("out/code/4.html", "dans_cell = 1");
	cr_assert_eq(unlinkat(here_fd, EXPORT("Dan_4") "work.ipynb", 0), 0);
	cr_assert_eq(unlinkat(here_fd, EXPORT("Dan_4"), AT_REMOVEDIR), 0);
	GRADE_DONE("--roster=roster.csv", "--apply");
	cr_expect_not(exists("out/code/4.html"));
}

/* ---- excused ---- */

#define CANVAS_HEADER "Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (99),Final Score\n"

/* Zuse handed in nothing, Turing something; both are excused. Noether does not have the
 * assignment, and Gauss has no excuse. */
static void put_excused(const char *scheme)
{
	put_sum_package(3);
	put("scheme.yaml", scheme);
	put("class/lovelaceada_11_501_a.py", SUM_PY);
	put("class/turingalan_16_505_t.py", SUM_PY);
	put("sheet.csv", CANVAS_HEADER "\"Lovelace, Ada\",11,s1,ada,A,,70\n"
				       "\"Zuse, Konrad\",14,s4,zuse,A,EX,70\n"
				       "\"Noether, Emmy\",15,s5,noether,A,N/A,\n"
				       "\"Turing, Alan\",16,s6,alan,A,ex,\n"
				       "\"Gauss, Carl\",17,s7,carl,A,,\n");
}

#define EXCUSED "\"submission: excused on the platform, so there is no mark\"\n"

Test(grade_teacher, an_excused_student_has_no_mark_and_is_not_in_the_mean)
{
	put_excused("package: sum\nitems:\n  - {id: tests, points: 6, partial: per_test}\n");
	AUTO_OUTCOME outcome = GRADE("--fill=sheet.csv", "--column=Homework 1");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\ns1,\"Lovelace, Ada\",6,,0,6,,\n");
	expect_file_has("out/marks.csv", "\ns4,\"Zuse, Konrad\",,,0,,," EXCUSED);
	expect_file_has("out/marks.csv", "\ns5,\"Noether, Emmy\",,,0,,," EXCUSED);
	expect_file_has("out/marks.csv", "\ns6,\"Turing, Alan\",,,0,,," EXCUSED);
	expect_file_has("out/marks.csv", "\ns7,\"Gauss, Carl\",0,,0,0,,\n");
	cr_expect_not_null(
		strstr(outcome.out.data, "5 students, 2 handed in, 2 graded: out/marks.csv\n"
					 "3 students are excused on the platform\n"
					 "the sheet with the marks: out/canvas.csv; 3 cells are "
					 "left as they are, with EX or N/A of Canvas\n"),
		"%s", outcome.out.data);
	expect_file_has("out/class.html", "<b>3</b><span>mean of 6</span>");
	expect_file_has("out/class.html", "<b>3</b><span>median</span>");
	expect_file_has("out/class.html", "<b>3</b><span>are excused</span>");
	expect_file_has("out/class.html", "<b>0</b><span>need a decision</span>");
	expect_file_has("out/people/s4.html", "You are excused");
	expect_file_lacks("out/people/s4.html", "<b>0</b>");
	expect_file_has("out/canvas.csv", "\"Zuse, Konrad\",14,s4,zuse,A,EX\n");
	cr_expect_not(exists("out/gradescope/s4.json"));
}

/* Neither times nor manual marks are asked for. A decision still sets a mark. */
Test(grade_teacher, nobody_has_to_act_on_an_excused_student)
{
	put_excused(
		"package: sum\ndue: 2026-10-05T23:59:00+02:00\nlate: {per: day, penalty: 1}\n"
		"items:\n  - {id: tests, points: 6}\n  - {id: style, points: 4, manual: true}\n");
	AUTO_OUTCOME outcome = GRADE("--fill=sheet.csv", "--column=Homework 1");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\ns6,\"Turing, Alan\",,,0 days,0,,," EXCUSED);
	cr_expect_not_null(strstr(outcome.out.data, "\n1 student waits for manual marks"), "%s",
		outcome.out.data);
	cr_expect_null(strstr(outcome.out.data, "decision"), "%s", outcome.out.data);
	put("out/overrides.csv", "id,item,mark,reason\ns4,total,5,oral exam\n");
	GRADE_DONE("--fill=sheet.csv", "--column=Homework 1");
	expect_file_has("out/marks.csv", "\ns4,\"Zuse, Konrad\",,,,0,5,,\n");
}

/* If a mark of 0 from an earlier run is removed, the change is reported. */
Test(grade_teacher, an_excuse_after_the_first_run_is_a_change)
{
	put_excused("package: sum\nitems:\n  - {id: tests, points: 6, partial: per_test}\n");
	AS_AUTO_FREE char *sheet = read_text("sheet.csv");
	*strstr(sheet, "EX") = ' ';
	*strstr(sheet, "X,") = ' ';
	put("before.csv", sheet);
	GRADE_DONE("--fill=before.csv", "--column=Homework 1");
	expect_file_has("out/marks.csv", "\ns4,\"Zuse, Konrad\",0,,0,0,,\n");
	AUTO_OUTCOME outcome = GRADE("--fill=sheet.csv", "--column=Homework 1");
	EXPECT_STATUS(outcome, 1);
	cr_expect_not_null(strstr(outcome.out.data, "s4\tZuse, Konrad\ttotal 0 -> none, tests 0 -> "
						    "none\texcused on the platform\n"),
		"%s", outcome.out.data);
}

/* ---- students of earlier runs ---- */

static void put_two(const char *scheme)
{
	put_sum_package(1);
	put("scheme.yaml", scheme);
	put("class/ann/a.py", SUM_PY);
}

#define MISSING "student of an earlier run is missing from this run and "

Test(grade_teacher, who_was_in_one_run_and_never_had_a_mark_is_left_out)
{
	put_two(STYLE_SCHEME);
	put("class/handout/readme.txt", "hello\n");
	GRADE_DONE("--cores=0");
	expect_file_has("out/marks.csv", "\nhandout,");
	expect_file_has("out/manual.csv", "\nhandout,");
	cr_expect(exists("out/documents/handout.json"));
	cr_assert_eq(unlinkat(here_fd, "class/handout/readme.txt", 0), 0);
	cr_assert_eq(unlinkat(here_fd, "class/handout", AT_REMOVEDIR), 0);
	AUTO_OUTCOME outcome = GRADE("--cores=0");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(
		strstr(outcome.err.data, "1 " MISSING "never had a complete mark: left out "
					 "('handout')\n"),
		"%s", outcome.err.data);
	cr_expect_not_null(
		strstr(outcome.out.data, "1 student, 1 handed in"), "%s", outcome.out.data);
	expect_file_lacks("out/marks.csv", "handout");
	expect_file_lacks("out/class.html", "people/handout.html");
	cr_expect_not(exists("out/documents/handout.json"));
	cr_expect_not(exists("out/people/handout.html"));
	/* The empty row in manual.csv stays until the teacher deletes it. */
	AUTO_OUTCOME again = GRADE("--cores=0");
	cr_expect_str_eq(again.err.data,
		"assay: info: out/manual.csv: 1 row without marks: nobody in the class has the id "
		"'handout' (line 3); delete the row, or correct the id\n");
}

Test(grade_teacher, of_many_who_are_left_out_some_are_named)
{
	/* The last name is cut, before its character of two bytes. */
	static const char *const wrong[] = {"h1", "h2", "h3",
		"h4-2345678901234567890123456789012345678901234567\u00fcmit", "h5", "h6"};

	put_two(STYLE_SCHEME);
	for (size_t i = 0; i < 6; i++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "class/%s/a.txt", wrong[i]);
		put(path, "hello\n");
	}
	GRADE_DONE("--cores=0");
	cr_assert_eq(renameat(here_fd, "class", here_fd, "wrong"), 0);
	put("class/ann/a.py", SUM_PY);
	AUTO_OUTCOME outcome = GRADE("--cores=0");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(
		strstr(outcome.err.data, "left out ('h1', 'h2', 'h3', 'h4-"
					 "2345678901234567890123456789012345678901234567', ...)\n"),
		"%s", outcome.err.data);
}

Test(grade_teacher, who_has_a_mark_stays_and_the_remedy_is_named)
{
	put_two(STYLE_SCHEME);
	put("class/bob/b.py", SUM_PY);
	put("class/cem/c.py", SUM_PY);
	GRADE_DONE("--cores=0");
	put("out/manual.csv", "id,style\nbob,3\n");
	GRADE_DONE("--cores=0");
	put("out/manual.csv", "id,style\nbob,3\ncem,2\n");
	cr_assert_eq(renameat(here_fd, "class/bob", here_fd, "bob"), 0);
	cr_assert_eq(renameat(here_fd, "class/cem", here_fd, "cem"), 0);
	AUTO_OUTCOME outcome = GRADE("--cores=0");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(strstr(outcome.err.data,
				   "2 students of earlier runs are missing from this run and keep "
				   "their marks ('bob', 'cem'); if a wrong run added the students, "
				   "use a new folder (-o)"),
		"%s", outcome.err.data);
	expect_file_has("out/marks.csv", "\nbob,,6,3,");
	expect_file_has("out/marks.csv", "\ncem,");
}

/* ---- teams ---- */

#define TEAM_SCHEME                                                                                \
	"package: sum\nitems:\n  - {id: tests, points: 6}\n"                                       \
	"  - {id: style, points: 4, manual: true}\n"                                               \
	"  - {id: talk, points: 2, manual: true, individual: true}\n"

static void put_team(void)
{
	put_sum_package(1);
	put("scheme.yaml", TEAM_SCHEME);
	put("roster.csv", "id,name,group\nann,Ann,red\nbob,Bob,red\ncem,Cem,red\neve,Eve,\n");
	put("class/bob/b.py", SUM_PY);
	put("class/eve/e.py", SUM_PY);
}

Test(grade_teacher, a_team_shares_manual_marks_but_for_individual_items)
{
	put_team();
	GRADE_DONE("--roster=roster.csv");
	put("out/manual.csv", "id,style,style comment,talk\nann,3,well done,2\nbob,,own words,1\n"
			      "cem,,,\neve,,,2\n");
	GRADE_DONE("--roster=roster.csv");
	expect_file_has("out/marks.csv", "\nann,Ann,6,3,2,,0,11,,\nbob,Bob,6,3,1,,0,10,,\n"
					 "cem,Cem,6,3,,,0,,9,talk: no mark yet\n"
					 "eve,Eve,6,,2,,0,,8,style: no mark yet\n");
	expect_file_has("out/people/cem.html", "well done");
	expect_file_has("out/people/bob.html", "own words");
	expect_file_has("out/people/bob.html", "Sum of the items</th><td class=\"number\">10</td>");
	/* A member's own mark takes precedence; if two marks differ, the third member gets none. */
	put("out/manual.csv", "id,style,talk\nann,3,2\nbob,4,1\ncem,,2\neve,1,2\n");
	GRADE_DONE("--roster=roster.csv", "--apply");
	expect_file_has("out/marks.csv", "\nann,Ann,6,3,2,,0,11,,\nbob,Bob,6,4,1,,0,11,,\n"
					 "cem,Cem,6,,2,,0,,8,style: no mark yet\n");
}

Test(grade_teacher, a_mark_by_hand_of_nothing_is_said)
{
	put_team();
	put("roster.csv", "id,name\nann,Ann\nbob,Bob\ncem,Cem\neve,Eve\n");
	GRADE_DONE("--roster=roster.csv");
	put("out/manual.csv", "id,style,talk\nann,3,\nbob,2,1\ncem,0,\neve,2,2\n");
	AUTO_OUTCOME outcome = GRADE("--roster=roster.csv", "--apply");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv",
		"\nann,Ann,0,3,0,,0,3,,\"style: a manual mark, but nothing was "
		"submitted\"\n");
	expect_file_has("out/marks.csv", "\nbob,Bob,6,2,1,,0,9,,\n");
	expect_file_has("out/marks.csv", "\ncem,Cem,0,0,0,,0,0,,\n");
	cr_expect_not_null(
		strstr(outcome.out.data, "\n1 mark deserves a look"), "%s", outcome.out.data);
	expect_file_has("out/class.html", "a manual mark, but nothing was submitted");
	expect_file_has("out/people/ann.html", "marked by your teacher; nothing was submitted");
	expect_file_lacks("out/people/bob.html", "nothing was submitted");
}

Test(grade_teacher, only_manual_items_are_individual)
{
	put_team();
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6, individual: true}\n");
	AUTO_OUTCOME outcome = GRADE("--roster=roster.csv");
	EXPECT_COMPLAINT(outcome, 3,
		"scheme.yaml:3:28: individual requires manual: true; the members of a team share "
		"the "
		"marks of all other items");
}

/* ---- what the filters show ---- */

#define EXIT_1 "import sys\nprint(sum(map(int, input().split())))\nsys.exit(1)\n"
#define EXEC                                                                                       \
	"#include <stdio.h>\n#include <stdlib.h>\nint main(void){int a,b;scanf(\"%d%d\",&a,&b);"   \
	"printf(\"%d\\n\",a+b);system(\"pause\");return 0;}\n"

/* The traits of a row in the table of class.html. */
static void expect_traits(const char *id, const char *traits)
{
	AS_AUTO_FREE char *page = read_text("out/class.html");
	AS_AUTO_FREE char *link = as_text_format(NULL, "<a href=\"people/%s.html\">", id);
	char *table = strstr(page, "id=\"table\"");
	char *row = table ? strstr(table, link) : NULL;

	cr_assert_not_null(row, "%s", id);
	*row = '\0';
	char *found = table;
	for (char *next = table; (next = strstr(next, "data-traits=\"")); next++)
		found = next + strlen("data-traits=\"");
	found[strcspn(found, "\"")] = '\0';
	cr_expect_str_eq(found, traits, "%s: %s", id, found);
}

static void put_endings(const char *scheme)
{
	put_sum_package(2);
	put("scheme.yaml", scheme);
	put("class/ann/a.py", EXIT_1);
	put("class/bob/b.c", EXEC);
	put("class/cem/c.c", "int main(\n");
	put("class/dan/x.c", "int main(void){return 1;}\n");
	put("class/dan/y.py", "print(1)\n");
	put("class/eve/e.py", "raise ValueError\n");
	put("class/fay/f.c", "int main(\n");
}

Test(grade_teacher, a_filter_shows_what_counts_for_the_mark)
{
	put_endings("package: sum\nitems:\n  - {id: tests, points: 6}\n");
	GRADE_DONE("--cores=0");
	expect_traits("ann", "look crashed ");
	expect_traits("bob", "look forbidden ");
	expect_traits("cem", "failed ");
	/* It waits for a decision: nothing was compiled. */
	expect_traits("dan", "needs ");
	expect_traits("eve", "crashed ");
	put("out/overrides.csv", "id,item,mark,reason\nfay,tests,3,shown in class\n");
	put("scheme.yaml", "package: sum\ntolerate: [exit-status, shell]\nitems:\n"
			   "  - {id: tests, points: 6}\n");
	GRADE_DONE("--cores=0", "--apply");
	expect_traits("ann", "");
	expect_traits("bob", "");
	expect_traits("cem", "failed ");
	expect_traits("eve", "crashed ");
	/* The mark is set by the teacher. */
	expect_traits("fay", "changed");
}

/* The sample is of no item, but ended the strict judging. */
Test(grade_teacher, a_filter_shows_the_sample_that_ended_judging_unless_it_is_tolerated)
{
	put_endings("package: sum\nitems:\n  - {id: tests, tests: [secret/*], points: 6}\n");
	GRADE_DONE("--cores=0");
	expect_traits("ann", "look crashed ");
	expect_traits("eve", "crashed ");
	put("scheme.yaml", "package: sum\ntolerate: [exit-status, shell]\nitems:\n"
			   "  - {id: tests, tests: [secret/*], points: 6}\n");
	GRADE_DONE("--cores=0", "--apply");
	expect_traits("ann", "");
	expect_traits("bob", "");
	expect_traits("eve", "crashed ");
}

/* ---- drafts ---- */

#define MOODLE_HEADER                                                                              \
	"Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade,Last modified "   \
	"(submission)\n"

static void put_draft(const char *status)
{
	AS_AUTO_FREE char *sheet = as_text_format(NULL,
		MOODLE_HEADER "Participant 1,Ann,s1,ann@x.org,Submitted for grading,-,10,"
			      "\"Monday, 5 October 2026, 9:00 AM\"\n"
			      "Participant 2,Bob,s2,bob@x.org,%s,-,10,"
			      "\"Monday, 5 October 2026, 9:00 AM\"\n",
		status);

	put("sheet.csv", sheet);
}

/* The tests are known when the teacher decides, and nothing is judged after that. */
Test(grade_teacher, a_draft_is_judged_but_has_no_mark_until_somebody_decides)
{
	put_sum_package(2);
	put("scheme.yaml", "package: sum\ndue: 2026-10-05T23:59:00+02:00\nitems:\n"
			   "  - {id: tests, points: 10, partial: per_test}\n");
	put(EXPORT("Ann_1") "a.py", SUM_PY);
	put(EXPORT("Bob_2") "b.py", SUM_PY);
	put_draft("Draft (not submitted)");
	AUTO_OUTCOME outcome = GRADE("--fill=sheet.csv", "--zone=Europe/Berlin");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(
		strstr(outcome.out.data, "1 student needs a decision"), "%s", outcome.out.data);
	expect_file_has(
		"out/marks.csv", "\ns2,Bob,,unknown,0,,,\"submission: the submission is a draft;");
	expect_file_has(
		"out/moodle.csv", "Participant 2,Bob,s2,bob@x.org,Draft (not submitted),-,");
	expect_file_has("out/documents/s2.json", "\"verdict\": \"AC\"");
	expect_file_has("out/class.html", "<td class=\"fate\">3 of 3</td><td class=\"cell AC\"");
	expect_file_has("out/code/s2.html", "b.py");
	expect_file_lacks("out/people/s2.html", "sample/1");
	expect_file_has("out/junit.xml", "<skipped message=\"a decision is needed\"/>");
	put_draft("Submitted for grading");
	AUTO_OUTCOME plan = GRADE("--fill=sheet.csv", "--zone=Europe/Berlin", "--dry-run");
	cr_expect_str_eq(plan.out.data, "0 of 2 submissions would be judged\n");
	GRADE_DONE("--fill=sheet.csv", "--zone=Europe/Berlin");
	expect_file_has("out/marks.csv", "\ns2,Bob,10,0 days,0,10,,\n");
	expect_file_has("out/people/s2.html", "2 of 2 tests accepted");
}

/* ---- similar programs ---- */

#define GRADE_SIMILAR(...)                                                                         \
	ASSAY("grade", "scheme.yaml", "class", "-o", "out", "-j1", "--reruns=0", __VA_ARGS__)
#define IDE_SAMPLE                                                                                 \
	"# This is a sample Python script.\ndef print_hi(name):\n    print(f'Hi, {name}')\n\n"     \
	"if __name__ == '__main__':\n    print_hi('PyCharm')\n"
#define FIRST_WAY                                                                                  \
	"a, b = map(int, input().split())\nif a > b:\n    a, b = b, a\nc = a\nwhile c < a + b:\n"  \
	"    c += 1\nprint(c)\n"

/* Two students have the sample of the same environment, and nothing else in common. */
Test(grade_teacher, a_sample_is_not_compared)
{
	put_sum_package(1);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6}\n");
	put("class/ann/main.py", IDE_SAMPLE);
	put("class/ann/task.py", SUM_PY);
	put("class/bob/main.py", IDE_SAMPLE);
	put("class/bob/task.py", FIRST_WAY);
	AUTO_OUTCOME outcome = GRADE_SIMILAR("--cores=0");
	EXPECT_STATUS(outcome, 0);
	cr_expect_null(strstr(outcome.out.data, "similar"), "%s", outcome.out.data);
	expect_file_has("out/class.html", "No similar pairs");
	/* A sample beside a program does not make the program different. */
	put("class/cem/task.py", SUM_PY);
	AUTO_OUTCOME equal = GRADE_SIMILAR("--cores=0");
	EXPECT_STATUS(equal, 0);
	AS_AUTO_FD int fd = as_dir_open(here_fd, "out/pairs", NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, 100, NULL);
	cr_assert(names && names[0] && !names[1]);
	AS_AUTO_FREE char *page = as_text_format(NULL, "out/pairs/%s", names[0]);
	expect_file_has(page, "</a> <small>the program of the other student is equal</small>");
	expect_file_has(page, "href=\"../code/ann.html\"");
	expect_file_has(page, "href=\"../code/cem.html\"");
	expect_file_lacks(page, "print_hi");
}

/* ---- equal counts everywhere ---- */

/* A decision, a mark to review, a time without a file, and a student without a submission. */
Test(grade_teacher, console_page_and_table_count_alike)
{
	put_sum_package(1);
	put("scheme.yaml", STYLE_SCHEME);
	put("roster.csv", "id,name\n1,Ann\n2,Bob\n3,Cem\n4,Dan\n5,Eve\n6,Fay\n");
	put("class/1/a.py", SUM_PY);
	put("class/2/x.c", "int main(void){return 1;}\n");
	put("class/2/y.py", "print(1)\n");
	put("class/3/c.py", EXIT_1);
	put("class/4/d.docx", "PK\x03\x04 words\n");
	put("class/5/main.py", IDE_SAMPLE);
	put("class/5/task.py", SUM_PY);
	put("class/5/notes.pyc", "\x01\x02");
	put("class/5/.DS_Store", "x");
	GRADE_DONE("--roster=roster.csv");
	put("out/manual.csv", "id,style\n1,4\n2,4\n3,4\n4,4\n5,4\n6,4\n");
	AUTO_OUTCOME outcome = GRADE("--roster=roster.csv", "--apply");
	EXPECT_STATUS(outcome, 0);
	cr_expect_str_eq(outcome.out.data,
		"6\tFay\ttotal 0 -> 4, style 0 -> 4\tmanual.csv changed\n1 mark changed\n"
		"6 students, 5 handed in, 4 graded: out/marks.csv\n"
		"2 students need a decision: see the column todo\n"
		"2 marks deserve a look: see the column todo\n"
		"3 files were not judged: see left-out.csv, which also lists 1 of a system or "
		"platform\n");
	expect_file_has("out/class.html", "<b>6</b><span>students</span>");
	expect_file_has("out/class.html", "<b>5</b><span>handed in</span>");
	expect_file_has("out/class.html", "<b>4</b><span>marks are final</span>");
	expect_file_has("out/class.html", "<b>2</b><span>need a decision</span>");
	expect_file_has("out/class.html", "<b>2</b><span>deserve a look</span>");
	expect_file_has("out/class.html", "3 files were not judged: see left-out.csv");
	expect_file_has("out/left-out.csv", "\n4/d.docx,4,no-source,is not a program in a known "
					    "language\n");
	expect_file_has(
		"out/left-out.csv", "\n5/main.py,5,sample,is the unchanged sample of PyCharm\n");
	AS_AUTO_FREE char *left = read_text("out/left-out.csv");
	size_t rows = 0;
	for (const char *at = left; (at = strchr(at, '\n')); at++)
		rows++;
	cr_expect_eq(rows, 1 + 3 + 1, "%s", left);
}

/* ---- texts of pages ---- */

/* Groups of one test, and tests whose names differ at their end only. */
Test(grade_teacher, headings_show_what_tells_tests_apart)
{
	put_sum_package(1);
	put("sum/data/secret/1/tests-of-large-numbers-first.in", "1 2\n");
	put("sum/data/secret/1/tests-of-large-numbers-first.ans", "3\n");
	put("sum/data/secret/1/tests-of-large-numbers-second.in", "1 2\n");
	put("sum/data/secret/1/tests-of-large-numbers-second.ans", "3\n");
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6}\n");
	put("class/ann/a.py", SUM_PY);
	GRADE_DONE("--cores=0");
	expect_file_has("out/class.html", "\xe2\x80\xa6<bdi>first</bdi>");
	expect_file_has("out/class.html", "\xe2\x80\xa6<bdi>second</bdi>");
	expect_file_has("out/class.html", "title=\"secret/1/tests-of-large-numbers-first\"");
	expect_file_has("out/class.html",
		"<th class=\"group down\" scope=\"colgroup\" colspan=\"1\" "
		"title=\"sample\"><div>sample</div></th>");
}

/* Only a student who handed in nothing has a mark: this 0 is not the mean of the class. */
Test(grade_teacher, one_mark_is_no_mean_and_what_a_mark_waits_for_is_said)
{
	put_sum_package(1);
	put("scheme.yaml", STYLE_SCHEME);
	put("roster.csv", "id,name\n1,Ann\n2,Bob\n3,Cem\n4,Dan\n");
	put("class/1/a.py", SUM_PY);
	put("class/2/x.c", "int main(void){return 1;}\n");
	put("class/2/y.py", "print(1)\n");
	put("class/3/x.c", "int main(void){return 1;}\n");
	put("class/3/y.py", "print(1)\n");
	GRADE_DONE("--roster=roster.csv");
	expect_file_has(
		"out/class.html", "<b>\xe2\x80\x93</b><span>mean of 10 (1 of 4 marks)</span>");
	expect_file_has("out/class.html", "<b>\xe2\x80\x93</b><span>median (1 of 4 marks)</span>");
	expect_file_has("out/people/2.html", "no mark yet: your teacher has to decide");
	put("out/overrides.csv", "id,item,mark,reason\n3,tests,3,shown in class\n");
	GRADE_DONE("--roster=roster.csv");
	expect_file_has("out/people/3.html", "set by your teacher");
	expect_file_has("out/people/3.html", "Set by your teacher: shown in class");
	expect_file_lacks("out/people/3.html", "not judged yet");
}

/* ---- notes about tables ---- */

/* An earlier run graded a wrong folder, and added its rows. */
Test(grade_teacher, rows_without_marks_for_unknown_students_are_listed)
{
	put_sum_package(1);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6}\n"
			   "  - {id: style, points: 4, manual: true}\n");
	put("class/ann/a.py", SUM_PY);
	put("class/bob/b.py", SUM_PY);
	GRADE_DONE("--cores=0");
	put("out/manual.csv", "id,name,style,style comment\nann,,,\ndata,,,\nzoe,,,\nbob,,,\n");
	AUTO_OUTCOME outcome = GRADE("--cores=0");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(
		strstr(outcome.err.data,
			"assay: info: out/manual.csv: 2 rows without marks: nobody in the "
			"class has the ids 'data' (line 3), 'zoe' (line 4); delete the rows, "
			"or correct the ids\n"),
		"%s", outcome.err.data);
	put("out/manual.csv", "id,name,style,style comment\nann,,,\nzoe,,3,\nbob,,,\n");
	AUTO_OUTCOME marked = GRADE("--cores=0");
	cr_expect_null(strstr(marked.err.data, "without marks"), "%s", marked.err.data);
	cr_expect_not_null(strstr(marked.err.data, "nobody in the class has the id 'zoe'"), "%s",
		marked.err.data);
}

/* As Moodle exports it in German. */
Test(grade_teacher, grades_that_are_locked_or_change_are_listed)
{
	put_sum_package(2);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 10}\n");
	put(EXPORT("Ann_1") "a.py", SUM_PY);
	put(EXPORT("Bob_2") "b.py", SUM_PY);
	put(EXPORT("Cem_3") "c.py", SUM_PY);
	put(EXPORT("Dan_4") "d.py", SUM_PY);
	put("sheet.csv", "ID;Vollst\u00e4ndiger Name;ID-Nummer;Status;Bewertung;Bestwertung;"
			 "Bewertung kann ge\u00e4ndert werden;Zuletzt ge\u00e4ndert (Abgabe)\n"
			 "Teilnehmer/in1;Ann;s1;Zur Bewertung abgegeben;7,50;10,00;Ja;-\n"
			 "Teilnehmer/in2;Bob;s2;Zur Bewertung abgegeben;;10,00;Nein;-\n"
			 "Teilnehmer/in3;Cem;s3;Zur Bewertung abgegeben;10,00;10,00;Ja;-\n"
			 "Teilnehmer/in4;Dan;s4;Zur Bewertung abgegeben;10,00;10,00;Nein;-\n");
	AUTO_OUTCOME outcome = GRADE("--fill=sheet.csv", "--zone=Europe/Berlin", "--cores=0");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(
		strstr(outcome.err.data, "assay: info: sheet.csv: the grades of 1 student change: "
					 "s1 (7,50 -> 10)\n"),
		"%s", outcome.err.data);
	cr_expect_not_null(
		strstr(outcome.err.data, "assay: warning: sheet.csv: the grades of 1 student are "
					 "locked on the platform, which does not import them: "
					 "s2 (- -> 10); unlock the grades there\n"),
		"%s", outcome.err.data);
}
