/* SPDX-License-Identifier: MIT */
/* A validator with one mode for each strict reader of gen.h. */
#include <assay/gen.h>

static void read_words(void)
{
	char word[6], like[16], line[10];
	gen_read_word(word, sizeof word, "a name");
	gen_read_space();
	gen_read_word_like(like, sizeof like, "[a-z]{2,3}-?[0-9]*", "a plate");
	gen_read_newline();
	gen_read_line(line, sizeof line, "a title");
}

static void read_numbers(void)
{
	int64_t n = gen_read_int(1, 5, "n");
	gen_read_newline();
	gen_read_ints(NULL, (size_t)n, -10, 10, "a value");
	gen_read_newline();
	gen_read_real("-1.5", "100", 2, "a length");
	gen_read_newline();
}

int main(int argc, char **argv)
{
	struct gen_edge edges[8];
	int64_t weights[8];
	gen_start(argc, argv);
	switch (gen_option_choice("mode", "words numbers choice tree weighted")) {
	case 0:
		read_words();
		break;
	case 1:
		read_numbers();
		break;
	case 2:
		if (gen_read_choice("yes no", "an answer") == 1)
			gen_read_reject("not no");
		gen_read_newline();
		break;
	case 3:
		gen_read_edges(edges, 3, 4);
		if (!gen_is_tree(edges, 3, 4))
			gen_read_reject("this is no tree");
		break;
	default:
		gen_read_weighted_edges(edges, weights, 3, 4, 0, 9);
	}
	return gen_read_end();
}
