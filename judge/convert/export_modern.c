/* SPDX-License-Identifier: MIT */
/*
 * legacy, or the draft of 2023, -> 2025-09. Settings of tests come from the model, in which
 * inherited settings of testdata.yaml are resolved: each group's folder states them once, and a
 * test that differs gets its own file.
 */
#include "export.h"
#include <assay/base/fit.h>
#include <string.h>

/* ---- problem.yaml ---- */

static int add_part(json_t *to, const char *text, size_t size, struct as_error *error)
{
	while (size > 0 && *text == ' ')
		text++, size--;
	while (size > 0 && text[size - 1] == ' ')
		size--;
	if (size == 0)
		return 0;
	return json_array_append_new(to, json_stringn(text, size)) == 0 ? 0
									: as_error_no_memory(error);
}

/* Legacy lists are texts: names separated by "," or "and", words separated by spaces. */
static json_t *split(const char *text, const char *const *separators, struct as_error *error)
{
	AS_AUTO_JSON json_t *parts = json_array();
	const char *start = text;
	for (const char *at = text; parts; at++) {
		size_t length = 0;
		for (const char *const *one = separators; *one; one++)
			if (strncmp(at, *one, strlen(*one)) == 0)
				length = strlen(*one);
		if (length == 0 && *at)
			continue;
		if (add_part(parts, start, (size_t)(at - start), error) < 0)
			return NULL;
		if (!*at)
			break;
		at += length - 1;
		start = at + 1;
	}
	if (!parts)
		as_error_no_memory(error);
	return parts ? json_incref(parts) : NULL;
}

static int put_list(json_t *to, const char *key, const char *text, const char *const *separators,
	struct as_error *error)
{
	if (!text || !*text)
		return 0;
	json_t *list = split(text, separators, error);
	if (!list)
		return -1;
	if (json_array_size(list) == 0) {
		json_decref(list);
		return 0;
	}
	return json_object_set_new(to, key, list) == 0 ? 0 : as_error_no_memory(error);
}

/* The language of "problem_statement/problem.sv.tex", "en" for "problem.tex"; NULL for other names.
 */
static char *statement_language(const char *name, struct as_error *error)
{
	static const char stem[] = "problem_statement/problem.";
	if (strncmp(name, stem, strlen(stem)) != 0 || strchr(name + strlen(stem), '/'))
		return NULL;
	const char *rest = name + strlen(stem), *dot = strchr(rest, '.');
	return dot ? as_text_format(error, "%.*s", (int)(dot - rest), rest)
		   : as_text_format(error, "en");
}

static int convert_statements(struct as_export *export, json_t *names, struct as_error *error)
{
	const struct as_package *package = export->package;
	const char *title = package->title ? package->title : package->short_name;
	for (size_t i = 0; i < export->file_count; i++) {
		struct as_export_file *file = &export->files[i];
		AS_AUTO_FREE char *language =
			file->name ? statement_language(file->name, error) : NULL;
		if (!language)
			continue;
		if (json_object_set_new(names, language, json_string(title)) < 0)
			return as_error_no_memory(error);
		AS_AUTO_FREE char *name = as_text_format(
			error, "statement/problem.%s%s", language, strrchr(file->name, '.'));
		if (!name)
			return -1;
		free(file->name);
		file->name = as_steal(name);
	}
	return export_move(export, "problem_statement", "statement", error);
}

static int put_name(json_t *to, json_t *names, const char *title, struct as_error *error)
{
	if (json_object_size(names) == 0 ||
		(json_object_size(names) == 1 && json_object_get(names, "en")))
		return export_put(to, "name", title, error);
	return json_object_set(to, "name", names) == 0 ? 0 : as_error_no_memory(error);
}

static int put_type(const struct as_package *package, json_t *to, struct as_error *error)
{
	json_t *types = json_array();
	json_array_append_new(types, json_string(package->scoring ? "scoring" : "pass-fail"));
	if (package->interactive)
		json_array_append_new(types, json_string("interactive"));
	if (package->multi_pass)
		json_array_append_new(types, json_string("multi-pass"));
	if (package->submit_answer)
		json_array_append_new(types, json_string("submit-answer"));
	/* A single type as a text: DOMjudge does not accept a sequence here. */
	AS_AUTO_JSON json_t *list = types;
	json_t *value = json_array_size(types) == 1 ? json_array_get(types, 0) : types;
	return json_object_set(to, "type", value) == 0 ? 0 : as_error_no_memory(error);
}

/* A uuid is required: if the package has none, one is derived from its contents. */
static int put_uuid(
	const struct as_package *package, json_t *from, json_t *to, struct as_error *error)
{
	const char *uuid = json_string_value(json_object_get(from, "uuid"));
	const char *hex = package->digest;
	if (uuid && *uuid)
		return export_put(to, "uuid", uuid, error);
	AS_AUTO_FREE char *made = as_text_format(
		error, "%.8s-%.4s-8%.3s-8%.3s-%.12s", hex, hex + 8, hex + 12, hex + 15, hex + 18);
	return made ? export_put(to, "uuid", made, error) : -1;
}

static int put_source(json_t *from, json_t *to, struct as_error *error)
{
	const char *name = json_string_value(json_object_get(from, "source"));
	const char *url = json_string_value(json_object_get(from, "source_url"));
	if (!name || !*name || !url || !*url)
		return export_put(to, "source", name, error);
	return json_object_set_new(
		       to, "source", json_pack("{s:s, s:s}", "name", name, "url", url)) == 0
		       ? 0
		       : as_error_no_memory(error);
}

/* The greatest usual resolution of which the time limit is a multiple. */
static void put_time_limit(const struct as_package_limits *limits, json_t *to)
{
	static const double seconds[] = {1, 0.5, 0.1, 0.01, 0.001};
	if (!limits->has_time_limit)
		return;
	json_object_set_new(to, "time_limit", json_real((double)limits->time_limit_ns / 1e9));
	for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++) {
		if (limits->time_limit_ns % (int64_t)(seconds[i] * 1e9) != 0)
			continue;
		if (i > 0)
			json_object_set_new(to, "time_resolution", json_real(seconds[i]));
		return;
	}
	json_object_set(to, "time_resolution", json_object_get(to, "time_limit"));
}

static int put_limits(
	const struct as_package *package, json_t *from, json_t *to, struct as_error *error)
{
	static const char *const same[] = {"memory", "output", "code", "compilation_time",
		"compilation_memory", "validation_time", "validation_memory", "validation_output"};
	json_t *old = json_object_get(from, "limits");
	json_t *limits = json_pack("{s:{s:f, s:f}}", "time_multipliers", "ac_to_time_limit",
		package->limits.ac_to_time_limit, "time_limit_to_tle",
		package->limits.time_limit_to_tle);
	for (size_t i = 0; limits && i < sizeof same / sizeof *same; i++)
		if (json_object_get(old, same[i]))
			json_object_set(limits, same[i], json_object_get(old, same[i]));
	if (limits)
		put_time_limit(&package->limits, limits);
	return json_object_set_new(to, "limits", limits) == 0 ? 0 : as_error_no_memory(error);
}

static int put_credits(json_t *from, json_t *to, struct as_error *error)
{
	static const char *const between[] = {",", " and ", NULL};
	json_t *credits = json_object();
	if (json_object_set_new(to, "credits", credits) < 0)
		return as_error_no_memory(error);
	if (put_list(credits, "authors", json_string_value(json_object_get(from, "author")),
		    between, error) < 0)
		return -1;
	return json_object_size(credits) > 0 ? 0 : json_object_del(to, "credits");
}

static int put_license(struct as_export *export, json_t *from, json_t *to, struct as_error *error)
{
	const char *license = json_string_value(json_object_get(from, "license"));
	if (!license || as_package_is_license(license))
		return export_put(to, "license", license, error);
	return as_export_note(export, error,
		"problem.yaml: license '%.*s' is left out: 2025-09 does not have it",
		as_text_fit(license, 60), license);
}

static int fill_metadata(struct as_export *export, json_t *from, json_t *to, struct as_error *error)
{
	static const char *const spaces[] = {" ", NULL};
	const struct as_package *package = export->package;
	AS_AUTO_JSON json_t *names = json_object();
	const char *title = package->title ? package->title : package->short_name;
	if (export_put(to, "problem_format_version", "2025-09", error) < 0 ||
		put_type(package, to, error) < 0 || convert_statements(export, names, error) < 0 ||
		put_name(to, names, title, error) < 0 || put_uuid(package, from, to, error) < 0 ||
		put_credits(from, to, error) < 0 || put_source(from, to, error) < 0)
		return -1;
	if (put_license(export, from, to, error) < 0 ||
		export_put(to, "rights_owner",
			json_string_value(json_object_get(from, "rights_owner")), error) < 0)
		return -1;
	/* Legacy submissions always may. */
	if (json_object_set_new(to, "allow_file_writing", json_true()) < 0 ||
		put_limits(package, from, to, error) < 0)
		return -1;
	return put_list(to, "keywords", json_string_value(json_object_get(from, "keywords")),
		spaces, error);
}

/* Some limits of the draft were dropped, and one may be in DOMjudge's .timelimit. */
static int put_draft_limits(
	const struct as_package *package, json_t *from, json_t *to, struct as_error *error)
{
	static const char *const gone[] = {"time_multiplier", "time_safety_margin"};
	const json_t *old = json_object_get(from, "limits");
	json_t *limits = json_is_object(old) ? json_deep_copy(old) : json_object();
	if (json_object_set_new(to, "limits", limits) < 0)
		return as_error_no_memory(error);
	for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
		if (json_object_del(limits, gone[i]) == 0)
			json_object_set_new(limits, "time_multipliers",
				json_pack("{s:f, s:f}", "ac_to_time_limit",
					package->limits.ac_to_time_limit, "time_limit_to_tle",
					package->limits.time_limit_to_tle));
	if (!json_object_get(limits, "time_limit"))
		put_time_limit(&package->limits, limits);
	return json_object_size(limits) > 0 ? 0 : json_object_del(to, "limits");
}

/* In the draft, no settings are inherited by all tests. */
static int check_draft_flags(struct as_export *export, json_t *from, struct as_error *error)
{
	const char *flags = json_string_value(json_object_get(from, "validator_flags"));
	return export->package->graded || !flags || !*flags
		       ? 0
		       : export_refuse(export, "problem.yaml", error,
				 "validator_flags; write output_validator_args into each "
				 "test_group.yaml");
}

/* The draft has the keys of 2025-09, and perhaps some that were dropped. */
static int fill_from_draft(
	struct as_export *export, json_t *from, json_t *to, struct as_error *error)
{
	static const char *const same[] = {"name", "version", "credits", "source", "license",
		"rights_owner", "embargo_until", "keywords", "languages", "constants"};
	const struct as_package *package = export->package;
	if (check_draft_flags(export, from, error) < 0 ||
		export_put(to, "problem_format_version", "2025-09", error) < 0 ||
		put_type(package, to, error) < 0 || put_uuid(package, from, to, error) < 0 ||
		put_draft_limits(package, from, to, error) < 0)
		return -1;
	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		if (json_object_get(from, same[i]))
			json_object_set(to, same[i], json_object_get(from, same[i]));
	return json_object_set_new(to, "allow_file_writing", json_boolean(package->writes_files)) ==
			       0
		       ? 0
		       : as_error_no_memory(error);
}

static int convert_metadata(struct as_export *export, struct as_error *error)
{
	const bool draft = export->package->format == AS_FORMAT_2023_07_DRAFT;
	AS_AUTO_JSON json_t *from = as_export_document(export, "problem.yaml", error);
	AS_AUTO_JSON json_t *to = json_object();
	if (!from || (draft ? fill_from_draft(export, from, to, error)
			    : fill_metadata(export, from, to, error)) < 0)
		return -1;
	AS_AUTO_FREE char *text = as_yaml_write(to, error);
	return text ? as_export_add_text(export, "problem.yaml", text, error) : -1;
}

/* ---- programs ---- */

static bool has_folder(const struct as_export *export, const char *folder)
{
	size_t length = strlen(folder);
	for (size_t i = 0; i < export->file_count; i++)
		if (export->files[i].name && strncmp(export->files[i].name, folder, length) == 0 &&
			export->files[i].name[length] == '/')
			return true;
	return false;
}

/* Its present place: a file that was moved into a folder, beside its header, has the name of the
 * folder. */
static char *find_validator(
	const struct as_export *export, const char *validator, struct as_error *error)
{
	const char *dot = strrchr(validator, '.');
	size_t length = strlen(validator);
	if (dot && !strchr(dot, '/') && !as_export_find(export, validator) &&
		!has_folder(export, validator))
		length = (size_t)(dot - validator);
	return as_text_format(error, "%.*s", (int)length, validator);
}

static int convert_validators(struct as_export *export, struct as_error *error)
{
	const struct as_package *package = export->package;
	const char *validator = package->output_validators ? package->output_validators[0] : NULL;
	if (validator && package->output_validators[1])
		return export_refuse(export, "output_validators", error,
			"several output validators that must all accept; join them into one");
	if (validator) {
		const struct as_export_file *file = as_export_find(export, validator);
		AS_AUTO_FREE char *from = find_validator(export, validator, error);
		AS_AUTO_FREE char *to = as_text_format(
			error, "output_validator%s", file ? strrchr(validator, '/') : "");
		if (!from || !to || export_move(export, from, to, error) < 0)
			return -1;
	}
	/* The other programs there were not used. */
	if (export_drop_folder(export, "output_validators") > 0 &&
		as_export_note(export, error,
			"output_validators: files not used for judging are left out") < 0)
		return -1;
	if (validator && package->dialect == AS_VALIDATOR_TESTLIB &&
		as_export_add_text(export, "assay.yaml", "output_validator: testlib\n", error) < 0)
		return -1;
	return export_move(export, "input_format_validators", "input_validators", error);
}

static int drop_files(struct as_export *export, struct as_error *error)
{
	static const char *const lost[] = {"graders", "submissions.json", "domjudge-problem.ini"};
	export_drop_folder(export, ".timelimit");
	for (size_t i = 0; i < sizeof lost / sizeof *lost; i++)
		if (export_drop_folder(export, lost[i]) > 0 &&
			as_export_note(export, error, "%s is left out: 2025-09 does not have it",
				lost[i]) < 0)
			return -1;
	return 0;
}

/* ---- submissions ---- */

/* The meaning of the legacy folders, if 2025-09 has another rule for the name. */
static const struct {
	const char *folder, *permitted, *required;
} promises[] = {
	{"partially_accepted", "AC WA TLE RTE", "AC WA TLE RTE"},
	{"time_limit_exceeded", "AC WA TLE", "TLE"},
	{"run_time_error", "AC WA TLE RTE", "RTE"},
};

static int put_promises(struct as_export *export, json_t *to, struct as_error *error)
{
	static const char *const spaces[] = {" ", NULL};
	for (size_t i = 0; i < sizeof promises / sizeof *promises; i++) {
		AS_AUTO_FREE char *folder =
			as_text_format(error, "submissions/%s", promises[i].folder);
		if (!folder)
			return -1;
		if (!has_folder(export, folder))
			continue;
		json_t *promise = json_object();
		if (json_object_set_new(to, promises[i].folder, promise) < 0)
			return as_error_no_memory(error);
		if (put_list(promise, "permitted", promises[i].permitted, spaces, error) < 0 ||
			put_list(promise, "required", promises[i].required, spaces, error) < 0)
			return -1;
	}
	return 0;
}

static int put_entry_points(struct as_export *export, json_t *to, struct as_error *error)
{
	static const char folder[] = "submissions/";
	const struct as_text_map *points = &export->package->entry_points;
	for (size_t i = 0; i < points->count; i++) {
		const char *path = points->items[i].name;
		if (strncmp(path, folder, strlen(folder)) != 0)
			continue;
		if (json_object_set_new(to, path + strlen(folder),
			    json_pack("{s:s}", "entrypoint", points->items[i].value)) < 0)
			return as_error_no_memory(error);
	}
	return 0;
}

static int convert_submissions(struct as_export *export, struct as_error *error)
{
	AS_AUTO_JSON json_t *to = json_object();
	if (put_promises(export, to, error) < 0 || put_entry_points(export, to, error) < 0)
		return -1;
	if (json_object_size(to) == 0)
		return 0;
	AS_AUTO_FREE char *text = as_yaml_write(to, error);
	return text ? as_export_add_text(export, "submissions/submissions.yaml", text, error) : -1;
}

int export_to_2025_09(struct as_export *export, struct as_error *error)
{
	if (convert_metadata(export, error) < 0 || export_data_to_2025_09(export, error) < 0 ||
		convert_validators(export, error) < 0 || drop_files(export, error) < 0)
		return -1;
	return export_interactions_to_2025_09(export, error) < 0
		       ? -1
		       : convert_submissions(export, error);
}
