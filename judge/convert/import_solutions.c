/* SPDX-License-Identifier: MIT */
/* The accepted submissions that a user names: each becomes a file of submissions/accepted. */
#include "import.h"
#include <assay/program.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_BYTES ((uint64_t)1 << 20)

static int refuse(const char *path, const char *text, struct as_error *error)
{
	return as_error_at(error, AS_ERROR_USAGE, path, 0, 0, "%s", text);
}

/* By its ending, as in a package. */
static bool is_in_a_language(const struct as_languages *languages, const char *path)
{
	for (size_t i = 0; i < languages->count; i++)
		if (!languages->items[i].is_hidden && !languages->items[i].refused &&
			as_language_is_source(&languages->items[i], as_text_last_part(path)))
			return true;
	return false;
}

static int check(const struct as_languages *languages, const char *const *all, const char *path,
	struct as_error *error)
{
	struct stat status;
	const int missing = stat(path, &status);

	if (missing && (errno == ENOENT || errno == ENOTDIR))
		return refuse(path, "no such file; name the file of one submission", error);
	if (!missing && !S_ISREG(status.st_mode))
		return refuse(path, "is not a file; name the file of one submission", error);
	if (!as_package_is_name(as_text_last_part(path)))
		return refuse(path,
			"has a name that is not allowed in a package; use letters, digits, _, . "
			"and -, and do not begin with . or -",
			error);
	if (!strchr(as_text_last_part(path), '.'))
		return refuse(path,
			"has no ending, so its language is unknown; rename it, for example to "
			"sum.py",
			error);
	if (!is_in_a_language(languages, path))
		return refuse(path,
			"has an unknown ending; rename it, for example to sum.py (`assay languages "
			"--json` lists the endings)",
			error);
	for (; *all != path; all++)
		if (strcmp(as_text_last_part(*all), as_text_last_part(path)) == 0)
			return refuse(
				path, "has the same name as another solution; rename one", error);
	return 0;
}

int import_check_solutions(const struct import *import, struct as_error *error)
{
	const char *const *all = import->config->solutions;
	struct as_languages *languages = all && *all ? as_languages_open(NULL, error) : NULL;
	int failed = all && *all && !languages;
	for (size_t i = 0; languages && !failed && all[i]; i++)
		failed = check(languages, all, all[i], error) < 0;
	as_languages_close(languages);
	return failed ? -1 : 0;
}

static int write_one(struct import *import, const char *path, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	AS_AUTO_FREE char *to =
		as_text_format(error, "submissions/accepted/%s", as_text_last_part(path));
	struct as_error why = {0};
	if (!to)
		return -1;
	if (as_file_read(AT_FDCWD, path, MAX_BYTES, &bytes, &why) < 0)
		return refuse(path, why.text, error);
	return package_writer_put(&import->writer, to, bytes.data, bytes.size, error);
}

int import_write_solutions(struct import *import, struct as_error *error)
{
	const char *const *solution = import->config->solutions;
	for (; solution && *solution; solution++)
		if (write_one(import, *solution, error) < 0)
			return -1;
	return 0;
}
