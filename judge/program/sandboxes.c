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

void as_sandboxes_put(struct as_sandboxes *sandboxes, struct as_sandbox *sandbox)
{
	memmove(&sandboxes->items[1], &sandboxes->items[0],
		(AS_MAX_SANDBOXES - 1) * sizeof(*sandboxes->items));
	sandboxes->items[0] = sandbox;
}

struct as_sandbox *as_sandboxes_take(struct as_sandboxes *sandboxes)
{
	const size_t count = count_of(sandboxes);

	return count ? as_steal(sandboxes->items[count - 1]) : NULL;
}

bool as_sandboxes_lack(struct as_sandboxes *sandboxes, struct as_sandbox *used, size_t max)
{
	const size_t count = count_of(sandboxes);

	if (as_sandbox_is_ready(count ? sandboxes->items[count - 1] : used) || count >= max ||
		++sandboxes->wait_count < WAITS_WORTH_OPENING)
		return false;
	sandboxes->wait_count = 0;
	return true;
}

struct as_sandbox *as_sandboxes_choose(
	struct as_sandboxes *sandboxes, const struct as_program *program, struct as_error *error)
{
	struct as_sandbox *next = NULL;
	const bool has_none = !sandboxes->items[0];

	if (has_none || as_sandboxes_lack(sandboxes, NULL, AS_MAX_SANDBOXES))
		next = as_workshop_run_sandbox(
			program->workshop, program->language, -1, has_none ? error : NULL);
	if (!next)
		next = as_sandboxes_take(sandboxes);
	if (next)
		as_sandboxes_put(sandboxes, next);
	return next;
}

void as_sandboxes_close(struct as_sandboxes *sandboxes)
{
	for (size_t i = 0; i < AS_MAX_SANDBOXES; i++)
		as_sandbox_close(sandboxes->items[i]);
	*sandboxes = (struct as_sandboxes){0};
}
