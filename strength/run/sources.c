/* SPDX-License-Identifier: MIT */
/* The accepted submissions that mutants are made of. */
#include "measure.h"

#include <string.h>

#define SUBMISSIONS "submissions/"
#define ACCEPTED SUBMISSIONS "accepted"

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

/* Finds why no mutants are made of an origin, on the heap; NULL: they are made. */
static int source_find_reason(struct measuring *measuring, const struct origin *origin,
	char **reason, struct as_error *error)
{
	const struct as_languages *table = as_engine_settings(measuring->order->engine)->languages;
	const struct as_submission submission = measure_submission(origin);
	const char *known = reason_of(&origin->submitted.sources), *id;
	struct as_error why = {0};

	*reason = NULL;
	if (known)
		return (*reason = as_text_format(error, "%s", known)) ? 0 : -1;
	if (as_engine_submission_language(measuring->order->opened, &submission, &id, error))
		return -1;
	const struct as_language *language = id ? as_languages_find(table, id) : NULL;
	if (!language || as_language_require(language, &why) == 0)
		return 0;
	measuring->missing = language;
	return (*reason = as_text_format(error, "%s", why.text)) ? 0 : -1;
}

static int source_leave_out(struct measuring *measuring, const char *reason, struct as_error *error)
{
	struct as_strength_report *report = measuring->report;
	struct as_strength_source *source = &report->sources[--report->source_count];
	struct origin *origin = &measuring->origins[report->source_count];
	const int failed = as_names_add(
		&report->left_out, as_text_format(error, "%s: %s", source->path, reason), error);

	as_submitted_clear(&origin->submitted);
	free(source->path);
	free(origin->path);
	return failed;
}

/* The path within the package; NULL: it is elsewhere. */
static const char *source_own_path(const struct measuring *measuring, const char *path)
{
	const char *folder = measuring->package->folder;
	const size_t length = strlen(folder);

	if (strncmp(path, folder, length) != 0 || path[length] != '/')
		return NULL;
	path += length + 1;
	return strncmp(path, SUBMISSIONS, strlen(SUBMISSIONS)) == 0 ? path : NULL;
}

/* Takes ownership of both paths; `path` is on the disk. */
static int add_source(struct measuring *measuring, char *shown, char *path, struct as_error *error)
{
	struct as_strength_report *report = measuring->report;
	struct as_strength_source *source = &report->sources[report->source_count];
	struct origin *origin = &measuring->origins[report->source_count++];
	const struct as_sources *sources = &origin->submitted.sources;
	const char *own = path ? source_own_path(measuring, path) : NULL;
	AS_AUTO_FREE char *reason = NULL;

	*source = (struct as_strength_source){.path = shown};
	*origin = (struct origin){.path = path};
	if (!shown || !path ||
		as_submitted_take(&origin->submitted, measuring->package, path,
			as_engine_settings(measuring->order->engine)->cancel, error))
		return -1;
	if (own)
		origin->start =
			as_expectations_start(&measuring->expectations, measuring->package, own);
	if (source_find_reason(measuring, origin, &reason, error))
		return -1;
	if (reason)
		return source_leave_out(measuring, reason, error);
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
	AS_AUTO_FREE char *folder = NULL;
	enum as_tree_type type;

	if (as_tree_find(&package->tree, ACCEPTED, &type, &folder, error))
		return -1;
	AS_AUTO_NAMES char **names =
		type != AS_TREE_FOLDER
			? NULL
			: as_package_names(&package->tree, folder,
				  as_engine_settings(measuring->order->engine)->cancel, error);
	if ((type == AS_TREE_FOLDER && !names) ||
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

int measure_find_sources(struct measuring *measuring, struct as_error *error)
{
	const char *from = measuring->order->from;

	if (as_expectations_load(&measuring->expectations, measuring->package, error))
		return -1;
	if (from ? make_room(measuring, 1, error) ||
				add_source(measuring, as_text_format(error, "%s", from),
					as_text_format(error, "%s", from), error)
		 : find_accepted(measuring, error))
		return -1;
	sort_sources(measuring);
	return measuring->report->source_count ? 0 : source_lack(measuring, error);
}

void measure_clear_sources(struct measuring *measuring)
{
	for (size_t i = 0; measuring->origins && i < measuring->report->source_count; i++) {
		struct origin *origin = &measuring->origins[i];
		as_job_free(origin->job);
		as_submitted_clear(&origin->submitted);
		as_mutations_clear(&origin->mutations);
		free(origin->scores);
		free(origin->path);
	}
	free(measuring->origins);
	as_expectations_clear(&measuring->expectations);
}
