/* SPDX-License-Identifier: MIT */
/* assay grade and assay judge: letters beyond ASCII in the names of source files, equal names. */
#include "support/packages.h"

TestSuite(grade_names, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define GRADE(...)                                                                                 \
	ASSAY("grade", "sum", "class", "-o", "out", "-j1", "--reruns=0", "--no-similar",           \
		##__VA_ARGS__)
#define COMPOSED "z\u00e4hler"
#define APART "za\u0308hler"
#define PYTHON_MAIN "from " COMPOSED " import z\u00e4hle\nprint(z\u00e4hle(input()))\n"
#define PYTHON_PART "def z\u00e4hle(s):\n    return sum(map(int, s.split()))\n"
#define JAVA_MAIN(class)                                                                           \
	"import java.util.*;\npublic class " class " { public static void main(String[] a) {"      \
						   " Scanner s = new Scanner(System.in);"          \
						   " System.out.println(H\u00e4lfte.add(s."        \
						   "nextInt(), s.nextInt())); } }\n"
#define JAVA_PART "public class H\u00e4lfte { static int add(int a, int b) { return a + b; } }\n"
#define C_MAIN                                                                                     \
	"#include <stdio.h>\n#include \"gr\u00f6\u00dfe.h\"\nint main(void) { int a, b;"           \
	" scanf(\"%d%d\", &a, &b); printf(\"%d\\n\", add(a, b)); }\n"

static void put_class(void)
{
	put_sum_package(1);
	put("class/ann/main.py", PYTHON_MAIN);
	put("class/ann/" COMPOSED ".py", PYTHON_PART);
	put("class/bob/main.py", PYTHON_MAIN);
	put("class/bob/" APART ".py", PYTHON_PART);
	put("class/cem/Gr\u00f6\u00dfe.java", JAVA_MAIN("Gr\u00f6\u00dfe"));
	put("class/cem/Ha\u0308lfte.java", JAVA_PART);
	put("class/dan/aufgabe_\u00fc.c", C_MAIN);
	put("class/dan/gro\u0308\u00dfe.h", "int add(int a, int b);\n");
	put("class/dan/plus_\u00fc.c", "#include \"gr\u00f6\u00dfe.h\"\n"
				       "int add(int a, int b) { return a + b; }\n");
	put("class/eve/\u0437\u0430\u0434\u0430\u0447\u0430.py",
		"from teile." COMPOSED " import z\u00e4hle\nprint(z\u00e4hle(input()))\n");
	put("class/eve/teile/" COMPOSED ".py", PYTHON_PART);
}

Test(grade_names, with_letters_of_all_scripts_cost_no_marks)
{
	static const char *const students[] = {"ann", "bob", "cem", "dan", "eve"};
	char row[64];

	put_class();
	AUTO_OUTCOME outcome = GRADE();
	EXPECT_STATUS(outcome, 0);
	for (size_t i = 0; i < sizeof(students) / sizeof(*students); i++) {
		snprintf(row, sizeof(row), "\n%s,,1,,0,1,,\n", students[i]);
		expect_file_has("out/marks.csv", row);
	}
	cr_expect_null(strstr(outcome.err.data, "is judged as"), "%s", outcome.err.data);
}

Test(grade_names, with_letters_of_all_scripts_are_judged)
{
	put_class();
	AUTO_OUTCOME outcome = ASSAY(
		"judge", "sum", "class/ann", "class/bob", "class/cem", "class/dan", "class/eve");
	EXPECT_STATUS(outcome, 0);
	cr_expect_null(strstr(outcome.out.data, "left out"), "%s", outcome.out.data);
}

/* Documents are not judged, and other names cost nothing if no source uses them. */
Test(grade_names, that_a_source_uses_and_the_judge_does_not_accept_are_a_decision)
{
	put_sum_package(1);
	put("class/ann/main.c", "#include \"my sum.h\"\n" SUM_C);
	put("class/ann/my sum.h", "\n");
	put("class/ann/meine l\u00f6sung.docx", "x\n");
	put("class/bob/main.py", "print(1)\n");
	put("class/bob/my part.py", "def f():\n    pass\n");
	AUTO_OUTCOME outcome = GRADE();
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv", "\nann,,0,,0,,0,");
	expect_file_has("out/marks.csv",
		"'my sum.h' is judged as my_sum.h, and main.c refers to the old name");
	expect_file_has("out/marks.csv", "\nbob,,0,,0,0,,\n");
	cr_expect_null(strstr(outcome.err.data, "docx"), "%s", outcome.err.data);
	AUTO_OUTCOME blind = ASSAY("grade", "sum", "class", "-o", "blind", "-j1", "--reruns=0",
		"--no-similar", "--blind");
	EXPECT_STATUS(blind, 0);
	AS_AUTO_FREE char *marks = read_text("blind/marks.csv");
	cr_expect_not_null(strstr(marks, "was renamed for judging"), "%s", marks);
	cr_expect_null(strstr(marks, "my sum"), "%s", marks);
}

/* The notebook is judged as sum-notebook.py, but main.py finds sum.py. */
Test(grade_names, that_another_file_has_cost_nothing)
{
	put_sum_package(1);
	put("class/ann/main.py", "import sum\nprint(1)\n");
	put("class/ann/sum.py", "total = 1\n");
	put("class/ann/sum.ipynb",
		"{\"cells\": [{\"cell_type\": \"code\", \"metadata\": {}, \"outputs\": [], "
		"\"execution_count\": 1, \"source\": [\"x = 1\"]}], \"metadata\": "
		"{\"kernelspec\": {\"language\": \"python\"}}, \"nbformat\": 4, "
		"\"nbformat_minor\": 5}");
	put("class/bob/main.py", "summand = 1\nprint(1)\n");
	put("class/bob/my summ.py", "x = 1\n");
	AUTO_OUTCOME outcome = GRADE();
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_FREE char *marks = read_text("out/marks.csv");
	cr_expect_null(strstr(marks, "is judged as"), "%s", marks);
}

/* The name of the student's document: her id has a blank, so it is a digest. */
static char *ada_key(void)
{
	AS_AUTO_FD int folder = openat(here_fd, "out/documents", O_RDONLY | O_DIRECTORY);
	AS_AUTO_NAMES char **names = as_dir_list(folder, 10, NULL);

	cr_assert(names && names[0] && strncmp(names[0], "id-", 3) == 0);
	return strndup(names[0], strlen(names[0]) - strlen(".json"));
}

/* Students choose the names of their folders. */
Test(grade_names, that_are_the_digest_of_another_id_take_no_pages)
{
	put_sum_package(1);
	put("class/Ada Lovelace/sum.py", "print(sum(map(int, input().split())))\n");
	AUTO_OUTCOME first = GRADE();
	EXPECT_STATUS(first, 0);
	AS_AUTO_FREE char *key = ada_key();
	AS_AUTO_FREE char *path = as_text_format(NULL, "class/%s/sum.py", key);
	put(path, "print(0)\n");
	AUTO_OUTCOME both = GRADE();
	EXPECT_STATUS(both, 0);
	cr_expect_eq(count_entries("out/documents"), 2);
	AS_AUTO_FREE char *document = as_text_format(NULL, "out/documents/%s.json", key);
	expect_file_has(document, "\"verdict\": \"AC\"");
	expect_file_has("out/marks.csv", "\nAda Lovelace,");
}

/* In blind marking each file has its own number, even if two files have the same name. */
Test(grade_names, two_programs_of_one_name_have_two_numbers)
{
	put_sum_package(1);
	put("class/ann/sum.py", SUM_PY);
	put("class/ann/alt/sum.py", "print(sum(map(int, input().split())) + 0)\n");
	put("class/bob/0.py", "print(sum(map(int, input().split())) + 1)\n");
	put("class/bob/old/1.py", "print(sum(map(int, input().split())) + 2)\n");
	AUTO_OUTCOME outcome = ASSAY("grade", "sum", "class", "-o", "out", "-j1", "--reruns=0",
		"--no-similar", "--blind");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/marks.csv",
		"entry point not clear: 2.py uses none of the other files, and 1.py is a complete");
	expect_file_has("out/marks.csv",
		"entry point not clear: 1.py uses none of the other files, and 2.py is a complete");
}
