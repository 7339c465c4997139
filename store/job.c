/* SPDX-License-Identifier: MIT */
/* Converts orders, claims and results between their types and the back end's rows. */
#include "back.h"
#include "blobs.h"
#include "jobs.h"

#include <assay/base/record.h>

#include <string.h>

/* ---- orders ---- */

/* A digest of everything that a result depends on, except the machine; `files` is the digest of its
 * files. */
static void make_key(
	const struct as_store_order *order, const char *files, char key[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;

	key[0] = '\0';
	if (!order->once)
		return;
	as_digest_init(&digest);
	as_digest_add_text(&digest, order->package);
	as_digest_add_text(&digest, files);
	as_digest_add_text(&digest, order->language);
	as_digest_add_text(&digest, order->entry_point);
	/* Results of versions that took a file for a class of its name are not used. */
	if (order->entry_point)
		as_digest_add_text(&digest, "entry/2");
	as_digest_add_text(&digest, order->lane);
	as_digest_add(&digest, order->options.data, order->options.size);
	as_digest_end(&digest, key);
}

void as_order_key(const struct as_store_order *order, char key[AS_DIGEST_HEX_SIZE])
{
	char files[AS_DIGEST_HEX_SIZE];

	as_digest_bytes(order->files.data, order->files.size, files);
	make_key(order, files, key);
}

int as_queued_make(struct as_store *store, const struct as_store_order *order,
	struct as_queued *queued, struct as_error *error)
{
	queued->order = order;
	if (as_content_make(store, order->files.data, order->files.size, &queued->files, error))
		return -1;
	make_key(order, queued->files.digest, queued->key);
	return 0;
}

/* ---- claims ---- */

int as_store_claim(struct as_store *store, const struct as_store_wanted *wanted,
	struct as_store_claim *claim, struct as_error *error)
{
	*claim = (struct as_store_claim){0};
	if (wanted->lane_count == 0)
		return 0;
	int found = store->ops->claim(store->back, wanted, claim, error);
	if (found != 1)
		as_store_claim_clear(claim);
	return found;
}

size_t as_class_ranges(unsigned classes, struct as_class_range ranges[AS_STORE_CLASS_COUNT])
{
	size_t count = 0;

	if (classes == 0) {
		ranges[0] = (struct as_class_range){INT64_MIN, INT64_MAX};
		return 1;
	}
	for (int64_t class = 0; class < AS_STORE_CLASS_COUNT; class ++) {
		if (!(classes >> class & 1))
			continue;
		if (count && ranges[count - 1].last == class - 1)
			ranges[count - 1].last = class;
		else
			ranges[count++] = (struct as_class_range){class, class};
	}
	return count;
}

int as_rows_claim(
	const struct as_rows *rows, int first, struct as_store_claim *claim, struct as_error *error)
{
	as_rows_copy_text(rows, first, claim->package, sizeof(claim->package));
	as_rows_copy_text(rows, first + 1, claim->files, sizeof(claim->files));
	claim->class = (enum as_store_class)as_rows_number(rows, first + 6);
	return as_rows_take_text(rows, first + 2, &claim->path, error) ||
			       as_rows_take_text(rows, first + 3, &claim->language, error) ||
			       as_rows_take_text(rows, first + 4, &claim->entry_point, error) ||
			       as_rows_take_bytes(rows, first + 5, &claim->options, error)
		       ? -1
		       : 0;
}

void as_store_claim_clear(struct as_store_claim *claim)
{
	free(claim->path);
	free(claim->language);
	free(claim->entry_point);
	as_bytes_clear(&claim->options);
	*claim = (struct as_store_claim){0};
}

bool as_store_is_package_fault(const struct as_error *cause)
{
	return cause->kind == AS_ERROR_INPUT;
}

void as_store_death_cause(int64_t deaths, int64_t attempts, char *text, size_t size)
{
	snprintf(text, size,
		"assay was killed %lld times while it judged this submission%s; judge the "
		"submission without a store to find out why, then rejudge it",
		(long long)deaths,
		attempts > 1 ? ", the last time while it judged no other submission" : "");
}

/* A failed job has its cause in columns. */
static void take_cause(
	const struct as_rows *rows, enum as_store_state state, struct as_error *cause)
{
	const char *held = as_rows_text(rows, 7), *text = as_rows_text(rows, 5);

	if (state == AS_STORE_HELD)
		as_error_set(cause, AS_ERROR_INPUT,
			"package %s is held, because its last submissions could not be judged: %s",
			as_rows_text(rows, 6), held ? held : "");
	if (state == AS_STORE_CANCELLED)
		as_error_set(cause, AS_ERROR_INPUT, "cancelled");
	if (state != AS_STORE_FAILED)
		return;
	cause->kind = (enum as_error_kind)as_rows_number(rows, 3);
	cause->sys_errno = (int)as_rows_number(rows, 4);
	snprintf(cause->text, sizeof(cause->text), "%s", text ? text : "");
}

int as_store_job_read(
	struct as_store *store, int64_t id, struct as_store_job *job, struct as_error *error)
{
	static const struct as_statement read = {
		.text = "SELECT job.state, job.attempt, job.deaths, job.cause_kind,"
			" job.cause_errno, job.cause, package.name, package.held, job.claimed,"
			" result.recorded FROM job LEFT JOIN package ON package.digest = "
			"job.package"
			" LEFT JOIN result ON result.id = job.result WHERE job.id = $1"};
	AS_ROWS rows = {0};

	*job = (struct as_store_job){0};
	const int found = as_store_query(store, &read, AS_VALUES(AS_INT(id)), &rows, error);
	if (found != 1)
		return found;
	*job = (struct as_store_job){.state = (enum as_store_state)as_rows_number(&rows, 0),
		.attempt = as_rows_number(&rows, 1),
		.death_count = (unsigned)as_rows_number(&rows, 2),
		.began_ms = as_rows_number(&rows, 8)};
	if (job->state == AS_STORE_DONE)
		job->ended_ms = as_rows_number(&rows, 9);
	take_cause(&rows, job->state, &job->cause);
	return 1;
}

/* ---- results ---- */

static void add_words(char cause[AS_CAUSE_SIZE], const char *words)
{
	const size_t length = strlen(cause);

	if (words && *words)
		snprintf(cause + length, AS_CAUSE_SIZE - length, "%s%s", length ? ": " : "", words);
}

static bool take_test_cause(
	const struct as_result_test *tests, size_t count, char cause[AS_CAUSE_SIZE])
{
	for (size_t i = 0; i < count; i++) {
		if (tests[i].verdict != AS_VERDICT_JE)
			continue;
		add_words(cause, tests[i].reason);
		add_words(cause, tests[i].feedback);
		return true;
	}
	return false;
}

/* Only the parts that are equal for all submissions: no names of tests and no messages of
 * validators. */
static void find_cause(const struct as_result *result, char cause[AS_CAUSE_SIZE])
{
	*cause = '\0';
	if (result->verdict != AS_VERDICT_JE)
		return;
	if (!take_test_cause(result->tests, result->test_count, cause) &&
		!take_test_cause(result->statics, result->static_count, cause))
		for (size_t i = 0; i < result->group_count && !*cause; i++)
			if (result->groups[i].verdict == AS_VERDICT_JE)
				add_words(cause, result->groups[i].feedback);
	if (!*cause)
		add_words(cause, "judging error");
}

int as_store_complete(struct as_store *store, const struct as_store_claim *claim,
	const struct as_result *result, const struct as_package *package, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	AS_AUTO(as_recorded_clear) struct as_recorded recorded = {0};

	find_cause(result, recorded.cause);
	if (as_recorded_outcome(&recorded, result, package, error) ||
		as_result_write(result, &bytes, error) ||
		as_content_make(store, bytes.data, bytes.size, &recorded.bytes, error))
		return -1;
	return store->ops->complete(store->back, claim, &recorded, error);
}

/* 1: the digest of the blob of the valid result. 0: none. */
static int find_result(struct as_store *store, int64_t job, char digest[AS_DIGEST_HEX_SIZE],
	struct as_error *error)
{
	static const struct as_statement find = {
		.text = "SELECT result.bytes FROM job JOIN result ON result.id = job.result"
			" WHERE job.id = $1 AND job.state = 2"};
	AS_ROWS rows = {0};
	const int found = as_store_query(store, &find, AS_VALUES(AS_INT(job)), &rows, error);

	if (found == 1)
		as_rows_copy_text(&rows, 0, digest, AS_DIGEST_HEX_SIZE);
	return found;
}

int as_store_result_read(
	struct as_store *store, int64_t job, struct as_result *result, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	char digest[AS_DIGEST_HEX_SIZE];

	*result = (struct as_result){0};
	int found = find_result(store, job, digest, error);
	if (found != 1)
		return found;
	found = as_store_blob_read(store, digest, AS_RECORD_MAX_BYTES, &bytes, error);
	if (found == 0)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"the store is damaged: the result of job %lld is missing; restore a backup",
			(long long)job);
	if (found == 1)
		found = as_result_read(bytes.data, bytes.size, result, error);
	if (found == 0)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"the result of job %lld was written by another version of assay; use that "
			"version, or a new store",
			(long long)job);
	return found;
}

int as_store_outcome_of(const struct as_result *result, const struct as_package *package,
	struct as_store_outcome **outcome, struct as_error *error)
{
	AS_AUTO(as_recorded_clear) struct as_recorded recorded = {0};

	*outcome = NULL;
	if (as_recorded_outcome(&recorded, result, package, error))
		return -1;
	const struct as_outcome_row row = {.verdict = (int64_t)recorded.verdict,
		.is_scored = recorded.is_scored,
		.score_e6 = recorded.score_e6,
		.groups = recorded.groups,
		.runs = recorded.runs};
	return as_outcome_read(&row, outcome, error);
}
