/* SPDX-License-Identifier: MIT */
/*
 * Submissions, judgements with their runs, and clarifications in the feed. All of the jury see them
 * alike, so there are three sides: the jury, the team that owns the object, and all others. The
 * last state for a side is a number; 0: nothing was shown.
 */
#include "feed.h"

enum { JURY, OWNER, OTHERS, SIDES };

static const uint8_t side_audiences[SIDES] = {
	AS_API_JURY, AS_API_BIT(AS_API_OWNER), AS_API_BIT(AS_API_OTHERS)};

struct sides {
	struct as_api_view views[SIDES];
	uint32_t team;
};

static struct sides sides_of(const struct as_api_feed_writer *to, uint32_t team)
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

/* Grows an array to `count` objects; new ones are 0. */
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

/* A side's view of a judgement. */
enum { HIDDEN, BEGUN, BEGUN_CURRENT, ENDED, ENDED_CURRENT };
#define NUMBER_BITS 4
#define NUMBER_MASK 7u
#define RUNS_BIT 8u /* its runs, too */

static bool is_current(unsigned number)
{
	return number == BEGUN_CURRENT || number == ENDED_CURRENT;
}

static unsigned judgement_number(const struct as_api_view *view, size_t judgement)
{
	if (!as_api_sees_judgement(view, judgement))
		return HIDDEN;
	const struct as_api_stage stage = as_api_stage(view, judgement);
	return (stage.ended ? ENDED : BEGUN) + stage.is_current;
}

/* A judgement, with the last and current views of the sides. */
struct judgement {
	size_t index;
	const struct as_contest_judgement *of;
	size_t run_count; /* number of its runs then */
	unsigned was[SIDES], is[SIDES];
	bool saw_runs[SIDES], sees_runs[SIDES];
};

static struct judgement read_judgement(
	const struct as_api_feed_writer *to, const struct sides *sides, size_t index)
{
	struct judgement one = {.index = index,
		.of = as_contest_log_judgement(to->log, index),
		.run_count = to->feed->shown.runs[index]};

	for (int side = 0; side < SIDES; side++) {
		const unsigned shown = to->feed->shown.judgements[index] >> (side * NUMBER_BITS);
		one.was[side] = shown & NUMBER_MASK;
		one.saw_runs[side] = shown & RUNS_BIT;
		if (!has_side(sides, side))
			continue;
		one.is[side] = judgement_number(&sides->views[side], index);
		one.sees_runs[side] =
			one.is[side] != HIDDEN && as_api_sees_runs(&sides->views[side], index);
	}
	return one;
}

static void keep_judgement(const struct as_api_feed_writer *to, const struct judgement *one)
{
	unsigned shown = 0;

	for (int side = 0; side < SIDES; side++)
		shown |= (one->is[side] | (one->sees_runs[side] ? RUNS_BIT : 0))
			 << (side * NUMBER_BITS);
	to->feed->shown.judgements[one->index] = (uint16_t)shown;
	to->feed->shown.runs[one->index] = (uint32_t)one->of->run_count;
}

/* ---- runs ---- */

/* True if run `run` is the last one of its test among the runs before `end`, and not withdrawn. */
static bool is_valid_before(const struct as_contest_judgement *of, size_t run, size_t end)
{
	if (of->runs[run].is_withdrawn)
		return false;
	if (!of->runs[run].is_replaced)
		return true;
	for (size_t i = run + 1; i < end; i++)
		if (of->runs[i].test == of->runs[run].test)
			return false;
	return true;
}

/* A range of runs of a judgement: from `first` to `end` the valid ones; if `withdrawn`, also the
 * withdrawn ones. */
struct range {
	size_t first, end;
	bool withdrawn;
};

static bool is_in(const struct judgement *one, const struct range *range, size_t run)
{
	return run < range->end && (is_valid_before(one->of, run, range->end) ||
					   (range->withdrawn && one->of->runs[run].is_withdrawn &&
						   !one->of->runs[run].is_replaced));
}

/* Adds entries for the range. `entry.with_begin`: the first entry says that the judgement began. */
static int show_runs(const struct as_api_feed_writer *to, const struct judgement *one,
	struct as_api_entry entry, struct range range)
{
	size_t first = range.first;

	entry.kind = AS_API_RUNS;
	while (entry.audiences && first < range.end) {
		size_t after = first;
		while (is_in(one, &range, after))
			after++;
		entry.first_run = (uint32_t)first;
		entry.line_count = (uint32_t)(after - first) + (after > first && entry.with_begin);
		if (as_api_feed_add(to, entry))
			return -1;
		entry.with_begin &= after == first;
		first = after + 1;
	}
	return 0;
}

/* The sides that are in `in` but not in `out`. */
static uint8_t sides_but(const bool in[SIDES], const bool out[SIDES])
{
	uint8_t audiences = 0;

	for (int side = 0; side < SIDES; side++)
		if (in[side] && !out[side])
			audiences |= side_audiences[side];
	return audiences;
}

static int hide_runs(
	const struct as_api_feed_writer *to, const struct judgement *one, struct as_api_entry entry)
{
	entry.audiences = sides_but(one->saw_runs, one->sees_runs);
	entry.is_deleted = true;
	return show_runs(to, one, entry, (struct range){0, one->run_count, false});
}

/* Sides that see runs for the first time get all of them. If such a side did not see the judgement
 * begin, it gets that line first, because a run refers to its judgement. The other sides get the
 * new runs. */
static int show_new_runs(const struct as_api_feed_writer *to, const struct judgement *one,
	struct as_api_entry entry, bool is_moved)
{
	bool begins[SIDES], again[SIDES], more[SIDES];
	const bool none[SIDES] = {false};
	const size_t count = one->of->run_count;
	const struct range all = {0, count, false};

	for (int side = 0; side < SIDES; side++) {
		const bool sees_all = one->sees_runs[side] && (is_moved || !one->saw_runs[side]);
		begins[side] = sees_all && one->was[side] == HIDDEN && one->is[side] >= ENDED;
		again[side] = sees_all && !begins[side];
		more[side] = one->sees_runs[side] && !sees_all;
	}
	entry.audiences = sides_but(again, none);
	if (show_runs(to, one, entry, all))
		return -1;
	entry.audiences = sides_but(more, none);
	if (show_runs(to, one, entry, (struct range){one->run_count, count, true}))
		return -1;
	entry.audiences = sides_but(begins, none);
	entry.with_begin = true;
	return show_runs(to, one, entry, all);
}

/* ---- judgements ---- */

static uint8_t sides_with(const struct judgement *one, unsigned number, bool is_moved)
{
	uint8_t audiences = 0;

	for (int side = 0; side < SIDES; side++)
		if (one->is[side] == number &&
			(one->was[side] != number || (is_moved && number != HIDDEN)))
			audiences |= side_audiences[side];
	return audiences;
}

static int show_stages(const struct as_api_feed_writer *to, const struct judgement *one,
	struct as_api_entry entry, unsigned from, unsigned to_number, bool is_moved)
{
	for (unsigned number = from; number <= to_number; number++) {
		entry.audiences = sides_with(one, number, is_moved);
		entry.is_deleted = number == HIDDEN;
		entry.ended = number >= ENDED;
		entry.is_current = is_current(number);
		if (as_api_feed_add(to, entry))
			return -1;
	}
	return 0;
}

/* The beginning comes before the runs. The end, or that the judgement was hidden, comes after them.
 */
static int show_judgement(const struct as_api_feed_writer *to, const struct judgement *one,
	uint32_t team, bool is_moved)
{
	const struct as_api_entry entry = {.kind = AS_API_JUDGEMENT,
		.line_count = 1,
		.team = team,
		.index = (uint32_t)one->index};

	if (hide_runs(to, one, entry) ||
		show_stages(to, one, entry, BEGUN, BEGUN_CURRENT, is_moved) ||
		show_new_runs(to, one, entry, is_moved) ||
		show_stages(to, one, entry, HIDDEN, HIDDEN, is_moved) ||
		show_stages(to, one, entry, ENDED, ENDED_CURRENT, is_moved))
		return -1;
	keep_judgement(to, one);
	return 0;
}

static bool ceases(const struct judgement *one)
{
	for (int side = 0; side < SIDES; side++)
		if (is_current(one->was[side]) && !is_current(one->is[side]))
			return true;
	return false;
}

/* At most one judgement of a submission is current at any time, so the judgements that cease to be
 * current are written first. A withdrawn ruling makes an earlier one current again. */
static int show_judgements(const struct as_api_feed_writer *to, const struct sides *sides,
	const struct as_contest_submission *submission, bool is_moved)
{
	const size_t count = submission->judgement_count;

	for (size_t i = 0; i < 2 * count; i++) {
		const struct judgement one =
			read_judgement(to, sides, submission->judgements[i % count]);
		if ((i >= count || ceases(&one)) &&
			show_judgement(
				to, &one, (uint32_t)submission->team, is_moved && i >= count))
			return -1;
	}
	return 0;
}

/* ---- submissions ---- */

static int grow_for_submissions(const struct as_api_feed_writer *to)
{
	struct as_api_feed *feed = to->feed;

	if (grow_numbers((void **)&feed->shown.submissions, &feed->shown.submission_count,
		    as_contest_log_submission_count(to->log), sizeof(*feed->shown.submissions),
		    to->error))
		return -1;
	if (grow_numbers((void **)&feed->shown.judgements, &feed->shown.judgement_count,
		    as_contest_log_judgement_count(to->log), sizeof(*feed->shown.judgements),
		    to->error))
		return -1;
	return grow_numbers((void **)&feed->shown.runs, &feed->shown.run_count,
		as_contest_log_judgement_count(to->log), sizeof(*feed->shown.runs), to->error);
}

/* A new submission comes before its judgements; a hidden one is withdrawn after them. */
int as_api_feed_show_submission(
	const struct as_api_feed_writer *to, size_t submission, bool is_moved)
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

/* The state of a clarification that a side was last shown; equal for all teams that it concerns. */
enum { UNSEEN, WITHOUT_PROBLEM, WITH_PROBLEM };
#define CLARIFICATION_BITS 2
#define CLARIFICATION_MASK 3u

/* True if the audience is the author or a recipient of the clarification. */
static bool concerns(const struct as_contest_log *log, size_t clarification, size_t team)
{
	return as_contest_log_clarification(log, clarification)->from_team == team ||
	       as_contest_log_is_recipient(log, clarification, team);
}

static unsigned number_of(const struct as_api_view *view, size_t clarification)
{
	if (!as_api_sees_clarification(view, clarification))
		return UNSEEN;
	return as_contest_log_clarification(view->log, clarification)->problem == AS_CONTEST_NONE ||
			       as_api_sees_problems(view)
		       ? WITH_PROBLEM
		       : WITHOUT_PROBLEM;
}

/* For OWNER: of the teams that it concerns, unless it is for all, and the public sees it, too. */
static unsigned clarification_number(const struct sides *sides, int side, size_t clarification)
{
	const struct as_api_view *view = &sides->views[side];
	const struct as_contest_clarification *of =
		as_contest_log_clarification(view->log, clarification);

	if (side != OWNER)
		return number_of(view, clarification);
	if (of->is_to_all)
		return as_contest_log_hides_results(view->log) ? WITH_PROBLEM : UNSEEN;
	return of->problem == AS_CONTEST_NONE || as_api_sees_problems(view) ? WITH_PROBLEM
									    : WITHOUT_PROBLEM;
}

static int add_clarification(const struct as_api_feed_writer *to, size_t clarification,
	unsigned number, uint8_t audiences, uint32_t team)
{
	return as_api_feed_add(to, (struct as_api_entry){.kind = AS_API_CLARIFICATION,
					   .audiences = audiences,
					   .is_deleted = number == UNSEEN,
					   .with_problem = number == WITH_PROBLEM,
					   .line_count = 1,
					   .team = team,
					   .index = (uint32_t)clarification});
}

/* Adds an entry per team that the clarification concerns, because an entry has one owner. */
static int add_to_owner(const struct as_api_feed_writer *to, size_t clarification, size_t team)
{
	const struct as_api_view view = as_api_audience_view(to, AS_API_OWNER, (uint32_t)team);

	return add_clarification(to, clarification, number_of(&view, clarification),
		AS_API_BIT(AS_API_OWNER), (uint32_t)team);
}

static bool is_hidden_from_others(const struct as_api_feed_writer *to, size_t clarification)
{
	const struct as_api_view others = as_api_audience_view(to, AS_API_OTHERS, AS_API_NO_TEAM);

	return number_of(&others, clarification) == UNSEEN;
}

/* A team sees it, and the public does not: one for the team, or for all that have started. */
static bool is_owners(const struct as_api_feed_writer *to, size_t clarification, size_t team)
{
	return as_contest_log_clarification(to->log, clarification)->is_to_all
		       ? is_hidden_from_others(to, clarification) &&
				 as_contest_log_start_of(to->log, team).wall_ms != AS_NEVER_MS
		       : concerns(to->log, clarification, team);
}

static int add_to_owners(const struct as_api_feed_writer *to, size_t clarification)
{
	const size_t count = as_contest_log_team_count(to->log);

	for (size_t team = 0; team < count; team++)
		if (is_owners(to, clarification, team) && add_to_owner(to, clarification, team))
			return -1;
	return 0;
}

int as_api_feed_show_clarification(
	const struct as_api_feed_writer *to, size_t clarification, bool is_moved)
{
	struct as_api_feed *feed = to->feed;
	const struct sides sides = sides_of(to, AS_API_NO_TEAM);
	uint8_t shown = 0;

	if (grow_numbers((void **)&feed->shown.clarifications, &feed->shown.clarification_count,
		    as_contest_log_clarification_count(to->log),
		    sizeof(*feed->shown.clarifications), to->error))
		return -1;
	for (int side = 0; side < SIDES; side++) {
		const int shift = side * CLARIFICATION_BITS;
		const unsigned was = feed->shown.clarifications[clarification] >> shift &
				     CLARIFICATION_MASK,
			       is = clarification_number(&sides, side, clarification);
		shown |= (uint8_t)(is << shift);
		if (was == is && !(is_moved && is != UNSEEN))
			continue;
		if (side == OWNER ? add_to_owners(to, clarification)
				  : add_clarification(to, clarification, is, side_audiences[side],
					    AS_API_NO_TEAM))
			return -1;
	}
	feed->shown.clarifications[clarification] = shown;
	return 0;
}

/* Only the jury sees who deals with a question. */
int as_api_feed_show_question(const struct as_api_feed_writer *to, size_t clarification)
{
	const unsigned number =
		to->feed->shown.clarifications[clarification] >> (JURY * CLARIFICATION_BITS) &
		CLARIFICATION_MASK;

	return number == UNSEEN ? 0
				: add_clarification(to, clarification, number, side_audiences[JURY],
					  AS_API_NO_TEAM);
}

/* Shows a team that registered the clarifications to its groups. */
int as_api_feed_show_clarifications_to(const struct as_api_feed_writer *to, size_t team)
{
	for (size_t i = 0; i < to->feed->shown.clarification_count; i++) {
		const unsigned number =
			to->feed->shown.clarifications[i] >> (OWNER * CLARIFICATION_BITS) &
			CLARIFICATION_MASK;
		if (number != UNSEEN && is_owners(to, i, team) && add_to_owner(to, i, team))
			return -1;
	}
	return 0;
}

/* ---- a team's own start ---- */

int as_api_feed_show_start(const struct as_api_feed_writer *to, size_t team)
{
	int result = 0;

	for (size_t i = as_contest_log_last_submission(to->log, team);
		i != AS_CONTEST_NONE && !result;
		i = as_contest_log_submission(to->log, i)->previous)
		result = as_api_feed_show_submission(to, i, true) ||
			 as_api_feed_show_first(to, as_contest_log_submission(to->log, i)->problem);
	if (!as_contest_log_hides_results(to->log) || result)
		return result ? -1 : 0;
	for (size_t i = 0; i < to->feed->shown.clarification_count && !result; i++) {
		const struct as_contest_clarification *of =
			as_contest_log_clarification(to->log, i);
		if (of->is_to_all ? is_hidden_from_others(to, i)
				  : of->problem != AS_CONTEST_NONE && concerns(to->log, i, team))
			result = add_to_owner(to, i, team);
	}
	return result || as_api_feed_show_problems_to(to, team) ? -1 : 0;
}

/* ---- all objects ---- */

int as_api_feed_show_live(const struct as_api_feed_writer *to, bool is_moved)
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
