/* SPDX-License-Identifier: MIT */
/*
 * First marks beside a mark that waits. A change of a mark that counts waits for as_class_apply.
 * The first mark that the teacher gives an item does not wait: the row takes it at once, and only
 * the other marks wait. A total that is complete is not touched.
 */
#include "state.h"

#include <string.h>

/* A mark that comes from tests waits together with the results of the tests. */
static bool has_same_job(const struct as_class *class, const struct as_class_row *row,
	const struct as_class_row *fresh, const struct as_item *item)
{
	const struct as_package *package = class->config.packages[item->package];
	const struct as_class_work *before = as_class_find_work(row, package->short_name);
	const struct as_class_work *now = as_class_find_work(fresh, package->short_name);

	if (!before || !now)
		return before == now;
	return before->job == now->job && before->lenient_job == now->lenient_job;
}

static bool may_count(const struct as_class *class, const struct as_class_row *row,
	const struct as_class_row *fresh, const struct as_class_mark *mark)
{
	const struct as_scheme *scheme = class->config.scheme;
	const struct as_class_mark *before = as_class_find_mark(row, mark->item);
	const size_t item = as_scheme_find(scheme, mark->item);

	if (before && !as_class_is_open(before))
		return false;
	return mark->overridden || item == SIZE_MAX ||
	       scheme->items[item].kind != AS_ITEM_AUTOMATIC ||
	       has_same_job(class, row, fresh, &scheme->items[item]);
}

/* The mark of an item, added if it is new. NULL: out of memory. */
static struct as_class_mark *find_place(
	struct as_class_row *row, const char *item, struct as_error *error)
{
	struct as_class_mark *marks = row->marks;

	for (size_t i = 0; i < row->mark_count; i++)
		if (strcmp(marks[i].item, item) == 0)
			return &marks[i];
	marks = reallocarray(marks, row->mark_count + 1, sizeof(*marks));
	if (!marks) {
		as_error_no_memory(error);
		return NULL;
	}
	row->marks = marks;
	marks[row->mark_count] = (struct as_class_mark){0};
	return as_text_copy(&marks[row->mark_count].item, item, error) ? NULL
								       : &marks[row->mark_count++];
}

/* Copies the scheme's fact about a mark that the row takes. */
static int take_fact(struct as_class_row *row, const struct as_class_row *fresh, const char *kind,
	const char *item, struct as_error *error)
{
	AS_AUTO_FREE char *name = as_text_format(error, "%s%s", kind, item);
	const char *fact = name ? as_text_map_get(&fresh->facts, name) : NULL;

	if (!name)
		return -1;
	return fact && row->facts.count ? as_text_map_set(&row->facts, name, fact, error) : 0;
}

static int take_mark(struct as_class_row *row, const struct as_class_row *fresh,
	const struct as_class_mark *from, struct as_error *error)
{
	struct as_class_mark *mark = find_place(row, from->item, error);
	char *comment = NULL;

	if (!mark || as_text_copy(&comment, from->comment, error))
		return -1;
	free(mark->comment);
	char *const item = mark->item;
	*mark = *from;
	mark->item = item;
	mark->comment = comment;
	return take_fact(row, fresh, AS_CLASS_FACT_ITEM, item, error);
}

/* The sum so far has the steps of a total (assay/grade/marks.h). */
static void sum_so_far(const struct as_scheme *scheme, struct as_class_row *row)
{
	int64_t sum_e4 = 0;

	for (size_t i = 0; i < row->mark_count; i++)
		if (!as_class_is_open(&row->marks[i]))
			sum_e4 += row->marks[i].mark_e4;
	sum_e4 -= row->total.penalty_e4 < sum_e4 ? row->total.penalty_e4 : sum_e4;
	if (!scheme->above_total && sum_e4 > scheme->total_e4)
		sum_e4 = scheme->total_e4;
	row->total.total_e4 =
		as_points_round(sum_e4, scheme->rounding_step_e4, scheme->rounding_mode);
}

/* A decision over the total: the marks of items that wait have no effect on it. The penalty of a
 * total that did not exist never counted. */
static int take_total(
	struct as_class_row *row, const struct as_class_row *fresh, struct as_error *error)
{
	row->total.overridden = true;
	row->total.complete = true;
	row->total.total_e4 = fresh->total.total_e4;
	row->total.penalty_e4 = fresh->total.penalty_e4;
	row->total.late = fresh->total.late;
	row->total.late_s = fresh->total.late_s;
	return take_fact(row, fresh, AS_CLASS_FACT_RULES, "", error);
}

int as_class_take_first(const struct as_class *class, struct as_class_row *row,
	const struct as_class_row *fresh, struct as_error *error)
{
	if (as_class_is_final(row))
		return 0;
	for (size_t i = 0; i < fresh->mark_count; i++)
		if (may_count(class, row, fresh, &fresh->marks[i]) &&
			take_mark(row, fresh, &fresh->marks[i], error))
			return -1;
	if (fresh->total.overridden && fresh->total.complete)
		return take_total(row, fresh, error);
	if (!row->total.overridden)
		sum_so_far(class->config.scheme, row);
	return 0;
}
