/* SPDX-License-Identifier: MIT */
/* earned: points of tests; private to this folder. */
#ifndef ASSAY_JUDGE_SCORE_EARNED_H
#define ASSAY_JUDGE_SCORE_EARNED_H

#include "judging.h"

/* The points of a test that can earn `worth`. */
double as_earned(const struct as_test_result *result, double worth);
/* Compares with a tolerance, since sums of rounded shares can exceed the whole slightly. */
bool as_exceeds(double score, double max);

#endif
