/* SPDX-License-Identifier: MIT */
/* maker: what the steps of making a test set hand to each other. */
#ifndef ASSAY_TESTGEN_MAKER_H
#define ASSAY_TESTGEN_MAKER_H

#include "programs.h"

#include <pthread.h>

/* What became of one test. */
struct outcome {
	struct {
		bool there;
		uint64_t size_bytes;
		char digest[AS_DIGEST_HEX_SIZE];
	} files[RECIPE_ENDING_COUNT];
	char *note; /* what its author should know, or NULL */
};

struct maker {
	const struct as_gen_config *config;
	const char *package_path;
	int dir_fd;
	struct as_package *settings; /* problem.yaml */
	struct recipe recipe;
	struct as_workshop *workshop;
	struct programs programs;
	json_t *old_lock, *new_lock;         /* files */
	json_t *old_programs, *new_programs; /* word -> digest of its sources */
	struct as_gen_report *report;
	struct outcome *outcomes; /* one a test */
	bool generated;           /* a secret file of the recipe is in data/ */
	char staging[64];         /* where files wait until all are made; "": nowhere */
	/* Of the threads that make tests. */
	pthread_mutex_t mutex;
	size_t next;         /* the next unclaimed test */
	size_t failed;       /* the first test that failed, or SIZE_MAX */
	struct as_error why; /* of that one */
};

/* make.c: one test, in the runner of the calling thread. Every test that is no included one. */
int make_test(struct maker *maker, struct runner *runner, size_t index,
	struct as_error *error) AS_MUST_USE;
/* What an included test has is what the other one has. */
int make_included(struct maker *maker, size_t index, struct as_error *error) AS_MUST_USE;

/* match.c: NULL, or on the heap why the text has not what the patterns ask for. -1 where a pattern
 * is none. */
int match_patterns(json_t *patterns, const struct as_bytes *text, char **complaint,
	struct as_error *error) AS_MUST_USE;

/* stage.c: files of a set that is not whole yet, and their way into data/. */
int stage_begin(struct maker *maker, struct as_error *error) AS_MUST_USE;
int stage_file(struct maker *maker, const char *path, const char *data, size_t size,
	struct as_error *error) AS_MUST_USE;
int stage_copy(
	struct maker *maker, const char *from, const char *to, struct as_error *error) AS_MUST_USE;
/* Moves what is in new_lock, removes what only old_lock has, and writes the lock. */
int stage_commit(struct maker *maker, struct as_error *error) AS_MUST_USE;
void stage_end(struct maker *maker);
/* True where a command was ended while it did that. */
bool stage_is_broken(const struct maker *maker);

/* compare.c: fills new_lock, with what changed. */
int compare_test(struct maker *maker, size_t index, struct as_error *error) AS_MUST_USE;
int compare_settings(struct maker *maker, size_t index, struct as_error *error) AS_MUST_USE;
/* What is too much and what is missing. */
int compare_folders(struct maker *maker, struct as_error *error) AS_MUST_USE;
/* Notes files in data/ that were edited, which stage_commit replaces, and those that it leaves. */
int compare_replaced(struct maker *maker, struct as_error *error) AS_MUST_USE;
void compare_programs(struct maker *maker);
/* Tests that have the same input. */
int compare_duplicates(struct maker *maker, struct as_error *error) AS_MUST_USE;

/* note.c: a line for the person who makes the tests. */
void maker_note(const struct maker *maker, const char *format, ...) AS_PRINTF(2, 3);
/* Hands over notes; of many with the same text there is one, and of more than a thousand the
 * others are counted. */
void maker_notes(const struct maker *maker, const struct as_findings *notes);
/* The same with what the outcomes of tests note. */
int maker_test_notes(const struct maker *maker, struct as_error *error) AS_MUST_USE;

#endif
