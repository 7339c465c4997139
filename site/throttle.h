/* SPDX-License-Identifier: MIT */
/* Private header: limits guessing (throttle.c). */
#ifndef SITE_THROTTLE_H
#define SITE_THROTTLE_H

#include "hasher.h"

struct throttle;
struct throttle *throttle_open(struct as_error *error) AS_MUST_USE;
void throttle_close(struct throttle *throttle);
struct attempt {
	unsigned wait_s; /* too many failures: the time until the next attempt; 0: it may be made */
	/* There were failures, so compare only when the source has its turn. */
	bool is_busy;
	bool is_known; /* the account has logged in from the address before */
	struct as_turn_source source;
};
/* Counts an attempt as a failure, unless the attempt must wait. `account`: the account of the name,
 * or AS_SITE_NONE. At an address from which the account has logged in, an attempt waits for at most
 * a second, and only after a thousand failures. */
struct attempt throttle_begin(
	struct throttle *throttle, const char *peer, const char *username, size_t account);
/* The failures of a name, from everywhere, that are not forgotten yet. */
unsigned throttle_failures(struct throttle *throttle, const char *username);
/* The password was not compared: the attempt is not a failure. */
void throttle_forgive(struct throttle *throttle, const char *peer, const char *username,
	const struct attempt *attempt);
/* The attempt was not a failure, and the account has logged in. */
void throttle_succeed(struct throttle *throttle, const char *peer, const char *username,
	size_t account, const struct attempt *attempt);
/* Likewise for a join code. Returns the time to wait. */
unsigned throttle_begin_code(struct throttle *throttle, const char *peer);
void throttle_succeed_code(struct throttle *throttle, const char *peer);
/* Counts a session or token that an account makes; or returns the time to wait. */
unsigned throttle_make(struct throttle *throttle, size_t account);
struct as_turn_source throttle_source(const struct throttle *throttle, const char *peer);

#endif
