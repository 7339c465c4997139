/* SPDX-License-Identifier: MIT */
/* The keeper of a process that makes only folders. */
#include <assay/base/keeper.h>

int main(void)
{
	return as_keeper_main(NULL);
}
