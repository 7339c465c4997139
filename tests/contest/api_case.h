/* SPDX-License-Identifier: MIT */
/*
 * A contest for tests of the Contest API: a folder on the disk, and a log without a store, which
 * gets its events from the test. Nothing is judged, and no time passes.
 */
#ifndef ASSAY_TESTS_API_CASE_H
#define ASSAY_TESTS_API_CASE_H

#include "apply.h"
#include "clock.h"
#include "folder_case.h"
#include "opened.h"
#include "state.h"

#include <assay/contest/api.h>
#include <inttypes.h>

#define MINUTE INT64_C(60000)
/* 2026-11-23T12:00:00Z */
#define START INT64_C(1795435200000)

/* Five hours with a freeze of one hour. Runs of the second problem are only for the jury. ann and
 * bob are in a visible group, eve is in a hidden one. */
#define API_CONTEST                                                                                \
	"--- file contest.yaml\nid: club\nname: Club\nduration: 5:00:00\n"                         \
	"scoreboard_freeze_duration: 1:00:00\nstart_time: 2026-11-23T12:00:00Z\n"                  \
	"languages: [c, python3, java]\n"                                                          \
	"location: {latitude: 1.5, longitude: 2}\n"                                                \
	"--- file problems.yaml\n- {id: one, feedback: full, rgb: '#ff0000', color: red}\n"        \
	"- {id: two, feedback: verdict, uuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d03}\n"             \
	"--- file problems/two/problem.yaml\n"                                                     \
	"problem_format_version: 2025-09\nname: Two\n"                                             \
	"uuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d03\n"                                             \
	"limits: {time_limit: 1.5, time_resolution: 0.1}\n"                                        \
	"--- file problems/two/data/secret/1.in\n1\n"                                              \
	"--- file problems/two/data/secret/1.ans\n1\n"                                             \
	"--- file problems/two/data/secret/2.in\n1\n"                                              \
	"--- file problems/two/data/secret/2.ans\n1\n"                                             \
	"--- file problems/two/statement/problem.en.pdf\n%%PDF-1.4\n"                              \
	"--- file problems/two/attachments/tool.py\nx\n"                                           \
	"--- file groups.yaml\n- {id: open, name: Open}\n"                                         \
	"- {id: staff, name: Staff, hidden: true}\n"                                               \
	"--- file organizations.yaml\n- {id: kth, name: KTH, country: SWE}\n"                      \
	"--- file teams/ann/desktop.m3u8\nx\n"                                                     \
	"--- file teams/ann/backup.zip\nx\n"                                                       \
	"--- file teams.yaml\n"                                                                    \
	"- {id: ann, name: \"Ann \\\"A\\\" <b>\", group_ids: [open], organization_id: kth,"        \
	" desktop: [{filename: desktop.m3u8, mime: application/vnd.apple.mpegurl}],"               \
	" backup: [{filename: backup.zip, mime: application/zip}]}\n"                              \
	"- {id: bob, name: Bob, group_ids: [open]}\n"                                              \
	"- {id: eve, name: Eve, group_ids: [staff, open]}\n"                                       \
	"--- file persons.yaml\n"                                                                  \
	"- {id: p1, name: P, role: contestant, team_ids: [ann, eve], email: p@example.org,"        \
	" sex: female}\n"                                                                          \
	"- {id: p2, name: Q, role: contestant, team_ids: [eve]}\n"                                 \
	"--- file accounts.yaml\n"                                                                 \
	"- {username: root, password: correct-horse, type: admin}\n"                               \
	"- {username: judge, password: correct-horse, type: judge}\n"                              \
	"- {username: analyst, password: correct-horse, type: analyst}\n"                          \
	"- {username: ann, password: correct-horse, type: team, team_id: ann}\n"                   \
	"- {username: bob, password: correct-horse, type: team, team_id: bob}\n"                   \
	"- {username: eve, password: correct-horse, type: team, team_id: eve}\n"                   \
	"- {username: balloons, password: correct-horse, type: balloon}\n"

static const char *const usernames[] = {
	NULL, "root", "analyst", "judge", "ann", "bob", "eve", "balloons"};
#define READERS (sizeof(usernames) / sizeof(*usernames))

struct api_case {
	struct package_folder folder;
	struct as_contest *contest;
	struct as_languages *languages;
	const char *const *language_ids; /* NULL: all */
	struct as_contest_api *api;
	struct as_contest_log *log;
	int64_t number; /* of the last event */
	json_t *events; /* [time, job, body] */
};

/* ---- life cycle ---- */

static inline void api_case_start(struct api_case *made)
{
	struct as_error error = {0};
	const struct as_contest_api_config config = {.contest = made->contest,
		.languages = made->languages,
		.language_ids = made->language_ids,
		.version = "1.0"};

	made->api = as_contest_api_open(&config, &error);
	cr_assert_not_null(made->api, "%s", error.text);
	made->log = calloc(1, sizeof(*made->log));
	*made->log = (struct as_contest_log){.contest = made->contest,
		.observer = {.changed = as_contest_api_changed, .context = made->api},
		.journal = as_journal_open(&(struct as_journal_config){.noun = "contest"}, &error),
		.state = {.countdown_ms = -1}};
	cr_assert_not_null(made->log->journal);
	strcpy(made->log->journal->epoch, "0123456789abcdef0123456789abcdef");
	cr_assert_eq(log_boards_open(made->log, &error), 0, "%s", error.text);
	made->number = 0;
}

static inline void api_case_stop(struct api_case *made)
{
	as_contest_log_close(made->log);
	as_contest_api_close(made->api);
}

/* `text` changes the folder (folder_case.h). */
static inline struct api_case api_case_make(const char *text)
{
	struct api_case made = {.folder = contest_folder_make(API_CONTEST)};
	struct as_error error = {0};

	package_folder_apply(&made.folder, text);
	made.contest = as_contest_open(made.folder.path, NULL, NULL, &error);
	cr_assert_not_null(made.contest, "%s: %s", error.where, error.text);
	cr_assert_eq(
		as_contest_require(made.contest, &error), 0, "%s: %s", error.where, error.text);
	made.languages = as_languages_open(NULL, &error);
	made.events = json_array();
	cr_assert_not_null(made.languages);
	api_case_start(&made);
	return made;
}

static inline void api_case_clear(struct api_case *made)
{
	api_case_stop(made);
	json_decref(made->events);
	as_languages_close(made->languages);
	as_contest_close(made->contest);
	package_folder_remove(&made->folder);
}
#define AUTO_API_CASE AS_AUTO(api_case_clear) struct api_case

/* ---- events ---- */

static inline void api_apply(
	struct api_case *made, int64_t wall_ms, int64_t job, const json_t *body)
{
	struct as_error error = {0};
	AS_AUTO_FREE char *text = json_dumps(body, JSON_COMPACT);
	const struct as_store_record record = {
		.event = {.number = ++made->number,
			.time_ms = wall_ms,
			.job = job,
			.kind = job ? AS_STORE_EVENT_QUEUED : AS_STORE_EVENT_NOTE},
		.body = {text, strlen(text)}};

	as_journal_lock_change(made->log->journal);
	cr_assert_eq(log_apply(made->log, &record, &error), 0, "%s", error.text);
	as_journal_unlock(made->log->journal);
}

static inline void api_event(struct api_case *made, int64_t wall_ms, int64_t job, json_t *body)
{
	cr_assert_not_null(body);
	api_apply(made, wall_ms, job, body);
	json_array_append_new(
		made->events, json_pack("[I, I, o]", (json_int_t)wall_ms, (json_int_t)job, body));
}

/* Another server, which reads the same events. */
static inline void api_case_restart(struct api_case *made)
{
	size_t i;
	json_t *event;

	api_case_stop(made);
	api_case_start(made);
	json_array_foreach(made->events, i, event)
		api_apply(made, json_integer_value(json_array_get(event, 0)),
			json_integer_value(json_array_get(event, 1)), json_array_get(event, 2));
}

static inline struct as_contest_clock five_hours(void)
{
	return (struct as_contest_clock){.start_wall_ms = START,
		.duration_ms = 300 * MINUTE,
		.freeze_duration_ms = 60 * MINUTE,
		.thaw_wall_ms = AS_NEVER_MS,
		.finalized_wall_ms = AS_NEVER_MS};
}

static inline void api_clock(
	struct api_case *made, int64_t wall_ms, const struct as_contest_clock *clock)
{
	api_event(made, wall_ms, 0, log_entry_clock(clock, -1));
}

/* Sets the state to that of a time. */
static inline void api_state(struct api_case *made, int64_t wall_ms)
{
	api_event(made, wall_ms, 0, json_pack("{s:s}", "type", "state"));
}

/* Sets the clock of five hours and the state of minute 0. */
static inline void api_begin(struct api_case *made)
{
	const struct as_contest_clock clock = five_hours();

	api_clock(made, START - 10 * MINUTE, &clock);
	api_state(made, START);
}

static inline int64_t at_minute(int64_t minute)
{
	return START + minute * MINUTE + 1000;
}

/* Adds a submission in a minute of the contest and returns its index. Its job is 1000 + the index.
 */
static inline size_t api_submit(
	struct api_case *made, int64_t minute, const char *team, const char *problem)
{
	const size_t index = as_contest_log_submission_count(made->log);

	api_event(made, at_minute(minute), 1000 + (int64_t)index,
		json_pack("{s:s, s:s, s:s, s:s, s:s}", "type", "submission", "team", team,
			"problem", problem, "language", "c", "name", "main.c"));
	return index;
}

static inline void api_judge_job(
	struct api_case *made, int64_t minute, int64_t job, const char *verdict)
{
	api_event(made, at_minute(minute) + 4000, 0,
		json_pack("{s:s, s:I, s:s, s:I, s:I, s:I, s:I, s:[[i,s,I]]}", "type", "judgement",
			"job", (json_int_t)job, "verdict", verdict, "begin_ms",
			(json_int_t)(at_minute(minute) + 1000), "end_ms",
			(json_int_t)(at_minute(minute) + 3000), "max_run_ns", (json_int_t)123456789,
			"score_e6", (json_int_t)(strcmp(verdict, "AC") == 0 ? 1000000 : 0), "runs",
			0, verdict, (json_int_t)123456789));
}

static inline void api_judge(
	struct api_case *made, int64_t minute, size_t submission, const char *verdict)
{
	api_judge_job(made, minute, 1000 + (int64_t)submission, verdict);
}

/* Adds reports of a worker about a job: that judging began, and `count` runs from `first` on. */
static inline void api_report(struct api_case *made, int64_t minute, int64_t job, int first,
	int count, const char *verdict)
{
	const int64_t wall_ms = at_minute(minute) + 1500;
	json_t *runs = json_array();

	for (int i = first; i < first + count; i++)
		json_array_append_new(
			runs, json_pack("[I, i, s, I, I]", (json_int_t)job, i,
				      i + 1 < first + count ? "AC" : verdict,
				      (json_int_t)(1000000 * i), (json_int_t)wall_ms));
	api_event(made, wall_ms, 0,
		json_pack("{s:s, s:[[I, I]], s:o}", "type", "judging", "begun", (json_int_t)job,
			(json_int_t)wall_ms, "runs", runs));
}

/* Adds another judgement, by its job. */
static inline void api_again(struct api_case *made, int64_t minute, size_t submission, int64_t job)
{
	api_event(made, at_minute(minute), job,
		json_pack("{s:s, s:I}", "type", "again", "submission", (json_int_t)submission + 1));
}

static inline void api_ignore(
	struct api_case *made, int64_t minute, size_t submission, bool is_ignored)
{
	api_event(made, at_minute(minute), 0,
		json_pack("{s:s, s:I, s:b}", "type", "ignore", "submission",
			(json_int_t)submission + 1, "ignored", is_ignored));
}

/* `citation` NULL: the award is withdrawn. */
static inline void api_award(struct api_case *made, int64_t minute, const char *id,
	const char *citation, const char *team)
{
	api_event(made, at_minute(minute), 0,
		json_pack("{s:s, s:s, s:s*, s:[s]}", "type", "award", "id", id, "citation",
			citation, "teams", team));
}

/* Adds a comment of the admin; `submission` is a number from 1; 0: none. */
static inline void api_comment(struct api_case *made, int64_t minute, const char *team,
	const char *problem, int submission, const char *message)
{
	json_t *submissions = submission ? json_pack("[i]", submission) : json_array();

	api_event(made, at_minute(minute), 0,
		json_pack("{s:s, s:s, s:s, s:[s], s:[s], s:[s], s:o}", "type", "comment", "account",
			"root", "message", message, "tags", "submission", "teams", team, "problems",
			problem, "submissions", submissions));
}

/* NULL: from the jury, or to all. `reply_to` is a number from 1; 0: none. */
static inline void api_clarify(struct api_case *made, int64_t minute, const char *from,
	const char *to, int reply_to, const char *problem, const char *text)
{
	api_event(made, at_minute(minute), 0,
		json_pack("{s:s, s:s*, s:s*, s:i, s:s*, s:s}", "type", "clarification", "from_team",
			from, "to_team", to, "reply_to", reply_to, "problem", problem, "text",
			text));
}

/* From the jury; `recipients` has "to_teams" and "to_groups" of the event, and is taken. */
static inline void api_clarify_some(
	struct api_case *made, int64_t minute, json_t *recipients, int reply_to, const char *text)
{
	json_t *body = json_pack(
		"{s:s, s:i, s:s}", "type", "clarification", "reply_to", reply_to, "text", text);

	json_object_update(body, recipients);
	json_decref(recipients);
	api_event(made, at_minute(minute), 0, body);
}

/* Thaws and finalises the contest at these times; AS_NEVER_MS: not. */
static inline void api_finish(
	struct api_case *made, int64_t wall_ms, int64_t thaw_wall_ms, int64_t finalized_wall_ms)
{
	struct as_contest_clock clock = five_hours();

	clock.thaw_wall_ms = thaw_wall_ms;
	clock.finalized_wall_ms = finalized_wall_ms;
	api_clock(made, wall_ms, &clock);
}

/* ---- reading ---- */

/* NULL: not logged in. */
static inline struct as_contest_api_reader api_reader(struct api_case *made, const char *username)
{
	const size_t account =
		username ? as_contest_log_find_username(made->log, username) : AS_CONTEST_NONE;

	cr_assert(!username || account != AS_CONTEST_NONE, "%s", username);
	return as_contest_api_reader(made->log, account);
}

/* The answer to a GET; `query` is "name=value&name=value" or NULL. */
static inline json_t *api_get(struct api_case *made, const char *username, const char *endpoint,
	const char *id, const char *query, int *status)
{
	const struct as_contest_api_reader reader = api_reader(made, username);
	struct as_contest_api_filter items[8];
	struct as_contest_api_filters filters = {items, 0};
	AS_AUTO_BYTES struct as_bytes json = {0};
	AS_AUTO_FREE char *copy = strdup(query ? query : "");
	struct as_error error = {0};

	for (char *at = copy, *part; (part = strsep(&at, "&")) && *part;) {
		char *value = strchr(part, '=');
		*value = '\0';
		items[filters.count++] = (struct as_contest_api_filter){part, value + 1};
	}
	*status = as_contest_api_get(
		made->api, made->log, &reader, endpoint, id, &filters, &json, &error);
	json_t *answer = json_loadb(json.data, json.size, 0, NULL);
	cr_assert_not_null(answer, "%s is no JSON: %s", endpoint, json.data);
	return answer;
}

/* "id id id" of an array, or the text of another document, on the heap. */
static inline char *api_ids(
	struct api_case *made, const char *username, const char *endpoint, const char *query)
{
	int status;
	AS_AUTO_JSON json_t *answer = api_get(made, username, endpoint, NULL, query, &status);
	struct as_bytes text = {0};

	if (!json_is_array(answer))
		return json_dumps(answer, JSON_COMPACT);
	FILE *out = open_memstream(&text.data, &text.size);
	for (size_t i = 0; i < json_array_size(answer); i++)
		fprintf(out, "%s%s", i ? " " : "",
			json_string_value(json_object_get(json_array_get(answer, i), "id")));
	fclose(out);
	return text.data;
}
#define EXPECT_IDS(made, username, endpoint, query, expected)                                      \
	do {                                                                                       \
		AS_AUTO_FREE char *ids_ = api_ids(made, username, endpoint, query);                \
		cr_expect_str_eq(ids_, expected, "%s of %s: %s", endpoint,                         \
			(username) ? (const char *)(username) : "public", ids_);                   \
	} while (0)

/* The JSON of an object, or {"code":404,...}, on the heap. */
static inline char *api_object(
	struct api_case *made, const char *username, const char *endpoint, const char *id)
{
	int status;
	AS_AUTO_JSON json_t *answer = api_get(made, username, endpoint, id, NULL, &status);

	return json_dumps(answer, JSON_COMPACT | JSON_REAL_PRECISION(15));
}

/* ---- the feed ---- */

static inline struct as_bytes api_take_all(struct as_contest_cursor *cursor, size_t step)
{
	struct as_bytes text = {0};
	FILE *out = open_memstream(&text.data, &text.size);
	char *bytes = malloc(step);
	struct as_error error = {0};
	ssize_t count;

	while ((count = as_contest_feed_read(cursor, bytes, step, &error)) > 0)
		fwrite(bytes, 1, (size_t)count, out);
	cr_assert_eq(count, 0, "%s", error.text);
	fclose(out);
	cr_assert(text.size == 0 || text.data[text.size - 1] == '\n');
	free(bytes);
	return text;
}

static inline struct as_contest_cursor *api_cursor(
	struct api_case *made, const char *username, const char *token)
{
	const struct as_contest_api_reader reader = api_reader(made, username);
	struct as_error error = {0};
	struct as_contest_cursor *cursor =
		as_contest_feed_open(made->api, made->log, &reader, token, &error);

	cr_assert(cursor || error.kind == AS_ERROR_USAGE);
	return cursor;
}

static inline struct as_bytes api_feed(struct api_case *made, const char *username)
{
	struct as_contest_cursor *cursor = api_cursor(made, username, NULL);
	const struct as_bytes text = api_take_all(cursor, 1000);

	as_contest_feed_close(cursor);
	return text;
}

#endif
