/* SPDX-License-Identifier: MIT */
/*
 * Writes a package as a zip archive. First it lists all files of the package; a change of format
 * renames, drops and adds files in the list. Then it writes the archive (export_archive.c). Links
 * become copies of their targets.
 */
#include "export.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_DEPTH 32

static void clear(struct as_export *export)
{
	for (size_t i = 0; i < export->file_count; i++) {
		free(export->files[i].name);
		free(export->files[i].real);
		as_bytes_clear(&export->files[i].data);
	}
	free(export->files);
	as_names_free(export->notes);
}

/* ---- listing the package's files ---- */

/* `shared` is the path of a file beside the package, or NULL. */
static int collect_file(struct as_export *export, const char *path, const char *real,
	const char *shared, struct as_error *error)
{
	struct stat status;
	AS_AUTO_FD int fd = shared ? as_shared_open(&export->package->tree, real, NULL, error) : -1;
	if (shared && (fd < 0 || as_export_note(export, error, "%s is a copy of %s", path, shared)))
		return -1;
	if ((shared ? fstat(fd, &status)
		    : fstatat(export->package->tree.fd, real, &status, AT_SYMLINK_NOFOLLOW)) < 0)
		return as_tree_error(&export->package->tree, path, error, "cannot be examined: %s",
			strerrordesc_np(errno));
	return export_add(export, path, real, status.st_mode & S_IXUSR, error);
}

static int collect(struct as_export *export, const char *folder, const char *real, unsigned depth,
	struct as_error *error)
{
	if (depth > MAX_DEPTH)
		return as_tree_error(&export->package->tree, folder, error,
			"is nested deeper than %d folders", MAX_DEPTH);
	AS_AUTO_NAMES char **names =
		as_package_names(&export->package->tree, real, export->config->cancel, error);
	if (!names)
		return -1;
	for (char **name = names; *name; name++) {
		enum as_tree_type type;
		AS_AUTO_FREE char *inner = NULL, *shared = NULL;
		AS_AUTO_FREE char *path =
			*folder ? as_text_format(error, "%s/%s", folder, *name) : strdup(*name);
		if (!path || as_shared_find_entry(&export->package->tree, path, real, *name, &type,
				     &inner, &shared, error) < 0)
			return -1;
		int failed = 0;
		if (type == AS_TREE_FOLDER)
			failed = collect(export, path, inner, depth + 1, error);
		else if (type == AS_TREE_FILE)
			failed = collect_file(export, path, inner, shared, error);
		if (failed)
			return -1;
	}
	return 0;
}

/* DOMjudge's file with the time limit, the only file with a name that the format ignores. */
static int collect_time_limit(struct as_export *export, struct as_error *error)
{
	enum as_tree_type type;
	AS_AUTO_FREE char *real = NULL;
	if (as_tree_find(&export->package->tree, ".timelimit", &type, &real, error) < 0)
		return -1;
	return type == AS_TREE_FILE ? export_add(export, ".timelimit", real, false, error) : 0;
}

static int change_format(struct as_export *export, struct as_error *error)
{
	const struct as_package *package = export->package;
	if (export->config->format == package->format)
		return 0;
	const bool legacy = export->config->format == AS_FORMAT_LEGACY;
	const struct as_export_recipe *recipe = export->config->recipe;
	if (export->config->format == AS_FORMAT_2025_09 ||
		(legacy && package->format == AS_FORMAT_2025_09))
		return (legacy ? export_to_legacy(export, error)
			       : export_to_2025_09(export, error)) < 0
			       ? -1
		       : recipe ? recipe->convert(export, error)
				: 0;
	return as_error_at(error, AS_ERROR_INPUT, package->path, 0, 0,
		"a package of format 2023-07-draft can be exported unchanged or as 2025-09; remove "
		"--format or use --format=2025-09");
}

static int note_dialect(struct as_export *export, struct as_error *error)
{
	if (export->package->input_dialect == AS_VALIDATOR_TESTLIB &&
		as_export_note(export, error,
			"the input validators are written for testlib, which only assay reads from "
			"assay.yaml; for other judges put each into a folder "
			"input_validators/NAME/ "
			"with a script `build` that compiles it, and a script `run` that runs it "
			"and exits with 42 if its exit status is 0, and with 43 otherwise"))
		return -1;
	if (export->package->dialect != AS_VALIDATOR_TESTLIB)
		return 0;
	return as_export_note(export, error,
		"the output validator has a testlib-style exit status, which only assay reads from "
		"assay.yaml; other judges need exit status 42 (accepted) and 43");
}

int as_package_export(const struct as_package *package, const struct as_export_config *config,
	const char *path, char ***notes, struct as_error *error)
{
	AS_AUTO(clear) struct as_export export = {.package = package, .config = config};
	if (as_package_require_data(package, error) < 0 ||
		collect(&export, "", ".", 0, error) < 0 || collect_time_limit(&export, error) < 0 ||
		export_bundle(&export, error) < 0 || note_dialect(&export, error) < 0 ||
		change_format(&export, error) < 0 || export_archive(&export, path, error) < 0)
		return -1;
	*notes = as_steal(export.notes);
	return 0;
}
