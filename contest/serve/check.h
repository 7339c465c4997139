/* SPDX-License-Identifier: MIT */
/* Private header: the health of a contest (check.c). */
#ifndef CONTEST_SERVE_CHECK_H
#define CONTEST_SERVE_CHECK_H

struct as_server;

/* The reason why the contest is not served or judged, without secrets; NULL: it is. */
const char *server_trouble(struct as_server *server);
/* Likewise, or the reason why submissions cannot be stored. */
const char *server_write_trouble(struct as_server *server);

#endif
