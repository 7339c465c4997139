/* SPDX-License-Identifier: MIT */
/* Has undefined behaviour, which a sanitized build must report. */
#include <limits.h>

int main(int argc, char **argv)
{
	int sum = INT_MAX - 1;

	(void)argv;
	sum += argc;
	return (sum + argc) == 0;
}
