/* SPDX-License-Identifier: MIT */
/* Opening the port, and the number of descriptors of the process. */
#include "listen.h"

#include "address.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>

#define BACKLOG 4096

static int bind_and_listen(int fd, const struct http_address *address, bool is_v4, uint16_t port)
{
	const int on = 1, off = 0;
	union {
		struct sockaddr any;
		struct sockaddr_in v4;
		struct sockaddr_in6 v6;
	} name = {0};

	if (is_v4) {
		name.v4.sin_family = AF_INET;
		name.v4.sin_port = htons(port);
		memcpy(&name.v4.sin_addr, &address->bytes.s6_addr[12], 4);
	} else {
		name.v6.sin6_family = AF_INET6;
		name.v6.sin6_port = htons(port);
		name.v6.sin6_addr = address->bytes;
		/* "::" also accepts IPv4. */
		if (setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof(off)))
			return -1;
	}
	return setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) ||
			       bind(fd, &name.any, is_v4 ? sizeof(name.v4) : sizeof(name.v6)) ||
			       listen(fd, BACKLOG)
		       ? -1
		       : 0;
}

static uint16_t port_of(int fd)
{
	struct sockaddr_in6 name = {0};
	socklen_t size = sizeof(name);

	/* The port has the same offset in both kinds. */
	return getsockname(fd, (struct sockaddr *)&name, &size) ? 0 : ntohs(name.sin6_port);
}

int http_listen(const char *text, uint16_t port, uint16_t *got, struct as_error *error)
{
	struct http_address address;

	if (strpbrk(text, "[]") || !http_address_parse(&address, text, strlen(text)))
		return as_error_set(error, AS_ERROR_USAGE,
			"malformed address '%s'; write a numeric one like 127.0.0.1 or ::", text);
	const bool is_v4 = IN6_IS_ADDR_V4MAPPED(&address.bytes);
	AS_AUTO_FD int fd =
		socket(is_v4 ? AF_INET : AF_INET6, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (fd < 0 || bind_and_listen(fd, &address, is_v4, port))
		return as_error_sys(error, AS_ERROR_MACHINE, errno,
			"cannot listen on port %u of %s", (unsigned)port, text);
	*got = port_of(fd);
	return as_steal_fd(fd);
}

uint64_t http_raise_descriptors(uint64_t wanted)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return 1024;
	if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= wanted)
		return limit.rlim_cur;
	const struct rlimit raised = {
		.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted,
		.rlim_max = limit.rlim_max,
	};
	return setrlimit(RLIMIT_NOFILE, &raised) ? limit.rlim_cur : raised.rlim_cur;
}
