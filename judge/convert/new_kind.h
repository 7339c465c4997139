/* SPDX-License-Identifier: MIT */
/* new_kind: the texts of the packages that `assay new` makes; private to convert. */
#ifndef ASSAY_JUDGE_NEW_KIND_H
#define ASSAY_JUDGE_NEW_KIND_H

#include <assay/convert.h>

struct new_file {
	const char *path, *text;
};

/* The input and answer of a test. */
struct new_test {
	const char *name, *in, *ans;
};

struct new_kind {
	const char *title;
	const char *type; /* of problem.yaml, several with commas; NULL: pass-fail */
	const char *statement;
	const char *interaction; /* of the sample; NULL: the sample is a pair of files */
	const char *input_validator;
	struct new_file output_validator; /* path NULL: the default output check */
	struct new_file right, wrong;     /* beneath submissions/ */
	const char *random;               /* a program that makes an input from a seed */
	struct new_test sample, secret[2];
};

#define NEW_KIND_COUNT 5
/* By enum as_new_kind. */
extern const struct new_kind new_kinds[NEW_KIND_COUNT];

#endif
