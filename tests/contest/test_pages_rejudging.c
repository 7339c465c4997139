/* SPDX-License-Identifier: MIT */
/* Pages of rejudgings: the form, the matrix, what changes on the board, who sees which form. */
#include "pages_open.h"

TestSuite(pages_rejudging, .init = open_gallery, .fini = close_gallery);

static const struct as_contest_rejudging_form empty = {.filter = AS_CONTEST_FILTER_ALL};

/* Submissions 1 (AC), 2 (WA), 3 (AC) of any; 2 becomes AC, 1 WA. */
static void propose(void)
{
	case_rejudging(&at, 264, 3, "Test 5 <was> wrong");
	case_propose(&at, 264, 1, 1, "WA");
	case_propose(&at, 264, 1, 2, "AC");
}

static void apply(void)
{
	case_event(&at, START + 264 * MINUTE, 0,
		json_pack("{s: s, s: i, s: s, s: s}", "type", "rejudging", "rejudging", 1, "state",
			"applied", "account", "judge"));
}

static char *page_of(const char *username, const struct as_contest_verdicts *cell)
{
	const struct as_contest_visit visit = case_visit(&at, username, 265);

	return PAGE(as_contest_page_jury_rejudging(out, &visit, 0, cell));
}

Test(pages_rejudging, the_form_counts_what_the_filter_selects)
{
	const struct as_contest_visit judge = case_visit(&at, "judge", 265);
	const struct as_contest_visit watcher = case_visit(&at, "watcher", 265);
	struct as_contest_rejudging_form form = empty;

	AS_AUTO_FREE char *first = PAGE(as_contest_page_jury_rejudgings(out, &judge, &form));
	SHOWS(first, "No rejudgings.");
	HIDES(first, "The filter selects");
	form.is_counted = true;
	form.filter.verdict = "TLE";
	form.from = "0:50:00";
	form.filter.to_ms = 60 * MINUTE;
	form.reason = "\"quoted\"";
	AS_AUTO_FREE char *counted = PAGE(as_contest_page_jury_rejudgings(out, &judge, &form));
	SHOWS(counted, "<b>2 submissions</b>");
	SHOWS(counted, "Judge 2 submissions again</button>");
	SHOWS(counted, "<input type=\"hidden\" name=\"verdict\" value=\"TLE\">");
	SHOWS(counted, "<input type=\"hidden\" name=\"from\" value=\"0:50:00\">");
	SHOWS(counted, "value=\"&quot;quoted&quot;\"");
	AS_AUTO_FREE char *seen = PAGE(as_contest_page_jury_rejudgings(out, &watcher, &form));
	SHOWS(seen, "<b>2 submissions</b>");
	HIDES(seen, "again</button>");
}

Test(pages_rejudging, the_list_has_progress_and_changes)
{
	const struct as_contest_visit judge = case_visit(&at, "judge", 265);

	propose();
	AS_AUTO_FREE char *page = PAGE(as_contest_page_jury_rejudgings(out, &judge, &empty));
	SHOWS(page, "<a href=\"/jury/rejudgings/1\">Rejudging 1</a></th><td><span "
		    "class=\"chip\">open</span>");
	SHOWS(page, "2 of 3</td><td class=\"number\">2</td>");
	SHOWS(page, "Test 5 &lt;was&gt; wrong");
}

Test(pages_rejudging, the_matrix_has_each_pair_of_verdicts_with_a_link)
{
	const struct as_contest_verdicts cell = {AS_VERDICT_WA, AS_VERDICT_AC};

	propose();
	AS_AUTO_FREE char *page = page_of("judge", NULL);
	SHOWS(page, "2 of 3 judged");
	SHOWS(page, "/jury/rejudgings/1?was=WA&amp;is=AC#cell\"><b>1</b></a>");
	SHOWS(page, "?was=AC&amp;is=none#cell\"><b>1</b></a>");
	HIDES(page, "/jury/submissions/2\"");
	AS_AUTO_FREE char *listed = page_of("judge", &cell);
	SHOWS(listed, "/jury/submissions/2\"");
	HIDES(listed, "/jury/submissions/1\"");
}

Test(pages_rejudging, teams_that_change_are_shown_with_both_ranks)
{
	propose();
	AS_AUTO_FREE char *page = page_of("judge", NULL);
	const char *board = strstr(page, "The final board");
	cr_assert_not_null(board);
	SHOWS(board, "First to solve");
	SHOWS(board, "The Greedy Three");
	/* Segmentation Fault, by one penalty less. */
	SHOWS(board, "Segmentation Fault");
	HIDES(board, "Off by One");
}

Test(pages_rejudging, it_can_be_applied_once_all_is_judged_and_only_by_those_who_may_judge)
{
	propose();
	AS_AUTO_FREE char *waiting = page_of("judge", NULL);
	SHOWS(waiting, "/jury/rejudgings/1/cancel\"");
	HIDES(waiting, "/jury/rejudgings/1/apply\"");
	case_propose(&at, 264, 1, 3, "JE");
	AS_AUTO_FREE char *judged = page_of("judge", NULL);
	SHOWS(judged, "/jury/rejudgings/1/apply\"");
	SHOWS(judged, "3 verdicts of 3 change");
	SHOWS(judged, "1 with a judging error");
	AS_AUTO_FREE char *watched = page_of("watcher", NULL);
	HIDES(watched, "/jury/rejudgings/1/apply\"");
	HIDES(watched, "/jury/rejudgings/1/cancel\"");
}

Test(pages_rejudging, an_applied_one_shows_what_it_changed)
{
	propose();
	case_propose(&at, 264, 1, 3, "AC");
	AS_AUTO_FREE char *before = page_of("judge", NULL);
	apply();
	AS_AUTO_FREE char *after = page_of("judge", NULL);
	SHOWS(after, "<li>Applied by <bdi>judge</bdi>");
	HIDES(after, "Actions");
	const char *changes[] = {
		strstr(before, "<h2>The final board"), strstr(after, "<h2>The final board")};
	cr_assert(changes[0] && changes[1]);
	const size_t size = (size_t)(strstr(changes[0], "<h2>Actions") - changes[0]);
	cr_expect(strncmp(changes[0], changes[1], size) == 0, "%s", after);
	const struct as_contest_visit visit = case_visit(&at, "judge", 265);
	AS_AUTO_FREE char *audit = PAGE(as_contest_page_jury_audit(out, &visit, 0));
	SHOWS(audit, "<p>Open <a href=\"/jury/rejudgings/1\">Rejudging 1</a> of 3 submissions: "
		     "<bdi>Test 5 &lt;was&gt; wrong</bdi></p>");
	SHOWS(audit, "<p>Apply <a href=\"/jury/rejudgings/1\">Rejudging 1</a>");
}

Test(pages_rejudging, an_open_one_is_an_obstacle_to_finalisation)
{
	const struct as_contest_visit admin = case_visit(&at, "admin", 310);

	propose();
	AS_AUTO_FREE char *page = PAGE(as_contest_page_jury_clock(out, &admin));
	SHOWS(page, "Open rejudgings: 1. <a href=\"/jury/rejudgings\">");
}

Test(pages_rejudging, a_team_sees_nothing_of_a_proposed_judgement)
{
	const struct as_contest_visit team = case_visit(&at, "team1", 265);
	const struct as_contest_evidence none = {0};

	AS_AUTO_FREE char *before = PAGE(as_contest_page_submission(out, &team, 1, &none));
	propose();
	AS_AUTO_FREE char *after = PAGE(as_contest_page_submission(out, &team, 1, &none));
	cr_expect_str_eq(before, after);
}

/* Submissions 2 and 22 of a team change in the same event. */
Test(pages_rejudging, each_verdict_that_changed_is_new_for_its_team)
{
	struct as_contest_visit team = case_visit(&at, "team1", 265);
	const size_t valid = as_contest_log_judgement_count(&at.log) + 1;

	team.seen = (struct as_contest_seen){
		.is_known = true, .verdicts = as_contest_log_last_end(&at.log)};
	case_rejudging(&at, 264, 22, "Test 5 was wrong");
	case_propose(&at, 264, 1, 2, "AC");
	case_propose(&at, 264, 1, 22, "AC");
	case_propose(&at, 264, 1, 3, "AC");
	apply();
	AS_AUTO_FREE char *both = PAGE(as_contest_page_news(out, &team));
	SHOWS(both, "data-submissions=\"2\"");
	team.seen.singles[0] = (struct as_contest_seen_verdict){
		1, as_contest_log_judgement(&at.log, valid)->end_event};
	AS_AUTO_FREE char *one = PAGE(as_contest_page_news(out, &team));
	SHOWS(one, "data-submissions=\"1\"");
}

/* The result is as before, in another judgement. */
Test(pages_rejudging, a_verdict_that_was_seen_alone_and_stays_is_not_new_again)
{
	struct as_contest_visit team = case_visit(&at, "team1", 265);

	team.seen = (struct as_contest_seen){
		.is_known = true, .verdicts = as_contest_log_last_end(&at.log)};
	const size_t index = case_submit(&at, 263, "t1", "play", "WA");
	const struct as_contest_submission *of = as_contest_log_submission(&at.log, index);
	team.seen.singles[0] = (struct as_contest_seen_verdict){
		index, as_contest_log_judgement(&at.log, of->valid)->end_event};
	case_event(&at, START + 264 * MINUTE, 0,
		json_pack("{s: s, s: s, s: [i]}", "type", "rejudging", "reason", "slow?",
			"submissions", (int)of->arrival));
	case_propose(&at, 264, 1, (int)of->arrival, "WA");
	apply();
	AS_AUTO_FREE char *none = PAGE(as_contest_page_news(out, &team));
	SHOWS(none, "data-submissions=\"0\"");
}

static void judge_groups(int64_t job, int first, int second)
{
	case_event(&at, START + 264 * MINUTE, 0,
		json_pack("{s: s, s: I, s: s, s: i, s: [i, i]}", "type", "judgement", "job",
			(json_int_t)job, "verdict", "WA", "score_e6", first + second, "groups_e6",
			first, second));
}

Test(pages_rejudging, the_same_score_with_other_groups_is_a_change)
{
	case_event(&at, START + 263 * MINUTE, 7001,
		json_pack("{s: s, s: i}", "type", "again", "submission", 1));
	judge_groups(7001, 20, 40);
	case_rejudging(&at, 264, 1, "Group 2 was wrong");
	case_event(&at, START + 264 * MINUTE, 7002,
		json_pack(
			"{s: s, s: i, s: i}", "type", "proposal", "rejudging", 1, "submission", 1));
	judge_groups(7002, 40, 20);
	cr_expect_eq(as_contest_log_rejudging_progress(&at.log, 0).changed, 1);
}

Test(pages_rejudging, verdicts_that_differ_between_the_runs_are_listed)
{
	case_event(&at, START + 264 * MINUTE, 0,
		json_pack("{s: s, s: s, s: s, s: i, s: [i, i, i]}", "type", "rejudging", "reason",
			"slow?", "filter", "all", "times", 2, "submissions", 1, 2, 3));
	for (int i = 0; i < 2; i++) {
		case_propose(&at, 264, 1, 1, "AC");
		case_propose(&at, 264, 1, 2, i ? "TLE" : "WA");
		case_propose(&at, 264, 1, 3, i ? "AC" : "JE");
	}
	AS_AUTO_FREE char *page = page_of("judge", NULL);
	SHOWS(page, "<li>2 times</li>");
	SHOWS(page, "3 of 3 judged");
	SHOWS(page, "/jury/submissions/2\"");
	SHOWS(page, "/jury/submissions/3\"");
	HIDES(page, "/jury/submissions/1\"");
	SHOWS(page, "Wrong answer</span> <span class=\"verdict TLE\">Time limit exceeded</span>");
}
