/* SPDX-License-Identifier: MIT */
/* Folders that assay contest new makes. */
#include "folder_case.h"

#include <assay/contest/folder/make.h>

#define VALID ASSAY_SOURCE_DIR "/tests/data/valid/contest"

/* ---- a new contest ---- */

#define SUMS ASSAY_SOURCE_DIR "/tests/data/valid/sums"
#define MINIMAL ASSAY_SOURCE_DIR "/tests/data/valid/minimal"

static void make_new(const char *path, const char *const *packages, size_t count)
{
	const struct as_package *open[4];
	struct as_error error = {0};

	for (size_t i = 0; i < count; i++) {
		open[i] = as_package_open_settings(packages[i], &error);
		cr_assert_not_null(open[i], "%s", error.text);
	}
	const struct as_contest_new_config config = {
		.packages = open, .paths = packages, .package_count = count, .team_count = 3};
	cr_assert_eq(as_contest_new(path, &config, &error), 0, "%s", error.text);
	for (size_t i = 0; i < count; i++)
		as_package_close((struct as_package *)open[i]);
}

Test(folder_new, a_new_contest_has_no_finding)
{
	static const char *const packages[] = {MINIMAL, MINIMAL "/"};
	AUTO_FOLDER parent = package_folder_make("");
	char path[128], accounts[160];
	struct stat status;

	snprintf(path, sizeof(path), "%s/Our \"club\"", parent.path);
	make_new(path, packages, 2);
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(path);
	cr_expect_str_eq(contest->settings.id, "contest");
	cr_expect_str_eq(contest->settings.name, "Our \"club\"");
	cr_expect_eq(contest->settings.start_wall_ms, AS_NEVER_MS);
	cr_expect_eq(contest->settings.rules.scoring.type, AS_SCOREBOARD_PASS_FAIL);
	cr_assert_eq(contest->problem_count, 2);
	cr_expect_str_eq(contest->problems[0].id, "minimal");
	cr_expect_str_eq(contest->problems[1].id, "problem2");
	cr_assert_eq(contest->team_count, 4);
	cr_expect_eq(contest->account_count, 6);
	cr_expect(as_contest_team_is_hidden(contest, as_contest_find_team(contest, "jury")));
	snprintf(accounts, sizeof(accounts), "%s/accounts.yaml", path);
	cr_assert_eq(stat(accounts, &status), 0);
	cr_expect_eq(status.st_mode & 0777, 0600);
	cr_expect_str_neq(contest->accounts[0].password, contest->accounts[1].password);
	cr_expect_eq(strlen(contest->accounts[0].password), AS_PASSWORD_SIZE - 1);
}

Test(folder_new, an_invalid_folder_name_is_not_the_name_of_the_contest)
{
	static const char *const names[] = {"x\x1b[31m", "two\nlines", "latin \xe9"};
	static const char *const packages[] = {MINIMAL};
	AUTO_FOLDER parent = package_folder_make("");
	char path[128];

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		snprintf(path, sizeof(path), "%s/%s", parent.path, names[i]);
		make_new(path, packages, 1);
		AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(path);
		cr_expect_str_eq(contest->settings.name, "Contest");
	}
}

Test(folder_new, a_new_contest_of_scoring_packages_is_a_score_contest)
{
	static const char *const packages[] = {SUMS};
	AUTO_FOLDER parent = package_folder_make("");
	char path[128];

	snprintf(path, sizeof(path), "%s/sums/", parent.path);
	make_new(path, packages, 1);
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(path);
	cr_expect_str_eq(contest->settings.id, "sums");
	cr_expect_eq(contest->settings.rules.scoring.type, AS_SCOREBOARD_SCORE);
}

Test(folder_new, points_in_a_pass_fail_contest_are_a_warning)
{
	AUTO_FOLDER folder = contest_folder_make(
		"--- file contest.yaml\nid: a\nduration: 5:00:00\nscoreboard_type: pass-fail\n"
		"--- file problems.yaml\n- {id: one}\n- {id: two, package: problems/one}\n"
		"--- file problems/one/problem.yaml\nproblem_format_version: 2025-09\n"
		"name: Minimal\nuuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\ntype: scoring\n"
		"limits: {time_limit: 2}\n");
	AS_AUTO_CONTEST struct as_contest *contest = open_contest(folder.path);
	AS_AUTO_FREE char *findings = contest_findings(contest);

	cr_expect(strstr(findings, "warning contest.yaml:3:18: the package of 'one' gives points, "
				   "but in a pass-fail contest only a submission that passes "
				   "all tests counts"),
		"%s", findings);
	cr_expect(strstr(findings, "the package of 'two' gives points"), "%s", findings);
	cr_expect_eq(contest->settings.rules.scoring.type, AS_SCOREBOARD_PASS_FAIL);
}

Test(folder_new, a_new_contest_never_replaces_files)
{
	AUTO_FOLDER folder = contest_folder_make("");
	const struct as_contest_new_config config = {.team_count = 1};
	struct as_error error = {0};

	cr_expect_eq(as_contest_new(folder.path, &config, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_str_eq(error.text, "the folder has files; name a new one");
}
