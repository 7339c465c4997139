/* SPDX-License-Identifier: MIT */
/*
 * The program that bench_gen.py measures: --do write makes --n numbers and writes them, --do read
 * reads and checks them; --with gen by gen.h, --with stdio by printf and scanf. The draws are
 * always those of gen.h.
 */
#include <assay/gen.h>

#define MIN 1
#define GREATEST 1000000000

static int write_with_gen(int64_t n)
{
	gen_write_int(n);
	gen_newline();
	for (int64_t i = 0; i < n; i++) {
		if (i)
			gen_space();
		gen_write_int(gen_int(MIN, GREATEST));
	}
	gen_newline();
	return gen_end();
}

static int write_with_stdio(int64_t n)
{
	printf("%" PRId64 "\n", n);
	for (int64_t i = 0; i < n; i++)
		printf(i ? " %" PRId64 : "%" PRId64, gen_int(MIN, GREATEST));
	putchar('\n');
	return gen_end();
}

static int read_with_gen(int64_t n)
{
	gen_read_int(1, n, "n");
	gen_read_newline();
	for (int64_t i = 0; i < n; i++) {
		if (i)
			gen_read_space();
		gen_read_int(MIN, GREATEST, "a number");
	}
	gen_read_newline();
	return gen_read_end();
}

/* Like a hand-written validator that checks only the numbers. */
static int read_with_stdio(int64_t n)
{
	int64_t value;
	if (scanf("%" SCNd64, &value) != 1 || value != n)
		gen_fail("no n");
	for (int64_t i = 0; i < n; i++)
		if (scanf("%" SCNd64, &value) != 1 || value < MIN || value > GREATEST)
			gen_fail("number %" PRId64 " is wrong", i);
	gen_end();
	return GEN_ACCEPTED;
}

int main(int argc, char **argv)
{
	gen_start(argc, argv);
	int64_t n = gen_option_int("n", 1, 100000000);
	int stdio = gen_option_choice("with", "gen stdio");
	if (gen_option_choice("do", "write read"))
		return stdio ? read_with_stdio(n) : read_with_gen(n);
	return stdio ? write_with_stdio(n) : write_with_gen(n);
}
