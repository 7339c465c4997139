/* SPDX-License-Identifier: MIT */
/* A package on its way into an archive: the list of what shall be in it; private to judge. */
#ifndef ASSAY_JUDGE_EXPORT_H
#define ASSAY_JUDGE_EXPORT_H

#include "package.h"

struct export_file {
	char *name; /* in the archive; NULL: left out */
	char *real; /* in the package, without links; NULL: `data` is its content */
	struct as_bytes data;
	bool executable;
};

struct export
{
	struct package_loader loader;
	const struct as_export_config *config;
	struct export_file *files;
	size_t file_count, file_room;
	char **notes; /* NULL-terminated; NULL: none */
	size_t note_count;
};

/* Both names are copied. */
int export_add(struct export *export, const char *name, const char *real, bool executable,
	struct as_error *error) AS_MUST_USE;
/* Replaces a file of that name. */
int export_add_text(struct export *export, const char *name, const char *text,
	struct as_error *error) AS_MUST_USE;
/* NULL where there is none. */
struct export_file *export_find(const struct export *export, const char *name);
void export_drop(struct export_file *file);
/* Drops all below a folder. Returns how many there were. */
size_t export_drop_folder(struct export *export, const char *folder);
/* Renames all below a folder, or one file. */
int export_move(struct export *export, const char *from, const char *to,
	struct as_error *error) AS_MUST_USE;
/* The content of a file of the package, at most 16 MiB. */
int export_read(struct export *export, const struct export_file *file, struct as_bytes *bytes,
	struct as_error *error) AS_MUST_USE;
/* Its root as JSON; an empty object where there is no such file. Free with json_decref. */
json_t *export_document(
	struct export *export, const char *name, struct as_error *error) AS_MUST_USE;
/* Remembers a line for the person who exports: what is lost, and changes no verdict. */
int export_note(struct export *export, struct as_error *error, const char *format, ...)
	AS_PRINTF(3, 4) AS_MUST_USE;
/* What cannot be said in the other format, and would change a verdict: AS_ERROR_INPUT; -1. */
int export_refuse(struct export *export, const char *where, struct as_error *error,
	const char *format, ...) AS_PRINTF(4, 5);

/* The other formats (export_legacy.c, export_2025.c). */
int export_to_legacy(struct export *export, struct as_error *error) AS_MUST_USE;
/* What a package needs to be read elsewhere: gen.h, and no `assay solve` (export_bundle.c). */
int export_bundle(struct export *export, struct as_error *error) AS_MUST_USE;

/* Block YAML that readers of 1.1 and 1.2 read alike, on the heap (yaml_write.c). */
char *yaml_write(json_t *root, struct as_error *error) AS_MUST_USE;

#endif
