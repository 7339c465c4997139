/* SPDX-License-Identifier: MIT */
/*
 * Notes the features of 2025-09 that the legacy format lacks, if the package is still useful
 * without them: one line each for the user. A feature found in many files is noted once, with the
 * first of them.
 */
#include "export.h"
#include <assay/base/fit.h>
#include <string.h>

/* ---- problem.yaml ---- */

static int note_key(struct as_export *export, const char *key, bool lost, struct as_error *error)
{
	return !lost ? 0
		     : as_export_note(export, error,
			       "problem.yaml: %s is left out: the legacy format does not have it",
			       key);
}

static int note_names(struct as_export *export, const json_t *names, struct as_error *error)
{
	const char *language;
	json_t *name;
	json_object_foreach((json_t *)names, language, name)
	{
		const char *text = json_string_value(name);
		AS_AUTO_FREE char *statement =
			as_text_format(error, "statement/problem.%s.md", language);
		if (!statement)
			return -1;
		/* A Markdown statement gets its name into the converted statement. */
		if (text && strcmp(text, export->package->title) != 0 &&
			!as_export_find(export, statement) &&
			as_export_note(export, error,
				"problem.yaml: name '%.*s' (%s) is left out: the legacy format "
				"has only one name",
				as_text_fit(text, 100), text, language) < 0)
			return -1;
	}
	return 0;
}

/* True if it has more than a name. */
static bool has_address(const json_t *person)
{
	return json_object_size(person) > 1 ||
	       (json_is_string(person) && strchr(json_string_value(person), '<'));
}

static int note_credits(struct as_export *export, const json_t *credits, struct as_error *error)
{
	const json_t *authors =
		json_is_object(credits) ? json_object_get(credits, "authors") : credits;
	const char *role;
	json_t *people;
	bool addresses = has_address(authors);
	for (size_t i = 0; i < json_array_size(authors); i++)
		addresses |= has_address(json_array_get(authors, i));
	if (addresses && as_export_note(export, error,
				 "problem.yaml: only the names of the authors are kept") < 0)
		return -1;
	json_object_foreach((json_t *)credits, role, people)
	{
		if (strcmp(role, "authors") != 0 && as_export_note(export, error,
							    "problem.yaml: %s are left out: the "
							    "legacy format credits only authors",
							    role) < 0)
			return -1;
	}
	return 0;
}

static int note_metadata(struct as_export *export, struct as_error *error)
{
	const struct as_package *package = export->package;
	AS_AUTO_JSON json_t *from = as_export_document(export, "problem.yaml", error);
	if (!from || note_names(export, json_object_get(from, "name"), error) < 0 ||
		note_credits(export, json_object_get(from, "credits"), error) < 0 ||
		note_key(export, "version", json_object_get(from, "version"), error) < 0 ||
		note_key(export, "embargo_until", json_object_get(from, "embargo_until"), error) <
			0)
		return -1;
	if (package->limits.has_time_limit &&
		as_export_note(export, error,
			"problem.yaml: time_limit is moved to .timelimit, which DOMjudge and assay "
			"read; other tools measure the accepted submissions") < 0)
		return -1;
	if (!package->limits.has_time_limit &&
		as_export_note(export, error,
			"problem.yaml: there is no time limit, so each judge measures one of its "
			"own; "
			"`assay verify --write-time-limit` writes one") < 0)
		return -1;
	if (package->scoring &&
		as_export_note(export, error,
			"problem.yaml: the score of a submission that is not accepted counts in "
			"DOMjudge and assay; other tools of the legacy format give it none") < 0)
		return -1;
	/* The default says nothing about the author's intention. */
	return json_is_false(json_object_get(from, "allow_file_writing"))
		       ? as_export_note(export, error,
				 "problem.yaml: the legacy format has no allow_file_writing: its "
				 "judges may let submissions write files, which this package "
				 "forbids")
		       : 0;
}

/* ---- test_group.yaml and the tests' own .yaml ---- */

struct lost_key {
	const char *key, *first;
	size_t count;
};

static bool is_lost(const char *path, const json_t *value)
{
	if (!json_is_boolean(value))
		return json_array_size(value) > 0;
	/* The legacy format shows samples only. */
	const bool sample = strncmp(path, "data/sample/", strlen("data/sample/")) == 0;
	return json_is_true(value) != sample;
}

static int note_settings(struct as_export *export, struct as_error *error)
{
	struct lost_key lost[] = {{.key = "full_feedback"}, {.key = "input_visualizer_args"},
		{.key = "output_visualizer_args"}};
	for (size_t i = 0; i < export->file_count; i++) {
		const char *name = export->files[i].name;
		const char *dot = name ? strrchr(name, '.') : NULL;
		if (!dot || strcmp(dot, ".yaml") != 0 || strncmp(name, "data/s", 6) != 0)
			continue;
		AS_AUTO_JSON json_t *from = as_export_document(export, name, error);
		if (!from)
			return -1;
		for (size_t j = 0; j < sizeof lost / sizeof *lost; j++)
			if (is_lost(name, json_object_get(from, lost[j].key)) &&
				lost[j].count++ == 0)
				lost[j].first = name;
	}
	for (size_t j = 0; j < sizeof lost / sizeof *lost; j++)
		if (lost[j].count > 0 &&
			as_export_note(export, error,
				"%s: %s is left out: the legacy format does not have it (%zu "
				"file%s affected)",
				lost[j].first, lost[j].key, lost[j].count,
				lost[j].count == 1 ? "" : "s") < 0)
			return -1;
	return 0;
}

/* ---- the validator ---- */

/* True if its source contains the word; whether it writes the file is unknown. */
static bool mentions_multiplier(const char *name, const char *text)
{
	return strcmp(as_text_last_part(name), "gen.h") != 0 &&
	       (strstr(text, "score_multiplier") || strstr(text, "gen_check_accept_multiplier"));
}

static int note_validator(struct as_export *export, struct as_error *error)
{
	static const char folder[] = "output_validator/";
	for (size_t i = 0; export->package->scoring && i < export->file_count; i++) {
		AS_AUTO_BYTES struct as_bytes text = {0};
		const struct as_export_file *file = &export->files[i];
		if (!file->name || strncmp(file->name, folder, strlen(folder)) != 0)
			continue;
		if (as_export_read(export, file, &text, error) < 0)
			return -1;
		if (mentions_multiplier(file->name, text.data) &&
			export_refuse(export, file->name, error,
				"score_multiplier.txt; write score.txt instead") < 0)
			return -1;
	}
	return 0;
}

static bool mentions_score(const struct as_bytes *text)
{
	static const char word[] = "score";
	for (size_t i = 0; i + strlen(word) <= text->size; i++)
		if (strncasecmp(text->data + i, word, strlen(word)) == 0)
			return true;
	return false;
}

/* As above, but a program with testlib gives points without the word. */
int export_find_score(struct as_export *export, const char *folder, bool *gives_score,
	const char **where, struct as_error *error)
{
	const size_t length = strlen(folder);
	*where = NULL;
	*gives_score = export->package->dialect == AS_VALIDATOR_TESTLIB;
	for (size_t i = 0; !*gives_score && i < export->file_count; i++) {
		AS_AUTO_BYTES struct as_bytes text = {0};
		const struct as_export_file *file = &export->files[i];
		if (!file->name || strncmp(file->name, folder, length) != 0 ||
			as_text_ends(file->name, "/gen.h"))
			continue;
		if (as_export_read(export, file, &text, error) < 0)
			return -1;
		*gives_score = mentions_score(&text);
		*where = *gives_score ? file->name : NULL;
	}
	return 0;
}

int export_note_lost(struct as_export *export, struct as_error *error)
{
	return note_metadata(export, error) < 0 || note_settings(export, error) < 0 ||
			       note_validator(export, error) < 0
		       ? -1
		       : 0;
}
