/* SPDX-License-Identifier: MIT */
/* A generator with one mode for each behaviour of gen.h that a test checks. */
#include <assay/gen.h>

static void write_draws(void)
{
	int64_t n = gen_option_int("n", 0, 1000000);
	int64_t lo = gen_option_int_or("lo", INT64_MIN, INT64_MIN, INT64_MAX);
	int64_t hi = gen_option_int_or("hi", INT64_MAX, INT64_MIN, INT64_MAX);
	gen_text(gen_option_text_or("title", "untitled"));
	gen_newline();
	for (int64_t i = 0; i < n; i++) {
		if (i)
			gen_space();
		gen_write_int(gen_int(lo, hi));
	}
	gen_newline();
}

static void write_edges(void)
{
	const int64_t edges[] = {INT64_MIN, INT64_MIN + 1, -10, -1, 0, 9, 10, INT64_MAX};
	for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
		gen_write_int(edges[i]);
		gen_newline();
	}
}

int main(int argc, char **argv)
{
	gen_start(argc, argv);
	const char *mode = gen_option_text("mode");
	if (strcmp(mode, "draws") == 0)
		write_draws();
	else if (strcmp(mode, "edges") == 0)
		write_edges();
	else if (strcmp(mode, "forget") == 0)
		return 0;
	else if (strcmp(mode, "empty") == 0)
		gen_int(2, 1);
	else
		gen_fail("no mode '%s'", mode);
	return gen_end();
}
