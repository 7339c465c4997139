/* SPDX-License-Identifier: MIT */
/* A generator of different names. */
#include <assay/gen.h>

#define LENGTH 5

int main(int argc, char **argv)
{
	gen_start(argc, argv);
	int64_t n = gen_option_int("n", 1, 1000);
	char *names = calloc((size_t)n, LENGTH + 1);

	gen_distinct_words(names, (size_t)n, LENGTH, "a-z");
	gen_write_int(n);
	gen_newline();
	for (int64_t i = 0; i < n; i++) {
		gen_text(names + i * (LENGTH + 1));
		gen_newline();
	}
	return gen_end();
}
