/* SPDX-License-Identifier: MIT */
/*
 * entry: which class of a Java submission to start. A scan of the words outside comments and
 * literals, not a parse: it takes one pass over the text, allocates nothing and never fails. What
 * it does not understand ends as "Main", the default of the package format, and whether the text is
 * Java at all is the compiler's to say. Unicode escapes are not decoded.
 */
#ifndef ASSAY_JUDGE_ENTRY_H
#define ASSAY_JUDGE_ENTRY_H

#include <assay/base.h>

#define AS_ENTRY_TYPE_BYTES 240 /* with an ending it is still a file's name */

struct as_entry {
	char name[300];                        /* "package.Class", what `java` is called with */
	char public_type[AS_ENTRY_TYPE_BYTES]; /* whose file must be called like it, or "" */
	unsigned rank;                         /* how good the best type so far is; 0: none */
	bool has_main;                         /* `java` starts one of the types */
	bool is_usual; /* of those, one has the usual file's name, or is in that file */
};
#define AS_ENTRY_INIT                                                                              \
	{                                                                                          \
		.name = "Main"                                                                     \
	}

/*
 * Looks for a better entry in one file. A type with a main that `java` starts wins over one without
 * `public`, that over a public type without main; among equals one in the file called
 * `usual_name` (or NULL), or called like it ("Main"), then a public type, then one called like its
 * file, then the first.
 */
void as_entry_scan_java(struct as_entry *entry, const char *file_name, const char *usual_name,
	const struct as_bytes *text) AS_NONNULL(1, 2, 4);

#endif
