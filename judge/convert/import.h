/* SPDX-License-Identifier: MIT */
/* import: makes a package from a folder of inputs and answers; private to judge. */
#ifndef ASSAY_JUDGE_IMPORT_H
#define ASSAY_JUDGE_IMPORT_H

#include "package_write.h"
#include <assay/convert.h>

enum import_role { IMPORT_OTHER, IMPORT_INPUT, IMPORT_ANSWER };

/* ---- names (import_names.c) ---- */

/*
 * The role of a file, by its path: the last word in it (a run of letters) that means input or
 * answer decides. `key` (on the heap) is the path with the words of that role replaced by "*", and
 * without parts that distinguish an input from its answer, so that both have the same key.
 */
enum import_role import_role_of(const char *path, char **key, struct as_error *error);
/* True if a word of the path means a sample. */
bool import_is_sample(const char *path);
/* The name of a test, from its key: letters, digits, "_" and "-"; "" if nothing is left. On the
 * heap. */
char *import_test_name(const char *key, struct as_error *error) AS_MUST_USE;
/* A comparison in which 2 precedes 10. */
int import_compare(const char *left, const char *right);
/* ---- contents of files (import_text.c) ---- */

/* The characters of a file, in increasing order of generality. */
enum import_text { IMPORT_ASCII, IMPORT_UTF8, IMPORT_BYTES };

/* An invisible character that makes programs fail. */
struct import_odd {
	const char *what; /* "a no-break space"; NULL: none */
	unsigned line;
	char *path;        /* of its file; not set by import_text_look */
	size_t file_count; /* files with such characters; not set either */
};
/* Sets `odd` to the first such character. */
enum import_text import_text_look(const struct as_bytes *bytes, struct import_odd *odd);

/* ---- common properties of inputs (import_shape.c) ---- */

/* The common properties of all inputs so far; initialise with zeros. */
struct import_shape {
	bool started, constant, linear, integers, has_empty;
	enum import_text text; /* the most general of them */
	int64_t count, first;  /* the number of words of the first input, and its first number */
	int64_t slope;         /* linear: words per unit of the first number; 0: unknown */
	int64_t rest;          /* then: the constant number of words */
};
/* `text`: of import_text_look. */
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
	char *name;    /* "data/sample/01" */
	bool is_moved; /* its folder has another name than before */
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
	char names[256]; /* the first ones */
};

/* Files whose text was changed. */
struct import_cleaned {
	size_t utf16_count;   /* they were in UTF-16 */
	size_t windows_count; /* they had Windows line endings or a byte-order mark */
};

/* Empty files. */
struct import_empty {
	const char *first; /* the path of the first empty file, borrowed */
	size_t count;
};

#define IMPORT_MAX_NAMED 5 /* the number of left-out files that a note names */

struct import {
	const struct as_import_config *config;
	const char *from;
	int from_fd;
	struct import_unpacked unpacked;
	struct import_found *found;
	size_t found_count;
	struct import_test *tests;
	size_t test_count;
	struct import_shape shape; /* of the inputs */
	struct package_writer writer;
	char **notes;
	size_t note_count;
	struct import_cleaned cleaned;
	struct import_odd odd; /* the first file with characters that make programs fail */
	const char *fraction;  /* the path of the first answer with a decimal fraction, borrowed */
	struct import_renamed renamed;
	struct import_empty empty;
	size_t folder_count; /* of secret tests, which stay folders; 0: none */
	struct import_left left;
	bool is_polygon; /* it has the description of a Polygon package */
};

/* Records an AS_ERROR_INPUT about a file beneath the folder and returns -1. */
int import_refuse(
	const struct import *import, const char *path, const char *text, struct as_error *error);
/* Opens the folder or archive (import_open.c). */
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
