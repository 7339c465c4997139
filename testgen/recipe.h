/* SPDX-License-Identifier: MIT */
/* recipe: generators.yaml read into a flat list of tests. */
#ifndef ASSAY_TESTGEN_RECIPE_H
#define ASSAY_TESTGEN_RECIPE_H

#include <assay/testgen.h>

#define RECIPE_PATH "generators/generators.yaml"

struct recipe_test {
	char *name;      /* below data/, without ending: "secret/1/02" */
	char *pointer;   /* its place in the document */
	char *command;   /* placeholders filled in; NULL: the input is given */
	const char *in;  /* borrowed from the document, or NULL */
	const char *ans; /* given, or NULL: the solution makes it */
};

struct recipe {
	struct as_document document;
	const char *solution; /* borrowed; NULL: none */
	json_t *generators;   /* borrowed; name -> [file], or NULL */
	struct recipe_test *tests;
	size_t count;
};

/* Reads the recipe of the package in dir_fd. Clear it with recipe_clear. */
int recipe_read(struct recipe *recipe, int dir_fd, const char *package_path,
	struct as_error *error) AS_MUST_USE;
void recipe_clear(struct recipe *recipe);
/* True where the bytes are of those that a name in the format may have; its length is the caller's
 * to judge. */
bool recipe_is_name(const char *text, size_t length);
/* The words of a command, split at white space; free with as_names_free. */
char **recipe_split(const char *command, struct as_error *error) AS_MUST_USE;

#endif
