/* SPDX-License-Identifier: MIT */
/**
 * login: who sends a request, by a password, a token or an address; new passwords; join codes. Part
 * of site.h.
 */
#ifndef ASSAY_SITE_LOGIN_H
#define ASSAY_SITE_LOGIN_H

#include <assay/site.h>

struct in6_addr;
/** The end of an attempt to log in. */
struct as_site_login {
	enum as_site_login_end {
		AS_SITE_LOGIN_RIGHT,
		AS_SITE_LOGIN_WRONG,     /**< the username or password */
		AS_SITE_LOGIN_EARLY,     /**< too many failures: `wait_s` */
		AS_SITE_LOGIN_BUSY,      /**< too many attempts wait */
		AS_SITE_LOGIN_TOKEN,     /**< unknown token */
		AS_SITE_LOGIN_MALFORMED, /**< unknown kind of Authorization */
	} end;
	size_t account; /**< of AS_SITE_LOGIN_RIGHT */
	unsigned wait_s;
};
/** Answers the request. `context`: that of the owner; `then`: as given to the functions below. */
typedef void as_site_login_answer(struct as_http_request *request, void *context,
	const struct as_site_login *login, void (*then)(void));
/** Compares a password, and calls `answer`, at once or later in another thread. The texts are
 * copied. Failed attempts are counted by name and by address; after some failures the next attempt
 * has to wait. */
void as_site_log_in(struct as_http_request *request, struct as_site *site, const char *username,
	const char *password, as_site_login_answer *answer, void (*then)(void))
	AS_NONNULL(1, 2, 3, 4, 5);
/** as_site_log_in with the fields username and password of a form; 400 without them. */
void as_site_log_in_by_form(struct as_http_request *request, struct as_site *site,
	as_site_login_answer *answer) AS_NONNULL(1, 2, 3);
/** Finds who sends a request that is not a browser's: by Authorization (Basic of RFC 7617, Bearer
 * of RFC 6750), or without it by its address. Cookies are ignored. AS_SITE_LOGIN_RIGHT with
 * AS_SITE_NONE: anybody. */
void as_site_identify(struct as_http_request *request, struct as_site *site,
	as_site_login_answer *answer, void (*then)(void)) AS_NONNULL(1, 2, 3);
/** True if the request has a password in Authorization, which as_site_identify has compared. */
bool as_site_has_password(const struct as_http_request *request) AS_NONNULL(1);
/** The HTTP status for a failure of as_site_identify. */
int as_site_login_status(const struct as_site_login *login) AS_NONNULL(1);
/** The HTTP status for a failure of as_site_log_in: a browser must not ask by itself (401). */
int as_site_login_form_status(const struct as_site_login *login) AS_NONNULL(1);
/** The reason of a failure: a sentence without capital and full stop. */
#define AS_SITE_LOGIN_TEXT 120
void as_site_login_reason(const struct as_site_login *login, char text[AS_SITE_LOGIN_TEXT])
	AS_NONNULL(1, 2);
/** The seconds after which the next attempt may succeed, for Retry-After; 0: none. */
unsigned as_site_login_retry_s(const struct as_site_login *login) AS_NONNULL(1);

/**
 * The account that logs in by the request's address, or AS_SITE_NONE. Another site can have a host
 * name that resolves to this server. Therefore, if there is such an account, but Host is neither an
 * IP address nor one of the hosts of the configuration, sets `is_foreign` and returns AS_SITE_NONE.
 */
size_t as_site_account_of_address(const struct as_site *site, const struct as_http_request *request,
	bool *is_foreign) AS_NONNULL(1, 2, 3);
/** True if the text is that address. IPv4 addresses count as IPv4-mapped IPv6 addresses. */
bool as_site_is_address(const char *text, const struct in6_addr *address) AS_NONNULL(1, 2);

/** Hashes a password, which is borrowed until `done` is called in another thread. `hash` is on the
 * heap and owned by `done`; NULL: out of memory. False: too many wait, and `done` is not called. */
bool as_site_hash(struct as_http_request *request, struct as_site *site, const char *password,
	void (*done)(struct as_http_request *request, void *context, char *hash)) AS_MUST_USE
	AS_NONNULL(1, 2, 3, 4);

/** Compares a code that many people know, such as a join code, in constant time. `typed` may be
 * NULL. False: the code is wrong; or too many codes were wrong, and `wait_s` is not 0. */
bool as_site_check_code(struct as_http_request *request, struct as_site *site, const char *code,
	const char *typed, unsigned *wait_s) AS_MUST_USE AS_NONNULL(1, 2, 3, 5);

#endif
