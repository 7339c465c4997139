/* SPDX-License-Identifier: MIT */
/* The first lines of the interactor, in the format of the statement, to the byte. */
#include <assay/gen.h>

int main(void)
{
	int64_t n = gen_read_int(1, 2000, "n");
	gen_read_newline();
	for (int64_t i = 0; i < n; i++) {
		if (i)
			gen_read_space();
		gen_read_int(-1000000000, 1000000000, "a value");
	}
	gen_read_newline();
	return gen_read_end();
}
