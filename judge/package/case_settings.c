/* SPDX-License-Identifier: MIT */
/* Reads the .yaml of a test, whose keys test_group.yaml also has. */
#include "case_settings.h"

#include "metadata.h"
#include "modern.h"
#include "words.h"

/* ---- keys of both ---- */

PACKAGE_MEMBER_READER(read_feedback, struct settings_reader, as_node_bool, settings->full_feedback)

static int read_words(const struct as_node *node, const char ***words, struct as_error *error)
{
	size_t count;
	if (as_node_words(node, words, &count, error) < 0)
		return -1;
	return package_words_fit(*words) ? 0 : as_node_error(node, error, PACKAGE_WORDS_TOO_LONG);
}

int settings_set_words(const struct as_node *node, char ***list, struct as_error *error)
{
	AS_AUTO_FREE const char **words = NULL;
	if (read_words(node, &words, error) < 0)
		return -1;
	as_names_free(*list);
	*list = NULL;
	return package_words_append(list, words, error);
}

int settings_read_args(const struct as_node *node, void *target, struct as_error *error)
{
	struct settings_reader *reader = target;
	reader->settings->has_args = true;
	return settings_set_words(node, &reader->settings->args, error);
}

static int add_input_args(const struct as_node *node, const char *name, struct as_input_args *args,
	struct as_error *error)
{
	AS_AUTO_FREE const char **words = NULL;
	if (read_words(node, &words, error) < 0)
		return -1;
	return package_input_args_add(args, name, words, error);
}

int settings_read_input_args(const struct as_node *node, void *target, struct as_error *error)
{
	struct settings_reader *reader = target;
	struct as_input_args *args = package_input_args_new(error);
	const char *name;
	json_t *value;
	package_input_args_free(reader->settings->input_validator_args);
	reader->settings->input_validator_args = args;
	if (!args)
		return -1;
	if (!json_is_object(node->value))
		return add_input_args(node, NULL, args, error);
	json_object_foreach(node->value, name, value)
	{
		struct as_node child = as_node_child(node, name);
		if (add_input_args(&child, name, args, error) < 0)
			return -1;
	}
	return 0;
}

int settings_read_output_args(const struct as_node *node, void *target, struct as_error *error)
{
	struct settings_reader *reader = target;
	struct package_settings *settings = reader->settings;
	struct as_error cause = {0};
	settings->has_output_validator_args = true;
	if (settings_set_words(node, &settings->output_validator_args, error) < 0)
		return -1;
	if (reader->loader->package->output_validators)
		return 0;
	if (as_check_flags_parse((const char *const *)settings->output_validator_args,
		    as_names_count(settings->output_validator_args), &settings->check_flags,
		    &cause) < 0)
		return as_node_error(node, error, "%s", cause.text);
	return 0;
}

int settings_read_known(const struct as_node *node, const struct as_node_key *keys, size_t count,
	struct settings_reader *reader, struct as_error *error)
{
	const struct as_node ignored = as_node_child(node, AS_GROUP_KEY_IGNORED);
	AS_AUTO_JSON json_t *rest = NULL;
	struct as_node known = *node;
	if (ignored.value) {
		if (package_node_warn(reader->loader, &ignored, error,
			    "key '%s' is ignored: answer validators are not run", ignored.key) < 0)
			return -1;
		if (!(rest = json_copy(node->value)))
			return as_error_no_memory(error);
		json_object_del(rest, ignored.key);
		known.value = rest;
	}
	return as_node_read(&known, keys, count, reader, error);
}

/* ---- a test's own .yaml ---- */

static int read_hint(const struct as_node *node, void *target, struct as_error *error)
{
	struct settings_reader *reader = target;
	const char *text;
	if (as_node_text(node, &text, error) < 0)
		return -1;
	free(reader->settings->hint);
	reader->settings->hint = as_text_format(error, "%s", text);
	return reader->settings->hint ? 0 : -1;
}

static int read_case(struct package_loader *loader, const struct as_node *node,
	struct package_settings *settings, struct as_error *error)
{
	static const struct as_node_key keys[] = {
		{"args", settings_read_args, false},
		{"input_validator_args", settings_read_input_args, false},
		{"output_validator_args", settings_read_output_args, false},
		{"input_visualizer_args", package_texts_check, false},
		{"output_visualizer_args", package_texts_check, false},
		{"full_feedback", read_feedback, false},
		{"hint", read_hint, false},
		{"description", as_node_check_text, false},
	};
	struct settings_reader reader = {.loader = loader, .settings = settings};
	return settings_read_known(node, keys, sizeof keys / sizeof *keys, &reader, error);
}

int package_case_read(struct package_loader *loader, const char *path, const char *real,
	struct package_settings *settings, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	if (package_document(loader, path, real, &document, error) < 0)
		return -1;
	struct as_node root = as_node_root(&document);
	return read_case(loader, &root, settings, error);
}

int package_plain_group_read(struct package_loader *loader, const char *path, const char *real,
	struct package_settings *settings, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	if (package_document_with_constants(loader, path, real, &document, error) < 0)
		return -1;
	struct as_node root = as_node_root(&document);
	return read_case(loader, &root, settings, error);
}

int package_plain_group_check(
	struct package_loader *loader, const struct as_node *node, struct as_error *error)
{
	AS_AUTO(package_settings_clear) struct package_settings settings = PACKAGE_SETTINGS_INIT;
	return read_case(loader, node, &settings, error);
}
