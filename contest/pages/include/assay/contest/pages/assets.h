/* SPDX-License-Identifier: MIT */
/**
 * The files that all pages need: the style sheet, the scripts, the icon; compiled in. Included by
 * pages.h. Needs no lock.
 */
#ifndef ASSAY_CONTEST_PAGES_ASSETS_H
#define ASSAY_CONTEST_PAGES_ASSETS_H

#include <assay/base.h>

struct as_contest_asset {
	const char *path; /**< "/assets/style.css", after the server's base */
	const char *type; /**< "text/css; charset=utf-8" */
	const void *bytes;
	size_t size;
	/** Of its bytes, with the quotes: "\"d2c7...\"". Pages ask for PATH?v=DIGITS: such an
	 * answer may be kept for a year. */
	const char *etag;
};
/** All of them; static. */
const struct as_contest_asset *as_contest_assets(size_t *count) AS_NONNULL(1);
/** By its path, without a query; NULL: there is none. */
const struct as_contest_asset *as_contest_asset_find(const char *path) AS_NONNULL(1);

#endif
