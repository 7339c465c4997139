/* SPDX-License-Identifier: MIT */
/* Matches submissions and rows of the sheet with persons, and finds groups. */
#include "columns.h"
#include "fold.h"
#include "junk.h"
#include "people.h"
#include "source_name.h"

#include <string.h>

/* ---- the sheet ---- */

static int match_row(struct work *work, const struct columns *columns, size_t row)
{
	const struct as_csv *sheet = work->arrival->sheet;
	AS_AUTO_FREE char *group = NULL;
	struct claim claim;
	struct match match = {0};
	int is_person = columns_read(sheet, columns, row, &claim, &group, work->error);
	int failed = is_person < 0 || (is_person && people_find(work, &claim, false, &match));

	if (!failed && match.count == 1) {
		work->out->persons[match.person].sheet_row = row;
		failed = people_set_number(work, match.person, &claim);
	}
	claim_clear(&claim);
	return failed ? -1 : 0;
}

int match_sheet(struct work *work)
{
	struct columns columns;

	/* If the sheet is the roster, its persons are known. */
	if (!work->arrival->sheet || !work->order->roster)
		return 0;
	columns_find(work->arrival->sheet, &columns);
	for (size_t row = 0; row < work->arrival->sheet->count; row++)
		if (match_row(work, &columns, row))
			return -1;
	return 0;
}

/* ---- members ---- */

static int put_member(struct work *work, struct as_received *received, size_t person)
{
	for (size_t i = 0; i < received->member_count; i++)
		if (received->members[i] == person)
			return 0;
	size_t *members = as_array_grow(
		received->members, received->member_count, sizeof(*members), work->error);
	if (!members)
		return -1;
	received->members = members;
	members[received->member_count++] = person;
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
	AS_AUTO_FREE char *wanted = fold_words(name ? name : "", work->error);

	if (!wanted)
		return -1;
	for (size_t i = 0; *wanted && work->group_count && i < work->out->person_count; i++) {
		const char *group = work->out->persons[i].group;
		AS_AUTO_FREE char *folded = group ? fold_words(group, work->error) : NULL;
		if (group && !folded)
			return -1;
		if (folded && strcmp(folded, wanted) == 0)
			return put_members(work, &draft->received, i) ? -1 : 1;
	}
	return 0;
}

/* 1 if a file's name is that of a source, a notebook or an archive. */
static int looks_submitted(const struct work *work, const char *path)
{
	AS_AUTO_FREE char *name = as_text_format(work->error, "%s", path);

	if (!name)
		return -1;
	source_drop_false_ending(work->arrival->languages, name);
	return source_is_named(work->arrival->languages, name) || junk_is_zip(name);
}

/* Drops a file beside the submissions that belongs to nobody: README.md. */
static int drop(struct work *work, struct draft *draft)
{
	draft->is_dropped = true;
	while (draft->part_count > 0) {
		const size_t entry = draft->parts[draft->part_count - 1].entry;
		draft_drop_part(draft, draft->part_count - 1);
		if (draft_leave(work, NULL, work->arrival->entries[entry].path, AS_LEFT_NO_OWNER,
			    "is no source file, and nobody's name"))
			return -1;
	}
	return 0;
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

static int report_ambiguous(struct work *work, struct draft *draft, const struct claim *claim,
	const struct match *match)
{
	if (people_doubt_matches(work, claim, work->out->layout == AS_LAYOUT_CANVAS, match,
		    "one may be of this person or of another of the same name; give the "
		    "platform's sheet with --fill, which has their numbers, or decide in "
		    "overrides.csv"))
		return -1;
	return draft_find_fault(work, draft, AS_FINDING_ERROR,
		"may be of %zu persons called '%s'; give the platform's sheet, which has their "
		"numbers",
		match->count, claim->name ? claim->name : claim->id);
}

static int match_claim(struct work *work, struct draft *draft, struct claim *claim)
{
	const bool is_squashed = work->out->layout == AS_LAYOUT_CANVAS;
	struct match match;

	if (people_find(work, claim, is_squashed, &match))
		return -1;
	if (match.count > 1)
		return report_ambiguous(work, draft, claim, &match);
	if (match.count == 1)
		return people_set_number(work, match.person, claim)
			       ? -1
			       : put_members(work, &draft->received, match.person);
	const int is_group = match_group(work, draft, claim->name ? claim->name : claim->id);
	if (is_group)
		return is_group < 0 ? -1 : 0;
	const int is_source = draft->is_by_stem ? looks_submitted(work, draft->received.path) : 1;
	if (is_source <= 0)
		return is_source < 0 ? -1 : drop(work, draft);
	return add_unknown(work, draft, claim);
}

/* The owner as the export names it: the first claim, before it is moved to a person. */
static int name_owner(struct work *work, struct draft *draft)
{
	const struct claim *claim = draft->claim_count ? &draft->claims[0] : NULL;
	const char *name = claim ? claim->name : draft->key;

	if (!name)
		name = claim->id ? claim->id : claim->mail ? claim->mail : claim->number;
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

int match_drafts(struct work *work)
{
	for (size_t i = 0; i < work->draft_count; i++)
		if (as_cancel_check(work->order->cancel, work->error) ||
			match_draft(work, &work->drafts[i]))
			return -1;
	return 0;
}

/* ---- several of one group ---- */

/* True if another member of the draft's group submitted something else. Copies are equal. */
static bool differ(const struct draft *draft, const struct draft *other)
{
	return !draft->is_dropped && !other->is_dropped && draft->received.person != SIZE_MAX &&
	       other->received.person != SIZE_MAX &&
	       other->received.person != draft->received.person &&
	       (received_has(&draft->received, other->received.person) ||
		       received_has(&other->received, draft->received.person)) &&
	       strcmp(draft->received.digest, other->received.digest) != 0;
}

static void compare(
	struct work *work, struct draft *draft, const struct holdings *holdings, size_t person)
{
	for (size_t i = holdings->first[person]; i < holdings->first[person + 1]; i++)
		draft->received.is_one_of_several |=
			differ(draft, &work->drafts[holdings->drafts[i]]);
}

/* Marks drafts that are one of several; returns the number of submissions of the group, 0 if there
 * is only one. */
static size_t find_several(struct work *work, struct draft *draft, const struct holdings *own,
	const struct holdings *any)
{
	const struct as_received *received = &draft->received;
	size_t count = 0;

	if (draft->is_dropped || received->person == SIZE_MAX)
		return 0;
	compare(work, draft, any, received->person);
	for (size_t i = 0; i < received->member_count; i++) {
		compare(work, draft, own, received->members[i]);
		count += holdings_count(own, received->members[i]);
	}
	return received->is_one_of_several ? count : 0;
}

#define NOT_TEAMS "if the column `group` does not mean teams with one submission each, remove it"

static int refuse_several(struct work *work, struct draft *draft, size_t count)
{
	const struct as_received *received = &draft->received;
	const char *group = work->out->persons[received->person].group;

	for (size_t i = 0; i < received->member_count; i++)
		if (people_doubt(work, received->members[i],
			    "the group handed in %zu submissions; keep one of them%s", count,
			    group ? ", or, " NOT_TEAMS : ""))
			return -1;
	return draft_find_fault(work, draft, AS_FINDING_ERROR,
		"is one of %zu submissions of group '%s', so no member gets a mark; keep one of "
		"them%s",
		count, group ? group : "", group ? ", or, " NOT_TEAMS : "");
}

/* Only the person who submitted it gets its marks. */
static void drop_members(struct as_received *received)
{
	received->members[0] = received->person;
	received->member_count = 1;
}

/* True for a submission that gives marks to others because of the column. */
static bool is_shared(const struct work *work, const struct draft *draft)
{
	return !draft->is_dropped && draft->received.member_count > 1 && draft->claim_count == 1 &&
	       work->out->persons[draft->received.person].group;
}

static int refuse_sharing(struct work *work, struct draft *draft, const struct holdings *own)
{
	const struct as_received *received = &draft->received;

	for (size_t i = 0; i < received->member_count; i++)
		if (holdings_count(own, received->members[i]) == 0 &&
			people_doubt(work, received->members[i],
				"one of the group handed in, but most groups handed in several "
				"submissions; " NOT_TEAMS))
			return -1;
	drop_members(&draft->received);
	return 0;
}

int match_groups(struct work *work)
{
	AUTO_HOLDINGS struct holdings own = {0};
	AUTO_HOLDINGS struct holdings any = {0};
	size_t several = 0, shared = 0;

	if (holdings_find(&own, work, HOLDING_OWN) || holdings_find(&any, work, HOLDING_ANY))
		return -1;
	for (size_t i = 0; i < work->draft_count; i++) {
		const size_t count = find_several(work, &work->drafts[i], &own, &any);
		if (count && refuse_several(work, &work->drafts[i], count))
			return -1;
	}
	/* A second pass, now that all drafts are known. */
	for (size_t i = 0; i < work->draft_count; i++) {
		several += work->drafts[i].received.is_one_of_several;
		if (work->drafts[i].received.is_one_of_several)
			drop_members(&work->drafts[i].received);
		else
			shared += is_shared(work, &work->drafts[i]);
	}
	/* Tutorial groups: in a small one, only one person may have submitted. */
	for (size_t i = 0; several > shared && i < work->draft_count; i++)
		if (is_shared(work, &work->drafts[i]) &&
			refuse_sharing(work, &work->drafts[i], &own))
			return -1;
	return 0;
}
