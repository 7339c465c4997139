/* SPDX-License-Identifier: MIT */
/**
 * session: visitors of pages, by the cookie of their session; the tokens of programs; forms. Part
 * of site.h.
 *
 * A session is a random token in a cookie; a program sends its random token in Authorization. The
 * owner keeps only the digests. Sessions and tokens end when the account's secret changes.
 */
#ifndef ASSAY_SITE_SESSION_H
#define ASSAY_SITE_SESSION_H

#include <assay/site.h>

/** Who sent a request. */
struct as_site_visitor {
	size_t account;                   /**< AS_SITE_NONE: not logged in */
	char csrf[AS_DIGEST_HEX_SIZE];    /**< for the field `csrf` of forms; "": no session */
	char session[AS_DIGEST_HEX_SIZE]; /**< the digest of the session's token; "": none */
};
#define AS_SITE_NOBODY ((struct as_site_visitor){.account = AS_SITE_NONE})
/** The visitor of the session that the cookie names, as the session is now. Call it when the
 * request is complete, not when its head is admitted (as_site_admit). */
struct as_site_visitor as_site_visitor(
	const struct as_site *site, const struct as_http_request *request) AS_NONNULL(1, 2);
/** True unless the browser's headers say that the request comes from another site. */
bool as_site_is_same_site(const struct as_http_request *request) AS_NONNULL(1);
/** Parses the request as a form. False: it is malformed, of another site, or without the right
 * `csrf`; the request has been answered. */
bool as_site_check_form(struct as_http_request *request,
	const struct as_site_visitor *visitor) AS_MUST_USE AS_NONNULL(1, 2);

/** Answers with a new session of an account, and a redirect to `next`, or to the front page if that
 * is not an address of this site. An account that makes too many sessions has to wait. */
void as_site_begin_session(struct as_http_request *request, struct as_site *site, size_t account,
	const char *next) AS_NONNULL(1, 2);
/** Ends the session of the visitor, and redirects to the front page. */
void as_site_end_session(struct as_http_request *request, struct as_site *site,
	const struct as_site_visitor *visitor) AS_NONNULL(1, 2, 3);

/* ---- tokens ---- */

#define AS_SITE_TOKEN_SIZE 65
/** A new token, and what the owner keeps of it. */
struct as_site_token {
	char token[AS_SITE_TOKEN_SIZE]; /**< 256 random bits, in hexadecimal digits */
	char hash[AS_DIGEST_HEX_SIZE], seal[AS_DIGEST_HEX_SIZE];
};
/** Makes a session or token of an account. Returns 0, or the seconds to wait if too many were made.
 */
unsigned as_site_make_token(struct as_site *site, enum as_site_credential_kind kind, size_t account,
	struct as_site_token *made) AS_MUST_USE AS_NONNULL(1, 4);

/* ---- streams ---- */

/** The credential that admitted the reader of a stream. It is checked again while the stream is
 * open. */
struct as_site_pass {
	bool is_needed; /**< false: no credential that can end, such as a password */
	enum as_site_credential_kind kind;
	size_t account;
	char hash[AS_DIGEST_HEX_SIZE];
};
struct as_site_pass as_site_pass_of_session(const struct as_site_visitor *visitor) AS_NONNULL(1);
/** The pass of an account that as_site_identify has found. */
struct as_site_pass as_site_pass_of_token(const struct as_http_request *request, size_t account)
	AS_NONNULL(1);
/** False: the session or token has ended. */
bool as_site_pass_is_live(const struct as_site *site, const struct as_site_pass *pass)
	AS_NONNULL(1, 2);

#endif
