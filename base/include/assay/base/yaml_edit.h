/* SPDX-License-Identifier: MIT */
/**
 * yaml_edit: changes to the text of a YAML document that leave the rest as its author wrote it. The
 * changed text counts only if it means exactly what the caller intends.
 */
#ifndef ASSAY_BASE_YAML_EDIT_H
#define ASSAY_BASE_YAML_EDIT_H

#include <assay/base.h>

struct as_yaml_edit {
	size_t offset, length;
	char *text;
};
struct as_yaml_edits {
	const char *text; /**< borrowed */
	struct as_yaml_edit *items;
	size_t count;
};
#define AS_AUTO_YAML_EDITS AS_AUTO(as_yaml_edits_clear)

/** Replaces `length` bytes at `offset` of the text. */
int as_yaml_edit(struct as_yaml_edits *edits, size_t offset, size_t length, struct as_error *error,
	const char *format, ...) AS_PRINTF(5, 6) AS_MUST_USE AS_NONNULL(1, 5);
/** The changed text, on the heap; a line feed of an edit becomes CRLF if the line before it ends
 * so. NULL without an error: the changed text does not mean `root`. */
char *as_yaml_edits_apply(struct as_yaml_edits *edits, json_t *root,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void as_yaml_edits_clear(struct as_yaml_edits *edits);
/**
 * The end of a value in block style whose key is in the line at `offset`, at `column` from 0: its
 * lines are indented more. Blank lines and comments at its end belong to the lines after it.
 */
size_t as_yaml_block_end(const char *text, size_t offset, size_t column) AS_NONNULL(1);
/**
 * The end of a value in flow style whose key is at `offset`: blanks, comments, and the comma or
 * bracket after it are left out. `braces`: the end of the mapping that contains only this key. A
 * quote in unquoted text can give a wrong end; as_yaml_edits_apply then fails.
 */
size_t as_yaml_flow_end(const char *text, size_t offset, bool braces) AS_NONNULL(1);
/** Replaces a file as as_file_write does, with the mode of the old one. */
int as_yaml_file_write(int dirfd, const char *path, const char *text,
	struct as_error *error) AS_MUST_USE AS_NONNULL(2, 3);

#endif
