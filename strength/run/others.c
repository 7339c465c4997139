/* SPDX-License-Identifier: MIT */
/* The accepted submissions of the package that no mutants are made of: in other languages, of
 * several files, or, with `from`, all but those of `from`. */
#include "measure.h"

#include <sys/stat.h>

static bool is_source(const struct measuring *measuring, const char *path)
{
	struct stat one, other;

	for (size_t i = 0; i < measuring->report->source_count; i++)
		if (stat(measuring->origins[i].path, &one) == 0 && stat(path, &other) == 0 &&
			one.st_dev == other.st_dev && one.st_ino == other.st_ino)
			return true;
	return false;
}

static int add_other(struct measuring *measuring, const char *name, struct as_error *error)
{
	AS_AUTO(origin_clear) struct origin origin = {0};
	AS_AUTO_FREE char *path =
		as_text_format(error, "%s/" ACCEPTED "/%s", measuring->package->folder, name);

	if (!path)
		return -1;
	if (as_package_backup_ending(name) || is_source(measuring, path))
		return 0;
	if (origin_read(measuring, &origin, as_steal(path), error) ||
		!as_array_reserve(measuring->others, measuring->other_count, error))
		return -1;
	if (!origin_can_judge(measuring, &origin))
		return 0;
	measuring->others[measuring->other_count++] = origin;
	origin = (struct origin){0};
	return 0;
}

int measure_find_others(struct measuring *measuring, struct as_error *error)
{
	AS_AUTO_NAMES char **names = NULL;

	if (measure_list(measuring, ACCEPTED, &names, error))
		return -1;
	for (char **name = names; name && *name; name++)
		if (add_other(measuring, *name, error))
			return -1;
	return 0;
}
