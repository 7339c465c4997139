/* SPDX-License-Identifier: MIT */
/* The contents of the working folder of a program. */
#ifndef ASSAY_JUDGE_WORKING_H
#define ASSAY_JUDGE_WORKING_H

#include <assay/base.h>
#include <stdint.h>

struct as_open_package;
struct as_judging;
struct as_run_request;
struct as_test;

/* The contents of the program's working folder on a test (working.c). */
struct as_working {
	char folder[32]; /* an entry of the work folder; "": none */
	bool is_program; /* it is the program's own folder */
	uint64_t bytes;
};

/* working.c; remove it afterwards. */
int as_working_make(struct as_working *working, const struct as_judging *judging,
	const struct as_test *test, struct as_error *error) AS_MUST_USE;
void as_working_remove(struct as_working *working, const struct as_open_package *opened);
/* Adds the size that the files of a folder have in a box. */
int as_working_measure(int folder, uint64_t *bytes, struct as_error *error) AS_MUST_USE;
/* Sets the initial contents of the box in a request. */
void as_working_show(const struct as_working *working, struct as_run_request *request);

#endif
