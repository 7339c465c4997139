/* SPDX-License-Identifier: MIT */
/* A validator: n, a newline, and n values in increasing order; --max-n bounds n. */
#include <assay/gen.h>

int main(int argc, char **argv)
{
	gen_start(argc, argv);
	int64_t n = gen_read_int(1, gen_option_int_or("max-n", 1000000, 1, 1000000), "n");
	gen_read_newline();
	int64_t before = 0;
	for (int64_t i = 0; i < n; i++) {
		if (i)
			gen_read_space();
		int64_t value = gen_read_int(INT64_MIN, INT64_MAX, "a value");
		if (i && value <= before)
			gen_read_reject("%" PRId64 " does not follow %" PRId64, value, before);
		before = value;
	}
	gen_read_newline();
	return gen_read_end();
}
