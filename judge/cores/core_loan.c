/* SPDX-License-Identifier: MIT */
#include <assay/cores.h>

static void pin_thread(int core)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((size_t)core, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

void as_core_borrow(
	struct as_cores *cores, const struct as_core_request *request, struct as_core_loan *loan)
{
	if (sched_getaffinity(0, sizeof(loan->before), &loan->before) == 0 &&
		as_core_take(cores, request, &loan->core) == 0)
		pin_thread(loan->core.number);
}

void as_core_return(struct as_core_loan *loan)
{
	if (loan->core.number >= 0)
		sched_setaffinity(0, sizeof(loan->before), &loan->before);
	as_core_give_back(&loan->core);
}
