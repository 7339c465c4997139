/* SPDX-License-Identifier: MIT */
/* The input format of the statement, to the byte. */
#include <assay/gen.h>

#define MAX_SQUARES 25000000

static void read_row(void)
{
	static int64_t squares;
	int64_t n = gen_read_int(1, 2000, "n");
	squares += n * n;
	if (squares > MAX_SQUARES)
		gen_read_reject("the sum of n^2 over all cases exceeds %d", MAX_SQUARES);
	gen_read_newline();
	for (int64_t i = 0; i < n; i++) {
		if (i)
			gen_read_space();
		gen_read_int(-1000000000, 1000000000, "a value");
	}
	gen_read_newline();
}

int main(void)
{
	int64_t count = gen_read_int(1, 100, "T");
	gen_read_newline();
	for (; count > 0; count--)
		read_row();
	return gen_read_end();
}
