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
	const struct as_class_piece *piece = piece_at(batch, index);

	*job_of(batch, index) = 0;
	if (calls->failed)
		calls->failed(calls->context, piece->person, piece->entry->path, why);
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
				    batch->class->config.scheme, piece->entry->package, &result)
			  : found;
}

static int fill_batch(struct batch *batch, size_t package, struct as_error *error)
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
		if (*piece->entry->files)
			continue;
		if (calls->known)
			calls->known(calls->context);
		if (calls->failed)
			calls->failed(calls->context, piece->person, piece->entry->path,
				&piece->entry->error);
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
	const char *name = class->config.packages[piece->entry->package]->short_name;

	for (size_t i = 0; row && i < row->work_count; i++)
		if (strcmp(row->works[i].package, name) == 0)
			return &row->works[i];
	return NULL;
}

static const char again[] = "judged again";

static const char *explain(const struct as_class *class, const struct as_class_piece *piece,
	const struct as_store_ticket *ticket)
{
	const struct as_class_work *work = find_work(class, piece);

	if (ticket->job && (ticket->state == AS_STORE_QUEUED || ticket->state == AS_STORE_CLAIMED))
		return "not judged yet";
	if (ticket->job && ticket->state != AS_STORE_DONE)
		return "could not be judged";
	if (!work)
		return "new";
	if (strcmp(work->package_digest, class->config.packages[piece->entry->package]->digest) !=
		0)
		return "package changed";
	if (strcmp(work->files, piece->entry->files) != 0)
		return "submission changed";
	if (ticket->job)
		return "judging error";
	return class->config.rejudges ? again
				      : "judged with other options, or another version of assay";
}

/* The submissions to process, in the order of the packages. */
struct plan {
	struct as_class_planned *items;
	size_t count;
};

/* A team's submission is judged once. */
static bool is_planned(const struct plan *plan, const struct as_class_piece *piece)
{
	for (size_t i = 0; i < plan->count; i++)
		if (plan->items[i].package == piece->entry->package &&
			plan->items[i].path == piece->entry->path)
			return true;
	return false;
}

/* Equal files have one job. */
static bool has_equal(const struct batch *batch, size_t index)
{
	const struct as_class_piece *piece = piece_at(batch, index);

	for (size_t i = 0; i < index; i++) {
		const struct as_class_piece *other = piece_at(batch, i);
		if (other->entry != piece->entry &&
			strcmp(other->entry->files, piece->entry->files) == 0 &&
			strcmp(other->entry->entry_point ? other->entry->entry_point : "",
				piece->entry->entry_point ? piece->entry->entry_point : "") == 0)
			return true;
	}
	return false;
}

/* 1: `text` says why no compiler would run. */
static int find_refusal(const struct batch *batch, const struct as_class_piece *piece, char **text,
	struct as_error *error)
{
	const struct as_submission submission = {.path = piece->shown,
		.submitted = &piece->entry->submitted,
		.entry_point = piece->entry->entry_point,
		.language = batch->local.order.submission.language};
	struct as_error why = {0};
	const int is_refused =
		as_engine_submission_refusal(batch->local.order.package, &submission, text, &why);

	if (is_refused < 0) /* the run reports it */
		return why.kind == AS_ERROR_INPUT || why.kind == AS_ERROR_USAGE
			       ? 0
			       : as_error_pass(error, &why, NULL, "%s", why.text);
	if (is_refused &&
		as_class_hide(batch->class, batch->class->people[piece->person].id, text, error))
		return -1;
	return is_refused;
}

/* The remedy of the message is for other commands, so it is left out. */
static char *describe(enum as_class_plan plan, const char *cause, bool has_result,
	const char *refusal, struct as_error *error)
{
	if (plan == AS_CLASS_PLAN_JUDGED)
		return as_text_format(error, "%s", cause);
	if (plan == AS_CLASS_PLAN_DECISION)
		return as_text_format(error, "%s; not judged before a decision: %.*s",
			cause == again ? "unchanged" : cause, (int)strcspn(refusal, ";"), refusal);
	if (cause == again && !has_result)
		return as_text_format(error, "%s with an equal submission", again);
	return as_text_format(error, "%s; %s", cause,
		has_result ? "the result is known" : "judged with an equal submission");
}

static int plan_piece(struct plan *plan, const struct batch *batch, size_t index, bool has_result,
	struct as_error *error)
{
	const struct as_class_piece *piece = piece_at(batch, index);
	AS_AUTO_FREE char *refusal = NULL;
	const int is_refused = has_result ? 0 : find_refusal(batch, piece, &refusal, error);
	struct as_class_planned *item = &plan->items[plan->count];

	if (is_refused < 0)
		return -1;
	*item = (struct as_class_planned){.person = piece->person,
		.package = piece->entry->package,
		.path = piece->entry->path,
		.plan = is_refused                              ? AS_CLASS_PLAN_DECISION
			: has_result || has_equal(batch, index) ? AS_CLASS_PLAN_KNOWN
								: AS_CLASS_PLAN_JUDGED};
	item->why = describe(item->plan, explain(batch->class, piece, &batch->tickets[index]),
		has_result, refusal, error);
	plan->count += item->why != NULL;
	return item->why ? 0 : -1;
}

/* True if the last run has processed the piece: the marks come from its result, or the run has seen
 * these files, and the marks wait. */
static bool is_taken(const struct batch *batch, size_t index)
{
	const struct as_class_piece *piece = piece_at(batch, index);
	const struct as_class_work *work = find_work(batch->class, piece);
	const struct as_class_row *row =
		as_register_find(&batch->class->reg, batch->class->people[piece->person].id);
	const char *package = batch->class->config.packages[piece->entry->package]->short_name;
	const char *seen = row ? as_text_map_get(&row->memory.seen, package) : NULL;

	return (work && work->job == batch->tickets[index].job) ||
	       (seen && strcmp(seen, piece->entry->files) == 0);
}

static int plan_package(
	struct plan *plan, struct batch *batch, size_t package, struct as_error *error)
{
	const struct as_class *class = batch->class;

	if (batch_init(batch, package, error) ||
		(class->store && batch->count &&
			as_store_judging_find(&batch->local, batch->tickets, error)))
		return -1;
	for (size_t i = 0; i < batch->count; i++) {
		const int has = has_result(class, &batch->tickets[i], error);
		if (has < 0)
			return -1;
		if (!(has && is_taken(batch, i)) && !is_planned(plan, piece_at(batch, i)) &&
			plan_piece(plan, batch, i, has, error))
			return -1;
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

void as_class_plan_free(struct as_class_planned *planned, size_t count)
{
	for (size_t i = 0; planned && i < count; i++)
		free(planned[i].why);
	free(planned);
}

int as_class_plan(struct as_class *class, const struct as_class_judging *judging,
	struct as_class_planned **planned, size_t *count, struct as_error *error)
{
	struct plan plan = {.items = calloc(class->piece_count + 1, sizeof(*plan.items))};
	int failed = plan.items ? 0 : as_error_no_memory(error);

	*planned = NULL;
	*count = 0;
	report_unread(class, &judging->calls);
	for (size_t i = 0; i < class->config.scheme->package_count && !failed; i++) {
		struct batch batch = {.class = class, .given = judging};

		failed = plan_package(&plan, &batch, i, error);
		batch_clear(&batch);
	}
	if (failed) {
		as_class_plan_free(plan.items, plan.count);
		return -1;
	}
	if (class->config.is_blind)
		qsort_r(plan.items, plan.count, sizeof(*plan.items), compare_planned, class);
	*planned = plan.items;
	*count = plan.count;
	return 0;
}
