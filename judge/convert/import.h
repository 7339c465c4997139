/* SPDX-License-Identifier: MIT */
/* A package of a folder of inputs and answers; private to judge. */
#ifndef ASSAY_JUDGE_IMPORT_H
#define ASSAY_JUDGE_IMPORT_H

#include "package_write.h"
#include <assay/convert.h>

enum import_role { IMPORT_OTHER, IMPORT_INPUT, IMPORT_ANSWER };

/* ---- names (import_names.c) ---- */

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
/* Compares so that 2 comes before 10. */
int import_compare(const char *left, const char *right);
/* ---- what is in a file (import_text.c) ---- */

/* What lines of a file are made of; each is more than the one before. */
enum import_text { IMPORT_ASCII, IMPORT_UTF8, IMPORT_BYTES };

/* A character that people do not see and programs stumble over. */
struct import_odd {
	const char *what; /* "a no-break space"; NULL: there is none */
	unsigned line;
	char *path;        /* of its file; import_text_look leaves it alone */
	size_t file_count; /* files that have such characters; left alone, too */
};
/* `odd`: the first of them. */
enum import_text import_text_look(const struct as_bytes *bytes, struct import_odd *odd);

/* ---- what inputs have in common (import_shape.c) ---- */

/* What all inputs seen so far have in common; begin with zeros. */
struct import_shape {
	bool started, constant, linear, integers, has_empty;
	enum import_text text; /* the least of them */
	int64_t count, first;  /* words of the first input, and its first number */
	int64_t slope;         /* linear: how many words more its first number brings; 0: unknown */
	int64_t rest;          /* then: how many it has besides */
};
/* `text`: what import_text_look said of it. */
void import_shape_add(
	struct import_shape *shape, const struct as_bytes *bytes, enum import_text text);
/* The source of an input validator in Python, on the heap. */
char *import_shape_validator(const struct import_shape *shape, struct as_error *error) AS_MUST_USE;

/* ---- an import (import.c) ---- */

struct import_found {
	char *path; /* beneath the folder */
	char *key;
	enum import_role role;
	bool sample;
};

struct import_test {
	const struct import_found *input, *answer;
	char *name; /* "data/sample/01" */
};

/* The folder of an unpacked archive; zeros if the source is a folder. */
struct import_unpacked {
	struct as_keeper *keeper;
	char *path;
};

/* Tests whose name differs from that of their input. */
struct import_renamed {
	const struct import_test *first;
	size_t count;
};

/* Files that were left out. */
struct import_left {
	size_t count;
	char names[256]; /* the first of them */
};

/* Empty files. */
struct import_empty {
	const char *first; /* the path of the first empty file, borrowed */
	size_t count;
};

#define IMPORT_MAX_NAMED 5 /* left-out files that a note names */

struct import {
	const struct as_import_config *config;
	const char *from;
	int from_fd;
	struct import_unpacked unpacked;
	struct import_found *found;
	size_t found_count, found_room;
	struct import_test *tests;
	size_t test_count;
	struct import_shape shape; /* of the inputs */
	struct package_writer writer;
	char **notes;
	size_t note_count;
	size_t windows_count;  /* files with Windows line endings or a byte-order mark */
	struct import_odd odd; /* the first file with characters that programs stumble over */
	const char *fraction;  /* the path of the first answer with a decimal fraction, borrowed */
	struct import_renamed renamed;
	struct import_empty empty;
	size_t folder_count; /* of secret tests, which stay; 0: none do */
	struct import_left left;
};

/* AS_ERROR_INPUT about a file beneath the folder; -1. */
int import_refuse(
	const struct import *import, const char *path, const char *text, struct as_error *error);
/* Opens the folder, or the archive, that was named (import_open.c). */
int import_open(struct import *import, struct as_error *error) AS_MUST_USE;
void import_close(struct import *import);
/* Finds the files that are tests, and pairs them (import_find.c). */
int import_find(struct import *import, struct as_error *error) AS_MUST_USE;
/* Names the tests and writes their files (import_tests.c). */
int import_name_tests(struct import *import, struct as_error *error) AS_MUST_USE;
int import_write_tests(struct import *import, struct as_error *error) AS_MUST_USE;
/* Their names in submissions/accepted must be allowed and unique; else a usage error
 * (import_solutions.c). */
int import_check_solutions(const struct import *import, struct as_error *error) AS_MUST_USE;
int import_write_solutions(struct import *import, struct as_error *error) AS_MUST_USE;

#endif
