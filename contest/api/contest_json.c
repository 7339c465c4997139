/* SPDX-License-Identifier: MIT */
/* The contest, its state, judgement types, languages and problems. */
#include "view.h"

#include <math.h>
#include <string.h>

json_t *as_api_info_json(const struct as_api_view *view)
{
	return json_pack("{s:s, s:s, s:{s:s, s:s}}", "version", AS_CONTEST_API_VERSION,
		"version_url", "https://ccs-specs.icpc.io/" AS_CONTEST_API_VERSION "/contest_api",
		"provider", "name", "Assay", "version", view->api->config.version);
}

/* ---- the contest ---- */

static void put_times(struct as_api_object *object, const struct as_api_view *view)
{
	const struct as_contest_clock *clock = view->clock;

	as_api_put_time(object, "start_time", clock->start_wall_ms);
	if (view->countdown_ms >= 0)
		as_api_put_span(object, "countdown_pause_time", view->countdown_ms);
	as_api_put_span(object, "duration", clock->duration_ms);
	if (clock->freeze_duration_ms)
		as_api_put_span(object, "scoreboard_freeze_duration", clock->freeze_duration_ms);
	if (clock->thaw_wall_ms != AS_NEVER_MS)
		as_api_put_time(object, "scoreboard_thaw_time", clock->thaw_wall_ms);
}

json_t *as_api_contest_json(const struct as_api_view *view)
{
	const struct as_contest_settings *settings = &view->contest->settings;
	struct as_api_object object = as_api_begin();

	as_api_put_text(&object, "id", settings->id);
	as_api_put_text(&object, "name", settings->name);
	as_api_put_text(&object, "formal_name", settings->formal_name);
	put_times(&object, view);
	as_api_put_text(&object, "scoreboard_type",
		as_contest_scoreboard_name(settings->rules.scoring.type));
	if (settings->main_group != AS_CONTEST_NONE &&
		as_api_sees_group(view, settings->main_group))
		as_api_put_text(&object, "main_scoreboard_group_id",
			view->contest->groups[settings->main_group].id);
	if (!as_api_is_score(view))
		as_api_put_span(&object, "penalty_time", settings->rules.scoring.penalty_ms);
	as_api_put_files(&object, view, NULL, NULL, &settings->files, NULL);
	as_api_put_more(&object, settings->more);
	return as_api_end(&object);
}

json_t *as_api_state_json(const struct as_api_view *view)
{
	const struct as_contest_state *state = view->state;
	struct as_api_object object = as_api_begin();

	as_api_put_time(&object, "started", state->started_wall_ms);
	as_api_put_time(&object, "frozen", state->frozen_wall_ms);
	as_api_put_time(&object, "ended", state->ended_wall_ms);
	as_api_put_time(&object, "thawed", state->thawed_wall_ms);
	as_api_put_time(&object, "finalized", state->finalized_wall_ms);
	as_api_put_time(&object, "end_of_updates", state->end_of_updates_wall_ms);
	return as_api_end(&object);
}

/* ---- judgement types ---- */

static const struct {
	enum as_verdict verdict;
	const char *name;
} types[AS_API_TYPE_COUNT] = {
	{AS_VERDICT_AC, "Accepted"},
	{AS_VERDICT_WA, "Wrong Answer"},
	{AS_VERDICT_TLE, "Time Limit Exceeded"},
	{AS_VERDICT_RTE, "Run-Time Error"},
	{AS_VERDICT_MLE, "Memory Limit Exceeded"},
	{AS_VERDICT_OLE, "Output Limit Exceeded"},
	{AS_VERDICT_CE, "Compile Error"},
	{AS_VERDICT_SV, "Security Violation"},
	{AS_VERDICT_JE, "Judging Error"},
};

static bool has_penalty(const struct as_api_view *view, enum as_verdict verdict)
{
	if (verdict == AS_VERDICT_CE)
		return view->contest->settings.rules.scoring.compile_error_has_penalty;
	return verdict != AS_VERDICT_AC && verdict != AS_VERDICT_JE;
}

json_t *as_api_type_json(const struct as_api_view *view, size_t type)
{
	const enum as_verdict verdict = types[type].verdict;
	struct as_api_object object = as_api_begin();

	as_api_put_text(&object, "id", as_verdict_name(verdict));
	as_api_put_text(&object, "name", types[type].name);
	if (!as_api_is_score(view))
		as_api_put(&object, "penalty", json_boolean(has_penalty(view, verdict)));
	as_api_put(&object, "solved", json_boolean(verdict == AS_VERDICT_AC));
	return as_api_end(&object);
}

/* ---- languages ---- */

/* The arguments of a command, joined with blanks; NULL: they cannot be written as text. */
static char *command_args(const char *const *words)
{
	struct as_bytes text = {0};
	FILE *out = open_memstream(&text.data, &text.size);

	if (!out)
		return NULL;
	for (; *words; words++) {
		if (as_language_adds_words(*words))
			continue;
		fprintf(out, "%s%s", ftell(out) > 0 ? " " : "",
			strcmp(*words, "{sources}") == 0 ? "{files}" : *words);
	}
	return as_text_close(out, &text.data, NULL);
}

static bool is_plain(const char *const *words)
{
	for (; *words; words++)
		if (strchr(*words, '{') && !as_language_adds_words(*words) &&
			strcmp(*words, "{sources}") != 0)
			return false;
	return true;
}

static void put_command(struct as_api_object *object, const char *key,
	const struct as_language *language, const struct as_language_command *command)
{
	struct as_api_object inner = as_api_begin();

	if (!command->words || !command->words[0] || strchr(command->words[0], '{')) {
		json_decref(as_api_end(&inner));
		return;
	}
	const char *const *words = as_language_tool_words(language, command);
	as_api_put_text(&inner, "command", words[0]);
	if (words != language->tools && is_plain(words + 1)) {
		AS_AUTO_FREE char *args = command_args(words + 1);
		if (!args)
			object->failed = true;
		else if (*args)
			as_api_put_text(&inner, "args", args);
	}
	as_api_put(object, key, as_api_end(&inner));
}

/* A language that shares the extensions of its family uses those of the family's first language. */
static json_t *extensions_of(const struct as_language *language)
{
	const char *const *endings = language->files.extensions;
	json_t *list = json_array();

	if (!endings[0] && language->head)
		endings = language->head->files.extensions;
	for (; *endings; endings++)
		json_array_append_new(list, json_string(*endings + (**endings == '.')));
	return list;
}

/* Entry points are found in the sources, so none is required. */
json_t *as_api_language_json(const struct as_api_view *view, size_t language)
{
	const struct as_language *of = as_api_language(view, language);
	struct as_api_object object = as_api_begin();

	as_api_put_text(&object, "id", of->id);
	as_api_put_text(&object, "name", of->name);
	as_api_put(&object, "entry_point_required", json_false());
	as_api_put(&object, "extensions", extensions_of(of));
	put_command(&object, "compiler", of, &of->compile);
	put_command(&object, "runner", of, &of->run);
	return as_api_end(&object);
}

/* ---- problems ---- */

static json_t *whole(uint64_t bytes, uint64_t unit)
{
	return json_integer((json_int_t)((bytes + unit - 1) / unit));
}

static void put_limits(struct as_api_object *object, const struct as_package *package)
{
	const struct as_package_limits *limits = &package->limits;

	as_api_put(object, "time_limit", as_api_seconds(limits->time_limit_ns));
	if (limits->memory_bytes != AS_UNLIMITED_BYTES)
		as_api_put(object, "memory_limit", whole(limits->memory_bytes, 1024 * 1024));
	if (limits->output_bytes != AS_UNLIMITED_BYTES)
		as_api_put(object, "output_limit", whole(limits->output_bytes, 1024 * 1024));
	if (limits->code_bytes != AS_UNLIMITED_BYTES)
		as_api_put(object, "code_limit", whole(limits->code_bytes, 1024));
}

static void put_package_files(
	struct as_api_object *object, const struct as_api_view *view, size_t problem)
{
	const struct as_api_package_files *files = &view->api->package_files[problem];

	for (size_t i = 0; i < files->count; i++) {
		const struct as_api_package_file *file = &files->items[i];
		json_t *href = as_api_href(view, "problems", view->contest->problems[problem].id,
			file->property, file->filename);
		if (json_array_append_new(as_api_file_list(object, file->property),
			    json_pack("{s:o, s:s, s:s}", "href", href, "filename", file->filename,
				    "mime", file->mime)))
			object->failed = true;
	}
}

json_t *as_api_problem_json(const struct as_api_view *view, size_t problem)
{
	const struct as_contest_problem *of = &view->contest->problems[problem];
	struct as_api_object object = as_api_begin();

	as_api_put_text(&object, "id", of->id);
	as_api_put_text(&object, "uuid", of->uuid);
	as_api_put_text(&object, "label", of->label);
	as_api_put_text(&object, "name", of->name);
	as_api_put(&object, "ordinal", json_integer((json_int_t)problem + 1));
	as_api_put_text(&object, "rgb", of->rgb);
	as_api_put_text(&object, "color", of->color);
	if (of->package)
		put_limits(&object, of->package);
	as_api_put(&object, "test_data_count",
		json_integer(of->package ? (json_int_t)of->package->test_count : 0));
	const double points = as_contest_problem_points(of);
	if (as_api_is_score(view) && isfinite(points))
		as_api_put(&object, "max_score", as_api_points(points));
	as_api_put_files(&object, view, "problems", of->id, &of->files, NULL);
	put_package_files(&object, view, problem);
	return as_api_end(&object);
}
