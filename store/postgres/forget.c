/* SPDX-License-Identifier: MIT */
/* Removes the data of an owner. */
#include "postgres.h"

int as_pg_next_result(void *back, const char *owner, int64_t *result,
	char digest[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_RESULT_NEXT};

	as_pg_add_name(&query.values, owner);
	as_pg_add_number(&query.values, *result);
	const int found = as_pg_session_find(&postgres->session, &query, error);
	if (found == 1) {
		*result = as_pg_number(query.rows, 0, 0);
		as_pg_copy_text(query.rows, 0, 1, digest, AS_DIGEST_HEX_SIZE);
	}
	return found;
}

int as_pg_replace_result(void *back, int64_t result, const char *digest, struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_RESULT_REPLACE};

	as_pg_add_number(&query.values, result);
	as_pg_add_text(&query.values, digest);
	return as_pg_session_find(&postgres->session, &query, error) < 0 ? -1 : 0;
}

int as_pg_forget_owner(
	void *back, const char *owner, const char *empty, uint64_t *count, struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_OWNER_FORGET};

	as_pg_add_name(&query.values, owner);
	as_pg_add_text(&query.values, empty);
	const int found = as_pg_session_find(&postgres->session, &query, error);
	*count = found == 1 ? (uint64_t)as_pg_number(query.rows, 0, 0) : 0;
	return found < 0 ? -1 : 0;
}
