/* SPDX-License-Identifier: MIT */
/* The parts of the package loader; private to judge. */
#ifndef ASSAY_JUDGE_PACKAGE_H
#define ASSAY_JUDGE_PACKAGE_H

#include <assay/judge.h>
#include <sys/types.h>

/* ---- a value of a document and how to reach it (package_node.c) ---- */

/*
 * The way up is a chain of nodes on the stack: a JSON pointer is only made where there is something
 * to complain about.
 */
struct package_node {
	const struct as_document *document;
	const struct package_node *parent; /* NULL: the root */
	const char *key;                   /* NULL: an element of an array, at `index` */
	size_t index;
	json_t *value; /* NULL: absent */
};

/* One key of a mapping; `read` takes what it means into `target`. */
struct package_key {
	const char *name;
	int (*read)(const struct package_node *node, void *target, struct as_error *error);
	bool required;
};

struct package_node package_node_root(const struct as_document *document);
struct package_node package_node_child(const struct package_node *parent, const char *key);
struct package_node package_node_item(const struct package_node *parent, size_t index);
/* AS_ERROR_INPUT at the node's place; -1. */
int package_node_error(const struct package_node *node, struct as_error *error, const char *format,
	...) AS_PRINTF(3, 4);
/* A mapping of known keys: unknown and missing ones are errors, each key's reader is called. */
int package_node_read(const struct package_node *node, const struct package_key *keys, size_t count,
	void *target, struct as_error *error) AS_MUST_USE;
/* These fail where the value has another type. Text is borrowed from the document and not empty. */
int package_node_text(
	const struct package_node *node, const char **text, struct as_error *error) AS_MUST_USE;
int package_node_bool(
	const struct package_node *node, bool *value, struct as_error *error) AS_MUST_USE;
int package_node_integer(const struct package_node *node, int64_t min, int64_t max, int64_t *value,
	struct as_error *error) AS_MUST_USE;
int package_node_number(
	const struct package_node *node, double *value, struct as_error *error) AS_MUST_USE;
/* An array whose elements are texts; `words` (free with free) borrows them. */
int package_node_words(const struct package_node *node, const char ***words, size_t *count,
	struct as_error *error) AS_MUST_USE;
/* The text of `names` that is most like `name`; count must not be 0. */
const char *package_nearest(const char *name, const char *const *names, size_t count);

/* ---- files beneath the package (package_file.c) ---- */

enum package_file_type { PACKAGE_ABSENT, PACKAGE_FILE, PACKAGE_FOLDER, PACKAGE_OTHER };

struct package_loader {
	struct as_package *package;
	char *root; /* the package's folder as the kernel names it */
	struct as_digest digest;
	size_t entry_count; /* of all folders listed */
	size_t folder_count;
	size_t group_capacity;
	size_t test_capacity;
	bool has_recipe;
};

/* "PACKAGE/data/secret/1.in", on the heap: how a complaint names a file. */
char *package_where(
	const struct package_loader *loader, const char *path, struct as_error *error) AS_MUST_USE;
/* AS_ERROR_INPUT about a file of the package; -1. */
int package_error(const struct package_loader *loader, const char *path, struct as_error *error,
	const char *format, ...) AS_PRINTF(4, 5);
/* Fills loader->root. */
int package_root(struct package_loader *loader, struct as_error *error) AS_MUST_USE;
/*
 * What is at `path`, links inside the package followed; one that leads out of it, in a circle or to
 * nothing is an error. `real` (free with free), where not NULL, is the path without links.
 */
int package_find(const struct package_loader *loader, const char *path,
	enum package_file_type *type, char **real, struct as_error *error) AS_MUST_USE;
/* The same for an entry of a folder that has no links in its path. */
int package_find_entry(const struct package_loader *loader, const char *path,
	const char *real_folder, const char *name, enum package_file_type *type, char **real,
	struct as_error *error) AS_MUST_USE;
/* True in `used` where `path` is a folder with something in it that the format does not ignore. */
int package_folder_is_used(struct package_loader *loader, const char *path, bool *used,
	struct as_error *error) AS_MUST_USE;
/* The names in a folder that the format does not ignore, sorted; `real` has no links. */
char **package_list(
	struct package_loader *loader, const char *real, struct as_error *error) AS_MUST_USE;
/* Adds a file's name and content to the package's digest; `real` has no links. */
int package_digest_file(struct package_loader *loader, const char *name, const char *real,
	struct as_error *error) AS_MUST_USE;
/* Loads a YAML file and adds it to the digest; `real` has no links. */
int package_document(struct package_loader *loader, const char *path, const char *real,
	struct as_document *document, struct as_error *error) AS_MUST_USE;

/* ---- archives (package_archive.c) ---- */

/* Unpacks a zip archive and opens the folder of the package in it; gives the package its name where
 * that folder has none. */
int package_archive_open(
	struct as_package *package, int archive_fd, struct as_error *error) AS_MUST_USE;
/* Removes what was unpacked, where something was. */
void package_archive_close(struct as_package *package);

/* ---- problem.yaml (package_metadata.c, package_limits.c) ---- */

int package_metadata_read(struct package_loader *loader, struct as_error *error) AS_MUST_USE;
/* The reader of `limits`; target is a struct as_package_limits. */
int package_limits_read(
	const struct package_node *node, void *target, struct as_error *error) AS_MUST_USE;
void package_limits_default(struct as_package_limits *limits);

/* ---- data/ (package_groups.c, package_tests.c) ---- */

/* What test_group.yaml says of a group beyond what the group itself keeps. */
struct package_group_settings {
	bool has_check_flags;
	struct as_check_flags check_flags;
};

enum { PACKAGE_SAMPLE, PACKAGE_SECRET }; /* their indices in package->groups */

/* Adds a group; name is copied. Returns its index, or -1. */
ssize_t package_group_add(struct package_loader *loader, const char *name, size_t parent,
	struct as_error *error) AS_MUST_USE;
/* Reads <folder>/test_group.yaml if `real` is not NULL, and fills the group from it and its
 * defaults. */
int package_group_read(struct package_loader *loader, size_t group, const char *path,
	const char *real, struct package_group_settings *settings,
	struct as_error *error) AS_MUST_USE;
/* What can only be said once all groups are known. */
int package_groups_check(const struct package_loader *loader, struct as_error *error) AS_MUST_USE;
/* Reads a test's own .yaml. */
int package_case_read(struct package_loader *loader, const char *path, const char *real,
	struct as_test *test, struct as_error *error) AS_MUST_USE;
/* Finds groups and tests. */
int package_tests_read(struct package_loader *loader, struct as_error *error) AS_MUST_USE;

#endif
