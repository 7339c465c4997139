/* SPDX-License-Identifier: MIT */
/*
 * Why the marks of a student would change. The row of the register contains the facts of the run
 * that made the old marks, and the fresh row contains the facts of this run. A fact is a cause if
 * it has changed, and if a number that changes depends on it:
 *
 * 1. If overrides.csv decides a mark, overrides.csv is the only cause. This is also true if such a
 *    decision is taken back and the raw mark has not changed. An excuse and a doubt about the
 *    submission are treated in the same way.
 * 2. Otherwise automatic items depend on tests, manual items on manual.csv and the team, and both
 *    kinds on the scheme.
 * 3. The penalty and the total depend on times, the deadline and the rules of the scheme.
 *
 * A fact that only one of the two runs knows is not compared.
 */
#include "why.h"

#include <string.h>

/* ---- the time ---- */

/* "in time", "late by 20 h 1 min" */
static const char *describe_late(const struct as_class_total *total, char text[AS_TIME_SIZE + 32])
{
	char span[AS_TIME_SIZE];

	switch (total->late) {
	case AS_LATE_YES:
	case AS_LATE_TOO_LATE:
		snprintf(text, AS_TIME_SIZE + 32, "%slate by %s",
			total->late == AS_LATE_YES ? "" : "too ",
			as_span_format(total->late_s, span));
		return text;
	case AS_LATE_UNKNOWN:
		return "at an unknown time";
	case AS_LATE_NO:
	default:
		return "in time";
	}
}

/* A different lateness is a cause only if it has an effect on the marks. */
static bool is_late_otherwise(const struct why *why)
{
	const struct as_class_total *old = &why->before->total, *new = &why->now->total;

	/* The time is unknown because it is unknown which submission counts. */
	if (why_is_other_fact(why, "doubt"))
		return false;
	return old->late != new->late ||
	       (old->late_s != new->late_s && old->penalty_e4 != new->penalty_e4);
}

static bool is_other_time(const struct why *why)
{
	return why->before->time_known != why->now->time_known ||
	       why->before->time_s != why->now->time_s;
}

static void explain_deadline(struct why *why)
{
	const char *before = why_fact_before(why, "due"), *now = why_fact_now(why, "due");

	if (why_is_other_fact(why, "due"))
		why_add(why, "deadline: %s, was %s", *now ? now : "none",
			*before ? before : "none");
}

static bool has_no_submission(const struct why *why)
{
	return !why->before->submitted && !why->now->submitted;
}

static void explain_time(struct why *why)
{
	char was[AS_TIME_SIZE + 32], is[AS_TIME_SIZE + 32];
	const size_t begin = why->length;

	for (size_t i = 0; i < why->change->item_count; i++) {
		const struct why_marks marks = why_marks_of(why, i);
		if (!why_has_state(&marks, AS_MARK_AWAITED) || why_is_decided_apart(why, &marks) ||
			!has_no_submission(why))
			continue;
		explain_deadline(why);
		if (why->length == begin)
			why_add(why, "the deadline has passed");
	}
	if (!is_late_otherwise(why))
		return;
	if (is_other_time(why))
		why_add(why, "time of submission changed");
	explain_deadline(why);
	why_add(why, "%s, was %s", describe_late(&why->now->total, is),
		describe_late(&why->before->total, was));
}

/* ---- the scheme ---- */

enum {
	KEYS_SIZE = 256, /* of all keys that facts.c writes */
	ITEM_FACT_SIZE = 128,
};

static bool is_other_item(const struct why *why, const struct why_marks *marks)
{
	char name[ITEM_FACT_SIZE];

	snprintf(name, sizeof(name), AS_CLASS_FACT_ITEM "%s", marks->item);
	if (why_is_decided_apart(why, marks))
		return false;
	if (why->before->facts.count == 0 || why->now->facts.count == 0)
		return true;
	return why_is_other(why_fact_before(why, name), why_fact_now(why, name));
}

static bool is_total_of_items(const struct why *why)
{
	const struct as_class_change *change = why->change;
	int64_t sum_e4 = change->penalty.before_e4 - change->penalty.now_e4;

	for (size_t i = 0; i < change->item_count; i++)
		sum_e4 += change->items[i].now_e4 - change->items[i].before_e4;
	return change->total.now_e4 - change->total.before_e4 == sum_e4;
}

/* A total that overrides.csv sets, or that is missing, does not come from the rules. */
static bool is_other_rule(const struct why *why)
{
	const struct as_class_change *change = why->change;
	const bool is_set = why->before->total.overridden || why->now->total.overridden;
	const bool is_both = !change->total.was_open && !change->total.is_open;
	const bool is_late = why->before->total.penalty_e4 != why->now->total.penalty_e4 ||
			     is_late_otherwise(why);

	if (why->before->facts.count == 0 || why->now->facts.count == 0)
		return is_late_otherwise(why) && !is_other_time(why);
	return why_is_other_fact(why, "rules") &&
	       (is_late || (is_both && !is_set && !is_total_of_items(why)));
}

/* Adds KEY unless `keys` has it. */
static void add_key(char keys[KEYS_SIZE], const char *key, size_t length)
{
	const size_t used = strlen(keys);

	for (const char *at = keys; *at; at += strspn(at, ", ")) {
		const size_t size = strcspn(at, ",");
		if (size == length && strncmp(at, key, length) == 0)
			return;
		at += size;
	}
	snprintf(keys + used, KEYS_SIZE - used, "%s%.*s", used ? ", " : "", (int)length, key);
}

/* Facts are words KEY=VALUE; a fact of an earlier version is one digest. A new item, and an item
 * that is gone, have a fact in one run only. */
static void add_other_keys(const struct why *why, const char *name, char keys[KEYS_SIZE])
{
	const char *before = why_fact_before(why, name), *now = why_fact_now(why, name);

	if (!before != !now)
		add_key(keys, "items", strlen("items"));
	if (!before || !now)
		return;
	while (*before) {
		const size_t length = strcspn(before, "="), size = strcspn(before, " ");
		for (const char *at = now; length < size && *at; at += strspn(at, " ")) {
			const size_t end = strcspn(at, " ");
			if (strncmp(at, before, length + 1) == 0 &&
				(end != size || strncmp(at, before, size) != 0))
				add_key(keys, before, length);
			at += end;
		}
		before += size;
		before += strspn(before, " ");
	}
}

/* A new item without a mark makes the total incomplete, but is not among the changed items. */
static bool add_new_items(const struct why *why, char keys[KEYS_SIZE])
{
	const struct as_class_step *total = &why->change->total;
	bool found = false;

	for (size_t i = 0; i < why->now->mark_count && !total->was_open && total->is_open; i++) {
		const struct as_class_mark *mark = &why->now->marks[i];
		if (as_class_find_mark(why->before, mark->item) || !as_class_is_open(mark))
			continue;
		add_key(keys, "items", strlen("items"));
		found = true;
	}
	return found;
}

/* "scheme changed: points, late" */
static void explain_scheme(struct why *why)
{
	char keys[KEYS_SIZE] = "";
	bool found = is_other_rule(why);

	if (found)
		add_other_keys(why, "rules", keys);
	for (size_t i = 0; i < why->change->item_count; i++) {
		const struct why_marks marks = why_marks_of(why, i);
		char name[ITEM_FACT_SIZE];
		if (!is_other_item(why, &marks))
			continue;
		found = true;
		snprintf(name, sizeof(name), AS_CLASS_FACT_ITEM "%s", marks.item);
		add_other_keys(why, name, keys);
	}
	found |= add_new_items(why, keys);
	if (found && why_is_other(why->before->scheme, why->now->scheme))
		why_add(why, "scheme changed%s%s", *keys ? ": " : "", keys);
}

/* ---- decisions of people ---- */

/* Compares only students who are in the team in both runs: a mark of a student who left the team
 * does not count. */
static bool is_other_manual(const struct why *why, const struct why_marks *marks)
{
	char prefix[128];
	const int length =
		snprintf(prefix, sizeof(prefix), AS_CLASS_FACT_MANUAL "%s/", marks->item);
	bool is_known = false, found = false;

	for (size_t i = 0; i < why->before->facts.count; i++) {
		const char *name = why->before->facts.items[i].name;
		if (strncmp(name, prefix, (size_t)length) != 0)
			continue;
		is_known |= why_fact_now(why, name) != NULL;
		found |= why_is_other_fact(why, name);
	}
	return found || (!is_known && !why_is_in_doubt(why, marks));
}

static void explain_manual(struct why *why)
{
	for (size_t i = 0; i < why->change->item_count; i++) {
		const struct why_marks marks = why_marks_of(why, i);
		if (!why_is_manual(why, &marks) || !why_has_state(&marks, AS_MARK_GIVEN) ||
			!marks.before || !marks.now || why_is_only_overridden(&marks) ||
			why_has_state(&marks, AS_MARK_EXCUSED))
			continue;
		if (is_other_manual(why, &marks))
			why_add(why, "manual.csv changed");
		else if (why_is_other_fact(why, "team") && !why_is_other_fact(why, "doubt"))
			why_add(why, "team changed");
	}
}

/* Appends to "neg, total". */
static void add_name(char *names, size_t size, const char *name)
{
	const size_t length = strlen(names);

	snprintf(names + length, size - length, "%s%s", length ? ", " : "", name);
}

static void explain_overrides(struct why *why)
{
	const struct as_class_total *old = &why->before->total, *new = &why->now->total;
	char names[200] = "";

	for (size_t i = 0; i < why->change->item_count; i++) {
		const struct why_marks marks = why_marks_of(why, i);
		if (why_is_overridden(&marks))
			add_name(names, sizeof(names), marks.item);
	}
	if (old->overridden != new->overridden ||
		(new->overridden && old->total_e4 != new->total_e4))
		add_name(names, sizeof(names), "total");
	if (*names)
		why_add(why, "overrides.csv changed: %s", names);
}

/* ---- the platform ---- */

static bool is_excused(const struct as_class_row *row)
{
	bool excused = false;

	for (size_t i = 0; i < row->mark_count; i++)
		excused |= row->marks[i].state == AS_MARK_EXCUSED;
	return excused;
}

static void explain_platform(struct why *why)
{
	const char *before = why_fact_before(why, "maximum"), *now = why_fact_now(why, "maximum");

	if (is_excused(why->now) != is_excused(why->before))
		why_add(why, "%sexcused on the platform", is_excused(why->now) ? "" : "no longer ");
	if (why_is_other_fact(why, "maximum") &&
		why->change->total.was_open != why->change->total.is_open)
		why_add(why, "maximum of the platform: %s, was %s", *now ? now : "unknown",
			*before ? before : "unknown");
}

/* "the group handed in 2 submissions": without the remedy, which the column todo has. */
static void explain_doubt(struct why *why)
{
	const char *before = why_fact_before(why, "doubt"), *now = why_fact_now(why, "doubt");
	bool is_cause = why->change->total.was_open != why->change->total.is_open;

	if (!why_is_other_fact(why, "doubt"))
		return;
	for (size_t i = 0; i < why->change->item_count; i++) {
		const struct why_marks marks = why_marks_of(why, i);
		is_cause |= !why_is_only_overridden(&marks) && why_is_in_doubt(why, &marks);
	}
	if (is_cause && *now)
		why_add(why, "%.*s", (int)strcspn(now, ";"), now);
	else if (is_cause)
		why_add(why, "resolved: %.*s", (int)strcspn(before, ";"), before);
}

/* ---- all ---- */

char *as_class_explain(const struct as_class *class, const struct as_class_row *before,
	const struct as_class_row *now, const struct as_class_change *change,
	struct as_error *error)
{
	struct why why = {.class = class, .before = before, .now = now, .change = change};

	explain_doubt(&why);
	why_explain_works(&why);
	explain_scheme(&why);
	explain_time(&why);
	explain_manual(&why);
	explain_overrides(&why);
	explain_platform(&why);
	if (why_needs_decision(change))
		why_add(&why, now->total.unmarked && !now->total.decision_count
				      ? "waits for manual marks"
				      : "needs a decision");
	char *text = as_text_format(error, "%s", *why.text ? why.text : "unknown");
	if (text && as_class_hide(class, now->id, &text, error)) {
		free(text);
		return NULL;
	}
	return text;
}
