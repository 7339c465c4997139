/* SPDX-License-Identifier: MIT */
/**
 * record: a lossless binary format for values: numbers, infinities, texts of any bytes but NUL,
 * lists. It is for data that is kept between commands; documents for people are JSON.
 *
 * A record is a line with the name and version of its format, a line with a digest of the rest, and
 * the values in a fixed order. For each type one function visits the members, both to write and to
 * read them, so that writing and reading cannot differ:
 *
 *	static void visit_point(struct as_record *record, struct point *point)
 *	{
 *		as_record_signed(record, &point->x);
 *		as_record_text(record, &point->name);
 *	}
 *
 * Life cycle: as_record_begin, visits, as_record_end; or as_record_open, the same visits,
 * as_record_close. A visit returns no error: after the first damage, or out of memory, later visits
 * write nothing, or read 0, false or NULL, and as_record_end or as_record_close fails.
 *
 * Whatever the bytes are, reading neither crashes nor allocates out of proportion to their number.
 * Each value has exactly one record: a value that was read is written as the same bytes.
 */
#ifndef ASSAY_BASE_RECORD_H
#define ASSAY_BASE_RECORD_H

#include <assay/base.h>

/** The maximum size: a larger record cannot be written, and counts as damaged when read. */
#define AS_RECORD_MAX_BYTES (UINT64_C(256) << 20)

/** Initialised by as_record_begin or as_record_open; its members are private. */
struct as_record {
	bool reading, damaged, no_memory;
	struct as_bytes bytes;         /* when writing */
	size_t capacity;               /* of bytes */
	const unsigned char *at, *end; /* when reading; borrowed */
	size_t name_size;
};

/** Begins writing. `name` is the format's name with its version, on one line: "assay-result/2". */
void as_record_begin(struct as_record *record, const char *name) AS_NONNULL(1, 2);
/**
 * Ends writing and hands over the bytes (clear them). -1 if out of memory, or if the record exceeds
 * AS_RECORD_MAX_BYTES; `bytes` is then empty. Call it once after each as_record_begin.
 */
int as_record_end(struct as_record *record, struct as_bytes *bytes,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/**
 * Begins reading; `data` is borrowed until as_record_close. 1: visit the values. 0: it is a record
 * of another name or version, or not a record; no error is set. -1: it is damaged
 * (AS_ERROR_INTERNAL).
 */
int as_record_open(struct as_record *record, const char *name, const void *data, size_t size,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Ends reading. 0, or -1 if the values visited are not those written (AS_ERROR_INTERNAL). */
int as_record_close(struct as_record *record, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** A visitor's own rule: unless it holds, the record is damaged. No effect when writing. */
void as_record_require(struct as_record *record, bool holds) AS_NONNULL(1);

void as_record_flag(struct as_record *record, bool *value) AS_NONNULL(1, 2);
/** A value from 0 to `max`, which belongs to the type and is not written. */
void as_record_number(struct as_record *record, uint64_t *value, uint64_t max) AS_NONNULL(1, 2);
void as_record_signed(struct as_record *record, int64_t *value) AS_NONNULL(1, 2);
/** A number with all its bits: infinities, NaN, and the sign of 0. */
void as_record_double(struct as_record *record, double *value) AS_NONNULL(1, 2);
/** A text; NULL is not "". When read it is on the heap: free with free. */
void as_record_text(struct as_record *record, char **value) AS_NONNULL(1, 2);
/** Bytes of any values; empty ones are read as `{0}`. Clear them. */
void as_record_bytes(struct as_record *record, struct as_bytes *value) AS_NONNULL(1, 2);
/** A text in a buffer of `size` bytes, including the final NUL. */
void as_record_text_in(struct as_record *record, char *value, size_t size) AS_NONNULL(1, 2);
/**
 * The length of a list; the caller visits its items next. `items` is the address of a pointer. When
 * reading, the pointer is set to a zeroed array on the heap, with `item_bytes` for each item, or to
 * NULL if the list is empty. Every written item must have at least `min_bytes`; this bounds the
 * memory for a damaged list that claims to be long.
 */
void as_record_list(struct as_record *record, void *items, size_t *count, size_t item_bytes,
	size_t min_bytes) AS_NONNULL(1, 2, 3);
/** A NULL-terminated array of texts; NULL is not an empty array. */
void as_record_names(struct as_record *record, char ***names) AS_NONNULL(1, 2);

#endif
