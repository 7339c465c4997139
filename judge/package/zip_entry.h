/* SPDX-License-Identifier: MIT */
/* zip_entry.c: the entries of an untrusted archive against the limits; private to zip*.c. */
#ifndef ASSAY_JUDGE_ZIP_ENTRY_H
#define ASSAY_JUDGE_ZIP_ENTRY_H

#include "zip.h"

#include <limits.h>

struct archive;
struct archive_entry;

struct zip_reading {
	const char *name; /* of the archive */
	const struct zip_limits *limits;
	const atomic_bool *cancel; /* or NULL */
	uint64_t archive_bytes;
	uint64_t bytes; /* of files so far */
	size_t entries; /* so far */
	/* Lenient reading: names of entries that are left out, because they would lead out of the
	 * folder. */
	char **outside;
	size_t outside_count;
	bool lists_outside; /* while entries are unpacked */
	struct as_error *error;
};

/* Each returns -1. */
int zip_refuse(struct zip_reading *reading, const char *format, ...) AS_PRINTF(2, 3);
int zip_refuse_entry(struct zip_reading *reading, const char *path, const char *what);
/* With libarchive's reason; `path` may be NULL. */
int zip_broken(struct zip_reading *reading, struct archive *archive, const char *path);

/* zip_outside.c: true for a name with slashes that is absolute, has a drive's letter or a "..". */
bool zip_leads_out(const char *name);
/* zip_outside.c: lists an entry that is left out. */
int zip_note_outside(struct zip_reading *reading, const char *name) AS_MUST_USE;

/* NULL if the path is valid. */
const char *zip_find_fault(const char *path);

/* Each refuses the archive if the limit is reached. */
int zip_check_entries(struct zip_reading *reading, uint64_t count) AS_MUST_USE;
int zip_count_entry(struct zip_reading *reading) AS_MUST_USE;
/* `file_bytes` of the file so far, of them `more_bytes` new. */
int zip_count_bytes(struct zip_reading *reading, const char *path, uint64_t file_bytes,
	uint64_t more_bytes) AS_MUST_USE;

typedef int (*zip_take)(
	void *context, struct archive *archive, struct archive_entry *entry, const char *path);
/* Reads the archive from its beginning. Refuses entries by their headers, counts those that are
 * left out, and calls `take` with each of the others and its clean path ("": the archive's own
 * folder). Ends at the first failure. */
int zip_read(struct zip_reading *reading, int archive_fd, zip_take take, void *context) AS_MUST_USE;

/* zip_survey.c: refuses by the archive's headers, without unpacking anything: entries that are
 * refused, too many entries, and too large claims. Sizes are only claims, so all is counted again
 * during unpacking. */
int zip_survey(struct zip_reading *reading, int archive_fd) AS_MUST_USE;

#endif
