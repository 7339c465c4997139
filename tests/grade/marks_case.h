/* SPDX-License-Identifier: MIT */
/*
 * Schemes, packages and results in memory, for tests of marks: nothing is run, and no file is read.
 *
 * A package is a list of groups with a number of tests each. A result is a letter a test, in the
 * package's order: A accepted, W wrong answer, J judging error, - not run. Groups earn all of their
 * points if all of their tests were accepted.
 */
#ifndef ASSAY_TESTS_MARKS_CASE_H
#define ASSAY_TESTS_MARKS_CASE_H

#include <assay/grade/marks.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>

#define MAX_GROUPS 8
#define MAX_TESTS 64
#define NO_POINTS (-1)

struct group_case {
	const char *name;
	double points; /* NO_POINTS: it does not score */
	size_t tests;
};

struct class_package {
	struct as_package package;
	struct as_group groups[MAX_GROUPS];
	struct as_test tests[MAX_TESTS];
	char names[MAX_TESTS][64];
};

static inline size_t parent_of(const struct class_package *to, const char *name, size_t self)
{
	const char *slash = strrchr(name, '/');

	for (size_t g = 0; slash && g < self; g++)
		if (strlen(to->groups[g].name) == (size_t)(slash - name) &&
			strncmp(to->groups[g].name, name, (size_t)(slash - name)) == 0)
			return g;
	return self;
}

/* Groups come after their parents; tests of a group are below the groups that are below it. */
static inline void make_package(
	struct class_package *to, const char *name, const struct group_case *groups, size_t count)
{
	size_t test = 0;

	*to = (struct class_package){.package = {.path = (char *)name, .short_name = (char *)name}};
	for (size_t g = 0; g < count; g++) {
		to->groups[g] = (struct as_group){.name = (char *)groups[g].name,
			.parent = parent_of(to, groups[g].name, g),
			.has_score = groups[g].points >= 0,
			.max_score = groups[g].points >= 0 ? groups[g].points : 0};
		to->package.scoring |= groups[g].points >= 0;
		for (size_t above = g;; above = to->groups[above].parent) {
			to->groups[above].test_count += groups[g].tests;
			if (to->groups[above].parent == above)
				break;
		}
		for (size_t t = 0; t < groups[g].tests; t++, test++) {
			snprintf(to->names[test], sizeof(to->names[test]), "%s/%02zu",
				groups[g].name, t + 1);
			to->tests[test] = (struct as_test){.name = to->names[test], .group = g};
		}
	}
	to->package.groups = to->groups;
	to->package.group_count = count;
	to->package.tests = to->tests;
	to->package.test_count = test;
}
#define MAKE_PACKAGE(to, name, ...)                                                                \
	do {                                                                                       \
		static const struct group_case groups_[] = __VA_ARGS__;                            \
		make_package(to, name, groups_, sizeof(groups_) / sizeof(*groups_));               \
	} while (0)

/* ---- results ---- */

struct class_result {
	struct as_result result;
	struct as_result_test tests[MAX_TESTS];
	struct as_result_group groups[MAX_GROUPS];
};

static inline bool is_below(const struct as_package *package, size_t group, size_t above)
{
	while (group != above && package->groups[group].parent != group)
		group = package->groups[group].parent;
	return group == above;
}

static inline enum as_verdict verdict_of_letter(char letter)
{
	return letter == 'A' ? AS_VERDICT_AC : letter == 'J' ? AS_VERDICT_JE : AS_VERDICT_WA;
}

/* The first that is not accepted; a judging error takes precedence. */
static inline void join_verdict(enum as_verdict *whole, enum as_verdict next)
{
	if (*whole == AS_VERDICT_NONE || *whole == AS_VERDICT_AC || next == AS_VERDICT_JE)
		*whole = *whole == AS_VERDICT_JE ? *whole : next;
}

static inline void judge_group(struct class_result *to, const struct as_package *package,
	size_t group, const char *letters)
{
	struct as_result_group *result = &to->groups[group];
	const struct as_group *from = &package->groups[group];
	size_t accepted = 0;

	*result = (struct as_result_group){.name = from->name,
		.has_score = from->has_score,
		.max_score = from->max_score,
		.unmet = SIZE_MAX};
	for (size_t t = 0; t < package->test_count; t++) {
		if (!is_below(package, package->tests[t].group, group))
			continue;
		accepted += letters[t] == 'A';
		if (letters[t] != '-')
			join_verdict(&result->verdict, verdict_of_letter(letters[t]));
	}
	if (from->has_score && accepted == from->test_count)
		result->score = from->max_score;
}

/* A group with groups below it has the sum of their points. */
static inline void add_scores(struct class_result *to, const struct as_package *package)
{
	for (size_t g = package->group_count; g-- > 0;) {
		const size_t parent = package->groups[g].parent;
		bool has_child = false;
		double sum = 0;
		for (size_t c = g + 1; c < package->group_count; c++)
			if (package->groups[c].parent == g) {
				has_child = true;
				sum += to->groups[c].score;
			}
		if (has_child)
			to->groups[g].score = sum;
		if (parent == g && package->groups[g].has_score) {
			to->result.score = to->groups[g].score;
			to->result.max_score = to->groups[g].max_score;
		}
	}
}

static inline void make_result(
	struct class_result *to, const struct class_package *from, const char *letters)
{
	const struct as_package *package = &from->package;

	*to = (struct class_result){.result = {.scoring = package->scoring}};
	cr_assert_eq(strlen(letters), package->test_count, "%s: %zu tests", letters,
		package->test_count);
	for (size_t t = 0; t < package->test_count; t++) {
		if (letters[t] == '-')
			continue;
		to->tests[to->result.test_count++] =
			(struct as_result_test){.name = package->tests[t].name,
				.group = package->tests[t].group,
				.verdict = verdict_of_letter(letters[t])};
		join_verdict(&to->result.verdict, verdict_of_letter(letters[t]));
	}
	for (size_t g = 0; g < package->group_count; g++)
		judge_group(to, package, g, letters);
	to->result.has_score = package->scoring;
	add_scores(to, package);
	to->result.tests = to->tests;
	to->result.groups = to->groups;
	to->result.group_count = package->group_count;
}

static inline void make_refused(struct class_result *to, const struct class_package *from)
{
	char letters[MAX_TESTS + 1] = "";

	memset(letters, '-', from->package.test_count);
	make_result(to, from, letters);
	to->result.verdict = AS_VERDICT_CE;
}

/* ---- schemes ---- */

static inline void read_scheme(struct as_scheme *scheme, const char *text)
{
	struct as_error error = {0};
	char line[2048];

	cr_assert_eq(as_scheme_parse(scheme, "scheme.yaml", text, strlen(text), &error), 0, "%s",
		as_error_format(&error, line, sizeof(line)));
}

/* The text of a block of a language in docs/scheme.md, on the heap. */
static inline char *example_of(const char *language, size_t index)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	char begin[32];

	cr_assert_eq(
		as_file_read(AT_FDCWD, ASSAY_SOURCE_DIR "/docs/scheme.md", 1 << 20, &text, NULL),
		0);
	snprintf(begin, sizeof(begin), "```%s\n", language);
	const char *at = strstr(text.data, begin);
	for (size_t i = 0; at && i < index; i++)
		at = strstr(at + 1, begin);
	cr_assert_not_null(at);
	at += strlen(begin);
	const char *end = strstr(at, "```");
	cr_assert_not_null(end);
	return strndup(at, (size_t)(end - at));
}

static inline void bind_scheme(
	struct as_scheme *scheme, size_t index, const struct class_package *package)
{
	struct as_error error = {0};
	char line[2048];

	cr_assert_eq(as_scheme_bind(scheme, index, &package->package, &error), 0, "%s",
		as_error_format(&error, line, sizeof(line)));
}

static inline void compute(const struct as_marking *marking, struct as_marks *marks)
{
	struct as_error error = {0};

	cr_assert_eq(as_marks_compute(marking, marks, &error), 0, "%s", error.text);
}

static inline void expect_points_e4(int64_t points_e4, const char *expected, const char *what)
{
	cr_expect_str_eq(AS_POINTS(points_e4), expected, "%s is %s, not %s", what,
		AS_POINTS(points_e4), expected);
}

/* The lines of a list, each followed by "|". */
static inline const char *lines_of(char *const *lines)
{
	static char text[2048];

	text[0] = '\0';
	for (; lines && *lines; lines++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s|", *lines);
	return text;
}

#endif
