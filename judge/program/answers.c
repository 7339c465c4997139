/* SPDX-License-Identifier: MIT */
/* The files of a submission to a package of type submit-answer: a folder, a zip archive or one file
 * of outputs. */
#include "workshop.h"

#include <fcntl.h>
#include <string.h>

#define MAX_ANSWER_BYTES (UINT64_C(1) << 30)

uint64_t as_answers_max_bytes(const struct as_package *package)
{
	const uint64_t each = package->limits.output_bytes;

	return each < MAX_ANSWER_BYTES / (package->test_count + 1)
		       ? each * (package->test_count + 1)
		       : MAX_ANSWER_BYTES;
}

static int read_files(const struct as_intake_config *config, const struct as_submission *submission,
	struct as_sources *sources, uint64_t max_bytes, struct as_error *error)
{
	struct as_submitted submitted = {0};

	if (submission->files)
		return as_sources_take(sources, submission->files, submission->file_count,
			submission->is_folder, max_bytes, error);
	if (!submission->submitted)
		return as_sources_read(
			sources, AT_FDCWD, submission->path, max_bytes, config->cancel, error);
	int failed = as_submitted_copy(&submitted, submission->submitted, error);
	*sources = submitted.sources;
	return failed;
}

int as_answers_read(const struct as_intake_config *config, const struct as_submission *submission,
	struct as_sources *sources, struct as_error *error)
{
	const uint64_t max_bytes = as_answers_max_bytes(config->package);

	if (read_files(config, submission, sources, max_bytes, error))
		return -1;
	/* An output may be empty. */
	if (sources->reason && strcmp(sources->reason, "empty") == 0 && sources->count > 0)
		sources->reason = sources->text = NULL;
	return sources->single && !sources->reason && as_archive_is_named(sources->files[0].name)
		       ? as_archive_unpack(
				 config, submission->path, max_bytes, false, sources, error)
		       : 0;
}
