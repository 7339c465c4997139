/* SPDX-License-Identifier: MIT */
/* The files of a submission to a package of type submit-answer: a folder, a zip archive or one file
 * of outputs. */
#include "workshop.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#define MAX_ANSWER_BYTES (UINT64_C(1) << 30)

static uint64_t room_of(const struct as_package *package)
{
	const uint64_t each = package->limits.output_bytes;

	return each < MAX_ANSWER_BYTES / (package->test_count + 1)
		       ? each * (package->test_count + 1)
		       : MAX_ANSWER_BYTES;
}

/* ---- reading ---- */

static bool is_archive(const struct as_sources *sources)
{
	const char *dot = sources->single && sources->count == 1
				  ? strrchr(sources->files[0].name, '.')
				  : NULL;

	return dot && strcmp(dot, ".zip") == 0;
}

/* In place of the archive what is in it; a bad archive is the submission's own fault. */
static int unpack(const struct as_intake_config *config, const char *path,
	struct as_sources *sources, struct as_error *error)
{
	const struct as_bytes *bytes = &sources->files[0].data;
	char folder[32];
	struct as_error why = {0};
	AS_AUTO_FD int archive = as_input_from_bytes(bytes->data, bytes->size, error);
	AS_AUTO_FD int to =
		archive < 0 ? -1 : as_workshop_new_folder(config->workshop, folder, error);

	if (to < 0)
		return -1;
	as_sources_clear(sources);
	int failed = 0;
	if (as_zip_unpack(archive, path, to, config->cancel, &why)) {
		failed = why.kind != AS_ERROR_INPUT;
		as_sources_refuse(sources, "archive", "it is not a valid zip archive");
	} else {
		failed = as_sources_read(sources, config->workshop->work_fd, folder,
			room_of(config->package), config->cancel, &why);
	}
	as_dir_remove(config->workshop->work_fd, folder, NULL);
	if (failed && error)
		*error = why;
	return failed ? -1 : 0;
}

int as_answers_read(const struct as_intake_config *config, const struct as_submission *submission,
	struct as_sources *sources, struct as_error *error)
{
	const uint64_t room = room_of(config->package);

	if (submission->files ? as_sources_take(sources, submission->files, submission->file_count,
					submission->is_folder, room, error)
			      : as_sources_read(sources, AT_FDCWD, submission->path, room,
					config->cancel, error))
		return -1;
	/* An output may well be empty. */
	if (sources->reason && strcmp(sources->reason, "empty") == 0 && sources->count > 0)
		sources->reason = sources->text = NULL;
	return is_archive(sources) && !sources->reason
		       ? unpack(config, submission->path, sources, error)
		       : 0;
}
