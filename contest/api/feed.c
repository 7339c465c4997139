/* SPDX-License-Identifier: MIT */
/*
 * Updates the feed after each change. A change does not state which objects became visible to which
 * audience. So the current view of each audience is compared with the last one, for each object
 * that the change may concern. An entry is added for the audiences whose view differs. Thus the
 * last line about an object is its state, whatever made it visible or hidden (a thaw, a new freeze,
 * an ignored submission).
 */
#include "feed.h"

#include <string.h>

/* ---- the clock ---- */

static bool is_same_time(const struct as_contest_clock *a, const struct as_contest_clock *b)
{
	if (a->start_wall_ms != b->start_wall_ms || a->removed_count != b->removed_count)
		return false;
	for (size_t i = 0; i < a->removed_count; i++)
		if (a->removed[i].begin_wall_ms != b->removed[i].begin_wall_ms ||
			a->removed[i].end_wall_ms != b->removed[i].end_wall_ms)
			return false;
	return true;
}

static int add_clock(const struct as_api_feed_writer *to, const struct as_contest_clock *clock)
{
	struct as_api_feed *feed = to->feed;
	struct as_removed_interval *removed;

	if (!as_array_reserve(feed->clocks, feed->clock_count, to->error))
		return -1;
	removed = calloc(clock->removed_count + 1, sizeof(*removed));
	if (!removed)
		return as_error_no_memory(to->error);
	if (clock->removed_count)
		memcpy(removed, clock->removed, clock->removed_count * sizeof(*removed));
	feed->clocks[feed->clock_count] = *clock;
	feed->clocks[feed->clock_count++].removed = removed;
	return 0;
}

/* ---- changes ---- */

/* If a contest with starts of teams is extended after its end, the problems are hidden from all
 * teams that have not started. Teams that have started also receive the lines that hide the
 * problems, so they need new lines. */
static int show_started(const struct as_api_feed_writer *to)
{
	for (size_t team = 0; team < as_contest_log_team_count(to->log); team++)
		if (as_contest_log_start_of(to->log, team).wall_ms != AS_NEVER_MS &&
			(as_api_feed_forget_problems(to, team) || as_api_feed_show_start(to, team)))
			return -1;
	return 0;
}

/* Shows all objects that depend on clock and state, except the state itself. Of the teams only
 * those that can have streams. */
static int show_changed(const struct as_api_feed_writer *to, bool is_moved)
{
	const struct as_contest *contest = to->api->config.contest;
	const bool were_public = as_api_feed_has_problems(to);

	if (as_api_feed_show_contest(to))
		return -1;
	for (size_t team = 0; team < contest->team_count; team++)
		if (contest->teams[team].files.count && as_api_feed_show_object(to, "teams", team))
			return -1;
	if (as_api_feed_show_all(to, "problems") || as_api_feed_show_live(to, is_moved) ||
		as_api_feed_show_all(to, "commentary"))
		return -1;
	if (were_public && as_contest_log_hides_results(to->log) && show_started(to))
		return -1;
	return as_api_feed_show_awards(to);
}

/* Shows a newly registered team the earlier clarifications to its groups. */
static int show_earlier_clarifications(const struct as_api_feed_writer *to)
{
	struct as_api_shown *shown = &to->feed->shown;

	const bool has_new = shown->team_count < as_contest_log_team_count(to->log);

	for (; shown->team_count < as_contest_log_team_count(to->log); shown->team_count++)
		if (as_api_feed_show_clarifications_to(to, shown->team_count))
			return -1;
	/* The first team of a group creates the group's award. */
	return has_new ? as_api_feed_show_awards(to) : 0;
}

/* Reopens the feed after its last line, because an ended contest continues; also adds changes since
 * then. */
static int reopen(const struct as_api_feed_writer *to)
{
	to->feed->is_closed = false;
	if (as_api_feed_show_all(to, "teams") || show_earlier_clarifications(to))
		return -1;
	return as_api_feed_show_all(to, "accounts");
}

static bool is_ended(const struct as_api_feed_writer *to)
{
	return as_contest_log_state(to->log)->end_of_updates_wall_ms != AS_NEVER_MS;
}

static int change_clock(const struct as_api_feed_writer *to)
{
	const struct as_contest_clock *clock = as_contest_log_clock(to->log);
	const bool is_moved = !is_same_time(&to->feed->clocks[to->feed->clock_count - 1], clock);

	if (is_moved && add_clock(to, clock))
		return -1;
	return show_changed(to, is_moved);
}

/* The end of updates is the very last line. Any other state comes before the lines that follow from
 * it. */
static int change_state(const struct as_api_feed_writer *to)
{
	if (!is_ended(to))
		return as_api_feed_show_state(to) ? -1 : show_changed(to, false);
	if (show_changed(to, false) || as_api_feed_show_state(to))
		return -1;
	to->feed->is_closed = true;
	return 0;
}

static int change_submission(const struct as_api_feed_writer *to, size_t submission)
{
	const size_t problem = as_contest_log_submission(to->log, submission)->problem;

	if (as_api_feed_show_submission(to, submission, false))
		return -1;
	return as_api_feed_show_first(to, problem);
}

static int change_package(const struct as_api_feed_writer *to)
{
	int result = as_api_feed_show_languages(to) || as_api_feed_show_all(to, "problems");

	for (size_t team = 0; team < as_contest_log_team_count(to->log) && !result; team++)
		if (as_contest_log_hides_results(to->log) &&
			as_contest_log_start_of(to->log, team).wall_ms != AS_NEVER_MS)
			result = as_api_feed_show_problems_to(to, team);
	return result ? -1 : 0;
}

static int add_change(const struct as_api_feed_writer *to, const struct as_contest_change *change)
{
	switch (change->kind) {
	case AS_CONTEST_CHANGED_CLOCK:
		return change_clock(to);
	case AS_CONTEST_CHANGED_VISIBILITY:
		return show_changed(to, false);
	case AS_CONTEST_CHANGED_STATE:
		return change_state(to);
	case AS_CONTEST_CHANGED_TEAM:
		return as_api_feed_show_object(to, "teams", change->index)
			       ? -1
			       : show_earlier_clarifications(to);
	case AS_CONTEST_CHANGED_ACCOUNT:
		return as_api_feed_show_object(to, "accounts", change->index);
	case AS_CONTEST_CHANGED_SUBMISSION:
		return change_submission(to, change->index) ||
				       as_api_feed_show_comments_on(to, change->index)
			       ? -1
			       : 0;
	case AS_CONTEST_CHANGED_JUDGEMENT:
		return change_submission(
			to, as_contest_log_judgement(to->log, change->index)->submission);
	case AS_CONTEST_CHANGED_AWARD:
		return as_api_feed_show_awards(to);
	case AS_CONTEST_CHANGED_COMMENT:
		return as_api_feed_show_object(to, "commentary", change->index);
	case AS_CONTEST_CHANGED_PACKAGE:
		return change_package(to);
	case AS_CONTEST_CHANGED_START:
		return as_api_feed_show_start(to, change->index);
	case AS_CONTEST_CHANGED_REJUDGING:
	case AS_CONTEST_CHANGED_CANDIDATE:
		return 0;
	case AS_CONTEST_CHANGED_CLARIFICATION:
		return as_api_feed_show_clarification(to, change->index, false);
	case AS_CONTEST_CHANGED_QUESTION:
		return as_api_feed_show_question(to, change->index);
	}
	return 0;
}

void as_contest_api_changed(
	void *context, struct as_contest_log *log, const struct as_contest_change *change)
{
	struct as_contest_api *api = context;
	struct as_error error = {0};
	const struct as_api_feed_writer to = {api, &api->feed, log, &error};

	if (api->feed.failed || (api->feed.is_closed && is_ended(&to)))
		return;
	api->feed.wall_ms = change->wall_ms;
	if ((api->feed.is_closed && reopen(&to)) || add_change(&to, change))
		api->feed.failed = true;
}

/* ---- life cycle ---- */

static void make_digest(struct as_api_feed *feed)
{
	struct as_digest digest;

	as_digest_init(&digest);
	for (size_t i = 0; i < feed->text_count; i++) {
		as_digest_add_text(&digest, feed->texts[i].type);
		as_digest_add_text(&digest, feed->texts[i].id);
		as_digest_add_text(&digest, feed->texts[i].data);
	}
	as_digest_end(&digest, feed->digest);
}

int as_api_feed_start(struct as_contest_api *api, struct as_error *error)
{
	const struct as_contest_settings *settings = &api->config.contest->settings;
	const struct as_contest_clock clock = {
		.start_wall_ms = settings->start_wall_ms,
		.duration_ms = settings->duration_ms,
		.freeze_duration_ms = settings->freeze_duration_ms,
		.thaw_wall_ms = settings->thaw_wall_ms,
		.finalized_wall_ms = AS_NEVER_MS,
	};
	const struct as_api_feed_writer to = {api, &api->feed, NULL, error};

	api->feed.slot_places = json_object();
	api->feed.shown.firsts = malloc(
		(2 * api->config.contest->problem_count + 1) * sizeof(*api->feed.shown.firsts));
	if (!api->feed.slot_places || !api->feed.shown.firsts)
		return as_error_no_memory(error);
	memset(api->feed.shown.firsts, 0xff,
		2 * api->config.contest->problem_count * sizeof(*api->feed.shown.firsts));
	api->feed.shown.team_count = api->config.contest->team_count;
	if (add_clock(&to, &clock) || as_api_feed_show_contest(&to) ||
		as_api_feed_show_folder(&to) || as_api_feed_show_all(&to, "problems") ||
		as_api_feed_show_awards(&to) || as_api_feed_show_state(&to))
		return -1;
	make_digest(&api->feed);
	return 0;
}

void as_api_feed_clear(struct as_api_feed *feed)
{
	for (size_t i = 0; i < feed->text_count; i++) {
		free(feed->texts[i].id);
		free(feed->texts[i].data);
	}
	for (size_t i = 0; i < feed->clock_count; i++)
		free((void *)feed->clocks[i].removed);
	json_decref(feed->slot_places);
	free(feed->entries);
	free(feed->texts);
	free(feed->slots);
	free(feed->clocks);
	free(feed->shown.submissions);
	free(feed->shown.judgements);
	free(feed->shown.runs);
	free(feed->shown.clarifications);
	free(feed->shown.firsts);
	free(feed->line_counts.team_lines);
}
