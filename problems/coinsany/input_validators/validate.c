/* SPDX-License-Identifier: MIT */
/*
 * The input format of the statement, to the byte. Options set the bounds of a group: --max-n,
 * --even 1 for rows of even length only, --min and --max for the values.
 */
#include <assay/gen.h>

#define MAX_VALUE INT64_C(1000000000000)

int main(int argc, char **argv)
{
	gen_start(argc, argv);
	int64_t n = gen_read_int(1, gen_option_int_or("max-n", 5000, 1, 5000), "n");
	if (gen_option_int_or("even", 0, 0, 1) && n % 2)
		gen_read_reject("n must be even in this group, got %" PRId64, n);
	int64_t min = gen_option_int_or("min", -MAX_VALUE, -MAX_VALUE, MAX_VALUE);
	int64_t max = gen_option_int_or("max", MAX_VALUE, min, MAX_VALUE);
	gen_read_newline();
	for (int64_t i = 0; i < n; i++) {
		if (i)
			gen_read_space();
		gen_read_int(min, max, "a value");
	}
	gen_read_newline();
	return gen_read_end();
}
