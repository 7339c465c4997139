/* SPDX-License-Identifier: MIT */
/* The pages of assay grade: what they show and hide, whatever learners submit. */
#include "grade_pages_case.h"

TestSuite(grade_pages, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* ---- shown parts ---- */

Test(grade_pages, a_person_sees_no_more_than_the_scheme_shows)
{
	put_class();
	GRADE_DONE("--no-similar");
	expect_file_has("out/people/3.html", "Open tests");
	expect_file_has("out/people/3.html", "sample/1");
	expect_file_lacks("out/people/3.html", "Hidden tests");
	expect_file_lacks("out/people/3.html", "secret/");
	expect_file_lacks("out/people/3.html", "Bob");
	expect_file_lacks("out/people/3.html", "Ann");
	GRADE_DONE("--no-similar", "--stage=after_due");
	expect_file_lacks("out/people/3.html", "Hidden tests");
	GRADE_DONE("--no-similar", "--stage=published");
	expect_file_has("out/people/3.html", "Hidden tests");
	expect_file_has("out/people/3.html", "secret/01");
	expect_file_lacks("out/people/3.html", "Ann");
}

Test(grade_pages, after_the_deadline_and_all_extensions_the_page_shows_more)
{
	put_sum_package(1);
	put("roster.csv", "id\n1\n");
	put(EXPORT("Ann_1") "a.py", SUM_PY);
	put("scheme.yaml",
		"package: sum\ndue: 2020-10-05T23:59:00+02:00\nitems:\n"
		"  - {id: tests, name: Later tests, points: 1, visibility: after_due_date}\n");
	GRADE_DONE("--no-similar");
	expect_file_has("out/people/1.html", "Later tests");
	put("scheme.yaml",
		"package: sum\ndue: 2020-10-05T23:59:00+02:00\n"
		"extensions: {\"1\": 2099-10-05T23:59:00+02:00}\nitems:\n"
		"  - {id: tests, name: Later tests, points: 1, visibility: after_due_date}\n");
	/* The 0 is withdrawn. */
	GRADE_DONE("--no-similar", "--apply");
	expect_file_lacks("out/people/1.html", "Later tests");
}

Test(grade_pages, the_teachers_page_has_all_people_and_tasks)
{
	static const char *const links[] = {"people/1.html", "people/2.html", "people/3.html",
		"people/4.html", "people/5.html"};

	put_class();
	GRADE_DONE("--no-similar");
	for (size_t i = 0; i < sizeof(links) / sizeof(*links); i++)
		expect_file_has("out/class.html", links[i]);
	expect_file_has("out/class.html", "=Dan()");
	expect_file_has("out/class.html", "Hidden tests");
	expect_file_has("out/class.html", "approach: no mark");
	expect_file_has("out/class.html", "--no-similar");
	AS_AUTO_NAMES char **pages = list_pages("out/people");
	cr_expect(pages[4] && !pages[5]);
}

Test(grade_pages, nothing_of_a_stranger_is_markup)
{
	put_class();
	GRADE_DONE("--stage=published");
	AS_AUTO_NAMES char **pages = list_pages("out/pairs");
	cr_assert(pages[0] && !pages[1]);
	AS_AUTO_FREE char *pair = as_text_format(NULL, "out/pairs/%s", pages[0]);
	const char *const paths[] = {"out/class.html", "out/people/2.html", "out/people/3.html",
		"out/people/4.html", pair};
	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++) {
		expect_file_lacks(paths[i], "<script>alert");
		expect_file_lacks(paths[i], "<img");
		expect_file_lacks(paths[i], "<b>Bob");
		expect_file_lacks(paths[i], "\x1b");
	}
	expect_file_has("out/people/2.html", "&lt;b&gt;Bob &amp;");
	expect_file_has("out/people/4.html", "&lt;script&gt;alert(2)");
	expect_file_has(pair, "&lt;script&gt;alert(1)");
}

Test(grade_pages, messages_to_learners_do_not_mention_the_command)
{
	put_class();
	put(EXPORT("Eve_3") "main.py", SUM_PY);
	put(EXPORT("Eve_3") "more.c", "int more;\n");
	GRADE_DONE("--no-similar");
	expect_file_has("out/documents/3.json", "to judge them one by one, name each");
	expect_file_has("out/people/3.html", "files in 2 languages are taken as one submission");
	expect_file_lacks("out/people/3.html", "one by one");
}

Test(grade_pages, an_open_total_is_not_a_mark_and_awaited_submissions_need_no_action)
{
	put_class();
	AUTO_OUTCOME outcome = GRADE("--no-similar");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(
		strstr(outcome.out.data, "1 student may still hand in\n"
					 "4 students wait for manual marks: see manual.csv\n"),
		"%s", outcome.out.data);
	AS_AUTO_FREE char *page = read_text("out/class.html");
	const char *row = strstr(strstr(page, "id=\"table\""), "<a href=\"people/5.html\">");
	cr_assert_not_null(row);
	cr_expect_not_null(strstr(row, "data-value=\"-1\"><b>\xe2\x80\x93</b>"), "%.300s", row);
	cr_expect_not_null(strstr(row, "<small>open</small>"), "%.300s", row);
	cr_expect_not_null(strstr(page, "<b>1</b><span>may still hand in"));
	cr_expect_not_null(strstr(page, "<b>4</b><span>wait for manual marks"));
	/* Remarks that require no action are separate. */
	const char *remarks = strstr(page, "For your information");
	cr_assert_not_null(remarks);
	cr_expect_not_null(strstr(remarks, "may be handed in until"));
	cr_expect_not_null(strstr(remarks, "--no-similar"));
	cr_expect_null(memmem(page, (size_t)(remarks - page), "may be handed in until", 22));
}

/* ---- handing out ---- */

static void unpack_handouts(void)
{
	static const char script[] = "import zipfile; z = zipfile.ZipFile('out/handouts.zip'); "
				     "assert z.testzip() is None; z.extractall('unpacked')";
	const char *const argv[] = {"/usr/bin/python3", "-c", script, NULL};
	struct process process = command_start(argv, NULL);
	AUTO_OUTCOME outcome = command_end(&process);

	cr_assert_eq(outcome.status, 0, "%s", outcome.err.data);
}

Test(grade_pages, pages_are_handed_out_in_an_archive_that_moodle_takes)
{
	put_class();
	put("roster.csv", "id,name,email\n1,Ann,\nbob@x.org,Bob,bob@x.org\n3_a,Eve,\n");
	GRADE_DONE("--no-similar");
	unpack_handouts();
	AS_AUTO_FREE char *list = read_text("out/handouts.csv");
	cr_expect(strncmp(list,
			  "id,name,email,file\n1,Ann,,1_1_assignfeedback_file_/feedback.html\n"
			  "bob@x.org,Bob,bob@x.org,id-",
			  80) == 0,
		"%s", list);
	cr_expect_not_null(
		strstr(list, "3_a,Eve,,3-a_3_assignfeedback_file_/feedback.html\n"), "%s", list);
	AS_AUTO_FREE char *page = read_text("out/people/1.html");
	AS_AUTO_FREE char *copy = read_text("unpacked/1_1_assignfeedback_file_/feedback.html");
	cr_expect_str_eq(copy, page);
	struct stat before, after;
	cr_assert_eq(fstatat(here_fd, "out/handouts.zip", &before, 0), 0);
	GRADE_DONE("--no-similar");
	cr_assert_eq(fstatat(here_fd, "out/handouts.zip", &after, 0), 0);
	cr_expect_eq(before.st_ino, after.st_ino);
	GRADE_DONE("--no-similar", "--blind");
	cr_expect_neq(faccessat(here_fd, "out/handouts.zip", F_OK, 0), 0);
	cr_expect_neq(faccessat(here_fd, "out/handouts.csv", F_OK, 0), 0);
}

/* ---- notebooks ---- */

Test(grade_pages, a_broken_cell_is_named_and_texts_are_shown_to_the_teacher)
{
	put_class();
	put(EXPORT("Eve_3") "e.py", "");
	put(EXPORT("Eve_3") "work.ipynb",
		"{\"cells\": [{\"cell_type\": \"markdown\", \"source\": [\"Why it "
		"<b>ends</b>\\n\"]},"
		"{\"cell_type\": \"code\", \"source\": [\"!pip install \\\\\\n\", \"  numpy\\n\", "
		"\"x = 1\"]},"
		"{\"cell_type\": \"code\", \"source\": [\"y = 2\\n\", \"def f(:\"]},"
		"{\"cell_type\": \"code\", \"source\": \"print(1)\"}], \"nbformat\": 4}");
	GRADE_DONE("--no-similar");
	expect_file_has("out/people/3.html", "In the notebook this is line 2 of code cell 2");
	expect_file_has("out/documents/3.json", "this is line 2 of code cell 2");
	expect_file_has("out/class.html", "Texts in notebooks");
	expect_file_has("out/class.html", "Why it &lt;b&gt;ends&lt;/b&gt;");
	expect_file_lacks("out/people/3.html", "Why it");
	/* Gradescope requires a score, so there are no results before the mark is complete. */
	cr_expect_neq(faccessat(here_fd, "out/gradescope/3.json", F_OK, 0), 0);
	put("out/manual.csv", "id,name,approach,approach comment\n3,Eve,2,\n");
	GRADE_DONE("--no-similar");
	expect_file_has("out/gradescope/3.json", "this is line 2 of code cell 2");
}

/* ---- own outputs ---- */

static size_t count_outputs(const char *ending)
{
	AS_AUTO_NAMES char **names = list_pages("out/outputs");
	size_t count = 0;

	for (char **name = names; *name; name++)
		count += as_text_ends(*name, ending);
	return count;
}

Test(grade_pages, the_own_output_of_a_failed_test_is_shown_if_its_data_is)
{
	put_class();
	put(EXPORT("Eve_3") "e.py",
		"n = input()\nprint('sample" HOSTILE "' if n == '1 2' else 'secret' + 'word')\n");
	GRADE_DONE("--no-similar");
	expect_file_has("out/people/3.html", "sample&lt;/pre&gt;");
	expect_file_lacks("out/people/3.html", "<script>alert");
	expect_file_lacks("out/people/3.html", "was not kept");
	expect_file_lacks("out/people/3.html", "secretword");
	cr_expect_eq(count_outputs(".out"), 1);
	GRADE_DONE("--no-similar", "--stage=published");
	expect_file_has("out/people/3.html", "secretword");
	cr_expect_eq(count_outputs(".out"), 2);
	GRADE_DONE("--no-similar");
	expect_file_lacks("out/people/3.html", "secretword");
	cr_expect_eq(count_outputs(".out"), 1);
}

Test(grade_pages, an_output_that_is_kept_is_not_made_again)
{
	put_class();
	GRADE_DONE("--no-similar");
	AS_AUTO_NAMES char **names = list_pages("out/outputs");
	cr_assert(names[0] && !names[1]);
	AS_AUTO_FREE char *kept = as_text_format(NULL, "out/outputs/%s", names[0]);
	AS_AUTO_FREE char *none = as_text_format(NULL, "%.*s.none", (int)strcspn(kept, "."), kept);
	put(kept, "from the file\n");
	GRADE_DONE("--no-similar");
	expect_file_has("out/people/3.html", "from the file");
	cr_assert_eq(renameat(here_fd, kept, here_fd, none), 0);
	GRADE_DONE("--no-similar");
	expect_file_has("out/people/3.html", "Your output was not kept.");
	cr_expect_eq(count_outputs(".none"), 1);
}

/* If a file belongs to no particular package, the program starts in the file with the package's
 * name. */
Test(grade_pages, the_own_output_is_of_the_program_that_was_judged)
{
	put_sum_package(1);
	put("product/problem.yaml",
		"problem_format_version: 2025-09\nname: Product\nuuid: "
		"5f9c6f4c-3a4e-4a3b-9a52-6a3ad7f0c0df\nlimits: {time_limit: 2}\n");
	put("product/data/sample/1.in", "1 2\n");
	put("product/data/sample/1.ans", "2\n");
	put("product/data/secret/1.in", "1 2\n");
	put("product/data/secret/1.ans", "2\n");
	put("roster.csv", "id\n1\n");
	put("scheme.yaml", "feedback: first_failure\nitems:\n  - {id: s, package: sum, points: 1}\n"
			   "  - {id: p, package: product, points: 1}\n");
	put("class/1/sum.py", "print('said by sum')\n");
	put("class/1/product.py", "print('said by product')\n");
	put("class/1/helper.py", "print('said by the helper')\n");
	GRADE_DONE("--no-similar");
	expect_file_has("out/people/1.html", "said by sum");
	expect_file_has("out/people/1.html", "said by product");
}

/* ---- again ---- */

static void note_files(const char *folder, struct stat infos[], size_t *count)
{
	AS_AUTO_NAMES char **names = list_pages(folder);

	for (char **name = names; *name; name++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "%s/%s", folder, *name);
		if (as_text_ends(path, ".html"))
			cr_assert_eq(fstatat(here_fd, path, &infos[(*count)++], 0), 0);
	}
}

static size_t note_pages(struct stat infos[32])
{
	size_t count = 0;

	note_files("out", infos, &count);
	note_files("out/people", infos, &count);
	note_files("out/pairs", infos, &count);
	return count;
}

/* Wrong from 6 on, which secret/02 contains. */
#define WRONG_FROM_6                                                                               \
	"#include <stdio.h>\nint main(void){int a,b;scanf(\"%d%d\",&a,&b);"                        \
	"printf(\"%d\\n\",a+b>5?0:a+b);}\n"
#define VALIDATE                                                                                   \
	"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n\tgen_start(argc, argv);\n"   \
	"\tgen_read_int(0, 1000000, \"a\");\n\tgen_read_space();\n"                                \
	"\tgen_read_int(0, 1000000, \"b\");\n\tgen_read_newline();\n\treturn gen_read_end();\n}\n"
#define SECRET_ITEM "package: sum\nfeedback: verdicts\nitems:\n  - {id: all, points: 6"
#define SMALL_INPUT "A small input that your program fails"

Test(grade_pages, a_counterexample_is_shown_only_if_the_scheme_says_so)
{
	put_class();
	put("sum/input_validators/validate.c", VALIDATE);
	put("sum/submissions/accepted/sum.c", SUM_C);
	put(EXPORT("Cem_4") "c.c", WRONG_FROM_6);
	put("scheme.yaml", SECRET_ITEM "}\n");
	GRADE_DONE("--no-similar");
	expect_file_lacks("out/people/4.html", SMALL_INPUT);
	put("scheme.yaml", SECRET_ITEM ", counterexample: true}\n");
	GRADE_DONE("--no-similar", "--apply");
	expect_file_has("out/people/4.html", SMALL_INPUT);
	expect_file_has("out/people/4.html", "0 6");
	expect_file_lacks("out/people/1.html", SMALL_INPUT);
	/* It is kept: without a right solution a search would find nothing. */
	cr_assert_eq(unlinkat(here_fd, "sum/submissions/accepted/sum.c", 0), 0);
	GRADE_DONE("--no-similar");
	expect_file_has("out/people/4.html", "0 6");
}

Test(grade_pages, a_counterexample_is_not_a_secret_test)
{
	put_class();
	put("sum/input_validators/validate.c", VALIDATE);
	put("sum/submissions/accepted/sum.c", SUM_C);
	put("sum/data/secret/big.in", "700001 299993\n");
	put("sum/data/secret/big.ans", "999994\n");
	put(EXPORT("Cem_4") "c.c",
		"#include <stdio.h>\nint main(void){int a,b;scanf(\"%d%d\",&a,&b);"
		"printf(\"%d\\n\",a==700001&&b==299993?0:a+b);}\n");
	put("scheme.yaml", SECRET_ITEM ", counterexample: true}\n");
	GRADE_DONE("--no-similar");
	expect_file_lacks("out/people/4.html", SMALL_INPUT);
	expect_file_lacks("out/people/4.html", "700001 299993");
}

Test(grade_pages, a_package_that_has_no_counterexample_is_graded)
{
	put_class();
	put("scheme.yaml", SECRET_ITEM ", counterexample: true}\n");
	GRADE_DONE("--no-similar");
	expect_file_lacks("out/people/3.html", SMALL_INPUT);
}

Test(grade_pages, a_second_call_writes_no_page)
{
	struct stat before[32], after[32];

	put_class();
	GRADE_DONE("--stage=published");
	const size_t count = note_pages(before);
	cr_assert_eq(count, 7); /* the class, five people, a pair */
	GRADE_DONE("--stage=published");
	cr_assert_eq(note_pages(after), count);
	for (size_t i = 0; i < count; i++) {
		cr_expect_eq(before[i].st_ino, after[i].st_ino);
		cr_expect_eq(before[i].st_mtim.tv_sec, after[i].st_mtim.tv_sec);
		cr_expect_eq(before[i].st_mtim.tv_nsec, after[i].st_mtim.tv_nsec);
		cr_expect_eq(after[i].st_mode & 077, 0);
	}
}

Test(grade_pages, a_page_has_the_mark_that_counts_until_a_new_one_is_applied)
{
	put_class();
	GRADE_DONE("--stage=published", "--no-similar");
	put(EXPORT("Eve_3") "e.py", SUM_PY);
	AUTO_OUTCOME outcome = GRADE("--stage=published", "--no-similar");
	EXPECT_STATUS(outcome, 1);
	expect_file_has("out/class.html", "a new mark waits for --apply");
	expect_file_has("out/people/3.html", "wrong answer");
	GRADE_DONE("--stage=published", "--no-similar", "--apply");
	expect_file_lacks("out/class.html", "a new mark waits");
	expect_file_lacks("out/people/3.html", "wrong answer");
}

/* An old verdict must not appear with a new input. */
Test(grade_pages, a_verdict_is_not_shown_beside_tests_that_changed_since)
{
	put_class();
	GRADE_DONE("--stage=published", "--no-similar");
	put("sum/data/sample/1.ans", HOSTILE "\n");
	put("sum/data/sample/1.in", "70001 2\n");
	AUTO_OUTCOME outcome = GRADE("--stage=published", "--no-similar");
	EXPECT_STATUS(outcome, 1);
	expect_file_has("out/people/1.html", "<b>2</b> of 2");
	expect_file_has("out/people/1.html", "the tests have changed since this mark");
	expect_file_lacks("out/people/1.html", "sample/1");
	expect_file_lacks("out/people/1.html", "70001");
	GRADE_DONE("--stage=published", "--no-similar", "--apply");
	expect_file_lacks("out/people/1.html", "have changed since this mark");
	expect_file_has("out/people/1.html", "70001");
}

Test(grade_pages, a_new_scheme_changes_no_page_until_it_is_applied)
{
	AS_AUTO_FREE char *scheme = strdup(SCHEME);

	put_class();
	GRADE_DONE("--stage=published", "--no-similar");
	expect_file_has("out/people/1.html", "<b>2</b> of 2");
	strstr(scheme, "points: 2")[8] = '3';
	put("scheme.yaml", scheme);
	AUTO_OUTCOME outcome = GRADE("--stage=published", "--no-similar");
	EXPECT_STATUS(outcome, 1);
	expect_file_has("out/people/1.html", "<b>2</b> of 2");
	GRADE_DONE("--stage=published", "--no-similar", "--apply");
	expect_file_has("out/people/1.html", "<b>3</b> of 3");
}

Test(grade_pages, a_decision_of_a_person_is_on_the_page_with_its_reason)
{
	put_class();
	GRADE_DONE("--stage=published", "--no-similar");
	put("out/overrides.csv", "id,item,mark,reason\n3,samples,1,<i>read it</i>\n");
	put("out/manual.csv", "id,approach,approach comment\n3,2.5,<i>fine</i>\n");
	GRADE_DONE("--stage=published", "--no-similar", "--apply");
	expect_file_has("out/people/3.html", "&lt;i&gt;read it");
	expect_file_has("out/people/3.html", "&lt;i&gt;fine");
	expect_file_has("out/people/3.html", "<b>2.5</b>");
}

/* ---- options ---- */

Test(grade_pages, the_option_no_pages_writes_no_pages)
{
	put_class();
	GRADE_DONE("--no-pages");
	cr_expect_neq(faccessat(here_fd, "out/class.html", F_OK, 0), 0);
	cr_expect_neq(faccessat(here_fd, "out/people", F_OK, 0), 0);
	cr_expect_eq(faccessat(here_fd, "out/marks.csv", F_OK, 0), 0);
}

Test(grade_pages, an_unknown_stage_is_a_usage_error)
{
	put_class();
	AUTO_OUTCOME outcome = GRADE("--stage=later");
	EXPECT_COMPLAINT(outcome, 2,
		"unknown value 'later' of --stage; use before_due, after_due or published");
}
