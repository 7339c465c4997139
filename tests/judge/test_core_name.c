/* SPDX-License-Identifier: MIT */
/* The lock of a core is passed on between processes, and junk is not accepted as the lock. The core
 * numbers exist on no machine, so that no other process holds them. */
#include <assay/cores/name.h>

#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

static int core;

/* Tests run at the same time, in a process each. */
static void choose_core(void)
{
	core = 1000000 + getpid();
}
TestSuite(core_name, .init = choose_core, .timeout = 600);

static void hold(struct as_core_name *name)
{
	cr_assert_eq(as_core_name_bind(name, core), 0);
}

static int join(void)
{
	int fd = as_core_name_join(core);
	cr_assert_geq(fd, 0);
	return fd;
}

static bool is_held(void)
{
	struct as_core_name name = AS_CORE_NAME_INIT;
	bool held = as_core_name_bind(&name, core) != 0;
	cr_expect(!held || errno == EADDRINUSE);
	as_core_name_release(&name);
	return held;
}

/* The next message, however long it takes. */
static enum as_core_message receive(int connection, struct as_core_name *name)
{
	struct pollfd wait = {.fd = connection, .events = POLLIN};
	cr_assert_eq(poll(&wait, 1, -1), 1);
	return as_core_name_receive(connection, core, name);
}

Test(core_name, a_held_core_is_exclusive_until_it_is_released)
{
	struct as_core_name name = AS_CORE_NAME_INIT;
	cr_expect_not(is_held());
	hold(&name);
	cr_expect(is_held());
	cr_expect(as_core_name_release(&name));
	cr_expect_not(is_held());
	errno = 0;
	cr_expect_eq(as_core_name_join(core), -1);
	cr_expect_eq(errno, ECONNREFUSED);
}

Test(core_name, the_core_goes_to_the_waiters_in_order)
{
	struct as_core_name name = AS_CORE_NAME_INIT, first = AS_CORE_NAME_INIT,
			    second = AS_CORE_NAME_INIT, third = AS_CORE_NAME_INIT;
	hold(&name);
	int a = join(), b = join(), c = join();
	cr_expect_eq(as_core_name_receive(a, core, &first), AS_CORE_NOTHING);
	as_core_name_release(&name);
	cr_expect(is_held(), "who had it does not get it again at once");
	int d = join();
	cr_assert_eq(receive(a, &first), AS_CORE_MINE);
	cr_expect_eq(receive(b, &second), AS_CORE_MOVED);
	cr_expect_eq(as_core_name_receive(b, core, &second), AS_CORE_NOTHING);
	cr_expect_eq(receive(c, &third), AS_CORE_MOVED);
	as_core_name_release(&first);
	cr_assert_eq(receive(b, &second), AS_CORE_MINE);
	as_core_name_release(&second);
	cr_assert_eq(receive(c, &third), AS_CORE_MINE);
	as_core_name_release(&third);
	cr_assert_eq(receive(d, &name), AS_CORE_MINE);
	as_core_name_release(&name);
	cr_expect_not(is_held());
	close(a), close(b), close(c), close(d);
}

Test(core_name, more_waiters_than_one_message_can_name_keep_their_order)
{
	enum { COUNT = AS_MAX_CORE_QUEUE + 50 };
	struct as_core_name name = AS_CORE_NAME_INIT;
	int waiters[COUNT];
	hold(&name);
	for (int i = 0; i < COUNT; i++)
		waiters[i] = join();
	for (int i = 0; i < COUNT; i++) {
		enum as_core_message news;
		as_core_name_release(&name);
		while ((news = receive(waiters[i], &name)) == AS_CORE_MOVED)
			;
		cr_assert_eq(news, AS_CORE_MINE, "%d", i);
		close(waiters[i]);
	}
	as_core_name_release(&name);
	cr_expect_not(is_held());
}

Test(core_name, a_waiter_that_left_is_passed_over)
{
	struct as_core_name name = AS_CORE_NAME_INIT;
	hold(&name);
	int a = join(), b = join(), c = join();
	as_core_name_leave(a, core);
	close(b);
	enum as_core_message news;
	as_core_name_release(&name);
	while ((news = receive(c, &name)) == AS_CORE_MOVED)
		;
	cr_assert_eq(news, AS_CORE_MINE);
	as_core_name_release(&name);
	close(c);
}

Test(core_name, a_core_that_arrives_at_a_waiter_that_leaves_is_passed_on)
{
	struct as_core_name name = AS_CORE_NAME_INIT;
	enum as_core_message news;
	hold(&name);
	int a = join(), b = join();
	as_core_name_release(&name);
	as_core_name_leave(a, core);
	while ((news = receive(b, &name)) == AS_CORE_MOVED)
		;
	cr_expect_eq(news, AS_CORE_MINE);
	as_core_name_release(&name);
	cr_expect_not(is_held());
	close(b);
}

/* ---- processes ---- */

/* A child that does something, reports it by a byte, and then sleeps until it is killed. */
static pid_t start_child(void (*act)(void))
{
	int said[2];
	char word;
	cr_assert_eq(pipe2(said, O_CLOEXEC), 0);
	pid_t pid = fork();
	if (pid == 0) {
		act();
		_exit(write(said[1], "y", 1) == 1 ? pause() : 1);
	}
	close(said[1]);
	cr_assert_eq(read(said[0], &word, 1), 1);
	close(said[0]);
	return pid;
}

static void end_child(pid_t pid)
{
	kill(pid, SIGKILL);
	cr_assert_eq(waitpid(pid, NULL, 0), pid);
}

static void hold_in_child(void)
{
	static struct as_core_name name;
	if (as_core_name_bind(&name, core))
		_exit(1);
}

Test(core_name, a_killed_holder_wakes_all_waiters)
{
	struct as_core_name name = AS_CORE_NAME_INIT;
	pid_t pid = start_child(hold_in_child);
	cr_expect(is_held());
	int a = join(), b = join();
	end_child(pid);
	cr_expect_eq(receive(a, &name), AS_CORE_GONE);
	cr_expect_eq(receive(b, &name), AS_CORE_GONE);
	cr_expect_not(is_held());
	close(a), close(b);
}

static void join_in_child(void)
{
	if (as_core_name_join(core) < 0)
		_exit(1);
}

Test(core_name, a_waiter_killed_while_receiving_the_core_wakes_all_waiters)
{
	struct as_core_name name = AS_CORE_NAME_INIT;
	enum as_core_message news;
	hold(&name);
	pid_t pid = start_child(join_in_child);
	int b = join();
	as_core_name_release(&name);
	cr_expect(is_held());
	end_child(pid);
	while ((news = receive(b, &name)) == AS_CORE_MOVED)
		;
	cr_expect_eq(news, AS_CORE_GONE);
	cr_expect_not(is_held());
	close(b);
}

/* ---- hostile holders and waiters ---- */

static socklen_t make_address(int number, struct sockaddr_un *address)
{
	*address = (struct sockaddr_un){.sun_family = AF_UNIX};
	int length = snprintf(address->sun_path + 1, 100, "assay-core-%d", number);
	return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1) + (socklen_t)length;
}

static int listen_as(int number, int type, int backlog)
{
	struct sockaddr_un address;
	socklen_t size = make_address(number, &address);
	int fd = socket(AF_UNIX, type | SOCK_CLOEXEC, 0);
	cr_assert_eq(bind(fd, (struct sockaddr *)&address, size), 0);
	if (backlog >= 0)
		cr_assert_eq(listen(fd, backlog), 0);
	return fd;
}

struct letter {
	char mark[12];
	char kind;
	char zeros[3];
	int64_t notified_ns;
	char more[100];
};
#define LETTER_BYTES offsetof(struct letter, more)

static void send_letter(
	int fd, const struct letter *letter, size_t size, const int *fds, size_t count)
{
	_Alignas(struct cmsghdr) char control[CMSG_SPACE(253 * sizeof(int))] = {0};
	struct iovec part = {.iov_base = (void *)letter, .iov_len = size};
	struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1};
	if (count > 0) {
		header.msg_control = control;
		header.msg_controllen = CMSG_SPACE(count * sizeof(int));
		struct cmsghdr *at = CMSG_FIRSTHDR(&header);
		at->cmsg_level = SOL_SOCKET;
		at->cmsg_type = SCM_RIGHTS;
		at->cmsg_len = CMSG_LEN(count * sizeof(int));
		memcpy(CMSG_DATA(at), fds, count * sizeof(int));
	}
	cr_assert_eq(sendmsg(fd, &header, MSG_NOSIGNAL), (ssize_t)size);
}

static size_t open_count(void)
{
	size_t count = 0;
	DIR *folder = opendir("/proc/self/fd");
	cr_assert_not_null(folder);
	while (readdir(folder))
		count++;
	closedir(folder);
	return count;
}

/* The result in a waiter, whose descriptors are counted. */
static enum as_core_message make_of(
	int listener, const struct letter *letter, size_t size, const int *fds, size_t fd_count)
{
	struct as_core_name name = AS_CORE_NAME_INIT;
	int waiter = join(), holder = accept(listener, NULL, NULL);
	cr_assert_geq(holder, 0);
	send_letter(holder, letter, size, fds, fd_count);
	size_t before = open_count();
	enum as_core_message news = receive(waiter, &name);
	if (news == AS_CORE_MINE)
		close(name.listen_fd);
	for (size_t i = 0; i < name.queue_count; i++)
		close(name.queue[i]);
	cr_expect_eq(open_count(), before, "descriptors stay open");
	close(waiter), close(holder);
	return news;
}

Test(core_name, only_the_listening_socket_of_a_core_is_accepted_as_the_lock)
{
	const struct letter good = {.mark = "assay-core/1", .kind = 'h'},
			    moved = {.mark = "assay-core/1", .kind = 'm'},
			    unknown = {.mark = "assay-core/1", .kind = 'x'},
			    junk = {.mark = "Assay-core/1", .kind = 'h'};
	int listener = listen_as(core, SOCK_SEQPACKET, 10), pair[2], pipes[2];
	int other = listen_as(-core, SOCK_SEQPACKET, 10), stream = listen_as(core, SOCK_STREAM, 10);
	int datagram = listen_as(core, SOCK_DGRAM, -1),
	    file = open("/dev/null", O_RDWR | O_CLOEXEC);
	int deaf = listen_as(-core - 1, SOCK_SEQPACKET, -1);
	cr_assert_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	cr_assert_eq(pipe(pipes), 0);
	const int wrong[] = {other, stream, datagram, deaf, file, pair[0], pipes[0]};
	int many[253] = {listener};
	for (size_t i = 1; i < 253; i++)
		many[i] = i % 2 ? file : pair[0];

	cr_expect_eq(make_of(listener, &good, LETTER_BYTES, &listener, 1), AS_CORE_MINE);
	cr_expect_eq(make_of(listener, &moved, LETTER_BYTES, NULL, 0), AS_CORE_MOVED);
	/* The kernel closes descriptors that do not fit into a message. */
	cr_expect_eq(make_of(listener, &good, LETTER_BYTES, many, 253), AS_CORE_MINE);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		cr_expect_eq(make_of(listener, &good, LETTER_BYTES, &wrong[i], 1), AS_CORE_GONE,
			"%zu", i);
	cr_expect_eq(make_of(listener, &good, LETTER_BYTES, NULL, 0), AS_CORE_GONE);
	cr_expect_eq(make_of(listener, &good, LETTER_BYTES - 1, &listener, 1), AS_CORE_GONE);
	cr_expect_eq(make_of(listener, &good, 1, &listener, 1), AS_CORE_GONE);
	cr_expect_eq(make_of(listener, &junk, LETTER_BYTES, &listener, 1), AS_CORE_GONE);
	cr_expect_eq(make_of(listener, &unknown, LETTER_BYTES, &listener, 1), AS_CORE_GONE);
	cr_expect_eq(make_of(listener, &moved, LETTER_BYTES, &listener, 1), AS_CORE_GONE);
	cr_expect_eq(make_of(listener, &moved, LETTER_BYTES, many, 253), AS_CORE_GONE);
}

Test(core_name, a_full_queue_differs_from_a_holder_that_does_not_listen)
{
	AS_AUTO_FD int listener = listen_as(core, SOCK_SEQPACKET, 0);
	AS_AUTO_FD int waiter = join();
	errno = 0;
	cr_expect_eq(as_core_name_join(core), -1);
	cr_expect_eq(errno, EAGAIN);
	AS_AUTO_FD int deaf = listen_as(core + 1, SOCK_SEQPACKET, -1);
	errno = 0;
	cr_expect_eq(as_core_name_join(core + 1), -1);
	cr_expect_eq(errno, ECONNREFUSED);
}

Test(core_name, waiters_that_send_garbage_or_have_ended_do_not_keep_the_core)
{
	struct as_core_name name = AS_CORE_NAME_INIT;
	const struct letter good = {.mark = "assay-core/1", .kind = 'h'};
	hold(&name);
	for (int i = 0; i < 1000; i++)
		close(join());
	AS_AUTO_FD int junk = join();
	send_letter(junk, &good, sizeof(good), &junk, 1);
	shutdown(junk, SHUT_RD);
	AS_AUTO_FD int waiter = join();
	enum as_core_message news;
	as_core_name_release(&name);
	while ((news = receive(waiter, &name)) == AS_CORE_MOVED)
		;
	cr_expect_eq(news, AS_CORE_MINE);
	as_core_name_release(&name);
	cr_expect_not(is_held());
}
