/* SPDX-License-Identifier: MIT */
/**
 * feed: the event feed of the Contest API, as NDJSON. Included by api.h.
 *
 * The lines depend only on the folder and the events of the log, so a restarted server sends byte
 * for byte the same. There is a feed for each audience: admins; judges and analysts (without
 * accounts; `files` only for analysts); the public; and each team (the public's, plus its own
 * objects). A feed never reveals what its reader may not see; hidden lines follow at the thaw. The
 * last line is state.end_of_updates.
 *
 * A token counts the lines of one audience. It is valid for the same epoch of the log, the same
 * folder and the same kind of reader.
 *
 * A judgement has a line when it begins, lines for its runs as they are reported, and a line at its
 * end. A judgement that becomes visible later, after a freeze, also begins in the feed before its
 * runs.
 *
 * Memory: 24 bytes for each submission, each stage of a judgement, and each group of runs that were
 * reported together (again if they become visible to others later). Lines are made when they are
 * read.
 *
 * Life cycle: as_contest_feed_open; as_contest_feed_read until it returns 0, and again
 * after each `caught_up` of the log; as_contest_feed_close. One thread at a time may use a cursor.
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

/** Copies the next bytes of the feed, at most `size`. A line can be cut; the next call continues
 * it. Returns the number of bytes; 0: there are none yet. -1: out of memory. */
ssize_t as_contest_feed_read(struct as_contest_cursor *cursor, char *bytes, size_t size,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** Large enough for every token. */
#define AS_CONTEST_TOKEN_SIZE 48
/** The token of the last line of a reader's feed. It changes if and only if something changes that
 * the reader may see, so it can be used as an ETag. Returns `token`. */
char *as_contest_feed_token(const struct as_contest_api *api, struct as_contest_log *log,
	const struct as_contest_api_reader *reader, char token[AS_CONTEST_TOKEN_SIZE])
	AS_NONNULL(1, 2, 3, 4);

#endif
