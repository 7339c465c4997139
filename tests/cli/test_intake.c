/* SPDX-License-Identifier: MIT */
/* Submissions in every form: those that cannot be judged are CE with a reason and never stop the
 * others; folders in each language; unusable packages. */
#include "support/packages.h"
#include "support/verdicts.h"

#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <sys/un.h>

TestSuite(intake, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* Judges the file between two right ones, which must be accepted regardless. */
static json_t *judge_between(const char *path)
{
	put_sum_package(1);
	put("right.c", SUM_C);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", "right.c", path, "right.c");
	EXPECT_STATUS(outcome, 0);
	cr_expect_str_empty(outcome.err.data);
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	cr_assert_eq(json_array_size(documents), 3);
	cr_expect_str_eq(verdict_of(json_array_get(documents, 0)), "AC");
	cr_expect_str_eq(verdict_of(json_array_get(documents, 2)), "AC");
	return json_incref(json_array_get(documents, 1));
}

static void expect_refusal(const char *path, const char *fate, const char *text)
{
	AS_AUTO_JSON json_t *document = judge_between(path);
	EXPECT_FATE(document, fate);
	cr_expect_str_eq(text_below(document, "compile", "output"), text, "%s", path);
	cr_expect_eq(json_array_size(json_object_get(document, "tests")), 0);
}

/* ---- paths that are not submissions ---- */

Test(intake, an_unknown_language_is_a_compile_error)
{
	put("cobol.cob", "DISPLAY 3.\n");
	expect_refusal("cobol.cob", "CE language",
		"unknown language: the ending '.cob' of cobol.cob is not known; use --language");
}

Test(intake, a_language_that_the_package_does_not_allow_is_a_compile_error)
{
	put_sum_package(1);
	put("sum/problem.yaml", SUM_YAML "languages: [python3]\n");
	put("right.c", SUM_C);
	put("right.py", SUM_PY);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", "right.c", "right.py");
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	EXPECT_FATE(json_array_get(documents, 0), "CE language");
	cr_expect_str_eq(text_below(json_array_get(documents, 0), "compile", "output"),
		"the package does not allow c; it allows python3");
	EXPECT_FATE(json_array_get(documents, 1), "AC");
	put("sum/problem.yaml", SUM_YAML "languages: [pythn3, go]\n");
	AUTO_OUTCOME unknown = ASSAY("judge", "--json", "sum", "right.py");
	AS_AUTO_JSON json_t *refused = document_of(&unknown);
	cr_expect_str_eq(text_below(refused, "compile", "output"),
		"the package does not allow python3: 'languages' in problem.yaml lists the unknown "
		"language 'pythn3'; did you mean 'python3'? see assay languages");
}

Test(intake, an_empty_source_is_a_compile_error)
{
	put("empty.c", "");
	expect_refusal("empty.c", "CE empty", "the source has 0 bytes");
	cr_assert_eq(mkdirat(here_fd, "folder", 0755), 0);
	expect_refusal("folder", "CE empty", "the folder has no source file");
	put("folder/empty.py", "");
	expect_refusal("folder", "CE empty", "the source has 0 bytes");
}

Test(intake, a_source_larger_than_the_package_allows_is_a_compile_error)
{
	AS_AUTO_FREE char *source = malloc(10 << 20);
	memset(source, ' ', 10 << 20);
	put_bytes("large.c", source, 10 << 20);
	expect_refusal("large.c", "CE too-large", "the source is larger than the package allows");
	put_bytes("folder/a.c", source, 100 << 10);
	put_bytes("folder/b.c", source, 100 << 10);
	expect_refusal("folder", "CE too-large", "the source is larger than the package allows");
}

#define NOT_REGULAR "the source must be a regular file or a folder"
#define A_LINK "the source is a symbolic link, which is not followed; name the file itself"

Test(intake, a_link_is_not_followed)
{
	put("right.py", SUM_PY);
	cr_assert_eq(symlinkat("right.py", here_fd, "link.py"), 0);
	expect_refusal("link.py", "CE not-regular", A_LINK);
	put("folder/main.py", SUM_PY);
	cr_assert_eq(symlinkat("folder", here_fd, "to-folder"), 0);
	expect_refusal("to-folder", "CE not-regular", A_LINK);
}

Test(intake, a_link_in_a_folder_is_left_out_and_named)
{
	put("folder/main.py", SUM_PY);
	cr_assert_eq(symlinkat("/etc/passwd", here_fd, "folder/passwd.py"), 0);
	AS_AUTO_JSON json_t *document = judge_between("folder");
	EXPECT_FATE(document, "AC");
	json_t *notes = json_object_get(json_object_get(document, "submission"), "notes");
	cr_expect_str_eq(json_string_value(json_array_get(notes, 0)),
		"links and special files are left out: passwd.py; put copies in their place");
}

Test(intake, special_files_are_not_opened)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "socket.py"};
	cr_assert_eq(mkfifoat(here_fd, "fifo.py", 0644), 0);
	expect_refusal("fifo.py", "CE not-regular", NOT_REGULAR);
	AS_AUTO_FD int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	cr_assert_eq(bind(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	expect_refusal("socket.py", "CE not-regular", NOT_REGULAR);
	expect_refusal("/dev/zero", "CE not-regular", NOT_REGULAR);
}

Test(intake, a_path_that_is_not_there_is_bad_usage_and_the_others_are_judged)
{
	put_sum_package(1);
	put("right.py", SUM_PY);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", "nothing.py", "right.py");
	EXPECT_COMPLAINT(
		outcome, 2, "assay: nothing.py: no such file or folder; name the file or folder");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FATE(document, "AC");
}

Test(intake, an_empty_path_is_shown_in_the_message)
{
	put_sum_package(1);
	put("right.py", SUM_PY);
	AUTO_OUTCOME submission = ASSAY("judge", "sum", "");
	EXPECT_COMPLAINT(submission, 2, "assay: '': no such file or folder; name the file or");
	AUTO_OUTCOME package = ASSAY("judge", "", "right.py");
	EXPECT_COMPLAINT(package, 3, "assay: '': no such file or folder; name a package's folder");
}

/* ---- names and contents ---- */

Test(intake, binary_data_is_refused_by_the_compiler)
{
	unsigned char junk[5000];
	for (size_t i = 0; i < sizeof(junk); i++)
		junk[i] = (unsigned char)(i * 167 + i / 256);
	put_bytes("junk.c", junk, sizeof(junk));
	put_bytes("junk.py", junk, sizeof(junk));
	put_bytes("Junk.java", junk, sizeof(junk));
	static const char *const files[] = {"junk.c", "junk.py", "Junk.java"};
	for (size_t i = 0; i < 3; i++) {
		AS_AUTO_JSON json_t *document = judge_between(files[i]);
		EXPECT_FATE(document, "CE compiler");
		cr_expect_str_not_empty(text_below(document, "compile", "output"));
	}
}

Test(intake, a_name_may_have_any_bytes)
{
	static const struct {
		const char *name;
		const char *shown;
	} cases[] = {
		{"with space.py", "with space.py"},
		{"with\nnewline.py", "with\\x0Anewline.py"},
		{"with'\"quotes\".py", "with'\"quotes\".py"},
		{"with\xff\xfe"
		 "bytes.py",
			"with\\xFF\\xFE"
			"bytes.py"},
		{"$(reboot);`id`.py", "$(reboot);`id`.py"},
		{"-x.py", NULL},
	};
	for (size_t i = 0; cases[i].shown; i++) {
		put(cases[i].name, SUM_PY);
		AS_AUTO_JSON json_t *document = judge_between(cases[i].name);
		EXPECT_FATE(document, "AC");
		cr_expect_str_eq(text_below(document, "submission", "path"), cases[i].shown);
	}
	put("--expect=WA.py", SUM_PY);
	AUTO_OUTCOME dashes = ASSAY("judge", "--json", "--", "sum", "--expect=WA.py");
	AS_AUTO_JSON json_t *document = document_of(&dashes);
	EXPECT_FATE(document, "AC");
}

Test(intake, a_name_of_one_line_stays_one_line_in_the_table)
{
	put_sum_package(1);
	put("two\nlines.py", SUM_PY);
	AUTO_OUTCOME outcome = ASSAY("judge", "sum", "two\nlines.py");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(strstr(outcome.out.data, "two\\x0Alines.py\n"), "%s", outcome.out.data);
}

/* ---- folders ---- */

Test(intake, a_folder_in_c_may_have_several_files_and_a_header)
{
	put("two/main.c",
		"#include \"add.h\"\n#include <stdio.h>\n"
		"int main(void){int a,b;scanf(\"%d%d\",&a,&b);printf(\"%d\\n\",add(a,b));}\n");
	put("two/add.c", "#include \"add.h\"\nint add(int a,int b){return a+b;}\n");
	put("two/add.h", "int add(int a,int b);\n");
	AS_AUTO_JSON json_t *document = judge_between("two");
	EXPECT_FATE(document, "AC");
	cr_expect_str_eq(text_below(document, "submission", "language"), "c");
}

#define SUM_JS                                                                                     \
	"const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number);\n"           \
	"console.log(a + b);\n"
#define JAVA_MAIN                                                                                  \
	"void main(String[] s){java.util.Scanner i=new "                                           \
	"java.util.Scanner(System.in);System.out.println(i.nextInt()+i.nextInt());}"
#define JAVA_SUM "{public static " JAVA_MAIN "}\n"

Test(intake, a_java_class_may_have_any_name)
{
	put("solution.java", "class Whatever " JAVA_SUM);
	AS_AUTO_JSON json_t *hidden = judge_between("solution.java");
	EXPECT_FATE(hidden, "AC");
	put("several.java", "class Pair {int classes, x;}\nclass Other {}\n"
			    "final class Solve " JAVA_SUM "class Last {}\n");
	AS_AUTO_JSON json_t *several = judge_between("several.java");
	EXPECT_FATE(several, "AC");
	put("attempt_2.java", "import java.util.*;\npublic class Different " JAVA_SUM);
	AS_AUTO_JSON json_t *public = judge_between("attempt_2.java");
	EXPECT_FATE(public, "AC");
}

Test(intake, a_java_folder_is_entered_at_its_main_class)
{
	put("java/Main.java",
		"public class Main {public static void main(String[] s){Helper.go();}}\n");
	put("java/Helper.java", "class Helper {static void go(){java.util.Scanner i=new "
				"java.util.Scanner(System.in);"
				"System.out.println(i.nextInt()+i.nextInt());}}\n");
	AS_AUTO_JSON json_t *document = judge_between("java");
	EXPECT_FATE(document, "AC");
}

Test(intake, a_java_class_is_found_among_any_other_code)
{
	static const char *const sources[] = {
		"// A public class solution that adds.\npackage sol;\n"
		"class Node {String s=\"class of Foo {\";}\npublic final class Main " JAVA_SUM,
		"public class Node {}\nclass Solve {static class In {}\n"
		"public static void main(final String... x){System.out.println(new java.util."
		"Scanner(System.in).useDelimiter(\"\\\\s+\").tokens()"
		".mapToInt(Integer::parseInt).sum());}}\n",
		"interface Main {char A='\"',B='{';String T=\"\"\"\n } class \"\" "
		"\"\"\";static " JAVA_MAIN "}\n",
		"package a.b;\npublic record Main(int x) " JAVA_SUM,
		"public enum Gr\xc3\xb6\xc3\x9f"
		"e {A; public static " JAVA_MAIN "}\n",
	};
	for (size_t i = 0; i < sizeof(sources) / sizeof(*sources); i++) {
		put("any.java", sources[i]);
		AS_AUTO_JSON json_t *document = judge_between("any.java");
		EXPECT_FATE(document, "AC");
	}
}

Test(intake, a_java_folder_is_entered_where_main_is)
{
	put("java/Aux.java", "public class Aux {static class Main {}}\n");
	put("java/Solution.java", "public class Solution " JAVA_SUM);
	AS_AUTO_JSON json_t *document = judge_between("java");
	EXPECT_FATE(document, "AC");
	put("deep/a/Aux.java", "package a;\npublic class Aux {}\n");
	put("deep/a/b/Solution.java", "package a.b;\npublic class Solution " JAVA_SUM);
	AS_AUTO_JSON json_t *deep = judge_between("deep");
	EXPECT_FATE(deep, "AC");
}

Test(intake, a_java_class_without_main_is_a_compile_error)
{
	put("any.java", "public class Helper {static class Main {public static " JAVA_MAIN "}}\n");
	for (int i = 0; i < 2; i++) {
		/* The second time from the cache. */
		AS_AUTO_JSON json_t *document = judge_between("any.java");
		EXPECT_FATE(document, "CE entry-point");
		cr_expect_str_eq(text_below(document, "compile", "output"),
			"error: no class has a main method that java starts: Helper; write public "
			"static void main(String[] args)\n");
	}
}

Test(intake, a_misspelt_main_is_named)
{
	put("any.java", "class Two {public static void Main(String[] a) {}}\n");
	AS_AUTO_JSON json_t *document = judge_between("any.java");
	EXPECT_FATE(document, "CE entry-point");
	cr_expect_str_eq(text_below(document, "compile", "output"),
		"error: no class has a main method that java starts: Two.Main is not main; write "
		"public static void main(String[] args)\n");
}

/* Unless one of them is preferred: by its name, its file or as the public one. */
Test(intake, two_classes_with_a_main_in_one_file_are_not_clear)
{
	put("Two.java", "class B " JAVA_SUM "class A " JAVA_SUM);
	put("A.java", "class B " JAVA_SUM "class A " JAVA_SUM);
	put("any.java", "class B " JAVA_SUM "class Main " JAVA_SUM);
	AS_AUTO_JSON json_t *unclear = judge_between("Two.java");
	EXPECT_FATE(unclear, "CE entry-point");
	cr_expect_str_eq(text_below(unclear, "compile", "output"),
		"entry point not clear: the classes B and A each have a main; remove one main, or "
		"rename its class to Main");
	AS_AUTO_JSON json_t *namesake = judge_between("A.java");
	EXPECT_FATE(namesake, "AC");
	AS_AUTO_JSON json_t *usual = judge_between("any.java");
	EXPECT_FATE(usual, "AC");
}

/* In a folder, in an archive and in an archive in which nothing else is left. */
Test(intake, files_that_are_left_out_because_of_their_names_are_named)
{
	static const char note[] = "left out because of the name: my sum.h; use letters, digits, "
				   "'_', '-', '.' and '+'";
	put("fo/main.c", "#include \"my sum.h\"\n" SUM_C);
	put("fo/my sum.h", "\n");
	put("only/a;b.c", SUM_C);
	for (int i = 0; i < 2; i++) {
		AUTO_OUTCOME zipped = command_run((const char *const[]){"/usr/bin/python3", "-m",
			"zipfile", "-c", i ? "only.zip" : "fo.zip", i ? "only/a;b.c" : "fo/main.c",
			i ? NULL : "fo/my sum.h", NULL});
		EXPECT_STATUS(zipped, 0);
	}
	for (int i = 0; i < 2; i++) {
		AS_AUTO_JSON json_t *document = judge_between(i ? "fo.zip" : "fo");
		json_t *notes = json_object_get(json_object_get(document, "submission"), "notes");
		EXPECT_FATE(document, "CE compiler");
		cr_expect_str_eq(json_string_value(json_array_get(notes, 0)), note);
	}
	AS_AUTO_JSON json_t *none = judge_between("only.zip");
	EXPECT_FATE(none, "CE empty");
	cr_expect_str_eq(text_below(none, "compile", "output"),
		"no file of the source has an allowed name (letters, digits, '_', '-', '.', '+'): "
		"a;b.c");
}

/* The module is not missing on the machine, so --module must not be advised. */
Test(intake, a_module_that_was_left_out_because_of_its_name_is_not_to_be_added)
{
	put_sum_package(1);
	put("fo/main.py", "import importlib\nimportlib.import_module('my mod')\n");
	put("fo/my mod.py", "\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "sum", "fo");
	cr_expect_not_null(strstr(outcome.out.data, "left out because of the name: my mod.py"),
		"%s", outcome.out.data);
	cr_expect_null(strstr(outcome.out.data, "--module"), "%s", outcome.out.data);
}

/* ---- accidents that are the same in every language ---- */

#define JAVA_IN "class Main " JAVA_SUM

Test(intake, windows_bytes_in_a_comment_are_accepted_in_every_language)
{
	static const char *const names[] = {"a.c", "a.py", "a.java", "a.js"};
	static const char *const sources[] = {"// caf\xe9\n" SUM_C, "# caf\xe9\n" SUM_PY,
		"// caf\xe9\n" JAVA_IN, "// caf\xe9\n" SUM_JS};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		char expected[128];
		put(names[i], sources[i]);
		AS_AUTO_JSON json_t *document = judge_between(names[i]);
		EXPECT_FATE(document, "AC");
		json_t *notes = json_object_get(json_object_get(document, "submission"), "notes");
		cr_expect_eq(json_array_size(notes), i == 1 || i == 2, "%s", names[i]);
		/* Java requires the class name as file name only if the class is public. */
		snprintf(expected, sizeof(expected),
			"not UTF-8, and read as Windows-1252: %s; save it as UTF-8", names[i]);
		if (json_array_size(notes))
			cr_expect_str_eq(json_string_value(json_array_get(notes, 0)), expected);
	}
}

Test(intake, a_byte_order_mark_is_accepted_in_every_language)
{
	static const char *const names[] = {"a.c", "a.py", "a.java", "a.js", "a.sh"};
	static const char *const sources[] = {"\xef\xbb\xbf" SUM_C, "\xef\xbb\xbf" SUM_PY,
		"\xef\xbb\xbfpublic " JAVA_IN, "\xef\xbb\xbf" SUM_JS,
		"\xef\xbb\xbfread a b; echo $((a + b))\n"};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		put(names[i], sources[i]);
		AS_AUTO_JSON json_t *document = judge_between(names[i]);
		EXPECT_FATE(document, "AC");
		cr_expect_null(json_object_get(json_object_get(document, "submission"), "notes"));
	}
}

Test(intake, a_syntax_error_is_a_compile_error_in_every_file)
{
	put("py/main.py", "def read():\n    import helper\n" SUM_PY);
	put("py/helper.py", "def f(:\n");
	AS_AUTO_JSON json_t *python = judge_between("py");
	EXPECT_FATE(python, "CE compiler");
	put("js/main.js", "require('./helper');\n" SUM_JS);
	put("js/helper.js", "function (\n");
	AS_AUTO_JSON json_t *javascript = judge_between("js");
	EXPECT_FATE(javascript, "CE compiler");
	put("esm.mjs", "import fs from 'fs'\nlet = 3 3\n");
	AS_AUTO_JSON json_t *module = judge_between("esm.mjs");
	EXPECT_FATE(module, "CE compiler");
}

/* A module is checked in the mode in which it runs: by its ending, by package.json, or by its
 * content. */
Test(intake, a_syntax_error_in_a_javascript_module_is_a_compile_error)
{
	static const char *const names[] = {"a.js", "b.mjs", "c.cjs"};
	static const char *const lines[] = {"const f = require('./b');\nletter unused = 1\n",
		"import fs from 'fs'\nletter unused = 1\n",
		"export function f() { letter unused = 1 }\n"};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names) * 3; i++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "alone-%zu/%s", i, names[i / 3]);
		put(path, lines[i % 3]);
		AS_AUTO_JSON json_t *document = judge_between(path);
		EXPECT_FATE(document, "CE compiler");
	}
	put("esm/package.json", "{\"type\": \"module\"}\n");
	put("esm/main.js", "import { add } from './lib/add.js';\n"
			   "import { readFileSync } from 'fs';\n"
			   "console.log(add(readFileSync(0, 'utf8')));\n");
	put("esm/lib/add.js", "export function add(text) {\n\tletter unused = 1\n}\n");
	AS_AUTO_JSON json_t *module = judge_between("esm");
	EXPECT_FATE(module, "CE compiler");
	cr_expect_not_null(strstr(text_below(module, "compile", "output"), "lib/add.js:2\n"), "%s",
		text_below(module, "compile", "output"));
	put("esm/lib/add.js", "export function add(text) {\n"
			      "\tconst [a, b] = text.split(/\\s+/).map(Number);\n"
			      "\treturn a + b;\n}\n");
	AS_AUTO_JSON json_t *right = judge_between("esm");
	EXPECT_FATE(right, "AC");
}

Test(intake, package_json_decides_how_javascript_runs)
{
	put("folder/main.js", "const require = () => ({readFileSync: () => '1 1'});\n"
			      "console.log(require('fs').readFileSync(0), typeof module);\n");
	put("folder/package.json", "{\"type\": \"module\"}\n");
	AS_AUTO_JSON json_t *module = judge_between("folder");
	EXPECT_FATE(module, "WA");
	put("folder/package.json", "{\"type\": \"commonjs\"}\n");
	AS_AUTO_JSON json_t *script = judge_between("folder");
	EXPECT_FATE(script, "CE compiler");
	put("folder/package.json", "{\"type\": \n");
	AS_AUTO_JSON json_t *malformed = judge_between("folder");
	EXPECT_FATE(malformed, "CE compiler");
}

Test(intake, a_python_folder_is_entered_at_its_main_file)
{
	put("python/__main__.py",
		"from helper.add import add\nprint(add(*map(int, input().split())))\n");
	put("python/helper/__init__.py", "");
	put("python/helper/add.py", "def add(a, b):\n    return a + b\n");
	put("python/a_first.py", "raise SystemExit('not the entry')\n");
	AS_AUTO_JSON json_t *document = judge_between("python");
	EXPECT_FATE(document, "AC");
}

/* ---- a class's folder ---- */

#define SEVERAL                                                                                    \
	"files in 4 languages are taken as one submission in Python 3; to judge them one by "      \
	"one, name each: class/*"

static void put_class(void)
{
	static const char *const sources[] = {"a.c", "b.java", "c.js", "d.py"};
	for (size_t i = 0; i < sizeof(sources) / sizeof(*sources); i++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "class/%s", sources[i]);
		put(path, SUM_PY);
	}
	put("class/e.py", SUM_PY);
}

Test(intake, a_class_folder_is_not_judged_in_silence)
{
	put_class();
	AS_AUTO_JSON json_t *document = judge_between("class");
	EXPECT_FATE(document, "CE entry-point");
	cr_expect_str_eq(text_below(document, "compile", "output"),
		"entry point not clear: d.py and e.py may each be the program; rename one to "
		"__main__.py, or judge each by itself: class/*");
	json_t *notes = json_object_get(json_object_get(document, "submission"), "notes");
	cr_assert_eq(json_array_size(notes), 1);
	cr_expect_str_eq(json_string_value(json_array_get(notes, 0)), SEVERAL);
	put("class/main.py", SUM_PY);
	AUTO_OUTCOME outcome = ASSAY("judge", "sum", "class");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(
		strstr(outcome.out.data, "class\n        note: " SEVERAL "\n"
					 "        note: several programs: d.py, e.py and 1 "
					 "more are taken as one submission"),
		"%s", outcome.out.data);
}

#define MAIN_CC "#include <iostream>\nint main()\n{\n\tstd::cout << 3;\n}\n"

/* Not the linker's line about them, although it names an error. */
Test(intake, two_programs_that_do_not_compile_together_are_named_in_the_table)
{
	put_sum_package(1);
	put("two/a.cpp", MAIN_CC);
	put("two/b.cpp", MAIN_CC);
	AUTO_OUTCOME outcome = ASSAY("judge", "sum", "two");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(strstr(outcome.out.data,
				   "\n        entry-point: entry point not clear: a.cpp and b.cpp "
				   "may each be the program, and together they do not compile; "
				   "judge each by itself: two/*\n"),
		"%s", outcome.out.data);
}

/* ---- packages ---- */

static void expect_package_complaint(const char *package, int status, const char *text)
{
	put("right.py", SUM_PY);
	AUTO_OUTCOME outcome = ASSAY("judge", package, "right.py");
	EXPECT_COMPLAINT(outcome, status, text);
	cr_expect_str_empty(outcome.out.data);
}

Test(intake, a_package_that_is_not_there_is_named)
{
	expect_package_complaint("nowhere", 3,
		"assay: nowhere: no such file or folder; name a package's folder or its zip "
		"archive");
}

Test(intake, a_package_without_its_generated_data_names_gen)
{
	copy_coinseven();
	expect_package_complaint("coinseven", 3, "`assay gen coinseven`");
}

Test(intake, a_package_whose_generation_was_cut_short_names_gen)
{
	copy_coinseven();
	put("coinseven/data/secret/1/01-pair.in", "2\n1 2\n");
	put("coinseven/data/secret/1/01-pair.ans", "2\n");
	expect_package_complaint("coinseven", 3,
		"coinseven/data/secret/2: a group needs at least one test; run `assay gen`");
}

Test(intake, a_malformed_package_is_named_with_its_line)
{
	put("sum/problem.yaml", SUM_YAML "limitz: 3\n");
	expect_package_complaint("sum", 3, "assay: sum/problem.yaml:4:");
	put("sum/problem.yaml", "{ name: [\n");
	expect_package_complaint("sum", 3, "assay: sum/problem.yaml:");
	put("plain/readme", "");
	expect_package_complaint("plain", 3,
		"assay: plain: has no file problem.yaml; is it the folder of a package?");
	put("file", "");
	expect_package_complaint("file", 3, "assay: file: ");
}

/* ---- zip archives ---- */

/* Runs the script, which writes into the archive `z`. */
static void pack(const char *archive, const char *script)
{
	AS_AUTO_FREE char *whole = as_text_format(NULL,
		"import zipfile, sys\n"
		"z = zipfile.ZipFile('%s', 'w', zipfile.ZIP_DEFLATED)\n%s\nz.close()\n",
		archive, script);
	AUTO_OUTCOME packed =
		command_run((const char *const[]){"/usr/bin/python3", "-c", whole, NULL});
	EXPECT_STATUS(packed, 0);
}

#define HELPED "from helper import add\nprint(add(*map(int, input().split())))\n"
#define HELPER "def add(a, b):\n    return a + b\n"

Test(intake, a_zip_archive_is_judged_as_the_folder_that_was_packed)
{
	pack("files.zip", "z.writestr('main.py', '''" HELPED "''')\n"
			  "z.writestr('helper.py', '''" HELPER "''')\n");
	AS_AUTO_JSON json_t *files = judge_between("files.zip");
	EXPECT_FATE(files, "AC");
	pack("folder.ZIP", "z.writestr('My program/main.py', '''" HELPED "''')\n"
			   "z.writestr('My program/helper.py', '''" HELPER "''')\n"
			   "z.writestr('__MACOSX/My program/._main.py', 'junk')\n");
	AS_AUTO_JSON json_t *folder = judge_between("folder.ZIP");
	EXPECT_FATE(folder, "AC");
	put("unpacked/main.py", HELPED);
	put("unpacked/helper.py", HELPER);
	AS_AUTO_JSON json_t *unpacked = judge_between("unpacked");
	cr_expect_str_eq(text_below(files, "digests", "source"),
		text_below(unpacked, "digests", "source"), "another digest than the folder");
}

/* No pattern matches the files in an archive. */
Test(intake, a_zip_archive_of_a_class_is_refused_with_a_remedy)
{
	pack("class.zip", "z.writestr('a.py', 'print(3)')\nz.writestr('b.py', 'print(3)')\n");
	AS_AUTO_JSON json_t *several = judge_between("class.zip");
	EXPECT_FATE(several, "CE entry-point");
	cr_expect_str_eq(text_below(several, "compile", "output"),
		"entry point not clear: a.py and b.py may each be the program; rename one to "
		"__main__.py, or unpack the archive, then name each: FOLDER/*");
	pack("mixed.zip", "z.writestr('a.py', 'print(3)')\nz.writestr('b.js', '3')\n");
	AS_AUTO_JSON json_t *mixed = judge_between("mixed.zip");
	EXPECT_FATE(mixed, "CE language");
	const char *output = text_below(mixed, "compile", "output");
	cr_expect_not_null(
		strstr(output, "; use --language, or unpack the archive, then name each: FOLDER/*"),
		"%s", output);
}

Test(intake, a_zip_archive_that_cannot_be_used_is_a_compile_error)
{
#define REMEDY "; submit the files themselves, or pack them again as a zip archive"
	put("text.zip", "print(3)\n");
	expect_refusal("text.zip", "CE archive", "the archive is not a zip archive" REMEDY);
	put("sum.zip", "\x1f\x8bx");
	expect_refusal(
		"sum.zip", "CE archive", "the archive is a gzip file, not a zip archive" REMEDY);
	pack("up.zip", "z.writestr('main.py', 'print(3)')\nz.writestr('../up.py', 'print(3)')\n");
	expect_refusal("up.zip", "CE archive",
		"the archive cannot be unpacked: entry '../up.py' leads out of the archive or has "
		"too long a name" REMEDY);
	/* Zeros, which compress to a thousandth. */
	pack("bomb.zip",
		"z.writestr('main.py', 'print(3)')\nz.writestr('zeros', bytes(80 << 20))\n");
	expect_refusal("bomb.zip", "CE archive",
		"the archive cannot be unpacked: entry 'zeros' unpacks to more than 64 MiB" REMEDY);
	pack("many.zip", "for i in range(10000):\n\tz.writestr('f%d.py' % i, '')\n");
	expect_refusal("many.zip", "CE archive",
		"the archive has too many files and folders: 10000 or "
		"more" REMEDY);
#undef REMEDY
	pack("code.zip", "z.writestr('main.py', '#' * (200 << 10))\n");
	AS_AUTO_JSON json_t *code = judge_between("code.zip");
	EXPECT_FATE(code, "CE too-large");
	cr_expect_eq(access("up.py", F_OK), -1);
}

/* A link is made in the archive's folder only, and never followed. */
Test(intake, a_link_in_a_zip_archive_leads_nowhere)
{
	put("secret.py", SUM_PY);
	AS_AUTO_FREE char *script = as_text_format(NULL,
		"i = zipfile.ZipInfo('main.py')\ni.create_system = 3\n"
		"i.external_attr = 0o120777 << 16\nz.writestr(i, '%s/secret.py')\n",
		here);
	pack("link.zip", script);
	AS_AUTO_JSON json_t *out = judge_between("link.zip");
	cr_expect_str_eq(verdict_of(out), "CE");
	pack("within.zip", "z.writestr('real.txt', '''" SUM_PY "''')\n"
			   "i = zipfile.ZipInfo('main.py')\ni.create_system = 3\n"
			   "i.external_attr = 0o120777 << 16\nz.writestr(i, 'real.txt')\n");
	AS_AUTO_JSON json_t *within = judge_between("within.zip");
	cr_expect_str_eq(verdict_of(within), "CE");
}
