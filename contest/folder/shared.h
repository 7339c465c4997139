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
/* Adds the accounts of the file to those of the folder, right after these were read. */
int folder_shared_merge(struct folder *folder, struct as_error *error) AS_MUST_USE;
/* accounts.c: after that. */
int folder_accounts_check(struct folder *folder, struct as_error *error) AS_MUST_USE;
/* report.c: the line of an object of a part, by a value that folder_unique has added to the part's
 * `seen`; 0: there is none. */
unsigned folder_unique_line(const json_t *seen, const char *key, const char *value);
void folder_shared_clear(struct folder *folder);

#endif
