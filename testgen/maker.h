/* SPDX-License-Identifier: MIT */
/* maker: the state that the steps of generating a test set share. */
#ifndef ASSAY_TESTGEN_MAKER_H
#define ASSAY_TESTGEN_MAKER_H

#include "programs.h"

#include <pthread.h>

/* The outcome of one test. */
struct outcome {
	struct {
		bool there;
		uint64_t size_bytes;
		char digest[AS_DIGEST_HEX_SIZE];
	} files[RECIPE_ENDING_COUNT];
	char *note; /* a remark for the author, or NULL */
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
	struct outcome *outcomes; /* one for each test */
	bool generated;           /* data/ contains a secret file of the recipe */
	char staging[128];        /* the folder of files until all are generated; "": none */
	/* Guards the progress of the threads. */
	pthread_mutex_t mutex;
	size_t next;         /* the next unclaimed test */
	size_t failed;       /* index of the first test that failed, or SIZE_MAX */
	struct as_error why; /* the error of that test */
};

/* make.c: generates one test, in the runner of the calling thread. Not for included tests. */
int make_test(struct maker *maker, struct runner *runner, size_t index,
	struct as_error *error) AS_MUST_USE;
/* An included test has the files of the original. */
int make_included(struct maker *maker, size_t index, struct as_error *error) AS_MUST_USE;

/* match.c: NULL if the text matches the patterns, else the reason on the heap. -1 if a pattern is
 * invalid. */
int match_patterns(json_t *patterns, const struct as_bytes *text, char **complaint,
	struct as_error *error) AS_MUST_USE;

/* stage.c: staging the files of an incomplete set, and moving them into data/. */
int stage_begin(struct maker *maker, struct as_error *error) AS_MUST_USE;
int stage_file(struct maker *maker, const char *path, const char *data, size_t size,
	struct as_error *error) AS_MUST_USE;
int stage_copy(
	struct maker *maker, const char *from, const char *to, struct as_error *error) AS_MUST_USE;
/* Moves the files of new_lock, removes those that only old_lock has, and writes the lock. */
int stage_commit(struct maker *maker, struct as_error *error) AS_MUST_USE;
void stage_end(struct maker *maker);
/* True if a command was killed in the middle of stage_commit. */
bool stage_is_broken(const struct maker *maker);

/* compare.c: adds the files of a test to new_lock, and notes changes. */
int compare_test(struct maker *maker, size_t index, struct as_error *error) AS_MUST_USE;
int compare_settings(struct maker *maker, size_t index, struct as_error *error) AS_MUST_USE;
/* Notes extra and missing files. */
int compare_folders(struct maker *maker, struct as_error *error) AS_MUST_USE;
/* Notes files in data/ that were edited by hand, which stage_commit replaces, and those that it
 * leaves. */
int compare_replaced(struct maker *maker, struct as_error *error) AS_MUST_USE;
void compare_programs(struct maker *maker);
/* Notes tests with equal inputs. */
int compare_duplicates(struct maker *maker, struct as_error *error) AS_MUST_USE;

/* note.c: a line for the author. */
void maker_note(const struct maker *maker, const char *format, ...) AS_PRINTF(2, 3);
/* Passes on notes. Notes with equal texts are passed on once; beyond a thousand they are only
 * counted. */
void maker_notes(const struct maker *maker, const struct as_findings *notes);
/* The same for the notes of tests. */
int maker_test_notes(const struct maker *maker, struct as_error *error) AS_MUST_USE;

#endif
