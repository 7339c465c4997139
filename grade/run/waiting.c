/* SPDX-License-Identifier: MIT */
/*
 * Marks that count while a change of the scheme waits. The page computes the steps of a mark with
 * the new scheme, which does not explain a mark of the old one. Such a mark has no details, except
 * if only `tolerate` changed: then the other of the two results explains it.
 */
#include "book.h"

#include <string.h>

/* True if the computed mark is the one that counts. */
static bool is_same(const struct as_item_mark *mark, const struct as_class_mark *counts)
{
	return mark->state == counts->state && mark->raw_e4 == counts->raw_e4 &&
	       mark->accepted == counts->accepted && mark->tests == counts->tests;
}

static bool is_outdated(const struct as_scheme *scheme, const struct as_class_row *row,
	const struct as_marks *marks, size_t item)
{
	const struct as_class_mark *counts = as_class_find_mark(row, scheme->items[item].id);

	return scheme->items[item].kind == AS_ITEM_AUTOMATIC && counts &&
	       counts->state == AS_MARK_JUDGED && !is_same(&marks->items[item], counts);
}

static bool agrees(const struct as_scheme *scheme, const struct as_class_row *row,
	const struct as_marks *marks)
{
	for (size_t i = 0; i < marks->item_count; i++)
		if (is_outdated(scheme, row, marks, i))
			return false;
	return true;
}

/* 1: the strict or the lenient results alone give the marks that count; `marks` and `works` are
 * those then. */
static int try_results(const struct as_marking *marking, const struct as_class_row *row,
	bool lenient, struct as_marks *marks, struct as_work *works, struct as_error *error)
{
	const size_t count = marking->scheme->package_count;
	AS_AUTO_FREE struct as_work *tried = calloc(count + 1, sizeof(*tried));
	AS_AUTO_MARKS struct as_marks other = {0};
	struct as_marking again = *marking;

	if (!tried)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		tried[i] = works[i];
		tried[i].result = lenient && works[i].lenient ? works[i].lenient : works[i].result;
		tried[i].lenient = NULL;
	}
	again.works = tried;
	if (as_marks_compute(&again, &other, error))
		return -1;
	if (!agrees(marking->scheme, row, &other))
		return 0;
	memcpy(works, tried, count * sizeof(*tried));
	as_marks_clear(marks);
	*marks = other;
	other = (struct as_marks){0};
	return 1;
}

int grade_compare_waiting(const struct as_marking *marking, const struct as_class_row *row,
	struct as_marks *marks, struct as_work *works, struct as_page_outdated *outdated,
	struct as_error *error)
{
	const struct as_scheme *scheme = marking->scheme;
	int found = agrees(scheme, row, marks);

	for (int lenient = 0; lenient < 2 && found == 0; lenient++)
		found = try_results(marking, row, lenient, marks, works, error);
	if (found < 0)
		return -1;
	outdated->items = calloc(marks->item_count + 1, sizeof(*outdated->items));
	if (!outdated->items)
		return as_error_no_memory(error);
	for (size_t i = 0; i < marks->item_count; i++)
		outdated->items[i] = is_outdated(scheme, row, marks, i);
	outdated->penalty = marks->penalty_e4 != row->total.penalty_e4 ||
			    marks->late != row->total.late || marks->late_s != row->total.late_s;
	return 0;
}
