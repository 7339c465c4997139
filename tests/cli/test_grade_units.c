/* SPDX-License-Identifier: MIT */
/* assay grade: unit tests beside the program. */
#include "support/packages.h"

TestSuite(grade_units, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define GRADE() ASSAY("grade", "sum", "class", "-o", "out", "-j1", "--reruns=0", "--no-similar")
#define ADD_PY                                                                                     \
	"def add(a, b):\n    return a + b\n\nif __name__ == '__main__':\n    a, b = "              \
	"map(int, input().split())\n    print(add(a, b))\n"
#define UNITTEST_PY                                                                                \
	"import unittest\nfrom summe import add\nclass T(unittest.TestCase):\n    def "            \
	"test(self):\n        self.assertEqual(add(1, 2), 3)\nif __name__ == '__main__':\n    "    \
	"unittest.main()\n"
#define PYTEST_PY "from summe import add\ndef test_a():\n    assert add(1, 2) == 3\n"

#define SUM_JAVA                                                                                   \
	"import java.util.*; public class Sum { public static long add(long a, long b) { return "  \
	"a + b; } public static void main(String[] x) { Scanner s = new Scanner(System.in); "      \
	"System.out.println(add(s.nextLong(), s.nextLong())); } }\n"

/* The test is the only file that no other file loads, so formerly it was run as the program. */
Test(grade_units, tests_in_python_are_left_out)
{
	static const char *const names[] = {"test_summe", "summe_test", "summe_tests",
		"summe_unittest", "unittests", "pruefung", "Test", "TestSumme"};
	char path[100];

	put_sum_package(1);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		snprintf(path, sizeof(path), "class/u%zu/summe.py", i);
		put(path, ADD_PY);
		snprintf(path, sizeof(path), "class/u%zu/%s.py", i, names[i]);
		put(path, UNITTEST_PY);
		snprintf(path, sizeof(path), "class/p%zu/summe.py", i);
		put(path, ADD_PY);
		snprintf(path, sizeof(path), "class/p%zu/%s.py", i, names[i]);
		put(path, PYTEST_PY);
	}
	put("class/u0/__MACOSX/._summe.py", "x");
	for (size_t i = 0; i < 52; i++) {
		snprintf(path, sizeof(path), "class/u1/__MACOSX/._%zu.py", i);
		put(path, "x");
	}
	put("class/con/summe.py", SUM_PY);
	put("class/con/summe_unittest.py", UNITTEST_PY);
	put("class/con/tests/conftest.py", "import pytest\nfrom summe import *\n");
	put("class/asserts/summe.py", ADD_PY);
	put("class/asserts/summe_test.py", "from summe import add\nassert add(1, 2) == 3\n");
	put("class/folder/summe.py", ADD_PY);
	put("class/folder/tests/try.py", "from summe import add\nassert add(1, 2) == 3\n");
	put("class/input/summe.py", ADD_PY);
	put("class/input/test_summe.py",
		"from unittest import mock\nimport sys, io, summe\nsys.stdin = io.StringIO('1')\n");
	AUTO_OUTCOME outcome = GRADE();
	EXPECT_STATUS(outcome, 0);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		snprintf(path, sizeof(path), "\nu%zu,,1,,0,1,,\n", i);
		expect_file_has("out/marks.csv", path);
		snprintf(path, sizeof(path), "\np%zu,,1,,0,1,,\n", i);
		expect_file_has("out/marks.csv", path);
	}
	expect_file_has("out/marks.csv", "\ncon,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\nasserts,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\nfolder,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\ninput,,1,,0,1,,\n");
	expect_file_has("out/left-out.csv",
		"u0/test_summe.py,u0,tests,\"is a unit test, not part of the program\"");
	expect_file_has("out/people/u0.html", "test_summe.py is a unit test, and is left out");
	expect_file_has("out/people/u0.html", "summe.py</bdi> was run.");
	/* The teacher's page of the code says so, too. */
	expect_file_has("out/code/u0.html", "summe.py</bdi> was run.");
	expect_file_has("out/code/u0.html",
		"<h3><bdi>test_summe.py</bdi> <small>7 lines, left out: <bdi>is a unit test, not "
		"part of the program</bdi></small></h3>");
	expect_file_has(
		"out/code/u0.html", "<h3><bdi>__MACOSX/._summe.py</bdi> <small>left out: <bdi>");
	expect_file_has(
		"out/code/u1.html", "<p class=\"cut\">Cut: 2 more files are not shown.</p>");
}

/* Neither a file's imports nor its name say whether the file is a test. */
Test(grade_units, what_may_be_a_test_is_a_decision)
{
	put_sum_package(1);
	put("class/ann/summe.py", ADD_PY);
	put("class/ann/try.py", "from summe import add\nassert add(1, 2) == 3\n");
	put("class/bob/a.py", "import unittest\nprint(input())\n");
	put("class/bob/b.py", "def f():\n    pass\n");
	put("class/cem/test_summe.py", "import unittest\nunittest.main()\n");
	put("class/dan/start.py", "import summe\nsumme.main()\n");
	put("class/dan/summe.py",
		"def main():\n    " SUM_PY "if __name__ == '__main__':\n    main()\n");
	AUTO_OUTCOME outcome = GRADE();
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv",
		"entry point not clear: try.py reads no input, and uses "
		"summe.py, which is a complete program; ask for the right file");
	expect_file_has("out/marks.csv", "the only program is a test of the project; ask");
	expect_file_has("out/marks.csv", "\ndan,,1,,0,1,,\n");
}

#define OPEN(id) "\n" id ",,,,0,,,\"sum-2: entry point not clear: "
#define OTHER(main, other) main " uses none of the other files, and " other " is a complete program"

/* A name of a test, or the name of another module, must not cost all marks. */
Test(grade_units, a_program_that_is_named_like_a_test_is_a_decision)
{
	put_sum_package(1);
	put("class/ann/main.py", "print(1)\n");
	put("class/ann/test_x.py", SUM_PY);
	put("class/bob/Main.java",
		"public class Main { public static void main(String[] a) { } }\n");
	put("class/bob/TestSum.java",
		"import java.util.*; public class TestSum { public static void main(String[] x) { "
		"Scanner s = new Scanner(System.in); System.out.println(s.nextLong() + "
		"s.nextLong()); } }\n");
	put("class/cem/main.py", SUM_PY);
	put("class/cem/run_test.py",
		"import subprocess\nprint(subprocess.run(['python3', 'main.py'], "
		"stdin=open('in.txt')))\n");
	put("class/dan/main.py", "import math as summe\nprint(1)\n");
	put("class/dan/summe.py", SUM_PY);
	put("class/eve/main.py", "from math import summe\nprint(1)\n");
	put("class/eve/summe.py", SUM_PY);
	put("class/fay/main.py", "from . import summe as other\nprint(1)\n");
	put("class/fay/summe.py", SUM_PY);
	put("class/gus/main.py", "from lib.teil import summe\nprint(1)\n");
	put("class/gus/lib/teil/summe.py", SUM_PY);
	put("class/hal/main.js", "const summe = require('fs')\nconsole.log(1)\n");
	put("class/hal/summe.js", "console.log(require('fs').readFileSync(0))\n");
	put("class/ida/main.js", "import x from './summe.js'\nconsole.log(1)\n");
	put("class/ida/summe.js", "console.log(require('fs').readFileSync(0))\n");
	AUTO_OUTCOME outcome = GRADE();
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", OPEN("ann") OTHER("main.py", "test_x.py"));
	expect_file_has("out/marks.csv", OPEN("bob") OTHER("Main.java", "TestSum.java"));
	expect_file_has("out/marks.csv", "\ncem,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", OPEN("dan") OTHER("main.py", "summe.py"));
	expect_file_has("out/marks.csv", OPEN("eve") OTHER("main.py", "summe.py"));
	expect_file_has("out/marks.csv", OPEN("hal") OTHER("main.js", "summe.js"));
	expect_file_has("out/marks.csv", "\nfay,,0,,0,0,,\n");
	expect_file_has("out/marks.csv", "\ngus,,0,,0,0,,\n");
	expect_file_has("out/marks.csv", "\nida,,0,,0,0,,\n");
}

/* The usual packages of Italian schools are no integration tests. */
Test(grade_units, a_package_it_is_no_folder_of_tests)
{
	put_sum_package(1);
	put("class/ann/src/Main.java", "public class Main { public static void main(String[] a) { "
				       "it.unibo.Sum.main(a); } }\n");
	put("class/ann/src/it/unibo/Sum.java", "package it.unibo; " SUM_JAVA);
	put("class/bob/src/it/unibo/Sum.java", "package it.unibo; " SUM_JAVA);
	put("class/cem/src/main/java/Sum.java", SUM_JAVA);
	put("class/cem/src/it/java/SumIT.java", "public class SumIT extends Missing {}\n");
	AUTO_OUTCOME outcome = GRADE();
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\nbob,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\ncem,,1,,0,1,,\n");
}

/* A file is not a test if another file uses it, if it reads the input, or if it is the only
 * program. */
Test(grade_units, programs_with_such_names_are_judged)
{
	put_sum_package(1);
	put("class/ann/test.py", "import util\n" SUM_PY);
	put("class/ann/util.py", "def f():\n    pass\n");
	put("class/bob/main.py", "from test_summe import f\nprint(f())\n");
	put("class/bob/test_summe.py", "import unittest\n\ndef f():\n    return "
				       "sum(map(int, input().split()))\n");
	put("class/cem/summe.py", "import doctest\n" ADD_PY);
	put("class/cem/helper.py", "def f():\n    pass\n");
	put("class/dan/testat.py", SUM_PY);
	put("class/dan/main.py", "print(1)\n");
	put("class/eve/tester_summe.py", SUM_PY);
	put("class/eve/main.py", "print(1)\n");
	AUTO_OUTCOME outcome = GRADE();
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\nbob,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\ncem,,1,,0,1,,\n");
	expect_file_has(
		"out/marks.csv", "main.py uses none of the other files, and testat.py is a");
	expect_file_has(
		"out/marks.csv", "main.py uses none of the other files, and tester_summe.py is a");
}

#define ADD_H "int add(int, int);\n"
#define ADD_CPP "#include \"sum.h\"\nint add(int a, int b) { return a + b; }\n"
#define MAIN_CPP                                                                                   \
	"#include \"sum.h\"\n#include <iostream>\nint main() { int a, b; std::cin >> a >> b; "     \
	"std::cout << add(a, b); }\n"
#define JUNIT(name)                                                                                \
	"import org.junit.jupiter.api.Test; class " name " { @Test void t() { Sum.add(1, 2); } "   \
	"}\n"

static void put_cpp(const char *name, const char *test)
{
	char path[100];

	snprintf(path, sizeof(path), "class/%s/src/main.cpp", name);
	put(path, MAIN_CPP);
	snprintf(path, sizeof(path), "class/%s/src/sum.cpp", name);
	put(path, ADD_CPP);
	snprintf(path, sizeof(path), "class/%s/src/sum.h", name);
	put(path, ADD_H);
	snprintf(path, sizeof(path), "class/%s/tests/sum_test.cpp", name);
	put(path, test);
}

Test(grade_units, tests_in_other_languages_are_left_out)
{
	put_sum_package(1);
	/* Java starts slowly on a busy machine. */
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 20\n");
	put_cpp("gtest", "#include <gtest/gtest.h>\n#include \"../src/sum.h\"\n"
			 "TEST(Sum, add) { EXPECT_EQ(add(1, 2), 3); }\n");
	put_cpp("catch",
		"#define CATCH_CONFIG_MAIN\n#include \"catch.hpp\"\n"
		"#include \"../src/sum.h\"\nTEST_CASE(\"x\") { REQUIRE(add(1, 2) == 3); }\n");
	put_cpp("doctest", "#include \"doctest.h\"\n#include \"../src/sum.h\"\n"
			   "TEST_CASE(\"x\") { CHECK(add(1, 2) == 3); }\n");
	put_cpp("assert", "#include <cassert>\n#include \"../src/sum.h\"\n"
			  "int main() { assert(add(1, 2) == 3); }\n");
	put("class/unity/sum.c", SUM_C);
	put("class/unity/test/test_sum.c", "#include \"unity.h\"\nint main(void) { return 1; }\n");
	put("class/junit/src/Sum.java", SUM_JAVA);
	put("class/junit/src/SumTestCase.java", JUNIT("SumTestCase"));
	put("class/checks/src/Sum.java", SUM_JAVA);
	put("class/checks/test/SumChecks.java", JUNIT("SumChecks"));
	put("class/plain/Sum.java", SUM_JAVA);
	put("class/plain/SumTest.java",
		"public class SumTest { public static void main(String[] a) "
		"{ assert Sum.add(1, 2) == 3; System.out.println(1); } }\n");
	AUTO_OUTCOME outcome = GRADE();
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\ngtest,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\ncatch,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\ndoctest,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\nassert,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\nunity,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\njunit,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\nchecks,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\nplain,,1,,0,1,,\n");
	/* `assay judge` still leaves out only the tests of build systems. */
	AUTO_OUTCOME judged = ASSAY("judge", "sum", "class/checks");
	cr_expect_not_null(strstr(judged.out.data, "CE"), "%s", judged.out.data);
}
