/* SPDX-License-Identifier: MIT */
/* The input format of the statement, to the byte. */
#include <assay/gen.h>

#define MAX_ROWS 100000
#define MAX_COINS 1000000
#define MAX_VALUE 1000000000

int main(void)
{
	int64_t coins = 0, rows = gen_read_int(1, MAX_ROWS, "T");
	gen_read_newline();
	for (; rows > 0; rows--) {
		int64_t n = gen_read_int(1, MAX_COINS, "n");
		coins += n;
		if (coins > MAX_COINS)
			gen_read_reject("all rows together have more than %d coins", MAX_COINS);
		gen_read_newline();
		for (int64_t i = 0; i < n; i++) {
			if (i)
				gen_read_space();
			gen_read_int(-MAX_VALUE, MAX_VALUE, "a value");
		}
		gen_read_newline();
	}
	return gen_read_end();
}
