/* SPDX-License-Identifier: MIT */
/*
 * 2025-09 -> legacy. A feature that affects verdicts and has no counterpart is refused, by name.
 * Features that are only displayed, or that only check the package, are left out with a note.
 *
 * Scores: a group becomes a folder whose testdata.yaml has all keys, since the legacy format
 * inherits them. Points are earned test by test: max_score / N each if they are added up, all of
 * them in each test if the minimum counts. `accept_if_any_accepted` counts the earned points even
 * if a part was not accepted.
 */
#include "export.h"
#include <math.h>
#include <string.h>

#define GROUP_FILE "test_group.yaml"

/* ---- helpers ---- */

/* The words of a sequence joined as "a b c", or NULL if a word has a special meaning in a line of
 * flags. */
static char *join(json_t *words, struct as_error *error)
{
	char *text = NULL;
	size_t i, size;
	json_t *word;
	FILE *out = open_memstream(&text, &size);
	if (!out)
		return as_error_no_memory(error), NULL;
	bool fits = true;
	json_array_foreach(words, i, word)
	{
		const char *value = json_string_value(word);
		fits = fits && value && *value && !strpbrk(value, " \t\r\n\v\f\\'\"");
		fprintf(out, "%s%s", i > 0 ? " " : "", value ? value : "");
	}
	fclose(out);
	if (fits)
		return text;
	free(text);
	return NULL;
}

/* ---- groups ---- */

static size_t tests_of(const struct as_package *package, size_t group)
{
	return package->groups[group].test_count;
}

/* As in 2025-09, the verdict is the first that is not accepted; the score counts in spite of it, as
 * in DOMjudge. */
static const char *grader_flags(const struct as_group *group)
{
	return group->aggregation == AS_AGGREGATE_SUM ? "first_error sum" : "first_error min";
}

/* pass-fail of groups equals their minimum if each group has the maximum score of the whole. */
static int check_whole(
	struct as_export *export, size_t index, const char *where, struct as_error *error)
{
	const struct as_package *package = export->package;
	const struct as_group *group = &package->groups[index];
	for (size_t i = 0; group->aggregation == AS_AGGREGATE_PASS_FAIL && i < package->group_count;
		i++)
		if (i != index && package->groups[i].parent == index &&
			package->groups[i].max_score != group->max_score)
			return export_refuse(export, where, error,
				"score_aggregation: pass-fail of groups with another max_score");
	return 0;
}

static int put_score(struct as_export *export, size_t index, json_t *to, struct as_error *error)
{
	const struct as_package *package = export->package;
	const struct as_group *group = &package->groups[index];
	AS_AUTO_FREE char *where = as_text_format(error, "data/%s/" GROUP_FILE, group->name);
	const bool parts = as_package_has_subgroups(package, index);
	if (!where)
		return -1;
	if (group->required_count > 0)
		return export_refuse(export, where, error,
			"require_pass; repeat the tests of the required groups in this group, and "
			"remove require_pass");
	if (isinf(group->max_score))
		return export_refuse(export, where, error, "max_score: unbounded");
	if (check_whole(export, index, where, error) < 0)
		return -1;
	double each = group->max_score;
	if (group->aggregation == AS_AGGREGATE_SUM && !parts)
		each /= (double)tests_of(package, index);
	AS_AUTO_FREE char *range = as_text_format(error, "0 %.0f", group->max_score);
	if (!range || export_put(to, "range", range, error) < 0 ||
		export_put(to, "on_reject",
			group->aggregation == AS_AGGREGATE_SUM || parts ? "continue" : "break",
			error) < 0 ||
		export_put(to, "grader_flags", grader_flags(group), error) < 0)
		return -1;
	return parts || json_object_set_new(to, "accept_score", json_real(each)) == 0
		       ? 0
		       : as_error_no_memory(error);
}

static int put_flags(struct as_export *export, const char *where, json_t *from, const char *old_key,
	const char *new_key, json_t *to, struct as_error *error)
{
	json_t *words = json_object_get(from, old_key);
	if (json_is_object(words) && json_object_size(words) == 1) {
		const char *name = json_object_iter_key(json_object_iter(words));
		AS_AUTO_FREE char *flags = join(json_object_get(words, name), error);
		if (flags && json_object_set_new(to, new_key,
				     json_pack("{s:s, s:s}", "name", name, "flags", flags)) < 0)
			return as_error_no_memory(error);
		if (flags)
			return 0;
	} else if (!json_is_object(words)) {
		AS_AUTO_FREE char *flags = join(words, error);
		/* Written even if empty: the folder above may have some. */
		if (flags)
			return json_object_set_new(to, new_key, json_string(flags)) == 0
				       ? 0
				       : as_error_no_memory(error);
	}
	return export_refuse(export, where, error, "these %s", old_key);
}

static int check_group_keys(
	struct as_export *export, const char *where, json_t *from, struct as_error *error)
{
	if (json_array_size(json_object_get(from, "args")) > 0)
		return export_refuse(export, where, error, "args");
	if (json_object_get(from, "static_validation_score"))
		return export_refuse(export, where, error, "static_validation_score");
	return 0;
}

static int convert_group(struct as_export *export, size_t index, struct as_error *error)
{
	const struct as_package *package = export->package;
	AS_AUTO_JSON json_t *to = json_object();
	AS_AUTO_FREE char *old_name =
		as_text_format(error, "data/%s/" GROUP_FILE, package->groups[index].name);
	AS_AUTO_FREE char *new_name =
		as_text_format(error, "data/%s/testdata.yaml", package->groups[index].name);
	AS_AUTO_JSON json_t *from =
		old_name && new_name ? as_export_document(export, old_name, error) : NULL;
	if (!from || check_group_keys(export, old_name, from, error) < 0)
		return -1;
	int failed = 0;
	if (package->groups[index].has_score)
		failed = put_score(export, index, to, error);
	else if (package->scoring)
		failed = json_object_update_new(to,
			json_pack("{s:s, s:s, s:s, s:i}", "on_reject", "continue", "grader_flags",
				"first_error", "range", "0 0", "accept_score", 0));
	if (failed ||
		put_flags(export, old_name, from, "output_validator_args", "output_validator_flags",
			to, error) < 0 ||
		put_flags(export, old_name, from, "input_validator_args", "input_validator_flags",
			to, error) < 0)
		return -1;
	struct as_export_file *old = as_export_find(export, old_name);
	if (old)
		as_export_drop(old);
	AS_AUTO_FREE char *text = as_yaml_write(to, error);
	return text ? as_export_add_text(export, new_name, text, error) : -1;
}

static int convert_groups(struct as_export *export, struct as_error *error)
{
	const struct as_package *package = export->package;
	if (as_export_find(export, "data/" GROUP_FILE))
		return export_refuse(export, "data/" GROUP_FILE, error,
			"settings in data/; move them to data/sample and data/secret");
	for (size_t i = 0; i < package->group_count; i++)
		if (convert_group(export, i, error) < 0)
			return -1;
	if (!package->scoring)
		return 0;
	AS_AUTO_FREE char *root = as_text_format(error,
		"on_reject: continue\nrange: 0 %.0f\ngrader_flags: first_error sum\n",
		package->groups[AS_GROUP_SECRET].max_score);
	return root ? as_export_add_text(export, "data/testdata.yaml", root, error) : -1;
}

/* ---- tests ---- */

/* Settings of a test: those that are only displayed become separate files. */
static int convert_case(struct as_export *export, const char *name, struct as_error *error)
{
	static const char *const shown[][2] = {{"hint", "hint"}, {"description", "desc"}};
	static const char *const lost[] = {"args", "input_validator_args", "output_validator_args"};
	AS_AUTO_JSON json_t *from = as_export_document(export, name, error);
	if (!from)
		return -1;
	for (size_t i = 0; i < sizeof lost / sizeof *lost; i++)
		if (json_object_get(from, lost[i]))
			return export_refuse(
				export, name, error, "%s of a test; move it to a group", lost[i]);
	AS_AUTO_FREE char *stem =
		as_text_format(error, "%.*s", (int)(strlen(name) - strlen(".yaml")), name);
	as_export_drop(as_export_find(export, name));
	for (size_t i = 0; stem && i < sizeof shown / sizeof *shown; i++) {
		const char *text = json_string_value(json_object_get(from, shown[i][0]));
		AS_AUTO_FREE char *path = as_text_format(error, "%s.%s", stem, shown[i][1]);
		AS_AUTO_FREE char *line = text ? as_text_format(error, "%s\n", text) : NULL;
		if (!path || (line && as_export_add_text(export, path, line, error) < 0))
			return -1;
	}
	return stem ? 0 : -1;
}

/* Drops the files that participants see in place of a sample. */
static int drop_displayed(struct as_export *export, struct as_error *error)
{
	static const char *const display[] = {
		".out", ".in.statement", ".ans.statement", ".in.download", ".ans.download"};
	AS_AUTO_FREE char *first = NULL;
	size_t count = 0;
	for (size_t i = 0; i < export->file_count; i++) {
		struct as_export_file *file = &export->files[i];
		bool is_displayed = false;
		for (size_t j = 0; file->name && j < sizeof display / sizeof *display; j++)
			is_displayed |= strncmp(file->name, "data/s", 6) == 0 &&
					as_text_ends(file->name, display[j]);
		if (!is_displayed)
			continue;
		if (count++ == 0 && !(first = as_text_format(error, "%s", file->name)))
			return -1;
		as_export_drop(file);
	}
	return count == 0
		       ? 0
		       : as_export_note(export, error,
				 "%s is left out: the legacy format shows %s (%zu file%s affected)",
				 first,
				 export->package->interactive
					 ? "only the .interaction of an interactive sample"
					 : "the samples as they are",
				 count, count == 1 ? "" : "s");
}

static int convert_tests(struct as_export *export, struct as_error *error)
{
	const size_t count = export->file_count;
	for (size_t i = 0; i < count; i++) {
		if (!export->files[i].name || strncmp(export->files[i].name, "data/s", 6) != 0)
			continue;
		AS_AUTO_FREE char *name = as_text_format(error, "%s", export->files[i].name);
		if (!name)
			return -1;
		if (strstr(name, ".files/"))
			return export_refuse(export, name, error, "files of a test (.files)");
		if (as_text_ends(name, ".yaml") && !as_text_ends(name, "/testdata.yaml") &&
			convert_case(export, name, error) < 0)
			return -1;
	}
	return drop_displayed(export, error);
}

/* ---- folders ---- */

static int drop_with_note(
	struct as_export *export, const char *folder, const char *why, struct as_error *error)
{
	if (export_drop_folder(export, folder) == 0)
		return 0;
	return as_export_note(export, error, "%s is left out: %s", folder, why);
}

static int convert_validator(struct as_export *export, struct as_error *error)
{
	char **programs = export->package->output_validators;
	const char *validator = programs ? programs[0] : NULL;
	/* In the legacy format each folder is a program. In 2025-09 a single program may be
	 * directly in the folder, and a file with its header is a folder. */
	bool inner = validator && strchr(validator, '/') &&
		     !as_export_find(export, "output_validator/gen.h");
	return export_move(export, "output_validator",
		inner ? "output_validators" : "output_validators/validator", error);
}

static int convert_folders(struct as_export *export, struct as_error *error)
{
	static const char *const left_out[][2] = {
		{"data/invalid_input", "the legacy format has only sample and secret"},
		{"data/invalid_output", "the legacy format has only sample and secret"},
		{"data/valid_output", "the legacy format has only sample and secret"},
		{"input_visualizer", "the legacy format has no visualizers"},
		{"output_visualizer", "the legacy format has no visualizers"},
		{"submissions/rejected", "the legacy format does not have this folder"},
		{"submissions/brute_force", "the legacy format does not have this folder"},
		{"submissions/submissions.yaml",
			"the legacy format has expectations only by folder"},
	};
	if (export_drop_folder(export, "include/default") > 0)
		return export_refuse(export, "include/default", error, "files for every language");
	for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
		if (drop_with_note(export, left_out[i][0], left_out[i][1], error) < 0)
			return -1;
	return convert_validator(export, error) < 0
		       ? -1
		       : export_move(export, "statement", "problem_statement", error);
}

int export_to_legacy(struct as_export *export, struct as_error *error)
{
	/* Steps that read the package's own files come before those that change them. */
	if (export_note_lost(export, error) < 0 || export_statements_to_latex(export, error) < 0)
		return -1;
	if (export_legacy_metadata(export, error) < 0 || convert_groups(export, error) < 0 ||
		convert_tests(export, error) < 0)
		return -1;
	return convert_folders(export, error);
}
