/* SPDX-License-Identifier: MIT */
/* testdata.yaml: grading of a group in the legacy format. */
#include "legacy.h"
#include "metadata.h"
#include "words.h"
#include <assay/base/fit.h>
#include <string.h>

struct testdata_reader {
	struct package_loader *loader;
	struct package_testdata *testdata;
	size_t group; /* its index */
};

void package_testdata_clear(struct package_testdata *testdata)
{
	as_names_free(testdata->grader_flags);
	package_settings_clear(&testdata->tests);
	*testdata = (struct package_testdata){.tests = PACKAGE_SETTINGS_INIT};
}

static int testdata_copy(
	const struct package_testdata *from, struct package_testdata *to, struct as_error *error)
{
	*to = *from;
	to->grader_flags = NULL;
	if (package_settings_copy(&from->tests, &to->tests, error) < 0)
		return -1;
	return package_words_append(
		&to->grader_flags, (const char *const *)from->grader_flags, error);
}

/* ---- scores ---- */

/* A number, or its text: "inf" and "+inf" are texts in YAML. */
static int read_score(
	const struct as_node *node, const char *text, double *score, struct as_error *error)
{
	char *end;
	*score = strtod(text, &end);
	if (end == text || *end != '\0' || isnan(*score))
		return as_node_error(node, error, "%s: '%.*s' is not a number", node->key,
			as_text_fit(text, 40), text);
	return 0;
}

static int read_one_score(const struct as_node *node, double *score, struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;
	if (as_node_loose_text(node, &text, error) < 0 || read_score(node, text, score, error) < 0)
		return -1;
	return isfinite(*score) ? 0 : as_node_error(node, error, "%s must be finite", node->key);
}

int package_accept_score_read(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_grading *grading = target;
	return read_one_score(node, &grading->accept_score, error);
}

int package_reject_score_read(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_grading *grading = target;
	return read_one_score(node, &grading->reject_score, error);
}

int package_flags_split(const struct as_node *node, char ***words, struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;
	bool closed;
	if (as_node_loose_text(node, &text, error) < 0 ||
		package_words_split(text, words, &closed, error) < 0)
		return -1;
	if (!closed)
		return as_node_error(node, error, "%s: unclosed quote", node->key);
	return package_words_fit((const char *const *)*words)
		       ? 0
		       : as_node_error(node, error, PACKAGE_WORDS_TOO_LONG);
}

int package_range_read(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_grading *grading = target;
	AS_AUTO_NAMES char **words = NULL;
	if (package_flags_split(node, &words, error) < 0)
		return -1;
	if (as_names_count(words) != 2)
		return as_node_error(
			node, error, "range must be two numbers, such as \"0 100\" or \"0 inf\"");
	if (read_score(node, words[0], &grading->range_min, error) < 0 ||
		read_score(node, words[1], &grading->range_max, error) < 0)
		return -1;
	return grading->range_min <= grading->range_max
		       ? 0
		       : as_node_error(node, error, "range must begin with its lower bound");
}

/* ---- keys ---- */

typedef int score_reader(const struct as_node *node, void *target, struct as_error *error);

/* Many packages that were derived from others have unused scores. */
static int read_if_scoring(const struct as_node *node, struct testdata_reader *reader,
	score_reader *read, struct as_error *error)
{
	if (!reader->loader->package->scoring)
		return package_node_warn(reader->loader, node, error,
			"%s is ignored, because it is only for packages of type scoring",
			node->key);
	return read(node, &reader->testdata->grading, error);
}

static int read_accept_score(const struct as_node *node, void *target, struct as_error *error)
{
	struct testdata_reader *reader = target;
	struct as_grading *grading = &reader->testdata->grading;
	if (read_if_scoring(node, target, package_accept_score_read, error) < 0)
		return -1;
	if (reader->loader->package->scoring)
		grading->group_score = grading->accept_score;
	return 0;
}

static int read_reject_score(const struct as_node *node, void *target, struct as_error *error)
{
	struct testdata_reader *reader = target;
	reader->loader->data.graded_otherwise = true;
	return read_if_scoring(node, target, package_reject_score_read, error);
}

static int read_range(const struct as_node *node, void *target, struct as_error *error)
{
	return read_if_scoring(node, target, package_range_read, error);
}

/* Sets `second` if the text is the second of two words. */
static int read_choice(const struct as_node *node, const char *first, const char *second,
	bool *is_second, struct as_error *error)
{
	const char *text;
	if (as_node_text(node, &text, error) < 0)
		return -1;
	*is_second = strcmp(text, second) == 0;
	if (*is_second || strcmp(text, first) == 0)
		return 0;
	return as_node_error(node, error, "%s must be %s or %s, not '%.*s'", node->key, first,
		second, as_text_fit(text, 40), text);
}

static int read_on_reject(const struct as_node *node, void *target, struct as_error *error)
{
	struct testdata_reader *reader = target;
	return read_choice(node, "break", "continue", &reader->testdata->grading.continues, error);
}

static int read_grading(const struct as_node *node, void *target, struct as_error *error)
{
	struct testdata_reader *reader = target;
	if (read_choice(node, "default", "custom", &reader->testdata->custom, error) < 0)
		return -1;
	reader->loader->data.graded_otherwise |= reader->testdata->custom;
	return 0;
}

/* DOMjudge supports only these. */
static void note_own_flags(struct testdata_reader *reader)
{
	static const struct {
		const char *name;
		enum as_aggregation aggregation;
	} known[] = {{"sum", AS_AGGREGATE_SUM}, {"avg", AS_AGGREGATE_AVERAGE},
		{"min", AS_AGGREGATE_MIN}, {"max", AS_AGGREGATE_MAX}};
	for (char **word = reader->testdata->grader_flags; word && *word; word++) {
		size_t i = 0;
		while (i < sizeof known / sizeof *known && strcmp(known[i].name, *word) != 0)
			i++;
		if (i < sizeof known / sizeof *known)
			reader->testdata->grading.own_aggregation = known[i].aggregation;
		else if (strcmp(*word, "ignore_sample") != 0)
			reader->loader->data.graded_otherwise = true;
	}
}

static int read_grader_flags(const struct as_node *node, void *target, struct as_error *error)
{
	struct testdata_reader *reader = target;
	AS_AUTO_NAMES char **words = NULL;
	if (package_flags_split(node, &words, error) < 0)
		return -1;
	as_names_free(reader->testdata->grader_flags);
	reader->testdata->grader_flags = as_steal(words);
	note_own_flags(reader);
	return 0;
}

/* "flags" for all validators; {name: validator, flags: flags} for one. */
static int read_flags_map(
	const struct as_node *node, const char **name, char ***words, struct as_error *error)
{
	struct as_node name_node = as_node_child(node, "name");
	struct as_node flags_node = as_node_child(node, "flags");
	*name = NULL;
	if (!json_is_object(node->value))
		return package_flags_split(node, words, error);
	if (!name_node.value || json_object_size(node->value) != 1 + (flags_node.value != NULL))
		return as_node_error(
			node, error, "%s must be text, or a mapping of name and flags", node->key);
	if (as_node_text(&name_node, name, error) < 0)
		return -1;
	return flags_node.value && !json_is_null(flags_node.value)
		       ? package_flags_split(&flags_node, words, error)
		       : 0;
}

static int read_input_validator_flags(
	const struct as_node *node, void *target, struct as_error *error)
{
	struct testdata_reader *reader = target;
	struct package_settings *settings = &reader->testdata->tests;
	AS_AUTO_NAMES char **words = NULL;
	const char *name;
	if (read_flags_map(node, &name, &words, error) < 0)
		return -1;
	package_input_args_free(settings->input_validator_args);
	settings->input_validator_args = package_input_args_new(error);
	return settings->input_validator_args
		       ? package_input_args_add(settings->input_validator_args, name,
				 (const char *const *)words, error)
		       : -1;
}

/* ---- output_validator_flags ---- */

/* The output validator of the package with that name, or NULL. */
static const char *find_validator(const struct as_package *package, const char *name)
{
	for (int without = 0; without < 2; without++)
		for (char **path = package->output_validators; path && *path; path++)
			if (as_package_program_is(*path, name, !without))
				return *path;
	return NULL;
}

static int set_check_flags(const struct as_node *node, struct package_loader *loader,
	struct package_settings *settings, struct as_error *error)
{
	struct as_error cause = {0};
	bool overridden;
	if (loader->package->output_validators)
		return 0;
	if (package_legacy_check_flags(settings->output_validator_args, &settings->check_flags,
		    &overridden, &cause) < 0)
		return as_node_error(node, error, "%s", cause.text);
	return overridden ? package_node_warn(loader, node, error,
				    "duplicate tolerance; the last one is used")
			  : 0;
}

static int warn_of_name(struct package_loader *loader, const struct as_node *node, const char *word,
	const char *validator, struct as_error *error)
{
	return package_node_warn(loader, node, error,
		"'%.*s' is taken as the name of the output validator to run, %.*s, and not as a "
		"flag; to make the name explicit, write `{name: %.*s}`; to pass a flag, write "
		"`{name: VALIDATOR, flags: %.*s}`",
		as_text_fit(word, 60), word, as_text_fit(validator, 100), validator,
		as_text_fit(word, 60), word, as_text_fit(word, 60), word);
}

static int read_output_validator_flags(
	const struct as_node *node, void *target, struct as_error *error)
{
	struct testdata_reader *reader = target;
	const struct as_package *package = reader->loader->package;
	struct package_settings *settings = &reader->testdata->tests;
	AS_AUTO_NAMES char **words = NULL;
	const char *name;
	if (read_flags_map(node, &name, &words, error) < 0)
		return -1;
	settings->only_validator = name ? find_validator(package, name) : NULL;
	if (name && !settings->only_validator)
		return as_node_error(node, error,
			"unknown output validator '%.*s'; name a program in output_validators/",
			as_text_fit(name, 60), name);
	/* By the specification a single text is the name of a validator; in practice it is flags.
	 */
	if (!name && words && words[0] && !words[1])
		settings->only_validator = find_validator(package, words[0]);
	if (!name && settings->only_validator) {
		if (warn_of_name(reader->loader, node, words[0], settings->only_validator, error))
			return -1;
		as_names_free(words);
		words = NULL;
	}
	as_names_free(settings->output_validator_args);
	settings->output_validator_args = NULL;
	settings->check_flags = (struct as_check_flags)AS_CHECK_FLAGS_INIT;
	if (package_words_append(&settings->output_validator_args,
		    (const char *const *)reader->loader->metadata->validator_flags, error) < 0 ||
		package_words_append(
			&settings->output_validator_args, (const char *const *)words, error) < 0)
		return -1;
	return set_check_flags(node, reader->loader, settings, error);
}

/* ---- the file ---- */

static int read_keys(
	struct testdata_reader *reader, const struct as_node *node, struct as_error *error)
{
	static const struct as_node_key keys[] = {
		{"on_reject", read_on_reject, false},
		{"grading", read_grading, false},
		{"grader_flags", read_grader_flags, false},
		{"input_validator_flags", read_input_validator_flags, false},
		{"output_validator_flags", read_output_validator_flags, false},
		{"accept_score", read_accept_score, false},
		{"reject_score", read_reject_score, false},
		{"range", read_range, false},
	};
	return json_is_null(node->value) ? 0
					 : package_node_read_loosely(reader->loader, node, keys,
						   sizeof keys / sizeof *keys, reader, error);
}

static int read_file(
	struct testdata_reader *reader, const char *path, const char *real, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	if (package_document(reader->loader, path, real, &document, error) < 0)
		return -1;
	struct as_node root = as_node_root(&document);
	return read_keys(reader, &root, error);
}

int package_testdata_read(struct package_loader *loader, size_t group, const char *path,
	const char *real, const struct package_testdata *above, struct package_testdata *testdata,
	struct as_error *error)
{
	struct testdata_reader reader = {.loader = loader, .testdata = testdata, .group = group};
	if (testdata_copy(above, testdata, error) < 0)
		return -1;
	testdata->grading.has_settings = real != NULL;
	testdata->grading.group_score = NAN;
	testdata->grading.own_aggregation = AS_AGGREGATE_SUM;
	if (real && read_file(&reader, path, real, error) < 0)
		return -1;
	return package_grading_fill(loader, testdata, group, path, error);
}

int package_testdata_check(
	struct package_loader *loader, const struct as_node *node, struct as_error *error)
{
	struct package_testdata testdata = {
		.grading = PACKAGE_GRADING_INIT, .tests = PACKAGE_SETTINGS_INIT};
	struct testdata_reader reader = {.loader = loader, .testdata = &testdata, .group = 0};
	int status = read_keys(&reader, node, error);
	if (status == 0)
		status = package_grading_fill(
			loader, &testdata, reader.group, PACKAGE_LEGACY_SETTINGS_NAME, error);
	package_testdata_clear(&testdata);
	return status;
}
