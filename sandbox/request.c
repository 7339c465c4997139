/* SPDX-License-Identifier: MIT */
/* Starting a run: makes its descriptors, sends the request, receives its init. */
#include "output.h"
#include "supervision.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

#define START_TIMEOUT_MS 20000
#define STACKS 8
#define STACK_RESERVE_BYTES (UINT64_C(2) << 20)
#define MAX_STACK_RESERVE_BYTES (UINT64_C(512) << 20)

/* The last one only at the process level, where /tmp is not the box. */
static const char *const fixed_env[] = {
	"PATH=/usr/bin:/bin", "HOME=/box", "LANG=C.UTF-8", "TMPDIR=/box"};
#define FIXED_ENV_COUNT 3

void as_run_close_far(struct supervision *s)
{
	as_fd_close(&s->far.run_fd);
	as_fd_close(&s->far.out_fd);
	as_fd_close(&s->far.err_fd);
	as_fd_close(&s->far.stdin_fd);
}

/* Never a file of the host: from a folder the program could walk the tree, and even on /dev/null it
 * could set the times. */
static int open_input(struct supervision *s, struct as_error *error)
{
	const int lent_fd = s->request->stdin_fd;
	struct stat info;

	if (s->request->stdin_is_data && !s->request->data)
		return as_error_set(error, AS_ERROR_USAGE,
			"the standard input of a run must be a file of its data, but it has no "
			"data");
	if (lent_fd < 0) {
		s->far.stdin_fd = as_input_from_bytes("", 0, error);
		return s->far.stdin_fd < 0 ? -1 : 0;
	}
	if (fstat(lent_fd, &info) == 0 && S_ISDIR(info.st_mode))
		return as_error_set(error, AS_ERROR_USAGE,
			"the standard input of a run is a folder; pass a file");
	s->far.stdin_fd = fcntl(lent_fd, F_DUPFD_CLOEXEC, 0);
	return s->far.stdin_fd < 0 ? as_error_sys(error, AS_ERROR_INTERNAL, errno,
					     "cannot set up the standard input")
				   : 0;
}

int as_run_open_ends(struct supervision *s, struct as_error *error)
{
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot make a socket");
	s->waits[RUN].fd = pair[0];
	s->far.run_fd = pair[1];
	if (s->request->uses_stdout_fd)
		s->far.out_fd = fcntl(s->request->stdout_fd, F_DUPFD_CLOEXEC, 0);
	else if (as_output_pipe(&s->waits[OUT].fd, &s->far.out_fd, error))
		return -1;
	if (s->far.out_fd < 0)
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot set up the standard output");
	if (as_output_pipe(&s->waits[ERR].fd, &s->far.err_fd, error))
		return -1;
	return open_input(s, error) || as_output_begin(s->result, error) ? -1 : 0;
}

/* True if the caller sets the variable of "NAME=value" itself. */
static bool is_replaced(const char *fixed, const char *const *env)
{
	const size_t length = (size_t)(strchr(fixed, '=') + 1 - fixed);

	for (; env && *env; env++)
		if (strncmp(*env, fixed, length) == 0)
			return true;
	return false;
}

/* Packs a list of strings behind the request's struct. Returns their end, or NULL if they do not
 * fit. */
static char *pack(char *at, const char *end, const char *text)
{
	size_t size = strlen(text) + 1;

	if (!at || size > (size_t)(end - at))
		return NULL;
	memcpy(at, text, size);
	return at + size;
}

/* Only without control groups. Otherwise the program could read its time limit here, and learn that
 * it runs again. */
static struct as_wire_backstop backstop(const struct supervision *s)
{
	const struct as_limits *limits = &s->request->limits;
	struct as_wire_backstop backstop = {UINT64_MAX, UINT64_MAX};

	if (s->sandbox->cgroup.state && !s->sandbox->process.used)
		return backstop;
	if (limits->cpu_time_ns != AS_UNLIMITED_NS)
		backstop.cpu_seconds = (uint64_t)(limits->cpu_time_ns / 1000000000) + 2;
	if (s->sandbox->counts_users || s->sandbox->process.used)
		backstop.processes = limits->processes;
	return backstop;
}

/* Unbounded recursion must reach the memory limit, which has some reserve, and not the stack limit
 * first; so must an array that is too large, which may be touched from its far end. The reserve is
 * bounded, because a thread reserves a stack of the same size. */
static uint64_t stack_bytes(uint64_t memory_bytes)
{
	uint64_t reserve_bytes =
		memory_bytes < MAX_STACK_RESERVE_BYTES ? memory_bytes : MAX_STACK_RESERVE_BYTES;

	if (reserve_bytes < STACK_RESERVE_BYTES)
		reserve_bytes = STACK_RESERVE_BYTES;
	return memory_bytes > UINT64_MAX - reserve_bytes ? memory_bytes
							 : memory_bytes + reserve_bytes;
}

/* One page more than the box may hold, like its file system: so a single file can be seen to exceed
 * the box, even if the program ignores SIGXFSZ. */
static uint64_t file_bytes(const struct as_run_request *request)
{
	const uint64_t page_bytes = (uint64_t)sysconf(_SC_PAGESIZE);
	const uint64_t box_bytes = request->limits.box_bytes;

	if (!request->writable_box || box_bytes > UINT64_MAX / 2)
		return UINT64_MAX;
	return ((box_bytes + page_bytes - 1) & ~(page_bytes - 1)) + page_bytes;
}

_Static_assert(AS_ABSENT_COUNT == AS_WIRE_ABSENT_COUNT, "a request has space for all names");

/* The same at the process level, where the program gets the host's paths. */
static char *pack_paths(const struct supervision *s, char *at, const char *end, const char *text)
{
	if (!s->sandbox->process.used)
		return pack(at, end, text);
	AS_AUTO_FREE char *host = as_process_paths_to_host(&s->sandbox->process, s->request, text);
	return host ? pack(at, end, host) : NULL;
}

/* Stacks of threads are reserved as large as the limit of the stack. */
static uint64_t address_space_bytes(const struct as_run_request *request)
{
	const uint64_t stack = stack_bytes(request->limits.memory_bytes);

	if (!(request->restrictions & AS_RESTRICT_ADDRESSES) || stack > UINT64_MAX / (2 * STACKS))
		return 0;
	return request->limits.memory_bytes + STACKS * stack;
}

static struct as_wire_process process_of(const struct supervision *s)
{
	const struct as_process_level *level = &s->sandbox->process;

	return (struct as_wire_process){.user = s->sandbox->zygote.user,
		.first_group = level->ids.first_group,
		.group_count = level->ids.group_count,
		.address_space_bytes = address_space_bytes(s->request)};
}

/* Each run of root has an id of its own. */
static int begin_process(struct supervision *s, struct as_error *error)
{
	struct as_process_level *level = &s->sandbox->process;
	struct as_zygote *zygote = &s->sandbox->zygote;

	if (!level->used)
		return 0;
	if (s->request->restrictions & AS_RESTRICT_FORK)
		return as_error_set(error, AS_ERROR_MACHINE,
			"fork servers need full isolation; omit --weak-sandbox=process");
	if (as_process_begin(level, s->request, error))
		return -1;
	as_fd_close(&zygote->user_fd);
	if (!level->ids.user_count)
		return 0;
	zygote->user_fd = as_host_ids_take(&level->ids, &zygote->user, error);
	return zygote->user_fd < 0 ? -1 : 0;
}

/* Returns the size of the message; 0 if it does not fit. */
static size_t write_request(const struct supervision *s, uint32_t cgroup_fds)
{
	const struct as_run_request *request = s->request;
	const struct as_limits *limits = &request->limits;
	struct as_wire_request wire = {
		.filter = request->profile * 2 + (request->detects_waiting ? 1 : 0),
		.reports_timers = request->detects_waiting,
		.restrictions = {.exec = request->restrictions & AS_RESTRICT_EXEC,
			.files = request->restrictions & AS_RESTRICT_FILES,
			.code = request->restrictions & AS_RESTRICT_CODE,
			.forks = request->restrictions & AS_RESTRICT_FORK,
			.all_absent = request->restrictions & AS_RESTRICT_ABSENT,
			.fork_key = {request->fork_key[0], request->fork_key[1]}},
		.cgroup_fds = cgroup_fds,
		.joining = s->sandbox->cgroup.state ? s->sandbox->cgroup.version->joining
						    : AS_JOIN_NONE,
		.core = s->sandbox->core,
		.open_files = limits->open_files,
		.stack_bytes = stack_bytes(limits->memory_bytes),
		.file_bytes = file_bytes(request),
		.backstop = backstop(s),
		.box_bytes = limits->box_bytes,
		.box_files = limits->box_files,
		.counter = s->sandbox->counter,
		.process = process_of(s),
		.has = {.home = s->sandbox->process.used,
			.program = request->program != NULL,
			.data = request->data != NULL,
			.box = request->box != NULL,
			.data_has_stdin = request->data && request->stdin_is_data},
		.writable_box = request->writable_box,
		.keep_box = request->keep_box,
	};
	char *at = s->sandbox->message + sizeof(wire);
	const char *end = s->sandbox->message + AS_WIRE_MESSAGE_BYTES;

	const char *const folders[] = {s->sandbox->process.used ? s->sandbox->process.home : NULL,
		request->program, request->data, request->box};
	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++)
		if (folders[i])
			at = pack(at, end, folders[i]);
	for (; request->argv[wire.argv_count]; wire.argv_count++)
		at = pack_paths(s, at, end, request->argv[wire.argv_count]);
	for (size_t i = 0; i < FIXED_ENV_COUNT + (size_t)wire.has.home; i++) {
		if (is_replaced(fixed_env[i], request->env))
			continue;
		at = pack_paths(s, at, end, fixed_env[i]);
		wire.env_count++;
	}
	for (size_t i = 0; request->env && request->env[i]; i++, wire.env_count++)
		at = pack_paths(s, at, end, request->env[i]);
	for (size_t i = 0; request->absent && request->absent[i];
		i++, wire.restrictions.absent_count++)
		at = pack(at, end, request->absent[i]);
	memcpy(s->sandbox->message, &wire, sizeof(wire));
	if (wire.argv_count > AS_WIRE_ARGV_COUNT || wire.env_count > AS_WIRE_ENV_COUNT ||
		wire.restrictions.absent_count > AS_WIRE_ABSENT_COUNT)
		return 0;
	return at ? (size_t)(at - s->sandbox->message) : 0;
}

int as_run_spawn(
	struct supervision *s, const int *cgroup_fds, uint32_t cgroup_count, struct as_error *error)
{
	struct as_zygote *zygote = &s->sandbox->zygote;
	int control = zygote->control_fd;
	int fds[4 + AS_WIRE_CGROUP_FDS] = {
		s->far.run_fd, s->far.stdin_fd, s->far.out_fd, s->far.err_fd};
	struct as_wire_report report;
	struct pollfd wait = {.fd = control, .events = POLLIN};

	if (begin_process(s, error))
		return -1;
	size_t size = write_request(s, cgroup_count);
	if (!size)
		return as_error_set(error, AS_ERROR_USAGE, "the program's arguments are too long");
	memcpy(fds + 4, cgroup_fds, cgroup_count * sizeof(int));
	if (as_wire_send(control, s->sandbox->message, size, fds, 4 + cgroup_count))
		return errno == EPIPE || errno == ECONNRESET || control < 0
			       ? as_zygote_broke(zygote, "has ended", error)
			       /* Nothing was sent, so the helper still waits for a request. */
			       : as_error_sys(error, AS_ERROR_INTERNAL, errno,
					 "cannot send a request to the sandbox helper");
	as_run_close_far(s);
	while (poll(&wait, 1, START_TIMEOUT_MS) < 0 && errno == EINTR)
		;
	if (!(wait.revents & POLLIN))
		return as_zygote_broke(zygote, "does not answer", error);
	if (as_wire_receive(control, &report, &s->waits[DEATH].fd) != 1)
		return as_zygote_broke(zygote, "has ended", error);
	if (report.kind == AS_REPORT_FAILED)
		return as_wire_record_failure(&report, error);
	if (s->sandbox->process.used)
		as_process_watch(s->sandbox->cgroup.state, report.pid);
	/* The descriptor was lost if this process has no free one. */
	return s->waits[DEATH].fd < 0
		       ? as_zygote_broke(
				 zygote, "sent a process, but there is no free descriptor", error)
		       : 0;
}
