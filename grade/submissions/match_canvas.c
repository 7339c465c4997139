/* SPDX-License-Identifier: MIT */
/* The persons of a draft of Canvas. */
#include "fold.h"
#include "match.h"
#include "people.h"

#include <assay/csv.h>

#include <string.h>

/* 1: the name is that of the person, in the list or in the gradebook, or neither has a name. */
static int has_own_name(const struct work *work, size_t person, const char *name)
{
	const size_t row = work->out->persons[person].sheet_row;
	AS_AUTO_FREE char *squashed = fold_words(name, work->error);
	AS_AUTO_FREE char *words = NULL;

	if (!squashed)
		return -1;
	fold_squash(squashed);
	if (fold_is_rotation(work->keys[person].words, squashed))
		return 1;
	if (row == SIZE_MAX || work->sheet_name == SIZE_MAX)
		return !*work->keys[person].words;
	words = fold_words(as_csv_cell(work->arrival->sheet, row, work->sheet_name), work->error);
	return words ? fold_is_rotation(words, squashed) : -1;
}

/* Takes a submission that has the name of a group and the number of one member. */
static int take_group(struct work *work, struct draft *draft, size_t member, size_t numbered)
{
	const struct as_person *persons = work->out->persons;
	const char *group = persons[member].group, *own = persons[numbered].group;

	if (match_put_members(work, &draft->received, member))
		return -1;
	return own && strcmp(own, group) == 0
		       ? 0
		       : draft_find_fault(work, draft, AS_FINDING_WARNING,
				 "the number belongs to '%s', but the name belongs to group '%s'; "
				 "the name decides",
				 persons[numbered].id, group);
}

#define SHARED_NUMBER                                                                              \
	"the export has files with this submission's number and another name; rename the files "   \
	"so "                                                                                      \
	"that each student has one number"

/* The person or a member of the group that the name means, else a new person without the number. */
static int find_by_name(struct work *work, struct draft *draft, struct claim *claim)
{
	const struct claim named = {.name = claim->name};
	struct match match;
	size_t person;

	if (people_find(work, &named, true, &match) ||
		people_of_group(work, claim->name, fold_same_letters, &person))
		return -1;
	if (match.count > 1)
		return match_report_ambiguous(work, draft, &named, &match);
	free(as_steal(claim->number));
	if (match.count == 1)
		person = match.person;
	else if (person == SIZE_MAX)
		person = people_add(work, claim, NULL, 0);
	return person == SIZE_MAX ? -1 : match_put_members(work, &draft->received, person);
}

/* Several names under one number: neither of them tells who the student is. */
static int refuse_shared(
	struct work *work, struct draft *draft, struct claim *claim, const struct match *numbered)
{
	const struct as_received *received = &draft->received;

	if (numbered->count == 1 && people_doubt(work, numbered->person, SHARED_NUMBER))
		return -1;
	if (find_by_name(work, draft, claim))
		return -1;
	for (size_t i = 0; i < received->member_count; i++)
		if (people_doubt(work, received->members[i], SHARED_NUMBER))
			return -1;
	return draft_find_fault(work, draft, AS_FINDING_ERROR, SHARED_NUMBER);
}

/* Canvas names the submission of a group by the group and the number of one member. */
int match_canvas(struct work *work, struct draft *draft, struct claim *claim)
{
	const struct claim number = {.number = claim->number};
	struct match match;
	size_t member;

	if (work->out->layout != AS_LAYOUT_CANVAS || !claim->name || !claim->number)
		return 0;
	if (people_find(work, &number, false, &match))
		return -1;
	if (draft->shares_number)
		return refuse_shared(work, draft, claim, &match) ? -1 : 1;
	if (match.count != 1 || work->out->persons[match.person].line == 0)
		return 0;
	const int is_own = has_own_name(work, match.person, claim->name);
	if (is_own)
		return is_own < 0 ? -1 : 0;
	if (people_of_group(work, claim->name, fold_same_letters, &member))
		return -1;
	if (member != SIZE_MAX)
		return take_group(work, draft, member, match.person) ? -1 : 1;
	draft->has_other_name = !work->out->persons[match.person].group;
	return draft->has_other_name
		       ? draft_find_fault(work, draft, AS_FINDING_WARNING,
				 "has the number of '%s', but the name '%s'; if that is a group, "
				 "add its members to a roster with a column group",
				 work->out->persons[match.person].id, claim->name)
		       : 0;
}
