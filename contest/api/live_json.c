/* SPDX-License-Identifier: MIT */
/* Submissions, judgements, runs and clarifications. */
#include "view.h"

#include <inttypes.h>
#include <string.h>

/* ---- ids: built from public numbers, so that they do not reveal hidden objects ---- */

char *as_api_submission_id(
	const struct as_api_view *view, size_t submission, char id[AS_API_ID_SIZE])
{
	const struct as_contest_submission *of = as_contest_log_submission(view->log, submission);

	if (of->id)
		snprintf(id, AS_API_ID_SIZE, "%s", of->id);
	else
		snprintf(id, AS_API_ID_SIZE, "%" PRIu64, of->arrival);
	return id;
}

char *as_api_clarification_id(
	const struct as_api_view *view, size_t clarification, char id[AS_API_ID_SIZE])
{
	const struct as_contest_clarification *of =
		as_contest_log_clarification(view->log, clarification);

	if (of->id)
		snprintf(id, AS_API_ID_SIZE, "%s", of->id);
	else
		snprintf(id, AS_API_ID_SIZE, "%zu", clarification + 1);
	return id;
}

static size_t place_of(const struct as_contest_submission *submission, size_t judgement)
{
	size_t place = 0;

	while (place < submission->judgement_count && submission->judgements[place] != judgement)
		place++;
	return place + 1;
}

char *as_api_judgement_id(const struct as_api_view *view, size_t judgement, char id[AS_API_ID_SIZE])
{
	const size_t submission = as_contest_log_judgement(view->log, judgement)->submission;
	const struct as_contest_submission *of = as_contest_log_submission(view->log, submission);
	const size_t length = strlen(as_api_submission_id(view, submission, id));

	snprintf(id + length, AS_API_ID_SIZE - length, "-%zu", place_of(of, judgement));
	return id;
}

static size_t ordinal_of(const struct as_contest_judgement *judgement, size_t run)
{
	return (size_t)judgement->runs[run].test + 1;
}

char *as_api_run_id(
	const struct as_api_view *view, size_t judgement, size_t run, char id[AS_API_ID_SIZE])
{
	const size_t length = strlen(as_api_judgement_id(view, judgement, id));

	snprintf(id + length, AS_API_ID_SIZE - length, "-%zu",
		ordinal_of(as_contest_log_judgement(view->log, judgement), run));
	return id;
}

/* Removes the number after the last '-' of an id. 0: there is none. */
static uint64_t take_number(char *id)
{
	char *dash = strrchr(id, '-');
	uint64_t number = 0;

	if (!dash || dash[1] == '0' || as_count_parse(dash + 1, 1, INT32_MAX, &number, NULL))
		return 0;
	*dash = '\0';
	return number;
}

/* "SUBMISSION-NUMBER". */
static size_t find_judgement(const struct as_api_view *view, char *id)
{
	const uint64_t place = take_number(id);
	const size_t submission =
		place ? as_contest_log_find_submission_id(view->log, id) : AS_CONTEST_NONE;

	if (submission == AS_CONTEST_NONE)
		return AS_CONTEST_NONE;
	const struct as_contest_submission *of = as_contest_log_submission(view->log, submission);
	return place <= of->judgement_count ? of->judgements[place - 1] : AS_CONTEST_NONE;
}

static bool copy_id(char copy[AS_API_ID_SIZE], const char *id)
{
	return (size_t)snprintf(copy, AS_API_ID_SIZE, "%s", id) < AS_API_ID_SIZE;
}

size_t as_api_find_judgement(const struct as_api_view *view, const char *id)
{
	char copy[AS_API_ID_SIZE];

	return copy_id(copy, id) ? find_judgement(view, copy) : AS_CONTEST_NONE;
}

size_t as_api_find_run(const struct as_api_view *view, const char *id, size_t *judgement)
{
	char copy[AS_API_ID_SIZE];
	const uint64_t ordinal = copy_id(copy, id) ? take_number(copy) : 0;

	*judgement = ordinal ? find_judgement(view, copy) : AS_CONTEST_NONE;
	return *judgement == AS_CONTEST_NONE
		       ? AS_CONTEST_NONE
		       : as_contest_log_find_run(view->log, *judgement, ordinal - 1);
}

/* ---- submissions ---- */

static json_t *submission_files(const struct as_api_view *view, const char *id)
{
	AS_AUTO_FREE char *href = as_text_format(
		NULL, "contests/%s/submissions/%s/files", view->contest->settings.id, id);

	return href ? json_pack("[{s:s, s:s, s:s}]", "href", href, "filename", "files.zip", "mime",
			      "application/zip")
		    : NULL;
}

/* Contest API, languages: "For C and C++ no entry point is required and it must therefore be null."
 */
static const char *entry_point(const struct as_contest_submission *submission)
{
	const bool has_none =
		strcmp(submission->language, "c") == 0 || strcmp(submission->language, "cpp") == 0;

	return has_none ? NULL : submission->entry_point;
}

static void put_secrets(struct as_api_object *object, const struct as_api_view *view,
	const struct as_contest_submission *submission, const char *id)
{
	if (entry_point(submission))
		as_api_put_text(object, "entry_point", entry_point(submission));
	else
		as_api_put(object, "entry_point", json_null());
	as_api_put(object, "files", submission_files(view, id));
}

json_t *as_api_submission_json(const struct as_api_view *view, size_t submission)
{
	const struct as_contest_submission *of = as_contest_log_submission(view->log, submission);
	struct as_api_object object = as_api_begin();
	char id[AS_API_ID_SIZE];

	as_api_put_text(&object, "id", as_api_submission_id(view, submission, id));
	as_api_put_text(&object, "language_id", of->language);
	as_api_put_text(&object, "problem_id", view->contest->problems[of->problem].id);
	as_api_put_text(&object, "team_id", as_api_team(view, of->team)->id);
	as_api_put_time(&object, "time", of->wall_ms);
	as_api_put_team_time(&object, "contest_time", view, of->team, of->wall_ms);
	if (as_api_sees_files(view))
		put_secrets(&object, view, of, id);
	return as_api_end(&object);
}

/* ---- judgements ---- */

static size_t last_begun(
	const struct as_api_view *view, const struct as_contest_submission *submission)
{
	for (size_t i = submission->judgement_count; i-- > 0;) {
		const struct as_contest_judgement *judgement =
			as_contest_log_judgement(view->log, submission->judgements[i]);
		if (judgement->begin_wall_ms && !judgement->is_proposed && !judgement->is_withdrawn)
			return submission->judgements[i];
	}
	return AS_CONTEST_NONE;
}

static size_t team_of(const struct as_api_view *view, const struct as_contest_judgement *judgement)
{
	return as_contest_log_submission(view->log, judgement->submission)->team;
}

/* The last judgement that ended is current; before one has ended, the last that began. */
struct as_api_stage as_api_stage(const struct as_api_view *view, size_t judgement)
{
	const struct as_contest_judgement *of = as_contest_log_judgement(view->log, judgement);
	const struct as_contest_submission *submission =
		as_contest_log_submission(view->log, of->submission);
	const size_t current = submission->valid == AS_CONTEST_NONE ? last_begun(view, submission)
								    : submission->valid;

	return (struct as_api_stage){.ended = of->ended, .is_current = judgement == current};
}

static void put_end(struct as_api_object *object, const struct as_api_view *view,
	const struct as_contest_judgement *judgement)
{
	as_api_put_text(object, "judgement_type_id", as_verdict_name(judgement->verdict));
	if (as_api_is_score(view))
		as_api_put(object, "score", as_api_score(judgement->score_e6));
	as_api_put_time(object, "end_time", judgement->end_wall_ms);
	as_api_put_team_time(
		object, "end_contest_time", view, team_of(view, judgement), judgement->end_wall_ms);
	if (judgement->max_run_time_ns >= 0)
		as_api_put(object, "max_run_time", as_api_seconds(judgement->max_run_time_ns));
}

/* Not in the specification, which permits further properties. */
static void put_ruling(struct as_api_object *object, const struct as_api_view *view,
	const struct as_contest_ruling *ruling)
{
	as_api_put(object, "manual", json_true());
	as_api_put_text(object, "reason", ruling->reason);
	as_api_put(object, "reason_shown", json_boolean(ruling->is_shown));
	if (ruling->account != AS_CONTEST_NONE)
		as_api_put_text(object, "by", as_api_account(view, ruling->account)->username);
}

json_t *as_api_judgement_json(
	const struct as_api_view *view, size_t judgement, struct as_api_stage stage)
{
	const struct as_contest_judgement *of = as_contest_log_judgement(view->log, judgement);
	struct as_api_object object = as_api_begin();
	char id[AS_API_ID_SIZE];

	as_api_put_text(&object, "id", as_api_judgement_id(view, judgement, id));
	as_api_put_text(&object, "submission_id", as_api_submission_id(view, of->submission, id));
	as_api_put(&object, "current", json_boolean(stage.is_current));
	as_api_put_time(&object, "start_time", of->begin_wall_ms);
	as_api_put_team_time(
		&object, "start_contest_time", view, team_of(view, of), of->begin_wall_ms);
	if (stage.ended)
		put_end(&object, view, of);
	if (of->ruling && as_api_is_jury(view))
		put_ruling(&object, view, of->ruling);
	return as_api_end(&object);
}

json_t *as_api_run_json(const struct as_api_view *view, size_t judgement, size_t run)
{
	const struct as_contest_judgement *of = as_contest_log_judgement(view->log, judgement);
	const struct as_contest_run *item = &of->runs[run];
	struct as_api_object object = as_api_begin();
	char id[AS_API_ID_SIZE];

	as_api_put_text(&object, "id", as_api_run_id(view, judgement, run, id));
	as_api_put_text(&object, "judgement_id", as_api_judgement_id(view, judgement, id));
	as_api_put(&object, "ordinal", json_integer((json_int_t)ordinal_of(of, run)));
	as_api_put_text(&object, "judgement_type_id", as_verdict_name(item->verdict));
	as_api_put_time(&object, "time", item->wall_ms);
	as_api_put_team_time(&object, "contest_time", view, team_of(view, of), item->wall_ms);
	if (item->time_ns >= 0)
		as_api_put(&object, "run_time", as_api_seconds(item->time_ns));
	return as_api_end(&object);
}

/* ---- clarifications ---- */

/* Adds the recipients, without teams and groups that are hidden from the reader. */
static void put_recipients(struct as_api_object *object, const struct as_api_view *view,
	size_t clarification, const struct as_contest_clarification *of)
{
	json_t *teams = json_array(), *groups = json_array();

	for (size_t i = 0; i < of->to_teams.count; i++)
		if (as_api_sees_team(view, of->to_teams.items[i]))
			json_array_append_new(
				teams, json_string(as_api_team(view, of->to_teams.items[i])->id));
	for (size_t i = 0; i < of->to_groups.count; i++)
		if (as_api_sees_group(view, of->to_groups.items[i]))
			json_array_append_new(groups,
				json_string(view->contest->groups[of->to_groups.items[i]].id));
	/* To a hidden group: without recipients it would read as if it were for all. */
	if (!json_array_size(teams) && !json_array_size(groups) &&
		view->sees.scope == AS_CONTEST_SEES_TEAM &&
		as_contest_log_is_recipient(view->log, clarification, view->sees.team))
		json_array_append_new(teams, json_string(as_api_team(view, view->sees.team)->id));
	if (json_array_size(teams))
		as_api_put(object, "to_team_ids", json_incref(teams));
	if (json_array_size(groups))
		as_api_put(object, "to_group_ids", json_incref(groups));
	json_decref(teams);
	json_decref(groups);
}

/* The member of the jury who deals with a question, for the jury. Not in the specification. */
static void put_claim(struct as_api_object *object, const struct as_api_view *view,
	const struct as_contest_clarification *of)
{
	if (view->sees.scope == AS_CONTEST_SEES_ALL && of->claimant != AS_CONTEST_NONE &&
		!of->is_answered)
		as_api_put_text(object, "claimed_by", as_api_account(view, of->claimant)->username);
}

json_t *as_api_clarification_json(
	const struct as_api_view *view, size_t clarification, bool with_problem)
{
	const struct as_contest_clarification *of =
		as_contest_log_clarification(view->log, clarification);
	struct as_api_object object = as_api_begin();
	char id[AS_API_ID_SIZE];

	as_api_put_text(&object, "id", as_api_clarification_id(view, clarification, id));
	if (of->from_team != AS_CONTEST_NONE)
		as_api_put_text(&object, "from_team_id", as_api_team(view, of->from_team)->id);
	put_recipients(&object, view, clarification, of);
	/* Contest API, clarifications: "reply_to_id should be removed for everyone who
	 * couldn't see the original message." */
	if (of->reply_to != AS_CONTEST_NONE && as_api_sees_clarification(view, of->reply_to))
		as_api_put_text(
			&object, "reply_to_id", as_api_clarification_id(view, of->reply_to, id));
	if (of->problem != AS_CONTEST_NONE && with_problem)
		as_api_put_text(&object, "problem_id", view->contest->problems[of->problem].id);
	if (of->category)
		as_api_put_text(&object, "category", of->category);
	put_claim(&object, view, of);
	as_api_put_text(&object, "text", of->text);
	as_api_put_time(&object, "time", of->wall_ms);
	as_api_put_contest_time(&object, "contest_time", view->clock, of->wall_ms);
	return as_api_end(&object);
}
