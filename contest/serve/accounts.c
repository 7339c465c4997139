/* SPDX-License-Identifier: MIT */
/* Gives site the accounts of a contest. Their secrets come from the folder and from registrations;
 * their sessions and tokens are in the log. */
#include "accounts.h"
#include "port.h"
#include "shared.h"

#include <string.h>

_Static_assert(AS_CONTEST_NONE == AS_SITE_NONE && AS_PASSWORD_MAX == AS_SITE_PASSWORD_MAX,
	"site and the log have the same limits");

static void find_secret(void *context, size_t account, struct as_site_secret *secret)
{
	const struct as_server *server = context;
	char username[AS_CONTEST_UTF8_BYTES(AS_USERNAME_MAX) + 1];

	as_contest_log_lock(server->log);
	const struct as_contest_account *found = as_contest_log_account(server->log, account);
	const bool is_shared = found->shared > 0;
	const int64_t reset_ms = found->reset_wall_ms;
	snprintf(username, sizeof(username), "%s", found->username);
	if (shared_secret_fill(found, secret))
		secret->account = account;
	as_contest_log_unlock(server->log);
	if (is_shared)
		shared_secret_newest(server, username, reset_ms, secret);
}

static void find_name(void *context, const char *username, struct as_site_secret *secret)
{
	const struct as_server *server = context;

	as_contest_log_lock(server->log);
	const size_t account = as_contest_log_find_username(server->log, username);
	as_contest_log_unlock(server->log);
	if (account != AS_CONTEST_NONE)
		find_secret(context, account, secret);
}

/* The `ip` of an account is unique. */
static size_t find_address(void *context, const struct in6_addr *address)
{
	const struct as_server *server = context;
	const struct as_contest *contest = server->config.contest;

	for (size_t i = 0; i < contest->account_count; i++)
		if (contest->accounts[i].ip && as_site_is_address(contest->accounts[i].ip, address))
			return i;
	return AS_CONTEST_NONE;
}

static struct as_site_credential find_credential(
	void *context, enum as_site_credential_kind kind, const char *hash)
{
	const struct as_server *server = context;
	struct as_site_credential credential;

	as_contest_log_lock(server->log);
	const struct as_contest_credential found =
		kind == AS_SITE_TOKEN ? as_contest_log_find_token(server->log, hash)
				      : as_contest_log_find_session(server->log, hash,
						as_contest_log_now_ms(server->log));
	as_contest_log_unlock(server->log);
	if (kind == AS_SITE_SESSION && found.account == AS_CONTEST_NONE)
		return shared_session_find(server, hash);
	credential.account = found.account;
	memcpy(credential.seal, found.seal, sizeof(credential.seal));
	return credential;
}

static int add_session(void *context, const struct as_site_session *session, struct as_error *error)
{
	const struct as_server *server = context;
	const struct as_contest_entry_session entry = {session->hash, session->seal,
		session->account, as_contest_log_now_ms(server->log) + session->lasts_ms,
		session->address};

	return as_contest_log_session_add(server->log, &entry, error);
}

static int end_session(void *context, const char *hash, struct as_error *error)
{
	return shared_session_end(context, hash, error);
}

#define MINUTE_MS 60000
#define REFUSED_PER_MINUTE 20

/* Records a limited number of attempts a minute: otherwise somebody without an account could fill
 * the disk. The next record contains the number of attempts left out. */
static void refused(void *context, size_t account, const char *address)
{
	struct as_server *server = context;
	struct server_refused *refused = &server->refused;
	const int64_t minute = as_contest_log_now_ms(server->log) / MINUTE_MS;

	pthread_mutex_lock(&refused->mutex);
	if (refused->minute != minute) {
		refused->minute = minute;
		refused->count = 0;
	}
	const bool is_kept = refused->count < REFUSED_PER_MINUTE;
	const uint64_t left_out = is_kept ? refused->left_out : 0;
	refused->count += is_kept;
	refused->left_out = is_kept ? 0 : refused->left_out + 1;
	pthread_mutex_unlock(&refused->mutex);
	struct as_error error = {0};
	if (is_kept && as_contest_log_refuse_login(server->log, account, address, left_out, &error))
		server_note(server, "a refused log-in is not stored: %s", error.text);
}

static void note_line(void *context, const char *text)
{
	server_note(context, "%s", text);
}

/* The hashes of the folder, on the heap. */
static const char **list_hashes(const struct as_contest *contest, size_t *count)
{
	const char **hashes = calloc(contest->account_count + 1, sizeof(*hashes));

	*count = 0;
	for (size_t i = 0; hashes && i < contest->account_count; i++)
		if (contest->accounts[i].password_is_hash)
			hashes[(*count)++] = contest->accounts[i].password;
	return hashes;
}

/* The sites of contests that share accounts have one cookie: ".ID", with the first of their ids.
 * The dot keeps it apart from the cookie of that contest. */
static char *make_id(const struct as_servers *servers, const struct as_contest *contest)
{
	if (!servers->common)
		return strdup(contest->settings.id);
	return as_text_format(NULL, ".%s", servers->least_id);
}

struct as_site *accounts_open(struct as_server *server, struct as_error *error)
{
	const struct as_contest *contest = server->config.contest;
	size_t hash_count;
	AS_AUTO_FREE const char **hashes = list_hashes(contest, &hash_count);
	AS_AUTO_FREE char *id = make_id(server->servers, contest);
	const struct as_site_config config = {.id = id,
		.common = server->servers->common,
		.base = server->base,
		.has_tls = server->servers->config.tls_cert != NULL,
		.shares_host = server->servers->has_index,
		.hosts = contest->settings.site.hosts,
		.hashes = hashes,
		.hash_count = hash_count,
		/* An admin can add teams and reset passwords. */
		.adds_hashes = true,
		.owner = {find_name, find_secret, find_address, find_credential, add_session,
			end_session, refused, note_line, server}};

	if (!hashes || !id) {
		as_error_no_memory(error);
		return NULL;
	}
	return as_site_open(&config, error);
}

void accounts_note(const struct as_server *server)
{
	const struct as_contest *contest = server->config.contest;
	const char *first = NULL;
	size_t count = 0;

	as_contest_log_lock(server->log);
	for (size_t i = 0; i < contest->account_count; i++) {
		if (!as_contest_log_has_new_password(server->log, i))
			continue;
		first = first ? first : contest->accounts[i].username;
		count++;
	}
	as_contest_log_unlock(server->log);
	if (count > 0)
		server_note(server,
			"passwords in accounts.yaml that are not valid, because they were reset on "
			"a page: %zu, for example that of '%s'",
			count, first);
}
