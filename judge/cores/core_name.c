/* SPDX-License-Identifier: MIT */
/* The lock of one core, and passing it on: core.c has the theory of operation. */
#include <assay/cores/name.h>

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

/* The minimum interval between two notifications that the queue moves. */
#define NOTIFY_NS INT64_C(1000000000)

/* A message of the holder. */
struct message {
	char mark[12];
	char kind; /* 'h': hand-over, with the listening socket and the queue; 'm': moved */
	char zeros[3];
	int64_t notified_ns;
};
static const char mark[12] = "assay-core/1";

#define RIGHTS_SPACE CMSG_SPACE(sizeof(int) * (AS_MAX_CORE_QUEUE + 1))
#define CONTROL_BYTES (RIGHTS_SPACE + CMSG_SPACE(sizeof(struct ucred)))

static socklen_t make_address(int core, struct sockaddr_un *address)
{
	*address = (struct sockaddr_un){.sun_family = AF_UNIX};
	int length = snprintf(
		address->sun_path + 1, sizeof(address->sun_path) - 1, "assay-core-%d", core);
	return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
}

static int open_socket(void)
{
	return socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

int as_core_name_bind(struct as_core_name *name, int core)
{
	struct sockaddr_un address;
	socklen_t size = make_address(core, &address);
	AS_AUTO_FD int fd = open_socket();

	if (fd < 0 || bind(fd, (const struct sockaddr *)&address, size) || listen(fd, INT_MAX))
		return -1;
	*name = (struct as_core_name){.listen_fd = as_steal_fd(fd)};
	return 0;
}

int as_core_name_join(int core)
{
	const int on = 1;
	struct sockaddr_un address;
	socklen_t size = make_address(core, &address);
	AS_AUTO_FD int fd = open_socket();

	/* With SO_PASSCRED set earlier, connect() would bind a name of its own. */
	if (fd < 0 || connect(fd, (const struct sockaddr *)&address, size) ||
		setsockopt(fd, SOL_SOCKET, SO_PASSCRED, &on, sizeof(on)))
		return -1;
	return as_steal_fd(fd);
}

/* ---- receiving ---- */

struct parcel {
	struct message message;
	struct ucred sender;
	int fds[CONTROL_BYTES / sizeof(int)]; /* alignment may leave space for one more */
	size_t fd_count;
};

static void parcel_clear(struct parcel *parcel)
{
	for (size_t i = 0; i < parcel->fd_count; i++)
		as_auto_fd(&parcel->fds[i]);
	parcel->fd_count = 0;
}

static void open_control(struct msghdr *header, struct parcel *parcel)
{
	for (struct cmsghdr *at = CMSG_FIRSTHDR(header); at; at = CMSG_NXTHDR(header, at)) {
		if (at->cmsg_level != SOL_SOCKET)
			continue;
		if (at->cmsg_type == SCM_CREDENTIALS)
			memcpy(&parcel->sender, CMSG_DATA(at), sizeof(parcel->sender));
		if (at->cmsg_type != SCM_RIGHTS)
			continue;
		parcel->fd_count = (at->cmsg_len - CMSG_LEN(0)) / sizeof(int);
		memcpy(parcel->fds, CMSG_DATA(at), parcel->fd_count * sizeof(int));
	}
}

/* Returns the result of recvmsg; the parcel owns the descriptors of the message. */
static ssize_t receive(int connection, struct parcel *parcel)
{
	_Alignas(struct cmsghdr) char control[CONTROL_BYTES];
	struct iovec part = {.iov_base = &parcel->message, .iov_len = sizeof(parcel->message)};
	struct msghdr header = {.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = control,
		.msg_controllen = sizeof(control)};

	*parcel = (struct parcel){.sender = {.uid = (uid_t)-1}};
	ssize_t got = recvmsg(connection, &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
	if (got >= 0)
		open_control(&header, parcel);
	return got;
}

static bool option_is(int fd, int option, int wanted)
{
	int value = -1;
	socklen_t size = sizeof(value);

	return getsockopt(fd, SOL_SOCKET, option, &value, &size) == 0 && value == wanted;
}

static bool is_connection(int fd)
{
	return option_is(fd, SO_DOMAIN, AF_UNIX) && option_is(fd, SO_TYPE, SOCK_SEQPACKET) &&
	       option_is(fd, SO_ACCEPTCONN, 0);
}

static bool is_lock(int fd, int core)
{
	struct sockaddr_un wanted, address;
	socklen_t wanted_size = make_address(core, &wanted), size = sizeof(address);

	return option_is(fd, SO_DOMAIN, AF_UNIX) && option_is(fd, SO_TYPE, SOCK_SEQPACKET) &&
	       option_is(fd, SO_ACCEPTCONN, 1) &&
	       getsockname(fd, (struct sockaddr *)&address, &size) == 0 && size == wanted_size &&
	       memcmp(&address, &wanted, size) == 0;
}

/* The sender of a socket may have kept a duplicate, and could make accept() on it block. */
static bool is_trusted(uid_t uid)
{
	return uid == 0 || uid == geteuid();
}

static bool take_over(struct parcel *parcel, int core, struct as_core_name *name)
{
	if (parcel->fd_count == 0 || !is_trusted(parcel->sender.uid) ||
		!is_lock(parcel->fds[0], core))
		return false;
	*name = (struct as_core_name){.listen_fd = as_steal_fd(parcel->fds[0]),
		.notified_ns = parcel->message.notified_ns};
	for (size_t i = 1; i < parcel->fd_count && name->queue_count < AS_MAX_CORE_QUEUE; i++)
		if (is_connection(parcel->fds[i]))
			name->queue[name->queue_count++] = as_steal_fd(parcel->fds[i]);
	return true;
}

enum as_core_message as_core_name_receive(int connection, int core, struct as_core_name *name)
{
	AS_AUTO(parcel_clear) struct parcel parcel;
	ssize_t got = receive(connection, &parcel);

	if (got < 0)
		return errno == EAGAIN || errno == EINTR ? AS_CORE_NOTHING : AS_CORE_GONE;
	if (got != sizeof(parcel.message) || memcmp(parcel.message.mark, mark, sizeof(mark)))
		return AS_CORE_GONE;
	if (parcel.message.kind == 'm' && parcel.fd_count == 0)
		return AS_CORE_MOVED;
	if (parcel.message.kind == 'h' && take_over(&parcel, core, name))
		return AS_CORE_MINE;
	return AS_CORE_GONE;
}

void as_core_name_leave(int connection, int core)
{
	struct as_core_name name = AS_CORE_NAME_INIT;
	enum as_core_message message;

	/* Nothing more can arrive, and a holder that sends gets EPIPE and tries the next waiter. */
	shutdown(connection, SHUT_RDWR);
	while ((message = as_core_name_receive(connection, core, &name)) == AS_CORE_MOVED)
		;
	close(connection);
	if (message == AS_CORE_MINE)
		as_core_name_release(&name);
}

/* ---- releasing ---- */

static void drop(struct as_core_name *name, size_t index)
{
	int *at = name->queue + index;

	close(*at);
	memmove(at, at + 1, (--name->queue_count - index) * sizeof(*at));
}

/* Waiters that came later are in the socket's backlog. */
static void accept_waiters(struct as_core_name *name)
{
	while (name->queue_count < AS_MAX_CORE_QUEUE) {
		int fd = accept4(name->listen_fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
		if (fd < 0 && errno == ECONNABORTED)
			continue;
		if (fd < 0)
			return;
		name->queue[name->queue_count++] = fd;
	}
}

static int send_message(
	int connection, char kind, int64_t notified_ns, const int *fds, size_t fd_count)
{
	_Alignas(struct cmsghdr) char control[CONTROL_BYTES] = {0};
	const struct ucred self = {.pid = getpid(), .uid = geteuid(), .gid = getegid()};
	struct message message = {.kind = kind, .notified_ns = notified_ns};
	struct iovec part = {.iov_base = &message, .iov_len = sizeof(message)};
	struct msghdr header = {.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = control,
		.msg_controllen = sizeof(control)};
	struct cmsghdr *at = CMSG_FIRSTHDR(&header);

	memcpy(message.mark, mark, sizeof(mark));
	at->cmsg_level = SOL_SOCKET;
	at->cmsg_type = SCM_CREDENTIALS;
	at->cmsg_len = CMSG_LEN(sizeof(self));
	memcpy(CMSG_DATA(at), &self, sizeof(self));
	header.msg_controllen = CMSG_SPACE(sizeof(self));
	if (fd_count > 0) {
		at = (struct cmsghdr *)(control + CMSG_SPACE(sizeof(self)));
		at->cmsg_level = SOL_SOCKET;
		at->cmsg_type = SCM_RIGHTS;
		at->cmsg_len = CMSG_LEN(fd_count * sizeof(*fds));
		memcpy(CMSG_DATA(at), fds, fd_count * sizeof(*fds));
		header.msg_controllen += CMSG_SPACE(fd_count * sizeof(*fds));
	}
	return sendmsg(connection, &header, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 ? -1 : 0;
}

/* Notifies all waiters but the first, which gets the core. Drops waiters that have left and
 * watches. */
static void notify_moved(struct as_core_name *name)
{
	const int64_t now_ns = as_now_ns();

	if (now_ns >= name->notified_ns && now_ns - name->notified_ns < NOTIFY_NS)
		return;
	name->notified_ns = now_ns;
	for (size_t i = name->queue_count; i-- > 1;)
		if (send_message(name->queue[i], 'm', now_ns, NULL, 0) && errno != EAGAIN)
			drop(name, i);
}

/* True if the waiter accepts a socket from this process: its view of is_trusted. */
static bool trusts_me(int connection)
{
	struct ucred peer;
	socklen_t size = sizeof(peer);

	return geteuid() == 0 ||
	       (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
		       peer.uid == geteuid());
}

/* False: it has left, or is a watch. */
static bool give_first(struct as_core_name *name)
{
	int fds[AS_MAX_CORE_QUEUE + 1] = {name->listen_fd};

	memcpy(fds + 1, name->queue + 1, (name->queue_count - 1) * sizeof(*fds));
	return send_message(name->queue[0], 'h', name->notified_ns, fds, name->queue_count) == 0;
}

static void close_all(struct as_core_name *name)
{
	while (name->queue_count > 0)
		close(name->queue[--name->queue_count]);
	as_auto_fd(&name->listen_fd);
	name->listen_fd = -1;
}

bool as_core_name_release(struct as_core_name *name)
{
	bool is_foreign = false;

	if (name->listen_fd < 0)
		return true;
	accept_waiters(name);
	if (name->queue_count > 1)
		notify_moved(name);
	while (name->queue_count > 0) {
		is_foreign = !trusts_me(name->queue[0]);
		if (is_foreign || give_first(name))
			break;
		drop(name, 0);
		accept_waiters(name);
	}
	/* If the socket has no other holder now, this wakes all waiters. */
	close_all(name);
	return !is_foreign;
}
