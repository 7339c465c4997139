/* SPDX-License-Identifier: MIT */
/* Groups: one submission for all members. */
#include "people.h"

#include <stdlib.h>
#include <string.h>

static const char *ending_of(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot ? dot : "";
}

/* In a folder of files a file is named after its student, so only the ending is compared. */
static bool has_same_files(const struct draft *a, const struct draft *b)
{
	const struct as_received *first = &a->received, *second = &b->received;

	if (!a->is_by_stem || !b->is_by_stem || first->file_count != 1 || second->file_count != 1)
		return strcmp(first->digest, second->digest) == 0;
	return strcmp(first->files[0].digest, second->files[0].digest) == 0 &&
	       strcmp(ending_of(first->files[0].name), ending_of(second->files[0].name)) == 0;
}

/* True if another member of the draft's group submitted something else. Copies are equal. */
static bool differ(const struct draft *draft, const struct draft *other)
{
	return !draft->is_dropped && !other->is_dropped && draft->received.person != SIZE_MAX &&
	       other->received.person != SIZE_MAX &&
	       other->received.person != draft->received.person &&
	       (received_has(&draft->received, other->received.person) ||
		       received_has(&other->received, draft->received.person)) &&
	       !has_same_files(draft, other);
}

static void compare(
	struct work *work, struct draft *draft, const struct holdings *holdings, size_t person)
{
	for (size_t i = holdings->first[person]; i < holdings->first[person + 1]; i++)
		draft->received.is_one_of_several |=
			differ(draft, &work->drafts[holdings->drafts[i]]);
}

/* The number of submissions of the members. marks[i] becomes `mark` for each draft i of them. */
static size_t count_several(
	const struct as_received *received, const struct holdings *any, size_t *marks, size_t mark)
{
	size_t count = 0;

	for (size_t i = 0; i < received->member_count; i++) {
		const size_t person = received->members[i];
		for (size_t k = any->first[person]; k < any->first[person + 1]; k++) {
			count += marks[any->drafts[k]] != mark;
			marks[any->drafts[k]] = mark;
		}
	}
	return count;
}

/* Finds out if the draft is one of several submissions of its members. Returns the number of these
 * submissions; 0: the draft is the only one. `marks` has a number for each draft, at first 0. */
static size_t find_several(struct work *work, size_t index, const struct holdings *own,
	const struct holdings *any, size_t *marks)
{
	struct draft *draft = &work->drafts[index];
	const struct as_received *received = &draft->received;

	if (draft->is_dropped || received->person == SIZE_MAX)
		return 0;
	compare(work, draft, any, received->person);
	for (size_t i = 0; i < received->member_count; i++)
		compare(work, draft, own, received->members[i]);
	return received->is_one_of_several ? count_several(received, any, marks, index + 1) : 0;
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
	if (!group)
		return draft_find_fault(work, draft, AS_FINDING_ERROR,
			"is one of %zu submissions, together or alone, of students who handed in "
			"together, so none of them gets a mark; keep one for each student",
			count);
	return draft_find_fault(work, draft, AS_FINDING_ERROR,
		"is one of %zu submissions of group '%s', so no member gets a mark; keep one of "
		"them, or, " NOT_TEAMS,
		count, group);
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

/* Of the groups of the column that handed in. */
struct group_counts {
	size_t several, shared; /* with several submissions, with one for all members */
};

/* Only members who handed in get the marks of the submission; a copy also counts. */
static int refuse_sharing(struct work *work, struct draft *draft, const struct holdings *own,
	const struct group_counts *counts)
{
	struct as_received *received = &draft->received;
	size_t kept = 0;

	for (size_t i = 0; i < received->member_count; i++) {
		const size_t member = received->members[i];
		if (holdings_count(own, member) > 0)
			received->members[kept++] = member;
		else if (people_doubt(work, member,
				 "a member of the group handed in, but %zu of %zu groups handed in "
				 "several submissions; " NOT_TEAMS,
				 counts->several, counts->several + counts->shared))
			return -1;
	}
	received->member_count = kept;
	return 0;
}

/* ---- copies in a group ---- */

/* True if both are the submission of one group. */
static bool are_same(const struct draft *a, const struct draft *b)
{
	const struct as_received *first = &a->received, *second = &b->received;

	return !a->is_dropped && !b->is_dropped && first->person != second->person &&
	       first->attempt == second->attempt && received_has(first, second->person) &&
	       received_has(second, first->person) && has_same_files(a, b);
}

/* The group handed in when its first member did. */
static int drop_copy(struct work *work, struct draft *kept, struct draft *copy)
{
	received_set_time(&kept->received, copy->received.time_source, copy->received.time_s);
	kept->received.is_marked_late &= copy->received.is_marked_late;
	copy->is_dropped = true;
	return draft_find_fault(work, copy, AS_FINDING_INFO,
		"has the same files as '%s' of the same group, and counts as the same submission",
		kept->received.path);
}

/* Some platforms export the files of a team once for each member. */
static int merge_copies(struct work *work, const struct holdings *own, struct draft *kept)
{
	const struct as_received *received = &kept->received;

	for (size_t i = 0; !kept->is_dropped && i < received->member_count; i++) {
		const size_t member = received->members[i];
		for (size_t k = own->first[member]; k < own->first[member + 1]; k++) {
			struct draft *copy = &work->drafts[own->drafts[k]];
			if (are_same(kept, copy) && drop_copy(work, kept, copy))
				return -1;
		}
	}
	return 0;
}

/* A group is known by its first member. */
static int count_groups(const struct work *work, struct group_counts *counts)
{
	AS_AUTO_FREE bool *seen = calloc(work->out->person_count + 1, sizeof(*seen));

	if (!seen)
		return as_error_no_memory(work->error);
	for (size_t i = 0; i < work->draft_count; i++) {
		const struct draft *draft = &work->drafts[i];
		const struct as_received *received = &draft->received;
		const bool is_several = received->is_one_of_several && !draft->is_dropped;
		if ((!is_several && !is_shared(work, draft)) || seen[received->members[0]] ||
			!work->out->persons[received->person].group)
			continue;
		seen[received->members[0]] = true;
		counts->several += is_several;
		counts->shared += !is_several;
	}
	return 0;
}

int match_groups(struct work *work)
{
	AUTO_HOLDINGS struct holdings own = {0};
	AUTO_HOLDINGS struct holdings any = {0};
	AS_AUTO_FREE size_t *marks = calloc(work->draft_count + 1, sizeof(*marks));
	struct group_counts counts = {0};

	if (!marks)
		return as_error_no_memory(work->error);
	if (holdings_find(&own, work, HOLDING_OWN) || holdings_find(&any, work, HOLDING_ANY))
		return -1;
	for (size_t i = 0; i < work->draft_count; i++) {
		const size_t count = find_several(work, i, &own, &any, marks);
		if (count && refuse_several(work, &work->drafts[i], count))
			return -1;
	}
	/* Now that all drafts are known. */
	if (count_groups(work, &counts))
		return -1;
	for (size_t i = 0; i < work->draft_count; i++)
		if (work->drafts[i].received.is_one_of_several)
			drop_members(&work->drafts[i].received);
	for (size_t i = 0; i < work->draft_count; i++)
		if (merge_copies(work, &own, &work->drafts[i]))
			return -1;
	/* Tutorial groups: in a small one, only one person may have submitted. */
	for (size_t i = 0;
		counts.several && counts.several >= counts.shared && i < work->draft_count; i++)
		if (is_shared(work, &work->drafts[i]) &&
			refuse_sharing(work, &work->drafts[i], &own, &counts))
			return -1;
	return 0;
}
