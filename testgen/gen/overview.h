/* SPDX-License-Identifier: MIT */
#pragma once
#include "feedback.h"

/* ---- bounds that a test reaches
 * --------------------------------------------------------------- */

#define GEN_MAX_NAMES_ 256

struct gen_seen_ {
	const char *name;
	unsigned decimals;
	uint64_t count;
	int64_t min, max;
	bool lower, upper; /* true if a value was the minimum or maximum that is allowed */
};

struct gen_overview_ {
	const char *path; /* NULL: not wanted */
	size_t count, latest;
	struct gen_seen_ names[GEN_MAX_NAMES_];
};

static inline struct gen_overview_ *gen_overview_get_(void)
{
	static struct gen_overview_ overview;
	return &overview;
}

/* The row of a name, which is added if necessary; NULL if there are too many. The name is copied,
 * because it may be in a buffer that the program reuses for each value. */
static inline struct gen_seen_ *gen_overview_find_(const char *name)
{
	struct gen_overview_ *overview = gen_overview_get_();
	struct gen_seen_ *latest = &overview->names[overview->latest];
	if (overview->count && strcmp(latest->name, name) == 0)
		return latest;
	for (size_t i = 0; i < overview->count; i++)
		if (strcmp(overview->names[i].name, name) == 0)
			return &overview->names[overview->latest = i];
	if (overview->count == GEN_MAX_NAMES_)
		return NULL;
	char *copy = (char *)gen_allocate_(strlen(name) + 1, 1);
	overview->latest = overview->count++;
	overview->names[overview->latest].name = strcpy(copy, name);
	return &overview->names[overview->latest];
}

static inline void gen_overview_note_(
	const char *name, int64_t value, int64_t lo, int64_t hi, unsigned decimals)
{
	struct gen_seen_ *seen = gen_overview_find_(name ? name : "a value");
	if (!seen)
		return;
	if (!seen->count || value < seen->min)
		seen->min = value;
	if (!seen->count || value > seen->max)
		seen->max = value;
	seen->decimals = decimals;
	seen->lower = seen->lower || value == lo;
	seen->upper = seen->upper || value == hi;
	seen->count++;
}

static inline void gen_overview_start_(void)
{
	gen_overview_get_()->path = gen_option_file_("overview", "GEN_OVERVIEW");
}

static inline void gen_overview_write_(const struct gen_seen_ *seen)
{
	gen_write_int((int64_t)seen->count);
	gen_space();
	gen_write_real(seen->min, seen->decimals);
	gen_space();
	gen_write_real(seen->max, seen->decimals);
	gen_text(seen->lower ? " lower" : " -");
	gen_text(seen->upper ? " upper " : " - ");
	gen_text(seen->name);
	gen_newline();
}

static inline void gen_overview_end_(void)
{
	const struct gen_overview_ *overview = gen_overview_get_();
	FILE *file = overview->path ? fopen(overview->path, "w") : NULL;
	if (!overview->path)
		return;
	if (!file)
		gen_fail("cannot open %s: %s", overview->path, strerror(errno));
	gen_write_to_(file);
	gen_text("gen-overview 1\n");
	for (size_t i = 0; i < overview->count; i++)
		gen_overview_write_(&overview->names[i]);
	gen_write_close_(overview->path);
}
