/* SPDX-License-Identifier: MIT */
/* sources: untrusted source files, read once into memory, or copied from memory. */
#ifndef ASSAY_PROGRAM_SOURCES_H
#define ASSAY_PROGRAM_SOURCES_H

#include <assay/package.h>

struct as_source {
	char *name; /* relative, safe characters only */
	struct as_bytes data;
	struct as_bytes original; /* the original bytes if `data` was recoded, else empty */
	bool executable;
	bool is_added; /* code of the package, beside a submission's own */
};

/** True if a part of the path is a folder of tests of Maven or Gradle, such as "src/test". */
bool as_path_is_of_tests(const char *path) AS_NONNULL(1);

/* Folders into which only build tools wrote sources: obj/ beside a .csproj, target/ beside a
 * pom.xml; and such sources in folders that have sources of the student also. */
struct as_build_folders {
	char **paths; /* sorted; a source that a tool made: "folder//source" */
	size_t count;
};
struct as_languages;
/** Finds those among the paths of a submission's files, by the files beside and in them. Clear it
 * in any case. */
int as_build_folders_find(struct as_build_folders *folders, const struct as_languages *languages,
	const char *const *paths, size_t count, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
/** The length of the path's beginning that is such a folder; all of the path: such a source in a
 * folder; 0: neither. */
size_t as_build_folders_length(const struct as_build_folders *folders, const char *path)
	AS_NONNULL(1, 2);
void as_build_folders_clear(struct as_build_folders *folders);

struct as_sources {
	struct as_source *files; /* sorted by name */
	size_t count;
	uint64_t size_bytes;
	bool single;        /* read from a file, not a folder */
	bool keeps_modes;   /* executable bits matter: they are written, and in the digest */
	const char *reason; /* why it cannot be judged ("empty", "too-large", "not-regular",
			       "language", "name"), or NULL */
	const char *text;   /* then the same for people: "it is larger than ..." */
	char *own_text;     /* what `text` points to, if it is not a constant; or NULL */
	char **notes;       /* how its files were interpreted: NULL-terminated; NULL: none */
};

/* Maximum size of the files of a folder that are not code. */
#define AS_SOURCES_OTHER_BYTES (UINT64_C(64) << 20)
/* A zip archive must have fewer entries. It is more than the maximum number of files, because
 * hidden files and folders are left out. */
#define AS_SOURCES_ZIP_ENTRIES 10000

/*
 * Reads a file of at most max_bytes, or a folder of at most AS_SOURCES_OTHER_BYTES more (the
 * language determines later which of its files are code), beneath dir_fd (AT_FDCWD: any path). A
 * submission that cannot be judged is success with `reason` set; a missing or unreadable path is
 * AS_ERROR_USAGE. No link is followed: those in a folder are left out with a note. `cancel`: as in
 * as_cancel_check.
 */
int as_sources_read(struct as_sources *sources, int dir_fd, const char *path, uint64_t max_bytes,
	const atomic_bool *cancel, struct as_error *error) AS_MUST_USE;
/* A file in memory. All of it is borrowed. */
struct as_memory_file {
	const char *name; /* "a.py"; its ending may show the language. In a folder: its path beneath
			     the folder, "lib/util.py" */
	const void *data;
	size_t size;
};
/* As as_sources_read, but copies files in memory: a single file, or those of a folder (is_folder,
 * or more than one). The reason "name": no folder can hold files of these names. */
int as_sources_take(struct as_sources *sources, const struct as_memory_file *files, size_t count,
	bool is_folder, uint64_t max_bytes, struct as_error *error) AS_MUST_USE;
/* As as_sources_read, for files of the package whose folder is dir_fd: follows links within the
 * package. */
int as_sources_read_own(struct as_sources *sources, int dir_fd, const char *path,
	uint64_t max_bytes, const atomic_bool *cancel, struct as_error *error) AS_MUST_USE;
/* Sets the reason, unless one is set. Both texts are borrowed and must stay valid. */
void as_sources_refuse(struct as_sources *sources, const char *reason, const char *text);
/* The same with a text on the heap, of which it takes ownership. NULL: out of memory. */
int as_sources_refuse_own(struct as_sources *sources, const char *reason, char *text,
	struct as_error *error) AS_MUST_USE;
/* Adds a note, of one line, on how its files were interpreted. */
int as_sources_note(struct as_sources *sources, struct as_error *error, const char *format, ...)
	AS_PRINTF(3, 4) AS_MUST_USE;
/* Puts the files in the order of their names again. */
void as_sources_sort(struct as_sources *sources);
/* The file of that name, or NULL. */
const struct as_source *as_sources_find(const struct as_sources *sources, const char *name);
/* Moves the files of `from` here; they replace files of the same name. Clear `from` in any case. */
int as_sources_merge(
	struct as_sources *sources, struct as_sources *from, struct as_error *error) AS_MUST_USE;
/* Removes the file at an index. */
void as_sources_drop(struct as_sources *sources, size_t index);
void as_sources_clear(struct as_sources *sources);
/*
 * Replaces `{{name}}` and `{{name.variant}}` in the files by the package's constants (NULL: none);
 * unknown names stay.
 */
int as_sources_fill(struct as_sources *sources, const struct as_text_map *constants,
	struct as_error *error) AS_MUST_USE;
/* The digest of names and original contents. */
void as_sources_digest(const struct as_sources *sources, char hex[AS_DIGEST_HEX_SIZE]);
/* Writes them as files, readable by all, into an existing folder. */
int as_sources_write(
	const struct as_sources *sources, int dir_fd, struct as_error *error) AS_MUST_USE;

#endif
