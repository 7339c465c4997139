/* SPDX-License-Identifier: MIT */
#include "batch.h"

#include <assay/base/record.h>
#include <string.h>

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

void class_batch_fail_wanted(void *context, size_t index, const struct as_error *why)
{
	struct class_batch *batch = context;

	class_batch_fail(batch, batch->wanted_indices[index], why);
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
	for (size_t i = 0; batch->loaded && i < batch->count; i++)
		as_submitted_clear(&batch->loaded[i]);
	free(batch->loaded);
	free(batch->indices);
	free(batch->owners);
	free(batch->submissions);
	free(batch->tickets);
	free(batch->wanted);
	free(batch->wanted_indices);
}

static int batch_alloc(struct class_batch *batch, struct as_error *error)
{
	const size_t count = (batch->most ? batch->most : batch->class->piece_count) + 1;

	batch->loaded = calloc(count, sizeof(*batch->loaded));
	batch->indices = calloc(count, sizeof(*batch->indices));
	batch->owners = calloc(count, sizeof(*batch->owners));
	batch->submissions = calloc(count, sizeof(*batch->submissions));
	batch->tickets = calloc(count, sizeof(*batch->tickets));
	batch->wanted = calloc(count, sizeof(*batch->wanted));
	batch->wanted_indices = calloc(count, sizeof(*batch->wanted_indices));
	return batch->loaded && batch->indices && batch->owners && batch->submissions &&
			       batch->tickets && batch->wanted && batch->wanted_indices
		       ? 0
		       : as_error_no_memory(error);
}

int class_wants_lenient(
	const struct as_class *class, const struct as_class_piece *piece, struct as_error *error)
{
	const struct as_result *result;
	const int found = as_class_find_result(class, piece->job, &result, error);

	return found == 1 ? as_scheme_wants_lenient(
				    class->config.scheme, piece->entry->package, result)
			  : found;
}

/* 1: the job of the piece is known, so it is neither looked up nor queued again. */
static int take_known(
	const struct class_batch *batch, struct as_class_piece *piece, struct as_error *error)
{
	const struct as_class *class = batch->class;
	const int64_t job = batch->most ? as_class_recall(class, piece, batch->is_lenient) : 0;
	const struct as_result *result;
	const int found = as_class_find_result(class, job, &result, error);

	if (!job || found < 0)
		return found;
	const char *package = class->config.packages[piece->entry->package]->digest;
	if (found && strcmp(result->digests.package, package) != 0)
		return 0;
	if (batch->given->retries && !(found && result->verdict != AS_VERDICT_JE))
		return 0;
	*(batch->is_lenient ? &piece->lenient_job : &piece->job) = job;
	if (!batch->is_lenient)
		class_batch_known((void *)batch);
	return 1;
}

/* 1: the piece belongs to the batch. */
static int is_in(const struct class_batch *batch, struct as_class_piece *piece, size_t package,
	struct as_error *error)
{
	if (piece->entry->package != package || !*piece->entry->files)
		return 0;
	const int wanted = batch->is_lenient ? class_wants_lenient(batch->class, piece, error) : 1;
	if (wanted != 1)
		return wanted;
	const int known = take_known(batch, piece, error);
	return known < 0 ? -1 : !known;
}

/* The files of an entry that is only in the store. */
static int load(const struct class_batch *batch, const struct as_class_entry *entry,
	struct as_submitted *submitted, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	const int found = as_store_blob_read(
		batch->class->store, entry->files, AS_RECORD_MAX_BYTES, &bytes, error);

	if (found < 0)
		return -1;
	if (found && as_submitted_read(bytes.data, bytes.size, submitted, error) == 1)
		return 0;
	return as_error_set(error, AS_ERROR_INTERNAL,
		"the store is damaged: the files of a submission are missing; restore a backup");
}

static int add_piece(struct class_batch *batch, size_t index, struct as_error *error)
{
	const struct as_class_piece *piece = &batch->class->pieces[index];
	struct as_submitted *loaded = &batch->loaded[batch->count];

	batch->indices[batch->count] = index;
	batch->submissions[batch->count] = class_describe(piece->entry, piece->shown,
		batch->class->people[piece->person].id, batch->owners[batch->count]);
	if (piece->entry->is_stored)
		batch->submissions[batch->count].submitted = loaded;
	batch->count++;
	return piece->entry->is_stored ? load(batch, piece->entry, loaded, error) : 0;
}

static int fill_batch(struct class_batch *batch, size_t package, struct as_error *error)
{
	struct as_class *class = batch->class;

	for (batch->next = batch->first;
		batch->next < class->piece_count && (!batch->most || batch->count < batch->most);
		batch->next++) {
		const int in = is_in(batch, &class->pieces[batch->next], package, error);
		if (in < 0 || (in && add_piece(batch, batch->next, error)))
			return -1;
	}
	return 0;
}

int class_batch_init(struct class_batch *batch, size_t package, struct as_error *error)
{
	const struct as_class *class = batch->class;
	const struct as_class_judging *given = batch->given;
	const struct as_class_queueing how = {.store = class->store,
		.engine = given->engine,
		.order = given->order,
		.scheme = class->config.scheme,
		.packages = class->config.packages,
		.round = class->config.store ? class->reg.round : 0};

	if (batch_alloc(batch, error) || fill_batch(batch, package, error))
		return -1;
	batch->local = class_describe_judging(&how, package, batch->is_lenient);
	batch->local.space = class->config.store ? class->config.space : class->space;
	batch->local.is_shared = class->config.is_shared;
	batch->local.submissions = batch->submissions;
	batch->local.count = batch->count;
	batch->local.cancel = class->config.cancel;
	batch->local.note = note;
	batch->local.known = class_batch_known;
	batch->local.take = take_local;
	batch->local.fail = batch->local.hold = fail_local;
	batch->local.context = batch;
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
	const struct as_result *result;

	if (!ticket->job || ticket->state != AS_STORE_DONE)
		return 0;
	const int found = as_class_find_result(class, ticket->job, &result, error);
	return found == 1 ? result->verdict != AS_VERDICT_JE : found;
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
