/* SPDX-License-Identifier: MIT */
/* The interactor's goal: at least half of all coins. */
#include <assay/gen.h>

int main(int argc, char **argv)
{
	gen_start(argc, argv);
	int64_t sum = 0, n = gen_read_int(2, 100000, "n");
	gen_read_newline();
	for (int64_t i = 0; i < n; i++) {
		if (i)
			gen_read_space();
		sum += gen_read_int(1, 1000000000, "a value");
	}
	gen_write_int((sum + 1) / 2);
	gen_newline();
	return gen_end();
}
