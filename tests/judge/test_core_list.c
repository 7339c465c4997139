/* SPDX-License-Identifier: MIT */
/* Lists of cores as people write them. */
#include "core_list.h"

#include <assay/cores.h>
#include <criterion/criterion.h>
#include <string.h>

static int some_core(void)
{
	cpu_set_t set;
	int core = 0;
	cr_assert_eq(as_core_list_usable(&set, NULL), 0);
	while (!CPU_ISSET((size_t)core, &set))
		core++;
	return core;
}

/* The usable ones as a list, each alone. */
static void list_all(char *text)
{
	cpu_set_t set;
	cr_assert_eq(as_core_list_usable(&set, NULL), 0);
	*text = '\0';
	for (int core = 0; core < CPU_SETSIZE; core++)
		if (CPU_ISSET((size_t)core, &set))
			sprintf(text + strlen(text), "%s%d", *text ? "," : "", core);
}

Test(core_list, numbers_and_ranges_are_cores)
{
	char list[CPU_SETSIZE * 6], range[40];
	cpu_set_t all, set;
	const int core = some_core();
	cr_assert_eq(as_core_list_usable(&all, NULL), 0);
	list_all(list);
	cr_expect_eq(as_core_list_parse(list, &set, NULL), 0);
	cr_expect(CPU_EQUAL(&set, &all));
	snprintf(range, sizeof(range), "%d-%d,0%d", core, core, core);
	cr_expect_eq(as_core_list_parse(range, &set, NULL), 0);
	cr_expect_eq(CPU_COUNT(&set), 1);
	cr_expect(CPU_ISSET((size_t)core, &set));
}

static void expect_refused(const char *list, const char *text)
{
	struct as_error error = {0};
	cpu_set_t set;
	cr_expect_eq(as_core_list_parse(list, &set, &error), -1, "%s", list);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_not_null(strstr(error.text, text), "%s: %s", list, error.text);
}

Test(core_list, an_invalid_list_of_cores_is_refused)
{
	static const char *const lists[] = {"x", ",", "-", " 0", "0 ", "0,", ",0", "0,,0", "0-",
		"-0", "0-0-0", "+0", "0x0", "0;0", "0.0", "1-0", "0\n", "\xff"};
	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
		expect_refused(lists[i], "is not a list of cores; write a list such as 0,2-3");
	expect_refused("", "the list of cores is empty; write a list such as 0,2-3");
}

Test(core_list, a_core_that_the_process_may_not_use_is_refused)
{
	char list[40];
	cpu_set_t one;
	const int core = some_core();
	CPU_ZERO(&one);
	CPU_SET((size_t)core, &one);
	cr_assert_eq(sched_setaffinity(0, sizeof(one), &one), 0);
	snprintf(list, sizeof(list), "%d", core + 1);
	expect_refused(list, "is not available to this process; available: ");
	snprintf(list, sizeof(list), "%d-%d", core, core + 1);
	expect_refused(list, "is not available to this process; available: ");
	expect_refused("1023", "core 1023 is not available");
	expect_refused("1024", "core number above 1023 is not available");
	expect_refused("99999999999999999999999", "core number above 1023 is not available");
	expect_refused("18446744073709551616", "core number above 1023 is not available");
}

Test(core_list, a_process_is_pinned_to_a_list)
{
	char list[40];
	cpu_set_t set;
	const int core = some_core();
	snprintf(list, sizeof(list), "%d", core);
	cr_expect_eq(as_cores_pin("junk", NULL), -1);
	cr_assert_eq(as_cores_pin(list, NULL), 0);
	cr_assert_eq(as_core_list_usable(&set, NULL), 0);
	cr_expect_eq(CPU_COUNT(&set), 1);
	cr_expect(CPU_ISSET((size_t)core, &set));
}
