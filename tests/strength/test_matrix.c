/* SPDX-License-Identifier: MIT */
#include <assay/matrix.h>
#include <criterion/criterion.h>
#include <string.h>

/* A row a program; a letter a test: A, W, T, J; - was not run. */
static struct as_matrix make(const char *const *rows, size_t count)
{
	struct as_matrix matrix;
	cr_assert_eq(as_matrix_init(&matrix, count, strlen(rows[0]), NULL), 0);
	for (size_t program = 0; program < count; program++)
		for (size_t test = 0; rows[program][test]; test++) {
			const char letter = rows[program][test];
			as_matrix_set(&matrix, program, test,
				letter == 'A'   ? AS_VERDICT_AC
				: letter == 'W' ? AS_VERDICT_WA
				: letter == 'T' ? AS_VERDICT_TLE
				: letter == 'J' ? AS_VERDICT_JE
						: AS_VERDICT_NONE);
		}
	return matrix;
}

Test(matrix, each_test_is_counted_with_what_it_alone_kills)
{
	static const char *const rows[] = {"AWAA", "WWAA", "AAAA", "TTT-", "AAAJ", "AAAW"};
	static const size_t killers[] = {1, 2, 0, 3, 0, 1};
	static const struct as_matrix_test right[] = {{2, 0}, {3, 1}, {1, 0}, {1, 1}};
	struct as_matrix matrix = make(rows, 6);
	struct as_matrix_test tests[4];
	as_matrix_count(&matrix, tests);
	for (size_t i = 0; i < 6; i++)
		cr_expect_eq(as_matrix_killers(&matrix, i), killers[i], "%s", rows[i]);
	for (size_t i = 0; i < 4; i++) {
		cr_expect_eq(tests[i].kills, right[i].kills, "%zu", i);
		cr_expect_eq(tests[i].alone, right[i].alone, "%zu", i);
	}
	cr_expect_eq(as_matrix_get(&matrix, 3, 3), AS_VERDICT_NONE);
	as_matrix_clear(&matrix);
}

Test(matrix, without_programs_nothing_is_killed)
{
	struct as_matrix matrix;
	struct as_matrix_test tests[2] = {{1, 1}, {1, 1}};
	cr_assert_eq(as_matrix_init(&matrix, 0, 2, NULL), 0);
	as_matrix_count(&matrix, tests);
	cr_expect_eq(tests[1].kills, 0);
	as_matrix_clear(&matrix);
}
