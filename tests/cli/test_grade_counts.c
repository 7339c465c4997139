/* SPDX-License-Identifier: MIT */
/* assay grade: the console, the column todo and the teacher's page count and list alike. */
#include "support/packages.h"

TestSuite(grade_counts, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define ITEMS                                                                                      \
	"package: sum\nitems:\n  - {id: tests, points: 6}\n"                                       \
	"  - {id: style, points: 4, manual: true}\n"
#define GRADE(...)                                                                                 \
	ASSAY("grade", "scheme.yaml", "class", "-o", "out", "-j1", "--reruns=0", "--no-similar",   \
		__VA_ARGS__)

/* A part of the teacher's page: from its heading to the next one. */
static char *read_part(const char *heading)
{
	AS_AUTO_FREE char *page = read_text("out/class.html");
	const char *from = strstr(page, heading);
	const char *end = from ? strstr(from + 1, "<h2") : NULL;

	return from ? strndup(from, end ? (size_t)(end - from) : strlen(from)) : strdup("");
}

#define CRASH "import os\na, b = map(int, input().split())\nprint(a + b, flush=True)\nos.abort()\n"

/* ---- decisions, and marks that only deserve a look ---- */

/* Ann's outputs are right, but the program crashes; Bob's does not compile; Cem has two programs.
 */
Test(grade_counts, a_mark_that_needs_no_decision_is_not_counted_as_one)
{
	put_sum_package(1);
	put("scheme.yaml", ITEMS);
	put("class/ann.py", CRASH);
	put("class/bob.c", "int main(void) { return x; }\n");
	put("class/cem/x.c", "int main(void){return 1;}\n");
	put("class/cem/y.py", "print(1)\n");
	AUTO_OUTCOME first = GRADE("--cores=0");
	EXPECT_STATUS(first, 0);
	cr_expect_not_null(
		strstr(first.out.data, "3 students wait for manual marks: see manual.csv\n"
				       "1 student needs a decision: see the column todo\n"
				       "1 mark deserves a look: see the column todo\n"),
		"%s", first.out.data);
	expect_file_has("out/class.html", "<b>1</b><span>needs a decision</span>");
	AS_AUTO_FREE char *needs = read_part("id=\"needs\"");
	AS_AUTO_FREE char *looks = read_part("id=\"looks\"");
	cr_expect_null(strstr(needs, "all outputs are right"), "%s", needs);
	cr_expect_not_null(strstr(needs, "people/cem.html"), "%s", needs);
	cr_expect_not_null(strstr(looks, "all outputs are right"), "%s", looks);
	/* The number of a tile is that of the people in the list. */
	cr_expect_null(strstr(looks, "people/bob.html"), "%s", looks);
	AS_AUTO_FREE char *fails = read_part("id=\"fails\"");
	cr_expect_not_null(strstr(fails, "does not compile"), "%s", fails);
	cr_expect_not_null(strstr(fails, "people/bob.html"), "%s", fails);
	put("out/manual.csv", "id,style\nann,1\nbob,1\ncem,1\n");
	AUTO_OUTCOME second = GRADE("--cores=0");
	EXPECT_STATUS(second, 0);
	cr_expect_not_null(
		strstr(second.out.data, "3 students, 3 handed in, 2 graded: out/marks.csv\n"
					"1 student needs a decision: see the column todo\n"
					"1 mark deserves a look: see the column todo\n"),
		"%s", second.out.data);
	expect_file_has("out/class.html", "<b>1</b><span>needs a decision</span>");
	expect_file_has("out/class.html", "<b>1</b><span>deserves a look</span>");
	expect_file_has("out/class.html", "data-traits=\"look ");
	expect_file_lacks("out/class.html", "<span>deserve a look</span>");
}

/* Ann's old mark counts, but there is something to decide about the new one. */
Test(grade_counts, a_decision_about_a_mark_that_waits_is_counted)
{
	put_sum_package(1);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6}\n");
	put("class/ann/a.py", SUM_PY);
	AUTO_OUTCOME first = GRADE("--cores=0");
	EXPECT_STATUS(first, 0);
	put("class/ann/b.py", "print(1)\n");
	AUTO_OUTCOME second = GRADE("--cores=0");
	EXPECT_STATUS(second, 1);
	cr_expect_not_null(
		strstr(second.out.data, "\n1 student needs a decision: see the column todo\n"),
		"%s", second.out.data);
	expect_file_has("out/class.html", "<b>1</b><span>needs a decision</span>");
	expect_file_has("out/class.html", "<b>1</b><span>waits for --apply</span>");
	expect_file_has("out/class.html", "data-traits=\"needs waits ");
	AS_AUTO_FREE char *needs = read_part("id=\"needs\"");
	cr_expect_not_null(strstr(needs, "people/ann.html"), "%s", needs);
	cr_expect_null(strstr(needs, "waits for --apply"), "%s", needs);
}

/* ---- the students who count ---- */

static void put_sheet(void)
{
	put("roster.csv", "id,name,number,group\ns1,Ann,1,Red\ns2,Bob,2,Red\ns3,Cem,3,\n"
			  "s4,Dan,4,\ns5,Eve,5,\n");
}

#define OF(name, number) "class/" name "_" number "_assignsubmission_file/"

/* A team, a compile error, an empty folder, an archive that is not read, and nobody's folder. */
static void put_export(void)
{
	put_sum_package(2);
	put_sheet();
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6}\n");
	put(OF("Red-Ann", "1") "a.py", SUM_PY);
	put(OF("Cem", "3") "c.c", "int main(\n");
	cr_assert_geq(mkdirat(here_fd, "class/Dan_4_assignsubmission_file", 0700), 0);
	put(OF("Eve", "5") "e.rar", "Rar!\x1a");
	put(OF("Zed Nobody", "999") "z.py", SUM_PY);
}

Test(grade_counts, the_class_is_counted_without_empty_folders_and_nobody)
{
	put_export();
	AUTO_OUTCOME plan = GRADE("--roster=roster.csv", "--dry-run");
	EXPECT_STATUS(plan, 0);
	cr_expect_not_null(strstr(plan.out.data,
				   "\n3 of 5 submissions would be judged; 2 wait for a decision\n"),
		"%s", plan.out.data);
	cr_expect_null(strstr(plan.out.data, "s2\t"), "%s", plan.out.data);
	AUTO_OUTCOME outcome = GRADE("--roster=roster.csv", "--cores=0");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(strstr(outcome.out.data, "5 students and 1 not in the class, 4 handed "
						    "in, 3 graded: out/marks.csv\n"),
		"%s", outcome.out.data);
	expect_file_has("out/class.html", "<b>4</b><span>handed in</span>");
	expect_file_has("out/class.html", "<b>3</b><span>marks are final</span>");
	/* Ann and Bob have 6, Cem 0. */
	expect_file_has("out/class.html", "<b>4</b><span>mean of 6 (3 of 5 marks)</span>");
	expect_file_has("out/class.html",
		"<td class=\"number\">67 %</td><td class=\"number\">2</td>"
		"<td class=\"number\">1</td><td class=\"number\">3</td>");
	/* A program that does not compile passes no test. */
	expect_file_has("out/class.html", "title=\"2 of 3 accepted\">67<");
	AUTO_OUTCOME again = GRADE("--roster=roster.csv", "--dry-run");
	cr_expect_not_null(strstr(again.out.data, "0 of 5 submissions would be judged\n"), "%s",
		again.out.data);
}

/* ---- the page beside a total that was set ---- */

Test(grade_counts, a_total_that_was_set_leaves_nothing_to_decide)
{
	put_sum_package(1);
	put("scheme.yaml", ITEMS);
	put("class/cem/x.c", "int main(void){return 1;}\n");
	put("class/cem/y.py", "print(1)\n");
	AUTO_OUTCOME first = GRADE("--cores=0");
	EXPECT_STATUS(first, 0);
	expect_file_has("out/people/cem.html", "no mark yet: your teacher has to decide");
	put("out/overrides.csv", "id,item,mark,reason\ncem,total,5,oral exam\n");
	AUTO_OUTCOME second = GRADE("--cores=0");
	EXPECT_STATUS(second, 0);
	expect_file_has("out/people/cem.html", "<b>5 of 10</b>");
	expect_file_has(
		"out/people/cem.html", "no mark of its own: your teacher has set the total");
	expect_file_lacks("out/people/cem.html", "has to decide");
	expect_file_lacks("out/people/cem.html", "not marked yet");
	expect_file_lacks("out/class.html", "<small>to mark</small>");
}

/* ---- remedies ---- */

/* A zip archive with a name that leads out, and nothing else. */
Test(grade_counts, remedies_fit_what_was_handed_in)
{
	put_sum_package(1);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6}\n");
	put("class/ann/a.py", SUM_PY);
	cr_assert_eq(mkdirat(here_fd, "class/bob", 0700), 0);
	put("make.py", "import zipfile\nz = zipfile.ZipFile('class/ann/x.zip', 'w')\n"
		       "z.writestr('../out.py', 'print(1)')\nz.close()\n");
	cr_assert_eq(
		system("python3 make.py && mkdir class/cem && mv class/ann/x.zip class/cem"), 0);
	AUTO_OUTCOME outcome = GRADE("--cores=0");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_FREE char *marks = read_text("out/marks.csv");
	const char *bob = strstr(marks, "\nbob,"), *cem = strstr(marks, "\ncem,");
	cr_assert(bob && cem, "%s", marks);
	cr_expect_not_null(strstr(bob, "the folder is empty; put the files into the folder and "
				       "run the command again, or decide in overrides.csv"),
		"%s", marks);
	cr_expect_null(strstr(marks, "pack it again as zip"), "%s", marks);
	cr_expect_not_null(strstr(cem, "left-out.csv"), "%s", marks);
}

/* The sheet and the export agree. */
Test(grade_counts, an_empty_folder_of_a_student_without_a_submission_is_none)
{
	put_sum_package(1);
	put("scheme.yaml", "package: sum\ndue: 2026-10-06T23:59:00+02:00\n"
			   "items:\n  - {id: tests, points: 6}\n");
	put(OF("Ann", "1") "a.py", SUM_PY);
	cr_assert_eq(mkdirat(here_fd, "class/Bob_2_assignsubmission_file", 0700), 0);
	put("sheet.csv",
		"Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade,"
		"Last modified (submission)\n"
		"Participant 1,Ann,s1,a@x.org,Submitted for grading,,6,\"Monday, 5 October "
		"2026, 9:00 AM\"\nParticipant 2,Bob,s2,b@x.org,No submission,,6,-\n");
	AUTO_OUTCOME outcome = GRADE("--cores=0", "--fill=sheet.csv", "--zone=Europe/Berlin");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(strstr(outcome.out.data, "2 students, 1 handed in, 2 graded"), "%s",
		outcome.out.data);
	cr_expect_null(strstr(outcome.err.data, "can be judged"), "%s", outcome.err.data);
	AS_AUTO_FREE char *needs = read_part("id=\"needs\"");
	cr_expect_not_null(strstr(needs, "Nothing."), "%s", needs);
	AS_AUTO_FREE char *marks = read_text("out/marks.csv");
	cr_expect_not_null(strstr(marks, "\ns2,Bob,0,,0,0,,\n"), "%s", marks);
}

/* ---- the maximum of the platform ---- */

#define BELOW(maximum)                                                                             \
	"assay: warning: the sheet's maximum grade is " maximum ", but the total of the scheme "   \
	"is 6, so full marks are not the full grade on the platform; change the total, or the "    \
	"maximum on the platform\n"

static void expect_warning(const char *column, const char *warning)
{
	put_sum_package(1);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6}\n");
	AUTO_OUTCOME outcome = GRADE("--cores=0", "--fill=sheet.csv", column);
	EXPECT_STATUS(outcome, 0);
	cr_expect_str_eq(outcome.err.data, warning, "%s", outcome.err.data);
}

Test(grade_counts, a_total_below_the_maximum_of_moodle_gets_a_warning)
{
	put("class/Ada Lovelace_101_assignsubmission_file/a.py", SUM_PY);
	put("sheet.csv", "Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade\n"
			 "Participant 101,Ada Lovelace,s101,ada@x.org,Submitted,,20.00\n");
	expect_warning("--no-pages", BELOW("20"));
	put("sheet.csv", "Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade\n"
			 "Participant 101,Ada Lovelace,s101,ada@x.org,Submitted,,6.00\n");
	expect_warning("--no-pages", "");
}

Test(grade_counts, a_total_below_the_points_of_canvas_gets_a_warning)
{
	put("class/lovelaceada_11_501_a.py", SUM_PY);
	put("sheet.csv", "Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (99)\n"
			 "    Points Possible,,,,,7.5\n\"Lovelace, Ada\",11,s1,ada,A,\n");
	expect_warning("--column=Homework 1", BELOW("7.5"));
}

/* The file is named in left-out.csv. */
Test(grade_counts, a_source_that_cannot_be_read_is_not_a_missing_one)
{
	put_sum_package(1);
	put("class/ann/sum.py", "");
	put("class/ann/notes.txt", "done\n");
	put("class/cem/a.py", "");
	put("class/cem/b.py", "");
	AUTO_OUTCOME outcome =
		ASSAY("grade", "sum", "class", "-o", "out", "-j1", "--reruns=0", "--no-similar");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv",
		"\nann,,,,0,,,\"sum-2: the only source file is empty; look at left-out.csv, and "
		"decide in overrides.csv\"");
	expect_file_has(
		"out/marks.csv", "sum-2: 2 source files cannot be judged: the first is empty;");
	/* The page lists each student once; files are only remarks. */
	expect_file_lacks("out/class.html", "nothing in this submission");
	AS_AUTO_FREE char *needs = read_part(">Needs a decision<");
	const char *remarks = strstr(needs, "For your information");
	const char *left = strstr(needs, "4 files were not judged");
	cr_expect(remarks && left > remarks, "%s", needs);
}
