/* SPDX-License-Identifier: MIT */
#include "turns.h"

/* ---- a plain queue ---- */

void tasks_open(struct tasks *tasks)
{
	*tasks = (struct tasks){.last = &tasks->first};
}

void tasks_put(struct tasks *tasks, struct task *task)
{
	task->next = NULL;
	*tasks->last = task;
	tasks->last = &task->next;
	tasks->count++;
}

struct task *tasks_take(struct tasks *tasks)
{
	struct task *task = tasks->first;

	if (!task)
		return NULL;
	tasks->first = task->next;
	if (!tasks->first)
		tasks->last = &tasks->first;
	tasks->count--;
	return task;
}

/* ---- turns ---- */

void turns_open(struct turns *turns)
{
	*turns = (struct turns){.last = &turns->first};
}

/* A new source is last in the round. But another address of a network does not give it one more
 * turn. */
static struct turn *add_turn(struct turns *turns, const struct hasher_source *source)
{
	struct turn *made = calloc(1, sizeof(*made));

	if (!made)
		return NULL;
	made->source = *source;
	made->served = made->network_served = turns->now;
	for (const struct turn *at = turns->first; at; at = at->next)
		if (at->source.network == source->network)
			made->network_served = at->network_served;
	tasks_open(&made->tasks);
	*turns->last = made;
	turns->last = &made->next;
	return made;
}

static struct turn *find_turn(
	const struct turns *turns, const struct hasher_source *source, size_t *of_network)
{
	struct turn *found = NULL;

	*of_network = 0;
	for (struct turn *at = turns->first; at; at = at->next) {
		if (at->source.network != source->network)
			continue;
		*of_network += at->tasks.count;
		if (at->source.address == source->address)
			found = at;
	}
	return found;
}

bool turns_put(struct turns *turns, struct task *task)
{
	size_t of_network;
	struct turn *found = find_turn(turns, &task->what.source, &of_network);

	if (of_network >= TURNS_OF_NETWORK_MAX ||
		(found && found->tasks.count >= TURNS_OF_ADDRESS_MAX))
		return false;
	if (!found)
		found = add_turn(turns, &task->what.source);
	if (!found)
		return false;
	tasks_put(&found->tasks, task);
	turns->count++;
	return true;
}

static bool is_before(const struct turn *one, const struct turn *other)
{
	return one->network_served != other->network_served
		       ? one->network_served < other->network_served
		       : one->served < other->served;
}

static void remove_turn(struct turns *turns, struct turn **place)
{
	struct turn *removed = *place;

	*place = removed->next;
	if (!*place)
		turns->last = place;
	free(removed);
}

struct task *turns_take(struct turns *turns)
{
	struct turn **first = &turns->first;

	if (!*first)
		return NULL;
	for (struct turn **at = &(*first)->next; *at; at = &(*at)->next)
		if (is_before(*at, *first))
			first = at;
	struct task *task = tasks_take(&(*first)->tasks);
	turns->count--;
	turns->now++;
	(*first)->served = turns->now;
	for (struct turn *at = turns->first; at; at = at->next)
		if (at->source.network == (*first)->source.network)
			at->network_served = turns->now;
	if ((*first)->tasks.count == 0)
		remove_turn(turns, first);
	return task;
}
