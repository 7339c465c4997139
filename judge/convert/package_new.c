/* SPDX-License-Identifier: MIT */
/* Makes the packages of `assay new`: as small as possible, and correct in every part. */
#include "new_kind.h"
#include "package_write.h"

#include <string.h>

/* Of the two groups of a scoring package. */
static const int max_scores[] = {40, 60};

static int put_format(struct package_writer *writer, const char *path, struct as_error *error,
	const char *format, ...) AS_PRINTF(4, 5) AS_MUST_USE;
static int put_format(struct package_writer *writer, const char *path, struct as_error *error,
	const char *format, ...)
{
	AS_AUTO_FREE char *text = NULL;
	va_list arguments;

	va_start(arguments, format);
	int length = vasprintf(&text, format, arguments);
	va_end(arguments);
	if (length < 0)
		return as_error_no_memory(error);
	return package_writer_text(writer, path, text, error);
}

/* ---- problem.yaml ---- */

static int write_metadata(struct package_writer *writer, const struct new_kind *kind, bool scoring,
	struct as_error *error)
{
	char uuid[UUID_SIZE];
	char type[96] =
		"# type: scoring        # points by group; else a submission passes or fails";

	if (package_uuid(uuid, error) < 0)
		return -1;
	if (scoring && kind->type)
		snprintf(type, sizeof(type), "type: [scoring, %s]", kind->type);
	else if (kind->type && strchr(kind->type, ','))
		snprintf(type, sizeof(type), "type: [%s]", kind->type);
	else if (scoring || kind->type)
		snprintf(type, sizeof(type), "type: %s", scoring ? "scoring" : kind->type);
	return put_format(writer, "problem.yaml", error,
		"# What the problem is. All keys: the ICPC/Kattis problem package format, "
		"2025-09.\n"
		"problem_format_version: 2025-09\n"
		"name: %s\n"
		"# Stays the same when the folder or the name changes.\n"
		"uuid: %s\n"
		"# credits: Your Name\n"
		"# license: cc by-sa\n"
		"# rights_owner: Your Name\n"
		"%s\n"
		"limits:\n"
		"  time_limit: 1        # seconds\n"
		"  memory: 256          # MiB\n",
		kind->title, uuid, type);
}

/* ---- tests as files ---- */

static int write_test(struct package_writer *writer, const char *folder,
	const struct new_test *test, struct as_error *error)
{
	AS_AUTO_FREE char *in = as_text_format(error, "data/%s/%s.in", folder, test->name);
	AS_AUTO_FREE char *ans = as_text_format(error, "data/%s/%s.ans", folder, test->name);

	return !in || !ans || package_writer_text(writer, in, test->in, error) ||
			       package_writer_text(writer, ans, test->ans, error)
		       ? -1
		       : 0;
}

/* The statement shows the interaction in place of the files, which participants can download. */
static int write_interaction(
	struct package_writer *writer, const struct new_kind *kind, struct as_error *error)
{
	return package_writer_text(writer, "data/sample/1.interaction", kind->interaction, error) ||
			       package_writer_text(writer, "data/sample/1.in.download",
				       kind->sample.in, error) ||
			       package_writer_text(writer, "data/sample/1.ans.download",
				       kind->sample.ans, error)
		       ? -1
		       : 0;
}

static int write_tests(struct package_writer *writer, const struct new_kind *kind, bool scoring,
	struct as_error *error)
{
	if (write_test(writer, "sample", &kind->sample, error) ||
		(kind->interaction && write_interaction(writer, kind, error)))
		return -1;
	for (int i = 0; i < 2; i++) {
		char folder[32], path[64];
		snprintf(folder, sizeof(folder), scoring ? "secret/%d" : "secret", i + 1);
		snprintf(path, sizeof(path), "data/%s/test_group.yaml", folder);
		if (write_test(writer, folder, &kind->secret[i], error) ||
			(scoring &&
				put_format(writer, path, error, "max_score: %d\n", max_scores[i])))
			return -1;
	}
	return 0;
}

/* ---- tests as a recipe ---- */

/* A text between double quotes in YAML, on the heap; NULL: out of memory. */
static char *quote(const char *text)
{
	AS_AUTO_JSON json_t *value = json_string(text);

	return json_dumps(value, JSON_ENCODE_ANY);
}

/* The keys of the sample. NULL: out of memory. */
static char *describe_sample(const struct new_kind *kind)
{
	AS_AUTO_FREE char *in = quote(kind->sample.in);
	AS_AUTO_FREE char *ans = quote(kind->sample.ans);
	AS_AUTO_FREE char *interaction = quote(kind->interaction ? kind->interaction : "");

	if (!in || !ans || !interaction)
		return NULL;
	if (!kind->interaction)
		return as_text_format(NULL, "in: %s", in);
	return as_text_format(NULL,
		"in: %s, ans: %s, in.download: %s, ans.download: %s, interaction: %s", in, ans, in,
		ans, interaction);
}

static int write_group(FILE *out, const struct new_kind *kind, bool scoring, int index)
{
	const struct new_test *test = &kind->secret[index];
	const char *indent = scoring ? "          " : "      ";
	AS_AUTO_FREE char *in = quote(test->in);

	if (scoring)
		fprintf(out,
			"      \"%d\":\n        test_group.yaml: {max_score: %d}\n        data:\n",
			index + 1, max_scores[index]);
	fprintf(out, "%s%s: {in: %s}\n", indent, test->name, in ? in : "");
	fprintf(out, "%srandom-%d: {generate: \"seeded.py {seed:%d}\"}\n", indent, index + 1,
		index + 1);
	return in ? 0 : -1;
}

static int write_recipe(struct package_writer *writer, const struct new_kind *kind, bool scoring,
	struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;
	AS_AUTO_FREE char *sample = describe_sample(kind);
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out || !sample) {
		if (out)
			fclose(out);
		return as_error_no_memory(error);
	}
	fprintf(out,
		"# How the tests are made, in the convention of BAPCtools. `assay gen` makes them, "
		"and\n"
		"# `assay gen --check` proves that they are unchanged.\n"
		"solution: /submissions/%s\n"
		"data:\n"
		"  sample:\n"
		"    data:\n"
		"      \"1\": {%s}\n"
		"  secret:\n"
		"    data:\n",
		kind->right.path, sample);
	bool failed = write_group(out, kind, scoring, 0) || write_group(out, kind, scoring, 1);
	if (fclose(out) || failed)
		return as_error_no_memory(error);
	return package_writer_text(writer, "generators/generators.yaml", text, error) ||
			       package_writer_text(
				       writer, "generators/seeded.py", kind->random, error)
		       ? -1
		       : 0;
}

/* ---- the whole package ---- */

static int write_programs(
	struct package_writer *writer, const struct new_kind *kind, struct as_error *error)
{
	const struct new_file files[] = {
		{"statement/problem.en.md", kind->statement},
		{"input_validators/validate.py", kind->input_validator},
		kind->output_validator,
	};
	const struct new_file submissions[] = {kind->right, kind->wrong};

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (files[i].path &&
			package_writer_text(writer, files[i].path, files[i].text, error) < 0)
			return -1;
	for (size_t i = 0; i < sizeof submissions / sizeof *submissions; i++) {
		AS_AUTO_FREE char *path =
			as_text_format(error, "submissions/%s", submissions[i].path);
		if (!path || package_writer_text(writer, path, submissions[i].text, error) < 0)
			return -1;
	}
	return 0;
}

int as_package_new(const char *path, const struct as_new_config *config, struct as_error *error)
{
	const struct new_kind *kind = &new_kinds[config->kind];
	AS_AUTO(package_writer_close) struct package_writer writer;

	if (package_writer_open(&writer, path, error) < 0 ||
		write_metadata(&writer, kind, config->scoring, error) < 0 ||
		write_programs(&writer, kind, error) < 0 ||
		(config->recipe ? write_recipe : write_tests)(
			&writer, kind, config->scoring, error) < 0)
		return -1;
	return package_writer_finish(&writer, error);
}
