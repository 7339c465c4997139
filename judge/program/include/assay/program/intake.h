/* SPDX-License-Identifier: MIT */
/** intake: from a path to what is compiled of a submission. */
#ifndef ASSAY_PROGRAM_INTAKE_H
#define ASSAY_PROGRAM_INTAKE_H

#include <assay/program/workshop.h>

/** A submission, and what is known of it besides its looks. */
struct as_submission {
	const char *path;     /**< a file or a folder; what is beneath the package's submissions/ is
				 read as a part of the package: its constants are filled in */
	const char *language; /**< an id of the table; NULL: the config's, or as it looks */
	const char *entry_point; /**< the file, class or module that it starts with, in a language
				    that has such a thing; NULL: the usual */
};

/** What submissions are read for. All of it is borrowed. */
struct as_intake_config {
	const struct as_package *package;
	const struct as_languages *languages;
	struct as_workshop *workshop; /**< where an archive of answers is unpacked */
	const char *language;      /**< of submissions that do not say theirs; NULL: as they look */
	const atomic_bool *cancel; /**< or NULL */
};
/** What is compiled of a submission, or (sources.reason) why nothing is. */
struct as_intake {
	struct as_sources sources;          /**< with the package's include code */
	const struct as_language *language; /**< or NULL */
	bool is_own;                        /**< an example of the package */
};
/**
 * Reads a submission with all the care that a stranger's files need. That it cannot be judged is
 * success, with sources.reason set; an absent or unreadable path is AS_ERROR_USAGE. Clear in any
 * case.
 */
int as_intake_read(struct as_intake *intake, const struct as_intake_config *config,
	const struct as_submission *submission, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 3);
void as_intake_clear(struct as_intake *intake) AS_NONNULL(1);

#endif
