/* SPDX-License-Identifier: MIT */
/* The accepted submissions that mutants are made of. */
#include "measure.h"

#include <string.h>

static const char *const languages[] = {
	[AS_SOURCE_C] = "C",
	[AS_SOURCE_CPP] = "C++",
	[AS_SOURCE_JAVA] = "Java",
	[AS_SOURCE_PYTHON] = "Python",
};

/* Why no mutants are made of a submission; NULL: they are made. */
static const char *reason_of(const struct as_sources *sources)
{
	if (sources->reason)
		return sources->text;
	if (sources->count != 1)
		return "it has several files";
	return as_source_language_of(sources->files[0].name) == AS_SOURCE_OTHER
		       ? "no operators for its language"
		       : NULL;
}

static int source_leave_out(struct measuring *measuring, const char *reason, struct as_error *error)
{
	struct as_strength_report *report = measuring->report;
	struct as_strength_source *source = &report->sources[--report->source_count];
	struct origin *origin = &measuring->origins[report->source_count];
	const int failed = as_names_add(
		&report->left_out, as_text_format(error, "%s: %s", source->path, reason), error);

	origin_clear(origin);
	free(source->path);
	return failed;
}

/* Takes ownership of both paths; `path` is on the disk. */
static int add_source(struct measuring *measuring, char *shown, char *path, struct as_error *error)
{
	struct as_strength_report *report = measuring->report;
	struct as_strength_source *source = &report->sources[report->source_count];
	struct origin *origin = &measuring->origins[report->source_count++];
	const struct as_sources *sources = &origin->submitted.sources;
	AS_AUTO_FREE char *lack = NULL;

	*source = (struct as_strength_source){.path = shown};
	if (origin_read(measuring, origin, path, error) || !shown)
		return -1;
	const char *reason = reason_of(sources);
	if (!reason && origin_find_lack(measuring, origin, &lack, error))
		return -1;
	if (reason || lack)
		return source_leave_out(measuring, reason ? reason : lack, error);
	origin->language = as_source_language_of(sources->files[0].name);
	source->language = languages[origin->language];
	source->size_bytes = sources->files[0].data.size;
	return 0;
}

static int make_room(struct measuring *measuring, size_t count, struct as_error *error)
{
	measuring->origins = calloc(count + 1, sizeof(*measuring->origins));
	measuring->report->sources = calloc(count + 1, sizeof(*measuring->report->sources));
	return measuring->origins && measuring->report->sources ? 0 : as_error_no_memory(error);
}

static int find_accepted(struct measuring *measuring, struct as_error *error)
{
	const struct as_package *package = measuring->package;
	AS_AUTO_NAMES char **names = NULL;

	if (measure_list(measuring, ACCEPTED, &names, error) ||
		make_room(measuring, as_names_count(names), error))
		return -1;
	for (char **name = names; name && *name; name++)
		if (!as_package_backup_ending(*name) &&
			add_source(measuring, as_text_format(error, ACCEPTED "/%s", *name),
				as_text_format(error, "%s/" ACCEPTED "/%s", package->folder, *name),
				error))
			return -1;
	return 0;
}

/* ---- the shortest first ---- */

static bool is_before(const struct as_strength_source *one, const struct as_strength_source *other)
{
	return one->size_bytes != other->size_bytes ? one->size_bytes < other->size_bytes
						    : strcmp(one->path, other->path) < 0;
}

/* An insertion sort: there are few submissions. */
static void sort_sources(struct measuring *measuring)
{
	struct as_strength_source *sources = measuring->report->sources;
	struct origin *origins = measuring->origins;

	for (size_t i = 1; i < measuring->report->source_count; i++)
		for (size_t j = i; j > 0 && is_before(&sources[j], &sources[j - 1]); j--) {
			const struct as_strength_source source = sources[j];
			const struct origin origin = origins[j];
			sources[j] = sources[j - 1];
			origins[j] = origins[j - 1];
			sources[j - 1] = source;
			origins[j - 1] = origin;
		}
}

static int source_lack(const struct measuring *measuring, struct as_error *error)
{
	char *const *left_out = measuring->report->left_out;

	if (measuring->missing)
		return as_language_require(measuring->missing, error);
	if (measuring->order->from)
		return as_error_set(error, AS_ERROR_USAGE, "--from: %s", left_out[0]);
	return as_error_at(error, AS_ERROR_INPUT, measuring->package->path, 0, 0,
		"no accepted submission to make mutants of%s%s%s; add one in C, C++, Java or "
		"Python to " ACCEPTED,
		left_out ? " (" : "", left_out ? left_out[0] : "", left_out ? ")" : "");
}

/* What follows the folder; NULL: the path is not in it. */
static const char *path_inside(const char *folder, const char *path)
{
	const size_t length = strlen(folder);

	return strncmp(path, folder, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

/* The path of a dispute is followed by a verdict, so it is no file. */
char *measure_shorten(const struct measuring *measuring, const char *path, struct as_error *error)
{
	char folder[PATH_MAX], real[PATH_MAX];
	const char *inside = NULL;

	if (realpath(path, real) && realpath(measuring->package->folder, folder))
		inside = path_inside(folder, real);
	if (!inside)
		inside = path_inside(measuring->package->folder, path);
	return as_text_format(error, "%s", inside ? inside : path);
}

static bool is_repeated(const char *const *from, size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (strcmp(from[i], from[index]) == 0)
			return true;
	return false;
}

static int add_named(struct measuring *measuring, struct as_error *error)
{
	const char *const *from = measuring->order->from;
	size_t count = 0;

	while (from[count])
		count++;
	if (make_room(measuring, count, error))
		return -1;
	for (size_t i = 0; i < count; i++)
		if (!is_repeated(from, i) &&
			add_source(measuring, measure_shorten(measuring, from[i], error),
				as_text_format(error, "%s", from[i]), error))
			return -1;
	return 0;
}

int measure_find_sources(struct measuring *measuring, struct as_error *error)
{
	const bool is_named = measuring->order->from != NULL;

	if (as_expectations_load(&measuring->expectations, measuring->package, error) ||
		(is_named ? add_named(measuring, error) : find_accepted(measuring, error)))
		return -1;
	sort_sources(measuring);
	return measuring->report->source_count == 0 || (is_named && measuring->report->left_out)
		       ? source_lack(measuring, error)
		       : 0;
}

void measure_clear_sources(struct measuring *measuring)
{
	for (size_t i = 0; measuring->origins && i < measuring->report->source_count; i++)
		origin_clear(&measuring->origins[i]);
	for (size_t i = 0; i < measuring->other_count; i++)
		origin_clear(&measuring->others[i]);
	free(measuring->others);
	free(measuring->back.items);
	for (size_t i = 0; measuring->own && i < measuring->report->own_count; i++)
		origin_clear(&measuring->own[i]);
	free(measuring->origins);
	free(measuring->own);
	as_expectations_clear(&measuring->expectations);
}
