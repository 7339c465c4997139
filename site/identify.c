/* SPDX-License-Identifier: MIT */
/* Who sends a request that is not a browser's: HTTP Basic (RFC 7617), a token (RFC 6750), or the
 * address of an account. */
#include "passwords.h"
#include "private.h"

#include <sodium.h>
#include <string.h>

#define MAX_CREDENTIALS 256

struct basic {
	char username[MAX_CREDENTIALS];
	char *password; /* in `username`, after the username */
};

static void clear_basic(struct basic *basic)
{
	sodium_memzero(basic, sizeof(*basic));
}

/* Parses "Basic BASE64". */
static bool read_basic(const char *header, struct basic *basic)
{
	size_t size;

	if (strncasecmp(header, "Basic ", 6) != 0)
		return false;
	header += 6 + strspn(header + 6, " ");
	if (sodium_base642bin((unsigned char *)basic->username, MAX_CREDENTIALS - 1, header,
		    strlen(header), NULL, &size, NULL, sodium_base64_VARIANT_ORIGINAL))
		return false;
	basic->username[size] = '\0';
	if (strlen(basic->username) != size)
		return false;
	basic->password = strchr(basic->username, ':');
	if (!basic->password)
		return false;
	*basic->password++ = '\0';
	return true;
}

const char *site_bearer(const struct as_http_request *request)
{
	const char *header = as_http_header(request, "Authorization");

	if (!header || strncasecmp(header, "Bearer ", 7) != 0)
		return NULL;
	return header + 7 + strspn(header + 7, " ");
}

bool as_site_has_password(const struct as_http_request *request)
{
	return as_http_header(request, "Authorization") && !site_bearer(request);
}

/* A page of another site can make a browser send requests to this server, without a log-in. A page
 * whose host name resolves to this server even counts as the same site. Without TLS,
 * Accept-Language is then the only header that all browsers send and that a page cannot remove. A
 * request with this header therefore comes from a browser, which gets a session instead. */
static size_t account_of_program(const struct as_site *site, const struct as_http_request *request)
{
	bool is_foreign;

	if (as_http_header(request, "Origin") || as_http_header(request, "Sec-Fetch-Site") ||
		as_http_header(request, "Referer") || as_http_header(request, "Accept-Language"))
		return AS_SITE_NONE;
	return as_site_account_of_address(site, request, &is_foreign);
}

static struct as_site_login login_of_token(const struct as_site *site, const char *token)
{
	char hash[AS_DIGEST_HEX_SIZE];
	const size_t account = site_find_token(site, AS_SITE_TOKEN, token, hash);

	return (struct as_site_login){
		account == AS_SITE_NONE ? AS_SITE_LOGIN_TOKEN : AS_SITE_LOGIN_RIGHT, account, 0};
}

/* True if the password was verified before; so the request need not wait. */
static bool is_known(
	const struct as_site *site, const struct basic *basic, struct as_site_login *login)
{
	AS_AUTO(site_secret_clear)
	struct as_site_secret secret = site_secret(site, basic->username);

	if (!passwords_cached(site->passwords, basic->username, basic->password, &secret))
		return false;
	*login = (struct as_site_login){AS_SITE_LOGIN_RIGHT, secret.account, 0};
	return true;
}

/* False: there is a password that was not verified before. */
static bool identify_at_once(const struct as_site *site, const struct as_http_request *request,
	struct basic *basic, struct as_site_login *login)
{
	const char *header = as_http_header(request, "Authorization");
	const char *token = site_bearer(request);

	*login = (struct as_site_login){AS_SITE_LOGIN_MALFORMED, AS_SITE_NONE, 0};
	if (!header)
		*login = (struct as_site_login){
			AS_SITE_LOGIN_RIGHT, account_of_program(site, request), 0};
	else if (token)
		*login = login_of_token(site, token);
	else if (read_basic(header, basic))
		return is_known(site, basic, login);
	return true;
}

size_t site_program(const struct as_site *site, const struct as_http_request *request)
{
	AS_AUTO(clear_basic) struct basic basic = {0};
	struct as_site_login login;

	return identify_at_once(site, request, &basic, &login) ? login.account : AS_SITE_NONE;
}

void as_site_identify(struct as_http_request *request, struct as_site *site,
	as_site_login_answer *answer, void (*then)(void))
{
	AS_AUTO(clear_basic) struct basic basic = {0};
	struct as_site_login login;

	if (identify_at_once(site, request, &basic, &login))
		answer(request, site->config.owner.context, &login, then);
	else
		as_site_log_in(request, site, basic.username, basic.password, answer, then);
}
