/* SPDX-License-Identifier: MIT */
/*
 * The caller's side of a fork server. The other side, forks/assay_forks.c, runs in the sandbox as a
 * part of the program.
 *
 * Theory of operation:
 *
 * 1. A thread is in as_sandbox_run as long as the server lives. The server's standard input is one
 *    end of a pair of sockets.
 * 2. This side sends batches of inputs over the other end, and receives the answers.
 * 3. When the run is over, the thread shuts down the server's end, so that this side reads end of
 *    file.
 *
 * A hostile server may send anything or nothing. So sizes are checked, each wait has a time limit,
 * and the run can be cancelled.
 */
#include "fork_run.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "forks/assay_forks_wire.h"

#define START_TIMEOUT_NS INT64_C(20000000000)
#define LOOK_MS 50
/* Memory of the server that is not the program's: its answers, its snapshot, page tables. */
#define SERVER_BYTES (UINT64_C(16) << 20)
#define SERVER_OUTPUT_BYTES 65536

/* ---- one run of the server ---- */

static void *run_server(void *argument)
{
	struct as_fork_server *server = argument;

	server->failed = as_sandbox_run(server->sandbox, &server->request.request, &server->result,
				 &server->why) != 0;
	/* Wakes this side if it waits. */
	shutdown(server->far_fd, SHUT_RDWR);
	return NULL;
}

void as_fork_run_end(struct as_fork_server *server)
{
	atomic_store(&server->stop, true);
	if (server->channel_fd >= 0)
		shutdown(server->channel_fd, SHUT_RDWR);
	if (server->has_thread)
		pthread_join(server->thread, NULL);
	server->has_thread = false;
	as_auto_fd(&server->channel_fd);
	as_auto_fd(&server->far_fd);
	server->channel_fd = server->far_fd = -1;
	as_program_request_clear(&server->request);
}

static struct as_limits run_limits(const struct as_limits *limits)
{
	struct as_limits run = *limits;

	run.cpu_time_ns = run.wall_time_ns = run.idle_time_ns = AS_UNLIMITED_NS;
	run.output_bytes = SERVER_OUTPUT_BYTES;
	run.processes = limits->processes < UINT32_MAX ? limits->processes + 1 : UINT32_MAX;
	if (limits->memory_bytes < UINT64_MAX - SERVER_BYTES)
		run.memory_bytes = limits->memory_bytes + SERVER_BYTES;
	return run;
}

static int prepare_run(struct as_fork_server *server, struct as_error *error)
{
	const struct as_limits limits = run_limits(&server->config.limits);
	int ends[2];

	if (as_program_request_init(&server->request, server->program, NULL, &limits, error))
		return -1;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot make a socket");
	server->channel_fd = ends[0];
	server->far_fd = ends[1];
	struct as_run_request *request = &server->request.request;
	request->stdin_fd = server->far_fd;
	request->writable_box = true;
	request->cancel = &server->stop;
	request->restrictions |= AS_RESTRICT_FORK;
	if (getrandom(request->fork_key, sizeof(request->fork_key), 0) != sizeof(request->fork_key))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot draw a key");
	return 0;
}

static int start_run(struct as_fork_server *server, struct as_error *error)
{
	as_run_result_clear(&server->result);
	server->why = (struct as_error){0};
	atomic_store(&server->stop, false);
	if (prepare_run(server, error)) {
		as_fork_run_end(server);
		return -1;
	}
	int failure = pthread_create(&server->thread, NULL, run_server, server);
	if (failure) {
		as_fork_run_end(server);
		return as_error_sys(error, AS_ERROR_INTERNAL, failure, "cannot start a thread");
	}
	server->has_thread = true;
	return 0;
}

/* ---- the channel ---- */

static bool is_cancelled(const struct as_fork_server *server)
{
	return as_is_cancelled(server->config.cancel) ||
	       as_is_cancelled(as_workshop_cancel(server->program->workshop));
}

/* False at the time limit, or when the caller's flag is set, even if the server is always ready,
 * but sends or reads only a few bytes at a time. */
static bool await(const struct as_fork_server *server, short events, int64_t until_ns)
{
	while (!is_cancelled(server) && as_now_ns() <= until_ns) {
		struct pollfd wait = {.fd = server->channel_fd, .events = events};
		if (poll(&wait, 1, LOOK_MS) > 0)
			return true;
	}
	return false;
}

bool as_fork_send(
	const struct as_fork_server *server, const char *data, size_t size, int64_t until_ns)
{
	while (size) {
		ssize_t sent = send(server->channel_fd, data, size, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (sent < 0 && errno == EAGAIN && await(server, POLLOUT, until_ns))
			continue;
		if (sent < 0)
			return false;
		data += sent;
		size -= (size_t)sent;
	}
	return true;
}

bool as_fork_receive(const struct as_fork_server *server, void *data, size_t size, int64_t until_ns)
{
	char *at = data;

	while (size) {
		ssize_t got = recv(server->channel_fd, at, size, MSG_DONTWAIT);
		if (got < 0 && errno == EAGAIN && await(server, POLLIN, until_ns))
			continue;
		if (got <= 0)
			return false;
		at += got;
		size -= (size_t)got;
	}
	return true;
}

static int64_t limit_of(int64_t limit_ns)
{
	return limit_ns == AS_UNLIMITED_NS ? FORKS_UNLIMITED : limit_ns;
}

/* Exchanges the greetings. False: as above. *state is as in struct forks_ready. */
static bool greet(struct as_fork_server *server, uint64_t *state)
{
	const struct as_limits *limits = &server->config.limits;
	const uint64_t *key = server->request.request.fork_key;
	const struct forks_hello hello = {
		.magic = FORKS_MAGIC,
		.key = {key[0], key[1]},
		.cpu_time_ns = limit_of(limits->cpu_time_ns),
		.wall_time_ns = limit_of(limits->wall_time_ns),
		.output_bytes = limits->output_bytes,
		.is_early = server->is_early,
		.reuses = server->config.reuse,
		.wants_errors = server->config.want_errors,
	};
	const int64_t until_ns = as_now_ns() + START_TIMEOUT_NS;
	struct forks_ready ready;

	if (!as_fork_send(server, (const char *)&hello, sizeof(hello), until_ns) ||
		!as_fork_receive(server, &ready, sizeof(ready), until_ns) ||
		ready.magic != FORKS_MAGIC)
		return false;
	/* A server that starts early is never too late: it lies. */
	if (ready.state != FORKS_READY && (ready.state != FORKS_TOO_LATE || server->is_early))
		return false;
	*state = ready.state;
	return true;
}

int as_fork_check_cancelled(const struct as_fork_server *server, struct as_error *error)
{
	return is_cancelled(server) ? as_error_set(error, AS_ERROR_INTERNAL, "interrupted") : 0;
}

/* A broken sandbox is an error of the machine. */
int as_fork_run_check(const struct as_fork_server *server, struct as_error *error)
{
	if (as_fork_check_cancelled(server, error))
		return -1;
	if (!server->failed || server->why.kind == AS_ERROR_INPUT)
		return 0;
	if (error)
		*error = server->why;
	return -1;
}

int as_fork_run_start(struct as_fork_server *server, struct as_error *error)
{
	uint64_t state = 0;

	if (start_run(server, error))
		return -1;
	if (greet(server, &state) && state == FORKS_READY)
		return 1;
	as_fork_run_end(server);
	if (as_fork_run_check(server, error))
		return -1;
	if (state != FORKS_TOO_LATE)
		return 0;
	server->is_early = true;
	return as_fork_run_start(server, error);
}

/* ---- opening and closing ---- */

static int build(
	struct as_fork_server *server, const struct as_program *program, struct as_error *error)
{
	const struct as_build_again *again = program->again;
	const struct as_build_order order = {
		.sources = &again->sources,
		.language = program->language,
		.time_ns = again->time_ns,
		.memory_bytes = again->memory_bytes,
		.of_package = again->of_package,
		.is_example = again->is_example,
		.is_uncached = again->is_uncached,
		.forks = true,
		.cancel = server->config.cancel,
	};

	server->program = as_workshop_build(program->workshop, &order, error);
	if (!server->program)
		return -1;
	if (server->program->verdict == AS_VERDICT_AC)
		return 0;
	return as_error_set(error, AS_ERROR_INPUT, "the program does not build with a fork server");
}

static int open_server(
	struct as_fork_server *server, const struct as_program *program, struct as_error *error)
{
	if (!as_program_can_fork(program))
		return as_error_set(error, AS_ERROR_INPUT,
			"programs in this language have no fork server on this machine");
	if (build(server, program, error))
		return -1;
	server->sandbox = as_workshop_run_sandbox(
		program->workshop, program->language, server->config.core, error);
	if (!server->sandbox)
		return -1;
	int served = as_fork_run_start(server, error);
	if (served == 0)
		return as_error_set(
			error, AS_ERROR_INPUT, "the program's fork server did not start");
	return served < 0 ? -1 : 0;
}

struct as_fork_server *as_fork_server_open(const struct as_program *program,
	const struct as_fork_server_config *config, struct as_error *error)
{
	struct as_fork_server *server = calloc(1, sizeof(*server));

	if (!server) {
		as_error_no_memory(error);
		return NULL;
	}
	server->config = *config;
	server->channel_fd = server->far_fd = -1;
	server->result = (struct as_run_result)AS_RUN_RESULT_INIT;
	if (open_server(server, program, error) == 0)
		return server;
	as_fork_server_close(server);
	return NULL;
}

void as_fork_server_close(struct as_fork_server *server)
{
	if (!server)
		return;
	as_fork_run_end(server);
	as_run_result_clear(&server->result);
	as_sandbox_close(server->sandbox);
	as_program_free(server->program);
	as_bytes_clear(&server->outputs);
	as_bytes_clear(&server->batch);
	free(server);
}

bool as_fork_server_is_broken(const struct as_fork_server *server)
{
	return server->deaths_count >= MAX_DEATHS;
}
