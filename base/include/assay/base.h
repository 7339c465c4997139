/* SPDX-License-Identifier: MIT */
/**
 * base: the foundation of all other libraries. It has the error value, units as people type them,
 * files opened safely, JSON and YAML with the place of each value, content digests and a progress
 * bar.
 *
 * Conventions of the whole project:
 * - A function that can fail returns 0 or a valid pointer, and -1 or NULL on failure; the reason
 *   is in the `struct as_error` of the caller, which is always the last parameter and may be NULL.
 * - Pairs: new/free (heap), init/clear (in place), open/close, parse/format. free, close and clear
 *   take NULL and half-built objects, unless a prototype says otherwise.
 * - Everything is safe from any thread on distinct objects unless a prototype says otherwise.
 * - No function here prints, logs or exits, except as_progress_*, which draws a bar.
 */
#ifndef ASSAY_BASE_H
#define ASSAY_BASE_H

#include <jansson.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#define AS_PRINTF(format_index, first) __attribute__((format(printf, format_index, first)))
#define AS_MUST_USE __attribute__((warn_unused_result))
#define AS_NONNULL(...) __attribute__((nonnull(__VA_ARGS__)))

/* Needs the macros above, and all below needs it. */
#include <assay/base/errors.h>

/* ---- resources ------------------------------------------------------------------------- */

#define AS_AUTO(cleaner) __attribute__((cleanup(cleaner)))
#define AS_AUTO_FREE AS_AUTO(as_auto_free)
#define AS_AUTO_FD AS_AUTO(as_auto_fd)        /* int, initialised to -1 or a descriptor */
#define AS_AUTO_FILE AS_AUTO(as_auto_file)    /* FILE * */
#define AS_AUTO_JSON AS_AUTO(as_auto_json)    /* json_t * */
#define AS_AUTO_BYTES AS_AUTO(as_bytes_clear) /* struct as_bytes */

static inline void as_auto_free(void *pointer)
{
	free(*(void **)pointer);
}
static inline void as_auto_fd(const int *fd)
{
	if (*fd >= 0)
		close(*fd);
}
/** Closes a descriptor, unless it is -1, which it is then. */
static inline void as_fd_close(int *fd)
{
	as_auto_fd(fd);
	*fd = -1;
}
static inline void as_auto_file(FILE **file)
{
	if (*file)
		fclose(*file);
}
static inline void as_auto_json(json_t **value)
{
	json_decref(*value);
}

/** Moves a pointer: yields its value and sets it to NULL. */
#define as_steal(pointer)                                                                          \
	({                                                                                         \
		__typeof__(pointer) stolen_ = (pointer);                                           \
		(pointer) = NULL;                                                                  \
		stolen_;                                                                           \
	})
/** Moves a descriptor: yields its value and sets it to -1. */
#define as_steal_fd(fd)                                                                            \
	({                                                                                         \
		int stolen_ = (fd);                                                                \
		(fd) = -1;                                                                         \
		stolen_;                                                                           \
	})

/** Bytes on the heap. A NUL that `size` does not count follows, so text can be used as a string. */
struct as_bytes {
	char *data;
	size_t size;
};
void as_bytes_clear(struct as_bytes *bytes);
/** Sets `to`, which has nothing, to a copy of `size` bytes. Fails only if out of memory. */
int as_bytes_copy(struct as_bytes *to, const char *data, size_t size,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/**
 * Grows a heap array of `count` items so that it can hold one more. The capacity doubles, so only
 * this function may grow the array. Returns the array, or NULL if out of memory; the array is then
 * unchanged.
 */
void *as_array_grow(
	void *items, size_t count, size_t item_bytes, struct as_error *error) AS_MUST_USE;
/** Makes room for one more item in the array `items`, a variable; false if out of memory. */
#define as_array_reserve(items, count, error)                                                      \
	({                                                                                         \
		void *grown_ = as_array_grow((items), (count), sizeof(*(items)), (error));         \
		if (grown_)                                                                        \
			(items) = grown_;                                                          \
		grown_ != NULL;                                                                    \
	})

/** Compare two numbers of the named type, for qsort. */
int as_size_compare(const void *a, const void *b) AS_NONNULL(1, 2);
int as_int64_compare(const void *a, const void *b) AS_NONNULL(1, 2);

/* ---- text and units --------------------------------------------------------------------- */

/** As asprintf, but returns the string (free with free), or NULL with the error set. */
char *as_text_format(struct as_error *error, const char *format, ...) AS_PRINTF(2, 3) AS_MUST_USE;
/**
 * Copies `text` into `buffer` with control characters and invalid UTF-8 written as \xNN. If it does
 * not fit, it is cut at a character boundary and ends in "...". Returns `buffer`.
 */
char *as_text_printable(const char *text, size_t length, char *buffer, size_t size)
	AS_NONNULL(1, 3);
/** True if the bytes are valid UTF-8 (RFC 3629: no overlong forms, surrogates, or > U+10FFFF). */
bool as_text_is_utf8(const char *text, size_t length) AS_NONNULL(1);
/** Recodes Windows-1252 as UTF-8 into `out` (clear it); bytes that it leaves undefined become
 * control characters. */
int as_text_from_windows_1252(const char *text, size_t size, struct as_bytes *out,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/** True if the last bytes of `text` are `ending`. An empty ending ends every text. */
bool as_text_ends(const char *text, const char *ending) AS_NONNULL(1, 2);
/** Returns the length of `text` without `ending`. 0 if the text does not end with it, or if nothing
 * precedes it: ".in" is a hidden file, not a test without a name. */
size_t as_text_stem(const char *text, const char *ending) AS_NONNULL(1, 2);
/** The beginning of a line, from 1; NULL: there is none. */
const char *as_text_line(const char *text, unsigned line);
/** A control character of ASCII. */
bool as_text_has_control(const char *text) AS_NONNULL(1);
/** What follows the last slash of a path. */
const char *as_text_last_part(const char *path) AS_NONNULL(1);
/** True if a path leads into the folder `folder`. */
bool as_text_is_beneath(const char *path, const char *folder) AS_NONNULL(1, 2);
static inline bool as_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/**
 * Returns the entry of `names` (borrowed) with the smallest edit distance to `name`; of equal ones
 * the first. NULL if every distance exceeds `max`; SIZE_MAX: no maximum.
 */
const char *as_text_nearest(const char *name, const char *const *names, size_t count, size_t max)
	AS_NONNULL(1, 2);
/** Writes "a, b or c" into `list`, cut off if it does not fit. */
void as_text_choices(const char *const *names, size_t count, char *list, size_t size)
	AS_NONNULL(1, 3);
/** The size of an as_text_suggestion. */
#define AS_SUGGESTION_SIZE 128
/**
 * Writes what follows an unknown name in a message, before the remedy: "; did you mean 'X'?" if one
 * of `names` differs by case only or by about a third of the letters, else ";". Returns `text`.
 */
char *as_text_suggestion(const char *name, const char *const *names, size_t count,
	char text[AS_SUGGESTION_SIZE]) AS_NONNULL(1, 2, 4);
/** The same in a buffer of the enclosing block: for the arguments of a call. */
#define AS_SUGGESTION(name, names, count)                                                          \
	as_text_suggestion(name, names, count, (char[AS_SUGGESTION_SIZE]){0})

/** Texts by name, sorted by the bytes of the name. `{0}` is an empty one. */
struct as_text_pair {
	char *name;
	char *value;
};
struct as_text_map {
	struct as_text_pair *items;
	size_t count;
};
/** Returns the value (borrowed), or NULL if the map does not have the name. */
const char *as_text_map_get(const struct as_text_map *map, const char *name) AS_NONNULL(1, 2);
/** Adds or replaces the value of `name`. Copies both texts. */
int as_text_map_set(struct as_text_map *map, const char *name, const char *value,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
void as_text_map_clear(struct as_text_map *map);

/** Large enough for every result of as_number_format. */
#define AS_NUMBER_SIZE 32
/** Writes a number with all its digits, at most 15 ("1234567", "33.3333333333333"), and an exponent
 * only beyond that. Returns `text`. */
char *as_number_format(double value, char text[AS_NUMBER_SIZE]) AS_NONNULL(2);
/** The same in a buffer of the enclosing block: for the arguments of a call. */
#define AS_NUMBER(value) as_number_format(value, (char[AS_NUMBER_SIZE]){0})

/** No limit. 0 is a limit of zero, and never means this. */
#define AS_UNLIMITED_NS INT64_MAX
#define AS_UNLIMITED_BYTES UINT64_MAX

/**
 * Parses a duration as people type it: digits, at most one '.', and a unit: ns, us, ms, s, min, h
 * ("1.5s", "200ms"). A malformed or negative one, a missing unit or an overflow is an
 * AS_ERROR_USAGE.
 */
int as_duration_parse(const char *text, int64_t *value_ns, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
/** Parses a size: digits and a unit: B, KiB, MiB, GiB, kB, MB, GB ("64MiB"). Errors as above. */
int as_size_parse(const char *text, uint64_t *value_bytes, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
/** Parses a whole number from min to max, digits only. Errors as above. */
int as_count_parse(const char *text, uint64_t min, uint64_t max, uint64_t *value,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4);

/* ---- files ------------------------------------------------------------------------------ */

/**
 * Opens a regular file beneath `dirfd` (AT_FDCWD: any path) for reading, close-on-exec. Beneath a
 * real directory descriptor it uses RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS; beneath AT_FDCWD it
 * follows links on the way, but not the last name. Only a regular file is ever opened for reading,
 * so a FIFO cannot block the caller. Fails with sys_errno ELOOP for a link, and EINVAL for anything
 * else that is not a regular file. Kind: AS_ERROR_INPUT; AS_ERROR_INTERNAL if descriptors, memory
 * or disk space run out; AS_ERROR_MACHINE without /proc or openat2. The kinds apply to every
 * function of this section. error.where is `path`.
 */
int as_file_open(int dirfd, const char *path, struct as_error *error) AS_MUST_USE AS_NONNULL(2);
/** Opens a directory by the same rules ("link/" follows a typed link), with O_DIRECTORY |
 * O_CLOEXEC. */
int as_dir_open(int dirfd, const char *path, struct as_error *error) AS_MUST_USE AS_NONNULL(2);
/** Reads all of an open regular file from its start, and does not change its offset. A file of more
 * than max_bytes fails with sys_errno EFBIG. Fills `out` (clear it); on failure it is empty. */
int as_fd_read(int fd, uint64_t max_bytes, struct as_bytes *out, struct as_error *error) AS_MUST_USE
	AS_NONNULL(3);
/** as_file_open and as_fd_read; the error names the path. */
int as_file_read(int dirfd, const char *path, uint64_t max_bytes, struct as_bytes *out,
	struct as_error *error) AS_MUST_USE AS_NONNULL(2, 4);
/** Writes all of `data`, and handles EINTR and short writes. Sets sys_errno. */
int as_fd_write(int fd, const void *data, size_t size, struct as_error *error) AS_MUST_USE;
/** Seals a memory file against every change. Waits while the kernel refuses (EBUSY) because it uses
 * pages of the file, as on a busy machine. Returns 0, or -1 with errno. */
int as_fd_seal(int fd) AS_MUST_USE;
/**
 * Replaces a whole file beneath dirfd atomically: it writes a new file with a random name, then
 * calls fsync and rename. An existing link at `path` is replaced, not followed; from AT_FDCWD it is
 * refused. A device or the like is always refused (as_file_check_target).
 */
int as_file_write(int dirfd, const char *path, const void *data, size_t size, mode_t mode,
	struct as_error *error) AS_MUST_USE AS_NONNULL(2);
/** Flushes a file's folder, so that the file's new name survives a power cut. -1: sets errno. */
int as_file_flush_name(const char *path) AS_MUST_USE AS_NONNULL(1);
/** Removes the unfinished files of as_file_write in a folder. Those of living processes are locked,
 * and stay; without flock, all stay. Does nothing if `dirfd` is -1. */
void as_file_remove_drafts(int dirfd);
/**
 * Returns 0 if a file may be renamed to a path that a person typed: its folder can be written, and
 * the path does not exist or is a regular file. If is_own is not NULL, the file must be empty or
 * one for which is_own returns true; `own` says what such a file is: "an HTML page". Else
 * AS_ERROR_USAGE with a remedy. Call it before long work whose result is written there.
 */
int as_file_check_target(const char *path, bool (*is_own)(int fd), const char *own,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Copies an open regular file from its start to a new file (O_EXCL) beneath dirfd. max_bytes is as
 * in as_fd_read. */
int as_file_copy(int from_fd, int dirfd, const char *path, mode_t mode, uint64_t max_bytes,
	struct as_error *error) AS_MUST_USE AS_NONNULL(3);
/** Makes a folder and its missing parents beneath dirfd, and follows no link. */
int as_dir_make(int dirfd, const char *path, mode_t mode, struct as_error *error) AS_MUST_USE
	AS_NONNULL(2);
/**
 * Renames to a name that does not exist yet: -1 with errno EEXIST if it does. Network file systems
 * lack the atomic call; there a name that another process makes at the same moment is replaced, if
 * it is a file or an empty folder.
 */
int as_rename_new(int from_fd, const char *from, int to_fd, const char *to) AS_MUST_USE
	AS_NONNULL(2, 4);
/** Removes a tree of any depth in bounded memory, and follows no link. It need not exist. */
int as_dir_remove(int dirfd, const char *path, struct as_error *error) AS_NONNULL(2);
/**
 * Returns the entries of a directory without "." and "..", sorted by bytes: a NULL-terminated array
 * of heap strings (free with as_names_free). More than max_count entries is an AS_ERROR_INPUT.
 */
char **as_dir_list(int dirfd, size_t max_count, struct as_error *error) AS_MUST_USE;

/* ---- cancelling -------------------------------------------------------------------------- */

/** Long work polls a flag that a signal handler or another thread sets, and that is never reset.
 * NULL is never cancelled. */
static inline bool as_is_cancelled(const atomic_bool *cancel)
{
	return cancel && atomic_load_explicit(cancel, memory_order_relaxed);
}
/** Returns 0, or -1 with AS_ERROR_INTERNAL "interrupted" if the flag is set. */
int as_cancel_check(const atomic_bool *cancel, struct as_error *error) AS_MUST_USE;

/** The time of CLOCK_MONOTONIC. */
int64_t as_now_ns(void);

#include <assay/base/digest.h>
#include <assay/base/document.h>
#include <assay/base/progress.h>
#include <assay/base/texts.h>

#endif
