/* SPDX-License-Identifier: MIT */
/*
 * Finds the programs of a package. A package does not state which files belong to which program: a
 * folder is a program, a source file is a program, and headers and notes belong to the others.
 */
#include "metadata.h"
#include "tests.h"
#include "words.h"
#include <assay/base/fit.h>
#include <string.h>

#define EXTRA_NAME "assay.yaml"

/* ---- which entries of a folder are programs ---- */

static bool ends_with_one(const char *name, const char *const *endings)
{
	for (; *endings; endings++)
		if (as_package_name_ends(name, *endings))
			return true;
	return false;
}

/* Documentation or output of a compiler: not used by any program. */
static bool is_note(const char *name)
{
	static const char *const endings[] = {".md", ".tex", ".pdf", ".o", ".class", ".pyc", NULL};
	static const char *const names[] = {
		"Makefile", "LICENSE", "CMakeLists.txt", "__pycache__", NULL};
	if (strncasecmp(name, "README", strlen("README")) == 0 || ends_with_one(name, endings))
		return true;
	for (const char *const *one = names; *one; one++)
		if (strcmp(name, *one) == 0)
			return true;
	return false;
}

/* Not a program, but a file that one may include or read. */
static bool is_part(const char *name)
{
	static const char *const endings[] = {".h", ".hh", ".hpp", ".hxx", ".txt", ".json", ".yaml",
		".yml", ".in", ".ans", ".toml", NULL};
	return ends_with_one(name, endings);
}

static bool is_program(const char *name)
{
	return !is_note(name) && !is_part(name);
}

bool as_package_program_is(const char *path, const char *name, bool with_ending)
{
	const char *slash = strrchr(path, '/');
	const char *base = slash ? slash + 1 : path;
	const char *dot = strrchr(base, '.');
	size_t length = dot && !with_ending ? (size_t)(dot - base) : strlen(base);
	return strlen(name) == length && strncmp(base, name, length) == 0;
}

struct contents {
	size_t programs, folders, parts;
	bool has_script;                   /* build or run: the folder itself is a program */
	const struct package_entry *first; /* program or folder */
};

static struct contents count_contents(const struct package_entries *entries)
{
	struct contents contents = {0};
	for (size_t i = 0; i < entries->count; i++) {
		const struct package_entry *entry = &entries->list[i];
		if (is_note(entry->name))
			continue;
		if (is_part(entry->name)) {
			contents.parts++;
			continue;
		}
		if (entry->type == AS_TREE_FILE &&
			(strcmp(entry->name, "build") == 0 || strcmp(entry->name, "run") == 0))
			contents.has_script = true;
		if (entry->type == AS_TREE_FOLDER)
			contents.folders++;
		else
			contents.programs++;
		if (!contents.first)
			contents.first = entry;
	}
	return contents;
}

/* A folder's real path and entries; `real` is NULL if there is no such folder. */
static int open_folder(struct package_loader *loader, const char *path, char **real,
	struct package_entries *entries, struct as_error *error)
{
	enum as_tree_type type;
	AS_AUTO_FREE char *found = NULL;
	*real = NULL;
	if (as_tree_find(&loader->package->tree, path, &type, &found, error) < 0)
		return -1;
	if (type == AS_TREE_ABSENT)
		return 0;
	if (type != AS_TREE_FOLDER)
		return package_error(loader, path, error,
			"is not a folder; put the program into a folder of this name");
	if (package_entries_read(loader, path, found, entries, error) < 0)
		return -1;
	*real = as_steal(found);
	return 0;
}

/* ---- a single program in its folder ---- */

/* Legacy: there is only one grader. */
static bool is_several(const struct package_loader *loader, const struct contents *contents)
{
	if (contents->has_script)
		return false;
	if (loader->package->format == AS_FORMAT_LEGACY)
		return contents->programs + contents->folders > 1;
	return contents->programs == 0 && contents->folders > 1;
}

/* Sets `program` (NULL: none) to the path of the only program below a folder. */
static int find_single(
	struct package_loader *loader, const char *path, char **program, struct as_error *error)
{
	AS_AUTO(package_entries_clear) struct package_entries entries = {0};
	AS_AUTO_FREE char *real = NULL;
	int status = open_folder(loader, path, &real, &entries, error);
	if (status < 0 || !real)
		return status;
	struct contents contents = count_contents(&entries);
	if (!contents.first)
		return entries.count == 0
			       ? 0
			       : package_warn(loader, path, error, "is ignored: it has no program");
	if (is_several(loader, &contents))
		return package_error(loader, path, error,
			"has more than one program; put the files of one program into one folder "
			"and remove the others");
	bool alone = contents.programs + contents.folders == 1 &&
		     (contents.parts == 0 || contents.folders == 1) && !contents.has_script;
	*program = as_text_format(error, "%s", alone ? contents.first->real : real);
	return *program ? package_digest_tree(loader, path, real, error) : -1;
}

static int add_program(char ***programs, const char *real, struct as_error *error)
{
	const char *const words[] = {real, NULL};
	return package_words_append(programs, words, error);
}

static bool is_checktestdata(const char *name)
{
	return as_text_ends(name, ".ctd");
}

/* The name in the folder decides whether a file is a Checktestdata script, not that of the file to
 * which a link of this name leads. */
static int add_programs(
	char ***programs, const struct package_entries *entries, struct as_error *error)
{
	for (size_t i = 0; i < entries->count; i++) {
		const struct package_entry *entry = &entries->list[i];
		const bool is_renamed =
			is_checktestdata(entry->name) != is_checktestdata(entry->real);
		if (is_program(entry->name) &&
			add_program(programs, is_renamed ? entry->path : entry->real, error) < 0)
			return -1;
	}
	return 0;
}

static bool is_modern(const struct as_package *package)
{
	return package->format == AS_FORMAT_2025_09;
}

/* ---- the output validator ---- */

static int refuse_old_name(struct package_loader *loader, struct as_error *error)
{
	enum as_tree_type type;
	if (as_tree_find(&loader->package->tree, "output_validators", &type, NULL, error) < 0)
		return -1;
	if (type == AS_TREE_ABSENT)
		return 0;
	return package_error(loader, "output_validators", error,
		"is the legacy format's name of output_validator; rename it");
}

/* Legacy: each file and folder is a program, all of which must accept. 0 with *programs NULL: there
 * is only one. */
static int find_several(
	struct package_loader *loader, const char *path, char ***programs, struct as_error *error)
{
	AS_AUTO(package_entries_clear) struct package_entries entries = {0};
	AS_AUTO_FREE char *real = NULL;
	int status = open_folder(loader, path, &real, &entries, error);
	if (status < 0 || !real)
		return status;
	struct contents contents = count_contents(&entries);
	if (!is_several(loader, &contents))
		return 0;
	if (add_programs(programs, &entries, error) < 0)
		return -1;
	return package_digest_tree(loader, path, real, error);
}

static int find_in(
	struct package_loader *loader, const char *folder, char ***programs, struct as_error *error)
{
	AS_AUTO_FREE char *program = NULL;
	if (loader->package->format == AS_FORMAT_LEGACY &&
		find_several(loader, folder, programs, error) < 0)
		return -1;
	if (*programs)
		return 0;
	if (find_single(loader, folder, &program, error) < 0)
		return -1;
	return program ? add_program(programs, program, error) : 0;
}

static int find_any_name(struct package_loader *loader, char ***programs, struct as_error *error)
{
	static const char *const names[] = {"output_validators", "output_validator"};
	for (size_t i = 0; i < 2; i++)
		if (!*programs && find_in(loader, names[i], programs, error) < 0)
			return -1;
	return 0;
}

static int require_output_validator(struct package_loader *loader, struct as_error *error)
{
	const struct as_package *package = loader->package;
	if (package->output_validators)
		return package->output_validators[1] && package->multi_pass
			       ? package_error(loader, "output_validators", error,
					 "has more than one program, but a multi-pass package may "
					 "have only one; remove the others")
			       : 0;
	if (package->interactive || package->multi_pass)
		return package_error(loader, PACKAGE_METADATA_NAME, error,
			"%s packages need a program in output_validator%s/",
			package->interactive ? "interactive" : "multi-pass",
			is_modern(package) ? "" : "s");
	if (loader->metadata->named_validator)
		return package_error(loader, PACKAGE_INI_NAME, error,
			"special_compare '%.*s' is not in the package; put its program into "
			"output_validators/",
			as_text_fit(loader->metadata->named_validator, 60),
			loader->metadata->named_validator);
	if (loader->metadata->custom)
		return package_error(loader, PACKAGE_METADATA_NAME, error,
			"validation is custom, but output_validators/ has no program");
	if (package->dialect == AS_VALIDATOR_TESTLIB)
		return package_error(loader, EXTRA_NAME, error,
			"output_validator is testlib, but the package has no output validator");
	return 0;
}

static int find_output_validator(struct package_loader *loader, struct as_error *error)
{
	struct as_package *package = loader->package;
	AS_AUTO_NAMES char **programs = NULL;
	int status = is_modern(package) ? find_in(loader, "output_validator", &programs, error)
					: find_any_name(loader, &programs, error);
	if (status < 0 || (is_modern(package) && refuse_old_name(loader, error) < 0))
		return -1;
	bool wanted = package->format != AS_FORMAT_LEGACY || loader->metadata->custom ||
		      loader->metadata->named_validator || package->interactive ||
		      package->multi_pass;
	if (programs && !wanted)
		return package_warn(loader, programs[0], error,
			"is not used, because validation in problem.yaml is default; write "
			"`validation: custom` or remove it");
	package->output_validators = as_steal(programs);
	return require_output_validator(loader, error);
}

/* ---- the others ---- */

static int find_static_validator(struct package_loader *loader, struct as_error *error)
{
	struct as_package *package = loader->package;
	if (package->format == AS_FORMAT_LEGACY)
		return 0;
	if (find_single(loader, "static_validator", &package->static_validator, error) < 0)
		return -1;
	if (package->static_validator && package->submit_answer)
		return package_error(loader, "static_validator", error,
			"packages of type submit-answer have no source to validate; remove it");
	return 0;
}

static int find_grader(struct package_loader *loader, struct as_error *error)
{
	struct as_package *package = loader->package;
	return is_modern(package) ? 0 : find_single(loader, "graders", &package->grader, error);
}

static int find_include(struct package_loader *loader, struct as_error *error)
{
	AS_AUTO(package_entries_clear) struct package_entries entries = {0};
	AS_AUTO_FREE char *real = NULL;
	int status = open_folder(loader, "include", &real, &entries, error);
	if (status < 0 || !real || entries.count == 0)
		return status;
	if (package_digest_tree(loader, "include", real, error) < 0)
		return -1;
	loader->package->include = as_steal(real);
	return 0;
}

static int add_input_validators(
	struct package_loader *loader, const char *path, struct as_error *error)
{
	AS_AUTO(package_entries_clear) struct package_entries entries = {0};
	AS_AUTO_FREE char *real = NULL;
	int status = open_folder(loader, path, &real, &entries, error);
	if (status < 0 || !real)
		return status;
	struct contents contents = count_contents(&entries);
	/* A single source beside its headers is not in a folder of its own, but is accepted. A
	 * Checktestdata script has no headers. */
	if (contents.has_script ||
		(contents.programs == 1 && contents.folders == 0 && contents.parts > 0 &&
			!is_checktestdata(contents.first->name)))
		return add_program(&loader->package->input_validators, real, error);
	return add_programs(&loader->package->input_validators, &entries, error);
}

static int find_input_validators(struct package_loader *loader, struct as_error *error)
{
	if (add_input_validators(loader, "input_validators", error) < 0)
		return -1;
	if (is_modern(loader->package))
		return 0;
	return add_input_validators(loader, "input_format_validators", error);
}

/* ---- assay.yaml: settings for this judge only ---- */

static int read_word(const struct as_node *node, const char *key,
	enum as_validator_dialect *dialect, struct as_error *error)
{
	const char *text;
	if (as_node_text(node, &text, error) < 0)
		return -1;
	if (strcmp(text, "testlib") != 0 && strcmp(text, "icpc") != 0)
		return as_node_error(node, error,
			"%s must be testlib (exit status 0 accepts) or icpc (42 accepts)", key);
	*dialect = strcmp(text, "testlib") == 0 ? AS_VALIDATOR_TESTLIB : AS_VALIDATOR_ICPC;
	return 0;
}

static int read_dialect(const struct as_node *node, void *target, struct as_error *error)
{
	return read_word(node, "output_validator", &((struct as_package *)target)->dialect, error);
}

static int read_input_dialect(const struct as_node *node, void *target, struct as_error *error)
{
	return read_word(
		node, "input_validators", &((struct as_package *)target)->input_dialect, error);
}

static int read_extra(struct package_loader *loader, struct as_error *error)
{
	static const struct as_node_key keys[] = {{"output_validator", read_dialect, false},
		{"input_validators", read_input_dialect, false}};
	enum as_tree_type type;
	AS_AUTO_FREE char *real = NULL;
	AS_AUTO_DOCUMENT struct as_document document = {0};
	int status = as_tree_find(&loader->package->tree, EXTRA_NAME, &type, &real, error);
	if (status < 0 || type == AS_TREE_ABSENT)
		return status;
	if (package_document(loader, EXTRA_NAME, real, &document, error) < 0)
		return -1;
	struct as_node root = as_node_root(&document);
	return as_node_read(&root, keys, 2, loader->package, error);
}

int package_programs_read(struct package_loader *loader, struct as_error *error)
{
	if (read_extra(loader, error) < 0 || find_output_validator(loader, error) < 0 ||
		find_static_validator(loader, error) < 0 || find_grader(loader, error) < 0 ||
		find_include(loader, error) < 0)
		return -1;
	return find_input_validators(loader, error);
}
