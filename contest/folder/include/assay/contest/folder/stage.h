/* SPDX-License-Identifier: MIT */
/** The stage: new files of a folder are written here before they get their names. So a command that
 * fails or is killed leaves the folder as it was. Not included by folder.h. */
#ifndef ASSAY_CONTEST_FOLDER_STAGE_H
#define ASSAY_CONTEST_FOLDER_STAGE_H

#include <assay/contest/folder.h>

struct as_contest_draft {
	char *path; /**< of the stage; NULL: it has become the folder */
	char *to;   /**< of the folder */
	int fd;     /**< of the stage */
	int to_fd;  /**< of the folder, locked, if the stage is in it; or -1 */
	bool is_inside;
};
#define AS_CONTEST_DRAFT_NAME ".assay-import"

/** Close it also after a failure. With `must_be_new`, these folders are refused (AS_ERROR_USAGE): a
 * folder that contains files, a folder of another user, and a folder into which another command
 * writes. Only the owner can enter the folder if it is new or was empty. */
int as_contest_draft_open(struct as_contest_draft *stage, const char *to, bool must_be_new,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Makes the commit also remove a file of the existing folder, such as "teams/7/photo.png". */
int as_contest_draft_remove(const struct as_contest_draft *stage, const char *path,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Gives all files their names. A new folder gets its name at once. If this
 * fails before the stage is complete, an existing folder is not changed. If the command is killed
 * or fails after that, as_contest_open or as_contest_draft_open completes the change. */
int as_contest_draft_commit(struct as_contest_draft *stage, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** Removes what is still in the stage. */
void as_contest_draft_close(struct as_contest_draft *stage) AS_NONNULL(1);

#endif
