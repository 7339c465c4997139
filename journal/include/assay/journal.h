/* SPDX-License-Identifier: MIT */
/**
 * journal: the log of a space of a store, and the state that its owner derives from the events. The
 * owner knows the meaning of the events; a journal knows only the order in which they are applied.
 *
 * Life cycle: as_journal_open; as_journal_read applies all events of the past in the caller's
 * thread; as_journal_start starts the follower, a thread that applies new events, also those of
 * other servers; as_journal_append and as_journal_decide add events; as_journal_finish;
 * as_journal_close.
 *
 * The state belongs to the owner and is protected by the lock of the journal. Only `apply`, and a
 * holder of as_journal_lock_change, may write it.
 *
 * Thread-safety: after as_journal_read all functions but as_journal_close may be called from any
 * thread. Functions that append or wait are called without the lock, and not by `apply`.
 *
 * Errors: the same as those of the store.
 */
#ifndef ASSAY_JOURNAL_H
#define ASSAY_JOURNAL_H

#include <assay/store.h>
#include <assay/store/log.h>
#include <jansson.h>

struct as_journal;

/* ---- the owner ---- */

/** Callbacks of the owner. Each can be NULL, except `apply` of a journal with a store, and `parse`
 * if it has a parsed_size. */
struct as_journal_owner {
	/** The size of a parsed body. 0: struct as_journal_body (assay/journal/body.h), parsed as a
	 * JSON tree without `parse` and `drop`. */
	size_t parsed_size;
	/** Parses the body of an event into zeroed memory. It may modify the record's text and
	 * refer to it. Any thread. -1: out of memory. */
	int (*parse)(const struct as_store_record *record, void *parsed, struct as_error *error);
	/** Frees what `parse` allocated, also after a failure. Any thread. */
	void (*drop)(void *parsed);
	/** Applies an event to the state, with the lock held for writing: it must not wait or lock.
	 * An event that it does not understand changes nothing. -1: the state is unusable, and the
	 * journal is broken. */
	int (*apply)(void *context, const struct as_store_record *record, const void *parsed,
		struct as_error *error);
	/** The owner's own work in the follower, after all events of the store were applied.
	 * `may_append_often` is false during a decision, which frequent events would delay.
	 * 1: it appended something. 0: it did nothing. */
	int (*step)(void *context, bool may_append_often, struct as_error *error);
	/** The time of as_journal_now_ms at which `step` has work, at the latest. */
	int64_t (*next_ms)(void *context);
	/** Called in the follower without the lock after events were applied. */
	void (*caught_up)(void *context);
	/** A message for the operator: the store failed or recovered, or a note of the owner. */
	void (*note)(void *context, const char *text);
	/** Called after each write: NULL, or the reason why the store refused it, such as a full
	 * disk or an unreachable server. Any thread, without the lock. */
	void (*wrote)(void *context, const struct as_error *why);
	void *context;
};

struct as_journal_config {
	/** Borrowed until the journal is closed. NULL: there are no events, and none can be
	 * appended. */
	struct as_store *store;
	/** The space is NOUN/ID, for example "contest/spring"; messages name both. `noun` is
	 * borrowed, `id` is not needed after as_journal_open. */
	const char *noun, *id;
	/** Appends nothing, and never creates the space, so the store can be from
	 * as_store_open_reader. */
	bool is_reader;
	struct as_journal_owner owner;
};
/** Finds the space, or makes it. NULL: as the store's errors; AS_ERROR_INPUT: a reader's store has
 * no such space. */
struct as_journal *as_journal_open(
	const struct as_journal_config *config, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Reads and applies all events. Only before as_journal_start. */
int as_journal_read(struct as_journal *journal, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Begins the follower. */
int as_journal_start(struct as_journal *journal, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** True from the beginning of as_journal_start, so false while events of the past are read. */
bool as_journal_is_started(const struct as_journal *journal) AS_NONNULL(1);
/** Before closing: a function that waits for an event that is not applied after `grace_ms` fails,
 * although the event may be in the store. Without this, it waits for as long as the store cannot be
 * read. */
void as_journal_finish(struct as_journal *journal, unsigned grace_ms) AS_NONNULL(1);
/** Ends the follower, but keeps the journal open for the owner's own end. */
void as_journal_stop(struct as_journal *journal) AS_NONNULL(1);
/** Takes NULL. */
void as_journal_close(struct as_journal *journal);

/* ---- properties ---- */

int64_t as_journal_space(const struct as_journal *journal) AS_NONNULL(1);
/** The store; NULL: none. */
struct as_store *as_journal_store(const struct as_journal *journal) AS_NONNULL(1);
/** The epoch of the space (as_store_space_epoch). Zeros for a reader of a store that no server has
 * opened since it was imported or backed up; "" without a store. */
const char *as_journal_epoch(const struct as_journal *journal) AS_NONNULL(1);
/** The number of the last event in the state; 0: none. */
int64_t as_journal_last(struct as_journal *journal) AS_NONNULL(1);
/** True: the store cannot be read; the follower tries again. */
bool as_journal_is_away(struct as_journal *journal) AS_NONNULL(1);
/** 0 while the follower works; -1: an event was applied only in part, and the journal must be
 * opened again. */
int as_journal_check(struct as_journal *journal, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Writes a line for the operator. */
void as_journal_note(const struct as_journal *journal, const char *format, ...) AS_PRINTF(2, 3)
	AS_NONNULL(1, 2);

/** True for the event of a job that ended: with a result, failed, or cancelled. */
static inline bool as_journal_is_end(const struct as_store_record *record)
{
	const enum as_store_event_kind kind = record->event.kind;

	return kind == AS_STORE_EVENT_DONE || kind == AS_STORE_EVENT_FAILED ||
	       kind == AS_STORE_EVENT_CANCELLED;
}

/* ---- the lock of the state ---- */

/** For reading. */
void as_journal_lock(struct as_journal *journal) AS_NONNULL(1);
/** For writing, for a change that is not an event. */
void as_journal_lock_change(struct as_journal *journal) AS_NONNULL(1);
void as_journal_unlock(struct as_journal *journal) AS_NONNULL(1);

/* ---- the clock ---- */

/** The current time: the system's, but never earlier than the last event. If the system's time is
 * set, the clock is slewed by 10 ms per second, so it neither jumps nor stands still. */
int64_t as_journal_now_ms(struct as_journal *journal) AS_NONNULL(1);
/** Tells the clock that an event has this time. */
void as_journal_saw_ms(struct as_journal *journal, int64_t wall_ms) AS_NONNULL(1);

/* ---- appending ---- */

/** The parts of an entry beside its body. */
struct as_journal_extras {
	const struct as_store_order *order; /**< or NULL; as in struct as_store_entry */
	int64_t again;                      /**< likewise; 0: none */
	const char *blob; /**< digest of a blob of the store, kept as long as the event; or NULL */
};
/** Appends entries in one transaction, and sets `appended`, which has as many elements; does not
 * wait until they are applied. 1: done. 0: `after` is neither -1 nor the number of the last event.
 * -1: failed. */
int as_journal_append_entries(struct as_journal *journal, int64_t after,
	const struct as_store_entry *entries, size_t count, struct as_store_appended *appended,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3, 5);
/** Appends one entry likewise, and takes its body; `body` NULL: out of memory. */
int as_journal_append(struct as_journal *journal, int64_t after, json_t *body,
	struct as_journal_extras extras, struct as_store_appended *appended,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 5);
/** Waits until the event with that number is in the state. */
int as_journal_await(struct as_journal *journal, int64_t number, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** Like as_journal_await, but also returns 0 at this time of as_now_ns. */
int as_journal_await_until(struct as_journal *journal, int64_t number, int64_t until_ns,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** as_journal_append and as_journal_await. */
int as_journal_put(struct as_journal *journal, json_t *body, struct as_journal_extras extras,
	struct as_store_appended *appended, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4);
/** as_journal_put of a body alone. If `made` is not NULL, it becomes the index of the object that
 * the event made. */
int as_journal_put_note(struct as_journal *journal, json_t *body, size_t *made,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** `apply` notes which object an event made; the index is found soon after that. */
void as_journal_made(struct as_journal *journal, int64_t number, size_t index) AS_NONNULL(1);
int as_journal_find_made(struct as_journal *journal, int64_t number, size_t *made,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/** For `step`: applies an entry that the follower has appended right after the last event. 1. */
int as_journal_apply_own(struct as_journal *journal, const struct as_store_appended *appended,
	const void *parsed, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

/* ---- decisions ---- */

/** Checks the state as of the event `*last`, which it sets, and appends an entry if no later one is
 * in the store. 1: done. 0: another event came first. */
typedef int (*as_journal_attempt)(const void *context, int64_t *last, struct as_error *error);
/** Compare and append: tries until an attempt ends. 1: done. 0: other events came first for 10
 * seconds. */
int as_journal_decide(struct as_journal *journal, as_journal_attempt attempt, const void *context,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** 0, or -1 with the reason why the entry must not be appended. Called with the lock. */
struct as_journal_condition {
	int (*check)(const void *context, struct as_error *error);
	const void *context;
};
/** Takes and appends an entry if the condition holds and no event comes between, and waits until
 * the entry is applied. AS_ERROR_MACHINE with sys_errno EBUSY: other events came first for 10
 * seconds. */
int as_journal_put_if(struct as_journal *journal, json_t *body, struct as_journal_extras extras,
	struct as_journal_condition condition, struct as_store_appended *appended,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 5);
/** After as_journal_decide returned 0: that error. `what`: "the team is not registered". -1. */
int as_journal_refuse_busy(const struct as_journal *journal, const char *what,
	struct as_error *error) AS_NONNULL(1, 2);

#include <assay/journal/body.h>
#include <assay/journal/credentials.h>
#include <assay/journal/entry.h>
#include <assay/journal/names.h>

#endif
