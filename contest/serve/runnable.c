/* SPDX-License-Identifier: MIT */
/* A submission that this server runs once more: its files, language and package. */
#include "runnable.h"
#include "intake.h"
#include "server.h"

#include <string.h>

void runnable_clear(struct runnable *runnable)
{
	as_submitted_clear(&runnable->submitted);
	free(runnable->language);
	free(runnable->entry_point);
	problem_use_end(&runnable->use);
	*runnable = (struct runnable){0};
}

int runnable_read(struct as_server *server, size_t submission, struct runnable *runnable,
	struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes files = {0};
	char blob[AS_DIGEST_HEX_SIZE];

	*runnable = (struct runnable){0};
	as_contest_log_lock(server->log);
	const struct as_contest_submission *seen =
		as_contest_log_submission(server->log, submission);
	memcpy(blob, seen->blob, sizeof(blob));
	runnable->use = problem_use_now(server, seen->problem);
	runnable->language = seen->language ? strdup(seen->language) : NULL;
	runnable->entry_point = seen->entry_point ? strdup(seen->entry_point) : NULL;
	as_contest_log_unlock(server->log);
	const int found =
		as_store_blob_read(server->config.store, blob, STORED_MAX_BYTES, &files, error);
	if (found == 1 &&
		as_submitted_read(files.data, files.size, &runnable->submitted, error) == 1)
		return 0;
	return found < 0 ? -1
			 : as_error_set(error, AS_ERROR_INTERNAL,
				   "the store does not have the files of the submission");
}

struct as_compiled *runnable_compile(
	const struct runnable *runnable, const atomic_bool *cancel, struct as_error *error)
{
	const struct as_submission submission = {.path = "submission",
		.language = runnable->language,
		.entry_point = runnable->entry_point,
		.submitted = &runnable->submitted};

	return as_engine_compile(runnable->use.seen->opened, &submission, cancel, error);
}
