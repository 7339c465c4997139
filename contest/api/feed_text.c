/* SPDX-License-Identifier: MIT */
/* Objects that are stored as text: the contest, its state, people, problems, awards. */
#include "collections.h"
#include "feed.h"

#include <string.h>

#define NO_TEXT UINT32_MAX

/* ---- slots ---- */

static int add_slot(
	const struct as_api_feed_writer *to, const char *place, const char *type, uint32_t team)
{
	struct as_api_feed *feed = to->feed;

	if (!as_array_reserve(feed->slots, feed->slot_count, to->error))
		return -1;
	if (json_object_set_new(
		    feed->slot_places, place, json_integer((json_int_t)feed->slot_count)))
		return as_error_no_memory(to->error);
	feed->slots[feed->slot_count] = (struct as_api_slot){.type = type, .team = team};
	memset(feed->slots[feed->slot_count++].shown, 0xff, sizeof(feed->slots->shown));
	return 0;
}

/* The slot of an object, created if missing; NULL: out of memory. */
static struct as_api_slot *find_slot(
	const struct as_api_feed_writer *to, const char *type, const char *id, uint32_t team)
{
	AS_AUTO_FREE char *place =
		team == AS_API_NO_TEAM
			? as_text_format(to->error, "%s/%s", type, id ? id : "")
			: as_text_format(to->error, "%s/%s/%u", type, id ? id : "", team);
	const json_t *found;

	if (!place)
		return NULL;
	found = json_object_get(to->feed->slot_places, place);
	if (found)
		return &to->feed->slots[json_integer_value(found)];
	return add_slot(to, place, type, team) ? NULL : &to->feed->slots[to->feed->slot_count - 1];
}

/* ---- texts ---- */

static int add_text(
	const struct as_api_feed_writer *to, const char *type, const char *id, const char *data)
{
	struct as_api_feed *feed = to->feed;
	struct as_api_text *texts =
		as_array_grow(feed->texts, feed->text_count, sizeof(*texts), to->error);
	struct as_api_text text = {.type = type};

	if (!texts)
		return -1;
	feed->texts = texts;
	if (as_text_copy(&text.id, id, to->error) || as_text_copy(&text.data, data, to->error)) {
		free(text.id);
		return -1;
	}
	texts[feed->text_count++] = text;
	return 0;
}

static bool is_equal(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static const char *shown_text(const struct as_api_feed *feed, uint32_t text)
{
	return text == NO_TEXT ? NULL : feed->texts[text].data;
}

/* The audiences of `among` that see the same text as its first one. */
static uint8_t alike(unsigned among, char *const texts[AS_API_AUDIENCES])
{
	const int first = __builtin_ctz(among);
	uint8_t result = 0;

	for (int a = first; a < AS_API_AUDIENCES; a++)
		if ((among & AS_API_BIT(a)) && is_equal(texts[a], texts[first]))
			result |= (uint8_t)AS_API_BIT(a);
	return result;
}

/* Adds a line with the text, or with null, for the audiences. */
static int show_to(const struct as_api_feed_writer *to, struct as_api_slot *slot, const char *id,
	const char *data, uint8_t audiences)
{
	const struct as_api_entry entry = {.kind = AS_API_TEXT,
		.audiences = audiences,
		.line_count = 1,
		.team = slot->team,
		.index = (uint32_t)to->feed->text_count};

	if (add_text(to, slot->type, id, data))
		return -1;
	for (int a = 0; a < AS_API_AUDIENCES; a++)
		if (audiences & AS_API_BIT(a))
			slot->shown[a] = data ? entry.index : NO_TEXT;
	return as_api_feed_add(to, entry);
}

int as_api_feed_show(const struct as_api_feed_writer *to, const char *type, const char *id,
	uint32_t team, char *const texts[AS_API_AUDIENCES])
{
	struct as_api_slot *slot = find_slot(to, type, id, team);
	unsigned changed = 0;

	if (!slot)
		return -1;
	for (int a = 0; a < AS_API_AUDIENCES; a++)
		if (!is_equal(texts[a], shown_text(to->feed, slot->shown[a])))
			changed |= AS_API_BIT(a);
	while (changed) {
		const uint8_t audiences = alike(changed, texts);
		if (show_to(to, slot, id, texts[__builtin_ctz(changed)], audiences))
			return -1;
		changed &= ~(unsigned)audiences;
	}
	return 0;
}

/* ---- objects ---- */

struct subject {
	const char *type;
	const char *id; /* NULL: null */
	uint32_t team;  /* the owner */
	size_t index;
	json_t *(*make)(const struct as_api_view *view, size_t i);
	bool (*sees)(const struct as_api_view *view, size_t i); /* NULL: visible to all */
};

static int make_text(const struct as_api_feed_writer *to, const struct subject *subject,
	enum as_api_audience audience, char **text)
{
	const struct as_api_view view = as_api_audience_view(to, audience, subject->team);

	if (subject->sees && !subject->sees(&view, subject->index))
		return 0;
	AS_AUTO_JSON json_t *object = subject->make(&view, subject->index);
	*text = object ? json_dumps(object, AS_API_WRITE_FLAGS) : NULL;
	return *text ? 0 : as_error_no_memory(to->error);
}

static int show_subject(const struct as_api_feed_writer *to, const struct subject *subject)
{
	char *texts[AS_API_AUDIENCES] = {NULL};
	int result = 0;

	for (int a = 0; a < AS_API_AUDIENCES && !result; a++)
		if (a != AS_API_OWNER || subject->team != AS_API_NO_TEAM)
			result = make_text(to, subject, a, &texts[a]);
	if (!result)
		result = as_api_feed_show(to, subject->type, subject->id, subject->team, texts);
	for (int a = 0; a < AS_API_AUDIENCES; a++)
		free(texts[a]);
	return result;
}

static json_t *make_contest(const struct as_api_view *view, size_t i)
{
	(void)i;
	return as_api_contest_json(view);
}

int as_api_feed_show_contest(const struct as_api_feed_writer *to)
{
	return show_subject(to,
		&(struct subject){.type = "contest", .team = AS_API_NO_TEAM, .make = make_contest});
}

static json_t *make_state(const struct as_api_view *view, size_t i)
{
	(void)i;
	return as_api_state_json(view);
}

int as_api_feed_show_state(const struct as_api_feed_writer *to)
{
	return show_subject(
		to, &(struct subject){.type = "state", .team = AS_API_NO_TEAM, .make = make_state});
}

/* ---- objects of collections ---- */

static struct as_api_view admin_view(const struct as_api_feed_writer *to)
{
	return as_api_audience_view(to, AS_API_ADMIN, AS_API_NO_TEAM);
}

int as_api_feed_show_object(const struct as_api_feed_writer *to, const char *name, size_t i)
{
	const struct as_api_collection *collection = as_api_collection(name);
	const struct as_api_view view = admin_view(to);
	AS_AUTO_JSON json_t *object = collection->make(&view, i);

	if (!object)
		return as_error_no_memory(to->error);
	return show_subject(to,
		&(struct subject){.type = name,
			.id = json_string_value(json_object_get(object, "id")),
			.team = collection->make == as_api_team_json ? (uint32_t)i : AS_API_NO_TEAM,
			.index = i,
			.make = collection->make,
			.sees = collection->sees});
}

int as_api_feed_show_all(const struct as_api_feed_writer *to, const char *name)
{
	const struct as_api_view view = admin_view(to);
	const size_t count = as_api_collection(name)->count(&view);
	int result = 0;

	for (size_t i = 0; i < count && !result; i++)
		result = as_api_feed_show_object(to, name, i);
	return result;
}

int as_api_feed_show_problems_to(const struct as_api_feed_writer *to, size_t team)
{
	const struct as_api_collection *collection = as_api_collection("problems");
	int result = 0;

	for (size_t i = 0; i < to->api->config.contest->problem_count && !result; i++) {
		const struct subject subject = {.type = "problems",
			.id = to->api->config.contest->problems[i].id,
			.team = (uint32_t)team,
			.index = i,
			.make = collection->make,
			.sees = collection->sees};
		char *texts[AS_API_AUDIENCES] = {NULL};
		result = make_text(to, &subject, AS_API_OWNER, &texts[AS_API_OWNER]) ||
					 as_api_feed_show(
						 to, subject.type, subject.id, subject.team, texts)
				 ? -1
				 : 0;
		free(texts[AS_API_OWNER]);
	}
	return result;
}

bool as_api_feed_has_problems(const struct as_api_feed_writer *to)
{
	const struct as_contest *contest = to->api->config.contest;
	const struct as_api_slot *slot =
		contest->problem_count == 0
			? NULL
			: find_slot(to, "problems", contest->problems[0].id, AS_API_NO_TEAM);

	return slot && slot->shown[AS_API_OTHERS] != NO_TEXT;
}

int as_api_feed_forget_problems(const struct as_api_feed_writer *to, size_t team)
{
	const struct as_contest *contest = to->api->config.contest;

	for (size_t i = 0; i < contest->problem_count; i++) {
		struct as_api_slot *slot =
			find_slot(to, "problems", contest->problems[i].id, (uint32_t)team);
		if (!slot)
			return -1;
		slot->shown[AS_API_OWNER] = NO_TEXT;
	}
	return 0;
}

int as_api_feed_show_comments_on(const struct as_api_feed_writer *to, size_t submission)
{
	const size_t count = as_contest_log_comment_count(to->log);
	int result = 0;

	for (size_t i = 0; i < count && !result; i++) {
		const struct as_contest_indexes *named =
			&as_contest_log_comment_at(to->log, i)->submissions;
		for (size_t k = 0; k < named->count && !result; k++)
			if (named->items[k] == submission)
				result = as_api_feed_show_object(to, "commentary", i);
	}
	return result;
}

/* ---- the folder ---- */

/* Of all languages, because one that no problem allows any more is removed. */
int as_api_feed_show_languages(const struct as_api_feed_writer *to)
{
	static char *const nobody[AS_API_AUDIENCES];
	const struct as_languages *all = to->api->config.languages;
	const struct as_api_view view = admin_view(to);
	size_t place = 0;
	int result = 0;

	for (size_t i = 0; i < all->count && !result; i++) {
		const char *id = all->items[i].id;
		if (as_api_language(&view, place) == &all->items[i])
			result = as_api_feed_show_object(to, "languages", place++);
		else
			result = as_api_feed_show(to, "languages", id, AS_API_NO_TEAM, nobody);
	}
	return result;
}

/* Objects come after those that they refer to. */
int as_api_feed_show_folder(const struct as_api_feed_writer *to)
{
	return as_api_feed_show_all(to, "judgement-types") || as_api_feed_show_languages(to) ||
			       as_api_feed_show_all(to, "groups") ||
			       as_api_feed_show_all(to, "organizations") ||
			       as_api_feed_show_all(to, "teams") ||
			       as_api_feed_show_all(to, "persons") ||
			       as_api_feed_show_all(to, "accounts")
		       ? -1
		       : 0;
}
