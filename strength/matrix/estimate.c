/* SPDX-License-Identifier: MIT */
/*
 * The share of wrong programs that the tests let through, with an interval. Programs of one family
 * are alike, so a bootstrap draws families, not programs. A bootstrap cannot draw events that the
 * sample lacks: without a passing program its interval would be from 0 to 0. So the interval is at
 * least as wide as Wilson's, with one observation for each family.
 */
#include <assay/matrix.h>

#include <assay/base/random.h>
#include <math.h>

#define DRAWS 2000
#define Z 1.959964 /* a standard normal value is from -Z to Z with a probability of 95 % */

static double share_of(size_t passed, size_t count)
{
	return count ? (double)passed / (double)count : 0;
}

/* Draws as many families as there are, with replacement. */
static double draw_share(
	const struct as_matrix_family *families, size_t count, struct as_random *random)
{
	size_t programs = 0, passed = 0;

	for (size_t i = 0; i < count; i++) {
		const struct as_matrix_family *family = &families[as_random_to(random, count - 1)];
		programs += family->count;
		passed += family->passed;
	}
	return share_of(passed, programs);
}

static int compare_shares(const void *one, const void *other)
{
	const double a = *(const double *)one, b = *(const double *)other;

	return (a > b) - (a < b);
}

static void share_widen(struct as_matrix_share *share, double count)
{
	const double p = share->share, scale = 1 + Z * Z / count;
	const double middle = (p + Z * Z / (2 * count)) / scale;
	const double half = Z * sqrt(p * (1 - p) / count + Z * Z / (4 * count * count)) / scale;

	share->low = fmin(share->low, fmax(middle - half, 0));
	share->high = fmax(share->high, fmin(middle + half, 1));
}

int as_matrix_estimate(const struct as_matrix_family *families, size_t count, const char *seed,
	struct as_matrix_share *share, struct as_error *error)
{
	struct as_random random = as_random_of(seed, 0);
	AS_AUTO_FREE double *shares = calloc(DRAWS, sizeof(*shares));
	size_t programs = 0, passed = 0;

	*share = (struct as_matrix_share){.high = 1};
	if (!shares)
		return as_error_no_memory(error);
	if (!count)
		return 0;
	for (size_t i = 0; i < count; i++) {
		programs += families[i].count;
		passed += families[i].passed;
	}
	for (size_t i = 0; i < DRAWS; i++)
		shares[i] = draw_share(families, count, &random);
	qsort(shares, DRAWS, sizeof(*shares), compare_shares);
	*share = (struct as_matrix_share){.share = share_of(passed, programs),
		.low = shares[DRAWS / 40],
		.high = shares[DRAWS - 1 - DRAWS / 40]};
	share_widen(share, (double)count);
	return 0;
}
