/* SPDX-License-Identifier: MIT */
/* assay grade: which of several files is run, and for which package. */
#include "support/packages.h"

TestSuite(grade_files, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define GRADE(scheme)                                                                              \
	ASSAY("grade", scheme, "class", "-o", "out", "-j1", "--reruns=0", "--no-similar")
#define PYCHARM                                                                                    \
	"# This is a sample Python script.\ndef print_hi(name):\n    print(f'Hi, {name}')\n\n"     \
	"if __name__ == '__main__':\n    print_hi('PyCharm')\n"

Test(grade_files, a_sample_is_left_out_and_the_page_says_what_was_run)
{
	put_sum_package(1);
	put("class/ann/main.py", PYCHARM);
	put("class/ann/aufgabe.py", SUM_PY);
	put("class/bob/main.py", PYCHARM);
	AUTO_OUTCOME outcome = GRADE("sum");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\nbob,,0,,0,,0,");
	expect_file_has("out/marks.csv",
		"the only program is the unchanged sample of PyCharm; ask for the "
		"right file, or decide in overrides.csv");
	expect_file_has("out/class.html", "the only program is the unchanged sample of PyCharm");
	expect_file_has("out/people/ann.html",
		"main.py is the unchanged sample of PyCharm, and is left out");
	expect_file_has("out/people/ann.html", "aufgabe.py</bdi> was run.");
}

/* An ending in upper case, or a script's first line, shows the language as well. */
Test(grade_files, a_judged_program_is_not_listed_as_left_out)
{
	put_sum_package(1);
	put("class/ann/SUM.PY", SUM_PY);
	put("class/bob/sum", "#!/usr/bin/env python3\n" SUM_PY);
	put("class/cem/sum", "#!/usr/bin/env python3\n" SUM_PY);
	put("class/cem/notes.text", "my notes\n");
	put("class/eve/sum.odt", "no program\n");
	AUTO_OUTCOME outcome = GRADE("sum");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,1,,0,1,,\nbob,,1,,0,1,,\ncem,,1,,0,1,,\n");
	AS_AUTO_FREE char *left = read_text("out/left-out.csv");
	cr_expect_str_eq(left, "path,id,reason,text\n"
			       "eve/sum.odt,eve,no-source,is not a program in a known language\n");
}

/* A task may ask for what the sample does. A project's tests alone are not a program. */
Test(grade_files, a_sample_alone_counts_if_it_is_right)
{
	put_sum_package(1);
	put("sum/data/secret/01.ans", "Hi, PyCharm\n");
	put("sum/data/sample/1.ans", "Hi, PyCharm\n");
	put("class/ann/main.py", PYCHARM);
	put("class/bob/SumTest.java", "import org.junit.Test;\npublic class SumTest {\n"
				      "public static void main(String[] a) {}}\n");
	AUTO_OUTCOME outcome = GRADE("sum");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "the only program is a test of the project; ask");
}

/* A module that main uses, or that has only functions, is not another program. */
Test(grade_files, main_wins_unless_another_file_is_a_program_of_its_own)
{
	put_sum_package(1);
	put("class/ann/main.py", "print(1)\n");
	put("class/ann/aufgabe.py", SUM_PY);
	put("class/bob/main.py", "import lib\n" SUM_PY);
	put("class/bob/lib.py", "def f():\n    pass\nif __name__ == '__main__':\n    print(f())\n");
	put("class/cem/main.py", SUM_PY);
	put("class/cem/lib.py", "import sys\n\ndef f():\n    print(1)\n");
	put("class/dan/main.py", SUM_PY);
	put("class/dan/test_main.py", "import main\nprint(main)\n");
	put("class/eve/Main.java", "public class Main {public static void main(String[] a) {"
				   "System.out.println(1);}}\n");
	put("class/eve/Summe.java", "public class Summe {public static void main(String[] a) {"
				    "System.out.println(2);}}\n");
	AUTO_OUTCOME outcome = GRADE("sum");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv",
		"entry point not clear: main.py uses none of the other files, and aufgabe.py is a "
		"complete program");
	expect_file_has("out/marks.csv", "\nbob,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\ncem,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\ndan,,1,,0,1,,\n");
	expect_file_has("out/marks.csv",
		"entry point not clear: Main.java uses none of the other files, "
		"and Summe.java is a complete program");
	/* `assay judge` runs main.* all the same. */
	AUTO_OUTCOME judged = ASSAY("judge", "sum", "class/ann");
	cr_expect_not_null(strstr(judged.out.data, "WA"), "%s", judged.out.data);
}

static void expect_unclear(const char *main, const char *other)
{
	char text[200];

	snprintf(text, sizeof(text), "%s uses none of the other files, and %s is a complete", main,
		other);
	expect_file_has("out/marks.csv", text);
}

/* Programs that read until the end of the input, or are written in one line; a comment or a text
 * uses no file. */
Test(grade_files, main_does_not_win_over_a_program_of_any_form)
{
	put_sum_package(1);
	const char *const others[] = {"while True:\n    try:\n        a, b = map(int, "
				      "input().split())\n    except EOFError:\n"
				      "        break\n    print(a + b)\n",
		"try:\n    while True:\n        print(sum(map(int, input().split())))\nexcept "
		"EOFError:\n"
		"    pass\n",
		"from sys import *\nfor line in stdin:\n    print(sum(map(int, line.split())))\n",
		"import os\nprint(sum(map(int, os.read(0, 100).split())))\n"};
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		char path[100];
		snprintf(path, sizeof(path), "class/p%zu/main.py", i);
		put(path, "print('from p')  # from p\n");
		snprintf(path, sizeof(path), "class/p%zu/p%zu.py", i, i);
		put(path, others[i]);
	}
	put("class/text/main.py", "print('taken from text')\nprint(1)  # from text\n");
	put("class/text/text.py", SUM_PY);
	put("class/js/main.js", "console.log('x')\n");
	put("class/js/summe.js", "const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ')"
				 ".map(Number); console.log(a + b)\n");
	put("class/ada/main.adb", "with Ada.Text_IO; procedure Main is begin "
				  "Ada.Text_IO.Put_Line(\"x\"); end Main;\n");
	put("class/ada/other.adb", "with Ada.Integer_Text_IO; procedure Other is A: Integer; begin "
				   "Ada.Integer_Text_IO.Get(A); end Other;\n");
	put("class/java/Main.java", "// siehe Summe\npublic class Main { public static void "
				    "main(String[] a) { System.out.println(\"Summe: \"); } }\n");
	put("class/java/Summe.java", "/* Main */ public class Summe { public static void "
				     "main(String... a) { System.out.println(\"Main\"); } }\n");
	AUTO_OUTCOME outcome = GRADE("sum");
	EXPECT_STATUS(outcome, 0);
	expect_unclear("main.py", "p0.py");
	expect_unclear("main.py", "p1.py");
	expect_unclear("main.py", "p2.py");
	expect_unclear("main.py", "p3.py");
	expect_unclear("main.py", "text.py");
	expect_unclear("main.js", "summe.js");
	expect_unclear("main.adb", "other.adb");
	expect_unclear("Main.java", "Summe.java");
}

#define NOTEBOOK(code)                                                                             \
	"{\"cells\": [{\"cell_type\": \"code\", \"metadata\": {}, \"outputs\": [], "               \
	"\"execution_count\": 1, \"source\": [\"" code                                             \
	"\"]}], \"metadata\": {\"kernelspec\": {\"language\": \"python\"}}, \"nbformat\": 4, "     \
	"\"nbformat_minor\": 5}"

/* An exported notebook is the same program; else it is not clear which of the two counts. */
Test(grade_files, a_notebook_beside_another_program_of_its_name_is_a_decision)
{
	put_sum_package(1);
	put("class/ann/main.py", "print('hello')\n");
	put("class/ann/main.ipynb", NOTEBOOK("print(sum(map(int, input().split())))"));
	put("class/bob/sum.py",
		"#!/usr/bin/env python\n# coding: utf-8\n\n# In[1]:\n\n\n" SUM_PY "\n");
	put("class/bob/sum.ipynb", NOTEBOOK("print(sum(map(int, input().split())))"));
	put("class/cem/sum.py", SUM_PY);
	put("class/cem/sum.ipynb", NOTEBOOK("print(sum(map(int, input().split())) + 1)"));
	AUTO_OUTCOME outcome = GRADE("sum");
	EXPECT_STATUS(outcome, 0);
	expect_unclear("main.py", "main-notebook.py");
	expect_file_has("out/marks.csv", "\nbob,,1,,0,1,,\n");
	expect_file_has("out/left-out.csv", "bob/sum.ipynb,bob,notebook,");
	expect_file_has("out/marks.csv", "sum-notebook.py and sum.py may each be the program");
}

#define EMPTY_C "int main(void) { return 0; }\n"

/* The remedy names the files as they were handed in. */
Test(grade_files, files_of_one_name_in_archives_are_named_with_the_archive)
{
	put_sum_package(1);
	put("class/ann/sum.py", SUM_PY);
	put("class/bob/x", "");
	put("class/cem/sum.py", SUM_PY);
	put("make.py", "import zipfile\n"
		       "def make(path, **files):\n"
		       "    with zipfile.ZipFile(path, 'w') as z:\n"
		       "        for name, text in files.items(): z.writestr(name + '.py', text)\n"
		       "make('class/ann/old.zip', sum='print(input())\\n', other='')\n"
		       "make('class/bob/a.zip', sum='print(1)\\n')\n"
		       "make('class/bob/b.zip', sum='print(2)\\n')\n"
		       "make('class/cem/all.zip', sum=open('class/cem/sum.py').read())\n");
	cr_assert_eq(system("python3 make.py && rm class/bob/x"), 0);
	AUTO_OUTCOME outcome = GRADE("sum");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv",
		"sum.py uses none of the other files, and old.zip/sum.py is a "
		"complete program");
	expect_file_has(
		"out/marks.csv", "entry point not clear: a.zip/sum.py and b.zip/sum.py may each");
	expect_file_has("out/marks.csv", "\ncem,,1,,0,1,");
	expect_file_has("out/left-out.csv", "cem/all.zip/sum.py,cem,duplicate,");
	expect_file_has("out/code/ann.html", "old.zip/sum.py");
	cr_expect_null(strstr(outcome.err.data, "-2.py"), "%s", outcome.err.data);
	/* The remedy works. */
	cr_assert_eq(unlinkat(here_fd, "class/ann/old.zip", 0), 0);
	AUTO_OUTCOME again = GRADE("sum");
	EXPECT_STATUS(again, 0);
	expect_file_has("out/marks.csv", "\nann,,1,,0,1,");
}

/* The submission has the archive's name, and is a file. */
Test(grade_files, an_archive_with_one_file_is_a_submission)
{
	put_sum_package(1);
	put("class/dan/x", "");
	put("make.py", "import zipfile\n"
		       "def make(path, **files):\n"
		       "    with zipfile.ZipFile(path, 'w') as z:\n"
		       "        for name, text in files.items():\n"
		       "            z.writestr(name.replace('_', '/') + '.py', text)\n"
		       "text = 'print(sum(map(int, input().split())))'\n"
		       "make('class/ann.zip', sum=text)\n"
		       "make('class/bob.ZIP', hw_sum=text)\n"
		       "make('class/cem.zip', sum=text, empty='')\n"
		       "make('class/dan/sum.zip', sum=text)\n");
	cr_assert_eq(system("python3 make.py && rm class/dan/x"), 0);
	AUTO_OUTCOME outcome = GRADE("sum");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\nbob,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\ncem,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\ndan,,1,,0,1,,\n");
}

/* An older or a newer attempt in a folder of its own. */
Test(grade_files, two_programs_at_different_depths_are_a_decision)
{
	put_sum_package(1);
	put("class/ann/a.py", "print(1)\n");
	put("class/ann/src/b.py", "import helper\n" SUM_PY);
	put("class/ann/src/helper.py", "def f():\n    pass\n");
	put("class/bob/sum.c", SUM_C);
	put("class/bob/old/sum.c", EMPTY_C);
	put("class/cem/sum.cpp", SUM_C);
	put("class/cem/old/sum.cpp", EMPTY_C);
	put("class/dan/main.py", "print(1)\n");
	put("class/dan/neu/main.py", SUM_PY);
	put("class/eve/a.kt", "fun main() { println(1) }\n");
	put("class/eve/neu/b.kt", "fun main() { println(2) }\n");
	AUTO_OUTCOME outcome = GRADE("sum");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,,,0,,");
	expect_file_has("out/marks.csv",
		"entry point not clear: a.py uses none of the other files, and "
		"src/b.py is a complete program");
	expect_file_has("out/marks.csv", "\nbob,,,,0,,");
	expect_file_has("out/marks.csv", "old/sum.c and sum.c may each be the program");
	expect_file_has("out/marks.csv", "\ncem,,,,0,,");
	expect_file_has("out/marks.csv", "old/sum.cpp and sum.cpp may each be the program");
	expect_file_has("out/marks.csv", "\ndan,,,,0,,");
	expect_file_has("out/marks.csv",
		"main.py uses none of the other files, and neu/main.py is a "
		"complete program");
	expect_file_has("out/marks.csv", "\neve,,,,0,,");
	expect_file_has("out/marks.csv",
		"a.kt uses none of the other files, and neu/b.kt is a complete "
		"program");
	/* `assay judge` takes the least depth all the same, in a language that has an entry file.
	 */
	AUTO_OUTCOME judged = ASSAY("judge", "sum", "class/ann", "class/bob");
	cr_expect_not_null(strstr(judged.out.data, "WA"), "%s", judged.out.data);
	cr_expect_not_null(
		strstr(judged.out.data, "together they do not compile"), "%s", judged.out.data);
}

Test(grade_files, folders_of_tests_and_libraries_are_no_other_program)
{
	put_sum_package(1);
	put("class/ann/main.py", "import pkg\n" SUM_PY);
	put("class/ann/pkg/__init__.py", "");
	put("class/ann/pkg/tool.py", "if __name__ == '__main__':\n    print(input())\n");
	put("class/bob/a.py", SUM_PY);
	put("class/bob/tests/check.py", "print(input())\n");
	put("class/bob/lib/unused.py", "def f():\n    return input()\n");
	put("class/bob/lib/try.py", "from a import x\nprint(input())\n");
	put("class/cem/sum.c", SUM_C);
	put("class/cem/lib/f.c", "int f(void) { return 1; }\n");
	put("class/dan/Main.java", "import app.Sum;\npublic class Main {"
				   "public static void main(String[] a) {Sum.run();}}\n");
	put("class/dan/app/Sum.java", "package app;\npublic class Sum {public static void run() {"
				      "java.util.Scanner s = new java.util.Scanner(System.in);"
				      "System.out.println(s.nextLong() + s.nextLong());}}\n");
	AUTO_OUTCOME outcome = GRADE("sum");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\nbob,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\ncem,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\ndan,,1,,0,1,,\n");
}

static void put_packages(void)
{
	put_sum_package(1);
	for (int i = 1; i <= 2; i++) {
		AUTO_OUTCOME copied = command_run((const char *const[]){
			"/bin/cp", "-r", "sum", i == 1 ? "aufgabe1" : "aufgabe12", NULL});
		EXPECT_STATUS(copied, 0);
	}
	put("scheme.yaml", "items:\n"
			   "  - {id: one, package: aufgabe1, points: 1}\n"
			   "  - {id: two, package: aufgabe12, points: 1}\n");
}

Test(grade_files, words_of_names_and_folders_name_the_package)
{
	put_packages();
	put("class/ann/aufgabe1/prog.py", SUM_PY);
	put("class/ann/aufgabe12/prog.py", "print(0)\n");
	put("class/bob/Aufgabe 1.py", SUM_PY);
	put("class/cem/blatt3_aufgabe12.py", SUM_PY);
	put("class/dan/aufgabe_1_2.py", SUM_PY);
	put("class/eve/other.py", SUM_PY);
	put("class/fay/aufgabe_1.py", SUM_PY);
	put("class/fay/Aufgabe-12/main.py", SUM_PY);
	AUTO_OUTCOME outcome = GRADE("scheme.yaml");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,1,0,,0,1,");
	expect_file_has("out/marks.csv", "\nbob,,1,0,,0,1,");
	expect_file_has("out/marks.csv", "\ncem,,0,1,,0,1,");
	expect_file_has("out/marks.csv", "\ndan,,0,1,,0,1,");
	expect_file_has("out/marks.csv", "\neve,,1,1,,0,2,");
	expect_file_has("out/marks.csv", "\nfay,,1,1,,0,2,");
}

static void copy_package(const char *name)
{
	AUTO_OUTCOME copied =
		command_run((const char *const[]){"/bin/cp", "-r", "sum", name, NULL});

	EXPECT_STATUS(copied, 0);
}

/* The packages sum, prod and sum2: the name sum2 contains the name sum. */
static void put_three(void)
{
	put_sum_package(1);
	copy_package("prod");
	copy_package("sum2");
	put("scheme.yaml", "items:\n"
			   "  - {id: one, package: sum, points: 1}\n"
			   "  - {id: two, package: prod, points: 1}\n"
			   "  - {id: three, package: sum2, points: 1}\n");
}

#define WRONG "print(input()[:0])\n"
#define NAMED " contains the names of the packages 'sum' and 'prod'; ask for the right file"

/* The longer name does not decide: neither name of a package contains the other. */
Test(grade_files, a_name_of_two_packages_is_a_decision)
{
	put_three();
	put("class/ann/sum_prod.py", WRONG);
	put("class/bob/sum_prod.py", SUM_PY);
	put("class/cem/prod-sum/main.py", WRONG);
	put("class/cem/prod-sum/util.py", "");
	put("class/dan/blatt1/Prod und Sum.py", WRONG);
	put("class/eve/sum_2.py", WRONG);
	put("class/fay/sum-sum2.py", WRONG);
	put("class/gus/sum_prod_sum_2.ipynb",
		"{\"cells\": [{\"cell_type\": \"code\", \"metadata\": {}, \"outputs\": [], "
		"\"execution_count\": 1, \"source\": [\"print(input()[:0])\"]}], \"metadata\": "
		"{\"kernelspec\": {\"language\": \"python\"}}, \"nbformat\": 4, "
		"\"nbformat_minor\": 5}");
	AUTO_OUTCOME outcome = GRADE("scheme.yaml");
	EXPECT_STATUS(outcome, 0);
	expect_file_has(
		"out/marks.csv", "\nann,,0,0,0,,0,,0,\"one, two: the name of sum_prod.py" NAMED);
	expect_file_has("out/marks.csv", "\nbob,,1,1,0,,0,2,,");
	expect_file_has("out/marks.csv",
		"\ncem,,0,0,0,,0,,0,\"one, two: the name of a folder of main.py" NAMED);
	expect_file_has("out/marks.csv",
		"\ndan,,0,0,0,,0,,0,\"one, two: the name of Prod_und_Sum.py" NAMED);
	expect_file_has("out/marks.csv", "\neve,,0,0,0,,0,0,,");
	expect_file_has("out/marks.csv",
		"\nfay,,0,0,0,,0,,0,\"one, three: the name of sum-sum2.py "
		"contains the names of the packages 'sum' and 'sum2'; ask");
	expect_file_has("out/marks.csv",
		"\ngus,,0,0,0,,0,,0,\"the name of sum_prod_sum_2.py contains "
		"the names of the packages 'sum', 'prod' and 'sum2'; ask");
	AUTO_OUTCOME blind = ASSAY("grade", "scheme.yaml", "class", "-o", "blind", "-j1",
		"--reruns=0", "--no-similar", "--blind");
	EXPECT_STATUS(blind, 0);
	expect_file_has("blind/marks.csv", "one, two: the name of 1.py" NAMED);
	expect_file_has("blind/marks.csv", "one, two: the name of a folder of 1.py" NAMED);
}

/* The name of another file or of a folder decides. */
Test(grade_files, a_name_of_two_packages_is_decided_by_other_names)
{
	put_three();
	put("class/ann/sum.py", "import sum_prod\n" SUM_PY);
	put("class/ann/prod.py", SUM_PY);
	put("class/ann/sum_prod.py", "def f():\n    return 1\n");
	put("class/bob/sum/sum_prod.py", WRONG);
	put("class/cem/prod/sum_prod/main.py", WRONG);
	put("class/dan/sum_prod/sum.py", SUM_PY);
	put("class/dan/sum_prod/prod.py", WRONG);
	put("class/eve/sum.py", SUM_PY);
	put("class/eve/sum_prod.py", WRONG);
	AUTO_OUTCOME outcome = GRADE("scheme.yaml");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,1,1,0,,0,2,");
	expect_file_has("out/marks.csv", "\nbob,,0,0,0,,0,0,,");
	expect_file_has("out/marks.csv", "\ncem,,0,0,0,,0,0,,");
	expect_file_has("out/marks.csv", "\ndan,,1,0,0,,0,1,,");
	expect_file_has("out/marks.csv", "\neve,,1,0,0,,0,,1,\"two: the name of sum_prod.py" NAMED);
}

/* Both packages need their file, even if the student has the same solution for both. */
Test(grade_files, equal_files_for_two_packages_are_no_copies)
{
	put_three();
	put("class/dan/sum.py", SUM_PY);
	put("class/dan/sum-2.py", SUM_PY);
	put("class/eve/sum/prog.py", SUM_PY);
	put("class/eve/prod/prog - Copy.py", SUM_PY);
	put("make.py",
		"import os, zipfile\n"
		"text = 'print(sum(map(int, input().split())))'\n"
		"book = '{\"cells\": [{\"cell_type\": \"code\", \"metadata\": {}, \"outputs\": "
		"[],'\\\n"
		"    '\"execution_count\": 1, \"source\": [\"' + text + '\"]}], \"metadata\": '\\\n"
		"    '{\"kernelspec\": {\"language\": \"python\"}}, \"nbformat\": 4, '\\\n"
		"    '\"nbformat_minor\": 5}'\n"
		"def make(path, **files):\n"
		"    os.makedirs(os.path.dirname(path), exist_ok=True)\n"
		"    with zipfile.ZipFile(path, 'w') as z:\n"
		"        for name, text in files.items(): z.writestr(name.replace('_', '.'), "
		"text)\n"
		"make('class/ann/sum.zip', prog_py=text)\n"
		"make('class/ann/prod.zip', prog_py=text)\n"
		"make('class/bob/sum.zip', prog_py=text)\n"
		"make('class/bob/prod.zip', prog_py=text)\n"
		"make('class/bob/sum2.zip', prog_py='print(0)')\n"
		"make('class/cem/sum.zip', prog_ipynb=book)\n"
		"make('class/cem/prod.zip', prog_py=text)\n"
		"make('class/fay/sum.zip', prog_py=text)\n"
		"make('class/fay/copy.zip', prog_py=text)\n"
		"make('canvas/ann_1_11_sum.zip', prog_py=text)\n"
		"make('canvas/ann_1_12_prod.zip', prog_py=text)\n"
		"make('canvas/bob_2_13_sum.zip', main_py=text)\n"
		"make('canvas/bob_2_14_prod.zip', prog_py=text)\n");
	cr_assert_eq(system("python3 make.py"), 0);
	AUTO_OUTCOME outcome = GRADE("scheme.yaml");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,1,1,0,,0,2,");
	expect_file_has("out/marks.csv", "\nbob,,1,1,0,,0,2,");
	expect_file_has("out/marks.csv", "\ncem,,1,1,0,,0,2,");
	expect_file_has("out/marks.csv", "\ndan,,1,0,1,,0,2,");
	expect_file_has("out/marks.csv", "\neve,,1,1,0,,0,2,");
	AUTO_OUTCOME canvas = ASSAY("grade", "scheme.yaml", "canvas", "-o", "marks", "-j1",
		"--reruns=0", "--no-similar");
	EXPECT_STATUS(canvas, 0);
	expect_file_has("marks/marks.csv", "\n1,ann,1,1,0,,0,2,");
	expect_file_has("marks/marks.csv", "\n2,bob,1,1,0,,0,2,");
}

#define UNNAMED(package, file)                                                                     \
	"no file has the name of the package '" package "', so " file                              \
	" was judged, which does not have a package's name; ask for the right file"

/* A file without a package's name is for every package that has no file of its own. */
Test(grade_files, a_file_without_a_name_is_for_packages_without_a_file)
{
	put_packages();
	put("class/ann/summe.py", SUM_PY);
	put("class/ann/aufgabe12.py", WRONG);
	put("class/bob/summe.py", WRONG);
	put("class/bob/aufgabe12.py", SUM_PY);
	put("class/cem/loesung/summe.py", "# one\n" SUM_PY);
	put("class/cem/aufgabe12/prog.py", SUM_PY);
	put("class/dan/a.py", WRONG);
	put("class/dan/b.py", "# two\n" SUM_PY);
	put("class/dan/aufgabe1.py", SUM_PY);
	put("class/eve/aufgabe10.py", "import tools\n" WRONG);
	put("class/eve/tools.py", "import more\n");
	put("class/eve/more.py", "def f():\n    return 1\n");
	put("class/eve/aufgabe1.py", "import more\n" SUM_PY);
	/* A comment and a text use no file. */
	put("class/fay/summe.py", "# three\n" SUM_PY);
	put("class/fay/aufgabe12.py", WRONG "# as from summe\nx = 'import summe'\n");
	AUTO_OUTCOME outcome = GRADE("scheme.yaml");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,1,0,,0,1,,");
	expect_file_has(
		"out/marks.csv", "\nbob,,0,1,,0,,1,\"one: " UNNAMED("aufgabe1", "summe.py"));
	expect_file_has("out/marks.csv", "\ncem,,1,1,,0,2,,");
	expect_file_has("out/marks.csv",
		"\ndan,,1,,,0,,1,\"two: entry point not clear: a.py and b.py may each");
	expect_file_has(
		"out/marks.csv", "\neve,,1,0,,0,,1,\"two: " UNNAMED("aufgabe12", "aufgabe10.py"));
	expect_file_has("out/marks.csv", "\nfay,,1,0,,0,1,,");
	AUTO_OUTCOME blind = ASSAY("grade", "scheme.yaml", "class", "-o", "blind", "-j1",
		"--reruns=0", "--no-similar", "--blind");
	EXPECT_STATUS(blind, 0);
	expect_file_has("blind/marks.csv", "one: " UNNAMED("aufgabe1", "1.py"));
	AS_AUTO_FREE char *marks = read_text("blind/marks.csv");
	cr_expect_null(strstr(marks, "summe"), "%s", marks);
}

/* Nothing was submitted for the other package. */
Test(grade_files, helpers_of_a_named_file_are_no_program)
{
	put_packages();
	put("class/ann/aufgabe12.py", "from util import f\n" SUM_PY);
	put("class/ann/util.py", "import deep.more\ndef f():\n    return input()\n");
	put("class/ann/deep/__init__.py", "");
	put("class/ann/deep/more.py", "x = 1\n");
	put("class/bob/aufgabe12.c", "int f(void);\n" SUM_C);
	put("class/bob/util.c", "int f(void) { return 1; }\n");
	put("class/cem/Aufgabe12.java",
		"public class Aufgabe12 { public static void main(String[] a) {\n"
		"System.out.println(Werkzeug.summe()); } }\n");
	put("class/cem/Werkzeug.java",
		"class Werkzeug { static long summe() { java.util.Scanner s = new "
		"java.util.Scanner(System.in); return s.nextLong() + s.nextLong(); }\n"
		"public static void main(String[] a) {} }\n");
	put("class/dan/aufgabe12.py", SUM_PY);
	put("class/dan/readme.txt", "Read me!\n");
	put("class/dan/main.py", PYCHARM);
	put("class/eve/aufgabe12.py", SUM_PY);
	put("class/eve/prog.py", SUM_PY);
	AUTO_OUTCOME outcome = GRADE("scheme.yaml");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,0,1,,0,1,,");
	expect_file_has("out/marks.csv", "\nbob,,0,1,,0,1,,");
	expect_file_has("out/marks.csv", "\ncem,,0,1,,0,1,,");
	expect_file_has("out/marks.csv", "\ndan,,0,1,,0,1,,");
	expect_file_has("out/marks.csv", "\neve,,0,1,,0,1,,");
}

/* The mark is not 0, because the student handed something in. */
Test(grade_files, an_archive_that_is_not_read_is_a_decision)
{
	put_sum_package(1);
	put("class/ann.rar", "Rar!x");
	put("class/bob/sum.tar.gz", "\x1f\x8bx");
	put("class/bob/readme.txt", "unpack it\n");
	put("class/cem/sum.7z", "7z");
	put("class/cem/sum.py", SUM_PY);
	AUTO_OUTCOME outcome = GRADE("sum");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,,,0,,");
	expect_file_has("out/marks.csv",
		"the archive 'ann.rar' is not unpacked; unpack it into the "
		"student's folder, or pack it again as zip, and run the command "
		"again, or decide in overrides.csv");
	expect_file_has("out/marks.csv", "\nbob,,,,0,,");
	expect_file_has("out/marks.csv", "the archive 'sum.tar.gz' is not unpacked; unpack");
	expect_file_has("out/marks.csv", "\ncem,,1,,0,1,,\n");
	cr_expect_not_null(strstr(outcome.err.data,
				   "warning: cem: the archive 'sum.7z' is not unpacked; only the "
				   "other files are judged"),
		"%s", outcome.err.data);
}

/* The teacher asks how many of the class handed in. */
Test(grade_files, a_submission_of_nobody_is_not_one_of_the_class)
{
	put_sum_package(1);
	put("roster.csv", "id,name\nann,Ann\nbob,Bob\n");
	put("class/ann.py", SUM_PY);
	put("class/phantom.py", SUM_PY);
	AUTO_OUTCOME outcome = ASSAY("grade", "sum", "class", "-o", "out", "-j1", "--reruns=0",
		"--no-similar", "--roster=roster.csv");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(strstr(outcome.out.data,
				   "2 students and 1 not in the class, 1 handed in, 1 graded"),
		"%s", outcome.out.data);
	expect_file_has("out/class.html", "<b>2</b><span>students</span>");
	expect_file_has("out/class.html", "<b>1</b><span>not in the class</span>");
}
