/* SPDX-License-Identifier: MIT */
/* Private header: accounts of a file that several contests share (shared.c). */
#ifndef ASSAY_CONTEST_FOLDER_SHARED_H
#define ASSAY_CONTEST_FOLDER_SHARED_H

#include "reading.h"

struct folder_shared {
	struct as_contest_account *items; /* later moved to the contest, or cleared */
	size_t count;
	json_t *lines;   /* as `seen` of the folder */
	bool is_reading; /* the accounts that are being read are those of the file */
};

/* Reads the file of the options, before the folder's own accounts. */
int folder_shared_read(struct folder *folder, struct as_error *error) AS_MUST_USE;
/* Adds the accounts of the file to those of the folder, right after folder_accounts_read. */
int folder_shared_merge(struct folder *folder, struct as_error *error) AS_MUST_USE;
/* accounts.c: checks the accounts after folder_shared_merge. */
int folder_accounts_check(struct folder *folder, struct as_error *error) AS_MUST_USE;
/* report.c: the line of the object for which folder_unique added the value to `seen`; 0: none. */
unsigned folder_unique_line(const json_t *seen, const char *key, const char *value);
void folder_shared_clear(struct folder *folder);

#endif
