/* SPDX-License-Identifier: MIT */
/**
 * KaTeX and CodeMirror from Debian's packages (libjs-katex, fonts-katex, libjs-codemirror): a fixed
 * list of files, read once and served as assets. Part of site.h; it needs no site.
 *
 * Pages work without them: formulas are shown as the server renders them, and source code is typed
 * into a plain field. They never change, so no lock is needed.
 */
#ifndef ASSAY_SITE_LIBRARIES_H
#define ASSAY_SITE_LIBRARIES_H

#include <assay/site/page.h>

/** Debian's folder for them. */
#define AS_SITE_LIBRARIES_FOLDER "/usr/share/javascript"

struct as_site_libraries;
/** Reads the files that exist. NULL: out of memory. */
struct as_site_libraries *as_site_libraries_open(
	const char *folder, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Takes NULL. */
void as_site_libraries_close(struct as_site_libraries *libraries);
/** True if all files of KaTeX or CodeMirror that pages need exist. */
bool as_site_libraries_have_math(const struct as_site_libraries *libraries) AS_NONNULL(1);
bool as_site_libraries_have_editor(const struct as_site_libraries *libraries) AS_NONNULL(1);
/** Those of the files that exist, such as "/assets/katex.js". NULL: there are none. */
const struct as_site_assets *as_site_libraries_assets(const struct as_site_libraries *libraries);

#endif
