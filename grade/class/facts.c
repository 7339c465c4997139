/* SPDX-License-Identifier: MIT */
/*
 * Facts, besides the results, that marks depend on. The row of a student contains these facts:
 * why.c compares the facts of the run that made the old marks with the facts of this run.
 *
 *	doubt           why it is unknown what counts; "": it is known
 *	team            a digest of the members' ids; "": none
 *	due             the student's deadline; "": none
 *	maximum         the platform's maximum total; "": unknown
 *	machine/PACKAGE, compiler/PACKAGE  the machine that judged, and the version of the compiler
 *	rules           what the scheme says about lateness and the total: words KEY=VALUE
 *	item/ITEM       what the scheme says about the item's mark, in the same form
 *	manual/ITEM/KEY the mark in the row of manual.csv of a member of the team; "": none
 *
 * KEY is the digest of the member's id, because a student can be forgotten. as_class_full reads the
 * maximum of a mark from `item/ITEM`, and that of the total from `rules`.
 */
#include "state.h"

#include <string.h>

struct facts {
	const struct as_class *class;
	const struct as_class_row *row;
	const struct as_manual *manual;
	size_t person;
	struct as_text_map *map;
};

/* ---- the scheme ---- */

/* Long values are digests: why.c only compares the values. */
#define WORD "%.16s"

static void add_number(struct as_digest *digest, int64_t number)
{
	char text[32];

	snprintf(text, sizeof(text), "%jd", (intmax_t)number);
	as_digest_add_text(digest, text);
}

static void digest_texts(char *const *texts, char hex[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;

	as_digest_init(&digest);
	add_number(&digest, texts ? (int64_t)as_names_count(texts) : -1);
	for (; texts && *texts; texts++)
		as_digest_add_text(&digest, *texts);
	as_digest_end(&digest, hex);
}

static char *describe_automatic(
	const struct facts *facts, const struct as_item *item, struct as_error *error)
{
	char *package[] = {facts->class->config.packages[item->package]->short_name, NULL};
	char in[AS_DIGEST_HEX_SIZE], groups[AS_DIGEST_HEX_SIZE], tests[AS_DIGEST_HEX_SIZE];

	digest_texts(package, in);
	digest_texts(item->groups, groups);
	digest_texts(item->tests, tests);
	return as_text_format(error,
		" package=" WORD " partial=%d tolerate=%jd groups=" WORD " tests=" WORD, in,
		(int)item->partial, item->tolerate_key ? (intmax_t)item->tolerate : (intmax_t)-1,
		groups, tests);
}

static char *describe_item(
	const struct facts *facts, const struct as_item *item, struct as_error *error)
{
	const bool is_automatic = item->kind == AS_ITEM_AUTOMATIC;
	AS_AUTO_FREE char *automatic = is_automatic ? describe_automatic(facts, item, error) : NULL;

	if (is_automatic && !automatic)
		return NULL;
	return as_text_format(error, "manual=%d individual=%d points=%jd%s", !is_automatic,
		item->individual, (intmax_t)item->points_e4, automatic ? automatic : "");
}

static void digest_late(const struct as_late_policy *late, char hex[AS_DIGEST_HEX_SIZE])
{
	const int64_t numbers[] = {late->of_earned, late->has_max, late->grace_s, late->unit_s,
		late->max_late_s, late->max_late_days, late->penalty.is_percent,
		late->penalty.value_e4, late->max_penalty.is_percent, late->max_penalty.value_e4};
	struct as_digest digest;

	as_digest_init(&digest);
	add_number(&digest, late->exists);
	for (size_t i = 0; late->exists && i < sizeof(numbers) / sizeof(*numbers); i++)
		add_number(&digest, numbers[i]);
	as_digest_end(&digest, hex);
}

static char *describe_rules(const struct as_scheme *scheme, struct as_error *error)
{
	char late[AS_DIGEST_HEX_SIZE];

	digest_late(&scheme->late, late);
	return as_text_format(error,
		"total=%jd bonus=%jd above_total=%d rounding=%jd/%d late=" WORD,
		(intmax_t)scheme->total_e4, (intmax_t)scheme->bonus_e4, scheme->above_total,
		(intmax_t)scheme->rounding_step_e4, (int)scheme->rounding_mode, late);
}

static int note_scheme(const struct facts *facts, struct as_error *error)
{
	const struct as_scheme *scheme = facts->class->config.scheme;
	AS_AUTO_FREE char *rules = describe_rules(scheme, error);
	int failed = !rules || as_text_map_set(facts->map, AS_CLASS_FACT_RULES, rules, error);

	for (size_t i = 0; i < scheme->item_count && !failed; i++) {
		AS_AUTO_FREE char *name =
			as_text_format(error, AS_CLASS_FACT_ITEM "%s", scheme->items[i].id);
		AS_AUTO_FREE char *text = describe_item(facts, &scheme->items[i], error);
		failed = !name || !text || as_text_map_set(facts->map, name, text, error);
	}
	return failed ? -1 : 0;
}

int64_t as_class_full(const struct as_class_row *row, const char *item, int64_t known)
{
	AS_AUTO_FREE char *name = as_text_format(
		NULL, "%s%s", item ? AS_CLASS_FACT_ITEM : AS_CLASS_FACT_RULES, item ? item : "");
	const char *fact = name ? as_text_map_get(&row->facts, name) : NULL;
	const char *key = item ? " points=" : "total=";
	const char *at = fact ? strstr(fact, key) : NULL;

	return at ? strtoll(at + strlen(key), NULL, 10) : known;
}

/* ---- what people wrote ---- */

static int note_manual(
	const struct facts *facts, size_t item, const char *id, struct as_error *error)
{
	const struct as_manual_mark *marks = as_manual_of(facts->manual, id);
	const struct as_manual_mark *mark = marks ? &marks[item] : NULL;
	char key[AS_CLASS_KEY_SIZE], points[AS_POINTS_SIZE] = "";
	AS_AUTO_FREE char *name = as_text_format(error, AS_CLASS_FACT_MANUAL "%s/%s",
		facts->class->config.scheme->items[item].id, as_class_digest(id, key));

	if (mark && mark->is_marked && !mark->giver)
		as_points_format(mark->points_e4, points);
	return name ? as_text_map_set(facts->map, name, points, error) : -1;
}

/* The marks of the other members do not count for individual items. */
static int note_member(
	const struct facts *facts, const char *id, bool is_other, struct as_error *error)
{
	const struct as_scheme *scheme = facts->class->config.scheme;

	for (size_t i = 0; i < scheme->item_count; i++)
		if (scheme->items[i].kind == AS_ITEM_MANUAL &&
			!(is_other && scheme->items[i].individual) &&
			note_manual(facts, i, id, error))
			return -1;
	return 0;
}

static int note_team(const struct facts *facts, struct as_error *error)
{
	const struct as_class *class = facts->class;
	const struct as_class_person *person = &class->people[facts->person];
	struct as_digest digest;
	char hex[AS_DIGEST_HEX_SIZE];

	as_digest_init(&digest);
	if (note_member(facts, person->id, false, error))
		return -1;
	for (size_t i = 0; person->team && i < class->person_count; i++) {
		if (class->people[i].team != person->team)
			continue;
		as_digest_add_text(&digest, class->people[i].id);
		if (i != facts->person && note_member(facts, class->people[i].id, true, error))
			return -1;
	}
	as_digest_end(&digest, hex);
	return as_text_map_set(facts->map, "team", person->team ? hex : "", error);
}

/* ---- the platform ---- */

static int note_platform(const struct facts *facts, struct as_error *error)
{
	const struct as_class *class = facts->class;
	const struct as_scheme *scheme = class->config.scheme;
	const struct as_class_person *person = &class->people[facts->person];
	const char *doubt = !class->undecided[facts->person] ? ""
			    : person->doubt                  ? person->doubt
					    : "it is not known which attempt counts";
	char due[AS_TIME_SIZE] = "", maximum[AS_POINTS_SIZE] = "";

	if (scheme->has_due) {
		const int64_t due_s = as_scheme_due_of(scheme, person->id);
		as_time_format(due_s, as_scheme_offset(scheme, due_s), due);
	}
	if (person->max_e4)
		as_points_format(person->max_e4, maximum);
	return as_text_map_set(facts->map, "doubt", doubt, error) ||
			       as_text_map_set(facts->map, "due", due, error) ||
			       as_text_map_set(facts->map, "maximum", maximum, error)
		       ? -1
		       : 0;
}

/* ---- the machine ---- */

/* The register has one machine for all rows; it does not change while changes wait. */
static const char *known_of(const struct as_class *class, const struct as_class_row *before,
	const char *name, const char *language)
{
	const char *known = as_text_map_get(&before->facts, name);

	if (known)
		return known;
	return language ? as_text_map_get(&class->reg.compilers, language) : class->reg.machine;
}

/* With `language` the fact is the version of its compiler. If the last run used the same job, the
 * fact of the last run stays. */
static int note_place(const struct facts *facts, const struct as_class_work *work, const char *kind,
	const char *language, struct as_error *error)
{
	const struct as_class *class = facts->class;
	const struct as_class_row *before = as_register_find(&class->reg, facts->row->id);
	AS_AUTO_FREE char *name = as_text_format(error, "%s%s", kind, work->package);
	const char *value = language ? as_text_map_get(class->config.compilers, language)
				     : class->config.machine;

	if (!name)
		return -1;
	for (size_t i = 0; before && i < before->work_count; i++)
		if (before->works[i].job == work->job &&
			strcmp(before->works[i].package, work->package) == 0)
			value = known_of(class, before, name, language);
	return value ? as_text_map_set(facts->map, name, value, error) : 0;
}

static int note_places(const struct facts *facts, struct as_error *error)
{
	for (size_t i = 0; i < facts->row->work_count; i++) {
		const struct as_class_work *work = &facts->row->works[i];
		if (!work->job || work->worker)
			continue;
		if (note_place(facts, work, AS_CLASS_FACT_MACHINE, NULL, error) ||
			(work->language && note_place(facts, work, AS_CLASS_FACT_COMPILER,
						   work->language, error)))
			return -1;
	}
	return 0;
}

int as_class_note_facts(const struct as_class *class, size_t person, const struct as_manual *manual,
	struct as_class_row *row, struct as_error *error)
{
	const struct facts facts = {
		.class = class, .row = row, .manual = manual, .person = person, .map = &row->facts};

	return note_platform(&facts, error) || note_scheme(&facts, error) ||
			       note_team(&facts, error) || note_places(&facts, error)
		       ? -1
		       : 0;
}
