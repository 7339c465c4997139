/* SPDX-License-Identifier: MIT */
/* Awards in the feed, for the jury and for all others. */
#include "feed.h"

#include <string.h>

static const char *award_id(const json_t *award)
{
	return json_string_value(json_object_get(award, "id"));
}

/* Awards by id. NULL: out of memory. */
static json_t *awards_by_id(const struct as_api_feed_writer *to, enum as_api_audience audience)
{
	const struct as_api_view view = as_api_audience_view(to, audience, AS_API_NO_TEAM);
	AS_AUTO_JSON json_t *awards = as_api_awards_json(&view, to->error);
	json_t *map = awards ? json_object() : NULL;

	for (size_t i = 0; map && i < json_array_size(awards); i++) {
		json_t *award = json_array_get(awards, i);
		json_object_set(map, award_id(award), award);
	}
	return map;
}

/* NULL: that audience does not see the award. */
static int show_award(const struct as_api_feed_writer *to, const char *id, const json_t *jurys,
	const json_t *others)
{
	AS_AUTO_FREE char *for_jury = jurys ? json_dumps(jurys, AS_API_WRITE_FLAGS) : NULL;
	AS_AUTO_FREE char *for_others = others ? json_dumps(others, AS_API_WRITE_FLAGS) : NULL;
	char *const texts[AS_API_AUDIENCES] = {
		[AS_API_ADMIN] = for_jury,
		[AS_API_ANALYST] = for_jury,
		[AS_API_JUDGE] = for_jury,
		[AS_API_OTHERS] = for_others,
	};

	if ((jurys && !for_jury) || (others && !for_others))
		return as_error_no_memory(to->error);
	return as_api_feed_show(to, "awards", id, AS_API_NO_TEAM, texts);
}

static int show_all(const struct as_api_feed_writer *to, json_t *jurys, json_t *others)
{
	const char *id;
	json_t *award;

	json_object_foreach(jurys, id,
		award) if (show_award(to, id, award, json_object_get(others, id))) return -1;
	json_object_foreach(others, id, award) if (!json_object_get(jurys, id) &&
						   show_award(to, id, NULL, award)) return -1;
	return 0;
}

/* The award of a rank is deleted when no team has that rank any more. */
int as_api_feed_show_awards(const struct as_api_feed_writer *to)
{
	AS_AUTO_JSON json_t *jurys = awards_by_id(to, AS_API_ADMIN);
	AS_AUTO_JSON json_t *others = jurys ? awards_by_id(to, AS_API_OTHERS) : NULL;
	const char *place;
	json_t *slot;

	if (!jurys || !others)
		return as_error_no_memory(to->error);
	if (show_all(to, jurys, others))
		return -1;
	json_object_foreach(to->feed->slot_places, place,
		slot) if (strncmp(place, "awards/", 7) == 0 && !json_object_get(jurys, place + 7) &&
			  !json_object_get(others, place + 7) &&
			  show_award(to, place + 7, NULL, NULL)) return -1;
	return 0;
}

/* ---- first to solve ---- */

static int show_first_award(const struct as_api_feed_writer *to, const struct as_api_view *jury,
	const struct as_api_view *others, size_t problem)
{
	AS_AUTO_JSON json_t *jurys = as_api_first_json(jury, problem);
	AS_AUTO_JSON json_t *theirs =
		as_api_sees_problems(others) ? as_api_first_json(others, problem) : NULL;

	/* The jury set this award. */
	if (jurys && as_contest_log_find_award(to->log, award_id(jurys)) != AS_CONTEST_NONE)
		return as_api_feed_show_awards(to);
	if (!jurys || (as_api_sees_problems(others) && !theirs))
		return as_error_no_memory(to->error);
	return show_award(to, award_id(jurys), jurys, theirs);
}

/* Recomputes all awards only if the results are final. That takes a pass over the whole board,
 * which is too slow after each of 100,000 judgements. */
int as_api_feed_show_first(const struct as_api_feed_writer *to, size_t problem)
{
	const struct as_api_view jury = as_api_audience_view(to, AS_API_ADMIN, AS_API_NO_TEAM),
				 others = as_api_audience_view(to, AS_API_OTHERS, AS_API_NO_TEAM);
	const uint32_t firsts[2] = {as_api_first(&jury, problem), as_api_first(&others, problem)};
	uint32_t *shown = &to->feed->shown.firsts[2 * problem];

	if (jury.state->finalized_wall_ms != AS_NEVER_MS)
		return as_api_feed_show_awards(to);
	if (memcmp(shown, firsts, sizeof(firsts)) == 0)
		return 0;
	memcpy(shown, firsts, sizeof(firsts));
	return show_first_award(to, &jury, &others, problem);
}
