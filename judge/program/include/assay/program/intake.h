/* SPDX-License-Identifier: MIT */
/** intake: reads a submission and prepares it for compiling. */
#ifndef ASSAY_PROGRAM_INTAKE_H
#define ASSAY_PROGRAM_INTAKE_H

#include <assay/program/workshop.h>

/** In which a store keeps a struct as_submitted. */
#define AS_SUBMITTED_FORMAT "assay-submitted/1"
/** The files of a submission as they were read from its path, before anything is interpreted. */
struct as_submitted {
	struct as_sources sources;
	bool is_own; /**< an example of the package */
};

/** A submission, and settings that its files do not show. All of it is borrowed. */
struct as_submission {
	const char *path;        /**< a file, a folder or a zip archive; one beneath the package's
				    submissions/ is read as a part of the package: constants are filled
				    in. With `files`: only a name to show. Never NULL */
	const char *language;    /**< an id of the table; NULL: the config's, or detected */
	const char *entry_point; /**< the file, class or module to start with, if the language has
				    entry points; NULL: the default */
	/** A submission in memory: one file, or the files of a folder. It is never an example of
	 * the package. NULL: the submission is at the path. */
	const struct as_memory_file *files;
	size_t file_count;
	bool is_folder; /**< a single file is in a folder, too */
	/** What was read from the path earlier, in place of reading it now: the submission is
	 * judged as if it were still there, but no message names the path. NULL: it is read. */
	const struct as_submitted *submitted;
	bool is_uncached; /**< its program is not stored in the cache of compiled programs */
};
/** Copies everything that it points to, including the files' data; clear it in any case. */
int as_submission_copy(struct as_submission *copy, const struct as_submission *submission,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Frees a copy. */
void as_submission_clear(struct as_submission *copy) AS_NONNULL(1);

/**
 * Reads the files at the path of a submission to the package, to judge it later, on this machine or
 * another. One that cannot be judged is success with sources.reason set; a missing or unreadable
 * path is AS_ERROR_USAGE. Clear in any case.
 */
int as_submitted_take(struct as_submitted *submitted, const struct as_package *package,
	const char *path, const atomic_bool *cancel, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 3);
/** The same for files in memory, which are copied: a single file, or those of a folder (is_folder,
 * or more than one). */
int as_submitted_take_files(struct as_submitted *submitted, const struct as_package *package,
	const struct as_memory_file *files, size_t count, bool is_folder,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/**
 * For a class: drops unit tests, with a note for each. A unit test is a file that imports a library
 * for tests, or a file that is named like a test and uses a program. The file `keep` (or NULL),
 * files that other files use, and tests without a program beside them stay. Appends the names of
 * dropped files to the NULL-terminated list *names on the heap. If the kind of a file is unclear,
 * or only tests are left, sets *doubt on the heap, unless *doubt is set already.
 */
int as_submitted_drop_tests(struct as_submitted *submitted, const struct as_languages *languages,
	const char *keep, char ***names, char **doubt, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 4, 5);
/** For a class: refuses a submission with the reason "entry-point" if the file that would be run
 * uses none of the other files, and another file is a complete program: any file, if main.* would
 * be run, else a file in a deeper folder. Not for languages that compile all files into one
 * program, because their compiler refuses two programs, nor for packages that add code. If the file
 * is not main.*, reads no input and uses a complete program, it may be a test of that program: then
 * sets *doubt on the heap, unless *doubt is set already. */
int as_submitted_refuse_unclear(struct as_submitted *submitted, const struct as_package *package,
	const struct as_languages *languages, char **doubt, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 3, 4);
/** True if the ending of the file, in upper or lower case, is that of a language. */
bool as_source_is_program(const struct as_source *file, const struct as_languages *languages)
	AS_NONNULL(1, 2);
/** Sets used[i] for each file that this file loads, or whose class this file names; comments do not
 * count. Files are given by their indexes; without a known language `used` is not changed. */
int as_source_find_used(const struct as_languages *languages, const struct as_sources *sources,
	size_t file, bool *used, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 4);
/** 1 if a Python file needs the folder around it: the file imports by the folder's name (`length`
 * bytes), or has a relative import of a module directly in the folder. 0: this file does not. -1:
 * no file does, because the name cannot be imported, or a file or folder in the folder has it.
 * `path` is relative to the folder. */
int as_python_needs_folder(const char *path, const struct as_bytes *text, const char *folder,
	size_t length) AS_NONNULL(1, 2, 3);
/** False if the package has code in include/ for Python, which finds only files beside itself, or
 * if outputs are submitted: their paths are those of the tests. */
bool as_python_may_keep_folder(const struct as_package *package) AS_NONNULL(1);
/** False if a program cannot start with the file: the file is not a source, is a library, or lacks
 * the function main that its language needs. */
bool as_source_may_start(const struct as_languages *languages, const struct as_source *source)
	AS_NONNULL(1, 2);
/** Sets whole[i] to the language of each file that is a complete program; other files are not
 * changed. A main between #if and #endif does not count. */
int as_source_find_whole(const struct as_languages *languages, const struct as_sources *sources,
	const struct as_language **whole, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** True for an unchanged sample of a development environment, and for a test of the project: such a
 * file is left out if the submission has another source. */
bool as_source_is_left_out(const struct as_source *file) AS_NONNULL(1);
/** Why it is left out, as text ("is the unchanged sample of PyCharm"). Free it. NULL:
 * as_source_is_left_out is false, or out of memory, and then the error is set. */
char *as_source_left_out_cause(const struct as_source *file, struct as_error *error) AS_NONNULL(1);
void as_submitted_clear(struct as_submitted *submitted) AS_NONNULL(1);
int as_submitted_copy(struct as_submitted *copy, const struct as_submitted *submitted,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Writes it as a record (assay/base/record.h), assay-submitted/1: equal files are equal bytes.
 * AS_ERROR_INPUT: its files have more than 240 MiB. */
int as_submitted_write(const struct as_submitted *submitted, struct as_bytes *bytes,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Reads such bytes, which may be hostile. 1: done; clear it. 0: they are of another version or
 * not a submission. -1: they are damaged, or there is no memory. */
int as_submitted_read(const void *data, size_t size, struct as_submitted *submitted,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);

/** The context that submissions are read in. All of it is borrowed. */
struct as_intake_config {
	const struct as_package *package;
	const struct as_languages *languages;
	struct as_workshop *workshop; /**< where an archive of answers is unpacked */
	const char *language;         /**< of submissions without a language; NULL: detected */
	const atomic_bool *cancel;    /**< or NULL */
};
/** The sources to compile, or (sources.reason) why the submission is refused. */
struct as_intake {
	struct as_sources sources;          /**< with the package's include code */
	const struct as_language *language; /**< or NULL */
	bool is_own;                        /**< an example of the package */
	bool is_entry; /**< its only source is the file that the entry point names, and may have
			  been renamed: the program needs no entry point */
};
/**
 * Reads an untrusted submission. One that cannot be judged is success with sources.reason set; a
 * missing or unreadable path is AS_ERROR_USAGE. Clear in any case.
 */
int as_intake_read(struct as_intake *intake, const struct as_intake_config *config,
	const struct as_submission *submission, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 3);
void as_intake_clear(struct as_intake *intake) AS_NONNULL(1);

#endif
