/* SPDX-License-Identifier: MIT */
/* assay grade --as: one submission, as the platform of an autograder runs it. */
#include "support/packages.h"

TestSuite(grade_as, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define SINGLE(platform, ...)                                                                      \
	ASSAY("grade", "scheme.yaml", "--as", platform, "--submission", "got/submission",          \
		"--results", "got/results.json", "-j1", "--reruns=0", "--cores=0", __VA_ARGS__)

#define SCHEME(feedback)                                                                           \
	"package: sum\ndue: 2026-10-05T23:59:00Z\nzone: UTC\nlate: {per: day, penalty: 1}\n"       \
	"roster: missing.csv\nfeedback: " feedback "\nitems:\n"                                    \
	"  - {id: style, points: 5, manual: true}\n"                                               \
	"  - {id: open, tests: ['sample/*'], points: 2}\n"                                         \
	"  - {id: rest, tests: ['secret/*'], points: 4, partial: per_test, needs: [open]}\n"

/* As Gradescope writes it. The extension of a member takes precedence. */
#define METADATA(created, members)                                                                 \
	"{\"id\": 12, \"created_at\": \"" created "\", \"assignment\": {\"due_date\": "            \
	"\"2026-10-06T23:00:00.000000-07:00\", \"late_due_date\": null}, \"users\": [" members     \
	"], \"previous_submissions\": []}"
#define MEMBER "{\"email\": \"ann@x.org\", \"id\": 1, \"name\": \"Ann\"}"
#define LATER                                                                                      \
	"{\"email\": \"bob@x.org\", \"id\": 2, \"name\": \"Bob\", \"assignment\": {\"due_date\": " \
	"\"2026-10-09T23:00:00.000000-07:00\"}}"

/* Prints what students see. */
#define SHOW_PY                                                                                    \
	"import json\n"                                                                            \
	"d = json.load(open('got/results.json'))\n"                                                \
	"assert d['execution_time'] >= 0 and d['stdout_visibility'] == 'hidden', d\n"              \
	"print(d['score'], d.get('output', '-'))\n"                                                \
	"for t in d['tests']:\n"                                                                   \
	"    print(t.get('number', '-'), t['name'], t.get('status', '-'), t.get('score', '-'),\n"  \
	"          t.get('max_score', '-'), t['visibility'], (t.get('output', '-') + "             \
	"' ').splitlines()[0].strip())\n"
#define expect_shown(expected) expect_shown_at(__LINE__, expected)

static void expect_shown_at(int line, const char *expected)
{
	AUTO_OUTCOME shown =
		command_run((const char *const[]){"/usr/bin/python3", "-c", SHOW_PY, NULL});
	cr_expect_str_eq(
		shown.out.data, expected, "line %d: %s%s", line, shown.out.data, shown.err.data);
}

static void put_submission(const char *name, const char *text)
{
	char path[200];

	put_sum_package(2);
	put("scheme.yaml", SCHEME("verdicts"));
	put("got/metadata.json", METADATA("2026-10-06T14:22:32.365935-07:00", MEMBER));
	snprintf(path, sizeof(path), "got/submission/%s", name);
	put(path, text);
}

#define RIGHT                                                                                      \
	"1 open - 2 2 visible -\n"                                                                 \
	"1.1 sample/1 passed - - visible AC\n"                                                     \
	"2 rest - 4 4 visible -\n"                                                                 \
	"2.1 secret/01 passed - - visible AC\n"                                                    \
	"2.2 secret/02 passed - - visible AC\n"

Test(grade_as, gradescope_gets_the_automatic_items)
{
	put_submission("main.py", SUM_PY);
	AUTO_OUTCOME outcome = SINGLE("gradescope", "--metadata=got/metadata.json");
	EXPECT_STATUS(outcome, 0);
	cr_expect_str_eq(outcome.out.data, "");
	expect_shown("6 -\n" RIGHT);
}

Test(grade_as, the_platforms_dates_decide_lateness)
{
	put_submission("main.py", SUM_PY);
	put("got/metadata.json", METADATA("2026-10-08T08:00:00.5-07:00", MEMBER));
	AUTO_OUTCOME late = SINGLE("gradescope", "--metadata=got/metadata.json");
	EXPECT_STATUS(late, 0);
	expect_shown("4 The submission is late by 1 d 9 h. Points subtracted: 2.\n" RIGHT);
	put("got/metadata.json", METADATA("2026-10-08T08:00:00.5-07:00", MEMBER ", " LATER));
	AUTO_OUTCOME extended = SINGLE("gradescope", "--metadata=got/metadata.json");
	EXPECT_STATUS(extended, 0);
	expect_shown("6 -\n" RIGHT);
	/* Without the platform's deadline that of the scheme counts. */
	put("got/metadata.json",
		"{\"created_at\": \"2026-10-06T08:00:00Z\", \"users\": [" MEMBER "]}");
	AUTO_OUTCOME own = SINGLE("gradescope", "--metadata=got/metadata.json");
	EXPECT_STATUS(own, 0);
	expect_shown("5 The submission is late by 8 h 1 min. Points subtracted: 1.\n" RIGHT);
}

Test(grade_as, a_student_sees_what_the_scheme_shows)
{
	put_submission("main.py", "print(7)\n");
	AUTO_OUTCOME verdicts = SINGLE("gradescope", "--metadata=got/metadata.json");
	EXPECT_STATUS(verdicts, 0);
	expect_shown("0 -\n1 open - 0 2 visible -\n1.1 sample/1 failed - - visible WA\n"
		     "2 rest - 0 4 visible Details are not shown: the missing points follow from "
		     "an earlier failure.\n");
	put("scheme.yaml", SCHEME("mark"));
	AUTO_OUTCOME mark = SINGLE("gradescope", "--metadata=got/metadata.json");
	EXPECT_STATUS(mark, 0);
	expect_shown("0 -\n1 open - 0 2 visible -\n2 rest - 0 4 visible Details are not shown: "
		     "the missing points follow from an earlier failure.\n");
	/* Gradescope would show a total with the points of a hidden item. */
	put("scheme.yaml", "package: sum\nfeedback: mark\nitems:\n"
			   "  - {id: open, tests: ['sample/*'], points: 2}\n"
			   "  - {id: rest, tests: ['secret/*'], points: 4, visibility: hidden}\n");
	AUTO_OUTCOME hidden = SINGLE("gradescope", "--metadata=got/metadata.json");
	EXPECT_STATUS(hidden, 0);
	expect_shown(
		"0 -\n1 open - 0 2 visible -\n2 rest - 0 4 hidden -\n"
		"- Total - - - after_published The total includes items that are not shown.\n");
	AUTO_OUTCOME junit = SINGLE("junit", NULL);
	EXPECT_STATUS(junit, 1);
	AS_AUTO_FREE char *text = read_text("got/results.json");
	cr_expect_not_null(strstr(text, "\"assay.open\" name=\"points\""), "%s", text);
	cr_expect_null(strstr(text, "rest"), "%s", text);
	cr_expect_null(strstr(text, "Total"), "%s", text);
}

Test(grade_as, a_student_is_told_why_nothing_was_run)
{
	put_submission("main.c", "int main(void) { return x; }\n");
	AUTO_OUTCOME compile = SINGLE("gradescope", "--metadata=got/metadata.json");
	EXPECT_STATUS(compile, 0);
	expect_shown("0 The submission could not be compiled.\n"
		     "1 open - 0 2 visible The submission could not be compiled.\n"
		     "2 rest - 0 4 visible Details are not shown: the missing points follow from "
		     "an earlier failure.\n");
	put("scheme.yaml", SCHEME("mark"));
	AUTO_OUTCOME mark = SINGLE("gradescope", "--metadata=got/metadata.json");
	EXPECT_STATUS(mark, 0);
	expect_shown("0 The submission could not be compiled.\n1 open - 0 2 visible -\n"
		     "2 rest - 0 4 visible Details are not shown: the missing points follow from "
		     "an earlier failure.\n");
	unlinkat(here_fd, "got/submission/main.c", 0);
	AUTO_OUTCOME empty = SINGLE("gradescope", "--metadata=got/metadata.json");
	EXPECT_STATUS(empty, 0);
	expect_shown("0 The submission was not judged: the folder is empty. Correct this and "
		     "submit again, or ask the staff of the course.\n");
	AUTO_OUTCOME junit = SINGLE("junit", NULL);
	EXPECT_STATUS(junit, 1);
	AS_AUTO_FREE char *text = read_text("got/results.json");
	cr_expect_not_null(strstr(text, "errors=\"1\""), "%s", text);
}

Test(grade_as, a_submission_that_is_too_large_is_refused)
{
	put_submission("main.py", SUM_PY);
	int fd = openat(here_fd, "got/submission/notes.txt", O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
	cr_assert(fd >= 0 && ftruncate(fd, 300 << 20) == 0);
	close(fd);
	AUTO_OUTCOME outcome = SINGLE("gradescope", "--metadata=got/metadata.json");
	EXPECT_STATUS(outcome, 0);
	expect_shown("0 The submission was not judged: its files are too large. Correct this and "
		     "submit again, or ask the staff of the course.\n");
	EXPECT_NOTHING_LEFT(outcome);

	/* What tools leave in hidden folders does not count. */
	cr_assert_eq(mkdirat(here_fd, "got/submission/.git", 0755), 0);
	cr_assert_eq(
		renameat(here_fd, "got/submission/notes.txt", here_fd, "got/submission/.git/pack"),
		0);
	AUTO_OUTCOME hidden = SINGLE("gradescope", "--metadata=got/metadata.json");
	EXPECT_STATUS(hidden, 0);
	expect_shown("6 -\n" RIGHT);
}

#define FAILED                                                                                     \
	"The submission could not be judged. This score is not its mark: the staff of the course " \
	"has to look at the output of the autograder.\n"

Test(grade_as, a_judging_error_is_a_task_for_the_teacher)
{
	put_submission("main.py", SUM_PY);
	put("sum/output_validator/check.c", "int main(void) { return 1; }\n");
	AUTO_OUTCOME judged = SINGLE("gradescope", "--metadata=got/metadata.json");
	EXPECT_STATUS(judged, 1);
	expect_shown("0 " FAILED);
	cr_expect_not_null(
		strstr(judged.err.data, "the teacher has to decide: "), "%s", judged.err.data);
	/* The tables of a class do not exist here. */
	cr_expect_null(strstr(judged.err.data, ".csv"), "%s", judged.err.data);
	put("scheme.yaml", "nonsense");
	AUTO_OUTCOME scheme = SINGLE("gradescope", "--metadata=got/metadata.json");
	EXPECT_STATUS(scheme, 3);
	expect_shown("0 " FAILED);
	put("got/metadata.json", "{");
	AUTO_OUTCOME metadata = SINGLE("gradescope", "--metadata=got/metadata.json");
	EXPECT_STATUS(metadata, 3);
	expect_shown("0 " FAILED);
}

Test(grade_as, the_result_is_written_before_the_time_is_over)
{
	put_submission("main.py", "while True: pass\n");
	AUTO_OUTCOME outcome = SINGLE("gradescope", "--metadata=got/metadata.json", "--time=400ms");
	EXPECT_STATUS(outcome, 1);
	expect_shown("0 Judging did not end in time. " FAILED);
	cr_expect_not_null(strstr(outcome.err.data, "use a larger --time"), "%s", outcome.err.data);
}

Test(grade_as, junit_has_a_case_for_each_item_and_test)
{
	put_submission("main.py", SUM_PY);
	AUTO_OUTCOME right = SINGLE("junit", NULL);
	EXPECT_STATUS(right, 0);
	AS_AUTO_FREE char *text = read_text("got/results.json");
	cr_expect_not_null(strstr(text, "tests=\"5\" failures=\"0\" errors=\"0\""), "%s", text);
	put("got/submission/main.py", "print(7)\n");
	AUTO_OUTCOME wrong = SINGLE("junit", NULL);
	EXPECT_STATUS(wrong, 1);
	AS_AUTO_FREE char *failed = read_text("got/results.json");
	cr_expect_not_null(strstr(failed, "<testcase classname=\"assay.open\" name=\"sample/1\""
					  "><failure type=\"WA\" message=\"WA\"/>"),
		"%s", failed);
	AUTO_OUTCOME missing = ASSAY("grade", "scheme.yaml", "--as=junit", "--results=a.xml");
	EXPECT_COMPLAINT(missing, 2, "missing option --submission FOLDER");
}
