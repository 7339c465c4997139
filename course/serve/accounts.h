/* SPDX-License-Identifier: MIT */
#ifndef COURSE_SERVE_ACCOUNTS_H
#define COURSE_SERVE_ACCOUNTS_H

#include "server.h"

/* The site with the people of the course as accounts, before the log is opened. */
struct as_site *course_accounts_open(
	struct as_course_server *server, struct as_error *error) AS_MUST_USE;

#endif
