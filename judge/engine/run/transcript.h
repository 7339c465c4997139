/* SPDX-License-Identifier: MIT */
/*
 * transcript: what the two programs of an interactive problem said to each other, as the package
 * format writes it down (.interaction): lines of the output validator begin with "<", those of the
 * submission with ">", and "---" is between two passes. Its beginning and its end are kept.
 */
#ifndef ASSAY_JUDGE_TRANSCRIPT_H
#define ASSAY_JUDGE_TRANSCRIPT_H

#include <assay/base.h>

#define AS_TRANSCRIPT_HEAD_BYTES 16384
#define AS_TRANSCRIPT_TAIL_BYTES 16384

enum as_speaker { AS_SPEAKER_VALIDATOR, AS_SPEAKER_SUBMISSION, AS_SPEAKERS };

struct as_transcript {
	uint64_t size;           /* of all, what is not kept included */
	bool in_line;            /* the last line has no end yet */
	enum as_speaker speaker; /* whose it is */
	char head[AS_TRANSCRIPT_HEAD_BYTES];
	char tail[AS_TRANSCRIPT_TAIL_BYTES]; /* a ring: byte n of those after head is at n modulo
						its size */
};

/* A new one is all zero. A line that the other speaks into is ended there. */
void as_transcript_add(struct as_transcript *transcript, enum as_speaker speaker, const char *data,
	size_t size) AS_NONNULL(1, 3);
/* Another pass begins. */
void as_transcript_add_pass(struct as_transcript *transcript) AS_NONNULL(1);
/* All that was kept, a line in the middle saying how much was not. Clear it. */
int as_transcript_text(const struct as_transcript *transcript, struct as_bytes *text,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/* The same for people: bytes that are not text are escaped, and long lines are cut. On the heap;
 * NULL without memory. */
char *as_transcript_printable(const struct as_transcript *transcript) AS_NONNULL(1) AS_MUST_USE;

#endif
