/* SPDX-License-Identifier: MIT */
/* report: the files that other programs read. */
#ifndef ASSAY_GRADE_REPORT_H
#define ASSAY_GRADE_REPORT_H

#include "state.h"

/** output.c: replaces a file beneath a folder, unless it has these bytes. */
int as_class_write_file(int dirfd, const char *name, const void *data, size_t size,
	struct as_error *error) AS_MUST_USE AS_NONNULL(2);
/** output.c: likewise, a document; `flags` are those of json_dumps. */
int as_class_write_json(int dirfd, const char *name, const json_t *value, size_t flags,
	struct as_error *error) AS_MUST_USE AS_NONNULL(2, 3);
/** Sets the error that the class was opened without a folder. Returns -1. */
int as_class_lacks_folder(const struct as_class *class, struct as_error *error) AS_NONNULL(1);
/** Removes temporary files of killed commands. */
void as_class_remove_drafts(int out_fd);

/** blind.c: removes the documents in a folder that have the people's other names; in blind marking
 * also those of people whom the register does not have. */
int as_class_remove_others(
	const struct as_class *class, int dirfd, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** blind.c: pseudonyms.csv, in blind marking. */
int as_class_write_pseudonyms(struct as_class *class, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/** gradescope.c: gradescope/KEY.json, a results.json for each person. */
int as_class_write_gradescope(struct as_class *class, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** junit.c: junit.xml. */
int as_class_write_junit(struct as_class *class, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

#endif
