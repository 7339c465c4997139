/* SPDX-License-Identifier: MIT */
/* Marking schemes: reading, refusing with positions, and writing. */
#include "marks_case.h"
#include "support/schemas.h"

#define SCHEMA ASSAY_SOURCE_DIR "/docs/scheme.schema.json"
#define VALID ASSAY_SOURCE_DIR "/tests/data/valid/scheme"
#define INVALID ASSAY_SOURCE_DIR "/tests/data/invalid/scheme"

static void expect_line(const struct as_error *error, const char *expected, const char *what)
{
	char line[2048];

	as_error_format(error, line, sizeof(line));
	cr_expect_str_eq(line, expected, "%s:\n  said     %s\n  expected %s", what, line, expected);
}

/* ---- reading ---- */

Test(scheme, every_key_is_read)
{
	struct as_scheme scheme = {0};
	struct as_error error = {0};

	cr_assert_eq(as_scheme_load(&scheme, VALID "/everything.json", NULL, &error), 0, "%s",
		error.text);
	cr_expect_str_eq(scheme.title, "Everything");
	cr_expect_eq(scheme.total_e4, 200000);
	cr_expect_eq(scheme.bonus_e4, 30000);
	cr_expect(scheme.above_total);
	cr_expect(scheme.has_due);
	cr_expect_eq(scheme.due_s, 1791237540);
	cr_expect_eq(scheme.due_offset_s, 7200);
	cr_expect_eq(scheme.late.unit_s, 3600);
	cr_expect(scheme.late.penalty.is_percent);
	cr_expect_eq(scheme.late.penalty.value_e4, 5000);
	cr_expect(scheme.late.of_earned);
	cr_expect(!scheme.late.max_penalty.is_percent);
	cr_expect_eq(scheme.late.max_penalty.value_e4, 50000);
	cr_expect_eq(scheme.late.grace_s, 900);
	cr_expect_eq(scheme.late.max_late_s, 129600);
	cr_assert_eq(scheme.extensions.count, 2);
	cr_expect_eq(scheme.extensions.items[0].span_s, 172800);
	cr_expect(scheme.extensions.items[1].is_time);
	cr_expect_eq(scheme.attempt, AS_ATTEMPT_LAST_BEFORE_DUE);
	cr_expect_eq(scheme.rounding_step_e4, 5000);
	cr_expect_eq(scheme.rounding_mode, AS_ROUND_HALF_EVEN);
	cr_assert_eq(scheme.package_count, 2);
	cr_expect_str_eq(scheme.packages[0], "../q.zip");
	cr_expect_str_eq(scheme.packages[1], "p");
	as_scheme_clear(&scheme);
}

Test(scheme, every_key_of_an_item_is_read)
{
	struct as_scheme scheme = {0};
	struct as_error error = {0};

	cr_assert_eq(as_scheme_load(&scheme, VALID "/everything.json", NULL, &error), 0, "%s",
		error.text);
	cr_assert_eq(scheme.item_count, 3);
	const struct as_item *item = &scheme.items[0];
	cr_expect_str_eq(item->id, "a");
	cr_expect_str_eq(item->name, "A");
	cr_expect_str_eq(item->about, "All of it");
	cr_expect_eq(item->points_e4, 120000);
	cr_expect_eq(item->package, 0);
	cr_expect_str_eq(item->tests[1], "sample");
	cr_expect_eq(item->partial, AS_PARTIAL_PER_TEST);
	cr_expect_eq(item->visibility, AS_VISIBILITY_HIDDEN);
	cr_expect_eq(item->feedback, AS_FEEDBACK_FIRST_FAILURE);
	cr_expect_not(item->counterexample);
	item = &scheme.items[1];
	cr_expect_str_eq(item->name, "b-2_x");
	cr_expect_eq(item->package, 1);
	cr_expect_eq(item->visibility, AS_VISIBILITY_AFTER_DUE_DATE);
	cr_expect_eq(item->feedback, AS_FEEDBACK_VERDICTS);
	cr_expect(item->counterexample);
	cr_assert_eq(item->need_count, 1);
	cr_expect_eq(item->needs[0], 0);
	item = &scheme.items[2];
	cr_expect_eq(item->kind, AS_ITEM_MANUAL);
	cr_expect_eq(item->package, SIZE_MAX);
	cr_expect(item->bonus);
	as_scheme_clear(&scheme);
}

Test(scheme, a_missing_key_has_its_default)
{
	struct as_scheme scheme = {0};

	read_scheme(&scheme, "items: [{id: a, points: 2.5, package: p}]\n");
	cr_expect_null(scheme.title);
	cr_expect_eq(scheme.total_e4, 25000);
	cr_expect(!scheme.has_due);
	cr_expect(!scheme.late.exists);
	cr_expect_eq(scheme.attempt, AS_ATTEMPT_LAST);
	cr_expect_eq(scheme.rounding_step_e4, 100);
	cr_expect_eq(scheme.rounding_mode, AS_ROUND_HALF_UP);
	cr_expect_eq(scheme.items[0].visibility, AS_VISIBILITY_VISIBLE);
	cr_expect_eq(scheme.items[0].feedback, AS_FEEDBACK_SAMPLES);
	cr_expect(!scheme.items[0].has_partial);
	as_scheme_clear(&scheme);
}

Test(scheme, the_default_rounding_keeps_the_total)
{
	struct as_scheme scheme = {0};

	read_scheme(&scheme, "items: [{id: a, points: 0.3333, package: p}]\n");
	cr_expect_eq(scheme.rounding_step_e4, 1);
	as_scheme_clear(&scheme);
	read_scheme(&scheme, "rounding: {mode: up}\nitems: [{id: a, points: 0.33, package: p}]\n");
	cr_expect_eq(scheme.rounding_step_e4, 100);
	cr_expect_eq(scheme.rounding_mode, AS_ROUND_UP);
	as_scheme_clear(&scheme);
}

Test(scheme, a_file_of_a_windows_editor_is_read)
{
	struct as_scheme scheme = {0};

	read_scheme(&scheme, "\xef\xbb\xbftitle: Caf\xc3\xa9\r\nitems:\r\n"
			     "  - id: a\r\n    points: 1\r\n    package: p\r\n");
	cr_expect_str_eq(scheme.title, "Caf\xc3\xa9");
	cr_expect_str_eq(scheme.packages[0], "p");
	as_scheme_clear(&scheme);
}

/* An id of digits is a text and keeps its zeros. */
Test(scheme, ids_of_people_are_texts)
{
	struct as_scheme scheme = {0};

	read_scheme(&scheme, "due: 2026-10-05T23:59:00Z\n"
			     "extensions: {00123: 2d, 1e3: 1h}\n"
			     "items: [{id: a, points: 1, package: p}]\n");
	cr_expect_eq(as_scheme_due_of(&scheme, "00123") - scheme.due_s, 172800);
	cr_expect_eq(as_scheme_due_of(&scheme, "1e3") - scheme.due_s, 3600);
	cr_expect_eq(as_scheme_due_of(&scheme, "123"), scheme.due_s);
	as_scheme_clear(&scheme);
}

Test(scheme, points_of_the_file_are_exact)
{
	struct as_scheme scheme = {0};

	read_scheme(&scheme, "total: 1.1\nrounding: {step: 0.0001}\nitems:\n"
			     "  - {id: a, points: 0.1, package: p}\n"
			     "  - {id: b, points: 0.2, package: p}\n"
			     "  - {id: c, points: 0.7, package: p}\n"
			     "  - {id: d, points: 0.0001, package: p}\n"
			     "  - {id: e, points: 0.0999, package: p}\n");
	cr_expect_eq(scheme.total_e4, 11000);
	as_scheme_clear(&scheme);
}

Test(scheme, packages_are_beside_the_file)
{
	static const char text[] = "items: [{id: a, points: 1, package: p}, {id: b, points: 1, "
				   "package: /q}]\n";
	struct as_scheme scheme = {0};

	cr_assert_eq(as_scheme_parse(&scheme, "course/week1/s.yaml", text, strlen(text), NULL), 0);
	AS_AUTO_FREE char *beside = as_scheme_package_path(&scheme, 0, NULL);
	AS_AUTO_FREE char *absolute = as_scheme_package_path(&scheme, 1, NULL);
	cr_expect_str_eq(beside, "course/week1/p");
	cr_expect_str_eq(absolute, "/q");
	as_scheme_clear(&scheme);
	cr_assert_eq(as_scheme_parse(&scheme, "s.yaml", text, strlen(text), NULL), 0);
	AS_AUTO_FREE char *here = as_scheme_package_path(&scheme, 0, NULL);
	cr_expect_str_eq(here, "p");
	as_scheme_clear(&scheme);
}

Test(scheme, a_missing_package_is_named_where_the_scheme_names_it)
{
	struct as_scheme scheme = {0};
	struct as_error why = {0}, error = {0};

	read_scheme(&scheme, "package: nowhere\nitems:\n"
			     "  - {id: a, points: 1}\n"
			     "  - {id: b, points: 1, package: /nowhere/either}\n");
	cr_assert_null(as_package_open("/nowhere/at/all", NULL, &why));
	as_scheme_package_error(&scheme, 0, &why, &error);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_eq(error.line, 1);
	cr_expect_eq(strncmp(error.text, "package: /nowhere/at/all", 24), 0, "%s", error.text);
	as_error_clear(&error);
	as_scheme_package_error(&scheme, 1, &why, &error);
	cr_expect_eq(error.line, 4);
	as_scheme_clear(&scheme);
}

/* ---- refusals ---- */

static bool ends_with(const char *name, const char *ending)
{
	const size_t length = strlen(name), size = strlen(ending);
	return length > size && strcmp(name + length - size, ending) == 0;
}

/* The first line of the file is "# " and the error without the file's name. */
static void try_invalid(int fd, const char *name)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	struct as_scheme scheme = {0};
	struct as_error error = {0};
	char line[2048];

	cr_assert_eq(as_file_read(fd, name, 1 << 20, &text, NULL), 0, "%s", name);
	char *end = strchr(text.data, '\n');
	cr_assert(end && strncmp(text.data, "# ", 2) == 0, "%s", name);
	const int status = as_scheme_parse(&scheme, name, text.data, text.size, &error);
	*end = '\0';
	const char *expected = text.data + 2;
	cr_expect_eq(status, -1, "%s was accepted", name);
	cr_expect_eq(error.kind, AS_ERROR_INPUT, "%s", name);
	as_error_format(&error, line, sizeof(line));
	cr_expect(strncmp(line, name, strlen(name)) == 0 && line[strlen(name)] == ':');
	const char *said = line + strlen(name) + 1;
	cr_expect_str_eq(said, expected, "%s:\n  said     %s\n  expected %s", name, said, expected);
}

Test(scheme, every_malformed_scheme_gets_its_one_line)
{
	AS_AUTO_FD int fd = open(INVALID, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AS_AUTO_NAMES char **names = as_dir_list(fd, 1000, NULL);
	size_t count = 0;

	cr_assert_not_null(names);
	for (char **name = names; *name; name++) {
		if (!ends_with(*name, ".yaml"))
			continue;
		try_invalid(fd, *name);
		count++;
	}
	cr_assert_geq(count, 50, "only %zu cases were found", count);
}

/* The test docs/scheme_schema compares docs/scheme.schema.json with the same documents. */
static size_t load_all(const char *folder, bool valid)
{
	AS_AUTO_FD int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AS_AUTO_NAMES char **names = as_dir_list(fd, 1000, NULL);
	size_t count = 0;

	cr_assert_not_null(names);
	for (char **name = names; *name; name++) {
		struct as_scheme scheme = {0};
		struct as_error error = {0};
		AS_AUTO_FREE char *path = as_text_format(NULL, "%s/%s", folder, *name);
		if (!ends_with(*name, ".json"))
			continue;
		const int status = as_scheme_load(&scheme, path, NULL, &error);
		cr_expect_eq(status, valid ? 0 : -1, "%s: %s", *name, error.text);
		as_scheme_clear(&scheme);
		count++;
	}
	return count;
}

Test(scheme, the_reader_agrees_with_the_schema)
{
	cr_expect_geq(load_all(VALID, true), 4);
	cr_expect_geq(load_all(INVALID, false), 20);
}

Test(scheme, a_file_that_does_not_exist_is_named)
{
	struct as_scheme scheme = {0};
	struct as_error error = {0};

	cr_expect_eq(as_scheme_load(&scheme, "/nowhere/scheme.yaml", NULL, &error), -1);
	cr_expect_str_eq(error.where, "/nowhere/scheme.yaml");
}

/* ---- the documentation ---- */

/* Validates the scheme as JSON against the schema for editors. */
static void expect_fits(const char *text)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	struct as_error error = {0};

	cr_assert_eq(as_document_parse_yaml(&document, "x", text, strlen(text), &error), 0, "%s",
		error.text);
	char *line = json_dumps(document.root, JSON_COMPACT);
	AS_AUTO_BYTES struct as_bytes bytes = {.data = line, .size = strlen(line)};
	cr_expect_eq(schemas_hold(SCHEMA, &bytes), 1);
}

Test(scheme, the_documented_example_is_a_scheme)
{
	AS_AUTO_FREE char *text = example_of("yaml", 0);
	struct as_scheme scheme = {0};

	read_scheme(&scheme, text);
	cr_expect_eq(scheme.total_e4, 200000);
	cr_expect_eq(scheme.item_count, 5);
	expect_fits(text);
	as_scheme_clear(&scheme);
}

/* ---- the scheme of packages ---- */

static void make_three(struct class_package packages[3])
{
	MAKE_PACKAGE(&packages[0], "Coins Seven",
		{{"sample", NO_POINTS, 1}, {"secret", 100, 0}, {"secret/1", 33.5, 2},
			{"secret/2", 66.5, 2}});
	MAKE_PACKAGE(&packages[1], "total", {{"sample", NO_POINTS, 2}, {"secret", NO_POINTS, 5}});
	MAKE_PACKAGE(&packages[2], "coins-seven", {{"secret", NO_POINTS, 1}});
	packages[0].package.path = (char *)"a/coinseven";
	packages[1].package.path = (char *)"b \"q\"/\xc3\xa4\t";
	packages[1].package.title = (char *)"A: \"title\" # with \xc3\xa4 and\na line\x1b[31m";
	packages[2].package.path = (char *)"c/coinseven";
}

Test(scheme, packages_without_a_scheme_are_worth_their_points)
{
	struct class_package made[3];
	struct as_scheme scheme = {0};
	struct as_error error = {0};

	make_three(made);
	const struct as_package *packages[] = {
		&made[0].package, &made[1].package, &made[2].package};
	cr_assert_eq(as_scheme_of_packages(&scheme, packages, 3, &error), 0, "%s", error.text);
	cr_assert_eq(scheme.item_count, 3);
	cr_expect_str_eq(scheme.items[0].id, "coins-seven");
	cr_expect_eq(scheme.items[0].points_e4, 1000000);
	cr_expect_eq(scheme.items[0].partial, AS_PARTIAL_PER_GROUP);
	cr_expect_str_eq(scheme.items[1].id, "total-2");
	cr_expect_eq(scheme.items[1].points_e4, 50000);
	cr_expect_eq(scheme.items[1].partial, AS_PARTIAL_PER_TEST);
	cr_expect_str_eq(
		scheme.items[1].name, "A: \"title\" # with \xc3\xa4 and\\x0Aa line\\x1B[31m");
	cr_expect_str_eq(scheme.items[2].id, "coins-seven-2");
	cr_assert_eq(scheme.package_count, 3);
	for (size_t i = 0; i < 3; i++)
		cr_expect_str_eq(scheme.packages[i], packages[i]->path);
	cr_expect_eq(scheme.total_e4, 1060000);
	as_scheme_clear(&scheme);
}

Test(scheme, the_written_scheme_reads_back_and_fits_the_schema)
{
	static const char *const paths[] = {"p", "q", "r"};
	struct class_package made[3];
	struct as_scheme scheme = {0};
	struct as_error error = {0};

	make_three(made);
	const struct as_package *packages[] = {
		&made[0].package, &made[1].package, &made[2].package};
	AS_AUTO_FREE char *text = as_scheme_write(packages, paths, 3, &error);
	cr_assert_not_null(text, "%s", error.text);
	read_scheme(&scheme, text);
	for (size_t i = 0; i < 3; i++) {
		bind_scheme(&scheme, i, &made[i]);
		cr_expect_str_eq(scheme.packages[i], paths[i]);
	}
	expect_fits(text);
	cr_assert_eq(scheme.item_count, 4);
	cr_expect_eq(scheme.total_e4, 1060000);
	cr_expect_str_eq(scheme.items[0].id, "coins-seven-1");
	cr_expect_str_eq(scheme.items[0].name, "Coins Seven, group 1");
	cr_expect_eq(scheme.items[0].points_e4, 335000);
	cr_expect_eq(scheme.items[0].partial, AS_PARTIAL_PER_GROUP);
	cr_expect_str_eq(scheme.items[1].id, "coins-seven-2");
	cr_expect_str_eq(scheme.items[2].id, "total-2");
	cr_expect_str_eq(scheme.items[3].id, "coins-seven");
	as_scheme_clear(&scheme);
}

/* Other sums, or tests outside of the groups: one item, and the groups in a comment. */
Test(scheme, groups_without_all_points_of_the_package_have_no_items)
{
	static const char *const paths[] = {"p"};
	struct class_package made[3];

	MAKE_PACKAGE(
		&made[0], "least", {{"secret", 50, 0}, {"secret/1", 50, 2}, {"secret/2", 50, 1}});
	MAKE_PACKAGE(&made[1], "loose",
		{{"secret", NO_POINTS, 1}, {"secret/1", NO_POINTS, 2}, {"secret/2", NO_POINTS, 1}});
	MAKE_PACKAGE(&made[2], "even",
		{{"secret", NO_POINTS, 0}, {"secret/1", NO_POINTS, 2}, {"secret/2", NO_POINTS, 1}});
	for (size_t i = 0; i < 3; i++) {
		struct as_scheme scheme = {0};
		const struct as_package *package = &made[i].package;
		AS_AUTO_FREE char *text = as_scheme_write(&package, paths, 1, NULL);
		cr_assert_not_null(text);
		read_scheme(&scheme, text);
		cr_expect_eq(scheme.item_count, i == 2 ? 2 : 1, "%s", text);
		cr_expect_eq(strstr(text, "# - secret/1: 2 tests") != NULL, i != 2, "%s", text);
		as_scheme_clear(&scheme);
	}
}

/* A commented key works as its comment says after removing the #. */
Test(scheme, commented_keys_of_the_written_scheme_are_valid)
{
	static const char *const paths[] = {"p"};
	struct class_package made;
	struct as_scheme scheme = {0};

	MAKE_PACKAGE(&made, "one", {{"secret", NO_POINTS, 4}});
	const struct as_package *package = &made.package;
	AS_AUTO_FREE char *text = as_scheme_write(&package, paths, 1, NULL);
	cr_assert_not_null(text);
	/* Prose has one blank after the #; a key has none, or several if it is indented. */
	char *to = text;
	for (const char *from = text; *from; from++)
		if (*from != '#' || (from[1] == ' ' && from[2] != ' '))
			*to++ = *from;
	*to = '\0';
	char *total = strstr(text, "total: 4\n");
	cr_assert_not_null(total);
	total[7] = '8';
	read_scheme(&scheme, text);
	cr_expect(scheme.late.exists);
	cr_expect_eq(scheme.extensions.count, 2);
	cr_assert_eq(scheme.item_count, 2);
	cr_expect_eq(scheme.items[1].kind, AS_ITEM_MANUAL);
	expect_fits(text);
	as_scheme_clear(&scheme);
}

Test(scheme, points_with_many_decimals_are_kept)
{
	struct class_package made;
	struct as_scheme scheme = {0};
	struct as_error error = {0};

	MAKE_PACKAGE(&made, "thirds", {{"secret", 33.33333, 2}});
	const struct as_package *package = &made.package;
	cr_assert_eq(as_scheme_of_packages(&scheme, &package, 1, &error), 0, "%s", error.text);
	cr_expect_eq(scheme.total_e4, 333333);
	cr_expect_eq(scheme.rounding_step_e4, 1);
	as_scheme_clear(&scheme);
}

Test(scheme, a_package_that_cannot_be_marked_is_refused)
{
	struct class_package made;
	struct as_scheme scheme = {0};
	struct as_error error = {0};

	MAKE_PACKAGE(&made, "endless", {{"secret", INFINITY, 2}});
	const struct as_package *packages[] = {&made.package, &made.package};
	cr_expect_eq(as_scheme_of_packages(&scheme, packages, 1, &error), -1);
	expect_line(&error,
		"endless: a max_score of inf is no maximum for marks; write a scheme with partial: "
		"per_test",
		"unbounded");
	as_error_clear(&error);
	MAKE_PACKAGE(&made, "twice", {{"secret", NO_POINTS, 2}});
	cr_expect_eq(as_scheme_of_packages(&scheme, packages, 2, &error), -1);
	expect_line(&error, "twice: the package is named twice; remove one", "twice");
}
