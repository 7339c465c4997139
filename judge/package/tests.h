/* SPDX-License-Identifier: MIT */
/* Groups and tests, in all formats. */
#ifndef ASSAY_JUDGE_PACKAGE_TESTS_H
#define ASSAY_JUDGE_PACKAGE_TESTS_H

#include "read.h"

/* ---- tests, in all formats (entries.c, tests.c) ---- */

/* The settings that a folder passes to its tests, which may replace them. */
struct package_settings {
	char **args;                  /* NULL-terminated lists, or NULL */
	char **output_validator_args; /* legacy: including validator_flags */
	const char *only_validator;   /* as in struct as_test */
	struct as_check_flags check_flags;
	bool has_args, has_output_validator_args;
	struct as_input_args *input_validator_args;
	bool full_feedback;
	char *hint; /* of one test, or NULL */
};
#define PACKAGE_SETTINGS_INIT                                                                      \
	{                                                                                          \
		.check_flags = AS_CHECK_FLAGS_INIT                                                 \
	}
void package_settings_clear(struct package_settings *settings);
/* Fills empty settings with those of problem.yaml for all tests. */
int package_settings_begin(const struct package_loader *loader, struct package_settings *settings,
	struct as_error *error) AS_MUST_USE;
int package_settings_copy(const struct package_settings *from, struct package_settings *to,
	struct as_error *error) AS_MUST_USE;

/* A folder below data/ during the traversal. */
struct package_folder {
	const struct package_folder *above;
	const char *path; /* as the author knows it: "data/secret/2" */
	const char *real; /* without links */
	size_t group;
	bool is_group; /* a group itself, not a folder in one */
	unsigned depth;
	const struct package_settings *settings;
};

struct package_entry {
	const char *name; /* borrowed from entries.names */
	char *path;
	char *real;
	enum as_tree_type type;
};

struct package_entries {
	char **names;
	struct package_entry *list; /* sorted by name */
	size_t count;
};
int package_entries_read(struct package_loader *loader, const char *path, const char *real,
	struct package_entries *entries, struct as_error *error) AS_MUST_USE;
void package_entries_clear(struct package_entries *entries);
const struct package_entry *package_entry_find(
	const struct package_entries *entries, const char *name);
/* The entry named <stem><ending>, where `entry` is named <stem><old_length bytes>. */
const struct package_entry *package_entry_sibling(const struct package_entries *entries,
	const struct package_entry *entry, size_t old_length, const char *ending);
bool as_package_name_ends(const char *name, const char *ending);
/* Counts folders, and refuses one that is too deep or that contains itself. */
int package_folder_enter(struct package_loader *loader, const struct package_folder *folder,
	struct as_error *error) AS_MUST_USE;
int package_entry_require_file(const struct package_loader *loader,
	const struct package_entry *entry, struct as_error *error) AS_MUST_USE;

/* Fills a test's name and paths; `answer` may be NULL. */
int package_test_fill_paths(struct as_test *test, const struct package_entry *input,
	const struct package_entry *answer, struct as_error *error) AS_MUST_USE;
/* Sets the settings of a test from its folder or its own .yaml. */
int package_test_fill_settings(const struct package_loader *loader, struct as_test *test,
	const struct package_settings *settings, struct as_error *error) AS_MUST_USE;
/* Adds the test of an .in file. */
int package_test_add(struct package_loader *loader, const struct package_folder *folder,
	const struct package_entries *entries, const struct package_entry *input,
	struct as_error *error) AS_MUST_USE;
/* Adds a group; name is copied. Returns its index, or -1. */
ssize_t package_group_add(struct package_loader *loader, const char *name, size_t parent,
	struct as_error *error) AS_MUST_USE;
/* Finds groups and tests, by the rules of the package's format (data.c). */
int package_tests_read(struct package_loader *loader, struct as_error *error) AS_MUST_USE;
/* The error for a package without tests; -1. */
int package_refuse_empty(const struct package_loader *loader, struct as_error *error);
/* A folder of data/ whose name is nearly "secret", on the heap; NULL: there is none, or secret
 * exists. */
char *package_misspelt_secret(const struct as_package *package);

/* package_probes.c: the test data for validators only. */
int package_probes_read(struct package_loader *loader, struct as_error *error) AS_MUST_USE;

#endif
