/* SPDX-License-Identifier: MIT */
#include "paths.h"

#include <assay/package.h>
#include <assay/testgen.h>
#include <errno.h>
#include <limits.h>
#include <string.h>

void path_take(struct argp_state *state, char *argument)
{
	struct path_words *words = state->input;

	if (!words->path)
		words->path = argument;
	else if (words->packages.count == 0)
		cli_refuse_argument(state, argument);
	else
		cli_add(state, NULL, &words->packages, argument);
}

void path_check(struct argp_state *state, void *options)
{
	const struct path_words *words = options;

	if (!words->path)
		cli_refuse_missing(state, "argument", "DIR");
}

char *path_of_new(const char *path, struct as_error *error)
{
	AS_AUTO_FREE char *copy = as_text_format(error, "%s", path);
	size_t length = copy ? strlen(copy) : 0;

	while (length > 1 && copy[length - 1] == '/')
		copy[--length] = '\0';
	AS_AUTO_FREE char *real = copy ? realpath(copy, NULL) : NULL;
	if (!copy || real)
		return as_steal(real);
	char *slash = strrchr(copy, '/');
	const char *name = slash ? slash + 1 : copy;
	if (slash)
		*slash = '\0';
	AS_AUTO_FREE char *parent = realpath(!slash ? "." : *copy ? copy : "/", NULL);
	if (parent)
		return as_text_format(error, "%s/%s", parent, name);
	as_error_at_sys(error, AS_ERROR_USAGE, errno, path, "the folder cannot be made");
	return NULL;
}

char *path_between(const char *folder, const char *to, struct as_error *error)
{
	size_t common = 0, i = 0;

	for (; folder[i] && folder[i] == to[i]; i++)
		if (to[i] == '/')
			common = i;
	if (!folder[i] && to[i] == '/')
		common = i;
	char *path = as_text_format(error, "%s", to + common + 1);
	for (const char *at = folder + common; path && *at; at++) {
		AS_AUTO_FREE char *before = *at == '/' && at[1] ? path : NULL;
		if (before)
			path = as_text_format(error, "../%s", before);
	}
	return path;
}

/* A package with settings of tests cannot be opened before these tests are made. */
int path_make_tests(const char *path, struct as_error *error)
{
	struct as_error why = {0};
	struct as_package *package = as_package_open(path, &cli_cancelled, &why);
	size_t count = 0;
	const bool needs = package ? package->needs_generation
				   : why.kind == AS_ERROR_INPUT &&
					     as_gen_count(path, &count, NULL) == 0 && count;

	as_package_close(package);
	if (package)
		return needs ? cli_make_tests(path, NULL, error) : 0;
	if (needs && cli_make_tests(path, NULL, NULL) == 0)
		return 0;
	if (error)
		*error = why;
	return -1;
}
