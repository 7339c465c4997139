/* SPDX-License-Identifier: MIT */
/* The samples of development environments, as they are on disk, and what is not one. */
#include "samples.h"

#include <assay/program/intake.h>
#include <criterion/criterion.h>
#include <string.h>
#include <time.h>

static const char *sample_of(const char *name, const char *text)
{
	const struct as_source source = {
		.name = (char *)name, .data = {.data = (char *)text, .size = strlen(text)}};

	return as_sample_of(&source);
}

struct row {
	const char *name, *ide, *text;
};

static const struct row rows[] = {
	{"main.py", "PyCharm",
		"# This is a sample Python script.\r\n\r\n# Press Shift+F10 to execute it or "
		"replace it with your code.\r\n# Press Double Shift to search everywhere for "
		"classes, files, tool windows, actions, and settings.\r\n\r\n\r\n"
		"def print_hi(name):\r\n    # Use a breakpoint in the code line below to debug "
		"your script.\r\n    print(f'Hi, {name}')  # Press Ctrl+F8 to toggle the "
		"breakpoint.\r\n\r\n\r\n# Press the green button in the gutter to run the "
		"script.\r\nif __name__ == '__main__':\r\n    print_hi('PyCharm')\r\n\r\n"
		"# See PyCharm help at https://www.jetbrains.com/help/pycharm/\r\n"},
	{"Main.java", "IntelliJ IDEA",
		"package org.example;\n\n//TIP To <b>Run</b> code, press <shortcut "
		"actionId=\"Run\"/> or\n// click the icon.\npublic class Main {\n    public static "
		"void main(String[] args) {\n        System.out.printf(\"Hello and welcome!\");\n\n"
		"        for (int i = 1; i <= 5; i++) {\n            System.out.println(\"i = \" + "
		"i);\n        }\n    }\n}"},
	{"Main.java", "IntelliJ IDEA",
		"public class Main {\n\tpublic static void main(String[] args) {\n\t\t"
		"System.out.println(\"Hello world!\");\n\t}\n}\n"},
	{"Main.kt", "IntelliJ IDEA",
		"fun main() {\n    val name = \"Kotlin\"\n    //TIP x\n    println(\"Hello, \" + "
		"name + \"!\")\n\n    for (i in 1..5) {\n        println(\"i = $i\")\n    }\n}"},
	{"Aufgabe1.java", "Eclipse",
		"package aufgabe1;\n\npublic class Aufgabe1 {\n\n\tpublic static void "
		"main(String[] args) {\n\t\t// TODO Auto-generated method stub\n\n\t}\n\n}\n"},
	{"hello.c", "Eclipse",
		"/*\n ===\n Name        : hello.c\n ===\n */\n\n#include <stdio.h>\n#include "
		"<stdlib.h>\n\nint main(void) {\n\tputs(\"!!!Hello World!!!\"); /* prints "
		"!!!Hello World!!! */\n\treturn EXIT_SUCCESS;\n}\n"},
	{"ConsoleApplication1.cpp", "Visual Studio",
		"\xef\xbb\xbf// ConsoleApplication1.cpp : This file contains the 'main' "
		"function.\r\n//\r\n\r\n#include <iostream>\r\n\r\nint main()\r\n{\r\n    "
		"std::cout << \"Hello World!\\n\";\r\n}\r\n\r\n// Run program: Ctrl + F5\r\n"},
	{"Program.cs", "Visual Studio",
		"using System;\n\nnamespace My_App1\n{\n    class Program\n    {\n        static "
		"void Main(string[] args)\n        {\n            Console.WriteLine(\"Hello "
		"World!\");\n        }\n    }\n}\n"},
	{"main.cpp", "CLion",
		"#include <iostream>\n\nint main() {\n    std::cout << \"Hello, World!\" << "
		"std::endl;\n    return 0;\n}\n"},
	{"main.cpp", "Dev-C++",
		"#include <iostream>\n\n/* run this program using the console pauser or add your "
		"own getch, system(\"pause\") or input loop */\n\nint main(int argc, char** argv) "
		"{\n\treturn 0;\n}"},
	{"main.cpp", "Code::Blocks",
		"#include <iostream>\n\nusing namespace std;\n\nint main()\n{\n    cout << "
		"\"Hello world!\" << endl;\n    return 0;\n}\n"},
	{"main.c", "Code::Blocks",
		"#include <stdio.h>\n#include <stdlib.h>\n\nint main()\n{\n    printf(\"Hello "
		"world!\\n\");\n    return 0;\n}\n"},
	/* Changed ones, and common texts in other files. */
	{"main.py", NULL, "def print_hi(name):\n    print(f'Hi, {name}')\nprint_hi('Ada')\n"},
	{"Main.java", NULL,
		"public class Main { public static void main(String[] args) { "
		"System.out.println(\"Hello world! 2\"); } }\n"},
	{"hello.cpp", NULL,
		"#include <iostream>\nusing namespace std;\nint main()\n{\n    cout << \"Hello "
		"world!\" << endl;\n    return 0;\n}\n"},
	{"A.java", NULL, "public class A {}\n"},
	{"main.py", NULL, ""},
};

Test(samples, an_unchanged_sample_is_recognised)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const char *found = sample_of(rows[i].name, rows[i].text);
		cr_expect_str_eq(found ? found : "none", rows[i].ide ? rows[i].ide : "none",
			"%zu: %s", i, rows[i].name);
	}
}

Test(samples, folders_of_tests_are_known_by_their_paths)
{
	cr_expect(as_path_is_of_tests("src/test/java/A.java"));
	cr_expect(as_path_is_of_tests("p/src/test/kotlin/A.kt"));
	cr_expect_not(as_path_is_of_tests("src/main/java/test/A.java"));
	cr_expect_not(as_path_is_of_tests("mysrc/test/A.java"));
	cr_expect_not(as_path_is_of_tests("src/tests.py"));
	cr_expect(as_path_is_of_tests("p/src/it/java/de/x/A.java"));
	cr_expect(as_path_is_of_tests("src/it/resources/a.txt"));
	cr_expect_not(as_path_is_of_tests("src/it/unibo/sum/Add.java"));
	cr_expect_not(as_path_is_of_tests("p/src/it/A.java"));
	cr_expect_not(as_path_is_of_tests("src/it/javaclub/A.java"));
}

/* "test_000.py" and so on: each uses the file before it. */
static void put_chain(struct as_sources *sources, int count)
{
	sources->files = calloc((size_t)count, sizeof(*sources->files));
	cr_assert_not_null(sources->files);
	for (int i = 0; i < count; i++) {
		const bool is_last = i == count - 1;
		char *text = as_text_format(NULL, "import test_%03d\n%s", i - 1,
			is_last ? "print(input())\n" : "x = 1\n");
		sources->files[sources->count++] = (struct as_source){
			.name = is_last ? strdup("z.py") : as_text_format(NULL, "test_%03d.py", i),
			.data = {.data = text, .size = strlen(text)}};
	}
}

/* Minutes if one look at all files finds only one link of the chain. */
Test(samples, a_chain_of_modules_that_are_named_like_tests_stays)
{
	struct as_languages *languages = as_languages_open(NULL, NULL);
	AS_AUTO(as_submitted_clear) struct as_submitted submitted = {0};
	AS_AUTO_NAMES char **dropped = NULL;
	AS_AUTO_FREE char *doubt = NULL;
	const clock_t begun = clock();

	cr_assert_not_null(languages);
	put_chain(&submitted.sources, 1000);
	cr_expect_eq(
		as_submitted_drop_tests(&submitted, languages, NULL, &dropped, &doubt, NULL), 0);
	cr_expect_lt(clock() - begun, 20 * CLOCKS_PER_SEC);
	cr_expect_eq(submitted.sources.count, 1000);
	cr_expect(!dropped && !doubt);
	as_languages_close(languages);
}

/* The folders of a submission with these files; each ends with a space. */
static void expect_built(const char *files, const char *expected)
{
	AS_AUTO(as_build_folders_clear) struct as_build_folders found = {0};
	const char *paths[16];
	size_t count = 0;
	char text[400] = "", last[200] = "";
	AS_AUTO_FREE char *copy = strdup(files);
	struct as_languages *languages = as_languages_open(NULL, NULL);

	cr_assert_not_null(languages);
	for (char *at = copy, *path; (path = strsep(&at, " "));)
		paths[count++] = path;
	cr_assert_eq(as_build_folders_find(&found, languages, paths, count, NULL), 0);
	for (size_t i = 0; i < count; i++) {
		const size_t length = as_build_folders_length(&found, paths[i]);
		if (length == 0 || (strncmp(last, paths[i], length) == 0 && last[length] == '\0'))
			continue;
		snprintf(last, sizeof(last), "%.*s", (int)length, paths[i]);
		strcat(strcat(text, last), " ");
	}
	cr_expect_str_eq(text, expected, "%s", files);
	as_languages_close(languages);
}

Test(samples, build_folders_are_known_by_the_files_beside_and_in_them)
{
	expect_built("Program.cs a.csproj bin/Debug/x.cs obj/Debug/a.AssemblyInfo.cs", "bin obj ");
	expect_built("p/Program.cs p/obj/project.assets.json p/obj/Debug/x.cs", "p/obj ");
	expect_built(
		"Program.cs obj/Debug/T.AssemblyInfo.cs obj/Release/T.AssemblyInfo.cs", "obj ");
	expect_built("build.gradle.kts src/main/java/A.java build/generated/B.java", "build ");
	expect_built("settings.gradle app/build.gradle app/build/tmp/B.java build/docs/C.js",
		"app/build build ");
	expect_built("m/pom.xml m/src/A.java m/target/generated-sources/B.java", "m/target ");
	expect_built("build.sbt project/target/scala-2.12/B.scala src/A.scala target/scala-3/C.d",
		"project/target target ");
	expect_built("Cargo.toml src/main.rs target/debug/build/a/out/gen.rs", "target ");
	expect_built("main.cpp build-x-Desktop-Debug/moc_main.cpp build-x-Desktop-Debug/ui_a.h",
		"build-x-Desktop-Debug ");
	expect_built("CMakeLists.txt a.c out/CMakeCache.txt out/CMakeFiles/3.25/CMakeCCompilerId.c "
		     "out/a_autogen/mocs_compilation.cpp out/_deps/b-src/b.c",
		"out ");
}

/* In any case, on both sides; the folder around does not matter. */
Test(samples, build_folders_do_not_depend_on_case_or_on_the_folder_around)
{
	expect_built("X.CSPROJ a.cs Obj/x.g.cs", "Obj ");
	expect_built("a.cs Obj/x.g.cs", "Obj ");
	expect_built("ann/main.cpp ann/build/moc_w.cpp", "ann/build ");
	expect_built("build/ann/main.cpp build/ann/build/moc_w.cpp", "build/ann/build ");
	expect_built("obj/ann/a.cs obj/ann/obj/a.g.cs", "obj/ann/obj ");
}

Test(samples, build_folders_with_sources_of_the_student_stay)
{
	expect_built("Program.cs obj/Cube.cs bin/Tool.cs build/A.java target/a.c build-2/a.c", "");
	expect_built("Program.cs Properties/AssemblyInfo.cs obj/AssemblyInfo.cs", "");
	expect_built("Program.cs a.csproj obj/Cube.cs Obj/g.cpp", "");
	expect_built("pom.xml A.java target/B.java target/hw/C.java", "");
	expect_built("CMakeCache.txt a.c lib/a.h", "");
	expect_built("p/CMakeCache.txt p/CMakeLists.txt p/a.c", "");
	expect_built("CMakeLists.txt src/CMakeCache.txt src/main.cpp tools/gen.py", "");
	expect_built("hw/CMakeCache.txt hw/src/main.cpp", "");
	expect_built("a/pom.xml b/target/A.java", "");
	/* Only the sources of the tool are left out. */
	expect_built("CMakeLists.txt src/CMakeCache.txt src/CMakeFiles/3/CMakeCCompilerId.c "
		     "src/main.cpp",
		"src/CMakeFiles ");
	expect_built("a.cs obj/Cube.cs obj/a.g.cs", "obj/a.g.cs ");
	expect_built("build/moc_main.cpp build/x.pro build/main.cpp", "build/moc_main.cpp ");
	expect_built("build/hw/main.cpp build/hw/hw.pro build/hw/moc_window.cpp build/hw/ui_w.h",
		"build/hw/moc_window.cpp ");
	expect_built("hw/CMakeCache.txt hw/main.cpp hw/ui_board.h hw/moc_engine.cpp", "");
	expect_built("build/a/build/main.cpp build/a/build/moc_a.cpp", "build/a/build/moc_a.cpp ");
}
