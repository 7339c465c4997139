/* SPDX-License-Identifier: MIT */
/**
 * rights: what others than the owner of a store on a server may do.
 */
#ifndef ASSAY_STORE_RIGHTS_H
#define ASSAY_STORE_RIGHTS_H

#include <assay/store.h>

enum as_store_right {
	/** Claims jobs, ends its claims, reads packages and submissions; sweeps up after dead
	 * sessions. It cannot queue jobs, change what others judged, or read names of owners. */
	AS_STORE_WORKER,
	/** All but the schema. */
	AS_STORE_SERVER,
	/** Reads all of it. */
	AS_STORE_READER,
};

/** Gives a role of the server these rights, in place of those that it had in the store.
 * AS_ERROR_USAGE: the store is in a file; this user does not own it; there is no such role; or it
 * has, or can get, more rights than these. Then nothing is changed. */
int as_store_grant(struct as_store *store, const char *role, enum as_store_right right,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
