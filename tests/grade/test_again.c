/* SPDX-License-Identifier: MIT */
/* Decisions that were made for an earlier submission, beside what the register remembers. */
#include "state.h"

#include <criterion/criterion.h>
#include <string.h>

static struct as_override overrides[] = {
	{.id = (char *)"ann", .item = 0, .points_e4 = 0, .reason = (char *)"sample"},
	{.id = (char *)"ann", .item = 1, .points_e4 = 0, .reason = (char *)"sample"},
	{.id = (char *)"bob", .item = SIZE_MAX, .points_e4 = 0, .reason = (char *)"sample"},
};
static const struct as_decisions decisions = {.overrides = {.items = overrides, .count = 3}};

/* Two packages, with an item for each. */
struct two {
	struct as_item items[2];
	struct as_scheme scheme;
	struct as_package first, second;
	const struct as_package *packages[2];
	struct as_class class;
	struct as_class_row *before;
};

static void begin(struct two *two, const char *id)
{
	*two = (struct two){
		.items = {{.id = (char *)"one", .package = 0}, {.id = (char *)"two", .package = 1}},
		.first = {.short_name = (char *)"a"},
		.second = {.short_name = (char *)"b"}};
	two->packages[0] = &two->first;
	two->packages[1] = &two->second;
	two->scheme.items = two->items;
	two->scheme.item_count = two->scheme.package_count = 2;
	two->class.config.scheme = &two->scheme;
	two->class.config.packages = two->packages;
	two->before = as_register_add(&two->class.reg, id, NULL);
	cr_assert_not_null(two->before);
}

static void put_works(struct as_class_row *row, const char *first, const char *second)
{
	row->works = calloc(2, sizeof(*row->works));
	cr_assert_not_null(row->works);
	row->work_count = 2;
	row->works[0].package = strdup("a");
	row->works[1].package = strdup("b");
	strcpy(row->works[0].files, first);
	strcpy(row->works[1].files, second);
}

static const char *doubt = "";

/* The lines of a run with these files, joined. */
static void expect_run(struct two *two, const char *first, const char *second, const char *items)
{
	struct as_class_row row = {.id = strdup(two->before->id)};
	struct as_error error = {0};

	put_works(&row, first, second);
	cr_assert_eq(as_text_map_set(&row.facts, "doubt", doubt, &error), 0);
	cr_assert_eq(
		as_class_find_again(&two->class, &decisions, &row, &error), 0, "%s", error.text);
	const char *line = row.total.todo ? row.total.todo[0] : "";
	cr_expect_eq(strncmp(line, items, strlen(items)), 0, "'%s', not '%s'", line, items);
	cr_expect_eq(*line != '\0', *items != '\0', "%s", line);
	as_class_take_memory(two->before, &row);
	as_class_row_clear(&row);
}

Test(again, the_mark_of_an_item_is_about_the_files_for_its_package)
{
	struct two two;

	begin(&two, "ann");
	expect_run(&two, "f", "g", "");
	expect_run(&two, "f", "h", "two: decided for an earlier submission");
	expect_run(&two, "i", "h", "one, two: decided for an earlier submission");
	/* A run without files is not a new submission. */
	expect_run(&two, "f", "", "two: decided");
	expect_run(&two, "f", "g", "");
	as_register_clear(&two.class.reg);
}

Test(again, a_total_is_about_all_files_in_any_order)
{
	struct two two;

	begin(&two, "bob");
	expect_run(&two, "f", "g", "");
	expect_run(&two, "g", "f", "");
	expect_run(&two, "g", "h", "total: decided for an earlier submission");
	as_register_clear(&two.class.reg);
}

/* A submission that was reopened has the same files, and attempts in an unknown order have none. */
Test(again, a_decision_is_not_about_a_later_doubt)
{
	struct two two;

	begin(&two, "ann");
	expect_run(&two, "f", "g", "");
	doubt = "was reopened";
	expect_run(&two, "f", "g", "one, two: decided before the submission came into doubt");
	expect_run(&two, "", "", "one, two: decided before the submission came into doubt");
	overrides[1].reason = (char *)"reopened by mistake";
	expect_run(&two, "f", "g", "one: decided before the submission came into doubt");
	doubt = "is a draft";
	expect_run(&two, "f", "g", "one, two: decided before the submission came into doubt");
	doubt = "";
	expect_run(&two, "f", "g", "");
	overrides[1].reason = (char *)"sample";
	as_register_clear(&two.class.reg);
}

/* The register of an earlier version has the files of the last run, but no decisions. */
Test(again, a_register_that_did_not_remember_has_the_files_of_its_marks)
{
	struct two two;

	begin(&two, "ann");
	two.before->is_marked = true;
	put_works(two.before, "f", "g");
	expect_run(&two, "f", "h", "two: decided for an earlier submission");
	expect_run(&two, "f", "h", "two: decided for an earlier submission");
	expect_run(&two, "f", "g", "");
	as_register_clear(&two.class.reg);
}
