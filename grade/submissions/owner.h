/* SPDX-License-Identifier: MIT */
/* owner: finds the owner of a file of an export, from its path alone. */
#ifndef ASSAY_GRADE_OWNER_H
#define ASSAY_GRADE_OWNER_H

#include "draft.h"

struct owner {
	struct claim claim;
	char *key;
	const char *rest; /* the rest of the path, which is the file's own; "": the folder itself */
	bool is_late;
	bool is_anonymous; /* the claim is a number that Canvas made instead of a name */
	bool is_text_entry;
	bool is_by_stem;
	uint64_t attempt; /* 0: none */
	bool has_time;
	int64_t time_s;
};

/* Reads a path beneath the folder of the class. 1: done; clear it. 0: the path does not fit the
 * layout. `has_attempts` (layout folders only): the folders of the person are attempts. */
int owner_read(struct owner *owner, enum as_layout layout, const char *path, bool has_attempts,
	struct clock *clock, struct as_error *error) AS_MUST_USE;
void owner_clear(struct owner *owner);

/* True if the first part of a path fits the platform's pattern. */
bool owner_is_moodle(const char *path);
bool owner_is_canvas(const char *path);
/* 1 if the name of a folder is that of an attempt ("attempt-2", a time with an offset); sets the
 * attempt. `length` is the length of the name. */
int owner_read_attempt(const char *name, size_t length, struct clock *clock, struct owner *owner,
	struct as_error *error) AS_MUST_USE;

#endif
