/* SPDX-License-Identifier: MIT */
/* assay verify --store: the workers of a store judge, and their machines determine the times. */
#include "store/events_case.h"
#include "store/server.h"
#include "support/verifications.h"

#include <assay/store.h>
#include <signal.h>

TestSuite(verify_store, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* Submissions with every fate. */
static void put_fates(void)
{
	put_verified_package();
	put("sum/submissions/accepted/right.py", SUM_PY);
	put("sum/submissions/wrong_answer/right.c", SUM_C);
	put("sum/submissions/run_time_error/crash.py", "1 / 0\n");
	put("sum/submissions/rejected/broken.c", "int main(\n");
	put("sum/submissions/rejected/letter.xyz", "Dear Sir\n");
	put("sum/submissions/accepted/two/main.py", "from add import add\nprint(add(input()))\n");
	put("sum/submissions/accepted/two/add.py",
		"def add(row):\n    return sum(map(int, row.split()))\n");
}

/* Without times and findings about them. */
static char *stripped(const struct outcome *outcome)
{
	AS_AUTO_JSON json_t *document = document_of(outcome);
	size_t index;
	json_t *item;

	json_array_foreach(json_object_get(document, "submissions"), index, item)
	{
		json_object_del(item, "cpu_time_ns");
		json_object_del(item, "memory_bytes");
	}
	json_object_del(document, "measured_on");
	return json_dumps(document, JSON_INDENT(1) | JSON_SORT_KEYS);
}

/* The number of results. */
static size_t count_done(const char *url)
{
	static struct as_store_event events[1000];
	struct as_error error = {0};
	size_t done = 0;
	struct as_store *store = as_store_open(url, &error);

	cr_assert_not_null(store, "%s", error.text);
	const size_t count = events_read(store, AS_STORE_WHOLE, 0, events, 1000);
	as_store_close(store);
	for (size_t i = 0; i < count; i++)
		done += events[i].kind == AS_STORE_EVENT_DONE;
	return done;
}

#define VERIFY "verify", "--json", "--reruns=0"

Test(verify_store, documents_are_those_without_a_store_and_nothing_is_judged_twice)
{
	put_fates();
	AUTO_OUTCOME plain = ASSAY(VERIFY, "sum");
	AUTO_OUTCOME first = ASSAY(VERIFY, "--store=sqlite:a.store", "sum");
	const size_t done = count_done("sqlite:a.store");
	AUTO_OUTCOME again = ASSAY(VERIFY, "--store=sqlite:a.store", "sum");
	EXPECT_STATUS(plain, 1);
	EXPECT_STATUS(first, 1);
	EXPECT_NOTHING_LEFT(first);
	AS_AUTO_FREE char *expected = stripped(&plain);
	AS_AUTO_FREE char *stored = stripped(&first);
	cr_expect_str_eq(stored, expected);
	cr_expect_null(strstr(first.out.data, "measured_on"));
	cr_expect_str_eq(first.err.data, plain.err.data);
	cr_expect_str_eq(again.out.data, first.out.data, "times are those of the first command");
	cr_expect_eq(count_done("sqlite:a.store"), done);
	AUTO_OUTCOME fresh = ASSAY(VERIFY, "--fresh", "--store=sqlite:a.store", "sum");
	EXPECT_STATUS(fresh, 1);
	cr_expect_eq(count_done("sqlite:a.store"), 2 * done);
}

/* Two undisturbed runs confirm a limit, and the first run of the submission is not one of them. */
Test(verify_store, runs_that_confirm_a_time_limit_are_judged_anew)
{
	put_verified_package();
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_resolution: 0.1\n");
	put("sum/submissions/accepted/right.c", LONG_C);
	AUTO_OUTCOME outcome =
		ASSAY("verify", "--write-time-limit", "--store=sqlite:a.store", "sum");
	EXPECT_STATUS(outcome, 0);
	cr_expect_geq(count_done("sqlite:a.store"), 4, "%s%s", outcome.out.data, outcome.err.data);
}

/* The store holds the package after some judging errors. */
Test(verify_store, a_package_with_judging_errors_has_an_error)
{
	put_verified_package();
	put("sum/output_validator/validate.py", "import sys\nsys.exit(7)\n");
	for (int i = 0; i < 6; i++) {
		char path[64];
		snprintf(path, sizeof(path), "sum/submissions/accepted/%d.py", i);
		put(path, SUM_PY);
	}
	AUTO_OUTCOME outcome = ASSAY(VERIFY, "-j1", "--store=sqlite:a.store", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "error", "",
		"package sum is held, because its last submissions could not be judged: ");
}

/* ---- workers ---- */

static void make_store(char url[512])
{
	struct as_error error = {0};

	server_make_url(url);
	struct as_store *store = as_store_open(url, &error);
	cr_assert_not_null(store, "%s", error.text);
	as_store_close(store);
}

static struct outcome end(const struct process *process, int signal)
{
	cr_assert_eq(kill(process->pid, signal), 0);
	return command_end(process);
}

#define UNSERVED "no worker that is alive can judge what is queued (group lab-3, "

/* Coarse, so that the machine's noise does not change it. */
Test(verify_store, the_workers_of_a_group_determine_the_time_limit)
{
	char url[512];

	put_fates();
	put("sum/problem.yaml", SUM_YAML "limits:\n    time_resolution: 7\n");
	AUTO_OUTCOME plain = ASSAY("verify", "--json", "sum");
	make_store(url);
	struct process other =
		command_start(ASSAY_ARGV("worker", "-j1", "--name=other", "--store", url), NULL);
	struct process verify =
		command_start(ASSAY_ARGV("verify", "--json", "--write-time-limit", "--store", url,
				      "--worker-group=lab-3", "sum"),
			NULL);
	command_await(&verify, UNSERVED);
	struct process one = command_start(
		ASSAY_ARGV("worker", "-j1", "--name=one", "--group=lab-3", "--store", url), NULL);
	AUTO_OUTCOME judged = command_end(&verify);
	EXPECT_STATUS(judged, 1);
	AS_AUTO_JSON json_t *document = document_of(&judged);
	cr_expect_str_eq(json_string_value(json_object_get(document, "measured_on")), "lab-3");
	cr_expect_eq(limit_of(document), 7000000000);
	AS_AUTO_FREE char *expected = stripped(&plain);
	AS_AUTO_FREE char *stored = stripped(&judged);
	cr_expect_str_eq(stored, expected);
	cr_assert_eq(unlink("sum/submissions/wrong_answer/right.c"), 0);
	cr_assert_eq(unlink("sum/submissions/rejected/broken.c"), 0);
	cr_assert_eq(unlink("sum/submissions/rejected/letter.xyz"), 0);
	AUTO_OUTCOME written = ASSAY("verify", "--write-time-limit", "--html=page.html", "--store",
		url, "--worker-group=lab-3", "sum");
	cr_expect_not_null(strstr(written.out.data, "; judged by group lab-3\n"), "%s%s",
		written.out.data, written.err.data);
	AS_AUTO_BYTES struct as_bytes page = {0}, yaml = {0};
	cr_assert_eq(as_file_read(here_fd, "page.html", 1 << 20, &page, NULL), 0);
	cr_expect_not_null(strstr(page.data, " judged by group lab-3</p>"));
	cr_assert_eq(as_file_read(here_fd, "sum/problem.yaml", 1 << 20, &yaml, NULL), 0);
	cr_expect_str_eq(yaml.data, SUM_YAML "limits:\n    time_limit: 7 # measured on group "
					     "lab-3\n    time_resolution: 7\n");
	AUTO_OUTCOME idle = end(&other, SIGTERM);
	AUTO_OUTCOME busy = end(&one, SIGTERM);
	cr_expect_null(strstr(idle.err.data, "assay: job "), "%s", idle.err.data);
	cr_expect_not_null(strstr(busy.err.data, "assay: job "), "%s", busy.err.data);
	server_drop();
}

/* Another command may need the jobs, too. */
Test(verify_store, a_command_that_is_interrupted_leaves_its_jobs)
{
	char url[512];

	put_fates();
	make_store(url);
	struct process verify = command_start(
		ASSAY_ARGV("verify", "--store", url, "--worker-group=lab-3", "sum"), NULL);
	command_await(&verify, UNSERVED);
	const int64_t queued = server_number(url, "SELECT count(*) FROM assay.job WHERE state = 0");
	cr_expect_gt(queued, 0);
	AUTO_OUTCOME outcome = end(&verify, SIGINT);
	cr_expect_eq(outcome.signal, SIGINT);
	cr_expect_not_null(strstr(outcome.err.data, "assay: interrupted; the results so far are in "
						    "the store"),
		"%s", outcome.err.data);
	cr_expect_eq(server_number(url, "SELECT count(*) FROM assay.job WHERE state = 0"), queued);
	server_drop();
}

Test(verify_store, times_are_only_taken_from_machines_that_are_equal)
{
	AUTO_OUTCOME group = ASSAY("verify", "--worker-group=lab-3", "--store=sqlite:a", "sum");
	EXPECT_COMPLAINT(group, 2, "--worker-group needs a store with workers: add --store post");
	AUTO_OUTCOME server = ASSAY("verify", "--store=postgresql://h/d", "sum");
	EXPECT_COMPLAINT(server, 2,
		"--store on a server needs equal machines: start their workers "
		"with --group NAME, and add --worker-group NAME");
}
