/* SPDX-License-Identifier: MIT */
/*
 * The owner of a store is killed during its writes, many times. Its threads submit, claim, complete
 * and store blobs, and report each acknowledgement to this process through a pipe. Everything
 * reported must be in the store. AS_TEST_KILLS: the number of kills, by default 40.
 */
#include "store_case.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

#define THREADS 3
#define LONGEST_LIFE_US 150000
#define MAX_JOBS 100000

static char folder[64];
static int64_t kills = 40;

static void make_folder(void)
{
	const char *wanted = getenv("AS_TEST_KILLS");

	if (wanted)
		kills = strtol(wanted, NULL, 10);
	strcpy(folder, "/tmp/assay-kills.XXXXXX");
	cr_assert(mkdtemp(folder));
	cr_assert_eq(chdir(folder), 0);
}

static void remove_folder(void)
{
	cr_assert_eq(chdir("/"), 0);
	as_dir_remove(AT_FDCWD, folder, NULL);
}

TestSuite(kills, .init = make_folder, .fini = remove_folder, .timeout = 600);

/* An acknowledgement, in one write to the pipe. */
struct notice {
	int64_t job;
	enum as_verdict verdict; /* NONE: it was queued */
	char blob[AS_DIGEST_HEX_SIZE];
};

/* ---- the owner ---- */

struct owner {
	struct fixture fixture;
	int pipe;
	int64_t seed;
};

static void tell(const struct owner *owner, const struct notice *notice)
{
	if (write(owner->pipe, notice, sizeof(*notice)) != sizeof(*notice))
		_exit(2);
}

static void submit_one(const struct owner *owner, int64_t number)
{
	struct as_store_ticket ticket;
	char text[64];

	snprintf(text, sizeof(text), "%lld", (long long)number);
	struct as_store_order order = order_of(&owner->fixture, text);
	/* After a kill each is queued again, and is the same job. */
	order.once = true;
	if (as_store_submit(owner->fixture.store, &order, 1, &ticket, NULL))
		_exit(3);
	tell(owner, &(struct notice){.job = ticket.job});
}

/* The verdict of a job is constant, like a submission's. */
static enum as_verdict verdict_of(int64_t job)
{
	return job % 2 ? AS_VERDICT_AC : AS_VERDICT_WA;
}

static void judge_one(const struct owner *owner)
{
	static const char *const lanes[] = {"lane"};
	struct as_store *store = owner->fixture.store;
	struct as_store_claim claim;

	if (store_claim_lanes(store, lanes, 1, &claim, NULL) != 1)
		return;
	const struct as_result result = result_of(verdict_of(claim.job), claim.path);
	if (as_store_complete(store, &claim, &result, NULL, NULL) != 1)
		_exit(4);
	tell(owner, &(struct notice){.job = claim.job, .verdict = result.verdict});
	as_store_claim_clear(&claim);
}

static void put_one(const struct owner *owner, int64_t number)
{
	static char data[2 * AS_STORE_CHUNK_BYTES];
	struct notice notice = {0};
	const size_t size = (size_t)(number * 7919 % (int64_t)sizeof(data));

	if (as_store_blob_put(owner->fixture.store, data, size, notice.blob, NULL))
		_exit(5);
	tell(owner, &notice);
}

static void *write_without_end(void *argument)
{
	const struct owner *owner = argument;

	for (int64_t number = owner->seed * 1000 % 7777;; number++) {
		submit_one(owner, number % 500);
		judge_one(owner);
		if (number % 4 == 0)
			put_one(owner, number);
	}
	return NULL;
}

static void run_owner(const struct fixture *fixture, int pipe, int64_t seed)
{
	struct owner owners[THREADS];
	struct owner first = {.fixture = *fixture, .pipe = pipe};
	pthread_t threads[THREADS];

	first.fixture.store = as_store_open(fixture->url, NULL);
	if (!first.fixture.store)
		_exit(1);
	for (int i = 0; i < THREADS; i++) {
		owners[i] = first;
		owners[i].seed = seed * THREADS + i;
		if (pthread_create(&threads[i], NULL, write_without_end, &owners[i]))
			_exit(6);
	}
	pthread_join(threads[0], NULL);
	_exit(7);
}

/* ---- reports ---- */

struct told {
	bool queued[MAX_JOBS], done[MAX_JOBS];
	char blobs[1000][AS_DIGEST_HEX_SIZE];
	size_t blob_count, count;
};

static void remember(struct told *told, const struct notice *notice)
{
	told->count++;
	if (*notice->blob) {
		strcpy(told->blobs[told->blob_count++ % 1000], notice->blob);
		return;
	}
	cr_assert(notice->job > 0 && notice->job < MAX_JOBS);
	if (notice->verdict == AS_VERDICT_NONE) {
		told->queued[notice->job] = true;
		return;
	}
	cr_assert_not(told->done[notice->job], "job %lld was judged twice", (long long)notice->job);
	told->done[notice->job] = true;
}

static void run_until_killed(const struct fixture *fixture, struct told *told, int64_t seed)
{
	struct notice notice;
	int ends[2], status;

	cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
	const pid_t pid = fork();
	cr_assert_geq(pid, 0);
	if (pid == 0)
		run_owner(fixture, ends[1], seed);
	close(ends[1]);
	/* Counted from the first report of a job, because a machine under load starts it late. */
	do {
		if (read(ends[0], &notice, sizeof(notice)) != sizeof(notice))
			break;
		remember(told, &notice);
	} while (*notice.blob);
	usleep((useconds_t)(seed * 7919 % LONGEST_LIFE_US));
	kill(pid, SIGKILL);
	while (read(ends[0], &notice, sizeof(notice)) == sizeof(notice))
		remember(told, &notice);
	close(ends[0]);
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_assert(WIFSIGNALED(status), "it ended with status %d", WEXITSTATUS(status));
}

static void expect_all(struct fixture *fixture, const struct told *told)
{
	struct as_bytes bytes;

	for (int64_t job = 1; job < MAX_JOBS; job++) {
		if (told->queued[job])
			read_job(fixture, job);
		if (told->done[job])
			cr_assert_eq(read_verdict(fixture, job), verdict_of(job), "job %lld",
				(long long)job);
	}
	for (size_t i = 0; i < told->blob_count && i < 1000; i++) {
		cr_assert_eq(as_store_blob_read(
				     fixture->store, told->blobs[i], UINT64_MAX, &bytes, NULL),
			1);
		as_bytes_clear(&bytes);
	}
}

static void expect_one_result_each(const struct fixture *fixture)
{
	struct events events;

	for (;;) {
		AUTO_CLAIM claim = claim_next(fixture);
		if (!claim.job)
			break;
		cr_assert_eq(complete(fixture, &claim, verdict_of(claim.job)), 1);
	}
	read_events(fixture, AS_STORE_WHOLE, &events);
	for (size_t i = 0; i < events.count; i++) {
		const int64_t job = events.items[i].job;
		cr_assert_eq(events.items[i].number, (int64_t)i + 1, "no gaps");
		cr_assert_eq(count_events(fixture, job, AS_STORE_EVENT_QUEUED), 1);
		cr_assert_eq(count_events(fixture, job, AS_STORE_EVENT_DONE), 1);
		cr_assert_eq(read_verdict(fixture, job), verdict_of(job));
	}
	cr_expect_geq(events.count, kills);
}

static void make_url(char url[512])
{
	snprintf(url, 512, "sqlite:%s/a.store", folder);
}

Test(kills, nothing_that_was_acknowledged_is_lost_or_done_twice)
{
	static const struct store_maker maker = {.make_url = make_url};
	static struct told told;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	cr_assert_eq(as_store_setting_write(fixture.store, AS_STORE_WHOLE,
			     AS_STORE_SETTING_ATTEMPTS, "1000000", NULL),
		0);
	for (int64_t i = 1; i <= kills; i++) {
		fixture_close(&fixture);
		run_until_killed(&fixture, &told, i);
		fixture.store = store_open(fixture.url);
	}
	expect_all(&fixture, &told);
	expect_one_result_each(&fixture);
	cr_expect_gt(told.count, kills);
}
