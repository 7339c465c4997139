/* SPDX-License-Identifier: MIT */
/* The persons of a draft of Moodle. */
#include "match.h"
#include "moodle.h"
#include "people.h"

/* How a message names the folder's number and name. */
static int list_collision(
	struct work *work, const struct draft *draft, const struct moodle_owner *owner)
{
	const struct as_person *persons = work->out->persons;
	const bool is_group = owner->kind == MOODLE_GROUP;

	return draft_find_fault(work, draft, AS_FINDING_WARNING,
		"the number belongs to '%s', but the name belongs to %-s '%s'; the name decides",
		persons[owner->numbered].id, is_group ? "group" : "student",
		is_group ? persons[owner->person].group : persons[owner->person].id);
}

static int refuse_unclear(struct work *work, struct draft *draft, struct claim *claim,
	const struct moodle_owner *owner)
{
	AS_AUTO_FREE char *name = as_text_format(work->error, "%s", claim->name);

	if (!name || people_doubt(work, owner->numbered,
			     "a folder has this student's number and another name; rename the "
			     "folder or correct the list of the class"))
		return -1;
	free(as_steal(claim->number));
	const size_t person = people_add(work, claim, NULL, 0);
	if (person == SIZE_MAX || match_put_members(work, &draft->received, person))
		return -1;
	return draft_find_fault(work, draft, AS_FINDING_ERROR,
		"the number belongs to '%s', but no student and no group of the class is called "
		"'%s'; rename the folder or correct the list of the class",
		work->out->persons[owner->numbered].id, name);
}

/* A list without groups: the folders have them. */
static int set_team(struct work *work, struct draft *draft, struct moodle_owner *owner)
{
	struct as_person *person = &work->out->persons[owner->person];

	draft->is_of_team = true;
	if (person->group)
		return 0;
	person->group = as_steal(owner->team);
	work->group_count++;
	return people_list_group(work, owner->person, person->group);
}

static int take_moodle(
	struct work *work, struct draft *draft, struct claim *claim, struct moodle_owner *owner)
{
	if (owner->kind == MOODLE_UNCLEAR)
		return refuse_unclear(work, draft, claim, owner);
	if (owner->numbered != SIZE_MAX && list_collision(work, draft, owner))
		return -1;
	if (owner->kind == MOODLE_TEAM_MEMBER && set_team(work, draft, owner))
		return -1;
	if (owner->kind != MOODLE_GROUP && owner->numbered == SIZE_MAX &&
		match_set_number(work, owner->person, claim))
		return -1;
	return match_put_members(work, &draft->received, owner->person);
}

int match_moodle(struct work *work, struct draft *draft, struct claim *claim)
{
	struct moodle_owner owner;

	if (work->out->layout != AS_LAYOUT_MOODLE || !claim->name)
		return 0;
	if (moodle_find(work, claim, &owner))
		return -1;
	const bool is_known = owner.kind != MOODLE_UNKNOWN && owner.kind != MOODLE_SEVERAL;
	/* The name decides, and several students have it: the number must not choose another
	 * student. */
	if (owner.kind == MOODLE_SEVERAL) {
		free(claim->number);
		claim->number = NULL;
	}
	const int failed = is_known ? take_moodle(work, draft, claim, &owner) : 0;
	free(owner.team);
	return failed ? -1 : is_known;
}
