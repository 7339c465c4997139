/* SPDX-License-Identifier: MIT */
/* Usual project layouts, as build tools and development environments expect them. */
#include "layouts_case.h"

TestSuite(layouts, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* ---- folders in which compilers search ---- */

#define ADD_H "int add(int a, int b);\n"
#define ADD_C(header) "#include \"" header "\"\nint add(int a, int b) { return a + b; }\n"
#define MAIN_C(header)                                                                             \
	"#include <math.h>\n#include <stdio.h>\n#include " header "\n"                             \
	"int main(void) { int a, b; scanf(\"%d %d\", &a, &b); "                                    \
	"printf(\"%d\\n\", (int)sqrt(add(a, b) * add(a, b))); }\n"

Test(layouts, a_header_is_found_in_any_folder)
{
	put("c/src/main.c", MAIN_C("\"add.h\""));
	put("c/src/add.c", ADD_C("add.h"));
	put("c/include/add.h", ADD_H);
	put("c/CMakeLists.txt", "project(x C)\n");
	expect_fate("c", "AC");
	put("cpp/src/main.cpp", MAIN_C("<calc/add.h>"));
	put("cpp/src/add.cpp", ADD_C("calc/add.h"));
	put("cpp/include/calc/add.h", ADD_H);
	expect_fate("cpp", "AC");
	put("root/src/main.c", MAIN_C("\"lib/add.h\""));
	put("root/lib/add.c", ADD_C("add.h"));
	put("root/lib/add.h", ADD_H);
	expect_fate("root", "AC");
}

/* `gcc main.c` builds such a program, and templates are often split into such files. */
Test(layouts, a_source_that_another_file_includes_is_not_compiled_by_itself)
{
	put("c/src/main.c", MAIN_C("\"../lib/add.c\""));
	put("c/lib/add.c", "int add(int a, int b) { return a + b; }\n");
	expect_message("c", "AC", "warning: lib/add.c is not compiled by itself, because");
	put("cpp/main.cpp", MAIN_C("\"add.h\""));
	put("cpp/add.h", "#pragma once\ntemplate <class T> T add(T, T);\n"
			 "#include \"add.cpp\"\n");
	put("cpp/add.cpp", "#include \"add.h\"\n"
			   "template <class T> T add(T a, T b) { return a + b; }\n");
	expect_message("cpp", "AC", "warning: add.cpp is not");
	/* A file that can be compiled is. */
	put("both/main.c", MAIN_C("\"add.h\""));
	put("both/add.h", ADD_H "#ifdef ONE\n#include \"add.c\"\n#endif\n");
	put("both/add.c", ADD_C("add.h"));
	expect_fate("both", "AC");
	put("test/main.c", SUM_C);
	put("test/test.c", "#define main other\n#include \"main.c\"\n#undef main\n"
			   "int main(void) { return 1; }\n");
	expect_fate("test", "CE entry-point");
}

Test(layouts, headers_of_the_submission_do_not_replace_those_of_the_compiler)
{
	put("c/src/main.c", MAIN_C("\"add.h\""));
	put("c/src/add.c", ADD_C("add.h"));
	put("c/src/add.h", ADD_H);
	put("c/include/add.h", "#error the header beside the source comes first\n");
	put("c/include/math.h", "#error\n");
	put("c/include/stdio.h", "#error\n");
	expect_fate("c", "AC");
}

Test(layouts, headers_of_the_package_come_before_those_in_inner_folders)
{
	put("sum/include/c/add.h", ADD_H);
	put("c/src/main.c", MAIN_C("\"add.h\""));
	put("c/src/add.c", ADD_C("add.h"));
	put("c/include/add.h", "#error this is not the header of the package\n");
	expect_fate("c", "AC");
}

/* The command of a compiler has a limited size. */
Test(layouts, many_long_folder_names_do_not_fail_the_judge)
{
	char path[2300], name[256] = "";

	memset(name, 'x', 240);
	put("c/main.c", SUM_C);
	for (int i = 0; i < 300; i++) {
		snprintf(path, sizeof(path), "c/%s/%d/a.h", name, i);
		put(path, "");
	}
	expect_fate("c", "AC");
	for (int i = 0; i < 300; i++) {
		snprintf(path, sizeof(path), "c/%s/%d/a.c", name, i);
		put(path, "");
		if (i == 200)
			expect_fate("c", "AC");
	}
	expect_fate("c", "CE too-large");
}

/* A file that no compiler gets has no name in a command. */
Test(layouts, the_names_of_other_files_may_be_long)
{
	char path[512], name[241] = "";

	memset(name, 'x', 240);
	put("c/main.c", SUM_C);
	for (int i = 0; i < 300; i++) {
		snprintf(path, sizeof(path), "c/%s%d.png", name, i);
		put(path, "x");
	}
	expect_fate("c", "AC");
}

Test(layouts, modules_are_found_in_any_folder)
{
	put("haskell/app/Main.hs",
		"import Calc.Add\nmain = interact $ show . add . map read . words\n");
	put("haskell/src/Calc/Add.hs", "module Calc.Add where\nadd :: [Int] -> Int\nadd = sum\n");
	put("pascal/main.pas", "program p;\nuses calc;\nvar a, b: integer;\n"
			       "begin\n  read(a, b);\n  writeln(add(a, b));\nend.\n");
	put("pascal/units/calc.pas", "unit calc;\ninterface\n"
				     "function add(a, b: integer): integer;\nimplementation\n"
				     "{$I add.inc}\nend.\n");
	put("pascal/inc/add.inc", "function add(a, b: integer): integer;\n"
				  "begin\n  add := a + b;\nend;\n");
	put("ada/main.adb", "with Ada.Integer_Text_IO; use Ada.Integer_Text_IO;\nwith Calc;\n"
			    "procedure Main is\n   A, B : Integer;\nbegin\n   Get (A); Get (B);\n"
			    "   Put (Calc.Add (A, B), Width => 0);\nend Main;\n");
	put("ada/src/calc.ads",
		"package Calc is\n   function Add (A, B : Integer) return Integer;\nend Calc;\n");
	put("ada/src/calc.adb", "package body Calc is\n"
				"   function Add (A, B : Integer) return Integer is (A + B);\n"
				"end Calc;\n");
	put("ocaml/bin/main.ml", "let () = Scanf.scanf \" %d %d\" (fun a b -> "
				 "print_int (Calc.add a b))\n");
	put("ocaml/lib/calc.ml", "let add a b = a + b\n");
	expect_fate("haskell", "AC");
	expect_fate("pascal", "AC");
	expect_fate("ada", "AC");
	expect_fate("ocaml", "AC");
}

Test(layouts, a_project_of_lazarus_or_delphi_is_pascal)
{
	put("lazarus/sum.lpi", "x\n");
	put("lazarus/sum.lpr", "program sum;\nuses calc;\nvar a, b: integer;\n"
			       "begin\n  read(a, b);\n  writeln(add(a, b));\nend.\n");
	put("lazarus/calc.pas", "unit calc;\ninterface\nfunction add(a, b: integer): integer;\n"
				"implementation\nfunction add(a, b: integer): integer;\n"
				"begin\n  add := a + b;\nend;\nend.\n");
	expect_fate("lazarus", "AC");
	cr_assert_eq(rename("lazarus/sum.lpr", "lazarus/sum.dpr"), 0);
	expect_fate("lazarus", "AC");
}

/* The check of a Perl program compiles it, so the check also needs the files that the program uses.
 */
Test(layouts, a_perl_program_names_a_folder_of_modules)
{
	put("perl/main.pl", "use lib 'lib';\nuse Calc;\nprint Calc::add(split ' ', <STDIN>);\n");
	put("perl/lib/Calc.pm", "package Calc;\nsub add { return $_[0] + $_[1] }\n1;\n");
	expect_fate("perl", "AC");
}

Test(layouts, a_fortran_program_includes_a_file)
{
	put("fortran/main.f90", "program main\ninclude \"decl.inc\"\nread(*,*) a, b\n"
				"write(*,\"(I0)\") a + b\nend program\n");
	put("fortran/decl.inc", "integer :: a, b\n");
	expect_fate("fortran", "AC");
	put("fortran/main.f90", "INCLUDE 'add.f90'\nprogram main\ninclude \"decl.inc\"\n"
				"integer :: add\nread(*,*) a, b\n"
				"write(*,\"(I0)\") add(a, b)\nend program\n");
	put("fortran/add.f90", "integer function add(a, b)\ninteger :: a, b\nadd = a + b\n"
			       "end function\n");
	expect_fate("fortran", "AC");
}

/* As `ghc -isrc` finds it. */
Test(layouts, a_module_beside_the_entry_file_comes_before_its_copies)
{
	put("haskell/src/Main.hs",
		"import Calc\nmain = interact $ show . add . map read . words\n");
	put("haskell/src/Calc.hs", "module Calc where\nadd :: [Int] -> Int\nadd = sum\n");
	put("haskell/backup/Calc.hs", "module Calc where\nadd :: [Int] -> Int\nadd _ = 0\n");
	expect_fate("haskell", "AC");
}

/* ---- packages of Python ---- */

#define ADD_PY "def add(a, b):\n    return a + b\n"
#define PRINT_PY "print(add(*map(int, input().split())))\n"

/* PyCharm adds the project to the path; `python3 -m package` runs a package. */
Test(layouts, a_python_program_names_its_package)
{
	put("project/project/main.py", "from project.calc import add\n" PRINT_PY);
	put("project/project/calc.py", ADD_PY);
	put("project/project/__init__.py", "");
	expect_fate("project", "AC");
	put("src/README.md", "x\n");
	put("src/src/main.py", "from src.inner.calc import add\nimport other\n" PRINT_PY);
	put("src/src/inner/calc.py", ADD_PY);
	put("src/src/other.py", "");
	expect_fate("src", "AC");
	put("package/package/__init__.py", "");
	put("package/package/__main__.py", "import sys\nfrom .calc import add\n"
					   "assert __name__ == '__main__'\n"
					   "assert len(sys.argv) == 1\n" PRINT_PY);
	put("package/package/calc.py", ADD_PY);
	expect_fate("package", "AC");
	NEED(!access("/usr/bin/pypy3", X_OK), "pypy3", "pypy3 is not installed");
	put("package/package/__main__.py",
		"#!/usr/bin/env pypy3\nfrom .calc import add\n" PRINT_PY);
	expect_fate("package", "AC");
}

Test(layouts, a_python_file_does_not_replace_a_module_of_the_interpreter)
{
	put("flat/main.py", "import calc\nfrom calc import add\n" PRINT_PY);
	put("flat/calc.py", ADD_PY);
	put("flat/os.py", "raise SystemExit(1)\n");
	put("flat/sitecustomize.py", "raise SystemExit(1)\n");
	expect_fate("flat", "AC");
	/* Of the folders above the entry file, not even a module that is loaded later. */
	put("inner/src/main.py", "import string\nfrom random import choice\nimport other\n"
				 "from calc import add\n" PRINT_PY);
	put("inner/src/calc.py", ADD_PY);
	put("inner/src/os.py", "raise SystemExit(1)\n");
	put("inner/other/__init__.py", "");
	put("inner/string/__init__.py", "raise SystemExit(1)\n");
	put("inner/random/__init__.py", "raise SystemExit(1)\n");
	put("inner/runpy/__init__.py", "raise SystemExit(1)\n");
	put("inner/sitecustomize/__init__.py", "raise SystemExit(1)\n");
	expect_fate("inner", "AC");
	put("inner/src/main.py", "from .calc import add\n" PRINT_PY);
	expect_fate("inner", "AC");
}

/* A script runs as by `python3 folder/main.py`. */
Test(layouts, a_python_script_in_an_inner_folder_is_no_module)
{
	put("try/README.md", "x\n");
	put("try/src/main.py",
		"try:\n    from .calc import add\nexcept ImportError:\n    from calc import add\n"
		"import helper\n" PRINT_PY);
	put("try/src/calc.py", ADD_PY);
	put("try/src/helper.py", "");
	expect_fate("try", "AC");
	put("doc/README.md", "x\n");
	put("doc/src/main.py", "\"\"\"Adds two numbers\nfrom ... well, the input.\n\"\"\"\n"
			       "# \"\"\"\nimport sys\nfrom calc import add\n"
			       "assert sys.argv == ['/program/src/main.py'] == [__file__]\n"
			       "assert sys.path[0] == '/program/src', sys.path\n"
			       "assert __name__ == '__main__' and __doc__[:4] == 'Adds'\n"
			       "assert 'start' not in globals() and __package__ is None\n"
			       "assert vars(sys.modules['__main__']) is globals()\n" PRINT_PY);
	put("doc/src/calc.py", ADD_PY);
	expect_fate("doc", "AC");
	/* A module's own imports name files beside it, and a folder may have no name of a module.
	 */
	put("both/app/main.py", "from .calc import add\nimport sub\n" PRINT_PY);
	put("both/app/calc.py", "import helper\n" ADD_PY);
	put("both/app/sub.py", "");
	put("both/app/helper.py", "");
	expect_fate("both", "AC");
	put("name/v1.0/main.py", "from .calc import add\n" PRINT_PY);
	put("name/v1.0/calc.py", ADD_PY);
	expect_fate("name", "RTE exit-code");
}

Test(layouts, a_python_program_finds_packages_in_the_folders_above_it)
{
	put("src/README.md", "x\n");
	put("src/src/sums/main.py", "from sums.core import add\nimport top\n" PRINT_PY);
	put("src/src/sums/core.py", ADD_PY);
	put("src/src/top/__init__.py", "from lib.inner.root import *\n");
	put("src/lib/inner/root.py", "");
	expect_fate("src", "AC");
	put("src/src/sums/main.py", "from .core import add\nimport sums.core\n" PRINT_PY);
	expect_fate("src", "AC");
}

static void zip(const char *archive, const char *folder, const char *path)
{
	AUTO_OUTCOME outcome = command_run((const char *const[]){"/usr/bin/env", "-C", folder,
		"/usr/bin/python3", "-m", "zipfile", "-c", archive, path, NULL});
	EXPECT_STATUS(outcome, 0);
}

/* Otherwise the files in an archive's only folder are the submission. */
Test(layouts, the_only_folder_is_kept_if_python_imports_by_its_name)
{
	put("class/ann/project/main.py", "from project.calc import add\n" PRINT_PY);
	put("class/ann/project/calc.py", ADD_PY);
	put("class/bob/package/__main__.py", "from .calc import add\n" PRINT_PY);
	put("class/bob/package/calc.py", ADD_PY);
	put("class/eve/sums/inner/main.py", "from ..calc import add\n" PRINT_PY);
	put("class/eve/sums/calc.py", ADD_PY);
	put("class/cem/calc/main.py", "from calc import add\n" PRINT_PY);
	put("class/cem/calc/calc.py", ADD_PY);
	zip("../../ann.zip", "class/ann", "project/");
	zip("../../bob.zip", "class/bob", "package/");
	zip("../../cem.zip", "class/cem", "calc/");
	expect_fate("ann.zip", "AC");
	expect_fate("bob.zip", "AC");
	expect_fate("cem.zip", "AC");
	put("class/dan/p.txt", "x\n");
	zip("../dan/p.zip", "class/bob", "package/");
	put("scheme.yaml", "items:\n  - {id: one, package: sum, points: 1}\n");
	AUTO_OUTCOME outcome = ASSAY(
		"grade", "scheme.yaml", "class", "-o", "out", "-j1", "--reruns=0", "--no-similar");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\nbob,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\ncem,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\ndan,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\neve,,1,,0,1,,\n");
}

/* The code of the package looks for the file beside itself. */
/* A wrong program may not choose what the package's code includes, nor leave that code out. */
Test(layouts, a_submission_replaces_no_code_of_the_package)
{
	put("sum/include/c/driver.c",
		"#include <stdio.h>\n#include <stdlib.h>\n#include \"check.h\"\n"
		"int add(int a, int b);\n__attribute__((weak)) int main(void) { return 0; }\n"
		"__attribute__((constructor)) static void begin(void)\n{\n\tint a, b;\n"
		"\tif (scanf(\"%d%d\", &a, &b) == 2)\n"
		"\t\tprintf(\"%d\\n\", CHECK(add(a, b)));\n\texit(0);\n}\n");
	put("sum/include/c/lib/check.h", "#define CHECK(x) (x)\n");
	put("right/f.c", "int add(int a, int b) { return a + b; }\n");
	expect_fate("right", "AC");
	put("evil/f.c", "int add(int a, int b) { return 0 * a * b; }\n");
	put("evil/a/check.h", "#define CHECK(x) (a + b)\n");
	expect_fate("evil", "WA");
	put("own/f.c",
		"#include <stdio.h>\n#if 0\n#include \"driver.c\"\n#include \"h.c\"\n#endif\n"
		"int q = 1;\nint add(int a, int b) { return 0 * a * b; }\n"
		"int main(void)\n{\n\tint a, b;\n"
		"\treturn scanf(\"%d%d\", &a, &b) != 2 || printf(\"%d\\n\", a + b) < 0;\n}\n");
	put("own/h.c", "int q = 2;\n");
	expect_fate("own", "WA");
}

Test(layouts, the_only_folder_of_outputs_is_left_out)
{
	put_sum_package(1);
	put("answers/problem.yaml",
		"problem_format_version: 2025-09\nname: {en: Answers}\n"
		"uuid: 4c2e3dbe-1b5b-4a9e-9dd3-1cf7b7f5a001\ntype: submit-answer\n");
	put("answers/data/secret/1.in", "1 1\n");
	put("answers/data/secret/1.ans", "2\n");
	put("class/ann/out/secret/1.out", "2\n");
	put("class/ann/out/make.py", "from out.helper import f\n");
	put("scheme.yaml", "items:\n  - {id: one, package: answers, points: 1}\n");
	AUTO_OUTCOME outcome = ASSAY(
		"grade", "scheme.yaml", "class", "-o", "out", "-j1", "--reruns=0", "--no-similar");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,1,,0,1,,\n");
}

Test(layouts, the_only_folder_is_left_out_if_the_package_adds_code)
{
	put("sum/include/python3/__main__.py", "from solution import add\n" PRINT_PY);
	put("class/ann/game/solution.py", ADD_PY);
	put("class/ann/game/test_solution.py", "from game.solution import add\n");
	zip("../../ann.zip", "class/ann", "game/");
	expect_fate("ann.zip", "AC");
	put("scheme.yaml", "items:\n  - {id: one, package: sum, points: 1}\n");
	AUTO_OUTCOME outcome = ASSAY(
		"grade", "scheme.yaml", "class", "-o", "out", "-j1", "--reruns=0", "--no-similar");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,1,,0,1,,\n");
}

/* A folder's name may be decomposed, as on macOS. */
Test(layouts, the_name_of_the_only_folder_is_composed_before_files_import_by_it)
{
	put("class/ann/za\xcc\x88hl/main.py", "from z\xc3\xa4hl.calc import add\n" PRINT_PY);
	put("class/ann/za\xcc\x88hl/calc.py", ADD_PY);
	put_sum_package(1);
	put("scheme.yaml", "items:\n  - {id: one, package: sum, points: 1}\n");
	AUTO_OUTCOME outcome = ASSAY(
		"grade", "scheme.yaml", "class", "-o", "out", "-j1", "--reruns=0", "--no-similar");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,1,,0,1,,\n");
}
