/* SPDX-License-Identifier: MIT */
/* The rows of a test, with the bounds of the statement. --max-n is the bound of the test. */
#include <assay/gen.h>

#define MAX_ROWS 1000
#define MAX_N 1000
#define MAX_COINS 10000
#define MAX_VALUE 1000000000

int main(int argc, char **argv)
{
	gen_start(argc, argv);
	const int64_t max_n = gen_option_int_or("max-n", MAX_N, 1, MAX_N);
	int64_t coins = 0, rows = gen_read_int(1, MAX_ROWS, "T");
	gen_read_newline();
	for (; rows > 0; rows--) {
		int64_t n = gen_read_int(1, max_n, "n");
		coins += n;
		if (coins > MAX_COINS)
			gen_read_reject("all rows together have more than %d coins", MAX_COINS);
		gen_read_newline();
		for (int64_t i = 0; i < n; i++) {
			if (i)
				gen_read_space();
			gen_read_int(0, MAX_VALUE, "a value");
		}
		gen_read_newline();
	}
	return gen_read_end();
}
