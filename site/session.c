/* SPDX-License-Identifier: MIT */
/* Sessions and tokens are random texts; the owner keeps their digests. */
#include "passwords.h"
#include "private.h"
#include "throttle.h"

#include <sodium.h>
#include <string.h>

#define SESSION_DAYS 7
#define DAY_MS INT64_C(86400000)

/* ---- tokens ---- */

void site_token_hash(const char *what, const char *token, char hex[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;

	as_digest_init(&digest);
	as_digest_add_text(&digest, what);
	as_digest_add_text(&digest, token);
	as_digest_end(&digest, hex);
}

static const char *const kinds[] = {[AS_SITE_SESSION] = "session", [AS_SITE_TOKEN] = "token"};

static void make_seal(const struct as_site *site, size_t account, const char *token,
	char seal[AS_DIGEST_HEX_SIZE])
{
	const struct as_site_owner *owner = &site->config.owner;
	AS_AUTO(site_secret_clear) struct as_site_secret secret = {.account = AS_SITE_NONE};

	owner->find_secret(owner->context, account, &secret);
	passwords_seal(&secret, token, seal);
}

/* Sessions and tokens of older versions of this program have no seal. */
static bool has_seal(
	const struct as_site *site, const struct as_site_credential *credential, const char *token)
{
	char seal[AS_DIGEST_HEX_SIZE];

	if (!*credential->seal)
		return true;
	make_seal(site, credential->account, token, seal);
	return sodium_memcmp(seal, credential->seal, sizeof(seal)) == 0;
}

size_t site_find_token(const struct as_site *site, enum as_site_credential_kind kind,
	const char *token, char hash[AS_DIGEST_HEX_SIZE])
{
	const struct as_site_owner *owner = &site->config.owner;

	site_token_hash(kinds[kind], token, hash);
	if (strlen(token) != AS_SITE_TOKEN_SIZE - 1)
		return AS_SITE_NONE;
	const struct as_site_credential found = owner->find_credential(owner->context, kind, hash);
	return found.account != AS_SITE_NONE && has_seal(site, &found, token) ? found.account
									      : AS_SITE_NONE;
}

unsigned as_site_make_token(struct as_site *site, enum as_site_credential_kind kind, size_t account,
	struct as_site_token *made)
{
	unsigned char random[(AS_SITE_TOKEN_SIZE - 1) / 2];
	const unsigned wait_s = throttle_make(site->throttle, account);

	if (wait_s > 0)
		return wait_s;
	randombytes_buf(random, sizeof(random));
	sodium_bin2hex(made->token, sizeof(made->token), random, sizeof(random));
	site_token_hash(kinds[kind], made->token, made->hash);
	make_seal(site, account, made->token, made->seal);
	return 0;
}

/* ---- cookies ---- */

/* Under TLS, at the root of a host, each site has a cookie that neither plain HTTP nor a sibling
 * host can set. Several sites of one port have cookies of their own. */
static const char *cookie_name(const struct as_site *site, const struct as_http_request *request)
{
	const bool is_secure = as_http_is_secure(request);

	if (!site->config.shares_host && (!is_secure || *site->config.base))
		return "assay";
	/* With TLS of its own, the HTTP server adds the prefix. */
	return !is_secure || site->config.has_tls ? site->cookie + strlen("__Host-") : site->cookie;
}

/* Answers with a redirect and the cookie with the token; "": ends it. */
static void answer_cookie(struct as_http_request *request, const struct as_site *site,
	const char *token, const char *next)
{
	AS_AUTO_FREE char *home = as_text_format(NULL, "%s/", site->config.base);
	struct as_http_response *response = as_http_response_new(303, NULL);

	as_http_response_header(response, "Location",
		as_site_is_own(next) ? next
		: home               ? home
				     : "/");
	as_http_response_cookie(response, cookie_name(site, request), token,
		*token ? SESSION_DAYS * DAY_MS / 1000 : 0);
	as_http_answer(request, response);
}

/* ---- visitors ---- */

struct as_site_visitor as_site_visitor(
	const struct as_site *site, const struct as_http_request *request)
{
	struct as_site_visitor visitor = AS_SITE_NOBODY;
	const char *token = as_http_cookie(request, cookie_name(site, request));

	if (!token)
		return visitor;
	visitor.account = site_find_token(site, AS_SITE_SESSION, token, visitor.session);
	if (visitor.account != AS_SITE_NONE)
		site_token_hash("form", token, visitor.csrf);
	else
		*visitor.session = '\0';
	return visitor;
}

bool as_site_is_same_site(const struct as_http_request *request)
{
	const char *site = as_http_header(request, "Sec-Fetch-Site");
	const char *origin = as_http_header(request, "Origin");
	const char *host = as_http_header(request, "Host");

	if (site)
		return strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0;
	if (!origin)
		return true;
	const char *name = strstr(origin, "://");
	return name && host && strcmp(name + 3, host) == 0;
}

bool as_site_check_form(struct as_http_request *request, const struct as_site_visitor *visitor)
{
	struct as_error error = {0};
	int status;

	if (as_http_form_parse(request, &status, &error)) {
		as_http_fail(request, status, "%s", error.text);
		return false;
	}
	const char *token = as_http_form(request, "csrf");
	if (as_site_is_same_site(request) &&
		(!*visitor->csrf ||
			(token && strlen(token) == AS_DIGEST_HEX_SIZE - 1 &&
				sodium_memcmp(token, visitor->csrf, AS_DIGEST_HEX_SIZE - 1) == 0)))
		return true;
	as_http_fail(request, 403,
		"the form is from another site or another session: go back, load the page again "
		"and send it again");
	return false;
}

/* ---- beginning and ending a session ---- */

void as_site_begin_session(
	struct as_http_request *request, struct as_site *site, size_t account, const char *next)
{
	const struct as_site_owner *owner = &site->config.owner;
	struct as_site_token made;
	const unsigned wait_s = as_site_make_token(site, AS_SITE_SESSION, account, &made);

	if (wait_s > 0) {
		as_http_fail(request, 429,
			"the account has logged in too often: wait %u s, then try again", wait_s);
		return;
	}
	const struct as_site_session session = {
		made.hash, made.seal, account, SESSION_DAYS * DAY_MS, as_http_peer(request)};
	if (owner->add_session(owner->context, &session, NULL))
		as_http_fail(request, 503, AS_SITE_STORE_FAILED);
	else
		answer_cookie(request, site, made.token, next);
}

void as_site_end_session(struct as_http_request *request, struct as_site *site,
	const struct as_site_visitor *visitor)
{
	const struct as_site_owner *owner = &site->config.owner;

	if (visitor->account != AS_SITE_NONE &&
		owner->end_session(owner->context, visitor->session, NULL))
		as_http_fail(request, 503, "the log-out cannot be stored: try again");
	else
		answer_cookie(request, site, "", NULL);
}
