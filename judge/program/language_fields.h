/* SPDX-License-Identifier: MIT */
/* language_fields: the keys of the language table; private to judge/program. */
#ifndef ASSAY_PROGRAM_LANGUAGE_FIELDS_PRIVATE_H
#define ASSAY_PROGRAM_LANGUAGE_FIELDS_PRIVATE_H

#include <assay/base/node.h>
#include <assay/program/language.h>

/* An error at a key of a language, of an object in it, or at an item of that key's list; -1. */
int as_language_complain(const struct as_node *node, struct as_error *error, const char *format,
	...) AS_PRINTF(3, 4);
/* Allocates zeroed memory that lives as long as the table. */
void *as_language_keep(
	struct as_languages *languages, size_t size, struct as_error *error) AS_MUST_USE;
/* Defaults of omitted keys. */
void as_language_set_defaults(struct as_language *language);
/* Reads all keys of the language, which keeps texts of the document. */
int as_language_read_fields(struct as_languages *languages, const struct as_node *node,
	struct as_language *language, struct as_error *error) AS_MUST_USE;

#endif
