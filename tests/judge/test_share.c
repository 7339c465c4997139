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
		"a run can use 4096 MiB of memory (limits.memory 4096), more than "
		"the 2048 MiB that this machine has for each of 4 runs at a time; lower these "
		"limits, or let the command that judges use fewer cores (-j)");
}

Test(share, limits_that_a_run_reaches_together_are_added)
{
	struct as_package_limits limits;
	struct as_error error;

	as_package_limits_default(&limits);
	limits.memory_bytes = limits.output_bytes = 24000 * MIB;
	cr_expect_eq(check(limits, 1, 24105, &error), -1);
	cr_expect_str_eq(error.text,
		"a run can use 72000 MiB of memory (limits.memory 24000 + 2 x limits.output "
		"24000), more than the 24105 MiB of this machine; lower these limits");
	limits.output_bytes = 52 * MIB;
	cr_expect_eq(check(limits, 1, 24105, &error), 0, "%s", error.text);
	limits.output_bytes = 53 * MIB;
	cr_expect_eq(check(limits, 1, 24105, &error), -1);
	as_package_limits_default(&limits);
	limits.validation_memory_bytes = 20000 * MIB;
	limits.output_bytes = 10 * MIB;
	cr_expect_eq(check(limits, 1, 20000, &error), -1);
	cr_expect_str_eq(error.text,
		"a run of the output validator can use 20010 MiB of memory "
		"(limits.validation_memory 20000 + limits.output 10), more than the 20000 MiB of "
		"this machine; lower these limits");
	limits.output_bytes = 8 * MIB;
	cr_expect_eq(check(limits, 1, 20000, &error), 0, "%s", error.text);
}

/* Both programs of an interaction run at the same time. */
Test(share, the_limits_of_an_interaction_are_those_of_both_programs)
{
	struct as_package_limits limits;
	struct as_package package = {.path = (char *)"pack", .interactive = true};
	struct as_error error = {0};

	as_package_limits_default(&limits);
	limits.memory_bytes = limits.validation_memory_bytes = 5000 * MIB;
	package.limits = limits;
	cr_expect_eq(as_package_check_share(&package, 1, 10000 * MIB, &error), 0, "%s", error.text);
	cr_expect_eq(as_package_check_share(&package, 1, 9999 * MIB, &error), -1);
	cr_expect_str_eq(error.text,
		"an interaction can use 10000 MiB of memory (limits.memory 5000 + "
		"limits.validation_memory 5000), more than the 9999 MiB of this machine; lower "
		"these limits");
	cr_expect_eq(check(limits, 1, 9999, &error), 0, "%s", error.text);
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
	check(limits[1], 1, 16384, &error);
	cr_expect_str_eq(error.text,
		"a compiler can use 1048576 MiB of memory (limits.compilation_memory 1048576), "
		"more than the 16384 MiB of this machine; lower these limits");
	limits[0].output_bytes = limits[0].memory_bytes = UINT64_MAX;
	cr_expect_eq(check(limits[0], 1, 16384, &error), -1);
}
