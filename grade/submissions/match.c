/* SPDX-License-Identifier: MIT */
/* Matches submissions with persons, and finds groups. */
#include "fold.h"
#include "gradescope.h"
#include "identity.h"
#include "junk.h"
#include "moodle.h"
#include "people.h"
#include "source_name.h"

#include <assay/csv.h>

#include <string.h>

/* ---- members ---- */

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

/* Adds the person and the other members of the group. */
static int put_members(struct work *work, struct as_received *received, size_t person)
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

/* ---- owners ---- */

/* 1 if a group has this name; its members are then those of the draft. */
static int match_group(struct work *work, struct draft *draft, const char *name)
{
	size_t person;

	if (people_of_group(work, name ? name : "", fold_same_words, &person))
		return -1;
	if (person == SIZE_MAX)
		return 0;
	return put_members(work, &draft->received, person) ? -1 : 1;
}

/* 1 if a file's name is that of a source, a notebook or an archive. */
static int looks_submitted(const struct work *work, const char *path)
{
	AS_AUTO_FREE char *name = as_text_format(work->error, "%s", path);

	if (!name)
		return -1;
	source_drop_false_ending(work->arrival->languages, name);
	return source_is_named(work->arrival->languages, name) || junk_is_zip(name) ||
	       junk_is_other_archive(name);
}

/* Drops a file beside the submissions that belongs to nobody: README.md. */
static int drop(struct work *work, struct draft *draft)
{
	draft->is_dropped = true;
	while (draft->part_count > 0) {
		const size_t entry = draft->parts[draft->part_count - 1].entry;
		draft_drop_part(draft, draft->part_count - 1);
		if (draft_leave(work, NULL, work->arrival->entries[entry].path, AS_LEFT_NO_OWNER,
			    "is not a source file, and has no student's name"))
			return -1;
	}
	return 0;
}

/* A person of the list was found by the name, and another number of the export has the same name:
 * then nobody knows which of them is the person. On many platforms students choose the names that
 * are shown. */
static int doubt_namesake(
	struct work *work, const struct draft *draft, const struct claim *claim, bool is_squashed)
{
	const struct claim named = {.name = claim->name};
	struct match match = {0};

	if (!claim->number || !claim->name)
		return 0;
	if (people_find(work, &named, is_squashed, &match))
		return -1;
	if (match.count == 0 || !work->keys[match.person].claimed)
		return 0;
	if (people_doubt(work, match.person,
		    "the export has two students of this name with different numbers; give the "
		    "platform's sheet, which contains their numbers"))
		return -1;
	return draft_find_fault(work, draft, AS_FINDING_ERROR,
		"may belong to '%s', or to another student called '%s'; give the platform's sheet, "
		"which contains their numbers",
		work->out->persons[match.person].id, claim->name);
}

static int add_unknown(struct work *work, struct draft *draft, struct claim *claim)
{
	const bool is_listed = work->order->roster || work->order->sheet;
	const size_t person = people_add(work, claim, NULL, 0);

	if (person == SIZE_MAX || put_members(work, &draft->received, person))
		return -1;
	return is_listed ? draft_find_fault(work, draft, AS_FINDING_WARNING,
				   "belongs to nobody in the class: '%s'",
				   work->out->persons[person].id)
			 : 0;
}

/* The text by which the export names the owner. */
static const char *text_of(const struct claim *claim)
{
	return claim->name    ? claim->name
	       : claim->id    ? claim->id
	       : claim->login ? claim->login
			      : claim->number;
}

static int report_ambiguous(struct work *work, struct draft *draft, const struct claim *claim,
	const struct match *match)
{
	if (people_doubt_matches(work, claim, work->out->layout == AS_LAYOUT_CANVAS, match,
		    "a submission may belong to this student or to another of the same name; give "
		    "the platform's sheet, which contains their numbers, with --fill"))
		return -1;
	return draft_find_fault(work, draft, AS_FINDING_ERROR,
		"may belong to %zu students called '%s'; give the platform's sheet, which contains "
		"their numbers",
		match->count, text_of(claim));
}

/* Two submitters of one name and of different ids cannot both be the only person of that name. */
static int refuse_second(struct work *work, struct draft *draft, const struct claim *claim,
	const struct match *match)
{
	if (people_doubt(work, match->person,
		    "the export has two students of this name with different ids; add both to "
		    "the roster with the ids of the export"))
		return -1;
	return draft_find_fault(work, draft, AS_FINDING_ERROR,
		"may belong to '%s' or to another student called '%s'; add both to the roster with "
		"the ids of the export",
		work->out->persons[match->person].id, claim->name);
}

/* Gives the person the number. If the person has one only because of the name, that is remembered.
 */
static int set_number(struct work *work, size_t person, struct claim *claim)
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

/* Remembers which submitter was taken for the person because of the name. 1: another submitter of
 * the same name already was. */
static int note_claimed(struct work *work, const struct claim *claim, const struct match *match)
{
	char **claimed = &work->keys[match->person].claimed;
	const char *text = claim->id ? claim->id : claim->mail;

	if (match->rule != BY_NAME || !claim->name || !text)
		return 0;
	if (*claimed)
		return strcasecmp(*claimed, text) != 0;
	*claimed = as_text_format(work->error, "%s", text);
	return *claimed ? 0 : -1;
}

static int match_one(
	struct work *work, struct draft *draft, struct claim *claim, const struct match *match)
{
	const int is_second = note_claimed(work, claim, match);

	if (is_second)
		return is_second < 0 ? -1 : refuse_second(work, draft, claim, match);
	return set_number(work, match->person, claim)
		       ? -1
		       : put_members(work, &draft->received, match->person);
}

/* ---- Moodle ---- */

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
	if (person == SIZE_MAX || put_members(work, &draft->received, person))
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
		set_number(work, owner->person, claim))
		return -1;
	return put_members(work, &draft->received, owner->person);
}

/* 1: done; 0: as in any other layout. */
static int match_moodle(struct work *work, struct draft *draft, struct claim *claim)
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

/* ---- Canvas ---- */

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

	if (put_members(work, &draft->received, member))
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
		return report_ambiguous(work, draft, &named, &match);
	free(as_steal(claim->number));
	if (match.count == 1)
		person = match.person;
	else if (person == SIZE_MAX)
		person = people_add(work, claim, NULL, 0);
	return person == SIZE_MAX ? -1 : put_members(work, &draft->received, person);
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

/* Canvas names the submission of a group by the group and the number of one member. 1: done; 0: as
 * in any other layout. */
static int match_canvas(struct work *work, struct draft *draft, struct claim *claim)
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

/* ---- ILIAS ---- */

/* The person whose login ends the text at an underscore, as "ada1" does "Lovelace_Ada_ada1";
 * SIZE_MAX: none, or several. */
static int find_login(const struct work *work, char *text, size_t *person)
{
	*person = SIZE_MAX;
	for (char *at = text + strlen(text); (at = memrchr(text, '_', (size_t)(at - text)));) {
		const struct claim login = {.id = at + 1};
		struct match match;
		/* The name has two words. */
		if (!memchr(text, '_', (size_t)(at - text)))
			return 0;
		if (people_find(work, &login, false, &match))
			return -1;
		/* A name is not a login, and a person of an earlier folder is not on a list. */
		if (match.count &&
			(!match_is_by_id(&match) || work->out->persons[match.person].line == 0))
			continue;
		if (match.count > 1 || (match.count && *person != SIZE_MAX)) {
			*person = SIZE_MAX;
			return 0;
		}
		if (match.count)
			*person = match.person;
	}
	return 0;
}

int match_ilias(const struct work *work, const char *name, size_t *person)
{
	AS_AUTO_FREE char *text = as_text_format(work->error, "%s", name);
	char *number = text ? strrchr(text, '_') : NULL;

	*person = SIZE_MAX;
	if (!text)
		return -1;
	if (!number || !number[1] || number[1 + strspn(number + 1, "0123456789")])
		return 0;
	*number = '\0';
	return find_login(work, text, person);
}

/* 1: done; 0: it is another folder. */
static int take_ilias(struct work *work, struct draft *draft, const struct claim *claim)
{
	size_t person;

	if (work->out->layout != AS_LAYOUT_FOLDERS || !claim->id)
		return 0;
	if (match_ilias(work, claim->id, &person))
		return -1;
	if (person == SIZE_MAX)
		return 0;
	return put_members(work, &draft->received, person) ? -1 : 1;
}

/* ---- any layout ---- */

static int match_claim(struct work *work, struct draft *draft, struct claim *claim)
{
	const bool is_squashed = work->out->layout == AS_LAYOUT_CANVAS;
	struct match match;
	int is_done = match_moodle(work, draft, claim);

	if (is_done == 0)
		is_done = match_canvas(work, draft, claim);
	if (is_done)
		return is_done < 0 ? -1 : 0;
	if (people_find(work, claim, is_squashed, &match))
		return -1;
	if (match.count > 1)
		return report_ambiguous(work, draft, claim, &match);
	if (match.count == 1)
		return match_one(work, draft, claim, &match);
	const int is_group = match_group(work, draft, text_of(claim));
	if (is_group)
		return is_group < 0 ? -1 : 0;
	const int is_ilias = take_ilias(work, draft, claim);
	if (is_ilias)
		return is_ilias < 0 ? -1 : 0;
	const int is_source = draft->is_by_stem ? looks_submitted(work, draft->received.path) : 1;
	if (is_source <= 0)
		return is_source < 0 ? -1 : drop(work, draft);
	return doubt_namesake(work, draft, claim, is_squashed) || add_unknown(work, draft, claim)
		       ? -1
		       : 0;
}

/* The owner as the export names it: the first claim, before it is moved to a person. */
static int name_owner(struct work *work, struct draft *draft)
{
	const struct claim *claim = draft->claim_count ? &draft->claims[0] : NULL;
	const char *name = claim ? claim->name : draft->key;

	if (!name)
		name = claim->id      ? claim->id
		       : claim->login ? claim->login
		       : claim->mail  ? claim->mail
				      : claim->number;
	draft->received.owner = arrival_show(name ? name : "", work->error);
	return draft->received.owner ? 0 : -1;
}

static int match_draft(struct work *work, struct draft *draft)
{
	if (name_owner(work, draft))
		return -1;
	if (draft->claim_count == 0)
		return draft_find_fault(work, draft, AS_FINDING_ERROR,
			"the platform's metadata does not say to whom it belongs");
	for (size_t i = 0; i < draft->claim_count; i++)
		if (match_claim(work, draft, &draft->claims[i]))
			return -1;
	return 0;
}

/* Groups that the folders have are known after all folders were matched. */
static int complete_teams(struct work *work)
{
	for (size_t i = 0; i < work->draft_count; i++) {
		struct as_received *received = &work->drafts[i].received;
		if (work->drafts[i].is_of_team && put_members(work, received, received->person))
			return -1;
	}
	return 0;
}

int match_drafts(struct work *work)
{
	if (metadata_link(work) || people_compare_kinds(work))
		return -1;
	for (size_t i = 0; i < work->draft_count; i++)
		if (as_cancel_check(work->order->cancel, work->error) ||
			match_draft(work, &work->drafts[i]))
			return -1;
	return complete_teams(work) || people_report_alike(work) ? -1 : 0;
}
