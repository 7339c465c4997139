/* SPDX-License-Identifier: MIT */
/* Which files of a folder are tests; private to judge. */
#ifndef ASSAY_JUDGE_IMPORT_H
#define ASSAY_JUDGE_IMPORT_H

#include <assay/base.h>

enum import_role { IMPORT_OTHER, IMPORT_INPUT, IMPORT_ANSWER };

/*
 * What a file is by its path: the last word in it (a run of letters) that says input or answer
 * decides. `key` (on the heap) is the path with the words of that role replaced by "*" and without
 * what would tell an input from its answer, so that both have one key.
 */
enum import_role import_role_of(const char *path, char **key, struct as_error *error);
/* True where a word of the path says that it is a sample. */
bool import_is_sample(const char *path);
/* A name for a test made of its key: letters, digits, "_" and "-"; "" where nothing is left. On the
 * heap. */
char *import_test_name(const char *key, struct as_error *error) AS_MUST_USE;
/* What all inputs seen so far have in common (import_shape.c); begin with zeros. */
struct import_shape {
	bool started, constant, linear, integers, has_empty;
	int64_t count, first; /* words of the first input, and its first number */
	int64_t slope;        /* linear: how many words more its first number brings; 0: unknown */
	int64_t rest;         /* then: how many it has besides */
};
/* `bytes` is text that ends in a NUL. */
void import_shape_add(struct import_shape *shape, const struct as_bytes *bytes);
/* The source of an input validator in Python, on the heap. */
char *import_shape_validator(const struct import_shape *shape, struct as_error *error) AS_MUST_USE;

/* Compares so that 2 comes before 10. */
int import_compare(const char *left, const char *right);

#endif
