/* SPDX-License-Identifier: MIT */
#pragma once
#include "write.h"

/* ---- bytes of a file, by blocks -------------------------------------------------------------- */

/* Lookahead of a strict reader, which is contiguous: longer than any int64. */
#define GEN_LOOKAHEAD_BYTES_ 64
/* Eight digits are read in one step, at any position. */
#define GEN_BEYOND_BYTES_ 16
#define GEN_SHOWN_BYTES_ 24

/** The files of a checker. */
enum gen_source {
	GEN_OUTPUT, /**< of the submission: standard input */
	GEN_INPUT,
	GEN_ANSWER, /**< the judge's */
};

struct gen_reader_ {
	FILE *file;    /* NULL: stdin */
	bool by_token; /* the other side may wait for an answer: never read more than one token */
	bool ended;    /* there is no data after the block */
	uint64_t base; /* offset in the file of block[0] */
	uint64_t line; /* line number - 1 */
	uint64_t line_start; /* offset in the file */
	uint64_t token_line; /* of what was read last */
	uint64_t token_column;
	uint64_t token_count;
	size_t used;
	size_t filled;
	char block[GEN_BLOCK_BYTES_ + GEN_BEYOND_BYTES_]; /* block[filled] is NUL */
};

static inline struct gen_reader_ *gen_reader_get_(enum gen_source source)
{
	static struct gen_reader_ readers[3];
	return &readers[source];
}

static inline bool gen_is_space_(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Reads to the end of a token, including the white space that ends it. */
static inline size_t gen_reader_read_token_(FILE *file, char *to, size_t capacity)
{
	size_t got = 0;
	bool in_token = false;
	int c = 0;
	gen_flush();
	while (got < capacity && (c = getc(file)) != EOF) {
		to[got++] = (char)c;
		if (gen_is_space_((char)c) && (in_token || c == '\n'))
			break;
		in_token = in_token || !gen_is_space_((char)c);
	}
	return got;
}

static inline void gen_reader_fill_(struct gen_reader_ *reader)
{
	FILE *file = reader->file ? reader->file : stdin;
	size_t left = reader->filled - reader->used, capacity = GEN_BLOCK_BYTES_ - left;
	char *to = reader->block + left;
	memmove(reader->block, reader->block + reader->used, left);
	reader->base += reader->used;
	reader->used = 0;
	reader->filled = left + (reader->by_token ? gen_reader_read_token_(file, to, capacity)
						  : fread(to, 1, capacity, file));
	reader->block[reader->filled] = '\0';
	reader->ended = feof(file) != 0;
	if (ferror(file))
		gen_fail("cannot read: %s", strerror(errno));
}

static inline void gen_reader_ahead_slowly_(struct gen_reader_ *reader)
{
	if (!reader->by_token)
		gen_reader_fill_(reader);
	while (reader->by_token && !reader->ended &&
		(reader->used == reader->filled ||
			!gen_is_space_(reader->block[reader->filled - 1])))
		gen_reader_fill_(reader);
}

/* Makes GEN_LOOKAHEAD_BYTES_ (or all that is left) contiguous. Returns the beginning. */
static inline const char *gen_reader_look_ahead_(struct gen_reader_ *reader)
{
	if (reader->filled - reader->used < GEN_LOOKAHEAD_BYTES_ && !reader->ended)
		gen_reader_ahead_slowly_(reader);
	return reader->block + reader->used;
}

static inline uint64_t gen_reader_column_(const struct gen_reader_ *reader)
{
	return reader->base + reader->used - reader->line_start + 1;
}

static inline void gen_reader_token_begins_(struct gen_reader_ *reader)
{
	reader->token_line = reader->line;
	reader->token_column = gen_reader_column_(reader);
	reader->token_count++;
}

static inline void gen_reader_line_ends_(struct gen_reader_ *reader)
{
	reader->used++;
	reader->line++;
	reader->line_start = reader->base + reader->used;
}

/* Skips white space of any kind. */
static inline void gen_reader_skip_space_(struct gen_reader_ *reader)
{
	for (;;) {
		while (reader->used < reader->filled && gen_is_space_(reader->block[reader->used]))
			if (reader->block[reader->used] == '\n')
				gen_reader_line_ends_(reader);
			else
				reader->used++;
		if (reader->used < reader->filled || reader->ended)
			return;
		gen_reader_fill_(reader);
	}
}

enum gen_span_ {
	GEN_SPAN_TOKEN_, /* no white space */
	GEN_SPAN_WORD_,  /* what ASCII prints */
	GEN_SPAN_TEXT_,  /* the same, and spaces */
	GEN_SPAN_LINE_,  /* all but the end of a line */
};

static inline bool gen_span_has_(enum gen_span_ span, char c)
{
	switch (span) {
	case GEN_SPAN_TOKEN_:
		return !gen_is_space_(c);
	case GEN_SPAN_WORD_:
		return c > ' ' && c <= '~';
	case GEN_SPAN_TEXT_:
		return c >= ' ' && c <= '~';
	case GEN_SPAN_LINE_:
		break;
	}
	return c != '\n';
}

/* Reads to the end of the span. Returns the length, or `size` if it does not fit with its NUL; the
 * rest is then not read. */
static inline size_t gen_reader_take_(
	struct gen_reader_ *reader, enum gen_span_ span, char *text, size_t size)
{
	size_t length = 0;
	for (;;) {
		while (reader->used < reader->filled &&
			gen_span_has_(span, reader->block[reader->used])) {
			if (length + 1 >= size) {
				text[length] = '\0';
				return size;
			}
			text[length++] = reader->block[reader->used++];
		}
		if (reader->used < reader->filled || reader->ended)
			break;
		gen_reader_fill_(reader);
	}
	text[length] = '\0';
	return length;
}

/* ---- messages about the data ----------------------------------------------------------------- */

/* Shows the beginning of some bytes; `more` if there are further ones. */
static inline void gen_message_show_(
	struct gen_message_ *message, const char *text, size_t length, bool more)
{
	size_t shown = length < GEN_SHOWN_BYTES_ ? length : GEN_SHOWN_BYTES_;
	gen_message_add_(message, "'");
	for (size_t i = 0; i < shown; i++)
		gen_message_add_(message, text[i] >= ' ' && text[i] <= '~' ? "%c" : "\\x%02X",
			(unsigned char)text[i]);
	gen_message_add_(message, more || shown < length ? "...'" : "'");
}

/* Shows the next bytes. */
static inline void gen_message_show_next_(struct gen_message_ *message, struct gen_reader_ *reader)
{
	const char *next = gen_reader_look_ahead_(reader);
	size_t left = reader->filled - reader->used, length = 0;
	if (left == 0) {
		gen_message_add_(message, "the end of the file");
	} else if (*next == ' ' || *next == '\n') {
		gen_message_add_(message, *next == ' ' ? "a space" : "a newline");
	} else {
		while (length < left && length <= GEN_SHOWN_BYTES_ && next[length] != ' ' &&
			next[length] != '\n')
			length++;
		gen_message_show_(message, next, length, length > GEN_SHOWN_BYTES_);
	}
}
