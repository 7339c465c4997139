/* SPDX-License-Identifier: MIT */
/* Takes apart a zip archive that a stranger may have made; private to judge. */
#ifndef ASSAY_JUDGE_ZIP_H
#define ASSAY_JUDGE_ZIP_H

#include <assay/base.h>
#include <locale.h>

/* libarchive converts names to the locale's characters, and this library may not set the process's:
 * C.UTF-8 for this thread. Ending takes one that did not begin, all zero. */
struct zip_locale {
	locale_t used, before;
};
int zip_locale_begin(struct zip_locale *locale, struct as_error *error) AS_MUST_USE;
void zip_locale_end(struct zip_locale *locale);

/* All is counted while it is unpacked: an archive's own numbers are only claims. */
struct zip_limits {
	size_t entry_count; /* files, links and folders, those too that only paths speak of */
	unsigned depth;     /* folders in one another */
	uint64_t file_bytes;
	uint64_t total_bytes;
	/* What unpacks to more than free_bytes may be `ratio` times as large as the archive. */
	uint64_t free_bytes;
	unsigned ratio;
	/* For archives that no author can be asked to mend: names are changed as zip_name_read says, links
	 * are made wherever they lead, and what macOS adds is kept. */
	bool is_lenient;
};
extern const struct zip_limits zip_limits_usual;

/*
 * Unpacks a zip archive, whatever its file is called, into an empty folder of the caller's, which
 * on failure may hold a part of it. Every way out of the folder is refused, as is what a package
 * has no use for (devices, encrypted files), a name given twice, and a name that is not UTF-8 or
 * holds control characters or backslashes. Names that differ in case only are two names. Links are
 * made last, and must lead to something inside. What macOS adds (__MACOSX/) is left out. `name` is
 * what complaints call the archive. It ends early, too, where it is told to (as_cancel_check).
 */
int zip_unpack(int archive_fd, const char *name, int to_fd, const struct zip_limits *limits,
	const atomic_bool *cancel, struct as_error *error) AS_MUST_USE;

/* zip_name.c: writes a name into the buffer in which backslashes are slashes, control characters are
 * '_', parts that are too long lack their middle, and which was Windows-1252 if it was not UTF-8.
 * False: it is too long, or there is no memory. */
bool zip_name_read(const char *name, char *buffer, size_t size);

/* zip_directory.c: the number of entries that the archive's directory lists; 0 if it has no
 * directory that can be read. The archive may lie. */
uint64_t zip_count_listed(int archive_fd);

#endif
