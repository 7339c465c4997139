/* SPDX-License-Identifier: MIT */
/* The state of reading a package, its files and its mappings; private to judge. */
#ifndef ASSAY_JUDGE_PACKAGE_READ_H
#define ASSAY_JUDGE_PACKAGE_READ_H

#include <assay/base/node.h>
#include <assay/package.h>
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
/* Defines the reader of a key that sets one member of the target, of `type`. */
#define PACKAGE_MEMBER_READER(name, type, read_value, member)                                      \
	static int name(const struct as_node *node, void *target, struct as_error *error)          \
	{                                                                                          \
		return read_value(node, &((type *)target)->member, error);                         \
	}
/* Adds a warning at the node's place. */
int package_node_warn(struct package_loader *loader, const struct as_node *node,
	struct as_error *error, const char *format, ...) AS_PRINTF(4, 5) AS_MUST_USE;

/* ---- files beneath the package (package_file.c) ---- */

struct package_metadata;

/* The state of reading a package. */
struct package_loader {
	struct as_package *package;
	int packed_fd;             /* an archive of as_package_pack, or -1 */
	const atomic_bool *cancel; /* or NULL */
	bool without_digest;       /* the digest is not used: files are not read for it */
	struct as_digest digest;
	size_t entry_count;                      /* of all folders listed */
	const struct package_metadata *metadata; /* once it is read */
	struct {
		size_t folder_count;
		bool has_recipe;
		bool is_old;           /* data/ has the layout of legacy */
		bool graded_otherwise; /* a testdata.yaml has settings that DOMjudge ignores */
	} data;
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
/* Real time, as that of files; 0: unknown. */
int64_t package_snapshot_now_ns(void);
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

#endif
