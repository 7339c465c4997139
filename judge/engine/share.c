/* SPDX-License-Identifier: MIT */
/*
 * The limits of a package against the memory of this machine. Outputs lie in memory files of the
 * judge, and the kernel ends other runs before a run that is below its own limit: so a package that
 * comes from somebody else must not have more than the share of one run.
 */
#include "share.h"

#include <stddef.h>
#include <unistd.h>

#define MIB ((uint64_t)1 << 20)

static const struct {
	const char *name;
	size_t offset;
} bounded[] = {
	{"memory", offsetof(struct as_package_limits, memory_bytes)},
	{"output", offsetof(struct as_package_limits, output_bytes)},
	{"compilation_memory", offsetof(struct as_package_limits, compilation_memory_bytes)},
	{"validation_memory", offsetof(struct as_package_limits, validation_memory_bytes)},
	{"validation_output", offsetof(struct as_package_limits, validation_output_bytes)},
};

static uint64_t read_limit(const struct as_package_limits *limits, size_t offset)
{
	return *(const uint64_t *)((const char *)limits + offset);
}

int as_package_check_share(const struct as_package *package, size_t runs, uint64_t machine_bytes,
	struct as_error *error)
{
	const uint64_t share_bytes = machine_bytes / (runs ? runs : 1);
	struct as_package_limits usual;

	as_package_limits_default(&usual);
	for (size_t i = 0; i < sizeof(bounded) / sizeof(*bounded); i++) {
		const uint64_t limit_bytes = read_limit(&package->limits, bounded[i].offset);
		/* The format's own defaults are accepted on every machine. */
		if (limit_bytes <= share_bytes ||
			limit_bytes <= read_limit(&usual, bounded[i].offset))
			continue;
		return as_error_at(error, AS_ERROR_MACHINE, package->path, 0, 0,
			"limits.%s is %ju MiB, more than the %ju MiB that this machine has for "
			"each of %zu runs at a time; lower the limit, or use fewer cores (-j)",
			bounded[i].name, (uintmax_t)(limit_bytes / MIB),
			(uintmax_t)(share_bytes / MIB), runs);
	}
	return 0;
}

uint64_t as_machine_memory_bytes(void)
{
	const long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);

	return pages > 0 && page_bytes > 0 ? (uint64_t)pages * (uint64_t)page_bytes : UINT64_MAX;
}
