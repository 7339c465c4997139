/* SPDX-License-Identifier: MIT */
/* Prints every kind of draw, for vectors.txt: a second implementation (stream.py) must print the
 * same. */
#include <assay/gen.h>

#define COUNT 12
#define EDGES 9

static void show(const char *title, const int64_t *values, size_t count)
{
	gen_text(title);
	for (size_t i = 0; i < count; i++) {
		gen_space();
		gen_write_int(values[i]);
	}
	gen_newline();
}

static void show_edges(const char *title, const struct gen_edge *edges, size_t count)
{
	gen_text(title);
	for (size_t i = 0; i < count; i++) {
		gen_space();
		gen_write_int(edges[i].from);
		gen_write_char('-');
		gen_write_int(edges[i].to);
	}
	gen_newline();
}

static void show_choices(void)
{
	const int64_t weights[] = {0, 5, 1, 0, 3};
	int64_t values[COUNT];
	gen_seed("choices");
	for (size_t i = 0; i < COUNT; i++)
		values[i] = (int64_t)gen_weighted(weights, 5);
	show("weighted", values, COUNT);
	for (size_t i = 0; i < COUNT; i++)
		values[i] = gen_chance(1, 3);
	show("chance", values, COUNT);
	for (size_t i = 0; i < COUNT; i++)
		values[i] = gen_int_skewed(0, 99, i % 2 ? 3 : -3);
	show("skewed", values, COUNT);
	gen_distinct(values, COUNT, 1, COUNT + 2);
	show("distinct-near", values, COUNT);
	gen_distinct(values, COUNT, INT64_MIN, INT64_MAX);
	show("distinct-far", values, COUNT);
	gen_sorted(values, COUNT, -9, 9);
	show("sorted", values, COUNT);
	gen_permutation(values, COUNT, 1);
	show("permutation", values, COUNT);
	gen_partition(values, COUNT, 100, 2);
	show("partition", values, COUNT);
}

static void show_strings(void)
{
	char text[64];
	gen_seed("strings");
	gen_string(text, 20, "a-dXY_");
	gen_text(text);
	gen_newline();
	for (int i = 0; i < 4; i++) {
		gen_string_like(text, sizeof text, "[A-C][a-z]{2,6}\\.?-[0-9]{3}!{0,2}");
		gen_text(text);
		gen_newline();
	}
}

static void show_shapes(void)
{
	int64_t values[COUNT];
	gen_seed("shapes");
	for (const struct gen_shape_ *shape = gen_shapes_(); shape->name; shape++) {
		gen_sequence(values, COUNT, -3, 4000, shape->name);
		show(shape->name, values, COUNT);
	}
}

static void show_trees(void)
{
	static const char *const trees[] = {
		"path", "star", "caterpillar", "binary", "complete", "broom", "deep", "random"};
	int64_t parents[COUNT];
	struct gen_edge edges[COUNT];
	gen_seed("trees");
	for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
		gen_parents(parents, COUNT, trees[i]);
		show(trees[i], parents, COUNT);
		gen_tree(edges, COUNT, trees[i]);
		show_edges(trees[i], edges, COUNT - 1);
	}
	gen_parents_within(parents, COUNT, 2, 4);
	show("within", parents, COUNT);
}

static void show_graphs(void)
{
	struct gen_edge edges[EDGES];
	gen_seed("graphs");
	gen_graph(edges, EDGES, 6, GEN_ANY);
	show_edges("any", edges, EDGES);
	gen_graph(edges, EDGES, 100000, GEN_ANY);
	show_edges("wide", edges, EDGES);
	gen_graph(edges, EDGES, 7, GEN_CONNECTED);
	show_edges("connected", edges, EDGES);
	gen_graph(edges, EDGES, 6, GEN_DAG);
	show_edges("dag", edges, EDGES);
	gen_graph(edges, EDGES, 8, GEN_CONNECTED | GEN_DAG);
	show_edges("connected-dag", edges, EDGES);
	gen_bipartite(edges, EDGES, 3, 4, GEN_ANY);
	show_edges("bipartite", edges, EDGES);
	gen_bipartite(edges, EDGES, 2, 7, GEN_CONNECTED);
	show_edges("connected-bipartite", edges, EDGES);
}

static void show_paths(void)
{
	int64_t path[5], weights[EDGES];
	struct gen_edge edges[EDGES];
	char words[COUNT][3], long_words[2][17];
	gen_seed("paths");
	gen_path(path, 5, 8, 6, 2);
	show("between", path, 5);
	gen_graph_with_path(edges, EDGES, 8, path, 5, GEN_ANY);
	show_edges("any-with-path", edges, EDGES);
	gen_graph_with_path(edges, 7, 8, path, 5, GEN_CONNECTED);
	show_edges("tree-with-path", edges, 7);
	gen_graph_with_path(edges, EDGES, 8, path, 5, GEN_CONNECTED);
	show_edges("connected-with-path", edges, EDGES);
	gen_ints(weights, EDGES, 0, 99);
	gen_write_weighted_edges(edges, weights, EDGES);
	gen_distinct_words(&words[0][0], COUNT, 2, "a-d");
	gen_distinct_words(&long_words[0][0], 2, 16, "a-z0-9_");
	for (size_t i = 0; i < COUNT + 2; i++) {
		gen_text(i < COUNT ? words[i] : long_words[i - COUNT]);
		gen_newline();
	}
}

int main(int argc, char **argv)
{
	gen_start(argc, argv);
	show_choices();
	show_strings();
	show_shapes();
	show_trees();
	show_graphs();
	show_paths();
	return gen_end();
}
