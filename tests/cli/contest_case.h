/* SPDX-License-Identifier: MIT */
/* The folder of a small contest, and the passwords in its files. */
#ifndef ASSAY_TESTS_CLI_CONTEST_CASE_H
#define ASSAY_TESTS_CLI_CONTEST_CASE_H

#include "support/made.h"

#include <assay/base/document.h>

#define SUMS ASSAY_SOURCE_DIR "/tests/data/valid/sums"
#define MINIMAL ASSAY_SOURCE_DIR "/tests/data/valid/minimal"

__attribute__((unused)) static void make_club(void)
{
	AUTO_OUTCOME made = ASSAY("contest", "new", "club", "--problems", MINIMAL);

	EXPECT_STATUS(made, 0);
	cr_expect_str_eq(made.out.data,
		"club: 1 problem, 4 teams, 6 accounts; 0 errors, 0 warnings\n"
		"created club; its passwords: assay contest passwords club; to run it: assay serve "
		"club\n");
}

__attribute__((unused)) static json_t *read_accounts(const char *path)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	struct as_error error = {0};

	cr_assert_eq(as_document_load(&document, here_fd, path, path, &error), 0, "%s", error.text);
	return json_incref(document.root);
}

__attribute__((unused)) static const char *password_of(const json_t *accounts, const char *username)
{
	size_t index;
	json_t *account;

	json_array_foreach(accounts, index,
		account) if (strcmp(json_string_value(json_object_get(account, "username")),
				     username) ==
			     0) return json_string_value(json_object_get(account, "password"));
	return NULL;
}

#endif
