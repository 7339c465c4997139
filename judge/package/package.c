/* SPDX-License-Identifier: MIT */
#include "metadata.h"
#include "tests.h"
#include "words.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#define RECIPE_PATH "generators/generators.yaml"

static int path_error(const char *path, struct as_error *error, const char *text)
{
	return as_error_at(error, AS_ERROR_INPUT, path, 0, 0, "%s", text);
}

static int open_error(const char *path, int cause, struct as_error *error)
{
	return as_error_at_sys(error, AS_ERROR_INPUT, cause, path, "the package cannot be opened");
}

static bool is_metadata(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	return strcmp(name, PACKAGE_METADATA_NAME) == 0 || strcmp(name, PACKAGE_INI_NAME) == 0;
}

static int refuse_metadata(const char *path, struct as_error *error)
{
	const char *slash = strrchr(path, '/');
	const int length = slash == path ? 1 : slash ? (int)(slash - path) : 1;
	return as_error_at(error, AS_ERROR_INPUT, path, 0, 0,
		"is a file of a package; name the package's folder, %.*s", length,
		slash ? path : ".");
}

/* Opening a FIFO would block, and opening a device may do anything. */
static int open_archive(struct package_loader *loader, struct as_error *error)
{
	struct as_package *package = loader->package;
	struct stat status;
	if (stat(package->path, &status) < 0)
		return open_error(package->path, errno, error);
	if (!S_ISREG(status.st_mode))
		return path_error(package->path, error,
			"is not a folder or a regular file; a package is a folder with "
			"problem.yaml and data, or a zip archive of one");
	if (is_metadata(package->path))
		return refuse_metadata(package->path, error);
	AS_AUTO_FD int fd = open(package->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return open_error(package->path, errno, error);
	return package_archive_open(package, fd, loader->cancel, error);
}

static int open_folder(struct package_loader *loader, struct as_error *error)
{
	struct as_package *package = loader->package;
	if (loader->packed_fd >= 0)
		return package_packed_open(package, loader->packed_fd, loader->cancel, error);
	/* A person typed this path, so its links are followed. */
	package->tree.fd = open(package->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (package->tree.fd >= 0) {
		package->folder = as_text_format(error, "%s", package->path);
		return package->folder ? 0 : -1;
	}
	if (errno == ENOENT)
		return path_error(*package->path ? package->path : "''", error,
			"no such file or folder; name a package's folder or its zip archive");
	if (errno == ENOTDIR)
		return open_archive(loader, error);
	return open_error(package->path, errno, error);
}

static int name_package(struct as_package *package, struct as_error *error)
{
	if (package->short_name)
		return 0; /* named after its archive */
	const char *slash = strrchr(package->tree.root, '/');
	const char *name = slash ? slash + 1 : package->tree.root;
	char shown[4 * NAME_MAX + 1];
	/* The name is used in documents and messages, and a folder may have any name. */
	as_text_printable(name, strlen(name), shown, sizeof(shown));
	package->short_name = as_text_format(error, "%s", shown);
	return package->short_name ? 0 : -1;
}

static int choose_title(struct as_package *package, struct as_error *error)
{
	if (!package->title)
		package->title = as_text_format(error, "%s", package->short_name);
	return package->title ? 0 : -1;
}

static int find_recipe(struct package_loader *loader, struct as_error *error)
{
	enum as_tree_type type;
	if (as_tree_find(&loader->package->tree, RECIPE_PATH, &type, NULL, error) < 0)
		return -1;
	loader->data.has_recipe = type == AS_TREE_FILE;
	return 0;
}

static int digest_tests(struct package_loader *loader, struct as_error *error)
{
	const struct as_package *package = loader->package;
	for (size_t i = 0; i < package->test_count; i++) {
		const struct as_test *test = &package->tests[i];
		AS_AUTO_FREE char *input = as_text_format(error, "data/%s.in", test->name);
		AS_AUTO_FREE char *answer = as_text_format(error, "data/%s.ans", test->name);
		if (!input || !answer ||
			package_digest_file(loader, input, test->input_path, error) < 0 ||
			package_digest_file(loader, answer, test->answer_path, error) < 0)
			return -1;
	}
	return 0;
}

/* Incomplete data cannot be judged, and findings about them would be misleading. */
static int check_mark(const struct as_package *package, struct as_error *error)
{
	struct stat status;
	if (fstatat(package->tree.fd, AS_RECIPE_MARK, &status, AT_SYMLINK_NOFOLLOW) < 0)
		return 0;
	return as_error_at(error, AS_ERROR_INPUT, package->path, 0, 0,
		"some tests of this package are old and some are new, because an `assay gen` did "
		"not finish; run `assay gen %s`",
		package->path);
}

/* Makes the tree for looking up files, once the folder is open. */
static int begin_tree(struct as_package *package, struct as_error *error)
{
	int fd = package->tree.fd;
	if (as_tree_init(&package->tree, fd, package->path, error) == 0)
		return 0;
	close(fd);
	return -1;
}

/* The keeper of `metadata` clears it. */
static int read_metadata(
	struct package_loader *loader, struct package_metadata *metadata, struct as_error *error)
{
	struct metadata_reader reader = {.loader = loader, .made = metadata};

	loader->metadata = metadata;
	return package_metadata_read(&reader, error) < 0 ? -1
							 : package_domjudge_read(&reader, error);
}

static int load(
	struct package_loader *loader, struct package_metadata *metadata, struct as_error *error)
{
	struct as_package *package = loader->package;
	as_digest_init(&loader->digest);
	if (open_folder(loader, error) < 0 || begin_tree(package, error) < 0 ||
		check_mark(package, error) < 0 || name_package(package, error) < 0 ||
		read_metadata(loader, metadata, error) < 0 ||
		package_statements_read(loader, error) < 0 || choose_title(package, error) < 0 ||
		package_programs_read(loader, error) < 0 || find_recipe(loader, error) < 0 ||
		package_tests_read(loader, error) < 0 || digest_tests(loader, error) < 0)
		return -1;
	as_digest_end(&loader->digest, package->digest);
	/* Probes affect no verdict, so their files go into a digest that is discarded. */
	as_digest_init(&loader->digest);
	return package_probes_read(loader, error);
}

static int load_settings(
	struct package_loader *loader, struct package_metadata *metadata, struct as_error *error)
{
	as_digest_init(&loader->digest);
	if (open_folder(loader, error) < 0 || begin_tree(loader->package, error) < 0 ||
		name_package(loader->package, error) < 0)
		return -1;
	return read_metadata(loader, metadata, error);
}

static int load_names(
	struct package_loader *loader, struct package_metadata *metadata, struct as_error *error)
{
	loader->without_digest = true;
	return load_settings(loader, metadata, error) < 0 || find_recipe(loader, error) < 0
		       ? -1
		       : package_tests_read(loader, error);
}

static struct as_package *open_by(const char *path, int packed_fd, const atomic_bool *cancel,
	int (*read)(struct package_loader *, struct package_metadata *, struct as_error *),
	struct as_error *error)
{
	struct as_package *package = calloc(1, sizeof *package);
	if (!package) {
		as_error_no_memory(error);
		return NULL;
	}
	struct package_loader loader = {
		.package = package, .packed_fd = packed_fd, .cancel = cancel};
	package->tree.fd = -1;
	package->snapshot.begun_ns = package_snapshot_now_ns();
	package->path = as_text_format(error, "%s", path);
	struct package_metadata metadata = {0};
	int status = package->path ? read(&loader, &metadata, error) : -1;
	package_metadata_clear(&metadata);
	if (status == 0) {
		package_snapshot_end(package);
		return package;
	}
	as_package_close(package);
	return NULL;
}

struct as_package *as_package_open(
	const char *path, const atomic_bool *cancel, struct as_error *error)
{
	return open_by(path, -1, cancel, load, error);
}

struct as_package *as_package_open_packed(
	int archive_fd, const char *name, const atomic_bool *cancel, struct as_error *error)
{
	return open_by(name, archive_fd, cancel, load, error);
}

struct as_package *as_package_open_settings(const char *path, struct as_error *error)
{
	return open_by(path, -1, NULL, load_settings, error);
}

struct as_package *as_package_open_names(const char *path, struct as_error *error)
{
	return open_by(path, -1, NULL, load_names, error);
}

static void clear_test(struct as_test *test)
{
	free(test->name);
	free(test->input_path);
	free(test->answer_path);
	free(test->files_path);
	as_names_free(test->output_validator_args);
	as_names_free(test->args);
	package_input_args_free(test->input_validator_args);
	free(test->hint);
}

static void clear_group(struct as_group *group)
{
	free(group->name);
	free(group->required);
	as_names_free(group->static_args);
	as_names_free(group->grading.grader_flags);
}

void as_package_close(struct as_package *package)
{
	if (!package)
		return;
	for (size_t i = 0; i < package->test_count; i++)
		clear_test(&package->tests[i]);
	for (size_t i = 0; i < package->group_count; i++)
		clear_group(&package->groups[i]);
	for (size_t i = 0; i < package->probe_count; i++) {
		clear_test(&package->probes[i].test);
		free(package->probes[i].output_path);
	}
	free(package->probes);
	free(package->tests);
	free(package->groups);
	as_names_free(package->languages);
	as_names_free(package->input_validators);
	free(package->static_validator);
	as_names_free(package->output_validators);
	free(package->grader);
	free(package->include);
	as_text_map_clear(&package->constants);
	as_text_map_clear(&package->entry_points);
	as_findings_clear(&package->findings);
	free(package->title);
	json_decref(package->titles);
	free(package->short_name);
	free(package->path);
	free(package->folder);
	if (package->tree.fd >= 0)
		close(package->tree.fd);
	as_tree_clear(&package->tree);
	package_snapshot_clear(&package->snapshot);
	package_archive_close(package);
	free(package);
}

static int report_no_data(const struct as_package *package, struct as_error *error)
{
	const char *path = package->path;
	/* A recipe may make only samples; then generating again would not help. */
	const char *lack =
		package->test_count > 0 ? "no secret tests" : "the tests are not generated yet";
	const char *more =
		package->test_count > 0
			? ", and if its recipe makes none, add one to generators/generators.yaml"
			: "";

	/* As the bundled problems of an installation. */
	if (faccessat(AT_FDCWD, path, W_OK, AT_EACCESS))
		return as_error_at(error, AS_ERROR_INPUT, path, 0, 0,
			"%s, and this folder cannot be written; copy it (`cp -r %s .`), and run "
			"`assay gen` on the copy%s",
			lack, path, more);
	return as_error_at(
		error, AS_ERROR_INPUT, path, 0, 0, "%s; run `assay gen %s`%s", lack, path, more);
}

int as_package_require_data(const struct as_package *package, struct as_error *error)
{
	if (!package->needs_generation)
		return 0;
	if (package->unpacked_path)
		return path_error(package->path, error,
			"the tests are not generated yet; unpack the archive and run `assay gen` "
			"on its folder");
	AS_AUTO_FREE char *misspelt = package_misspelt_secret(package);
	if (misspelt)
		return as_error_at(error, AS_ERROR_INPUT, package->path, 0, 0,
			"no secret tests, but a folder data/%.80s; rename it to data/secret",
			misspelt);
	return report_no_data(package, error);
}

const struct as_test *as_package_find_test(const struct as_package *package, const char *name)
{
	for (size_t i = 0; i < package->test_count; i++)
		if (strcmp(package->tests[i].name, name) == 0)
			return &package->tests[i];
	return NULL;
}

const struct as_group *as_package_find_group(const struct as_package *package, const char *name)
{
	for (size_t i = 0; i < package->group_count; i++)
		if (strcmp(package->groups[i].name, name) == 0)
			return &package->groups[i];
	return NULL;
}

const struct as_group *as_package_total(const struct as_package *package)
{
	return as_package_find_group(package, package->graded ? "data" : "secret");
}
