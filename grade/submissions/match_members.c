/* SPDX-License-Identifier: MIT */
/* The persons of a draft. */
#include "match.h"

#include "people.h"

#include <string.h>

static int put_member(struct work *work, struct as_received *received, size_t person)
{
	for (size_t i = 0; i < received->member_count; i++)
		if (received->members[i] == person)
			return 0;
	if (!as_array_reserve(received->members, received->member_count, work->error))
		return -1;
	received->members[received->member_count++] = person;
	return 0;
}

int match_put_members(struct work *work, struct as_received *received, size_t person)
{
	const char *group = work->out->persons[person].group;

	if (received->person == SIZE_MAX)
		received->person = person;
	if (!group)
		return put_member(work, received, person);
	for (size_t i = 0; i < work->out->person_count; i++) {
		const char *other = work->out->persons[i].group;
		if ((i == person || (other && strcmp(group, other) == 0)) &&
			put_member(work, received, i))
			return -1;
	}
	return 0;
}

int match_set_number(struct work *work, size_t person, struct claim *claim)
{
	const struct as_person *own = &work->out->persons[person];
	char **claimed = &work->keys[person].claimed;

	if (claim->number && !own->number && own->line > 0 && !*claimed) {
		*claimed = as_text_format(work->error, "%s", claim->number);
		if (!*claimed)
			return -1;
	}
	return people_set_number(work, person, claim);
}

const char *match_text_of(const struct claim *claim)
{
	return claim->name    ? claim->name
	       : claim->id    ? claim->id
	       : claim->login ? claim->login
			      : claim->number;
}

int match_report_ambiguous(struct work *work, struct draft *draft, const struct claim *claim,
	const struct match *match)
{
	if (people_doubt_matches(work, claim, work->out->layout == AS_LAYOUT_CANVAS, match,
		    "a submission may belong to this student or to another of the same name; give "
		    "the platform's sheet, which contains their numbers, with --fill"))
		return -1;
	return draft_find_fault(work, draft, AS_FINDING_ERROR,
		"may belong to %zu students called '%s'; give the platform's sheet, which contains "
		"their numbers",
		match->count, match_text_of(claim));
}
