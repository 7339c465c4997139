/* SPDX-License-Identifier: MIT */
#pragma once
#include "choose.h"
#include "write.h"

/* ---- trees ----------------------------------------------------------------------------------- */

struct gen_edge {
	int64_t from, to;
};

#define GEN_TREES_ "path star caterpillar binary complete broom deep random"

/* Half of the vertices are a path; the others are attached to it. */
static inline void gen_parents_caterpillar_(int64_t *parents, int64_t n)
{
	for (int64_t i = 1; i < n; i++)
		parents[i] = i < (n + 1) / 2 ? i - 1 : gen_int(0, (n + 1) / 2 - 1);
}

/* At most two children: each vertex gets one of the free positions. */
static inline void gen_parents_binary_(int64_t *parents, int64_t n)
{
	int64_t *places = gen_array((size_t)n + 1);
	size_t count = 2;
	for (int64_t i = 1; i < n; i++) {
		size_t place = (size_t)gen_draw(count - 1);
		parents[i] = places[place];
		places[place] = i;
		places[count++] = i;
	}
	free(places);
}

/** Draws the parents of the vertices 0 to n - 1. The root is 0 and has the parent -1. A parent is
 * `near` to `far` less than its child, or nearer close to the root. 1 and 1 make a path, 1 and n a
 * random tree. */
static inline void gen_parents_within(int64_t *parents, int64_t n, int64_t near, int64_t far)
{
	if (n < 1 || near < 1 || near > far)
		gen_fail("gen_parents_within: no tree of %" PRId64 " vertices with parents %" PRId64
			 " to %" PRId64 " before",
			n, near, far);
	parents[0] = -1;
	for (int64_t i = 1; i < n; i++) {
		int64_t back = gen_int(near < i ? near : i, far < i ? far : i);
		parents[i] = i - back;
	}
}

/** The same with a shape by name: path, star, caterpillar, binary (at most two children), complete
 * (a binary heap), broom (a path that ends in a star), deep (within 1 and 3) or random (within 1
 * and n). Every parent is less than its child. */
static inline void gen_parents(int64_t *parents, int64_t n, const char *shape)
{
	enum { PATH, STAR, CATERPILLAR, BINARY, COMPLETE, BROOM, DEEP, RANDOM };
	const int which = gen_word_find_(GEN_TREES_, shape, strlen(shape));
	if (which < 0)
		gen_fail("unknown tree '%s'; use one of '%s'", shape, GEN_TREES_);
	if (which == RANDOM || which == DEEP || n < 1) {
		gen_parents_within(parents, n, 1, which == DEEP ? 3 : INT64_MAX);
		return;
	}
	if (which == CATERPILLAR)
		gen_parents_caterpillar_(parents, n);
	else if (which == BINARY)
		gen_parents_binary_(parents, n);
	for (int64_t i = 1; i < n; i++)
		if (which == PATH || (which == BROOM && i <= n / 2))
			parents[i] = i - 1;
		else if (which == STAR || which == BROOM)
			parents[i] = which == STAR ? 0 : n / 2;
		else if (which == COMPLETE)
			parents[i] = (i - 1) / 2;
	parents[0] = -1;
}

/** Renames the vertices 1 to n at random, shuffles the edges, and reverses some of them unless they
 * are `directed`. */
static inline void gen_relabel(struct gen_edge *edges, size_t count, int64_t n, bool directed)
{
	int64_t *names = gen_array((size_t)n);
	gen_permutation(names, (size_t)n, 1);
	for (size_t i = 0; i < count; i++) {
		int64_t from = names[edges[i].from - 1], to = names[edges[i].to - 1];
		bool turned = !directed && gen_chance(1, 2);
		edges[i].from = turned ? to : from;
		edges[i].to = turned ? from : to;
	}
	gen_shuffle(edges, count, sizeof *edges);
	free(names);
}

/* Converts parents of 0, 1, ... to edges of 1, 2, ... */
static inline void gen_parents_to_edges_(const int64_t *parents, struct gen_edge *edges, int64_t n)
{
	for (int64_t i = 1; i < n; i++) {
		edges[i - 1].from = parents[i] + 1;
		edges[i - 1].to = i + 1;
	}
}

/** Draws the n - 1 edges of a tree of the vertices 1 to n, with a shape of gen_parents; names,
 * order and directions are random. */
static inline void gen_tree(struct gen_edge *edges, int64_t n, const char *shape)
{
	int64_t *parents = gen_array((size_t)(n < 1 ? 1 : n));
	gen_part_begin();
	gen_parents(parents, n, shape);
	gen_parents_to_edges_(parents, edges, n);
	gen_relabel(edges, (size_t)n - 1, n, false);
	gen_part_end();
	free(parents);
}

/** Writes a line for each edge: its two ends and its weight, separated by spaces. */
static inline void gen_write_weighted_edges(
	const struct gen_edge *edges, const int64_t *weights, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		gen_write_int(edges[i].from);
		gen_space();
		gen_write_int(edges[i].to);
		gen_space();
		gen_write_int(weights[i]);
		gen_newline();
	}
}

/** Writes a line for each edge: its two ends, separated by a space. */
static inline void gen_write_edges(const struct gen_edge *edges, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		gen_write_int(edges[i].from);
		gen_space();
		gen_write_int(edges[i].to);
		gen_newline();
	}
}
