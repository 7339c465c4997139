/* SPDX-License-Identifier: MIT */
#include "transcript.h"

#include <string.h>

#define LINE_BYTES 1024

static void keep(struct as_transcript *transcript, const char *data, size_t size)
{
	size_t head = 0;

	if (transcript->size < AS_TRANSCRIPT_HEAD_BYTES) {
		size_t free_bytes = AS_TRANSCRIPT_HEAD_BYTES - (size_t)transcript->size;
		head = size < free_bytes ? size : free_bytes;
		memcpy(transcript->head + transcript->size, data, head);
	}
	transcript->size += size;
	data += head;
	size -= head;
	/* The position of a byte in the ring depends on its number alone. */
	uint64_t number = transcript->size - AS_TRANSCRIPT_HEAD_BYTES - size;
	if (size > AS_TRANSCRIPT_TAIL_BYTES) {
		data += size - AS_TRANSCRIPT_TAIL_BYTES;
		number += size - AS_TRANSCRIPT_TAIL_BYTES;
		size = AS_TRANSCRIPT_TAIL_BYTES;
	}
	while (size > 0) {
		size_t at = (size_t)(number % AS_TRANSCRIPT_TAIL_BYTES);
		size_t part = AS_TRANSCRIPT_TAIL_BYTES - at;
		part = size < part ? size : part;
		memcpy(transcript->tail + at, data, part);
		data += part;
		number += part;
		size -= part;
	}
}

static void end_line(struct as_transcript *transcript)
{
	if (transcript->in_line)
		keep(transcript, "\n", 1);
	transcript->in_line = false;
}

void as_transcript_add(
	struct as_transcript *transcript, enum as_speaker speaker, const char *data, size_t size)
{
	if (size == 0)
		return;
	if (speaker != transcript->speaker)
		end_line(transcript);
	transcript->speaker = speaker;
	while (size > 0) {
		const char *end = memchr(data, '\n', size);
		size_t length = end ? (size_t)(end - data) + 1 : size;
		if (!transcript->in_line)
			keep(transcript, speaker == AS_SPEAKER_VALIDATOR ? "<" : ">", 1);
		keep(transcript, data, length);
		transcript->in_line = !end;
		data += length;
		size -= length;
	}
}

void as_transcript_add_pass(struct as_transcript *transcript)
{
	end_line(transcript);
	keep(transcript, "---\n", 4);
}

/* Copies the tail in order, from the beginning of a line on. Returns its size. */
static size_t copy_tail(const struct as_transcript *transcript, uint64_t after, char *to)
{
	size_t at = (size_t)(after % AS_TRANSCRIPT_TAIL_BYTES);

	memcpy(to, transcript->tail + at, AS_TRANSCRIPT_TAIL_BYTES - at);
	memcpy(to + AS_TRANSCRIPT_TAIL_BYTES - at, transcript->tail, at);
	const char *line = memchr(to, '\n', AS_TRANSCRIPT_TAIL_BYTES);
	size_t skipped = line ? (size_t)(line - to) + 1 : 0;
	memmove(to, to + skipped, AS_TRANSCRIPT_TAIL_BYTES - skipped);
	return AS_TRANSCRIPT_TAIL_BYTES - skipped;
}

int as_transcript_text(
	const struct as_transcript *transcript, struct as_bytes *text, struct as_error *error)
{
	const size_t max_head = AS_TRANSCRIPT_HEAD_BYTES;
	size_t head = transcript->size < max_head ? (size_t)transcript->size : max_head;
	uint64_t after = transcript->size - head;

	*text = (struct as_bytes){.data = malloc(max_head + AS_TRANSCRIPT_TAIL_BYTES + 64)};
	if (!text->data)
		return as_error_no_memory(error);
	memcpy(text->data, transcript->head, head);
	if (after <= AS_TRANSCRIPT_TAIL_BYTES) {
		memcpy(text->data + head, transcript->tail, (size_t)after);
		text->size = head + (size_t)after;
	} else {
		char *tail = text->data + head + 60;
		size_t kept = copy_tail(transcript, after, tail);
		int length = snprintf(text->data + head, 60, "\n[%llu bytes are left out here]\n",
			(unsigned long long)(after - kept));
		memmove(text->data + head + length, tail, kept);
		text->size = head + (size_t)length + kept;
	}
	text->data[text->size] = '\0';
	return 0;
}

char *as_transcript_printable(const struct as_transcript *transcript)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	size_t used = 0;

	if (as_transcript_text(transcript, &text, NULL))
		return NULL;
	/* Each byte becomes at most four, and a line has a limited length. */
	char *out = malloc(4 * text.size + LINE_BYTES);
	for (size_t at = 0, length; out && at < text.size; at += length + 1) {
		const char *end = memchr(text.data + at, '\n', text.size - at);
		length = end ? (size_t)(end - text.data) - at : text.size - at;
		as_text_printable(text.data + at, length, out + used, LINE_BYTES);
		used += strlen(out + used);
		if (end)
			out[used++] = '\n';
	}
	if (out)
		out[used] = '\0';
	return out;
}
