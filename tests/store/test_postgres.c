/* SPDX-License-Identifier: MIT */
/* The back end on a PostgreSQL server: all cases, and what only servers have. */
#include "cases.h"
#include "postgres.h"
#include "server.h"

TestSuite(postgres, .fini = server_drop, .timeout = 100);

static const struct store_maker maker = {server_make_url, server_await_death};

#define CASE(name)                                                                                 \
	Test(postgres, name)                                                                       \
	{                                                                                          \
		name(&maker);                                                                      \
	}
STORE_CASES(CASE)
