/* SPDX-License-Identifier: MIT */
/* Modules of Go with inner packages, and libraries of Cargo. */
#include "layouts_case.h"

TestSuite(layouts_modules, .init = enter_folder, .fini = leave_folder, .timeout = 600);

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
Test(layouts_modules, a_module_of_go_has_inner_packages)
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

Test(layouts_modules, a_module_of_go_may_be_in_an_inner_folder)
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
Test(layouts_modules, files_of_go_in_one_folder_are_compiled_by_their_names)
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

Test(layouts_modules, a_module_of_go_that_cannot_be_built_is_a_compile_error)
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

Test(layouts_modules, a_rust_program_uses_the_library_of_its_package)
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

Test(layouts_modules, a_rust_program_that_lacks_its_library_is_a_compile_error)
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
Test(layouts_modules, a_rust_library_that_the_program_does_not_use_is_not_compiled)
{
	NEED(!access("/usr/bin/rustc", X_OK), "rust", "rustc is not installed");
	put("sum/Cargo.toml", "[package]\nname = \"sum\"\n");
	put("sum/src/lib.rs", "use rand::Rng;\nuse sum::x;\npub fn add( }\n");
	put("sum/src/main.rs",
		"// see sum::add\n/* or sum::sub */\nfn main() {\n    let mut line = "
		"String::new();\n"
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
