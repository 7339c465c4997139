/* SPDX-License-Identifier: MIT */
/* Pages of the jury: tests of submissions, the queue, packages, the clock at the end. */
#include "pages_open.h"

TestSuite(pages_jury, .init = open_gallery, .fini = close_gallery);

Test(pages_jury, the_queue_lists_waiting_submissions_workers_and_held_packages)
{
	struct as_store_worker worker = {.name = "host:1", .is_alive = true, .opened_ms = 3725000};
	struct as_store_hold hold = {.name = "coins", .cause = "no validator", .held_ms = 1};
	struct as_store_status status = {.classes = {{3, 2, 1, 12000}},
		.workers = &worker,
		.worker_count = 1,
		.holds = &hold,
		.hold_count = 1};
	const struct as_contest_visit visit = case_visit(&at, "judge", 265);
	const struct as_contest_queue_view view = {.status = &status}, none = {0};
	AS_AUTO_FREE char *page = PAGE(as_contest_page_jury_queue(out, &visit, &view));

	cr_expect_not(strstr(page, "Judging errors"));
	cr_expect(
		strstr(page, "host:1") && strstr(page, "1:02:05") && strstr(page, "no validator"));
	cr_expect(strstr(page, "<td class=\"number\">0:00:12</td>"), "%s", page);
	cr_expect(strstr(page, "/jury/submissions/38\"") && !strstr(page, "/jury/submissions/7\""));
	status.worker_count = 0;
	AS_AUTO_FREE char *alone = PAGE(as_contest_page_jury_queue(out, &visit, &view));
	cr_expect(strstr(alone, "No worker is connected"));
	AS_AUTO_FREE char *away = PAGE(as_contest_page_jury_queue(out, &visit, &none));
	cr_expect(strstr(away, "The store does not answer"));
}

/* The job of a judging error may have no result. */
Test(pages_jury, judging_errors_show_their_causes_to_the_jury_only)
{
	const struct as_contest_visit judge = case_visit(&at, "judge", 265);
	const struct as_contest_visit team = case_visit(&at, "team1", 265);
	const struct as_contest_judging_error errors[] = {
		{37, "assay was killed <3> times"}, {36, NULL}};
	const struct as_contest_queue_view view = {.errors = errors, .error_count = 2};
	const struct as_contest_evidence evidence = {.cause = errors[0].cause};
	AS_AUTO_FREE char *queue = PAGE(as_contest_page_jury_queue(out, &judge, &view));
	AS_AUTO_FREE char *page = PAGE(as_contest_page_jury_submission(out, &judge, 37, &evidence));
	AS_AUTO_FREE char *own = PAGE(as_contest_page_submission(out, &team, 37, &evidence));

	SHOWS(queue, "<h2>Judging errors</h2>");
	SHOWS(queue, "<p>assay was killed &lt;3&gt; times</p>");
	SHOWS(queue, "<td class=\"remarks\"><p>\xe2\x80\x93</p>");
	SHOWS(queue, "/jury/submissions/37\"");
	SHOWS(page, "Judging error: assay was killed &lt;3&gt; times");
	cr_expect_not(strstr(own, "killed"), "%s", own);
}

Test(pages_jury, a_pending_submission_shows_its_progress)
{
	const struct as_contest_visit visit = case_visit(&at, "judge", 265);
	const struct as_contest_filter all = AS_CONTEST_FILTER_ALL;
	const struct as_contest_evidence none = {0};
	AS_AUTO_FREE char *list = PAGE(as_contest_page_jury_submissions(out, &visit, &all));
	AS_AUTO_FREE char *one = PAGE(as_contest_page_jury_submission(out, &visit, 37, &none));
	AS_AUTO_FREE char *judged = PAGE(as_contest_page_jury_submission(out, &visit, 6, &none));

	SHOWS(list, "<small>waits</small>");
	SHOWS(one, "<small>waits</small>");
	cr_expect_not(strstr(judged, "<small>waits</small>"), "%s", judged);
}

Test(pages_jury, a_notice_is_a_sentence)
{
	struct as_contest_visit visit = case_visit(&at, "admin", 265);
	struct as_contest_notice notice = {
		.kind = AS_CONTEST_NOTICE_ERROR, .text = "the contest is over"};
	visit.notices = &notice;
	visit.notice_count = 1;
	AS_AUTO_FREE char *text = PAGE(as_contest_page_jury_clock(out, &visit));

	SHOWS(text, ">The contest is over.</p>");
	notice.text = "main.py is a Jupyter notebook";
	AS_AUTO_FREE char *name = PAGE(as_contest_page_jury_clock(out, &visit));
	SHOWS(name, ">main.py is a Jupyter notebook.</p>");
}

Test(pages_jury, a_refusal_is_a_sentence_and_leads_back)
{
	AS_AUTO_FREE char *page =
		PAGE(as_contest_page_error_plain(out, "/base", 404, "there is no <such> test"));

	SHOWS(page, "There is no &lt;such&gt; test.");
	SHOWS(page, "<a href=\"/base/\">To the first page</a>");
	AS_AUTO_FREE char *empty = PAGE(as_contest_page_error_plain(out, "", 404, ""));
	SHOWS(empty, "<p class=\"problem-text\"></p>");
}

Test(pages_jury, the_clock_offers_no_freeze_if_teams_have_their_own_time)
{
	struct as_contest_clock clock = case_five_hours();
	const struct as_contest_visit admin = case_visit(&at, "admin", 265);

	clock.freeze_duration_ms = 0;
	case_clock(&at, START, &clock);
	case_state(&at, START + 30 * MINUTE);
	AS_AUTO_FREE char *usual = PAGE(as_contest_page_jury_clock(out, &admin));
	SHOWS(usual, "value=\"freeze\"");
	SHOWS(usual, "value=\"freeze-at\"");
	at.contest->settings.participation.time_per_team_ms = 60 * MINUTE;
	AS_AUTO_FREE char *own = PAGE(as_contest_page_jury_clock(out, &admin));
	SHOWS(own, "value=\"duration\"");
	cr_expect_not(strstr(own, "value=\"freeze"), "%s", own);
	/* A store of an earlier version may have a freeze: it can still be removed. */
	clock.freeze_duration_ms = 60 * MINUTE;
	case_clock(&at, START, &clock);
	AS_AUTO_FREE char *old = PAGE(as_contest_page_jury_clock(out, &admin));
	SHOWS(old, "value=\"freeze-at\"");
}

Test(pages_jury, final_results_can_only_be_thawed)
{
	struct as_contest_clock clock = case_five_hours();
	const struct as_contest_visit admin = case_visit(&at, "admin", 330);

	gallery_end(&at, false);
	clock.finalized_wall_ms = START + 305 * MINUTE;
	case_clock(&at, START + 306 * MINUTE, &clock);
	case_state(&at, START + 320 * MINUTE);
	AS_AUTO_FREE char *frozen = PAGE(as_contest_page_jury_clock(out, &admin));
	cr_expect(strstr(frozen, "value=\"thaw\"") && !strstr(frozen, "value=\"duration\"") &&
		  !strstr(frozen, "value=\"finalise\""));
	clock.thaw_wall_ms = START + 321 * MINUTE;
	case_clock(&at, START + 322 * MINUTE, &clock);
	case_state(&at, START + 322 * MINUTE);
	AS_AUTO_FREE char *thawed = PAGE(as_contest_page_jury_clock(out, &admin));
	cr_expect_not(strstr(thawed, "<h2>Actions</h2>"), "%s", thawed);
}

Test(pages_jury, the_ceremony_asks_unless_results_are_final_and_hidden)
{
	struct as_contest_clock clock = case_five_hours();
	const struct as_contest_visit running = case_visit(&at, "admin", 265);
	const struct as_contest_visit admin = case_visit(&at, "admin", 330);

	AS_AUTO_FREE char *early = PAGE(as_contest_page_ceremony_question(out, &running, NULL));
	SHOWS(early, "<li>The contest is not over.</li><li>The results are not final");
	SHOWS(early, "href=\"/jury/resolve?sure=1\"");
	cr_expect(as_contest_ceremony_asks(&running));
	gallery_end(&at, false);
	clock.finalized_wall_ms = START + 305 * MINUTE;
	case_clock(&at, START + 306 * MINUTE, &clock);
	case_state(&at, START + 320 * MINUTE);
	cr_expect_not(as_contest_ceremony_asks(&admin));
	clock.thaw_wall_ms = START + 321 * MINUTE;
	case_clock(&at, START + 322 * MINUTE, &clock);
	case_state(&at, START + 322 * MINUTE);
	AS_AUTO_FREE char *late = PAGE(as_contest_page_ceremony_question(out, &admin, NULL));
	SHOWS(late, "<ul><li>The board is thawed");
	AS_AUTO_FREE char *refused =
		PAGE(as_contest_page_ceremony_question(out, &admin, "one <waits>"));
	SHOWS(refused, "One &lt;waits&gt;.");
	cr_expect_not(strstr(refused, "sure=1"));
}

Test(pages_jury, the_ceremony_in_one_file_has_its_document_as_data)
{
	AS_AUTO_FREE char *page = PAGE(as_contest_ceremony_file(
		out, "A <b>", "{\"contest\": \"</script><evil><!--\", \"n\": 1}"));

	SHOWS(page, "<title>A &lt;b&gt;</title>");
	SHOWS(page,
		"id=\"steps\">{\"contest\": \"\\u003c/script>\\u003cevil>\\u003c!--\", \"n\": 1}<");
	SHOWS(page, "; img-src data:\"");
	cr_expect_not(strstr(page, "<link"));
}

/* A view of a test with a known output. */
static struct as_contest_test_view view_of(
	const struct as_result *result, const char *output, const char *answer)
{
	return (struct as_contest_test_view){.submission = 6,
		.result = result,
		.test = 2,
		.input = {"1", 1, 1},
		.answer = {answer, strlen(answer), strlen(answer)},
		.rerun = AS_CONTEST_RERUN_DONE,
		.can_run = true,
		.again = &result->tests[2],
		.output = {output, strlen(output), strlen(output)},
		.again_wall_ms = START};
}

/* The text between two others. */
static char *between(const char *page, const char *before, const char *after)
{
	const char *from = strstr(page, before);

	cr_assert_not_null(from, "without %s:\n%s", before, page);
	from += strlen(before);
	return strndup(from, (size_t)(strstr(from, after) - from));
}

/* The server appends seconds and Z to a time without them. */
Test(pages_jury, the_examples_of_a_start_are_accepted)
{
	const struct as_contest_visit admin = case_visit(&at, "admin", -5);
	AS_AUTO_FREE char *page = PAGE(as_contest_page_jury_clock(out, &admin));
	AS_AUTO_FREE char *short_time = between(page, "placeholder=\"", "\"");
	AS_AUTO_FREE char *full_time = between(page, "an offset: ", "<");
	AS_AUTO_FREE char *completed = as_text_format(NULL, "%s:00Z", short_time);
	int64_t short_ms = 0, full_ms = 1;

	cr_expect_eq(as_contest_time_parse(completed, &short_ms, NULL), 0, "%s", completed);
	cr_expect_eq(as_contest_time_parse(full_time, &full_ms, NULL), 0, "%s", full_time);
	cr_expect_eq(short_ms, full_ms, "%s is not %s", completed, full_time);
}

Test(pages_jury, the_jury_sees_the_lines_in_which_an_output_differs)
{
	struct result_case made;
	result_case_fill(&made, "remark", "int main;");
	const struct as_contest_visit judge = case_visit(&at, "judge", 265);
	const struct as_contest_visit watcher = case_visit(&at, "watcher", 265);
	struct as_contest_test_view view =
		view_of(&made.result, "1\n2 \n<b>\n4\n5\n", "1\n2\n3\n4\n5\n6\n");
	AS_AUTO_FREE char *page = PAGE(as_contest_page_jury_test(out, &judge, &view));

	SHOWS(page, "<span class=\"d same\"><span class=\"no\">2</span>  2 \n</span>"
		    "<span class=\"d answer\"><span class=\"no\">3</span>- 3\n</span>"
		    "<span class=\"d output\"><span class=\"no\">3</span>+ &lt;b&gt;\n</span>"
		    "<span class=\"d same\"><span class=\"no\">4</span>  4\n</span>");
	SHOWS(page, "<span class=\"d answer\"><span class=\"no\">6</span>- 6\n</span></pre>");
	SHOWS(page, "/jury/submissions/7/tests/3/run\"");
	SHOWS(page, "/jury/submissions/7/tests/3/output\"");
	AS_AUTO_FREE char *seen = PAGE(as_contest_page_jury_test(out, &watcher, &view));
	cr_expect_not(strstr(seen, "/tests/3/run\""));
	view = view_of(&made.result, "1\n2\n", "1 \n2\n");
	AS_AUTO_FREE char *same = PAGE(as_contest_page_jury_test(out, &judge, &view));
	SHOWS(same, "No line differs.");
	view.rerun = AS_CONTEST_RERUN_WAITS;
	AS_AUTO_FREE char *waits = PAGE(as_contest_page_jury_test_fragment(out, &judge, &view));
	cr_expect(strstr(waits, "is being run") && !strstr(waits, "data-done"));
	view.rerun = AS_CONTEST_RERUN_NONE;
	view.can_run = false;
	AS_AUTO_FREE char *cannot = PAGE(as_contest_page_jury_test_fragment(out, &judge, &view));
	cr_expect(strstr(cannot, "This server does not judge") && !strstr(cannot, "<form"));
}

Test(pages_jury, a_difference_of_large_outputs_is_bounded)
{
	struct result_case made;
	struct page_text text = {0};
	result_case_fill(&made, "remark", "int main;");
	const struct as_contest_visit judge = case_visit(&at, "judge", 265);

	page_text_open(&text);
	for (int i = 0; i < 20000; i++)
		fprintf(text.out, "%d\n", i);
	AS_AUTO_FREE char *output = page_text_close(&text);
	const struct as_contest_test_view view = view_of(&made.result, output, "x\n");
	AS_AUTO_FREE char *page = PAGE(as_contest_page_jury_test(out, &judge, &view));
	SHOWS(page, "At most 200 lines of each are compared.");
	cr_expect_not(strstr(page, "<span class=\"no\">201</span>"));
}

/* ---- packages ---- */

#define OLD "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define NEW "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"

static void use_package(int64_t minute, const char *digest, const char *username)
{
	json_t *body = json_pack("{s: s, s: s, s: s}", "type", "package", "problem",
		at.contest->problems[0].id, "package", digest);

	if (username)
		json_object_set_new(body, "account", json_string(username));
	case_event(&at, START + minute * MINUTE, 0, body);
}

Test(pages_jury, the_audit_trail_lists_a_change_of_a_package_but_not_its_first_version)
{
	const struct as_contest_visit visit = case_visit(&at, "judge", 265);
	const size_t before = as_contest_log_act_count(&at.log);

	use_package(200, OLD, NULL);
	use_package(201, OLD, "admin");
	cr_expect_eq(as_contest_log_act_count(&at.log), before);
	use_package(202, NEW, "admin");
	use_package(203, OLD, NULL);
	cr_expect_eq(as_contest_log_act_count(&at.log), before + 2);
	AS_AUTO_FREE char *page = PAGE(as_contest_page_jury_audit(out, &visit, 0));
	cr_expect(strstr(page, "<code>aaaaaaaaaaaa</code> \xe2\x86\x92 <code>bbbbbbbbbbbb</code>"));
	cr_expect(strstr(page, "the server's start</th>"), "%s", page);
}

Test(pages_jury, the_packages_have_their_versions_and_a_button_for_those_who_may_judge)
{
	struct as_contest_package_view views[26] = {{.used = OLD, .folder = NEW},
		{.used = OLD, .folder = OLD}, {.used = OLD, .why = "problem.yaml:3: <no>"}};
	const struct as_contest_visit judge = case_visit(&at, "judge", 265);
	struct as_contest_visit analyst = case_visit(&at, "analyst", 265);

	cr_assert(at.contest->problem_count >= 3 && at.contest->problem_count <= 26);
	use_package(200, OLD, "admin");
	AS_AUTO_FREE char *page = PAGE(as_contest_page_jury_problems(out, &judge, views));
	cr_expect(strstr(page, "<code title=\"" OLD "\">aaaaaaaaaaaa</code>"));
	cr_expect(strstr(page, "by <bdi>admin</bdi>"), "%s", page);
	cr_expect(strstr(page, ">changed<") && strstr(page, "unchanged"));
	cr_expect(strstr(page, "problem.yaml:3: &lt;no&gt;"));
	cr_expect(strstr(page, "Use the new version") && strstr(page, "Read the files again"));
	AS_AUTO_FREE char *others = PAGE(as_contest_page_jury_problems(out, &analyst, views));
	cr_expect(strstr(others, ">changed<") && !strstr(others, "Use the new version"));
}

Test(pages_jury, an_upload_shows_what_it_changes_and_asks_if_it_has_errors)
{
	const struct as_contest_visit judge = case_visit(&at, "judge", 265),
				      analyst = case_visit(&at, "watcher", 265);
	struct as_contest_package_view views[26] = {0};

	views[1].is_verifying = true;
	views[1].done = 3;
	views[1].total = 12;
	gallery_candidates(&at, "<b>said</b>");
	AS_AUTO_FREE char *page = PAGE(as_contest_page_jury_problems(out, &judge, views));
	cr_expect(strstr(page, "Tests added: 1 (secret/9)."));
	cr_expect(strstr(page, "&lt;b&gt;said&lt;/b&gt;") && !strstr(page, "<b>said"));
	cr_expect(strstr(page, ">has errors<") && strstr(page, "/report\">The whole report"));
	cr_expect(strstr(page, "Verification: 3 of 12 steps."));
	cr_expect(strstr(page, "Use the uploaded package") && strstr(page, "Discard it"));
	cr_expect(strstr(page, "action=\"/jury/problems/upload\""));
	AS_AUTO_FREE char *others = PAGE(as_contest_page_jury_problems(out, &analyst, views));
	cr_expect(strstr(others, "The whole report") &&
		  !strstr(others, "<form method=\"post\" action=\"/jury"));
	AS_AUTO_FREE char *audit = PAGE(as_contest_page_jury_audit(out, &judge, 0));
	cr_expect(strstr(audit, "<p>Upload of package <code>cccccccccccc</code> for problem"));
	case_event(&at, START + 122 * MINUTE, 0,
		json_pack("{s: s, s: s, s: i, s: s}", "type", "candidate", "problem",
			at.contest->problems[0].id, "candidate", 1, "state", "discarded"));
	cr_expect(as_contest_log_candidate(&at.log, 0)->event, "an unknown one is discarded");
	case_event(&at, START + 122 * MINUTE, 0,
		json_pack("{s: s, s: s, s: I, s: s, s: s}", "type", "candidate", "problem",
			at.contest->problems[0].id, "candidate",
			(json_int_t)as_contest_log_candidate(&at.log, 0)->event, "state",
			"discarded", "account", "admin"));
	AS_AUTO_FREE char *ended = PAGE(as_contest_page_jury_audit(out, &judge, 0));
	cr_expect(strstr(ended, "<p>Discard package <code>cccccccccccc</code> for problem"));
	case_event(&at, START + 122 * MINUTE, 0,
		json_pack("{s: s, s: s, s: s, s: s}", "type", "package", "problem",
			at.contest->problems[1].id, "package", "x", "archive", "y"));
	cr_expect(as_contest_log_candidate(&at.log, 1)->event);
}

/* A submission that is judged with a version of the package; returns its index. */
static size_t judge_with(int64_t minute, const char *digest)
{
	const size_t index = as_contest_log_submission_count(&at.log);

	case_event(&at, START + minute * MINUTE, 1000 + (int64_t)index,
		json_pack("{s: s, s: s, s: s, s: s, s: s}", "type", "submission", "team", "t1",
			"problem", at.contest->problems[0].id, "language", "cpp", "package",
			digest));
	case_judge(&at, index, START + minute * MINUTE + 5000, "WA");
	return index;
}

#define EARLIER_MARK "judged with an earlier version of the package"
Test(pages_jury, verdicts_of_an_earlier_version_of_the_package_are_marked)
{
	const struct as_contest_visit visit = case_visit(&at, "judge", 265);
	const struct as_contest_evidence none = {0};
	const struct as_contest_filter all = AS_CONTEST_FILTER_ALL;
	struct as_contest_filter earlier = all;

	earlier.verdict = "earlier";
	use_package(260, OLD, NULL);
	const size_t old = judge_with(261, OLD);
	/* All verdicts of the problem are from the version in use. */
	AS_AUTO_FREE char *before = PAGE(as_contest_page_jury_submissions(out, &visit, &all));
	AS_AUTO_FREE char *calm = PAGE(as_contest_page_board(out, &visit, true, &all_teams));
	cr_expect_not(strstr(before, EARLIER_MARK), "%s", before);
	cr_expect_not(strstr(calm, "verdict=earlier"), "%s", calm);
	use_package(262, NEW, "admin");
	const size_t now = judge_with(263, NEW);
	AS_AUTO_FREE char *list = PAGE(as_contest_page_jury_submissions(out, &visit, &all));
	AS_AUTO_FREE char *some = PAGE(as_contest_page_jury_submissions(out, &visit, &earlier));
	AS_AUTO_FREE char *one = PAGE(as_contest_page_jury_submission(out, &visit, old, &none));
	AS_AUTO_FREE char *new = PAGE(as_contest_page_jury_submission(out, &visit, now, &none));
	AS_AUTO_FREE char *board = PAGE(as_contest_page_board(out, &visit, true, &all_teams));
	AS_AUTO_FREE char *link = as_text_format(NULL, "/jury/submissions/%zu\"", old + 1);
	AS_AUTO_FREE char *other = as_text_format(NULL, "/jury/submissions/%zu\"", now + 1);
	SHOWS(list, EARLIER_MARK);
	SHOWS(some, link);
	SHOWS(some, "<option value=\"earlier\" selected>");
	cr_expect_not(strstr(some, other), "%s", some);
	SHOWS(one, EARLIER_MARK);
	SHOWS(one, "\"Judge again\" uses the version in use.");
	cr_expect_not(strstr(new, EARLIER_MARK), "%s", new);
	SHOWS(board, "<a href=\"/jury/submissions?verdict=earlier\">1 verdict</a>");
	/* Only accounts that may judge see how to judge again. */
	const struct as_contest_visit watcher = case_visit(&at, "watcher", 265);
	AS_AUTO_FREE char *watched =
		PAGE(as_contest_page_jury_submission(out, &watcher, old, &none));
	AS_AUTO_FREE char *whole = PAGE(as_contest_page_board(out, &watcher, true, &all_teams));
	SHOWS(watched, EARLIER_MARK);
	SHOWS(whole, "1 verdict</a>");
	cr_expect_not(strstr(watched, "Judge again"), "%s", watched);
	cr_expect_not(strstr(whole, "Judge again"), "%s", whole);
	/* Teams and the public do not see versions. */
	const struct as_contest_visit team = case_visit(&at, "team1", 265);
	AS_AUTO_FREE char *theirs = PAGE(as_contest_page_board(out, &team, false, &all_teams));
	cr_expect_not(strstr(theirs, "verdict=earlier"), "%s", theirs);
}

Test(pages_jury, a_judgement_that_waits_has_no_time)
{
	const struct as_contest_visit visit = case_visit(&at, "judge", 265);
	const struct as_contest_evidence none = {0};

	case_acts(&at, 264, "admin");
	AS_AUTO_FREE char *page = PAGE(as_contest_page_jury_submission(out, &visit, 1, &none));
	cr_expect(strstr(page, "<td>waits</td>") && !strstr(page, "1970"), "%s", page);
}

/* As in the form of a team. */
Test(pages_jury, submissions_are_filtered_by_languages_that_can_be_judged)
{
	static const char *const ids[] = {"cpp", "python3", NULL};
	const struct as_contest_filter any = AS_CONTEST_FILTER_ALL;
	struct as_contest_visit visit = case_visit(&at, "judge", 265);
	AS_AUTO_FREE char *all = PAGE(as_contest_page_jury_submissions(out, &visit, &any));

	visit.language_ids = ids;
	AS_AUTO_FREE char *some = PAGE(as_contest_page_jury_submissions(out, &visit, &any));
	SHOWS(some, "<option value=\"python3\"");
	cr_expect_not(strstr(some, "<option value=\"java\""), "%s", some);
	SHOWS(all, "<option value=\"java\"");
	cr_expect_not(strstr(all, "<option value=\"python2\""), "%s", all);
}

/* ---- other teams and groups ---- */

/* A contest with three teams in one of two groups; the files have them in another order. */
static void open_numbered_teams(void)
{
	const struct as_contest_clock clock = case_five_hours();

	case_close(&at);
	case_make(&at);
	gallery_folder(&at);
	case_put(&at, "groups.yaml", "- {id: full, name: Full}\n- {id: empty, name: Empty}\n");
	case_put(&at, "teams.yaml",
		"- {id: '10', name: Team 10, group_ids: [full]}\n"
		"- {id: '2', name: Team 2, group_ids: [full]}\n"
		"- {id: '1', name: Team 1, group_ids: [full]}\n");
	case_put(&at, "persons.yaml", "[]\n");
	case_put(&at, "accounts.yaml",
		"- {id: judge, username: judge, password: maple-syrup-4, type: judge}\n");
	case_open(&at);
	case_clock(&at, START, &clock);
	case_state(&at, START);
}

static void expect_order(const char *page, const char *first, const char *second, const char *third)
{
	const char *const pieces[] = {first, second, third};

	for (size_t i = 0; i < 3; i++) {
		page = page ? strstr(page, pieces[i]) : NULL;
		cr_expect_not_null(page, "%s is missing, or in another place", pieces[i]);
	}
}

Test(pages_jury, numbered_teams_are_in_the_order_of_their_numbers)
{
	open_numbered_teams();
	const struct as_contest_visit judge = case_visit(&at, "judge", 5);
	const struct as_contest_filter all = AS_CONTEST_FILTER_ALL;
	AS_AUTO_FREE char *board = PAGE(as_contest_page_board(out, &judge, false, &all_teams));
	AS_AUTO_FREE char *list = PAGE(as_contest_page_jury_submissions(out, &judge, &all));
	AS_AUTO_FREE char *texts =
		PAGE(as_contest_page_jury_clarifications(out, &judge, &ALL_CLARIFICATIONS, NULL));
	AS_AUTO_FREE char *teams = PAGE(as_contest_page_jury_teams(out, &judge));

	expect_order(board, "<tr id=\"team-1\">", "<tr id=\"team-2\">", "<tr id=\"team-10\">");
	expect_order(list, "<option value=\"1\"", "<option value=\"2\"", "<option value=\"10\"");
	expect_order(texts, "value=\"team:1\"", "value=\"team:2\"", "value=\"team:10\"");
	expect_order(teams, "/jury/teams/1\"", "/jury/teams/2\"", "/jury/teams/10\"");
}

Test(pages_jury, a_group_without_teams_is_not_offered)
{
	open_numbered_teams();
	const struct as_contest_visit judge = case_visit(&at, "judge", 5);
	AS_AUTO_FREE char *board = PAGE(as_contest_page_board(out, &judge, false, &all_teams));
	AS_AUTO_FREE char *jury = PAGE(as_contest_page_board(out, &judge, true, &all_teams));
	AS_AUTO_FREE char *texts =
		PAGE(as_contest_page_jury_clarifications(out, &judge, &ALL_CLARIFICATIONS, NULL));

	SHOWS(board, "<option value=\"full\"");
	cr_expect(!strstr(board, "value=\"empty\"") && !strstr(jury, "value=\"empty\""));
	SHOWS(texts, "<option value=\"group:full\"");
	cr_expect_not(strstr(texts, "group:empty"), "%s", texts);
}
