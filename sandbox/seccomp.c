/* SPDX-License-Identifier: MIT */
#include "seccomp.h"

#include "wire.h"

#include <linux/filter.h>
#include <seccomp.h>
#include <stdio.h>

#include "seccomp_filters.inc" /* made by filters/main.c */

#define FILTER(array)                                                                              \
	{                                                                                          \
		array, sizeof(array)                                                               \
	}

struct as_filter as_seccomp_filter(enum as_profile profile, bool detects_waiting)
{
	static const struct as_filter filters[][2] = {
		[AS_PROFILE_NATIVE] = {FILTER(native_any), FILTER(native_asked)},
		[AS_PROFILE_RUNTIME] = {FILTER(runtime_any), FILTER(runtime_asked)},
		[AS_PROFILE_COMPILER] = {FILTER(compiler_any), FILTER(compiler_asked)},
	};
	_Static_assert(sizeof(filters) / sizeof(**filters) == AS_WIRE_FILTERS,
		"two filters for each profile");

	return filters[profile][detects_waiting];
}

void as_seccomp_call_name(int number, char *name, size_t size)
{
	char *found = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number);

	if (found)
		snprintf(name, size, "%s", found);
	else
		snprintf(name, size, "syscall_%d", number);
	free(found);
}
