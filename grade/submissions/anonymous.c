/* SPDX-License-Identifier: MIT */
/*
 * Canvas' export of an assignment with anonymous grading: each file is named by an id that Canvas
 * made for this assignment. The gradebook does not have these ids, so nobody of it can be found.
 */
#include "draft.h"

/* The first anonymous draft of somebody who is in no list; NULL: there is none, or a list has such
 * ids. */
static const struct draft *find_unlisted(const struct work *work)
{
	const struct draft *found = NULL;

	for (size_t i = 0; i < work->draft_count; i++) {
		const struct draft *draft = &work->drafts[i];
		if (!draft->is_anonymous || draft->received.person == SIZE_MAX)
			continue;
		if (work->out->persons[draft->received.person].line > 0)
			return NULL;
		found = found ? found : draft;
	}
	return found;
}

int anonymous_check(struct work *work)
{
	const struct as_submissions_order *order = work->order;
	const struct draft *draft = find_unlisted(work);

	if (!draft)
		return 0;
	if (order->sheet || order->roster)
		return as_error_at(work->error, AS_ERROR_INPUT, order->path, 0, 0,
			"is an anonymous export of Canvas: its ids ('%s') are not names, and are "
			"not in the %s; export again without anonymous grading, or run without "
			"--fill "
			"and --roster to get marks by these ids",
			work->out->persons[draft->received.person].id,
			order->sheet ? "gradebook" : "roster");
	return as_submissions_report(work->out, SIZE_MAX, AS_FINDING_WARNING, order->path,
		work->error,
		"is an anonymous export of Canvas: its ids ('%s') are not names, and the marks "
		"cannot be filled into a gradebook with names",
		work->out->persons[draft->received.person].id);
}
