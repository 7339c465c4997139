/* SPDX-License-Identifier: MIT */
/** upload: who may send a large body, and the time of a request. Part of site.h. */
#ifndef ASSAY_SITE_UPLOAD_H
#define ASSAY_SITE_UPLOAD_H

#include <assay/site.h>

/** Decides from the head of a request whether its client may send a large body, which is charged to
 * the account: for as_http_callbacks.admit. Below BASE/api/ clients are identified by
 * as_site_identify, elsewhere by their session. */
void as_site_admit(struct as_http_request *request, struct as_site *site) AS_NONNULL(1, 2);
/**
 * The time of a request by the clock of `now_ms`, its time now. It is checked against deadlines and
 * limits, and stored, however long its handling takes. It is that of the head, unless the body is
 * later than a slow line explains; then it is that of the body's end.
 */
int64_t as_site_arrival_ms(const struct as_http_request *request, int64_t now_ms) AS_NONNULL(1);

#endif
