/* SPDX-License-Identifier: MIT */
/* The interactor's goal: the maximum total that the first player can guarantee. */
#include <assay/gen.h>

#define MAX_N 2000

static int64_t coin[MAX_N], lead[MAX_N];

int main(int argc, char **argv)
{
	gen_start(argc, argv);
	int64_t sum = 0, n = gen_read_int(1, MAX_N, "n");
	gen_read_newline();
	for (int64_t i = 0; i < n; i++) {
		if (i)
			gen_read_space();
		lead[i] = coin[i] = gen_read_int(-1000000000, 1000000000, "a value");
		sum += coin[i];
	}
	for (int64_t length = 2; length <= n; length++)
		for (int64_t i = 0; i + length <= n; i++) {
			int64_t left = coin[i] - lead[i + 1];
			int64_t right = coin[i + length - 1] - lead[i];
			lead[i] = left > right ? left : right;
		}
	gen_write_int((sum + lead[0]) / 2);
	gen_newline();
	return gen_end();
}
