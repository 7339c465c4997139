/* SPDX-License-Identifier: MIT */
/* Folders that are refused, links, and ids. */
#include "folder_case.h"

#include <assay/contest/folder/make.h>

#define VALID ASSAY_SOURCE_DIR "/tests/data/valid/contest"

/* ---- refused folders ---- */

static void expect_refusal(const char *path, const char *expected)
{
	struct as_error error = {0};
	char line[2048];

	cr_assert_null(as_contest_open(path, NULL, NULL, &error));
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	as_error_format(&error, line, sizeof(line));
	cr_expect_str_eq(line, expected, "%s", line);
}

Test(folder_refused, other_files_and_folders_are_refused)
{
	AUTO_FOLDER folder = contest_folder_make("--- remove contest.yaml\n");
	char expected[256], path[128];

	expect_refusal("/nonexistent/club", "/nonexistent/club: no such folder; make a contest by: "
					    "assay contest new /nonexistent/club");
	snprintf(expected, sizeof(expected),
		"%s: the folder has no contest.yaml; make a contest by: assay contest new DIR",
		folder.path);
	expect_refusal(folder.path, expected);
	snprintf(path, sizeof(path), "%s/teams.yaml", folder.path);
	snprintf(expected, sizeof(expected),
		"%s: is not a folder; a contest is a folder with contest.yaml, such as assay "
		"contest new makes",
		path);
	expect_refusal(path, expected);
}

Test(folder_refused, opening_can_be_cancelled)
{
	AUTO_FOLDER folder = contest_folder_make("");
	static atomic_bool cancel = true;
	struct as_error error = {0};

	cr_assert_null(as_contest_open(folder.path, NULL, &cancel, &error));
	cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
}

Test(folder_refused, the_first_error_is_reported_with_the_number_of_others)
{
	AUTO_FOLDER folder = contest_folder_make("--- file contest.yaml\nid: club\n");
	AUTO_FOLDER worse = contest_folder_make("--- file contest.yaml\nid: club\nnmae: x\n");
	struct as_error error = {0};
	AS_AUTO_CONTEST struct as_contest *contest = open_contest(folder.path);
	AS_AUTO_CONTEST struct as_contest *worst = open_contest(worse.path);

	cr_expect_eq(as_contest_require(contest, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(error.text, "missing key 'duration'; add the length of the contest, such "
				     "as duration: 5:00:00");
	as_error_clear(&error);
	cr_expect_eq(as_contest_require(worst, &error), -1);
	cr_expect_not_null(strstr(error.text, "; for this and 1 more error, see assay contest "
					      "check /tmp/"),
		"%s", error.text);
}

/* ---- links ---- */

Test(folder_refused, a_link_that_leads_out_is_not_followed)
{
	AUTO_FOLDER other = package_folder_make("--- file list\n- {id: o, name: O}\n");
	AUTO_FOLDER folder =
		contest_folder_make("--- remove teams.yaml\n--- remove problems/one\n");
	char target[128];

	snprintf(target, sizeof(target), "%s/list", other.path);
	cr_assert_eq(symlinkat(target, folder.fd, "teams.yaml"), 0);
	cr_assert_eq(symlinkat(other.path, folder.fd, "problems/one"), 0);
	AS_AUTO_CONTEST struct as_contest *contest = open_contest(folder.path);
	AS_AUTO_FREE char *findings = contest_findings(contest);
	cr_expect_eq(contest->team_count, 0);
	cr_expect_null(contest->problems[0].package);
	cr_expect_str_eq(findings,
		"error teams.yaml: a link that leads out of the contest's folder; copy its target "
		"here\n"
		"error problems.yaml:1:3: problems/one: a link that leads out of the contest's "
		"folder; copy its target here, or add package: PATH\n",
		"%s", findings);
}

/* ---- ids ---- */

Test(folder_refused, ids_are_those_of_the_contest_api)
{
	static const char *const good[] = {
		"a", "A-9_b.c", "0", "_", "a-", "abcdefghijklmnopqrstuvwxyz0123456789"};
	static const char *const bad[] = {"", "-a", ".a", "a.", "a b", "a/b", "\xc3\xa9",
		"abcdefghijklmnopqrstuvwxyz01234567890"};

	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++)
		cr_expect(as_contest_is_id(good[i]), "%s", good[i]);
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		cr_expect(!as_contest_is_id(bad[i]), "%s", bad[i]);
}
