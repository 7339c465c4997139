/* SPDX-License-Identifier: MIT */
/* Parts of a search that run no program: shapes of commands, the pool, quoting for recipes. */
#include "commandline.h"
#include "pool.h"

#include <assay/stress.h>
#include <criterion/criterion.h>
#include <string.h>

Test(stress, only_numbers_that_are_whole_words_can_be_changed)
{
	AS_AUTO(as_shape_clear) struct as_shape shape = {0};
	const int64_t values[] = {7, -3, 0};

	cr_assert_eq(as_shape_parse(&shape, "row2 --n 2000 --min=-10 5x 6 --seed {seed}", NULL), 0);
	cr_assert_eq(shape.number_count, 3u);
	cr_expect_eq(shape.numbers[0].value, 2000);
	cr_expect_eq(shape.numbers[1].value, -10);
	AS_AUTO_FREE char *text = as_shape_write(&shape, values, 42, NULL);
	cr_expect_str_eq(text, "row2 --n 7 --min=-3 5x 0 --seed 42");
}

Test(stress, commands_that_differ_in_numbers_are_one_shape_with_their_greatest_numbers)
{
	AS_AUTO(as_shape_clear) struct as_shape one = {0};
	AS_AUTO(as_shape_clear) struct as_shape other = {0};
	AS_AUTO(as_shape_clear) struct as_shape third = {0};

	cr_assert_eq(as_shape_parse(&one, "row --n 20 --min -9 --seed {seed}", NULL), 0);
	cr_assert_eq(as_shape_parse(&other, "row --n 100 --min 2 --seed {seed}", NULL), 0);
	cr_assert_eq(as_shape_parse(&third, "row --n 100 --max 2 --seed {seed}", NULL), 0);
	cr_expect(as_shape_merge(&one, &other));
	cr_expect_eq(one.numbers[0].value, 100);
	cr_expect_eq(one.numbers[1].value, -9);
	cr_expect_not(as_shape_merge(&one, &third));
}

Test(stress, a_number_is_lowered_towards_0)
{
	cr_expect_eq(as_number_lower(100, 8), 8);
	cr_expect_eq(as_number_lower(-100, 8), -8);
	cr_expect_eq(as_number_lower(3, 8), 3);
}

static int add_up(void *context, unsigned thread, size_t item, struct as_error *error)
{
	atomic_size_t *sum = context;

	(void)thread;
	atomic_fetch_add(sum, item);
	return item == 77 ? as_error_set(error, AS_ERROR_INPUT, "seventy-seven") : 0;
}

Test(stress, a_pool_processes_every_item_once_and_reports_an_error)
{
	struct as_error error = {0};
	atomic_size_t sum = 0;
	struct as_pool *pool = as_pool_open(4, &error);

	cr_assert(pool);
	for (int i = 0; i < 100; i++)
		cr_assert_eq(as_pool_run(pool, add_up, &sum, 50, &error), 0);
	cr_expect_eq(atomic_load(&sum), 100u * 49 * 50 / 2);
	cr_expect_eq(as_pool_run(pool, add_up, &sum, 100, &error), -1);
	cr_expect_str_eq(error.text, "seventy-seven");
	as_pool_close(pool);
}

Test(stress, an_input_is_quoted_for_a_recipe)
{
	char text[] = "2\n1 \"5\"\n", binary[] = "\xff";
	struct as_error error = {0};
	AS_AUTO_FREE char *quoted =
		as_stress_quote(&(struct as_bytes){.data = text, .size = strlen(text)}, &error);

	cr_expect_str_eq(quoted, "\"2\\n1 \\\"5\\\"\\n\"");
	cr_expect_null(as_stress_quote(&(struct as_bytes){.data = binary, .size = 1}, &error));
	cr_expect(strstr(error.text, "not text"));
}
