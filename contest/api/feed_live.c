/* SPDX-License-Identifier: MIT */
/*
 * Submissions, judgements with their runs, and clarifications in the feed. They are seen alike by
 * all of the jury; so there are three sides: the jury, the team that the object belongs to, and all
 * others. What a side was shown last is a number: 0, nothing.
 */
#include "feed.h"

enum { JURY, OWNER, OTHERS, SIDES };

static const uint8_t side_audiences[SIDES] = {
	AS_API_JURY, AS_API_BIT(AS_API_OWNER), AS_API_BIT(AS_API_OTHERS)};

struct sides {
	struct as_api_view views[SIDES];
	uint32_t team;
};

static struct sides sides_of(const struct as_api_adding *to, uint32_t team)
{
	struct sides sides = {.team = team};

	sides.views[JURY] = as_api_audience_view(to, AS_API_ADMIN, team);
	sides.views[OWNER] = as_api_audience_view(to, AS_API_OWNER, team);
	sides.views[OTHERS] = as_api_audience_view(to, AS_API_OTHERS, team);
	return sides;
}

static bool has_side(const struct sides *sides, int side)
{
	return side != OWNER || sides->team != AS_API_NO_TEAM;
}

/* Makes room for the numbers of `count` objects; new ones are 0. */
static int grow_numbers(
	void **numbers, size_t *count, size_t wanted, size_t size, struct as_error *error)
{
	while (*count < wanted) {
		void *grown = as_array_grow(*numbers, *count, size, error);
		if (!grown)
			return -1;
		*numbers = grown;
		for (size_t i = 0; i < size; i++)
			((char *)grown)[*count * size + i] = 0;
		(*count)++;
	}
	return 0;
}

/* ---- runs ---- */

static int show_runs(const struct as_api_adding *to, struct as_api_entry entry, uint8_t audiences,
	bool is_deleted)
{
	entry.kind = AS_API_RUNS;
	entry.audiences = audiences;
	entry.is_deleted = is_deleted;
	entry.line_count = (uint32_t)as_contest_log_judgement(to->log, entry.index)->run_count;
	return as_api_feed_add(to, entry);
}

/* ---- judgements ---- */

/* What a side sees of a judgement: that it began or ended, and whether it is current. */
enum { HIDDEN, BEGUN, BEGUN_CURRENT, ENDED, ENDED_CURRENT };
#define NUMBER_BITS 4
#define NUMBER_MASK 15u

static unsigned judgement_number(const struct as_api_view *view, size_t judgement)
{
	if (!as_api_sees_judgement(view, judgement))
		return HIDDEN;
	const struct as_api_stage stage = as_api_stage(view, judgement);
	return (stage.ended ? ENDED : BEGUN) + stage.is_current;
}

/* A judgement, and what the sides were shown and see of it. */
struct judgement {
	size_t index;
	unsigned was[SIDES], is[SIDES];
	bool sees_runs[SIDES];
};

static struct judgement read_judgement(
	const struct as_api_adding *to, const struct sides *sides, size_t index)
{
	struct judgement one = {.index = index};

	for (int side = 0; side < SIDES; side++) {
		one.was[side] =
			to->feed->shown.judgements[index] >> (side * NUMBER_BITS) & NUMBER_MASK;
		if (!has_side(sides, side))
			continue;
		one.is[side] = judgement_number(&sides->views[side], index);
		one.sees_runs[side] = as_api_sees_runs(&sides->views[side], index);
	}
	return one;
}

static uint8_t sides_with(const struct judgement *one, unsigned number, bool is_moved)
{
	uint8_t audiences = 0;

	for (int side = 0; side < SIDES; side++)
		if (one->is[side] == number &&
			(one->was[side] != number || (is_moved && number != HIDDEN)))
			audiences |= side_audiences[side];
	return audiences;
}

/* Those that see runs now which they were not shown. */
static uint8_t sides_of_new_runs(const struct judgement *one, bool is_moved)
{
	uint8_t audiences = 0;

	for (int side = 0; side < SIDES; side++)
		if (one->sees_runs[side] && one->is[side] >= ENDED &&
			(one->was[side] < ENDED || is_moved))
			audiences |= side_audiences[side];
	return audiences;
}

static uint8_t sides_of_old_runs(const struct judgement *one)
{
	uint8_t audiences = 0;

	for (int side = 0; side < SIDES; side++)
		if (one->sees_runs[side] && one->is[side] == HIDDEN && one->was[side] >= ENDED)
			audiences |= side_audiences[side];
	return audiences;
}

static int show_judgement(
	const struct as_api_adding *to, const struct judgement *one, uint32_t team, bool is_moved)
{
	struct as_api_entry entry = {.kind = AS_API_JUDGEMENT,
		.line_count = 1,
		.team = team,
		.index = (uint32_t)one->index};
	uint16_t shown = 0;

	if (show_runs(to, entry, sides_of_old_runs(one), true) ||
		show_runs(to, entry, sides_of_new_runs(one, is_moved), false))
		return -1;
	for (unsigned number = HIDDEN; number <= ENDED_CURRENT; number++) {
		entry.audiences = sides_with(one, number, is_moved);
		entry.is_deleted = number == HIDDEN;
		entry.ended = number >= ENDED;
		entry.is_current = number == BEGUN_CURRENT || number == ENDED_CURRENT;
		if (as_api_feed_add(to, entry))
			return -1;
	}
	for (int side = 0; side < SIDES; side++)
		shown |= (uint16_t)(one->is[side] << (side * NUMBER_BITS));
	to->feed->shown.judgements[one->index] = shown;
	return 0;
}

/* At most one judgement of a submission is current at any time. The log never makes an earlier one
 * current again, so those that are no longer current are written before the one that is. */
static int show_judgements(const struct as_api_adding *to, const struct sides *sides,
	const struct as_contest_submission *submission, bool is_moved)
{
	for (size_t i = 0; i < submission->judgement_count; i++) {
		const struct judgement one = read_judgement(to, sides, submission->judgements[i]);
		if (show_judgement(to, &one, (uint32_t)submission->team, is_moved))
			return -1;
	}
	return 0;
}

/* ---- submissions ---- */

static int grow_for_submissions(const struct as_api_adding *to)
{
	struct as_api_feed *feed = to->feed;

	if (grow_numbers((void **)&feed->shown.submissions, &feed->shown.submission_count,
		    as_contest_log_submission_count(to->log), sizeof(*feed->shown.submissions),
		    to->error))
		return -1;
	return grow_numbers((void **)&feed->shown.judgements, &feed->shown.judgement_count,
		as_contest_log_judgement_count(to->log), sizeof(*feed->shown.judgements),
		to->error);
}

/* What is new comes before its judgements, what is hidden again after them. */
int as_api_feed_show_submission(const struct as_api_adding *to, size_t submission, bool is_moved)
{
	const struct as_contest_submission *of = as_contest_log_submission(to->log, submission);
	const struct sides sides = sides_of(to, (uint32_t)of->team);
	struct as_api_entry entry = {.kind = AS_API_SUBMISSION,
		.line_count = 1,
		.team = sides.team,
		.index = (uint32_t)submission};
	uint8_t now = 0, gone = 0;

	if (grow_for_submissions(to))
		return -1;
	const uint8_t was = to->feed->shown.submissions[submission];
	for (int side = 0; side < SIDES; side++) {
		const bool sees = as_api_sees_submission(&sides.views[side], submission);
		now |= sees ? side_audiences[side] : 0;
		gone |= !sees ? was & side_audiences[side] : 0;
	}
	entry.audiences = is_moved ? now : (uint8_t)(now & ~was);
	if (as_api_feed_add(to, entry) || show_judgements(to, &sides, of, is_moved))
		return -1;
	entry.audiences = gone;
	entry.is_deleted = true;
	to->feed->shown.submissions[submission] = now;
	return as_api_feed_add(to, entry);
}

/* ---- clarifications ---- */

static unsigned clarification_number(const struct as_api_view *view, size_t clarification)
{
	const struct as_contest_clarification *of =
		as_contest_log_clarification(view->log, clarification);

	if (!as_api_sees_clarification(view, clarification))
		return 0;
	return of->problem == AS_CONTEST_NONE || as_api_sees_problems(view) ? 2 : 1;
}

static uint32_t clarification_team(const struct as_contest_clarification *of)
{
	if (of->from_team != AS_CONTEST_NONE)
		return (uint32_t)of->from_team;
	return of->to_team == AS_CONTEST_NONE ? AS_API_NO_TEAM : (uint32_t)of->to_team;
}

int as_api_feed_show_clarification(
	const struct as_api_adding *to, size_t clarification, bool is_moved)
{
	struct as_api_feed *feed = to->feed;
	const struct sides sides = sides_of(
		to, clarification_team(as_contest_log_clarification(to->log, clarification)));
	uint8_t audiences[3] = {0}, shown = 0;

	if (grow_numbers((void **)&feed->shown.clarifications, &feed->shown.clarification_count,
		    as_contest_log_clarification_count(to->log),
		    sizeof(*feed->shown.clarifications), to->error))
		return -1;
	for (int side = 0; side < SIDES; side++) {
		const unsigned was = feed->shown.clarifications[clarification] >> (2 * side) & 3,
			       is = has_side(&sides, side)
					    ? clarification_number(
						      &sides.views[side], clarification)
					    : 0;
		if (was != is || (is_moved && is))
			audiences[is] |= side_audiences[side];
		shown |= (uint8_t)(is << (2 * side));
	}
	feed->shown.clarifications[clarification] = shown;
	for (int number = 0; number < 3; number++)
		if (as_api_feed_add(to, (struct as_api_entry){.kind = AS_API_CLARIFICATION,
						.audiences = audiences[number],
						.is_deleted = number == 0,
						.with_problem = number == 2,
						.line_count = 1,
						.team = sides.team,
						.index = (uint32_t)clarification}))
			return -1;
	return 0;
}

/* ---- all ---- */

int as_api_feed_show_live(const struct as_api_adding *to, bool is_moved)
{
	const size_t submission_count = as_contest_log_submission_count(to->log),
		     clarification_count = as_contest_log_clarification_count(to->log);
	int result = 0;

	for (size_t i = 0; i < submission_count && !result; i++)
		result = as_api_feed_show_submission(to, i, is_moved);
	for (size_t i = 0; i < clarification_count && !result; i++)
		result = as_api_feed_show_clarification(to, i, is_moved);
	return result;
}
