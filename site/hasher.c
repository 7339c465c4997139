/* SPDX-License-Identifier: MIT */
/*
 * Passwords are hashed by processes at the lowest priority (hasher/main.c). Each has a thread here
 * that sends requests to it and waits. The completions run in other threads, because they may wait
 * for the disk. Tasks wait in turns by their source (base/turns.h).
 */
#include "hasher.h"
#include "hasher/protocol.h"

#include <assay/base/keeper.h>
#include <assay/base/turns.h>
#include <errno.h>
#include <pthread.h>
#include <sodium.h>
#include <string.h>
#include <sys/socket.h>

AS_EMBED(as_bytes_of_hasher, ASSAY_HASHER_PATH);

/* The maximum numbers of waiting tasks. A thousand people behind one address may log in at the same
 * moment; an address that guesses passwords does not delay other addresses. */
#define OF_ADDRESS_MAX 1024
#define OF_NETWORK_MAX 4096

struct task {
	struct as_turn_item item; /* the first member */
	struct hasher_task what;
};

/* A queue of tasks, with the threads that run them. */
struct queue {
	struct as_turns asked;
	struct as_turn_items hashed; /* they wait for their completion */
	pthread_cond_t changed;
	bool is_closing;
	unsigned thread_count;
	pthread_t threads[HASHER_MAX_THREADS];
};

struct hasher_process {
	pid_t pid; /* -1: none */
	int pidfd, fd;
};

struct hasher {
	pthread_mutex_t mutex;
	struct queue costly, rest;
	struct hasher_process processes[HASHER_MAX_THREADS];
	unsigned process_count, taken_count;
};

/* ---- processes ---- */

static int start_process(struct hasher_process *process, struct as_error *error)
{
	static const struct as_image image = {
		"assay-hasher", as_bytes_of_hasher, as_bytes_of_hasher_end};
	int pair[2];

	*process = (struct hasher_process){-1, -1, -1};
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot make a socket");
	process->fd = pair[0];
	const int failed = as_helper_start(&image, &pair[1], 1, &process->pid, error);
	close(pair[1]);
	if (failed)
		return -1;
	process->pidfd = as_child_hold(&process->pid);
	return 0;
}

static void end_process(struct hasher_process *process)
{
	if (process->fd < 0)
		return;
	/* Closing is not enough: a process that was forked meanwhile may have a copy of the
	 * descriptor. */
	shutdown(process->fd, SHUT_RDWR);
	close(process->fd);
	as_child_reap(process->pid, process->pidfd);
	if (process->pidfd >= 0)
		close(process->pidfd);
	*process = (struct hasher_process){-1, -1, -1};
}

static bool try_to_ask(const struct hasher_process *process, const struct hasher_question *question,
	struct hasher_answer *answer)
{
	ssize_t size;

	if (process->fd < 0 ||
		send(process->fd, question, sizeof(*question), MSG_NOSIGNAL) != sizeof(*question))
		return false;
	do
		size = recv(process->fd, answer, sizeof(*answer), 0);
	while (size < 0 && errno == EINTR);
	return size == sizeof(*answer);
}

/* Sends a request; restarts the process if it died. */
static bool send_request(struct hasher_process *process, struct hasher_question *question,
	struct hasher_answer *answer)
{
	bool is_answered = try_to_ask(process, question, answer);

	if (!is_answered) {
		end_process(process);
		is_answered =
			start_process(process, NULL) == 0 && try_to_ask(process, question, answer);
	}
	sodium_memzero(question, sizeof(*question));
	return is_answered;
}

bool hasher_verify(struct hasher_process *process, const char *hash, const char *password)
{
	struct hasher_question question = {0};
	struct hasher_answer answer;

	if (strlen(hash) >= HASHER_TEXT_SIZE || strlen(password) >= HASHER_PASSWORD_SIZE)
		return false;
	strcpy(question.hash, hash);
	strcpy(question.password, password);
	return send_request(process, &question, &answer) && answer.is_done;
}

char *hasher_hash(struct hasher_process *process, const char *password)
{
	struct hasher_question question = {0};
	struct hasher_answer answer;

	if (strlen(password) >= HASHER_PASSWORD_SIZE)
		return NULL;
	strcpy(question.password, password);
	return send_request(process, &question, &answer) && answer.is_done
		       ? strndup(answer.hash, HASHER_TEXT_SIZE - 1)
		       : NULL;
}

/* ---- queues: with the mutex ---- */

static bool put_task(struct queue *queue, struct task *task)
{
	if (queue->is_closing)
		return false;
	if (!as_turns_put(&queue->asked, &task->what.source, &task->item))
		return false;
	pthread_cond_signal(&queue->changed);
	return true;
}

static void open_queue(struct queue *queue)
{
	pthread_cond_init(&queue->changed, NULL);
	as_turns_open(&queue->asked, OF_ADDRESS_MAX, OF_NETWORK_MAX);
	as_turn_items_open(&queue->hashed);
}

/* Waits for a task; NULL: closing, and the queue is empty. */
static struct task *take_task(struct hasher *hasher, struct queue *queue)
{
	while (!queue->asked.count && !queue->hashed.count && !queue->is_closing)
		pthread_cond_wait(&queue->changed, &hasher->mutex);
	struct as_turn_item *item = as_turns_take(&queue->asked);
	return (struct task *)(item ? item : as_turn_items_take(&queue->hashed));
}

/* ---- threads ---- */

static void *run_costly(void *context)
{
	struct hasher *hasher = context;
	struct task *task;

	pthread_mutex_lock(&hasher->mutex);
	struct hasher_process *process = &hasher->processes[hasher->taken_count++];
	while ((task = take_task(hasher, &hasher->costly))) {
		pthread_mutex_unlock(&hasher->mutex);
		task->what.run(task->what.context, process);
		pthread_mutex_lock(&hasher->mutex);
		as_turn_items_put(&hasher->rest.hashed, &task->item);
		pthread_cond_signal(&hasher->rest.changed);
	}
	pthread_mutex_unlock(&hasher->mutex);
	return NULL;
}

static void *run_rest(void *context)
{
	struct hasher *hasher = context;
	struct task *task;

	pthread_mutex_lock(&hasher->mutex);
	while ((task = take_task(hasher, &hasher->rest))) {
		pthread_mutex_unlock(&hasher->mutex);
		task->what.finish(task->what.context);
		free(task);
		pthread_mutex_lock(&hasher->mutex);
	}
	pthread_mutex_unlock(&hasher->mutex);
	return NULL;
}

static int start(struct hasher *hasher, struct queue *queue, unsigned thread_count,
	void *(*run)(void *context), struct as_error *error)
{
	for (; queue->thread_count < thread_count; queue->thread_count++) {
		const int failed =
			pthread_create(&queue->threads[queue->thread_count], NULL, run, hasher);
		if (failed)
			return as_error_sys(
				error, AS_ERROR_MACHINE, failed, "cannot start a thread");
	}
	return 0;
}

static void stop(struct hasher *hasher, struct queue *queue)
{
	pthread_mutex_lock(&hasher->mutex);
	queue->is_closing = true;
	pthread_cond_broadcast(&queue->changed);
	pthread_mutex_unlock(&hasher->mutex);
	for (unsigned i = 0; i < queue->thread_count; i++)
		pthread_join(queue->threads[i], NULL);
	pthread_cond_destroy(&queue->changed);
}

/* ---- the hasher ---- */

struct hasher *hasher_open(unsigned thread_count, struct as_error *error)
{
	struct hasher *hasher = calloc(1, sizeof(*hasher));

	if (!hasher) {
		as_error_no_memory(error);
		return NULL;
	}
	pthread_mutex_init(&hasher->mutex, NULL);
	open_queue(&hasher->costly);
	open_queue(&hasher->rest);
	for (; hasher->process_count < thread_count; hasher->process_count++)
		if (start_process(&hasher->processes[hasher->process_count], error)) {
			end_process(&hasher->processes[hasher->process_count]);
			hasher_close(hasher);
			return NULL;
		}
	if (start(hasher, &hasher->costly, thread_count, run_costly, error) ||
		start(hasher, &hasher->rest, thread_count, run_rest, error)) {
		hasher_close(hasher);
		return NULL;
	}
	return hasher;
}

bool hasher_run(struct hasher *hasher, const struct hasher_task *what)
{
	struct task *task = malloc(sizeof(*task));

	if (!task)
		return false;
	task->what = *what;
	pthread_mutex_lock(&hasher->mutex);
	const bool accepted = put_task(&hasher->costly, task);
	pthread_mutex_unlock(&hasher->mutex);
	if (!accepted)
		free(task);
	return accepted;
}

size_t hasher_waiting(struct hasher *hasher)
{
	pthread_mutex_lock(&hasher->mutex);
	const size_t waiting = hasher->costly.asked.count;
	pthread_mutex_unlock(&hasher->mutex);
	return waiting;
}

void hasher_stop(struct hasher *hasher)
{
	struct as_turn_item *item;

	pthread_mutex_lock(&hasher->mutex);
	hasher->costly.is_closing = true;
	while ((item = as_turns_take(&hasher->costly.asked)))
		as_turn_items_put(&hasher->rest.hashed, item);
	pthread_cond_broadcast(&hasher->rest.changed);
	pthread_mutex_unlock(&hasher->mutex);
}

void hasher_close(struct hasher *hasher)
{
	if (!hasher)
		return;
	stop(hasher, &hasher->costly);
	stop(hasher, &hasher->rest);
	for (unsigned i = 0; i < hasher->process_count; i++)
		end_process(&hasher->processes[i]);
	pthread_mutex_destroy(&hasher->mutex);
	free(hasher);
}
