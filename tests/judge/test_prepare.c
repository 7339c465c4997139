/* SPDX-License-Identifier: MIT */
/* Compiling the programs of a package: what lasts, and what is tried again. */
#include "engine_case.h"

#include <fcntl.h>
#include <sys/resource.h>

TestSuite(prepare, .timeout = 600);

/* Leaves no more descriptors than are open now. */
static struct rlimit close_the_gate(void)
{
	struct rlimit usual;

	cr_assert_eq(getrlimit(RLIMIT_NOFILE, &usual), 0);
	const int next = open("/dev/null", O_RDONLY | O_CLOEXEC);
	close(next);
	const struct rlimit none = {(rlim_t)next, usual.rlim_max};
	cr_assert_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
	return usual;
}

Test(prepare, a_machine_without_descriptors_is_no_fault_of_the_package)
{
	AUTO_ENGINE setting;
	struct as_error error = {0}, again = {0};

	engine_setting_make(
		&setting, "--- file output_validator/v.c\nint main(void) { return 42; }\n", 1);
	const struct rlimit usual = close_the_gate();
	const int failed = as_engine_package_prepare(setting.opened, &error);
	cr_assert_eq(setrlimit(RLIMIT_NOFILE, &usual), 0);
	cr_expect_eq(failed, -1);
	cr_expect_neq(error.kind, AS_ERROR_INPUT, "%s", error.text);
	engine_setting_need(&setting, as_engine_package_prepare(setting.opened, &again), &again);
	cr_expect_eq(as_engine_package_prepare(setting.opened, &again), 0);
}

Test(prepare, a_validator_that_does_not_compile_stays_broken)
{
	AUTO_ENGINE setting;
	struct as_error first = {0}, second = {0};

	engine_setting_make(&setting, "--- file output_validator/v.c\nint main(void\n", 1);
	cr_expect_eq(as_engine_package_prepare(setting.opened, &first), -1);
	skip_unless(first.kind != AS_ERROR_MACHINE, "namespaces", first.text);
	cr_expect_eq(first.kind, AS_ERROR_INPUT);
	cr_expect_eq(as_engine_package_prepare(setting.opened, &second), -1);
	cr_expect_eq(second.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(second.text, first.text);
}
