/* SPDX-License-Identifier: MIT */
/* recipe: generators.yaml read into a flat list of tests. */
#ifndef ASSAY_TESTGEN_RECIPE_H
#define ASSAY_TESTGEN_RECIPE_H

#include <assay/testgen.h>

#define RECIPE_PATH "generators/generators.yaml"

/* The possible endings of a test's files, "in" and "ans" first. */
extern const char *const recipe_endings[];
#define RECIPE_ENDING_COUNT 16
/* The number of those whose contents a recipe can have. */
#define RECIPE_TEXT_ENDING_COUNT 11
enum { RECIPE_IN, RECIPE_ANS };
/* The index in recipe_endings of the text after the first dot, or -1. */
int recipe_find_ending(const char *ending);

/* A file of a test with its contents in the recipe. */
struct recipe_file {
	bool given;
	int link;   /* the ending of the file that it equals, or -1: */
	char *text; /* its own contents */
};

struct recipe_test {
	char *name;    /* below data/, without ending: "secret/1/02" */
	char *pointer; /* in the document */
	char *command; /* all placeholders but {seed} are filled in; or NULL */
	char *written; /* the command as in the recipe, or NULL */
	bool seeded;   /* the command has a {seed} */
	unsigned seed;
	char *copy; /* "generators/manual/1": its files are copied; or NULL */
	bool kept;  /* written by hand: its files are those in data/ */
	struct recipe_file files[RECIPE_TEXT_ENDING_COUNT];
	json_t *match;        /* patterns of the input and of the answer, borrowed: texts, */
	json_t *answer_match; /* arrays of texts, or NULL */
	const char *solution; /* borrowed; NULL: none */
	unsigned retries;     /* the maximum number of attempts, with other seeds */
	bool counted;         /* one of several by `count`, so it may equal others */
	size_t original;      /* of an included test the index of the original, else its own */
};

/* A folder's test_group.yaml or testdata.yaml. */
struct recipe_settings {
	char *path; /* below data/ */
	char *pointer;
	char *text; /* NULL: the file must not exist */
};

struct recipe {
	struct as_document document;
	json_t *generators; /* borrowed; name -> [file], or NULL */
	struct recipe_test *tests;
	size_t count;
	struct recipe_settings *settings;
	size_t settings_count;
	struct as_findings notes; /* keys that are read and not used */
};

/* Reads the recipe of the package in dir_fd. `constants` (of the package, or NULL) are filled into
 * commands. Clear it with recipe_clear. */
int recipe_read(struct recipe *recipe, int dir_fd, const char *package_path,
	const struct as_text_map *constants, struct as_error *error) AS_MUST_USE;
void recipe_clear(struct recipe *recipe);
/* The digest of the recipe's content, without layout and comments. */
int recipe_digest(const struct recipe *recipe, char hex[AS_DIGEST_HEX_SIZE],
	struct as_error *error) AS_MUST_USE;
/* True if the format allows all of the bytes in a name; the caller checks the length. */
bool recipe_is_name(const char *text, size_t length);
/* Splits a command into words like a shell, with quotes and backslashes only. Free with
 * as_names_free. */
char **recipe_split(const char *command, struct as_error *error) AS_MUST_USE;
/* The command with its seed, or the seed of a later attempt, on the heap. */
char *recipe_command(
	const struct recipe_test *test, unsigned attempt, struct as_error *error) AS_MUST_USE;
/* The command with "{seed}" for {seed} and {seed:N}, on the heap. */
char *recipe_command_of_any_seed(
	const struct recipe_test *test, struct as_error *error) AS_MUST_USE;
/* Adds a note for the author, at a place of the recipe. */
int recipe_note(struct recipe *recipe, const char *pointer, struct as_error *error,
	const char *format, ...) AS_PRINTF(4, 5) AS_MUST_USE;
/* The same at the key of the value at the pointer. */
int recipe_note_key(struct recipe *recipe, const char *pointer, struct as_error *error,
	const char *format, ...) AS_PRINTF(4, 5) AS_MUST_USE;
/* The same at a given place. */
int recipe_note_at(struct recipe *recipe, const char *place, const char *text,
	struct as_error *error) AS_MUST_USE;
/* settings.c: checks the settings of groups as the judge will, and adds its remarks to the notes.
 */
int recipe_check_settings(struct recipe *recipe, const struct as_package *package,
	struct as_error *error) AS_MUST_USE;
/* Adds the recipe's line to an error without a place. Returns -1. */
int recipe_blame(const struct recipe *recipe, const char *pointer, struct as_error *error);
/* The same at the nearest key of that name, in the value at the pointer or around it; at the value
 * itself if there is none. */
int recipe_blame_key(
	const struct recipe *recipe, const char *pointer, const char *key, struct as_error *error);

#endif
