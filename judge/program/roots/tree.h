/* SPDX-License-Identifier: MIT */
/*
 * tree: the files that a plan copies, as a folder of the cache: CACHE/roots/DIGEST. A judge that
 * uses a tree holds a shared lock on it, so that no other judge removes it.
 */
#ifndef ASSAY_PROGRAM_ROOT_TREE_H
#define ASSAY_PROGRAM_ROOT_TREE_H

#include "plan.h"
#include "workshop.h"

/* Names in a tree that are not paths of the sandbox: an empty file and an empty folder, to cover
 * others. */
#define AS_ROOT_NO_FILE ".file"
#define AS_ROOT_NO_FOLDER ".folder"

/* Finds the tree of a plan, or makes it. Writes its path, and returns a descriptor that locks it;
 * -1 on failure. */
int as_root_tree_open(const struct as_workshop *workshop, const struct as_root_plan *plan,
	char path[PATH_MAX], struct as_error *error) AS_MUST_USE;

#endif
