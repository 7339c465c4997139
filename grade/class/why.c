/* SPDX-License-Identifier: MIT */
/* Why the marks of a person would change: all causes that the two rows show. */
#include "state.h"

#include <string.h>

/* ---- reasons ---- */

/* Reasons, joined with "; ". */
struct reasons {
	char text[1024];
	size_t length;
};

static void add_reason(struct reasons *reasons, const char *format, ...) AS_PRINTF(2, 3);
static void add_reason(struct reasons *reasons, const char *format, ...)
{
	char one[256];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(one, sizeof(one), format, arguments);
	va_end(arguments);
	if (strstr(reasons->text, one) || reasons->length >= sizeof(reasons->text))
		return;
	reasons->length += (size_t)snprintf(reasons->text + reasons->length,
		sizeof(reasons->text) - reasons->length, "%s%s", reasons->length ? "; " : "", one);
}

static bool is_other(const char *before, const char *now)
{
	return strcmp(before ? before : "", now ? now : "") != 0;
}

/* "compiler of python3: Python 3.11.4, was Python 3.11.2" */
static void explain_compiler(
	struct reasons *reasons, const struct as_class *class, const char *language)
{
	const char *before = as_text_map_get(&class->reg.compilers, language);
	const char *now = as_text_map_get(class->config.compilers, language);

	if (before && now && strcmp(before, now) != 0)
		add_reason(reasons, "compiler of %s: %s, was %s", language, now, before);
	else
		add_reason(reasons, "compiler of %s changed", language);
}

static void explain_work(struct reasons *reasons, const struct as_class *class,
	const struct as_class_work *before, const struct as_class_work *now)
{
	const size_t begin = reasons->length;

	if (is_other(before->files, now->files))
		add_reason(reasons, "submission changed");
	if (is_other(before->package_digest, now->package_digest))
		add_reason(reasons, "package %s changed", now->package);
	if (is_other(before->language, now->language))
		add_reason(reasons, "language: %s, was %s", now->language ? now->language : "none",
			before->language ? before->language : "none");
	else if (now->language && is_other(before->compiler, now->compiler))
		explain_compiler(reasons, class, now->language);
	if (is_other(before->version, now->version))
		add_reason(reasons, "assay %s, was %s", now->version ? now->version : "?",
			before->version ? before->version : "?");
	if (is_other(before->limits, now->limits))
		add_reason(reasons, "limits changed");
	if (is_other(before->sandbox, now->sandbox))
		add_reason(reasons, "isolation of this machine changed");
	if (is_other(before->worker, now->worker))
		add_reason(reasons, "judged by %s, before by %s",
			now->worker ? now->worker : "this machine",
			before->worker ? before->worker : "this machine");
	if (before->job != now->job && !now->worker && !before->worker &&
		is_other(class->reg.machine, class->config.machine))
		add_reason(reasons, "machine: %s, was %s", class->config.machine,
			class->reg.machine ? class->reg.machine : "unknown");
	if (reasons->length == begin && before->job != now->job)
		add_reason(reasons, "judged again");
	else if (reasons->length == begin && before->lenient_job != now->lenient_job)
		add_reason(reasons, "also judged leniently");
}

static void explain_works(struct reasons *reasons, const struct as_class *class,
	const struct as_class_row *before, const struct as_class_row *now)
{
	for (size_t i = 0; i < now->work_count; i++) {
		const struct as_class_work *work = &now->works[i];
		size_t j = 0;
		while (j < before->work_count && is_other(before->works[j].package, work->package))
			j++;
		if (j < before->work_count)
			explain_work(reasons, class, &before->works[j], work);
		else
			add_reason(reasons, "submission for %s is new", work->package);
	}
	if (now->work_count < before->work_count)
		add_reason(reasons, "submission missing");
}

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
static bool is_late_otherwise(const struct as_class_row *before, const struct as_class_row *now)
{
	const struct as_class_total *old = &before->total, *new = &now->total;

	return old->late != new->late ||
	       (old->late_s != new->late_s && old->penalty_e4 != new->penalty_e4);
}

static bool is_other_time(const struct as_class_row *before, const struct as_class_row *now)
{
	return before->time_known != now->time_known || before->time_s != now->time_s;
}

/* An extension is not in the digest of the scheme: it has an effect on one student only. */
static bool is_other_scheme(const struct as_class_row *before, const struct as_class_row *now)
{
	return is_other(before->scheme, now->scheme) ||
	       (is_late_otherwise(before, now) && !is_other_time(before, now));
}

static void explain_time(
	struct reasons *reasons, const struct as_class_row *before, const struct as_class_row *now)
{
	char was[AS_TIME_SIZE + 32], is[AS_TIME_SIZE + 32];

	if (is_other_time(before, now))
		add_reason(reasons, "time of submission changed");
	if (is_late_otherwise(before, now))
		add_reason(reasons, "%s, was %s", describe_late(&now->total, is),
			describe_late(&before->total, was));
}

/* ---- decisions of people ---- */

static bool is_manual(enum as_mark_state state)
{
	return state == AS_MARK_GIVEN || state == AS_MARK_NEEDS_PERSON;
}

static bool is_marked_otherwise(const struct as_class_mark *before, const struct as_class_mark *now)
{
	return (is_manual(now->state) && before->raw_e4 != now->raw_e4) ||
	       (is_manual(before->state) && before->state != now->state);
}

static void explain_manual(
	struct reasons *reasons, const struct as_class_row *before, const struct as_class_row *now)
{
	for (size_t i = 0; i < now->mark_count; i++) {
		const struct as_class_mark *old = as_class_find_mark(before, now->marks[i].item);
		if (old && is_marked_otherwise(old, &now->marks[i]))
			add_reason(reasons, "manual.csv changed");
	}
}

/* Appends to "neg, total". */
static void add_name(char *names, size_t size, const char *name)
{
	const size_t length = strlen(names);

	snprintf(names + length, size - length, "%s%s", length ? ", " : "", name);
}

static bool is_overridden_otherwise(
	const struct as_class_mark *before, const struct as_class_mark *now)
{
	return before->overridden != now->overridden ||
	       (now->overridden && before->mark_e4 != now->mark_e4);
}

static void explain_overrides(
	struct reasons *reasons, const struct as_class_row *before, const struct as_class_row *now)
{
	static const struct as_class_mark none = {.state = AS_MARK_NOT_JUDGED};
	const struct as_class_total *old = &before->total, *new = &now->total;
	char names[200] = "";

	for (size_t i = 0; i < now->mark_count; i++) {
		const struct as_class_mark *was = as_class_find_mark(before, now->marks[i].item);
		if (is_overridden_otherwise(was ? was : &none, &now->marks[i]))
			add_name(names, sizeof(names), now->marks[i].item);
	}
	if (old->overridden != new->overridden ||
		(new->overridden && old->total_e4 != new->total_e4))
		add_name(names, sizeof(names), "total");
	if (*names)
		add_reason(reasons, "overrides.csv changed: %s", names);
}

/* ---- the platform ---- */

static bool is_excused(const struct as_class_row *row)
{
	bool excused = false;

	for (size_t i = 0; i < row->mark_count; i++)
		excused |= row->marks[i].state == AS_MARK_EXCUSED;
	return excused;
}

static void explain_excuse(
	struct reasons *reasons, const struct as_class_row *before, const struct as_class_row *now)
{
	if (is_excused(now) != is_excused(before))
		add_reason(
			reasons, "%sexcused on the platform", is_excused(now) ? "" : "no longer ");
}

/* ---- all ---- */

/* No item lost its mark, so that none of the numbers shows why the total is gone. */
static bool needs_decision(const struct as_class_change *change)
{
	bool lost = false;

	for (size_t i = 0; i < change->item_count; i++)
		lost |= change->items[i].is_open;
	return !change->total.was_open && change->total.is_open && !lost;
}

char *as_class_explain(const struct as_class *class, const struct as_class_row *before,
	const struct as_class_row *now, const struct as_class_change *change,
	struct as_error *error)
{
	struct reasons reasons = {0};

	explain_works(&reasons, class, before, now);
	if (is_other_scheme(before, now))
		add_reason(&reasons, "scheme changed");
	explain_time(&reasons, before, now);
	explain_manual(&reasons, before, now);
	explain_overrides(&reasons, before, now);
	explain_excuse(&reasons, before, now);
	if (now->is_about_earlier)
		add_reason(&reasons, "decided by hand for an earlier submission");
	if (needs_decision(change))
		add_reason(&reasons, "needs a decision");
	return as_text_format(error, "%s", *reasons.text ? reasons.text : "unknown");
}
