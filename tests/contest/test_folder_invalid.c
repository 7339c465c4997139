/* SPDX-License-Identifier: MIT */
/*
 * Every file of tests/data/invalid/contest: the lines before the first "---" are all findings of
 * the contest; the rest is its folder in the format of folder_case.h. Files that end in .json are
 * just a contest.json, for docs/contest.schema.json.
 */
#include "folder_case.h"

#define CASES ASSAY_SOURCE_DIR "/tests/data/invalid/contest"
#define MIN_CASES 100

static void try_case(int cases_fd, const char *name)
{
	AS_AUTO_BYTES struct as_bytes text = {0};

	cr_assert_eq(as_file_read(cases_fd, name, 1 << 20, &text, NULL), 0, "%s", name);
	char *steps = strstr(text.data, "\n--- ");
	cr_assert_not_null(steps, "%s", name);
	AUTO_FOLDER folder = contest_folder_make(steps + 1);
	steps[1] = '\0';
	AS_AUTO_CONTEST struct as_contest *contest = open_contest(folder.path);
	AS_AUTO_FREE char *findings = contest_findings(contest);
	cr_expect_str_eq(findings, text.data, "%s:\n  said     %s\n  expected %s", name, findings,
		text.data);
	struct as_error error = {0};
	cr_expect_eq(as_contest_require(contest, &error) == 0,
		strstr(text.data, "error ") != text.data && !strstr(text.data, "\nerror "), "%s",
		name);
}

/* Documents for the schema, which must accept the same ones as the command. */
static void try_document(const char *kind, const char *name)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	AS_AUTO_FREE char *path =
		as_text_format(NULL, ASSAY_SOURCE_DIR "/tests/data/%s/contest/%s", kind, name);

	cr_assert_eq(as_file_read(AT_FDCWD, path, 1 << 20, &text, NULL), 0, "%s", path);
	AUTO_FOLDER folder = contest_folder_make("--- remove contest.yaml\n");
	package_folder_write(&folder, "contest.json", text.data, text.size);
	AS_AUTO_CONTEST struct as_contest *contest = open_contest(folder.path);
	AS_AUTO_FREE char *findings = contest_findings(contest);
	cr_expect_eq(
		contest->error_count == 0, strcmp(kind, "valid") == 0, "%s: %s", path, findings);
}

static size_t try_documents(const char *kind)
{
	AS_AUTO_FREE char *path =
		as_text_format(NULL, ASSAY_SOURCE_DIR "/tests/data/%s/contest", kind);
	AS_AUTO_FD int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AS_AUTO_NAMES char **names = as_dir_list(fd, 10000, NULL);
	size_t count = 0;

	for (char **name = names; name && *name; name++) {
		if (!as_text_ends(*name, ".json"))
			continue;
		try_document(kind, *name);
		count++;
	}
	return count;
}

Test(folder_invalid, the_command_and_the_schema_agree)
{
	cr_expect_geq(try_documents("valid"), 4);
	cr_expect_geq(try_documents("invalid"), 14);
}

Test(folder_invalid, every_malformed_contest_has_the_expected_findings)
{
	AS_AUTO_FD int cases_fd = open(CASES, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AS_AUTO_NAMES char **names = as_dir_list(cases_fd, 10000, NULL);
	size_t count = 0;

	cr_assert_not_null(names);
	for (char **name = names; *name; name++) {
		if (as_text_ends(*name, ".json"))
			continue;
		try_case(cases_fd, *name);
		count++;
	}
	cr_assert_geq(count, MIN_CASES, "only %zu cases were found in " CASES, count);
}
