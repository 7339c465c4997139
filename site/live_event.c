/* SPDX-License-Identifier: MIT */
#include "live_event.h"

#include <inttypes.h>
#include <string.h>

void live_event_id(char id[LIVE_ID_SIZE], uint64_t version, const char *tag)
{
	snprintf(id, LIVE_ID_SIZE, "%" PRIu64 "-%.16s", version, tag);
}

bool live_event_is_of(const char *id, const char *tag)
{
	const char *own = id ? strchr(id, '-') : NULL;

	return own && strlen(own + 1) == LIVE_TAG_SIZE && strncmp(own + 1, tag, LIVE_TAG_SIZE) == 0;
}

/* Each line of the text after "data: ". */
static void write_event(FILE *out, const char *kind, const char *text, const char *id)
{
	fprintf(out, "event: %s\nid: %s\n", kind, id);
	while (*text) {
		const size_t length = strcspn(text, "\n");
		fprintf(out, "data: %.*s\n", (int)length, text);
		text += length + (text[length] == '\n');
	}
	fputs("\n", out);
}

struct as_http_buffer *live_event_make(const char *kind, const char *text, const char *id)
{
	char *event = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&event, &size);

	if (!out)
		return NULL;
	write_event(out, kind, text, id);
	return as_text_close(out, &event, NULL) ? as_http_buffer_take(event, size, NULL) : NULL;
}
