/* SPDX-License-Identifier: MIT */
/**
 * KaTeX and CodeMirror from Debian's packages (libjs-katex, fonts-katex, libjs-codemirror): a fixed
 * list of files, read once and served as assets. Included by pages.h.
 *
 * Pages work without them: formulas are shown as the server renders them, and source code is typed
 * into a plain field. They never change, so no lock is needed.
 */
#ifndef ASSAY_CONTEST_PAGES_LIBRARIES_H
#define ASSAY_CONTEST_PAGES_LIBRARIES_H

#include <assay/contest/pages/assets.h>

/** Debian's folder for them. */
#define AS_CONTEST_LIBRARIES_FOLDER "/usr/share/javascript"

struct as_contest_libraries;
/** Reads the files that exist. NULL: out of memory. */
struct as_contest_libraries *as_contest_libraries_open(
	const char *folder, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Takes NULL. */
void as_contest_libraries_close(struct as_contest_libraries *libraries);
/** True if all files of KaTeX or CodeMirror that pages need exist. */
bool as_contest_libraries_have_math(const struct as_contest_libraries *libraries) AS_NONNULL(1);
bool as_contest_libraries_have_editor(const struct as_contest_libraries *libraries) AS_NONNULL(1);
/** Finds a file by path, such as "/assets/katex.js", without a query; NULL: there is none. Takes
 * NULL. */
const struct as_contest_asset *as_contest_libraries_find(
	const struct as_contest_libraries *libraries, const char *path) AS_NONNULL(2);
/** All files. */
const struct as_contest_asset *as_contest_libraries_list(
	const struct as_contest_libraries *libraries, size_t *count) AS_NONNULL(1, 2);

#endif
