/* SPDX-License-Identifier: MIT */
#include "batch.h"

struct as_class_piece *class_batch_piece(const struct class_batch *batch, size_t index)
{
	return &batch->class->pieces[batch->indices[index]];
}

int64_t *class_batch_job(const struct class_batch *batch, size_t index)
{
	struct as_class_piece *piece = class_batch_piece(batch, index);

	return batch->is_lenient ? &piece->lenient_job : &piece->job;
}

/* ---- callbacks of the store ---- */

static void note(void *context, const char *text)
{
	const struct class_batch *batch = context;

	if (batch->given->calls.note)
		batch->given->calls.note(batch->given->calls.context, text);
}

void class_batch_known(void *context)
{
	const struct class_batch *batch = context;

	if (batch->given->calls.known && !batch->is_lenient)
		batch->given->calls.known(batch->given->calls.context);
}

void class_batch_fail(struct class_batch *batch, size_t index, const struct as_error *why)
{
	const struct as_class_calls *calls = &batch->given->calls;
	const struct as_class_piece *piece = class_batch_piece(batch, index);

	*class_batch_job(batch, index) = 0;
	if (calls->failed)
		calls->failed(calls->context, piece->person, piece->entry->path, why);
}

static int take_local(void *context, size_t index, int64_t job, struct as_result *result)
{
	(void)result;
	*class_batch_job(context, index) = job;
	return 0;
}

static void fail_local(void *context, size_t index, const struct as_error *why)
{
	class_batch_fail(context, index, why);
}

/* ---- batches ---- */

void class_batch_clear(struct class_batch *batch)
{
	as_engine_package_close(batch->local.order.package);
	free(batch->indices);
	free(batch->owners);
	free(batch->submissions);
	free(batch->tickets);
	free(batch->wanted);
	free(batch->wanted_indices);
}

static int batch_alloc(struct class_batch *batch, struct as_error *error)
{
	const size_t count = batch->class->piece_count + 1;

	batch->indices = calloc(count, sizeof(*batch->indices));
	batch->owners = calloc(count, sizeof(*batch->owners));
	batch->submissions = calloc(count, sizeof(*batch->submissions));
	batch->tickets = calloc(count, sizeof(*batch->tickets));
	batch->wanted = calloc(count, sizeof(*batch->wanted));
	batch->wanted_indices = calloc(count, sizeof(*batch->wanted_indices));
	return batch->indices && batch->owners && batch->submissions && batch->tickets &&
			       batch->wanted && batch->wanted_indices
		       ? 0
		       : as_error_no_memory(error);
}

/* 1: the piece belongs to the batch. */
static int is_in(
	const struct class_batch *batch, const struct as_class_piece *piece, struct as_error *error)
{
	AS_AUTO(as_result_clear) struct as_result result = {0};

	if (!batch->is_lenient || !piece->job)
		return !batch->is_lenient;
	const int found = as_store_result_read(batch->class->store, piece->job, &result, error);
	return found == 1 ? as_scheme_wants_lenient(
				    batch->class->config.scheme, piece->entry->package, &result)
			  : found;
}

static int fill_batch(struct class_batch *batch, size_t package, struct as_error *error)
{
	const struct as_class *class = batch->class;

	for (size_t i = 0; i < class->piece_count; i++) {
		const struct as_class_piece *piece = &class->pieces[i];
		if (piece->entry->package != package || !*piece->entry->files)
			continue;
		const int in = is_in(batch, piece, error);
		if (in < 0)
			return -1;
		if (!in)
			continue;
		batch->indices[batch->count] = i;
		batch->submissions[batch->count] =
			(struct as_store_submission){.path = piece->shown,
				.submitted = &piece->entry->submitted,
				.entry_point = piece->entry->entry_point,
				.owner = as_class_owner(class->people[piece->person].id,
					batch->owners[batch->count])};
		batch->count++;
	}
	return 0;
}

int class_batch_init(struct class_batch *batch, size_t package, struct as_error *error)
{
	const struct as_class *class = batch->class;
	const struct as_class_judging *given = batch->given;

	if (batch_alloc(batch, error) || fill_batch(batch, package, error))
		return -1;
	batch->local = (struct as_store_judging){.store = class->store,
		.engine = given->engine,
		.package = class->config.packages[package],
		.order = given->order,
		.space = class->space,
		.submissions = batch->submissions,
		.count = batch->count,
		.cancel = class->config.cancel,
		.note = note,
		.known = class_batch_known,
		.take = take_local,
		.fail = fail_local,
		.hold = fail_local,
		.context = batch};
	batch->local.order.run_all |=
		batch->is_lenient || as_scheme_needs_all_tests(class->config.scheme, package);
	batch->local.order.lenient = batch->is_lenient;
	if (batch->is_lenient) /* beyond what the progress counts */
		batch->local.order.calls = (struct as_job_calls){0};
	if (batch->count == 0)
		return 0;
	batch->local.order.package =
		as_engine_package_open(given->engine, batch->local.package, error);
	return batch->local.order.package ? 0 : -1;
}

/* ---- what is known ---- */

int class_has_result(
	const struct as_class *class, const struct as_store_ticket *ticket, struct as_error *error)
{
	AS_AUTO(as_result_clear) struct as_result result = {0};

	if (!ticket->job || ticket->state != AS_STORE_DONE)
		return 0;
	const int found = as_store_result_read(class->store, ticket->job, &result, error);
	return found == 1 ? result.verdict != AS_VERDICT_JE : found;
}

/* ---- what cannot be read ---- */

void class_report_unread(const struct as_class *class, const struct as_class_calls *calls)
{
	for (size_t i = 0; i < class->piece_count; i++) {
		const struct as_class_piece *piece = &class->pieces[i];
		if (*piece->entry->files)
			continue;
		if (calls->known)
			calls->known(calls->context);
		if (calls->failed)
			calls->failed(calls->context, piece->person, piece->entry->path,
				&piece->entry->error);
	}
}
