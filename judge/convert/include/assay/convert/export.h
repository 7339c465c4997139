/* SPDX-License-Identifier: MIT */
/**
 * convert/export: the list of files of an archive that is being made, for the parts of an export
 * that other targets do. A file that is changed is in memory; the package stays as it is.
 */
#ifndef ASSAY_CONVERT_EXPORT_H
#define ASSAY_CONVERT_EXPORT_H

#include <assay/convert.h>

struct as_export_file {
	char *name; /**< in the archive; NULL: left out */
	char *real; /**< its path in the package without links, except one to a shared file; NULL:
		       `data` has the contents */
	struct as_bytes data;
	bool executable;
};

struct as_export {
	const struct as_package *package;
	const struct as_export_config *config;
	struct as_export_file *files;
	size_t file_count;
	char **notes; /**< NULL-terminated; NULL: none */
	size_t note_count;
};

/** The part of the recipe's owner. Both do nothing for a package without a recipe. */
struct as_export_recipe {
	/** Makes the recipe usable without Assay: shared programs, gen.h, `assay solve`. */
	int (*bundle)(struct as_export *export, struct as_error *error);
	/** Makes recipe and lock describe the files of the other format, once data/ is converted.
	 */
	int (*convert)(struct as_export *export, struct as_error *error);
};

/** Replaces a file of that name. Both texts are copied. */
int as_export_add_text(struct as_export *export, const char *name, const char *text,
	struct as_error *error) AS_MUST_USE;
/** Borrowed until a file is added. NULL if there is none. */
struct as_export_file *as_export_find(const struct as_export *export, const char *name);
void as_export_drop(struct as_export_file *file);
/** The contents of a file of the package, at most 16 MiB. */
int as_export_read(struct as_export *export, const struct as_export_file *file,
	struct as_bytes *bytes, struct as_error *error) AS_MUST_USE;
/** The root of a document as JSON; an empty object if the file does not exist. Free with
 * json_decref. */
json_t *as_export_document(
	struct as_export *export, const char *name, struct as_error *error) AS_MUST_USE;
/** Adds a note for the user: a loss that changes no verdict. */
int as_export_note(struct as_export *export, struct as_error *error, const char *format, ...)
	AS_PRINTF(3, 4) AS_MUST_USE;
/** If a file includes <assay/gen.h>, renames it to `name` and adds the header beside it. */
int as_export_bundle_header(struct as_export *export, size_t index, const char *name,
	bool *included, struct as_error *error) AS_MUST_USE;

#endif
