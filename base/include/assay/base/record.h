/* SPDX-License-Identifier: MIT */
/**
 * record: values of ours as bytes that lose nothing: numbers, infinities, texts of any bytes but
 * NUL, lists. For what is kept between commands; documents for people are JSON.
 *
 * A record is a line with the name and version of what is in it, a line with a digest of all else,
 * and the values in a fixed order. One function a type visits its members; the same function writes
 * and reads, so the two cannot differ:
 *
 *	static void visit_point(struct as_record *record, struct point *point)
 *	{
 *		as_record_signed(record, &point->x);
 *		as_record_text(record, &point->name);
 *	}
 *
 * Life cycle: as_record_begin, visits, as_record_end; or as_record_open, the same visits,
 * as_record_close. A visit never fails by itself: after the first damage, or without memory, each
 * further one does nothing when writing, and yields 0, false or NULL when reading. The end tells.
 *
 * Whatever the bytes are, reading neither crashes nor allocates out of proportion to their number.
 * There is one record for each value: what was read and is written again is the same bytes.
 */
#ifndef ASSAY_BASE_RECORD_H
#define ASSAY_BASE_RECORD_H

#include <assay/base.h>

/** No record is larger: writing one fails, and reading one finds damage. */
#define AS_RECORD_MOST_BYTES (UINT64_C(256) << 20)

/** Initialised by as_record_begin or as_record_open; its members are private. */
struct as_record {
	bool reading, damaged, no_memory;
	struct as_bytes bytes;         /* when writing */
	size_t capacity;               /* of bytes */
	const unsigned char *at, *end; /* when reading; borrowed */
	size_t name_size;
};

/** Begins to write. `name` with its version and without a line feed: "assay-result/1". */
void as_record_begin(struct as_record *record, const char *name) AS_NONNULL(1, 2);
/**
 * Ends writing and hands over the bytes (clear them). -1 without memory, or where there are more
 * than AS_RECORD_MOST_BYTES: `bytes` is empty. Call it once after each as_record_begin.
 */
int as_record_end(struct as_record *record, struct as_bytes *bytes,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/**
 * Begins to read; `data` is borrowed until as_record_close. 1: go on. 0: it is a record of another
 * name or version, or none; that is not an error. -1: it is damaged (AS_ERROR_INTERNAL).
 */
int as_record_open(struct as_record *record, const char *name, const void *data, size_t size,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Ends reading. 0, or -1: what was visited is not what was written (AS_ERROR_INTERNAL). */
int as_record_close(struct as_record *record, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** Any of a visitor's own rules; does nothing when writing. */
void as_record_require(struct as_record *record, bool holds) AS_NONNULL(1);

void as_record_flag(struct as_record *record, bool *value) AS_NONNULL(1, 2);
/** At most `most`, which is part of the type and not of the bytes. */
void as_record_number(struct as_record *record, uint64_t *value, uint64_t most) AS_NONNULL(1, 2);
void as_record_signed(struct as_record *record, int64_t *value) AS_NONNULL(1, 2);
/** All its bits: infinities, NaN, and the sign of 0. */
void as_record_double(struct as_record *record, double *value) AS_NONNULL(1, 2);
/** NULL is not "". When reading it is on the heap: free with free. */
void as_record_text(struct as_record *record, char **value) AS_NONNULL(1, 2);
/** Into room of `size`, the ending NUL included. */
void as_record_text_in(struct as_record *record, char *value, size_t size) AS_NONNULL(1, 2);
/**
 * The length of a list, whose items are to be visited next. When reading, `items`, the address of a
 * pointer, gets an array of them on the heap, zeroed (NULL: the list is empty); each is of
 * `item_bytes`. An item is never written in fewer than `least_bytes`, which bounds what is
 * allocated for a list that only claims to be long.
 */
void as_record_list(struct as_record *record, void *items, size_t *count, size_t item_bytes,
	size_t least_bytes) AS_NONNULL(1, 2, 3);
/** The same for an array of texts, which NULL ends; NULL is not an empty one. */
void as_record_names(struct as_record *record, char ***names) AS_NONNULL(1, 2);

#endif
