/* SPDX-License-Identifier: MIT */
/* The wrong submissions of the package: rows of the matrix, before the mutants. */
#include "measure.h"

/* In a folder of the format, tags are ignored. */
static bool own_is_wrong(const struct measuring *measuring, const struct origin *origin,
	const char *folder, const char *path)
{
	const struct as_sources *sources = &origin->submitted.sources;
	struct as_expectation_tags tags = {0};

	if (as_expectations_is_wrong(&measuring->expectations, path))
		return true;
	if (as_expectations_know(&measuring->expectations, folder))
		return false;
	for (size_t i = 0; i < sources->count; i++)
		as_expectation_tags_read(
			&tags, sources->files[i].data.data, sources->files[i].data.size);
	return tags.overall && !(tags.overall & AS_VERDICT_BIT(AS_VERDICT_AC));
}

/* A wrong submission is expected to take as long as the slowest original, or, if it must exceed the
 * time limit, also this limit on a few tests. */
static int64_t own_pace(const struct measuring *measuring, const char *path)
{
	const struct as_package *package = measuring->package;
	const size_t timeouts =
		package->test_count < MAX_TIMEOUTS ? package->test_count : MAX_TIMEOUTS;
	int64_t pace_ns = 0;

	for (size_t i = 0; i < measuring->report->source_count; i++)
		if (measuring->report->sources[i].pace_ns > pace_ns)
			pace_ns = measuring->report->sources[i].pace_ns;
	if (as_expectations_is_slow(&measuring->expectations, path))
		pace_ns += package->limits.time_limit_ns * (int64_t)timeouts;
	return pace_ns;
}

/* Moves the path and the origin into the lists. */
static int own_append(
	struct measuring *measuring, char **path, struct origin *origin, struct as_error *error)
{
	struct as_strength_report *report = measuring->report;

	if (!as_array_reserve(measuring->own, report->own_count, error) ||
		!as_array_reserve(report->programs, report->own_count, error))
		return -1;
	report->own_pace_ns += own_pace(measuring, *path);
	report->programs[report->own_count] = (struct as_strength_program){.path = as_steal(*path)};
	measuring->own[report->own_count++] = *origin;
	*origin = (struct origin){0};
	return 0;
}

static int own_take(struct measuring *measuring, struct origin *origin, const char *folder,
	char **path, struct as_error *error)
{
	AS_AUTO_FREE char *reason = NULL;

	if (!own_is_wrong(measuring, origin, folder, *path))
		return 0;
	if (origin->submitted.sources.reason)
		reason = as_text_format(error, "%s", origin->submitted.sources.text);
	else if (origin_find_lack(measuring, origin, &reason, error))
		return -1;
	if (reason)
		return as_names_add(&measuring->report->own_left_out,
			as_text_format(error, "%s: %s", *path, reason), error);
	return own_append(measuring, path, origin, error);
}

static int own_add(
	struct measuring *measuring, const char *folder, const char *name, struct as_error *error)
{
	AS_AUTO_FREE char *path = as_text_format(error, SUBMISSIONS "%s/%s", folder, name);
	AS_AUTO(origin_clear) struct origin origin = {0};

	if (!path || as_package_backup_ending(name))
		return path ? 0 : -1;
	return origin_read(measuring, &origin,
		       as_text_format(error, "%s/%s", measuring->package->folder, path), error) ||
			       own_take(measuring, &origin, folder, &path, error)
		       ? -1
		       : 0;
}

static int own_add_folder(struct measuring *measuring, const char *folder, struct as_error *error)
{
	AS_AUTO_FREE char *path = as_text_format(error, SUBMISSIONS "%s", folder);
	AS_AUTO_NAMES char **names = NULL;

	if (!path || measure_list(measuring, path, &names, error))
		return -1;
	for (char **name = names; name && *name; name++)
		if (own_add(measuring, folder, *name, error))
			return -1;
	return 0;
}

int measure_find_own(struct measuring *measuring, struct as_error *error)
{
	AS_AUTO_NAMES char **folders = NULL;

	if (measure_list(measuring, "submissions", &folders, error))
		return -1;
	for (char **folder = folders; folder && *folder; folder++)
		if (own_add_folder(measuring, *folder, error))
			return -1;
	return 0;
}
