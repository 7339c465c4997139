/* SPDX-License-Identifier: MIT */
/*
 * transcript: a record of an interaction in the notation of the package format (.interaction):
 * lines of the output validator begin with "<", those of the submission with ">", and "---"
 * separates passes. Its beginning and its end are kept.
 */
#ifndef ASSAY_JUDGE_TRANSCRIPT_H
#define ASSAY_JUDGE_TRANSCRIPT_H

#include <assay/base.h>

#define AS_TRANSCRIPT_HEAD_BYTES 16384
#define AS_TRANSCRIPT_TAIL_BYTES 16384

enum as_speaker { AS_SPEAKER_VALIDATOR, AS_SPEAKER_SUBMISSION, AS_SPEAKERS };

struct as_transcript {
	uint64_t size;           /* of all bytes, including those that are not kept */
	bool in_line;            /* the last line is not complete */
	enum as_speaker speaker; /* the writer of the last line */
	char head[AS_TRANSCRIPT_HEAD_BYTES];
	char tail[AS_TRANSCRIPT_TAIL_BYTES]; /* a ring buffer: byte n after the head is at n modulo
						its size */
};

/* Initialise a transcript with zeros. Ends an incomplete line of the other program. */
void as_transcript_add(struct as_transcript *transcript, enum as_speaker speaker, const char *data,
	size_t size) AS_NONNULL(1, 3);
/* Starts another pass. */
void as_transcript_add_pass(struct as_transcript *transcript) AS_NONNULL(1);
/* All that was kept, with a line in the middle that counts the omitted bytes. Clear it. */
int as_transcript_text(const struct as_transcript *transcript, struct as_bytes *text,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/* The same for people: bytes that are not text are escaped, and long lines are cut. On the heap;
 * NULL: out of memory. */
char *as_transcript_printable(const struct as_transcript *transcript) AS_NONNULL(1) AS_MUST_USE;

#endif
