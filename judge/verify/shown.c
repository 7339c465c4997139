/* SPDX-License-Identifier: MIT */
/*
 * Files that people see in place of a test (2025-09, "Sample data"; legacy, "Annotations" and
 * "Interactive problems"): which of them may exist together. The validators check whether a shown
 * output is right (validate.c).
 */
#include "verify.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_ENTRIES 1000000
#define MAX_DEPTH 32

enum {
	OUT = 1,
	INTERACTION = 2,
	IN_STATEMENT = 4,
	ANS_STATEMENT = 8,
	IN_DOWNLOAD = 16,
	ANS_DOWNLOAD = 32,
};

static const struct {
	unsigned bit;
	const char *ending;
} kinds[] = {
	{OUT, ".out"},
	{INTERACTION, ".interaction"},
	{IN_STATEMENT, ".in.statement"},
	{ANS_STATEMENT, ".ans.statement"},
	{IN_DOWNLOAD, ".in.download"},
	{ANS_DOWNLOAD, ".ans.download"},
};
#define KINDS (sizeof(kinds) / sizeof(*kinds))

/* ---- the files of one test ---- */

/* ".out and .interaction" */
static char *endings_text(unsigned set, char text[96])
{
	char *at = text;

	*at = '\0';
	for (size_t i = 0; i < KINDS; i++)
		if (set & kinds[i].bit)
			at += sprintf(at, "%s%s", at == text ? "" : " and ", kinds[i].ending);
	return text;
}

/* In the draft of 2023, a file that replaces the shown one is also the download, and any test may
 * have another download. */
static bool is_draft(const struct as_verify *verify)
{
	return verify->package->format == AS_FORMAT_2023_07_DRAFT;
}

static int check_rivals(
	struct as_verify *verify, const char *where, unsigned set, struct as_error *error)
{
	static const unsigned rivals[] = {
		IN_STATEMENT | INTERACTION, OUT | ANS_STATEMENT | INTERACTION, OUT | ANS_DOWNLOAD};
	const enum as_finding_level level =
		is_draft(verify) ? AS_FINDING_WARNING : AS_FINDING_ERROR;
	const size_t count = is_draft(verify) ? 2 : sizeof(rivals) / sizeof(*rivals);
	char text[96];

	for (size_t i = 0; i < count; i++) {
		unsigned there = set & rivals[i];
		if ((there & (there - 1)) &&
			as_findings_add(&verify->findings, level, where, error,
				"%s are mutually exclusive; keep one", endings_text(there, text)))
			return -1;
	}
	return 0;
}

/* A replacement for display requires a replacement for download, and vice versa. */
static int check_pairs(
	struct as_verify *verify, const char *where, unsigned set, struct as_error *error)
{
	static const struct {
		unsigned shown, loaded;
		const char *what, *show, *load;
	} pairs[] = {
		{IN_STATEMENT | INTERACTION, IN_DOWNLOAD, "input", ".in.statement", ".in.download"},
		{OUT | ANS_STATEMENT | INTERACTION, OUT | ANS_DOWNLOAD, "answer", ".ans.statement",
			".ans.download"},
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
		bool shown = set & pairs[i].shown, loaded = set & pairs[i].loaded;
		if (shown != loaded &&
			as_findings_add(&verify->findings, AS_FINDING_WARNING, where, error,
				"the statement does not show the %s that participants download; "
				"add a file %s",
				pairs[i].what, shown ? pairs[i].load : pairs[i].show))
			return -1;
	}
	return 0;
}

/* ---- folders ---- */

static int compare_names(const void *name, const void *entry)
{
	return strcmp(name, *(char *const *)entry);
}

/* True if the folder has "<stem><ending>". */
static bool has(char **names, size_t count, const char *stem, size_t stem_size, const char *ending)
{
	char name[512];

	snprintf(name, sizeof(name), "%.*s%s", (int)stem_size, stem, ending);
	return bsearch(name, names, count, sizeof(*names), compare_names) != NULL;
}

/* "At most one illustration file may be provided per test case": all formats. */
static int check_illustrations(struct as_verify *verify, const char *where, char **names,
	size_t count, const char *name, struct as_error *error)
{
	static const char *const endings[] = {".jpeg", ".jpg", ".png", ".svg"};
	size_t there = 0;

	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++)
		there += has(names, count, name, strlen(name) - strlen(".in"), endings[i]);
	if (there < 2)
		return 0;
	return as_findings_add(&verify->findings, AS_FINDING_WARNING, where, error,
		"has %zu pictures, but a test may have only one; remove the others", there);
}

/* Legacy: "all sample test cases must provide an interaction protocol". */
static int check_protocol(
	struct as_verify *verify, const char *where, unsigned set, struct as_error *error)
{
	if (!verify->package->interactive || (set & INTERACTION) ||
		strncmp(where, "data/sample/", strlen("data/sample/")) != 0)
		return 0;
	return as_findings_add(&verify->findings, AS_FINDING_WARNING, where, error,
		"participants see no sample interaction, because the problem is interactive and "
		"there is no .interaction file; add one");
}

static int check_test(struct as_verify *verify, const char *folder, char **names, size_t count,
	const char *name, struct as_error *error)
{
	size_t stem_size = strlen(name) - strlen(".in");
	AS_AUTO_FREE char *where = as_text_format(error, "%s/%s", folder, name);
	unsigned set = 0;

	for (size_t i = 0; i < KINDS; i++)
		if (has(names, count, name, stem_size, kinds[i].ending))
			set |= kinds[i].bit;
	if (!where || check_illustrations(verify, where, names, count, name, error))
		return -1;
	if (verify->package->graded)
		return check_protocol(verify, where, set, error);
	return check_rivals(verify, where, set, error) ||
			       (!is_draft(verify) && check_pairs(verify, where, set, error))
		       ? -1
		       : 0;
}

/* 2025-09 does not allow it, but packages for participants have it, and no verdict depends on it.
 * Legacy and the draft allow protocols without a test. */
static int report_orphan(
	struct as_verify *verify, const char *where, unsigned kind, struct as_error *error)
{
	if (is_draft(verify) && kind == INTERACTION)
		return as_findings_add(&verify->findings, AS_FINDING_INFO, where, error,
			"is shown, but no submission is run on it: it has no input file (.in), "
			"which 2025-09 requires");
	return as_findings_add(&verify->findings, AS_FINDING_WARNING, where, error,
		"has no input file (.in); add one or remove this file");
}

static int check_shown(struct as_verify *verify, const char *where, char **names, size_t count,
	const char *name, struct as_error *error)
{
	static const char *const older[][2] = {{".hint", "hint"}, {".desc", "description"}};

	for (size_t i = 0; i < sizeof(older) / sizeof(*older) && !verify->package->graded; i++)
		if (as_package_name_ends(name, older[i][0]))
			return as_findings_add(&verify->findings, AS_FINDING_INFO, where, error,
				"is ignored in this format; move its text to the key %s of the "
				"test's .yaml",
				older[i][1]);
	if (as_package_name_ends(name, ".interaction") &&
		as_interaction_check(verify, where, error))
		return -1;
	for (size_t i = 0; i < KINDS && !verify->package->graded; i++)
		if (as_package_name_ends(name, kinds[i].ending) &&
			!has(names, count, name, strlen(name) - strlen(kinds[i].ending), ".in"))
			return report_orphan(verify, where, kinds[i].bit, error);
	return 0;
}

static int check_folder(struct as_verify *verify, int parent_fd, const char *name, const char *path,
	unsigned depth, struct as_error *error)
{
	struct stat status;

	if (depth > MAX_DEPTH || fstatat(parent_fd, name, &status, AT_SYMLINK_NOFOLLOW) ||
		!S_ISDIR(status.st_mode) || as_package_name_ends(path, ".files"))
		return 0;
	AS_AUTO_FD int fd = as_dir_open(parent_fd, name, error);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_ENTRIES, error);
	if (!names || as_verify_check_cancel(verify, error))
		return -1;
	const size_t count = as_names_count(names);
	for (char **one = names; *one; one++) {
		bool is_test = as_package_name_ends(*one, ".in");
		if (!as_package_is_name(*one))
			continue;
		AS_AUTO_FREE char *inner = as_text_format(error, "%s/%s", path, *one);
		if (!inner ||
			(is_test ? check_test(verify, path, names, count, *one, error)
				 : check_shown(verify, inner, names, count, *one, error)) ||
			check_folder(verify, fd, *one, inner, depth + 1, error))
			return -1;
	}
	return 0;
}

int as_shown_check(struct as_verify *verify, struct as_error *error)
{
	static const char *const folders[] = {"data/sample", "data/secret"};

	for (size_t i = 0; i < 2; i++)
		if (check_folder(
			    verify, verify->package->tree.fd, folders[i], folders[i], 0, error))
			return -1;
	return 0;
}

/* ---- one file ---- */

int as_shown_find(const struct as_package *package, const struct as_test *test, const char *ending,
	char **real, struct as_error *error)
{
	enum as_tree_type type;
	struct stat status;
	AS_AUTO_FREE char *path = as_text_format(error, "data/%s%s", test->name, ending);

	*real = NULL;
	if (!path)
		return -1;
	/* Most tests do not have the file. */
	if (package->graded || fstatat(package->tree.fd, path, &status, AT_SYMLINK_NOFOLLOW))
		return 0;
	if (as_tree_find(&package->tree, path, &type, real, error))
		return -1;
	if (type != AS_TREE_FILE)
		free(as_steal(*real));
	return 0;
}

int as_shown_as_it_is(const struct as_package *package, const struct as_test *test, bool *as_it_is,
	struct as_error *error)
{
	static const char *const replacing[] = {
		".out", ".ans.statement", ".interaction", ".ans.download"};

	*as_it_is = package->format == AS_FORMAT_2025_09 && test->full_feedback;
	for (size_t i = 0; *as_it_is && i < sizeof(replacing) / sizeof(*replacing); i++) {
		AS_AUTO_FREE char *real = NULL;
		if (as_shown_find(package, test, replacing[i], &real, error))
			return -1;
		*as_it_is = !real;
	}
	return 0;
}
