/* SPDX-License-Identifier: MIT */
/* Packages and tests made on other systems: encodings, archives without modes, and numbers without
 * leading zeros. */
#include "support/packages.h"
#include "support/verifications.h"

#include <sys/stat.h>

TestSuite(windows, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define EXPECT_SAYS(outcome, text)                                                                 \
	cr_expect(strstr((outcome).out.data, (text)) || strstr((outcome).err.data, (text)),        \
		"no \"%s\" in: %s%s", (text), (outcome).out.data, (outcome).err.data)
#define UTF16(literal) "\xff\xfe" literal, 2 + sizeof(literal) - 1
#define NUL "\0"

static void put_echo_package(const void *input, size_t in_size, const void *answer, size_t size)
{
	put("echo/problem.yaml", "problem_format_version: 2025-09\nname: Echo\nuuid: "
				 "11111111-2222-4333-8444-555555555555\n"
				 "limits: {time_limit: 2}\n");
	put_bytes("echo/data/secret/1.in", input, in_size);
	put_bytes("echo/data/secret/1.ans", answer, size);
	put("echo/submissions/accepted/echo.py", "print(int(input()))\n");
	put("utf16.py",
		"import sys\nsys.stdout.buffer.write((input() + '\\n').encode('utf-16'))\n");
}

static void expect_named(const char *submission, const char *text)
{
	AUTO_OUTCOME judged = ASSAY("judge", "echo", submission);
	EXPECT_STATUS(judged, 0);
	EXPECT_SAYS(judged, text);
}

Test(windows, encodings_that_change_a_verdict_are_named)
{
	const char *echo = "echo/submissions/accepted/echo.py";
	put_echo_package("1\n", 2, UTF16("1" NUL "\n" NUL));
	expect_named(echo, "the test's answer is text in UTF-16, not in UTF-8");
	put_echo_package("1\n", 2,
		"\xef\xbb\xbf"
		"1\n",
		5);
	expect_named(echo, "the test's answer begins with a byte-order mark");
	put_echo_package(UTF16("1" NUL "\n" NUL), "1\n", 2);
	expect_named(echo, "the test's input is text in UTF-16, not in UTF-8");
	put_echo_package("1" NUL "\r" NUL "\n" NUL, 6, "1\n", 2);
	expect_named(echo, "the test's input is text in UTF-16, not in UTF-8");
	put_echo_package("\xef\xbb\xbf"
			 "1\n",
		5, "1\n", 2);
	expect_named(echo, "the test's input begins with a byte-order mark");
	put_echo_package("1\n", 2, "1\n", 2);
	expect_named("utf16.py", "the output is text in UTF-16, not in UTF-8");
}

Test(windows, verify_names_files_in_utf16)
{
	put_echo_package(UTF16("1" NUL "\n" NUL), NUL "1" NUL "\n", 4);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "echo");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "warning", "data/secret/1.in",
		"it is text in UTF-16, not in UTF-8, which the format does not allow (2 files");
}

Test(windows, an_import_converts_utf16)
{
	put_bytes("raw/1.in", UTF16("1" NUL "\r" NUL "\n" NUL));
	put_bytes("raw/1.out", UTF16("\xe4" NUL "\r" NUL "\n" NUL));
	AUTO_OUTCOME imported = ASSAY("import", "raw");
	EXPECT_STATUS(imported, 0);
	EXPECT_SAYS(imported, "2 files were in UTF-16; converted to UTF-8");
	AS_AUTO_BYTES struct as_bytes input = {0}, answer = {0};
	cr_assert_eq(as_file_read(here_fd, "rawpackage/data/secret/1.in", 99, &input, NULL), 0);
	cr_assert_eq(as_file_read(here_fd, "rawpackage/data/secret/1.ans", 99, &answer, NULL), 0);
	cr_expect_str_eq(input.data, "1\n");
	cr_expect_str_eq(answer.data, "\xc3\xa4\n");
	put_bytes("bad/1.in", UTF16("\x00\xdc"
				    "1"));
	put("bad/1.out", "1\n");
	AUTO_OUTCOME refused = ASSAY("import", "bad");
	EXPECT_COMPLAINT(
		refused, 3, "bad/1.in: begins with the byte-order mark of UTF-16, but is not");
}

/* 16-bit numbers: a number of a byte has a zero beside it. */
Test(windows, an_import_keeps_binary_data)
{
	char numbers[80], odd[79];
	for (size_t i = 0; i < sizeof(numbers); i++)
		numbers[i] = i % 2 ? '\0' : (char)(i / 2 + 1);
	memcpy(odd, numbers + 1, sizeof(odd));
	put_bytes("raw/1.in", numbers, sizeof(numbers));
	put_bytes("raw/1.out", odd, sizeof(odd));
	AUTO_OUTCOME imported = ASSAY("import", "raw");
	EXPECT_STATUS(imported, 0);
	AS_AUTO_BYTES struct as_bytes input = {0}, answer = {0};
	cr_assert_eq(as_file_read(here_fd, "rawpackage/data/secret/1.in", 99, &input, NULL), 0);
	cr_assert_eq(as_file_read(here_fd, "rawpackage/data/secret/1.ans", 99, &answer, NULL), 0);
	cr_expect_eq(input.size, sizeof(numbers));
	cr_expect_arr_eq(input.data, numbers, sizeof(numbers));
	cr_expect_eq(answer.size, sizeof(odd));
	cr_expect_arr_eq(answer.data, odd, sizeof(odd));
}

static void pack(const char *archive, const char *system, const char *attributes)
{
	static const char script[] = "import os, sys, zipfile\n"
				     "archive = zipfile.ZipFile(sys.argv[1], 'w')\n"
				     "for folder, _, names in os.walk('echo'):\n"
				     "    for name in names:\n"
				     "        info = zipfile.ZipInfo(os.path.join(folder, name))\n"
				     "        info.create_system = int(sys.argv[2])\n"
				     "        info.external_attr = int(sys.argv[3], 0)\n"
				     "        archive.writestr(info, open(info.filename).read())\n"
				     "archive.close()\n";
	AUTO_OUTCOME packed = command_run((const char *const[]){
		"/usr/bin/python3", "-c", script, archive, system, attributes, NULL});
	EXPECT_STATUS(packed, 0);
}

Test(windows, scripts_of_an_archive_without_modes_are_executable)
{
	put_echo_package("1\n", 2, "1\n", 2);
	put("echo/output_validator/build", "#!/bin/sh\ncc -o run v.c\n");
	put("echo/output_validator/v.c", "int main(void) { return 42; }\n");
	pack("dos.zip", "0", "0x20");
	pack("ntfs.zip", "10", "0x20");
	AUTO_OUTCOME dos = ASSAY("judge", "dos.zip", "utf16.py");
	EXPECT_STATUS(dos, 0);
	EXPECT_SAYS(dos, "AC  ");
	AUTO_OUTCOME ntfs = ASSAY("judge", "ntfs.zip", "utf16.py");
	EXPECT_STATUS(ntfs, 0);
	/* Python writes the mode 0600 for 0. */
	static const char *const without[] = {"0", "0x20", "0x01a40000", "0x80000000"};
	for (size_t i = 0; i < sizeof(without) / sizeof(*without); i++) {
		pack("library.zip", "3", without[i]);
		AUTO_OUTCOME library = ASSAY("judge", "library.zip", "utf16.py");
		EXPECT_SAYS(library, "AC  ");
	}
	pack("unix.zip", "3", "0x81a40000");
	AUTO_OUTCOME with_modes = ASSAY("judge", "unix.zip", "utf16.py");
	EXPECT_STATUS(with_modes, 3);
	EXPECT_SAYS(with_modes, "script build that is not executable");
}

static void put_pair(const char *name)
{
	char path[64];
	snprintf(path, sizeof path, "raw/%s.in", name);
	put(path, name);
	snprintf(path, sizeof path, "raw/%s.out", name);
	put(path, "1\n");
}

static void expect_order(const char *const *paths, size_t count)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	AUTO_OUTCOME imported = ASSAY("import", "raw");
	EXPECT_STATUS(imported, 0);
	for (size_t i = 0; i < count; i++) {
		AS_AUTO_FREE char *path =
			as_text_format(NULL, "rawpackage/data/secret/%s.in", paths[i]);
		cr_expect_eq(as_file_read(here_fd, path, 99, &text, NULL), 0, "%s", path);
		as_bytes_clear(&text);
		cr_expect(i == 0 || strcmp(paths[i - 1], paths[i]) < 0);
	}
}

Test(windows, an_import_keeps_the_order_of_numbered_folders)
{
	static const char *const paths[] = {
		"subtask02/1", "subtask02/2", "subtask10/1", "subtask10/2"};
	put_pair("subtask2/1"), put_pair("subtask2/2");
	put_pair("subtask10/1"), put_pair("subtask10/2");
	expect_order(paths, 4);
}

Test(windows, an_import_keeps_the_order_of_tests_with_several_numbers)
{
	static const char *const paths[] = {"02-01", "02-02", "02-10", "10-01"};
	put_pair("2-1"), put_pair("2-2"), put_pair("2-10"), put_pair("10-1");
	expect_order(paths, 4);
}

Test(windows, verify_warns_of_groups_and_tests_that_are_not_in_the_order_of_their_numbers)
{
	put_sum_package(1);
	put("sum/problem.yaml", "problem_format_version: 2025-09\ntype: scoring\nname: Sum\nuuid: "
				"11111111-2222-4333-8444-555555555555\n"
				"limits: {time_limit: 2}\n");
	static const char *const tests[] = {"g2/1", "g10/1", "g10/9", "g10/10"};
	unlink("sum/data/secret/01.in");
	unlink("sum/data/secret/01.ans");
	for (size_t i = 0; i < 4; i++) {
		char path[64];
		snprintf(path, sizeof path, "sum/data/secret/%s.in", tests[i]);
		put(path, "1 2\n");
		snprintf(path, sizeof path, "sum/data/secret/%s.ans", tests[i]);
		put(path, "3\n");
	}
	put("sum/submissions/accepted/sum.py", SUM_PY);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(
		document, "warning", "data/secret/g2", "its tests come after those of secret/g10");
	EXPECT_FINDING(
		document, "info", "data/secret/g10/9.in", "the test comes after secret/g10/10");
}
