/* SPDX-License-Identifier: MIT */
/*
 * Claims and their ends. Each is one statement, unless its package may have to be held. A job whose
 * workers died several times may be their cause: before its last attempt it waits until its session
 * has claimed nothing else, and nothing is claimed beside it in that session.
 */
#include "postgres.h"

/* ---- claiming ---- */

/* Three arrays of equal length: a lane, and the first and the last class. */
struct wanted {
	char *lanes, *first, *last;
	const char *package;
	struct as_store_claim *claim;
};

static void clear_wanted(struct wanted *wanted)
{
	free(wanted->lanes);
	free(wanted->first);
	free(wanted->last);
}

static int write_wanted(
	const struct as_store_wanted *jobs, struct wanted *wanted, struct as_error *error)
{
	struct as_class_range ranges[AS_STORE_CLASS_COUNT];
	const size_t range_count = as_class_ranges(jobs->classes, ranges);
	const size_t count = jobs->lane_count * range_count;
	AS_AUTO_FREE char(*numbers)[2][24] = calloc(range_count, sizeof(*numbers));
	AS_AUTO_FREE const char **items = calloc(3 * count, sizeof(*items));

	if (!numbers || !items)
		return as_error_no_memory(error);
	for (size_t i = 0; i < range_count; i++) {
		snprintf(numbers[i][0], sizeof(numbers[i][0]), "%lld", (long long)ranges[i].first);
		snprintf(numbers[i][1], sizeof(numbers[i][1]), "%lld", (long long)ranges[i].last);
	}
	for (size_t i = 0; i < count; i++) {
		items[i] = jobs->lanes[i / range_count];
		items[count + i] = numbers[i % range_count][0];
		items[2 * count + i] = numbers[i % range_count][1];
	}
	wanted->package = jobs->package;
	wanted->lanes = as_pg_write_array(items, count, error);
	wanted->first = as_pg_write_array(items + count, count, error);
	wanted->last = as_pg_write_array(items + 2 * count, count, error);
	return wanted->lanes && wanted->first && wanted->last ? 0 : -1;
}

static int read_claim(const PGresult *rows, struct as_store_claim *claim, struct as_error *error)
{
	claim->job = as_pg_number(rows, 0, 0);
	claim->attempt = as_pg_number(rows, 0, 1);
	claim->session = as_pg_number(rows, 0, 2);
	as_pg_copy_text(rows, 0, 3, claim->package, sizeof(claim->package));
	as_pg_copy_text(rows, 0, 4, claim->files, sizeof(claim->files));
	return as_pg_take_text(rows, 0, 5, &claim->path, error) ||
			       as_pg_take_text(rows, 0, 6, &claim->language, error) ||
			       as_pg_take_text(rows, 0, 7, &claim->entry_point, error) ||
			       as_pg_take_bytes(rows, 0, 8, &claim->options, error)
		       ? -1
		       : 1;
}

/* A claim of a session that was lost meanwhile was released with the session. */
static int claim_first(struct as_pg_session *session, void *context, struct as_error *error)
{
	const struct wanted *wanted = context;
	struct as_pg_values values = {0};
	AS_PG_ROWS rows = NULL;

	as_pg_add_text(&values, wanted->lanes);
	as_pg_add_number(&values, session->number);
	as_pg_add_number(&values, (int64_t)as_pg_migration_count);
	as_pg_add_text(&values, wanted->first);
	as_pg_add_text(&values, wanted->last);
	as_pg_add_text(&values, wanted->package);
	const int found = as_pg_find(&session->link, AS_PG_CLAIM, &values, &rows, error);
	return found == 1 ? read_claim(rows, wanted->claim, error) : found;
}

int as_pg_claim(void *back, const struct as_store_wanted *jobs, struct as_store_claim *claim,
	struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_AUTO(clear_wanted) struct wanted wanted = {.claim = claim};

	return write_wanted(jobs, &wanted, error)
		       ? -1
		       : as_pg_session_call(&postgres->session, claim_first, &wanted, error);
}

/* ---- standing claims ---- */

static void add_claim(struct as_pg_values *values, const struct as_store_claim *claim)
{
	as_pg_add_number(values, claim->job);
	as_pg_add_number(values, claim->attempt);
	as_pg_add_number(values, claim->session);
}

/* The rows may still contain the claim of an earlier session: the server may not have noticed its
 * end, and only a sweep can end it then. */
static bool is_own(const struct as_pg_session *session, const struct as_store_claim *claim)
{
	return claim->session == session->number;
}

static int find_claim(struct as_pg_session *session, void *context, struct as_error *error)
{
	struct as_pg_values values = {0};
	AS_PG_ROWS rows = NULL;

	if (!is_own(session, context))
		return 0;
	add_claim(&values, context);
	return as_pg_find(&session->link, AS_PG_CLAIM_HOLDS, &values, &rows, error);
}

int as_pg_beat(void *back, const struct as_store_claim *claim, struct as_error *error)
{
	struct as_postgres *postgres = back;

	return as_pg_session_call(&postgres->session, find_claim, (void *)claim, error);
}

/* ---- the end of a claim ---- */

struct ending {
	const struct as_store_claim *claim;
	const struct as_recorded *recorded; /* or NULL */
	const struct as_error *cause;       /* or NULL */
	bool is_again;
};

/* After the commit of the result: if this process dies in between, the package may be held too
 * early. */
static int clear_faults(struct as_pg_link *link, int64_t job, struct as_error *error)
{
	return as_pg_do(link, "BEGIN", error) ||
			       as_pg_run(link, AS_PG_HOLD_LOCK, NULL, NULL, error) ||
			       as_sql_note_fault(&link->sql, job, "", error) ||
			       as_pg_do(link, "COMMIT", error)
		       ? -1
		       : 0;
}

static int complete(struct as_pg_session *session, void *context, struct as_error *error)
{
	struct ending *ending = context;
	struct as_pg_values values = {0}, claim = {0};
	AS_PG_ROWS rows = NULL;
	const bool was_tried = ending->is_again;

	ending->is_again = true;
	add_claim(&values, ending->claim);
	as_pg_add_number(&values, (int64_t)ending->recorded->verdict);
	as_pg_add_content(&values, &ending->recorded->bytes);
	if (ending->recorded->is_scored)
		as_pg_add_number(&values, ending->recorded->score_e6);
	else
		as_pg_add_text(&values, NULL);
	as_pg_add_text(&values, ending->recorded->groups);
	as_pg_add_text(&values, ending->recorded->runs);
	const int found =
		is_own(session, ending->claim)
			? as_pg_find(&session->link, AS_PG_CLAIM_COMPLETE, &values, &rows, error)
			: 0;
	if (found == 1 && !*ending->recorded->cause && as_pg_number(rows, 0, 1) > 0)
		return clear_faults(&session->link, ending->claim->job, error) ? -1 : 1;
	if (found == 1 && *ending->recorded->cause)
		return as_sql_note_fault(&session->link.sql, ending->claim->job,
			       ending->recorded->cause, error)
			       ? -1
			       : 1;
	if (found || !was_tried)
		return found;
	/* The answer to an earlier try was lost. */
	add_claim(&claim, ending->claim);
	return as_pg_find(&session->link, AS_PG_CLAIM_COMPLETED, &claim, &rows, error);
}

/* In a transaction, for a judging error. */
static int complete_faulty(struct as_pg_session *session, void *context, struct as_error *error)
{
	return as_pg_run(&session->link, AS_PG_HOLD_LOCK, NULL, NULL, error)
		       ? -1
		       : complete(session, context, error);
}

static int ring(struct as_postgres *postgres, int ended)
{
	if (ended == 1)
		as_pg_bell_ring(&postgres->bell, true);
	return ended;
}

int as_pg_complete(void *back, const struct as_store_claim *claim,
	const struct as_recorded *recorded, struct as_error *error)
{
	struct as_postgres *postgres = back;
	struct ending ending = {.claim = claim, .recorded = recorded};

	return ring(postgres,
		*recorded->cause
			? as_pg_session_write(&postgres->session, complete_faulty, &ending, error)
			: as_pg_session_call(&postgres->session, complete, &ending, error));
}

static int fail(struct as_pg_session *session, void *context, struct as_error *error)
{
	const struct ending *ending = context;
	const struct as_error *cause = ending->cause;
	struct as_pg_values values = {0};
	char text[sizeof(cause->where) + sizeof(cause->text) + 32];
	AS_PG_ROWS rows = NULL;

	if (!is_own(session, ending->claim))
		return 0;
	add_claim(&values, ending->claim);
	as_pg_add_number(&values, (int64_t)cause->kind);
	as_pg_add_number(&values, cause->sys_errno);
	as_pg_add_text(&values, as_error_format(cause, text, sizeof(text)));
	if (as_pg_run(&session->link, AS_PG_HOLD_LOCK, NULL, NULL, error))
		return -1;
	const int found = as_pg_find(&session->link, AS_PG_CLAIM_FAIL, &values, &rows, error);
	if (found != 1)
		return found;
	if (!as_store_is_package_fault(cause))
		return 1;
	return as_sql_note_fault(&session->link.sql, ending->claim->job, cause->text, error) ? -1
											     : 1;
}

int as_pg_fail(void *back, const struct as_store_claim *claim, const struct as_error *cause,
	struct as_error *error)
{
	struct as_postgres *postgres = back;
	struct ending ending = {.claim = claim, .cause = cause};

	return ring(postgres, as_pg_session_write(&postgres->session, fail, &ending, error));
}

static int put_back(struct as_pg_session *session, void *context, struct as_error *error)
{
	struct as_pg_values values = {0};
	AS_PG_ROWS rows = NULL;

	if (!is_own(session, context))
		return 0;
	add_claim(&values, context);
	if (as_pg_run(&session->link, AS_PG_HOLD_SHARE, NULL, NULL, error))
		return -1;
	return as_pg_find(&session->link, AS_PG_CLAIM_RELEASE, &values, &rows, error);
}

int as_pg_release(void *back, const struct as_store_claim *claim, struct as_error *error)
{
	struct as_postgres *postgres = back;

	const int found = as_pg_session_write(&postgres->session, put_back, (void *)claim, error);
	if (found == 1)
		as_pg_bell_queued(&postgres->bell);
	return found;
}
