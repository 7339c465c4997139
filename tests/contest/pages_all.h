/* SPDX-License-Identifier: MIT */
/* Every page of the gallery as a file, whose name is the page's address without the query, with '!'
 * for '/'.
 */
#ifndef ASSAY_TESTS_CONTEST_PAGES_ALL_H
#define ASSAY_TESTS_CONTEST_PAGES_ALL_H

#include "pages_gallery.h"

/* A result with everything that a page can show. `text` is untrusted. */
struct result_case {
	struct as_result result;
	struct as_result_test tests[4];
	struct as_result_group groups[2];
	struct as_submitted submitted;
	struct as_source file;
	char *notes[2];
};

static inline void result_case_fill(struct result_case *made, char *text, char *source)
{
	*made = (struct result_case){0};
	for (size_t i = 0; i < 4; i++) {
		static const enum as_verdict verdicts[] = {
			AS_VERDICT_AC, AS_VERDICT_AC, AS_VERDICT_WA, AS_VERDICT_RTE};
		static char *const names[] = {"sample/1", "sample/2", "secret/1", "secret/2"};
		made->tests[i] = (struct as_result_test){.name = names[i],
			.verdict = verdicts[i],
			.feedback = i > 1 ? text : NULL,
			.judge_message = i > 1 ? text : NULL,
			.team_message = i > 1 ? text : NULL,
			.transcript = i > 1 ? text : NULL,
			.hint = i > 1 ? text : NULL,
			.reason = i > 2 ? "signal" : NULL,
			.signal = i > 2 ? 11 : 0,
			.exit_code = -1,
			.usage = {.known = true,
				.cpu_time_ns = INT64_C(41000000) * (int64_t)(i + 1),
				.wall_time_ns = INT64_C(45000000) * (int64_t)(i + 1),
				.memory_bytes = (uint64_t)(3 + i) << 20},
			.sight = {.is_sample = i < 2, .full_feedback = i == 2}};
	}
	made->groups[0] = (struct as_result_group){
		.name = "sample", .verdict = AS_VERDICT_AC, .unmet = SIZE_MAX};
	made->groups[1] = (struct as_result_group){.name = "secret",
		.verdict = AS_VERDICT_WA,
		.has_score = true,
		.score = 12.5,
		.max_score = 50,
		.unmet = SIZE_MAX};
	made->notes[0] = text;
	made->result = (struct as_result){.problem = "any",
		.path = text,
		.verdict = AS_VERDICT_WA,
		.compile = {.language = "cpp",
			.verdict = AS_VERDICT_AC,
			.output = text,
			.notes = made->notes},
		.tests = made->tests,
		.test_count = 4,
		.groups = made->groups,
		.group_count = 2};
	made->file = (struct as_source){.name = "main.cpp", .data = {source, strlen(source)}};
	made->submitted.sources.files = &made->file;
	made->submitted.sources.count = 1;
}

static inline void page_write(const char *folder, const char *address, char *text)
{
	AS_AUTO_FREE char *owned = text;
	char name[200];

	cr_assert_not_null(owned);
	snprintf(name, sizeof name, "%s", address);
	for (char *at = name; *at; at++)
		if (*at == '/')
			*at = '!';
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/%s", folder, name);
	cr_assert_eq(as_file_write(AT_FDCWD, path, owned, strlen(owned), 0600, NULL), 0);
}

static inline void asset_write(const char *folder, const struct as_site_asset *asset)
{
	char name[200];

	snprintf(name, sizeof name, "%s", asset->path);
	for (char *at = name; *at; at++)
		if (*at == '/')
			*at = '!';
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/%s", folder, name);
	cr_assert_eq(as_file_write(AT_FDCWD, path, asset->bytes, asset->size, 0600, NULL), 0);
}

static inline void assets_write(const char *folder, const struct as_site_libraries *libraries)
{
	const struct as_site_assets *own = as_site_libraries_assets(libraries);

	for (size_t i = 0; i < as_contest_assets.count; i++)
		asset_write(folder, &as_contest_assets.items[i]);
	for (size_t i = 0; i < own->count; i++)
		asset_write(folder, &own->items[i]);
}

static inline void pages_write_screens(
	const struct pages_case *at, const char *folder, const struct as_contest_visit *visit)
{
	AS_AUTO_FREE char *board =
		PAGE(as_contest_page_board_fragment(out, &at->log, "", false, NULL));
	AS_AUTO_FREE char *verdicts = PAGE(as_contest_page_verdicts_fragment(out, &at->log, ""));

	page_write(folder, "/screen", PAGE(as_contest_page_screen_board(out, visit, board)));
	page_write(folder, "/screen/verdicts",
		PAGE(as_contest_page_screen_verdicts(out, visit, verdicts)));
	page_write(folder, "/screen/countdown", PAGE(as_contest_page_screen_countdown(out, visit)));
}

/* `text`: shown wherever the caller passes a text. */
static inline void pages_write_public(const struct pages_case *at, const char *folder,
	const struct as_contest_visit *visit, const char *text)
{
	const struct as_contest_typed_team typed = {text, text, text};
	const struct as_statement *statements[8] = {0};

	page_write(folder, "/", PAGE(as_contest_page_board(out, visit, false, &all_teams)));
	page_write(folder, "/board/fragment",
		PAGE(as_contest_page_board_fragment(out, &at->log, "", false, NULL)));
	page_write(folder, "/problems", PAGE(as_contest_page_problems(out, visit)));
	for (size_t i = 0; i < at->contest->problem_count; i++) {
		struct as_error error = {0};
		struct as_statement *statement =
			as_contest_statement_open(at->contest, i, NULL, "", NULL, &error);
		cr_assert_not_null(statement, "%s", error.text);
		AS_AUTO_FREE char *address =
			as_text_format(NULL, "/problems/%s", at->contest->problems[i].id);
		page_write(
			folder, address, PAGE(as_contest_page_problem(out, visit, i, statement)));
		statements[i] = statement;
	}
	page_write(folder, "/statements", PAGE(as_contest_page_statements(out, visit, statements)));
	for (size_t i = 0; i < at->contest->problem_count; i++)
		as_statement_close((struct as_statement *)statements[i]);
	pages_write_screens(at, folder, visit);
	page_write(folder, "/languages", PAGE(as_contest_page_languages(out, visit, NULL)));
	page_write(folder, "/home", PAGE(as_contest_page_home(out, visit, NULL)));
	page_write(folder, "/statistics", PAGE(as_contest_page_statistics(out, visit, NULL)));
	page_write(folder, "/rules", PAGE(as_contest_page_rules(out, visit)));
	page_write(folder, "/teams/t1", PAGE(as_contest_page_team(out, visit, 1)));
	page_write(folder, "/login", PAGE(as_contest_page_login(out, visit, text, text)));
	page_write(folder, "/register", PAGE(as_contest_page_register(out, visit, &typed)));
	page_write(folder, "/error", PAGE(as_contest_page_error(out, visit, 404, text)));
	page_write(folder, "/plain", PAGE(as_contest_page_error_plain(out, "", 500, text)));
	page_write(folder, "/public/clarifications",
		PAGE(as_contest_page_clarifications(out, visit, NULL)));
}

static inline void pages_write_team(const struct as_contest_visit *visit, const char *folder,
	const char *text, const struct as_contest_evidence *evidence)
{
	const struct as_contest_typed_submission typed = {
		.problem = 1, .language = "cpp", .entry_point = text, .source = text};

	page_write(folder, "/team", PAGE(as_contest_page_board(out, visit, false, &all_teams)));
	page_write(folder, "/team/problems", PAGE(as_contest_page_problems(out, visit)));
	page_write(folder, "/submit", PAGE(as_contest_page_submit(out, visit, &typed)));
	page_write(folder, "/submissions", PAGE(as_contest_page_submissions(out, visit)));
	page_write(folder, "/submissions/7",
		PAGE(as_contest_page_submission(out, visit, 6, evidence)));
	page_write(folder, "/submissions/39",
		PAGE(as_contest_page_submission(out, visit, 38, evidence)));
	page_write(
		folder, "/clarifications", PAGE(as_contest_page_clarifications(out, visit, NULL)));
	page_write(folder, "/start", PAGE(as_contest_page_start(out, visit, NULL)));
}

/* A test with untrusted data and a rerun, and one without a rerun. */
static inline void pages_write_tests(const struct as_contest_visit *visit, const char *folder,
	const char *text, const struct as_result *result)
{
	AS_AUTO_FREE char *input = as_text_format(NULL, "3\n%s\nthe last\n", text);
	AS_AUTO_FREE char *output = as_text_format(NULL, "3\nsame\n%s\nthe last\n", text);
	AS_AUTO_FREE char *answer = as_text_format(NULL, "3\nsame\n5\nthe last\n");
	struct as_contest_test_view view = {.submission = 6,
		.result = result,
		.test = 2,
		.input = {input, strlen(input), strlen(input)},
		.answer = {answer, strlen(answer), 1000000},
		.is_changed = true,
		.rerun = AS_CONTEST_RERUN_DONE,
		.can_run = true,
		.failure = text,
		.again = &result->tests[3],
		.output = {output, strlen(output), strlen(output)},
		.again_wall_ms = START};

	page_write(folder, "/jury/submissions/7/tests/3",
		PAGE(as_contest_page_jury_test(out, visit, &view)));
	view.rerun = AS_CONTEST_RERUN_FAILED;
	page_write(folder, "/jury/submissions/7/tests/4",
		PAGE(as_contest_page_jury_test(out, visit, &view)));
}

static inline void pages_write_queue(
	const struct as_contest_visit *visit, const char *folder, char *text)
{
	struct as_store_worker workers[] = {
		{.name = text, .is_alive = true, .opened_ms = 3725000, .claimed = 2},
		{.name = text, .opened_ms = 60000}};
	struct as_store_hold hold = {.name = text, .cause = text, .held_ms = 65000, .jobs = 3};
	struct as_store_status status = {.classes = {{3, 2, 1, 12000}},
		.workers = workers,
		.worker_count = 2,
		.holds = &hold,
		.hold_count = 1,
		.results = 1000,
		.results_minute = 12,
		.results_hour = 345};

	const struct as_contest_judging_error errors[] = {{6, text}, {7, NULL}};
	const struct as_contest_queue_view view = {&status, errors, 2}, away = {0};

	for (size_t i = 1; i < AS_STORE_CLASS_COUNT; i++)
		status.classes[i].oldest_ms = -1;
	page_write(folder, "/jury/queue", PAGE(as_contest_page_jury_queue(out, visit, &view)));
	page_write(folder, "/jury/queue/away", PAGE(as_contest_page_jury_queue(out, visit, &away)));
	page_write(folder, "/jury/audit", PAGE(as_contest_page_jury_audit(out, visit, 0)));
}

/* Each package: as in the folder, changed, broken. */
static inline void page_write_packages(
	const char *folder, const struct as_contest_visit *visit, const char *text)
{
	const size_t count = as_contest_log_contest(visit->log)->problem_count;
	AS_AUTO_FREE struct as_contest_package_view *views = calloc(count, sizeof *views);

	cr_assert_not_null(views);
	for (size_t i = 0; i < count; i++) {
		memset(views[i].used, 'a', AS_DIGEST_HEX_SIZE - 1);
		if (i % 3 < 2)
			memset(views[i].folder, i % 3 ? 'b' : 'a', AS_DIGEST_HEX_SIZE - 1);
		snprintf(views[i].why, sizeof views[i].why, "%s", text);
	}
	page_write(
		folder, "/jury/problems", PAGE(as_contest_page_jury_problems(out, visit, views)));
}

/* With `text` as the reason, and as what was typed. */
static inline void page_write_rejudgings(
	const char *folder, const struct as_contest_visit *visit, const char *text)
{
	const struct as_contest_rejudging_form form = {.filter = AS_CONTEST_FILTER_ALL,
		.from = text,
		.to = text,
		.reason = text,
		.is_counted = true};
	const struct as_contest_verdicts cell = {AS_VERDICT_WA, AS_VERDICT_AC};

	page_write(folder, "/jury/rejudgings",
		PAGE(as_contest_page_jury_rejudgings(out, visit, &form)));
	for (size_t i = 0; i < as_contest_log_rejudging_count(visit->log); i++) {
		AS_AUTO_FREE char *address = as_text_format(NULL, "/jury/rejudgings/%zu", i + 1);
		page_write(folder, address,
			PAGE(as_contest_page_jury_rejudging(out, visit, i, &cell)));
	}
}

/* Submission 7 is being decided, and submission 8 was decided. */
static inline void page_write_rulings(
	const char *folder, const struct as_contest_visit *visit, const char *text)
{
	struct as_contest_ruling_form form = {.entry = {.submission = 6,
						      .verdict = AS_VERDICT_AC,
						      .score_e6 = -1,
						      .reason = text,
						      .is_shown = true},
		.score = text,
		.is_previewed = true};

	page_write(folder, "/jury/submissions/7/ruling",
		PAGE(as_contest_page_jury_ruling(out, visit, &form)));
	form = (struct as_contest_ruling_form){.entry = {.submission = 7}};
	page_write(folder, "/jury/submissions/8/ruling",
		PAGE(as_contest_page_jury_ruling(out, visit, &form)));
}

static inline void page_write_time(
	const char *folder, const struct as_contest_visit *visit, const char *text)
{
	struct as_contest_time_form form = {.action = "remove",
		.from = text,
		.to = text,
		.team = text,
		.minutes = text,
		.reason = text};

	page_write(folder, "/jury/time", PAGE(as_contest_page_jury_time(out, visit, &form)));
	form.other = as_board_copy(as_contest_log_final_board(visit->log), NULL);
	form.end_wall_ms = START + 310 * MINUTE;
	form.action = "give";
	page_write(
		folder, "/jury/time/preview", PAGE(as_contest_page_jury_time(out, visit, &form)));
}

static inline void pages_write_hall(
	const struct as_contest_visit *visit, const char *folder, const char *text)
{
	page_write(folder, "/balloons", PAGE(as_contest_page_balloons(out, visit)));
	page_write(folder, "/checkin", PAGE(as_contest_page_checkin(out, visit, text)));
	page_write(folder, "/checkin/all", PAGE(as_contest_page_checkin(out, visit, "")));
	page_write(folder, "/print", PAGE(as_contest_page_print(out, visit)));
	page_write(folder, "/prints", PAGE(as_contest_page_prints(out, visit)));
	page_write(folder, "/prints/1", PAGE(as_contest_page_print_text(out, visit, 0, text)));
}

static inline void pages_write_accounts(
	const struct as_contest_visit *visit, const char *folder, const char *text)
{
	const struct as_contest_typed_late_team typed = {
		text, text, text, text, text, text, text, text, true};

	page_write(
		folder, "/jury/new-team", PAGE(as_contest_page_jury_new_team(out, visit, &typed)));
	page_write(folder, "/jury/teams/t1", PAGE(as_contest_page_jury_team(out, visit, 1)));
	page_write(
		folder, "/jury/password", PAGE(as_contest_page_jury_password(out, visit, 0, text)));
	const struct as_contest_login_filter filter = {text, NULL};
	page_write(folder, "/jury/logins", PAGE(as_contest_page_jury_logins(out, visit, &filter)));
	page_write(folder, "/jury/card", PAGE(as_contest_page_jury_card(out, visit, 0, text)));
}

static inline void pages_write_jury(const struct as_contest_visit *visit, const char *folder,
	char *text, const struct as_contest_evidence *evidence)
{
	const struct as_contest_filter all = AS_CONTEST_FILTER_ALL;

	page_write(folder, "/jury", PAGE(as_contest_page_board(out, visit, true, &all_teams)));
	page_write(folder, "/jury/submissions",
		PAGE(as_contest_page_jury_submissions(out, visit, &all)));
	page_write(folder, "/jury/submissions/7",
		PAGE(as_contest_page_jury_submission(out, visit, 6, evidence)));
	const struct as_submitted none = {0};
	AS_AUTO_FREE char *files = as_contest_comparison_files(&none, evidence->submitted);
	page_write(folder, "/jury/submissions/7/diff",
		PAGE(as_contest_page_comparison(
			out, visit, &((struct as_contest_comparison){6, 0, files}))));
	struct as_contest_visit team = *visit;
	team.account = as_contest_log_find_username(visit->log, "team1");
	team.viewer = as_contest_log_account(visit->log, visit->account);
	page_write(folder, "/as", PAGE(as_contest_page_problems(out, &team)));
	pages_write_tests(visit, folder, text, evidence->result);
	pages_write_queue(visit, folder, text);
	page_write(folder, "/jury/clarifications",
		PAGE(as_contest_page_jury_clarifications(out, visit, &ALL_CLARIFICATIONS, NULL)));
	page_write(folder, "/jury/clarifications/4",
		PAGE(as_contest_page_jury_clarification(out, visit, 3, NULL)));
	page_write(folder, "/jury/ceremony/asks",
		PAGE(as_contest_page_ceremony_question(out, visit, NULL)));
	page_write(folder, "/jury/ceremony/refuses",
		PAGE(as_contest_page_ceremony_question(out, visit, text)));
	page_write(folder, "/jury/clock", PAGE(as_contest_page_jury_clock(out, visit)));
	page_write(folder, "/jury/teams", PAGE(as_contest_page_jury_teams(out, visit)));
	pages_write_accounts(visit, folder, text);
	page_write_packages(folder, visit, text);
	page_write_rejudgings(folder, visit, text);
	page_write_rulings(folder, visit, text);
	page_write_time(folder, visit, text);
	pages_write_hall(visit, folder, text);
}

/* All pages, with `text` in every untrusted place of a request. */
static inline void pages_write(struct pages_case *at, const char *folder, char *text, char *source)
{
	const struct as_contest_notice notices[] = {{AS_CONTEST_NOTICE_INFO, text},
		{AS_CONTEST_NOTICE_DONE, text}, {AS_CONTEST_NOTICE_ERROR, text}};
	struct result_case made;
	result_case_fill(&made, text, source);
	const struct as_contest_excerpt excerpt = {text, strlen(text), strlen(text)};
	const struct as_contest_counterexample counterexample = {
		.state = AS_CONTEST_COUNTEREXAMPLE_FOUND,
		.judgement = as_contest_log_submission(&at->log, 6)->valid,
		.verdict = AS_VERDICT_WA,
		.input = excerpt,
		.answer = excerpt,
		.output = excerpt,
		.solved = text,
		.replayed = text};
	const struct as_contest_evidence evidence = {
		&made.submitted, &made.result, &counterexample, text, 1};
	struct as_contest_visit visit = case_visit(at, NULL, 265);
	struct as_site_libraries *libraries =
		as_site_libraries_open(AS_SITE_LIBRARIES_FOLDER, NULL);

	cr_assert_not_null(libraries);
	gallery_hall(at, text);
	gallery_candidates(at, text);
	visit.libraries = libraries;
	assets_write(folder, libraries);
	pages_write_public(at, folder, &visit, text);
	visit = case_visit(at, "team1", 265);
	visit.libraries = libraries;
	visit.notices = notices;
	visit.notice_count = 3;
	pages_write_team(&visit, folder, text, &evidence);
	visit = case_visit(at, "admin", 265);
	pages_write_jury(&visit, folder, text, &evidence);
	as_site_libraries_close(libraries);
}

#endif
