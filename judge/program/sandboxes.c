/* SPDX-License-Identifier: MIT */
/*
 * After a run, the kernel removes its namespaces for some milliseconds. Meanwhile its sandbox can
 * begin no other run. A caller with another sandbox need not wait.
 */
#include <assay/program/run.h>

#include <string.h>

/* Opening a sandbox takes about as long as this number of waits. */
#define WAITS_WORTH_OPENING 8

static size_t count_of(const struct as_sandboxes *sandboxes)
{
	size_t count = 0;

	while (count < AS_MAX_SANDBOXES && sandboxes->items[count])
		count++;
	return count;
}

static void move_to_front(struct as_sandboxes *sandboxes, size_t from, struct as_sandbox *sandbox)
{
	memmove(&sandboxes->items[1], &sandboxes->items[0], from * sizeof(*sandboxes->items));
	sandboxes->items[0] = sandbox;
}

static struct as_sandbox *open_one_more(
	struct as_sandboxes *sandboxes, const struct as_program *program, struct as_error *error)
{
	const size_t count = count_of(sandboxes);
	struct as_sandbox *sandbox =
		as_workshop_run_sandbox(program->workshop, program->language, -1, error);

	if (sandbox)
		move_to_front(sandboxes, count, sandbox);
	sandboxes->wait_count = 0;
	return sandbox;
}

/* The last sandbox of the list has waited longest since its last run. */
struct as_sandbox *as_sandboxes_choose(
	struct as_sandboxes *sandboxes, const struct as_program *program, struct as_error *error)
{
	const size_t count = count_of(sandboxes);
	struct as_sandbox *oldest = count ? sandboxes->items[count - 1] : NULL;

	if (!oldest)
		return open_one_more(sandboxes, program, error);
	if (!as_sandbox_is_ready(oldest) && count < AS_MAX_SANDBOXES &&
		++sandboxes->wait_count >= WAITS_WORTH_OPENING) {
		struct as_sandbox *another = open_one_more(sandboxes, program, NULL);
		if (another)
			return another;
	}
	move_to_front(sandboxes, count - 1, oldest);
	return oldest;
}

void as_sandboxes_close(struct as_sandboxes *sandboxes)
{
	for (size_t i = 0; i < AS_MAX_SANDBOXES; i++)
		as_sandbox_close(sandboxes->items[i]);
	*sandboxes = (struct as_sandboxes){0};
}
