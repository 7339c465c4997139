/* SPDX-License-Identifier: MIT */
/*
 * An attempt to log in with a password:
 *   1. It is counted (throttle.c), or refused for a while.
 *   2. The password is compared in memory, if the owner has it as typed. If the password is right,
 *      no hash is computed, so that a hall of people with such passwords can log in at once.
 *   3. Otherwise the attempt waits for its turn at the hasher, and the password is compared with a
 *      hash, even if the name has none. After some failures of the name from the address, step 2
 *      also waits for this turn: otherwise guessing would be fast at an address from which the name
 *      is never refused.
 */
#include "hasher.h"
#include "passwords.h"
#include "private.h"
#include "throttle.h"

#include <sodium.h>
#include <string.h>

struct pending {
	struct as_http_request *request;
	struct as_site *site;
	as_site_login_answer *answer;
	void (*then)(void);
	struct as_site_secret secret;
	struct attempt attempt;
	struct as_site_login login;
	char *username, *password;
};

static void free_pending(struct pending **pending)
{
	if (!*pending)
		return;
	site_secret_clear(&(*pending)->secret);
	if ((*pending)->password)
		sodium_memzero((*pending)->password, strlen((*pending)->password));
	free((*pending)->password);
	free((*pending)->username);
	free(*pending);
}

/* A username that does not exist is not noted: it may be a password in the wrong field. */
static void note_end(const struct pending *pending)
{
	const struct as_site *site = pending->site;
	const struct as_site_owner *owner = &site->config.owner;
	const char *peer = as_http_peer(pending->request);
	char name[80];

	as_text_printable(pending->username, strlen(pending->username), name, sizeof(name));
	switch (pending->login.end) {
	case AS_SITE_LOGIN_RIGHT:
		site_note(site, "log-in: %s from %s", name, peer);
		break;
	case AS_SITE_LOGIN_WRONG:
		if (owner->refused)
			owner->refused(owner->context, pending->secret.account, peer);
		if (pending->secret.account != AS_SITE_NONE)
			site_note(site, "wrong password: %s from %s", name, peer);
		else
			site_note(site, "unknown username: from %s", peer);
		break;
	case AS_SITE_LOGIN_EARLY:
	case AS_SITE_LOGIN_BUSY:
	case AS_SITE_LOGIN_TOKEN:
	case AS_SITE_LOGIN_MALFORMED:
	default:
		break;
	}
}

static void answer(struct pending *pending)
{
	note_end(pending);
	pending->answer(pending->request, pending->site->config.owner.context, &pending->login,
		pending->then);
}

static void succeed(struct pending *pending)
{
	struct as_site *site = pending->site;
	const struct throttled throttled = site_throttled(site, &pending->secret);

	pending->login = (struct as_site_login){AS_SITE_LOGIN_RIGHT, pending->secret.account, 0};
	throttle_succeed(throttled.throttle, as_http_peer(pending->request), pending->username,
		throttled.account, &pending->attempt);
	passwords_cache(site->passwords, pending->username, pending->password, &pending->secret);
}

static void compare(void *context, struct hasher_process *process)
{
	struct pending *pending = context;
	const struct passwords *passwords = pending->site->passwords;
	const bool is_right = passwords_compare(passwords, &pending->secret, pending->password) ||
			      passwords_verify(passwords, &pending->secret, pending->username,
				      pending->password, process);

	pending->login.end = AS_SITE_LOGIN_WRONG;
	if (is_right)
		succeed(pending);
}

static void finish(void *context)
{
	AS_AUTO(free_pending) struct pending *pending = context;

	answer(pending);
}

/* Waits for its turn. False: too many wait, and nothing is compared. */
static bool wait_for_turn(struct pending *pending)
{
	struct as_site *site = pending->site;
	const struct hasher_task task = {.run = compare,
		.finish = finish,
		.context = pending,
		.source = pending->attempt.source};

	pending->login = (struct as_site_login){AS_SITE_LOGIN_BUSY, AS_SITE_NONE, 0};
	if (hasher_run(site->hasher, &task))
		return true;
	throttle_forgive(site_throttled(site, &pending->secret).throttle,
		as_http_peer(pending->request), pending->username, &pending->attempt);
	return false;
}

/* True: the answer comes later. */
static bool begin(struct pending *pending)
{
	struct as_site *site = pending->site;
	struct attempt *attempt = &pending->attempt;
	const struct throttled throttled = site_throttled(site, &pending->secret);

	*attempt = throttle_begin(throttled.throttle, as_http_peer(pending->request),
		pending->username, throttled.account);
	if (attempt->wait_s > 0) {
		pending->login =
			(struct as_site_login){AS_SITE_LOGIN_EARLY, AS_SITE_NONE, attempt->wait_s};
		return false;
	}
	if (!attempt->is_busy &&
		passwords_compare(site->passwords, &pending->secret, pending->password)) {
		succeed(pending);
		return false;
	}
	return wait_for_turn(pending);
}

void as_site_log_in(struct as_http_request *request, struct as_site *site, const char *username,
	const char *password, as_site_login_answer *answerer, void (*then)(void))
{
	static const struct as_site_login busy = {AS_SITE_LOGIN_BUSY, AS_SITE_NONE, 0};
	AS_AUTO(free_pending) struct pending *pending = calloc(1, sizeof(*pending));

	if (pending) {
		pending->request = request;
		pending->site = site;
		pending->answer = answerer;
		pending->then = then;
		pending->username = strdup(username);
		pending->password = strdup(password);
	}
	if (!pending || !pending->username || !pending->password) {
		answerer(request, site->config.owner.context, &busy, then);
		return;
	}
	pending->secret = site_secret(site, username);
	/* A longer text is not a password, and hashing it would cost more. */
	if (strlen(password) > sizeof(pending->secret.text) - 1)
		*pending->password = '\0';
	if (begin(pending))
		pending = NULL;
	else
		answer(pending);
}

int as_site_login_status(const struct as_site_login *login)
{
	return login->end == AS_SITE_LOGIN_EARLY  ? 429
	       : login->end == AS_SITE_LOGIN_BUSY ? 503
						  : 401;
}

int as_site_login_form_status(const struct as_site_login *login)
{
	return login->end == AS_SITE_LOGIN_WRONG ? 403 : as_site_login_status(login);
}

unsigned as_site_login_retry_s(const struct as_site_login *login)
{
	return login->end == AS_SITE_LOGIN_EARLY  ? login->wait_s
	       : login->end == AS_SITE_LOGIN_BUSY ? 60
						  : 0;
}

void as_site_login_reason(const struct as_site_login *login, char text[AS_SITE_LOGIN_TEXT])
{
	switch (login->end) {
	case AS_SITE_LOGIN_EARLY:
		snprintf(text, AS_SITE_LOGIN_TEXT,
			"too many wrong passwords were tried: wait %u s, then try again",
			login->wait_s);
		break;
	case AS_SITE_LOGIN_BUSY:
		snprintf(text, AS_SITE_LOGIN_TEXT,
			"too many log-ins at the moment: try again in a minute");
		break;
	case AS_SITE_LOGIN_TOKEN:
		snprintf(text, AS_SITE_LOGIN_TEXT,
			"the token is invalid or has expired; make a new token");
		break;
	case AS_SITE_LOGIN_MALFORMED:
		snprintf(text, AS_SITE_LOGIN_TEXT,
			"the header Authorization is neither of the type Basic nor Bearer");
		break;
	case AS_SITE_LOGIN_RIGHT:
	case AS_SITE_LOGIN_WRONG:
	default:
		snprintf(text, AS_SITE_LOGIN_TEXT, "the username or the password is wrong");
		break;
	}
}

/* ---- new passwords ---- */

struct hashing {
	struct as_http_request *request;
	struct as_site *site;
	const char *password;
	void (*done)(struct as_http_request *request, void *context, char *hash);
	char *hash;
};

static void make_hash(void *context, struct hasher_process *process)
{
	struct hashing *hashing = context;

	hashing->hash = hasher_hash(process, hashing->password);
}

static void finish_hash(void *context)
{
	AS_AUTO_FREE struct hashing *hashing = context;

	hashing->done(hashing->request, hashing->site->config.owner.context, hashing->hash);
}

bool as_site_hash(struct as_http_request *request, struct as_site *site, const char *password,
	void (*done)(struct as_http_request *request, void *context, char *hash))
{
	AS_AUTO_FREE struct hashing *hashing = malloc(sizeof(*hashing));

	if (!hashing)
		return false;
	*hashing = (struct hashing){request, site, password, done, NULL};
	const struct hasher_task task = {.run = make_hash,
		.finish = finish_hash,
		.context = hashing,
		.source = throttle_source(site->throttle, as_http_peer(request))};
	const bool accepted = hasher_run(site->hasher, &task);
	if (accepted)
		hashing = NULL;
	return accepted;
}

/* ---- join codes ---- */

bool as_site_check_code(struct as_http_request *request, struct as_site *site, const char *code,
	const char *typed, unsigned *wait_s)
{
	const char *peer = as_http_peer(request);
	const size_t length = strlen(code);

	*wait_s = throttle_begin_code(site->throttle, peer);
	if (*wait_s > 0 || !typed || strlen(typed) != length ||
		sodium_memcmp(code, typed, length) != 0)
		return false;
	throttle_succeed_code(site->throttle, peer);
	return true;
}

void as_site_log_in_by_form(
	struct as_http_request *request, struct as_site *site, as_site_login_answer *answerer)
{
	const char *username = as_http_form(request, "username");
	const char *password = as_http_form(request, "password");

	if (username && password)
		as_site_log_in(request, site, username, password, answerer, NULL);
	else
		as_http_fail(request, 400, "the form lacks a username or a password");
}
