/* SPDX-License-Identifier: MIT */
/*
 * Reads a submission from a path, or from files in memory: its files, its language, and the code
 * that the package adds to every submission. Submitted files are not trusted. Those beneath the
 * package's submissions/ belong to the package, so links in them are followed and constants are
 * filled in.
 */
#include "samples.h"
#include "start.h"
#include "workshop.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#define SUBMISSIONS "submissions/"

/* ---- its location ---- */

/* The real path of a path's folder, with the last name appended: the last name may itself be a
 * link. */
static char *real_path(const char *path, struct as_error *error)
{
	AS_AUTO_FREE char *copy = strdup(path);
	size_t length = strlen(path);

	if (!copy) {
		as_error_no_memory(error);
		return NULL;
	}
	while (length > 1 && copy[length - 1] == '/')
		copy[--length] = '\0';
	char *slash = strrchr(copy, '/');
	const char *name = slash ? slash + 1 : copy;
	AS_AUTO_FREE char *folder = NULL;
	if (slash == copy) {
		folder = strdup("/");
	} else {
		if (slash)
			*slash = '\0';
		folder = realpath(slash ? copy : ".", NULL);
	}
	return as_text_format(error, "%s/%s", folder ? folder : "", name);
}

/* The path beneath the package's folder if the submission belongs to the package, on the heap; else
 * NULL in *own. */
static int find_own(
	const struct as_package *package, const char *path, char **own, struct as_error *error)
{
	const char *root = package->tree.root;
	AS_AUTO_FREE char *real = real_path(path, error);

	*own = NULL;
	if (!real)
		return -1;
	size_t length = strlen(root);
	if (strncmp(real, root, length) == 0 && real[length] == '/' &&
		strncmp(real + length + 1, SUBMISSIONS, strlen(SUBMISSIONS)) == 0) {
		*own = strdup(real + length + 1);
		return *own ? 0 : as_error_no_memory(error);
	}
	return 0;
}

static int read_path(struct as_submitted *submitted, const struct as_package *package,
	const char *path, uint64_t max_bytes, const atomic_bool *cancel, struct as_error *error)
{
	AS_AUTO_FREE char *own = NULL;

	if (find_own(package, path, &own, error))
		return -1;
	submitted->is_own = own != NULL;
	return own ? as_sources_read_own(
			     &submitted->sources, package->tree.fd, own, max_bytes, cancel, error)
		   : as_sources_read(&submitted->sources, AT_FDCWD, path, max_bytes, cancel, error);
}

/* The maximum size of a submission whose file has the name. */
static uint64_t max_bytes_of(const struct as_package *package, const char *name)
{
	return package->limits.code_bytes +
	       (as_archive_is_named(name) ? AS_SOURCES_OTHER_BYTES : 0);
}

int as_submitted_take(struct as_submitted *submitted, const struct as_package *package,
	const char *path, const atomic_bool *cancel, struct as_error *error)
{
	*submitted = (struct as_submitted){0};
	if (package->submit_answer)
		return as_sources_read(&submitted->sources, AT_FDCWD, path,
			as_answers_max_bytes(package), cancel, error);
	return read_path(submitted, package, path, max_bytes_of(package, path), cancel, error);
}

int as_submitted_take_files(struct as_submitted *submitted, const struct as_package *package,
	const struct as_memory_file *files, size_t count, bool is_folder, struct as_error *error)
{
	*submitted = (struct as_submitted){0};
	return as_sources_take(&submitted->sources, files, count, is_folder,
		package->submit_answer ? as_answers_max_bytes(package) : package->limits.code_bytes,
		error);
}

static int read_files(const struct as_intake_config *config, const struct as_submission *submission,
	uint64_t max_bytes, struct as_intake *intake, struct as_error *error)
{
	struct as_submitted submitted = {0};
	int failed;

	if (submission->files)
		return as_sources_take(&intake->sources, submission->files, submission->file_count,
			submission->is_folder, max_bytes, error);
	failed = submission->submitted ? as_submitted_copy(&submitted, submission->submitted, error)
				       : read_path(&submitted, config->package, submission->path,
						 max_bytes, config->cancel, error);
	intake->sources = submitted.sources;
	intake->is_own = submitted.is_own;
	return failed;
}

static const char *first_name(const struct as_submission *submission)
{
	if (!submission->files)
		return submission->path;
	return submission->file_count ? submission->files[0].name : "";
}

/* Accepts zip archives, too. */
static int read_submission(const struct as_intake_config *config,
	const struct as_submission *submission, struct as_intake *intake, struct as_error *error)
{
	const uint64_t code_bytes = config->package->limits.code_bytes;
	const char *name = first_name(submission);
	struct as_sources *sources = &intake->sources;

	if (read_files(config, submission, max_bytes_of(config->package, name), intake, error))
		return -1;
	/* The path does not decide: the file may come from an archive that was unpacked before. */
	if (!sources->single || sources->reason || !as_archive_is_named(sources->files[0].name))
		return 0;
	return as_archive_unpack(config, submission->path, code_bytes, true, sources, error);
}

/* ---- its language ---- */

/* The ending of the first file's name, with its dot; NULL: it has none. */
static const char *first_ending(const struct as_sources *sources)
{
	const char *name = sources->count ? sources->files[0].name : "";
	const char *slash = strrchr(name, '/');
	const char *dot = strrchr(slash ? slash : name, '.');

	return dot && dot[1] && dot != (slash ? slash + 1 : name) ? dot : NULL;
}

static int refuse_unknown(const struct as_intake_config *config, struct as_sources *sources,
	const char *id, struct as_error *error)
{
	const char *ending = first_ending(sources);
	const char *first = sources->count ? sources->files[0].name : "";
	char hint[AS_SUGGESTION_SIZE], shown[64], name[128];
	char *text;

	if (id)
		text = as_text_format(error, "unknown language '%s'%s see assay languages",
			as_text_printable(id, strlen(id), shown, sizeof(shown)),
			as_languages_suggest(config->languages, id, hint));
	else if (ending)
		text = as_text_format(error,
			"unknown language: the ending '%s' of %s is not known; use --language",
			as_text_printable(ending, strlen(ending), shown, sizeof(shown)),
			as_text_printable(first, strlen(first), name, sizeof(name)));
	else
		text = as_text_format(error,
			"unknown language: the %s has no ending; use --language",
			sources->count > 1 ? "first file" : "file");
	return as_sources_refuse_own(sources, "language", text, error);
}

/* If no allowed language is found, intake->sources has a reason, and intake->language may be NULL.
 */
static int find_language(const struct as_intake_config *config,
	const struct as_submission *submission, struct as_intake *intake, struct as_error *error)
{
	struct as_sources *sources = &intake->sources;
	const char *id = submission->language ? submission->language : config->language;
	const struct as_language *language = NULL;

	if (id)
		language = as_languages_find(config->languages, id);
	else if (as_languages_detect(config->languages, sources, &language, error))
		return -1;
	if (!language || language->is_hidden)
		return refuse_unknown(config, sources, id, error);
	if (language->refused)
		as_sources_refuse(sources, "language", language->refused);
	intake->language = language;
	return 0;
}

/* Otherwise an unknown name in the package's list would silently allow nothing. */
static int check_allowed(const struct as_intake_config *config, const struct as_language *language,
	struct as_sources *sources, struct as_error *error)
{
	char **names = config->package->languages, hint[AS_SUGGESTION_SIZE];
	const char *unknown = NULL;

	if (as_language_is_allowed(language, names))
		return 0;
	AS_AUTO_FREE char *list = as_text_format(error, "%s", names[0]);
	for (char **name = names; list && *name; name++) {
		AS_AUTO_FREE char *before = name == names ? NULL : list;
		if (before)
			list = as_text_format(error, "%s, %s", before, *name);
		if (!unknown && !as_languages_find(config->languages, *name))
			unknown = *name;
	}
	if (!list)
		return -1;
	return as_sources_refuse_own(sources, "language",
		unknown ? as_text_format(error,
				  "the package does not allow %s: 'languages' in problem.yaml "
				  "lists the unknown language '%s'%s see assay languages",
				  language->id, unknown,
				  as_languages_suggest(config->languages, unknown, hint))
			: as_text_format(error, "the package does not allow %s; it allows %s",
				  language->id, list),
		error);
}

/* A folder with several languages may contain the submissions of a class. A note states how it was
 * interpreted, and an ambiguous folder is refused. Authors of a package know their files. */
static int check_mix(const struct as_intake_config *config, const struct as_submission *submission,
	struct as_intake *intake, struct as_error *error)
{
	struct as_sources *sources = &intake->sources;
	struct as_language_mix mix;

	if (sources->single || submission->language || config->language || sources->reason)
		return 0;
	if (as_languages_mix(config->languages, intake->language, sources, &mix, error))
		return -1;
	if (mix.count == 1)
		return 0;
	/* As in messages about programs: files that were read earlier may be another person's. */
	const bool is_here = !submission->files && !submission->submitted;
	const bool refused = mix.equal && !intake->is_own;
	AS_AUTO_FREE char *each = as_start_each(refused ? "judge each file by itself" : "name each",
		is_here ? submission->path : NULL, error);
	if (!each)
		return -1;
	if (refused)
		return as_sources_refuse_own(sources, "language",
			as_text_format(error,
				"language not clear: as many files in %s as in %s; use --language, "
				"or %s",
				intake->language->name, mix.equal->name, each),
			error);
	return as_sources_note(sources, error,
		"files in %zu languages are taken as one submission in %s; to judge them one by "
		"one, %s",
		mix.count, intake->language->name, each);
}

/* ---- code of the package ---- */

/* Adds the files of one folder beneath include/, and replaces files of the same name. */
static int include_folder(const struct as_intake_config *config, const struct as_language *language,
	const char *name, struct as_sources *sources, bool *found, struct as_error *error)
{
	const struct as_package *package = config->package;
	AS_AUTO(as_sources_clear) struct as_sources more = {0};
	AS_AUTO_FREE char *path = as_text_format(error, "include/%s", name);
	struct as_error why = {0};

	*found = false;
	if (!path)
		return -1;
	if (as_sources_read_own(
		    &more, package->tree.fd, path, AS_SOURCES_OTHER_BYTES, config->cancel, &why)) {
		if (why.sys_errno == ENOENT || why.sys_errno == ENOTDIR)
			return 0;
		why.kind = why.kind == AS_ERROR_USAGE ? AS_ERROR_INPUT : why.kind;
		if (error)
			*error = why;
		return -1;
	}
	*found = true;
	if (as_package_check_unchanged(package, path, error))
		return -1;
	if (more.reason && strcmp(more.reason, "empty") != 0)
		return as_error_set(error, AS_ERROR_INPUT, "%s/%s cannot be included: %s",
			package->path, path, more.text);
	if (as_sources_fill(&more, &package->constants, error))
		return as_error_context(error, "%s/%s", package->path, path);
	for (size_t i = 0; i < more.count; i++)
		more.files[i].is_added = true;
	if (as_language_recode(language, &more, error))
		return -1;
	return as_sources_merge(sources, &more, error);
}

static int include(const struct as_intake_config *config, const struct as_language *language,
	struct as_sources *sources, struct as_error *error)
{
	bool found;

	if (include_folder(config, language, "default", sources, &found, error) ||
		include_folder(config, language, language->id, sources, &found, error))
		return -1;
	/* Files for Python also apply to PyPy. */
	if (!found && strcmp(language->id, language->family) != 0)
		return include_folder(config, language, language->family, sources, &found, error);
	return 0;
}

int as_intake_read(struct as_intake *intake, const struct as_intake_config *config,
	const struct as_submission *submission, struct as_error *error)
{
	struct as_sources *sources = &intake->sources;

	*intake = (struct as_intake){0};
	if (config->package->submit_answer)
		return as_answers_read(config, submission, sources, error);
	if (read_submission(config, submission, intake, error))
		return -1;
	as_languages_tidy(config->languages, sources);
	if (sources->reason)
		return 0;
	if (!intake->is_own && as_samples_drop(config->languages, sources, error))
		return -1;
	if (find_language(config, submission, intake, error))
		return -1;
	if (!intake->language)
		return 0;
	if (check_allowed(config, intake->language, sources, error) ||
		check_mix(config, submission, intake, error))
		return -1;
	if (sources->reason)
		return 0;
	if (as_language_note_mentioned(intake->language, sources, error) ||
		as_language_note_cases(intake->language, sources, error))
		return -1;
	as_language_narrow(intake->language, sources, config->package->limits.code_bytes);
	if (sources->reason)
		return 0;
	if (intake->is_own && as_sources_fill(sources, &config->package->constants, error))
		return -1;
	intake->is_entry = sources->count == 1 && submission->entry_point &&
			   strcmp(sources->files[0].name, submission->entry_point) == 0;
	if (as_language_recode(intake->language, sources, error) ||
		as_language_name_single(intake->language, sources, error) ||
		as_build_name_single(intake->language, sources, error))
		return -1;
	return include(config, intake->language, sources, error);
}

void as_intake_clear(struct as_intake *intake)
{
	as_sources_clear(&intake->sources);
}
