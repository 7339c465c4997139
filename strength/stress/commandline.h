/* SPDX-License-Identifier: MIT */
/* commandline: commands of generators, grouped by shape, with numbers that can be lowered. */
#ifndef ASSAY_STRESS_COMMANDLINE_H
#define ASSAY_STRESS_COMMANDLINE_H

#include <assay/base.h>

#define AS_MAX_NUMBERS 12
/* Up to this magnitude, the search records which values of a number led to a valid input. */
#define AS_MAX_LEARNED 64

/* A number that is a whole word, or the rest of a word after a '='. */
struct as_number {
	size_t at, length; /* in the text */
	int64_t value;     /* the greatest by magnitude among the commands of the shape */
	bool is_size;      /* a larger number makes an input with more tokens */
	struct {
		uint16_t good, bad;
	} learned[AS_MAX_LEARNED + 1]; /* by magnitude */
};

/* Commands that differ only in numbers. */
struct as_shape {
	char *text; /* of the first such command */
	bool seeded;
	struct as_number numbers[AS_MAX_NUMBERS];
	size_t number_count;
	/* Inputs made with equal numbers and another seed: equal ones, and others. */
	uint64_t equal_made, other_made;
};

/* Parses a command; clear `shape`. */
int as_shape_parse(struct as_shape *shape, const char *text, struct as_error *error) AS_MUST_USE;
void as_shape_clear(struct as_shape *shape);
/* Merges the other shape if it differs only in numbers: keeps the greater magnitudes. */
bool as_shape_merge(struct as_shape *shape, const struct as_shape *other);
/* Formats the command with these numbers and this seed, on the heap. */
char *as_shape_write(const struct as_shape *shape, const int64_t *values, uint32_t seed,
	struct as_error *error) AS_MUST_USE;
/* The command with its own numbers and this seed, on the heap. */
char *as_command_seed(const char *text, uint32_t seed, struct as_error *error) AS_MUST_USE;
/* Lowers the magnitude of a number to at most `max`, and keeps its sign. */
int64_t as_number_lower(int64_t value, int64_t max);

#endif
