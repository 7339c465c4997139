/* SPDX-License-Identifier: MIT */
/* The language table: its contents, detection of a submission's language, and its commands. */
#include "workshop.h"

#include <assay/package/shared.h>
#include <assay/program.h>

#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>

static struct as_languages *languages;

static void open_table(void)
{
	struct as_error error = {0};
	languages = as_languages_open(NULL, &error);
	cr_assert_not_null(languages, "%s", error.text);
}

static void close_table(void)
{
	as_languages_close(languages);
}

TestSuite(language, .init = open_table, .fini = close_table);

Test(language, the_table_has_those_that_are_promised)
{
	static const char *const ids[] = {"c", "cpp", "python3", "pypy3", "java", "kotlin", "rust",
		"go", "javascript", "pascal", "haskell", "ada", "csharp", "ocaml", "ruby", "lua",
		"perl", "php", "r", "bash", "awk", "fortran", "scala", "lisp", "prolog"};
	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++)
		cr_expect_not_null(as_languages_find(languages, ids[i]), "%s", ids[i]);
	cr_expect_null(as_languages_find(languages, "C"));
	cr_expect_null(as_languages_find(languages, ""));
}

/* ---- which language ---- */

/* The files "NAME" or "NAME=content", separated by '|'. */
static const char *detect(const char *files)
{
	struct as_source items[8];
	struct as_sources sources = {.files = items, .single = !strchr(files, '|')};
	AS_AUTO_FREE char *copy = strdup(files);
	for (char *save, *word = strtok_r(copy, "|", &save); word;
		word = strtok_r(NULL, "|", &save)) {
		char *content = strchrnul(word, '=');
		if (*content)
			*content++ = '\0';
		items[sources.count++] =
			(struct as_source){.name = word, .data = {content, strlen(content)}};
	}
	const struct as_language *language;
	cr_assert_eq(as_languages_detect(languages, &sources, &language, NULL), 0);
	return language ? language->id : "none";
}

Test(language, a_submission_is_in_the_language_of_most_of_its_files)
{
	static const char *const cases[][2] = {
		{"a.c", "c"},
		{"a.cc", "cpp"},
		{"a.cpp", "cpp"},
		{"a.cxx", "cpp"},
		{"a.c++", "cpp"},
		{"a.C", "cpp"},
		{"a.py", "python3"},
		{"a.py3", "python3"},
		{"a.java", "java"},
		{"Main.java|Helper.java|tool.py", "java"},
		{"a.c|a.h|b.h", "c"},
		{"a.cpp|b.cpp|c.c", "cpp"},
		{"a.c|b.c|c.cpp", "cpp"},
		{"a.c|b.c|c.cpp|d.py", "cpp"},
		{"a.c|b.cpp|c.py", "cpp"},
		{"a.pl|b.pm", "perl"},
		{"a.h", "none"},
		{"a.txt", "none"},
		{"c", "none"},
		{".c", "none"},
		{"a.PY", "none"},
		{"a.py=#!/usr/bin/env pypy3\nprint()", "pypy3"},
		{"a.py=#!/usr/bin/python3\nprint('pypy')", "python3"},
		{"a.py=print()\n#!/usr/bin/env pypy3", "python3"},
		{"a=#!/usr/bin/pypy3\nprint()", "pypy3"},
		{"README=#!/usr/bin/pypy3\n|a.c", "c"},
		{"README.python=#!/usr/bin/pypy3\n|a.py", "python3"},
		{"README.md|a.py=#!/usr/bin/pypy3\n", "pypy3"},
		{"a.py=#!", "python3"},
		{"a.py=", "python3"},
		{"a.py2", "python2"},
		{"a.py=#!/usr/bin/env python2\n", "python2"},
		{"a.py=#!/usr/bin/python2.7\n", "python2"},
		{"a.py=#!/usr/bin/env python3\n", "python3"},
		{"a.kt", "kotlin"},
		{"a.scala", "scala"},
		{"a.rs", "rust"},
		{"a.go", "go"},
		{"a.js", "javascript"},
		{"a.mjs", "javascript"},
		{"a.cjs", "javascript"},
		{"a.pas", "pascal"},
		{"a.hs", "haskell"},
		{"a.adb", "ada"},
		{"a.ads|a.adb", "ada"},
		{"a.cs", "csharp"},
		{"a.ml", "ocaml"},
		{"a.rb", "ruby"},
		{"a.lua", "lua"},
		{"a.pm", "perl"},
		{"a.pl", "perl"},
		{"a.pl=print 1;\n", "perl"},
		{"a.pl=#!/usr/bin/swipl\nx.\n", "prolog"},
		{"a.pl=% sum\nmain :-\n    read(X).\n", "prolog"},
		{"a.pl=my $x = $y ? 1 :-1;\n", "perl"},
		{"a.plg", "prolog"},
		{"Util.pm|a.pl=use Util;", "perl"},
		{"a.pl=#!/usr/bin/perl -w\n", "perl"},
		{"a.pl=:- initialization(main).\n", "prolog"},
		{"a.php", "php"},
		{"a.r", "r"},
		{"a.R", "r"},
		{"a.sh", "bash"},
		{"a.awk", "awk"},
		{"a.f90", "fortran"},
		{"a.f95", "fortran"},
		{"a.f", "fortran"},
		{"a.p", "pascal"},
		{"a.pp", "pascal"},
		{"a.pas|b.lpr", "pascal"},
		{"a.dpr", "pascal"},
		{"a.f90|b.inc", "fortran"},
		{"a.pas|b.inc", "pascal"},
		{"a.bash", "bash"},
		{"a=#!/usr/bin/env -S python3.11 -O\n", "python3"},
		{"a=#!/usr/bin/env X=1 lua5.4\n", "lua"},
		{"a=#! /usr/bin/node\n", "javascript"},
		{"a=\xef\xbb\xbf#!/usr/bin/ruby\n", "ruby"},
		{"a=#!/bin/sh\n", "bash"},
		{"a=#!/usr/bin/env\n", "none"},
		{"a=#!/usr/bin/python4000000000000000000000000000000000000000000000000000000000\n",
			"python3"},
		{"a=#!/usr/bin/pythonic\n", "none"},
		{"a.c=#!/usr/bin/python3\n", "c"},
		{"tool.py=#!/usr/bin/python3\n|A.java|B.java", "java"},
		{"a.py|b.py=#!/usr/bin/pypy3\n|c.py", "pypy3"},
		{"a.lisp", "lisp"},
		{"a.cl", "lisp"},
		{"build|run", "none"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		cr_expect_str_eq(detect(cases[i][0]), cases[i][1], "%s: %s, expected %s",
			cases[i][0], detect(cases[i][0]), cases[i][1]);
}

/* The names after tidying, each followed by '|'. */
static const char *tidy(const char *files)
{
	static char text[512];
	struct as_sources sources = {.single = !strchr(files, '|')};
	AS_AUTO_FREE char *copy = strdup(files);
	sources.files = calloc(8, sizeof(*sources.files));
	for (char *save, *word = strtok_r(copy, "|", &save); word;
		word = strtok_r(NULL, "|", &save)) {
		char *content = strchrnul(word, '=');
		if (*content)
			*content++ = '\0';
		sources.files[sources.count++] = (struct as_source){
			.name = strdup(word), .data = {strdup(content), strlen(content)}};
	}
	as_languages_tidy(languages, &sources);
	*text = '\0';
	for (size_t i = 0; i < sources.count; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s|",
			sources.files[i].name);
	as_sources_clear(&sources);
	return text;
}

Test(language, an_upper_case_ending_counts_as_lower_case_unless_a_language_has_it)
{
	static const char *const cases[][2] = {
		{"a.PY", "a.py|"},
		{"a.Cpp", "a.cpp|"},
		{"A.CPP", "A.cpp|"},
		{"Main.JAVA", "Main.java|"},
		{"a.C", "a.C|"},
		{"a.R", "a.R|"},
		{"a.H|a.C", "a.C|a.h|"},
		{"a.PY|a.py", "a.PY|a.py|"},
		{"a.TXT|b.py", "a.TXT|b.py|"},
		{"B.PY|a.py|s.d/X", "B.py|a.py|s.d/X|"},
		/* A script without an ending. */
		{"solve=#!/usr/bin/env python3\n|notes.txt", "notes.txt|solve.py|"},
		{"solve=#!/bin/bash\n|a.c", "a.c|solve|"},
		{"solve=#!/usr/bin/env cobol\n|notes.txt", "notes.txt|solve|"},
		{"solve=#!/usr/bin/env python3\n", "solve|"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		cr_expect_str_eq(
			tidy(cases[i][0]), cases[i][1], "%s: %s", cases[i][0], tidy(cases[i][0]));
}

Test(language, an_ending_that_does_not_decide_is_still_a_source)
{
	const struct as_language *perl = as_languages_find(languages, "perl");
	cr_expect(as_language_is_source(perl, "a.pl"));
	cr_expect(as_language_is_source(perl, "a.pm"));
	cr_expect_not(as_language_is_source(perl, "a.py"));
}

Test(language, special_languages_have_their_flags)
{
	cr_expect_not_null(as_languages_find(languages, "python2")->refused);
	cr_expect(as_languages_find(languages, "script")->is_hidden);
	cr_expect(as_languages_find(languages, "java")->start.takes_class);
	cr_expect(as_languages_find(languages, "kotlin")->start.takes_class);
	cr_expect(as_languages_find(languages, "javascript")->start.takes_file);
	cr_expect_not(as_languages_find(languages, "javascript")->start.takes_class);
	cr_expect_not(as_languages_find(languages, "c")->start.takes_file);
	cr_expect_not(as_languages_find(languages, "c")->start.takes_class);
}

Test(language, a_package_allows_by_id_or_family)
{
	const struct as_language *pypy = as_languages_find(languages, "pypy3"),
				 *c = as_languages_find(languages, "c");
	char python3[] = "python3", pypy3[] = "pypy3", cpp[] = "cpp";
	char *const family[] = {python3, NULL}, *const own[] = {cpp, pypy3, NULL},
		    *const none[] = {NULL};
	cr_expect(as_language_is_allowed(pypy, NULL));
	cr_expect(as_language_is_allowed(pypy, family));
	cr_expect(as_language_is_allowed(pypy, own));
	cr_expect_not(as_language_is_allowed(c, own));
	cr_expect_not(as_language_is_allowed(c, none));
}

/* ---- commands ---- */

static void expect_words(
	const char *const *command, const struct as_expansion *expansion, const char *expected)
{
	AS_AUTO_NAMES char **words = as_language_expand(command, expansion, NULL);
	char text[2048] = "";
	cr_assert_not_null(words);
	for (char **word = words; *word; word++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s|", *word);
	cr_expect_str_eq(text, expected);
}

Test(language, a_command_is_filled_in)
{
	const char *const sources[] = {"/program/a b.c", "/program/$(x).c", NULL};
	const char *const folders[] = {"/program", "/program/-a b", NULL};
	const char *const options[] = {"-I/headers", NULL};
	const struct as_expansion expansion = {.main = "__main__.py",
		.entry = "Main",
		.sources = sources,
		.folders = folders,
		.options = options,
		.memory_bytes = 256 << 20,
		.stack_bytes = 64 << 20};
	expect_words(as_languages_find(languages, "c")->compile.words, &expansion,
		"/usr/bin/gcc|-x|c|-std=gnu17|-O2|-DONLINE_JUDGE|-pipe|-I/headers|"
		"-iquote/program|-iquote/program/-a b|-idirafter/program|"
		"-idirafter/program/-a b|-static|-o|/box/program|/program/a "
		"b.c|/program/$(x).c|-lm|");
	expect_words(as_languages_find(languages, "python3")->run.words, &expansion,
		"/usr/bin/python3|/program/__main__.py|");
	AS_AUTO_NAMES char **java = as_language_expand(
		as_languages_find(languages, "java")->run.words, &expansion, NULL);
	bool stack = false, heap = false;
	for (char **word = java; *word; word++) {
		stack |= strcmp(*word, "-Xss65536k") == 0;
		heap |= strcmp(*word, "-Xmx262144k") == 0;
	}
	cr_expect(stack && heap);
}

Test(language, a_command_without_options_has_no_hole)
{
	const char *const sources[] = {"/program/a.c", NULL};
	const struct as_expansion expansion = {.sources = sources};
	AS_AUTO_NAMES char **words = as_language_expand(
		as_languages_find(languages, "c")->compile.words, &expansion, NULL);
	for (char **word = words; *word; word++)
		cr_expect_null(strchr(*word, '{'), "%s", *word);
}

/* Each key of the table lifts a restriction; a compiled program is code of its own. */
Test(language, a_run_may_execute_what_its_language_lists)
{
	static const struct {
		const char *id;
		unsigned restrictions;
	} table[] = {
		{"c", AS_RESTRICT_EXEC},
		{"go", AS_RESTRICT_EXEC},
		{"pascal", AS_RESTRICT_EXEC},
		{"python3", AS_RESTRICT_EXEC | AS_RESTRICT_FILES | AS_RESTRICT_CODE},
		{"perl", AS_RESTRICT_EXEC | AS_RESTRICT_FILES | AS_RESTRICT_CODE},
		{"lua", AS_RESTRICT_EXEC | AS_RESTRICT_FILES | AS_RESTRICT_CODE},
		{"php", AS_RESTRICT_EXEC | AS_RESTRICT_FILES | AS_RESTRICT_CODE},
		{"ruby", AS_RESTRICT_EXEC | AS_RESTRICT_FILES | AS_RESTRICT_CODE},
		{"prolog", AS_RESTRICT_EXEC | AS_RESTRICT_FILES | AS_RESTRICT_CODE},
		{"bash", AS_RESTRICT_FILES | AS_RESTRICT_CODE},
		{"awk", AS_RESTRICT_FILES | AS_RESTRICT_CODE},
		{"r", AS_RESTRICT_FILES | AS_RESTRICT_CODE},
		{"pypy3", AS_RESTRICT_EXEC | AS_RESTRICT_FILES},
		{"javascript", AS_RESTRICT_EXEC | AS_RESTRICT_FILES},
		{"csharp", AS_RESTRICT_EXEC | AS_RESTRICT_FILES},
		{"lisp", AS_RESTRICT_EXEC | AS_RESTRICT_FILES},
		{"java", AS_RESTRICT_FILES},
		{"kotlin", AS_RESTRICT_FILES},
		{"scala", AS_RESTRICT_FILES},
		{"script", 0},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		cr_expect_eq(as_languages_find(languages, table[i].id)->run.restrictions,
			table[i].restrictions, "%s", table[i].id);
}

/* ---- a table of one's own ---- */

/* The keys that a language must have, one a line, the first in line 2; the last is left open. */
static const char *const must_have[][2] = {
	{"id", "\"x\""},
	{"name", "\"X\""},
	{"package", "\"x\""},
	{"profile", "\"native\""},
	{"extensions", "[\".x\"]"},
	{"tools", "[]"},
	{"version", "[\"x\", \"\"]"},
	{"compile", "[\"x\"]"},
	{"run", "[\"x\"]"},
	{"compile_views", "[]"},
	{"run_views", "[]"},
	{"processes", "64"},
};
#define MUST_COUNT (sizeof(must_have) / sizeof(*must_have))

/* A table with one language, without `left_out` and with `more`: ", \"key\": value" in line 14. */
static void write_table(char text[4096], const char *left_out, const char *more)
{
	size_t size = (size_t)sprintf(
		text, "{\"schema\": \"assay-language-table/1\", \"languages\": [{\n");
	for (size_t i = 0; i < MUST_COUNT; i++)
		if (strcmp(must_have[i][0], left_out) != 0)
			size += (size_t)sprintf(text + size, "\"%s\": %s%s\n", must_have[i][0],
				must_have[i][1], i + 1 < MUST_COUNT ? "," : "");
	sprintf(text + size, "%s}]}\n", more);
}

/* "" for a valid table, else the message. */
static void open_text(const char *text, char said[2048])
{
	char folder[] = "/tmp/assay-language.XXXXXX", path[64];
	struct as_error error = {0};
	cr_assert(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/table.json", folder);
	cr_assert_eq(as_file_write(AT_FDCWD, path, text, strlen(text), 0644, NULL), 0);
	struct as_languages *table = as_languages_open(path, &error);
	said[0] = '\0';
	if (table)
		cr_expect_eq(error.kind, AS_ERROR_NONE);
	else
		as_error_format(&error, said, 2048);
	as_languages_close(table);
	as_dir_remove(AT_FDCWD, folder, NULL);
}

Test(language, those_that_are_not_installed_are_not_counted)
{
	char text[4096], folder[] = "/tmp/assay-language.XXXXXX", path[64];
	static const char *const tools[] = {"[\"/gone/x\"]", "[\"/bin/true\"]"};
	cr_assert(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/table.json", folder);
	for (size_t i = 0; i < 2; i++) {
		char more[64];
		snprintf(more, sizeof(more), ", \"tools\": %s", tools[i]);
		write_table(text, "tools", more);
		cr_assert_eq(as_file_write(AT_FDCWD, path, text, strlen(text), 0644, NULL), 0);
		struct as_languages *table = as_languages_open(path, NULL);
		cr_assert(table);
		cr_expect_eq(as_languages_count_here(table), i);
		as_languages_close(table);
	}
	as_dir_remove(AT_FDCWD, folder, NULL);
}

Test(language, a_text_that_several_commands_share_is_in_the_table_once)
{
	static const char *const ids[] = {"python3", "pypy3"};
	const char *check[2];
	for (size_t i = 0; i < 2; i++) {
		const struct as_language *language = as_languages_find(languages, ids[i]);
		check[i] = language->compile.words[4];
		cr_expect_not_null(strstr(check[i], "py_compile"), "%s", check[i]);
		/* Caches and stores identify a language by this text. */
		cr_expect_not_null(strstr(language->canonical, "py_compile"));
	}
	cr_expect_str_eq(check[0], check[1]);
}

Test(language, a_text_that_the_table_does_not_have_is_refused)
{
	char text[4096], said[2048];
	write_table(text, "compile", "");
	char *end = strrchr(text, '}') - 2;
	cr_assert_eq(*end, '}');
	strcpy(end, ", \"compile\": [\"x\", \"{text:gone}\"]}], \"texts\": {\"here\": \"x\"}}\n");
	open_text(text, said);
	cr_expect_not_null(strstr(said, "language 0: compile names a text that is not in 'texts'"),
		"%s", said);
	memcpy(strstr(text, "{text:gone}"), "{text:here}", 11);
	open_text(text, said);
	cr_expect_str_empty(said);
}

Test(language, a_table_without_a_key_that_it_must_have_is_refused)
{
	for (size_t i = 0; i < MUST_COUNT; i++) {
		char text[4096], said[2048], expected[128];
		/* There is no comma after the last key of the table. */
		write_table(text, must_have[i][0], i + 1 < MUST_COUNT ? "" : "\"noise\": [\"x\"]");
		open_text(text, said);
		snprintf(expected, sizeof(expected), "table.json:1:52: language 0: %s is missing",
			must_have[i][0]);
		cr_expect_not_null(strstr(said, expected), "%s, expected %s", said, expected);
	}
}

Test(language, a_malformed_key_is_refused_at_its_line)
{
	static const char *const cases[][2] = {
		{"", ""},
		{"\"flavour\": 1",
			"table.json:14:14: language 0: unknown key 'flavour'; remove it"},
		{"\"compile_eny\": []", "unknown key 'compile_eny'; did you mean 'compile_env'?"},
		{"\"family\": 3",
			"table.json:14:13: language 0: family must be a string that is not empty"},
		{"\"main\": \"\"",
			"table.json:14:11: language 0: main must be a string that is not empty"},
		{"\"refused\": true", "refused must be a string that is not empty"},
		{"\"interpreters\": null", "interpreters must be a list of strings"},
		{"\"content_lines\": [\"\"]",
			"content_lines must be a list of strings that are not empty"},
		{"\"rename_to_entry\": []", "rename_to_entry must be a string that is not empty"},
		{"\"also\": \".y\"",
			"table.json:14:11: language 0: also must be a list of strings"},
		{"\"also\": [\".y\", 1]", "table.json:14:18: language 0: also must be a list of "
					  "strings that are not empty"},
		{"\"also\": [\"\"]", "table.json:14:12: language 0: also must be a list of strings "
				     "that are not empty"},
		{"\"companions\": {}", "companions must be a list of strings"},
		{"\"main_lines\": \"main\"", "main_lines must be a list of strings"},
		{"\"library_lines\": [\"\"]",
			"library_lines must be a list of strings that are not empty"},
		{"\"load_words\": [1]", "load_words must be a list of strings"},
		{"\"compile_env\": [\"A=1\", null]",
			"table.json:14:26: language 0: compile_env must be a list"},
		{"\"run_env\": 1", "run_env must be a list of strings"},
		{"\"run_entry\": []",
			"table.json:14:16: language 0: run_entry must have at least one word"},
		{"\"run_entry\": [\"x\", 2]",
			"table.json:14:22: language 0: run_entry must be a list of strings"},
		{"\"run_entry\": [\"x\", \"\"]", ""},
		{"\"out_of_memory\": [3]",
			"table.json:14:21: language 0: out_of_memory must be a list of strings"},
		{"\"noise\": [\"\"]", "table.json:14:13: language 0: noise must be a list of "
				      "strings that are not"},
		{"\"extra_memory_bytes\": \"1\"",
			"table.json:14:25: language 0: extra_memory_bytes must be a "
			"whole number from 0 to 1099511627776"},
		{"\"extra_memory_bytes\": 1.5", "extra_memory_bytes must be a whole number"},
		{"\"extra_memory_bytes\": -1", "extra_memory_bytes must be a whole number"},
		{"\"stack_most_bytes\": 1099511627777", "stack_most_bytes must be a whole number"},
		{"\"stack_most_bytes\": 0", ""},
		{"\"keep_sources\": 1",
			"table.json:14:19: language 0: keep_sources must be true or false"},
		{"\"utf8\": 1", "utf8 must be true or false"},
		{"\"writes_box\": \"true\"", "writes_box must be true or false"},
		{"\"hidden\": null", "hidden must be true or false"},
		{"\"hidden\": false", ""},
		{"\"entry\": \"perl\"", "table.json:14:12: language 0: entry must be java"},
		{"\"entry\": [\"java\"]", "table.json:14:12: language 0: entry must be java"},
		{"\"entry\": \"java\"", ""},
		{"\"family\": \"y\"",
			"table.json:14:13: language 0: family must be the id of a language"},
		{"\"precompile\": \"x\"",
			"table.json:14:17: language 0: precompile must be an object with the "
			"keys header and command"},
		{"\"precompile\": {\"header\": \"x\"}",
			"table.json:14:17: language 0: precompile's command is missing"},
		{"\"precompile\": {\"header\": 1, \"command\": [\"x\"]}",
			"table.json:14:28: language 0: precompile's header must be a string that "
			"is not empty"},
		{"\"precompile\": {\"header\": \"x\", \"command\": []}",
			"table.json:14:44: language 0: precompile's command must have at least one "
			"word"},
		{"\"precompile\": {\"header\": \"x\", \"command\": [\"x\", 1]}",
			"table.json:14:50: language 0: precompile's command must be a list of "
			"strings"},
		{"\"precompile\": {\"header\": \"x\", \"command\": [\"x\"], \"id\": 1}",
			"unknown key 'id' of precompile; remove it"},
		{"\"precompile\": {\"header\": \"x\", \"command\": [\"x\"]}", ""},
		{"\"class_archive\": []",
			"table.json:14:20: language 0: class_archive must be an object with the "
			"keys source, lines, make and use"},
		{"\"class_archive\": {\"source\": \"x\", \"lines\": [\"x\"], \"make\": [\"x\"]}",
			"table.json:14:20: language 0: class_archive's use is missing"},
		{"\"class_archive\": {\"source\": \"x\", \"lines\": [\"x\"], \"make\": [\"x\"], "
		 "\"use\": []}",
			"class_archive's use must have at least one word"},
		{"\"class_archive\": {\"source\": \"x\", \"lines\": [\"x\"], \"make\": [\"x\"], "
		 "\"use\": [\"x\"]}",
			"table.json:14:20: language 0: class_archive needs the word {options} in "
			"compile"},
		{"\"class_archive\": {\"uses\": [\"x\"]}",
			"unknown key 'uses' of class_archive; did you mean 'use'?"},
		{"\"roots\": []",
			"table.json:14:12: language 0: roots must be an object with the keys "
			"programs, folders, files, hidden and modules"},
		{"\"roots\": {}", "table.json:14:12: language 0: roots' programs is missing"},
		{"\"roots\": {\"programs\": []}",
			"table.json:14:12: language 0: roots must have a first program with an "
			"absolute path"},
		{"\"roots\": {\"programs\": [\"../x\"]}",
			"roots must have a first program with an absolute path"},
		{"\"roots\": {\"programs\": [\"/x\"], \"folders\": \"/y\"}",
			"roots' folders must be a list of strings"},
		{"\"roots\": {\"programs\": [\"/x\"], \"files\": [\"\"]}",
			"roots' files must be a list of strings that are not empty"},
		{"\"roots\": {\"programs\": [\"/x\"], \"hiden\": []}",
			"unknown key 'hiden' of roots; did you mean 'hidden'?"},
		{"\"roots\": {\"programs\": [\"/x\", \"../y\"], \"hidden\": [\"../z\"]}", ""},
		{"\"executes\": \"memory\"",
			"table.json:14:15: language 0: executes must be a list of strings"},
		{"\"absent\": \"uname\"", "language 0: absent must be a list of strings"},
		{"\"executes\": [\"memory\", \"everything\"]",
			"language 0: executes must be a list of programs, files and memory"},
		{"\"executes\": [\"programs\", \"files\", \"memory\"]", ""},
		{"\"absent\": [\"uname\", \"ld\"]", ""},
		{"\"absent\": [\"/usr/bin/uname\"]",
			"language 0: absent must be a list of at most 16 names without folders"},
		{"\"executes\": [\"programs\"], \"absent\": [\"uname\"]",
			"language 0: absent has no effect on a language that executes programs"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char text[4096], said[2048], more[256];
		snprintf(more, sizeof(more), "%s%s", *cases[i][0] ? ", " : "", cases[i][0]);
		write_table(text, "", more);
		open_text(text, said);
		cr_expect_eq(*said == '\0', *cases[i][1] == '\0', "%s: %s", cases[i][0], said);
		cr_expect_not_null(strstr(said, cases[i][1]), "%s: %s", cases[i][0], said);
	}
}

Test(language, a_required_key_of_another_type_is_refused)
{
	static const char *const cases[][3] = {
		{"id", "3", "id must be a string that is not empty"},
		{"name", "\"\"", "name must be a string that is not empty"},
		{"package", "[]", "package must be a string that is not empty"},
		{"profile", "1", "profile must be native, runtime or compiler"},
		{"profile", "\"fast\"", "profile must be native, runtime or compiler"},
		{"extensions", "\".x\"", "extensions must be a list of strings"},
		{"extensions", "[]",
			"extensions must have an ending, here or in the family's first"},
		{"tools", "[1]", "tools must be a list of strings that are not empty"},
		{"version", "[]", "version must have at least one word"},
		{"compile", "[]", "compile must have at least one word"},
		{"run", "[]", "run must have at least one word"},
		{"compile",
			"[\"x\", \"{options}\"], \"class_archive\": {\"source\": \"x\", \"lines\": "
			"[\"x\"], \"make\": [\"x\"], \"use\": [\"x\"]}",
			""},
		{"compile", "[], \"refused\": \"it is old\"", ""},
		{"compile_views", "{}", "compile_views must be a list of strings"},
		{"run_views", "[\"\"]", "run_views must be a list of strings that are not empty"},
		{"run_views",
			"[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\",\"10\",\"11\","
			"\"12\",\"13\",\"14\",\"15\",\"16\",\"17\",\"18\",\"19\",\"20\",\"21\","
			"\"22\",\"23\",\"24\",\"25\",\"26\",\"27\",\"28\",\"29\",\"30\",\"31\"]",
			"run_views has more than 30 paths"},
		{"processes", "0", "processes must be a whole number from 1 to 4096"},
		{"processes", "4097", "processes must be a whole number from 1 to 4096"},
		{"processes", "\"64\"", "processes must be a whole number from 1 to 4096"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char text[4096], said[2048], more[512], place[32] = "table.json:13:";
		/* The key comes last. */
		snprintf(more, sizeof(more), "%s\"%s\": %s",
			strcmp(cases[i][0], "processes") == 0 ? "" : ", ", cases[i][0],
			cases[i][1]);
		write_table(text, cases[i][0], more);
		open_text(text, said);
		cr_expect_eq(*said == '\0', *cases[i][2] == '\0', "%s: %s", more, said);
		cr_expect_not_null(strstr(said, cases[i][2]), "%s: %s", more, said);
		cr_expect(*said == '\0' || strstr(said, place), "%s: %s", more, said);
	}
}

Test(language, an_invalid_table_is_refused)
{
#define SCHEMA "\"schema\": \"assay-language-table/1\""
	static const char *const cases[][2] = {
		{"{" SCHEMA ", \"languages\": []}", ""},
		{"{\"languages\": []}", "table.json:1:1: 'schema' must be assay-language-table/1"},
		{"{\"schema\": \"assay-language-table/2\", \"languages\": []}",
			"table.json:1:12: 'schema' must be assay-language-table/1"},
		{"{" SCHEMA ", \"languages\": {}}", "table.json:1:51: 'languages' must be a list"},
		{"{" SCHEMA "}", "table.json:1:1: 'languages' must be a list"},
		{"{" SCHEMA ", \"languages\": [], \"more\": 1}",
			"unknown key 'more'; use schema, texts and languages"},
		{"{" SCHEMA ", \"languages\": [\n3]}",
			"table.json:2:1: language 0 must be an object"},
		{"[]", "table.json:1:1: 'languages' must be a list"},
		{"{", "table.json:1:"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char said[2048];
		open_text(cases[i][0], said);
		cr_expect_eq(*said == '\0', *cases[i][1] == '\0', "%s: %s", cases[i][0], said);
		cr_expect_not_null(strstr(said, cases[i][1]), "%s: %s", cases[i][0], said);
	}
}

Test(language, two_languages_of_one_id_are_refused)
{
	char one[4096], text[8192], said[2048];
	write_table(one, "", "");
	char *entry = strstr(one, "{\n");
	*strrchr(entry, ']') = '\0';
	snprintf(text, sizeof(text), "%s,\n%s]}", one, entry);
	open_text(text, said);
	cr_expect_not_null(
		strstr(said,
			"table.json:16:7: language 1: id is already the id of an earlier language"),
		"%s", said);
}

Test(language, omitted_keys_of_the_table_are_empty_lists)
{
	const struct as_language *c = as_languages_find(languages, "c");
	cr_expect_null(*c->files.also);
	cr_expect_null(*c->run.env);
	cr_expect_null(*c->start.run);
	cr_expect_null(*c->messages.noise);
	cr_expect_null(c->precompile.header);
	cr_expect_null(*c->precompile.command);
	cr_expect_str_eq(as_languages_find(languages, "cpp")->precompile.header, "bits/stdc++.h");
	cr_expect_not_null(strstr(c->canonical, "\"-std=gnu17\""));
}

Test(language, missing_programs_name_their_packages)
{
	struct as_language absent = *as_languages_find(languages, "java");
	struct as_error error = {0};
	static const char *const tools[] = {"/usr/bin/no-such-compiler", NULL};
	absent.tools = tools;
	cr_expect_not(as_language_is_here(&absent));
	cr_expect_eq(as_language_require(&absent, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_MACHINE);
	cr_expect_str_eq(error.text, "Java cannot be judged on this machine; run `sudo apt-get "
				     "install default-jdk-headless`");
	as_error_clear(&error);
	cr_expect_null(as_language_fingerprint(&absent, &error));
	cr_expect_str_eq(error.text, "Java is not completely installed; run `sudo apt-get install "
				     "default-jdk-headless`");
}

/* The list is in another library, which cannot see the table. */
Test(language, packages_share_files_of_all_endings_of_the_table)
{
	for (size_t i = 0; i < languages->count; i++) {
		const struct as_language_files *files = &languages->items[i].files;
		const char *const *const lists[] = {
			files->extensions, files->also, files->companions};
		for (size_t k = 0; k < sizeof(lists) / sizeof(*lists); k++)
			for (const char *const *ending = lists[k]; *ending; ending++) {
				char name[64];
				snprintf(name, sizeof(name), "a%s", *ending);
				cr_expect(**ending != '.' || as_shared_is_source(name), "%s", name);
			}
	}
}

static void expect_message(const char *id, const char *message, const char *expected)
{
	const struct as_bytes bytes = {(char *)message, strlen(message)};
	AS_AUTO_FREE char *text =
		as_compiler_message(as_languages_find(languages, id), &bytes, NULL);

	cr_expect_str_eq(text, expected);
}

Test(language, the_message_of_a_compiler_has_no_lines_about_the_sandbox)
{
	expect_message("csharp",
		"mono_thread_internal_set_priority: pthread_setschedparam failed, error: "
		"\"Operation not permitted\" (1)\n/program/a.cs(1,2): error CS1525\n",
		"a.cs(1,2): error CS1525\n");
	expect_message("csharp", "mono_thread_internal_set_priority: x\n", "");
	expect_message("c", "/program/a.c:1: mono_thread_internal_set_priority:",
		"a.c:1: mono_thread_internal_set_priority:");
	expect_message("c", "", "");
}
