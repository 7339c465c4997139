/* SPDX-License-Identifier: MIT */
/* The language table: what it says, how a submission's language is told, what its commands become.
 */
#include "language.h"

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
	const struct as_language *language = as_languages_detect(languages, &sources);
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
		{"a.mjs", "none"},
		{"a.pas", "pascal"},
		{"a.hs", "haskell"},
		{"a.adb", "ada"},
		{"a.ads|a.adb", "ada"},
		{"a.cs", "csharp"},
		{"a.ml", "ocaml"},
		{"a.rb", "ruby"},
		{"a.lua", "lua"},
		{"a.pm", "perl"},
		{"a.pl", "prolog"},
		{"a.pl=#!/usr/bin/perl -w\n", "perl"},
		{"a.pl=:- initialization(main).\n", "prolog"},
		{"a.php", "php"},
		{"a.r", "r"},
		{"a.R", "r"},
		{"a.sh", "bash"},
		{"a.awk", "awk"},
		{"a.f90", "fortran"},
		{"a.lisp", "lisp"},
		{"a.cl", "lisp"},
		{"build|run", "none"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		cr_expect_str_eq(detect(cases[i][0]), cases[i][1], "%s: %s, expected %s",
			cases[i][0], detect(cases[i][0]), cases[i][1]);
}

Test(language, an_ending_that_does_not_decide_is_still_a_source)
{
	const struct as_language *perl = as_languages_find(languages, "perl");
	cr_expect(as_language_is_source(perl, "a.pl"));
	cr_expect(as_language_is_source(perl, "a.pm"));
	cr_expect_not(as_language_is_source(perl, "a.py"));
}

Test(language, what_is_told_of_a_language)
{
	cr_expect_not_null(as_languages_find(languages, "python2")->refused);
	cr_expect(as_languages_find(languages, "script")->is_hidden);
	cr_expect(as_languages_find(languages, "java")->starts_class);
	cr_expect(as_languages_find(languages, "kotlin")->starts_class);
	cr_expect(as_languages_find(languages, "javascript")->starts_file);
	cr_expect_not(as_languages_find(languages, "javascript")->starts_class);
	cr_expect_not(as_languages_find(languages, "c")->starts_file);
	cr_expect_not(as_languages_find(languages, "c")->starts_class);
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

static void expect_words(const struct as_language *language, const char *key,
	const struct as_expansion *expansion, const char *expected)
{
	AS_AUTO_NAMES char **words = as_language_expand(language, key, expansion, NULL);
	char text[2048] = "";
	cr_assert_not_null(words);
	for (char **word = words; *word; word++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s|", *word);
	cr_expect_str_eq(text, expected);
}

Test(language, a_command_is_filled_in)
{
	const char *const sources[] = {"/program/a b.c", "/program/$(x).c", NULL};
	const char *const options[] = {"-I/headers", NULL};
	const struct as_expansion expansion = {.main = "__main__.py",
		.entry = "Main",
		.sources = sources,
		.options = options,
		.memory_bytes = 256 << 20,
		.stack_bytes = 64 << 20};
	expect_words(as_languages_find(languages, "c"), "compile", &expansion,
		"/usr/bin/gcc|-x|c|-std=gnu17|-O2|-DONLINE_JUDGE|-pipe|-I/headers|-static|-o|"
		"/box/program|/program/a b.c|/program/$(x).c|-lm|");
	expect_words(as_languages_find(languages, "python3"), "run", &expansion,
		"/usr/bin/python3|/program/__main__.py|");
	AS_AUTO_NAMES char **java =
		as_language_expand(as_languages_find(languages, "java"), "run", &expansion, NULL);
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
	AS_AUTO_NAMES char **words =
		as_language_expand(as_languages_find(languages, "c"), "compile", &expansion, NULL);
	for (char **word = words; *word; word++)
		cr_expect_null(strchr(*word, '{'), "%s", *word);
}

/* ---- a table of one's own ---- */

#define ENTRY(more)                                                                                \
	"{\"languages\": [{\"id\": \"x\", \"name\": \"X\", \"package\": \"x\",\n"                  \
	"\"profile\": \"native\", \"extensions\": [\".x\"], \"tools\": [], \"version\": [],\n"     \
	"\"compile\": [], \"run\": [], \"compile_views\": [], \"run_views\": []" more "}]}\n"

Test(language, a_malformed_table_is_refused_at_its_line)
{
	static const char *const cases[][2] = {
		{ENTRY(", \"processes\": 64"), ""},
		{ENTRY(""), "language 0: processes must be a number above 0"},
		{ENTRY(", \"processes\": 0"), "language 0: processes must be a number above 0"},
		{ENTRY(", \"processes\": 1,\n\"flavour\": 1"),
			"table.json:4:12: language 0: flavour is no key of a language"},
		{ENTRY(", \"processes\": 1,\n\"entry\": \"perl\""),
			"table.json:4:10: language 0: entry must be java"},
		{ENTRY(", \"processes\": 1,\n\"entry\": [\"java\"]"),
			"table.json:4:10: language 0: entry must be java"},
		{ENTRY(", \"processes\": 1, \"entry\": \"java\""), ""},
		{"{\"languages\": [{\"id\": 3}]}", "language 0: id must be a text"},
		{"{\"languages\": [{\"id\": \"x\"}]}", "language 0: name must be a text"},
		{"{\"languages\": {}}", "'languages' must be a list"},
		{"[]", "'languages' must be a list"},
		{"{", "table.json:1:"},
	};
	char folder[] = "/tmp/assay-language.XXXXXX", path[64];
	cr_assert(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/table.json", folder);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct as_error error = {0};
		char text[2048] = "";
		cr_assert_eq(
			as_file_write(AT_FDCWD, path, cases[i][0], strlen(cases[i][0]), 0644, NULL),
			0);
		struct as_languages *table = as_languages_open(path, &error);
		cr_expect_eq(table != NULL, cases[i][1][0] == '\0', "%s", error.text);
		as_languages_close(table);
		as_error_format(&error, text, sizeof(text));
		cr_expect_not_null(strstr(text, cases[i][1]), "%s", text);
	}
	as_dir_remove(AT_FDCWD, folder, NULL);
}

Test(language, what_is_not_installed_names_its_package)
{
	struct as_language absent = *as_languages_find(languages, "java");
	struct as_error error = {0};
	absent.entry = json_pack("{s:[s]}", "tools", "/usr/bin/no-such-compiler");
	cr_expect_not(as_language_is_here(&absent));
	cr_expect_eq(as_language_require(&absent, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_MACHINE);
	cr_expect_str_eq(error.text, "Java cannot be judged on this machine: `sudo apt-get install "
				     "default-jdk-headless`");
	as_error_clear(&error);
	cr_expect_null(as_language_fingerprint(&absent, &error));
	cr_expect_str_eq(error.text, "Java is not whole on this machine: `sudo apt-get install "
				     "default-jdk-headless`");
	json_decref(absent.entry);
}
