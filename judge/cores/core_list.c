/* SPDX-License-Identifier: MIT */
#include "core_list.h"

#include <assay/base/fit.h>
#include <assay/cores.h>
#include <errno.h>

int as_core_list_usable(cpu_set_t *set, struct as_error *error)
{
	return sched_getaffinity(0, sizeof(*set), set)
		       ? as_error_sys(error, AS_ERROR_INTERNAL, errno,
				 "the list of usable cores could not be read")
		       : 0;
}

/* Parses a number, at most CPU_SETSIZE, and advances *at; -1: there is none. */
static int take_number(const char **at)
{
	int number = 0;

	if (**at < '0' || **at > '9')
		return -1;
	for (; **at >= '0' && **at <= '9'; ++*at)
		number = number < CPU_SETSIZE ? 10 * number + (**at - '0') : number;
	return number < CPU_SETSIZE ? number : CPU_SETSIZE;
}

static int refuse_core(int core, const cpu_set_t *usable, struct as_error *error)
{
	char text[400] = "";
	size_t length = 0;

	for (int first = 0, last; first < CPU_SETSIZE && length < sizeof(text) - 30;
		first = last + 1) {
		last = first;
		if (!CPU_ISSET((size_t)first, usable))
			continue;
		while (last + 1 < CPU_SETSIZE && CPU_ISSET((size_t)last + 1, usable))
			last++;
		length += (size_t)snprintf(text + length, sizeof(text) - length,
			first == last ? "%s%d" : "%s%d-%d", length ? "," : "", first, last);
	}
	return as_error_set(error, AS_ERROR_USAGE,
		"core %s%d is not available to this process; available: %s",
		core == CPU_SETSIZE ? "number above " : "",
		core == CPU_SETSIZE ? CPU_SETSIZE - 1 : core, text);
}

static int refuse_list(const char *list, struct as_error *error)
{
	return *list ? as_error_set(error, AS_ERROR_USAGE,
			       "'%.*s' is not a list of cores; write a list such as 0,2-3",
			       as_text_fit(list, 100), list)
		     : as_error_set(error, AS_ERROR_USAGE,
			       "the list of cores is empty; write a list such as 0,2-3");
}

int as_core_list_parse(const char *list, cpu_set_t *set, struct as_error *error)
{
	const char *at = list;
	cpu_set_t usable;

	if (as_core_list_usable(&usable, error))
		return -1;
	CPU_ZERO(set);
	for (;; at++) {
		int first = take_number(&at), last = first;
		if (*at == '-' && first >= 0) {
			at++;
			last = take_number(&at);
		}
		if (first < 0 || last < first || (*at != ',' && *at != '\0'))
			return refuse_list(list, error);
		for (int core = first; core <= last; core++) {
			if (core == CPU_SETSIZE || !CPU_ISSET((size_t)core, &usable))
				return refuse_core(core, &usable, error);
			CPU_SET((size_t)core, set);
		}
		if (*at == '\0')
			return 0;
	}
}

int as_cores_pin(const char *list, struct as_error *error)
{
	cpu_set_t set;

	if (as_core_list_parse(list, &set, error))
		return -1;
	return sched_setaffinity(0, sizeof(set), &set)
		       ? as_error_sys(error, AS_ERROR_INTERNAL, errno,
				 "the process could not be pinned to cores %s", list)
		       : 0;
}
