/* SPDX-License-Identifier: MIT */
/* The capabilities of a reader, and the properties that it can see. */
#include "view.h"

#include <string.h>

/* The readers of a property or a capability. */
enum whom { ALL, JURY, FILES, ADMIN };

static bool is_for(const struct as_api_view *view, enum whom whom)
{
	switch (whom) {
	case JURY:
		return as_api_is_jury(view);
	case FILES:
		return as_api_sees_files(view);
	case ADMIN:
		return view->role == AS_CONTEST_API_ADMIN;
	case ALL:
		break;
	}
	return true;
}

struct property {
	const char *name;
	enum whom whom;
};
#define MAX_PROPERTY 24
static const struct type {
	const char *name;
	enum whom whom;
	struct property properties[MAX_PROPERTY + 1]; /* ended by a NULL name */
} types[] = {
	{"contest", ALL,
		{{"id", ALL}, {"name", ALL}, {"formal_name", ALL}, {"start_time", ALL},
			{"countdown_pause_time", ALL}, {"duration", ALL},
			{"scoreboard_freeze_duration", ALL}, {"scoreboard_thaw_time", ALL},
			{"scoreboard_type", ALL}, {"main_scoreboard_group_id", ALL},
			{"penalty_time", ALL}, {"banner", ALL}, {"logo", ALL}, {"location", ALL}}},
	{"judgement-types", ALL, {{"id", ALL}, {"name", ALL}, {"penalty", ALL}, {"solved", ALL}}},
	{"languages", ALL,
		{{"id", ALL}, {"name", ALL}, {"entry_point_required", ALL}, {"extensions", ALL},
			{"compiler.command", ALL}, {"compiler.args", ALL}, {"runner.command", ALL},
			{"runner.args", ALL}}},
	{"problems", ALL,
		{{"id", ALL}, {"uuid", ALL}, {"label", ALL}, {"name", ALL}, {"ordinal", ALL},
			{"rgb", ALL}, {"color", ALL}, {"time_limit", ALL}, {"memory_limit", ALL},
			{"output_limit", ALL}, {"code_limit", ALL}, {"test_data_count", ALL},
			{"max_score", ALL}, {"statement", ALL}, {"attachments", ALL}}},
	{"groups", ALL,
		{{"id", ALL}, {"icpc_id", ALL}, {"name", ALL}, {"type", ALL}, {"location", ALL}}},
	{"organizations", ALL,
		{{"id", ALL}, {"icpc_id", ALL}, {"name", ALL}, {"formal_name", ALL},
			{"country", ALL}, {"country_flag", ALL}, {"country_subdivision", ALL},
			{"country_subdivision_flag", ALL}, {"url", ALL}, {"twitter_hashtag", ALL},
			{"twitter_account", ALL}, {"location", ALL}, {"logo", ALL}}},
	{"teams", ALL,
		{{"id", ALL}, {"icpc_id", ALL}, {"name", ALL}, {"label", ALL},
			{"display_name", ALL}, {"organization_id", ALL}, {"group_ids", ALL},
			{"hidden", ALL}, {"location", ALL}, {"photo", ALL}, {"video", ALL},
			{"backup", FILES}, {"key_log", FILES}, {"tool_data", FILES},
			{"desktop", ALL}, {"webcam", ALL}, {"audio", ALL}}},
	{"persons", ALL,
		{{"id", ALL}, {"icpc_id", ALL}, {"team_ids", ALL}, {"name", ALL}, {"title", ALL},
			{"email", JURY}, {"sex", JURY}, {"role", ALL}, {"photo", ALL}}},
	{"accounts", ADMIN,
		{{"id", ALL}, {"username", ALL}, {"name", ALL}, {"type", ALL}, {"ip", ALL},
			{"team_id", ALL}, {"person_id", ALL}}},
	{"state", ALL,
		{{"started", ALL}, {"frozen", ALL}, {"ended", ALL}, {"thawed", ALL},
			{"finalized", ALL}, {"end_of_updates", ALL}}},
	{"submissions", ALL,
		{{"id", ALL}, {"language_id", ALL}, {"problem_id", ALL}, {"team_id", ALL},
			{"time", ALL}, {"contest_time", ALL}, {"entry_point", FILES},
			{"files", FILES}}},
	{"judgements", ALL,
		{{"id", ALL}, {"submission_id", ALL}, {"judgement_type_id", ALL}, {"score", ALL},
			{"current", ALL}, {"start_time", ALL}, {"start_contest_time", ALL},
			{"end_time", ALL}, {"end_contest_time", ALL}, {"max_run_time", ALL},
			{"manual", JURY}, {"reason", JURY}, {"reason_shown", JURY}, {"by", JURY}}},
	{"runs", ALL,
		{{"id", ALL}, {"judgement_id", ALL}, {"ordinal", ALL}, {"judgement_type_id", ALL},
			{"time", ALL}, {"contest_time", ALL}, {"run_time", ALL}}},
	{"clarifications", ALL,
		{{"id", ALL}, {"from_team_id", ALL}, {"to_team_ids", ALL}, {"to_group_ids", ALL},
			{"reply_to_id", ALL}, {"problem_id", ALL}, {"category", ALL},
			{"claimed_by", JURY}, {"text", ALL}, {"time", ALL}, {"contest_time", ALL}}},
	{"awards", ALL, {{"id", ALL}, {"citation", ALL}, {"team_ids", ALL}}},
	{"commentary", ALL,
		{{"id", ALL}, {"time", ALL}, {"contest_time", ALL}, {"message", ALL}, {"tags", ALL},
			{"source_id", ALL}, {"team_ids", ALL}, {"problem_ids", ALL},
			{"submission_ids", ALL}}},
	{"scoreboard", ALL, {{"time", ALL}, {"contest_time", ALL}, {"state", ALL}, {"rows", ALL}}},
	{"event-feed", ALL, {{"type", ALL}, {"id", ALL}, {"data", ALL}, {"token", ALL}}},
};

static json_t *type_json(const struct as_api_view *view, const struct type *type)
{
	json_t *names = json_array();

	for (const struct property *at = type->properties; at->name; at++)
		if (is_for(view, at->whom))
			json_array_append_new(names, json_string(at->name));
	return json_pack("{s:s, s:o}", "type", type->name, "properties", names);
}

static const struct {
	enum as_contest_api_role role;
	const char *name;
} grants[] = {
	{AS_CONTEST_API_ADMIN, "contest_start"},
	{AS_CONTEST_API_ADMIN, "contest_thaw"},
	{AS_CONTEST_API_ADMIN, "admin_submit"},
	{AS_CONTEST_API_ADMIN, "proxy_submit"},
	{AS_CONTEST_API_ADMIN, "post_clar"},
	{AS_CONTEST_API_ADMIN, "admin_clar"},
	{AS_CONTEST_API_ADMIN, "proxy_clar"},
	{AS_CONTEST_API_ADMIN, "post_comment"},
	{AS_CONTEST_API_JUDGE, "post_clar"},
	{AS_CONTEST_API_JUDGE, "post_comment"},
	{AS_CONTEST_API_ANALYST, "post_comment"},
	{AS_CONTEST_API_TEAM, "team_submit"},
	{AS_CONTEST_API_TEAM, "post_clar"},
};

bool as_contest_api_may(const struct as_contest_api_reader *reader, const char *capability)
{
	for (size_t i = 0; i < sizeof(grants) / sizeof(*grants); i++)
		if (grants[i].role == reader->role && strcmp(grants[i].name, capability) == 0)
			return true;
	return false;
}

static json_t *capabilities(const struct as_api_view *view)
{
	json_t *names = json_array();

	for (size_t i = 0; i < sizeof(grants) / sizeof(*grants); i++)
		if (grants[i].role == view->role)
			json_array_append_new(names, json_string(grants[i].name));
	return names;
}

json_t *as_api_access_json(const struct as_api_view *view)
{
	json_t *endpoints = json_array();

	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (is_for(view, types[i].whom) &&
			json_array_append_new(endpoints, type_json(view, &types[i]))) {
			json_decref(endpoints);
			return NULL;
		}
	return json_pack("{s:o, s:o}", "capabilities", capabilities(view), "endpoints", endpoints);
}
