/* SPDX-License-Identifier: MIT */
/*
 * Nothing here trusts the export. Folders and files are opened beneath an open folder without
 * following links. All sizes and numbers are limited. Archives are unpacked into a folder that a
 * keeper removes even if this process is killed.
 */
#include "arrival.h"

#include <assay/csv.h>
#include <assay/package/zip_text.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#define DEFAULT_ENTRIES 200000
#define DEFAULT_FILE_BYTES (UINT64_C(16) << 20)
#define DEFAULT_TOTAL_BYTES (UINT64_C(4) << 30)
/* Of all files of a submission. */
#define DEFAULT_SUBMISSION_BYTES (UINT64_C(256) << 20)
/* Of an archive inside a submission. */
#define INNER_MAX_BYTES (UINT64_C(256) << 20)
#define INNER_MAX_ENTRIES 20000
#define MAX_DEPTH 32

char *arrival_show(const char *text, struct as_error *error)
{
	const size_t length = strlen(text);
	char *shown = malloc(4 * length + 1);

	if (!shown) {
		as_error_no_memory(error);
		return NULL;
	}
	return as_text_printable(text, length, shown, 4 * length + 1);
}

void arrival_digest(const struct as_bytes *bytes, char hex[AS_DIGEST_HEX_SIZE])
{
	as_digest_bytes(bytes->data, bytes->size, hex);
}

/* ---- finding entries ---- */

struct walk {
	struct as_arrival *arrival;
	const char *prefix; /* of paths in the export: "" or "a/hw.zip/" */
	const char
		*folder; /* in the temporary folder: "12/"; NULL: the folder of the export itself */
	size_t max;      /* entries that it may add */
	size_t first;    /* the number of entries that there were */
	struct as_error *error;
};

static int put_entry(
	struct walk *walk, const char *real, enum entry_type type, const struct stat *status)
{
	struct as_arrival *arrival = walk->arrival;

	if (!as_array_reserve(arrival->entries, arrival->entry_count, walk->error))
		return -1;
	struct entry *entry = &arrival->entries[arrival->entry_count];
	*entry = (struct entry){.is_unpacked = walk->folder != NULL,
		.type = type,
		.size_bytes = (uint64_t)status->st_size,
		.device = status->st_dev,
		.inode = status->st_ino,
		.path = as_text_format(walk->error, "%s%s", walk->prefix, real),
		.real = as_text_format(
			walk->error, "%s%s", walk->folder ? walk->folder : "", real)};
	arrival->entry_count++;
	return entry->path && entry->real ? 0 : -1;
}

static int too_many(const struct walk *walk)
{
	return as_error_set(walk->error, AS_ERROR_INPUT, "has more than %zu files and folders%s",
		walk->max, walk->folder ? "" : "; is this an export of one assignment?");
}

static int walk_folder(struct walk *walk, int fd, const char *real, unsigned depth);

static int walk_entry(
	struct walk *walk, int parent, const char *real, const char *name, unsigned depth)
{
	struct stat status = {0};

	if (as_cancel_check(walk->arrival->cancel, walk->error))
		return -1;
	if (walk->arrival->entry_count - walk->first >= walk->max)
		return too_many(walk);
	if (fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW))
		return put_entry(walk, real, ENTRY_UNREADABLE, &status);
	if (S_ISLNK(status.st_mode))
		return put_entry(walk, real, ENTRY_LINK, &status);
	if (S_ISREG(status.st_mode))
		return put_entry(walk, real, ENTRY_FILE, &status);
	if (!S_ISDIR(status.st_mode))
		return put_entry(walk, real, ENTRY_SPECIAL, &status);
	AS_AUTO_FD int fd = depth < MAX_DEPTH ? as_dir_open(parent, name, NULL) : -1;
	return fd < 0 ? put_entry(walk, real, ENTRY_UNREADABLE, &status)
		      : walk_folder(walk, fd, real, depth + 1);
}

static int walk_folder(struct walk *walk, int fd, const char *real, unsigned depth)
{
	struct as_error why = {0};
	struct stat status = {0};
	AS_AUTO_NAMES char **names = as_dir_list(fd, walk->max, &why);

	if (!names && why.kind == AS_ERROR_INPUT)
		return too_many(walk);
	if (!names) {
		if (walk->error)
			*walk->error = why;
		return -1;
	}
	if (!*names && *real)
		return fstat(fd, &status) == 0 ? put_entry(walk, real, ENTRY_EMPTY_FOLDER, &status)
					       : 0;
	for (char **name = names; *name; name++) {
		AS_AUTO_FREE char *path =
			as_text_format(walk->error, "%s%s%s", real, *real ? "/" : "", *name);
		if (!path || walk_entry(walk, fd, path, *name, depth))
			return -1;
	}
	return 0;
}

/* ---- roots ---- */

int arrival_root(const struct as_arrival *arrival, const struct entry *entry)
{
	return entry->is_unpacked ? arrival->temp_fd : arrival->export_fd;
}

static int make_temp(struct as_arrival *arrival, struct as_error *error)
{
	if (arrival->temp[0])
		return 0;
	arrival->keeper = as_keeper_open(error);
	if (!arrival->keeper || as_temp_make(arrival->keeper, arrival->temp, error))
		return -1;
	arrival->temp_fd = as_dir_open(AT_FDCWD, arrival->temp, error);
	return arrival->temp_fd < 0 ? -1 : 0;
}

static void drop_entries(struct as_arrival *arrival, size_t first)
{
	while (arrival->entry_count > first) {
		struct entry *entry = &arrival->entries[--arrival->entry_count];
		free(entry->path);
		free(entry->real);
	}
}

/* At most so many entries. */
struct quota {
	uint64_t bytes;
	size_t entries;
};

/* Unpacks an archive into a new folder, and adds its entries; adds none on failure. `is_fault`: the
 * archive itself is at fault. */
static int unpack(struct as_arrival *arrival, int archive, const char *shown, const char *prefix,
	const struct quota *quota, bool *is_fault, struct as_error *error)
{
	char folder[16];
	struct as_error why = {0};
	const size_t first = arrival->entry_count;

	*is_fault = false;
	if (make_temp(arrival, error))
		return -1;
	const int length = snprintf(folder, sizeof(folder), "%u", ++arrival->unpacked_count);
	if (as_dir_make(arrival->temp_fd, folder, 0700, error))
		return -1;
	AS_AUTO_FD int to = as_dir_open(arrival->temp_fd, folder, error);
	if (to < 0)
		return -1;
	snprintf(folder + length, sizeof(folder) - (size_t)length, "/");
	/* The walk counts the same, but for folders that are not empty. */
	const struct as_zip_quota allowed = {quota->bytes, quota->entries + 1, ""};
	struct walk walk = {.arrival = arrival,
		.prefix = prefix,
		.folder = folder,
		.max = quota->entries,
		.first = first,
		.error = &why};
	as_names_free(as_steal(arrival->outside));
	if (as_zip_unpack_any(
		    archive, shown, to, &allowed, &arrival->outside, arrival->cancel, &why) == 0 &&
		walk_folder(&walk, to, "", 0) == 0)
		return 0;
	drop_entries(arrival, first);
	folder[length] = '\0';
	as_dir_remove(arrival->temp_fd, folder, NULL);
	*is_fault = why.kind == AS_ERROR_INPUT;
	return as_error_pass(error, &why, why.where, "%s", why.text);
}

static int open_archive(struct as_arrival *arrival, const char *path, struct as_error *error)
{
	struct as_error why = {0};
	bool is_fault;
	const struct quota quota = {arrival->limits.total_bytes, arrival->limits.entry_count};
	AS_AUTO_FD int archive = as_file_open(AT_FDCWD, path, error);

	if (archive < 0)
		return -1;
	arrival->is_archive = true;
	if (unpack(arrival, archive, path, "", &quota, &is_fault, &why) == 0)
		return 0;
	if (!is_fault)
		return as_error_pass(error, &why, why.where, "%s", why.text);
	return as_error_pass(error, &why, path,
		"%s; give the folder or the zip archive that the platform exported", why.text);
}

static int open_folder(struct as_arrival *arrival, const char *path, struct as_error *error)
{
	AS_AUTO_FREE char *folder = as_text_format(error, "%s/", path);
	struct walk walk = {.arrival = arrival,
		.prefix = "",
		.max = arrival->limits.entry_count,
		.error = error};

	arrival->export_fd = folder ? as_dir_open(AT_FDCWD, folder, error) : -1;
	return arrival->export_fd < 0 ? -1 : walk_folder(&walk, arrival->export_fd, "", 0);
}

static int open_any(struct as_arrival *arrival, const char *path, struct as_error *error)
{
	struct stat status;

	if (stat(path, &status))
		return as_error_at_sys(
			error, AS_ERROR_USAGE, errno, path, "cannot read the submissions");
	return S_ISDIR(status.st_mode) ? open_folder(arrival, path, error)
				       : open_archive(arrival, path, error);
}

static int compare_entries(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;

	return strcmp(a->path, b->path);
}

int arrival_open(struct as_arrival *arrival, const struct as_submissions_order *order,
	struct as_error *error)
{
	struct as_error why = {0};

	arrival->limits = order->limits;
	arrival->cancel = order->cancel;
	arrival->languages = order->languages;
	if (!arrival->limits.entry_count)
		arrival->limits.entry_count = DEFAULT_ENTRIES;
	if (!arrival->limits.file_bytes)
		arrival->limits.file_bytes = DEFAULT_FILE_BYTES;
	if (!arrival->limits.total_bytes)
		arrival->limits.total_bytes = DEFAULT_TOTAL_BYTES;
	if (!arrival->limits.submission_bytes)
		arrival->limits.submission_bytes = DEFAULT_SUBMISSION_BYTES;
	if (open_any(arrival, order->path, &why))
		return as_error_pass(
			error, &why, why.where[0] ? why.where : order->path, "%s", why.text);
	if (arrival->entry_count > 1)
		qsort(arrival->entries, arrival->entry_count, sizeof(*arrival->entries),
			compare_entries);
	return 0;
}

void arrival_close(struct as_arrival *arrival)
{
	for (size_t i = 0; i < arrival->entry_count; i++) {
		free(arrival->entries[i].path);
		free(arrival->entries[i].real);
	}
	free(arrival->entries);
	as_names_free(arrival->outside);
	if (arrival->sheet)
		as_csv_clear(arrival->sheet);
	free(arrival->sheet);
	if (arrival->export_fd >= 0)
		close(arrival->export_fd);
	if (arrival->temp_fd >= 0)
		close(arrival->temp_fd);
	if (arrival->keeper)
		as_temp_remove(arrival->keeper, arrival->temp);
	as_keeper_close(arrival->keeper);
}

/* ---- what is in it ---- */

/* Adds the size of unpacked entries to the sum for the limit of all archives together. */
static void count_bytes(struct as_arrival *arrival, size_t from)
{
	for (size_t i = from; i < arrival->entry_count; i++)
		if (arrival->entries[i].type == ENTRY_FILE)
			arrival->unpacked_bytes += arrival->entries[i].size_bytes;
}

/* The part of the limits that archives inside submissions have not used yet. */
static struct quota quota_left(const struct as_arrival *arrival)
{
	const uint64_t bytes = arrival->limits.total_bytes;
	const size_t entries = arrival->limits.entry_count;

	return (struct quota){
		.bytes = bytes > arrival->unpacked_bytes ? bytes - arrival->unpacked_bytes : 0,
		.entries = entries > arrival->entry_count ? entries - arrival->entry_count : 0};
}

/* The limits of one of them. */
static struct quota archive_quota(const struct as_arrival *arrival)
{
	const struct quota all = quota_left(arrival);

	return (struct quota){.bytes = all.bytes < INNER_MAX_BYTES ? all.bytes : INNER_MAX_BYTES,
		.entries = all.entries < INNER_MAX_ENTRIES ? all.entries : INNER_MAX_ENTRIES};
}

static int unpack_entry(struct as_arrival *arrival, const struct entry *entry, bool *is_fault,
	struct as_error *error)
{
	const struct quota quota = archive_quota(arrival);
	AS_AUTO_FREE char *shown = arrival_show(entry->path, error);
	AS_AUTO_FREE char *prefix = as_text_format(error, "%s/", entry->path);
	struct as_error why = {0};

	*is_fault = false;
	if (!shown || !prefix)
		return -1;
	AS_AUTO_FD int archive = as_file_open(arrival_root(arrival, entry), entry->real, &why);
	*is_fault = archive < 0 && why.kind == AS_ERROR_INPUT;
	if (archive < 0)
		return as_error_pass(error, &why, why.where, "%s", why.text);
	return unpack(arrival, archive, shown, prefix, &quota, is_fault, error);
}

int arrival_unpack(struct as_arrival *arrival, size_t entry, char **reason, struct as_error *error)
{
	const size_t first = arrival->entry_count;
	/* A copy, because the array of entries may move. */
	const struct entry archive = arrival->entries[entry];
	struct as_error why = {0};
	bool is_fault;

	*reason = NULL;
	if (unpack_entry(arrival, &archive, &is_fault, &why) == 0) {
		count_bytes(arrival, first);
		return 1;
	}
	if (!is_fault)
		return as_error_pass(error, &why, why.where, "%s", why.text);
	const struct quota all = quota_left(arrival);
	*reason = as_text_format(error, "is an archive that cannot be unpacked: %s%s%s",
		as_zip_subject(why.text), why.text,
		all.bytes < INNER_MAX_BYTES || all.entries < INNER_MAX_ENTRIES
			? " (the archives of all submissions have reached their limit)"
			: "");
	return *reason ? 0 : -1;
}

int arrival_read(const struct as_arrival *arrival, const struct entry *entry,
	struct as_bytes *bytes, enum as_left_reason *reason, struct as_error *error)
{
	struct as_error why = {0};

	if (as_file_read(arrival_root(arrival, entry), entry->real, arrival->limits.file_bytes,
		    bytes, &why) == 0)
		return 1;
	if (why.kind == AS_ERROR_INTERNAL || why.kind == AS_ERROR_MACHINE) {
		if (error)
			*error = why;
		return -1;
	}
	*reason = why.sys_errno == EFBIG ? AS_LEFT_TOO_LARGE : AS_LEFT_UNREADABLE;
	return 0;
}
