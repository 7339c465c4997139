/* SPDX-License-Identifier: MIT */
/* export: recipe and lock in an archive that is being made. */
#ifndef ASSAY_TESTGEN_EXPORT_H
#define ASSAY_TESTGEN_EXPORT_H

#include <assay/convert/export.h>

/* Changes a copy of the document. 1: it is to be written; 0: it stays; -1: an error. */
typedef int export_change(void *context, json_t *root, struct as_error *error);
/* Changes the recipe of the archive, which has one, and as little as possible of its text. 1: the
 * recipe is another; 0: it is the same; -1: an error (export_text.c). */
int export_change_recipe(struct as_export *export, export_change *change, void *context,
	struct as_error *error) AS_MUST_USE;
/* The same for the lock, if there is a valid one. */
int export_change_lock(struct as_export *export, export_change *change, void *context,
	struct as_error *error) AS_MUST_USE;
/* Makes recipe and lock describe the files of the other format (export_convert.c). */
int export_convert(struct as_export *export, struct as_error *error) AS_MUST_USE;

#endif
