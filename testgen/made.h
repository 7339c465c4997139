/* SPDX-License-Identifier: MIT */
/* made: the files of a test while it is generated. */
#ifndef ASSAY_TESTGEN_MADE_H
#define ASSAY_TESTGEN_MADE_H

#include "recipe.h"

struct made_file {
	bool there;
	struct as_bytes data;
};

struct made {
	struct made_file files[RECIPE_ENDING_COUNT]; /* indexed like recipe_endings */
};

void made_clear(struct made *made);
/* Takes ownership of the bytes, and replaces the previous ones. */
void made_take(struct made *made, int ending, struct as_bytes *data);
int made_copy(struct made *made, int ending, const char *data, size_t size,
	struct as_error *error) AS_MUST_USE;
/* Serialises all files for the cache, and back. */
int made_write(const struct made *made, struct as_bytes *bytes, struct as_error *error) AS_MUST_USE;
int made_read(struct made *made, const struct as_bytes *bytes, struct as_error *error) AS_MUST_USE;
/* The ending of the first file that differs, or -1. */
int made_compare(const struct made *one, const struct made *other);

#endif
