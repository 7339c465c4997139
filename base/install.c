/* SPDX-License-Identifier: MIT */
/* The files of the installation: found from the running program, so a build folder needs no
 * installation and a moved folder no setting. */
#include <assay/base/install.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char programs[] = "/libexec/assay";

/* If an upgrade has replaced the file of the running program, the kernel appends " (deleted)" to
 * its name. */
static int find_self(char path[PATH_MAX], struct as_error *error)
{
	static const char replaced[] = " (deleted)";
	const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
	const size_t tail = sizeof(replaced) - 1;

	if (length < 0)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"cannot find the executable file of assay: /proc/self/exe cannot be read");
	path[length] = '\0';
	if ((size_t)length > tail && access(path, F_OK) &&
		strcmp(path + length - tail, replaced) == 0)
		path[(size_t)length - tail] = '\0';
	return 0;
}

/* The folder that has bin and libexec. */
static int find_prefix(char prefix[PATH_MAX], struct as_error *error)
{
	if (find_self(prefix, error))
		return -1;
	*strrchr(prefix, '/') = '\0';
	const size_t length = strlen(prefix), tail = sizeof(programs) - 1;
	if (length >= tail && strcmp(prefix + length - tail, programs) == 0)
		prefix[length - tail] = '\0';
	else if (*prefix)
		*strrchr(prefix, '/') = '\0';
	return 0;
}

int as_install_find(const char *name, char path[PATH_MAX], struct as_error *error)
{
	char prefix[PATH_MAX], joined[2 * PATH_MAX];

	if (find_prefix(prefix, error))
		return -1;
	snprintf(joined, sizeof(joined), "%s/%s", prefix, name);
	if (realpath(joined, path))
		return 0;
	return as_error_set(
		error, AS_ERROR_MACHINE, "%s is not installed: %s does not exist", name, joined);
}

int as_install_command(char path[PATH_MAX], struct as_error *error)
{
	if (find_self(path, NULL) == 0 && strcmp(strrchr(path, '/'), "/assay") == 0)
		return 0;
	return as_install_find("bin/assay", path, error);
}
