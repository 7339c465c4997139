/* SPDX-License-Identifier: MIT */
/* reading: the state shared by the parts that read a recipe. */
#ifndef ASSAY_TESTGEN_READING_H
#define ASSAY_TESTGEN_READING_H

#include "recipe.h"

/* The settings of a folder or a test, with those inherited from the folders above. */
struct scope {
	const char *key; /* in the document */
	const char *pointer;
	const char *path; /* below data/; "" for the recipe itself */
	const char *salt;
	const char *solution; /* NULL: none */
	unsigned retries;
	int depth;
};

/* A folder, as the target of includes. Folders and tests are in reading order, so the contents of a
 * folder directly follow it. */
struct folder {
	char *path, *pointer;
	json_t *include; /* borrowed: an array, or NULL */
	size_t first_test, test_end;
	size_t folder_end; /* the end of its contents, which begin after its own index */
	bool visiting, resolved;
	size_t *included; /* indices of tests */
	size_t included_count;
};

/* A possible target of an `include`: a key of the document. */
struct key {
	const char *text; /* borrowed */
	size_t folder;    /* SIZE_MAX: it is a test */
	size_t first_test, test_end;
};

struct reading {
	struct recipe *recipe;
	const struct as_text_map *constants;
	bool older;                    /* it is numbered as by BAPCtools before 2023-09 */
	size_t numbered_count, number; /* tests in lists, in all folders */
	struct folder *folders;
	size_t folder_count;
	struct key *keys;
	size_t key_count;
	json_t *by_text;       /* the text of a key -> an array of indices of keys */
	unsigned depth;        /* of nested includes */
	size_t included_count; /* in all folders */
	json_t *names;         /* the set of the tests' names */
	size_t text_bytes;     /* of the texts of all tests, see reading_spend */
};

#define READING_PLACEHOLDER_LETTERS "abcdefghijklmnopqrstuvwxyz_"
#define READING_MAX_VARIABLES 8

/* A placeholder of commands with the values that the key `count` gives it. */
struct variable {
	const char *name;       /* borrowed */
	char **values, **names; /* in commands, and in the names of tests */
	size_t count;
};

/* The tests of the key `count`: all combinations of values. */
struct counts {
	bool is_map; /* it names the variables; else there is one, "count" */
	struct variable variables[READING_MAX_VARIABLES];
	size_t variable_count; /* 0: the test does not have the key */
	size_t test_count;     /* at least 1 */
};

/* One of them. */
struct combination {
	const struct counts *counts;
	size_t test; /* its index */
};

/* Refuses unknown keys of a test_group.yaml in the recipe, because the judge would refuse the
 * generated file. */
int reading_settings(const struct reading *reading, const char *pointer, const char *key,
	json_t *value, struct as_error *error) AS_MUST_USE;
/* AS_ERROR_INPUT at the value at `pointer`, or at its member `key` (may be NULL); -1. */
int reading_error(const struct reading *reading, const char *pointer, const char *key,
	struct as_error *error, const char *format, ...) AS_PRINTF(5, 6);
/* Counts bytes of a test, at `pointer`, whose text each value of `count` copies: AS_ERROR_INPUT if
 * all tests have too many. */
int reading_spend(struct reading *reading, const char *pointer, size_t bytes,
	struct as_error *error) AS_MUST_USE;
/* Reports the unknown member `key`, of the kind `what` ("key of a test"). AS_ERROR_INPUT with the
 * nearest of `names` if it looks like a misspelling; else a note, since it has no effect on the
 * files. */
int reading_unknown_key(struct reading *reading, const char *pointer, const char *key,
	const char *what, const char *const *names, size_t count,
	struct as_error *error) AS_MUST_USE;
/* The same, but always an error; -1. */
int reading_unknown(const struct reading *reading, const char *pointer, const char *key,
	const char *what, const char *const *names, size_t count, struct as_error *error);
/* Reads the keys common to folders and tests: solution, random_salt, retries. Sets `known` to false
 * for any other key. */
int reading_shared_key(struct reading *reading, struct scope *scope, const char *key, json_t *value,
	bool *known, struct as_error *error) AS_MUST_USE;
/* The keys that only folders have, then NULL. */
#define READING_FOLDER_KEY_COUNT 4
extern const char *const reading_folder_keys[READING_FOLDER_KEY_COUNT + 1];
bool reading_is_test(json_t *value);
/* recipe_count.c: reads the key `count` of a test; clear with reading_counts_clear. */
int reading_counts(const struct reading *reading, const char *pointer, json_t *test,
	struct counts *counts, struct as_error *error) AS_MUST_USE;
void reading_counts_clear(struct counts *counts);
/* The value of a variable in a test, as in its command. */
const char *reading_count_value(const struct counts *counts, size_t test, size_t variable);
/* The name of a test, on the heap: a name with the values of all variables. */
char *reading_count_name(const struct counts *counts, size_t test, const char *plain,
	struct as_error *error) AS_MUST_USE;
/* Adds a test. */
int reading_test(struct reading *reading, const struct scope *scope, json_t *value,
	const struct combination *combination, struct as_error *error) AS_MUST_USE;
/* The same for an included test, which is another test under a new name. */
int reading_add_included(struct reading *reading, const char *path, const char *pointer,
	size_t original, struct as_error *error) AS_MUST_USE;
/* recipe_older.c: the convention of recipes before 2023-09, when BAPCtools changed it. */
/* True if the recipe has a key of the older convention and none of the present one. */
bool reading_is_older(json_t *root) AS_MUST_USE;
/* Checks `type: directory` or `type: testcase`, which the other keys imply. */
int reading_type(struct reading *reading, const char *pointer, json_t *value, const char *type,
	struct as_error *error) AS_MUST_USE;
bool reading_has_type(json_t *value, const char *type) AS_MUST_USE;
/* True if the entry is a folder, unless reading_is_test says that it is a test (recipe_tree.c). */
bool reading_is_folder(json_t *value) AS_MUST_USE;
/* "01-name", or "01" if the name is empty; as wide as `last`. On the heap (recipe_tree.c). */
char *reading_number_name(
	size_t number, size_t last, const char *name, struct as_error *error) AS_MUST_USE;
/* The present name of a folder of data/; notes the renaming. */
int reading_part(struct reading *reading, const char *pointer, const char *key, const char **part,
	struct as_error *error) AS_MUST_USE;
/* recipe_command.c: fills in all placeholders but {seed}. */
int reading_command(struct reading *reading, const struct scope *scope, struct recipe_test *test,
	const char *text, const struct combination *combination,
	struct as_error *error) AS_MUST_USE;
/* recipe_tree.c: reads the recipe's folders, from its root. */
int reading_root(struct reading *reading, const struct scope *scope, json_t *root,
	struct as_error *error) AS_MUST_USE;
/* recipe_include.c: adds the included tests, after all is read. */
int reading_includes(struct reading *reading, struct as_error *error) AS_MUST_USE;

#endif
