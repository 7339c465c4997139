/* SPDX-License-Identifier: MIT */
/* Machines with clocks that differ by hours share a store: only the server's clock counts. The
 * clock functions of this program replace those of libc, also for libpq. */
#include "server.h"
#include "store_case.h"

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>

static time_t shift_s;

int clock_gettime(clockid_t clock, struct timespec *now)
{
	const int failed = (int)syscall(SYS_clock_gettime, clock, now);

	if (!failed && clock == CLOCK_REALTIME)
		now->tv_sec += shift_s;
	return failed;
}

time_t time(time_t *now)
{
	struct timespec clock;

	clock_gettime(CLOCK_REALTIME, &clock);
	if (now)
		*now = clock.tv_sec;
	return clock.tv_sec;
}

int gettimeofday(struct timeval *now, void *zone)
{
	struct timespec clock;

	(void)zone;
	clock_gettime(CLOCK_REALTIME, &clock);
	*now = (struct timeval){clock.tv_sec, clock.tv_nsec / 1000};
	return 0;
}

TestSuite(clocks, .fini = server_drop, .timeout = 600);

static const struct store_maker maker = {server_make_url, server_await_death};

#define JOBS 30

/* A worker on a machine of its own. */
static pid_t start_worker(struct fixture *fixture, time_t shift)
{
	static const char *const lanes[] = {"lane"};
	const struct as_result result = result_of(AS_VERDICT_AC, "a.c");
	struct as_store_claim claim;
	const pid_t pid = fork();

	cr_assert_geq(pid, 0);
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	shift_s = shift;
	struct as_store *store = as_store_open(fixture->url, NULL);
	int found = -1;
	while (store && (found = store_claim_lanes(store, lanes, 1, &claim, NULL)) == 1) {
		/* The others sweep meanwhile. */
		usleep(200000);
		if (as_store_complete(store, &claim, &result, NULL, NULL) != 1)
			_exit(101);
		as_store_claim_clear(&claim);
	}
	as_store_close(store);
	_exit(found == 0 ? 0 : 102);
}

Test(clocks, that_differ_by_hours_are_harmless)
{
	static const time_t shifts[] = {5 * 3600, -7 * 3600, 0};
	pid_t pids[3];
	int64_t before, after, last = 0;
	int status;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	cr_assert_eq(as_store_now(fixture.store, &before, NULL), 0);
	shift_s = 11 * 3600;
	cr_assert_eq(as_store_now(fixture.store, &after, NULL), 0);
	cr_expect_lt(after - before, 3600000, "it is the server's");
	for (int i = 0; i < JOBS; i++)
		last = submit_path(&fixture, "a.c");
	fixture_close(&fixture);
	for (int i = 0; i < 3; i++)
		pids[i] = start_worker(&fixture, shifts[i]);
	for (int i = 0; i < 3; i++) {
		cr_assert_eq(waitpid(pids[i], &status, 0), pids[i]);
		cr_expect_eq(status, 0, "worker %d", i);
	}
	fixture.store = store_open(fixture.url);
	cr_assert_eq(as_store_now(fixture.store, &after, NULL), 0);
	for (int64_t job = last - JOBS + 1; job <= last; job++) {
		cr_expect_eq(read_job(&fixture, job).attempt, 1);
		cr_expect_eq(read_verdict(&fixture, job), AS_VERDICT_AC);
	}
	struct events events;
	read_events(&fixture, AS_STORE_WHOLE, &events);
	cr_expect_eq(events.count, 2 * JOBS);
	for (size_t i = 0; i < events.count; i++)
		cr_expect(events.items[i].time_ms >= before && events.items[i].time_ms <= after);
	struct as_store_removed removed;
	char digest[AS_DIGEST_HEX_SIZE];
	cr_assert_eq(as_store_blob_put(fixture.store, "new", 3, digest, NULL), 0);
	cr_assert_eq(as_store_collect(fixture.store, AS_STORE_GRACE_MS, NULL, &removed, NULL), 0);
	cr_expect_eq(removed.blob_count, 0);
}
