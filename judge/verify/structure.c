/* SPDX-License-Identifier: MIT */
/* Checks of a package that need no run: missing, duplicate and useless parts. */
#include "verify.h"

#include <assay/base/fit.h>
#include <assay/verify/structure.h>

#include <math.h>
#include <string.h>

#define MAX_ENTRIES 1000000

/* ---- missing parts ---- */

/* True if the folder has a file whose name begins with the text. */
static bool has_file(const struct as_package *package, const char *folder, const char *beginning)
{
	AS_AUTO_FD int fd = as_dir_open(package->tree.fd, folder, NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_ENTRIES, NULL);

	for (char **name = names; name && *name; name++)
		if (strncmp(*name, beginning, strlen(beginning)) == 0)
			return true;
	return false;
}

static bool has_statement(const struct as_package *package)
{
	return has_file(package, "statement", "problem.") ||
	       has_file(package, "problem_statement", "problem.");
}

static bool has_group_with_tests(const struct as_package *package, const char *name)
{
	const struct as_group *group = as_package_find_group(package, name);

	return group && group->test_count;
}

static bool has_right_candidate(const struct as_verify *verify)
{
	for (size_t i = 0; i < verify->count; i++)
		if (strcmp(verify->candidates[i].folder, "accepted") == 0)
			return true;
	return false;
}

static int check_missing(struct as_verify *verify, struct as_error *error)
{
	const struct as_package *package = verify->package;
	bool has_samples =
		has_group_with_tests(package, "sample") || has_file(package, "data/sample", "");
	const struct {
		bool missing;
		enum as_finding_level level;
		const char *where, *text;
	} table[] = {
		{!has_group_with_tests(package, "secret"), AS_FINDING_ERROR, "data/secret",
			"no secret tests; the format requires at least one, for example "
			"data/secret/1.in with data/secret/1.ans"},
		{!has_samples, AS_FINDING_WARNING, "data/sample",
			"no samples; add one that shows what is asked for, for example "
			"data/sample/1.in with data/sample/1.ans"},
		{!has_statement(package), AS_FINDING_WARNING, "",
			package->format == AS_FORMAT_LEGACY
				? "no statement; the format requires one, for example "
				  "problem_statement/problem.en.tex"
				: "no statement; the format requires one, for example "
				  "statement/problem.en.md"},
		{!package->input_validators || !package->input_validators[0], AS_FINDING_WARNING,
			"input_validators",
			"no input validator, so nothing checks that the tests satisfy the "
			"statement's constraints; add one to input_validators/"},
		{!has_right_candidate(verify), AS_FINDING_ERROR, "submissions/accepted",
			"no accepted submission; the format requires at least one, which shows "
			"that the tests can be solved"},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		if (table[i].missing && as_findings_add(&verify->findings, table[i].level,
						table[i].where, error, "%s", table[i].text))
			return -1;
	return 0;
}

/* ---- duplicates ---- */

struct content {
	char digest[AS_DIGEST_HEX_SIZE];
	size_t test;
};

static int compare_content(const void *left, const void *right)
{
	const struct content *a = left, *b = right;
	int order = strcmp(a->digest, b->digest);

	return order ? order : a->test < b->test ? -1 : a->test > b->test;
}

/* Everything that a submission can observe: two tests with equal inputs may differ in their
 * arguments. */
static int digest_test(const struct as_verify *verify, const struct as_test *test,
	struct content *content, struct as_error *error)
{
	AS_AUTO_FD int input = as_file_open(verify->package->tree.fd, test->input_path, error);
	struct as_digest digest;

	as_digest_init(&digest);
	for (char **word = test->args; word && *word; word++)
		as_digest_add_text(&digest, *word);
	as_digest_add_text(&digest, test->files_path);
	if (input < 0 || as_digest_add_fd(&digest, input, verify->settings->cancel, error))
		return -1;
	as_digest_end(&digest, content->digest);
	return 0;
}

/* With the default check there is one right answer. False if that is unknown. */
static bool answers_differ(
	const struct as_verify *verify, const struct as_test *a, const struct as_test *b)
{
	const struct as_package *package = verify->package;
	char feedback[AS_CHECK_FEEDBACK_SIZE];
	bool accepted;

	if ((package->output_validators && package->output_validators[0]) || !a->answer_path ||
		!b->answer_path)
		return false;
	AS_AUTO_FD int left = as_file_open(package->tree.fd, a->answer_path, NULL);
	AS_AUTO_FD int right = as_file_open(package->tree.fd, b->answer_path, NULL);
	return left >= 0 && right >= 0 &&
	       as_check_default(left, right, &b->check_flags, &accepted, feedback, NULL) == 0 &&
	       !accepted;
}

/* Equal tests in one group are a mistake; in two groups, or as a sample and a secret test, they are
 * usual. */
static int report_duplicate(struct as_verify *verify, const struct as_test *a,
	const struct as_test *b, struct as_error *error)
{
	enum as_finding_level level = a->group == b->group ? AS_FINDING_WARNING : AS_FINDING_INFO;

	if (answers_differ(verify, a, b))
		return as_findings_add(&verify->findings, AS_FINDING_WARNING, b->answer_path, error,
			"differs from %s, although the inputs are the same; correct the wrong one",
			a->answer_path);
	return as_findings_add(&verify->findings, level, b->input_path, error,
		"is the same input as %s%s", a->input_path,
		level == AS_FINDING_WARNING ? "; remove one of them" : "");
}

static int check_duplicates(struct as_verify *verify, struct as_error *error)
{
	const struct as_package *package = verify->package;
	AS_AUTO_FREE struct content *contents = calloc(package->test_count + 1, sizeof(*contents));

	if (!contents)
		return as_error_no_memory(error);
	for (size_t t = 0; t < package->test_count; t++) {
		contents[t].test = t;
		if (digest_test(verify, &package->tests[t], &contents[t], error))
			return -1;
	}
	qsort(contents, package->test_count, sizeof(*contents), compare_content);
	/* Each is compared with the first equal test of its group, so that findings for many have
	 * equal texts. */
	const struct as_test *first = package->tests ? &package->tests[contents[0].test] : NULL;
	for (size_t i = 1; i < package->test_count; i++) {
		const struct as_test *before = &package->tests[contents[i - 1].test];
		const struct as_test *test = &package->tests[contents[i].test];
		const bool same = strcmp(contents[i].digest, contents[i - 1].digest) == 0;
		/* A link to another test is intended. */
		if (same && strcmp(before->input_path, test->input_path) != 0 &&
			strcmp(first->input_path, test->input_path) != 0 &&
			report_duplicate(verify, first, test, error))
			return -1;
		if (!same || test->group != first->group)
			first = test;
	}
	return 0;
}

/* ---- useless parts ---- */

/* The sum, or minimum, of the points of the groups of secret, by its score_aggregation. INFINITY:
 * unknown. */
static double worth_of_groups(const struct as_package *package, const struct as_group *secret)
{
	double sum = 0, min = INFINITY;

	for (size_t g = 0; g < package->group_count; g++) {
		const struct as_group *group = &package->groups[g];
		if (strncmp(group->name, "secret/", strlen("secret/")) != 0)
			continue;
		sum += group->max_score;
		min = group->max_score < min ? group->max_score : min;
	}
	return min == INFINITY || secret->aggregation != AS_AGGREGATE_SUM ? min : sum;
}

static int check_worth(
	struct as_verify *verify, const struct as_group *secret, struct as_error *error)
{
	double worth = worth_of_groups(verify->package, secret);

	if (secret->aggregation == AS_AGGREGATE_PASS_FAIL || worth == secret->max_score ||
		!isfinite(worth))
		return 0;
	if (worth > secret->max_score)
		return as_findings_add(&verify->findings, AS_FINDING_WARNING, "data/secret", error,
			"its groups can earn %s points, but its max_score is %s: a submission that "
			"earns more gets JE; set max_score in its test_group.yaml",
			AS_NUMBER(worth), AS_NUMBER(secret->max_score));
	return as_findings_add(&verify->findings, AS_FINDING_WARNING, "data/secret", error,
		"at most %s of its %s points can be earned; give its groups a higher max_score, or "
		"set that of data/secret in its test_group.yaml",
		AS_NUMBER(worth), AS_NUMBER(secret->max_score));
}

/* A group of the authors, not sample or secret. */
static int check_group(
	struct as_verify *verify, const struct as_group *group, struct as_error *error)
{
	const struct as_package *package = verify->package;
	AS_AUTO_FREE char *where = as_text_format(error, "data/%s", group->name);

	if (!where)
		return -1;
	if (group->test_count == 0)
		return as_findings_add(&verify->findings, AS_FINDING_WARNING, where, error,
			"the group has no tests; add one or remove the group");
	if (!package->scoring || package->format == AS_FORMAT_LEGACY || !group->has_score ||
		group->max_score != 0)
		return 0;
	return as_findings_add(&verify->findings, AS_FINDING_WARNING, where, error,
		"the group is worth 0 points; give it a max_score in its test_group.yaml or remove "
		"it");
}

/* g10 before g2: folders and tests are in the order of their bytes, which authors of numbers seldom
 * mean. */
static int report_order(struct as_verify *verify, const struct as_test *before,
	const struct as_test *test, bool *folders, bool *tests, struct as_error *error)
{
	AS_AUTO_FREE char *left = strndup(before->name, as_test_folder_length(before->name));
	AS_AUTO_FREE char *right = strndup(test->name, as_test_folder_length(test->name));
	AS_AUTO_FREE char *where = as_text_format(error, "data/%s", right ? right : "");

	if (!left || !right || !where)
		return as_error_no_memory(error);
	if (strcmp(left, right) != 0) {
		if (*folders || strverscmp(left, right) <= 0)
			return 0;
		*folders = true;
		return as_findings_add(&verify->findings, AS_FINDING_WARNING, where, error,
			"its tests come after those of %s, because names of folders are sorted "
			"byte by byte; give the numbers leading zeros",
			left);
	}
	if (*tests || strverscmp(before->name, test->name) <= 0)
		return 0;
	*tests = true;
	return as_findings_add(&verify->findings, AS_FINDING_INFO, test->input_path, error,
		"the test comes after %s, because names of tests are sorted byte by byte; give the "
		"numbers leading zeros",
		before->name);
}

/* Of folders and of tests one finding is enough. */
static int check_order(struct as_verify *verify, struct as_error *error)
{
	const struct as_package *package = verify->package;
	bool folders = false, tests = false;

	for (size_t t = 1; t < package->test_count; t++)
		if (report_order(verify, &package->tests[t - 1], &package->tests[t], &folders,
			    &tests, error))
			return -1;
	return 0;
}

static int check_groups(struct as_verify *verify, struct as_error *error)
{
	const struct as_package *package = verify->package;

	for (size_t g = 0; g < package->group_count; g++) {
		const struct as_group *group = &package->groups[g];
		if (package->scoring && package->format != AS_FORMAT_LEGACY &&
			strcmp(group->name, "secret") == 0 && check_worth(verify, group, error))
			return -1;
		bool is_root = group->parent == g || strcmp(group->name, "sample") == 0 ||
			       strcmp(group->name, "secret") == 0;
		if (!is_root && check_group(verify, group, error))
			return -1;
	}
	return 0;
}

static bool names_a_validator(const struct as_package *package, const struct as_input_args *args,
	const struct as_input_args_list *list)
{
	for (char **path = package->input_validators; path && *path; path++)
		if (as_input_args_of(args, *path) == list)
			return true;
	return false;
}

static const char *suggest_validator(
	const struct as_package *package, const char *name, char hint[AS_SUGGESTION_SIZE])
{
	const char *names[64];
	size_t count = 0;

	for (char **path = package->input_validators; path && *path && count < 64; path++) {
		const char *slash = strrchr(*path, '/');
		names[count++] = slash ? slash + 1 : *path;
	}
	return as_text_suggestion(name, names, count, hint);
}

/* The program of a list that a word names, with or without its ending; NULL: none. */
static const char *find_named(char *const *programs, const char *word)
{
	for (; programs && *programs; programs++)
		if (as_package_program_is(*programs, word, true) ||
			as_package_program_is(*programs, word, false))
			return *programs;
	return NULL;
}

/* A validator of another name runs without the arguments, and rejects valid inputs. */
static int check_names(struct as_verify *verify, const struct as_test *test,
	struct as_text_map *reported, struct as_error *error)
{
	const struct as_input_args *args = test->input_validator_args;
	char hint[AS_SUGGESTION_SIZE];

	for (size_t i = 0; args && i < args->count; i++) {
		const char *name = args->lists[i].name;
		if (!name || names_a_validator(verify->package, args, &args->lists[i]) ||
			as_text_map_get(reported, name))
			continue;
		if (as_text_map_set(reported, name, "", error) ||
			as_findings_add(&verify->findings, AS_FINDING_WARNING, test->input_path,
				error,
				"unknown input validator '%.*s' in input_validator_args%s "
				"correct the name",
				as_text_fit(name, 100), name,
				suggest_validator(verify->package, name, hint)))
			return -1;
	}
	return 0;
}

/* A word of the arguments for all validators that is also the name of one of them: the format lets
 * it be meant either way. */
static int check_word(struct as_verify *verify, const struct as_test *test,
	struct as_text_map *reported, struct as_error *error)
{
	const struct as_package *package = verify->package;
	const struct as_input_args *args = test->input_validator_args;

	if (!args || args->count != 1 || args->lists[0].name || !args->lists[0].words)
		return 0;
	for (char **word = args->lists[0].words; *word; word++) {
		const char *path = find_named(package->input_validators, *word);
		if (!path || as_text_map_get(reported, *word))
			continue;
		if (as_text_map_set(reported, *word, "", error) ||
			as_findings_add(&verify->findings, AS_FINDING_WARNING, test->input_path,
				error,
				"'%.*s' is passed to all input validators as an argument, "
				"although %.*s has this name; to choose that validator, write a "
				"mapping from its name to its arguments",
				as_text_fit(*word, 100), *word, as_text_fit(path, 100), path))
			return -1;
	}
	return 0;
}

/* Reports words that name output validators of the legacy format and are passed as flags: by
 * validator_flags, or beside other words. */
static int check_output_word(struct as_verify *verify, const struct as_test *test,
	struct as_text_map *reported, struct as_error *error)
{
	const struct as_package *package = verify->package;

	for (char **word = test->only_validator ? NULL : test->output_validator_args; word && *word;
		word++) {
		const char *path = find_named(package->output_validators, *word);
		if (!path || as_text_map_get(reported, *word))
			continue;
		if (as_text_map_set(reported, *word, "", error) ||
			as_findings_add(&verify->findings, AS_FINDING_WARNING, test->input_path,
				error,
				"'%.*s' is passed to all output validators as a flag, although "
				"%.*s has this name; to run that validator alone, write "
				"`output_validator_flags: {name: %.*s}` into testdata.yaml",
				as_text_fit(*word, 100), *word, as_text_fit(path, 100), path,
				as_text_fit(*word, 100), *word))
			return -1;
	}
	return 0;
}

static int check_arguments(struct as_verify *verify, struct as_error *error)
{
	const struct as_package *package = verify->package;
	AS_AUTO(as_text_map_clear) struct as_text_map reported = {0};
	AS_AUTO(as_text_map_clear) struct as_text_map of_output = {0};

	for (size_t t = 0; t < package->test_count; t++)
		if (check_names(verify, &package->tests[t], &reported, error) ||
			check_word(verify, &package->tests[t], &reported, error) ||
			check_output_word(verify, &package->tests[t], &of_output, error))
			return -1;
	return 0;
}

/* Adds the warnings about reading the package. Errors are left out: the caller that opened the
 * package reports them. */
static int add_warnings(struct as_verify *verify, struct as_error *error)
{
	const struct as_findings *found = &verify->package->findings;

	for (size_t i = 0; i < found->count; i++)
		if (found->items[i].level == AS_FINDING_WARNING &&
			as_findings_add(&verify->findings, AS_FINDING_WARNING,
				found->items[i].where, error, "%s", found->items[i].text))
			return -1;
	return 0;
}

int as_verify_settings(
	const struct as_package *package, struct as_findings *findings, struct as_error *error)
{
	struct as_verify verify = {.package = package, .findings = *findings};
	const int failed = add_warnings(&verify, error) || check_groups(&verify, error) ||
			   check_order(&verify, error) || check_arguments(&verify, error);

	*findings = verify.findings;
	return failed ? -1 : 0;
}

int as_structure_check(struct as_verify *verify, struct as_error *error)
{
	return check_missing(verify, error) || check_duplicates(verify, error) ||
			       check_groups(verify, error) || check_order(verify, error) ||
			       check_arguments(verify, error)
		       ? -1
		       : 0;
}
