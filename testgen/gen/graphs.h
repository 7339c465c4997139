/* SPDX-License-Identifier: MIT */
#pragma once
#include "trees.h"

/* ---- graphs ---------------------------------------------------------------------------------- */

/** Kinds of graphs, which can be combined with |. */
enum gen_graph_kind {
	GEN_ANY = 0,
	GEN_CONNECTED = 1, /**< seen without directions */
	GEN_DAG = 2,       /**< edges are directed, and there is no cycle */
};

/* The possible edges. Vertices are 0, 1, ..., and every possible edge has a number. */
struct gen_pairs_ {
	uint64_t left,
		right; /* left = 0: any two of `right` vertices; else one vertex of each side */
};

static inline uint64_t gen_pairs_count_(struct gen_pairs_ pairs)
{
	uint64_t n = pairs.right;
	if (pairs.left)
		return pairs.left * n;
	return n % 2 ? n * ((n - 1) / 2) : n / 2 * (n - 1);
}

/* The greatest r with r * r <= x. */
static inline uint64_t gen_root_(uint64_t x)
{
	uint64_t root = 0;
	for (uint64_t bit = UINT64_C(1) << 31; bit; bit /= 2)
		if ((root + bit) * (root + bit) <= x)
			root += bit;
	return root;
}

/* The ends of edge `place`, 0-based, from < to. Without sides, to (to - 1) / 2 pairs precede it. */
static inline void gen_pairs_edge_(struct gen_pairs_ pairs, uint64_t place, struct gen_edge *edge)
{
	if (pairs.left) {
		edge->from = (int64_t)(place % pairs.left);
		edge->to = (int64_t)(pairs.left + place / pairs.left);
		return;
	}
	uint64_t to = gen_root_(2 * place) + 1;
	while (to * (to - 1) / 2 > place)
		to--;
	edge->from = (int64_t)(place - to * (to - 1) / 2);
	edge->to = (int64_t)to;
}

static inline uint64_t gen_pairs_place_(struct gen_pairs_ pairs, uint64_t from, uint64_t to)
{
	if (pairs.left)
		return (to - pairs.left) * pairs.left + from;
	return to * (to - 1) / 2 + from;
}

#define GEN_MAX_VERTICES_ 1000000000

/* Joins each vertex to an earlier one; if there are sides, to one of the other side. Fills in the
 * edges' numbers. */
static inline void gen_spanning_tree_(struct gen_pairs_ pairs, int64_t *places)
{
	uint64_t lefts = 1, rights = 1, count = 0;
	if (!pairs.left)
		for (uint64_t to = 1; to < pairs.right; to++)
			places[count++] =
				(int64_t)gen_pairs_place_(pairs, to - 1 - gen_draw(to - 1), to);
	/* Alternates the sides, so that neither is a star of the other. */
	if (pairs.left)
		places[count++] = 0;
	while (pairs.left && lefts + rights < pairs.left + pairs.right) {
		bool left = rights == pairs.right ||
			    (lefts < pairs.left && lefts * pairs.right <= rights * pairs.left);
		uint64_t other = gen_draw((left ? rights : lefts) - 1);
		uint64_t from = left ? lefts++ : other, to = left ? other : rights++;
		places[count++] = (int64_t)gen_pairs_place_(pairs, from, pairs.left + to);
	}
}

/* Converts offsets among the numbers that are not taken to numbers. `taken` is ascending. */
static inline void gen_places_skip_(
	int64_t *places, size_t count, const int64_t *taken, size_t taken_count)
{
	for (size_t i = 0; i < count; i++) {
		size_t lo = 0, hi = taken_count; /* how many are taken before this one */
		while (lo < hi) {
			size_t middle = lo + (hi - lo) / 2;
			if (taken[middle] - (int64_t)middle <= places[i])
				lo = middle + 1;
			else
				hi = middle;
		}
		places[i] += (int64_t)lo;
	}
}

/* Room for the numbers of `count` distinct edges, of which `tree_count` must be there. */
static inline int64_t *gen_places_new_(
	struct gen_pairs_ pairs, size_t count, size_t tree_count, const char *what)
{
	uint64_t all = gen_pairs_count_(pairs);
	if (count < tree_count || count > all || tree_count > all)
		gen_fail("there is no %s of %zu edges: %zu to %" PRIu64 " are possible", what,
			count, tree_count, all);
	return gen_array(count);
}

/* Draws distinct edges besides those of a tree, whose numbers are in `places`, which is freed. The
 * ends are 0-based. */
static inline void gen_places_draw_(struct gen_edge *edges, size_t count, struct gen_pairs_ pairs,
	int64_t *places, size_t tree_count)
{
	uint64_t all = gen_pairs_count_(pairs);
	gen_sort(places, tree_count);
	if (count > tree_count)
		gen_distinct(places + tree_count, count - tree_count, 0,
			(int64_t)(all - tree_count - 1));
	gen_places_skip_(places + tree_count, count - tree_count, places, tree_count);
	for (size_t i = 0; i < count; i++)
		gen_pairs_edge_(pairs, (uint64_t)places[i], &edges[i]);
	free(places);
}

/* Draws `count` distinct edges with 0-based ends. */
static inline void gen_graph_edges_(
	struct gen_edge *edges, size_t count, struct gen_pairs_ pairs, bool connected)
{
	size_t tree_count = connected ? (size_t)(pairs.left + pairs.right - 1) : 0;
	int64_t *places =
		gen_places_new_(pairs, count, tree_count, connected ? "connected graph" : "graph");
	if (tree_count)
		gen_spanning_tree_(pairs, places);
	gen_places_draw_(edges, count, pairs, places, tree_count);
}

/* The possible edges of the vertices 1 to n. */
static inline struct gen_pairs_ gen_pairs_of_(int64_t n)
{
	struct gen_pairs_ pairs;
	if (n < 1 || n > GEN_MAX_VERTICES_)
		gen_fail("a graph has 1 to %d vertices, not %" PRId64, GEN_MAX_VERTICES_, n);
	pairs.left = 0;
	pairs.right = (uint64_t)n;
	return pairs;
}

/** Draws `count` distinct edges of the vertices 1 to n, without loops. Names, order and (unless it
 * is a DAG) directions are random. `kind`: GEN_ANY, GEN_CONNECTED, GEN_DAG, or GEN_CONNECTED |
 * GEN_DAG. */
static inline void gen_graph(struct gen_edge *edges, size_t count, int64_t n, int kind)
{
	struct gen_pairs_ pairs = gen_pairs_of_(n);
	gen_part_begin();
	gen_graph_edges_(edges, count, pairs, kind & GEN_CONNECTED);
	for (size_t i = 0; i < count; i++) {
		edges[i].from++;
		edges[i].to++;
	}
	gen_relabel(edges, count, n, kind & GEN_DAG);
	gen_part_end();
}

/** Draws `count` distinct edges from 1 ... left to left + 1 ... left + right. `kind`: GEN_ANY or
 * GEN_CONNECTED. */
static inline void gen_bipartite(
	struct gen_edge *edges, size_t count, int64_t left, int64_t right, int kind)
{
	struct gen_pairs_ pairs;
	if (left < 1 || right < 1 || left > GEN_MAX_VERTICES_ || right > GEN_MAX_VERTICES_)
		gen_fail("gen_bipartite: expected 1 to %d vertices a side", GEN_MAX_VERTICES_);
	pairs.left = (uint64_t)left;
	pairs.right = (uint64_t)right;
	gen_graph_edges_(edges, count, pairs, kind & GEN_CONNECTED);
	int64_t *names = gen_array((size_t)(left + right));
	gen_permutation(names, (size_t)left, 1);
	gen_permutation(names + left, (size_t)right, left + 1);
	for (size_t i = 0; i < count; i++) {
		edges[i].from = names[edges[i].from];
		edges[i].to = names[edges[i].to];
	}
	gen_shuffle(edges, count, sizeof *edges);
	free(names);
}

/** Draws a path of `count` (at least 2) different vertices of 1 to n, which begins with `from` and
 * ends with `to`. */
static inline void gen_path(int64_t *path, size_t count, int64_t n, int64_t from, int64_t to)
{
	int64_t low = from < to ? from : to, high = from < to ? to : from;
	if (low < 1 || high > n || low == high || count < 2 || (uint64_t)n < count)
		gen_fail("gen_path: no path of %zu of %" PRId64 " vertices from %" PRId64
			 " to %" PRId64,
			count, n, from, to);
	if (count > 2)
		gen_distinct(path + 1, count - 2, 1, n - 2);
	for (size_t i = 1; i + 1 < count; i++) {
		path[i] += path[i] >= low;
		path[i] += path[i] >= high;
	}
	path[0] = from;
	path[count - 1] = to;
}

/* The vertices of a path, 0-based, and then, with `all`, the others of 1 to n in random order. */
static inline int64_t *gen_path_first_(int64_t n, const int64_t *path, size_t length, bool all)
{
	int64_t *sorted = gen_array(length);
	size_t count = 0, next = 0;
	for (size_t i = 0; i < length; i++)
		sorted[i] = path[i];
	gen_sort(sorted, length);
	for (size_t i = 0; i < length; i++)
		if (sorted[i] < 1 || sorted[i] > n || (i && sorted[i] == sorted[i - 1]))
			gen_fail("a path has different vertices from 1 to %" PRId64
				 "; this one has %" PRId64,
				n, sorted[i]);
	int64_t *order = gen_array(all ? (size_t)n : length);
	for (; count < length; count++)
		order[count] = path[count] - 1;
	for (int64_t i = 1; all && i <= n; i++)
		if (next < length && sorted[next] == i)
			next++;
		else
			order[count++] = i - 1;
	gen_shuffle(order + length, count - length, sizeof *order);
	free(sorted);
	return order;
}

/** Draws `count` distinct edges of the vertices 1 to n, among them those of a path of `length`
 * different vertices, such as gen_path draws. Order and directions are random. `kind`: GEN_ANY or
 * GEN_CONNECTED. GEN_CONNECTED and n - 1 edges make a tree, in which the path is the only one
 * between its ends; further edges may make shorter ones. */
static inline void gen_graph_with_path(struct gen_edge *edges, size_t count, int64_t n,
	const int64_t *path, size_t length, int kind)
{
	struct gen_pairs_ pairs = gen_pairs_of_(n);
	size_t tree_count = kind & GEN_CONNECTED ? (size_t)n - 1 : length ? length - 1 : 0;
	gen_part_begin();
	int64_t *order = gen_path_first_(n, path, length, kind & GEN_CONNECTED);
	int64_t *places = gen_places_new_(pairs, count, tree_count, "graph with this path");
	for (size_t i = 1; i <= tree_count; i++) {
		int64_t one = order[i], other = order[i - 1 - (i < length ? 0 : gen_draw(i - 1))];
		places[i - 1] =
			(int64_t)gen_pairs_place_(pairs, (uint64_t)(one < other ? one : other),
				(uint64_t)(one < other ? other : one));
	}
	gen_places_draw_(edges, count, pairs, places, tree_count);
	for (size_t i = 0; i < count; i++) {
		int64_t from = edges[i].from + 1, to = edges[i].to + 1;
		bool turned = gen_chance(1, 2);
		edges[i].from = turned ? to : from;
		edges[i].to = turned ? from : to;
	}
	gen_shuffle(edges, count, sizeof *edges);
	gen_part_end();
	free(order);
}
