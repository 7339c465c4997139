/* SPDX-License-Identifier: MIT */
/* The parts of the package loader; private to judge. */
#ifndef ASSAY_JUDGE_PACKAGE_H
#define ASSAY_JUDGE_PACKAGE_H

#include <assay/base/node.h>
#include <assay/package.h>
#include <math.h>
#include <sys/types.h>

struct package_loader;

/* ---- mappings with findings in place of errors (package_node.c) ---- */

/* Like as_node_read, for formats that were never checked strictly: unknown keys are findings, and a
 * key without a value counts as missing. */
int package_node_read_loosely(struct package_loader *loader, const struct as_node *node,
	const struct as_node_key *keys, size_t count, void *target,
	struct as_error *error) AS_MUST_USE;
/* `keys` affect verdicts: a mistake in their values is an error. `others` do not: a mistake in them
 * is a finding. An unknown key is an error if it looks like a misspelling of one of `keys`,
 * otherwise a finding. */
int package_node_read_reporting(struct package_loader *loader, const struct as_node *node,
	const struct as_node_key *keys, size_t count, const struct as_node_key *others,
	size_t other_count, void *target, struct as_error *error) AS_MUST_USE;
/* Adds a warning at the node's place. */
int package_node_warn(struct package_loader *loader, const struct as_node *node,
	struct as_error *error, const char *format, ...) AS_PRINTF(4, 5) AS_MUST_USE;

/* ---- files beneath the package (package_file.c) ---- */

struct package_loader {
	struct as_package *package;
	int packed_fd;             /* an archive of as_package_pack, or -1 */
	const atomic_bool *cancel; /* or NULL */
	struct as_digest digest;
	size_t entry_count; /* of all folders listed */
	size_t folder_count;
	bool has_domjudge_file; /* domjudge-problem.ini or .timelimit */
	bool graded_otherwise;  /* a testdata.yaml has settings that DOMjudge does not support */
	size_t group_capacity;
	size_t test_capacity;
	size_t probe_capacity;
	bool has_recipe;
	bool old_data;         /* data/ has the layout of legacy */
	bool custom;           /* an output validator is required */
	json_t *names;         /* an object of names by language; NULL: none */
	char *named_validator; /* domjudge-problem.ini: names a validator that is not in the package
				*/
	char **validator_flags;    /* not 2025-09: for all tests; NULL-terminated or NULL */
	struct as_grading grading; /* legacy: from problem.yaml, or the defaults */
};

/* Records an AS_ERROR_INPUT about a file of the package and returns -1. */
#define package_error(loader, path, error, ...)                                                    \
	as_tree_error(&(loader)->package->tree, path, error, __VA_ARGS__)
/* The remedy for an incomplete test of a package with a recipe. */
#define PACKAGE_RECIPE_REMEDY                                                                      \
	"run `assay gen`, and if the recipe does not make this test, remove the file or add it "   \
	"to the recipe"
/* Adds a warning about a file of the package. */
#define package_warn(loader, path, error, ...)                                                     \
	as_findings_add(&(loader)->package->findings, AS_FINDING_WARNING, path, error, __VA_ARGS__)
/* as_shared_find_entry in the package, unless loading is cancelled. */
int package_find_entry(const struct package_loader *loader, const char *path,
	const char *real_folder, const char *name, enum as_tree_type *type, char **real,
	struct as_error *error) AS_MUST_USE;
/* The names in a folder that the format does not ignore, sorted; `real` has no links. */
char **package_list(
	struct package_loader *loader, const char *real, struct as_error *error) AS_MUST_USE;
/* Adds a file's name and content to the package's digest; `real` has no links. */
int package_digest_file(struct package_loader *loader, const char *name, const char *real,
	struct as_error *error) AS_MUST_USE;
/* Reads a file whose content is then the digested one, even if the file is replaced meanwhile. */
int package_read_file(struct package_loader *loader, const char *name, const char *real,
	uint64_t max_bytes, struct as_bytes *text, struct as_error *error) AS_MUST_USE;
/* The same for a file, or for a folder with all of its contents. */
int package_digest_tree(struct package_loader *loader, const char *path, const char *real,
	struct as_error *error) AS_MUST_USE;
/* Loads a YAML file and adds it to the digest; `real` has no links. */
int package_document(struct package_loader *loader, const char *path, const char *real,
	struct as_document *document, struct as_error *error) AS_MUST_USE;

/* The same for a document in which constants are replaced. */
int package_document_with_constants(struct package_loader *loader, const char *path,
	const char *real, struct as_document *document, struct as_error *error) AS_MUST_USE;

/* ---- the snapshot of an open package (snapshot.c) ---- */

struct stat;
/* Waits until the clock tick of the last change has passed, and then examines a file or folder. -1
 * with errno. */
int package_snapshot_await(int fd, struct stat *status) AS_MUST_USE;
bool package_snapshot_is_same(const struct stat *left, const struct stat *right);
/* Both paths are copied. */
int package_snapshot_add(struct package_loader *loader, const char *path, const char *real,
	const struct stat *status, struct as_error *error) AS_MUST_USE;
/* Call it after the last addition. */
void package_snapshot_end(struct as_package *package);
void package_snapshot_clear(struct as_snapshot *snapshot);

/* ---- archives (package_archive.c) ---- */

/* Unpacks a zip archive and opens the package's folder in it; if the archive has no such folder,
 * the package is named after the archive. */
int package_archive_open(struct as_package *package, int archive_fd, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE;
/* The same for an archive of as_package_pack; the package's name is its path. */
int package_packed_open(struct as_package *package, int archive_fd, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE;
/* Removes the unpacked files, if any. */
void package_archive_close(struct as_package *package);

/* ---- lists of words (package_words.c) ---- */

/* Splits a text into words like a shell, with quotes and backslashes only. `words` (as_names_free)
 * is NULL and `closed` false if a quote is not closed. */
int package_words_split(
	const char *text, char ***words, bool *closed, struct as_error *error) AS_MUST_USE;
size_t package_words_count(char *const *words);
/* True if both lists (not NULL) are equal. */
bool package_words_equal(char *const *left, char *const *right) AS_NONNULL(1, 2);
/* True if a program can receive them as arguments; otherwise refuse them with this message. */
bool package_words_fit(const char *const *words) AS_MUST_USE;
#define PACKAGE_WORDS_TOO_LONG "too many arguments: at most 48 KiB and 1900 words are allowed"
/* Appends copies to a NULL-terminated list; both lists may be NULL. */
int package_words_append(
	char ***words, const char *const *more, struct as_error *error) AS_MUST_USE;
/* package_input_args.c: arguments of input validators, on the heap. */
struct as_input_args *package_input_args_new(struct as_error *error) AS_MUST_USE;
/* Copies the name (NULL: for all validators) and the words (NULL: none). */
int package_input_args_add(struct as_input_args *args, const char *name, const char *const *words,
	struct as_error *error) AS_MUST_USE;
/* NULL for NULL. */
int package_input_args_copy(const struct as_input_args *from, struct as_input_args **to,
	struct as_error *error) AS_MUST_USE;
void package_input_args_free(struct as_input_args *args);

/* ---- problem.yaml ---- */

#define PACKAGE_METADATA_NAME "problem.yaml"
#define PACKAGE_INI_NAME "domjudge-problem.ini"

/* package_metadata.c: finds the file and its version. */
int package_metadata_read(struct package_loader *loader, struct as_error *error) AS_MUST_USE;
/* package_modern.c, package_legacy.c: the keys of each version. */
int package_modern_read(struct package_loader *loader, const struct as_node *root,
	struct as_error *error) AS_MUST_USE;
int package_legacy_read(struct package_loader *loader, const struct as_node *root,
	struct as_error *error) AS_MUST_USE;
/* Its keys for output validation, if present. */
int package_legacy_validation_read(struct package_loader *loader, const struct as_node *root,
	struct as_error *error) AS_MUST_USE;
/* package_types.c: types as a bit set; with `loose` a text is split at spaces into several types.
 */
enum package_type { PASS_FAIL, SCORING, MULTI_PASS, INTERACTIVE, SUBMIT_ANSWER, TYPE_COUNT };
int package_types_read(const struct as_node *node, bool loose, struct as_package *package,
	struct as_error *error) AS_MUST_USE;
/* package_name.c: the title: a text, or a mapping from languages to texts. */
int package_name_read(const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
bool package_is_language_code(const char *code);
/* package_credits.c: values that are only checked; the target is unused. */
int package_text_check(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
int package_texts_check(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
int package_credits_check(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
int package_source_check(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
int package_license_check(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
int package_embargo_check(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
/* package_constants.c: target is a struct as_package. */
int package_constants_read(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
/* package_spelling.c: warns about variants that represent another number than the constant's value.
 */
int package_constants_check(struct package_loader *loader, const struct as_node *node,
	struct as_error *error) AS_MUST_USE;
/* package_limits.c */
int package_limits_read(
	const struct as_node *node, struct as_package *package, struct as_error *error) AS_MUST_USE;
int package_limits_read_draft(struct package_loader *loader, const struct as_node *node,
	struct as_error *error) AS_MUST_USE;
int package_limits_read_legacy(struct package_loader *loader, const struct as_node *node,
	struct as_error *error) AS_MUST_USE;
void package_limits_default_legacy(struct as_package_limits *limits);
#define PACKAGE_MAX_SECONDS 86400

/* package_statement.c: compares the languages of statements with those of names. */
int package_statements_read(struct package_loader *loader, struct as_error *error) AS_MUST_USE;

/* ---- files of other tools ---- */

/* package_domjudge.c: .timelimit, domjudge-problem.ini, submissions.json; not in 2025-09. */
int package_domjudge_read(struct package_loader *loader, struct as_error *error) AS_MUST_USE;

/* ---- programs (package_programs.c) ---- */

/* Finds the programs, reads assay.yaml, and reports missing programs. */
int package_programs_read(struct package_loader *loader, struct as_error *error) AS_MUST_USE;
/* ---- tests, in all formats (package_entries.c, package_tests.c) ---- */

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
/* Finds groups and tests, by the rules of the package's format (package_data.c). */
int package_tests_read(struct package_loader *loader, struct as_error *error) AS_MUST_USE;
/* The error for a package without tests; -1. */
int package_refuse_empty(const struct package_loader *loader, struct as_error *error);
/* A folder of data/ whose name is nearly "secret", on the heap; NULL: there is none, or secret
 * exists. */
char *package_misspelt_secret(const struct as_package *package);

/* package_probes.c: the test data for validators only. */
int package_probes_read(struct package_loader *loader, struct as_error *error) AS_MUST_USE;

/* ---- data/ of 2025-09 (package_secret.c, package_groups.c) ---- */

#define PACKAGE_SETTINGS_NAME "test_group.yaml"

int package_modern_tests_read(struct package_loader *loader, struct as_error *error) AS_MUST_USE;
/* Reads <folder>/test_group.yaml, unless `real` is NULL, and sets the group's settings from it and
 * from its defaults. */
int package_group_read(struct package_loader *loader, size_t group, const char *path,
	const char *real, struct package_settings *settings, struct as_error *error) AS_MUST_USE;
/* A test_group.yaml outside of a group has the keys of a test. */
int package_plain_group_read(struct package_loader *loader, const char *path, const char *real,
	struct package_settings *settings, struct as_error *error) AS_MUST_USE;
/* Check such settings in a recipe, as far as each group can be checked alone. */
int package_group_check(struct package_loader *loader, size_t group, const struct as_node *node,
	struct as_error *error) AS_MUST_USE;
int package_plain_group_check(struct package_loader *loader, const struct as_node *node,
	struct as_error *error) AS_MUST_USE;
/* Checks that need all groups. */
int package_groups_check(const struct package_loader *loader, struct as_error *error) AS_MUST_USE;
/* Reads a test's own .yaml. */
int package_case_read(struct package_loader *loader, const char *path, const char *real,
	struct package_settings *settings, struct as_error *error) AS_MUST_USE;

/* ---- data/ of legacy (package_tree.c, package_testdata.c) ---- */

#define PACKAGE_LEGACY_SETTINGS_NAME "testdata.yaml"

/* The settings of a testdata.yaml; each key is inherited separately. */
struct package_testdata {
	struct as_grading grading; /* its grader_flags are unused */
	bool custom;               /* grading: custom */
	char **grader_flags;
	struct package_settings tests;
};
void package_testdata_clear(struct package_testdata *testdata);

/* Decides, when all groups are read, whether scores follow DOMjudge's rules (package_scores.c). */
int package_domjudge_scores(struct package_loader *loader, struct as_error *error) AS_MUST_USE;
int package_legacy_tests_read(struct package_loader *loader, struct as_error *error) AS_MUST_USE;
/*
 * Reads <folder>/testdata.yaml, unless `real` is NULL, over the settings inherited from the folder
 * above (for data/ from problem.yaml), and sets the group's settings. Clear `testdata`.
 */
int package_testdata_read(struct package_loader *loader, size_t group, const char *path,
	const char *real, const struct package_testdata *above, struct package_testdata *testdata,
	struct as_error *error) AS_MUST_USE;
/* Checks the settings of the loader's first group in a recipe. */
int package_testdata_check(struct package_loader *loader, const struct as_node *node,
	struct as_error *error) AS_MUST_USE;
/* Keys that problem.yaml shares with testdata.yaml; the target is a struct as_grading. */
int package_accept_score_read(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
int package_reject_score_read(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
int package_range_read(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
/* The flags of the default check; if two contradict each other, the last counts and `overridden` is
 * set. */
int package_legacy_check_flags(char *const *words, struct as_check_flags *flags, bool *overridden,
	struct as_error *error) AS_MUST_USE;
/* Splits a text of flags; an open quote is an error at the node. */
int package_flags_split(
	const struct as_node *node, char ***words, struct as_error *error) AS_MUST_USE;
#define PACKAGE_GRADING_INIT                                                                       \
	{                                                                                          \
		.accept_score = 1, .range_min = -INFINITY, .range_max = INFINITY                   \
	}

#endif
