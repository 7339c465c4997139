/* SPDX-License-Identifier: MIT */
/* assay grade: the program of a package, beside helpers and other programs. */
#include "support/packages.h"

TestSuite(grade_programs, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define GRADE                                                                                      \
	ASSAY("grade", "scheme.yaml", "class", "-o", "out", "-j1", "--reruns=0", "--no-similar")

/* The packages sum and diff, which both want the sum. */
static void put_two(void)
{
	put_sum_package(1);
	AUTO_OUTCOME copied =
		command_run((const char *const[]){"/bin/cp", "-r", "sum", "diff", NULL});
	EXPECT_STATUS(copied, 0);
	put("scheme.yaml", "items:\n"
			   "  - {id: one, package: sum, points: 1}\n"
			   "  - {id: two, package: diff, points: 1}\n");
}

#define READER                                                                                     \
	"public class Reader { private static final java.util.Scanner IN = new "                   \
	"java.util.Scanner(System.in); public static long next() { return IN.nextLong(); } }\n"
#define ADD(class)                                                                                 \
	"public class " class " { public static void main(String[] a) { "                          \
			      "System.out.println(Reader.next() + Reader.next()); } }\n"

/* A class is in the package that its file declares. */
Test(grade_programs, the_class_of_a_named_file_is_run_beside_a_helper)
{
	put_two();
	put("class/ann/src/sheet/Sum.java", "package sheet;\n" ADD("Sum"));
	put("class/ann/src/sheet/Diff.java", "package sheet;\n" ADD("Diff"));
	put("class/ann/src/sheet/Reader.java", "package sheet;\n" READER);
	put("class/bob/src/sheet/sum/Sum.java",
		"package sheet.sum;\nimport sheet.util.Reader;\n" ADD("Sum"));
	put("class/bob/src/sheet/diff/Diff.java",
		"package sheet.diff;\nimport sheet.util.Reader;\n" ADD("Diff"));
	put("class/bob/src/sheet/util/Reader.java", "package sheet.util;\n" READER);
	/* The named files are libraries of the program. */
	put("class/cem/Sum.java",
		"class Sum { static long of(long a, long b) { return a + b; } }\n");
	put("class/cem/Diff.java", "class Diff { }\n");
	put("class/cem/Menu.java",
		"class Menu { public static void main(String[] a) { java.util.Scanner s = new "
		"java.util.Scanner(System.in); System.out.println(s.nextLong() + s.nextLong()); } "
		"}\n");
	AUTO_OUTCOME outcome = GRADE;
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,1,1,,0,2,,\n");
	expect_file_has("out/marks.csv", "\nbob,,1,1,,0,2,,\n");
	expect_file_has("out/marks.csv", "\ncem,,1,1,,0,2,,\n");
	expect_file_has("out/people/bob.html", "sheet.sum.Sum</bdi> was run.");
}

#define ALONE(class)                                                                               \
	"public class " class " { public static void main(String[] a) { java.util.Scanner s = "    \
			      "new "                                                               \
			      "java.util.Scanner(System.in); System.out.println(s.nextLong() + "   \
			      "s.nextLong()); } }\n"

/* A public class gives its name to the file, which is the only source for the package. */
Test(grade_programs, a_java_project_needs_no_other_class_for_a_package)
{
	put_two();
	put("class/ann/README.txt", "x\n");
	put("class/ann/src/Sum.java", ALONE("Sum"));
	put("class/ann/src/Diff.java", ALONE("Diff"));
	put("class/bob/pom.xml", "<project/>\n");
	put("class/bob/src/main/java/de/a/Sum.java", "package de.a;\n" ALONE("Sum"));
	put("class/bob/src/main/java/de/a/Diff.java", "package de.a;\n" ALONE("Diff"));
	put("class/cem/sheet.iml", "<module/>\n");
	put("class/cem/Sum/src/Main.java", ALONE("Main"));
	put("class/cem/Diff/src/Solution.java", ALONE("Main"));
	put("class/dan/README.md", "x\n");
	put("class/dan/my sum.java", ALONE("Program"));
	put("class/dan/diff 1.java", ALONE("Diff"));
	AUTO_OUTCOME outcome = GRADE;
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,1,1,,0,2,,\n");
	expect_file_has("out/marks.csv", "\nbob,,1,1,,0,2,,\n");
	expect_file_has("out/marks.csv", "\ncem,,1,1,,0,2,,\n");
	expect_file_has("out/marks.csv", "\ndan,,1,1,,0,2,,\n");
	expect_file_has("out/people/bob.html", "de.a.Sum</bdi>");
}

/* The program of a package may be in the archive, or in the file that cannot be judged. */
Test(grade_programs, an_unread_file_is_a_decision_for_the_package_without_a_program)
{
	put_two();
	put("class/ann/sum.rar", "Rar!x");
	put("class/ann/diff.py", SUM_PY);
	put("class/bob/sheet.tar.gz", "\x1f\x8bx");
	put("class/bob/diff.py", SUM_PY);
	put("class/cem/Sum.class", "\xca\xfe");
	put("class/cem/diff.py", SUM_PY);
	put("class/dan/sum.zip", "PK");
	put("class/dan/diff.py", SUM_PY);
	put("class/eve/sum.pdf", "%PDF-1.4\n");
	put("class/eve/diff.py", SUM_PY);
	/* Packages with a program need no decision, nor do notes. */
	put("class/fay/sheet.rar", "Rar!x");
	put("class/fay/sum.py", SUM_PY);
	put("class/fay/diff.py", SUM_PY);
	put("class/gil/Other.class", "\xca\xfe");
	put("class/gil/diff.py", SUM_PY);
	put("class/hal/alles.zip", "");
	put("class/ida/sum.py~", SUM_PY);
	put("class/ida/diff.py", SUM_PY);
	AUTO_OUTCOME zipped = command_run((const char *const[]){"/usr/bin/python3", "-c",
		"import zipfile\n"
		"with zipfile.ZipFile('sum.zip', 'w') as z: z.writestr('sum.py', 'print(1)')\n"
		"with zipfile.ZipFile('class/hal/alles.zip', 'w') as z:\n"
		"    z.write('sum.zip')\n"
		"    z.write('class/gil/diff.py', 'diff.py')\n",
		NULL});
	EXPECT_STATUS(zipped, 0);
	AUTO_OUTCOME outcome = GRADE;
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv",
		"\nann,,,1,,0,,1,\"one: the archive 'sum.rar' is not unpacked; unpack it");
	expect_file_has("out/marks.csv",
		"\nbob,,,1,,0,,1,\"one: the archive 'sheet.tar.gz' is not unpacked; unpack it");
	expect_file_has("out/marks.csv",
		"\ncem,,,1,,0,,1,\"one: the only file for the package 'sum' was made by a compiler "
		"or interpreter; look at left-out.csv, and decide");
	expect_file_has("out/marks.csv",
		"\ndan,,,1,,0,,1,\"one: the archive 'sum.zip' is not unpacked; see left-out.csv");
	expect_file_has("out/marks.csv",
		"\neve,,,1,,0,,1,\"one: the only file for the package 'sum' is a document, not a "
		"source file; look at left-out.csv, and decide");
	expect_file_has("out/marks.csv", "\nfay,,1,1,,0,2,,\n");
	expect_file_has("out/marks.csv", "\ngil,,0,1,,0,1,,\n");
	expect_file_has("out/marks.csv",
		"\nhal,,,1,,0,,1,\"one: the archive 'alles.zip/sum.zip' is not unpacked; see");
	expect_file_has("out/marks.csv",
		"\nida,,,1,,0,,1,\"one: the only file for the package 'sum' is a temporary file of "
		"an editor; look at left-out.csv, and decide");
}

/* An unfinished exercise; Python does not read its file. */
Test(grade_programs, a_broken_module_refuses_only_the_program_that_uses_it)
{
	put_two();
	put("class/ann/sum.py", SUM_PY);
	put("class/ann/diff.py", SUM_PY);
	put("class/ann/exercise3.py", "print(1\n");
	put("class/bob/sum.py", SUM_PY);
	put("class/bob/diff.py", "import helper\n" SUM_PY);
	put("class/bob/old/helper.py", "print(1\n");
	AUTO_OUTCOME outcome = GRADE;
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,1,1,,0,2,,\n");
	expect_file_has("out/marks.csv", "\nbob,,1,0,,0,1,,\n");
}

#define PRINT_C(folder) "#include \"" folder "io.h\"\nint main(void) { put(get() + get()); }\n"
#define IO_C                                                                                       \
	"#include <stdio.h>\nlong get(void) { long n; scanf(\"%ld\", &n); return n; }\n"           \
	"void put(long n) { printf(\"%ld\\n\", n); }\n"

#define EMPTY_MAIN "int main(void) { return 0; }\n"

/* A compiler of all files would refuse both. */
Test(grade_programs, another_program_is_not_compiled_with_the_program_of_a_package)
{
	put_two();
	put("class/ann/sum.c", SUM_C);
	put("class/ann/main.c", SUM_C "/* other */\n");
	put("class/bob/sum/sum.c", PRINT_C("../"));
	put("class/bob/other.c", PRINT_C("") "/* other */\n");
	put("class/bob/io.c", IO_C);
	put("class/bob/io.h", "long get(void);\nvoid put(long n);\n");
	put("class/cem/sum.cpp", "#include <iostream>\nlong more();\nint main() { long a, b; "
				 "std::cin >> a >> b; std::cout << a + b + more(); }\n");
	put("class/cem/more.cpp",
		"long more() { return 0; }\n#ifdef TEST\nint main() { }\n#endif\n");
	put("class/cem/diff.cpp", "int main() { return 0; }\n");
	put("class/cem/old.cpp", "int main() { return 1; }\n");
	put("class/dan/sum.c", SUM_C);
	put("class/dan/one.c", "#include <stdio.h>\n" EMPTY_MAIN);
	put("class/dan/two.c", EMPTY_MAIN);
	put("class/eve/sum.c", SUM_C);
	put("class/eve/main.py", SUM_PY);
	AUTO_OUTCOME outcome = GRADE;
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,1,1,,0,2,,\n");
	expect_file_has("out/marks.csv", "\nbob,,1,1,,0,2,,\n");
	expect_file_has("out/marks.csv", "\ncem,,1,0,,0,1,,\n");
	expect_file_has("out/marks.csv",
		"\ndan,,1,,,0,,1,\"two: entry point not clear: one.c and two.c may each");
	expect_file_has("out/marks.csv", "\neve,,1,1,,0,2,,\n");
	/* What another package judges is not listed. */
	AS_AUTO_FREE char *left = read_text("out/left-out.csv");
	cr_expect_str_eq(left,
		"path,id,reason,text\n"
		"cem/old.cpp,cem,not-asked,is a program without a package's name beside programs "
		"with the names\n");
}

/* Two classes of one name do not compile; a class that the program names is needed. */
Test(grade_programs, a_java_program_keeps_the_programs_that_it_uses)
{
	put_two();
	put("class/ann/Sum.java", "class Reader { }\npublic class Sum { public static void "
				  "main(String[] a) { java.util.Scanner s = new "
				  "java.util.Scanner(System.in); System.out.println(s.nextLong() + "
				  "s.nextLong()); } }\n");
	put("class/ann/Diff.java",
		"public class Diff { public static void main(String[] a) { "
		"System.out.println(Numbers.first() + Numbers.IN.nextLong()); } }\n");
	put("class/ann/Main.java",
		"class Numbers { static java.util.Scanner IN = new java.util.Scanner(System.in); "
		"static long first() { return IN.nextLong(); } }\nclass Main { public static void "
		"main(String[] a) { System.out.println(new Numbers()); } }\n");
	put("class/ann/Old.java",
		"class Reader { }\nclass Old { public static void main(String[] a) "
		"{ } }\n");
	AUTO_OUTCOME outcome = GRADE;
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,1,1,,0,2,,\n");
	expect_file_has("out/left-out.csv", "\nann/Old.java,ann,not-asked,");
}

#define ADDS                                                                                       \
	"#include <iostream>\nint main() { long a, b; std::cin >> a >> b; std::cout << a + b; }\n"
#define FAILS "int main() { return 1; }\n"

/* Builds in the folder of the sources, and folders that only have the name of a build folder. */
Test(grade_programs, a_build_folder_with_the_program_is_judged)
{
	put_two();
	put("scheme.yaml", "items: [{id: one, package: sum, points: 1}]\n");
	put("class/ann/build/hw/main.cpp", ADDS);
	put("class/ann/build/hw/hw.pro", "x\n");
	put("class/ann/build/hw/moc_window.cpp", FAILS);
	put("class/bob/CMakeLists.txt", "project(x)\n");
	put("class/bob/src/CMakeCache.txt", "x\n");
	put("class/bob/src/CMakeFiles/3.25/CompilerIdCXX/CMakeCXXCompilerId.cpp", FAILS);
	put("class/bob/src/main.cpp", ADDS);
	put("class/bob/tools/gen.py", "print(7)\n");
	put("class/cem/hw/CMakeCache.txt", "x\n");
	put("class/cem/hw/src/main.cpp", ADDS);
	put("class/dan/build/CMakeCache.txt", "x\n");
	put("class/dan/build/moc_a.cpp", ADDS);
	/* The older program in target/ may be the right one. */
	put("class/eve/pom.xml", "<project/>\n");
	put("class/eve/Main.java", "class Main { public static void main(String[] a) { } }\n");
	put("class/eve/target/Sum.java", ALONE("Sum"));
	AUTO_OUTCOME outcome = GRADE;
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,1,,0,1,,\n");
	expect_file_has("out/marks.csv",
		"\nbob,,,,0,,,\"one: language not clear: as many files in C++ as in Python 3;");
	expect_file_has("out/marks.csv", "\ncem,,1,,0,1,,\n");
	expect_file_has("out/marks.csv", "\ndan,,1,,0,1,,\n");
	expect_file_has("out/marks.csv",
		"\neve,,,,0,,,\"one: entry point not clear: Main.java uses none of the other "
		"files, and target/Sum.java is a complete program;");
}
