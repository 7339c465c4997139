/* SPDX-License-Identifier: MIT */
/* What the files of explain share. */
#ifndef ASSAY_EXPLAIN_PRIVATE_H
#define ASSAY_EXPLAIN_PRIVATE_H

#include <assay/explain.h>

/* explain_cache.c: 1: it is in the cache; 0: not. */
int as_explanation_recall(
	const struct as_explain_order *order, struct as_explanation *explanation) AS_MUST_USE;
/* Best effort. */
void as_explanation_remember(
	const struct as_explain_order *order, const struct as_explanation *explanation);

#endif
