/* SPDX-License-Identifier: MIT */
/* Checks that a module is installed, and suggests the nearest name if it is not. */
#include "modules.h"

#include <ctype.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <string.h>

#define MAX_NAMES 20000

/* It becomes a part of a path. */
static bool is_name(const char *module)
{
	if (!isalnum((unsigned char)module[0]) && module[0] != '_')
		return false;
	for (; *module; module++)
		if (!isalnum((unsigned char)*module) && !strchr("_-", *module))
			return false;
	return true;
}

/* Reduces file names to the names of modules: "numpy-1.24.egg-info", "six.py". */
static void cut_names(char **names)
{
	for (; *names; names++)
		(*names)[strcspn(*names, ".")] = '\0';
}

/* 1: the folder has the module; 0: it does not, and `nearest` may be set. */
static int look_in(const char *folder, const char *module, char nearest[NAME_MAX + 1])
{
	AS_AUTO_FD int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_NAMES, NULL);
	size_t count = 0;

	if (!names)
		return 0;
	cut_names(names);
	for (; names[count]; count++)
		if (strcmp(names[count], module) == 0)
			return 1;
	const char *found =
		as_text_nearest(module, (const char *const *)names, count, strlen(module) / 3);
	if (found)
		snprintf(nearest, NAME_MAX + 1, "%s", found);
	return 0;
}

static bool is_installed(
	const struct as_language *language, const char *module, char nearest[NAME_MAX + 1])
{
	bool found = false;

	for (const char *const *folder = language->roots.modules; *folder && !found; folder++) {
		glob_t matches;
		if (glob(*folder, 0, NULL, &matches) == 0)
			for (size_t i = 0; i < matches.gl_pathc && !found; i++)
				found = look_in(matches.gl_pathv[i], module, nearest);
		globfree(&matches);
	}
	return found;
}

static int check_one(
	const struct as_languages *languages, const char *module, struct as_error *error)
{
	char nearest[NAME_MAX + 1] = "";

	for (size_t i = 0; is_name(module) && i < languages->count; i++)
		if (is_installed(&languages->items[i], module, nearest))
			return 0;
	if (*nearest)
		return as_error_set(error, AS_ERROR_USAGE,
			"unknown module '%s'; did you mean '%s'?", module, nearest);
	return as_error_set(error, AS_ERROR_USAGE,
		"unknown module '%s'; install its Debian package, such as python3-numpy for numpy",
		module);
}

int as_root_modules_check(
	const struct as_languages *languages, const char *const *modules, struct as_error *error)
{
	for (; modules && *modules; modules++)
		if (check_one(languages, *modules, error))
			return -1;
	return 0;
}
