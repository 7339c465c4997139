/* SPDX-License-Identifier: MIT */
/* The clock of the server steps, as when it is set after hours without a network. */
#include "server.h"
#include "store_case.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>

static char clock_file[] = "/tmp/assay-clock.XXXXXX";

/* `ahead`: of this machine's clock, such as "+1h". */
static void set_clock(const char *ahead)
{
	cr_assert_eq(as_file_write(AT_FDCWD, clock_file, ahead, strlen(ahead), 0644, NULL), 0);
}

static void start(void)
{
	const int fd = mkstemp(clock_file);

	cr_assert_geq(fd, 0);
	close(fd);
	cr_assert_eq(chmod(clock_file, 0644), 0);
	set_clock("+0");
	setenv("ASSAY_TEST_POSTGRES_CLOCK", clock_file, 1);
	server_start();
}

static void stop(void)
{
	server_stop();
	unlink(clock_file);
}

TestSuite(clock_steps, .init = start, .fini = stop, .timeout = 600);

static const struct store_maker maker = {server_make_url, server_await_death};

static int64_t seconds_ahead(const char *url)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return server_number(url, "SELECT extract(epoch FROM clock_timestamp())::bigint") -
	       now.tv_sec;
}

Test(clock_steps, end_no_session)
{
	static const char *const steps[] = {"+1h", "+3h", "-2h", "+0", "+40s"};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	/* Each sweeps up after the other. */
	struct as_store *other = store_open(fixture.url);
	const int64_t job = submit_path(&fixture, "a.c");
	AUTO_CLAIM claim = claim_next(&fixture);
	const int64_t sessions = server_number(fixture.url, "SELECT sum(id) FROM assay.session");
	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
		set_clock(steps[i]);
		sleep(4);
		cr_expect_eq(server_number(fixture.url, "SELECT sum(id) FROM assay.session"),
			sessions, "%s", steps[i]);
	}
	cr_expect_geq(seconds_ahead(fixture.url), 38, "the server's clock did not step");
	cr_expect_eq(complete(&fixture, &claim, AS_VERDICT_AC), 1);
	cr_expect_eq(read_job(&fixture, job).death_count, 0);
	as_store_close(other);
}

/* The time of the last heartbeat is in the future. */
Test(clock_steps, hide_no_stopped_session)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	set_clock("+1h");
	PGconn *stopped = PQconnectdb(fixture.url);
	cr_assert_eq(PQstatus(stopped), CONNECTION_OK);
	PGresult *rows = PQexec(stopped, server_open_session);
	cr_assert_eq(PQresultStatus(rows), PGRES_COMMAND_OK, "%s", PQerrorMessage(stopped));
	PQclear(rows);
	set_clock("+0");
	server_await_zero(fixture.url, "SELECT count(*) - 1 FROM assay.session");
	PQfinish(stopped);
}
