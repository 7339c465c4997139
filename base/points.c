/* SPDX-License-Identifier: MIT */
#include <assay/base/points.h>

bool as_points_to_e6(double points, int64_t *e6)
{
	/* Not `points < 0`: comparisons with NaN are false. */
	if (!(points >= 0 && points <= (double)(AS_POINTS_MAX_E6 / AS_POINT_E6)))
		return false;
	*e6 = (int64_t)(points * (double)AS_POINT_E6 + 0.5);
	return true;
}
