/* SPDX-License-Identifier: MIT */
/* roots: the files of the machine that a run of a language sees. */
#ifndef ASSAY_PROGRAM_ROOTS_H
#define ASSAY_PROGRAM_ROOTS_H

#include "workshop.h"

/* The views that a workshop has made, one set for each language; safe from any thread. */
struct as_root_cache *as_root_cache_new(struct as_error *error) AS_MUST_USE;
void as_root_cache_free(struct as_root_cache *root_cache);
/*
 * The views of the roots of a language, borrowed until the workshop closes: at most
 * AS_ROOT_MOUNTS mounts, and some links. Makes the tree if it is missing or out of date.
 */
int as_roots_find(const struct as_workshop *workshop, const struct as_language *language,
	const struct as_view **views, size_t *count, struct as_error *error) AS_MUST_USE;

#define AS_ROOT_MOUNTS 10

#endif
