/* SPDX-License-Identifier: MIT */
/* moment: the numbers and words of a text that is a date with a time, for clock.c. */
#ifndef ASSAY_GRADE_MOMENT_H
#define ASSAY_GRADE_MOMENT_H

#include "words.h"

#include <time.h>

#define MOMENT_MAX_TOKENS 24

struct token {
	bool is_number;
	char before; /* the byte before it; 0: the first */
	int digits;
	long value;
	struct word word;
	bool is_hour_mark; /* "h" */
	bool is_t;         /* "T" */
	bool is_utc;       /* "Z", "UTC" */
};

struct moment {
	struct token tokens[MOMENT_MAX_TOKENS];
	size_t count;
	bool used[MOMENT_MAX_TOKENS];
	struct tm tm;
	bool has_offset;
	long offset_s;
};

/* Reads the time of day and its offset, and marks their tokens as used. False: there is none, or it
 * is wrong. */
bool moment_read_time(struct moment *moment);

#endif
