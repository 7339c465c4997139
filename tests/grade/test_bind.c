/* SPDX-License-Identifier: MIT */
/* Schemes with packages that are loaded from folders, in each format. */
#include "judge/package_case.h"
#include "marks_case.h"

#define SAMPLE "--- file data/sample/1.in\n1\n--- file data/sample/1.ans\n1\n"
#define TEST(name) "--- file data/" name ".in\n1\n--- file data/" name ".ans\n1\n"
#define SCORING                                                                                    \
	"--- remove data/secret/1.in\n--- remove data/secret/1.ans\n"                              \
	"--- file problem.yaml\n"                                                                  \
	"problem_format_version: 2025-09\n"                                                        \
	"name: Scoring\n"                                                                          \
	"type: scoring\n"                                                                          \
	"uuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\n" SAMPLE                                      \
	"--- file data/secret/small/test_group.yaml\nmax_score: 40\n" TEST("secret/small/1")       \
		TEST("secret/small/2") "--- file data/secret/large/test_group.yaml\nmax_score: "   \
				       "60\n" TEST("secret/large/1")
#define LEGACY                                                                                     \
	"--- remove data/secret/1.in\n--- remove data/secret/1.ans\n"                              \
	"--- file problem.yaml\nname: Legacy\ntype: scoring\n"                                     \
	"grading:\n  show_test_data_groups: true\n" SAMPLE "--- file data/secret/testdata.yaml\n"  \
	"grading: default\ngrader_flags: sum\nrange: 0 100\n"                                      \
	"--- file data/secret/a/testdata.yaml\n"                                                   \
	"grading: default\ngrader_flags: min\naccept_score: 30\nrange: 0 30\n" TEST(               \
		"secret/a/1") "--- file data/secret/b/testdata.yaml\n"                             \
			      "grading: default\ngrader_flags: min\naccept_score: 70\nrange: 0 "   \
			      "70\n" TEST("secret/b/1")

/* Binds the item of a scheme to the package of that description. */
static void bind(struct as_scheme *scheme, const struct as_package *package, const char *keys)
{
	struct as_error error = {0};
	char text[512];

	snprintf(text, sizeof(text), "items: [{id: a, points: 10, package: p%s}]\n", keys);
	read_scheme(scheme, text);
	cr_assert_eq(as_scheme_bind(scheme, 0, package, &error), 0, "%s:%u: %s", error.where,
		error.line, error.text);
}

/* The names of the package's tests in the item, each followed by a blank. */
static const char *tests_of(const struct as_item *item, const struct as_package *package)
{
	static char text[1024];

	text[0] = '\0';
	for (size_t t = 0; t < package->test_count; t++)
		if (as_item_has_test(item, package->tests[t].name))
			snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s ",
				package->tests[t].name);
	return text;
}

static void expect_tests(const struct as_package *package, const char *keys, const char *partial,
	const char *expected)
{
	struct as_scheme scheme = {0};

	bind(&scheme, package, keys);
	cr_expect_str_eq(tests_of(&scheme.items[0], package), expected, "%s: %s", keys,
		tests_of(&scheme.items[0], package));
	cr_expect_str_eq(as_partial_name(scheme.items[0].partial), partial);
	as_scheme_clear(&scheme);
}

Test(bind, a_package_without_points)
{
	AUTO_FOLDER folder = package_folder_make(SAMPLE TEST("secret/2"));
	AUTO_PACKAGE *package = open_good(folder.path);

	expect_tests(package, "", "all", "secret/1 secret/2 ");
	expect_tests(package, ", partial: per_test", "per_test", "secret/1 secret/2 ");
	expect_tests(package, ", groups: [sample]", "all", "sample/1 ");
	expect_tests(package, ", tests: ['*/1']", "all", "sample/1 secret/1 ");
	expect_tests(package, ", partial: per_group", "per_group", "secret/1 secret/2 ");
}

Test(bind, a_package_with_points)
{
	AUTO_FOLDER folder = package_folder_make(SCORING);
	AUTO_PACKAGE *package = open_good(folder.path);

	expect_tests(package, "", "per_group", "secret/large/1 secret/small/1 secret/small/2 ");
	expect_tests(
		package, ", groups: [secret/small]", "per_group", "secret/small/1 secret/small/2 ");
	expect_tests(package, ", partial: best_of", "best_of",
		"secret/large/1 secret/small/1 secret/small/2 ");
	expect_tests(package, ", tests: [secret/small]", "all", "secret/small/1 secret/small/2 ");
}

Test(bind, a_graded_package_of_the_legacy_format)
{
	AUTO_FOLDER folder = package_folder_make(LEGACY);
	AUTO_PACKAGE *package = open_good(folder.path);

	expect_tests(package, ", groups: [secret]", "per_group", "secret/a/1 secret/b/1 ");
	expect_tests(package, ", groups: [secret/a]", "per_group", "secret/a/1 ");
	expect_tests(package, ", groups: [secret/a, secret/b], partial: best_of", "best_of",
		"secret/a/1 secret/b/1 ");
	expect_tests(package, ", partial: all", "all", "secret/a/1 secret/b/1 ");
}

Test(bind, a_graded_package_with_a_range)
{
	AUTO_FOLDER folder =
		package_folder_make(LEGACY "--- file data/testdata.yaml\nrange: 0 100\n");
	AUTO_PACKAGE *package = open_good(folder.path);

	expect_tests(package, "", "per_group", "secret/a/1 secret/b/1 ");
}

/* The default scheme of the package has its points. */
static void expect_default(const char *text, const char *points, enum as_partial partial)
{
	AUTO_FOLDER folder = package_folder_make(text);
	AUTO_PACKAGE *package = open_good(folder.path);
	const struct as_package *list[] = {package};
	struct as_scheme scheme = {0};
	struct as_error error = {0};

	cr_assert_eq(as_scheme_of_packages(&scheme, list, 1, &error), 0, "%s", error.text);
	cr_expect_str_eq(AS_POINTS(scheme.total_e4), points);
	cr_expect_eq(scheme.items[0].partial, partial);
	as_scheme_clear(&scheme);
}

Test(bind, the_scheme_of_a_package_has_its_points)
{
	expect_default(SCORING, "100", AS_PARTIAL_PER_GROUP);
	expect_default(LEGACY, "100", AS_PARTIAL_PER_GROUP);
	expect_default(SAMPLE TEST("secret/2"), "2", AS_PARTIAL_PER_TEST);
}

/* Its tests are not generated yet, so the scheme cannot be bound to them. */
Test(bind, a_package_without_its_tests_is_refused)
{
	AUTO_FOLDER folder = package_folder_make(
		"--- remove data/secret\n--- file generators/generators.yaml\n"
		"solution: /submissions/accepted/a.py\ndata: {secret: {data: {a: {in: '1'}}}}\n"
		"--- file submissions/accepted/a.py\nprint(1)\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	const struct as_package *list[] = {package};
	struct as_scheme scheme = {0};
	struct as_error error = {0};

	cr_expect_eq(as_scheme_of_packages(&scheme, list, 1, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_not_null(strstr(error.text, "assay gen"), "%s", error.text);
}
