/* SPDX-License-Identifier: MIT */
/*
 * Workers with a server of their own: workers, backends, and the whole server (as by a power cut)
 * are killed repeatedly. Threads of the workers submit, claim, complete and store blobs. After each
 * acknowledgement they report it to this process through a pipe. Everything reported must be in the
 * store, and each job must end in one result. At the end the test prints a table of the kills and
 * of the work that they interrupted. AS_TEST_KILLS: the number of kills, by default 20.
 */
#include "server.h"
#include "store_case.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#define WORKERS 3
#define THREADS 2
#define MAX_JOBS 100000
/* At most as many as are judged between two kills, so that there always is work. */
#define ORDERS_EACH 45

static int64_t kills = 20;

static void set_up(void)
{
	const char *wanted = getenv("AS_TEST_KILLS");

	if (wanted)
		kills = strtol(wanted, NULL, 10);
	server_start();
}

TestSuite(server_kills, .init = set_up, .fini = server_stop, .timeout = 10800);

/* An acknowledgement, in one write to the pipe. */
struct notice {
	int64_t job;
	enum as_verdict verdict; /* NONE: it was queued */
	char blob[AS_DIGEST_HEX_SIZE];
};

/* ---- a worker ---- */

struct worker {
	struct fixture fixture;
	int pipe;
	int64_t seed;
};

static void tell(const struct worker *worker, const struct notice *notice)
{
	if (write(worker->pipe, notice, sizeof(*notice)) != sizeof(*notice))
		_exit(2);
}

static _Noreturn void give_up(const struct as_error *error, int status)
{
	fprintf(stderr, "a worker: %s\n", error->text);
	_exit(status);
}

static void submit_one(const struct worker *worker, int64_t number)
{
	struct as_store_ticket ticket;
	struct as_error error = {0};
	char text[64];

	snprintf(text, sizeof(text), "%lld", (long long)number);
	struct as_store_order order = order_of(&worker->fixture, text);
	order.once = true;
	if (as_store_submit(worker->fixture.store, &order, 1, &ticket, &error))
		give_up(&error, 3);
	tell(worker, &(struct notice){.job = ticket.job});
}

/* The verdict of a job is constant, like a submission's. */
static enum as_verdict verdict_of(int64_t job)
{
	return job % 2 ? AS_VERDICT_AC : AS_VERDICT_WA;
}

static void judge_one(const struct worker *worker, int64_t number)
{
	static const char *const lanes[] = {"lane"};
	struct as_store *store = worker->fixture.store;
	struct as_error error = {0};
	struct as_store_claim claim;
	const int found = store_claim_lanes(store, lanes, 1, &claim, &error);

	if (found < 0)
		give_up(&error, 4);
	if (!found)
		return;
	usleep((useconds_t)(number % 40 * 1000));
	const struct as_result result = result_of(verdict_of(claim.job), claim.path);
	const int ended = as_store_complete(store, &claim, &result, NULL, &error);
	if (ended < 0)
		give_up(&error, 5);
	/* If the connection was lost meanwhile, another worker has the job. */
	if (ended)
		tell(worker, &(struct notice){.job = claim.job, .verdict = result.verdict});
	as_store_claim_clear(&claim);
}

static void put_one(const struct worker *worker, int64_t number)
{
	static char data[2 * AS_STORE_CHUNK_BYTES];
	struct notice notice = {0};
	struct as_error error = {0};
	const size_t size = (size_t)(number * 7919 % (int64_t)sizeof(data));

	if (as_store_blob_put(worker->fixture.store, data, size, notice.blob, &error))
		give_up(&error, 6);
	tell(worker, &notice);
}

static void *work_without_end(void *argument)
{
	const struct worker *worker = argument;

	for (int64_t number = worker->seed * 37;; number++) {
		submit_one(worker, number % (kills * ORDERS_EACH));
		judge_one(worker, number);
		if (number % 8 == 0)
			put_one(worker, number);
		usleep(30000);
	}
	return NULL;
}

static void run_worker(const struct fixture *fixture, int pipe, int64_t seed)
{
	struct worker workers[THREADS];
	struct fixture own = *fixture;
	struct as_error error = {0};
	pthread_t threads[THREADS];

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* A starting server refuses new connections. */
	for (int i = 0; i < 300 && !(own.store = as_store_open(fixture->url, &error)); i++) {
		as_error_clear(&error);
		usleep(100000);
	}
	if (!own.store)
		give_up(&error, 1);
	for (int i = 0; i < THREADS; i++) {
		workers[i] = (struct worker){own, pipe, seed * THREADS + i};
		if (pthread_create(&threads[i], NULL, work_without_end, &workers[i]))
			_exit(7);
	}
	pthread_join(threads[0], NULL);
	_exit(8);
}

/* ---- reports ---- */

static struct told {
	bool queued[MAX_JOBS], done[MAX_JOBS];
	char blobs[1000][AS_DIGEST_HEX_SIZE];
	size_t blob_count, count, done_count;
} told;

static void remember(const struct notice *notice)
{
	told.count++;
	if (*notice->blob) {
		strcpy(told.blobs[told.blob_count++ % 1000], notice->blob);
		return;
	}
	cr_assert(notice->job > 0 && notice->job < MAX_JOBS, "%lld", (long long)notice->job);
	if (notice->verdict == AS_VERDICT_NONE) {
		told.queued[notice->job] = true;
		return;
	}
	cr_assert_not(told.done[notice->job], "job %lld was judged twice", (long long)notice->job);
	told.done[notice->job] = true;
	told.done_count++;
}

/* For some time, and until there is a report. */
static void hear(int pipe, int64_t max_ns)
{
	const int64_t until_ns = as_now_ns() + max_ns;
	struct pollfd entry = {.fd = pipe, .events = POLLIN};
	struct notice notice;
	bool any = false;

	for (int i = 0; as_now_ns() < until_ns || !any; i++) {
		cr_assert_lt(i, 100000, "no news");
		if (poll(&entry, 1, 20) != 1)
			continue;
		cr_assert_eq(read(pipe, &notice, sizeof(notice)), (ssize_t)sizeof(notice));
		remember(&notice);
		any = true;
	}
}

/* ---- interrupted work ---- */

enum target { TARGET_WORKER, TARGET_BACKEND, TARGET_SERVER, TARGET_COUNT };

static struct tally {
	int kills;
	int running;    /* of these: a statement of the killed process was running */
	int claiming;   /* of these: the killed process had claimed a job */
	int64_t claims; /* that they had */
	int unanswered; /* of the kills: the server was still starting after the previous one */
} tallies[TARGET_COUNT];

/* Counts an imminent kill of a worker or, if it is 0, of a process that serves all of them. */
static void count_kill(const struct fixture *fixture, enum target target, pid_t worker)
{
	struct tally *tally = &tallies[target];
	PGconn *db = PQconnectdb(fixture->url);
	char text[512], name[24] = "%";

	if (worker)
		snprintf(name, sizeof(name), "%%:%d", (int)worker);
	snprintf(text, sizeof(text),
		"WITH hit AS (SELECT id, pid FROM assay.session WHERE name LIKE '%s')"
		" SELECT (SELECT count(*) FROM pg_stat_activity JOIN hit USING (pid)"
		" WHERE state <> 'idle'), (SELECT count(*) FROM assay.job JOIN hit"
		" ON hit.id = job.session WHERE job.state = 1)",
		name);
	PGresult *rows = PQexec(db, text);
	tally->kills++;
	if (PQresultStatus(rows) == PGRES_TUPLES_OK) {
		const int64_t claims = strtoll(PQgetvalue(rows, 0, 1), NULL, 10);
		tally->running += strcmp(PQgetvalue(rows, 0, 0), "0") != 0;
		tally->claiming += claims > 0;
		tally->claims += claims;
	} else {
		tally->unanswered++;
	}
	PQclear(rows);
	PQfinish(db);
}

static void print_kills(const struct fixture *fixture, int64_t begin_ns)
{
	static const char *const names[] = {"a worker", "a connection's process", "the server"};

	fprintf(stderr, "| killed | kills | while it had claimed jobs | jobs claimed then "
			"| while a statement ran | while the server was starting |\n"
			"|---|---|---|---|---|---|\n");
	for (int i = 0; i < TARGET_COUNT; i++)
		fprintf(stderr, "| %s | %d | %d | %lld | %d | %d |\n", names[i], tallies[i].kills,
			tallies[i].claiming, (long long)tallies[i].claims, tallies[i].running,
			tallies[i].unanswered);
	fprintf(stderr,
		"%lld kills in %lld s; %lld jobs, each with one result; %zu acknowledgements, all "
		"of "
		"which held; %lld jobs were claimed again\n",
		(long long)kills, (long long)((as_now_ns() - begin_ns) / 1000000000),
		(long long)server_number(fixture->url, "SELECT count(*) FROM assay.job"),
		told.count,
		(long long)server_number(
			fixture->url, "SELECT count(*) FROM assay.job WHERE attempt > 1"));
}

/* ---- kills ---- */

struct crew {
	const struct fixture *fixture;
	int ends[2];
	pid_t workers[WORKERS];
	int64_t seed;
};

static void hire(struct crew *crew, int index)
{
	const pid_t pid = fork();

	cr_assert_geq(pid, 0);
	if (pid == 0)
		run_worker(crew->fixture, crew->ends[1], crew->seed);
	crew->workers[index] = pid;
	crew->seed++;
}

static void kill_worker(struct crew *crew, int index)
{
	int status;

	kill(crew->workers[index], SIGKILL);
	cr_assert_eq(waitpid(crew->workers[index], &status, 0), crew->workers[index]);
	cr_assert(WIFSIGNALED(status), "it ended with status %d", WEXITSTATUS(status));
}

/* The server considers its memory damaged, ends all connections, and restarts. */
static void kill_backend(const struct fixture *fixture)
{
	static const char find[] =
		"SELECT coalesce(max(pid), 0) FROM pg_stat_activity WHERE application_name = "
		"'assay'";
	int64_t pid = 0;

	/* They may be restarting after the last kill. */
	for (int i = 0; i < 3000 && pid == 0; i++) {
		pid = server_number(fixture->url, find);
		usleep(10000);
	}
	cr_assert_gt(pid, 1);
	kill((pid_t)pid, SIGKILL);
}

static void kill_something(struct crew *crew, int number)
{
	switch (number % 4) {
	case 0:
		count_kill(crew->fixture, TARGET_BACKEND, 0);
		kill_backend(crew->fixture);
		return;
	case 2:
		count_kill(crew->fixture, TARGET_SERVER, 0);
		server_control("crash");
		server_control("restart");
		return;
	default:
		count_kill(crew->fixture, TARGET_WORKER, crew->workers[number / 2 % WORKERS]);
		kill_worker(crew, number / 2 % WORKERS);
		hire(crew, number / 2 % WORKERS);
	}
}

static void work_and_kill(const struct fixture *fixture)
{
	struct crew crew = {.fixture = fixture};

	cr_assert_eq(pipe2(crew.ends, O_CLOEXEC), 0);
	for (int i = 0; i < WORKERS; i++)
		hire(&crew, i);
	for (int i = 0; i < kills; i++) {
		hear(crew.ends[0], (200 + i * 7919LL % 600) * INT64_C(1000000));
		kill_something(&crew, i);
	}
	hear(crew.ends[0], INT64_C(500000000));
	for (int i = 0; i < WORKERS; i++)
		kill_worker(&crew, i);
	close(crew.ends[1]);
	struct notice notice;
	while (read(crew.ends[0], &notice, sizeof(notice)) == sizeof(notice))
		remember(&notice);
	close(crew.ends[0]);
}

/* ---- the end ---- */

static void expect_all(const struct fixture *fixture)
{
	struct as_bytes bytes;

	for (int64_t job = 1; job < MAX_JOBS; job++) {
		if (told.queued[job])
			read_job(fixture, job);
		if (told.done[job])
			cr_assert_eq(read_verdict(fixture, job), verdict_of(job), "job %lld",
				(long long)job);
	}
	for (size_t i = 0; i < told.blob_count && i < 1000; i++) {
		cr_assert_eq(
			as_store_blob_read(fixture->store, told.blobs[i], UINT64_MAX, &bytes, NULL),
			1);
		as_bytes_clear(&bytes);
	}
}

static void judge_the_rest(const struct fixture *fixture)
{
	for (;;) {
		AUTO_CLAIM claim = claim_next(fixture);
		if (!claim.job)
			return;
		cr_assert_eq(complete(fixture, &claim, verdict_of(claim.job)), 1);
	}
}

static void expect_one_result_each(const struct fixture *fixture)
{
	static struct as_store_event events[MAX_EVENTS];
	static int queued[MAX_JOBS], done[MAX_JOBS];
	int64_t last = 0;
	size_t count = MAX_EVENTS;

	while (count == MAX_EVENTS) {
		count = events_read(fixture->store, AS_STORE_WHOLE, last, events, MAX_EVENTS);
		for (size_t i = 0; i < count; i++) {
			cr_assert_eq(events[i].number, ++last, "no gaps");
			cr_assert_eq(
				read_verdict(fixture, events[i].job), verdict_of(events[i].job));
			queued[events[i].job] += events[i].kind == AS_STORE_EVENT_QUEUED;
			done[events[i].job] += events[i].kind == AS_STORE_EVENT_DONE;
		}
	}
	for (int64_t job = 0; job < MAX_JOBS; job++)
		cr_assert(queued[job] == done[job] && done[job] <= 1 &&
				  (!told.queued[job] || done[job]),
			"job %lld was queued %d times and done %d times", (long long)job,
			queued[job], done[job]);
	cr_assert_eq(server_number(fixture->url, "SELECT count(*) FROM assay.result"), last / 2);
}

Test(server_kills, nothing_that_was_acknowledged_is_lost_or_done_twice)
{
	static const struct store_maker maker = {server_make_url, server_await_death};
	const int64_t begin_ns = as_now_ns();
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	cr_assert_eq(as_store_setting_write(fixture.store, AS_STORE_WHOLE,
			     AS_STORE_SETTING_ATTEMPTS, "1000000", NULL),
		0);
	fixture_close(&fixture);
	work_and_kill(&fixture);
	server_await_death(fixture.url);
	fixture.store = store_open(fixture.url);
	expect_all(&fixture);
	judge_the_rest(&fixture);
	expect_one_result_each(&fixture);
	cr_expect_gt(told.done_count, (size_t)kills);
	print_kills(&fixture, begin_ns);
}

Test(server_kills, a_server_without_a_free_connection_is_reported)
{
	static struct as_store *stores[200];
	struct as_error error = {0};
	char url[512];
	int count = 0;

	server_make_url(url);
	while (count < 200 && (stores[count] = as_store_open(url, &error)))
		count++;
	cr_expect_gt(count, 90, "a process takes one of 100");
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_not_null(strstr(error.text, "too many clients already; close other programs"),
		"%s", error.text);
	while (count > 0)
		as_store_close(stores[--count]);
}
