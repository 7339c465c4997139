/* SPDX-License-Identifier: MIT */
/*
 * Submissions that contain foreign code: another program, a library, machine code in memory. The
 * first line of each file in tests/data/foreign/LANGUAGE contains, after "expect: ", the required
 * fate and a part of the feedback. In the writable box they find a program, "foreign", that prints
 * the answer, and a library, "foreign.so". The honest ones among them are AC.
 */
#include "support/languages.h"
#include "support/packages.h"
#include "support/verdicts.h"

#define PROGRAMS ASSAY_SOURCE_DIR "/tests/data/foreign"
#define FILES "sums/data/secret/1.files"
#define MAX_FILES 20

TestSuite(foreign, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* ---- the package ---- */

static void compile(const char *option, const char *path)
{
	AUTO_OUTCOME outcome = command_run(
		(const char *const[]){"/usr/bin/gcc", option, "-o", path, "six.c", NULL});
	EXPECT_STATUS(outcome, 0);
}

static void put_package(void)
{
	put("sums/problem.yaml",
		SUM_YAML "allow_file_writing: true\nlimits:\n  time_limit: 60\n  memory: 512\n");
	put("sums/data/secret/1.in", "3\n1 2 3\n");
	put("sums/data/secret/1.ans", "6\n");
	put("six.c", "#include <stdio.h>\nint main(void) { return puts(\"6\") < 0; }\n");
	put(FILES "/empty", "");
	compile("-fPIE", FILES "/foreign");
	compile("-shared", FILES "/foreign.so");
}

/* ---- one language ---- */

/* Reads the fate and the feedback from the first line of a file. */
static void read_expected(const char *path, char fate[32], char feedback[128])
{
	char line[256] = "";
	FILE *file = fopen(path, "re");
	cr_assert_not_null(file, "%s", path);
	cr_assert_not_null(fgets(line, sizeof(line), file), "%s", path);
	fclose(file);
	line[strcspn(line, "\n")] = '\0';
	const char *at = strstr(line, "expect: ");
	cr_assert_not_null(at, "%s expects nothing", path);
	at += strlen("expect: ");
	/* A verdict, and a reason in lower case. */
	size_t length = strcspn(at, " ");
	if (at[length] == ' ' && strspn(at + length + 1, "abcdefghijklmnopqrstuvwxyz-"))
		length += 1 + strcspn(at + length + 1, " ");
	snprintf(fate, 32, "%.*s", (int)length, at);
	snprintf(feedback, 128, "%s", at + length + (at[length] == ' '));
}

static void expect_document(const char *path, json_t *document)
{
	char fate[32], feedback[128];
	AS_AUTO_FREE char *text = json_dumps(document, JSON_COMPACT);
	json_t *failed = failed_test(document);
	read_expected(path, fate, feedback);
	cr_expect_str_eq(fate_of(document), fate, "%s: %s", path, text);
	cr_expect(!*feedback || (failed && strstr(text_below(failed, "feedback", NULL), feedback)),
		"%s: %s", path, text);
}

static void check_language(const char *id, const char *word)
{
	const char *argv[8 + MAX_FILES] = {
		ASSAY_COMMAND, "judge", "--json", "--reruns=0", "--language", id, "sums"};
	const size_t before = 7;
	char *paths[MAX_FILES];
	size_t count = 0;
	AS_AUTO_FREE char *folder = as_text_format(NULL, "%s/%s", PROGRAMS, id);
	AS_AUTO_FD int fd = as_dir_open(AT_FDCWD, folder, NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_FILES, NULL);

	NEED(language_is_installed(id), word, "it is not installed");
	cr_assert(names && *names, "%s has no programs", folder);
	put_package();
	for (; names[count]; count++)
		argv[before + count] = paths[count] =
			as_text_format(NULL, "%s/%s", folder, names[count]);
	AUTO_OUTCOME outcome = command_run(argv);
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	cr_assert_eq(json_array_size(documents), count, "%s", outcome.err.data);
	for (size_t i = 0; i < count; i++) {
		expect_document(paths[i], json_array_get(documents, i));
		free(paths[i]);
	}
}

/* `word` as in tests/required.txt. */
#define LANGUAGE(id, word)                                                                         \
	Test(foreign, id)                                                                          \
	{                                                                                          \
		check_language(#id, word);                                                         \
	}

LANGUAGE(c, "c")
LANGUAGE(python3, "python3")
LANGUAGE(pypy3, "pypy3")
LANGUAGE(java, "java")
LANGUAGE(go, "go")
LANGUAGE(javascript, "node")
LANGUAGE(csharp, "mono")
LANGUAGE(ruby, "ruby")
LANGUAGE(lua, "lua")
LANGUAGE(perl, "perl")
LANGUAGE(php, "php")
LANGUAGE(r, "r")
LANGUAGE(bash, "bash")
LANGUAGE(awk, "awk")
LANGUAGE(lisp, "lisp")
LANGUAGE(prolog, "prolog")
