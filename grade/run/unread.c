/* SPDX-License-Identifier: MIT */
/* Files that were left out, and may contain the program of a package for which no other file is. */
#include "packages.h"

#include <string.h>

/* True for files that the student may have meant to submit, and for backups of such files; false
 * for notes, tests and system files. */
static bool may_be_program(enum as_left_reason reason)
{
	return reason == AS_LEFT_BUILT || reason == AS_LEFT_BACKUP ||
	       as_left_reason_is_damage(reason);
}

/* The path in the submission; NULL: it is not beneath the submission's path. */
static const char *place_of(const struct as_left_file *left, const struct as_received *received)
{
	const size_t length = strlen(received->path);

	if (strncmp(left->path, received->path, length) != 0)
		return NULL;
	return left->path + length + (left->path[length] == '/');
}

/* The first that has the name of the package, else the first archive; NULL: neither. */
static const struct as_left_file *find_unread(const struct as_submissions *submissions,
	size_t received, const struct grade_assignment *assignment, size_t package)
{
	const struct as_left_file *archive = NULL;

	for (size_t i = 0; i < submissions->left_count; i++) {
		const struct as_left_file *left = &submissions->left[i];
		const bool is_archive = left->reason == AS_LEFT_ARCHIVE;
		if (left->received != received || !(is_archive || may_be_program(left->reason)))
			continue;
		const char *place = place_of(left, &submissions->received[received]);
		if (place && grade_is_named_for(place, assignment, package))
			return left;
		if (is_archive && !archive)
			archive = left;
	}
	return archive;
}

int grade_refuse_unread(const struct as_submissions *submissions, size_t received,
	const struct grade_assignment *assignment, struct as_class_entry *entry,
	struct as_error *error)
{
	const struct as_left_file *left =
		find_unread(submissions, received, assignment, entry->package);
	const char *package = assignment->packages[entry->package]->short_name;

	if (!left)
		return 0;
	const char *place = place_of(left, &submissions->received[received]);
	const bool is_archive = left->reason == AS_LEFT_ARCHIVE;
	entry->is_absent = false;
	as_submitted_clear(&entry->submitted);
	/* As for a submission without any program; the name of another file may be the student's.
	 */
	return as_sources_refuse_own(&entry->submitted.sources, is_archive ? "archive" : "empty",
		is_archive ? as_text_format(error, "the archive '%s' is not unpacked",
				     place && *place ? place : left->path)
			   : as_text_format(error, "the only file for the package '%s' %s", package,
				     left->text),
		error);
}
