/* SPDX-License-Identifier: MIT */
#include "share.h"

#include <criterion/criterion.h>
#include <string.h>

#define MIB ((uint64_t)1 << 20)

static int check(
	struct as_package_limits limits, size_t runs, uint64_t machine_mib, struct as_error *error)
{
	const struct as_package package = {.path = (char *)"pack", .limits = limits};

	*error = (struct as_error){0};
	return as_package_check_share(&package, runs, machine_mib * MIB, error);
}

Test(share, the_defaults_of_the_format_are_accepted_on_every_machine)
{
	struct as_package_limits limits;
	struct as_error error;

	as_package_limits_default(&limits);
	cr_expect_eq(check(limits, 2, 1024, &error), 0, "%s", error.text);
}

Test(share, a_limit_above_the_share_of_a_run_is_refused_with_the_numbers)
{
	struct as_package_limits limits;
	struct as_error error;

	as_package_limits_default(&limits);
	limits.memory_bytes = 4096 * MIB;
	cr_expect_eq(check(limits, 2, 8192, &error), 0, "%s", error.text);
	cr_expect_eq(check(limits, 4, 8192, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_MACHINE);
	cr_expect_str_eq(error.where, "pack");
	cr_expect_str_eq(error.text,
		"limits.memory is 4096 MiB, more than the 2048 MiB that this machine has for each "
		"of 4 runs at a time; lower the limit, or use fewer cores (-j)");
}

Test(share, outputs_and_the_memory_of_compilers_and_validators_count)
{
	struct as_package_limits limits[4];
	struct as_error error;

	for (size_t i = 0; i < 4; i++)
		as_package_limits_default(&limits[i]);
	limits[0].output_bytes = limits[1].compilation_memory_bytes =
		limits[2].validation_memory_bytes = limits[3].validation_output_bytes =
			(uint64_t)1 << 40;
	for (size_t i = 0; i < 4; i++)
		cr_expect_eq(check(limits[i], 1, 16384, &error), -1, "limit %zu", i);
}
