/* SPDX-License-Identifier: MIT */
/* Matches submissions with persons, and finds groups. */
#include "match.h"
#include "fold.h"
#include "gradescope.h"
#include "identity.h"
#include "junk.h"
#include "people.h"
#include "source_name.h"

#include <string.h>

/* ---- owners ---- */

/* 1 if a group has this name; its members are then those of the draft. */
static int match_group(struct work *work, struct draft *draft, const char *name)
{
	size_t person;

	if (people_of_group(work, name ? name : "", fold_same_words, &person))
		return -1;
	if (person == SIZE_MAX)
		return 0;
	return match_put_members(work, &draft->received, person) ? -1 : 1;
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

	if (person == SIZE_MAX || match_put_members(work, &draft->received, person))
		return -1;
	return is_listed ? draft_find_fault(work, draft, AS_FINDING_WARNING,
				   "belongs to nobody in the class: '%s'",
				   work->out->persons[person].id)
			 : 0;
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
	return match_set_number(work, match->person, claim)
		       ? -1
		       : match_put_members(work, &draft->received, match->person);
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
		return match_report_ambiguous(work, draft, claim, &match);
	if (match.count == 1)
		return match_one(work, draft, claim, &match);
	const int is_group = match_group(work, draft, match_text_of(claim));
	if (is_group)
		return is_group < 0 ? -1 : 0;
	const int is_ilias = match_ilias_draft(work, draft, claim);
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
		if (work->drafts[i].is_of_team &&
			match_put_members(work, received, received->person))
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
