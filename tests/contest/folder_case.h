/* SPDX-License-Identifier: MIT */
/*
 * A contest's folder, described by a text, as in tests/data/invalid/contest. It starts with the
 * contest below; lines that begin with "--- " are as in package_case.h.
 */
#ifndef ASSAY_TESTS_FOLDER_CASE_H
#define ASSAY_TESTS_FOLDER_CASE_H

#include "judge/package_case.h"

#include <assay/contest/folder.h>

#define MINIMAL_CONTEST                                                                            \
	"--- file contest.yaml\nid: club\nduration: 5:00:00\n"                                     \
	"--- file problems.yaml\n- id: one\n"                                                      \
	"--- file problems/one/problem.yaml\n"                                                     \
	"problem_format_version: 2025-09\n"                                                        \
	"name: Minimal\n"                                                                          \
	"uuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\n"                                             \
	"limits: {time_limit: 2}\n"                                                                \
	"--- file problems/one/data/secret/1.in\n1\n"                                              \
	"--- file problems/one/data/secret/1.ans\n1\n"                                             \
	"--- file teams.yaml\n- {id: t1, name: First}\n"                                           \
	"--- file accounts.yaml\n- {username: root, password: correct-horse, type: admin}\n"

static inline struct package_folder contest_folder_make(const char *text)
{
	struct package_folder folder = {.path = "/tmp/assay-contest.XXXXXX", .fd = -1};

	cr_assert(mkdtemp(folder.path));
	folder.fd = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cr_assert_geq(folder.fd, 0);
	package_folder_apply(&folder, MINIMAL_CONTEST);
	package_folder_apply(&folder, text);
	fchmodat(folder.fd, "accounts.yaml", 0600, 0);
	return folder;
}

/* Writes a text with DIR instead of the contest's path. */
static inline void put_without_path(FILE *out, const struct as_contest *contest, const char *text)
{
	for (const char *at; (at = strstr(text, contest->path)); text = at + strlen(contest->path))
		fprintf(out, "%.*sDIR", (int)(at - text), text);
	fputs(text, out);
}

/* Each finding as a line: "error contest.yaml:1:2: TEXT". */
static inline char *contest_findings(const struct as_contest *contest)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = 0; i < contest->findings.count; i++) {
		const struct as_finding *finding = &contest->findings.items[i];
		fprintf(out, "%s %s: ", as_finding_level_name(finding->level), finding->where);
		put_without_path(out, contest, finding->text);
		fputc('\n', out);
	}
	fclose(out);
	return text;
}

static inline struct as_contest *open_contest(const char *path)
{
	static const char *const languages[] = {"c", "cpp", "java", "python3", NULL};
	const struct as_contest_options options = {.languages = languages};
	struct as_error error = {0};
	struct as_contest *contest = as_contest_open(path, &options, NULL, &error);

	cr_assert_not_null(contest, "%s: %s", error.where, error.text);
	return contest;
}

/* Opens a contest that must have no findings. */
static inline struct as_contest *open_good_contest(const char *path)
{
	struct as_contest *contest = open_contest(path);
	AS_AUTO_FREE char *findings = contest_findings(contest);

	cr_assert_str_eq(findings, "", "%s", findings);
	return contest;
}

#endif
