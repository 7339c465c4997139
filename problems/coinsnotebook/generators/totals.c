/* SPDX-License-Identifier: MIT */
/* For each row, a line with the maximum total that the first player can guarantee. */
#include <assay/gen.h>

#define MAX_N 1000

static int64_t coin[MAX_N], lead[MAX_N];

static int64_t find_total(int64_t n)
{
	int64_t sum = 0;
	for (int64_t i = 0; i < n; i++)
		sum += lead[i] = coin[i];
	for (int64_t length = 2; length <= n; length++)
		for (int64_t i = 0; i + length <= n; i++) {
			int64_t left = coin[i] - lead[i + 1];
			int64_t right = coin[i + length - 1] - lead[i];
			lead[i] = left > right ? left : right;
		}
	return (sum + lead[0]) / 2;
}

int main(int argc, char **argv)
{
	gen_start(argc, argv);
	int64_t rows = gen_read_int(1, 1000, "T");
	gen_read_newline();
	for (; rows > 0; rows--) {
		int64_t n = gen_read_int(1, MAX_N, "n");
		gen_read_newline();
		gen_read_ints(coin, (size_t)n, 0, 1000000000, "a value");
		gen_read_newline();
		gen_write_int(find_total(n));
		gen_newline();
	}
	return gen_end();
}
