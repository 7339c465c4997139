/* SPDX-License-Identifier: MIT */
/* problem.yaml of 2025-09, and of its draft, which was never specified completely. */
#include "metadata.h"
#include "words.h"
#include <string.h>

static int read_type(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_package *package = target;
	return package_types_read(node, true, package, error);
}

static int read_limits(const struct as_node *node, void *target, struct as_error *error)
{
	return package_limits_read(node, target, error);
}

static int read_languages(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_package *package = target;
	AS_AUTO_FREE const char **words = NULL;
	size_t count;
	if (json_is_string(node->value)) {
		if (strcmp(json_string_value(node->value), "all") == 0)
			return 0;
		return as_node_error(
			node, error, "languages must be all or a sequence such as [c, cpp]");
	}
	if (as_node_words(node, &words, &count, error) < 0)
		return -1;
	if (count == 0)
		return as_node_error(
			node, error, "languages must not be empty; name some or write all");
	return package_words_append(&package->languages, words, error);
}

PACKAGE_MEMBER_READER(read_file_writing, struct as_package, as_node_bool, writes_files)

/* For keys of the legacy format, the message names their replacement. */
static int refuse_author(const struct as_node *node, void *target, struct as_error *error)
{
	(void)target;
	return as_node_error(
		node, error, "key 'author' is of the legacy format; write credits: {authors: ...}");
}

static int refuse_source_url(const struct as_node *node, void *target, struct as_error *error)
{
	(void)target;
	return as_node_error(node, error,
		"key 'source_url' is of the legacy format; write source: {name: ..., url: ...}");
}

enum { LIMITS_KEY = 2 };

static const struct as_node_key modern_keys[] = {
	{"problem_format_version", package_key_ignore, true}, /* it has selected this table */
	{"type", read_type, false},
	[LIMITS_KEY] = {"limits", read_limits, false},
	{"languages", read_languages, false},
	{"allow_file_writing", read_file_writing, false},
	{"constants", package_constants_read, false},
};
enum { KEY_COUNT = sizeof modern_keys / sizeof *modern_keys };

/* These affect no verdict. The last ones are keys of the legacy format, which in 2025-09 exist only
 * for their messages. */
enum { UUID_KEY = 1, OLDER_COUNT = 2 };
static const struct as_node_key other_keys[] = {
	{"name", package_name_read, true},
	[UUID_KEY] = {"uuid", as_node_check_text, true},
	{"version", as_node_check_text, false},
	{"credits", package_credits_check, false},
	{"source", package_source_check, false},
	{"license", package_license_check, false},
	{"rights_owner", as_node_check_text, false},
	{"embargo_until", package_embargo_check, false},
	{"keywords", package_texts_check, false},
	{"author", refuse_author, false},
	{"source_url", refuse_source_url, false},
};
enum { OTHER_COUNT = sizeof other_keys / sizeof *other_keys };

/* For a while the draft had the legacy format's keys, and people continued to use them. */
static int read_draft(
	struct metadata_reader *reader, const struct as_node *root, struct as_error *error)
{
	struct package_loader *loader = reader->loader;
	enum { METADATA = OTHER_COUNT - OLDER_COUNT, COUNT = KEY_COUNT + METADATA };
	struct as_node_key keys[COUNT + 2];
	const struct as_node limits = as_node_child(root, "limits");
	memcpy(keys, modern_keys, sizeof modern_keys);
	memcpy(keys + KEY_COUNT, other_keys, METADATA * sizeof *other_keys);
	/* These are read below, since they need the loader. */
	keys[COUNT] = (struct as_node_key){"validation", package_key_ignore, false};
	keys[COUNT + 1] = (struct as_node_key){"validator_flags", package_key_ignore, false};
	keys[LIMITS_KEY].read = package_key_ignore;
	/* The draft requires it, but the tools of its time did not. */
	keys[KEY_COUNT + UUID_KEY].required = false;
	if (!json_object_get(root->value, "uuid") &&
		package_node_warn(loader, root, error, "missing key 'uuid'") < 0)
		return -1;
	if (package_node_read_loosely(loader, root, keys, COUNT + 2, loader->package, error) < 0 ||
		package_legacy_validation_read(reader, root, error) < 0)
		return -1;
	return limits.value && !json_is_null(limits.value)
		       ? package_limits_read_draft(loader, &limits, error)
		       : 0;
}

/* Keys that affected verdicts. */
static int refuse_older(const struct as_node *root, struct as_error *error)
{
	static const char *const older[][2] = {
		{"validation", "a program in output_validator/ needs no key; write `type: "
			       "interactive` if the problem is interactive"},
		{"validator_flags", "write output_validator_args into test_group.yaml files of "
				    "data/sample and data/secret"},
		{"grading", "write max_score and score_aggregation into test_group.yaml files"},
	};
	for (size_t i = 0; i < sizeof older / sizeof *older; i++) {
		const struct as_node node = as_node_child(root, older[i][0]);
		if (node.value)
			return as_node_error(&node, error, "key '%s' is of the legacy format; %s",
				older[i][0], older[i][1]);
	}
	return 0;
}

/* Several types in one text are accepted, although the format has a list for them. */
static int check_type_text(
	struct package_loader *loader, const struct as_node *root, struct as_error *error)
{
	const struct as_node node = as_node_child(root, "type");
	const char *text = json_string_value(node.value);
	if (!text || !strpbrk(text, " \t") || loader->package->format != AS_FORMAT_2025_09)
		return 0;
	return package_node_warn(loader, &node, error,
		"several types must be a list, such as [scoring, interactive]");
}

/* ---- consistency of keys ---- */

/* The name may be a single text, which is in English. */
static int keep_names(struct package_metadata *made, const json_t *name, struct as_error *error)
{
	made->names =
		json_is_object(name) ? json_copy((json_t *)name) : json_pack("{s:b}", "en", true);
	return made->names ? 0 : as_error_no_memory(error);
}

static bool has_author(const json_t *credits)
{
	return json_is_string(credits) || json_object_get(credits, "authors");
}

static int check_rights(
	struct package_loader *loader, const struct as_node *root, struct as_error *error)
{
	const struct as_node node = as_node_child(root, "license");
	const char *license = json_string_value(node.value);
	const json_t *owner = json_object_get(root->value, "rights_owner");
	bool has_owner = owner || has_author(json_object_get(root->value, "credits")) ||
			 json_object_get(root->value, "source");
	if (!license || strcmp(license, "unknown") == 0)
		return 0;
	if (strcmp(license, "public domain") != 0)
		return has_owner ? 0
				 : package_node_warn(loader, &node, error,
					   "the license needs an owner of the rights; add "
					   "rights_owner, credits or source");
	return !owner ? 0
		      : package_node_warn(loader, &node, error,
				"rights_owner contradicts the license 'public domain'; remove one");
}

int package_modern_read(
	struct metadata_reader *reader, const struct as_node *root, struct as_error *error)
{
	struct package_loader *loader = reader->loader;

	if (loader->package->format == AS_FORMAT_2025_09 && refuse_older(root, error) < 0)
		return -1;
	int status = loader->package->format == AS_FORMAT_2023_07_DRAFT
			     ? read_draft(reader, root, error)
			     : package_node_read_reporting(loader, root, modern_keys, KEY_COUNT,
				       other_keys, OTHER_COUNT, loader->package, error);
	if (status < 0 || check_type_text(loader, root, error) < 0 ||
		keep_names(reader->made, json_object_get(root->value, "name"), error) < 0)
		return -1;
	const struct as_node constants = as_node_child(root, "constants");
	return package_constants_check(loader, &constants, error) < 0
		       ? -1
		       : check_rights(loader, root, error);
}
