/* SPDX-License-Identifier: MIT */
/* replay: the program that writes the lines of a sample's .interaction file; private to verify. */
#ifndef ASSAY_VERIFY_REPLAY_PRIVATE_H
#define ASSAY_VERIFY_REPLAY_PRIVATE_H

#include "verify.h"

/* Statuses of the program: the number of the line that differs, or one of these. */
#define LAST_STATUS 250 /* of a difference in this line or a later one */
#define SAYS_MORE 251
#define NO_SUCH_PASS 252
#define ENDS_BEFORE 253

/* A line of the file. */
struct replay_step {
	unsigned pass, line;
	bool judge;
	const char *text; /* borrowed, without < or > */
	size_t size;
};

/* replay_program.c: the source in C, on the heap. */
int replay_program_write(const struct replay_step *steps, size_t count, bool interactive,
	struct as_bytes *source, struct as_error *error) AS_MUST_USE;

#endif
