/* SPDX-License-Identifier: MIT */
/* problem.yaml of 2025-09 -> legacy. */
#include "export.h"

#include <string.h>

static const char *person_name(json_t *person, char *buffer, size_t size)
{
	const char *text = json_is_object(person)
				   ? json_string_value(json_object_get(person, "name"))
				   : json_string_value(person);
	snprintf(buffer, size, "%s", text ? text : "");
	char *mail = strchr(buffer, '<');
	if (mail)
		*mail = '\0';
	for (size_t length = strlen(buffer); length > 0 && buffer[length - 1] == ' ';)
		buffer[--length] = '\0';
	return buffer;
}

static char *author_names(json_t *credits, struct as_error *error)
{
	json_t *authors = json_is_object(credits) ? json_object_get(credits, "authors") : credits;
	char name[256];
	if (!json_is_array(authors))
		return as_text_format(error, "%s", person_name(authors, name, sizeof name));
	char *text = as_text_format(error, "%s", "");
	for (size_t i = 0; text && i < json_array_size(authors); i++) {
		AS_AUTO_FREE char *before = text;
		text = as_text_format(error, "%s%s%s", before, i > 0 ? ", " : "",
			person_name(json_array_get(authors, i), name, sizeof name));
	}
	return text;
}

static int convert_authors(json_t *from, json_t *to, struct as_error *error)
{
	json_t *credits = json_object_get(from, "credits");
	AS_AUTO_FREE char *authors = credits ? author_names(credits, error) : NULL;
	return credits && !authors ? -1 : export_put(to, "author", authors, error);
}

static int convert_source(
	struct as_export *export, json_t *from, json_t *to, struct as_error *error)
{
	json_t *source = json_object_get(from, "source");
	if (json_is_array(source)) {
		if (json_array_size(source) > 1 &&
			as_export_note(
				export, error, "problem.yaml: only the first source is kept") < 0)
			return -1;
		source = json_array_get(source, 0);
	}
	if (!json_is_object(source))
		return export_put(to, "source", json_string_value(source), error);
	if (export_put(to, "source", json_string_value(json_object_get(source, "name")), error) < 0)
		return -1;
	return export_put(
		to, "source_url", json_string_value(json_object_get(source, "url")), error);
}

/* Legacy keywords are separated by spaces. */
static int convert_keywords(json_t *from, json_t *to, struct as_error *error)
{
	char *text = as_text_format(error, "%s", "");
	size_t i;
	json_t *word;
	json_array_foreach(json_object_get(from, "keywords"), i, word)
	{
		AS_AUTO_FREE char *before = text;
		AS_AUTO_FREE char *one = as_text_format(error, "%s", json_string_value(word));
		for (char *at = one; at && *at; at++)
			if (*at == ' ')
				*at = '-';
		text = before && one
			       ? as_text_format(error, "%s%s%s", before, i > 0 ? " " : "", one)
			       : NULL;
	}
	AS_AUTO_FREE char *owned = text;
	return owned ? export_put(to, "keywords", owned, error) : -1;
}

static int convert_limits(
	const struct as_package *package, json_t *from, json_t *to, struct as_error *error)
{
	static const char *const same[] = {"memory", "output", "code", "compilation_time",
		"compilation_memory", "validation_time", "validation_memory", "validation_output"};
	json_t *old = json_object_get(from, "limits");
	json_t *limits =
		json_pack("{s:f, s:f}", "time_multiplier", package->limits.ac_to_time_limit,
			"time_safety_margin", package->limits.time_limit_to_tle);
	for (size_t i = 0; limits && i < sizeof same / sizeof *same; i++)
		if (json_object_get(old, same[i]))
			json_object_set(limits, same[i], json_object_get(old, same[i]));
	return json_object_set_new(to, "limits", limits) == 0 ? 0 : as_error_no_memory(error);
}

static int check_metadata(struct as_export *export, struct as_error *error)
{
	const struct as_package *package = export->package;
	const struct {
		bool there;
		const char *text;
	} lost[] = {
		{package->multi_pass, "type multi-pass"},
		{package->submit_answer, "type submit-answer"},
		{package->languages != NULL, "languages other than all"},
		{package->constants.count > 0, "constants"},
		{package->static_validator != NULL, "static validation"},
	};
	for (size_t i = 0; i < sizeof lost / sizeof *lost; i++)
		if (lost[i].there)
			return export_refuse(export, "problem.yaml", error,
				"%s; export it without --format", lost[i].text);
	return 0;
}

static int fill_metadata(struct as_export *export, json_t *from, json_t *to, struct as_error *error)
{
	static const char *const same[] = {"uuid", "license", "rights_owner"};
	const struct as_package *package = export->package;
	const char *validation = !package->output_validators ? NULL
				 : package->interactive      ? "custom interactive"
							     : "custom";
	if (export_put(to, "problem_format_version", "legacy", error) < 0 ||
		export_put(to, "type", package->scoring ? "scoring" : NULL, error) < 0 ||
		export_put(to, "name", package->title, error) < 0 ||
		convert_authors(from, to, error) < 0 || convert_source(export, from, to, error) < 0)
		return -1;
	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		if (export_put(to, same[i], json_string_value(json_object_get(from, same[i])),
			    error) < 0)
			return -1;
	/* In a scoring package of 2025-09, a validator may write score.txt. */
	bool gives_score;
	const char *ignored;
	if (export_find_score(export, "output_validator/", &gives_score, &ignored, error) < 0)
		return -1;
	AS_AUTO_FREE char *whole = as_text_format(error, "%s%s", validation ? validation : "",
		validation && package->scoring && gives_score ? " score" : "");
	if (!whole || export_put(to, "validation", whole, error) < 0)
		return -1;
	/* The default, which tools require explicitly if there are groups. */
	if (package->scoring && json_object_set_new(to, "grading",
					json_pack("{s:b}", "show_test_data_groups", false)) < 0)
		return as_error_no_memory(error);
	return convert_limits(package, from, to, error) < 0 ? -1
							    : convert_keywords(from, to, error);
}

/* Without .timelimit, this file selects DOMjudge's rules for scores. */
static int mark_scores(struct as_export *export, struct as_error *error)
{
	if (!export->package->scoring)
		return 0;
	AS_AUTO_FREE char *text =
		as_text_format(error, "; scores count whatever the verdict is\nshort-name = %s\n",
			export->package->short_name);
	return text ? as_export_add_text(export, "domjudge-problem.ini", text, error) : -1;
}

int export_legacy_metadata(struct as_export *export, struct as_error *error)
{
	AS_AUTO_JSON json_t *from = as_export_document(export, "problem.yaml", error);
	AS_AUTO_JSON json_t *to = json_object();
	if (!from || check_metadata(export, error) < 0 ||
		fill_metadata(export, from, to, error) < 0)
		return -1;
	AS_AUTO_FREE char *text = as_yaml_write(to, error);
	if (!text || as_export_add_text(export, "problem.yaml", text, error) < 0)
		return -1;
	const struct as_package_limits *limits = &export->package->limits;
	if (!limits->has_time_limit)
		return mark_scores(export, error);
	/* Not part of the format, but read by DOMjudge; other tools ignore the name. */
	AS_AUTO_FREE char *seconds =
		as_text_format(error, "%.9g\n", (double)limits->time_limit_ns / 1e9);
	return seconds ? as_export_add_text(export, ".timelimit", seconds, error) : -1;
}
