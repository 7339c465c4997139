/* SPDX-License-Identifier: MIT */
/**
 * The files that all pages need: style sheet, scripts, icon; compiled in. Included by pages.h.
 * Needs no lock.
 */
#ifndef ASSAY_CONTEST_PAGES_ASSETS_H
#define ASSAY_CONTEST_PAGES_ASSETS_H

#include <assay/base.h>

struct as_contest_asset {
	const char *path; /**< "/assets/style.css", after the server's base */
	const char *type; /**< "text/css; charset=utf-8" */
	const void *bytes;
	size_t size;
	/** The digest in quotes: "\"d2c7...\"". Pages ask for PATH?v=DIGITS; such an answer may be
	 * cached for a year. */
	const char *etag;
};
/** All assets; static. */
const struct as_contest_asset *as_contest_assets(size_t *count) AS_NONNULL(1);
/** Finds an asset by path, without a query; NULL: there is none. */
const struct as_contest_asset *as_contest_asset_find(const char *path) AS_NONNULL(1);

#endif
