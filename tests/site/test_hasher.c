/* SPDX-License-Identifier: MIT */
/* The order of the hasher's tasks. */
#include "hasher.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <string.h>

/* The steps that the tasks of a test have done. */
struct record {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	bool may_go; /* the first task waits for this */
	char ran[16], finished[16];
};
struct step {
	struct record *record;
	char name;
	bool waits;
	struct as_turn_source source;
};

static void open_record(struct record *record)
{
	*record = (struct record){0};
	pthread_mutex_init(&record->mutex, NULL);
	pthread_cond_init(&record->changed, NULL);
}

static void note(struct record *record, char *names, char name)
{
	names[strlen(names)] = name;
	pthread_cond_broadcast(&record->changed);
}

static void run(void *context, struct hasher_process *process)
{
	const struct step *step = context;
	struct record *record = step->record;

	(void)process;
	pthread_mutex_lock(&record->mutex);
	note(record, record->ran, step->name);
	while (step->waits && !record->may_go)
		pthread_cond_wait(&record->changed, &record->mutex);
	pthread_mutex_unlock(&record->mutex);
}

static void finish(void *context)
{
	const struct step *step = context;

	pthread_mutex_lock(&step->record->mutex);
	note(step->record, step->record->finished, step->name);
	pthread_mutex_unlock(&step->record->mutex);
}

static void ask(struct hasher *hasher, struct step *step)
{
	const struct hasher_task task = {
		.run = run, .finish = finish, .context = step, .source = step->source};

	cr_assert(hasher_run(hasher, &task));
}

static void await_first(struct record *record)
{
	pthread_mutex_lock(&record->mutex);
	while (!*record->ran)
		pthread_cond_wait(&record->changed, &record->mutex);
	pthread_mutex_unlock(&record->mutex);
}

static void let_go(struct record *record)
{
	pthread_mutex_lock(&record->mutex);
	record->may_go = true;
	pthread_cond_broadcast(&record->changed);
	pthread_mutex_unlock(&record->mutex);
}

/* Networks take turns, and so do the addresses of a network. */
Test(hasher, a_source_with_many_tasks_delays_others_by_one)
{
	static const struct {
		char name;
		struct as_turn_source source;
	} asked[] = {{'a', {1, 1}}, {'a', {1, 1}}, {'a', {1, 1}}, {'a', {1, 1}}, {'b', {2, 2}},
		{'b', {2, 2}}, {'c', {3, 31}}, {'c', {3, 31}}, {'d', {3, 32}}, {'d', {3, 32}}};
	enum { COUNT = sizeof(asked) / sizeof(*asked) };
	struct record record;
	struct step steps[COUNT], first = {&record, '-', true, {0}};
	struct hasher *hasher = hasher_open(1, NULL);

	cr_assert(hasher);
	open_record(&record);
	ask(hasher, &first);
	await_first(&record);
	for (size_t i = 0; i < COUNT; i++) {
		steps[i] = (struct step){&record, asked[i].name, false, asked[i].source};
		ask(hasher, &steps[i]);
	}
	cr_expect_eq(hasher_waiting(hasher), COUNT);
	let_go(&record);
	hasher_close(hasher);
	cr_expect_str_eq(record.ran, "-abcabdacad", "%s", record.ran);
}

/* The hasher waits for the running task, and finishes the waiting tasks without a run. */
Test(hasher, a_stopped_hasher_finishes_what_waits)
{
	enum { COUNT = 5 };
	struct record record;
	struct step steps[COUNT], first = {&record, '-', true, {0}};
	struct hasher *hasher = hasher_open(1, NULL);
	const struct hasher_task late = {.run = run, .finish = finish, .context = &first};

	cr_assert(hasher);
	open_record(&record);
	ask(hasher, &first);
	await_first(&record);
	for (size_t i = 0; i < COUNT; i++) {
		steps[i] = (struct step){&record, (char)('a' + i), false, {i, i}};
		ask(hasher, &steps[i]);
	}
	hasher_stop(hasher);
	cr_expect_not(hasher_run(hasher, &late));
	pthread_mutex_lock(&record.mutex);
	while (strlen(record.finished) < COUNT)
		pthread_cond_wait(&record.changed, &record.mutex);
	cr_expect_str_eq(record.ran, "-");
	cr_expect_str_eq(record.finished, "abcde");
	pthread_mutex_unlock(&record.mutex);
	let_go(&record);
	hasher_close(hasher);
	cr_expect_str_eq(record.ran, "-", "%s", record.ran);
	cr_expect_str_eq(record.finished, "abcde-", "%s", record.finished);
}

static void run_nothing(void *context, struct hasher_process *process)
{
	(void)context;
	(void)process;
}

static void do_nothing(void *context)
{
	(void)context;
}

/* 300 tasks of one address are queued, and 3,000 of a network. */
Test(hasher, tasks_of_a_source_are_bounded)
{
	struct record record;
	struct step first = {&record, '-', true, {0}};
	struct hasher *hasher = hasher_open(1, NULL);
	size_t accepted = 0, of_network = 0;

	cr_assert(hasher);
	open_record(&record);
	ask(hasher, &first);
	await_first(&record);
	for (uint64_t i = 0; i < 1100; i++) {
		const struct hasher_task task = {
			.run = run_nothing, .finish = do_nothing, .source = {1, 1}};
		accepted += hasher_run(hasher, &task);
	}
	for (uint64_t i = 0; i < 5000; i++) {
		const struct hasher_task task = {
			.run = run_nothing, .finish = do_nothing, .source = {2, 100 + i}};
		of_network += hasher_run(hasher, &task);
	}
	cr_expect_eq(accepted, 1024);
	cr_expect_eq(of_network, 4096);
	const struct hasher_task other = {
		.run = run_nothing, .finish = do_nothing, .source = {3, 3}};
	cr_expect(hasher_run(hasher, &other), "others have places");
	let_go(&record);
	hasher_close(hasher);
}

/* While one process works, a log-in gets the other one. */
Test(hasher, a_log_in_does_not_wait_for_a_slow_task)
{
	struct record record;
	struct hasher *hasher = hasher_open(2, NULL);

	cr_assert(hasher);
	open_record(&record);
	struct step slow = {&record, 'p', true, {0}}, log_in = {&record, 'a', false, {0}};
	ask(hasher, &slow);
	await_first(&record);
	ask(hasher, &log_in);
	pthread_mutex_lock(&record.mutex);
	while (!*record.finished)
		pthread_cond_wait(&record.changed, &record.mutex);
	cr_expect_str_eq(record.finished, "a");
	pthread_mutex_unlock(&record.mutex);
	let_go(&record);
	hasher_close(hasher);
	cr_expect_str_eq(record.finished, "ap");
}

static void hash_then_verify(void *context, struct hasher_process *process)
{
	char *hash = hasher_hash(process, "correct-horse");

	*(bool *)context = hash && strncmp(hash, "$argon2id$", 10) == 0 &&
			   hasher_verify(process, hash, "correct-horse") &&
			   !hasher_verify(process, hash, "correct-house");
	free(hash);
}

Test(hasher, a_hash_matches_only_its_password)
{
	struct hasher *hasher = hasher_open(1, NULL);
	bool is_right = false;
	const struct hasher_task task = {
		.run = hash_then_verify, .finish = do_nothing, .context = &is_right};

	cr_assert(hasher && hasher_run(hasher, &task));
	hasher_close(hasher);
	cr_expect(is_right);
}
