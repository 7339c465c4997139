/* SPDX-License-Identifier: MIT */
/* zip: unpacks untrusted zip archives; private to judge. */
#ifndef ASSAY_JUDGE_ZIP_H
#define ASSAY_JUDGE_ZIP_H

#include <assay/base.h>
#include <limits.h>
#include <locale.h>

/* libarchive converts names to the locale's character set, and this library must not set the locale
 * of the process: C.UTF-8 for this thread. Ending accepts an object that is all zero. */
struct zip_locale {
	locale_t used, before;
};
int zip_locale_begin(struct zip_locale *locale, struct as_error *error) AS_MUST_USE;
void zip_locale_end(struct zip_locale *locale);

/* Headers are counted before anything is unpacked. Everything is counted again while it is
 * unpacked, because an archive's own numbers are only claims. */
struct zip_limits {
	size_t entry_count; /* files, links and folders, including folders that occur only in paths
			     */
	const char *question; /* NULL, or the end of the message about too many entries */
	const char *remedy;   /* as in as_zip_quota */
	unsigned depth;       /* of nested folders */
	uint64_t file_bytes;
	uint64_t total_bytes;
	/* Contents beyond free_bytes may be at most `ratio` times as large as the archive. */
	uint64_t free_bytes;
	unsigned ratio;
	/* For archives whose authors cannot be asked to fix them: names are changed as by
	 * zip_name_read and, if they exist already, by zip_name_twin, links are made wherever they
	 * lead, and files added by macOS are kept. */
	bool is_lenient;
};
extern const struct zip_limits zip_limits_usual;

/*
 * Unpacks a zip archive, whatever its file name is, into an empty folder of the caller, which may
 * contain a part of it on failure. Refuses every path that leads out of the folder, entries that
 * packages do not need (devices, encrypted files), duplicate names, and names that are not UTF-8 or
 * contain control characters or backslashes. Names that differ only in case are different. Links
 * are made last, and must lead to an entry inside. Files added by macOS (__MACOSX/) are left out.
 * Messages call the archive `name`. Ends early when cancelled (as_cancel_check).
 */
int zip_unpack(int archive_fd, const char *name, int to_fd, const struct zip_limits *limits,
	const atomic_bool *cancel, struct as_error *error) AS_MUST_USE;

/* zip_name.c: writes a changed name into the buffer: backslashes become slashes and control
 * characters '_', the middle of parts that are too long is removed, and a name that is not UTF-8 is
 * read in the code page 850 of DOS or in Windows-1252, by its letters. False: it is too long, or
 * there is no memory. */
bool zip_name_read(const char *name, char *buffer, size_t size);
/* Writes another name for a file or folder whose name exists already: "a-7.py" for "a.py" and 7. */
void zip_name_twin(const char *name, uint64_t number, char twin[NAME_MAX + 1]);

/* zip_directory.c: the number of entries in the archive's directory; 0 if it has no readable
 * directory. The number is only a claim. */
uint64_t zip_count_listed(int archive_fd);
/* True if no entry has a mode, since another system than Unix made the archive: nothing can tell
 * which files are executable. */
bool zip_has_no_modes(int archive_fd);

#endif
