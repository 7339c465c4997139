/* SPDX-License-Identifier: MIT */
/* commandline: commands of generators as shapes, with numbers that can be lowered. */
#ifndef ASSAY_STRESS_COMMANDLINE_H
#define ASSAY_STRESS_COMMANDLINE_H

#include <assay/base.h>

#define AS_NUMBERS_MOST 12
/* Values of a number up to this one are learned: whether any valid input came of it. */
#define AS_LEARNED_MOST 64

/* A number that is a word of its own, or follows a '='. */
struct as_number {
	size_t at, length; /* in the text */
	int64_t value;     /* the greatest by magnitude of all commands of the shape */
	bool is_size;      /* the input has more tokens if it is larger */
	struct {
		uint16_t good, bad;
	} learned[AS_LEARNED_MOST + 1]; /* by magnitude */
};

/* Commands that differ in numbers only. */
struct as_shape {
	char *text; /* of the first such command */
	bool seeded;
	struct as_number numbers[AS_NUMBERS_MOST];
	size_t number_count;
};

/* Reads a command; clear it. */
int as_shape_parse(struct as_shape *shape, const char *text, struct as_error *error) AS_MUST_USE;
void as_shape_clear(struct as_shape *shape);
/* If the other has the same words but for numbers, takes its greater numbers. */
bool as_shape_merge(struct as_shape *shape, const struct as_shape *other);
/* The command with these numbers and this seed, on the heap. */
char *as_shape_write(const struct as_shape *shape, const int64_t *values, uint32_t seed,
	struct as_error *error) AS_MUST_USE;
/* A number nearer to 0, of the same sign: its magnitude is at most `most`. */
int64_t as_number_lower(int64_t value, int64_t most);

#endif
