/* SPDX-License-Identifier: MIT */
/*
 * cache: entries of the cache folder. An entry is a folder. It is made as a draft, whose name
 * begins with "new-" and identifies the process. The draft is flushed to the disk and renamed. So
 * concurrent judges see complete entries or none, and drafts of a killed judge can be recognised.
 * The modification time of an entry is its last use.
 */
#ifndef ASSAY_PROGRAM_CACHE_PRIVATE_H
#define ASSAY_PROGRAM_CACHE_PRIVATE_H

#include <assay/base.h>
#include <assay/base/aged.h>

struct as_workshop;

#define AS_CACHE_DRAFT "new-"

struct as_cache_draft {
	const struct as_workshop *workshop;
	int base_fd; /* of the cache, or of another folder; borrowed */
	int fd;      /* of the draft */
	char entry[128], path[256];
};
/* Makes the draft of an entry FOLDER/NAME below `base_fd`. If this process is
 * killed, the keeper or a later judge removes the draft. End it in any case. */
int as_cache_draft_begin(struct as_cache_draft *draft, const struct as_workshop *workshop,
	int base_fd, const char *entry, struct as_error *error) AS_MUST_USE;
/* Renames the draft to its entry, in place of an existing one. -1 with errno. */
int as_cache_draft_publish(struct as_cache_draft *draft) AS_MUST_USE;
/* Removes what was not published. */
void as_cache_draft_end(struct as_cache_draft *draft);
#define AUTO_CACHE_DRAFT AS_AUTO(as_cache_draft_end)
/* The name of this process in drafts. */
const char *as_cache_own_name(const struct as_workshop *workshop);

/* A digest of the names and contents of a tree of folders and regular files. With `flush` it also
 * flushes them to the disk. */
int as_cache_seal(int dir_fd, bool flush, char hex[AS_DIGEST_HEX_SIZE]) AS_MUST_USE;
/* Removes the least recently used entries of a folder of the cache, until the folder is within the
 * limits. */
void as_cache_trim(int cache_fd, const char *folder, const struct as_aged_limits *limits);

#endif
