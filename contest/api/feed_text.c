/* SPDX-License-Identifier: MIT */
/* Objects that are stored as text: the contest, its state, people, problems, awards. */
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
	AS_AUTO_FREE char *place = as_text_format(to->error, "%s/%s", type, id ? id : "");
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

typedef json_t *make_object(const struct as_api_view *view, size_t i);
typedef bool sees_object(const struct as_api_view *view, size_t i);
struct subject {
	const char *type;
	const char *id; /* NULL: null */
	uint32_t team;  /* the owner */
	size_t index;
	make_object *make;
	sees_object *sees; /* NULL: visible to all */
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

static bool sees_problem(const struct as_api_view *view, size_t i)
{
	(void)i;
	return as_api_sees_problems(view);
}

int as_api_feed_show_problems(const struct as_api_feed_writer *to)
{
	const struct as_contest *contest = to->api->config.contest;
	int result = 0;

	for (size_t i = 0; i < contest->problem_count && !result; i++)
		result = show_subject(to, &(struct subject){.type = "problems",
						  .id = contest->problems[i].id,
						  .team = AS_API_NO_TEAM,
						  .index = i,
						  .make = as_api_problem_json,
						  .sees = sees_problem});
	return result;
}

/* ---- people ---- */

static struct as_api_view jury_view(const struct as_api_feed_writer *to)
{
	return as_api_audience_view(to, AS_API_ADMIN, AS_API_NO_TEAM);
}

int as_api_feed_show_team(const struct as_api_feed_writer *to, size_t team)
{
	const struct as_api_view view = jury_view(to);

	return show_subject(to, &(struct subject){.type = "teams",
					.id = as_api_team(&view, team)->id,
					.team = (uint32_t)team,
					.index = team,
					.make = as_api_team_json,
					.sees = as_api_sees_team});
}

int as_api_feed_show_teams(const struct as_api_feed_writer *to)
{
	const struct as_api_view view = jury_view(to);
	const size_t count = as_api_team_count(&view);
	int result = 0;

	for (size_t i = 0; i < count && !result; i++)
		result = as_api_feed_show_team(to, i);
	return result;
}

static bool is_admin(const struct as_api_view *view, size_t i)
{
	(void)i;
	return view->role == AS_CONTEST_API_ADMIN;
}

int as_api_feed_show_account(const struct as_api_feed_writer *to, size_t account)
{
	const struct as_api_view view = jury_view(to);

	return show_subject(to, &(struct subject){.type = "accounts",
					.id = as_api_account(&view, account)->id,
					.team = AS_API_NO_TEAM,
					.index = account,
					.make = as_api_account_json,
					.sees = is_admin});
}

int as_api_feed_show_accounts(const struct as_api_feed_writer *to)
{
	const struct as_api_view view = jury_view(to);
	const size_t count = as_api_account_count(&view);
	int result = 0;

	for (size_t i = 0; i < count && !result; i++)
		result = as_api_feed_show_account(to, i);
	return result;
}

/* ---- comments ---- */

int as_api_feed_show_comment(const struct as_api_feed_writer *to, size_t comment)
{
	char id[AS_API_ID_SIZE];

	snprintf(id, sizeof(id), "%zu", comment + 1);
	return show_subject(to, &(struct subject){.type = "commentary",
					.id = id,
					.team = AS_API_NO_TEAM,
					.index = comment,
					.make = as_api_comment_json,
					.sees = as_api_sees_comment});
}

int as_api_feed_show_comments(const struct as_api_feed_writer *to)
{
	int result = 0;

	for (size_t i = 0; i < as_contest_log_comment_count(to->log) && !result; i++)
		result = as_api_feed_show_comment(to, i);
	return result;
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
				result = as_api_feed_show_comment(to, i);
	}
	return result;
}

/* ---- the folder ---- */

static int show_types(const struct as_api_feed_writer *to)
{
	const struct as_api_view view = jury_view(to);
	int result = 0;

	for (size_t i = 0; i < AS_API_TYPE_COUNT && !result; i++) {
		AS_AUTO_JSON json_t *type = as_api_type_json(&view, i);
		if (!type)
			return as_error_no_memory(to->error);
		result = show_subject(
			to, &(struct subject){.type = "judgement-types",
				    .id = json_string_value(json_object_get(type, "id")),
				    .team = AS_API_NO_TEAM,
				    .index = i,
				    .make = as_api_type_json});
	}
	return result;
}

/* Of all languages, because one that no problem allows any more is removed. */
int as_api_feed_show_languages(const struct as_api_feed_writer *to)
{
	static char *const nobody[AS_API_AUDIENCES];
	const struct as_languages *all = to->api->config.languages;
	const struct as_api_view view = jury_view(to);
	size_t place = 0;
	int result = 0;

	for (size_t i = 0; i < all->count && !result; i++) {
		const char *id = all->items[i].id;
		if (as_api_language(&view, place) == &all->items[i])
			result = show_subject(to, &(struct subject){.type = "languages",
							  .id = id,
							  .team = AS_API_NO_TEAM,
							  .index = place++,
							  .make = as_api_language_json});
		else
			result = as_api_feed_show(to, "languages", id, AS_API_NO_TEAM, nobody);
	}
	return result;
}

static int show_groups(const struct as_api_feed_writer *to)
{
	const struct as_contest *contest = to->api->config.contest;
	int result = 0;

	for (size_t i = 0; i < contest->group_count && !result; i++)
		result = show_subject(to, &(struct subject){.type = "groups",
						  .id = contest->groups[i].id,
						  .team = AS_API_NO_TEAM,
						  .index = i,
						  .make = as_api_group_json,
						  .sees = as_api_sees_group});
	return result;
}

static int show_organizations(const struct as_api_feed_writer *to)
{
	const struct as_contest *contest = to->api->config.contest;
	int result = 0;

	for (size_t i = 0; i < contest->organization_count && !result; i++)
		result = show_subject(to, &(struct subject){.type = "organizations",
						  .id = contest->organizations[i].id,
						  .team = AS_API_NO_TEAM,
						  .index = i,
						  .make = as_api_organization_json});
	return result;
}

static int show_persons(const struct as_api_feed_writer *to)
{
	const struct as_contest *contest = to->api->config.contest;
	int result = 0;

	for (size_t i = 0; i < contest->person_count && !result; i++)
		result = show_subject(to, &(struct subject){.type = "persons",
						  .id = contest->persons[i].id,
						  .team = AS_API_NO_TEAM,
						  .index = i,
						  .make = as_api_person_json,
						  .sees = as_api_sees_person});
	return result;
}

/* Objects come after those that they refer to. */
int as_api_feed_show_folder(const struct as_api_feed_writer *to)
{
	if (show_types(to) || as_api_feed_show_languages(to) || show_groups(to) ||
		show_organizations(to) || as_api_feed_show_teams(to) || show_persons(to))
		return -1;
	return as_api_feed_show_accounts(to);
}
