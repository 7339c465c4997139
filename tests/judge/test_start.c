/* SPDX-License-Identifier: MIT */
/* The entry of a program: the same for a folder on a disk and for files in memory. */
#include "start.h"

#include <criterion/criterion.h>
#include <string.h>

static struct as_languages *languages;

static void open_table(void)
{
	languages = as_languages_open(NULL, NULL);
	cr_assert_not_null(languages);
}

static void close_table(void)
{
	as_languages_close(languages);
}

TestSuite(start, .init = open_table, .fini = close_table);

/* The files "NAME=content|...", in order; "+NAME" is code of the package. */
static void fill(struct as_sources *sources, struct as_source *items, char *copy)
{
	*sources = (struct as_sources){.files = items};
	for (char *save, *word = strtok_r(copy, "|", &save); word;
		word = strtok_r(NULL, "|", &save)) {
		char *content = strchrnul(word, '=');
		if (*content)
			*content++ = '\0';
		items[sources->count++] = (struct as_source){.name = word + (*word == '+'),
			.data = {content, strlen(content)},
			.is_added = *word == '+'};
	}
}

/* The entry file, in Java the class; "CE text", or "note text". */
static const char *find(const char *language, const char *files, struct as_build_order order)
{
	static char text[1024];
	struct as_source items[16];
	struct as_sources sources;
	struct as_error error = {0};
	AS_AUTO_FREE char *copy = strdup(files);
	struct as_program program = {.language = as_languages_find(languages, language)};
	cr_assert_not_null(program.language, "%s", language);
	fill(&sources, items, copy);
	cr_assert_eq(as_start_find(&program, &sources, &order, &error), 0, "%s", error.text);
	if (program.verdict == AS_VERDICT_CE)
		snprintf(text, sizeof(text), "CE %s", program.output);
	else
		snprintf(text, sizeof(text), "%s%s%s",
			program.language->start.finds_class ? program.entry : program.main,
			program.note ? ": " : "", program.note ? program.note : "");
	free(program.output);
	free(program.note);
	return text;
}

#define MAIN "{ public static void main(String[] a) { } }"
#define NOBODYS ((struct as_build_order){0})
/* Without the note that there are other programs beside it. */
#define EXPECT_QUIET(language, files, expected)                                                    \
	cr_expect_str_eq(find(language, files, (struct as_build_order){.is_example = true}),       \
		expected, "%s", files)
#define EXPECT_START(language, files, expected)                                                    \
	cr_expect_str_eq(find(language, files, NOBODYS), expected, "%s: %s", files,                \
		find(language, files, NOBODYS))

Test(start, code_of_the_package_is_the_entry_only_by_the_default_name)
{
	EXPECT_START("python3", "+helper.py=def f(): pass|tle.py=print(1)", "tle.py");
	EXPECT_START("python3", "+a.py=import tle|tle.py=print(1)", "tle.py");
	EXPECT_START("python3", "+__main__.py=import tle|tle.py=def f(): pass", "__main__.py");
	EXPECT_START("python3", "+main.py=import tle|tle.py=print(1)", "tle.py");
	EXPECT_START("javascript", "+main.js=require('./x')|x.js=1", "main.js");
	EXPECT_START("lua", "+a.lua=x=1|b.lua=print(1)", "b.lua");
	EXPECT_START("pypy3", "+a.py=x=1|b.py=print(1)", "b.py");
}

Test(start, the_default_name_comes_before_main)
{
	EXPECT_QUIET("python3", "Main.py=1|__main__.py=2|a.py=3", "__main__.py");
	EXPECT_QUIET("python3", "a.py=1|main.py=2|z.py=3", "main.py");
	EXPECT_QUIET("python3", "a.py=1|Main.py3=2", "Main.py3");
	EXPECT_QUIET("haskell", "Aux.hs=module Aux where|Main.hs=main = f", "Main.hs");
	EXPECT_QUIET("pascal", "a.pas=unit a;|main.pas=begin end.", "main.pas");
}

Test(start, the_only_file_is_the_entry)
{
	EXPECT_START("python3", "a.py=def f(): pass", "a.py");
	EXPECT_START("python3", "a/b/c.py=print(1)", "a/b/c.py");
}

Test(start, the_file_that_no_other_one_loads_is_the_entry)
{
	EXPECT_START("python3", "helper.py=x = 1|solve.py=import sys, helper\nprint(helper.x)",
		"solve.py");
	EXPECT_START("python3", "aaa.py=x = 1|solve.py=    from aaa import x\n", "solve.py");
	EXPECT_START("python3",
		"helper.py=if __name__ == '__main__':\n    test()|solve.py=from helper import x",
		"solve.py");
	EXPECT_START(
		"javascript", "a.js=exports.x = 1|b.js=const {x} = require('./a.js');", "b.js");
	EXPECT_START("javascript", "my-lib.js=1|z.js=const y = require(\"./my-lib\")", "z.js");
	EXPECT_START("ruby", "a.rb=X = 1|b.rb=require_relative 'a'", "b.rb");
	EXPECT_START("lua", "a.lua=return {}|b.lua=local a = require \"a\"", "b.lua");
	EXPECT_START("perl", "Aux.pm=package Aux;\n1;|solve.pl=use Aux;", "solve.pl");
	EXPECT_START("php", "a.php=<?php|b.php=<?php require_once('a.php');", "b.php");
	EXPECT_START("r", "a.r=x <- 1|b.r=source('a.r')", "b.r");
	EXPECT_START("bash", "a.sh=x=1|b.sh=. ./a.sh", "b.sh");
	EXPECT_START("awk", "a.awk=function f() {}|b.awk=@include \"a.awk\"", "b.awk");
	EXPECT_START("ada", "aux.ads=package Aux is|solve.adb=with Aux; use Aux;", "solve.adb");
	EXPECT_START("rust", "a.rs=pub fn f() {}|b.rs=mod a;\nfn main() {}", "b.rs");
}

/* A thousand files of one name, and a source that loads it four million times. */
Test(start, many_loads_of_many_files_are_read_in_one_pass, .timeout = 600)
{
	enum { COUNT = 1000, BYTES = 8 << 20 };
	AS_AUTO_FREE struct as_source *items = calloc(COUNT, sizeof(*items));
	AS_AUTO_FREE char *names = calloc(COUNT, 16), *loads = malloc(BYTES + 1);
	struct as_sources sources = {.files = items, .count = COUNT};
	struct as_candidates candidates;
	cr_assert(items && names && loads);
	for (size_t i = 0; i < BYTES; i += 2)
		memcpy(loads + i, "a ", 2);
	memcpy(loads, "import a", 8);
	for (size_t i = 0; i < COUNT; i++) {
		snprintf(names + 16 * i, 16, "a.%03zu.py", i);
		items[i] = (struct as_source){.name = names + 16 * i, .data = {"", 0}};
	}
	items[7].data = (struct as_bytes){loads, BYTES};
	cr_assert_eq(as_start_find_programs(
			     as_languages_find(languages, "python3"), &sources, &candidates, NULL),
		0);
	cr_expect_eq(candidates.count, 1);
	cr_expect_str_eq(candidates.first, "a.007.py");
	/* If another one loads it as well, it is a library like the others. */
	items[8].data = (struct as_bytes){loads, 8};
	cr_assert_eq(as_start_find_programs(
			     as_languages_find(languages, "python3"), &sources, &candidates, NULL),
		0);
	cr_expect_eq(candidates.count, 0);
}

Test(start, the_file_with_a_main_is_the_entry)
{
	EXPECT_START("python3",
		"a.py=def f(): pass|b.py=def g(): pass\nif __name__ == '__main__':\n    g()",
		"b.py");
	EXPECT_START("rust", "a.rs=fn f() {}|b.rs=fn main() {}", "b.rs");
	EXPECT_START("haskell", "A.hs=module A where|B.hs=main :: IO ()", "B.hs");
	EXPECT_START("pascal", "a.pas=Unit a;\r\n|b.pas=var x: integer;\nbegin end.", "b.pas");
	EXPECT_START("pascal", "a.pas=program p; uses b;|b.pas=unit b;", "a.pas");
	EXPECT_START("ada", "a.adb=package body A is|b.adb=procedure B is", "b.adb");
}

Test(start, files_of_inner_folders_are_not_candidates)
{
	EXPECT_START("python3", "lib/a.py=print(1)|solve.py=print(2)", "solve.py");
	EXPECT_START("python3", "lib/main.py=print(1)|solve.py=print(2)", "solve.py");
	EXPECT_START("python3", "s/__main__.py=import a|s/a.py=print(1)", "s/__main__.py");
	EXPECT_START("python3", "s/lib/a.py=print(1)|s/solve.py=print(2)", "s/solve.py");
	EXPECT_START("kotlin", "a.kt=fun main() {}|sub/b.kt=fun main() {}", "a.kt");
}

#define LIES_PY "def lies():\n    return input()\n"

Test(start, a_python_file_that_only_defines_names_is_no_program_if_a_deeper_file_is)
{
	EXPECT_START("python3",
		"tests/test_core.py=from sums.core import lies\ndef test():\n    assert lies()\n|"
		"src/sums/core.py=" LIES_PY "|src/sums/__main__.py=from sums.core import lies\n"
		"print(lies())\n",
		"src/sums/__main__.py");
	EXPECT_START("python3",
		"utils.py=" LIES_PY "|task/main.py=from utils import lies\nprint(lies())",
		"task/main.py");
	EXPECT_START("python3",
		"__init__.py=|core.py=" LIES_PY "|cmd/run.py=from ..core import lies\n"
		"if __name__ == '__main__':\n    print(lies())",
		"cmd/run.py");
	/* The outer file runs, has the name of the program, or no file loads it. */
	EXPECT_START("python3", "a.py=import b.c\nb.c.go()|b/c.py=import a\nprint(1)", "a.py");
	EXPECT_START("python3", "main.py=" LIES_PY "|b/c.py=import main\nprint(1)", "main.py");
	EXPECT_START("python3", "a.py=import b.c|b/c.py=print(input())", "a.py");
	EXPECT_START("python3", "a.py=" LIES_PY "|b/c.py=import a\nX = 1", "a.py");
}

Test(start, several_candidates_are_a_compile_error_that_names_them)
{
	EXPECT_START("python3", "a.py=print(1)|b.py=print(2)",
		"CE entry point not clear: a.py and b.py may each be the program; rename one to "
		"__main__.py, or judge each by itself");
	EXPECT_START("python3", "Main.py=print(1)|main.py=print(2)",
		"CE entry point not clear: Main.py and main.py may each be the program; rename one "
		"to __main__.py, or judge each by itself");
	EXPECT_START("pascal", "a.pas=begin end.|b.pas=begin end.|c.pas=begin end.",
		"CE entry point not clear: a.pas, b.pas and 1 more may each be the program; rename "
		"one to main.pas, or judge each by itself");
	EXPECT_START("kotlin", "a.kt=fun main() {}|b.kt=fun main(a: Array<String>) {}|c.kt=",
		"CE entry point not clear: a.kt and b.kt may each be the program; rename one to "
		"Main.kt, or judge each by itself");
	EXPECT_START("kotlin", "a.kt=fun main() {}|b.kt=fun f() {}", "a.kt");
	EXPECT_START("kotlin", "a.kt=fun f() {}|b.kt=fun g() {}", "a.kt");
	/* Files that load each other are not libraries. */
	EXPECT_START("python3", "a.py=import b|b.py=import a",
		"CE entry point not clear: a.py and b.py may each be the program; rename one to "
		"__main__.py, or judge each by itself");
	EXPECT_START("python3", "anna/main.py=print(1)|bert/main.py=print(2)",
		"CE entry point not clear: anna/main.py and bert/main.py may each be the program; "
		"rename one to __main__.py, or judge each by itself");
}

Test(start, of_the_packages_own_the_first_by_name_is_used_and_noted)
{
	const struct as_build_order example = {.is_example = true}, program = {.of_package = true};
	cr_expect_str_eq(find("python3", "a.py=1|b.py=2", example),
		"a.py: entry point not clear: a.py and b.py may each be the program, and a.py is "
		"taken; rename it to __main__.py");
	cr_expect_str_eq(find("python3", "+a.py=1|b.py=2|c.py=3", example),
		"b.py: entry point not clear: b.py and c.py may each be the program, and b.py is "
		"taken; rename it to __main__.py");
	cr_expect_str_eq(find("python3", "a.py=1|b.py=2", program), "a.py");
	cr_expect_str_eq(find("python3", "a.py=1|main.py=2", program), "main.py");
}

Test(start, several_complete_programs_are_noted)
{
	const struct as_build_order order = {.path = "class/"}, example = {.is_example = true};
	cr_expect_str_eq(find("python3", "anna.py=1|bert.py=2|main.py=3", order),
		"main.py: several programs: anna.py, bert.py and 1 more are taken as one "
		"submission; to judge them one by one, name each: class/*");
	cr_expect_str_eq(find("python3", "anna.py=1|bert.py=2", order),
		"CE entry point not clear: anna.py and bert.py may each be the program; rename one "
		"to __main__.py, or judge each by itself: class/*");
	cr_expect_str_eq(find("c", "a.c=int main(void) {}|b.c=  int main() {}", order),
		"a.c: several programs: a.c and b.c are taken as one submission; to judge them one "
		"by one, name each: class/*");
	/* All files are compiled together, those of inner folders as well. */
	cr_expect_str_eq(find("cpp", "old/sum.cpp=int main() {}|sum.cpp=int main() {}", order),
		"old/sum.cpp: several programs: old/sum.cpp and sum.cpp are taken as one "
		"submission; to judge them one by one, name each: class/*");
	cr_expect_str_eq(find("c", "sub/f.c=int f() {}|sum.c=int main() {}", order), "sub/f.c");
	cr_expect_str_eq(find("java", "A.java=class A " MAIN "|Main.java=class Main " MAIN, order),
		"Main: several programs: A.java and Main.java are taken as one submission; to "
		"judge "
		"them one by one, name each: class/*");
	cr_expect_str_eq(find("python3", "a.py=1|main.py=2", example), "main.py");
	EXPECT_START("c", "a.c=int main(void) {}|b.c=int f() {}", "a.c");
	EXPECT_START("python3", "__main__.py=import a, b|a.py=1|b.py=2", "__main__.py");
	EXPECT_START("python3", "+__main__.py=import s|__init__.py=|s.py=2", "__main__.py");
}

Test(start, a_named_entry_point_takes_precedence)
{
	const struct as_build_order order = {.entry_point = "b.py"};
	cr_expect_str_eq(find("python3", "__main__.py=1|a.py=2|b.py=3", order), "b.py");
}

/* A team could skip the driver of the package otherwise. */
Test(start, a_program_of_the_package_takes_precedence_over_a_named_entry_point)
{
	const struct as_build_order order = {.entry_point = "b.py"};
	cr_expect_str_eq(
		find("python3", "+__main__.py=import s|s.py=|b.py=3", order), "__main__.py");
	cr_expect_str_eq(find("python3", "+helper.py=1|a.py=2|b.py=3", order), "b.py");
	const struct as_build_order other = {.entry_point = "Sum"};
	cr_expect_str_eq(
		find("java", "+Main.java=class Main " MAIN "|Sum.java=class Sum " MAIN, other),
		"Main");
}

/* The entry that the name of a file stands for. */
static const char *entry_of(const char *language, const char *files, const char *entry_point)
{
	static char text[300];
	struct as_source items[16];
	struct as_sources sources;
	const struct as_build_order order = {.entry_point = entry_point};
	AS_AUTO_FREE char *copy = strdup(files);
	struct as_program program = {.language = as_languages_find(languages, language)};
	fill(&sources, items, copy);
	cr_assert_eq(as_start_find(&program, &sources, &order, NULL), 0);
	snprintf(text, sizeof(text), "%s", program.output ? program.output : program.entry);
	free(program.output);
	return text;
}

#define EXPECT_ENTRY(language, files, entry_point, expected)                                       \
	cr_expect_str_eq(entry_of(language, files, entry_point), expected, "%s: %s", files,        \
		entry_of(language, files, entry_point))

Test(start, a_file_stands_for_its_class)
{
	EXPECT_ENTRY("java", "a/Sum.java=package x.y; class Sum " MAIN, "a/Sum.java", "x.y.Sum");
	EXPECT_ENTRY("java", "a/Sum.java=class Other " MAIN, "a/Sum.java", "Other");
	EXPECT_ENTRY("java", "Sum.java=class Main " MAIN " class Sum " MAIN, "Sum.java", "Sum");
	EXPECT_ENTRY("java", "Sum.java=package x; class Sum {}", "Sum.java", "Sum");
	EXPECT_ENTRY("java", "Sum.java=package x; class Sum " MAIN, "Sum", "Sum");
	EXPECT_ENTRY("java", "Sum.java=class Sum " MAIN, "Other.java", "Other");
	EXPECT_ENTRY("java", "a/Sum.java=class Sum " MAIN, "Sum/Sum.java",
		"entry point not found: no class 'Sum/Sum.java'");
	EXPECT_ENTRY("kotlin", "sum.kt=fun main() { }", "sum.kt", "SumKt");
	EXPECT_ENTRY(
		"kotlin", "a/1-sum.kt=package x.y\nfun main() { }", "a/1-sum.kt", "x.y._1_sumKt");
	EXPECT_ENTRY("kotlin", "Sum.kt=package  x;\nobject Sum {\n fun main(", "Sum.kt", "x.Sum");
	EXPECT_ENTRY("scala", "a/Sum.scala=package x\nobject Sum extends App { }", "a/Sum.scala",
		"x.Sum");
	EXPECT_ENTRY("scala", "Sum.scala=object Sum extends App { }", "Sum", "Sum");
}

/* It is the language's rule that all files are one program. */
Test(start, an_entry_point_that_is_ignored_hides_no_second_program)
{
	const struct as_build_order order = {.entry_point = "one.c"};
	cr_expect_not_null(strstr(find("c", "one.c=int main(|other.c=int main(", order),
		"several programs: one.c and other.c are taken as one submission"));
}

/* Keywords of the parsers, in any order and cut anywhere, each file on the heap in its exact size:
 * the sanitizer detects a read past the end. */
Test(start, any_bytes_are_read_within_their_bounds)
{
	static const char *const words[] = {"import", " ", "a", "b.", "\n", "\r\n", "\t", "unit ",
		"if __name__", "#!", "/usr/bin/env", "python3.11", "/", "-S", "\xef\xbb\xbf",
		"\xe9", "# coding:", "=", "main :-", ":-", "require('./b')", "fn main(", "i"};
	static const char *const endings[] = {".py", ".pl", ".rs", ".PAS", "", ".rb", ".kt"};
	unsigned long state = 42;
	for (int i = 0; i < 4000; i++) {
		AS_AUTO(as_sources_clear)
		struct as_sources sources = {
			.files = calloc(3, sizeof(struct as_source)), .single = i % 5 == 0};
		for (int f = 0; f < 3; f++) {
			char text[400] = "";
			for (unsigned n = 0; n < (state >> 40) % 20; n++) {
				state = state * 6364136223846793005UL + 1442695040888963407UL;
				strcat(text,
					words[(state >> 33) % (sizeof(words) / sizeof(*words))]);
			}
			state = state * 6364136223846793005UL + 1442695040888963407UL;
			const size_t size = strlen(text);
			struct as_source *file = &sources.files[sources.count++];
			*file = (struct as_source){.name = as_text_format(NULL, "%c%s", 'a' + f,
							   endings[(state >> 33) % 7]),
				.data = {malloc(size + 1), size}};
			memcpy(file->data.data, text, size + 1);
			sources.size_bytes += size;
		}
		struct as_program program = {0};
		as_languages_tidy(languages, &sources);
		cr_assert_eq(as_languages_detect(languages, &sources, &program.language, NULL), 0);
		if (!program.language)
			continue;
		struct as_language_mix mix;
		cr_assert_eq(
			as_languages_mix(languages, program.language, &sources, &mix, NULL), 0);
		cr_assert_eq(as_language_recode(program.language, &sources, NULL), 0);
		cr_assert_eq(as_start_find(&program, &sources, &NOBODYS, NULL), 0);
		free(program.output);
		free(program.note);
	}
}

Test(start, in_java_the_class_main_takes_precedence_also_from_the_package)
{
	EXPECT_QUIET("java", "Brute.java=public class Brute " MAIN "|Main.java=class Main " MAIN,
		"Main");
	EXPECT_QUIET("java", "a.java=class Brute " MAIN "|b.java=class Main " MAIN, "Main");
	EXPECT_START(
		"java", "+Main.java=public class Main " MAIN "|Mine.java=class Mine " MAIN, "Main");
	EXPECT_START(
		"java", "+Aux.java=public class Aux " MAIN "|Mine.java=class Mine " MAIN, "Mine");
	/* Nothing else could start. */
	EXPECT_START("java", "+Aux.java=public class Aux " MAIN "|Mine.java=class Mine { }", "Aux");
	EXPECT_START("java",
		"Base.java=class Base { }|Mine.java=public class Mine extends Base { }", "Mine");
	EXPECT_START("java", "A.java=class A { }|B.java=class B " MAIN, "B");
}

Test(start, in_java_several_files_with_a_main_are_a_compile_error)
{
	EXPECT_START("java", "A.java=class A " MAIN "|B.java=class B { }|C.java=class C " MAIN,
		"CE entry point not clear: A.java and C.java may each be the program; rename one "
		"to Main.java, or judge each by itself");
	cr_expect_str_eq(find("java", "A.java=class A " MAIN "|C.java=public class C " MAIN,
				 (struct as_build_order){.is_example = true}),
		"C: entry point not clear: A.java and C.java may each be the program, and C is "
		"taken; rename it to Main.java");
}
