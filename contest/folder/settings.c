/* SPDX-License-Identifier: MIT */
/* contest.yaml */
#include "desk.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define MINUTE_MS (INT64_C(60) * 1000)
#define MAX_PENALTY_MS (AS_CONTEST_MAX_MS / 1000)
#define COUNT_PER_MINUTE 6
#define MAX_TEAMS 500

/* Values of keys that depend on each other. */
struct draft {
	struct as_contest_settings settings;
	int64_t end_wall_ms; /* AS_NEVER_MS: not set */
};
#define SETTING(member) offsetof(struct draft, settings.member)

/* ---- keys ---- */

/* A RELTIME, or a number of minutes: the format until 2023-06. */
static int read_penalty(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	int64_t *penalty_ms = member, minutes;

	if (json_is_integer(node->value)) {
		if (as_node_integer(node, 0, MAX_PENALTY_MS / MINUTE_MS, &minutes, error))
			return -1;
		*penalty_ms = minutes * MINUTE_MS;
		return 0;
	}
	if (folder_span(folder, node, penalty_ms, error))
		return -1;
	return *penalty_ms <= MAX_PENALTY_MS
		       ? 0
		       : as_node_error(node, error, "penalty_time is more than %d hours",
				 (int)(MAX_PENALTY_MS / MINUTE_MS / 60));
}

FOLDER_WORD(read_type, enum as_scoreboard_type, folder_scoreboard_names)

/* A text of several lines. */
static int read_text(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	const char *text;

	(void)folder;
	if (folder_lines(node, &text, error))
		return -1;
	return strlen(text) > AS_CONTEST_SITE_TEXT_MAX_BYTES
		       ? as_node_error(node, error, "%s is longer than %d bytes; shorten it",
				 node->key, AS_CONTEST_SITE_TEXT_MAX_BYTES)
		       : as_text_copy(member, text, error);
}

static const struct folder_key keys[] = {
	{"id", folder_id, SETTING(id), 0},
	{"name", folder_line, SETTING(name), 0},
	{"formal_name", folder_line, SETTING(formal_name), 0},
	{"start_time", folder_time, SETTING(start_wall_ms), 0},
	{"end_time", folder_time, offsetof(struct draft, end_wall_ms), 0},
	{"countdown_pause_time", folder_span, SETTING(countdown_pause_ms), 0},
	{"duration", folder_span, SETTING(duration_ms), 0},
	{"scoreboard_freeze_duration", folder_span, SETTING(freeze_duration_ms), 0},
	{"scoreboard_thaw_time", folder_time, SETTING(thaw_wall_ms), 0},
	{"scoreboard_type", read_type, SETTING(rules.scoring.type), 0},
	{"penalty_time", read_penalty, SETTING(rules.scoring.penalty_ms), 0},
	/* Read by folder_settings_bind, after the groups. */
	{"main_scoreboard_group_id", folder_unused, 0, 0},
	{"banner", folder_files, SETTING(files), 0},
	{"logo", folder_files, SETTING(files), 0},
	{"location", folder_more, SETTING(more), 0},
	{"rules", folder_rules, SETTING(rules), 0},
	{"limits", folder_limits, SETTING(limits), 0},
	{"registration", folder_registration, SETTING(registration), 0},
	{"balloons", folder_balloons, SETTING(hall), 0},
	{"print", folder_print, SETTING(hall), 0},
	{"map", folder_map, SETTING(hall), 0},
	{"clarifications", folder_clarifications, SETTING(desk), 0},
	{"feedback", folder_feedback, SETTING(insight.feedback), 0},
	{"counterexample", folder_bool, SETTING(insight.counterexample), 0},
	{"languages", folder_languages, SETTING(languages), 0},
	{"practice", folder_bool, SETTING(participation.practice), 0},
	{"time_per_team", folder_span, SETTING(participation.time_per_team_ms), 0},
	{"virtual", folder_virtual, SETTING(participation), 0},
	{"hosts", folder_hosts, SETTING(site.hosts), 0},
	{"welcome", read_text, SETTING(site.welcome), 0},
	{"contact", read_text, SETTING(site.contact), 0},
};
const struct folder_keys folder_contest_keys = {keys, COUNT(keys)};

/* ---- conditions on several keys ---- */

/* A span as people write it: "5:00:00". */
static const char *span_text(int64_t span_ms, char text[AS_CONTEST_TIME_SIZE])
{
	char *dot = strchr(as_contest_reltime_format(span_ms, text), '.');

	if (strcmp(dot, ".000") == 0)
		*dot = '\0';
	return text;
}
#define SPAN(span_ms) span_text(span_ms, (char[AS_CONTEST_TIME_SIZE]){0})

static int check_end(struct folder *folder, const struct as_node *root, struct draft *draft,
	struct as_error *error)
{
	const struct as_node end = as_node_child(root, "end_time");
	struct as_contest_settings *settings = &draft->settings;

	if (draft->end_wall_ms == AS_NEVER_MS)
		return 0;
	if (settings->duration_ms >= 0)
		return folder_note(folder, AS_FINDING_ERROR, &end, error,
			"end_time and duration are mutually exclusive; remove one of them");
	if (settings->start_wall_ms == AS_NEVER_MS)
		return folder_note(folder, AS_FINDING_ERROR, &end, error,
			"end_time needs a start_time; write a duration instead, such as 5:00:00");
	if (draft->end_wall_ms <= settings->start_wall_ms)
		return folder_note(folder, AS_FINDING_ERROR, &end, error,
			"end_time is not after start_time; the contest would end before it starts");
	settings->duration_ms = draft->end_wall_ms - settings->start_wall_ms;
	return 0;
}

static int check_duration(struct folder *folder, const struct as_node *root, struct draft *draft,
	struct as_error *error)
{
	const struct as_node duration = as_node_child(root, "duration");
	const struct as_node end = as_node_child(root, "end_time");
	const int64_t duration_ms = draft->settings.duration_ms;

	if (duration_ms >= 1000 && duration_ms <= AS_CONTEST_MAX_MS)
		return 0;
	if (duration_ms >= 0)
		return folder_note(folder, AS_FINDING_ERROR, duration.value ? &duration : &end,
			error,
			"the contest takes %s; it must be at least a second and at most ten years",
			SPAN(duration_ms));
	/* If the key exists, it has a finding already. */
	return duration.value || end.value
		       ? 0
		       : folder_note(folder, AS_FINDING_ERROR, root, error,
				 "missing key 'duration'; add the length of the contest, such as "
				 "duration: 5:00:00");
}

static int check_freeze(struct folder *folder, const struct as_node *root, struct draft *draft,
	struct as_error *error)
{
	const struct as_node freeze = as_node_child(root, "scoreboard_freeze_duration");
	const struct as_node thaw = as_node_child(root, "scoreboard_thaw_time");
	const struct as_contest_settings *settings = &draft->settings;

	if (settings->duration_ms < 0)
		return 0;
	if (settings->freeze_duration_ms > settings->duration_ms &&
		folder_note(folder, AS_FINDING_ERROR, &freeze, error,
			"scoreboard_freeze_duration is %s, longer than the contest of %s; write a "
			"shorter one",
			SPAN(settings->freeze_duration_ms), SPAN(settings->duration_ms)))
		return -1;
	if (settings->thaw_wall_ms == AS_NEVER_MS || settings->start_wall_ms == AS_NEVER_MS ||
		settings->thaw_wall_ms >= settings->start_wall_ms + settings->duration_ms)
		return 0;
	return folder_note(folder, AS_FINDING_ERROR, &thaw, error,
		"scoreboard_thaw_time is before the end of the contest; write a later time, or "
		"remove it to thaw by hand");
}

static int check_pause(struct folder *folder, const struct as_node *root, struct draft *draft,
	struct as_error *error)
{
	const struct as_node pause = as_node_child(root, "countdown_pause_time");

	if (draft->settings.countdown_pause_ms < 0 || draft->settings.start_wall_ms == AS_NEVER_MS)
		return 0;
	return folder_note(folder, AS_FINDING_ERROR, &pause, error,
		"countdown_pause_time and start_time are mutually exclusive; remove one of them");
}

/* Defaults to the folder's name, if that is an id. */
static int default_names(struct folder *folder, struct draft *draft, struct as_error *error)
{
	struct as_contest_settings *settings = &draft->settings;
	const char *slash = strrchr(folder->contest->tree.root, '/');
	const char *name = slash ? slash + 1 : "";

	if (!settings->id)
		settings->id =
			as_text_format(error, "%s", as_contest_is_id(name) ? name : "contest");
	if (settings->id && !settings->name)
		settings->name = as_text_format(error, "%s", settings->id);
	return settings->name ? 0 : -1;
}

static void set_derived(struct as_contest_settings *settings)
{
	if (settings->duration_ms < 1000 || settings->duration_ms > AS_CONTEST_MAX_MS)
		settings->duration_ms = 5 * 60 * MINUTE_MS;
	if (settings->freeze_duration_ms > settings->duration_ms)
		settings->freeze_duration_ms = 0;
}

int folder_settings_read(struct folder *folder, struct as_error *error)
{
	struct draft draft = {.end_wall_ms = AS_NEVER_MS,
		.settings = {.start_wall_ms = AS_NEVER_MS,
			.thaw_wall_ms = AS_NEVER_MS,
			.countdown_pause_ms = -1,
			.duration_ms = -1,
			.main_group = AS_CONTEST_NONE,
			.rules.scoring = AS_RULES_ICPC,
			.limits = {COUNT_PER_MINUTE, AS_CONTEST_UNLIMITED, COUNT_PER_MINUTE},
			.hall = {.balloons_in_freeze = AS_CONTEST_BALLOONS_IN_FREEZE,
				.print_pages = AS_CONTEST_PRINT_PAGES,
				.prints_per_hour = AS_CONTEST_PRINTS_PER_HOUR},
			.participation = {.virtual_from_wall_ms = AS_NEVER_MS,
				.virtual_to_wall_ms = AS_NEVER_MS},
			.registration = {.group = AS_CONTEST_NONE, .max_teams = MAX_TEAMS}}};
	const struct as_node root = as_node_root(&folder->contest_document);

	folder->files_dir = "contest";
	int status = folder_read(folder, &root, keys, COUNT(keys), &draft, error);
	folder->files_dir = NULL;
	if (status == 0 && json_is_object(root.value))
		status = check_end(folder, &root, &draft, error) ||
			 check_duration(folder, &root, &draft, error) ||
			 check_freeze(folder, &root, &draft, error) ||
			 check_pause(folder, &root, &draft, error) ||
			 folder_check_participation(folder, &root, &draft.settings, error);
	if (status == 0)
		status = default_names(folder, &draft, error);
	set_derived(&draft.settings);
	folder->contest->settings = draft.settings;
	return status ? -1 : 0;
}

/* ---- settings that depend on other files ---- */

static int bind_group(
	struct folder *folder, const struct as_node *node, size_t *group, struct as_error *error)
{
	struct as_error why = {0};

	if (!node->value || json_is_null(node->value) ||
		folder_reference(folder, node, FOLDER_GROUPS, group, &why) == 0)
		return 0;
	return folder_report(folder, AS_FINDING_ERROR, &why, error);
}

/* Defaults of rules that depend on the type of the scoreboard. */
static void bind_rules(const struct folder *folder, const struct as_node *root)
{
	struct as_contest *contest = folder->contest;
	struct as_contest_rules *rules = &contest->settings.rules;
	const struct as_node own = as_node_child(root, "rules");

	if (!json_is_string(json_object_get(root->value, "scoreboard_type")))
		for (size_t i = 0; i < contest->problem_count; i++)
			if (contest->problems[i].package && contest->problems[i].package->scoring)
				rules->scoring.type = AS_SCOREBOARD_SCORE;
	const bool scores = rules->scoring.type == AS_SCOREBOARD_SCORE;
	if (scores && !as_node_child(&own, "time_rounding").value)
		rules->scoring.rounding = AS_PENALTY_MS;
	if (!scores && !as_node_child(&own, "medals").value)
		rules->awards.gold = rules->awards.silver = rules->awards.bronze = 4;
}

/* The statement of such a problem speaks of points, which the contest does not give. */
static int check_scores(struct folder *folder, const struct as_node *root, struct as_error *error)
{
	const struct as_contest *contest = folder->contest;
	const struct as_node type = as_node_child(root, "scoreboard_type");

	if (!json_is_string(type.value) ||
		contest->settings.rules.scoring.type == AS_SCOREBOARD_SCORE)
		return 0;
	for (size_t i = 0; i < contest->problem_count; i++) {
		const struct as_contest_problem *problem = &contest->problems[i];
		if (problem->package && problem->package->scoring &&
			folder_note(folder, AS_FINDING_WARNING, &type, error,
				"the package of '%s' gives points, but in a pass-fail contest only "
				"a submission that passes all tests counts; check whether the "
				"statement mentions points, or write score",
				problem->id))
			return -1;
	}
	return 0;
}

int folder_settings_bind(struct folder *folder, struct as_error *error)
{
	struct as_contest_settings *settings = &folder->contest->settings;
	const struct as_node root = as_node_root(&folder->contest_document);
	const struct as_node main_group = as_node_child(&root, "main_scoreboard_group_id");
	const struct as_node registration = as_node_child(&root, "registration");
	const struct as_node group = as_node_child(&registration, "group_id");

	if (bind_group(folder, &main_group, &settings->main_group, error) ||
		bind_group(folder, &group, &settings->registration.group, error))
		return -1;
	bind_rules(folder, &root);
	return check_scores(folder, &root, error);
}

void folder_settings_clear(struct as_contest_settings *settings)
{
	free(settings->id);
	free(settings->name);
	free(settings->formal_name);
	free(settings->registration.join_code);
	as_names_free(settings->languages);
	as_names_free(settings->site.hosts);
	free(settings->site.welcome);
	free(settings->site.contact);
	as_names_free(settings->hall.print_command);
	as_names_free(settings->desk.categories);
	as_names_free(settings->desk.answers);
	folder_files_clear(&settings->files);
	folder_files_clear(&settings->hall.map);
	json_decref(settings->more);
}
