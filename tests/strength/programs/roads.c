/* SPDX-License-Identifier: MIT */
/* A generator of connected roads with lengths, with a way from town 1 to n. */
#include <assay/gen.h>

int main(int argc, char **argv)
{
	gen_start(argc, argv);
	int64_t n = gen_option_int("n", 2, 1000);
	int64_t more = gen_option_int_or("more", 0, 0, (n - 1) * (n - 2) / 2);
	size_t length = (size_t)gen_option_int_or("way", n, 2, n);
	size_t count = (size_t)(n - 1 + more);
	struct gen_edge *edges = calloc(count, sizeof *edges);
	int64_t *way = gen_array(length), *lengths = gen_array(count);

	gen_path(way, length, n, 1, n);
	gen_graph_with_path(edges, count, n, way, length, GEN_CONNECTED);
	gen_ints(lengths, count, 1, 1000);
	gen_write_int(n);
	gen_space();
	gen_write_int((int64_t)count);
	gen_newline();
	gen_write_weighted_edges(edges, lengths, count);
	return gen_end();
}
