/* SPDX-License-Identifier: MIT */
/* people: the persons of the class, and finding them. */
#ifndef ASSAY_GRADE_PEOPLE_H
#define ASSAY_GRADE_PEOPLE_H

#include "draft.h"

/* Moves a claim of printable texts and a group (or NULL), found in a line of a list, to a new
 * person; the claim is cleared in any case. Returns the index, or SIZE_MAX. */
size_t people_add(struct work *work, struct claim *claim, char *group, unsigned line) AS_MUST_USE;
/* The persons that fit a claim by the first text that fits any person: number, id, mail, login,
 * name. */
struct match {
	size_t person; /* the first of them */
	size_t count;
	int rule; /* private: by which it fits */
};
/* True if the claim's id is that of the persons, exactly or folded. */
bool match_is_by_id(const struct match *match);
/* True if only the claim's name is that of the persons. */
bool match_is_by_name(const struct match *match);
/* `is_squashed`: the name has no blanks, as in Canvas' export. */
int people_find(const struct work *work, const struct claim *claim, bool is_squashed,
	struct match *match) AS_MUST_USE;
/* Moves the number of a claim to the person, if there is none. */
int people_set_number(struct work *work, size_t person, struct claim *claim) AS_MUST_USE;
/* The same for the login. */
int people_set_login(struct work *work, size_t person, struct claim *claim) AS_MUST_USE;
/* Sets the reason why a person's submission is unknown, and what to do ("CAUSE; REMEDY"); an
 * earlier reason stays. */
int people_doubt(struct work *work, size_t person, const char *format, ...)
	AS_PRINTF(3, 4) AS_MUST_USE;
/* The same for each of the persons who fit the claim. */
int people_doubt_matches(struct work *work, const struct claim *claim, bool is_squashed,
	const struct match *match, const char *why) AS_MUST_USE;
/* 1: the texts are equal by a rule; both have the same letters, or the rule is not asked. */
typedef int people_rule(const char *a, const char *b, struct as_error *error);
/* A search of the persons whose groups have a name, in no particular order. */
struct group_search {
	const char *name; /* borrowed */
	people_rule *rule;
	uint64_t hash;
	size_t at;
};
int people_search_group(const struct work *work, const char *name, people_rule *rule,
	struct group_search *search) AS_MUST_USE;
/* 1: `person` is the next one; 0: there is none. */
int people_next_of_group(
	const struct work *work, struct group_search *search, size_t *person) AS_MUST_USE;
/* The first person whose group has that name; SIZE_MAX: none. */
int people_of_group(
	const struct work *work, const char *name, people_rule *rule, size_t *person) AS_MUST_USE;
/* Lists a person for people_of_group. */
int people_list_group(struct work *work, size_t person, const char *group) AS_MUST_USE;
/* Finds out whether the export's ids and addresses are those of the roster or sheet. */
int people_compare_kinds(struct work *work) AS_MUST_USE;
/* namesakes.c: lists persons of a list with the same name, which is no error if ids distinguish
 * them. */
int people_report_namesakes(struct work *work, const char *list) AS_MUST_USE;
/* Lists persons of the export whose names are equal, or whose ids differ only in case. */
int people_report_alike(struct work *work) AS_MUST_USE;
void people_free(struct work *work);

#endif
