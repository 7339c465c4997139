/* SPDX-License-Identifier: MIT */
/*
 * Batches of inputs for a fork server. The answers of a batch arrive when all of it is done. So if
 * a server dies, the item that caused it is unknown: a new server gets the rest of that batch one
 * item at a time.
 */
#include "fork_run.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "forks/assay_forks_wire.h"

#define BATCH_BYTES (UINT64_C(1) << 20)
#define MAX_OUTPUTS_BYTES (UINT64_C(256) << 20)
#define REST_TIMEOUT_NS INT64_C(10000000000) /* added to the limits of the items */

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

/* Makes a batch of at most the first `count` inputs; *taken is their number. An item with too many
 * arguments ends the batch. */
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
	/* The filter kills a child that makes a forbidden call. */
	if (output->signal == SIGSYS)
		output->end = AS_FORK_UNKNOWN;
}

/* Killed by the kernel for lack of memory, or by itself. The sandbox is about to end the whole run.
 */
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
	const uint64_t max = server->config.limits.output_bytes;
	const uint64_t free_bytes = MAX_OUTPUTS_BYTES - server->outputs.size;

	return (WIFEXITED(answer->status) || WIFSIGNALED(answer->status)) &&
	       answer->cpu_time_ns >= 0 && answer->data_bytes <= max &&
	       answer->error_bytes <= max && answer->data_bytes <= free_bytes &&
	       answer->error_bytes <= free_bytes - answer->data_bytes;
}

/* 1: an answer; 0: the server is dead, late or violates the protocol. */
static int take_answer(struct as_fork_server *server, int64_t until_ns,
	struct as_fork_output *output, struct as_error *error)
{
	struct as_bytes *outputs = &server->outputs;
	struct forks_answer answer;

	if (!as_fork_receive(server, &answer, sizeof(answer), until_ns) ||
		!is_possible(server, &answer))
		return 0;
	const uint64_t size = answer.data_bytes + answer.error_bytes;
	if (make_room(outputs, size, error))
		return -1;
	if (!as_fork_receive(server, outputs->data + outputs->size, size, until_ns))
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

/* Sends a batch; *answered of its outputs are filled. If that is fewer than all, the server can no
 * longer be used. */
static int exchange(struct as_fork_server *server, size_t count, struct as_fork_output *outputs,
	size_t *answered, struct as_error *error)
{
	const int64_t until_ns = batch_until_ns(server, count);

	*answered = 0;
	if (!as_fork_send(server, server->batch.data, server->batch.size, until_ns))
		return 0;
	for (; *answered < count; (*answered)++) {
		int got = take_answer(server, until_ns, &outputs[*answered], error);
		if (got <= 0)
			return got;
		if (was_killed(&outputs[*answered])) {
			explain_kill(&server->config.limits, &outputs[(*answered)++]);
			as_fork_run_end(server);
			return 0;
		}
	}
	return 0;
}

/* Attributes the death of the server to the only item of the batch. */
static void blame(const struct as_fork_server *server, struct as_fork_output *output)
{
	forget(output);
	if (!server->failed && server->result.hits & AS_HIT_MEMORY) {
		output->end = AS_FORK_ENDED;
		output->hits = AS_HIT_MEMORY;
	}
}

/* Runs one batch of at most `max` inputs. *done: the number of filled outputs. 1: the server died.
 */
static int run_batch(struct as_fork_server *server, const struct as_fork_input *inputs, size_t max,
	struct as_fork_output *outputs, size_t *done, struct as_error *error)
{
	size_t taken;

	if (fill_batch(server, inputs, max, &taken, error))
		return -1;
	if (!taken) {
		*done = 1;
		return 0;
	}
	if (server->channel_fd < 0) {
		int served = as_fork_run_start(server, error);
		if (served <= 0) {
			server->deaths_count = MAX_DEATHS;
			return served;
		}
	}
	if (exchange(server, taken, outputs, done, error))
		return -1;
	if (*done == taken)
		return 0;
	const bool was_ended = server->channel_fd < 0;
	as_fork_run_end(server);
	if (as_fork_run_check(server, error))
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
	size_t alone = 0; /* how many are sent one at a time */

	server->outputs.size = 0;
	for (size_t i = 0; i < count; i++)
		forget(&outputs[i]);
	for (size_t at = 0; at < count && !as_fork_server_is_broken(server);) {
		size_t done = 0;
		const size_t max = alone ? 1 : count - at;
		int died = run_batch(server, inputs + at, max, outputs + at, &done, error);
		if (died < 0)
			return -1;
		at += done;
		if (died && max > 1)
			alone = FORKS_ITEMS;
		else if (alone)
			alone--;
	}
	show_outputs(server, outputs, count);
	return as_fork_check_cancelled(server, error);
}
