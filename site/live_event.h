/* SPDX-License-Identifier: MIT */
/* Private header: versions of a view as server-sent events. */
#ifndef SITE_LIVE_EVENT_H
#define SITE_LIVE_EVENT_H

#include <assay/http.h>

#define LIVE_TAG_SIZE 16
#define LIVE_ID_SIZE (LIVE_TAG_SIZE + 24)

/* The id of an event. Versions start again when the server restarts, so the digest identifies the
 * text that a returning viewer has. */
void live_event_id(char id[LIVE_ID_SIZE], uint64_t version, const char *tag);
/* True if the id of a returning viewer, or NULL, names the text with that digest. */
bool live_event_is_of(const char *id, const char *tag);
/* The event with a text; NULL: out of memory. */
struct as_http_buffer *live_event_make(const char *kind, const char *text, const char *id);

#endif
