/* SPDX-License-Identifier: MIT */
/* Private header of strength/explain. */
#ifndef ASSAY_EXPLAIN_PRIVATE_H
#define ASSAY_EXPLAIN_PRIVATE_H

#include <assay/explain.h>

/* Loads a cached explanation. 1: it was in the cache; 0: it was not. */
int as_explanation_cache_load(
	const struct as_explain_order *order, struct as_explanation *explanation) AS_MUST_USE;
/* Failures are ignored: the cache is an optimisation. */
void as_explanation_cache_save(
	const struct as_explain_order *order, const struct as_explanation *explanation);

#endif
