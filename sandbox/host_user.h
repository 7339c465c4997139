/* SPDX-License-Identifier: MIT */
/* host_user: a user id of the host for the programs of one sandbox. */
#ifndef ASSAY_SANDBOX_HOST_USER_H
#define ASSAY_SANDBOX_HOST_USER_H

#include <assay/base.h>

/* The ids belong to no account and own nothing. They are above the ranges that container tools
 * allocate. */
#define AS_HOST_ROOT_ID 2147000000u /* the helpers */
#define AS_HOST_USER_ID 2147001000u /* the first id for programs */
#define AS_HOST_USER_COUNT 65536u

/* True if the caller is root and can give these ids to others. In a container that an ordinary user
 * started, root has that user's id outside and cannot: it counts as an ordinary user. */
bool as_host_user_is_root(void);
/*
 * Takes a free user id, which is also the group id. The kernel counts some resources by user, not
 * by control group or namespace: watches of epoll (fs.epoll.max_user_watches), pages of pipes
 * (fs.pipe-user-pages-soft), processes. A sandbox with its own id cannot use up the resources of
 * another sandbox. Returns a descriptor that the caller owns; the id is free again once the
 * descriptor is closed. -1: error. If other programs hold all ids that are tried, the id may be
 * shared.
 */
int as_host_user_take(unsigned *user, struct as_error *error) AS_MUST_USE;

/* Ids of this user namespace, which in a container may have few: `users` for runs without a user
 * namespace of their own, `groups` for folders that some of them may enter. */
struct as_host_ids {
	uint32_t first_user, user_count, first_group, group_count;
};
/* False if there are not enough. */
bool as_host_ids_find(struct as_host_ids *ids) AS_MUST_USE;
/* The same as as_host_user_take, with an id of `ids`. */
int as_host_ids_take(
	const struct as_host_ids *ids, unsigned *user, struct as_error *error) AS_MUST_USE;

#endif
