/* SPDX-License-Identifier: MIT */
/* Private header: the accounts of a contest, for the log-in (accounts.c). */
#ifndef CONTEST_SERVE_ACCOUNTS_H
#define CONTEST_SERVE_ACCOUNTS_H

#include <assay/site.h>

struct as_server;

/* Opens the log-in by the accounts of the folder and of teams that registered. The log is opened
 * later. */
struct as_site *accounts_open(struct as_server *server, struct as_error *error) AS_MUST_USE;

/* Tells the operator that passwords of accounts.yaml do not count, because they were reset. */
void accounts_note(const struct as_server *server);

#endif
