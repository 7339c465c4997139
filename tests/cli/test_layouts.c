/* SPDX-License-Identifier: MIT */
/* Usual project layouts, as build tools and development environments expect them. */
#include "support/packages.h"
#include "support/verdicts.h"

TestSuite(layouts, .init = enter_folder, .fini = leave_folder, .timeout = 600);

static json_t *judge_folder(const char *path)
{
	put_sum_package(1);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "-j1", "sum", path);
	EXPECT_STATUS(outcome, 0);
	return document_of(&outcome);
}

static void expect_fate(const char *path, const char *fate)
{
	AS_AUTO_JSON json_t *document = judge_folder(path);

	EXPECT_FATE(document, fate);
}

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

static void expect_message(const char *path, const char *fate, const char *message)
{
	AS_AUTO_JSON json_t *document = judge_folder(path);
	const char *output = text_below(document, "compile", "output");

	EXPECT_FATE(document, fate);
	cr_expect_not_null(strstr(output, message), "%s", output);
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

/* ---- modules of Go ---- */

#define GO_MAIN GO_MAIN_OF("calc")
#define GO_MAIN_OF(path)                                                                           \
	"package main\n\nimport (\n\t\"fmt\"\n\t\"x.example/sum/" path "\"\n)\n\n"                 \
	"func main() {\n\tvar a, b int\n\tfmt.Scan(&a, &b)\n\tfmt.Println(calc.Add(a, b))\n}\n"
#define GO_PLAIN                                                                                   \
	"package main\n\nimport \"fmt\"\n\nfunc main() {\n\tvar a, b int\n"                        \
	"\tfmt.Scan(&a, &b)\n\tfmt.Println(add(a, b))\n}\n"
#define GO_ADD "package calc\n\nfunc Add(a, b int) int { return a + b }\n"

/* go.mod names a newer version of Go and a module that the program does not use. */
Test(layouts, a_module_of_go_has_inner_packages)
{
	NEED(!access("/usr/bin/go", X_OK), "go", "go is not installed");
	put("root/go.mod", "module x.example/sum\r\n\r\ngo 1.99.1\r\ntoolchain go1.99.2\r\n\r\n"
			   "require x.example/other v1.2.3\r\n");
	put("root/main.go", GO_MAIN);
	put("root/calc/add.go", GO_ADD);
	put("root/tools/make/main.go", "package main\n\nfunc main() { panic(1) }\n");
	expect_fate("root", "AC");
	put("inner/go.mod", "module x.example/sum\n");
	put("inner/cmd/sum/main.go", GO_MAIN);
	put("inner/calc/add.go", GO_ADD);
	expect_fate("inner", "AC");
	put("plain/go.mod", "module plain\n");
	put("plain/a.go", GO_PLAIN);
	put("plain/b.go", "package main\n\nfunc add(a, b int) int { return a + b }\n");
	expect_fate("plain", "AC");
}

Test(layouts, a_module_of_go_may_be_in_an_inner_folder)
{
	NEED(!access("/usr/bin/go", X_OK), "go", "go is not installed");
	put("sub/README.md", "x\n");
	put("sub/src/go.mod", "module x.example/sum\n");
	put("sub/src/main.go", GO_MAIN);
	put("sub/src/calc/add.go", GO_ADD);
	expect_fate("sub", "AC");
	put("deep/src/go.mod", "module x.example/sum\n");
	put("deep/src/in/cmd/main.go", GO_MAIN_OF("in/calc"));
	put("deep/src/in/calc/add.go", GO_ADD);
	expect_fate("deep", "AC");
	/* A source outside of the module. */
	put("beside/main.go", "package main\n\nfunc main() {}\n");
	put("beside/lib/go.mod", "module x.example/lib\n");
	put("beside/lib/add.go", GO_ADD);
	expect_fate("beside", "CE compiler");
}

/* Files that are compiled by their names have no build constraints. */
Test(layouts, files_of_go_in_one_folder_are_compiled_by_their_names)
{
	static const char *const others[] = {
		"one/add_windows.go", "one/day_arm.go", "one/testdata/add.go", "one/_sub/add.go"};

	NEED(!access("/usr/bin/go", X_OK), "go", "go is not installed");
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		char main[64];
		snprintf(main, sizeof(main), "%.*s/main.go",
			(int)(strrchr(others[i], '/') - others[i]), others[i]);
		put("one/go.mod", "module one\n");
		put(main, GO_PLAIN);
		put(others[i], "//go:build ignore\n\npackage main\n\n"
			       "func add(a, b int) int { return a + b }\n");
		expect_fate("one", "AC");
		as_dir_remove(AT_FDCWD, "one", NULL);
	}
}

Test(layouts, a_module_of_go_that_cannot_be_built_is_a_compile_error)
{
	NEED(!access("/usr/bin/go", X_OK), "go", "go is not installed");
	put("other/go.mod", "module y\n\nrequire x.example/sum v1.0.0\n");
	put("other/main.go", GO_MAIN);
	expect_message("other", "CE compiler",
		"main.go:5:2: cannot find package \"x.example/sum/calc\" in any of:");
	put("several/go.mod", "module y\n");
	put("several/a/main.go", "package main\n\nfunc main() {}\n");
	put("several/b/main.go", "package main\n\nfunc main() {}\n");
	expect_message("several", "CE entry-point", "a/main.go and b/main.go may each be");
	put("broken/go.mod", "module y\n");
	put("broken/main.go", "package main\n\nfunc main() { return 1 }\n");
	expect_message("broken", "CE compiler", "main.go:3:22: too many return values");
	put("none/go.mod", "module y\n");
	put("none/calc/add.go", GO_ADD);
	expect_fate("none", "CE compiler");
}

/* ---- libraries of Cargo ---- */

#define RUST_MAIN                                                                                  \
	"use my_sum::calc::add;\n\nfn main() {\n    let mut line = String::new();\n"               \
	"    std::io::stdin().read_line(&mut line).unwrap();\n"                                    \
	"    let n: Vec<i64> = line.split_whitespace().map(|x| x.parse().unwrap()).collect();\n"   \
	"    println!(\"{}\", add(n[0], n[1]));\n}\n"
#define RUST_ADD "pub fn add(a: i64, b: i64) -> i64 {\n    a + b\n}\n"

Test(layouts, a_rust_program_uses_the_library_of_its_package)
{
	NEED(!access("/usr/bin/rustc", X_OK), "rust", "rustc is not installed");
	put("lib/Cargo.toml", "[package]\nname = \"my-sum\"\nversion = \"0.1.0\"\n\n"
			      "[[bin]]\nname = \"run\"\npath = \"src/main.rs\"\n");
	put("lib/src/main.rs", RUST_MAIN);
	put("lib/src/lib.rs", "pub mod calc;\n");
	put("lib/src/calc.rs", RUST_ADD);
	expect_fate("lib", "AC");
	put("named/Cargo.toml", "[package]\nname = \"other\"\n\n[lib]\nname = 'my_sum'\n");
	put("named/src/main.rs", RUST_MAIN);
	put("named/src/lib.rs", "pub mod calc;\n");
	put("named/src/calc.rs", RUST_ADD);
	expect_fate("named", "AC");
}

Test(layouts, a_rust_program_that_lacks_its_library_is_a_compile_error)
{
	NEED(!access("/usr/bin/rustc", X_OK), "rust", "rustc is not installed");
	put("none/src/main.rs", RUST_MAIN);
	put("none/Cargo.toml", "[package]\nname = \"x\"\n\n[dependencies]\nmy_sum = \"1\"\n");
	expect_message("none", "CE compiler", "undeclared crate or module `my_sum`");
	put("broken/Cargo.toml", "[package]\nname = \"my_sum\"\n");
	put("broken/src/main.rs", RUST_MAIN);
	put("broken/src/lib.rs", "pub mod calc {\n    pub fn add( }\n");
	expect_message("broken", "CE compiler", "src/lib.rs:2");
	/* The program does not use the library. */
	put("unused/Cargo.toml", "[package]\nname = \"sum\"\n");
	put("unused/src/main.rs",
		"mod calc;\nmod my_sum {\n    pub(crate) use crate::calc;\n}\n" RUST_MAIN);
	put("unused/src/calc.rs", RUST_ADD);
	put("unused/src/lib.rs", "pub fn add( }\n");
	expect_fate("unused", "AC");
}

/* A word that equals the name of the package is no use of the library. */
Test(layouts, a_rust_library_that_the_program_does_not_use_is_not_compiled)
{
	NEED(!access("/usr/bin/rustc", X_OK), "rust", "rustc is not installed");
	put("sum/Cargo.toml", "[package]\nname = \"sum\"\n");
	put("sum/src/lib.rs", "use rand::Rng;\nuse sum::x;\npub fn add( }\n");
	put("sum/src/main.rs",
		"fn main() {\n    let mut line = String::new();\n"
		"    std::io::stdin().read_line(&mut line).unwrap();\n"
		"    let n = line.split_whitespace().map(|x| x.parse::<i64>().unwrap());\n"
		"    println!(\"{}\", n.sum::<i64>());\n}\n");
	expect_fate("sum", "AC");
	put("calc/Cargo.toml", "[package]\nname = \"calc\"\n");
	put("calc/src/lib.rs", "pub fn add( }\n");
	put("calc/src/calc.rs", RUST_ADD);
	put("calc/src/main.rs", "mod calc;\nmod my_sum {\n    pub(crate) use crate::calc;\n"
				"    pub fn f() -> i64 { calc::add(1, 2) }\n}\n" RUST_MAIN);
	expect_fate("calc", "AC");
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
	put("package/package/__main__.py", "try:\n    from .calc import add\nfinally:\n    pass\n"
					   "assert __name__ == '__main__'\n" PRINT_PY);
	put("package/package/calc.py", ADD_PY);
	expect_fate("package", "AC");
	NEED(!access("/usr/bin/pypy3", X_OK), "pypy3", "pypy3 is not installed");
	put("package/package/__main__.py",
		"#!/usr/bin/env pypy3\nfrom .calc import add\n" PRINT_PY);
	expect_fate("package", "AC");
}

/* PYTHONPATH is set only if the entry file is in an inner folder: a file in PYTHONPATH may replace
 * a module that Python itself uses. */
Test(layouts, a_python_file_does_not_replace_a_module_of_the_interpreter)
{
	put("flat/main.py", "import calc\nfrom calc import add\n" PRINT_PY);
	put("flat/calc.py", ADD_PY);
	put("flat/os.py", "raise SystemExit(1)\n");
	put("flat/sitecustomize.py", "raise SystemExit(1)\n");
	expect_fate("flat", "AC");
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
}
