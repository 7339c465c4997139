/* SPDX-License-Identifier: MIT */
/* Lists the submissions that a run would judge, with the reason (`--dry-run`). */
#include "batch.h"

#include <string.h>

static const struct as_class_work *find_work(
	const struct as_class *class, const struct as_class_piece *piece)
{
	const struct as_class_row *row =
		as_register_find(&class->reg, class->people[piece->person].id);
	const char *name = class->config.packages[piece->entry->package]->short_name;

	return row ? as_class_find_work(row, name) : NULL;
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
static bool has_equal(const struct class_batch *batch, size_t index)
{
	const struct as_class_piece *piece = class_batch_piece(batch, index);

	for (size_t i = 0; i < index; i++) {
		const struct as_class_piece *other = class_batch_piece(batch, i);
		if (other->entry != piece->entry &&
			strcmp(other->entry->files, piece->entry->files) == 0 &&
			strcmp(other->entry->entry_point ? other->entry->entry_point : "",
				piece->entry->entry_point ? piece->entry->entry_point : "") == 0)
			return true;
	}
	return false;
}

/* 1: `text` is the reason why the submission would not be compiled. */
static int find_refusal(const struct class_batch *batch, const struct as_class_piece *piece,
	char **text, struct as_error *error)
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

static int name_package(
	char **why, const struct as_class *class, size_t package, struct as_error *error)
{
	char *named =
		as_text_format(error, "%s: %s", class->config.packages[package]->short_name, *why);

	if (!named)
		return -1;
	free(*why);
	*why = named;
	return 0;
}

static int plan_piece(struct plan *plan, const struct class_batch *batch, size_t index,
	bool has_result, struct as_error *error)
{
	const struct as_class_piece *piece = class_batch_piece(batch, index);
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
	if (!item->why)
		return -1;
	plan->count++;
	return batch->class->config.scheme->package_count > 1
		       ? name_package(&item->why, batch->class, item->package, error)
		       : 0;
}

/* True if the last run has processed the piece: the marks come from its result, or the run has seen
 * these files, and the marks wait. */
static bool is_taken(const struct class_batch *batch, size_t index)
{
	const struct as_class_piece *piece = class_batch_piece(batch, index);
	const struct as_class_work *work = find_work(batch->class, piece);
	const struct as_class_row *row =
		as_register_find(&batch->class->reg, batch->class->people[piece->person].id);
	const char *package = batch->class->config.packages[piece->entry->package]->short_name;
	const char *seen = row ? as_text_map_get(&row->memory.seen, package) : NULL;

	return (work && work->job == batch->tickets[index].job) ||
	       (seen && strcmp(seen, piece->entry->files) == 0);
}

static int plan_package(
	struct plan *plan, struct class_batch *batch, size_t package, struct as_error *error)
{
	const struct as_class *class = batch->class;

	if (class_batch_init(batch, package, error) ||
		(class->store && batch->count &&
			as_store_judging_find(&batch->local, batch->tickets, error)))
		return -1;
	for (size_t i = 0; i < batch->count; i++) {
		const int has = class_has_result(class, &batch->tickets[i], error);
		if (has < 0)
			return -1;
		if (!(has && is_taken(batch, i)) &&
			!is_planned(plan, class_batch_piece(batch, i)) &&
			plan_piece(plan, batch, i, has, error))
			return -1;
	}
	return 0;
}

/* In blind marking the order must not be the order of the class. */
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
	class_report_unread(class, &judging->calls);
	for (size_t i = 0; i < class->config.scheme->package_count && !failed; i++) {
		AUTO_BATCH batch = {.class = class, .given = judging};
		failed = plan_package(&plan, &batch, i, error);
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
