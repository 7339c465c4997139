/* SPDX-License-Identifier: MIT */
/** libarchive, loaded when the first archive is read or written: it loads libxml2, ICU and all its
 * compressions, which takes longer than most commands run. The functions of libarchive that the
 * project uses are in base, under their own names, and call the loaded ones. */
#ifndef ASSAY_BASE_ARCHIVE_H
#define ASSAY_BASE_ARCHIVE_H

#include <archive.h>
#include <archive_entry.h>
#include <assay/base.h>

/** To be called before any function of libarchive. -1: the library is missing. */
int as_archive_load(struct as_error *error) AS_MUST_USE;
#define AS_AUTO_ARCHIVE AS_AUTO(as_auto_archive) /* struct archive * to read or to write */
static inline void as_auto_archive(struct archive **archive)
{
	if (*archive)
		archive_free(*archive);
}
#define AS_AUTO_ENTRY AS_AUTO(as_auto_entry) /* struct archive_entry * */
static inline void as_auto_entry(struct archive_entry **entry)
{
	if (*entry)
		archive_entry_free(*entry);
}

#endif
