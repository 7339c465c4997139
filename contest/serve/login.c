/* SPDX-License-Identifier: MIT */
/*
 * An attempt to log in with a password:
 *   1. It is counted (throttle.c), or refused for a while.
 *   2. The password is compared with that of the folder, in memory. If it is right, that is all:
 *      so a hall of teams with passwords of the folder logs in at once.
 *   3. Otherwise it waits for its turn at the hasher, and is compared with a hash, even if the name
 *      has none. After some failures of the name from the address, step 2 also waits for this turn:
 *      without it, guessing would be fast at an address from which the name is never refused.
 */
#include "login.h"
#include "accounts.h"
#include "server.h"
#include "throttle.h"

#include <sodium.h>
#include <string.h>

struct pending {
	struct as_http_request *request;
	struct as_server *server;
	login_answerer *answer;
	void (*then)(void);
	struct secret secret;
	struct attempt attempt;
	struct login login;
	char *username, *password;
};

static void free_pending(struct pending **pending)
{
	if (!*pending)
		return;
	secret_clear(&(*pending)->secret);
	if ((*pending)->password)
		sodium_memzero((*pending)->password, strlen((*pending)->password));
	free((*pending)->password);
	free((*pending)->username);
	free(*pending);
}

/* A username that does not exist is not noted: it may be a password in the wrong field. */
static void note_end(const struct pending *pending)
{
	const struct as_server *server = pending->server;
	const char *peer = as_http_peer(pending->request);
	char name[80];

	as_text_printable(pending->username, strlen(pending->username), name, sizeof(name));
	switch (pending->login.end) {
	case LOGIN_RIGHT:
		server_note(server, "log-in: %s from %s", name, peer);
		break;
	case LOGIN_WRONG:
		if (pending->secret.account != AS_CONTEST_NONE)
			server_note(server, "wrong password: %s from %s", name, peer);
		else
			server_note(server, "unknown username: from %s", peer);
		break;
	case LOGIN_EARLY:
	case LOGIN_BUSY:
	default:
		break;
	}
}

static void answer(struct pending *pending)
{
	note_end(pending);
	pending->answer(pending->request, pending->server, &pending->login, pending->then);
}

static void succeed(struct pending *pending)
{
	struct as_server *server = pending->server;

	pending->login = (struct login){LOGIN_RIGHT, pending->secret.account, 0};
	throttle_succeed(server->access.throttle, as_http_peer(pending->request), pending->username,
		pending->secret.account, &pending->attempt);
	accounts_cache(
		server->access.accounts, pending->username, pending->password, &pending->secret);
}

static void compare(void *context, struct hasher_process *process)
{
	struct pending *pending = context;
	const struct accounts *accounts = pending->server->access.accounts;
	const bool is_right = accounts_compare(accounts, &pending->secret, pending->password) ||
			      accounts_verify(accounts, &pending->secret, pending->username,
				      pending->password, process);

	pending->login.end = LOGIN_WRONG;
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
	struct as_server *server = pending->server;
	const struct hasher_task task = {.run = compare,
		.finish = finish,
		.context = pending,
		.source = pending->attempt.source};

	pending->login = (struct login){LOGIN_BUSY, AS_CONTEST_NONE, 0};
	if (hasher_run(server->access.hasher, &task))
		return true;
	throttle_forgive(server->access.throttle, as_http_peer(pending->request), pending->username,
		&pending->attempt);
	return false;
}

/* True: the answer comes later. */
static bool begin(struct pending *pending)
{
	struct as_server *server = pending->server;
	struct attempt *attempt = &pending->attempt;

	*attempt = throttle_begin(server->access.throttle, as_http_peer(pending->request),
		pending->username, pending->secret.account);
	if (attempt->wait_s > 0) {
		pending->login = (struct login){LOGIN_EARLY, AS_CONTEST_NONE, attempt->wait_s};
		return false;
	}
	if (!attempt->is_busy &&
		accounts_compare(server->access.accounts, &pending->secret, pending->password)) {
		succeed(pending);
		return false;
	}
	return wait_for_turn(pending);
}

void login_try(struct as_http_request *request, struct as_server *server, const char *username,
	const char *password, login_answerer *answerer, void (*then)(void))
{
	static const struct login busy = {LOGIN_BUSY, AS_CONTEST_NONE, 0};
	AS_AUTO(free_pending) struct pending *pending = calloc(1, sizeof(*pending));

	if (pending) {
		pending->request = request;
		pending->server = server;
		pending->answer = answerer;
		pending->then = then;
		pending->username = strdup(username);
		pending->password = strdup(password);
	}
	if (!pending || !pending->username || !pending->password) {
		answerer(request, server, &busy, then);
		return;
	}
	pending->secret = accounts_secret(server, username);
	/* A longer text is not a password, and hashing it would cost more. */
	if (strlen(password) > AS_CONTEST_UTF8_BYTES(AS_CONTEST_PASSWORD_MAX))
		*pending->password = '\0';
	if (begin(pending))
		pending = NULL;
	else
		answer(pending);
}

unsigned login_retry_s(const struct login *login)
{
	return login->end == LOGIN_EARLY ? login->wait_s : login->end == LOGIN_BUSY ? 60 : 0;
}

void login_reason(const struct login *login, char text[120])
{
	switch (login->end) {
	case LOGIN_EARLY:
		snprintf(text, 120,
			"too many wrong passwords were tried: wait %u s, then try again",
			login->wait_s);
		break;
	case LOGIN_BUSY:
		snprintf(text, 120, "too many log-ins at the moment: try again in a minute");
		break;
	case LOGIN_RIGHT:
	case LOGIN_WRONG:
	default:
		snprintf(text, 120, "the username or the password is wrong");
		break;
	}
}
