/* SPDX-License-Identifier: MIT */
/*
 * arrival: the files of an export, in its folder or unpacked from it.
 *
 * Entries have two paths. One is the path in the export, with the bytes of a stranger; it may lead
 * through archives ("Ada/hw.zip/a.py"). The other one is opened beneath a root: the folder of the
 * export, or a temporary folder with a folder for each archive. So a class with a thousand archives
 * needs no more descriptors than a class without archives.
 */
#ifndef ASSAY_GRADE_ARRIVAL_H
#define ASSAY_GRADE_ARRIVAL_H

#include <assay/base/keeper.h>
#include <assay/grade/submissions.h>
#include <sys/stat.h>

enum entry_type {
	ENTRY_FILE,
	ENTRY_LINK,
	ENTRY_SPECIAL,
	ENTRY_UNREADABLE,
	ENTRY_EMPTY_FOLDER,
};

struct entry {
	char *path;       /* in the export, not printable */
	char *real;       /* beneath its root */
	bool is_unpacked; /* its root is the temporary folder */
	enum entry_type type;
	uint64_t size_bytes;
	dev_t device;
	ino_t inode;
};

struct as_arrival {
	struct as_submissions_limits limits; /* with defaults filled in */
	const atomic_bool *cancel;
	const struct as_languages *languages;
	int export_fd; /* the folder of the export; -1: the export is an archive */
	struct entry *entries;
	size_t entry_count;
	bool is_archive; /* the export was one */
	struct as_keeper *keeper;
	char temp[PATH_MAX]; /* of what is unpacked; "": nothing is */
	int temp_fd;
	unsigned unpacked_count; /* archives */
	uint64_t unpacked_bytes;
	char **outside;       /* names in the last archive that would lead out of it; NULL: none */
	struct as_csv *sheet; /* or NULL */
	bool sheet_is_canvas; /* a gradebook of Canvas */
	bool sheet_is_roster; /* Moodle's sheet as the roster, which is not filled */
};

/*
 * Opens the export, unpacks it if it is an archive, and finds its entries, sorted by path. The
 * arrival is zeroed before, except for its descriptors, which are -1, and the sheet. Close it in
 * any case.
 */
int arrival_open(struct as_arrival *arrival, const struct as_submissions_order *order,
	struct as_error *error) AS_MUST_USE;
void arrival_close(struct as_arrival *arrival);
/* The root of an entry, borrowed. */
int arrival_root(const struct as_arrival *arrival, const struct entry *entry);
/* Unpacks an entry and adds its entries at the end; sets `outside`. 1: done. 0: it cannot be
 * unpacked; `reason` is for people, free it. */
int arrival_unpack(struct as_arrival *arrival, size_t entry, char **reason,
	struct as_error *error) AS_MUST_USE;
/* Reads a file. 1: done. 0: it cannot be read, because of its size (reason TOO_LARGE) or for
 * another reason. */
int arrival_read(const struct as_arrival *arrival, const struct entry *entry,
	struct as_bytes *bytes, enum as_left_reason *reason, struct as_error *error) AS_MUST_USE;

/* The digest of the content of a file. */
void arrival_digest(const struct as_bytes *bytes, char hex[AS_DIGEST_HEX_SIZE]);
/* A text of a stranger as one printable line, on the heap. */
char *arrival_show(const char *text, struct as_error *error) AS_MUST_USE;

/* take.c: the same as as_received_is_empty, before the submission is in `out`. */
bool received_is_empty(
	const struct as_submissions *out, const struct as_received *received, size_t index);

#endif
