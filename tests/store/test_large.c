/* SPDX-License-Identifier: MIT */
/* A package of 300 MB is written to a store and read from it with little memory. */
#include "judge/package_case.h"
#include "store_case.h"

#include <sys/resource.h>

static char folder[64], url[128];

static void make_folder(void)
{
	strcpy(folder, "/var/tmp/assay-store.XXXXXX");
	cr_assert(mkdtemp(folder));
	snprintf(url, sizeof(url), "sqlite:%s/a.store", folder);
	cr_assert_eq(setenv("XDG_CACHE_HOME", folder, 1), 0);
	cr_assert_eq(setenv("TMPDIR", folder, 1), 0);
}

static void remove_folder(void)
{
	as_dir_remove(AT_FDCWD, folder, NULL);
}

TestSuite(large, .init = make_folder, .fini = remove_folder, .timeout = 600);

static long max_memory_kib(void)
{
	struct rusage usage;

	cr_assert_eq(getrusage(RUSAGE_SELF, &usage), 0);
	return usage.ru_maxrss;
}

Test(large, memory_does_not_grow_with_a_package)
{
	AUTO_FOLDER made = package_folder_make("--- sparse data/secret/2.in 314572800\n"
					       "--- file data/secret/2.ans\n2\n");
	AUTO_PACKAGE *package = open_good(made.path);
	struct as_error error = {0};
	struct as_store *store = store_open(url);
	const long before_kib = max_memory_kib();

	cr_assert_eq(as_store_package_keep(store, package, NULL, &error), 0, "%s", error.text);
	const struct as_store_fetch fetch = {0};
	AUTO_PACKAGE *opened = as_store_package_open(store, package->digest, &fetch, NULL, &error);
	cr_assert_not_null(opened, "%s", error.text);
	cr_expect_str_eq(opened->digest, package->digest);
	cr_expect_lt(max_memory_kib() - before_kib, 50000);
	as_store_close(store);
}
