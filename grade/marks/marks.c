/* SPDX-License-Identifier: MIT */
#include "scope.h"
#include <assay/grade/marks.h>

/* ---- raw marks ---- */

static bool is_awaited(const struct as_marking *marking)
{
	return marking->scheme->has_due && marking->may_submit && marking_is_empty(marking);
}

/* Sets `why` if a person has to act. */
static int mark_automatic(const struct as_marking *marking, const struct as_item *item,
	struct as_item_mark *mark, const char **why, struct as_error *error)
{
	const struct as_work *work = &marking->works[item->package];
	struct share share;

	if (!item->scope)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"item '%s' is not bound to its package", item->id);
	mark->tests = item->scope->test_count;
	mark->state = marking->excused ? AS_MARK_EXCUSED : AS_MARK_NOT_JUDGED;
	if (marking->undecided || marking->excused)
		return 0;
	if (!work->submitted) {
		mark->state = is_awaited(marking) ? AS_MARK_AWAITED : AS_MARK_NOT_SUBMITTED;
		return 0;
	}
	*why = "not judged yet; " AGAIN;
	if (!work->result)
		return 0;
	if (share_compute(item, as_work_result(work, item), &share, error))
		return -1;
	*why = share.why;
	if (!share.judged)
		return 0;
	mark->state = AS_MARK_JUDGED;
	mark->raw_e4 = share.raw_e4;
	mark->accepted = share.accepted;
	return 0;
}

static int mark_manual(const struct as_marking *marking, size_t index,
	const struct as_manual_mark *manual, struct as_item_mark *mark, const char **why,
	struct as_error *error)
{
	if (manual && manual[index].is_marked) {
		mark->state = AS_MARK_GIVEN;
		mark->raw_e4 = manual[index].points_e4;
		return as_text_copy(&mark->comment, manual[index].comment, error);
	}
	const bool is_due = (marking->submitted || marking->undecided) && !marking->excused;
	mark->state = marking->excused      ? AS_MARK_EXCUSED
		      : is_due              ? AS_MARK_NEEDS_PERSON
		      : is_awaited(marking) ? AS_MARK_AWAITED
					    : AS_MARK_NOT_SUBMITTED;
	*why = is_due ? "no mark yet" : NULL;
	return as_text_copy(&mark->comment, manual ? manual[index].comment : NULL, error);
}

/* The mark is known, but a person has to confirm it. */
static int find_doubts(const struct as_marking *marking, const struct as_item *item,
	const struct as_item_mark *mark, char **why, struct as_error *error)
{
	const struct as_work *work = &marking->works[item->package];
	AS_AUTO_FREE char *doubts = NULL;

	if (work->doubt && mark->raw_e4 < item->points_e4) {
		*why = as_text_format(error, "%s; ask for the right file, or " DECIDE, work->doubt);
		return *why ? 0 : -1;
	}
	if (doubts_find(item, as_work_result(work, item), &doubts, error))
		return -1;
	if (!doubts)
		return 0;
	*why = as_text_format(error, "%s; look at the submission, and " DECIDE, doubts);
	return *why ? 0 : -1;
}

/* If no compiler ran (two programs, an unknown language, no source), a 0 would hide that nothing
 * was judged. */
static int find_refusal(const struct as_marking *marking, const struct as_item *item, char **why,
	struct as_error *error)
{
	const struct as_result *result = marking->works[item->package].result;

	if (marking->undecided || !result || !refusal_is(result))
		return 0;
	*why = refusal_describe(result, error);
	return *why ? 0 : -1;
}

/* Sets `reason` if the item has no mark that counts. */
static int mark_item(const struct as_marking *marking, size_t index,
	const struct as_manual_mark *manual, struct as_marks *marks, char **reason,
	struct as_error *error)
{
	const struct as_item *item = &marking->scheme->items[index];
	struct as_item_mark *mark = &marks->items[index];
	const struct as_override *override = marking_override(marking, index);
	const char *why = NULL;
	const int status = item->kind == AS_ITEM_AUTOMATIC
				   ? mark_automatic(marking, item, mark, &why, error)
				   : mark_manual(marking, index, manual, mark, &why, error);

	if (status)
		return -1;
	mark->full_e4 = item->points_e4;
	mark->mark_e4 = mark->raw_e4;
	if (override) {
		mark->overridden = true;
		mark->mark_e4 = override->points_e4;
		return as_text_copy(&mark->override_reason, override->reason, error);
	}
	if (why)
		return as_text_copy(reason, why, error);
	if (mark->state == AS_MARK_NOT_JUDGED)
		return find_refusal(marking, item, reason, error);
	return mark->state == AS_MARK_JUDGED ? find_doubts(marking, item, mark, reason, error) : 0;
}

/* An item needs only items before it, which are complete. */
static void follow(const struct as_scheme *scheme, struct as_marks *marks, size_t index)
{
	const struct as_item *item = &scheme->items[index];

	marks->items[index].follows = SIZE_MAX;
	for (size_t i = 0; i < item->need_count; i++) {
		const size_t need = item->needs[i];
		const struct as_item_mark *mark = &marks->items[need];
		if (mark->state != AS_MARK_JUDGED || mark->raw_e4 >= scheme->items[need].points_e4)
			continue;
		marks->items[index].follows = mark->follows == SIZE_MAX ? need : mark->follows;
		return;
	}
}

bool as_item_mark_follows(const struct as_item_mark *mark)
{
	return mark->state == AS_MARK_JUDGED && mark->follows != SIZE_MAX &&
	       mark->raw_e4 < mark->full_e4;
}

/* Not needed if people have given all marks. */
static int add_awaited(
	const struct as_marking *marking, struct as_marks *marks, struct as_error *error)
{
	char time[AS_TIME_SIZE], until[AS_TIME_SIZE + 32];
	bool any = false;

	for (size_t i = 0; i < marks->item_count; i++)
		any |= marks->items[i].state == AS_MARK_AWAITED && !marks->items[i].overridden;
	if (!any)
		return 0;
	const int64_t due_s = as_scheme_due_of(marking->scheme, marking->id);
	as_time_format(due_s, as_scheme_offset(marking->scheme, due_s), time);
	snprintf(until, sizeof(until), "may be handed in until %s", time);
	return notices_add_line(&marks->todo, "submission", until, error);
}

static int add_excused(struct as_marks *marks, struct as_error *error)
{
	for (size_t i = 0; i < marks->item_count; i++)
		if (marks->items[i].state == AS_MARK_EXCUSED && !marks->items[i].overridden)
			return notices_add_line(&marks->todo, "submission",
				"excused on the platform, so there is no mark", error);
	return 0;
}

static int add_undecided(
	const struct as_marking *marking, struct as_marks *marks, struct as_error *error)
{
	if (marking->excused || !marking_is_undecided(marking, marks))
		return 0;
	AS_AUTO_FREE char *why = as_text_format(error, "%s, or " DECIDE,
		marking->doubt ? marking->doubt
			       : "the attempt that counts is unknown; give the times with --times, "
				 "keep one attempt");
	return why ? notices_add_line(
			     &marks->todo, marking->doubt ? "submission" : "attempts", why, error)
		   : -1;
}

/* `whys` gets the reason of each item, on the heap. */
static int mark_each(const struct as_marking *marking, struct as_marks *marks, char **whys,
	struct as_error *error)
{
	const struct as_scheme *scheme = marking->scheme;
	const struct as_manual_mark *manual =
		marking->manual ? as_manual_of(marking->manual, marking->id) : NULL;

	for (size_t i = 0; i < scheme->item_count; i++) {
		if (mark_item(marking, i, manual, marks, &whys[i], error))
			return -1;
		follow(scheme, marks, i);
		*(scheme->items[i].bonus ? &marks->bonus_e4 : &marks->sum_e4) +=
			marks->items[i].mark_e4;
	}
	return add_undecided(marking, marks, error) || reasons_list(scheme, whys, marks, error) ? -1
												: 0;
}

static int mark_items(
	const struct as_marking *marking, struct as_marks *marks, struct as_error *error)
{
	const size_t count = marking->scheme->item_count;
	AS_AUTO_FREE char **whys = calloc(count + 1, sizeof(*whys));

	marks->items = calloc(count + 1, sizeof(*marks->items));
	if (!marks->items || !whys)
		return as_error_no_memory(error);
	marks->item_count = count;
	const int failed = mark_each(marking, marks, whys, error);
	for (size_t i = 0; i < count; i++)
		free(whys[i]);
	return failed || add_excused(marks, error) ? -1 : add_awaited(marking, marks, error);
}

/* ---- the total ---- */

/* Checked also for an override, because the platform would refuse the total. */
static int check_max(
	const struct as_marking *marking, struct as_marks *marks, struct as_error *error)
{
	if (marking->max_e4 == 0 || marks->total_e4 <= marking->max_e4)
		return 0;
	AS_AUTO_FREE char *why = as_text_format(error,
		"%s is above the platform's maximum of %s; change the maximum there and export the "
		"sheet again, or " DECIDE,
		AS_POINTS(marks->total_e4), AS_POINTS(marking->max_e4));
	marks->complete = false;
	return why ? notices_add_line(&marks->todo, "total", why, error) : -1;
}

/* Lines that are added later only deserve a look. */
static void count_decisions(struct as_marks *marks)
{
	marks->decision_count = 0;
	while (marks->todo && marks->todo[marks->decision_count])
		marks->decision_count++;
}

static int finish_items(
	const struct as_marking *marking, struct as_marks *marks, struct as_error *error)
{
	if (check_max(marking, marks, error))
		return -1;
	count_decisions(marks);
	return notices_add(marking, marks, error);
}

/* A person has decided over the total, so nothing else matters. */
static int finish_override(const struct as_marking *marking, const struct as_override *override,
	struct as_marks *marks, struct as_error *error)
{
	marks->overridden = true;
	marks->total_e4 = override->points_e4;
	marks->complete = true;
	as_names_free(as_steal(marks->todo));
	free(as_steal(marks->unmarked));
	if (as_text_copy(&marks->override_reason, override->reason, error) ||
		check_max(marking, marks, error))
		return -1;
	count_decisions(marks);
	return 0;
}

static int finish(const struct as_marking *marking, struct as_marks *marks, struct as_error *error)
{
	const struct as_scheme *scheme = marking->scheme;
	const struct as_override *override = marking_override(marking, SIZE_MAX);

	marks->after_late_e4 = marks->sum_e4 + marks->bonus_e4 - marks->penalty_e4;
	marks->capped_e4 = marks->after_late_e4;
	if (!scheme->above_total && marks->capped_e4 > scheme->total_e4)
		marks->capped_e4 = scheme->total_e4;
	marks->rounded_e4 =
		as_points_round(marks->capped_e4, scheme->rounding_step_e4, scheme->rounding_mode);
	marks->total_e4 = marks->rounded_e4;
	marks->full_e4 = scheme->total_e4;
	marks->complete = !marks->todo && !marks->unmarked;
	return override ? finish_override(marking, override, marks, error)
			: finish_items(marking, marks, error);
}

int as_marks_compute(
	const struct as_marking *marking, struct as_marks *marks, struct as_error *error)
{
	struct as_marks draft = {0};

	if (mark_items(marking, &draft, error) || lateness_find(marking, &draft, error) ||
		finish(marking, &draft, error)) {
		as_marks_clear(&draft);
		return -1;
	}
	*marks = draft;
	return 0;
}

void as_marks_clear(struct as_marks *marks)
{
	for (size_t i = 0; i < marks->item_count; i++) {
		free(marks->items[i].comment);
		free(marks->items[i].override_reason);
	}
	free(marks->items);
	free(marks->override_reason);
	as_names_free(marks->todo);
	free(marks->unmarked);
	as_names_free(marks->notices);
	*marks = (struct as_marks){0};
}
