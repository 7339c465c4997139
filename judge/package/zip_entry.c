/* SPDX-License-Identifier: MIT */
/* Checks each entry of an untrusted archive by its header, and counts entries and bytes. */
#include "zip_entry.h"

#include <assay/base/archive.h>
#include <assay/base/fit.h>
#include <assay/package/zip_text.h>
#include <string.h>
#include <sys/stat.h>

#define BLOCK_BYTES 65536
#define MIB ((uint64_t)1 << 20)
#define REMEDY "pack the package's folder again"

/* ---- errors ---- */

/* The length of a message of these files without its remedy, which is for authors of packages. */
static size_t length_without_remedy(const char *message)
{
	const char *remedy = strrchr(message, ';');
	return remedy ? (size_t)(remedy - message) : strlen(message);
}

static int refuse(struct zip_reading *reading, const char *text)
{
	const char *own = reading->limits->remedy;
	return as_error_at(reading->error, AS_ERROR_INPUT, reading->name, 0, 0, "%s%s%s", text,
		own && *own ? "; " : "", own ? own : "");
}

const char *as_zip_subject(const char *text)
{
	static const char *const verbs[] = {"is ", "has ", "unpacks ", "cannot "};

	for (size_t i = 0; i < sizeof(verbs) / sizeof(*verbs); i++)
		if (strncmp(text, verbs[i], strlen(verbs[i])) == 0)
			return "the archive ";
	return "";
}

/* The remedy is cut from the format, because names of files may have semicolons, too. */
int zip_refuse(struct zip_reading *reading, const char *format, ...)
{
	char text[sizeof reading->error->text], cut[256];
	va_list arguments;
	snprintf(cut, sizeof cut, "%.*s",
		(int)(reading->limits->remedy ? length_without_remedy(format) : strlen(format)),
		format);
	va_start(arguments, format);
	vsnprintf(text, sizeof text, cut, arguments);
	va_end(arguments);
	return refuse(reading, text);
}

int zip_refuse_entry(struct zip_reading *reading, const char *path, const char *what)
{
	const size_t length = reading->limits->remedy ? length_without_remedy(what) : strlen(what);
	return zip_refuse(
		reading, "entry '%.*s' %.*s", as_text_fit(path, 400), path, (int)length, what);
}

/* ---- names ---- */

/* Writes the path without empty and "." parts; "" for the archive's own folder. -1 if it leads out
 * or has a part that is too long. */
static int clean_path(const char *path, char clean[PATH_MAX], unsigned *depth)
{
	size_t size = 0;
	*depth = 0;
	for (const char *part = path; *part;) {
		size_t length = strcspn(part, "/");
		if ((length == 2 && strncmp(part, "..", 2) == 0) || length > NAME_MAX ||
			size + length + 2 > PATH_MAX)
			return -1;
		if (length > 0 && !(length == 1 && *part == '.')) {
			if (size > 0)
				clean[size++] = '/';
			memcpy(clean + size, part, length);
			size += length;
			++*depth;
		}
		part += length + (part[length] == '/');
	}
	clean[size] = '\0';
	return 0;
}

const char *zip_find_fault(const char *path)
{
	if (!as_text_is_utf8(path, strlen(path)))
		return "has a name that is not UTF-8; rename it, or pack it with UTF-8 names";
	for (const char *at = path; *at; at++)
		if ((unsigned char)*at < ' ' || *at == '\x7f')
			return "has a control character in its name; rename it";
	if (strchr(path, '\\'))
		return "has a backslash in its name; pack it with slashes between folders";
	if (path[0] == '/')
		return "is an absolute path; " REMEDY " with paths inside it";
	return NULL;
}

/* 1: the path is valid; 0: the entry is to be left out; -1: refused. */
static int take_path(struct zip_reading *reading, struct archive_entry *entry, char path[PATH_MAX])
{
	unsigned depth;
	char lenient[3 * PATH_MAX];
	const char *name = archive_entry_pathname(entry);
	if (!name || !*name)
		return zip_refuse(reading, "has an entry without a name; " REMEDY);
	if (reading->limits->is_lenient && zip_name_read(name, lenient, sizeof lenient))
		name = lenient;
	if (reading->limits->is_lenient && zip_leads_out(name))
		return zip_note_outside(reading, name);
	const char *fault = zip_find_fault(name);
	if (fault)
		return zip_refuse_entry(reading, name, fault);
	if (clean_path(name, path, &depth) < 0)
		return zip_refuse_entry(
			reading, name, "leads out of the archive or has too long a name; " REMEDY);
	if (depth > reading->limits->depth + 1)
		return zip_refuse(reading, "entry '%.*s...' is nested deeper than %u folders",
			as_text_fit(name, 100), name, reading->limits->depth);
	return 1;
}

static bool is_ignored(const char *path)
{
	static const char folder[] = "__MACOSX";
	size_t length = strlen(folder);
	return strncmp(path, folder, length) == 0 && (path[length] == '/' || !path[length]);
}

/* ---- counts ---- */

int zip_check_entries(struct zip_reading *reading, uint64_t count)
{
	const struct zip_limits *limits = reading->limits;
	if (count < limits->entry_count)
		return 0;
	return zip_refuse(reading, "has too many files and folders: %zu or more%s",
		limits->entry_count, limits->question ? limits->question : "");
}

int zip_count_entry(struct zip_reading *reading)
{
	return zip_check_entries(reading, ++reading->entries);
}

int zip_count_bytes(
	struct zip_reading *reading, const char *path, uint64_t file_bytes, uint64_t more_bytes)
{
	const struct zip_limits *limits = reading->limits;
	reading->bytes += more_bytes;
	if (file_bytes > limits->file_bytes)
		return zip_refuse(reading, "entry '%.*s' unpacks to more than %ju MiB",
			as_text_fit(path, 400), path, (uintmax_t)(limits->file_bytes / MIB));
	if (reading->bytes > limits->total_bytes)
		return zip_refuse(reading, "unpacks to more than %ju MiB",
			(uintmax_t)(limits->total_bytes / MIB));
	if (reading->bytes > limits->free_bytes &&
		reading->bytes / limits->ratio > reading->archive_bytes)
		return zip_refuse(
			reading, "compression ratio over %u: possible zip bomb", limits->ratio);
	return 0;
}

/* Some of libarchive's messages end with a line feed. */
int zip_broken(struct zip_reading *reading, struct archive *archive, const char *path)
{
	const char *why = archive_error_string(archive);
	if (!why)
		why = "cannot be read";
	const int length = (int)strcspn(why, "\n");
	if (path)
		return zip_refuse(reading, "entry '%.*s' is broken (%.*s); " REMEDY,
			as_text_fit(path, 400), path, length, why);
	return zip_refuse(
		reading, "is a broken or incomplete zip archive (%.*s); " REMEDY, length, why);
}

/* ---- entries ---- */

/* libarchive describes the method in words: "ZIP 2.0 (deflation)". */
static bool is_method_known(struct archive *archive)
{
	const char *format = archive_format_name(archive);
	return format && (strstr(format, "(uncompressed)") || strstr(format, "(deflation)"));
}

static int check_kind(struct zip_reading *reading, struct archive_entry *entry, const char *path)
{
	switch (archive_entry_filetype(entry)) {
	case AE_IFDIR:
		return 1;
	case AE_IFREG:
		return path[0] ? 1 : zip_refuse_entry(reading, ".", "is a file; " REMEDY);
	case AE_IFLNK:
		return 1;
	default:
		return zip_refuse_entry(
			reading, path, "is not a file, a folder or a link; leave it out");
	}
}

/* Writes the clean path. 1: to be unpacked; 0: to be left out; -1: refused. */
static int check_entry(struct zip_reading *reading, struct archive *archive,
	struct archive_entry *entry, char path[PATH_MAX])
{
	path[0] = '\0';
	const int taken = take_path(reading, entry, path);
	if (taken <= 0)
		return taken;
	if (!reading->limits->is_lenient && is_ignored(path))
		return 0;
	if (archive_entry_is_encrypted(entry))
		return zip_refuse_entry(
			reading, path, "is encrypted; " REMEDY " without a password");
	if (!is_method_known(archive))
		return zip_refuse_entry(
			reading, path, "is not packed with deflate; " REMEDY " with zip");
	if (archive_entry_hardlink(entry))
		return zip_refuse_entry(reading, path, "is a hard link; pack a file instead");
	return check_kind(reading, entry, path);
}

static int read_entries(
	struct zip_reading *reading, struct archive *archive, zip_take take, void *context)
{
	char path[PATH_MAX];

	while (as_cancel_check(reading->cancel, reading->error) == 0) {
		struct archive_entry *entry;
		int status = archive_read_next_header(archive, &entry);
		if (status == ARCHIVE_EOF)
			return 0;
		if (status != ARCHIVE_OK)
			return zip_broken(reading, archive, NULL);
		const int kind = check_entry(reading, archive, entry, path);
		if (kind < 0 || (kind > 0 ? take(context, archive, entry, path)
					  : zip_count_entry(reading)) < 0)
			return -1;
	}
	return -1;
}

int zip_read(struct zip_reading *reading, int archive_fd, zip_take take, void *context)
{
	if (as_archive_load(reading->error))
		return -1;
	AS_AUTO_ARCHIVE struct archive *archive = archive_read_new();
	if (!archive || archive_read_support_format_zip_seekable(archive) != ARCHIVE_OK)
		return as_error_no_memory(reading->error);
	if (lseek(archive_fd, 0, SEEK_SET) < 0 ||
		archive_read_open_fd(archive, archive_fd, BLOCK_BYTES) != ARCHIVE_OK)
		return zip_broken(reading, archive, NULL);
	return read_entries(reading, archive, take, context);
}
