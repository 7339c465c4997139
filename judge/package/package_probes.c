/* SPDX-License-Identifier: MIT */
/* data/invalid_input, data/invalid_output and data/valid_output: data with known results of the
 * validators. */
#include "modern.h"
#include <string.h>

#define MAX_PROBES 10000

static const char *const paths[] = {
	[AS_PROBE_INVALID_INPUT] = "data/invalid_input",
	[AS_PROBE_INVALID_OUTPUT] = "data/invalid_output",
	[AS_PROBE_VALID_OUTPUT] = "data/valid_output",
};

static struct as_probe *probe_new(
	struct package_loader *loader, enum as_probe_kind kind, struct as_error *error)
{
	struct as_package *package = loader->package;
	if (package->probe_count == MAX_PROBES) {
		package_error(
			loader, paths[kind], error, "too many tests: more than %d", MAX_PROBES);
		return NULL;
	}
	if (!as_array_reserve(package->probes, package->probe_count, error))
		return NULL;
	package->probes[package->probe_count] = (struct as_probe){.kind = kind};
	return &package->probes[package->probe_count++];
}

/* A missing file is the author's to fix; no submission is judged with it. */
static int find_file(struct package_loader *loader, const struct package_entries *entries,
	const struct package_entry *input, const char *ending, const struct package_entry **file,
	struct as_error *error)
{
	*file = package_entry_sibling(entries, input, strlen(".in"), ending);
	if (*file && (*file)->type == AS_TREE_FILE)
		return 0;
	*file = NULL;
	return as_findings_add(&loader->package->findings, AS_FINDING_ERROR, input->path, error,
		"is ignored: it has no %s file of the same name", ending);
}

static int fill_probe(struct package_loader *loader, const struct package_entries *entries,
	const struct package_entry *input, const struct package_settings *above,
	struct as_test *test, struct as_error *error)
{
	AS_AUTO(package_settings_clear) struct package_settings settings = PACKAGE_SETTINGS_INIT;
	const struct package_entry *file =
		package_entry_sibling(entries, input, strlen(".in"), ".yaml");
	const struct package_entry *files =
		package_entry_sibling(entries, input, strlen(".in"), ".files");
	if (package_settings_copy(above, &settings, error) < 0 ||
		(file && package_entry_require_file(loader, file, error) < 0) ||
		(file && package_case_read(loader, file->path, file->real, &settings, error) < 0))
		return -1;
	if (files && files->type == AS_TREE_FOLDER) {
		test->files_path = as_text_format(error, "%s", files->real);
		if (!test->files_path)
			return -1;
	}
	return package_test_fill_settings(loader, test, &settings, error);
}

static int read_probe(struct package_loader *loader, enum as_probe_kind kind,
	const struct package_entries *entries, const struct package_entry *input,
	const struct package_settings *settings, struct as_error *error)
{
	const struct package_entry *answer = NULL, *output = NULL;
	bool needs_files = kind != AS_PROBE_INVALID_INPUT;
	if (package_entry_require_file(loader, input, error) < 0)
		return -1;
	if (needs_files && (find_file(loader, entries, input, ".ans", &answer, error) < 0 ||
				   find_file(loader, entries, input, ".out", &output, error) < 0))
		return -1;
	if (needs_files && (!answer || !output))
		return 0;
	struct as_probe *probe = probe_new(loader, kind, error);
	if (!probe || package_test_fill_paths(&probe->test, input, answer, error) < 0)
		return -1;
	if (output) {
		probe->output_path = as_text_format(error, "%s", output->real);
		if (!probe->output_path)
			return -1;
	}
	return fill_probe(loader, entries, input, settings, &probe->test, error);
}

/* Settings come only from the folder that contains the test. */
static int read_settings(struct package_loader *loader, const struct package_entries *entries,
	struct package_settings *settings, struct as_error *error)
{
	const struct package_entry *file = package_entry_find(entries, PACKAGE_SETTINGS_NAME);
	if (!file)
		return 0;
	if (package_entry_require_file(loader, file, error) < 0)
		return -1;
	return package_plain_group_read(loader, file->path, file->real, settings, error);
}

static int read_folder(struct package_loader *loader, enum as_probe_kind kind,
	const struct package_folder *folder, struct as_error *error);

static int read_subfolder(struct package_loader *loader, enum as_probe_kind kind,
	const struct package_folder *above, const struct package_entry *entry,
	struct as_error *error)
{
	const struct package_folder folder = {
		.above = above,
		.path = entry->path,
		.real = entry->real,
		.depth = above->depth + 1,
	};
	return read_folder(loader, kind, &folder, error);
}

static int read_folder(struct package_loader *loader, enum as_probe_kind kind,
	const struct package_folder *folder, struct as_error *error)
{
	AS_AUTO(package_entries_clear) struct package_entries entries = {0};
	AS_AUTO(package_settings_clear) struct package_settings settings = PACKAGE_SETTINGS_INIT;
	if (package_settings_begin(loader, &settings, error) < 0 ||
		package_folder_enter(loader, folder, error) < 0 ||
		package_entries_read(loader, folder->path, folder->real, &entries, error) < 0 ||
		read_settings(loader, &entries, &settings, error) < 0)
		return -1;
	for (size_t i = 0; i < entries.count; i++) {
		const struct package_entry *entry = &entries.list[i];
		int status = 0;
		if (as_package_name_ends(entry->name, ".in"))
			status = read_probe(loader, kind, &entries, entry, &settings, error);
		else if (entry->type == AS_TREE_FOLDER &&
			 !as_package_name_ends(entry->name, ".files"))
			status = read_subfolder(loader, kind, folder, entry, error);
		if (status < 0)
			return -1;
	}
	return 0;
}

static int compare_probes(const void *a, const void *b)
{
	const struct as_probe *left = a, *right = b;
	if (left->kind != right->kind)
		return left->kind < right->kind ? -1 : 1;
	return strcmp(left->test.name, right->test.name);
}

int package_probes_read(struct package_loader *loader, struct as_error *error)
{
	struct as_package *package = loader->package;
	if (loader->data.is_old)
		return 0;
	for (unsigned kind = 0; kind < sizeof paths / sizeof *paths; kind++) {
		enum as_tree_type type;
		AS_AUTO_FREE char *real = NULL;
		if (as_tree_find(&loader->package->tree, paths[kind], &type, &real, error) < 0)
			return -1;
		const struct package_folder folder = {.path = paths[kind], .real = real};
		if (type == AS_TREE_FOLDER &&
			read_folder(loader, (enum as_probe_kind)kind, &folder, error) < 0)
			return -1;
	}
	if (package->probe_count > 0)
		qsort(package->probes, package->probe_count, sizeof *package->probes,
			compare_probes);
	return 0;
}
