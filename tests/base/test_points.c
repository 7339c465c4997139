/* SPDX-License-Identifier: MIT */
#include <assay/base/points.h>

#include <criterion/criterion.h>
#include <math.h>

static void expect_e6(double points, int64_t expected)
{
	int64_t e6 = -1;

	cr_expect(as_points_to_e6(points, &e6), "%f", points);
	cr_expect_eq(e6, expected, "%f is %jd", points, (intmax_t)e6);
}

Test(points, millionths_are_rounded_to_the_nearest)
{
	expect_e6(0, 0);
	expect_e6(-0.0, 0);
	expect_e6(100, 100000000);
	expect_e6(0.1 + 0.2, 300000);
	expect_e6(200.0 / 3, 66666667);
	expect_e6(0.0000005, 1);
	expect_e6(0.0000004, 0);
	expect_e6(1e9, AS_POINTS_MAX_E6);
}

Test(points, other_numbers_are_refused)
{
	const double refused[] = {-1, -0.0000001, 1e9 + 1, INFINITY, -INFINITY, NAN};

	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
		int64_t e6 = 7;
		cr_expect_not(as_points_to_e6(refused[i], &e6), "%f", refused[i]);
		cr_expect_eq(e6, 7);
	}
}
