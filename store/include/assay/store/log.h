/* SPDX-License-Identifier: MIT */
/**
 * log: the events of a space as the log of all that happened there, such as in a contest: what is
 * appended and what happens to jobs, in one order. A server reads the log from its beginning, then
 * follows it (as_store_wait), and writes by appending.
 *
 * Life cycle of a server: as_store_space_find; as_store_space_epoch; as_store_log_read from 0 until
 * a page is empty; then as_store_append or as_store_append_after for each change, and, whenever
 * as_store_wait reports more, as_store_log_read after the last number.
 *
 * Thread-safety: all functions may be called from any thread, also on the same store. Those that
 * append wait until their entries are on the disk; appends that wait at the same time share that
 * in a file, but not on a server: there, append several entries at once.
 */
#ifndef ASSAY_STORE_LOG_H
#define ASSAY_STORE_LOG_H

#include <assay/store.h>

/** The most bytes of a body. */
#define AS_STORE_BODY_MOST_BYTES 1048576

/** One change to append, which becomes one event. All of it is borrowed. */
struct as_store_entry {
	/** What it says, in the caller's words, usually JSON text; the store does not read it. It
	 * is never removed, nor changed by as_store_forget: name people by numbers. */
	struct as_bytes body;
	/** The digest of a blob of the store that the body names; it is kept as long as the event.
	 * NULL: none. */
	const char *blob;
	/** A job to queue, as as_store_submit does, in the same transaction. Its space is that of
	 * the log. The event is of the kind AS_STORE_EVENT_QUEUED, or, if the job was there already
	 * (`once`), AS_STORE_EVENT_NOTE. NULL: none. */
	const struct as_store_order *order;
	/** A job of the space: its submission is judged again, by a new job. The old job and its
	 * result stay as they are; the log says which of them counts, by another entry. Of `order`,
	 * then, `class` and `priority` are used, and `package`, `lane` and `options` unless they
	 * are NULL (those of the old job); the rest is not. 0: none. */
	int64_t again;
};

/** What became of an entry. */
struct as_store_appended {
	int64_t number;                /**< of its event */
	int64_t time_ms;               /**< of its event */
	struct as_store_ticket ticket; /**< its job; `job` is 0 if there is none */
};

/**
 * Appends entries to the log of a space, in their order, all or, on failure, none: one transaction.
 * Their numbers rise, but other events may come between. `appended` has as many elements.
 * AS_ERROR_USAGE: a body is too large; the store does not have the blob; an order is of another
 * space; `again` is not a job of the space; the owner has too many jobs queued
 * (AS_STORE_SETTING_QUEUED).
 */
int as_store_append(struct as_store *store, int64_t space, const struct as_store_entry *entries,
	size_t count, struct as_store_appended *appended, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 3, 5);
/** The same if `last` is the number of the last event of the space (0: it has none), so that the
 * caller has read all that it decides on. 1: done. 0: there are later events, and nothing is
 * written: read them, and decide again. */
int as_store_append_after(struct as_store *store, int64_t space, int64_t last,
	const struct as_store_entry *entries, size_t count, struct as_store_appended *appended,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4, 6);

/** An event and what was appended with it. */
struct as_store_record {
	struct as_store_event event;
	struct as_bytes body;          /**< empty: none; it has a NUL after its last byte */
	char blob[AS_DIGEST_HEX_SIZE]; /**< "": none */
};
/** Records that were read together, in the order of their numbers. */
struct as_store_page {
	struct as_store_record *records;
	size_t count;
};
/** A page ends early if its bodies have about so many bytes. */
#define AS_STORE_PAGE_BYTES 16777216
/** Reads the events of a space (AS_STORE_WHOLE: of all) after a number into an empty page (clear
 * it): at most `most` of them, and at least one if there is one. The log ends where `count` is 0.
 * For a long log, use pages of 10,000. */
int as_store_log_read(struct as_store *store, int64_t space, int64_t after, size_t most,
	struct as_store_page *page, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 5);
void as_store_page_clear(struct as_store_page *page) AS_NONNULL(1);

/** Room for an epoch: 32 letters of 0-9a-f. */
#define AS_STORE_EPOCH_SIZE 33
/**
 * The epoch of a space: random text that a token of a client carries beside the number of an event,
 * because numbers start over when an earlier state comes back. It is new once the store was
 * imported or is a backup made by as_store_backup; on a server, also once the database was restored
 * from a dump, or its server from an archive, or a standby took over. It cannot tell a file that
 * was copied by other means. Ask when the store was opened, and when it is back (as_store_watch).
 * AS_ERROR_USAGE: the store was opened to be read, and its epoch is not made yet.
 */
int as_store_space_epoch(struct as_store *store, int64_t space, char epoch[AS_STORE_EPOCH_SIZE],
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);

#endif
