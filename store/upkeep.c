/* SPDX-License-Identifier: MIT */
/* Maintenance of a store: the part above its back end. */
#include "back.h"
#include "blobs.h"

#include <string.h>

/* ---- checking ---- */

static int report(struct as_checking *checking, const char *text)
{
	checking->checked->problem_count++;
	return checking->problem(checking->context, text);
}

/* A row that cannot be read is a result of the check, not an error. */
static int report_unread(struct as_checking *checking, struct as_sql *sql,
	const struct as_error *why, struct as_error *error)
{
	const char *damage = sql->ops->damage ? sql->ops->damage(sql) : NULL;
	char text[1024];

	if (damage) {
		snprintf(text, sizeof(text), AS_CHECK_DAMAGED, damage);
		checking->is_ended = report(checking, text);
		return 0;
	}
	if (as_cancel_check(checking->cancel, error))
		return -1;
	if (error)
		*error = *why;
	return -1;
}

int as_checking_rows(struct as_checking *checking, struct as_sql *sql,
	const struct as_statement *statement, as_row_text *describe, struct as_error *error)
{
	AS_ROWS rows = {0};
	struct as_error why = {0};
	char text[1024], line[1200];

	if (checking->is_ended)
		return 0;
	int found = as_sql_find(sql, statement, NULL, &rows, &why);
	for (; found == 1 && !checking->is_ended; found = as_rows_next(&rows, &why)) {
		if (!describe(&rows, text, sizeof(text)))
			continue;
		as_text_printable(text, strlen(text), line, sizeof(line));
		checking->is_ended = report(checking, line);
	}
	return found < 0 && !checking->is_ended ? report_unread(checking, sql, &why, error) : 0;
}

static bool describe_row(const struct as_rows *rows, char *text, size_t size)
{
	snprintf(text, size, "%s %lld %s; restore a backup", as_rows_text(rows, 0),
		(long long)as_rows_number(rows, 1), as_rows_text(rows, 2));
	return true;
}

static int count_rows(struct as_sql *sql, struct as_store_checked *checked, struct as_error *error)
{
	static const struct as_statement count = {
		.text = "SELECT (SELECT count(*) FROM job), (SELECT count(*) FROM result)"};
	AS_ROWS rows = {0};

	if (as_sql_find(sql, &count, NULL, &rows, error) != 1)
		return -1;
	checked->job_count = (uint64_t)as_rows_number(&rows, 0);
	checked->result_count = (uint64_t)as_rows_number(&rows, 1);
	return 0;
}

static int check_rows(struct as_sql *sql, void *context, struct as_error *error)
{
	static const struct as_statement jobs = {
		.text = "SELECT 'job', id, wrong FROM (SELECT job.id,"
			" 'is done but has no result of its own' AS wrong FROM job"
			" LEFT JOIN result ON result.id = job.result"
			" WHERE state = 2 AND (result.job IS NULL OR result.job <> job.id)"
			" UNION ALL SELECT id, 'is claimed by no session' FROM job"
			" WHERE state = 1 AND session IS NULL"
			" UNION ALL SELECT id, 'failed without a cause' FROM job"
			" WHERE state = 3 AND cause IS NULL"
			" UNION ALL SELECT id, 'has an unknown state' FROM job"
			" WHERE state NOT BETWEEN 0 AND 5) AS found"};
	static const struct as_statement events = {
		.text = "SELECT 'event', number, wrong FROM (SELECT number,"
			" 'has an unknown kind' AS wrong FROM event"
			" WHERE kind NOT BETWEEN 0 AND 4"
			" UNION ALL SELECT number, 'is of a job that is missing' FROM event"
			" WHERE (job <> 0 OR kind <> 4)"
			" AND NOT EXISTS (SELECT 1 FROM job WHERE job.id = event.job)) AS found"};
	struct as_checking *checking = context;

	return as_checking_rows(checking, sql, &jobs, describe_row, error) ||
			       as_checking_rows(checking, sql, &events, describe_row, error) ||
			       as_cancel_check(checking->cancel, error) ||
			       count_rows(sql, checking->checked, error)
		       ? -1
		       : 0;
}

/* 1: the caller ends the check. */
static int check_blob(
	struct as_checking *checking, const struct as_listed_blob *blob, struct as_error *error)
{
	struct as_error why = {0};
	char text[sizeof(why.where) + sizeof(why.text) + 32];
	const int found = as_blob_check(checking->store, blob->digest, &why);

	checking->checked->blob_count += found != 0;
	checking->checked->blob_bytes += found != 0 ? blob->size_bytes : 0;
	if (as_cancel_check(checking->cancel, error))
		return -1;
	return found < 0 && report(checking, as_error_format(&why, text, sizeof(text))) ? 1 : 0;
}

#define LISTED_COUNT 256

static int check_blobs(struct as_checking *checking, struct as_error *error)
{
	struct as_store *store = checking->store;
	struct as_listed_blob blobs[LISTED_COUNT];
	char after[AS_DIGEST_HEX_SIZE] = "";
	size_t count;

	do {
		if (as_blob_list(store, after, blobs, LISTED_COUNT, &count, error))
			return -1;
		for (size_t i = 0; i < count; i++) {
			const int ended = check_blob(checking, &blobs[i], error);
			if (ended)
				return ended < 0 ? -1 : 0;
		}
		if (count)
			strcpy(after, blobs[count - 1].digest);
	} while (count == LISTED_COUNT);
	return 0;
}

int as_store_check(struct as_store *store, const atomic_bool *cancel, as_store_problem problem,
	void *context, struct as_store_checked *checked, struct as_error *error)
{
	struct as_checking checking = {store, cancel, problem, context, checked, false};

	*checked = (struct as_store_checked){0};
	if (store->upkeep->check_rows
			? store->upkeep->check_rows(store->back, &checking, check_rows, error)
			: as_store_snapshot(store, check_rows, &checking, error))
		return -1;
	return check_blobs(&checking, error);
}

/* ---- the rest ---- */

bool as_store_is_file(const struct as_store *store)
{
	return store->upkeep->copy != NULL;
}

int as_store_backup(
	struct as_store *store, const char *file, const atomic_bool *cancel, struct as_error *error)
{
	if (!as_store_is_file(store))
		return as_error_set(error, AS_ERROR_USAGE,
			"backup: a store on PostgreSQL is backed up by pg_dump");
	return store->upkeep->copy(store->back, file, cancel, error);
}

int as_store_grant(
	struct as_store *store, const char *role, enum as_store_right right, struct as_error *error)
{
	if (!store->upkeep->grant)
		return as_error_set(error, AS_ERROR_USAGE,
			"grant: a store in a file has no roles; give its readers and writers the "
			"rights of the file");
	return store->upkeep->grant(store->back, role, right, error);
}

int as_store_collect(struct as_store *store, int64_t grace_ms, const atomic_bool *cancel,
	struct as_store_removed *removed, struct as_error *error)
{
	int64_t now_ms;
	int left;

	*removed = (struct as_store_removed){0};
	do {
		if (as_cancel_check(cancel, error) || as_store_now(store, &now_ms, error))
			return -1;
		left = store->upkeep->remove_some(store->back, now_ms - grace_ms, removed, error);
	} while (left > 0);
	return left;
}
