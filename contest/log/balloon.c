/* SPDX-License-Identifier: MIT */
/*
 * Balloons. Only handings are events. Which balloons there are follows from the submissions each
 * time it is asked, so a rejudging, an ignored submission, a freeze and a thaw need no event.
 */
#include "append.h"
#include "decide.h"
#include "event.h"

#include <assay/base/fit.h>
#include <string.h>

/* ---- the list ---- */

/* A team and a problem. */
struct cell {
	size_t handing; /* the index of the last one + 1; 0: none */
	bool is_solved;
};

struct ledger {
	const struct as_contest_log *log;
	struct cell *cells; /* by team, then by problem */
	uint64_t *counts;   /* balloons of a team */
	struct as_contest_balloons *balloons;
};

static void ledger_clear(struct ledger *ledger)
{
	free(ledger->cells);
	free(ledger->counts);
}

static struct cell *cell_of(const struct ledger *ledger, size_t team, size_t problem)
{
	return &ledger->cells[team * ledger->log->contest->problem_count + problem];
}

static bool is_delivered(const struct ledger *ledger, const struct cell *cell)
{
	return cell->handing > 0 &&
	       ledger->log->state.extras.hall.handings[cell->handing - 1].kind ==
		       AS_CONTEST_BALLOON_DELIVER;
}

static int balloon_put(
	struct ledger *ledger, size_t team, size_t problem, int64_t time_ms, struct as_error *error)
{
	struct as_contest_balloons *list = ledger->balloons;
	const struct cell *cell = cell_of(ledger, team, problem);
	const struct as_board *board = as_contest_log_main_board(ledger->log, true);

	if (!as_array_reserve(list->items, list->count, error))
		return -1;
	list->items[list->count++] = (struct as_contest_balloon){.team = team,
		.problem = problem,
		.time_ms = time_ms,
		.state = time_ms == AS_NEVER_MS       ? AS_CONTEST_BALLOON_TAKE_BACK
			 : is_delivered(ledger, cell) ? AS_CONTEST_BALLOON_DELIVERED
						      : AS_CONTEST_BALLOON_WAITS,
		.is_first = time_ms != AS_NEVER_MS &&
			    as_board_first(board, (uint32_t)problem) == (uint32_t)team,
		.handing = cell->handing ? cell->handing - 1 : AS_CONTEST_NONE};
	return 0;
}

/* The verdict is public, or the team has so few balloons that it gets one also in the freeze. */
static bool is_given(const struct ledger *ledger, const struct as_contest_submission *of)
{
	static const struct as_contest_reader public = {.scope = AS_CONTEST_SEES_PUBLIC};

	return as_contest_log_sees_judgement(ledger->log, &public, of->valid) ||
	       ledger->counts[of->team] < ledger->log->contest->settings.hall.balloons_in_freeze;
}

static int add_submission(
	struct ledger *ledger, const struct as_contest_submission *of, struct as_error *error)
{
	if (!log_submission_counts(of) || of->valid == AS_CONTEST_NONE ||
		as_contest_log_judgement(ledger->log, of->valid)->verdict != AS_VERDICT_AC ||
		as_contest_log_team_is_hidden(ledger->log, of->team) ||
		as_contest_log_standing(ledger->log, of->team).is_disqualified)
		return 0;
	struct cell *cell = cell_of(ledger, of->team, of->problem);
	if (cell->is_solved)
		return 0;
	cell->is_solved = true;
	if (!is_delivered(ledger, cell) && !is_given(ledger, of))
		return 0;
	ledger->counts[of->team]++;
	return balloon_put(ledger, of->team, of->problem, of->time_ms, error);
}

static int add_lost(struct ledger *ledger, struct as_error *error)
{
	const struct log_hall *hall = &ledger->log->state.extras.hall;

	for (size_t i = 0; i < hall->handing_count; i++) {
		const struct as_contest_handing *of = &hall->handings[i];
		const struct cell *cell = cell_of(ledger, of->team, of->problem);
		if (cell->handing == i + 1 && is_delivered(ledger, cell) && !cell->is_solved &&
			balloon_put(ledger, of->team, of->problem, AS_NEVER_MS, error))
			return -1;
	}
	return 0;
}

static int balloons_fill(struct ledger *ledger, struct as_error *error)
{
	const struct as_contest_log *log = ledger->log;
	const struct log_hall *hall = &log->state.extras.hall;
	const size_t teams = as_contest_log_team_count(log);

	ledger->counts = calloc(teams + 1, sizeof(*ledger->counts));
	ledger->cells = calloc(teams * log->contest->problem_count + 1, sizeof(*ledger->cells));
	if (!ledger->counts || !ledger->cells)
		return as_error_no_memory(error);
	for (size_t i = 0; i < hall->handing_count; i++)
		cell_of(ledger, hall->handings[i].team, hall->handings[i].problem)->handing = i + 1;
	for (size_t i = 0; i < as_contest_log_submission_count(log); i++)
		if (add_submission(ledger, as_contest_log_submission(log, i), error))
			return -1;
	return add_lost(ledger, error);
}

void as_contest_balloons_clear(struct as_contest_balloons *balloons)
{
	free(balloons->items);
	*balloons = (struct as_contest_balloons){0};
}

int as_contest_log_balloons(const struct as_contest_log *log, struct as_contest_balloons *balloons,
	struct as_error *error)
{
	AS_AUTO(ledger_clear) struct ledger ledger = {.log = log, .balloons = balloons};

	*balloons = (struct as_contest_balloons){0};
	if (balloons_fill(&ledger, error) == 0)
		return 0;
	as_contest_balloons_clear(balloons);
	return -1;
}

/* ---- appending ---- */

static const char *const kind_names[] = {[AS_CONTEST_BALLOON_DELIVER] = "deliver",
	[AS_CONTEST_BALLOON_UNDO] = "undo",
	[AS_CONTEST_BALLOON_FETCH] = "fetch",
	NULL};

const char *as_contest_handing_name(enum as_contest_handing_kind kind)
{
	return kind_names[kind];
}

struct handing_wish {
	size_t team, problem;
	enum as_contest_handing_kind kind;
	size_t account;
};

/* The balloon of a team and problem, with its last handing. */
static int find_balloon(const struct as_contest_log *log, const struct handing_wish *wish,
	struct as_contest_balloon *balloon, struct as_error *error)
{
	AS_AUTO(as_contest_balloons_clear) struct as_contest_balloons all;
	const struct log_hall *hall = &log->state.extras.hall;

	*balloon = (struct as_contest_balloon){.handing = AS_CONTEST_NONE};
	if (as_contest_log_balloons(log, &all, error))
		return -1;
	for (size_t i = 0; i < hall->handing_count; i++)
		if (hall->handings[i].team == wish->team &&
			hall->handings[i].problem == wish->problem)
			balloon->handing = i;
	for (size_t i = 0; i < all.count; i++)
		if (all.items[i].team == wish->team && all.items[i].problem == wish->problem)
			*balloon = all.items[i];
	return 0;
}

static bool handing_fits(
	enum as_contest_handing_kind kind, const struct as_contest_balloon *balloon)
{
	switch (kind) {
	case AS_CONTEST_BALLOON_DELIVER:
		return balloon->state == AS_CONTEST_BALLOON_WAITS;
	case AS_CONTEST_BALLOON_UNDO:
		return balloon->state == AS_CONTEST_BALLOON_DELIVERED ||
		       balloon->state == AS_CONTEST_BALLOON_TAKE_BACK;
	case AS_CONTEST_BALLOON_FETCH:
		return balloon->state == AS_CONTEST_BALLOON_TAKE_BACK;
	}
	return false;
}

/* " (runner2 at 14:03:11 UTC)": the last handing. */
static void handing_text(
	const struct as_contest_log *log, const struct as_contest_balloon *balloon, char text[200])
{
	char time[AS_CONTEST_TIME_SIZE];

	*text = '\0';
	if (balloon->handing == AS_CONTEST_NONE)
		return;
	const struct as_contest_handing *last = as_contest_log_handing(log, balloon->handing);
	const char *who = last->account == AS_CONTEST_NONE
				  ? "somebody"
				  : as_contest_log_account(log, last->account)->username;
	snprintf(text, 200, " (%.*s at %.8s UTC)", as_text_fit(who, 100), who,
		as_contest_time_format(last->wall_ms, time) + 11);
}

static int refuse_handing(const struct as_contest_log *log, const struct handing_wish *wish,
	const struct as_contest_balloon *balloon, struct as_error *error)
{
	static const char *const reasons[] = {
		[AS_CONTEST_BALLOON_NONE] = "there is nothing to do for it now",
		[AS_CONTEST_BALLOON_WAITS] = "it is not delivered",
		[AS_CONTEST_BALLOON_DELIVERED] = "it is already delivered",
		[AS_CONTEST_BALLOON_TAKE_BACK] = "it is delivered, and must be taken back",
	};
	char last[200];

	handing_text(log, balloon, last);
	return as_error_set(error, AS_ERROR_USAGE, "balloon %s of team %s: %s%s",
		log->contest->problems[wish->problem].label,
		as_contest_log_team(log, wish->team)->label, reasons[balloon->state], last);
}

/* With the lock. */
static int check_handing(
	const struct as_contest_log *log, const struct handing_wish *wish, struct as_error *error)
{
	struct as_contest_balloon balloon;

	if (find_balloon(log, wish, &balloon, error))
		return -1;
	return handing_fits(wish->kind, &balloon) ? 0 : refuse_handing(log, wish, &balloon, error);
}

static int try_hand(
	struct as_contest_log *log, const void *context, int64_t *last, struct as_error *error)
{
	const struct handing_wish *wish = context;
	struct as_store_appended appended;

	as_contest_log_lock(log);
	*last = as_contest_log_last(log);
	const int refused = check_handing(log, wish, error);
	as_contest_log_unlock(log);
	if (refused)
		return -1;
	json_t *body = log_entry_of("balloon", as_contest_log_now_ms(log));
	log_entry_team(log, &body, "team", wish->team);
	log_entry_text(&body, "problem", log->contest->problems[wish->problem].id);
	log_entry_text(&body, "action", kind_names[wish->kind]);
	log_entry_account(log, &body, wish->account);
	const int result = log_append(log, *last, body, NULL, 0, &appended, error);
	if (result <= 0)
		return result;
	return log_await(log, appended.number, error) ? -1 : 1;
}

int as_contest_log_hand_balloon(struct as_contest_log *log, size_t team, size_t problem,
	enum as_contest_handing_kind kind, size_t account, struct as_error *error)
{
	const struct handing_wish wish = {team, problem, kind, account};

	return log_decide_or_refuse(log, try_hand, &wish, error);
}

/* ---- applying ---- */

static size_t kind_of(const char *name)
{
	for (size_t i = 0; name && kind_names[i]; i++)
		if (strcmp(kind_names[i], name) == 0)
			return i;
	return AS_CONTEST_NONE;
}

int event_balloon(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct log_hall *hall = &log->state.extras.hall;
	const char *id = event_text(event, "team"), *problem = event_text(event, "problem");
	const char *username = event_text(event, "account");
	const size_t kind = kind_of(event_text(event, "action"));
	const struct as_contest_handing made = {
		.team = id ? as_contest_log_find_team(log, id) : AS_CONTEST_NONE,
		.problem =
			problem ? as_contest_find_problem(log->contest, problem) : AS_CONTEST_NONE,
		.kind = (enum as_contest_handing_kind)kind,
		.account = username ? as_contest_log_find_username(log, username) : AS_CONTEST_NONE,
		.wall_ms = event->wall_ms};

	if (id && made.team == AS_CONTEST_NONE)
		return event_skip(log, event,
			"a balloon is hidden, because the contest has no team '%s'", id);
	if (made.team == AS_CONTEST_NONE || made.problem == AS_CONTEST_NONE ||
		kind == AS_CONTEST_NONE)
		return event_refuse(log, event, "balloon");
	if (!as_array_reserve(hall->handings, hall->handing_count, error))
		return -1;
	hall->handings[hall->handing_count++] = made;
	return 0;
}

/* ---- audit ---- */

bool audit_balloon(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	(void)event;
	act->kind = AS_CONTEST_ACT_BALLOON;
	act->index = log->state.extras.hall.handing_count - 1;
	return true;
}

/* ---- reading ---- */

const struct as_contest_handing *as_contest_log_handing(
	const struct as_contest_log *log, size_t handing)
{
	return &log->state.extras.hall.handings[handing];
}
