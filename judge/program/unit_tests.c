/* SPDX-License-Identifier: MIT */
/*
 * Unit tests beside the program of a student are left out in a class. A unit test is a file that
 * imports a library for tests, or that is named like a test and tests another file. A file that
 * another program uses stays. If there are only tests, all of them stay.
 */
#include "detect.h"
#include "whole.h"

#include <assay/program/intake.h>

#include <fnmatch.h>
#include <string.h>

/* A framework is recognised by a line of the code that begins with one of `intros` and contains one
 * of `words`. */
static const struct framework {
	const char *endings[8];
	const char *intros[10];
	const char *words[22];
} frameworks[] = {
	{{".py"}, {"import ", "from "},
		{"unittest", "unittest2", "pytest", "nose", "nose2", "hypothesis", "testtools"}},
	{{".c", ".cc", ".cpp", ".cxx", ".c++", ".C"}, {"#include", "# include", "#  include"},
		{"gtest", "gmock", "catch", "catch2", "catch_amalgamated", "doctest", "unity",
			"unity_fixture", "CUnit", "<check.h>", "cmocka", "criterion", "cppunit",
			"CppUTest", "CppUnitTest", "minunit", "munit", "greatest", "acutest",
			"boost/test"}},
	{{".java", ".kt", ".scala"}, {"import ", "package "},
		{"org.junit", "junit.framework", "org.testng", "kotlin.test", "io.kotest",
			"org.scalatest", "munit", "org.specs2", "utest", "org.assertj",
			"org.mockito", "org.hamcrest"}},
	{{".cs"}, {"using "}, {"Xunit", "NUnit", "TestTools"}},
	{{".js", ".mjs", ".cjs"}, {"import ", "const ", "let ", "var ", "require", "from ", "}"},
		{"mocha", "chai", "jest", "@jest", "vitest", "node:test", "jasmine", "qunit", "ava",
			"tape", "uvu"}},
	{{".js", ".mjs", ".cjs"}, {"describe(", "test(", "it(", "describe (", "test (", "it ("},
		{"describe", "test", "it"}},
	{{".go"}, {"import ", "\""}, {"\"testing\""}},
	{{".rs"}, {"#[test]"}, {"test"}},
	{{".rb"}, {"require"}, {"minitest", "test/unit", "rspec"}},
	{{".php"}, {"use "}, {"PHPUnit"}},
	{{".pl", ".pm"}, {"use "}, {"Test::More", "Test::Simple", "Test2", "Test::Most"}},
	{{".hs"}, {"import "},
		{"Test.HUnit", "Test.Hspec", "Test.QuickCheck", "Test.Tasty", "Hspec"}},
	{{".ml"}, {"open "}, {"OUnit", "OUnit2", "Alcotest"}},
	{{".pas", ".pp"}, {"uses ", "fpcunit", "testregistry"}, {"fpcunit", "testregistry"}},
	{{".r", ".R"}, {"library", "require"}, {"testthat", "RUnit", "tinytest"}},
	{{".lua"}, {"require", "local "}, {"luaunit", "busted", "lust"}},
	{{".adb"}, {"with "}, {"AUnit", "Ahven"}},
};

/* Names to which only a test tool gives a meaning. */
static const char *const known[] = {"conftest.py", "*_test.go", "jest.config.*", "vitest.config.*",
	"karma.conf.*", "*.test.js", "*.spec.js", "*.test.mjs", "*.spec.mjs", "*.test.cjs",
	"*.spec.cjs", NULL};

static bool has_known_name(const char *path)
{
	for (const char *const *name = known; *name; name++)
		if (fnmatch(*name, as_text_last_part(path), FNM_CASEFOLD) == 0)
			return true;
	return false;
}

static bool is_for(const struct framework *framework, const char *path)
{
	for (size_t i = 0; framework->endings[i]; i++)
		if (as_text_ends(path, framework->endings[i]))
			return true;
	return false;
}

static bool has_line(const struct framework *framework, const struct as_bytes *code)
{
	struct as_line line;

	for (size_t at = 0; as_line_next(code, &at, &line);) {
		bool begins = false;
		for (size_t i = 0; framework->intros[i]; i++)
			begins |= as_line_begins(&line, framework->intros[i]);
		for (size_t i = 0; begins && framework->words[i]; i++)
			if (as_line_has_word(
				    &line, framework->words[i], strlen(framework->words[i])))
				return true;
	}
	return false;
}

/* pytest needs no import. */
static bool has_test_functions(const struct as_code_view *view, size_t file)
{
	static const char *const functions[] = {"def test_", "async def test_", NULL};

	return as_text_ends(view->sources->files[file].name, ".py") &&
	       as_lines_begin(&view->code[file], functions) &&
	       memmem(view->code[file].data, view->code[file].size, "assert", 6);
}

static bool uses_library(const struct as_code_view *view, size_t file)
{
	const char *name = view->sources->files[file].name;

	for (size_t i = 0; i < sizeof(frameworks) / sizeof(*frameworks); i++)
		if (is_for(&frameworks[i], name) && has_line(&frameworks[i], &view->code[file]))
			return true;
	return has_known_name(name) || has_test_functions(view, file);
}

/* ---- the files of a submission ---- */

/* What a file is, by index. */
enum kind {
	NO_SOURCE,
	PROGRAM,
	NAMED,    /* like a test, and it reads no input */
	UNCLEAR,  /* it uses a library for tests, and reads the input */
	UNIT_TEST /* it uses a library for tests */
};

struct parts {
	struct as_sources *sources;
	const char *keep;
	enum kind *kinds;
	size_t whole; /* programs of their own */
};

static enum kind find_kind(const struct as_code_view *view, size_t file)
{
	const bool is_named = as_name_is_of_test(view->sources->files[file].name);
	const bool reads = as_code_view_reads_input(view, file);

	if (uses_library(view, file))
		return is_named || !reads || has_known_name(view->sources->files[file].name)
			       ? UNIT_TEST
			       : UNCLEAR;
	return is_named && !reads ? NAMED : PROGRAM;
}

static bool uses_program(const struct parts *parts, const struct as_code_view *view, size_t file)
{
	for (size_t i = 0; i < parts->sources->count; i++)
		if (i != file && as_code_view_is_own(view, i) && parts->kinds[i] == PROGRAM &&
			as_code_view_uses(view, file, i))
			return true;
	return false;
}

/* A file that a program uses is a module of the program, and so are the files that a module uses.
 * Each pair of files is compared a few times at most, however the files are ordered. */
static void keep_used(struct parts *parts, const struct as_code_view *view, size_t by)
{
	for (size_t i = 0; i < parts->sources->count; i++) {
		enum kind *kind = &parts->kinds[i];
		if (i == by || (*kind != NAMED && *kind != UNIT_TEST) ||
			!as_code_view_is_own(view, i) || !as_code_view_uses(view, by, i))
			continue;
		*kind = *kind == NAMED ? PROGRAM : UNCLEAR;
		keep_used(parts, view, i);
	}
}

static void keep_modules(struct parts *parts, const struct as_code_view *view)
{
	for (size_t i = 0; i < parts->sources->count; i++)
		if (as_code_view_is_own(view, i) &&
			(parts->kinds[i] == PROGRAM || parts->kinds[i] == UNCLEAR))
			keep_used(parts, view, i);
}

static int sort_language(
	struct parts *parts, const struct as_language *language, struct as_error *error)
{
	AS_AUTO(as_code_view_clear) struct as_code_view view = {0};

	if (as_code_view_begin(&view, language, parts->sources, error))
		return -1;
	for (size_t i = 0; i < parts->sources->count; i++) {
		const char *name = parts->sources->files[i].name;
		if (as_code_view_is_own(&view, i))
			parts->kinds[i] = parts->keep && strcmp(parts->keep, name) == 0
						  ? PROGRAM
						  : find_kind(&view, i);
	}
	keep_modules(parts, &view);
	for (size_t i = 0; i < parts->sources->count; i++) {
		if (!as_code_view_is_own(&view, i))
			continue;
		if (parts->kinds[i] == NAMED && !uses_program(parts, &view, i))
			parts->kinds[i] = PROGRAM;
		parts->whole += parts->kinds[i] == PROGRAM && as_code_view_is_whole(&view, i);
	}
	return 0;
}

static bool has_source(const struct as_language *language, const struct as_sources *sources)
{
	for (size_t i = 0; i < sources->count; i++)
		if (as_language_is_source(language, sources->files[i].name))
			return true;
	return false;
}

static int sort_files(
	struct parts *parts, const struct as_languages *languages, struct as_error *error)
{
	for (size_t i = 0; i < languages->count; i++)
		if (!languages->items[i].is_hidden && *languages->items[i].head->files.extensions &&
			has_source(&languages->items[i], parts->sources) &&
			sort_language(parts, &languages->items[i], error))
			return -1;
	return 0;
}

static size_t count_kind(const struct parts *parts, enum kind kind)
{
	size_t count = 0;

	for (size_t i = 0; i < parts->sources->count; i++)
		count += parts->kinds[i] == kind;
	return count;
}

/* A name alone makes a file a test only if there is a program beside the file. */
static bool is_left_out(const struct parts *parts, size_t file, size_t programs)
{
	return parts->kinds[file] == UNIT_TEST ? programs > 0
					       : parts->kinds[file] == NAMED && parts->whole > 0;
}

static int drop(struct parts *parts, char ***names, struct as_error *error)
{
	const size_t programs = count_kind(parts, PROGRAM) + count_kind(parts, UNCLEAR);
	size_t at = 0, count = parts->sources->count;

	for (size_t i = 0; i < count; i++) {
		const char *name = parts->sources->files[at].name;
		if (!is_left_out(parts, i, programs)) {
			at++;
			continue;
		}
		if (as_names_add(names, as_text_format(error, "%s", name), error) ||
			as_sources_note(
				parts->sources, error, "%s is a unit test, and is left out", name))
			return -1;
		as_sources_drop(parts->sources, at);
	}
	return 0;
}

static int doubt_tests(const struct parts *parts, char **doubt, struct as_error *error)
{
	const size_t programs = count_kind(parts, PROGRAM);

	for (size_t i = 0; i < parts->sources->count && !*doubt; i++) {
		const char *name = parts->sources->files[i].name;
		if (parts->kinds[i] == UNCLEAR && programs > 0)
			*doubt = as_text_format(error,
				"entry point not clear: %s uses a library for unit tests", name);
		else if (parts->kinds[i] == UNIT_TEST && programs == 0 &&
			 count_kind(parts, UNCLEAR) == 0)
			*doubt = as_text_format(error, "the only program is a test of the project");
		else
			continue;
		if (!*doubt)
			return -1;
	}
	return 0;
}

int as_submitted_drop_tests(struct as_submitted *submitted, const struct as_languages *languages,
	const char *keep, char ***names, char **doubt, struct as_error *error)
{
	struct as_sources *sources = &submitted->sources;
	AS_AUTO_FREE enum kind *kinds = calloc(sources->count + 1, sizeof(*kinds));
	struct parts parts = {.sources = sources, .keep = keep, .kinds = kinds};

	if (!kinds)
		return as_error_no_memory(error);
	if (sources->reason)
		return 0;
	return sort_files(&parts, languages, error) || doubt_tests(&parts, doubt, error) ||
			       drop(&parts, names, error)
		       ? -1
		       : 0;
}
