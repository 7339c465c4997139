/* SPDX-License-Identifier: MIT */
/* Causes of a change in the submission of a student and its results. */
#include "why.h"

#include <string.h>

/* Compares only known values: for example, the isolation of a program that was not run is unknown.
 */
static bool is_known_other(const char *before, const char *now)
{
	return before && *before && now && *now && strcmp(before, now) != 0;
}

/* ---- what the tests feed ---- */

/* A manual item depends on whether there is a submission. */
static bool is_fed_by_work(
	const struct why *why, const struct why_marks *marks, const char *package)
{
	const struct as_item *item = why_item_of(why, marks->item);

	if (why_is_decided_apart(why, marks))
		return false;
	if (why_is_manual(why, marks))
		return why->before->submitted != why->now->submitted &&
		       (why_has_state(marks, AS_MARK_NOT_SUBMITTED) ||
			       why_has_state(marks, AS_MARK_AWAITED));
	return !item ||
	       strcmp(why->class->config.packages[item->package]->short_name, package) == 0;
}

static bool feeds(const struct why *why, const char *package)
{
	bool any = false;

	for (size_t i = 0; i < why->change->item_count; i++) {
		const struct why_marks marks = why_marks_of(why, i);
		any |= is_fed_by_work(why, &marks, package);
	}
	/* A decision about the new result may be open. */
	return any || (why_needs_decision(why->change) && !why_is_other_fact(why, "doubt"));
}

/* ---- results ---- */

/* A fact of a package before; rows of earlier versions have none. */
static const char *place_before(
	const struct why *why, const char *kind, const char *package, const char *known)
{
	char name[300];

	snprintf(name, sizeof(name), "%s%s", kind, package);
	const char *fact = why_fact_before(why, name);
	return fact ? fact : known;
}

/* "compiler of python3: Python 3.11.4, was Python 3.11.2" */
static void explain_compiler(struct why *why, const char *package, const char *language)
{
	const char *before = place_before(why, AS_CLASS_FACT_COMPILER, package,
		as_text_map_get(&why->class->reg.compilers, language));
	const char *now = as_text_map_get(why->class->config.compilers, language);

	if (is_known_other(before, now))
		why_add(why, "compiler of %s: %s, was %s", language, now, before);
	else
		why_add(why, "compiler of %s changed", language);
}

static void explain_place(
	struct why *why, const struct as_class_work *before, const struct as_class_work *now)
{
	const char *machine =
		place_before(why, AS_CLASS_FACT_MACHINE, now->package, why->class->reg.machine);

	if (why_is_other(before->worker, now->worker))
		why_add(why, "judged by %s, before by %s",
			now->worker ? now->worker : "this machine",
			before->worker ? before->worker : "this machine");
	else if (!now->worker && why_is_other(machine, why->class->config.machine))
		why_add(why, "machine: %s, was %s", why->class->config.machine,
			machine ? machine : "unknown");
}

static void explain_result(
	struct why *why, const struct as_class_work *before, const struct as_class_work *now)
{
	if (is_known_other(before->language, now->language))
		why_add(why, "language: %s, was %s", now->language, before->language);
	else if (now->language && is_known_other(before->compiler, now->compiler))
		explain_compiler(why, now->package, now->language);
	if (is_known_other(before->version, now->version))
		why_add(why, "assay %s, was %s", now->version, before->version);
	if (is_known_other(before->limits, now->limits))
		why_add(why, "limits changed");
	if (is_known_other(before->sandbox, now->sandbox))
		why_add(why, "isolation of this machine changed");
	explain_place(why, before, now);
}

/* Equal jobs have equal results. */
static void explain_work(
	struct why *why, const struct as_class_work *before, const struct as_class_work *now)
{
	const size_t begin = why->found;

	if (why_is_other(before->files, now->files))
		why_add(why, "submission changed");
	if (why_is_other(before->package_digest, now->package_digest))
		why_add(why, "package %s changed", now->package);
	if (before->job != now->job && now->job)
		explain_result(why, before, now);
	else if (before->job != now->job)
		why_add(why, "could not be judged");
	if (why->found == begin && before->job != now->job)
		why_add(why, "judged again");
	else if (why->found == begin && before->lenient_job != now->lenient_job)
		why_add(why, "also judged leniently");
}

void why_explain_works(struct why *why)
{
	for (size_t i = 0; i < why->now->work_count; i++) {
		const struct as_class_work *now = &why->now->works[i];
		const struct as_class_work *before = as_class_find_work(why->before, now->package);
		if (!feeds(why, now->package))
			continue;
		if (before)
			explain_work(why, before, now);
		else
			why_add(why, "submission for %s is new", now->package);
	}
	for (size_t i = 0; i < why->before->work_count; i++) {
		const char *package = why->before->works[i].package;
		if (!as_class_find_work(why->now, package) && feeds(why, package))
			why_add(why, "submission missing");
	}
}
