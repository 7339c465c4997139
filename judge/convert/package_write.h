/* SPDX-License-Identifier: MIT */
/* Makes a new package as a whole or not at all; private to judge. */
#ifndef ASSAY_JUDGE_PACKAGE_WRITE_H
#define ASSAY_JUDGE_PACKAGE_WRITE_H

#include <assay/convert.h>

struct package_writer {
	char *path;       /* where it shall be */
	char *short_name; /* the last part of that */
	char *draft;      /* where it is made; NULL: it is not, or was given its name */
	int fd;
	struct as_keeper *keeper;
};

/* A folder beside `path` to make the package in. The last part of `path` must be a name that the
 * format allows (a-z, 0-9), and nothing may be there. */
int package_writer_open(
	struct package_writer *writer, const char *path, struct as_error *error) AS_MUST_USE;
/* Makes the folders on the way. */
int package_writer_put(struct package_writer *writer, const char *path, const char *data,
	size_t size, struct as_error *error) AS_MUST_USE;
int package_writer_text(struct package_writer *writer, const char *path, const char *text,
	struct as_error *error) AS_MUST_USE;
/* Gives the package its name. */
int package_writer_finish(struct package_writer *writer, struct as_error *error) AS_MUST_USE;
/* Removes what was not finished. */
void package_writer_close(struct package_writer *writer);

#define UUID_SIZE 37
/* A random one (RFC 9562, version 4). */
int package_uuid(char uuid[UUID_SIZE], struct as_error *error) AS_MUST_USE;

#endif
