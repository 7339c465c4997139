/* SPDX-License-Identifier: MIT */
/** Points as whole millionths, which are compared and added exactly. */
#ifndef ASSAY_BASE_POINTS_H
#define ASSAY_BASE_POINTS_H

#include <assay/base.h>

#define AS_POINT_E6 INT64_C(1000000)
/** The most points that are counted: a thousand million. */
#define AS_POINTS_MAX_E6 (INT64_C(1000000000) * AS_POINT_E6)

/** Rounds to the nearest millionth, halves away from 0. False: negative, not a number, or more than
 * AS_POINTS_MAX_E6; then `e6` keeps its value. */
bool as_points_to_e6(double points, int64_t *e6) AS_MUST_USE AS_NONNULL(2);

#endif
