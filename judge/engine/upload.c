/* SPDX-License-Identifier: MIT */
/* The files of an upload and their language. */
#include <assay/engine/job.h>
#include <assay/engine/upload.h>
#include <assay/package/zip_text.h>
#include <assay/program/no_source.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

/* Stands before a reason that may begin with the name of a file. */
#define REFUSED "the submission is refused: "

static int upload_refuse(struct as_error *error, const char *reason)
{
	as_error_set(error, AS_ERROR_USAGE, "%s", reason);
	return 1;
}

/* ---- files ---- */

/* The only file of the folder, or the folder itself. */
static char *find_submission(const char *folder, int fd, struct as_error *error)
{
	AS_AUTO_NAMES char **names = as_dir_list(fd, 1000000, error);
	struct stat info;

	if (!names)
		return NULL;
	const bool is_single = names[0] && !names[1] &&
			       fstatat(fd, names[0], &info, AT_SYMLINK_NOFOLLOW) == 0 &&
			       S_ISREG(info.st_mode);
	return as_text_format(
		error, "%s%s%s", folder, is_single ? "/" : "", is_single ? names[0] : "");
}

static int read_unpacked(const struct as_package *package, const char *folder, int fd,
	struct as_submitted *submitted, struct as_error *error)
{
	AS_AUTO_FREE char *path = find_submission(folder, fd, error);

	return path ? as_submitted_take(submitted, package, path, NULL, error) : -1;
}

/* Names the archive in an error of as_zip_unpack, because readers of the error do not see the
 * archive's place. */
static int unpack(int archive, int to, const struct as_zip_quota *quota, struct as_error *error)
{
	struct as_error why = {0};

	if (!as_zip_unpack(archive, "the archive", to, quota, NULL, &why))
		return 0;
	return as_error_set(error, why.kind, "%s%s", as_zip_subject(why.text), why.text);
}

struct upload_bytes {
	const void *data;
	size_t size;
};

/* Unpacks an archive into a temporary folder and reads the folder; links are not followed. Beside
 * the code the archive may have as many bytes as a file that is not packed, so that a small archive
 * cannot fill the disk. Outputs may be large. */
static int take_archive(const struct as_upload_place *place, const struct upload_bytes *archived,
	const struct as_package *package, struct as_submitted *submitted, struct as_error *error)
{
	const uint64_t other_bytes =
		package->submit_answer ? AS_SOURCES_OTHER_BYTES : AS_UPLOAD_MAX_BYTES;
	const struct as_zip_quota quota = {package->limits.code_bytes + other_bytes,
		AS_SOURCES_ZIP_ENTRIES,
		"submit the files themselves, or pack them again as a zip archive"};
	char folder[PATH_MAX];

	if (as_temp_make(place->keeper, folder, error))
		return -1;
	AS_AUTO_FD int archive = as_input_from_bytes(archived->data, archived->size, error);
	AS_AUTO_FD int to = archive < 0 ? -1 : as_dir_open(AT_FDCWD, folder, error);
	const int failed = to < 0 || unpack(archive, to, &quota, error) ||
			   read_unpacked(package, folder, to, submitted, error);
	as_temp_remove(place->keeper, folder);
	return failed ? -1 : 0;
}

static bool ends_in_zip(const char *name)
{
	const size_t length = strlen(name);

	return length > 4 && strcasecmp(name + length - 4, ".zip") == 0;
}

/* The only file may be an archive of the files. False: there is no archive. */
static bool find_archive(const struct as_upload *upload, struct upload_bytes *archive)
{
	*archive = (struct upload_bytes){upload->archive, upload->archive_bytes};
	if (upload->file_count == 1 && ends_in_zip(upload->files[0].name))
		*archive = (struct upload_bytes){upload->files[0].data, upload->files[0].size};
	return archive->data;
}

static int take_files(const struct as_upload_place *place, const struct as_upload *upload,
	const struct as_package *package, struct as_submitted *submitted, struct as_error *error)
{
	struct upload_bytes archive;

	if (upload->path)
		return as_submitted_take(submitted, package, upload->path, NULL, error);
	if (find_archive(upload, &archive))
		return take_archive(place, &archive, package, submitted, error);
	return as_submitted_take_files(
		submitted, package, upload->files, upload->file_count, false, error);
}

/* ---- languages ---- */

static bool can_judge(const struct as_upload_place *place, const char *id)
{
	for (const char *const *ids = place->language_ids; *ids; ids++)
		if (strcmp(*ids, id) == 0)
			return true;
	return false;
}

/* The name of the only file as it was sent: a name that is not plain is replaced later. NULL: not
 * known. */
static const char *sent_name(const struct as_upload *upload, const struct as_sources *sources)
{
	struct upload_bytes archive;

	if (upload->file_count == 1 && !find_archive(upload, &archive))
		return upload->files[0].name;
	return strcmp(sources->files[0].name, "submission") == 0 ? NULL : sources->files[0].name;
}

/* The files of a submission whose language is not known. */
static int refuse_unknown(
	const struct as_upload *upload, const struct as_sources *sources, struct as_error *error)
{
	const char *name = sources->count == 1 ? sent_name(upload, sources) : NULL;
	char shown[81];

	if (sources->count == 0)
		return upload_refuse(error, "the submission has no file: choose one");
	if (!name)
		return upload_refuse(error,
			"the language cannot be detected from the files: choose it, or name the "
			"files with their usual endings");
	as_error_set(error, AS_ERROR_USAGE,
		"the language cannot be detected from the name '%s': choose it, or name the "
		"file with its usual ending, such as main.py",
		as_text_printable(name, strlen(name), shown, sizeof(shown)));
	return 1;
}

/* The files of a submission without a source of its language. */
static int refuse_files(const struct as_upload_place *place, const struct as_upload *upload,
	const struct as_sources *sources, struct as_error *error)
{
	const struct as_language *language =
		upload->language ? as_languages_find(place->languages, upload->language) : NULL;

	/* A hidden language may have no endings. */
	if (!language || language->is_hidden || sources->single || sources->count == 0)
		return refuse_unknown(upload, sources, error);
	as_error_set(error, AS_ERROR_USAGE,
		REFUSED "it has no source file in %s; name the files with their "
			"usual endings, such as main%s",
		language->name, language->head->files.extensions[0]);
	return 1;
}

/* Files that no compiler reads, such as a RAR archive, must not count as a try, whatever language
 * was chosen. In a package whose submissions are answers, such files are allowed. */
static int check_sources(const struct as_upload_place *place, const struct as_upload *upload,
	const struct as_package *package, const struct as_sources *sources, struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;
	const struct as_language *language =
		upload->language ? as_languages_find(place->languages, upload->language) : NULL;

	if (package->submit_answer)
		return 0;
	const int found = as_sources_are_none(sources, place->languages, language, &text, error);
	if (found > 0)
		as_error_set(error, AS_ERROR_USAGE, REFUSED "%s", text);
	return found;
}

static int check_language(
	const struct as_upload_place *place, const char *id, struct as_error *error)
{
	const char *reason = NULL;

	if (!can_judge(place, id)) {
		as_error_set(error, AS_ERROR_USAGE,
			"the language %s cannot be judged here; choose a language of the form", id);
		return 1;
	}
	if (place->forbids)
		reason = place->forbids(place->context, id);
	if (!reason)
		return 0;
	as_error_set(error, AS_ERROR_USAGE, "the language %s %s", id, reason);
	return 1;
}

static int find_language(const struct as_upload_place *place, const struct as_open_package *opened,
	const struct as_upload *upload, const struct as_submitted *submitted, const char **language,
	struct as_error *error)
{
	const struct as_submission seen = {
		.path = "submission", .language = upload->language, .submitted = submitted};

	*language = NULL;
	if (as_engine_submission_language(opened, &seen, language, error))
		return 1;
	return *language ? check_language(place, *language, error)
			 : refuse_files(place, upload, &submitted->sources, error);
}

int as_upload_read(const struct as_upload_place *place, const struct as_open_package *opened,
	const struct as_upload *upload, struct as_submitted *submitted, const char **language,
	struct as_error *error)
{
	const struct as_package *package = as_engine_package(opened);
	struct as_error why = {0};

	if (take_files(place, upload, package, submitted, &why)) {
		if (error)
			*error = why;
		return why.kind == AS_ERROR_INTERNAL ? -1 : 1;
	}
	if (submitted->sources.reason) {
		as_error_set(error, AS_ERROR_USAGE, REFUSED "%s",
			submitted->sources.text ? submitted->sources.text
						: submitted->sources.reason);
		return 1;
	}
	const int refused = check_sources(place, upload, package, &submitted->sources, error);
	return refused ? refused : find_language(place, opened, upload, submitted, language, error);
}
