/* SPDX-License-Identifier: MIT */
/* recipe: generators.yaml read into a flat list of tests. */
#ifndef ASSAY_TESTGEN_RECIPE_H
#define ASSAY_TESTGEN_RECIPE_H

#include <assay/testgen.h>

#define RECIPE_PATH "generators/generators.yaml"

/* The endings that files of a test can have, "in" and "ans" first. */
extern const char *const recipe_endings[];
#define RECIPE_ENDING_COUNT 16
/* Of these, the ones that a recipe can give in place. */
#define RECIPE_TEXT_ENDING_COUNT 11
enum { RECIPE_IN, RECIPE_ANS };
/* An index into recipe_endings of what is after the first dot, or -1. */
int recipe_find_ending(const char *ending);

/* A file of a test that is given in place. */
struct recipe_file {
	bool given;
	int link;   /* the ending whose content it has, or -1: */
	char *text; /* its own */
};

struct recipe_test {
	char *name;    /* below data/, without ending: "secret/1/02" */
	char *pointer; /* its place in the document */
	char *command; /* all filled in but {seed}, or NULL */
	char *written; /* the command as it stands in the recipe, or NULL */
	bool seeded;   /* the command has a {seed} */
	unsigned seed;
	char *copy; /* "generators/manual/1": its files are copied; or NULL */
	bool kept;  /* written by hand: its files are copied from where they are, data/ */
	struct recipe_file files[RECIPE_TEXT_ENDING_COUNT];
	json_t *match;        /* patterns of the input, and of the answer, borrowed: texts, */
	json_t *answer_match; /* arrays of texts, or NULL */
	const char *solution; /* borrowed; NULL: none */
	unsigned retries;     /* how often the command may be tried, with other seeds */
	bool counted;         /* one of several by `count`: may be like the others */
	size_t original;      /* of an included test the one that it is, else itself */
};

/* A folder's test_group.yaml or testdata.yaml. */
struct recipe_settings {
	char *path; /* below data/ */
	char *pointer;
	char *text; /* NULL: there shall be none */
};

struct recipe {
	struct as_document document;
	json_t *generators; /* borrowed; name -> [file], or NULL */
	struct recipe_test *tests;
	size_t count;
	struct recipe_settings *settings;
	size_t settings_count;
	struct as_findings notes; /* what is read and not used */
};

/* Reads the recipe of the package in dir_fd. `constants` (of the package, or NULL) are written into
 * commands. Clear it with recipe_clear. */
int recipe_read(struct recipe *recipe, int dir_fd, const char *package_path,
	const struct as_text_map *constants, struct as_error *error) AS_MUST_USE;
void recipe_clear(struct recipe *recipe);
/* The digest of the recipe's content, without layout and comments. */
int recipe_digest(const struct recipe *recipe, char hex[AS_DIGEST_HEX_SIZE],
	struct as_error *error) AS_MUST_USE;
/* True where the bytes are of those that a name in the format may have; its length is the caller's
 * to judge. */
bool recipe_is_name(const char *text, size_t length);
/* The words of a command as a shell splits them: quotes and backslashes, nothing else. Free with
 * as_names_free. */
char **recipe_split(const char *command, struct as_error *error) AS_MUST_USE;
/* The command with its seed, or one of a later try, on the heap. */
char *recipe_command(
	const struct recipe_test *test, unsigned attempt, struct as_error *error) AS_MUST_USE;
/* Keeps a note for the person who makes the tests, at a place of the recipe. */
int recipe_note(struct recipe *recipe, const char *pointer, struct as_error *error,
	const char *format, ...) AS_PRINTF(4, 5) AS_MUST_USE;
/* The same at the key of the value at the pointer. */
int recipe_note_key(struct recipe *recipe, const char *pointer, struct as_error *error,
	const char *format, ...) AS_PRINTF(4, 5) AS_MUST_USE;
/* The same at a place that is known. */
int recipe_note_at(struct recipe *recipe, const char *place, const char *text,
	struct as_error *error) AS_MUST_USE;
/* settings.c: checks the settings of groups as the judge will read them, and notes its remarks. */
int recipe_check_settings(struct recipe *recipe, const struct as_package *package,
	struct as_error *error) AS_MUST_USE;
/* The recipe's line where the error has no place yet. Returns -1. */
int recipe_blame(const struct recipe *recipe, const char *pointer, struct as_error *error);
/* The same at the nearest key of that name, of the value at the pointer or of one around it; at the
 * value itself if there is none. */
int recipe_blame_key(
	const struct recipe *recipe, const char *pointer, const char *key, struct as_error *error);

#endif
