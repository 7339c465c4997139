/* SPDX-License-Identifier: MIT */
/*
 * Checks the package's name, and the additional requirements of legacy-icpc, a subset of the legacy
 * format: names of files, and no scores. This judge accepts such packages anyway; other judges of
 * the ICPC may not.
 */
#include "verify.h"

#include <assay/base/fit.h>
#include <ctype.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_ENTRIES 100000
#define MAX_DEPTH 32

/* ---- names ---- */

static bool is_icpc_name(const char *name)
{
	size_t length = strlen(name);

	return length >= 2 && isalnum((unsigned char)name[0]) &&
	       isalnum((unsigned char)name[length - 1]);
}

static int check_name(
	struct as_verify *verify, const char *path, const char *name, struct as_error *error)
{
	if (is_icpc_name(name))
		return 0;
	return as_findings_add(&verify->findings, AS_FINDING_WARNING, path, error,
		"name not allowed in legacy-icpc; use at least two characters, the first and last "
		"a letter or digit, or write `problem_format_version: legacy`");
}

/* Names that the format ignores are not examined. */
static int check_folder(struct as_verify *verify, int folder_fd, const char *folder, unsigned depth,
	struct as_error *error)
{
	AS_AUTO_NAMES char **names = as_dir_list(folder_fd, MAX_ENTRIES, error);

	if (!names || as_verify_check_cancel(verify, error))
		return -1;
	for (char **name = names; *name; name++) {
		struct stat status;
		AS_AUTO_FREE char *path =
			as_text_format(error, "%s%s%s", folder, *folder ? "/" : "", *name);
		if (!path)
			return -1;
		if (!as_package_is_name(*name) ||
			fstatat(folder_fd, *name, &status, AT_SYMLINK_NOFOLLOW))
			continue;
		if (!S_ISDIR(status.st_mode)) {
			if (check_name(verify, path, *name, error))
				return -1;
			continue;
		}
		AS_AUTO_FD int fd = depth < MAX_DEPTH ? as_dir_open(folder_fd, *name, error) : -1;
		if (depth < MAX_DEPTH &&
			(fd < 0 || check_folder(verify, fd, path, depth + 1, error)))
			return -1;
	}
	return 0;
}

/* ---- scores ---- */

static int check_scores(struct as_verify *verify, struct as_error *error)
{
	const struct as_package *package = verify->package;

	if (!package->scoring)
		return 0;
	return as_findings_add(&verify->findings, AS_FINDING_WARNING, "problem.yaml", error,
		"type scoring is not in legacy-icpc; write `problem_format_version: legacy`");
}

/* In all formats: the name of the package. */
static int check_short_name(struct as_verify *verify, struct as_error *error)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	const char *name = verify->package->short_name;

	if (name[strspn(name, letters)] == '\0')
		return 0;
	return as_findings_add(&verify->findings, AS_FINDING_WARNING, "", error,
		"folder name '%.*s' is not allowed; use a to z and 0 to 9, or other judges may "
		"refuse the package",
		as_text_fit(name, 100), name);
}

int as_names_check(struct as_verify *verify, struct as_error *error)
{
	if (check_short_name(verify, error))
		return -1;
	if (!verify->package->icpc)
		return 0;
	return check_folder(verify, verify->package->tree.fd, "", 0, error) ||
			       check_scores(verify, error)
		       ? -1
		       : 0;
}
