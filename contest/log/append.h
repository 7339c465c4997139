/* SPDX-License-Identifier: MIT */
/* Private header: helpers of functions that append (append.c, await.c). */
#ifndef CONTEST_LOG_APPEND_H
#define CONTEST_LOG_APPEND_H

#include <assay/contest/log.h>

/* A JSON object with type and time. Becomes NULL if a later setter runs out of memory. */
json_t *log_entry_of(const char *type, int64_t wall_ms);
void log_entry_set(json_t **entry, const char *key, json_t *value);
/* Takes the value. `*list` becomes NULL if that fails, so an entry never has a shorter list. */
void log_list_add(json_t **list, json_t *value);
/* NULL: the key is omitted. */
void log_entry_text(json_t **entry, const char *key, const char *value);
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
/* Checks a text by a person: not empty, at most `max_bytes`, UTF-8, no control characters other
 * than line feeds. */
int log_check_text(const char *text, size_t max_bytes, struct as_error *error) AS_MUST_USE;
/* A checked copy with one LF for each line end (free it). NULL: refused. */
char *log_text(const char *text, size_t max_bytes, struct as_error *error) AS_MUST_USE;
/* Waits until the event with that number is in the state. */
int log_await(struct as_contest_log *log, int64_t number, struct as_error *error) AS_MUST_USE;
/* Also returns 0 at this time of as_now_ns. */
int log_await_until(struct as_contest_log *log, int64_t number, int64_t until_ns,
	struct as_error *error) AS_MUST_USE;
/* Takes and appends an entry and waits until it is applied. */
int log_put(struct as_contest_log *log, json_t *body, const struct as_store_order *order,
	int64_t again, struct as_store_appended *appended, struct as_error *error) AS_MUST_USE;
/* The same for an entry that can change results: refused if `unless_final` and the results are
 * final (decide.c). */
int log_put_decision(struct as_contest_log *log, json_t *body, const struct as_store_order *order,
	int64_t again, bool unless_final, struct as_error *error) AS_MUST_USE;
/* Takes and appends an entry and waits until it is applied. If `made` is not NULL, it becomes the
 * index of the object that the entry made. */
int log_put_note(
	struct as_contest_log *log, json_t *body, size_t *made, struct as_error *error) AS_MUST_USE;

/* Takes and appends an entry, and sets `appended`; does not wait until it is applied. 1: done. 0:
 * `after` is neither -1 nor the number of the last event. -1: failed. */
int log_append(struct as_contest_log *log, int64_t after, json_t *body,
	const struct as_store_order *order, int64_t again, struct as_store_appended *appended,
	struct as_error *error) AS_MUST_USE;
/* The same for an entry that refers to a blob of the store, which is kept as long as the entry. */
int log_append_blob(struct as_contest_log *log, int64_t after, json_t *body, const char *blob,
	struct as_store_appended *appended, struct as_error *error) AS_MUST_USE;
/* The same for several entries, in one transaction; `appended` has as many elements. */
int log_append_entries(struct as_contest_log *log, int64_t after,
	const struct as_store_entry *entries, size_t count, struct as_store_appended *appended,
	struct as_error *error) AS_MUST_USE;
/* The index of the object that an event made, soon after it was applied. */
int log_find_made(struct as_contest_log *log, int64_t number, size_t *made,
	struct as_error *error) AS_MUST_USE;

#endif
