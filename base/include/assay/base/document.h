/* SPDX-License-Identifier: MIT */
/** JSON and YAML files, with the place of each value. Included by base.h. */
#ifndef ASSAY_BASE_DOCUMENT_H
#define ASSAY_BASE_DOCUMENT_H

#include <assay/base.h>
#include <jansson.h>

/** A parsed file: its value, and the place of each value. */
struct as_document {
	char *name;   /**< the name that errors show */
	json_t *root; /**< owned by the document; do not change it, since the places would not match
		       */
	struct as_places *places; /**< JSON pointer -> line and column; private */
};
#define AS_AUTO_DOCUMENT AS_AUTO(as_document_clear)

/**
 * Parses YAML 1.1 as libyaml reads it into JSON values. Plain scalars resolve by the core schema of
 * YAML 1.2 (yaml.org/spec/1.2.2/#103-core-schema): true/True/TRUE, null/~/empty, integers with 0x
 * and 0o, floats; yes, no, on and off are strings, as is everything quoted. Integers beyond int64
 * and non-finite floats stay strings. An empty file is an empty mapping. `name` is copied. Clear
 * `out` with as_document_clear.
 *
 * The following are AS_ERROR_INPUT with their place: a duplicate key, a key that is not a scalar,
 * an anchor on a key, a second document, a merge key, a tag other than !!str, !!map and !!seq, text
 * that is not UTF-8 or has a NUL, nesting beyond 64, and more than 1,000 anchors or aliases,
 * 1,000,000 nodes or 16 MiB repeated by aliases (all counted after expansion).
 */
int as_document_parse_yaml(struct as_document *out, const char *name, const char *text, size_t size,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Parses strict JSON (RFC 8259) with the same caps. Duplicate keys, integers beyond int64 and an
 * empty file are errors too. */
int as_document_parse_json(struct as_document *out, const char *name, const char *text, size_t size,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Reads a file beneath dirfd (at most 16 MiB) and parses it, as JSON if its name ends in .json.
 * `name` is the name that errors show. */
int as_document_load(struct as_document *out, int dirfd, const char *path, const char *name,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3, 4);
void as_document_clear(struct as_document *document);
/** Writes a mapping as block YAML that means the same in 1.1 and 1.2. Free with free. */
char *as_yaml_write(json_t *root, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Finds line and column of the value at an RFC 6901 pointer ("" is the root); false if unknown. */
bool as_document_place(const struct as_document *document, const char *pointer, unsigned *line,
	unsigned *column) AS_NONNULL(1, 2, 3, 4);
/** Records an AS_ERROR_INPUT at the place of `pointer` and returns -1. If the value is missing, the
 * place is that of the nearest value around it. */
int as_document_error(const struct as_document *document, const char *pointer,
	struct as_error *error, const char *format, ...) AS_PRINTF(4, 5) AS_NONNULL(1, 2);
/** Like as_document_place, but finds the key of the value: for an error about a key that is not
 * allowed. */
bool as_document_key_place(const struct as_document *document, const char *pointer, unsigned *line,
	unsigned *column) AS_NONNULL(1, 2, 3, 4);
int as_document_key_error(const struct as_document *document, const char *pointer,
	struct as_error *error, const char *format, ...) AS_PRINTF(4, 5) AS_NONNULL(1, 2);
/** Joins "/a/b" and "c~d" to "/a/b/c~0d". Free with free; NULL if out of memory. */
char *as_pointer_join(const char *pointer, const char *key) AS_NONNULL(1, 2) AS_MUST_USE;

/** Writes JSON whose strings are printable on a terminal: others of their characters are escaped.
 * Free with free; NULL if `value` is NULL or memory is short. */
char *as_json_print(const json_t *value, size_t flags) AS_MUST_USE;
/** True if an object has a key with another value than null. */
bool as_json_has(const json_t *object, const char *key) AS_NONNULL(2);
/** Returns the number of values in the objects of a list for which `counts` returns true. */
size_t as_json_count(json_t *list, bool (*counts)(json_t *value)) AS_NONNULL(2);

#endif
