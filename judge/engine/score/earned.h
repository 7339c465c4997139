/* SPDX-License-Identifier: MIT */
/* earned: what tests earn; private to the room. */
#ifndef ASSAY_JUDGE_SCORE_EARNED_H
#define ASSAY_JUDGE_SCORE_EARNED_H

#include "judging.h"

/* What was said of a test that can earn `worth`. */
double as_earned(const struct as_test_result *result, double worth);
/* Sums of shares come out above what they make together by a trifle, which this allows. */
bool as_exceeds(double score, double most);

#endif
