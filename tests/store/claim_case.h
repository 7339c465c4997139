/* SPDX-License-Identifier: MIT */
/* A claim of the first job of some lanes. */
#ifndef ASSAY_TESTS_CLAIM_CASE_H
#define ASSAY_TESTS_CLAIM_CASE_H

#include <assay/store.h>

static inline int store_claim_lanes(struct as_store *store, const char *const *lanes, size_t count,
	struct as_store_claim *claim, struct as_error *error)
{
	return as_store_claim(store, &(struct as_store_wanted){.lanes = lanes, .lane_count = count},
		claim, error);
}

#endif
