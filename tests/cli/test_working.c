/* SPDX-License-Identifier: MIT */
/* The environment of a submission besides its input: arguments, files, the package's code. */
#include "support/packages.h"
#include "support/verdicts.h"

TestSuite(working, .init = enter_folder, .fini = leave_folder, .timeout = 600);

static void put_package(const char *more)
{
	AS_AUTO_FREE char *yaml = as_text_format(NULL, "%s%s", SUM_YAML SUM_LIMITS, more);
	put("sum/problem.yaml", yaml);
	put("sum/data/secret/1.in", "");
	put("sum/data/secret/1.ans", "right\n");
}

static void expect_fate(const char *path, const char *fate)
{
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", path);
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FATE(document, fate);
}

/* ---- arguments ---- */

Test(working, a_submission_gets_the_tests_arguments)
{
	put_package("");
	put("sum/data/secret/test_group.yaml", "args: [of the group]\n");
	put("sum/data/secret/1.yaml", "args: [right, 'with space', '']\n");
	put("a.py", "import sys\nassert sys.argv[1:] == ['right', 'with space', '']\n"
		    "print(sys.argv[1])\n");
	expect_fate("a.py", "AC");
	put("a.c", "#include <stdio.h>\nint main(int c, char **v)"
		   "{puts(c == 4 && !*v[3] ? v[1] : \"no\");}\n");
	expect_fate("a.c", "AC");
	put("sum/data/secret/1.yaml", "args: [wrong]\n");
	expect_fate("a.c", "WA");
}

/* ---- what a run cannot do (docs/teacher.md) ---- */

Test(working, a_run_writes_no_file_and_has_no_window_locale_or_installed_module)
{
	put_package("");
	put("a.py", "import locale\n"
		    "def fails(call, *arguments):\n"
		    "    try: call(*arguments)\n"
		    "    except Exception: return True\n"
		    "    print(call, arguments)\n"
		    "def window(): import tkinter; tkinter.Tk()\n"
		    "if (fails(open, 'out.txt', 'w') and fails(open, '/tmp/out.txt', 'w')\n"
		    "        and fails(window) and fails(__import__, 'turtle')\n"
		    "        and fails(__import__, 'numpy')\n"
		    "        and fails(locale.setlocale, locale.LC_ALL, 'de_DE.UTF-8')\n"
		    "        and locale.setlocale(locale.LC_ALL, '') == 'C.UTF-8'):\n"
		    "    print('right')\n");
	expect_fate("a.py", "AC");
}

/* ---- files ---- */

#define SAY_FILE                                                                                   \
	"#include <stdio.h>\nint main(void){char s[99]=\"\";FILE *f=fopen(\"sub/word.txt\",\"r\")" \
	";if(!f)return 3;fscanf(f,\"%s\",s);puts(s);}\n"

Test(working, a_tests_files_are_in_the_working_folder)
{
	put_package("");
	put("sum/data/secret/1.files/sub/word.txt", "right\n");
	put("a.c", SAY_FILE);
	expect_fate("a.c", "AC");
	put("a.py", "print(open('sub/word.txt').read())\n");
	expect_fate("a.py", "AC");
	put("sum/data/secret/2.in", "");
	put("sum/data/secret/2.ans", "right\n");
	expect_fate("a.c", "RTE exit-code");
}

Test(working, links_of_a_tests_files_to_others_of_the_package_are_followed)
{
	put_package("");
	put("sum/shared/word.txt", "right\n");
	put("sum/data/secret/1.files/note.txt", "");
	cr_assert_eq(symlink("../../../shared", "sum/data/secret/1.files/sub"), 0);
	cr_assert_eq(symlink("sub/word.txt", "sum/data/secret/1.files/again.txt"), 0);
	put("sum/input_validators/look.py",
		"import sys\nsys.exit(42 if open('again.txt').read() == 'right\\n' else 43)\n");
	put("sum/submissions/accepted/a.c", SAY_FILE);
	put("sum/submissions/accepted/a.py", "import os\nassert not os.path.islink('again.txt')\n"
					     "print(open('again.txt').read())\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 0);
}

Test(working, a_tests_files_are_read_only_by_default)
{
	put_package("");
	put("sum/data/secret/1.files/word.txt", "right\n");
	put("a.py", "try:\n    open('word.txt', 'a')\nexcept OSError:\n    print('right')\n");
	expect_fate("a.py", "AC");
	put("b.py", "try:\n    open('new.txt', 'w')\nexcept OSError:\n    print('right')\n");
	expect_fate("b.py", "AC");
}

Test(working, files_that_are_written_are_new_for_every_run)
{
	AS_AUTO_BYTES struct as_bytes data = {0};
	put_package("allow_file_writing: true\n");
	put("sum/data/secret/1.files/word.txt", "right\n");
	put("sum/data/secret/2.in", "");
	put("sum/data/secret/2.ans", "right\n");
	cr_assert_eq(symlink("1.files", "sum/data/secret/2.files"), 0);
	put("a.py", "print(open('word.txt').read())\nopen('word.txt', 'w').write('gone')\n"
		    "open('more.txt', 'x').write('more')\n");
	expect_fate("a.py", "AC");
	cr_assert_eq(
		as_file_read(here_fd, "sum/data/secret/1.files/word.txt", 100, &data, NULL), 0);
	cr_expect_str_eq(data.data, "right\n");
}

/* The output limit, 1 MiB here, applies to what it writes. */
Test(working, provided_files_do_not_count_as_written)
{
	AS_AUTO_FREE char *large = malloc(3 << 20);
	memset(large, 'x', 3 << 20);
	put_package("allow_file_writing: true\n");
	put_bytes("sum/data/secret/1.files/large.txt", large, 3 << 20);
	put("a.py", "assert len(open('large.txt').read()) == 3 << 20\n"
		    "open('small.txt', 'w').write('x' * (100 << 10))\nprint('right')\n");
	expect_fate("a.py", "AC");
	put("b.py", "open('much.txt', 'w').write('x' * (6 << 20))\nprint('right')\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", "b.py");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_str_neq(verdict_of(document), "AC");
}

/* Interpreted programs often load other files from there. */
Test(working, the_sources_of_an_interpreted_program_are_in_the_working_folder)
{
	put_package("");
	put("s/main.py", "print(open('sub/word.py').read()[1:])\n");
	put("s/sub/word.py", "#right\n");
	expect_fate("s", "AC");
	put("sum/data/secret/1.files/sub/word.py", "#the tests own\n");
	expect_fate("s", "WA");
	put_package("allow_file_writing: true\n");
	put("sum/data/secret/1.files/sub/word.py", "#right\n");
	expect_fate("s", "AC");
}

/* ---- include ---- */

Test(working, a_driver_of_the_package_calls_the_submission)
{
	put_package("constants:\n  word: right\n");
	put("sum/include/c/main.c", "#include <stdio.h>\nconst char *answer(void);\n"
				    "int main(void){puts(answer());}\n");
	put("sum/include/python3/__main__.py", "import solution\nprint(solution.answer())\n");
	put("sum/include/java/Main.java", "public class Main { public static void main(String[] a) "
					  "{ System.out.println(Solution.answer()); } }\n");
	put("mine.c", "const char *answer(void){return \"right\";}\n");
	expect_fate("mine.c", "AC");
	put("solution.py", "def answer():\n    return 'right'\n");
	expect_fate("solution.py", "AC");
	put("Solution.java", "class Solution { static String answer() { return \"right\"; } }\n");
	expect_fate("Solution.java", "AC");
}

/* Regardless of its name: only a driver with the default name is one. */
Test(working, code_of_the_package_is_not_an_entry_point)
{
	put_package("");
	put("sum/include/python3/helper.py", "def say():\n    print('right')\n");
	put("tle.py", "import helper\nhelper.say()\n");
	expect_fate("tle.py", "AC");
	put("folder/tle.py", "import helper, other\nhelper.say()\n");
	put("folder/other.py", "print('', end='')\n");
	expect_fate("folder", "AC");
	put("two/a.py", "print('right')\n");
	put("two/b.py", "print('right')\n");
	expect_fate("two", "CE entry-point");
}

Test(working, files_of_the_package_for_every_language_are_in_the_working_folder)
{
	put_package("constants:\n  word: right\n");
	put("sum/include/default/sub/word.txt", "{{word}}\n");
	put("a.c", SAY_FILE);
	expect_fate("a.c", "AC");
	put("a.py", "print(open('sub/word.txt').read())\n");
	expect_fate("a.py", "AC");
	put("sum/data/secret/1.files/sub/word.txt", "the tests own\n");
	expect_fate("a.c", "WA");
}

Test(working, a_change_of_included_code_is_a_new_compilation)
{
	put_package("");
	put("sum/include/c/word.h", "#define WORD \"right\"\n");
	put("a.c", "#include <stdio.h>\n#include \"word.h\"\nint main(void){puts(WORD);}\n");
	expect_fate("a.c", "AC");
	put("sum/include/c/word.h", "#define WORD \"wrong\"\n");
	expect_fate("a.c", "WA");
}

Test(working, constants_are_filled_into_the_packages_own_submissions)
{
	put_package("constants:\n  word: right\n");
	put("sum/submissions/accepted/a.py", "print('{{word}}')\n");
	expect_fate("sum/submissions/accepted/a.py", "AC");
	put("a.py", "print('{{word}}')\n");
	expect_fate("a.py", "WA");
}

/* ---- answers ---- */

static void put_answers(void)
{
	put("sum/problem.yaml", SUM_YAML SUM_LIMITS "type: submit-answer\n");
	put("sum/data/sample/1.in", "");
	put("sum/data/sample/1.ans", "s\n");
	put("sum/data/secret/a/1.in", "");
	put("sum/data/secret/a/1.ans", "a\n");
	put("sum/data/secret/b/2.in", "");
	put("sum/data/secret/b/2.ans", "b\n");
}

Test(working, answers_are_judged_without_a_program)
{
	put_answers();
	put("s/sample/1.out", "s\n");
	put("s/secret/a/1.out", " a\n\n");
	put("s/secret/b/2.ans", "B");
	put("s/README", "not an answer\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", "s");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FATE(document, "AC");
	cr_expect(
		json_is_null(json_object_get(json_object_get(document, "submission"), "language")));
	AUTO_OUTCOME table = ASSAY("judge", "sum", "s");
	EXPECT_STATUS(table, 0);
	put("s/secret/b/2.ans", "c\n");
	expect_fate("s", "WA");
}

Test(working, answers_are_found_by_shorter_names_too)
{
	put_answers();
	put("s/sample/1.out", "s\n");
	put("s/a/1.out", "a\n");
	put("s/2.out", "b\n");
	expect_fate("s", "AC");
	/* The longest name has precedence. */
	put("s/secret/a/1.out", "wrong\n");
	expect_fate("s", "WA");
}

Test(working, a_missing_answer_is_a_wrong_answer)
{
	put_answers();
	put("s/sample/1.out", "s\n");
	put("s/a/1.out", "a\n");
	expect_fate("s", "WA no-output");
}

Test(working, an_empty_answer_is_an_answer)
{
	put_answers();
	put("sum/data/sample/1.ans", "");
	put("s/sample/1.out", "");
	put("s/a/1.out", "a\n");
	put("s/2.out", "b\n");
	expect_fate("s", "AC");
}

Test(working, answers_may_be_an_archive)
{
	static const char script[] = "import zipfile\nz = zipfile.ZipFile('s.zip', 'w')\n"
				     "for name, text in ('sample/1.out', 's'), ('a/1.out', 'a'), "
				     "('2.out', 'b'):\n    z.writestr(name, text)\nz.close()\n";
	put_answers();
	AUTO_OUTCOME made =
		command_run((const char *const[]){"/usr/bin/python3", "-c", script, NULL});
	EXPECT_STATUS(made, 0);
	expect_fate("s.zip", "AC");
	put("bad.zip", "no archive at all\n");
	expect_fate("bad.zip", "CE archive");
}

Test(working, a_single_answer_to_a_single_test_may_be_called_anything)
{
	put_package("type: submit-answer\n");
	put("mine.txt", "right\n");
	expect_fate("mine.txt", "AC");
	put("link.txt", "x");
	cr_assert_eq(unlink("link.txt"), 0);
	cr_assert_eq(symlink("sum/data/secret/1.ans", "link.txt"), 0);
	expect_fate("link.txt", "CE not-regular");
}

Test(working, an_answer_over_the_output_limit_is_ole)
{
	AS_AUTO_FREE char *large = malloc(2 << 20);
	memset(large, '\n', 2 << 20);
	put_package("type: submit-answer\n");
	put_bytes("1.out", large, 2 << 20);
	expect_fate("1.out", "OLE");
}
