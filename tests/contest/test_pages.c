/* SPDX-License-Identifier: MIT */
/* The pages of a contest, for each kind of visitor. */
#include "pages_open.h"

TestSuite(pages, .init = open_gallery, .fini = close_gallery);

static char *fragment(bool jury)
{
	return PAGE(as_contest_page_board_fragment(out, &at.log, "", jury, NULL));
}

/* ---- the board ---- */

Test(pages, a_row_has_rank_team_organization_solved_time_and_cells)
{
	AS_AUTO_FREE char *text = fragment(false);

	SHOWS(text, "<tr id=\"team-t2\"><td class=\"r\">2</td><th scope=\"row\" data-o=\"coast\" "
		    "data-g=\"students\"><a "
		    "href=\"/teams/t2\"><bdi>The Greedy "
		    "Three</bdi></a><small><bdi>University of the Coast</bdi></small></th><td "
		    "class=\"n\">5</td><td class=\"t\">626</td><td class=\"s f\"><b>7</b>1 "
		    "try</td><td class=\"s\"><b>58</b>1 try</td><td class=\"s\"><b>104</b>3 "
		    "tries</td><td class=\"s\"><b>231</b>2 tries</td><td class=\"s "
		    "f\"><b>166</b>1 try</td><td class=\"p\"><b>?</b>1 try</td></tr>");
	SHOWS(text, "<td class=\"w\"><b>\xe2\x88\x92</b>1 try</td>");
	SHOWS(text, "<td class=\"p\"><b>?</b>1+1 tries</td>");
}

Test(pages, the_text_about_the_freeze_is_that_of_the_requirements)
{
	AS_AUTO_FREE char *text = fragment(false);

	SHOWS(text, "<p class=\"freeze\">The scoreboard was frozen with 60 minutes remaining - "
		    "submissions in the last 60 minutes of the contest are still shown as "
		    "pending.</p>");
}

Test(pages, the_jury_sees_what_the_freeze_hides_and_hidden_teams_without_a_rank)
{
	AS_AUTO_FREE char *jury = fragment(true);
	AS_AUTO_FREE char *public = fragment(false);

	SHOWS(jury, "<b>251</b>2 tries");
	HIDES(public, "<b>251</b>");
	SHOWS(jury, "<tr id=\"team-jury\"><td class=\"r\"></td>");
	HIDES(public, "team-jury");
	/* It was first, but is ignored when the first to solve is decided. */
	SHOWS(jury, "<td class=\"s\"><b>171</b>1 try");
	SHOWS(jury, "<td class=\"s f\"><b>251</b>2 tries");
}

Test(pages, a_final_board_has_medals_for_all_once_it_is_thawed)
{
	AS_AUTO_FREE char *before = fragment(true);
	HIDES(before, "medal");
	gallery_end(&at, true);
	AS_AUTO_FREE char *text = fragment(false);

	SHOWS(text, "<tr id=\"team-t1\"><td class=\"r\"><span class=\"medal gold\" title=\"gold "
		    "medal\">1</span>");
	SHOWS(text, "<tr id=\"team-t2\"><td class=\"r\"><span class=\"medal silver\"");
	SHOWS(text, "<span class=\"medal bronze\"");
	HIDES(text, "freeze\">");
}

Test(pages, a_fragment_is_the_same_for_all_and_the_page_is_around_it)
{
	const struct as_contest_visit visits[] = {
		case_visit(&at, NULL, 265), case_visit(&at, "team1", 266)};
	AS_AUTO_FREE char *text = fragment(false);

	for (size_t i = 0; i < 2; i++) {
		AS_AUTO_FREE char *page =
			PAGE(as_contest_page_board(out, &visits[i], false, &all_teams));
		SHOWS(page, text);
	}
}

Test(pages, the_board_of_points_shows_points)
{
	case_close(&at);
	case_make(&at);
	gallery_folder(&at);
	case_put(&at, "contest.yaml",
		"id: points\nduration: 5:00:00\nscoreboard_type: score\n"
		"rules: {score: best}\n");
	case_open(&at);
	struct as_contest_clock clock = case_five_hours();
	clock.freeze_duration_ms = 0;
	case_clock(&at, START, &clock);
	case_state(&at, START);
	case_submit(&at, 10, "t1", "any", NULL);
	case_event(&at, START + 11 * MINUTE, 0,
		json_pack("{s: s, s: i, s: s, s: I}", "type", "judgement", "job", 1000, "verdict",
			"WA", "score_e6", (json_int_t)33500000));
	AS_AUTO_FREE char *text = fragment(false);

	SHOWS(text, ">Score</th>");
	SHOWS(text, "<td class=\"n\">33.5</td>");
	SHOWS(text, "<td class=\"h\"><b>33.5</b>1 try</td>");
	const struct as_contest_visit visit = case_visit(&at, "team1", 20);
	AS_AUTO_FREE char *list = PAGE(as_contest_page_problems(out, &visit));
	AS_AUTO_FREE char *problem = PAGE(as_contest_page_problem(out, &visit, 0, NULL));
	SHOWS(list, "class=\"number\">Points</th>");
	SHOWS(list, "<td class=\"number\">100</td>");
	SHOWS(problem, "<li>Points <b>100</b></li>");
}

Test(pages, only_score_contests_show_points_of_problems)
{
	const struct as_contest_visit visit = case_visit(&at, "team1", 265);
	AS_AUTO_FREE char *text = PAGE({
		as_contest_page_problems(out, &visit);
		as_contest_page_problem(out, &visit, 0, NULL);
	});

	HIDES(text, "Points");
}

Test(pages, the_legend_of_a_frozen_board_explains_pending)
{
	const struct as_contest_visit viewer = case_visit(&at, NULL, 265);
	const struct as_contest_visit judge = case_visit(&at, "judge", 265);
	AS_AUTO_FREE char *public = PAGE(as_contest_page_board(out, &viewer, false, &all_teams));
	AS_AUTO_FREE char *jury = PAGE(as_contest_page_board(out, &judge, true, &all_teams));

	SHOWS(public, "<span class=\"p\">pending, or hidden by the freeze</span>");
	SHOWS(jury, "<span class=\"p\">pending</span>");
}

/* The board of a new contest with these settings, in which an accepted submission follows a compile
 * error. */
static char *board_with(const char *settings)
{
	AS_AUTO_FREE char *yaml = as_text_format(NULL, "id: own\nduration: 5:00:00\n%s", settings);

	case_close(&at);
	case_make(&at);
	gallery_folder(&at);
	case_put(&at, "contest.yaml", yaml);
	case_open(&at);
	const struct as_contest_clock clock = case_five_hours();
	case_clock(&at, START, &clock);
	case_state(&at, START);
	case_submit(&at, 5, "t1", "any", "CE");
	case_submit(&at, 20, "t1", "any", "AC");
	const struct as_contest_visit viewer = case_visit(&at, NULL, 25);
	return PAGE(as_contest_page_board(out, &viewer, false, &all_teams));
}

Test(pages, the_legend_says_what_a_try_is_and_costs)
{
	AS_AUTO_FREE char *free_of_charge = board_with("");
	AS_AUTO_FREE char *costly =
		board_with("penalty_time: 10\nrules: {compile_error_penalty: true}\n");
	AS_AUTO_FREE char *without = board_with("penalty_time: 0\n");
	AS_AUTO_FREE char *scores = board_with("scoreboard_type: score\n");

	/* As num_judged in the Contest API. */
	SHOWS(free_of_charge, "<b>20</b>2 tries</td>");
	SHOWS(free_of_charge,
		"Tries are submissions up to the first accepted one, including compile "
		"errors");
	SHOWS(free_of_charge, "each earlier rejected submission adds 20 minutes; a compile error "
			      "adds nothing");
	SHOWS(costly, "each earlier rejected submission adds 10 minutes; so does a compile error");
	SHOWS(without, "no submission adds penalty time");
	SHOWS(scores, "Tries are all submissions, including compile errors.");
	/* The style sheet adds a star to cells with f. */
	SHOWS(costly, "<span class=\"s f\">first to solve</span><span class=\"s\">solved</span>");
	SHOWS(scores,
		"<span class=\"s f\">first full score</span><span class=\"s\">full score</span>");
}

/* ---- visibility ---- */

/* All pages of the public, in one text. */
static char *public_pages(const struct pages_case *of)
{
	const struct as_contest_visit visit = case_visit(of, NULL, 265);

	return PAGE({
		as_contest_page_board(out, &visit, false, &all_teams);
		as_contest_page_problems(out, &visit);
		as_contest_page_clarifications(out, &visit, NULL);
		for (size_t i = 0; i < as_contest_log_team_count(&of->log); i++)
			if (!as_contest_log_team_is_hidden(&of->log, i))
				as_contest_page_team(out, &visit, i);
		for (size_t i = 0; i < of->contest->problem_count; i++)
			as_contest_page_problem(out, &visit, i, NULL);
	});
}

Test(pages, judgements_in_the_freeze_do_not_change_public_pages)
{
	struct pages_case other = {0};

	gallery_open_as(&other, false);
	AS_AUTO_FREE char *judged = public_pages(&at);
	AS_AUTO_FREE char *pending = public_pages(&other);
	cr_expect_str_eq(judged, pending);
	case_close(&other);
}

Test(pages, a_team_sees_its_own_judgements_in_the_freeze_and_no_other)
{
	const struct as_contest_visit own = case_visit(&at, "team1", 265);
	const struct as_contest_visit other = case_visit(&at, "team2", 265);
	AS_AUTO_FREE char *mine = PAGE(as_contest_page_submissions_fragment(out, &own));
	AS_AUTO_FREE char *theirs = PAGE(as_contest_page_team(out, &other, 1));
	AS_AUTO_FREE char *judged = PAGE(as_contest_page_submissions_fragment(out, &other));

	HIDES(mine, "data-calm");
	SHOWS(judged, "data-calm");
	SHOWS(mine, "/submissions/35\">35</a>");
	HIDES(mine, "/submissions/1\"");
	const char *row = strstr(mine, "/submissions/35\"");
	cr_assert_not_null(row);
	SHOWS(row, "Accepted");
	/* t1 is the team with index 1, because "jury" precedes it. */
	SHOWS(theirs, "<bdi>Segmentation Fault</bdi></h1>");
	SHOWS(theirs, "4:11:01</td><td><a class=\"problem\" href=\"/problems/play\">");
	const char *frozen = strstr(theirs, "4:11:01");
	SHOWS(frozen, "Pending");
	cr_expect_lt(strstr(frozen, "Pending"), strstr(frozen, "</tr>"));
}

Test(pages, problems_are_secret_until_the_contest_starts)
{
	case_close(&at);
	case_make(&at);
	gallery_folder(&at);
	case_open(&at);
	const struct as_contest_clock clock = case_five_hours();
	case_clock(&at, START - 60 * MINUTE, &clock);
	const struct as_contest_visit team = case_visit(&at, "team1", -1);
	const struct as_contest_visit jury = case_visit(&at, "judge", -1);
	AS_AUTO_FREE char *text = PAGE({
		as_contest_page_problems(out, &team);
		as_contest_page_submit(out, &team, NULL);
		as_contest_page_clarifications(out, &team, NULL);
		as_contest_page_board(out, &team, false, &all_teams);
		as_contest_page_team(out, &team, 1);
	});
	AS_AUTO_FREE char *judge = PAGE(as_contest_page_problems(out, &jury));

	cr_expect_not(as_contest_visit_sees_problems(&team));
	HIDES(text, "Coins of Any Value");
	SHOWS(text, "Starts in 0:01:00");
	SHOWS(text, "The contest has not started.");
	cr_expect(as_contest_visit_sees_problems(&jury));
	SHOWS(judge, "Coins of Any Value");
}

Test(pages, a_question_is_seen_by_its_team_and_the_jury_only)
{
	const struct as_contest_visit visits[] = {case_visit(&at, NULL, 265),
		case_visit(&at, "team2", 265), case_visit(&at, "team1", 265)};
	const struct as_contest_visit jury = case_visit(&at, "judge", 265);

	for (size_t i = 0; i < 3; i++) {
		AS_AUTO_FREE char *text =
			PAGE(as_contest_page_clarifications(out, &visits[i], NULL));
		SHOWS(text, "Food is served at noon.\nPlease");
		cr_expect_eq(!!strstr(text, "May a coin"), i == 2);
		cr_expect_eq(!!strstr(text, "Read the limits"), i == 2);
		cr_expect_eq(!!strstr(text, "name=\"text\""), i > 0);
	}
	AS_AUTO_FREE char *text =
		PAGE(as_contest_page_jury_clarifications(out, &jury, &ALL_CLARIFICATIONS, NULL));
	SHOWS(text, "Is n even in problem D?");
	SHOWS(text, "Clarifications <span class=\"count\">1</span>");
	SHOWS(text, "action=\"/jury/clarifications/4\">");
	SHOWS(text, "<option value=\"team:t1\">");
	SHOWS(text, "<option value=\"all\" selected>");
}

Test(pages, each_page_shows_what_its_visitor_has_not_seen)
{
	struct as_contest_visit team = case_visit(&at, "team1", 265);
	struct as_contest_visit jury = case_visit(&at, "judge", 265);
	struct as_contest_visit public = case_visit(&at, NULL, 265);

	team.seen = jury.seen = (struct as_contest_seen){.is_known = true};
	AS_AUTO_FREE char *all = PAGE(as_contest_page_problems(out, &team));
	SHOWS(all, "2 new messages from the jury</a>");
	SHOWS(all, "data-count=\"clarifications\">Clarifications <span class=\"count\">2</span>");
	SHOWS(all, "new verdicts, the last: Submission ");
	team.seen.clarifications = 2;
	team.seen.verdicts = as_contest_log_last_end(&at.log);
	AS_AUTO_FREE char *some = PAGE(as_contest_page_news(out, &team));
	SHOWS(some, "1 new message from the jury</a>");
	SHOWS(some, "data-end=\"");
	HIDES(some, "<a href=\"/submissions\">");
	team.seen.clarifications = 4;
	AS_AUTO_FREE char *none = PAGE(as_contest_page_news(out, &team));
	HIDES(none, "<a href");
	SHOWS(none, "<a hidden href=\"/clarifications\" data-item=\"message 3\">");
	SHOWS(none, "data-item=\"verdict ");
	AS_AUTO_FREE char *open = PAGE(as_contest_page_problems(out, &jury));
	SHOWS(open, "1 unanswered question</a>");
	AS_AUTO_FREE char *other = PAGE(as_contest_page_problems(out, &public));
	HIDES(other, "new message");
	HIDES(other, "class=\"count\"");
	HIDES(other, "data-item");
	/* The jury that looks at the site as a team gets no notifications. */
	team.viewer = as_contest_log_account(&at.log, jury.account);
	AS_AUTO_FREE char *viewed = PAGE(as_contest_page_problems(out, &team));
	HIDES(viewed, "data-item");
	HIDES(viewed, "id=\"notify\"");
	HIDES(viewed, "/logout");
	SHOWS(viewed, "action=\"/as/end\"");
}

/* The clock of the machine that judged can be behind. */
Test(pages, a_verdict_is_new_whatever_its_time_says)
{
	struct as_contest_visit team = case_visit(&at, "team1", 265);
	static const int64_t minutes[] = {100, 251, 263};

	team.seen.is_known = true;
	for (size_t i = 0; i < sizeof(minutes) / sizeof(*minutes); i++) {
		const size_t index = case_submit(&at, 263, "t1", "play", NULL);
		team.seen.verdicts = as_contest_log_last_end(&at.log);
		AS_AUTO_FREE char *before = PAGE(as_contest_page_news(out, &team));
		HIDES(before, "<a href=\"/submissions\">");
		case_judge(&at, index, START + minutes[i] * MINUTE + 5000, "WA");
		AS_AUTO_FREE char *after = PAGE(as_contest_page_news(out, &team));
		SHOWS(after, "data-submissions=\"1\"");
		SHOWS(after, ": Wrong answer</a>");
	}
}

Test(pages, a_verdict_that_was_seen_alone_leaves_the_others_new)
{
	struct as_contest_visit team = case_visit(&at, "team1", 265);
	struct as_contest_seen_verdict singles[2];

	team.seen = (struct as_contest_seen){
		.is_known = true, .verdicts = as_contest_log_last_end(&at.log)};
	for (size_t i = 0; i < 2; i++) {
		const size_t index = case_submit(&at, 263, "t1", "play", i ? "RTE" : "WA");
		const size_t valid = as_contest_log_submission(&at.log, index)->valid;
		singles[i] = (struct as_contest_seen_verdict){
			index, as_contest_log_judgement(&at.log, valid)->end_event};
	}
	team.seen.singles[0] = singles[1];
	AS_AUTO_FREE char *text = PAGE(as_contest_page_news(out, &team));
	SHOWS(text, "data-submissions=\"1\"");
	SHOWS(text, ": Wrong answer</a>");
	team.seen.singles[1] = singles[0];
	AS_AUTO_FREE char *none = PAGE(as_contest_page_news(out, &team));
	SHOWS(none, "data-submissions=\"0\"");
}

Test(pages, an_answer_can_be_for_several_teams_and_groups)
{
	const struct as_contest_visit jury = case_visit(&at, "judge", 265);
	AS_AUTO_FREE char *all =
		PAGE(as_contest_page_jury_clarifications(out, &jury, &ALL_CLARIFICATIONS, NULL));
	AS_AUTO_FREE char *one = PAGE(as_contest_page_jury_clarification(out, &jury, 3, NULL));

	/* The list stays small: it has all teams once, in the form for announcements. */
	SHOWS(all, "<a href=\"/jury/clarifications/4\">Answer several teams or groups</a>");
	cr_expect_null(strstr(strstr(all, "value=\"team:t3\"") + 1, "value=\"team:t3\""));
	SHOWS(one, "Is n even in problem D?");
	HIDES(one, "May a coin");
	SHOWS(one, "name=\"csrf\"");
	SHOWS(one, "action=\"/jury/clarifications/4\">");
	SHOWS(one, "<select name=\"to\" multiple size=\"5\" required><option value=\"team:t2\" "
		   "selected>");
	SHOWS(one, "<option value=\"all\">");
	SHOWS(one, "<option value=\"team:t3\">");
	SHOWS(one, "<option value=\"group:");
	cr_expect_null(strstr(strstr(one, "value=\"team:t2\"") + 1, "value=\"team:t2\""));
}

Test(pages, an_analyst_cannot_answer)
{
	const struct as_contest_visit analyst = case_visit(&at, "watcher", 265);
	AS_AUTO_FREE char *text = PAGE(as_contest_page_jury_clarification(out, &analyst, 3, NULL));

	SHOWS(text, "Is n even in problem D?");
	HIDES(text, "action=\"/jury/clarifications/4\"");
}

static void send_to_some(json_t *recipients, const char *text)
{
	json_t *body = json_pack("{s: s, s: s}", "type", "clarification", "text", text);

	json_object_update(body, recipients);
	json_decref(recipients);
	case_event(&at, START + 100 * MINUTE, 0, body);
}

Test(pages, a_text_for_some_names_those_that_its_reader_may_see)
{
	const struct as_contest_visit nobody = case_visit(&at, NULL, 265),
				      other = case_visit(&at, "team2", 265),
				      team = case_visit(&at, "team1", 265),
				      jury = case_visit(&at, "judge", 265);
	json_t *all = json_array();

	for (size_t i = 0; i < as_contest_log_team_count(&at.log); i++)
		json_array_append_new(all, json_string(as_contest_log_team(&at.log, i)->id));
	send_to_some(json_pack("{s: [s, s]}", "to_teams", "t1", "t3"), "For two.");
	send_to_some(json_pack("{s: o}", "to_teams", all), "For each.");
	AS_AUTO_FREE char *public = PAGE(as_contest_page_clarifications(out, &nobody, NULL));
	AS_AUTO_FREE char *others = PAGE(as_contest_page_clarifications(out, &other, NULL));
	AS_AUTO_FREE char *own = PAGE(as_contest_page_clarifications(out, &team, NULL));
	AS_AUTO_FREE char *judges =
		PAGE(as_contest_page_jury_clarifications(out, &jury, &ALL_CLARIFICATIONS, NULL));
	cr_expect(!strstr(public, "For two.") && !strstr(public, "For each."));
	cr_expect(!strstr(others, "For two.") && strstr(others, "For each."));
	SHOWS(own, "For two.");
	SHOWS(own, "<b>Jury</b> to <a href=\"/teams/t1\">");
	SHOWS(judges, "/teams/t3\">");
	SHOWS(judges, " more");
}

/* ---- the jury ---- */

Test(pages, submissions_are_filtered)
{
	const struct as_contest_visit visit = case_visit(&at, "judge", 265);
	struct as_contest_filter filter = AS_CONTEST_FILTER_ALL;
	filter.problem = as_contest_find_problem(at.contest, "huge");
	filter.verdict = "WA";
	AS_AUTO_FREE char *text = PAGE(as_contest_page_jury_submissions(out, &visit, &filter));

	SHOWS(text, "/jury/submissions/22\"");
	SHOWS(text, "/jury/submissions/32\"");
	HIDES(text, "/jury/submissions/23\"");
	SHOWS(text, "<option value=\"WA\" selected>");
	filter = AS_CONTEST_FILTER_ALL;
	filter.verdict = "none";
	AS_AUTO_FREE char *open = PAGE(as_contest_page_jury_submissions(out, &visit, &filter));
	SHOWS(open, "/jury/submissions/38\"");
	HIDES(open, "/jury/submissions/37\"");
}

Test(pages, a_long_list_continues_with_the_same_filters)
{
	const struct as_contest_visit visit = case_visit(&at, "judge", 265);
	struct as_contest_filter filter = AS_CONTEST_FILTER_ALL;

	for (size_t i = 0; i < AS_CONTEST_PAGE_SUBMISSIONS; i++)
		case_submit(&at, 265, "t9", "any", "WA");
	filter.team = as_contest_log_find_team(&at.log, "t9");
	AS_AUTO_FREE char *whole = PAGE(as_contest_page_jury_submissions(out, &visit, &filter));
	HIDES(whole, "before=");
	case_submit(&at, 266, "t9", "any", "WA");
	AS_AUTO_FREE char *text = PAGE(as_contest_page_jury_submissions(out, &visit, &filter));
	SHOWS(text, "?problem=&amp;team=t9&amp;language=&amp;verdict=&amp;before=41\"");
	filter.before = 41;
	AS_AUTO_FREE char *rest = PAGE(as_contest_page_jury_submissions(out, &visit, &filter));
	SHOWS(rest, "/jury/submissions/40\"");
	HIDES(rest, "/jury/submissions/41\"");
}

Test(pages, the_clock_offers_possible_actions_and_lists_obstacles_to_finalisation)
{
	const struct as_contest_visit admin = case_visit(&at, "admin", 265);
	const struct as_contest_visit judge = case_visit(&at, "judge", 265);
	AS_AUTO_FREE char *text = PAGE(as_contest_page_jury_clock(out, &admin));
	AS_AUTO_FREE char *other = PAGE(as_contest_page_jury_clock(out, &judge));

	SHOWS(text, "value=\"pause\"");
	SHOWS(text, "value=\"unfreeze\"");
	HIDES(text, "value=\"start\"");
	HIDES(text, "value=\"thaw\"");
	HIDES(text, "value=\"finalise\"");
	SHOWS(text, "The contest is not over.");
	SHOWS(text, "Unjudged submissions: 2.");
	SHOWS(text, "Unanswered questions: 1.");
	HIDES(other, "/jury/clock\" class");
	gallery_end(&at, false);
	const struct as_contest_visit after = case_visit(&at, "admin", 321);
	AS_AUTO_FREE char *end = PAGE(as_contest_page_jury_clock(out, &after));
	SHOWS(end, "value=\"thaw\"");
	SHOWS(end, "value=\"finalise\"");
	HIDES(end, "Obstacles");
}

Test(pages, teams_are_listed_with_their_accounts)
{
	const struct as_contest_visit visit = case_visit(&at, "admin", 265);
	case_event(&at, START + 265 * MINUTE, 0,
		json_pack("{s: s, s: s, s: s, s: s, s: s}", "type", "team", "id", "r1", "name",
			"New", "username", "newcomer", "hash", "x"));
	AS_AUTO_FREE char *text = PAGE(as_contest_page_jury_teams(out, &visit));

	SHOWS(text, "<bdi>Students</bdi></td><td><bdi>team2</bdi></td>");
	SHOWS(text, "<bdi>Jury</bdi></a> <span class=\"chip\">hidden</span>");
	SHOWS(text, "<bdi>New</bdi></a> <span class=\"chip\">not in teams.yaml</span>");
	SHOWS(text, "<td><bdi>newcomer</bdi></td>");
	SHOWS(text, "<bdi>watcher</bdi></th><td></td><td>analyst</td>");
	HIDES(text, "maple");
}

/* ---- the clock ---- */

static char *clock_words(int64_t minute)
{
	const struct as_contest_visit visit = case_visit(&at, NULL, minute);

	return PAGE(as_contest_page_problems(out, &visit));
}

static void expect_words(int64_t minute, const char *words)
{
	AS_AUTO_FREE char *text = clock_words(minute);
	SHOWS(text, words);
}

Test(pages, the_clock_shows_the_state_of_the_contest)
{
	struct as_contest_clock clock = case_five_hours();
	const struct as_removed_interval pauses[] = {{START + 10 * MINUTE, START + 15 * MINUTE, 0},
		{START + 60 * MINUTE, AS_NEVER_MS, 0}};

	case_clock(&at, START - 60 * MINUTE, &clock);
	expect_words(-30, "role=\"timer\"><b>Starts in 0:30:00</b> <time "
			  "datetime=\"2026-11-23T12:00:00.000+00:00\">2026-11-23 12:00:00 "
			  "UTC</time>");
	expect_words(61, "<b>1:01:00</b> of 5:00:00 \xc2\xb7 3:59:00 left");
	expect_words(300, "<b>Over</b> The results are not final yet.");
	/* Durations and what is left are rounded up, as on the jury's page of the clock. */
	clock.duration_ms = 28500;
	clock.freeze_duration_ms = 0;
	case_clock(&at, START, &clock);
	expect_words(0, "<b>0:00:00</b> of 0:00:29 \xc2\xb7 0:00:29 left");
	clock = case_five_hours();
	clock.removed = pauses;
	clock.removed_count = 1;
	case_clock(&at, START, &clock);
	expect_words(61, "<b>0:56:00</b> of 5:00:00 \xc2\xb7 4:04:00 left");
	clock.removed_count = 2;
	case_clock(&at, START, &clock);
	expect_words(90, "<b>Paused</b> <b>0:55:00</b> of 5:00:00</span>");
	expect_words(90, " data-paused=\"3300000\"");
	clock.removed_count = 0;
	clock.start_wall_ms = AS_NEVER_MS;
	case_event(&at, START, 0, log_entry_clock(&clock, 90000));
	expect_words(0, "<b>Countdown paused</b> at 0:01:30");
	case_clock(&at, START, &clock);
	expect_words(0, "<b>Not started</b>");
	gallery_end(&at, true);
	expect_words(330, "<b>Final</b> The results are final.");
}

/* ---- a team's own start ---- */

/* The clock of a virtual team; ghosts are as they were at its minute. */
Test(pages, a_virtual_team_has_its_own_clock_and_ghosts)
{
	struct as_contest_participation *participation = &at.contest->settings.participation;
	struct as_contest_ghosts early, late;

	participation->virtual_from_wall_ms = START + 330 * MINUTE;
	participation->virtual_to_wall_ms = START + 600 * MINUTE;
	gallery_end(&at, true);
	case_event(&at, START + 380 * MINUTE, 0,
		json_pack("{s:s, s:s, s:s, s:s, s:s}", "type", "team", "id", "late", "name", "Late",
			"username", "late", "hash", "$argon2id$"));
	const struct as_contest_visit visit = case_visit(&at, "late", 400);
	AS_AUTO_FREE char *offer = PAGE(as_contest_page_start(out, &visit, NULL));
	SHOWS(offer, "your team gets only <b>3:20:00</b> of 5:00:00");
	SHOWS(offer, "value=\"short\" required");
	case_event(&at, START + 390 * MINUTE, 0,
		json_pack("{s:s, s:s}", "type", "start", "team", "late"));
	AS_AUTO_FREE char *page = PAGE(as_contest_page_board(out, &visit, false, &all_teams));
	SHOWS(page, "<b>0:10:00</b> of 3:30:00 \xc2\xb7 3:20:00 left");
	HIDES(page, "id=\"team-late\"");
	cr_assert_eq(as_contest_ghosts_make(&at.log, "", 0, &early, NULL), 0);
	cr_assert_eq(as_contest_ghosts_make(&at.log, "", 300 * MINUTE, &late, NULL), 0);
	AS_AUTO_FREE char *first = PAGE(as_contest_page_own_board(out, &visit, &early));
	AS_AUTO_FREE char *last = PAGE(as_contest_page_own_board(out, &visit, &late));
	HIDES(first, "<td class=\"s");
	SHOWS(last, "<td class=\"s");
	SHOWS(last, "<tr id=\"own-late\" class=\"own\">");
	cr_expect(strstr(first, "own-late") < strstr(first, "id=\"team-"),
		"equal: before the others");
	cr_expect(strstr(last, "own-late") > strstr(last, "id=\"team-"), "worse: after some");
	as_contest_ghosts_clear(&early);
	as_contest_ghosts_clear(&late);
}

/* ---- forms and addresses ---- */

Test(pages, submitting_ends_with_the_contest_unless_there_is_practice)
{
	const struct as_contest_visit visit = case_visit(&at, "team1", 301);
	const struct as_contest_visit nobody = case_visit(&at, NULL, 265);
	AS_AUTO_FREE char *over = PAGE(as_contest_page_submit(out, &visit, NULL));
	AS_AUTO_FREE char *public = PAGE(as_contest_page_submit(out, &nobody, NULL));

	SHOWS(over, "The contest is over.");
	HIDES(over, "<textarea");
	HIDES(public, "<textarea");
	at.contest->settings.participation.practice = true;
	AS_AUTO_FREE char *practice = PAGE(as_contest_page_submit(out, &visit, NULL));
	SHOWS(practice, "<textarea");
	SHOWS(practice, "for practice and do not count");
}

Test(pages, typed_values_come_back_unchanged)
{
	const struct as_contest_visit visit = case_visit(&at, "team1", 265);
	const struct as_contest_typed_submission typed = {.problem = 1,
		.language = "cpp",
		.entry_point = "\"<\xc3\xa9&",
		.source = "a < b && c;\r\n\t\xe2\x80\xae\x01'\xf0\x9f\x98\x80'</textarea>"};
	AS_AUTO_FREE char *text = PAGE(as_contest_page_submit(out, &visit, &typed));

	SHOWS(text, ">\na &lt; b &amp;&amp; c;\n\t\xe2\x80\xae'\xf0\x9f\x98\x80'&lt;/textarea&gt;"
		    "</textarea>");
	SHOWS(text, "value=\"&quot;&lt;\xc3\xa9&amp;\"");
	SHOWS(text, "<option value=\"dumb\" selected>");
	SHOWS(text, "<option value=\"cpp\" data-endings=\".cc .cpp .cxx .c++ .C\" selected>");
}

Test(pages, only_languages_that_can_be_judged_are_offered)
{
	static const char *const ids[] = {"cpp", "python3", NULL};
	struct as_contest_visit visit = case_visit(&at, "team1", 265);
	visit.language_ids = ids;
	AS_AUTO_FREE char *text = PAGE(as_contest_page_submit(out, &visit, NULL));

	SHOWS(text, "<option value=\"cpp\" data-endings=\".cc .cpp");
	SHOWS(text, "<option value=\"python3\"");
	HIDES(text, "<option value=\"java\"");
	visit.language_ids = NULL;
	AS_AUTO_FREE char *all = PAGE(as_contest_page_submit(out, &visit, NULL));
	SHOWS(all, "<option value=\"java\"");
	HIDES(all, "<option value=\"python2\"");
}

Test(pages, all_addresses_begin_with_the_base)
{
	struct as_contest_visit visit = case_visit(&at, "team1", 265);
	struct as_statement *statement =
		as_contest_statement_open(at.contest, 0, NULL, "/spring", NULL, NULL);
	visit.base = "/spring";
	AS_AUTO_FREE char *text = PAGE({
		as_contest_page_board(out, &visit, false, &all_teams);
		as_contest_page_problem(out, &visit, 0, statement);
		as_contest_page_submit(out, &visit, NULL);
		as_contest_page_submissions(out, &visit);
		as_contest_page_clarifications(out, &visit, NULL);
		visit.account = as_contest_log_find_username(&at.log, "admin");
		as_contest_page_jury_clock(out, &visit);
		as_contest_page_jury_teams(out, &visit);
		as_contest_page_jury_clarifications(out, &visit, &ALL_CLARIFICATIONS, NULL);
		as_contest_page_jury_clarification(out, &visit, 3, NULL);
		as_contest_page_ceremony(out, &visit);
		as_contest_page_ceremony_question(out, &visit, NULL);
	});
	as_statement_close(statement);

	size_t count = 0;
	for (const char *found = text; (found = strstr(found, "=\"/")); found++, count++)
		cr_expect_eq(strncmp(found, "=\"/spring/", 10), 0, "%.60s", found);
	cr_expect_gt(count, 100);
}

/* ---- screens, pictures, colours ---- */

Test(pages, the_screen_of_verdicts_has_the_last_ones_and_those_of_the_freeze_are_pending)
{
	AS_AUTO_FREE char *frozen = PAGE(as_contest_page_verdicts_fragment(out, &at.log, ""));
	const char *row = strstr(frozen, "submission-36\"");

	SHOWS(frozen, "The scoreboard was frozen with 60 minutes remaining");
	HIDES(frozen, "<tbody>\n"); /* Else it would be taken for a board that changes. */
	SHOWS(frozen, "<tr id=\"submission-39\">");
	HIDES(frozen, "<tr id=\"submission-24\">");
	cr_assert_not_null(row);
	cr_expect(strstr(row, "verdict pending") < strstr(row, "</tr>"), "%.600s", row);
	SHOWS(frozen,
		"<td class=\"c dark\" bgcolor=\"#4363d8\"><b class=\"label\"><bdi>D</bdi></b>");
	HIDES(frozen, "<bdi>Jury</bdi>");
	gallery_end(&at, true);
	AS_AUTO_FREE char *final = PAGE(as_contest_page_verdicts_fragment(out, &at.log, ""));
	row = strstr(final, "submission-36\"");
	cr_assert_not_null(row);
	cr_expect(strstr(row, "verdict AC") < strstr(row, "</tr>"), "%.600s", row);
}

static void expect_first(const char *page, const char *row, bool is_first)
{
	AS_AUTO_FREE char *id = as_text_format(NULL, "<tr id=\"submission-%s\">", row);
	const char *found = strstr(page, id);

	cr_assert_not_null(found, "%s", id);
	AS_AUTO_FREE char *text = strndup(found, (size_t)(strstr(found, "</tr>") - found));
	SHOWS(text, "verdict AC");
	cr_expect_eq(strstr(text, "first to solve") != NULL, is_first, "%s", text);
}

Test(pages, only_one_submission_on_the_screen_is_the_first_to_solve_a_problem)
{
	case_submit(&at, 239, "t2", "any", "AC"); /* It was first to solve it in minute 7. */
	gallery_end(&at, true);
	AS_AUTO_FREE char *text = PAGE(as_contest_page_verdicts_fragment(out, &at.log, ""));

	expect_first(text, "35", true);
	expect_first(text, "36", false);
	expect_first(text, "40", false);
}

Test(pages, a_picture_has_the_size_of_a_screen_and_is_for_light_backgrounds)
{
	case_close(&at);
	case_make(&at);
	gallery_folder(&at);
	case_folder(&at, "organizations");
	case_folder(&at, "organizations/north");
	case_folder(&at, "teams");
	case_folder(&at, "teams/jury");
	case_put(&at, "teams/jury/photo.800x600.png", "a");
	for (const char *const *name =
			(const char *const[]){"64x64", "160x160", "900x900", "dark.128x128", NULL};
		*name; name++) {
		AS_AUTO_FREE char *path =
			as_text_format(NULL, "organizations/north/logo.%s.png", *name);
		case_put(&at, path, "a");
	}
	case_open(&at);
	const struct as_contest_visit visit = case_visit(&at, NULL, 0),
				      jury = case_visit(&at, "admin", 0);
	const struct as_contest_file *logo = as_contest_find_picture(&visit, "logo", "north");

	cr_assert_not_null(logo);
	cr_expect_str_eq(logo->filename, "logo.160x160.png");
	cr_expect_null(as_contest_find_picture(&visit, "logo", "coast"));
	cr_expect_null(as_contest_find_picture(&visit, "banner", NULL));
	cr_expect_null(as_contest_find_picture(&visit, "photo", "jury"), "a hidden team");
	cr_expect_not_null(as_contest_find_picture(&jury, "photo", "jury"));
	AS_AUTO_FREE char *text = fragment(false);
	SHOWS(text, "data-g=\"students\"><img class=\"logo\" loading=\"lazy\" "
		    "src=\"/pictures/logo/north\" alt=\"\"><a");
	SHOWS(text, "<table class=\"board logos\">");
}

Test(pages, pages_request_assets_with_their_versions)
{
	const struct as_contest_visit visit = case_visit(&at, "team1", 265);
	AS_AUTO_FREE char *board = PAGE(as_contest_page_board(out, &visit, false, &all_teams));
	AS_AUTO_FREE char *submit = PAGE(as_contest_page_submit(out, &visit, NULL));
	AS_AUTO_FREE char *ceremony = PAGE(as_contest_page_ceremony(out, &visit));
	AS_AUTO_FREE char *screen = PAGE(as_contest_page_screen_countdown(out, &visit));
	const struct as_statement *none[6] = {0};
	AS_AUTO_FREE char *all = PAGE(as_contest_page_statements(out, &visit, none));
	AS_AUTO_FREE char *hall = PAGE(as_contest_page_balloons(out, &visit));
	AS_AUTO_FREE char *card = PAGE(as_contest_page_jury_card(out, &visit, 0, "x"));
	AS_AUTO_FREE char *text = as_text_format(
		NULL, "%s%s%s%s%s%s%s", board, submit, ceremony, screen, all, hall, card);
	const struct as_site_asset *assets = as_contest_assets.items;

	for (size_t i = 0; i < as_contest_assets.count; i++) {
		AS_AUTO_FREE char *address =
			as_text_format(NULL, "%s?v=%.12s\"", assets[i].path, assets[i].etag + 1);
		cr_expect_eq(strlen(assets[i].etag), 34);
		cr_expect_eq(as_site_asset_find(&as_contest_assets, assets[i].path), &assets[i]);
		cr_expect_gt(assets[i].size, 100);
		/* These belong to KaTeX and CodeMirror. */
		if (!strstr(address, "math.js") && !strstr(address, "editor.js"))
			SHOWS(text, address);
	}
	cr_expect_null(as_site_asset_find(&as_contest_assets, "/assets/../style.css"));
}

/* Makes the files of a Debian package's folder, each with one byte. */
static void make_library(const char *name)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "js/%s", name);

	for (char *slash = path; (slash = strchr(slash + 1, '/'));) {
		AS_AUTO_FREE char *folder = strndup(path, (size_t)(slash - path));
		AS_AUTO_FREE char *whole = as_text_format(NULL, "%s/%s", at.folder, folder);
		cr_assert_geq(as_dir_make(AT_FDCWD, whole, 0700, NULL), 0);
	}
	case_put(&at, path, "x");
}

Test(pages, library_scripts_are_a_fixed_list_and_optional)
{
	AS_AUTO_FREE char *folder = as_text_format(NULL, "%s/js", at.folder);
	struct as_contest_visit visit = case_visit(&at, "team1", 265);
	struct as_site_libraries *none = as_site_libraries_open(folder, NULL);

	cr_assert_not_null(none);
	cr_expect(!as_site_libraries_have_math(none) && !as_site_libraries_have_editor(none));
	visit.libraries = none;
	AS_AUTO_FREE char *plain = PAGE(as_contest_page_submit(out, &visit, NULL));
	cr_expect(strstr(plain, "<textarea name=\"source\"") && !strstr(plain, "editor.js"));
	as_site_libraries_close(none);

	make_library("codemirror/lib/codemirror.css");
	make_library("codemirror/lib/codemirror.js");
	make_library("codemirror/mode/clike/clike.js");
	make_library("codemirror/mode/php/php.js");
	struct as_site_libraries *some = as_site_libraries_open(folder, NULL);
	cr_assert_not_null(some);
	cr_expect(!as_site_libraries_have_math(some) && as_site_libraries_have_editor(some));
	cr_expect(as_site_asset_find(as_site_libraries_assets(some), "/assets/mode-clike.js"));
	cr_expect_null(as_site_asset_find(as_site_libraries_assets(some), "/assets/mode-php.js"));
	cr_expect_null(as_site_asset_find(
		as_site_libraries_assets(some), "/assets/../codemirror/mode/php/php.js"));
	cr_expect_null(as_site_asset_find(as_site_libraries_assets(NULL), "/assets/mode-clike.js"));
	visit.libraries = some;
	AS_AUTO_FREE char *page = PAGE(as_contest_page_submit(out, &visit, NULL));
	SHOWS(page, "<script defer src=\"/assets/codemirror.js?v=");
	SHOWS(page, "data-mime=\"text/x-c++src\" data-mode=\"/assets/mode-clike.js?v=");
	SHOWS(page, "data-mime=\"text/x-python\" data-mode=\"\"");
	as_site_libraries_close(some);
}

/* The ids of the rows of a board, as "t1 t2 ". */
static char *shown_teams(const struct as_contest_visit *visit, bool jury, const char *group,
	const char *organization, const char *name)
{
	const struct as_contest_board_filter filter = {group, organization, name};
	AS_AUTO_FREE char *page = PAGE(as_contest_page_board(out, visit, jury, &filter));
	struct page_text shown = {0};

	page_text_open(&shown);
	for (const char *row = page; (row = strstr(row, "<tr id=\"team-")); row += 13)
		fprintf(shown.out, "%.*s ", (int)strcspn(row + 13, "\""), row + 13);
	return page_text_close(&shown);
}
#define EXPECT_SHOWN(wanted, ...)                                                                  \
	do {                                                                                       \
		AS_AUTO_FREE char *shown = shown_teams(__VA_ARGS__);                               \
		cr_expect_str_eq(shown, wanted);                                                   \
	} while (0)

Test(pages, a_board_is_filtered_by_group_organization_and_name)
{
	const struct as_contest_visit visit = case_visit(&at, NULL, 265);
	const struct as_contest_visit jury = case_visit(&at, "judge", 265);

	EXPECT_SHOWN("t6 t5 ", &visit, false, "guests", "", NULL);
	EXPECT_SHOWN("t1 t4 t9 ", &visit, false, NULL, "north", "");
	EXPECT_SHOWN("t2 ", &visit, false, "students", NULL, "greedy");
	EXPECT_SHOWN("t4 ", &visit, false, NULL, "north", "FRIENDS");
	EXPECT_SHOWN("", &visit, false, "staff", NULL, NULL);
	EXPECT_SHOWN("jury ", &jury, true, "staff", NULL, NULL);
	EXPECT_SHOWN("", &visit, false, "nothing", "<evil>", "<evil>");
	/* Only the jury can choose a hidden group. */
	AS_AUTO_FREE char *page = PAGE(as_contest_page_board(out, &visit, false, &all_teams));
	AS_AUTO_FREE char *all = PAGE(as_contest_page_board(out, &jury, true, &all_teams));
	cr_expect(strstr(page, "<option value=\"students\"") && !strstr(page, "Staff"));
	cr_expect(strstr(all, "<option value=\"staff\""));
}

/* The board does not even contain a team of the group. */
Test(pages, only_the_jury_sees_the_name_of_a_hidden_group_on_the_page_of_a_team)
{
	const struct as_contest_visit jury = case_visit(&at, "judge", 265);
	const struct as_contest_visit own = case_visit(&at, "team1", 265);
	const size_t hidden = as_contest_log_find_team(&at.log, "jury");
	AS_AUTO_FREE char *all = PAGE(as_contest_page_team(out, &jury, hidden));
	AS_AUTO_FREE char *page = PAGE(as_contest_page_team(out, &own, hidden));

	cr_expect(strstr(all, "Staff"), "%s", all);
	cr_expect_not(strstr(page, "Staff"), "%s", page);
}

Test(pages, the_page_of_a_team_has_the_rank_of_the_board)
{
	const struct as_contest_visit jury = case_visit(&at, "judge", 265);
	const size_t hidden = as_contest_log_find_team(&at.log, "jury");
	AS_AUTO_FREE char *page = PAGE(as_contest_page_team(out, &jury, hidden));

	cr_expect(strstr(page, "<b>\xe2\x80\x93</b><span>rank</span>"), "%s", page);
	gallery_end(&at, true);
	const struct as_contest_visit visit = case_visit(&at, NULL, 330);
	AS_AUTO_FREE char *board = PAGE(as_contest_page_board(out, &visit, false, &all_teams));
	for (size_t i = 0; i < at.contest->team_count; i++) {
		AS_AUTO_FREE char *row =
			as_text_format(NULL, "<tr id=\"team-%s\">", at.contest->teams[i].id);
		const char *begin = strstr(board, row);
		const char *rank =
			begin ? strpbrk(strstr(begin, "class=\"r\">"), "123456789") : NULL;
		if (!begin || rank > strstr(begin, "</td>"))
			continue;
		AS_AUTO_FREE char *wanted = as_text_format(NULL, "<b>%.*s</b><span>rank</span>",
			(int)strspn(rank, "0123456789"), rank);
		AS_AUTO_FREE char *team = PAGE(as_contest_page_team(out, &visit, i));
		cr_expect(strstr(team, wanted), "%s: not %s", at.contest->teams[i].id, wanted);
	}
}

Test(pages, solved_by_counts_ranked_teams_everywhere_and_says_so)
{
	const struct as_contest_visit judge = case_visit(&at, "judge", 265);

	AS_AUTO_FREE char *board = PAGE(as_contest_page_board(out, &judge, true, &all_teams));
	const char *foot = strstr(board, "<tfoot>");
	cr_assert(foot);
	SHOWS(foot, "<td><b>1</b>of 2</td></tr></tfoot>");
	SHOWS(foot,
		"\"Solved by\" counts the ranked teams that solved a problem, of the ranked "
		"teams that tried it; guests, hidden teams and disqualified teams do not count.");
	SHOWS(strstr(board, "id=\"team-jury\""), "<small class=\"out\">hidden</small>");
	AS_AUTO_FREE char *problems = PAGE(as_contest_page_problems(out, &judge));
	SHOWS(strstr(problems, "/problems/play"),
		"<td class=\"number\">1<small> of 2</small></td>");
	SHOWS(problems, "\"Solved by\" counts the ranked teams that solved a problem");
}
