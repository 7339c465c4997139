/* SPDX-License-Identifier: MIT */
/* The input format of the statement, to the byte. --max-n is the bound of the test's group. */
#include <assay/gen.h>

int main(int argc, char **argv)
{
	gen_start(argc, argv);
	int64_t n = gen_read_int(2, gen_option_int_or("max-n", 2000, 2, 2000), "n");
	if (n % 2)
		gen_read_reject("n must be even, got %" PRId64, n);
	gen_read_newline();
	for (int64_t i = 0; i < n; i++) {
		if (i)
			gen_read_space();
		gen_read_int(1, 1000000000, "a value");
	}
	gen_read_newline();
	return gen_read_end();
}
