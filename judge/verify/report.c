/* SPDX-License-Identifier: MIT */
/* The document of as_verify_package: docs/verify.schema.json, and what the page wants besides. */
#include "verify.h"

#include <math.h>
#include <string.h>

static json_t *expected_of(const struct as_candidate *candidate)
{
	unsigned set = as_candidate_expected(candidate);
	json_t *list = json_array();

	for (int v = AS_VERDICT_AC; v <= AS_VERDICT_CE; v++)
		if (set & AS_VERDICT_BIT(v))
			json_array_append_new(
				list, json_string(as_verdict_name((enum as_verdict)v)));
	return list;
}

static json_t *or_null(json_t *value)
{
	return value ? json_incref(value) : json_null();
}

static json_t *describe_candidate(const struct as_candidate *candidate)
{
	json_t *document = candidate->document;
	char name[2048];

	as_text_printable(candidate->name, strlen(candidate->name), name, sizeof(name));
	json_t *item = json_pack("{s:s, s:o, s:o, s:o, s:o, s:b, s:o, s:o, s:o}", "path", name,
		"language",
		or_null(json_object_get(json_object_get(document, "submission"), "language")),
		"expected", expected_of(candidate), "verdict",
		or_null(json_object_get(document, "verdict")), "score",
		or_null(json_object_get(document, "score")), "ok",
		document != NULL && !candidate->failed, "cpu_time_ns",
		or_null(json_object_get(document, "cpu_time_ns")), "max_score",
		or_null(json_object_get(document, "max_score")), "tests",
		document ? or_null(json_object_get(document, "tests")) : json_array());
	json_t *statics = json_object_get(document, "statics");
	if (statics)
		json_object_set(item, "statics", statics);
	json_t *compile = json_object_get(document, "compile");
	if (compile)
		json_object_set(item, "compile", compile);
	return item;
}

static json_t *describe_findings(const struct as_verify *verify, bool *ok)
{
	const struct as_findings *const lists[] = {&verify->package->findings, &verify->findings};
	static const enum as_finding_level levels[] = {
		AS_FINDING_ERROR, AS_FINDING_WARNING, AS_FINDING_INFO};
	json_t *items = json_array();

	for (size_t k = 0; k < 3; k++)
		for (size_t l = 0; l < 2; l++)
			for (size_t i = 0; i < lists[l]->count; i++) {
				const struct as_finding *finding = &lists[l]->items[i];
				if (finding->level != levels[k])
					continue;
				*ok &= finding->level != AS_FINDING_ERROR;
				json_array_append_new(items,
					json_pack("{s:s, s:s, s:s}", "level",
						as_finding_level_name(finding->level), "where",
						finding->where, "text", finding->text));
			}
	return items;
}

static const char *format_name(enum as_format format)
{
	return format == AS_FORMAT_LEGACY          ? "legacy"
	       : format == AS_FORMAT_2023_07_DRAFT ? "2023-07-draft"
						   : "2025-09";
}

/* The groups that the static validator judges, each with the index of its first test. */
static json_t *describe_statics(const struct as_package *package)
{
	json_t *list = json_array();

	for (size_t g = 0; package->static_validator && g < package->group_count; g++)
		if (package->groups[g].has_static)
			json_array_append_new(
				list, json_pack("{s:s, s:I}", "group", package->groups[g].name,
					      "before", (json_int_t)package->groups[g].first_test));
	return list;
}

/* For the page: what the package is. */
static json_t *describe_package(const struct as_verify *verify)
{
	const struct as_package *package = verify->package;
	json_t *tests = json_array();

	for (size_t t = 0; t < package->test_count; t++)
		json_array_append_new(tests, json_string(package->tests[t].name));
	char path[2048];
	as_text_printable(package->path, strlen(package->path), path, sizeof(path));
	return json_pack("{s:s, s:s, s:s, s:s, s:b, s:b, s:b, s:b, s:f, s:f, s:o, s:o}", "path",
		path, "title", package->title ? package->title : package->short_name, "format",
		format_name(package->format), "assay", ASSAY_VERSION, "scoring", package->scoring,
		"interactive", package->interactive, "multi_pass", package->multi_pass,
		"has_time_limit", package->limits.has_time_limit, "ac_to_time_limit",
		package->limits.ac_to_time_limit, "time_limit_to_tle",
		package->limits.time_limit_to_tle, "tests", tests, "statics",
		describe_statics(package));
}

json_t *as_verify_report(const struct as_verify *verify, struct as_error *error)
{
	bool ok = true;
	json_t *submissions = json_array();

	for (size_t i = 0; i < verify->count; i++)
		json_array_append_new(submissions, describe_candidate(&verify->candidates[i]));
	json_t *findings = describe_findings(verify, &ok);
	json_t *document = json_pack("{s:s, s:b, s:o, s:o, s:o, s:o}", "package",
		verify->package->short_name, "ok", ok, "time_limit_ns",
		verify->time_limit_ns ? json_integer(verify->time_limit_ns) : json_null(),
		"submissions", submissions, "findings", findings, "about",
		describe_package(verify));
	if (!document)
		as_error_no_memory(error);
	return document;
}
