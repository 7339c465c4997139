/* SPDX-License-Identifier: MIT */
/**
 * upload: the files and the language of a submission that was sent to a server. Part of engine.h.
 *
 * Thread-safety: any thread.
 */
#ifndef ASSAY_ENGINE_UPLOAD_H
#define ASSAY_ENGINE_UPLOAD_H

#include <assay/engine.h>

/** Maximum size of an upload. */
#define AS_UPLOAD_MAX_BYTES ((uint64_t)8 << 20)

/** All of it is borrowed. Exactly one of `files`, `archive` and `path` is set. A single file whose
 * name ends in .zip is also an archive. */
struct as_upload {
	const char *language;    /**< an id; NULL: detected from the files */
	const char *entry_point; /**< or NULL */
	const struct as_memory_file *files;
	size_t file_count;
	const void *archive; /**< a zip archive */
	size_t archive_bytes;
	const char *path; /**< on this machine */
};

/** The languages and rules with which a server judges; borrowed. */
struct as_upload_place {
	const struct as_languages *languages;
	const char *const *language_ids; /**< that can be judged here; NULL-terminated */
	struct as_keeper *keeper;        /**< of the folder in which an archive is unpacked */
	/** NULL: the language may be used; else the reason why not, for the sender. */
	const char *(*forbids)(void *context, const char *language);
	void *context;
};

/** Reads the files into an empty `submitted` (clear it in any case), and finds their language
 * (borrowed from the languages). Links in archives are not followed. 0: done. 1: the submission is
 * refused, and does not count; `error` has the reason, for the sender. -1: the server failed. */
int as_upload_read(const struct as_upload_place *place, const struct as_open_package *opened,
	const struct as_upload *upload, struct as_submitted *submitted, const char **language,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4, 5);

#endif
