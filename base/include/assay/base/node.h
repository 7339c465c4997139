/* SPDX-License-Identifier: MIT */
/**
 * node: reads the values of a document by tables of keys; every mistake is an error at its place.
 *
 * A node is a value and the path to it: a chain of nodes on the stack. A JSON pointer is made only
 * for an error. It borrows the document and the nodes above it. A mapping is read by a table of its
 * keys:
 *
 *	static int read_name(const struct as_node *node, void *target, struct as_error *error)
 *	{
 *		return as_node_text(node, &((struct thing *)target)->name, error);
 *	}
 *	static const struct as_node_key keys[] = {{"name", read_name, true}};
 *
 * Functions that return int return 0, or -1 with AS_ERROR_INPUT at the place of the node;
 * AS_ERROR_INTERNAL: out of memory.
 */
#ifndef ASSAY_BASE_NODE_H
#define ASSAY_BASE_NODE_H

#include <assay/base.h>

struct as_node {
	const struct as_document *document;
	const struct as_node *parent; /**< NULL: the root */
	const char *key;              /**< NULL: an element of an array, at `index` */
	size_t index;
	json_t *value; /**< NULL: absent */
};

struct as_node as_node_root(const struct as_document *document) AS_NONNULL(1);
struct as_node as_node_child(const struct as_node *parent, const char *key) AS_NONNULL(1, 2);
struct as_node as_node_item(const struct as_node *parent, size_t index) AS_NONNULL(1);

/** Reports an error at the node's place, or at the nearest value around it; -1. */
int as_node_error(const struct as_node *node, struct as_error *error, const char *format, ...)
	AS_PRINTF(3, 4) AS_NONNULL(1);
/** Reports an unknown word at the node's place; suggests the nearest of `names`, and lists all. */
int as_node_unknown_word(const struct as_node *node, const char *word, const char *const *names,
	size_t count, struct as_error *error) AS_NONNULL(1, 2, 3);
/** Like as_node_error, but at the node's key: for a key that is not allowed. */
int as_node_key_error(const struct as_node *node, struct as_error *error, const char *format, ...)
	AS_PRINTF(3, 4) AS_NONNULL(1);
/** Reports "KEY must be WANTED, not TYPE; REMEDY"; -1. `remedy` may be "". */
int as_node_type_error(const struct as_node *node, struct as_error *error, const char *wanted,
	const char *remedy) AS_NONNULL(1, 3, 4);

/* ---- mappings ---- */

/** One key of a mapping; `read` reads its value into `target`. */
struct as_node_key {
	const char *name;
	int (*read)(const struct as_node *node, void *target, struct as_error *error);
	bool required;
};
/** Reads a mapping of known keys, in the order of the table: unknown and missing ones are errors.
 */
int as_node_read(const struct as_node *node, const struct as_node_key *keys, size_t count,
	void *target, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Reads one key of a mapping, if it is there. */
int as_node_read_key(const struct as_node *node, const struct as_node_key *key, void *target,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Returns the row of the key `name`, or NULL. */
const struct as_node_key *as_node_key_find(
	const struct as_node_key *keys, size_t count, const char *name) AS_NONNULL(1, 3);
/** The names of a table, borrowed; free the array with free. */
const char **as_node_key_names(const struct as_node_key *keys, size_t count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Reports the node's key as unknown, with the nearest key, or else with all of them; -1. */
int as_node_unknown_key(const struct as_node *node, const struct as_node_key *keys, size_t count,
	struct as_error *error) AS_NONNULL(1, 2);

/* ---- scalars and sequences: an error if the value has another type ---- */

/** Borrowed from the document; an empty text is an error. */
int as_node_text(const struct as_node *node, const char **text, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
/** For as_node_read: a text that is only checked. */
int as_node_check_text(const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** A scalar as text, on the heap: for formats in which a text may be written as a number. */
int as_node_loose_text(const struct as_node *node, char **text, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
int as_node_bool(const struct as_node *node, bool *value, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
int as_node_integer(const struct as_node *node, int64_t min, int64_t max, int64_t *value,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4);
int as_node_number(const struct as_node *node, double *value, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
/** An array whose elements are texts; `words` (free with free) borrows them. */
int as_node_words(const struct as_node *node, const char ***words, size_t *count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Writes the shortest text that reads back as the same number: "10", "10.0", "1e+30". */
void as_json_number_text(const json_t *number, char *text, size_t size) AS_NONNULL(2);
/** Parses JSON from elsewhere, whose memory must be bounded: Jansson needs up to 150 bytes for a
 * value. NULL: it is malformed, or has more than `max_values` values, where commas, colons and
 * brackets count as values. `flags` are Jansson's. `used`: its size, or NULL. Free
 * it with json_decref. */
json_t *as_json_load(const char *text, size_t size, size_t flags, size_t max_values,
	size_t *used) AS_MUST_USE AS_NONNULL(1);

#endif
