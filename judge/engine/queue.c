/* SPDX-License-Identifier: MIT */
/*
 * Decides which job starts next. Each owner has a count of turns in each class. A job gets the turn
 * after that of the owner's last job, but at least the turn of the job that was started last: an
 * owner that submits rarely collects no credit. The job with the smallest turn starts first, and
 * among equals the oldest. So two owners with long queues alternate. Other work takes no turns: it
 * starts in order of arrival, beside the submissions.
 */
#include "queue.h"

#include <string.h>

struct as_owner {
	char *name; /* "" for jobs without an owner */
	enum as_job_class class;
	uint64_t next_turn;
	struct as_owner *next;
};

static uint64_t *turn_of(struct as_engine *engine, enum as_job_class class)
{
	return &engine->queue.turns[class - AS_JOB_URGENT];
}

static void free_owner(struct as_owner *owner)
{
	free(owner->name);
	free(owner);
}

/* Removes owners whose turns are all past: they equal new owners. */
static void forget_owners(struct as_engine *engine)
{
	struct as_owner **at = &engine->queue.owners;

	while (*at) {
		struct as_owner *owner = *at;
		if (owner->next_turn > *turn_of(engine, owner->class)) {
			at = &owner->next;
			continue;
		}
		*at = owner->next;
		free_owner(owner);
	}
}

static struct as_owner *find_owner(
	struct as_engine *engine, const char *name, enum as_job_class class, struct as_error *error)
{
	struct as_owner *owner;

	forget_owners(engine);
	for (owner = engine->queue.owners; owner; owner = owner->next)
		if (owner->class == class && strcmp(owner->name, name) == 0)
			return owner;
	owner = calloc(1, sizeof(*owner));
	if (!owner || !(owner->name = strdup(name))) {
		free(owner);
		as_error_no_memory(error);
		return NULL;
	}
	owner->class = class;
	owner->next_turn = *turn_of(engine, class);
	owner->next = engine->queue.owners;
	engine->queue.owners = owner;
	return owner;
}

static bool is_work(const struct as_job *job)
{
	return job->work.work != NULL;
}

static int take_turn(struct as_engine *engine, struct as_job *job, struct as_error *error)
{
	struct as_owner *owner = find_owner(
		engine, job->order.owner ? job->order.owner : "", job->order.class, error);

	if (!owner)
		return -1;
	job->turn = owner->next_turn++;
	return 0;
}

int as_queue_add(struct as_engine *engine, struct as_job *job, struct as_error *error)
{
	struct as_job **at = &engine->queue.first;

	if (!is_work(job) && take_turn(engine, job, error))
		return -1;
	while (*at)
		at = &(*at)->next;
	*at = job;
	return 0;
}

/* One job more than there are workers may run, so that the next one compiles meanwhile. Jobs of
 * less urgent classes do not count. */
static bool may_start(const struct as_engine *engine, const struct as_job *next)
{
	size_t in_work = 0;

	for (const struct as_job *job = engine->queue.first; job; job = job->next)
		in_work += job->state == AS_JOB_STARTED && is_work(job) == is_work(next) &&
			   job->order.class <= next->order.class;
	return in_work <= engine->worker_count;
}

static bool goes_before(const struct as_job *job, const struct as_job *other)
{
	if (job->order.class != other->order.class)
		return job->order.class < other->order.class;
	return job->turn < other->turn;
}

static struct as_job *find_startable(const struct as_engine *engine, bool of_work)
{
	struct as_job *first = NULL;

	for (struct as_job *job = engine->queue.first; job; job = job->next)
		if (job->state == AS_JOB_QUEUED && is_work(job) == of_work &&
			(!first || goes_before(job, first)))
			first = job;
	return first && may_start(engine, first) ? first : NULL;
}

struct as_job *as_queue_start(struct as_engine *engine)
{
	struct as_job *job = find_startable(engine, true);

	if (!job && (job = find_startable(engine, false)))
		*turn_of(engine, job->order.class) = job->turn;
	if (job)
		job->state = AS_JOB_STARTED;
	return job;
}

void as_queue_remove(struct as_job *job)
{
	struct as_job **at = &job->engine->queue.first;

	while (*at != job)
		at = &(*at)->next;
	*at = job->next;
}

void as_queue_clear(struct as_engine *engine)
{
	while (engine->queue.owners) {
		struct as_owner *owner = engine->queue.owners;
		engine->queue.owners = owner->next;
		free_owner(owner);
	}
}
