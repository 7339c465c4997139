/* SPDX-License-Identifier: MIT */
#pragma once
#include "read.h"
#include "trees.h"

/* ---- graphs in validators -------------------------------------------------------------------- */

/** Reads lines as gen_write_edges writes them, with ends from 1 to n. */
static inline void gen_read_edges(struct gen_edge *edges, size_t count, int64_t n)
{
	for (size_t i = 0; i < count; i++) {
		edges[i].from = gen_read_int(1, n, "a vertex");
		gen_read_space();
		edges[i].to = gen_read_int(1, n, "a vertex");
		gen_read_newline();
	}
}

/** Reads lines as gen_write_weighted_edges writes them, with ends from 1 to n and weights from lo
 * to hi. */
static inline void gen_read_weighted_edges(
	struct gen_edge *edges, int64_t *weights, size_t count, int64_t n, int64_t lo, int64_t hi)
{
	for (size_t i = 0; i < count; i++) {
		edges[i].from = gen_read_int(1, n, "a vertex");
		gen_read_space();
		edges[i].to = gen_read_int(1, n, "a vertex");
		gen_read_space();
		weights[i] = gen_read_int(lo, hi, "a weight");
		gen_read_newline();
	}
}

static inline int64_t gen_find_root_(int64_t *above, int64_t at)
{
	while (above[at] != at)
		at = above[at] = above[above[at]];
	return at;
}

/** Returns the number of connected components of the vertices 1 to n, ignoring directions. */
static inline int64_t gen_count_parts(const struct gen_edge *edges, size_t count, int64_t n)
{
	int64_t *above = gen_array((size_t)n + 1), parts = n;
	for (int64_t i = 1; i <= n; i++)
		above[i] = i;
	for (size_t i = 0; i < count; i++) {
		int64_t from = gen_find_root_(above, edges[i].from);
		int64_t to = gen_find_root_(above, edges[i].to);
		above[from] = to;
		parts -= from != to;
	}
	free(above);
	return parts;
}

static inline bool gen_is_connected(const struct gen_edge *edges, size_t count, int64_t n)
{
	return gen_count_parts(edges, count, n) <= 1;
}

static inline bool gen_is_tree(const struct gen_edge *edges, size_t count, int64_t n)
{
	return (uint64_t)count + 1 == (uint64_t)n && gen_is_connected(edges, count, n);
}

/** True if all values are distinct. */
static inline bool gen_is_distinct(const int64_t *values, size_t count)
{
	int64_t *sorted = gen_array(count);
	bool distinct = true;
	if (count)
		memcpy(sorted, values, count * sizeof *values);
	gen_sort(sorted, count);
	for (size_t i = 1; i < count && distinct; i++)
		distinct = sorted[i] != sorted[i - 1];
	free(sorted);
	return distinct;
}

/** True if no edge is a loop, and no two edges join the same vertices in either direction. At most
 * 10^9 vertices. */
static inline bool gen_is_simple(const struct gen_edge *edges, size_t count)
{
	int64_t *places = gen_array(count);
	bool simple = true;
	for (size_t i = 0; i < count; i++) {
		int64_t from = edges[i].from, to = edges[i].to;
		simple = simple && from != to;
		places[i] = from < to ? to * (to - 1) / 2 + from : from * (from - 1) / 2 + to;
	}
	simple = simple && gen_is_distinct(places, count);
	free(places);
	return simple;
}
