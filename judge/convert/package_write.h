/* SPDX-License-Identifier: MIT */
/* package_write: makes a new package completely or not at all; private to judge. */
#ifndef ASSAY_JUDGE_PACKAGE_WRITE_H
#define ASSAY_JUDGE_PACKAGE_WRITE_H

#include <assay/convert.h>

struct package_writer {
	char *path;       /* the path of the package */
	char *short_name; /* the last part of the path */
	char *draft;      /* the folder in which it is made; NULL: none, or renamed already */
	int fd;
	struct as_keeper *keeper;
};

/* Makes a folder beside `path` for the package. The last part of `path` must be a name that the
 * format allows (a-z, 0-9), and must not exist. */
int package_writer_open(
	struct package_writer *writer, const char *path, struct as_error *error) AS_MUST_USE;
/* Makes missing folders. */
int package_writer_put(struct package_writer *writer, const char *path, const char *data,
	size_t size, struct as_error *error) AS_MUST_USE;
int package_writer_text(struct package_writer *writer, const char *path, const char *text,
	struct as_error *error) AS_MUST_USE;
/* Renames the folder to the package's name. */
int package_writer_finish(struct package_writer *writer, struct as_error *error) AS_MUST_USE;
/* Removes an unfinished package. */
void package_writer_close(struct package_writer *writer);

#define UUID_SIZE 37
/* A random one (RFC 9562, version 4). */
int package_uuid(char uuid[UUID_SIZE], struct as_error *error) AS_MUST_USE;

#endif
