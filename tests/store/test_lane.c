/* SPDX-License-Identifier: MIT */
/* Lanes: the jobs that a worker can judge. */
#include <assay/engine.h>
#include <assay/store.h>

#include <criterion/criterion.h>

static struct as_languages *languages;

static void open_table(void)
{
	languages = as_languages_open(NULL, NULL);
	cr_assert_not_null(languages);
}

static void close_table(void)
{
	as_languages_close(languages);
}

TestSuite(lane, .init = open_table, .fini = close_table);

#define IDS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define MODULES(...) ((const char *const[]){__VA_ARGS__, NULL})

static char *lane_of(const char *const *modules, bool is_weak, const char *const *ids)
{
	const struct as_engine_config engine = {
		.languages = languages, .modules = modules, .weak_sandbox = is_weak};
	char *lane = as_lane_write(&engine, ids, NULL, NULL, NULL);

	cr_assert_not_null(lane);
	return lane;
}

/* True if a machine with C++ and Python can judge such jobs. */
static bool suits(const char *lane, const char *const *modules, bool is_isolated)
{
	const struct as_engine_config engine = {.languages = languages, .modules = modules};
	AS_AUTO_FREE char *offer =
		as_lane_offer(&engine, IDS("python3", "cpp", "script"), "lab", is_isolated, NULL);

	cr_assert_not_null(offer);
	return as_lane_suits(lane, offer);
}

Test(lane, does_not_depend_on_the_order_of_languages)
{
	AS_AUTO_FREE char *one = lane_of(NULL, false, IDS("python3", "cpp", "python3"));
	AS_AUTO_FREE char *two = lane_of(NULL, false, IDS("cpp", "python3"));

	cr_expect_str_eq(one, two);
	cr_expect_not_null(strstr(one, " language:cpp language:python3 modules: sandbox:full "
				       "table:"),
		"%s", one);
}

Test(lane, is_left_to_a_machine_with_all_languages)
{
	AS_AUTO_FREE char *both = lane_of(NULL, false, IDS("python3", "cpp"));
	AS_AUTO_FREE char *more = lane_of(NULL, false, IDS("python3", "rust"));
	AS_AUTO_FREE char *begins = lane_of(NULL, false, IDS("c"));
	AS_AUTO_FREE char *none = lane_of(NULL, false, (const char *const[]){NULL});

	cr_expect(suits(both, NULL, true));
	cr_expect_not(suits(more, NULL, true));
	cr_expect_not(suits(begins, NULL, true), "a word is compared whole");
	cr_expect(suits(none, NULL, true));
}

Test(lane, that_asks_for_isolation_is_left_to_a_machine_that_has_it)
{
	AS_AUTO_FREE char *full = lane_of(NULL, false, IDS("cpp"));
	AS_AUTO_FREE char *weak = lane_of(NULL, true, IDS("cpp"));

	cr_expect(suits(full, NULL, true));
	cr_expect_not(suits(full, NULL, false));
	cr_expect(suits(weak, NULL, true));
	cr_expect(suits(weak, NULL, false));
}

Test(lane, asks_for_the_same_modules_and_no_others)
{
	AS_AUTO_FREE char *none = lane_of(NULL, false, IDS("python3"));
	AS_AUTO_FREE char *two = lane_of(MODULES("scipy", "numpy"), false, IDS("python3"));

	cr_expect(suits(none, NULL, true));
	cr_expect_not(suits(none, MODULES("numpy"), true));
	cr_expect_not(suits(two, MODULES("numpy"), true));
	cr_expect(suits(two, MODULES("numpy", "scipy"), true));
}

Test(lane, that_asks_for_a_group_is_left_to_its_machines)
{
	const struct as_engine_config engine = {.languages = languages};
	AS_AUTO_FREE char *own = as_lane_write(&engine, IDS("cpp"), NULL, "lab", NULL);
	AS_AUTO_FREE char *other = as_lane_write(&engine, IDS("cpp"), NULL, "lab-2", NULL);
	AS_AUTO_FREE char *text = as_lane_text(own, NULL);

	cr_expect(suits(own, NULL, true));
	cr_expect_not(suits(other, NULL, true));
	cr_expect_str_eq(text, "group lab, cpp, isolation full");
	cr_expect_eq(as_lane_check_group("lab_2.B-1", NULL), 0);
	cr_expect_neq(as_lane_check_group("", NULL), 0);
	cr_expect_neq(as_lane_check_group("lab 2", NULL), 0);
	cr_expect_neq(as_lane_check_group("lab:2", NULL), 0);
}

Test(lane, of_another_version_is_left_to_it)
{
	AS_AUTO_FREE char *lane = lane_of(NULL, false, IDS("cpp"));
	AS_AUTO_FREE char *later = as_text_format(NULL, "%s zone:7", lane);
	char *table = strstr(lane, "table:");

	cr_expect_not(suits(later, NULL, true), "a word that is not known");
	cr_assert_not_null(table);
	table[6] ^= 1;
	cr_expect_not(suits(lane, NULL, true), "another language table");
}

Test(lane, has_a_text_for_people)
{
	AS_AUTO_FREE char *full = lane_of(MODULES("numpy"), false, IDS("python3", "cpp"));
	AS_AUTO_FREE char *weak = lane_of(NULL, true, IDS("rust"));
	AS_AUTO_FREE char *long_text = as_lane_text(full, NULL);
	AS_AUTO_FREE char *short_text = as_lane_text(weak, NULL);
	AS_AUTO_FREE char *hostile = as_lane_text("language:\x1b]0;x", NULL);

	cr_expect_str_eq(long_text, "cpp, python3, modules numpy, isolation full");
	cr_expect_str_eq(short_text, "rust");
	cr_expect_str_eq(hostile, "\\x1B]0;x");
}

/* Words of a machine and of its settings do not count, nor does a part of a word. */
Test(lane, is_of_this_program_by_its_format_and_table)
{
	static const char own[] = "format:r/4 modules: table:abc sandbox:full lang:cpp";

	cr_expect(as_lane_is_of_program("lang:c table:abc format:r/4", own));
	cr_expect_not(as_lane_is_of_program("format:r/3 table:abc sandbox:full lang:cpp", own));
	cr_expect_not(as_lane_is_of_program("format:r/4 table:abcd sandbox:full lang:cpp", own));
	cr_expect_not(as_lane_is_of_program("", own));
}
