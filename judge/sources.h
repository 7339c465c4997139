/* SPDX-License-Identifier: MIT */
/* sources: what was submitted, read into memory once, with all the care that a stranger's files
 * need. */
#ifndef ASSAY_JUDGE_SOURCES_H
#define ASSAY_JUDGE_SOURCES_H

#include <assay/judge.h>

struct as_source {
	char *name; /* relative, of harmless characters only */
	struct as_bytes data;
};

struct as_sources {
	struct as_source *files; /* sorted by name */
	size_t count;
	uint64_t size_bytes;
	const char *
		reason; /* why it cannot be judged ("empty", "too-large", "not-regular"), or NULL */
};

/*
 * Reads a file or a folder beneath dir_fd (AT_FDCWD: any path). A submission that cannot be judged
 * is success with `reason` set; an absent or unreadable path is AS_ERROR_USAGE.
 */
int as_sources_read(struct as_sources *sources, int dir_fd, const char *path, uint64_t max_bytes,
	struct as_error *error) AS_MUST_USE;
void as_sources_clear(struct as_sources *sources);
/* The digest of names and contents. */
void as_sources_digest(const struct as_sources *sources, char hex[AS_DIGEST_HEX_SIZE]);
/* Writes them as files, readable by all, into an existing folder. */
int as_sources_write(
	const struct as_sources *sources, int dir_fd, struct as_error *error) AS_MUST_USE;

#endif
