/* SPDX-License-Identifier: MIT */
/* Sessions, tokens and passwords of people. */
#include "state.h"

#include <string.h>

/* ---- appending ---- */

int as_course_log_session_add(struct as_course_log *log,
	const struct as_course_entry_session *entry, struct as_error *error)
{
	json_t *body = course_entry_of(log, "session");

	course_entry_person(log, &body, "person", entry->person);
	as_journal_entry_text(&body, "hash", entry->hash);
	as_journal_entry_text(&body, "seal", entry->seal);
	as_journal_entry_text(&body, "token", entry->name);
	as_journal_entry_set(&body, "expires_ms", json_integer((json_int_t)entry->expires_wall_ms));
	return course_put(log, body, "the person is unknown", NULL, error);
}

int as_course_log_session_end(struct as_course_log *log, const char *hash, struct as_error *error)
{
	json_t *body = course_entry_of(log, "session");

	as_journal_entry_text(&body, "hash", hash);
	return as_journal_put_note(log->journal, body, NULL, error);
}

int as_course_log_view(
	struct as_course_log *log, const char *hash, size_t as, size_t by, struct as_error *error)
{
	json_t *body = course_entry_of(log, "view");

	as_journal_entry_text(&body, "hash", hash);
	course_entry_person(log, &body, "as", as);
	course_entry_person(log, &body, "by", by);
	return as_journal_put_note(log->journal, body, NULL, error);
}

int as_course_log_password(struct as_course_log *log, size_t person, const char *hash,
	const char *keeps, size_t by, struct as_error *error)
{
	json_t *body = course_entry_of(log, "password");

	course_entry_person(log, &body, "person", person);
	as_journal_entry_text(&body, "hash", hash);
	as_journal_entry_text(&body, "keeps", keeps);
	course_entry_person(log, &body, "by", by);
	return course_put(log, body, "the person is unknown", NULL, error);
}

/* ---- applying ---- */

/* A new session or token has a person; the end of one only a hash. */
int course_apply_session(
	struct as_course_log *log, const struct course_event *event, struct as_error *error)
{
	const char *hash = course_event_text(event, "hash");
	const char *name = course_event_text(event, "token");
	const size_t person = course_event_person(log, event, "person");

	if (!hash || strlen(hash) != AS_DIGEST_HEX_SIZE - 1)
		return course_event_skip(log, event, "it names no session");
	if (person == AS_COURSE_NONE) {
		as_journal_credentials_end(&log->state.sessions, hash);
		as_journal_credentials_end(&log->state.tokens, hash);
		return 0;
	}
	struct as_journal_credential *made =
		as_journal_credential_make(hash, course_event_text(event, "seal"), error);
	if (!made)
		return -1;
	made->account = person;
	made->wall_ms = event->wall_ms;
	made->event = event->record->event.number;
	made->expires_wall_ms = course_event_number(event, "expires_ms");
	if (name && !(made->name = strdup(name))) {
		as_journal_credential_free(made);
		return as_error_no_memory(error);
	}
	course_event_made(log, event, AS_COURSE_CHANGED_ACCOUNT, AS_COURSE_NONE, person);
	return as_journal_credentials_add(
		name ? &log->state.tokens : &log->state.sessions, made, error);
}

int course_apply_view(
	struct as_course_log *log, const struct course_event *event, struct as_error *error)
{
	const char *hash = course_event_text(event, "hash");
	const size_t as = course_event_person(log, event, "as");
	struct as_journal_credential *found =
		hash ? as_journal_credentials_find(&log->state.sessions, hash, event->wall_ms)
		     : NULL;

	if (!found)
		return 0;
	found->as = as;
	if (as == AS_COURSE_NONE)
		return 0;
	const struct as_course_act act = {.kind = AS_COURSE_ACT_VIEW,
		.by = course_event_person(log, event, "by"),
		.assignment = AS_COURSE_NONE,
		.person = as};
	return course_act_add(log, event, &act, error);
}

/* Ends the sessions and tokens of a person, but not the session `keeps`. */
static int end_others(
	struct as_course_log *log, size_t person, const char *keeps, struct as_error *error)
{
	struct course_state *state = &log->state;
	struct as_journal_credential *kept =
		keeps ? as_journal_credentials_find(&state->sessions, keeps, INT64_MIN) : NULL;
	struct as_journal_credential *copy = NULL;

	if (kept && kept->account == person) {
		copy = as_journal_credential_make(kept->hash, NULL, error);
		if (!copy)
			return -1;
		copy->account = person;
		copy->wall_ms = kept->wall_ms;
		copy->event = kept->event;
		copy->expires_wall_ms = kept->expires_wall_ms;
	}
	as_journal_credentials_end_account(&state->sessions, person);
	as_journal_credentials_end_account(&state->tokens, person);
	return copy ? as_journal_credentials_add(&state->sessions, copy, error) : 0;
}

int course_apply_password(
	struct as_course_log *log, const struct course_event *event, struct as_error *error)
{
	const size_t person = course_event_person(log, event, "person");
	const char *hash = course_event_text(event, "hash");

	if (person == AS_COURSE_NONE || !hash)
		return course_event_skip(log, event, "it names no person");
	char *copy = strdup(hash);
	if (!copy)
		return as_error_no_memory(error);
	free(log->state.members[person]->hash);
	log->state.members[person]->hash = copy;
	course_event_made(log, event, AS_COURSE_CHANGED_ACCOUNT, AS_COURSE_NONE, person);
	const struct as_course_act act = {.kind = AS_COURSE_ACT_PASSWORD,
		.by = course_event_person(log, event, "by"),
		.assignment = AS_COURSE_NONE,
		.person = person};
	return end_others(log, person, course_event_text(event, "keeps"), error)
		       ? -1
		       : course_act_add(log, event, &act, error);
}

/* ---- reading ---- */

static struct as_journal_credential find_credential(
	const struct as_journal_credentials *credentials, const char *hash, int64_t wall_ms)
{
	const struct as_journal_credential *found =
		as_journal_credentials_find(credentials, hash, wall_ms);

	return found ? *found
		     : (struct as_journal_credential){
			       .account = AS_COURSE_NONE, .as = AS_COURSE_NONE};
}

struct as_journal_credential as_course_log_find_session(
	const struct as_course_log *log, const char *hash, int64_t wall_ms)
{
	return find_credential(&log->state.sessions, hash, wall_ms);
}

struct as_journal_credential as_course_log_find_token(
	const struct as_course_log *log, const char *hash, int64_t wall_ms)
{
	return find_credential(&log->state.tokens, hash, wall_ms);
}
