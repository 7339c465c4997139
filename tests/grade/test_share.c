/* SPDX-License-Identifier: MIT */
/* Points that results earn of an item, from tables that were computed by hand. */
#include "marks_case.h"

/* 4 + 6 points, and two samples. */
static void make_scoring(struct class_package *package)
{
	MAKE_PACKAGE(package, "scoring",
		{{"sample", NO_POINTS, 2}, {"secret", 10, 0}, {"secret/1", 4, 3},
			{"secret/2", 6, 2}});
}

static void make_plain(struct class_package *package)
{
	MAKE_PACKAGE(package, "plain", {{"sample", NO_POINTS, 1}, {"secret", NO_POINTS, 7}});
}

static void make_grouped(struct class_package *package)
{
	MAKE_PACKAGE(package, "grouped",
		{{"sample", NO_POINTS, 1}, {"secret", NO_POINTS, 0}, {"secret/a", NO_POINTS, 2},
			{"secret/b", NO_POINTS, 3}, {"secret/c", NO_POINTS, 1}});
}

struct share_case {
	const char *keys;     /* of the item */
	const char *letters;  /* "CE": refused */
	const char *expected; /* "STATE RAW" */
};

static const char *const state_names[] = {[AS_MARK_JUDGED] = "judged",
	[AS_MARK_GIVEN] = "given",
	[AS_MARK_NOT_JUDGED] = "not_judged",
	[AS_MARK_NEEDS_PERSON] = "needs_person",
	[AS_MARK_NOT_SUBMITTED] = "not_submitted",
	[AS_MARK_AWAITED] = "awaited",
	[AS_MARK_EXCUSED] = "excused"};

static const char *share_of(const struct class_package *package, const struct share_case *one)
{
	static char text[64];
	char scheme_text[512];
	struct as_scheme scheme = {0};
	struct class_result result;
	struct as_marks marks = {0};

	snprintf(scheme_text, sizeof(scheme_text),
		"items:\n  - {id: a, points: 10, package: p, %s}\n", one->keys);
	read_scheme(&scheme, scheme_text);
	bind_scheme(&scheme, 0, package);
	if (strcmp(one->letters, "CE") == 0)
		make_refused(&result, package);
	else
		make_result(&result, package, one->letters);
	const struct as_work work = {.submitted = true, .result = &result.result};
	const struct as_marking marking = {
		.scheme = &scheme, .id = "s", .works = &work, .submitted = true};
	compute(&marking, &marks);
	snprintf(text, sizeof(text), "%s %s", state_names[marks.items[0].state],
		AS_POINTS(marks.items[0].raw_e4));
	as_marks_clear(&marks);
	as_scheme_clear(&scheme);
	return text;
}

static void expect_shares(
	const struct class_package *package, const struct share_case *cases, size_t count)
{
	for (size_t i = 0; i < count; i++)
		cr_expect_str_eq(share_of(package, &cases[i]), cases[i].expected, "%s, %s: %s",
			cases[i].keys, cases[i].letters, share_of(package, &cases[i]));
}
#define EXPECT_SHARES(package, ...)                                                                \
	do {                                                                                       \
		static const struct share_case cases_[] = __VA_ARGS__;                             \
		expect_shares(package, cases_, sizeof(cases_) / sizeof(*cases_));                  \
	} while (0)

Test(share, of_a_package_with_points)
{
	struct class_package package;

	make_scoring(&package);
	EXPECT_SHARES(&package, {
					{"", "AAAAAAA", "judged 10"},
					{"", "AAAAAWA", "judged 4"},
					{"", "AAWAAAA", "judged 6"},
					{"", "AAWAAWA", "judged 0"},
					{"partial: per_group", "AAWAAAA", "judged 6"},
					{"partial: best_of", "AAAAAWA", "judged 10"},
					{"partial: best_of", "AAWAAWA", "judged 0"},
					{"partial: all", "AAAAAAA", "judged 10"},
					{"partial: all", "AAAAAAW", "judged 0"},
					{"partial: per_test", "AAAAAAA", "judged 10"},
					{"partial: per_test", "AAAAAWW", "judged 6"},
					{"partial: per_test", "WWAAAWW", "judged 6"},
					{"", "CE", "judged 0"},
					{"partial: per_test", "CE", "judged 0"},
				});
}

Test(share, of_groups_with_points)
{
	struct class_package package;

	make_scoring(&package);
	EXPECT_SHARES(&package,
		{
			{"groups: [secret/1]", "WWAAAWW", "judged 10"},
			{"groups: [secret/2]", "AAAAAAW", "judged 0"},
			{"groups: [secret/1, secret/2]", "AAAAAWA", "judged 4"},
			{"groups: [secret/2, secret/1]", "AAAAAWA", "judged 4"},
			{"groups: [secret]", "AAAAAWA", "judged 4"},
			{"groups: [secret/1, secret/2], partial: all", "AAAAAWA", "judged 0"},
			{"groups: [secret/1, secret/2], partial: all", "WWAAAAA", "judged 10"},
			{"groups: [secret/1, secret/2], partial: best_of", "AAWAAAA", "judged 10"},
			{"groups: [secret/1], partial: per_test", "AAAWAWW", "judged 6.6667"},
			{"groups: [sample], partial: all", "AAWWWWW", "judged 10"},
			{"groups: [sample], partial: all", "AWAAAAA", "judged 0"},
			{"groups: [secret/1], partial: all", "AAAAA--", "judged 10"},
			{"groups: [secret/1], partial: all", "AAWAA--", "judged 0"},
		});
}

Test(share, of_a_package_without_points)
{
	struct class_package package;

	make_plain(&package);
	EXPECT_SHARES(&package,
		{
			{"", "AAAAAAAA", "judged 10"},
			{"", "AAAAAAAW", "judged 0"},
			{"", "AAAW----", "judged 0"},
			{"partial: per_test", "AAAAAAAA", "judged 10"},
			{"partial: per_test", "AAAAWWWW", "judged 4.2857"},
			{"partial: per_test", "WAAAWWWW", "judged 4.2857"},
			{"partial: per_test", "AWWWWWWW", "judged 0"},
			{"partial: per_test", "AAAAAAAW", "judged 8.5714"},
			{"tests: [secret/01]", "WAWWWWWW", "judged 10"},
			{"tests: [secret/01]", "AWAAAAAA", "judged 0"},
			{"tests: ['secret/0*'], partial: per_test", "AAWWWWWW", "judged 1.4286"},
			{"tests: [secret/01, secret/02, sample], partial: per_test", "WAWAAAAA",
				"judged 3.3333"},
			{"tests: [secret, secret/01], partial: per_test", "WAAAAAAA", "judged 10"},
			{"tests: [sample/01]", "AWWWWWWW", "judged 10"},
		});
}

Test(share, of_groups_without_points)
{
	struct class_package package;

	make_grouped(&package);
	EXPECT_SHARES(&package,
		{
			{"partial: per_group", "AAAAAAA", "judged 10"},
			{"partial: per_group", "AAAAWAW", "judged 3.3333"},
			{"partial: per_group", "AAAAAAW", "judged 6.6667"},
			{"partial: per_group", "WAAAAAA", "judged 10"},
			{"partial: best_of", "AWAAAAW", "judged 10"},
			{"partial: best_of", "AWAWAAW", "judged 0"},
			{"groups: [secret/a]", "AAAWWWW", "judged 10"},
			{"groups: [secret/a, secret/b]", "AAAAAWA", "judged 0"},
			{"groups: [secret/a, secret/c], partial: per_group", "AAAWWWW", "judged 5"},
		});
}

/* A failure of the judge must not cost marks: a mark exists only if everything that it depends on
 * is known. */
Test(share, of_a_judging_error_is_unknown)
{
	struct class_package scoring, plain;

	make_scoring(&scoring);
	make_plain(&plain);
	EXPECT_SHARES(&scoring, {
					{"", "AAAAAJA", "not_judged 0"},
					{"", "JAAAAAA", "not_judged 0"},
					{"groups: [secret/2]", "AAAAAJA", "not_judged 0"},
					{"groups: [secret/1]", "AAAAAJA", "judged 10"},
					{"groups: [secret/1]", "AAWAAJA", "judged 0"},
					{"groups: [secret/1]", "AAWA-JA", "not_judged 0"},
					{"partial: per_test", "AAAAAJA", "not_judged 0"},
				});
	EXPECT_SHARES(&plain, {
				      {"", "AAAJ----", "not_judged 0"},
				      {"tests: [secret/01]", "AAAJ----", "judged 10"},
				      {"tests: [secret/07]", "AAAJ----", "not_judged 0"},
			      });
}

/* The judge stopped at the first failure, so such items cannot be computed. */
Test(share, of_tests_that_were_not_run_is_unknown)
{
	struct class_package plain, grouped;

	make_plain(&plain);
	make_grouped(&grouped);
	EXPECT_SHARES(&plain, {
				      {"partial: per_test", "AAAW----", "not_judged 0"},
				      {"tests: [secret/07]", "AAAW----", "not_judged 0"},
				      {"tests: [secret/01]", "AAAW----", "judged 10"},
			      });
	EXPECT_SHARES(&grouped, {
					{"partial: per_group", "AAW----", "not_judged 0"},
					{"groups: [secret/c]", "AAW----", "not_judged 0"},
					{"groups: [secret/a]", "AAW----", "judged 0"},
				});
}

/* ---- groups that are not run ---- */

static const char *mark_text(const struct as_scheme *scheme, const struct as_result *result)
{
	static char text[64];
	struct as_marks marks = {0};
	const struct as_work work = {.submitted = true, .result = result};
	const struct as_marking marking = {
		.scheme = scheme, .id = "s", .works = &work, .submitted = true};

	compute(&marking, &marks);
	snprintf(text, sizeof(text), "%s %s", state_names[marks.items[0].state],
		AS_POINTS(marks.items[0].raw_e4));
	as_marks_clear(&marks);
	return text;
}

Test(share, of_a_group_whose_prerequisite_failed_is_nothing)
{
	struct class_package package;
	struct class_result result;
	struct as_scheme scheme = {0};

	make_scoring(&package);
	read_scheme(&scheme, "items: [{id: a, points: 10, package: p, groups: [secret/2], partial: "
			     "all}]\n");
	bind_scheme(&scheme, 0, &package);
	make_result(&result, &package, "AAWAAAA");
	cr_expect_str_eq(mark_text(&scheme, &result.result), "judged 10");
	result.groups[3].unmet = 2;
	cr_expect_str_eq(mark_text(&scheme, &result.result), "judged 0");
	as_scheme_clear(&scheme);
}

Test(share, of_a_group_whose_static_validation_failed_is_nothing)
{
	struct class_package package;
	struct class_result result;
	struct as_scheme scheme = {0};
	struct as_result_test validation = {
		.name = (char *)"secret/a", .is_static = true, .verdict = AS_VERDICT_WA};

	make_grouped(&package);
	read_scheme(&scheme, "items: [{id: a, points: 10, package: p, groups: [secret/a]}]\n");
	bind_scheme(&scheme, 0, &package);
	make_result(&result, &package, "AAAAAAA");
	result.result.statics = &validation;
	result.result.static_count = 1;
	cr_expect_str_eq(mark_text(&scheme, &result.result), "judged 0");
	/* If the validation itself failed, nothing is known. */
	validation.verdict = AS_VERDICT_JE;
	cr_expect_str_eq(mark_text(&scheme, &result.result), "not_judged 0");
	validation.name = (char *)"secret/b";
	cr_expect_str_eq(mark_text(&scheme, &result.result), "judged 10");
	as_scheme_clear(&scheme);
}

/* Scores are doubles: a third of 10 points is 3.3333, regardless of the binary digits. */
Test(share, of_a_score_with_many_digits_is_rounded_once)
{
	static const struct {
		double score;
		const char *expected;
	} cases[] = {{1.0 / 3, "judged 0.3333"}, {2.0 / 3, "judged 0.6667"},
		{0.1 + 0.2, "judged 0.3"}, {9.99999, "judged 10"}, {9.9999, "judged 9.9999"},
		{-3, "judged 0"}, {11, "judged 10"}, {NAN, "judged 0"}, {INFINITY, "judged 10"}};
	struct class_package package;
	struct class_result result;
	struct as_scheme scheme = {0};

	make_scoring(&package);
	read_scheme(&scheme, "items: [{id: a, points: 10, package: p}]\n");
	bind_scheme(&scheme, 0, &package);
	make_result(&result, &package, "AAAAAAA");
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		result.result.score = cases[i].score;
		cr_expect_str_eq(mark_text(&scheme, &result.result), cases[i].expected, "%zu: %s",
			i, mark_text(&scheme, &result.result));
	}
	result.result.has_score = false;
	cr_expect_str_eq(mark_text(&scheme, &result.result), "judged 0");
	as_scheme_clear(&scheme);
}

/* ---- properties ---- */

/* For all 2^7 results: within the points, full points for all tests, and one more accepted test
 * never reduces them. */
static void check_monotone(const struct class_package *package, const char *keys)
{
	const size_t count = package->package.test_count;
	int64_t raw_e4[1 << 8];
	char text[256];
	struct as_scheme scheme = {0};

	snprintf(text, sizeof(text), "items: [{id: a, points: 7.77, package: p%s}]\n", keys);
	read_scheme(&scheme, text);
	bind_scheme(&scheme, 0, package);
	for (size_t set = 0; set < (size_t)1 << count; set++) {
		char letters[MAX_TESTS + 1] = "";
		struct class_result result;
		struct as_marks marks = {0};
		for (size_t t = 0; t < count; t++)
			letters[t] = set >> t & 1 ? 'A' : 'W';
		make_result(&result, package, letters);
		const struct as_work work = {.submitted = true, .result = &result.result};
		const struct as_marking marking = {
			.scheme = &scheme, .id = "s", .works = &work, .submitted = true};
		compute(&marking, &marks);
		raw_e4[set] = marks.items[0].raw_e4;
		as_marks_clear(&marks);
		cr_assert(raw_e4[set] >= 0 && raw_e4[set] <= 77700, "%s %s", keys, letters);
		for (size_t t = 0; t < count; t++)
			cr_assert(!(set >> t & 1) || raw_e4[set] >= raw_e4[set & ~((size_t)1 << t)],
				"%s: %s is less than without test %zu", keys, letters, t);
	}
	cr_assert_eq(raw_e4[((size_t)1 << count) - 1], 77700, "%s", keys);
	as_scheme_clear(&scheme);
}

Test(share, grows_with_every_accepted_test)
{
	static const char *const rules[] = {"", ", partial: all", ", partial: per_test",
		", partial: per_group", ", partial: best_of"};
	struct class_package scoring, grouped;

	make_scoring(&scoring);
	make_grouped(&grouped);
	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++) {
		check_monotone(&scoring, rules[i]);
		check_monotone(&grouped, rules[i]);
	}
}

/* ---- questions about a bound scheme ---- */

static bool needs_all(const struct class_package *package, const char *keys)
{
	char text[256];
	struct as_scheme scheme = {0};

	snprintf(text, sizeof(text), "items: [{id: a, points: 1, package: p%s}]\n", keys);
	read_scheme(&scheme, text);
	bind_scheme(&scheme, 0, package);
	const bool needed = as_scheme_needs_all_tests(&scheme, 0);
	as_scheme_clear(&scheme);
	return needed;
}

Test(share, needs_all_tests_only_if_the_judge_may_skip_some)
{
	struct class_package scoring, plain, grouped;

	make_scoring(&scoring);
	make_plain(&plain);
	make_grouped(&grouped);
	cr_expect(!needs_all(&scoring, ""));
	cr_expect(!needs_all(&scoring, ", partial: all"));
	cr_expect(!needs_all(&scoring, ", partial: best_of"));
	cr_expect(!needs_all(&scoring, ", groups: [secret/1], partial: all"));
	cr_expect(needs_all(&scoring, ", partial: per_test"));
	cr_expect(needs_all(&scoring, ", groups: [sample], partial: all"));
	cr_expect(needs_all(&scoring, ", feedback: all"));
	cr_expect(!needs_all(&scoring, ", feedback: first_failure"));
	cr_expect(!needs_all(&plain, ""));
	cr_expect(needs_all(&plain, ", feedback: all"));
	cr_expect(needs_all(&plain, ", partial: per_test"));
	cr_expect(needs_all(&plain, ", tests: [secret/01]"));
	cr_expect(needs_all(&grouped, ", partial: per_group"));
	cr_expect(needs_all(&grouped, ", groups: [secret/a]"));
}

Test(share, an_item_has_its_own_tests)
{
	struct class_package package;
	struct as_scheme scheme = {0};

	make_scoring(&package);
	read_scheme(&scheme, "package: p\nitems:\n"
			     "  - {id: a, points: 1}\n"
			     "  - {id: b, points: 1, groups: [secret/1]}\n"
			     "  - {id: c, points: 1, tests: ['*/01']}\n"
			     "  - {id: d, points: 1, manual: true}\n");
	bind_scheme(&scheme, 0, &package);
	cr_expect(as_item_has_test(&scheme.items[0], "secret/2/01"));
	cr_expect(!as_item_has_test(&scheme.items[0], "sample/01"));
	cr_expect(as_item_has_test(&scheme.items[1], "secret/1/03"));
	cr_expect(!as_item_has_test(&scheme.items[1], "secret/2/01"));
	cr_expect(as_item_has_test(&scheme.items[2], "sample/01"));
	cr_expect(!as_item_has_test(&scheme.items[2], "secret/1/01"));
	cr_expect(!as_item_has_test(&scheme.items[3], "secret/1/01"));
	as_scheme_clear(&scheme);
}

/* ---- items that a package does not have ---- */

static void refuse_binding(
	const struct class_package *package, const char *keys, const char *expected)
{
	char text[256], line[2048];
	struct as_scheme scheme = {0};
	struct as_error error = {0};

	snprintf(text, sizeof(text), "items:\n- id: a\n  points: 1\n  package: p\n  %s\n", keys);
	read_scheme(&scheme, text);
	cr_expect_eq(as_scheme_bind(&scheme, 0, &package->package, &error), -1, "%s", keys);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(as_error_format(&error, line, sizeof(line)), expected);
	as_scheme_clear(&scheme);
}

Test(share, items_that_a_package_does_not_have_are_refused_with_a_position)
{
	struct class_package scoring;

	make_scoring(&scoring);
	refuse_binding(&scoring, "groups: [secret/1, secret/22]",
		"scheme.yaml:5:22: package 'scoring' has no group 'secret/22'; did you mean "
		"'secret/2'? its groups are the folders of data that have a test_group.yaml; for "
		"other folders use tests");
	refuse_binding(&scoring, "groups: [secret, secret/1]",
		"scheme.yaml:5:20: the groups 'secret' and 'secret/1' have tests in common; remove "
		"one of them");
	refuse_binding(&scoring, "groups: [secret/1, secret]",
		"scheme.yaml:5:22: the groups 'secret/1' and 'secret' have tests in common; remove "
		"one of them");
	refuse_binding(&scoring, "groups: [secret/1, secret/1]",
		"scheme.yaml:5:22: the groups 'secret/1' and 'secret/1' have tests in common; "
		"remove one of them");
	refuse_binding(&scoring, "groups: [sample, secret/1]",
		"scheme.yaml:2:3: some groups of item 'a' have points and some have none; make two "
		"items");
	refuse_binding(&scoring, "tests: [secret/1/01, secret/3]",
		"scheme.yaml:5:24: 'secret/3' matches no test of package 'scoring'; names of tests "
		"are paths beneath data, such as secret/1/07");
}

Test(share, points_without_a_maximum_are_refused)
{
	struct class_package package;

	MAKE_PACKAGE(&package, "endless", {{"secret", INFINITY, 2}});
	refuse_binding(&package, "partial: per_group",
		"scheme.yaml:2:3: the points of 'data' in package 'endless' have no maximum that "
		"marks can be a share of; name groups that have one, or use partial: all or "
		"per_test");
	MAKE_PACKAGE(&package, "worthless", {{"secret", 0, 2}});
	refuse_binding(&package, "partial: per_group",
		"scheme.yaml:2:3: package 'worthless' has 0 points; use partial: all or per_test");
	MAKE_PACKAGE(&package, "least", {{"secret", 5, 2}});
	package.package.minimizes = true;
	refuse_binding(&package, "partial: per_group",
		"scheme.yaml:2:3: package 'least' has the smallest score as its best; use partial: "
		"all or per_test");
}
