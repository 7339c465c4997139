/* SPDX-License-Identifier: MIT */
/*
 * The caller's side of a fork server; forks/assay_forks.c is the other side, which runs in the
 * sandbox as a part of the program.
 *
 * A thread of its own is in as_sandbox_run for as long as the server lives. The server's standard
 * input is one end of a pair of sockets; the thread closes that end here when the run is over, so
 * that this side then reads the end of the conversation. A hostile server may say anything, or
 * nothing: sizes are checked, waiting has an end, and the run is cancelled.
 *
 * The answers of a batch come when all of it is done. So when a server dies, nobody knows at which
 * item: a new one gets the rest of that batch one item at a time.
 */
#include "fork_server.h"
#include "workshop.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "forks/assay_forks_wire.h"

#define BATCH_BYTES (UINT64_C(1) << 20)
#define OUTPUTS_MOST_BYTES (UINT64_C(256) << 20)
#define DEATHS_MOST 3
#define START_TIMEOUT_NS INT64_C(20000000000)
#define REST_TIMEOUT_NS INT64_C(10000000000) /* besides the limits of the items */
#define LOOK_MS 50
/* Memory of the server that is not the program's: its answers, its snapshot, page tables. */
#define SERVER_BYTES (UINT64_C(16) << 20)
#define SERVER_OUTPUT_BYTES 65536

struct as_fork_server {
	struct as_program *program; /* the second build */
	struct as_fork_server_config config;
	struct as_sandbox *sandbox;
	int channel_fd; /* -1: no server runs */
	int far_fd;
	bool is_early;
	unsigned deaths_count;
	struct as_program_request request;
	/* The thread. */
	pthread_t thread;
	bool has_thread;
	atomic_bool stop;
	bool failed; /* read after it was joined, as the two below */
	struct as_error why;
	struct as_run_result result;
	/* What was received; what is to be sent. */
	struct as_bytes outputs, batch;
};

/* ---- one run of the server ---- */

static void *run_server(void *argument)
{
	struct as_fork_server *server = argument;

	server->failed = as_sandbox_run(server->sandbox, &server->request.request, &server->result,
				 &server->why) != 0;
	/* Ends what this side waits for. */
	shutdown(server->far_fd, SHUT_RDWR);
	return NULL;
}

static void end_run(struct as_fork_server *server)
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
		end_run(server);
		return -1;
	}
	int failure = pthread_create(&server->thread, NULL, run_server, server);
	if (failure) {
		end_run(server);
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

/* False at the end of the time, and when the caller's flag is set. */
static bool await(const struct as_fork_server *server, short events, int64_t until_ns)
{
	for (;;) {
		struct pollfd wait = {.fd = server->channel_fd, .events = events};
		if (poll(&wait, 1, LOOK_MS) > 0)
			return true;
		if (is_cancelled(server) || as_now_ns() > until_ns)
			return false;
	}
}

/* Both false: the server is dead, late or lying. */
static bool send_all(
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

static bool receive_all(
	const struct as_fork_server *server, void *data, size_t size, int64_t until_ns)
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

/* False: see above. *state as in struct forks_ready. */
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

	if (!send_all(server, (const char *)&hello, sizeof(hello), until_ns) ||
		!receive_all(server, &ready, sizeof(ready), until_ns) || ready.magic != FORKS_MAGIC)
		return false;
	*state = ready.state;
	return ready.state == FORKS_READY || (ready.state == FORKS_TOO_LATE && !server->is_early);
}

static int check_cancelled(const struct as_fork_server *server, struct as_error *error)
{
	return is_cancelled(server) ? as_error_set(error, AS_ERROR_INTERNAL, "interrupted") : 0;
}

/* Of a run that did not begin to serve, or died. A broken sandbox is an error of the machine. */
static int check_run(const struct as_fork_server *server, struct as_error *error)
{
	if (check_cancelled(server, error))
		return -1;
	if (!server->failed || server->why.kind == AS_ERROR_INPUT)
		return 0;
	if (error)
		*error = server->why;
	return -1;
}

/* 1: it serves; 0: it does not. */
static int start_serving(struct as_fork_server *server, struct as_error *error)
{
	uint64_t state = 0;

	if (start_run(server, error))
		return -1;
	if (greet(server, &state) && state == FORKS_READY)
		return 1;
	end_run(server);
	if (check_run(server, error))
		return -1;
	if (state != FORKS_TOO_LATE)
		return 0;
	server->is_early = true;
	return start_serving(server, error);
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
	int served = start_serving(server, error);
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
	end_run(server);
	as_run_result_clear(&server->result);
	as_sandbox_close(server->sandbox);
	as_program_free(server->program);
	as_bytes_clear(&server->outputs);
	as_bytes_clear(&server->batch);
	free(server);
}

bool as_fork_server_is_broken(const struct as_fork_server *server)
{
	return server->deaths_count >= DEATHS_MOST;
}

/* ---- batches ---- */

static size_t padded(size_t size)
{
	return (size + 7) & ~(size_t)7;
}

/* The size of an item; 0: it has too many arguments for a server. */
static size_t item_bytes(const struct as_fork_input *input, struct forks_item *item)
{
	*item = (struct forks_item){.data_bytes = input->size};
	for (const char *const *word = input->arguments; word && *word; word++) {
		const size_t size = strlen(*word) + 1;
		if (item->word_count == FORKS_WORDS || size > FORKS_WORD_BYTES - item->word_bytes)
			return 0;
		item->word_count++;
		item->word_bytes += (uint32_t)size;
	}
	return padded(sizeof(*item) + item->word_bytes + input->size);
}

static int make_room(struct as_bytes *bytes, size_t more, struct as_error *error)
{
	size_t capacity = 4096;

	while (capacity <= bytes->size)
		capacity *= 2;
	if (bytes->data && bytes->size + more < capacity)
		return 0;
	while (capacity <= bytes->size + more)
		capacity *= 2;
	char *larger = realloc(bytes->data, capacity);
	if (!larger)
		return as_error_no_memory(error);
	bytes->data = larger;
	return 0;
}

static void append(struct as_bytes *bytes, const void *data, size_t size)
{
	if (size)
		memcpy(bytes->data + bytes->size, data, size);
	bytes->size += size;
}

static int append_item(struct as_bytes *batch, const struct as_fork_input *input, size_t size,
	const struct forks_item *item, struct as_error *error)
{
	static const char padding[8];
	const size_t end = batch->size + size;

	if (make_room(batch, size, error))
		return -1;
	append(batch, item, sizeof(*item));
	for (const char *const *word = input->arguments; word && *word; word++)
		append(batch, *word, strlen(*word) + 1);
	append(batch, input->data, input->size);
	append(batch, padding, end - batch->size);
	return 0;
}

/* Makes a batch of the first of `count` inputs, at most; *taken are in it. An item with too many
 * arguments ends it. */
static int fill_batch(struct as_fork_server *server, const struct as_fork_input *inputs,
	size_t count, size_t *taken, struct as_error *error)
{
	struct forks_batch head = {0};
	struct as_bytes *batch = &server->batch;

	batch->size = 0;
	if (make_room(batch, sizeof(head), error))
		return -1;
	batch->size = sizeof(head);
	for (*taken = 0; *taken < count && *taken < FORKS_ITEMS; (*taken)++) {
		struct forks_item item;
		const size_t size = item_bytes(&inputs[*taken], &item);
		if (!size || (*taken && batch->size + size > BATCH_BYTES))
			break;
		if (append_item(batch, &inputs[*taken], size, &item, error))
			return -1;
	}
	head.count = *taken;
	head.bytes = batch->size - sizeof(head);
	memcpy(batch->data, &head, sizeof(head));
	return 0;
}

static int64_t batch_until_ns(const struct as_fork_server *server, size_t count)
{
	const int64_t wall_ns = server->config.limits.wall_time_ns;
	const int64_t now_ns = as_now_ns();

	if (wall_ns >= (INT64_MAX - now_ns - REST_TIMEOUT_NS) / (int64_t)(count + 1))
		return INT64_MAX;
	return now_ns + REST_TIMEOUT_NS + wall_ns * (int64_t)count;
}

static void take_status(struct as_fork_output *output, const struct forks_answer *answer)
{
	output->end = AS_FORK_ENDED;
	output->cpu_time_ns = answer->cpu_time_ns;
	output->memory_bytes = answer->memory_bytes;
	if (answer->hits & FORKS_HIT_CPU)
		output->hits |= AS_HIT_CPU;
	if (answer->hits & FORKS_HIT_WALL)
		output->hits |= AS_HIT_WALL;
	if (answer->hits & FORKS_HIT_OUTPUT)
		output->hits |= AS_HIT_OUTPUT;
	if (WIFEXITED(answer->status))
		output->exit_code = WEXITSTATUS(answer->status);
	else if (!(answer->hits & (FORKS_HIT_CPU | FORKS_HIT_WALL)))
		output->signal = WTERMSIG(answer->status);
	if (output->signal == SIGXFSZ)
		output->hits |= AS_HIT_OUTPUT;
	/* The filter kills for what a child may not do. */
	if (output->signal == SIGSYS)
		output->end = AS_FORK_UNKNOWN;
}

/* By the kernel for memory, or by itself. The sandbox is about to end the whole run for that. */
static bool was_killed(const struct as_fork_output *output)
{
	return output->signal == SIGKILL;
}

static void explain_kill(const struct as_limits *limits, struct as_fork_output *output)
{
	if (output->memory_bytes / 3 < limits->memory_bytes / 4) {
		output->end = AS_FORK_UNKNOWN;
		return;
	}
	output->hits |= AS_HIT_MEMORY;
	output->signal = 0;
}

static bool is_possible(const struct as_fork_server *server, const struct forks_answer *answer)
{
	const uint64_t most = server->config.limits.output_bytes;
	const uint64_t room = OUTPUTS_MOST_BYTES - server->outputs.size;

	return (WIFEXITED(answer->status) || WIFSIGNALED(answer->status)) &&
	       answer->cpu_time_ns >= 0 && answer->data_bytes <= most &&
	       answer->error_bytes <= most && answer->data_bytes <= room &&
	       answer->error_bytes <= room - answer->data_bytes;
}

/* 1: an answer; 0: the server is dead, late or lying. */
static int take_answer(struct as_fork_server *server, int64_t until_ns,
	struct as_fork_output *output, struct as_error *error)
{
	struct as_bytes *outputs = &server->outputs;
	struct forks_answer answer;

	if (!receive_all(server, &answer, sizeof(answer), until_ns) ||
		!is_possible(server, &answer))
		return 0;
	const uint64_t size = answer.data_bytes + answer.error_bytes;
	if (make_room(outputs, size, error))
		return -1;
	if (!receive_all(server, outputs->data + outputs->size, size, until_ns))
		return 0;
	take_status(output, &answer);
	output->size = answer.data_bytes;
	output->errors_size = answer.error_bytes;
	outputs->size += size;
	return 1;
}

static void forget(struct as_fork_output *output)
{
	*output = (struct as_fork_output){.end = AS_FORK_UNKNOWN, .exit_code = -1};
}

/* Sends a batch; *answered of its outputs are filled. Fewer than all: this server is of no more
 * use.
 */
static int exchange(struct as_fork_server *server, size_t count, struct as_fork_output *outputs,
	size_t *answered, struct as_error *error)
{
	const int64_t until_ns = batch_until_ns(server, count);

	*answered = 0;
	if (!send_all(server, server->batch.data, server->batch.size, until_ns))
		return 0;
	for (; *answered < count; (*answered)++) {
		int got = take_answer(server, until_ns, &outputs[*answered], error);
		if (got <= 0)
			return got;
		if (was_killed(&outputs[*answered])) {
			explain_kill(&server->config.limits, &outputs[(*answered)++]);
			end_run(server);
			return 0;
		}
	}
	return 0;
}

/* The server has died at the only item that it had. */
static void blame(const struct as_fork_server *server, struct as_fork_output *output)
{
	forget(output);
	if (!server->failed && server->result.hits & AS_HIT_MEMORY) {
		output->end = AS_FORK_ENDED;
		output->hits = AS_HIT_MEMORY;
	}
}

/* One batch of at most `most` of the inputs. *done: their outputs are filled. 1: it died. */
static int run_batch(struct as_fork_server *server, const struct as_fork_input *inputs, size_t most,
	struct as_fork_output *outputs, size_t *done, struct as_error *error)
{
	size_t taken;

	if (fill_batch(server, inputs, most, &taken, error))
		return -1;
	if (!taken) {
		*done = 1;
		return 0;
	}
	if (server->channel_fd < 0) {
		int served = start_serving(server, error);
		if (served <= 0) {
			server->deaths_count = DEATHS_MOST;
			return served;
		}
	}
	if (exchange(server, taken, outputs, done, error))
		return -1;
	if (*done == taken)
		return 0;
	const bool was_ended = server->channel_fd < 0;
	end_run(server);
	if (check_run(server, error))
		return -1;
	if (was_ended)
		return 0;
	if (!(server->result.hits & AS_HIT_MEMORY))
		server->deaths_count++;
	if (taken == 1)
		blame(server, &outputs[(*done)++]);
	else
		forget(&outputs[*done]);
	return 1;
}

static void show_outputs(
	const struct as_fork_server *server, struct as_fork_output *outputs, size_t count)
{
	const char *at = server->outputs.data ? server->outputs.data : "";

	for (size_t i = 0; i < count; i++) {
		outputs[i].data = at;
		outputs[i].errors = at += outputs[i].size;
		at += outputs[i].errors_size;
	}
}

int as_fork_server_run(struct as_fork_server *server, const struct as_fork_input *inputs,
	size_t count, struct as_fork_output *outputs, struct as_error *error)
{
	size_t alone = 0; /* so many are sent one by one */

	server->outputs.size = 0;
	for (size_t i = 0; i < count; i++)
		forget(&outputs[i]);
	for (size_t at = 0; at < count && !as_fork_server_is_broken(server);) {
		size_t done = 0;
		const size_t most = alone ? 1 : count - at;
		int died = run_batch(server, inputs + at, most, outputs + at, &done, error);
		if (died < 0)
			return -1;
		at += done;
		if (died && most > 1)
			alone = FORKS_ITEMS;
		else if (alone)
			alone--;
	}
	show_outputs(server, outputs, count);
	return check_cancelled(server, error);
}
