/* SPDX-License-Identifier: MIT */
/* --weak-sandbox on a machine without control groups: unknown values are not reported as 0. */
#include "support/namespaces.h"
#include "support/packages.h"
#include "support/verdicts.h"

TestSuite(weak, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* It uses no CPU time, because the kernel would reach that limit at about the same moment. */
#define SLEEP_C "#include <unistd.h>\nint main(void){for(;;)pause();}\n"

static void need_cover(void)
{
	AUTO_OUTCOME probe =
		command_run_after((const char *const[]){"/bin/true", NULL}, cover_groups);
	NEED(probe.status == 0, "mounts", "nothing can be mounted over /sys/fs/cgroup");
}

/* The number of occurrences of the word in the list. */
static int count_degraded(json_t *document, const char *word)
{
	json_t *sandbox = json_object_get(document, "sandbox"), *item;
	size_t index;
	int count = 0;
	cr_expect_str_eq(text_below(sandbox, "isolation", NULL), "weak");
	json_array_foreach(json_object_get(sandbox, "degraded"), index, item)
	{
		count += strcmp(json_string_value(item), word) == 0;
	}
	return count;
}

static json_t *judge_weakly(const char *path)
{
	AUTO_OUTCOME outcome = command_run_after(
		ASSAY_ARGV("judge", "--json", "--weak-sandbox", "--reruns=0", "sum", path),
		cover_groups);
	EXPECT_STATUS(outcome, 0);
	return document_of(&outcome);
}

Test(weak, the_usage_of_a_completed_run_is_known)
{
	need_cover();
	put_sum_package(1);
	put("right.c", SUM_C);
	AS_AUTO_JSON json_t *document = judge_weakly("right.c");
	EXPECT_FATE(document, "AC");
	cr_expect_gt(json_integer_value(json_object_get(document, "cpu_time_ns")), 0);
	cr_expect_gt(json_integer_value(json_object_get(document, "memory_bytes")), 0);
	cr_expect_eq(count_degraded(document, "cpu-time-by-wait"), 1);
	cr_expect_eq(count_degraded(document, "usage-unknown"), 0);
}

Test(weak, the_usage_of_an_ended_run_is_null)
{
	static const char *const keys[] = {"cpu_time_ns", "memory_bytes"};
	need_cover();
	put_sum_package(1);
	put("sleep.c", SLEEP_C);
	AS_AUTO_JSON json_t *document = judge_weakly("sleep.c");
	EXPECT_FATE(document, "TLE wall-clock");
	for (int i = 0; i < 2; i++) {
		cr_expect(json_is_null(json_object_get(document, keys[i])), "%s", keys[i]);
		cr_expect(json_is_null(json_object_get(failed_test(document), keys[i])), "%s",
			keys[i]);
	}
	cr_expect_eq(count_degraded(document, "usage-unknown"), 1);
}

Test(weak, people_read_that_it_is_not_known)
{
	need_cover();
	put_sum_package(1);
	put("sleep.c", SLEEP_C);
	AUTO_OUTCOME judged = command_run_after(
		ASSAY_ARGV("judge", "--weak-sandbox", "--reruns=0", "sum", "sleep.c"),
		cover_groups);
	EXPECT_STATUS(judged, 0);
	cr_expect_not_null(strstr(judged.out.data, "TLE           0/2        -         -  c"), "%s",
		judged.out.data);
	cr_expect_not_null(strstr(judged.out.data, "The sandbox was weak"), "%s", judged.out.data);
	AUTO_OUTCOME ran = command_run_after(ASSAY_ARGV("sandbox", "--weak-sandbox", "--wall=0.2s",
						     "--", "/bin/sh", "-c", "while :; do :; done"),
		cover_groups);
	EXPECT_STATUS(ran, 0);
	cr_expect_not_null(strstr(ran.out.data, "\"cpu_time_ns\": null"), "%s", ran.out.data);
}

/* Each waits for its wall limit, and a third run would show nothing new. */
/* No rerun if nothing disturbed it. */
Test(weak, a_run_that_was_ended_is_repeated_at_most_once)
{
	need_cover();
	put_sum_package(1);
	put("sleep.c", SLEEP_C);
	AUTO_OUTCOME outcome = command_run_after(
		ASSAY_ARGV("judge", "--json", "--weak-sandbox", "sum", "sleep.c"), cover_groups);
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FATE(document, "TLE wall-clock");
	cr_expect_leq(json_integer_value(json_object_get(failed_test(document), "reruns")), 1);
}

/* The maximum number of processes: the kernel refuses more, and nothing counts them. */
Test(weak, the_kernel_limits_processes)
{
	static const char forks[] = "import os, time\n"
				    "made = 0\n"
				    "for i in range(20):\n"
				    "    try:\n"
				    "        if os.fork() == 0:\n"
				    "            time.sleep(30)\n"
				    "            os._exit(0)\n"
				    "        made += 1\n"
				    "    except BlockingIOError:\n"
				    "        break\n"
				    "print(1 + made)\n";
	need_cover();
	AUTO_OUTCOME outcome =
		command_run_after(ASSAY_ARGV("sandbox", "--weak-sandbox", "--processes=8", "--",
					  "/usr/bin/python3", "-c", forks),
			cover_groups);
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(
		strstr(outcome.out.data, "\"stdout\": \"8\\n\""), "%s", outcome.out.data);
}

Test(weak, a_time_limit_is_not_compared_with_unknown_times)
{
	need_cover();
	put_sum_package(1);
	put("sum/statement/problem.en.md", "Add them.\n");
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/submissions/time_limit_exceeded/sleep.c", SLEEP_C);
	AUTO_OUTCOME outcome = command_run_after(
		ASSAY_ARGV("verify", "--weak-sandbox", "--fresh", "sum"), cover_groups);
	cr_expect_not_null(strstr(outcome.out.data, "is unknown, because without control groups"),
		"%s%s", outcome.out.data, outcome.err.data);
	cr_expect_not_null(strstr(outcome.out.data, " -  time_limit_exceeded/sleep.c\n"), "%s",
		outcome.out.data);
}
