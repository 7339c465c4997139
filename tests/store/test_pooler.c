/* SPDX-License-Identifier: MIT */
/* A real connection pooler, pgbouncer, between a store and its server. */
#include "server.h"
#include "store_case.h"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define PROGRAM "/usr/sbin/pgbouncer"
#define PORT 6432

static char folder[64];
static pid_t pooler;

static void stop(void)
{
	if (pooler > 0) {
		kill(pooler, SIGKILL);
		waitpid(pooler, NULL, 0);
	}
	server_drop();
	cr_assert_eq(chdir("/"), 0);
	as_dir_remove(AT_FDCWD, folder, NULL);
}

static void make_folder(void)
{
	strcpy(folder, "/tmp/assay-store.XXXXXX");
	cr_assert_not_null(mkdtemp(folder));
	cr_assert_eq(chdir(folder), 0);
}

TestSuite(pooler, .init = make_folder, .fini = stop, .timeout = 600);

static void put(const char *name, const char *text)
{
	cr_assert_eq(as_file_write(AT_FDCWD, name, text, strlen(text), 0644, NULL), 0);
}

/* pgbouncer refuses to run as root, and must be the user of the server to reach its socket. */
static void become_user_of_server(void)
{
	const struct passwd *nobody = getpwnam("nobody");

	if (geteuid() != 0)
		return;
	if (!nobody || setgroups(0, NULL) || setgid(nobody->pw_gid) || setuid(nobody->pw_uid))
		_exit(100);
}

static void start(const char *mode)
{
	char socket[128], text[1024];

	snprintf(text, sizeof(text),
		"[databases]\n* = host=%s\n[pgbouncer]\nlisten_addr =\nunix_socket_dir = %s\n"
		"listen_port = %d\nauth_type = trust\nauth_file = %s/users\npool_mode = %s\n",
		server_folder(), folder, PORT, folder, mode);
	put("pooler.ini", text);
	put("users", "\"postgres\" \"\"\n");
	cr_assert_eq(chmod(folder, 0777), 0);
	pooler = fork();
	cr_assert_geq(pooler, 0);
	if (pooler == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		become_user_of_server();
		execl(PROGRAM, PROGRAM, "-q", "pooler.ini", NULL);
		_exit(101);
	}
	snprintf(socket, sizeof(socket), "%s/.s.PGSQL.%d", folder, PORT);
	for (int i = 0; access(socket, F_OK) != 0; i++) {
		cr_assert_lt(i, 3000, PROGRAM " does not start");
		usleep(10000);
	}
}

/* The URL of a new database, by way of the pooler. */
static void make_url(char url[512])
{
	char direct[512];

	server_make_url(direct);
	const char *database = strstr(direct, "@/") + 2;
	snprintf(url, 512, "postgresql://postgres@/%.*s?host=%s&port=%d",
		(int)strcspn(database, "?"), database, folder, PORT);
}

static const struct store_maker maker = {make_url, NULL};

Test(pooler, in_transaction_mode_is_refused)
{
	char url[512];

	start("transaction");
	make_url(url);
	/* Also the second time, because the pooler keeps its connections. */
	for (int i = 0; i < 2; i++) {
		struct as_error error = {0};
		cr_expect_null(as_store_open(url, &error));
		cr_expect_eq(error.kind, AS_ERROR_USAGE);
		cr_expect_str_eq(error.text, "the URL of the store leads to a connection pooler in"
					     " transaction mode; name the PostgreSQL server "
					     "itself, or pool sessions");
	}
}

Test(pooler, in_session_mode_does_no_harm)
{
	AUTO_FIXTURE fixture;
	struct fixture other;

	start("session");
	fixture_open(&fixture, &maker);
	other = fixture;
	other.store = store_open(fixture.url);
	const int64_t job = submit_path(&fixture, "a.c");
	AUTO_CLAIM claim = claim_next(&other);
	cr_expect_eq(claim.job, job);
	cr_expect_eq(complete(&other, &claim, AS_VERDICT_AC), 1);
	cr_expect_eq(read_verdict(&fixture, job), AS_VERDICT_AC);
	fixture_close(&other);
	fixture_reopen(&fixture);
	cr_expect_eq(read_verdict(&fixture, job), AS_VERDICT_AC);
}
