/* SPDX-License-Identifier: MIT */
/** Texts on the heap, and lists of names that end with NULL. */
#ifndef ASSAY_BASE_TEXTS_H
#define ASSAY_BASE_TEXTS_H

#include <assay/base.h>

/** Puts a copy of a text, or NULL, in place of another text on the heap, or of NULL. If out of
 * memory, that one stays. */
int as_text_copy(char **to, const char *from, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Closes a stream of open_memstream, or takes NULL, and returns the stream's text. NULL: out of
 * memory; the text is then NULL, too. */
char *as_text_close(FILE *stream, char **text, struct as_error *error) AS_MUST_USE AS_NONNULL(2);
/** Calls `note` with the formatted text. Does nothing if `note` is NULL or memory is short. */
void as_note(void (*note)(void *context, const char *text), void *context, const char *format,
	va_list arguments) AS_PRINTF(3, 0) AS_NONNULL(3);
void as_names_free(char **names);
/** The number of names of a list that ends with NULL; 0 for NULL. */
size_t as_names_count(char *const *names);
/** True if the name is one of a list that ends with NULL, or is NULL. */
bool as_text_is_one_of(const char *name, const char *const *names) AS_NONNULL(1);
bool as_names_have(char *const *names, const char *name) AS_NONNULL(2);
/** A copy of a list that ends with NULL; NULL: out of memory. */
char **as_names_copy(char *const *names, struct as_error *error) AS_MUST_USE;
/** Appends a name to a NULL-terminated list, or to NULL, and takes ownership of the name. If `name`
 * is NULL, returns -1 and leaves `error` unchanged. */
int as_names_add(char ***names, char *name, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Compares two names, for qsort and bsearch. */
int as_names_compare(const void *a, const void *b) AS_NONNULL(1, 2);
static inline void as_auto_names(char ***names)
{
	as_names_free(*names);
}
#define AS_AUTO_NAMES AS_AUTO(as_auto_names)

#endif
