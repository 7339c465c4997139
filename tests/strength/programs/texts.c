/* SPDX-License-Identifier: MIT */
/* A generator of a text of letters. */
#include <assay/gen.h>

int main(int argc, char **argv)
{
	gen_start(argc, argv);
	size_t length = (size_t)gen_option_int("length", 1, 60);
	char text[61];

	gen_string(text, length, "a-z");
	gen_text(text);
	gen_newline();
	return gen_end();
}
