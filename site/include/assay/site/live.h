/* SPDX-License-Identifier: MIT */
/**
 * live: streams of texts that change, and of feeds. Part of site.h.
 *
 * A view is a fragment of a page that many readers watch, such as a board, as server-sent events. A
 * feed is a sequence of lines, which each reader reads through a cursor of its own.
 *
 * Life cycle: as_site_live_open; as_site_live_start; as_site_live_changed after each change;
 * as_site_live_stop before as_http_close, as_site_live_close after it. A thread takes the views at
 * most four times a second, and ends the streams whose session or token has ended.
 */
#ifndef ASSAY_SITE_LIVE_H
#define ASSAY_SITE_LIVE_H

#include <assay/site.h>

struct as_site_live;
struct as_site_visitor;

/** Pointers are borrowed until as_site_live_close. */
struct as_site_live_config {
	struct as_site *site;
	size_t view_count;
	/** Returns the newest text of a view, with a reference that the library removes, and the
	 * digest of the text. NULL: out of memory. Called in the thread only. */
	struct as_http_buffer *(*newest)(void *context, size_t view, char tag[AS_DIGEST_HEX_SIZE]);
	/** The change from one text to the next, on the heap; NULL: send the whole text. */
	char *(*change)(const char *before, const char *after);
	const char *whole_event, *change_event; /**< the names of these events */
	/** Reads more of a feed; 0: at its end, -1: failed. One thread at a time for a cursor. */
	ssize_t (*read)(void *cursor, char *bytes, size_t size);
	void (*close)(void *cursor);
	void *context;
};
struct as_site_live *as_site_live_open(
	const struct as_site_live_config *config, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Starts the thread. */
int as_site_live_start(struct as_site_live *live, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Reports a change of views or feeds. Any thread. */
void as_site_live_changed(struct as_site_live *live) AS_NONNULL(1);
/** Answers with the stream of a view, which ends with the session of `reader`. A `reader` must have
 * a session; NULL: the view is for everybody. */
void as_site_live_view(struct as_site_live *live, struct as_http_request *request, size_t view,
	const struct as_site_visitor *reader) AS_NONNULL(1, 2);
/** Answers with a feed, which ends if the token of the account is revoked. Takes ownership of the
 * cursor. */
void as_site_live_feed(struct as_site_live *live, struct as_http_request *request, size_t account,
	void *cursor) AS_NONNULL(1, 2, 4);
/** Both functions accept NULL. */
void as_site_live_stop(struct as_site_live *live);
void as_site_live_close(struct as_site_live *live);

#endif
