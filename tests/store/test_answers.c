/* SPDX-License-Identifier: MIT */
/* A connection to a server that is cut during a commit: the client cannot know whether it was
 * committed. A proxy in this process cuts it at the COMMIT that follows a certain text. */
#include "server.h"
#include "store_case.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>

#define PORT "6434"
#define MARK "cut after this"

/* The message of a client that commits. */
static const char commit[] = {'Q', 0, 0, 0, 11, 'C', 'O', 'M', 'M', 'I', 'T', 0};

static char folder[64];

static struct proxy {
	int listener;
	bool passes; /* the COMMIT reaches the server, but its answer is lost */
	atomic_int cuts;
	pthread_t thread;
} proxy;

static void make_folder(void)
{
	strcpy(folder, "/tmp/assay-store.XXXXXX");
	cr_assert_not_null(mkdtemp(folder));
	cr_assert_eq(chdir(folder), 0);
}

static void clean_up(void)
{
	server_drop();
	cr_assert_eq(chdir("/"), 0);
	as_dir_remove(AT_FDCWD, folder, NULL);
}

TestSuite(answers, .init = make_folder, .fini = clean_up, .timeout = 600);

/* ---- the proxy ---- */

static struct sockaddr_un address_of(const char *place, const char *port)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};

	cr_assert_lt(
		snprintf(address.sun_path, sizeof(address.sun_path), "%s/.s.PGSQL.%s", place, port),
		(int)sizeof(address.sun_path));
	return address;
}

/* Copies bytes from one end to the other. False: one of them has closed the connection. */
static bool pass(int from, int to, char *data, size_t room, size_t *size)
{
	const ssize_t count = read(from, data, room);

	*size = count > 0 ? (size_t)count : 0;
	return count > 0 && (to < 0 || as_fd_write(to, data, *size, NULL) == 0);
}

/* The server has answered before the connection is cut. */
static void cut(int server, const char *data, size_t size)
{
	char answer[4096];
	size_t count;

	if (proxy.passes && as_fd_write(server, data, size, NULL) == 0)
		(void)!pass(server, -1, answer, sizeof(answer), &count);
	proxy.cuts++;
}

static void *relay(void *argument)
{
	AS_AUTO_FD int client = (int)(intptr_t)argument;
	AS_AUTO_FD int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	const struct sockaddr_un address = address_of(server_folder(), "5432");
	static _Thread_local char data[1 << 16];
	bool is_marked = false, goes_on = true;
	size_t size;

	cr_assert_eq(connect(server, (const struct sockaddr *)&address, sizeof(address)), 0);
	while (goes_on) {
		struct pollfd ends[2] = {{client, POLLIN, 0}, {server, POLLIN, 0}};
		cr_assert_gt(poll(ends, 2, -1), 0);
		if (ends[1].revents)
			goes_on = pass(server, client, data, sizeof(data), &size);
		if (!goes_on || !ends[0].revents)
			continue;
		goes_on = pass(client, -1, data, sizeof(data), &size);
		is_marked |= memmem(data, size, MARK, strlen(MARK)) != NULL;
		if (is_marked && proxy.cuts == 0 && memmem(data, size, commit, sizeof(commit))) {
			cut(server, data, size);
			return NULL;
		}
		goes_on = goes_on && as_fd_write(server, data, size, NULL) == 0;
	}
	return NULL;
}

static void *accept_all(void *argument)
{
	pthread_t thread;
	int client;

	(void)argument;
	while ((client = accept4(proxy.listener, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
		cr_assert_eq(pthread_create(&thread, NULL, relay, (void *)(intptr_t)client), 0);
		pthread_detach(thread);
	}
	return NULL;
}

static void start_proxy(bool passes)
{
	const struct sockaddr_un address = address_of(folder, PORT);

	proxy = (struct proxy){.passes = passes};
	proxy.listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	cr_assert_eq(bind(proxy.listener, (const struct sockaddr *)&address, sizeof(address)), 0);
	cr_assert_eq(listen(proxy.listener, 10), 0);
	cr_assert_eq(pthread_create(&proxy.thread, NULL, accept_all, NULL), 0);
}

static void stop_proxy(void)
{
	shutdown(proxy.listener, SHUT_RDWR);
	pthread_join(proxy.thread, NULL);
	close(proxy.listener);
	unlink(".s.PGSQL." PORT);
}

static void make_url(char url[512])
{
	char direct[512];

	server_make_url(direct);
	const char *database = strstr(direct, "@/") + 2;
	snprintf(url, 512, "postgresql://postgres@/%.*s?host=%s&port=" PORT,
		(int)strcspn(database, "?"), database, folder);
}

static const struct store_maker maker = {make_url, NULL};

/* ---- no duplicates ---- */

static void append_once(bool passes)
{
	AUTO_FIXTURE fixture;

	start_proxy(passes);
	fixture_open(&fixture, &maker);
	const struct as_store_order order = order_of(&fixture, "a.c");
	const struct as_store_entry entries[] = {
		{.body = {(char *)MARK, strlen(MARK)}}, {.order = &order}};
	struct as_store_appended appended[2];
	struct events events;
	struct as_error error = {0};
	cr_assert_eq(as_store_append_after(
			     fixture.store, fixture.space, 0, entries, 2, appended, &error),
		1, "%s", error.text);
	cr_expect_eq(proxy.cuts, 1);
	read_events(&fixture, AS_STORE_WHOLE, &events);
	cr_assert_eq(events.count, 2);
	for (size_t i = 0; i < 2; i++)
		cr_expect_eq(events.items[i].number, appended[i].number);
	cr_expect_eq(events.items[1].job, appended[1].ticket.job);
	AUTO_CLAIM claim = claim_next(&fixture);
	cr_expect_eq(claim.job, appended[1].ticket.job);
	cr_expect_eq(claim_next(&fixture).job, 0);
	fixture_close(&fixture);
	stop_proxy();
}

Test(answers, entries_are_appended_once_if_the_answer_is_lost)
{
	append_once(true);
}

Test(answers, entries_are_appended_once_if_the_commit_is_lost)
{
	append_once(false);
}

static void submit_once(bool passes)
{
	AUTO_FIXTURE fixture;

	start_proxy(passes);
	fixture_open(&fixture, &maker);
	const int64_t job = submit_path(&fixture, MARK);
	cr_expect_eq(proxy.cuts, 1);
	cr_expect_eq(count_events(&fixture, 0, AS_STORE_EVENT_QUEUED), 1);
	AUTO_CLAIM claim = claim_next(&fixture);
	cr_expect_eq(claim.job, job);
	cr_expect_eq(claim_next(&fixture).job, 0);
	fixture_close(&fixture);
	stop_proxy();
}

Test(answers, a_submission_is_queued_once_if_the_answer_is_lost)
{
	submit_once(true);
}

Test(answers, a_submission_is_queued_once_if_the_commit_is_lost)
{
	submit_once(false);
}
