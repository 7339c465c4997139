/* SPDX-License-Identifier: MIT */
/*
 * Tokens, at BASE/api/tokens, an extension of the specification: POST makes one, GET lists them,
 * DELETE of tokens/ID revokes one. A token is 256 random bits. The log has its BLAKE2b digest; only
 * the answer to the POST has the token itself. A token cannot make, list or revoke tokens. It ends
 * when the account's password changes, and when the account has made AS_JOURNAL_CREDENTIALS_MAX
 * others.
 */
#include "api.h"
#include "routes.h"
#include "server.h"

#include <assay/site.h>
#include <inttypes.h>

/* ---- permissions ---- */

static bool is_admin(const struct as_contest_api_reader *reader)
{
	return reader->role == AS_CONTEST_API_ADMIN;
}

static bool may(const struct as_http_request *request, const struct as_contest_api_reader *reader,
	struct api_refusal *refusal)
{
	if (!api_may(
		    reader, reader->account != AS_CONTEST_NONE, "tokens are for accounts", refusal))
		return false;
	return as_site_has_password(request)
		       ? true
		       : api_deny(refusal, 403,
				 "tokens are made, listed and revoked with the password only");
}

/* The account of the token; an admin may name another one. */
static bool read_account(const struct request *request, const json_t *body, size_t *account,
	struct api_refusal *refusal)
{
	const char *username = NULL;

	*account = request->reader.account;
	if (!api_text(body, "username", &username, refusal) || !username)
		return !refusal->status;
	as_contest_log_lock(request->server->log);
	*account = as_contest_log_find_username(request->server->log, username);
	as_contest_log_unlock(request->server->log);
	if (*account != request->reader.account && !is_admin(&request->reader))
		return api_deny(refusal, 403, "username is not yours; leave it out");
	return *account != AS_CONTEST_NONE
		       ? true
		       : api_unknown("username", username, "/accounts", refusal);
}

static bool make_token(struct as_server *server, size_t account, struct as_site_token *token,
	struct api_refusal *refusal)
{
	const unsigned wait_s = as_site_make_token(server->site, AS_SITE_TOKEN, account, token);

	return wait_s == 0 ? true
			   : api_deny(refusal, 429,
				     "the account has made too many tokens: wait %u s", wait_s);
}

/* ---- documents ---- */

/* Call it with the log's lock held. */
static json_t *token_json(struct as_server *server, const struct as_journal_credential *token)
{
	char id[24];

	snprintf(id, sizeof(id), "%" PRIu64, token->number);
	return json_pack("{s:s, s:s, s:s, s:I}", "id", id, "name", token->name, "username",
		as_contest_log_account(server->log, token->account)->username, "made_ms",
		(json_int_t)token->wall_ms);
}

static void answer_json(struct as_http_request *request, int status, json_t *document)
{
	struct as_http_response *response = as_http_response_new(status, "application/json");

	if (document)
		as_http_response_json(response, document);
	json_decref(document);
	as_http_answer(request, response);
}

/* ---- making one ---- */

static void answer_made(const struct request *request, uint64_t number, const char *token)
{
	json_t *document = NULL;

	as_contest_log_lock(request->server->log);
	const struct as_journal_credential *made =
		as_contest_log_find_token_number(request->server->log, number);
	if (made)
		document = token_json(request->server, made);
	as_contest_log_unlock(request->server->log);
	/* NULL: others were made at the same time, so that it has ended. */
	if (!document) {
		api_refuse(request->http, 503, "the token has already ended: make another token");
		return;
	}
	json_object_set_new(document, "token", json_string(token));
	answer_json(request->http, 201, document);
}

static int add_token(struct as_server *server, const struct as_site_token *token, const char *name,
	size_t account, uint64_t *number, struct as_error *error)
{
	const struct as_contest_entry_token entry = {token->hash, token->seal, name, account};

	return as_contest_log_token_add(server->log, &entry, number, error);
}

static void answer_post(const struct request *request)
{
	struct as_site_token token;
	struct api_refusal refusal = {0};
	struct as_error error = {0};
	const char *name = "token";
	size_t account;
	uint64_t made = 0;

	(void)may(request->http, &request->reader, &refusal);
	const json_t *body = api_permitted_body(request, &refusal);
	if (!body)
		return;
	if (api_text(body, "name", &name, &refusal) &&
		read_account(request, body, &account, &refusal) &&
		make_token(request->server, account, &token, &refusal) &&
		add_token(request->server, &token, name, account, &made, &error))
		api_deny(&refusal, error.kind == AS_ERROR_USAGE ? 400 : 503, "%s", error.text);
	if (refusal.status)
		api_refuse(request->http, refusal.status, refusal.message);
	else
		answer_made(request, made, token.token);
}

/* ---- listing and revoking ---- */

static bool is_listed(
	const struct as_contest_api_reader *reader, const struct as_journal_credential *token)
{
	return is_admin(reader) || token->account == reader->account;
}

static void answer_get(const struct request *request)
{
	struct api_refusal refusal = {0};

	if (!may(request->http, &request->reader, &refusal)) {
		api_refuse(request->http, refusal.status, refusal.message);
		return;
	}
	json_t *list = json_array();
	as_contest_log_lock(request->server->log);
	for (size_t i = 0; i < as_contest_log_token_count(request->server->log); i++)
		if (is_listed(&request->reader, as_contest_log_token(request->server->log, i)))
			json_array_append_new(
				list, token_json(request->server,
					      as_contest_log_token(request->server->log, i)));
	as_contest_log_unlock(request->server->log);
	answer_json(request->http, 200, list);
}

static bool find_token(const struct request *request, const char *id, uint64_t *number)
{
	if (as_count_parse(id, 1, INT32_MAX, number, NULL))
		return false;
	as_contest_log_lock(request->server->log);
	const struct as_journal_credential *found =
		as_contest_log_find_token_number(request->server->log, *number);
	const bool is_there = found && is_listed(&request->reader, found);
	as_contest_log_unlock(request->server->log);
	return is_there;
}

static void answer_delete(const struct request *request)
{
	struct api_refusal refusal = {0};
	struct as_error error = {0};
	uint64_t found = 0;

	if (may(request->http, &request->reader, &refusal) &&
		!find_token(request, as_http_part(request->http, "token"), &found))
		api_deny(&refusal, 404, "there is no such token");
	if (!refusal.status && as_contest_log_token_revoke(request->server->log, found, &error))
		api_deny(&refusal, 503, "%s", error.text);
	if (refusal.status)
		api_refuse(request->http, refusal.status, refusal.message);
	else
		as_http_answer(request->http, as_http_response_new(204, NULL));
}

const struct route routes_api_tokens[] = {
	{"GET", "/api/tokens", ROUTE_API, answer_get, ROUTE_PLAIN},
	{"POST", "/api/tokens", ROUTE_API, answer_post, ROUTE_BLOCKS},
	{"DELETE", "/api/tokens/:token", ROUTE_API, answer_delete, ROUTE_BLOCKS},
	{0},
};
