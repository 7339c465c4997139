/* SPDX-License-Identifier: MIT */
#include "rerun.h"

/* In an interaction the wall time of the output validator is added. */
int64_t as_test_wall_limit_ns(const struct as_package *package, int64_t time_limit_ns)
{
	const int64_t limit_ns = as_program_wall_limit_ns(time_limit_ns);

	return package->interactive ? 2 * limit_ns : limit_ns;
}

struct as_limits as_limits_judged(const struct as_package *package, int64_t time_limit_ns)
{
	struct as_limits limits = as_limits_default;

	limits.cpu_time_ns = time_limit_ns;
	limits.wall_time_ns = as_test_wall_limit_ns(package, time_limit_ns);
	limits.memory_bytes = package->limits.memory_bytes;
	limits.output_bytes = package->limits.output_bytes;
	limits.box_bytes = package->limits.output_bytes;
	return limits;
}

struct as_limits as_limits_allowed(
	const struct as_limits *judged, const struct as_language *language)
{
	struct as_limits limits = *judged;

	if (language) {
		limits.memory_bytes = as_language_memory(language, judged->memory_bytes);
		limits.processes = language->needs.processes;
	}
	return limits;
}

struct as_limits as_limits_enforced(
	const struct as_rerun *rerun, const struct as_language *language)
{
	struct as_limits limits = as_limits_allowed(rerun->limits, language);

	as_rerun_overrun(rerun, &limits);
	return limits;
}
