/* SPDX-License-Identifier: MIT */
/* Standing claims and their ends without a result. Claiming and completing are in the back ends. */
#include "jobs.h"
#include "texts.h"

struct ending {
	struct as_store *store;
	const struct as_store_claim *claim;
	const struct as_error *cause; /* or NULL */
};

/* The rows may still contain the claim of an earlier session: the server may not have noticed its
 * end, and only a sweep can end it then. */
static bool is_own(const struct ending *ending)
{
	const struct as_store *store = ending->store;

	return !store->ops->owns || store->ops->owns(store->back, ending->claim);
}

static int find_claim(struct as_sql *sql, void *context, struct as_error *error)
{
	static const struct as_statement find = {.text = "SELECT id FROM job" AS_SQL_CLAIMED};
	const struct ending *ending = context;
	AS_ROWS rows = {0};

	return is_own(ending)
		       ? as_sql_find(sql, &find, AS_VALUES(AS_CLAIM(ending->claim)), &rows, error)
		       : 0;
}

int as_store_beat(
	struct as_store *store, const struct as_store_claim *claim, struct as_error *error)
{
	return as_store_read(store, find_claim, &(struct ending){store, claim, NULL}, error);
}

int as_sql_end_claim(struct as_sql *sql, const struct as_statement *end,
	const struct as_value *values, int64_t *space, struct as_error *error)
{
	AS_ROWS rows = {0};
	const int found = as_sql_find(sql, end, values, &rows, error);

	if (found != 1)
		return found;
	*space = as_rows_number(&rows, 0);
	return as_rows_next(&rows, error) ? -1 : 1;
}

static int fail(struct as_sql *sql, void *context, struct as_error *error)
{
	/* $4 kind, $5 errno, $6 text. */
	static const struct as_statement end = {
		.text = "UPDATE job SET state = 3, session = NULL, cause_kind = $4,"
			" cause_errno = $5, cause = $6" AS_SQL_CLAIMED " RETURNING space"};
	const struct ending *ending = context;
	const struct as_error *cause = ending->cause;
	char text[sizeof(cause->where) + sizeof(cause->text) + 32];
	int64_t space;

	if (!is_own(ending))
		return 0;
	if (as_sql_run(sql, &as_hold_lock, NULL, error) < 0)
		return -1;
	const int found = as_sql_end_claim(sql, &end,
		AS_VALUES(AS_CLAIM(ending->claim), AS_INT((int64_t)cause->kind),
			AS_INT(cause->sys_errno),
			AS_TEXT(as_error_format(cause, text, sizeof(text)))),
		&space, error);
	if (found != 1)
		return found;
	return (as_store_is_package_fault(cause) &&
		       as_sql_note_fault(sql, ending->claim->job, cause->text, error)) ||
			       as_sql_add_event(
				       sql, space, ending->claim->job, AS_STORE_EVENT_FAILED, error)
		       ? -1
		       : 1;
}

int as_store_fail(struct as_store *store, const struct as_store_claim *claim,
	const struct as_error *cause, struct as_error *error)
{
	const int ended = as_store_write(store, fail, &(struct ending){store, claim, cause}, error);

	if (ended == 1)
		store->ops->tell(store->back, false);
	return ended;
}

const struct as_statement as_claim_put_back = {
	.text = "UPDATE job SET " AS_SQL_PUT_BACK AS_SQL_CLAIMED};

static int put_back(struct as_sql *sql, void *context, struct as_error *error)
{
	const struct ending *ending = context;

	if (!is_own(ending))
		return 0;
	if (as_sql_run(sql, &as_hold_share, NULL, error) < 0)
		return -1;
	return (int)as_sql_run(sql, &as_claim_put_back, AS_VALUES(AS_CLAIM(ending->claim)), error);
}

int as_store_release(
	struct as_store *store, const struct as_store_claim *claim, struct as_error *error)
{
	const int ended =
		as_store_write(store, put_back, &(struct ending){store, claim, NULL}, error);

	if (ended == 1)
		store->ops->tell(store->back, true);
	return ended;
}
