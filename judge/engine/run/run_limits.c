/* SPDX-License-Identifier: MIT */
#include "rerun.h"

/* A program that sleeps must not occupy a worker much longer than one that computes. */
static int64_t wall_limit_ns(int64_t cpu_time_ns)
{
	return 2 * cpu_time_ns + INT64_C(1000000000);
}

/* In an interaction the wall time of the output validator is added. */
int64_t as_test_wall_limit_ns(const struct as_package *package, int64_t time_limit_ns)
{
	const int64_t limit_ns = wall_limit_ns(time_limit_ns);

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

struct as_limits as_limits_of_validation(const struct as_package_limits *package)
{
	struct as_limits limits = as_limits_default;

	limits.cpu_time_ns = package->validation_time_ns;
	limits.wall_time_ns = wall_limit_ns(package->validation_time_ns);
	limits.memory_bytes = package->validation_memory_bytes;
	limits.output_bytes = package->validation_output_bytes;
	return limits;
}
