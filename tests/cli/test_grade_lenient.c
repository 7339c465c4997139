/* SPDX-License-Identifier: MIT */
/* assay grade: programs whose outputs are right, but that end in a way that is not accepted. */
#include "support/packages.h"
#include "support/schemas.h"

TestSuite(grade_lenient, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define SCHEME                                                                                     \
	"items:\n"                                                                                 \
	"  - {id: all, package: sum, points: 10}\n"                                                \
	"  - {id: each, package: sum, partial: per_test, points: 3}\n"
#define READ "a, b = map(int, input().split())\n"
#define GRADE(...) ASSAY("grade", "scheme.yaml", "class", "-o", "out", "-j1", __VA_ARGS__)

static void put_class(const char *keys)
{
	AS_AUTO_FREE char *scheme = as_text_format(NULL, "%s%s", keys, SCHEME);

	put_sum_package(3);
	put("scheme.yaml", scheme);
	put("class/ann.py", READ "print(a + b)\ninput('Press Enter')\n");
	put("class/bob.c", "#include <stdio.h>\nvoid main()\n{\n\tint a, b;\n\tscanf(\"%d %d\", "
			   "&a, &b);\n\tprintf(\"%d\\n\", a + b);\n}\n");
	put("class/cem.c", "#include <stdio.h>\n#include <stdlib.h>\nint main()\n{\n\tint a, "
			   "b;\n\tscanf(\"%d %d\", &a, &b);\n\tprintf(\"%d\\n\", a + b);\n"
			   "\tsystem(\"pause\");\n}\n");
	put("class/dan.py", READ "raise ValueError(a)\n");
	put("class/eve.c", "int main(\n");
	put("class/fay.c", "int main(){abort();}\n");
	put("class/hal.c", "#include <stdio.h>\n#include <stdlib.h>\nint main()\n{\n\tint a, "
			   "b;\n\tscanf(\"%d %d\", &a, &b);\n\tprintf(\"%d\\n\", a + b);\n"
			   "\tfflush(stdout);\n\tabort();\n}\n");
	put("class/gil.py", READ "print(a + b if a < 2 else 0)\nraise SystemExit(1)\n");
}

static void expect_row(const char *row)
{
	AS_AUTO_FREE char *marks = read_text("out/marks.csv");

	cr_expect_not_null(strstr(marks, row), "%s is not in\n%s", row, marks);
}

#define END_TEXT                                                                                   \
	"all outputs are right, but the program fails at the end of its input (reads past it, "    \
	"or throws an uncaught exception); tolerate: [end-of-input] in the scheme would accept it"
#define MAIN_TEXT                                                                                  \
	"all outputs are right, but the program exits with a status other than 0; tolerate: "      \
	"[exit-status] in the scheme would accept it"
#define PAUSE_TEXT                                                                                 \
	"all outputs are right, but the program tries to start another program (system, pause, "   \
	"cls); tolerate: [shell] in the scheme would accept it"

#define CRASH_TEXT                                                                                 \
	"all outputs are right, but the program crashes (a signal ends it); tolerate: [signal] "   \
	"in the scheme would accept it"

/* The marks are final, and each student is listed once. */
Test(grade_lenient, right_outputs_are_listed_with_the_key_that_accepts_them)
{
	put_class("");
	AUTO_OUTCOME outcome = GRADE("--reruns=0");
	EXPECT_STATUS(outcome, 0);
	EXPECT_NOTHING_LEFT(outcome);
	expect_row("\nann,,0,0,,0,0,,\"" END_TEXT "\"\n");
	expect_row("\nbob,,0,0,,0,0,,\"" MAIN_TEXT "\"\n");
	expect_row("\ncem,,0,0,,0,0,,\"" PAUSE_TEXT "\"\n");
	expect_row("\ndan,,0,0,,0,0,,\n");
	expect_row("\neve,,0,0,,0,0,,\n");
	expect_row("\ngil,,0,0,,0,0,,\n");
	expect_row("\nhal,,0,0,,0,0,,\"" CRASH_TEXT "\"\n");
	cr_expect_str_eq(outcome.out.data, "8 students, 8 handed in, 8 graded: out/marks.csv\n"
					   "4 marks deserve a look: see the column todo\n");
	expect_file_has("out/class.html", END_TEXT);
	expect_file_has(
		"out/class.html", "every test ends with a run-time error</bdi> <b>3 students</b>");
	expect_file_has("out/class.html", "does not compile</bdi></p><ul class=\"who\"><li><a "
					  "href=\"people/eve.html\">");
	expect_file_has("out/people/bob.html",
		"All outputs are right, but the program exits with a status other than 0.");
}

#define SOCKET_C "#include <stdlib.h>\n#include <sys/socket.h>\nint main(void){"
#define LISTED(cause, student)                                                                     \
	"every test ends with " cause "</bdi></p><ul class=\"who\"><li><a href=\"people/" student  \
	".html\">"

/* With and without crashes; one right output, and the student is not listed. */
Test(grade_lenient, programs_that_only_break_the_rules_of_the_sandbox_are_listed)
{
	put_sum_package(2);
	put("scheme.yaml", SCHEME);
	put("class/ann.c", SOCKET_C "socket(AF_INET, SOCK_STREAM, 0);}\n");
	put("class/bob.c", "#include <stdio.h>\n" SOCKET_C "int a = 0;scanf(\"%d\", &a);"
			   "if (a > 1) abort();socket(AF_INET, SOCK_STREAM, 0);}\n");
	put("class/cem.c", "#include <stdio.h>\n" SOCKET_C "int a = 0;scanf(\"%d\", &a);"
			   "if (a == 1) socket(AF_INET, SOCK_STREAM, 0);puts(\"6\");}\n");
	AUTO_OUTCOME outcome = GRADE("--reruns=0");
	EXPECT_STATUS(outcome, 0);
	expect_file_has("out/class.html", LISTED("a security violation", "ann"));
	expect_file_has(
		"out/class.html", LISTED("a run-time error or a security violation", "bob"));
	expect_file_lacks("out/class.html", "violation</bdi> <b>");
	expect_file_lacks("out/class.html", LISTED("a security violation", "cem"));
	expect_row("\ncem,,0,1.5,,0,1.5,,\n");
}

Test(grade_lenient, the_marks_change_with_the_key_and_only_if_they_are_applied)
{
	put_class("");
	AUTO_OUTCOME first = GRADE("--reruns=0");
	EXPECT_STATUS(first, 0);
	put_class("tolerate: [exit-status, shell, end-of-input, signal]\n");
	AUTO_OUTCOME shown = GRADE("--reruns=0");
	EXPECT_STATUS(shown, 1);
	cr_expect_not_null(strstr(shown.out.data, "bob\t-\ttotal 0 -> 13, all 0 -> 10, each 0 -> "
						  "3\tscheme changed: tolerate\n"),
		"%s", shown.out.data);
	expect_row("\nbob,,0,0,,0,0,");
	AUTO_OUTCOME applied = GRADE("--reruns=0", "--apply");
	EXPECT_STATUS(applied, 0);
	expect_row("\nann,,10,3,,0,13,,\n");
	expect_row("\nbob,,10,3,,0,13,,\n");
	expect_row("\ncem,,10,3,,0,13,,\n");
	expect_row("\nhal,,10,3,,0,13,,\n");
	/* Two of its three outputs are right. */
	expect_row("\ngil,,0,1,,0,1,,\n");
	expect_file_has("out/people/bob.html",
		"These points count although the program exits with a status other than 0.");
	AUTO_OUTCOME again = GRADE("--reruns=0");
	EXPECT_STATUS(again, 0);
	expect_row("\nbob,,10,3,,0,13,,\n");
}

static void expect_schema(const char *path, size_t count)
{
	AS_AUTO_FREE char *text = read_text(path);
	AS_AUTO_JSON json_t *documents = json_loads(text, 0, NULL);
	json_t *document;
	size_t index;

	cr_assert_eq(json_array_size(documents), count, "%s", path);
	json_array_foreach(documents, index, document)
	{
		struct as_bytes line = {.data = json_dumps(document, JSON_COMPACT)};
		line.size = strlen(line.data);
		cr_expect_eq(schemas_hold(ASSAY_SOURCE_DIR "/docs/verdict.schema.json", &line), 1);
		as_bytes_clear(&line);
		const json_t *lenient = json_object_get(document, "lenient");
		cr_expect_eq(json_is_true(lenient), index == 1);
	}
}

/* An item's key replaces that of the scheme; an empty list is a decision, too. */
Test(grade_lenient, an_item_may_tolerate_something_else)
{
	put_class("tolerate: [exit-status]\n");
	put("scheme.yaml", "tolerate: [exit-status]\n"
			   "items:\n"
			   "  - {id: all, package: sum, points: 10}\n"
			   "  - {id: each, package: sum, partial: per_test, points: 3, tolerate: "
			   "[]}\n");
	AUTO_OUTCOME outcome = GRADE("--reruns=0");
	EXPECT_STATUS(outcome, 0);
	expect_row("\nbob,,10,0,,0,10,,\n");
	expect_row("\ncem,,0,0,,0,0,,\"all: all outputs are right, but the program tries to start "
		   "another program (system, pause, cls); tolerate: [exit-status, shell] in the "
		   "scheme would accept it\"\n");
	expect_schema("out/documents/bob.json", 2);
	expect_schema("out/documents/eve.json", 1);
}

/* The scheme's key already contains the tolerated ending; the item's own key replaces the scheme's
 * key. */
Test(grade_lenient, the_key_that_accepts_is_that_of_the_item)
{
	put_class("");
	put("scheme.yaml", "tolerate: [exit-status]\n"
			   "items:\n"
			   "  - {id: all, package: sum, points: 10, tolerate: [signal]}\n"
			   "  - {id: each, package: sum, partial: per_test, points: 3}\n");
	AUTO_OUTCOME outcome = GRADE("--reruns=0");
	EXPECT_STATUS(outcome, 0);
	expect_row("\nbob,,0,3,,0,3,,\"all: all outputs are right, but the program exits with a "
		   "status other than 0; tolerate: [exit-status, signal] in the item all of the "
		   "scheme would accept it\"\n");
	expect_row("\ncem,,0,0,,0,0,,\"each: all outputs are right, but the program tries to start "
		   "another program (system, pause, cls); tolerate: [exit-status, shell] in the "
		   "scheme would accept it; all: all outputs are right, but the program tries to "
		   "start another program (system, pause, cls); tolerate: [shell, signal] in the "
		   "item all of the scheme would accept it\"\n");
	expect_row("\nhal,,10,0,,0,10,,\"each: all outputs are right, but the program crashes (a "
		   "signal ends it); tolerate: [exit-status, signal] in the scheme would accept "
		   "it\"\n");
}

Test(grade_lenient, an_empty_list_lists_nobody_because_of_an_ending)
{
	put_class("tolerate: []\n");
	AUTO_OUTCOME outcome = GRADE("--reruns=0");
	EXPECT_STATUS(outcome, 0);
	expect_row("\nbob,,0,0,,0,0,,\n");
	expect_schema("out/documents/bob.json", 1);
}

Test(grade_lenient, blind_marking_lists_pseudonyms)
{
	put_class("");
	AUTO_OUTCOME outcome = GRADE("--reruns=0", "--blind");
	EXPECT_STATUS(outcome, 0);
	expect_row(",0,0,,0,0,,\"" MAIN_TEXT "\"\n");
	expect_file_has("out/class.html", MAIN_TEXT);
}

Test(grade_lenient, other_words_are_refused)
{
	put_class("tolerate: [exitstatus]\n");
	AUTO_OUTCOME outcome = GRADE("--reruns=0");
	EXPECT_COMPLAINT(outcome, AS_ERROR_INPUT,
		"assay: scheme.yaml:1:11: unknown tolerate 'exitstatus'; did you mean "
		"'exit-status'?");
}
