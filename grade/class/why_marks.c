/* SPDX-License-Identifier: MIT */
/* A mark in two rows of a student, and the facts that it depends on. */
#include "why.h"

#include <string.h>

void why_add(struct why *why, const char *format, ...)
{
	char one[1024];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(one, sizeof(one), format, arguments);
	va_end(arguments);
	why->found++;
	if (strstr(why->text, one) || why->length >= sizeof(why->text))
		return;
	why->length += (size_t)snprintf(why->text + why->length, sizeof(why->text) - why->length,
		"%s%s", why->length ? "; " : "", one);
}

bool why_is_other(const char *before, const char *now)
{
	return strcmp(before ? before : "", now ? now : "") != 0;
}

/* Rows of earlier versions have no facts; but a complete mark is in no doubt. */
const char *why_fact_before(const struct why *why, const char *name)
{
	const char *fact = as_text_map_get(&why->before->facts, name);

	return !fact && strcmp(name, "doubt") == 0 && as_class_is_final(why->before) ? "" : fact;
}

const char *why_fact_now(const struct why *why, const char *name)
{
	return as_text_map_get(&why->now->facts, name);
}

bool why_is_other_fact(const struct why *why, const char *name)
{
	const char *before = why_fact_before(why, name), *now = why_fact_now(why, name);

	return before && now && strcmp(before, now) != 0;
}

/* ---- what feeds a mark ---- */

struct why_marks why_marks_of(const struct why *why, size_t index)
{
	const char *item = why->change->items[index].item;

	return (struct why_marks){.item = item,
		.before = as_class_find_mark(why->before, item),
		.now = as_class_find_mark(why->now, item)};
}

bool why_has_state(const struct why_marks *marks, enum as_mark_state state)
{
	return (marks->before && marks->before->state == state) ||
	       (marks->now && marks->now->state == state);
}

bool why_is_overridden(const struct why_marks *marks)
{
	return (marks->before && marks->before->overridden) ||
	       (marks->now && marks->now->overridden);
}

/* If a decision is taken back, the raw mark counts, which may have changed as well. */
bool why_is_only_overridden(const struct why_marks *marks)
{
	if (marks->now && marks->now->overridden)
		return true;
	return marks->before && marks->before->overridden &&
	       (!marks->now || marks->before->raw_e4 == marks->now->raw_e4);
}

bool why_is_in_doubt(const struct why *why, const struct why_marks *marks)
{
	return why_is_other_fact(why, "doubt") &&
	       (!marks->before || !marks->now || as_class_is_open(marks->before) ||
		       as_class_is_open(marks->now));
}

bool why_is_decided_apart(const struct why *why, const struct why_marks *marks)
{
	return why_is_only_overridden(marks) || why_has_state(marks, AS_MARK_EXCUSED) ||
	       why_is_in_doubt(why, marks);
}

const struct as_item *why_item_of(const struct why *why, const char *id)
{
	const struct as_scheme *scheme = why->class->config.scheme;
	const size_t index = scheme ? as_scheme_find(scheme, id) : SIZE_MAX;

	return index == SIZE_MAX ? NULL : &scheme->items[index];
}

bool why_is_manual(const struct why *why, const struct why_marks *marks)
{
	const struct as_item *item = why_item_of(why, marks->item);

	return item ? item->kind == AS_ITEM_MANUAL
		    : why_has_state(marks, AS_MARK_GIVEN) ||
			       why_has_state(marks, AS_MARK_NEEDS_PERSON);
}

bool why_needs_decision(const struct as_class_change *change)
{
	bool lost = false;

	for (size_t i = 0; i < change->item_count; i++)
		lost |= change->items[i].is_open;
	return !change->total.was_open && change->total.is_open && !lost;
}
