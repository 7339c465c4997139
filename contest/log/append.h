/* SPDX-License-Identifier: MIT */
/* Private header: helpers of functions that append (append.c, assay/journal.h). */
#ifndef CONTEST_LOG_APPEND_H
#define CONTEST_LOG_APPEND_H

#include "state.h"

/* ---- as in the journal ---- */

#define log_entry_of as_journal_entry_of
#define log_entry_set as_journal_entry_set
#define log_entry_text as_journal_entry_text
#define log_list_add as_journal_list_add
#define log_check_text as_journal_check_text
#define log_text as_journal_text

static inline int log_await(struct as_contest_log *log, int64_t number, struct as_error *error)
{
	return as_journal_await(log->journal, number, error);
}
static inline int log_append(struct as_contest_log *log, int64_t after, json_t *body,
	const struct as_store_order *order, int64_t again, struct as_store_appended *appended,
	struct as_error *error)
{
	return as_journal_append(log->journal, after, body,
		(struct as_journal_extras){.order = order, .again = again}, appended, error);
}
static inline int log_append_blob(struct as_contest_log *log, int64_t after, json_t *body,
	const char *blob, struct as_store_appended *appended, struct as_error *error)
{
	return as_journal_append(log->journal, after, body,
		(struct as_journal_extras){.blob = blob}, appended, error);
}
static inline int log_append_entries(struct as_contest_log *log, int64_t after,
	const struct as_store_entry *entries, size_t count, struct as_store_appended *appended,
	struct as_error *error)
{
	return as_journal_append_entries(log->journal, after, entries, count, appended, error);
}
static inline int log_put(struct as_contest_log *log, json_t *body,
	const struct as_store_order *order, int64_t again, struct as_store_appended *appended,
	struct as_error *error)
{
	return as_journal_put(log->journal, body,
		(struct as_journal_extras){.order = order, .again = again}, appended, error);
}
static inline int log_put_note(
	struct as_contest_log *log, json_t *body, size_t *made, struct as_error *error)
{
	return as_journal_put_note(log->journal, body, made, error);
}
static inline int log_find_made(
	struct as_contest_log *log, int64_t number, size_t *made, struct as_error *error)
{
	return as_journal_find_made(log->journal, number, made, error);
}

/* ---- of contests ---- */

void log_entry_team(struct as_contest_log *log, json_t **entry, const char *key, size_t team);
/* The ids of teams. */
json_t *log_team_ids(struct as_contest_log *log, const struct as_contest_indexes *teams);
/* The numbers (`arrival`) of submissions. */
json_t *log_submission_numbers(
	struct as_contest_log *log, const struct as_contest_indexes *submissions);
void log_entry_account(struct as_contest_log *log, json_t **entry, size_t account);
/* The package with which a submission is judged, and the number of its tests, unless it was
 * replaced meanwhile: readers of the log drop runs of tests that it does not have (package.c). */
void log_entry_package(
	struct as_contest_log *log, json_t **entry, size_t problem, const char *digest);
/* Checks an id that a client chose; NULL is right. */
int log_check_id(struct as_contest_log *log, const char *id,
	size_t (*find)(const struct as_contest_log *log, const char *id),
	struct as_error *error) AS_MUST_USE;
/* log_put of an entry that can change results: refused if `unless_final` and the results are final
 * (decide.c). */
int log_put_decision(struct as_contest_log *log, json_t *body, const struct as_store_order *order,
	int64_t again, bool unless_final, struct as_error *error) AS_MUST_USE;

#endif
