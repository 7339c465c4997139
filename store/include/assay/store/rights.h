/* SPDX-License-Identifier: MIT */
/** rights: the rights of roles other than the owner in a store on a server. */
#ifndef ASSAY_STORE_RIGHTS_H
#define ASSAY_STORE_RIGHTS_H

#include <assay/store.h>

enum as_store_right {
	/** Claims jobs, ends its claims, reads packages and submissions; cleans up after dead
	 * sessions. It cannot queue jobs, change results of others, or read names of owners. */
	AS_STORE_WORKER,
	/** Everything except changes of the schema. */
	AS_STORE_SERVER,
	/** Reads everything. */
	AS_STORE_READER,
};

/** Grants these rights to a role of the server, in place of its earlier rights in the store.
 * AS_ERROR_USAGE, and nothing is changed: the store is in a file; this user does not own it; the
 * role does not exist; or it has, or can acquire, more rights than these. */
int as_store_grant(struct as_store *store, const char *role, enum as_store_right right,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
