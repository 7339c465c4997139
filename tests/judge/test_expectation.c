/* SPDX-License-Identifier: MIT */
/* Folders, submissions.yaml and tags: the expectations of a submission. */
#include <assay/package.h>

#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>

#define CASES ASSAY_SOURCE_DIR "/tests/data/invalid/submissions"
#define MIN_CASES 17

#define AC AS_VERDICT_BIT(AS_VERDICT_AC)
#define WA AS_VERDICT_BIT(AS_VERDICT_WA)
#define TLE AS_VERDICT_BIT(AS_VERDICT_TLE)
#define RTE AS_VERDICT_BIT(AS_VERDICT_RTE)

static int load(struct as_expectations *expectations, const char *yaml, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	cr_assert_eq(as_expectations_init(expectations, AS_FORMAT_2025_09, false, error), 0);
	if (as_document_parse_yaml(&document, "submissions.yaml", yaml, strlen(yaml), error))
		return -1;
	return as_expectations_add(expectations, &document, error);
}

static struct as_expectations require(const char *yaml)
{
	struct as_expectations expectations;
	struct as_error error = {0};
	cr_assert_eq(load(&expectations, yaml, &error), 0, "%s", error.text);
	return expectations;
}

/* The requirement of a pattern's tests; fails if the pattern does not exist. */
static const struct as_requirement *find(
	const struct as_expectations *expectations, const char *submissions, const char *tests)
{
	for (size_t i = 0; i < expectations->count; i++) {
		const struct as_expectation *item = &expectations->items[i];
		if (strcmp(item->submissions, submissions) != 0)
			continue;
		for (size_t k = 0; k < item->count; k++)
			if (tests ? item->requirements[k].tests &&
						strcmp(item->requirements[k].tests, tests) == 0
				  : !item->requirements[k].tests)
				return &item->requirements[k];
	}
	cr_assert_fail("no expectation for %s", submissions);
	return NULL;
}

Test(expectation, the_folders_of_2025_09_have_the_expectations_of_the_format)
{
	static const struct {
		const char *folder;
		unsigned permitted, required;
		enum as_time_use time_use;
	} rows[] = {
		{"accepted", AC, AS_VERDICTS_OF_TESTS, AS_TIME_LOWER},
		{"rejected", AS_VERDICTS_OF_TESTS, RTE | TLE | WA, AS_TIME_UNUSED},
		{"wrong_answer", AC | WA, WA, AS_TIME_LOWER},
		{"time_limit_exceeded", AC | TLE, TLE, AS_TIME_UPPER},
		{"run_time_error", AC | RTE, RTE, AS_TIME_LOWER},
		{"brute_force", AC | RTE | TLE, RTE | TLE, AS_TIME_UNUSED},
	};
	AS_AUTO_EXPECTATIONS struct as_expectations expectations = require("");
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct as_requirement *found = find(&expectations, rows[i].folder, NULL);
		cr_expect_eq(
			as_requirement_permitted(found), rows[i].permitted, "%s", rows[i].folder);
		cr_expect_eq(
			as_requirement_required(found), rows[i].required, "%s", rows[i].folder);
		cr_expect_eq(
			as_requirement_time_use(found), rows[i].time_use, "%s", rows[i].folder);
		cr_expect(as_expectations_know(&expectations, rows[i].folder));
	}
	cr_expect_eq(expectations.count, 6);
	cr_expect_not(as_expectations_know(&expectations, "partially_accepted"));
}

Test(expectation, the_folders_of_legacy_differ)
{
	AS_AUTO_EXPECTATIONS struct as_expectations plain = {0}, scoring = {0};
	cr_assert_eq(as_expectations_init(&plain, AS_FORMAT_LEGACY, false, NULL), 0);
	cr_assert_eq(as_expectations_init(&scoring, AS_FORMAT_LEGACY, true, NULL), 0);
	const struct as_requirement *slow = find(&plain, "time_limit_exceeded", NULL);
	cr_expect_eq(as_requirement_permitted(slow), AC | WA | TLE);
	cr_expect_eq(as_requirement_time_use(slow), AS_TIME_UPPER);
	cr_expect_eq(as_requirement_time_use(find(&plain, "wrong_answer", NULL)), AS_TIME_UNUSED);
	cr_expect_eq(find(&plain, "accepted", NULL)->overall, 0);
	cr_expect_not(as_expectations_know(&plain, "brute_force"));
	cr_expect_not(as_expectations_know(&plain, "partially_accepted"));
	cr_expect_eq(find(&scoring, "accepted", NULL)->overall, AC);
	cr_expect(find(&scoring, "partially_accepted", NULL)->below_full_score);
}

Test(expectation, naming_a_folder_replaces_its_keys_one_by_one)
{
	AS_AUTO_EXPECTATIONS struct as_expectations expectations =
		require("time_limit_exceeded:\n  permitted: [AC, WA, TLE]\n"
			"wrong_answer:\n  use_for_time_limit: false\n");
	const struct as_requirement *slow = find(&expectations, "time_limit_exceeded", NULL);
	cr_expect_eq(slow->permitted, AC | WA | TLE);
	cr_expect_eq(slow->required, TLE);
	const struct as_requirement *wrong = find(&expectations, "wrong_answer", NULL);
	cr_expect_eq(wrong->permitted, AC | WA);
	cr_expect_eq(as_requirement_time_use(wrong), AS_TIME_UNUSED);
	cr_expect_eq(expectations.count, 6);
}

Test(expectation, a_pattern_in_a_folder_adds_to_it)
{
	AS_AUTO_EXPECTATIONS struct as_expectations expectations =
		require("accepted/*:\n  permitted: [AC, TLE]\n");
	cr_expect_eq(expectations.count, 7);
	cr_expect_eq(find(&expectations, "accepted", NULL)->permitted, AC);
	cr_expect_eq(find(&expectations, "accepted/*", NULL)->permitted, AC | TLE);
	cr_expect_eq(find(&expectations, "accepted/*", NULL)->required, AS_VERDICTS_OF_TESTS);
}

Test(expectation, groups_and_tests_have_requirements_of_their_own)
{
	AS_AUTO_EXPECTATIONS struct as_expectations expectations = require(
		"wrong_answer/half.py:\n  score: [10, 20.5]\n  sample:\n    permitted: [AC]\n"
		"  secret/*-hard:\n    permitted: [AC, TLE]\n    required: [TLE]\n"
		"    score: 5\n    message: too slow\n");
	const struct as_requirement *whole = find(&expectations, "wrong_answer/half.py", NULL);
	cr_expect(whole->has_score && whole->score_min == 10 && whole->score_max == 20.5);
	cr_expect_eq(find(&expectations, "wrong_answer/half.py", "sample")->permitted, AC);
	const struct as_requirement *hard =
		find(&expectations, "wrong_answer/half.py", "secret/*-hard");
	cr_expect(as_glob_covers(&hard->tests_glob, "secret/7-hard"));
	cr_expect_eq(as_requirement_time_use(hard), AS_TIME_UPPER);
	cr_expect(hard->has_score && hard->score_min == 5 && hard->score_max == 5);
	cr_expect_str_eq(hard->message, "too slow");
}

Test(expectation, lower_and_upper_are_constraints_themselves)
{
	AS_AUTO_EXPECTATIONS struct as_expectations expectations = require(
		"a:\n  use_for_time_limit: lower\nb:\n  use_for_time_limit: upper\n"
		"c:\n  permitted: [AC]\n  use_for_time_limit: false\nd:\n  required: [TLE, RTE]\n");
	cr_expect_eq(as_requirement_permitted(find(&expectations, "a", NULL)), AC | WA | RTE);
	cr_expect_eq(as_requirement_required(find(&expectations, "b", NULL)), TLE);
	cr_expect_eq(as_requirement_time_use(find(&expectations, "c", NULL)), AS_TIME_UNUSED);
	cr_expect_eq(as_requirement_time_use(find(&expectations, "d", NULL)), AS_TIME_UNUSED);
}

Test(expectation, language_entry_point_and_people_are_read)
{
	AS_AUTO_EXPECTATIONS struct as_expectations expectations =
		require("accepted/x:\n  language: python3\n  entrypoint: start.py\n"
			"  authors: [Ann Example <ann@example.org>, {name: Bob}]\n"
			"  model_solution: true\n");
	const struct as_expectation *item = &expectations.items[6];
	cr_expect_str_eq(item->language, "python3");
	cr_expect_str_eq(item->entrypoint, "start.py");
	cr_expect(item->model_solution && item->of_file && !item->of_format);
}

Test(expectation, the_last_pattern_determines_the_start_of_a_submission)
{
	AS_AUTO_EXPECTATIONS struct as_expectations expectations =
		require("accepted:\n  language: python3\n  entrypoint: start.py\n"
			"accepted/b.py:\n  language: pypy3\n");
	const struct as_package package = {0};
	const struct as_expected_start a =
		as_expectations_start(&expectations, &package, "submissions/accepted/a.py");
	const struct as_expected_start b =
		as_expectations_start(&expectations, &package, "submissions/accepted/b.py");
	const struct as_expected_start none =
		as_expectations_start(&expectations, &package, "submissions/rejected/b.py");
	cr_expect_str_eq(a.language, "python3");
	cr_expect_str_eq(b.language, "pypy3");
	cr_expect_str_eq(b.entry_point, "start.py");
	cr_expect_null(none.language);
	cr_expect_null(none.entry_point);
}

Test(expectation, a_path_on_the_disk_has_a_start_only_within_the_package)
{
	AS_AUTO_EXPECTATIONS struct as_expectations expectations =
		require("accepted:\n  language: python3\n");
	char plain[] = "my/sum", slash[] = "my/sum/";
	static const struct {
		const char *path;
		bool is_own;
	} rows[] = {{"my/sum/submissions/accepted/a.py", true},
		{"my/sum//submissions/accepted/a.py", true},
		{"my/sum2/submissions/accepted/a.py", false}, {"my/sum/accepted/a.py", false},
		{"accepted/a.py", false}};

	for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
		const struct as_package package = {.folder = i % 2 ? slash : plain};
		const struct as_expected_start start =
			as_expectations_start_at(&expectations, &package, rows[i / 2].path);
		cr_expect_eq(start.language != NULL, rows[i / 2].is_own, "%s", rows[i / 2].path);
	}
}

Test(expectation, a_submission_is_wrong_if_full_acceptance_is_not_expected)
{
	AS_AUTO_EXPECTATIONS struct as_expectations expectations =
		require("mixed/a.py:\n  secret/2:\n    required: [WA]\n"
			"mixed/b.py:\n  permitted: [AC, WA]\n"
			"mixed/c.py:\n  permitted: [TLE]\n");
	static const struct {
		const char *path;
		bool is_wrong;
	} rows[] = {{"submissions/accepted/a.py", false}, {"submissions/wrong_answer/a.py", true},
		{"submissions/time_limit_exceeded/a.py", true}, {"submissions/rejected/a.py", true},
		{"submissions/brute_force/a.py", true}, {"submissions/mixed/a.py", true},
		{"submissions/mixed/b.py", false}, {"submissions/mixed/c.py", true},
		{"submissions/mixed/d.py", false}};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		cr_expect_eq(as_expectations_is_wrong(&expectations, rows[i].path),
			rows[i].is_wrong, "%s", rows[i].path);
}

/* For every file of tests/data/invalid/submissions, the first line is a line number and a part of
 * the message, and the rest is submissions.yaml. */
Test(expectation, malformed_files_get_their_message_at_their_line)
{
	AS_AUTO_FD int cases_fd = open(CASES, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AS_AUTO_NAMES char **names = as_dir_list(cases_fd, 1000, NULL);
	cr_assert(names && as_names_count(names) >= MIN_CASES);
	for (char **name = names; *name; name++) {
		AS_AUTO_BYTES struct as_bytes text = {0};
		AS_AUTO_EXPECTATIONS struct as_expectations expectations = {0};
		struct as_error error = {0};
		char *yaml, *expected;
		cr_assert_eq(as_file_read(cases_fd, *name, 1 << 20, &text, NULL), 0, "%s", *name);
		const unsigned line = (unsigned)strtoul(text.data, &expected, 10);
		cr_assert(strncmp(expected, ": ", 2) == 0 && (yaml = strchr(text.data, '\n')));
		*yaml++ = '\0';
		cr_expect_eq(load(&expectations, yaml, &error), -1, "%s", *name);
		cr_expect_eq(error.kind, AS_ERROR_INPUT);
		cr_expect_eq(error.line, line, "%s: line %u", *name, error.line);
		cr_expect_not_null(strstr(error.text, expected + 2), "%s: %s", *name, error.text);
	}
}

#define TEN "{a,b,c,d,e,f,g,h,i,j}"

/* Each stands for a thousand. */
static int load_thousands(struct as_expectations *expectations, int count, struct as_error *error)
{
	AS_AUTO_FREE char *yaml = calloc((size_t)count + 1, 128);
	for (int i = 0; i < count; i++)
		sprintf(yaml + strlen(yaml),
			i % 2 ? "  \"s%d" TEN TEN TEN "\": {permitted: [AC]}\n"
			      : "\"a%d" TEN TEN TEN "\":\n",
			i);
	return load(expectations, yaml, error);
}

Test(expectation, patterns_with_too_many_alternatives_are_refused)
{
	AS_AUTO_EXPECTATIONS struct as_expectations enough = {0}, more = {0};
	struct as_error error = {0};
	cr_expect_eq(load_thousands(&enough, 100, &error), 0, "%s", error.text);
	cr_expect_eq(enough.count, 6 + 50);
	cr_expect_eq(load_thousands(&more, 102, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_eq(error.line, 102, "line %u", error.line);
	cr_expect_not_null(
		strstr(error.text, "too many patterns: more than 100000"), "%s", error.text);
}

static struct as_expectation_tags tags_of(const char *text)
{
	struct as_expectation_tags tags = {0};
	as_expectation_tags_read(&tags, text, strlen(text));
	return tags;
}

Test(expectation, tags_are_found_in_any_comment)
{
	cr_expect_eq(tags_of("int main(){}").overall, 0);
	cr_expect_eq(tags_of("// @EXPECTED_RESULTS@: CORRECT\n").overall, AC);
	cr_expect_eq(
		tags_of("x\n * @EXPECTED_RESULTS@: RUN-ERROR, WRONG_ANSWER */").overall, RTE | WA);
	cr_expect_eq(tags_of("# @EXPECTED_RESULTS@: timelimit,NO-OUTPUT\r\n").overall, TLE | WA);
	cr_expect_eq(tags_of("@EXPECTED_RESULTS@: COMPILER-ERROR").overall,
		AS_VERDICT_BIT(AS_VERDICT_CE));
	cr_expect_str_eq(tags_of("@EXPECTED_RESULTS@: CORRECT, NONSENSE").unknown, "NONSENSE");
	struct as_expectation_tags scored = tags_of("// @EXPECTED_SCORE@: 12.5\n");
	cr_expect(scored.has_score && scored.score == 12.5 && scored.overall == 0);
	cr_expect_not(tags_of("// @EXPECTED_SCORE@: lots\n").has_score);
	cr_expect_str_eq(tags_of("// @EXPECTED_SCORE@: lots of\n").unknown, "lots");
}
