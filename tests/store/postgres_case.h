/* SPDX-License-Identifier: MIT */
/* A test of a store on a server: a folder, and databases that are dropped after the test. */
#ifndef ASSAY_TESTS_POSTGRES_CASE_H
#define ASSAY_TESTS_POSTGRES_CASE_H

#include "cases.h"
#include "postgres.h"
#include "server.h"

#include <fcntl.h>

static char folder[64];

static inline void make_folder(void)
{
	strcpy(folder, "/tmp/assay-store.XXXXXX");
	cr_assert_not_null(mkdtemp(folder));
	cr_assert_eq(chdir(folder), 0);
}

static inline void clean_up(void)
{
	server_drop();
	cr_assert_eq(chdir("/"), 0);
	as_dir_remove(AT_FDCWD, folder, NULL);
}

static const struct store_maker maker = {server_make_url, server_await_death};

#endif
