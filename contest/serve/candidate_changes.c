/* SPDX-License-Identifier: MIT */
/* What an uploaded package changes, compared with the package in use, as sentences for the jury. */
#include "candidates.h"

#include <assay/verify/result_cache.h>
#include <string.h>

#define NAMES_MAX 8
#define NS_PER_S 1e9

struct changes {
	const struct as_package *was, *is;
	bool is_packed; /* `was` is from the store, without its statement and submissions */
	char **texts;   /* NULL-terminated */
};

#define ADD_CHANGE(changes, error, ...)                                                            \
	as_names_add(&(changes)->texts, as_text_format(error, __VA_ARGS__), error)

/* 1: the file or tree is the same, or neither package has it; 0: it differs. */
static int is_same_tree(
	const struct changes *changes, const char *was, const char *is, struct as_error *error)
{
	char digests[2][AS_DIGEST_HEX_SIZE];

	if (as_verify_digest_tree(changes->was, was, NULL, digests[0], error) ||
		as_verify_digest_tree(changes->is, is, NULL, digests[1], error))
		return -1;
	return strcmp(digests[0], digests[1]) == 0;
}

/* ---- tests ---- */

/* Names of tests, the first of them in words. */
struct named {
	size_t count;
	char *text;
};

static void add_name(struct named *named, const char *name)
{
	AS_AUTO_FREE char *before = named->text;

	if (named->count++ < NAMES_MAX)
		named->text = as_text_format(
			NULL, "%s%s%s", before ? before : "", before ? ", " : "", name);
	else
		named->text = as_steal(before);
}

static int tell_names(
	struct changes *changes, const char *what, struct named *named, struct as_error *error)
{
	AS_AUTO_FREE char *text = named->text;

	return named->count == 0
		       ? 0
		       : ADD_CHANGE(changes, error, "Tests %s: %zu (%s%s).", what, named->count,
				 text ? text : "", named->count > NAMES_MAX ? ", and others" : "");
}

static int is_same_test(const struct changes *changes, const struct as_test *was,
	const struct as_test *is, struct as_error *error)
{
	const int input = is_same_tree(changes, was->input_path, is->input_path, error);

	return input == 1 ? is_same_tree(changes, was->answer_path, is->answer_path, error) : input;
}

static int compare_tests(struct changes *changes, struct as_error *error)
{
	struct named added = {0}, removed = {0}, changed = {0};
	int same = 1;

	for (size_t i = 0; i < changes->was->test_count; i++)
		if (!as_package_find_test(changes->is, changes->was->tests[i].name))
			add_name(&removed, changes->was->tests[i].name);
	for (size_t i = 0; i < changes->is->test_count && same >= 0; i++) {
		const struct as_test *is = &changes->is->tests[i];
		const struct as_test *was = as_package_find_test(changes->was, is->name);
		same = was ? is_same_test(changes, was, is, error) : 1;
		if (!was)
			add_name(&added, is->name);
		else if (same == 0)
			add_name(&changed, is->name);
	}
	const int failed = tell_names(changes, "added", &added, error) |
			   tell_names(changes, "removed", &removed, error) |
			   tell_names(changes, "changed", &changed, error);
	return same < 0 || failed ? -1 : 0;
}

/* ---- settings ---- */

static int compare_numbers(struct changes *changes, const char *what, double was, double is,
	const char *unit, struct as_error *error)
{
	return was == is ? 0
			 : ADD_CHANGE(changes, error, "%s: %g \xe2\x86\x92 %g %s.", what, was, is,
				   unit);
}

static double points_of(const struct as_package *package)
{
	const struct as_group *total = as_package_total(package);

	return package->scoring && total ? total->max_score : 0;
}

static int compare_settings(struct changes *changes, struct as_error *error)
{
	const struct as_package_limits *was = &changes->was->limits, *is = &changes->is->limits;

	if (compare_numbers(changes, "Time limit", (double)was->time_limit_ns / NS_PER_S,
		    (double)is->time_limit_ns / NS_PER_S, "s", error) ||
		compare_numbers(changes, "Memory limit", (double)(was->memory_bytes >> 20),
			(double)(is->memory_bytes >> 20), "MiB", error) ||
		compare_numbers(changes, "Output limit", (double)(was->output_bytes >> 20),
			(double)(is->output_bytes >> 20), "MiB", error) ||
		compare_numbers(changes, "Maximum score", points_of(changes->was),
			points_of(changes->is), "points", error))
		return -1;
	if (changes->was->scoring != changes->is->scoring &&
		ADD_CHANGE(changes, error, "The type changes: it is %s now.",
			changes->is->scoring ? "scoring" : "pass-fail"))
		return -1;
	return changes->was->group_count == changes->is->group_count
		       ? 0
		       : ADD_CHANGE(changes, error, "Groups of tests: %zu \xe2\x86\x92 %zu.",
				 changes->was->group_count, changes->is->group_count);
}

/* ---- programs and texts ---- */

static int compare_parts(struct changes *changes, struct as_error *error)
{
	static const struct {
		const char *path, *text;
		bool is_left_out; /* of a package that is packed */
	} parts[] = {
		{"output_validator", "The output validator changes.", false},
		{"output_validators", "The output validators change.", false},
		{"input_validators", "The input validators change.", true},
		{"graders", "The grader changes.", false},
		{"include", "The files for submissions (include) change.", false},
		{"statement", "The statement changes.", true},
		{"problem_statement", "The statement changes.", true},
		{"attachments", "The attachments change.", true},
		{"submissions", "The submissions of the package change.", true},
	};

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		const int same =
			parts[i].is_left_out && changes->is_packed
				? 1
				: is_same_tree(changes, parts[i].path, parts[i].path, error);
		if (same < 0 || (same == 0 && ADD_CHANGE(changes, error, "%s", parts[i].text)))
			return -1;
	}
	return 0;
}

char **candidate_changes(const struct as_package *was, bool is_packed, const struct as_package *is,
	struct as_error *error)
{
	struct changes changes = {.was = was, .is = is, .is_packed = is_packed};
	int failed = 0;

	if (as_package_check_unchanged(was, "", NULL))
		failed = ADD_CHANGE(&changes, error,
			"Files of the version in use were changed since it was taken into use: the "
			"comparison is with these files.");
	failed = failed || compare_tests(&changes, error) || compare_settings(&changes, error) ||
		 compare_parts(&changes, error);
	if (!failed && strcmp(was->digest, is->digest) == 0)
		failed = ADD_CHANGE(&changes, error, "Nothing that affects verdicts changes.");
	else if (!failed && !changes.texts)
		failed = ADD_CHANGE(&changes, error, "Other settings of the package change.");
	if (!failed)
		return changes.texts;
	as_names_free(changes.texts);
	return NULL;
}
