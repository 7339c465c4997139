/* SPDX-License-Identifier: MIT */
/*
 * Judges a class, package by package. Without a server the jobs are in the store of the folder, and
 * this process is its worker. With a server, the jobs without a result in the folder are queued
 * there, and each result is copied into the folder on arrival: the folder then contains everything
 * that the marks depend on.
 *
 * Then the submissions that failed only because of the program's ending are judged once more,
 * leniently (as_scheme_wants_lenient), in the same way, as separate jobs.
 */
#include "state.h"

#include <string.h>

/* The pieces for a package. */
struct batch {
	struct as_class *class;
	const struct as_class_judging *given;
	size_t *indices;                   /* of the pieces */
	char (*owners)[AS_CLASS_KEY_SIZE]; /* room */
	struct as_store_submission *submissions;
	struct as_store_ticket *tickets; /* of the folder's store */
	size_t count;
	bool is_lenient;
	struct as_store_judging local;  /* through the folder's store */
	struct as_store_judging remote; /* the judging by the server of the jobs in `wanted` */
	struct as_store_submission *wanted;
	size_t *wanted_indices; /* into the submissions */
	struct as_error error;  /* of a callback */
};

static struct as_class_piece *piece_at(const struct batch *batch, size_t index)
{
	return &batch->class->pieces[batch->indices[index]];
}

static int64_t *job_of(const struct batch *batch, size_t index)
{
	struct as_class_piece *piece = piece_at(batch, index);

	return batch->is_lenient ? &piece->lenient_job : &piece->job;
}

/* ---- callbacks of the store ---- */

static void note(void *context, const char *text)
{
	const struct batch *batch = context;

	if (batch->given->calls.note)
		batch->given->calls.note(batch->given->calls.context, text);
}

static void known(void *context)
{
	const struct batch *batch = context;

	if (batch->given->calls.known && !batch->is_lenient)
		batch->given->calls.known(batch->given->calls.context);
}

static void fail_piece(struct batch *batch, size_t index, const struct as_error *why)
{
	const struct as_class_calls *calls = &batch->given->calls;
	struct as_class_piece *piece = piece_at(batch, index);

	*job_of(batch, index) = 0;
	if (&piece->error != why)
		piece->error = *why;
	if (calls->failed)
		calls->failed(calls->context, piece->person, piece->given, why);
}

static int take_local(void *context, size_t index, int64_t job, struct as_result *result)
{
	(void)result;
	*job_of(context, index) = job;
	return 0;
}

static void fail_local(void *context, size_t index, const struct as_error *why)
{
	fail_piece(context, index, why);
}

static int take_remote(void *context, size_t index, int64_t job, struct as_result *result)
{
	struct batch *batch = context;
	const size_t at = batch->wanted_indices[index];

	(void)job;
	return as_store_judging_copy(&batch->local, at, result, job_of(batch, at), &batch->error);
}

static void fail_remote(void *context, size_t index, const struct as_error *why)
{
	struct batch *batch = context;

	fail_piece(batch, batch->wanted_indices[index], why);
}

/* ---- batches ---- */

static void batch_clear(struct batch *batch)
{
	as_engine_package_close(batch->local.order.package);
	free(batch->indices);
	free(batch->owners);
	free(batch->submissions);
	free(batch->tickets);
	free(batch->wanted);
	free(batch->wanted_indices);
}

static int batch_alloc(struct batch *batch, struct as_error *error)
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
	const struct batch *batch, const struct as_class_piece *piece, struct as_error *error)
{
	AS_AUTO(as_result_clear) struct as_result result = {0};

	if (!batch->is_lenient || !piece->job)
		return !batch->is_lenient;
	const int found = as_store_result_read(batch->class->store, piece->job, &result, error);
	return found == 1 ? as_scheme_wants_lenient(
				    batch->class->config.scheme, piece->package, &result)
			  : found;
}

static int fill_batch(struct batch *batch, size_t package, struct as_error *error)
{
	const struct as_class *class = batch->class;

	for (size_t i = 0; i < class->piece_count; i++) {
		const struct as_class_piece *piece = &class->pieces[i];
		if (piece->package != package || !piece->submitted)
			continue;
		const int in = is_in(batch, piece, error);
		if (in < 0)
			return -1;
		if (!in)
			continue;
		batch->indices[batch->count] = i;
		batch->submissions[batch->count] =
			(struct as_store_submission){.path = piece->shown,
				.submitted = piece->submitted,
				.entry_point = piece->entry_point,
				.owner = as_class_owner(class->people[piece->person].id,
					batch->owners[batch->count])};
		batch->count++;
	}
	return 0;
}

static int batch_init(struct batch *batch, size_t package, struct as_error *error)
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
		.known = known,
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

/* 1: the folder has a result that is not a judging error. */
static int has_result(
	const struct as_class *class, const struct as_store_ticket *ticket, struct as_error *error)
{
	AS_AUTO(as_result_clear) struct as_result result = {0};

	if (!ticket->job || ticket->state != AS_STORE_DONE)
		return 0;
	const int found = as_store_result_read(class->store, ticket->job, &result, error);
	return found == 1 ? result.verdict != AS_VERDICT_JE : found;
}

static int judge_remote(struct batch *batch, struct as_error *error)
{
	size_t count = 0;

	if (as_store_judging_find(&batch->local, batch->tickets, error))
		return -1;
	for (size_t i = 0; i < batch->count; i++) {
		const int has = has_result(batch->class, &batch->tickets[i], error);
		if (has < 0)
			return -1;
		if (has) {
			*job_of(batch, i) = batch->tickets[i].job;
			known(batch);
			continue;
		}
		batch->wanted[count] = batch->submissions[i];
		batch->wanted_indices[count++] = i;
	}
	batch->remote = batch->local;
	batch->remote.store = batch->class->shared;
	batch->remote.submissions = batch->wanted;
	batch->remote.count = count;
	batch->remote.is_shared = true;
	batch->remote.queue_only = batch->given->queue_only;
	batch->remote.take = take_remote;
	batch->remote.fail = batch->remote.hold = fail_remote;
	return count ? as_store_judge(&batch->remote, error) : 0;
}

static int judge_package(struct batch *batch, size_t package, struct as_error *error)
{
	if (batch_init(batch, package, error))
		return -1;
	if (batch->count == 0)
		return 0;
	const int failed = batch->class->shared ? judge_remote(batch, error)
						: as_store_judge(&batch->local, error);
	if (!failed && batch->error.kind == AS_ERROR_NONE)
		return 0;
	if (error && batch->error.kind != AS_ERROR_NONE)
		*error = batch->error;
	return -1;
}

/* ---- what cannot be read ---- */

static void report_unread(const struct as_class *class, const struct as_class_calls *calls)
{
	for (size_t i = 0; i < class->piece_count; i++) {
		const struct as_class_piece *piece = &class->pieces[i];
		if (piece->submitted)
			continue;
		if (calls->known)
			calls->known(calls->context);
		if (calls->failed)
			calls->failed(calls->context, piece->person, piece->given, &piece->error);
	}
}

int as_class_judge(
	struct as_class *class, const struct as_class_judging *judging, struct as_error *error)
{
	report_unread(class, &judging->calls);
	for (size_t i = 0; i < 2 * class->config.scheme->package_count; i++) {
		struct batch batch = {.class = class, .given = judging, .is_lenient = i % 2 == 1};
		const int failed = judge_package(&batch, i / 2, error);

		batch_clear(&batch);
		if (failed)
			return -1;
		if (as_is_cancelled(class->config.cancel))
			return 0;
	}
	class->reg.round_open = false;
	return 0;
}

/* ---- planning ---- */

static const struct as_class_work *find_work(
	const struct as_class *class, const struct as_class_piece *piece)
{
	const struct as_class_row *row =
		as_register_find(&class->reg, class->people[piece->person].id);
	const char *name = class->config.packages[piece->package]->short_name;

	for (size_t i = 0; row && i < row->work_count; i++)
		if (strcmp(row->works[i].package, name) == 0)
			return &row->works[i];
	return NULL;
}

static const char *explain(const struct as_class *class, const struct as_class_piece *piece,
	const struct as_store_ticket *ticket)
{
	const struct as_class_work *work = find_work(class, piece);

	if (ticket->job && (ticket->state == AS_STORE_QUEUED || ticket->state == AS_STORE_CLAIMED))
		return "not judged yet";
	if (ticket->job && ticket->state == AS_STORE_DONE)
		return "judging error";
	if (ticket->job)
		return "could not be judged";
	if (!work)
		return "new";
	if (strcmp(work->package_digest, class->config.packages[piece->package]->digest) != 0)
		return "package changed";
	if (strcmp(work->files, piece->files) != 0)
		return "submission changed";
	return class->config.rejudges ? "judged again"
				      : "judged with other options, or another version of assay";
}

/* A team's submission is judged once. A submission refused without a compiler is not judged. */
static bool is_planned(
	const struct as_class_piece *piece, const struct as_class_planned *planned, size_t count)
{
	if (piece->submitted && piece->submitted->sources.reason)
		return true;
	for (size_t i = 0; i < count; i++)
		if (planned[i].package == piece->package && planned[i].path == piece->given)
			return true;
	return false;
}

static int plan_package(struct batch *batch, size_t package, struct as_class_planned *planned,
	size_t *count, struct as_error *error)
{
	const struct as_class *class = batch->class;

	if (batch_init(batch, package, error) ||
		(class->store && batch->count &&
			as_store_judging_find(&batch->local, batch->tickets, error)))
		return -1;
	for (size_t i = 0; i < batch->count; i++) {
		const struct as_class_piece *piece = piece_at(batch, i);
		const int has = has_result(class, &batch->tickets[i], error);
		if (has < 0)
			return -1;
		if (!has && !is_planned(piece, planned, *count))
			planned[(*count)++] = (struct as_class_planned){.person = piece->person,
				.package = package,
				.path = piece->given,
				.why = explain(class, piece, &batch->tickets[i])};
	}
	return 0;
}

/* In blind marking their order must not be that of the class. */
static int compare_planned(const void *left, const void *right, void *context)
{
	const struct as_class_planned *a = left, *b = right;
	const struct as_class *class = context;
	const int order = as_class_compare_labels(
		class, class->people[a->person].id, class->people[b->person].id);

	return order ? order : (a->package > b->package) - (a->package < b->package);
}

int as_class_plan(struct as_class *class, const struct as_class_judging *judging,
	struct as_class_planned **planned, size_t *count, struct as_error *error)
{
	AS_AUTO_FREE struct as_class_planned *all = calloc(class->piece_count + 1, sizeof(*all));

	*planned = NULL;
	*count = 0;
	if (!all)
		return as_error_no_memory(error);
	report_unread(class, &judging->calls);
	for (size_t i = 0; i < class->config.scheme->package_count; i++) {
		struct batch batch = {.class = class, .given = judging};
		const int failed = plan_package(&batch, i, all, count, error);

		batch_clear(&batch);
		if (failed)
			return -1;
	}
	if (class->config.is_blind)
		qsort_r(all, *count, sizeof(*all), compare_planned, class);
	*planned = as_steal(all);
	return 0;
}
