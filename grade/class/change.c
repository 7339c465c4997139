/* SPDX-License-Identifier: MIT */
/* Finds how the marks that count would change. Numbers that are not final are not compared. */
#include "state.h"

#include <string.h>

static void clear_change(struct as_class_change *change)
{
	for (size_t i = 0; i < change->item_count; i++)
		free((char *)change->items[i].item);
	free(change->items);
	free((char *)change->id);
	free((char *)change->name);
	free((char *)change->why);
}

void as_class_clear_changes(struct as_class *class)
{
	for (size_t i = 0; i < class->changes.count; i++)
		clear_change(&class->changes.items[i]);
	free(class->changes.items);
	class->changes = (struct as_class_changes_list){0};
}

const struct as_class_change *as_class_changes(const struct as_class *class, size_t *count)
{
	*count = class->changes.count;
	return class->changes.items;
}

/* ---- steps ---- */

static bool differs(const struct as_class_step *step)
{
	return step->was_open != step->is_open ||
	       (!step->is_open && step->before_e4 != step->now_e4);
}

/* A number that counts would be another one, or none. */
static bool is_change(const struct as_class_step *step)
{
	return !step->was_open && differs(step);
}

/* Each of the marks may be NULL. */
static struct as_class_step compare_marks(
	const struct as_class_mark *before, const struct as_class_mark *now)
{
	return (struct as_class_step){.was_open = !before || as_class_is_open(before),
		.is_open = !now || as_class_is_open(now),
		.before_e4 = before ? before->mark_e4 : 0,
		.now_e4 = now ? now->mark_e4 : 0};
}

/* True if the person has a change. */
static bool find_steps(struct as_class_change *change, const struct as_class_row *before,
	const struct as_class_row *now)
{
	const struct as_class_total *old = &before->total, *new = &now->total;

	change->total = (struct as_class_step){.was_open = !as_class_is_final(before),
		.is_open = !as_class_is_final(now),
		.before_e4 = old->total_e4,
		.now_e4 = new->total_e4};
	change->penalty =
		(struct as_class_step){.before_e4 = old->penalty_e4, .now_e4 = new->penalty_e4};
	/* The total may stay: because of an override, or of the cap for a bonus. */
	bool found =
		is_change(&change->total) || (!change->total.was_open && differs(&change->penalty));
	for (size_t i = 0; i < before->mark_count; i++) {
		const struct as_class_mark *mark = &before->marks[i];
		const struct as_class_step step =
			compare_marks(mark, as_class_find_mark(now, mark->item));
		found |= is_change(&step);
	}
	return found;
}

static int add_item(struct as_class_change *change, const char *item, struct as_class_step step,
	struct as_error *error)
{
	if (!differs(&step))
		return 0;
	step.item = strdup(item);
	if (!step.item)
		return as_error_no_memory(error);
	change->items[change->item_count++] = step;
	return 0;
}

/* The items of the present scheme in its order, then those of an earlier one. */
static int add_items(struct as_class_change *change, const struct as_class_row *before,
	const struct as_class_row *now, struct as_error *error)
{
	change->items = calloc(before->mark_count + now->mark_count + 1, sizeof(*change->items));
	if (!change->items)
		return as_error_no_memory(error);
	for (size_t i = 0; i < now->mark_count; i++) {
		const struct as_class_mark *mark = &now->marks[i];
		const struct as_class_mark *old = as_class_find_mark(before, mark->item);
		if (add_item(change, mark->item, compare_marks(old, mark), error))
			return -1;
	}
	for (size_t i = 0; i < before->mark_count; i++) {
		const struct as_class_mark *mark = &before->marks[i];
		if (!as_class_find_mark(now, mark->item) &&
			add_item(change, mark->item, compare_marks(mark, NULL), error))
			return -1;
	}
	return 0;
}

/* ---- changes ---- */

static int fill_change(struct as_class_change *change, const struct as_class *class,
	const struct as_class_row *before, const struct as_class_row *now, struct as_error *error)
{
	change->id = as_text_format(error, "%s", before->id);
	if (!change->id || add_items(change, before, now, error))
		return -1;
	if (before->name && !class->config.is_blind) {
		change->name = as_text_format(error, "%s", before->name);
		if (!change->name)
			return -1;
	}
	change->why = as_class_explain(class, before, now, change, error);
	return change->why ? 0 : -1;
}

int as_class_compare(struct as_class *class, const struct as_class_row *before,
	const struct as_class_row *now, struct as_error *error)
{
	struct as_class_changes_list *list = &class->changes;
	struct as_class_change change = {0};

	if (!find_steps(&change, before, now))
		return 0;
	if (!as_array_reserve(list->items, list->count, error))
		return -1;
	const int failed = fill_change(&change, class, before, now, error);
	list->items[list->count++] = change;
	return failed;
}

/* ---- in words ---- */

/* Appends ", late penalty 0 -> 30". Takes `text`. */
static char *add_step(
	char *text, const char *what, const struct as_class_step *step, struct as_error *error)
{
	AS_AUTO_FREE char *before = text;
	char was[AS_POINTS_SIZE], is[AS_POINTS_SIZE];

	if (!before)
		return NULL;
	return as_text_format(error, "%s%s%s %s -> %s", before, *before ? ", " : "", what,
		step->was_open ? "none" : as_points_format(step->before_e4, was),
		step->is_open ? "none" : as_points_format(step->now_e4, is));
}

bool as_class_total_stays(const struct as_class_change *change)
{
	return !change->total.was_open && !differs(&change->total);
}

char *as_class_describe_change(const struct as_class_change *change, struct as_error *error)
{
	const bool stays = as_class_total_stays(change);
	char *text =
		stays ? as_text_format(error, "total stays %s", AS_POINTS(change->total.now_e4))
		      : as_text_format(error, "%s", "");

	if (!stays && (!change->total.was_open || !change->total.is_open))
		text = add_step(text, "total", &change->total, error);
	for (size_t i = 0; i < change->item_count; i++)
		text = add_step(text, change->items[i].item, &change->items[i], error);
	return differs(&change->penalty) ? add_step(text, "late penalty", &change->penalty, error)
					 : text;
}
