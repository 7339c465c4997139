/* SPDX-License-Identifier: MIT */
/** upload: who sends a request, may send a large body, and the time of a request. Part of site.h.
 */
#ifndef ASSAY_SITE_UPLOAD_H
#define ASSAY_SITE_UPLOAD_H

#include <assay/site.h>
#include <assay/site/parts.h>

/** NULL, or a sentence for the client: the reason why an account may not send a large body to the
 * address of the request. Must not block. `context`: that of the site's owner. */
typedef const char *as_site_body_check(
	void *context, const struct as_http_request *request, size_t account);
/** Decides from the head of a request whether its client may send a large body, which is charged to
 * the account: for as_http_callbacks.admit. Below BASE/api/ clients are identified by
 * as_site_identify, elsewhere by their session. Without an account the body is refused with 401, by
 * `check` with 403. */
void as_site_admit(struct as_http_request *request, struct as_site *site, as_site_body_check *check)
	AS_NONNULL(1, 2, 3);
/** The account of a request, or AS_HTTP_NOBODY, without waiting: for as_http_callbacks.account. It
 * is found by a live session; below BASE/api/ by a token, a password that was verified in the last
 * minutes, or an address. */
uint64_t as_site_account(const struct as_http_request *request, const struct as_site *site)
	AS_NONNULL(1, 2);
/** The text of a field of a form; NULL: it is missing or empty. */
static inline const char *as_site_form_text(const struct as_http_request *request, const char *name)
{
	const char *text = as_http_form(request, name);

	return text && *text ? text : NULL;
}
/** The files of a form with the fields `file` (any number) and `source`, a pasted text that counts
 * if no file was chosen. Borrows from the request. */
struct as_site_form_files {
	struct as_site_source *items;
	size_t count;
	char *pasted, *name; /**< private: the pasted text, and its name */
};
/** Collects them, into an empty `files` (clear it in any case). Names have no folders. A pasted
 * text is "main" with the ending (".py", or ""), and has the line ends that the user typed. -1: out
 * of memory. */
int as_site_form_files(const struct as_http_request *request, const char *ending,
	struct as_site_form_files *files, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
void as_site_form_files_clear(struct as_site_form_files *files) AS_NONNULL(1);
/**
 * Returns the time at which a request arrived, by the clock that now shows `now_ms`. This time is
 * compared with deadlines and limits, and stored, however long the handling of the request takes.
 * It is the time of the head; or, if the body arrived later than a slow line explains, the time at
 * which the body ended. A slow line explains the time of `max_bytes`, the most that such a request
 * needs: other bytes are padding.
 */
int64_t as_site_arrival_ms(
	const struct as_http_request *request, uint64_t max_bytes, int64_t now_ms) AS_NONNULL(1);

#endif
