/* SPDX-License-Identifier: MIT */
/* Reads the files and the results of a hand-in from the store. */
#include "evidence.h"

#define STORED_MAX_BYTES ((uint64_t)256 << 20)

/* What is needed of a hand-in, copied with the lock. */
struct wanted {
	char files[AS_DIGEST_HEX_SIZE];
	int64_t *jobs; /* 0: it has not ended */
	size_t count;
};

static int copy_wanted(const struct request *request, size_t index, struct wanted *wanted)
{
	struct as_course_server *server = request->server;

	as_journal_lock(server->journal);
	const struct as_course_hand_in *hand_in = as_course_log_hand_in(server->log, index);
	wanted->jobs = calloc(hand_in->job_count + 1, sizeof(*wanted->jobs));
	snprintf(wanted->files, sizeof(wanted->files), "%s", hand_in->files);
	for (size_t i = 0; wanted->jobs && i < hand_in->job_count; i++) {
		const struct as_course_job *job = &hand_in->jobs[i];
		wanted->jobs[i] = job->state == AS_STORE_DONE ? job->job : 0;
		wanted->count++;
	}
	as_journal_unlock(server->journal);
	return wanted->jobs ? 0 : -1;
}

static void read_files(struct evidence *evidence, struct as_store *store, const char *blob)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	if (as_store_blob_read(store, blob, STORED_MAX_BYTES, &bytes, NULL) == 1 &&
		as_submitted_read(bytes.data, bytes.size, &evidence->files, NULL) == 1)
		evidence->seen.files = &evidence->files;
}

void course_evidence_read(struct evidence *evidence, const struct request *request, size_t hand_in)
{
	struct as_store *store = request->server->config.store;
	struct wanted wanted = {0};

	*evidence = (struct evidence){0};
	if (hand_in == AS_COURSE_NONE || copy_wanted(request, hand_in, &wanted))
		return;
	AS_AUTO_FREE int64_t *jobs = wanted.jobs;
	read_files(evidence, store, wanted.files);
	evidence->results = calloc(wanted.count + 1, sizeof(*evidence->results));
	if (!evidence->results)
		return;
	evidence->count = wanted.count;
	evidence->seen.results = evidence->results;
	/* A result that cannot be read is empty: its verdict is AS_VERDICT_NONE. */
	for (size_t i = 0; i < wanted.count; i++)
		if (jobs[i])
			(void)!as_store_result_read(store, jobs[i], &evidence->results[i], NULL);
}

void course_evidence_clear(struct evidence *evidence)
{
	for (size_t i = 0; i < evidence->count; i++)
		as_result_clear(&evidence->results[i]);
	free(evidence->results);
	as_submitted_clear(&evidence->files);
}
