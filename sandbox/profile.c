/* SPDX-License-Identifier: MIT */
#include <assay/sandbox.h>
#include <string.h>

const char *as_weakness_name(enum as_weakness weakness)
{
	static const char *const weaknesses[] = {
		[AS_WEAK_NOT] = "full", [AS_WEAK_GROUPS] = "weak", [AS_WEAK_PROCESS] = "process"};

	return weaknesses[weakness];
}

const struct as_limits as_limits_default = {
	.cpu_time_ns = INT64_C(1000000000),
	.wall_time_ns = INT64_C(3000000000),
	.idle_time_ns = AS_UNLIMITED_NS,
	.memory_bytes = UINT64_C(256) << 20,
	.output_bytes = UINT64_C(8) << 20,
	.processes = 64,
	.box_bytes = UINT64_C(64) << 20,
	.box_files = 16384,
	.open_files = 256,
};

static const char *const names[] = {
	[AS_PROFILE_NATIVE] = "native",
	[AS_PROFILE_RUNTIME] = "runtime",
	[AS_PROFILE_COMPILER] = "compiler",
};

const char *as_profile_name(enum as_profile profile)
{
	return names[profile];
}

int as_profile_parse(const char *name, enum as_profile *profile)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (strcmp(name, names[i]) == 0) {
			*profile = (enum as_profile)i;
			return 0;
		}
	}
	return -1;
}
