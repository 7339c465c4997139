/* SPDX-License-Identifier: MIT */
/** The place of each value of a document: private to base. */
#ifndef ASSAY_BASE_PLACES_H
#define ASSAY_BASE_PLACES_H

#include <assay/base.h>

#define AS_DOCUMENT_MAX_BYTES ((uint64_t)16 << 20)
#define AS_DOCUMENT_MAX_DEPTH 64
#define AS_DOCUMENT_MAX_NODES 1000000
#define AS_DOCUMENT_MAX_ALIASES 1000
#define AS_DOCUMENT_MAX_ANCHORS 1000
/* Of keys and strings that aliases repeat: without this limit, a few nodes could take terabytes. */
#define AS_DOCUMENT_MAX_ALIAS_BYTES ((size_t)16 << 20)

/**
 * The values in the order of the text, each followed by its contents. A map from pointers would be
 * shorter to write, but quadratic for a file of one long key and many elements.
 */
struct as_places {
	struct as_place {
		unsigned line;
		unsigned column;
		uint32_t size;     /* the value itself and all values in it */
		unsigned key_line; /* of its key; 0: it has none */
		unsigned key_column;
		const char *written; /* the text of a number, in `texts`; NULL: another value */
	} * list;
	size_t count;
	char **texts; /* owned; an alias shares that of its anchor */
	size_t text_count;
	unsigned key_line; /* of the value that is added next */
	unsigned key_column;
};

struct as_places *as_places_new(struct as_error *error) AS_MUST_USE;
void as_places_free(struct as_places *places);
/** The next value that is added has a key at this place. */
void as_places_set_key(struct as_places *places, unsigned line, unsigned column);
/** Adds a value and writes its index. Fails beyond AS_DOCUMENT_MAX_NODES, at its place in `name`.
 */
int as_places_add(struct as_places *places, const char *name, unsigned line, unsigned column,
	size_t *index, struct as_error *error) AS_MUST_USE;
/** Keeps the text of the number at `index`. */
int as_places_write(struct as_places *places, size_t index, const char *text, size_t length,
	struct as_error *error) AS_MUST_USE;
/** Call it after all contents of the value at `index` were added. */
void as_places_close(struct as_places *places, size_t index);
/** The place of the value at an RFC 6901 pointer into `root`, or NULL. */
const struct as_place *as_places_find(
	const struct as_places *places, json_t *root, const char *pointer);
/** The place of a member of an object; `index` is the object's own index. NULL if there is none. */
const struct as_place *as_places_member(
	const struct as_places *places, json_t *object, size_t index, const char *key);

/** The two readers. Both return a new value; `text` must be UTF-8 without NULs. */
json_t *as_yaml_read(struct as_places *places, const char *name, const char *text, size_t size,
	struct as_error *error) AS_MUST_USE;
json_t *as_json_read(struct as_places *places, const char *name, const char *text, size_t size,
	struct as_error *error) AS_MUST_USE;
/** Resolves a plain scalar by the core schema of YAML 1.2; NULL: out of memory. */
json_t *as_yaml_resolve(const char *text, size_t length) AS_MUST_USE;
/** The error for nesting beyond AS_DOCUMENT_MAX_DEPTH. Returns -1. */
int as_document_too_deep(const char *name, unsigned line, unsigned column, struct as_error *error);

#endif
