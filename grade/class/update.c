/* SPDX-License-Identifier: MIT */
/* Brings the register up to the marks that were computed last: marks that count wait for
 * as_class_apply. */
#include "state.h"

#include <string.h>

static int take_texts(
	struct as_class_row *row, const struct as_class_row *fresh, struct as_error *error)
{
	if (row->is_forgotten)
		return 0;
	return as_text_copy(&row->name, fresh->name, error) ||
			       as_text_copy(&row->mail, fresh->mail, error)
		       ? -1
		       : 0;
}

/* Moves the marks from `fresh` to `row`. */
static void adopt(struct as_class_row *row, struct as_class_row *fresh)
{
	as_class_row_clear_marks(row);
	const struct as_class_row kept = *row;
	*row = *fresh;
	row->id = kept.id;
	row->name = kept.name;
	row->mail = kept.mail;
	row->is_forgotten = kept.is_forgotten;
	row->memory = kept.memory;
	*fresh = (struct as_class_row){.id = fresh->id, .name = fresh->name, .mail = fresh->mail};
}

/* The people who were entered come first, in their order. */
static int order_rows(struct as_class *class, struct as_error *error)
{
	struct as_register *reg = &class->reg;

	for (size_t i = 0; i < class->person_count; i++) {
		struct as_class_row *row = as_register_find(reg, class->people[i].id);
		if (!row)
			row = as_register_add(reg, class->people[i].id, error);
		if (!row)
			return -1;
		const struct as_class_row found = *row;
		memmove(&reg->rows[i + 1], &reg->rows[i],
			(size_t)(row - &reg->rows[i]) * sizeof(*row));
		reg->rows[i] = found;
	}
	return 0;
}

/* True if a mark that counts comes from another job, or from none before. */
static bool has_new_jobs(const struct as_class_row *row, const struct as_class_row *fresh)
{
	if (row->work_count != fresh->work_count)
		return true;
	for (size_t i = 0; i < row->work_count; i++)
		if (row->works[i].job != fresh->works[i].job ||
			row->works[i].lenient_job != fresh->works[i].lenient_job)
			return true;
	return false;
}

/* The lines in todo are about the new marks, even while these wait. */
static int hold(struct as_class_row *row, const struct as_class_row *fresh, struct as_error *error)
{
	char **todo = NULL;

	row->waits = true;
	if (fresh->total.todo && !(todo = as_names_copy(fresh->total.todo, error)))
		return -1;
	as_names_free(row->total.todo);
	row->total.todo = todo;
	row->total.decision_count = fresh->total.decision_count;
	return as_text_copy(&row->total.unmarked, fresh->total.unmarked, error);
}

/* 1: the marks of new jobs count now. */
static int update_row(struct as_class *class, size_t person, bool applies, struct as_error *error)
{
	struct as_class_row *row = &class->reg.rows[person], *fresh = &class->fresh[person];
	const size_t known = class->changes.count;

	if (take_texts(row, fresh, error))
		return -1;
	if (row->is_forgotten || !fresh->is_marked)
		return 0;
	if (row->is_marked && !applies &&
		(as_class_take_first(class, row, fresh, error) ||
			as_class_compare(class, row, fresh, error)))
		return -1;
	as_class_take_memory(row, fresh);
	if (class->changes.count != known)
		return hold(row, fresh, error);
	const bool has_new = has_new_jobs(row, fresh);
	adopt(row, fresh);
	return has_new;
}

/* While changes are not applied, marks of the items of earlier schemes count, too. */
static int list_items(struct as_class *class, struct as_error *error)
{
	const struct as_scheme *scheme = class->config.scheme;
	char **before = class->changes.count ? class->reg.items : NULL;
	size_t count = 0;

	while (before && before[count])
		count++;
	AS_AUTO_FREE const char **items = calloc(scheme->item_count + count + 1, sizeof(*items));
	if (!items)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		items[i] = before[i];
	for (size_t i = 0; i < scheme->item_count; i++)
		if (!as_names_have(before, scheme->items[i].id))
			items[count++] = scheme->items[i].id;
	char **copy = as_names_copy((char *const *)items, error);
	if (!copy)
		return -1;
	as_names_free(class->reg.items);
	class->reg.items = copy;
	return 0;
}

static int list_packages(struct as_class *class, struct as_error *error)
{
	const size_t count = class->config.scheme->package_count;
	AS_AUTO_FREE const char **names = calloc(count + 1, sizeof(*names));

	if (!names)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		names[i] = class->config.packages[i]->short_name;
	as_names_free(class->reg.packages);
	class->reg.packages = as_names_copy((char *const *)names, error);
	return class->reg.packages ? 0 : -1;
}

/* Records the machine and compilers of the marks that count. It does not change while changes are
 * not applied, or if nothing was judged. */
static int note_machine(struct as_class *class, bool has_new, struct as_error *error)
{
	const struct as_text_map *compilers = class->config.compilers;
	struct as_register *reg = &class->reg;

	if (class->changes.count || (!has_new && reg->machine))
		return 0;
	if (as_text_copy(&reg->machine, class->config.machine, error))
		return -1;
	as_text_map_clear(&reg->compilers);
	reg->compilers = (struct as_text_map){0};
	for (size_t i = 0; i < compilers->count; i++)
		if (as_text_map_set(&reg->compilers, compilers->items[i].name,
			    compilers->items[i].value, error))
			return -1;
	return 0;
}

/* In blind marking their order must not be that of the class. */
static int compare_changes(const void *left, const void *right, void *context)
{
	const struct as_class_change *a = left, *b = right;

	return as_class_compare_labels(context, a->id, b->id);
}

int as_class_update(struct as_class *class, bool applies, struct as_error *error)
{
	bool has_new = false;

	class->reg.is_changed = true;
	if (order_rows(class, error))
		return -1;
	as_class_clear_changes(class);
	for (size_t i = 0; i < class->person_count; i++) {
		const int updated = update_row(class, i, applies, error);
		if (updated < 0)
			return -1;
		has_new |= updated;
	}
	if (class->config.is_blind && class->changes.count)
		qsort_r(class->changes.items, class->changes.count, sizeof(*class->changes.items),
			compare_changes, class);
	return list_items(class, error) || list_packages(class, error) ||
			       note_machine(class, has_new, error)
		       ? -1
		       : as_class_keep_register(class, error);
}

int as_class_apply(struct as_class *class, struct as_error *error)
{
	/* The marks were computed for another register. */
	if (class->reg.is_changed)
		return 0;
	return as_class_update(class, true, error);
}
