/* SPDX-License-Identifier: MIT */
/**
 * feed: the event feed of the Contest API, as NDJSON. Included by api.h.
 *
 * The lines follow from the folder and the events of the log alone, so those of a server that was
 * restarted are byte for byte the same. There is a feed for each audience: admins; judges and
 * analysts (without accounts; `files` only for analysts); the public; and each team (the public's,
 * and what is its own). A reader's feed says nothing of what that reader may not see; at the thaw
 * follows what was hidden. state.end_of_updates is the last line.
 *
 * A token counts the lines of one audience. It is good for the same epoch of the log, the same
 * folder and the same kind of reader.
 *
 * A judgement is told when it begins, its runs as they are reported, and then that it ended. One
 * that is shown only later, after a freeze, begins in the feed, too, before its runs.
 *
 * Memory: 24 bytes for each submission, each stage of a judgement, and runs that were reported
 * together (and again if they are shown to others later); lines are made when they are read.
 *
 * Life cycle: as_contest_feed_open; as_contest_feed_take until as_contest_feed_is_at_end, and again
 * after each `caught_up` of the log; as_contest_feed_close. A cursor belongs to one thread at a time.
 */
#ifndef ASSAY_CONTEST_API_FEED_H
#define ASSAY_CONTEST_API_FEED_H

#include <assay/contest/api.h>

struct as_contest_cursor;

/**
 * Opens the feed of a reader after a token; NULL: from the beginning. Close it before the log.
 * NULL: AS_ERROR_USAGE if the token is not one of this feed (400), or AS_ERROR_INTERNAL.
 */
struct as_contest_cursor *as_contest_feed_open(const struct as_contest_api *api,
	struct as_contest_log *log, const struct as_contest_api_reader *reader, const char *token,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Takes NULL. */
void as_contest_feed_close(struct as_contest_cursor *cursor);

/** Copies the next bytes of the feed, at most `size`; a line may be cut, and goes on in the next
 * call. Returns how many; 0: there are none yet. -1: out of memory. */
ssize_t as_contest_feed_take(struct as_contest_cursor *cursor, char *bytes, size_t size,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** True if as_contest_feed_take would return 0. */
bool as_contest_feed_is_at_end(struct as_contest_cursor *cursor) AS_NONNULL(1);
/** True if the bytes taken end with a line feed, so that a line feed may be sent to keep the
 * connection alive. */
bool as_contest_feed_is_between_lines(const struct as_contest_cursor *cursor) AS_NONNULL(1);

/** Large enough for every token. */
#define AS_CONTEST_TOKEN_SIZE 48
/** The token of the last line of a reader's feed: it changes if, and only if, something changed
 * that the reader may see, so it may serve as an ETag. Returns `token`. */
char *as_contest_feed_token(const struct as_contest_api *api, struct as_contest_log *log,
	const struct as_contest_api_reader *reader, char token[AS_CONTEST_TOKEN_SIZE])
	AS_NONNULL(1, 2, 3, 4);

#endif
