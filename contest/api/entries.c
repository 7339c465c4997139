/* SPDX-License-Identifier: MIT */
/* Adds an entry to the feed. */
#include "feed.h"

/* Grows the array of line counts for a team. */
static int count_team(const struct as_api_feed_writer *to, uint32_t team)
{
	struct as_api_feed *feed = to->feed;

	while (team != AS_API_NO_TEAM && feed->line_counts.team_count <= team) {
		if (!as_array_reserve(
			    feed->line_counts.team_lines, feed->line_counts.team_count, to->error))
			return -1;
		feed->line_counts.team_lines[feed->line_counts.team_count++] = 0;
	}
	return 0;
}

static void count_lines(struct as_api_feed *feed, const struct as_api_entry *entry)
{
	const int is_owners = entry->audiences >> AS_API_OWNER & 1,
		  is_others = entry->audiences >> AS_API_OTHERS & 1;

	for (int a = 0; a < AS_API_AUDIENCES; a++)
		if (entry->audiences & AS_API_BIT(a))
			feed->line_counts.lines[a] += entry->line_count;
	if (entry->team != AS_API_NO_TEAM)
		feed->line_counts.team_lines[entry->team] +=
			(int64_t)entry->line_count * (is_owners - is_others);
}

int as_api_feed_add(const struct as_api_feed_writer *to, struct as_api_entry entry)
{
	struct as_api_feed *feed = to->feed;

	if (!entry.audiences || !entry.line_count)
		return 0;
	if (count_team(to, entry.team))
		return -1;
	if (!as_array_reserve(feed->entries, feed->entry_count, to->error))
		return -1;
	entry.clock = (uint32_t)feed->clock_count - 1;
	feed->entries[feed->entry_count++] = entry;
	count_lines(feed, &entry);
	if (entry.audiences & AS_API_JURY)
		feed->line_counts.jury_wall_ms = feed->wall_ms;
	if (entry.audiences & AS_API_BIT(AS_API_OTHERS))
		feed->line_counts.public_wall_ms = feed->wall_ms;
	return 0;
}

/* The state before the first event. */
static const struct as_contest_state initial_state = {
	AS_NEVER_MS, AS_NEVER_MS, AS_NEVER_MS, AS_NEVER_MS, AS_NEVER_MS, AS_NEVER_MS};

struct as_api_view as_api_audience_view(
	const struct as_api_feed_writer *to, enum as_api_audience audience, uint32_t team)
{
	static const enum as_contest_api_role roles[AS_API_AUDIENCES] = {
		[AS_API_ADMIN] = AS_CONTEST_API_ADMIN,
		[AS_API_ANALYST] = AS_CONTEST_API_ANALYST,
		[AS_API_JUDGE] = AS_CONTEST_API_JUDGE,
		[AS_API_OWNER] = AS_CONTEST_API_TEAM,
		[AS_API_OTHERS] = AS_CONTEST_API_PUBLIC,
	};
	struct as_contest_api_reader reader = {
		.role = roles[audience], .team = team, .account = AS_CONTEST_NONE};

	if (to->log)
		return as_api_view(to->api, to->log, &reader);
	return (struct as_api_view){
		.api = to->api,
		.contest = to->api->config.contest,
		.role = reader.role,
		.sees = as_contest_api_log_reader(&reader),
		.clock = &to->feed->clocks[0],
		.state = &initial_state,
		.countdown_ms = to->api->config.contest->settings.countdown_pause_ms,
	};
}
