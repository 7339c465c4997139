/* SPDX-License-Identifier: MIT */
/* Gives site the accounts of a course: people. An account's number is the index of the person. */
#include "accounts.h"

#include <string.h>

_Static_assert(AS_COURSE_NONE == AS_SITE_NONE, "site and the log number people alike");

/* With the lock. */
static void fill_secret(
	const struct as_course_server *server, size_t person, struct as_site_secret *secret)
{
	const struct as_course_member member = as_course_log_member(server->log, person);
	const char *text = member.hash ? member.hash : member.of ? member.of->password : NULL;

	/* A person who was removed cannot log in. */
	if (!member.of || !text || strlen(text) >= sizeof(secret->text))
		return;
	secret->account = person;
	secret->kind = member.hash || member.of->password_is_hash ? AS_SITE_HASH : AS_SITE_PASSWORD;
	strcpy(secret->text, text);
}

static void find_name(void *context, const char *username, struct as_site_secret *secret)
{
	const struct as_course_server *server = context;

	as_journal_lock(server->journal);
	const struct as_course *course = as_course_log_course(server->log);
	const size_t found = as_course_find_username(course, username);
	if (found != AS_COURSE_NONE) {
		char key[AS_CLASS_KEY_SIZE];
		fill_secret(server,
			as_course_log_find_member(
				server->log, as_course_key(course->people[found].of.id, key)),
			secret);
	}
	as_journal_unlock(server->journal);
}

static void find_secret(void *context, size_t account, struct as_site_secret *secret)
{
	const struct as_course_server *server = context;

	as_journal_lock(server->journal);
	fill_secret(server, account, secret);
	as_journal_unlock(server->journal);
}

static size_t find_address(void *context, const struct in6_addr *address)
{
	(void)context, (void)address;
	return AS_SITE_NONE;
}

static struct as_site_credential find_credential(
	void *context, enum as_site_credential_kind kind, const char *hash)
{
	const struct as_course_server *server = context;
	const int64_t now_ms = as_journal_now_ms(server->journal);
	struct as_site_credential credential;

	as_journal_lock(server->journal);
	const struct as_journal_credential found =
		kind == AS_SITE_TOKEN ? as_course_log_find_token(server->log, hash, now_ms)
				      : as_course_log_find_session(server->log, hash, now_ms);
	as_journal_unlock(server->journal);
	credential.account = found.account;
	memcpy(credential.seal, found.seal, sizeof(credential.seal));
	return credential;
}

static int add_session(void *context, const struct as_site_session *session, struct as_error *error)
{
	const struct as_course_server *server = context;
	const struct as_course_entry_session entry = {.person = session->account,
		.hash = session->hash,
		.seal = session->seal,
		.expires_wall_ms = as_journal_now_ms(server->journal) + session->lasts_ms};

	return as_course_log_session_add(server->log, &entry, error);
}

static int end_session(void *context, const char *hash, struct as_error *error)
{
	const struct as_course_server *server = context;

	return as_course_log_session_end(server->log, hash, error);
}

static void note_line(void *context, const char *text)
{
	course_server_note(context, "%s", text);
}

struct as_site *course_accounts_open(struct as_course_server *server, struct as_error *error)
{
	const struct as_course *course = server->config.course;
	AS_AUTO_FREE const char **hashes = calloc(course->person_count + 1, sizeof(*hashes));
	size_t count = 0;

	if (!hashes) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < course->person_count; i++)
		if (course->people[i].password_is_hash)
			hashes[count++] = course->people[i].password;
	const struct as_site_config config = {.id = course->id,
		.base = server->config.base,
		.has_tls = server->config.port.tls_cert != NULL,
		.hashes = hashes,
		.hash_count = count,
		.adds_hashes = true,
		.owner = {find_name, find_secret, find_address, find_credential, add_session,
			end_session, NULL, note_line, server}};
	return as_site_open(&config, error);
}
