/* SPDX-License-Identifier: MIT */
/* Finds the submissions of a package, and the expectations of its authors. */
#include "verify.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_ENTRIES 10000
#define MAX_SOURCE_BYTES (UINT64_C(4) << 20)

/* ---- tags ---- */

/* In the file that will be judged; links inside the package are followed. Judging reports a file
 * that cannot be read. */
static void read_tags(const struct as_verify *verify, struct as_candidate *candidate)
{
	AS_AUTO(as_sources_clear) struct as_sources sources = {0};

	if (as_sources_read_own(&sources, verify->package->tree.fd, candidate->path,
		    MAX_SOURCE_BYTES, verify->settings->cancel, NULL))
		return;
	for (size_t i = 0; i < sources.count; i++)
		as_expectation_tags_read(
			&candidate->tags, sources.files[i].data.data, sources.files[i].data.size);
}

/* If a folder of the format determines the expectation, tags are ignored. */
static int take_tags(
	struct as_verify *verify, struct as_candidate *candidate, struct as_error *error)
{
	if (as_expectations_know(&verify->expectations, candidate->folder))
		return 0;
	read_tags(verify, candidate);
	if (!candidate->tags.unknown[0])
		return 0;
	return as_findings_add(&verify->findings, AS_FINDING_WARNING, candidate->path, error,
		"unknown result '%s' in @EXPECTED_RESULTS@; use CORRECT, WRONG-ANSWER, TIMELIMIT, "
		"RUN-ERROR or COMPILER-ERROR",
		candidate->tags.unknown);
}

/* ---- patterns ---- */

static int take_expectations(
	struct as_verify *verify, struct as_candidate *candidate, struct as_error *error)
{
	const struct as_expectations *all = &verify->expectations;

	candidate->expectations = calloc(all->count + 1, sizeof(*candidate->expectations));
	if (!candidate->expectations)
		return as_error_no_memory(error);
	for (size_t i = 0; i < all->count; i++) {
		const struct as_expectation *item = &all->items[i];
		if (as_glob_covers(&item->glob, candidate->name))
			candidate->expectations[candidate->expectation_count++] = item;
	}
	candidate->start = as_expectations_start(all, verify->package, candidate->path);
	if (candidate->expectation_count || candidate->tags.overall || candidate->tags.has_score)
		return 0;
	return as_findings_add(&verify->findings, AS_FINDING_INFO, candidate->path, error,
		"has no expected result: its folder is not in the format, no pattern of "
		"submissions.yaml matches it, and it has no @EXPECTED_RESULTS@ tag; move it to a "
		"folder such as accepted/ or wrong_answer/");
}

static int report_pattern(struct as_verify *verify, const char *pattern, struct as_error *error)
{
	AS_AUTO_FREE const char **names = calloc(verify->count + 1, sizeof(*names));

	if (!names)
		return as_error_no_memory(error);
	for (size_t c = 0; c < verify->count; c++)
		names[c] = verify->candidates[c].name;
	return as_findings_add(&verify->findings, AS_FINDING_WARNING,
		"submissions/submissions.yaml", error,
		"pattern '%s' matches no submission%s correct or remove it", pattern,
		AS_SUGGESTION(pattern, names, verify->count));
}

/* A pattern that matches nothing is probably a mistake. */
static int check_patterns(struct as_verify *verify, struct as_error *error)
{
	for (size_t i = 0; i < verify->expectations.count; i++) {
		const struct as_expectation *item = &verify->expectations.items[i];
		if (as_verify_check_cancel(verify, error))
			return -1;
		bool used = !item->of_file || item->of_format;
		for (size_t c = 0; c < verify->count && !used; c++)
			used = as_glob_covers(&item->glob, verify->candidates[c].name);
		if (!used && report_pattern(verify, item->submissions, error))
			return -1;
		for (size_t r = 0; r < item->count; r++) {
			const struct as_requirement *requirement = &item->requirements[r];
			if (as_verify_check_cancel(verify, error))
				return -1;
			bool covers = !requirement->tests;
			for (size_t t = 0; t < verify->package->test_count && !covers; t++)
				covers = as_requirement_covers(
					requirement, verify->package->tests[t].name);
			if (!covers && as_findings_add(&verify->findings, AS_FINDING_WARNING,
					       "submissions/submissions.yaml", error,
					       "pattern '%s' (of '%s') matches no test; write it "
					       "relative to data/, for example secret/1",
					       requirement->tests, item->submissions))
				return -1;
		}
	}
	return 0;
}

/* "There can't be two programs of the same kind with the same name": people confuse them, but
 * judges do not, because the folders differ. */
static int report_namesakes(struct as_verify *verify, struct as_error *error)
{
	for (size_t i = 1; i < verify->count; i++) {
		const char *name = strchr(verify->candidates[i].name, '/');
		size_t first = 0;
		if (as_verify_check_cancel(verify, error))
			return -1;
		while (first < i && strcmp(strchr(verify->candidates[first].name, '/'), name) != 0)
			first++;
		if (first < i && as_findings_add(&verify->findings, AS_FINDING_INFO,
					 verify->candidates[i].path, error,
					 "has the same file name as %s; names must be unique",
					 verify->candidates[first].path))
			return -1;
	}
	return 0;
}

/* ---- the list ---- */

static int add_candidate(
	struct as_verify *verify, const char *folder, const char *name, struct as_error *error)
{
	if (!as_array_reserve(verify->candidates, verify->count, error))
		return -1;
	struct as_candidate *candidate = &verify->candidates[verify->count++];
	*candidate = (struct as_candidate){.folder = strdup(folder),
		.name = as_text_format(error, "%s/%s", folder, name),
		.path = as_text_format(error, "submissions/%s/%s", folder, name)};
	if (!candidate->folder)
		return as_error_no_memory(error);
	if (!candidate->name || !candidate->path)
		return -1;
	return 0;
}

static int take_entry(
	struct as_verify *verify, const char *folder, const char *name, struct as_error *error)
{
	const char *ending = as_package_backup_ending(name);

	if (!ending)
		return add_candidate(verify, folder, name, error);
	AS_AUTO_FREE char *path = as_text_format(error, "submissions/%s/%s", folder, name);
	return !path ? -1
		     : as_findings_add(&verify->findings, AS_FINDING_INFO, path, error,
			       "is left out: ending '%s' is not a submission's", ending);
}

/* Hidden files are intentionally not submissions. */
static int report_ignored(
	struct as_verify *verify, const char *folder, const char *name, struct as_error *error)
{
	if (name[0] == '.')
		return 0;
	AS_AUTO_FREE char *path = as_text_format(error, "%s/%s", folder, name);
	return !path ? -1
		     : as_findings_add(&verify->findings, AS_FINDING_WARNING, path, error,
			       "is ignored for its name; use letters, digits, _, . and -, and "
			       "begin with a letter, digit or _");
}

static int list_folder(
	struct as_verify *verify, int submissions_fd, const char *folder, struct as_error *error)
{
	AS_AUTO_FD int fd = as_dir_open(submissions_fd, folder, error);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_ENTRIES, error);

	if (!names)
		return -1;
	AS_AUTO_FREE char *path = as_text_format(error, "submissions/%s", folder);
	if (!path)
		return -1;
	for (char **name = names; *name; name++)
		if (as_package_is_name(*name) ? take_entry(verify, folder, *name, error)
					      : report_ignored(verify, path, *name, error))
			return -1;
	return 0;
}

/* An entry of submissions/ that is not a folder of submissions. */
static int report_stray(
	struct as_verify *verify, int fd, const char *name, mode_t mode, struct as_error *error)
{
	struct stat target;
	bool is_link = S_ISLNK(mode) && fstatat(fd, name, &target, 0) == 0;
	AS_AUTO_FREE char *path = as_text_format(error, "submissions/%s", name);

	if (!path)
		return -1;
	if (is_link && S_ISDIR(target.st_mode))
		return as_findings_add(&verify->findings, AS_FINDING_ERROR, path, error,
			"is a link to a folder, whose submissions are not judged; make it a "
			"folder, which may contain links");
	return as_findings_add(&verify->findings, AS_FINDING_WARNING, path, error,
		"is left out: not in a folder of submissions; move it to a folder such as "
		"accepted/ or wrong_answer/");
}

static int take_folder(struct as_verify *verify, int fd, const char *name, struct as_error *error)
{
	struct stat info;

	if (!as_package_is_name(name))
		return report_ignored(verify, "submissions", name, error);
	if (strcmp(name, "submissions.yaml") == 0 || strcmp(name, "submissions.json") == 0 ||
		fstatat(fd, name, &info, AT_SYMLINK_NOFOLLOW))
		return 0;
	return S_ISDIR(info.st_mode) ? list_folder(verify, fd, name, error)
				     : report_stray(verify, fd, name, info.st_mode, error);
}

static int list_folders(struct as_verify *verify, int fd, struct as_error *error)
{
	AS_AUTO_NAMES char **names = as_dir_list(fd, MAX_ENTRIES, error);

	for (char **name = names; name && *name; name++)
		if (take_folder(verify, fd, *name, error))
			return -1;
	return names ? 0 : -1;
}

int as_candidates_find(struct as_verify *verify, struct as_error *error)
{
	struct as_error why = {0};
	AS_AUTO_FD int fd = as_dir_open(verify->package->tree.fd, "submissions", &why);

	if (fd < 0 && why.sys_errno != ENOENT) {
		AS_AUTO_FREE char *where =
			as_text_format(error, "%s/submissions", verify->package->path);
		return where ? as_error_at(error, why.kind, where, 0, 0, "%s%s", why.text,
				       why.sys_errno == ELOOP ? "; make it a folder" : "")
			     : -1;
	}
	if (as_expectations_load(&verify->expectations, verify->package, error) ||
		(fd >= 0 && list_folders(verify, fd, error)))
		return -1;
	for (size_t i = 0; i < verify->count; i++)
		if (as_verify_check_cancel(verify, error) ||
			take_tags(verify, &verify->candidates[i], error) ||
			take_expectations(verify, &verify->candidates[i], error) ||
			as_verify_digest_tree(verify->package, verify->candidates[i].path,
				verify->settings->cancel, verify->candidates[i].digest, error))
			return -1;
	return check_patterns(verify, error) || report_namesakes(verify, error) ? -1 : 0;
}

void as_candidates_clear(struct as_verify *verify)
{
	for (size_t i = 0; i < verify->count; i++) {
		struct as_candidate *candidate = &verify->candidates[i];
		free(candidate->name);
		free(candidate->path);
		free(candidate->folder);
		free(candidate->expectations);
		as_result_clear(&candidate->result);
		as_compiled_free(candidate->compiled);
	}
	free(verify->candidates);
	as_expectations_clear(&verify->expectations);
}

void as_candidate_forget(struct as_candidate *candidate)
{
	candidate->judged = false;
	as_result_clear(&candidate->result);
}

/* ---- derived expectations ---- */

unsigned as_candidate_expected(const struct as_candidate *candidate)
{
	const unsigned accepted = AS_VERDICT_BIT(AS_VERDICT_AC);
	unsigned expected = AS_VERDICTS_OF_TESTS;

	if (candidate->tags.overall)
		return candidate->tags.overall;
	for (size_t e = 0; e < candidate->expectation_count; e++) {
		const struct as_expectation *item = candidate->expectations[e];
		for (size_t r = 0; r < item->count; r++) {
			const struct as_requirement *one = &item->requirements[r];
			/* If a test must not have the verdict, the whole cannot have it because of
			 * that test. */
			if (!(as_requirement_required(one) & accepted))
				expected &= ~accepted;
			if (!one->tests)
				expected &= as_requirement_permitted(one);
			if (one->overall)
				expected &= one->overall;
		}
	}
	return expected;
}

bool as_candidate_is_fast(const struct as_candidate *candidate)
{
	for (size_t e = 0; e < candidate->expectation_count; e++) {
		const struct as_requirement *one = &candidate->expectations[e]->requirements[0];
		if (as_requirement_time_use(one) == AS_TIME_LOWER)
			return true;
	}
	return false;
}

bool as_candidate_is_right(const struct as_candidate *candidate)
{
	for (size_t e = 0; e < candidate->expectation_count; e++) {
		const struct as_requirement *one = &candidate->expectations[e]->requirements[0];
		if (as_requirement_time_use(one) == AS_TIME_LOWER &&
			(as_requirement_permitted(one) == AS_VERDICT_BIT(AS_VERDICT_AC) ||
				one->overall == AS_VERDICT_BIT(AS_VERDICT_AC)))
			return true;
	}
	return false;
}
