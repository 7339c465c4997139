/* SPDX-License-Identifier: MIT */
/* The state of unpacking an archive; private to zip*.c. */
#ifndef ASSAY_JUDGE_ZIP_UNPACKING_H
#define ASSAY_JUDGE_ZIP_UNPACKING_H

#include "zip_entry.h"

struct zip_link {
	char *path;
	char *target;
};

struct zip_unpacking {
	struct zip_reading reading;
	int to_fd;
	bool no_modes;
	struct zip_link *links;
	size_t link_count;
};

/* zip_folder.c: opens the folder of the last part of `path`, makes missing ones, and sets `name` to
 * that part. */
int zip_open_parent(
	struct zip_unpacking *unpacking, const char *path, const char **name) AS_MUST_USE;
int zip_make_folder(struct zip_unpacking *unpacking, const char *path) AS_MUST_USE;
/* The error (an errno) of making a file or a link, which may be in the archive twice; -1. */
int zip_exists_already(struct zip_unpacking *unpacking, const char *path, int cause);

/* zip_link.c */
int zip_note_link(
	struct zip_unpacking *unpacking, struct archive_entry *entry, const char *path) AS_MUST_USE;
/* Makes the links, and checks that each leads to an entry inside. */
int zip_make_links(struct zip_unpacking *unpacking) AS_MUST_USE;

#endif
