/* SPDX-License-Identifier: MIT */
/** answer: redirects and downloads. Part of site.h. */
#ifndef ASSAY_SITE_ANSWER_H
#define ASSAY_SITE_ANSWER_H

#include <assay/site.h>
#include <assay/site/page.h>

/** Redirects to an address below the base, by GET. */
void as_site_redirect(struct as_http_request *request, const struct as_site *site,
	const char *address) AS_NONNULL(1, 2, 3);
/** Redirects to BASE/login, with this page as `next`. */
void as_site_redirect_to_login(struct as_http_request *request, const struct as_site *site)
	AS_NONNULL(1, 2);
/** True if the address begins with exactly one '/', so that a redirect stays on this site. NULL:
 * false. */
bool as_site_is_own(const char *address);

/** The policy of files that can be a stranger's: they cannot run scripts or load anything from this
 * site. */
#define AS_SITE_FILE_POLICY                                                                        \
	"sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; "           \
	"object-src 'self'; plugin-types application/pdf"
/** Answers with a file, under that policy. `name`: the browser saves the file under this name;
 * NULL: the browser shows the file. Takes ownership of the descriptor. */
void as_site_send_file(struct as_http_request *request, int fd, const char *type, const char *name)
	AS_NONNULL(1, 3);

/** Answers with an asset; a browser may cache it for a year if the address has its version. */
void as_site_send_asset(struct as_http_request *request, const struct as_site_asset *asset)
	AS_NONNULL(1, 2);

#endif
