/* SPDX-License-Identifier: MIT */
/* A folder for stores in files, and changes of their content. */
#ifndef ASSAY_TESTS_STORE_SQLITE_CASE_H
#define ASSAY_TESTS_STORE_SQLITE_CASE_H

#include "cases.h"
#include "sqlite.h"

#include <fcntl.h>

static char folder[64];

__attribute__((unused)) static void make_folder(void)
{
	strcpy(folder, "/tmp/assay-store.XXXXXX");
	cr_assert(mkdtemp(folder));
	cr_assert_eq(chdir(folder), 0);
}

__attribute__((unused)) static void remove_folder(void)
{
	cr_assert_eq(chdir("/"), 0);
	as_dir_remove(AT_FDCWD, folder, NULL);
}

__attribute__((unused)) static void make_url(char url[512])
{
	static int number;

	snprintf(url, 512, "sqlite:%s/%d.store", folder, ++number);
}

__attribute__((unused)) static const struct store_maker maker = {.make_url = make_url};

__attribute__((unused)) static void expect_refusal(
	const char *url, enum as_error_kind kind, const char *text)
{
	struct as_error error = {0};
	char whole[2048];

	cr_expect_null(as_store_open(url, &error), "%s", url);
	cr_expect_eq(error.kind, kind, "%s: %s", url, error.text);
	as_error_format(&error, whole, sizeof(whole));
	cr_expect_not_null(strstr(whole, text), "%s: %s", url, whole);
	cr_expect_null(strchr(whole, '\n'), "%s", whole);
}

__attribute__((unused)) static void put(const char *name, const char *text)
{
	cr_assert_eq(as_file_write(AT_FDCWD, name, text, strlen(text), 0644, NULL), 0);
}

__attribute__((unused)) static void run_sql(const char *name, const char *text)
{
	sqlite3 *db;
	char *why = NULL;

	cr_assert_eq(sqlite3_open(name, &db), SQLITE_OK);
	cr_assert_eq(sqlite3_exec(db, text, NULL, NULL, &why), SQLITE_OK, "%s", why);
	sqlite3_close(db);
}

#endif
