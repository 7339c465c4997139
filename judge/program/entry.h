/* SPDX-License-Identifier: MIT */
/*
 * entry: determines which class of a Java submission to start. It scans the words outside of
 * comments and literals, in one pass over the text, allocates nothing and never fails. If it does
 * not understand the text, the result is "Main", the default of the package format; the compiler
 * decides whether the text is Java at all. Unicode escapes are not decoded.
 */
#ifndef ASSAY_JUDGE_ENTRY_H
#define ASSAY_JUDGE_ENTRY_H

#include <assay/base.h>

#define AS_ENTRY_TYPE_BYTES 240 /* short enough for a file name, with an ending */

struct as_entry {
	char name[300];                        /* "package.Class", the argument of `java` */
	char public_type[AS_ENTRY_TYPE_BYTES]; /* the type that must be in a file of its name, or ""
						*/
	unsigned rank;                         /* of the best type so far; 0: none */
	bool has_main;                         /* `java` starts one of the types */
	bool is_default; /* of those, one has the default file name, or is in that file */
	/* Another type that `java` could start, which is preferred no less than `name`; or "". */
	char rival[300];
	char types[200];    /* the types, for messages: "A, B" */
	char misspelt[300]; /* "A.Main": a main with other letters; or "" */
};
#define AS_ENTRY_INIT                                                                              \
	{                                                                                          \
		.name = "Main"                                                                     \
	}

/*
 * Looks for a better entry in a file. The order of preference: a type with a main that `java`
 * starts; one whose main is not public; a public type without main. Among equals: a type in the
 * file `default_name` (or NULL) or of that name ("Main"), then a public type, then one with the
 * name of its file, then the first.
 */
void as_entry_scan_java(struct as_entry *entry, const char *file_name, const char *default_name,
	const struct as_bytes *text) AS_NONNULL(1, 2, 4);

#endif
