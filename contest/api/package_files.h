/* SPDX-License-Identifier: MIT */
#ifndef ASSAY_CONTEST_API_PACKAGE_FILES_H
#define ASSAY_CONTEST_API_PACKAGE_FILES_H

#include <assay/contest/folder.h>

struct as_api_package_file {
	const char *property; /* "statement", "attachments" */
	char *filename;
	const char *mime;
	char *path; /* relative to the package's folder, without links */
};
/* The files of a problem, ordered by name. */
struct as_api_package_files {
	struct as_api_package_file *items;
	size_t count;
};
/* Reads the files into an empty list; clear it. */
int as_api_package_files_read(const struct as_contest_problem *problem,
	struct as_api_package_files *files, struct as_error *error) AS_MUST_USE;
void as_api_package_files_clear(struct as_api_package_files *files);

#endif
