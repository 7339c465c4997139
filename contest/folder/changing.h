/* SPDX-License-Identifier: MIT */
/* changing: creates folders, and adds objects of other files to them. */
#ifndef ASSAY_CONTEST_FOLDER_CHANGING_H
#define ASSAY_CONTEST_FOLDER_CHANGING_H

#include "reading.h"

/* keys.c: true if objects of the part can have the key. */
bool folder_knows_key(enum folder_part part, const char *name);
/* folder.c: as_contest_open. Files that exist in its subfolder `stage` are read from there;
 * findings about added objects name their `origins`. Both may be NULL. */
struct as_contest *folder_open(const char *path, const char *stage,
	const struct folder_origins *origins, const struct as_contest_options *options,
	const atomic_bool *cancel, struct as_error *error) AS_MUST_USE;
/* stage.c: completes an import into the open folder `path` that was interrupted in its commit. */
int folder_complete(int fd, const char *path, struct as_error *error) AS_MUST_USE;
/* own.c: finds the file of a part. 1: found, and the caller owns both names; 0: there is none. */
int folder_find_part(const struct as_tree *tree, enum folder_part part, char **name, char **real,
	struct as_error *error) AS_MUST_USE;
/* table.c: reads a table of accounts as a list. */
int folder_load_table(
	const char *file, struct as_document *document, struct as_error *error) AS_MUST_USE;
/* tsv.c: reads a TSV file of the ICPC's older tools as lists, one document per part. 0: another
 * format. */
int folder_load_tsv(const char *file, struct as_document documents[FOLDER_PART_COUNT],
	struct as_error *error) AS_MUST_USE;
/* tsv.c: 1: a .tsv file of older tools; 0: another format; -1: the file cannot be read. */
int folder_is_tsv(const char *file, struct as_error *error) AS_MUST_USE;
/* tsv.c: makes an id from a name: other characters become '-'. `other`: if none is left. */
void folder_make_id(const char *name, const char *other, char id[AS_CONTEST_ID_MAX + 1]);
/* origin.c: where added objects come from. */
struct folder_origins {
	const char *file; /* the imported one; borrowed */
	struct origin *items;
	size_t count;
};
/* The line of an object of a list. */
unsigned folder_line_of(const struct as_document *document, size_t index);
/* Notes the last `count` objects of a file `name` of the folder, whose text is given, with their
 * lines in the imported file. */
int folder_origins_add(struct folder_origins *origins, const char *name, const char *text,
	const unsigned *imported, size_t count, struct as_error *error) AS_MUST_USE;
/* "line 9", on the heap: another line of the place's file. If the place belongs to an added object,
 * the text names the file too: "line 2 of people.csv". */
char *folder_origins_line(const struct folder_origins *origins, const struct as_error *place,
	unsigned line, struct as_error *error) AS_MUST_USE;
/* Findings about added objects get the place in the imported file: "./FILE:LINE" or, if it has a
 * folder, "FILE:LINE". */
int folder_origins_translate(const struct folder_origins *origins, struct as_findings *findings,
	struct as_error *error) AS_MUST_USE;
/* list_text.c: a list of the folder that is being changed. Initialise with `{0}`; clear it also
 * after a failure. */
struct folder_own {
	enum folder_part part;
	char *name;             /* of its file */
	struct as_bytes before; /* the file's text */
	json_t *items;          /* the list, in which the caller changes items and appends others */
	size_t count;           /* of the items that were there */
	bool *changed;          /* which of those the caller has changed */
	unsigned *starts;       /* their lines in the text */
};
/* A missing file is an empty list. */
int folder_own_read(struct folder_own *own, enum folder_part part, int dir_fd,
	struct as_error *error) AS_MUST_USE;
/* Writes the file to the stage, unless nothing has changed. `lines`: of the added items, in the
 * imported file. */
int folder_own_write(const struct folder_own *own, int stage_fd, struct folder_origins *origins,
	const unsigned *lines, struct as_error *error) AS_MUST_USE;
void folder_own_clear(struct folder_own *own);
/* import.c: state of an import. */
struct folder_import {
	const char *from; /* the source's name */
	int to_fd;        /* the new files */
	struct as_findings *notes;
	const atomic_bool *cancel;
	int64_t *ended_wall_ms; /* set if the package's state has it */
};
int folder_import(
	const struct folder_import *import, int from_fd, struct as_error *error) AS_MUST_USE;
/* import.c: sets a random password for each account of a list that has neither a password nor an
 * ip. */
int folder_add_passwords(json_t *accounts, size_t *count, struct as_error *error) AS_MUST_USE;

#endif
