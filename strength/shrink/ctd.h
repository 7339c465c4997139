/* SPDX-License-Identifier: MIT */
/* Checktestdata scripts as generators: instead of reading an input, a device draws one that the
 * script would accept. */
#ifndef ASSAY_SHRINK_CTD_H
#define ASSAY_SHRINK_CTD_H

#include <assay/base/random.h>
#include <assay/checktestdata.h>
#include <assay/shrink.h>

/* The state while one input is made: the context of the device. */
struct as_ctd_drawing {
	const struct as_tape *tape;
	struct as_tape *record;
	struct as_bytes out;
	size_t capacity;
	struct as_random random; /* for choices after the tape */
	char **texts;            /* owned */
	size_t text_count;
	/* The result that ISEOF, or MATCH, has for the next character. */
	bool ended;
	bool is_broken; /* the drawn values break the script's rules: the input ends here */
	bool has_class, is_in_class;
	struct as_ctd_value class;
};
static inline struct as_ctd_drawing *as_ctd_drawing_of(struct as_ctd_run *run)
{
	return run->context;
}

/* ctd_draw.c: choices, and the output. */
/* Marks the input as breaking the script's rules, which is not an error. Returns -1. */
int as_ctd_break(struct as_ctd_run *run);
int as_ctd_draw(struct as_ctd_run *run, uint64_t last, uint64_t *choice) AS_MUST_USE;
int as_ctd_draw_integer(
	struct as_ctd_run *run, as_ctd_digits lo, as_ctd_digits hi, int64_t *value) AS_MUST_USE;
int as_ctd_part(struct as_ctd_run *run, bool ends, size_t *part) AS_MUST_USE;
int as_ctd_write(struct as_ctd_run *run, const char *text, size_t size) AS_MUST_USE;

/* ctd_regex.c: writes a text that matches. */
int as_ctd_regex(struct as_ctd_run *run, const struct as_ctd_value *pattern) AS_MUST_USE;

#endif
