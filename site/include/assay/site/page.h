/* SPDX-License-Identifier: MIT */
/**
 * page: the frame of a site's pages, and the files that the pages need: style sheet, scripts, icon.
 * The owner has a table of the files that other sites do not have. It needs neither a site nor
 * HTTP.
 */
#ifndef ASSAY_SITE_PAGE_H
#define ASSAY_SITE_PAGE_H

#include <assay/base.h>

struct as_site_asset {
	const char *path; /**< "/assets/style.css", after the server's base */
	const char *type; /**< "text/css; charset=utf-8" */
	const void *bytes;
	size_t size;
	/** The digest in quotes: "\"d2c7...\"". Pages ask for PATH?v=DIGITS; such an answer may be
	 * cached for a year. */
	const char *etag;
};
struct as_site_assets {
	const struct as_site_asset *items;
	size_t count;
};
/** The files of every site: style.css, page.js, live.js, math.js, submit.js, editor.js, fit.js,
 * print.css, icon.svg. */
extern const struct as_site_assets as_site_common;
/** Finds an asset by path, without a query, among the owner's, then among those of every site.
 * NULL: there is none. */
const struct as_site_asset *as_site_asset_find(
	const struct as_site_assets *assets, const char *path) AS_NONNULL(1, 2);

/** Writes the address of an asset, such as "page.js", for an attribute, with its version. False: it
 * is missing, and nothing is written. */
bool as_site_page_asset(FILE *out, const char *base, const struct as_site_assets *assets,
	const char *name) AS_NONNULL(1, 2, 3, 4);
/** Writes a <script> for an asset. */
void as_site_page_script(FILE *out, const char *base, const struct as_site_assets *assets,
	const char *name) AS_NONNULL(1, 2, 3, 4);
/** Writes a page from the doctype to the links to style.css and icon.svg; <head> is open then. */
void as_site_page_head(FILE *out, const char *base, const struct as_site_assets *assets)
	AS_NONNULL(1, 2, 3);
/** The title of the page of an error, by its HTTP status: "Not found". */
const char *as_site_status_title(int status);

#endif
