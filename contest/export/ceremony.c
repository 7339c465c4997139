/* SPDX-License-Identifier: MIT */
/* The ceremony as one document, which needs no server: its pictures are `data:` URLs. */
#include "private.h"

#include <assay/base/archive.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define NAME "ceremony.json"
#define DOCUMENT_MAX_BYTES (UINT64_C(1) << 30)
#define BLOCK_BYTES 65536

/* ---- pictures ---- */

/* Sets `error` only if memory ran out. */
static void note_picture(
	struct export *export, const char *path, const struct as_error *why, struct as_error *error)
{
	char text[600];

	if (as_findings_add(export->notes, AS_FINDING_INFO, path, error,
		    "this picture is left out of the ceremony: %s",
		    as_error_format(why, text, sizeof(text))))
		as_error_no_memory(error);
}

/* NULL without an error: the picture is left out, with a note. */
static char *read_picture(struct export *export, const char *path, struct as_error *error)
{
	struct as_contest_api_file found;
	struct as_error why = {0};

	if (as_contest_api_find_file(export->api, export->log, &export->reader, path, &found) !=
			200 ||
		!found.file)
		return NULL;
	char *picture = as_contest_file_url(export->config->contest, found.file, &why);
	if (!picture)
		note_picture(export, path, &why, error);
	return picture;
}

/* Adds a picture to the table of the document, once. */
static int embed_picture(struct export *export, json_t *pictures, const json_t *object,
	const char *key, struct as_error *error)
{
	const char *href = json_string_value(json_object_get(object, key));

	if (!href || json_object_get(pictures, href))
		return 0;
	AS_AUTO_FREE char *path = export_path(export, href, error);
	AS_AUTO_FREE char *picture = path ? read_picture(export, path, error) : NULL;
	if (!picture)
		return error->kind == AS_ERROR_NONE ? 0 : -1;
	return json_object_set_new(pictures, href, json_string(picture)) ? as_error_no_memory(error)
									 : 0;
}

/* `pictures` of the document: a `data:` URL for each address. */
static int embed_pictures(struct export *export, json_t *document, struct as_error *error)
{
	json_t *pictures = json_object(), *team;
	size_t index;

	if (json_object_set_new(document, "pictures", pictures))
		return as_error_no_memory(error);
	if (embed_picture(export, pictures, document, "banner", error) ||
		embed_picture(export, pictures, document, "logo", error))
		return -1;
	json_array_foreach(json_object_get(document, "teams"), index, team)
	{
		if (as_cancel_check(export->config->cancel, error) ||
			embed_picture(export, pictures, team, "logo", error) ||
			embed_picture(export, pictures, team, "photo", error))
			return -1;
	}
	return 0;
}

/* ---- writing ---- */

static bool is_over(const struct export *export)
{
	as_contest_log_lock(export->log);
	const struct as_contest_state state = as_contest_state_at(
		as_contest_log_clock(export->log), as_contest_log_now_ms(export->log));
	as_contest_log_unlock(export->log);
	return state.ended_wall_ms != AS_NEVER_MS;
}

static char *make_document(struct export *export, struct as_error *error)
{
	AS_AUTO_JSON json_t *document = as_contest_api_ceremony(export->api, export->log, error);
	if (!document || embed_pictures(export, document, error))
		return NULL;
	char *text = json_dumps(document, JSON_COMPACT);
	if (!text)
		as_error_no_memory(error);
	return text;
}

int export_ceremony(struct export *export, struct as_error *error)
{
	struct as_error why = {0};

	if (!is_over(export))
		return 0;
	AS_AUTO_FREE char *text = make_document(export, &why);
	if (text)
		return as_file_write(export->fd, NAME, text, strlen(text), 0644, error);
	if (why.kind == AS_ERROR_INPUT)
		return as_findings_add(
			export->notes, AS_FINDING_INFO, NAME, error, "left out: %s", why.text);
	if (error)
		*error = why;
	return -1;
}

char *as_contest_export_ceremony(const struct as_contest_export_config *config,
	struct as_findings *notes, struct as_error *error)
{
	struct as_error why = {0};
	struct export export = {.config = config,
		.reader = {.role = AS_CONTEST_API_ADMIN,
			.team = AS_CONTEST_NONE,
			.account = AS_CONTEST_NONE},
		.notes = notes};
	char *text = NULL;

	if (export_open(&export, &why) == 0) {
		if (is_over(&export))
			text = make_document(&export, &why);
		else
			as_error_set(&why, AS_ERROR_INPUT,
				"the contest is not over: there is no ceremony yet");
	}
	export_close(&export);
	if (!text && error)
		*error = why;
	return text;
}

/* ---- reading ---- */

static int check_document(const char *text, size_t size, const char *path, struct as_error *error)
{
	AS_AUTO_JSON json_t *document = json_loadb(text, size, 0, NULL);

	if (json_is_array(json_object_get(document, "steps")) &&
		json_is_array(json_object_get(document, "teams")) &&
		json_is_array(json_object_get(document, "problems")))
		return 0;
	return as_error_at(error, AS_ERROR_INPUT, path, 0, 0,
		NAME " is not the document of a ceremony; export the contest again");
}

static int refuse_export(const char *path, struct as_error *error)
{
	return as_error_at(error, AS_ERROR_INPUT, path, 0, 0,
		"has no " NAME "; export the contest again once it is over and all submissions "
		"have a verdict");
}

static int refuse_archive(const char *path, struct as_error *error)
{
	return as_error_at(error, AS_ERROR_INPUT, path, 0, 0,
		"not a zip archive, or damaged; export the contest again");
}

/* At the top of the archive, or in its only folder. */
static bool is_document(const char *name)
{
	const char *slash = name ? strchr(name, '/') : NULL;

	return name && strcmp(slash ? slash + 1 : name, NAME) == 0;
}

static int read_entry(
	struct archive *archive, const char *path, struct as_bytes *text, struct as_error *error)
{
	size_t size;
	FILE *out = open_memstream(&text->data, &size);
	char block[BLOCK_BYTES];
	la_ssize_t count = 0;
	uint64_t all = 0;

	if (!out)
		return as_error_no_memory(error);
	while (all <= DOCUMENT_MAX_BYTES &&
		(count = archive_read_data(archive, block, sizeof(block))) > 0)
		all += fwrite(block, 1, (size_t)count, out);
	bool failed = ferror(out) != 0;
	failed |= fclose(out) != 0;
	text->size = size;
	if (failed)
		return as_error_no_memory(error);
	return count == 0 ? 0
			  : as_error_at(error, AS_ERROR_INPUT, path, 0, 0,
				    NAME " is damaged or too large");
}

static int read_archive(const char *path, struct as_bytes *text, struct as_error *error)
{
	AS_AUTO_FD int fd = as_file_open(AT_FDCWD, path, error);
	struct archive_entry *entry;
	int status;

	if (fd < 0 || as_archive_load(error))
		return -1;
	AS_AUTO_ARCHIVE struct archive *archive = archive_read_new();
	if (!archive)
		return as_error_no_memory(error);
	if (archive_read_support_format_zip(archive) != ARCHIVE_OK ||
		archive_read_open_fd(archive, fd, BLOCK_BYTES) != ARCHIVE_OK)
		return refuse_archive(path, error);
	/* ARCHIVE_WARN: a name is not in the character set of the locale. */
	while ((status = archive_read_next_header(archive, &entry)) == ARCHIVE_OK ||
		status == ARCHIVE_WARN)
		if (is_document(archive_entry_pathname(entry)))
			return read_entry(archive, path, text, error);
	return status == ARCHIVE_EOF ? refuse_export(path, error) : refuse_archive(path, error);
}

char *as_contest_ceremony_read(const char *path, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	struct stat status;

	if (stat(path, &status) == 0 && S_ISREG(status.st_mode)) {
		if (read_archive(path, &text, error))
			return NULL;
	} else {
		AS_AUTO_FD int fd = as_dir_open(AT_FDCWD, path, error);
		if (fd < 0)
			return NULL;
		if (faccessat(fd, NAME, F_OK, 0)) {
			refuse_export(path, error);
			return NULL;
		}
		if (as_file_read(fd, NAME, DOCUMENT_MAX_BYTES, &text, error))
			return NULL;
	}
	return check_document(text.data, text.size, path, error) ? NULL : as_steal(text.data);
}
