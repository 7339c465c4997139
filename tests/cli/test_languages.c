/* SPDX-License-Identifier: MIT */
/*
 * Every language of the table that is installed. Each has a right program for small and large
 * input, a compile error, a crash, too much memory, an endless loop, a folder of several files,
 * threads, and much of the standard library. The programs are in tests/data/languages.
 */
#include "support/languages.h"
#include "support/packages.h"
#include "support/verdicts.h"

#define PROGRAMS ASSAY_SOURCE_DIR "/tests/data/languages"
#define MANY 100000

TestSuite(languages, .init = enter_folder, .fini = leave_folder, .timeout = 900);

/* ---- the package ---- */

static void put_yaml(const char *name, int time_limit, int memory)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/problem.yaml", name);
	AS_AUTO_FREE char *text = as_text_format(
		NULL, "%slimits:\n  time_limit: %d\n  memory: %d\n", SUM_YAML, time_limit, memory);
	put(path, text);
}

/* Numbers whose sum fits in 32 bits. */
static void put_many(void)
{
	AS_AUTO_FREE char *text = malloc(16 + 6 * MANY);
	char answer[32];
	size_t size = (size_t)sprintf(text, "%d\n", MANY);
	long sum = 0;
	for (long i = 0; i < MANY; i++) {
		long number = i * 7919 % 10007;
		sum += number;
		size += (size_t)sprintf(text + size, "%ld%c", number, i % 10 == 9 ? '\n' : ' ');
	}
	snprintf(answer, sizeof(answer), "%ld\n", sum);
	put_bytes("sums/data/secret/2.in", text, size);
	put("sums/data/secret/2.ans", answer);
}

/* "sums" has a generous time limit for busy machines, "short" a minimal one, and "tiny" the least
 * memory that a package can have. */
static void put_packages(void)
{
	put_yaml("sums", 60, 256);
	put("sums/data/secret/1.in", "3\n1 2 3\n");
	put("sums/data/secret/1.ans", "6\n");
	put_many();
	put_yaml("short", 1, 256);
	put("short/data/secret/1.in", "3\n1 2 3\n");
	put("short/data/secret/1.ans", "6\n");
	put_yaml("tiny", 60, 1);
	put("tiny/data/secret/1.in", "3\n1 2 3\n");
	put("tiny/data/secret/1.ans", "6\n");
}

/* ---- one language ---- */

/* The folder's program of that kind, or NULL. */
static char *find_program(const char *id, const char *kind)
{
	AS_AUTO_FREE char *folder = as_text_format(NULL, "%s/%s", PROGRAMS, id);
	AS_AUTO_FD int fd = as_dir_open(AT_FDCWD, folder, NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, 100, NULL);
	for (char **name = names; name && *name; name++)
		if (strncmp(*name, kind, strlen(kind)) == 0 &&
			((*name)[strlen(kind)] == '.' || (*name)[strlen(kind)] == '\0'))
			return as_text_format(NULL, "%s/%s", folder, *name);
	return NULL;
}

/* Expects one of the fates; `said` (or NULL) is a part of the feedback on the failed test. */
static void expect(const char *package, const char *id, const char *kind, const char *fate,
	const char *other_fate, const char *said)
{
	AS_AUTO_FREE char *path = find_program(id, kind);
	cr_assert_not_null(path, "%s has no program '%s'", id, kind);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "--reruns=0", package, path);
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	AS_AUTO_FREE char *text = json_dumps(document, JSON_COMPACT);
	const char *found = fate_of(document);
	cr_expect(strcmp(found, fate) == 0 || (other_fate && strcmp(found, other_fate) == 0),
		"%s %s: %s: %s", id, kind, found, text);
	cr_expect_str_eq(text_below(document, "submission", "language"), id, "%s", path);
	cr_expect(!said || strstr(text_below(failed_test(document), "feedback", NULL), said),
		"%s %s: %s", id, kind, text);
}

static bool runs_on_java(const char *id)
{
	return strcmp(id, "java") == 0 || strcmp(id, "kotlin") == 0 || strcmp(id, "scala") == 0;
}

static void check_language(const char *id, const char *word, const char *said)
{
	AS_AUTO_FREE char *threads = find_program(id, "threads");
	AS_AUTO_FREE char *wide = find_program(id, "wide");
	NEED(language_is_installed(id), word, "its compiler is not installed");
	put_packages();
	expect("sums", id, "sum", "AC", NULL, NULL);
	expect("sums", id, "broken", "CE compiler", NULL, NULL);
	expect("sums", id, "crash", "RTE exit-code", "RTE signal", said);
	expect("sums", id, "memory", "MLE", NULL, NULL);
	expect("short", id, "loop", "TLE cpu", "TLE wall-clock", NULL);
	/* A virtual machine that refuses to start is not a crash of the submission. */
	if (runs_on_java(id))
		expect("tiny", id, "sum", "MLE", "AC", NULL);
	expect("sums", id, "several", "AC", NULL, NULL);
	if (threads)
		expect("sums", id, "threads", "AC", NULL, NULL);
	/* Much of the standard library, all of which a run must see. */
	if (wide)
		expect("sums", id, "wide", "AC", NULL, NULL);
}

/* `word` as in tests/required.txt, `said` a part of the report of a crash. */
#define LANGUAGE(id, word, said)                                                                   \
	Test(languages, id)                                                                        \
	{                                                                                          \
		check_language(#id, word, said);                                                   \
	}

LANGUAGE(c, "c", NULL)
LANGUAGE(cpp, "cpp", "std::runtime_error")
LANGUAGE(python3, "python3", "ValueError: so it ends")
LANGUAGE(pypy3, "pypy3", "ValueError: so it ends")
LANGUAGE(java, "java", "java.lang.RuntimeException: so it ends")
LANGUAGE(go, "go", "panic: so it ends")
LANGUAGE(javascript, "node", "Error: so it ends")
LANGUAGE(kotlin, "kotlin", "java.lang.RuntimeException: so it ends")
LANGUAGE(scala, "scala", "java.lang.RuntimeException: so it ends")
LANGUAGE(rust, "rust", "so it ends")
LANGUAGE(pascal, "pascal", "Runtime error 200")
LANGUAGE(haskell, "haskell", "so it ends")
LANGUAGE(ada, "ada", "PROGRAM_ERROR : so it ends")
LANGUAGE(csharp, "mono", "System.Exception: so it ends")
LANGUAGE(ocaml, "ocaml", "so it ends")
LANGUAGE(ruby, "ruby", "so it ends (RuntimeError)")
LANGUAGE(lua, "lua", "so it ends")
LANGUAGE(perl, "perl", "so it ends")
LANGUAGE(php, "php", "so it ends")
LANGUAGE(r, "r", "Error: so it ends")
LANGUAGE(bash, "bash", "so it ends")
LANGUAGE(awk, "awk", "so it ends")
LANGUAGE(fortran, "fortran", "ERROR STOP so it ends")
LANGUAGE(lisp, "lisp", "Unhandled SIMPLE-ERROR")
LANGUAGE(prolog, "prolog", "so_it_ends")

Test(languages, no_version_begins_with_the_prefix_of_a_diagnostic)
{
	AUTO_OUTCOME outcome = ASSAY("languages", "--json");
	AS_AUTO_JSON json_t *document = json_loads(outcome.out.data, 0, NULL);
	size_t index;
	json_t *language;
	json_array_foreach(json_object_get(document, "languages"), index, language)
	{
		const char *version = json_string_value(json_object_get(language, "version"));
		const char *word = version ? version : "";
		cr_expect(word[strcspn(word, ": ")] != ':', "%s", word);
	}
}

/* Otherwise a language could be added to the table without tests. */
Test(languages, every_language_of_the_table_has_its_programs)
{
	static const char *const kinds[] = {"sum", "broken", "crash", "memory", "loop", "several"};
	AUTO_OUTCOME outcome = ASSAY("languages", "--json");
	AS_AUTO_JSON json_t *document = json_loads(outcome.out.data, 0, NULL);
	json_t *list = json_object_get(document, "languages"), *language;
	size_t index;
	cr_assert_geq(json_array_size(list), 25);
	json_array_foreach(list, index, language)
	{
		const char *id = json_string_value(json_object_get(language, "id"));
		for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
			AS_AUTO_FREE char *path = find_program(id, kinds[i]);
			cr_expect_not_null(path, "%s has no program '%s'", id, kinds[i]);
		}
	}
}
