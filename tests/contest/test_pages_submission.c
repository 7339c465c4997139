/* SPDX-License-Identifier: MIT */
/* The page of a submission: feedback, counterexamples, tests while they are judged. */
#include "pages_open.h"

TestSuite(pages_submission, .init = open_gallery, .fini = close_gallery);

/* ---- feedback ---- */

static char *own_submission(size_t submission)
{
	struct result_case made;
	const struct as_contest_visit visit = case_visit(&at, "team1", 265);
	result_case_fill(&made, "the secret remark", "int main;");
	const struct as_contest_evidence evidence = {
		.submitted = &made.submitted, .result = &made.result};
	return PAGE(as_contest_page_submission(out, &visit, submission, &evidence));
}

static void set_feedback(const char *problem, enum as_contest_feedback feedback)
{
	at.contest->problems[as_contest_find_problem(at.contest, problem)].feedback = feedback;
}

Test(pages_submission, feedback_follows_the_problem)
{
	static const struct {
		enum as_contest_feedback feedback;
		bool groups, failed, passed, hidden;
	} rows[] = {{AS_CONTEST_FEEDBACK_VERDICT, false, false, false, false},
		{AS_CONTEST_FEEDBACK_FIRST_FAILED, false, true, false, false},
		{AS_CONTEST_FEEDBACK_GROUPS, true, true, false, false},
		{AS_CONTEST_FEEDBACK_FULL, false, true, true, true}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		set_feedback("dumb", rows[i].feedback);
		AS_AUTO_FREE char *text = own_submission(6);
		cr_expect_eq(!!strstr(text, "<h2>Groups"), rows[i].groups, "%zu", i);
		cr_expect_eq(!!strstr(text, "<bdi>secret/1<"), rows[i].failed, "%zu", i);
		cr_expect_eq(!!strstr(text, "<bdi>sample/1<"), rows[i].passed, "%zu", i);
		cr_expect_eq(!!strstr(text, "<bdi>secret/2<"), rows[i].hidden, "%zu", i);
		/* Only for the jury. */
		HIDES(text, "For the jury");
		HIDES(text, "signal");
		/* The memory of a test that may not be shown. */
		HIDES(text, "6.0 MiB");
	}
}

Test(pages_submission, many_large_files_make_no_large_page)
{
	enum { COUNT = 400, SIZE = 300000 };
	struct result_case made;
	const struct as_contest_visit visit = case_visit(&at, "team1", 265);
	AS_AUTO_FREE char *lines = malloc(SIZE);

	cr_assert_not_null(lines);
	memset(lines, '\n', SIZE);
	result_case_fill(&made, "", "int main;");
	struct as_source files[COUNT];
	for (int i = 0; i < COUNT; i++)
		files[i] =
			(struct as_source){.name = "a.txt", .data = {.data = lines, .size = SIZE}};
	const struct as_submitted many = {.sources = {.files = files, .count = COUNT}};
	const struct as_contest_evidence evidence = {.submitted = &many, .result = &made.result};
	AS_AUTO_FREE char *text = PAGE(as_contest_page_submission(out, &visit, 6, &evidence));
	cr_expect_lt(strlen(text), 5000000);
	SHOWS(text, "The file is not shown whole, because it is large.");
	SHOWS(text, " more files are not shown.");
	const struct as_contest_evidence none = {.result = &made.result};
	AS_AUTO_FREE char *lost = PAGE(as_contest_page_submission(out, &visit, 6, &none));
	SHOWS(lost, "The files cannot be read from the store.");
}

Test(pages_submission, a_pending_submission_shows_no_result)
{
	set_feedback("play", AS_CONTEST_FEEDBACK_FULL);
	AS_AUTO_FREE char *text = own_submission(38);

	SHOWS(text, "Pending");
	HIDES(text, "secret remark");
	HIDES(text, "data-done");
	SHOWS(text, "data-poll=\"/submissions/39/fragment\"");
}

Test(pages_submission, the_jury_sees_whole_results_and_can_rejudge)
{
	struct result_case made;
	result_case_fill(&made, "the secret\nremark", "int main;\r\n\tx");
	const struct as_contest_evidence evidence = {
		.submitted = &made.submitted, .result = &made.result};
	const struct as_contest_visit judge = case_visit(&at, "judge", 265);
	const struct as_contest_visit watcher = case_visit(&at, "watcher", 265);
	AS_AUTO_FREE char *text = PAGE(as_contest_page_jury_submission(out, &judge, 34, &evidence));
	AS_AUTO_FREE char *watched =
		PAGE(as_contest_page_jury_submission(out, &watcher, 34, &evidence));

	SHOWS(text, "<b>For the jury</b> <span class=\"said\">the secret\nremark</span>");
	SHOWS(text, "signal 11");
	SHOWS(text, "action=\"/jury/submissions/35/rejudge\"");
	SHOWS(text, "<span class=\"l\">int main;\n</span><span class=\"l\">\tx\n</span>");
	HIDES(watched, "/rejudge");
}

/* The page of a team's submission, whose second group was not run. */
static char *group_page(bool scoring, size_t unmet, enum as_verdict compile)
{
	struct result_case made;
	const struct as_contest_visit visit = case_visit(&at, "team1", 265);
	result_case_fill(&made, "the secret remark", "int main;");
	made.result.scoring = scoring;
	made.result.compile.verdict = compile;
	made.groups[1].verdict = compile == AS_VERDICT_CE ? AS_VERDICT_CE : AS_VERDICT_NONE;
	made.groups[1].unmet = unmet;
	const struct as_contest_evidence evidence = {
		.submitted = &made.submitted, .result = &made.result};
	set_feedback("dumb", AS_CONTEST_FEEDBACK_GROUPS);
	return PAGE(as_contest_page_submission(out, &visit, 6, &evidence));
}

Test(pages_submission, a_group_that_was_not_run_is_not_pending)
{
	AS_AUTO_FREE char *unmet = group_page(true, 0, AS_VERDICT_AC);
	AS_AUTO_FREE char *later = group_page(true, SIZE_MAX, AS_VERDICT_AC);

	SHOWS(unmet, "<bdi>secret</bdi></th><td><span class=\"verdict skipped\">Not run</span> "
		     "<small><bdi>sample</bdi> failed</small>");
	SHOWS(later, "<span class=\"verdict skipped\">Not run</span> <small>an earlier group "
		     "failed</small>");
	HIDES(unmet, "Pending");
	HIDES(later, "Pending");
}

Test(pages_submission, groups_have_points_only_if_the_package_scores)
{
	AS_AUTO_FREE char *scoring = group_page(true, 0, AS_VERDICT_AC);
	AS_AUTO_FREE char *plain = group_page(false, 0, AS_VERDICT_AC);

	SHOWS(scoring, ">Points</th>");
	SHOWS(plain, "<h2>Groups");
	HIDES(plain, ">Points</th>");
}

Test(pages_submission, a_compile_error_is_shown_once)
{
	AS_AUTO_FREE char *text = group_page(true, SIZE_MAX, AS_VERDICT_CE);

	SHOWS(text, "Reason why it was not compiled");
	HIDES(text, "<h2>Groups");
}

/* ---- counterexamples ---- */

static char *explained(struct as_contest_counterexample *counterexample, const char *account)
{
	struct result_case made;
	const struct as_contest_visit visit = case_visit(&at, account, 265);
	result_case_fill(&made, "the secret remark", "int main;");
	const struct as_contest_evidence evidence = {
		&made.submitted, &made.result, counterexample, NULL, 0};
	counterexample->judgement = as_contest_log_submission(&at.log, 6)->valid;
	if (strcmp(account, "team1") == 0)
		return PAGE(as_contest_page_submission_fragment(out, &visit, 6, &evidence));
	return PAGE(as_contest_page_jury_submission(out, &visit, 6, &evidence));
}

static struct as_contest_counterexample found_counterexample(void)
{
	static const char hostile[] = "<script>alert(1)</script>";
	const struct as_contest_excerpt text = {hostile, strlen(hostile), strlen(hostile)};

	return (struct as_contest_counterexample){.state = AS_CONTEST_COUNTEREXAMPLE_FOUND,
		.verdict = AS_VERDICT_WA,
		.input = text,
		.answer = text,
		.output = {hostile, 8, 100000},
		.solved = hostile,
		.replayed = hostile};
}

static void permit_counterexamples(bool is_permitted)
{
	at.contest->problems[as_contest_find_problem(at.contest, "dumb")].counterexample =
		is_permitted;
}

Test(pages_submission, a_counterexample_is_text_for_its_team_and_the_jury)
{
	struct as_contest_counterexample found = found_counterexample();
	permit_counterexamples(true);
	AS_AUTO_FREE char *team = explained(&found, "team1");
	AS_AUTO_FREE char *jury = explained(&found, "judge");

	SHOWS(team, "A small input on which the submission fails");
	SHOWS(team, "How the input is solved");
	SHOWS(team, "&lt;script&gt;alert(1)");
	SHOWS(team, "Only the beginning is shown");
	SHOWS(team, "data-done");
	HIDES(team, "<script>alert");
	SHOWS(jury, "A small input on which the submission fails");
	HIDES(jury, "<script>alert");
}

Test(pages_submission, a_counterexample_is_hidden_where_the_problem_does_not_permit_it)
{
	struct as_contest_counterexample found = found_counterexample();
	permit_counterexamples(false);
	AS_AUTO_FREE char *team = explained(&found, "team1");
	AS_AUTO_FREE char *jury = explained(&found, "judge");

	HIDES(team, "small input");
	HIDES(jury, "small input");
	SHOWS(team, "data-done");
}

Test(pages_submission, a_counterexample_of_another_judgement_is_not_shown)
{
	struct as_contest_counterexample found = found_counterexample();
	struct result_case made;
	const struct as_contest_visit visit = case_visit(&at, "team1", 265);
	result_case_fill(&made, "the secret remark", "int main;");
	const struct as_contest_evidence evidence = {
		&made.submitted, &made.result, &found, NULL, 0};
	permit_counterexamples(true);
	found.judgement = as_contest_log_submission(&at.log, 6)->valid + 1;
	AS_AUTO_FREE char *text =
		PAGE(as_contest_page_submission_fragment(out, &visit, 6, &evidence));

	HIDES(text, "small input");
}

Test(pages_submission, a_page_polls_for_a_counterexample_during_the_search)
{
	struct as_contest_counterexample found = {.state = AS_CONTEST_COUNTEREXAMPLE_AWAITED};
	permit_counterexamples(true);
	AS_AUTO_FREE char *awaited = explained(&found, "team1");
	found.state = AS_CONTEST_COUNTEREXAMPLE_NOT_FOUND;
	AS_AUTO_FREE char *none = explained(&found, "team1");

	SHOWS(awaited, "search for a small input");
	SHOWS(awaited, "data-calm");
	HIDES(awaited, "data-done");
	SHOWS(none, "found no small input");
	SHOWS(none, "data-done");
}

/* ---- while it is judged ---- */

/* A worker reports that judging of a submission began, or a run. */
static void report(size_t submission, int64_t minute, int test, const char *verdict)
{
	const json_int_t job = 1000 + (json_int_t)submission;
	const json_int_t wall_ms = START + minute * MINUTE;

	case_event(&at, wall_ms, 0,
		verdict ? json_pack("{s: s, s: [[I, i, s, I, I]]}", "type", "judging", "runs", job,
				  test, verdict, (json_int_t)1000000, wall_ms)
			: json_pack(
				  "{s: s, s: [[I, I]]}", "type", "judging", "begun", job, wall_ms));
}

Test(pages_submission, a_team_sees_its_submission_judged_test_by_test_if_feedback_is_full)
{
	const struct as_contest_evidence none = {0};
	const struct as_contest_visit visit = case_visit(&at, "team1", 265);
	const size_t full = case_submit(&at, 264, "t1", "dumb", NULL);
	const size_t other = case_submit(&at, 264, "t1", "any", NULL);
	AS_AUTO_FREE char *waits =
		PAGE(as_contest_page_submission_fragment(out, &visit, full, &none));

	SHOWS(waits, "The submission waits to be judged.");
	report(full, 264, 0, NULL);
	report(full, 264, 0, "AC");
	report(full, 264, 2, "WA");
	report(other, 264, 0, NULL);
	report(other, 264, 0, "WA");
	AS_AUTO_FREE char *tests =
		PAGE(as_contest_page_submission_fragment(out, &visit, full, &none));
	SHOWS(tests, "2 of 3 tests were run.");
	SHOWS(tests, "<bdi>secret/1</bdi></th><td><span class=\"verdict WA\">Wrong answer</span>");
	cr_expect_not(strstr(tests, "sample/2") || strstr(tests, "data-done"), "%s", tests);
	AS_AUTO_FREE char *hidden =
		PAGE(as_contest_page_submission_fragment(out, &visit, other, &none));
	cr_expect(strstr(hidden, "The submission is being judged.") &&
		  !strstr(hidden, "Wrong answer"));
	AS_AUTO_FREE char *list = PAGE(as_contest_page_submissions_fragment(out, &visit));
	SHOWS(list, "<small>test 3 of 3</small>");
	SHOWS(list, "<small>is being judged</small>");
}

/* ---- verdicts by hand ---- */

/* Submission 2 of team1 was WA; the jury accepts it. */
static void decide(int is_shown)
{
	case_event(&at, START + 264 * MINUTE, 0,
		json_pack("{s: s, s: i, s: s, s: s, s: b, s: s}", "type", "ruling", "submission", 2,
			"verdict", "AC", "reason", "Test <5> was wrong", "shown", is_shown,
			"account", "judge"));
}

static char *submission_page(const char *username)
{
	const struct as_contest_visit visit = case_visit(&at, username, 265);
	const struct as_contest_evidence none = {0};

	return username && strcmp(username, "team1") != 0
		       ? PAGE(as_contest_page_jury_submission(out, &visit, 1, &none))
		       : PAGE(as_contest_page_submission(out, &visit, 1, &none));
}

Test(pages_submission, a_verdict_by_hand_is_marked_and_has_its_reason_for_those_who_may_see_it)
{
	static const char reason[] = ": <bdi>Test &lt;5&gt; was wrong</bdi>";
	const struct as_contest_visit public = case_visit(&at, NULL, 265);

	decide(0);
	AS_AUTO_FREE char *team = submission_page("team1");
	SHOWS(team, "Accepted");
	SHOWS(team, "<span class=\"chip\">by the jury</span>");
	SHOWS(team, "Decided by the jury</p>");
	HIDES(team, "was wrong");
	AS_AUTO_FREE char *jury = submission_page("watcher");
	SHOWS(jury, "Decided by the jury (<bdi>judge</bdi>; the team does not see the reason)");
	SHOWS(jury, reason);
	HIDES(jury, "/jury/submissions/2/ruling");
	decide(1);
	AS_AUTO_FREE char *told = submission_page("team1");
	SHOWS(told, reason);
	HIDES(told, "judge</bdi>");
	AS_AUTO_FREE char *seen = PAGE(as_contest_page_team(out, &public, 1));
	HIDES(seen, "by the jury");
	AS_AUTO_FREE char *judge = submission_page("judge");
	SHOWS(judge, "/jury/submissions/2/ruling");
}

Test(pages_submission, the_form_of_a_verdict_by_hand_is_for_those_who_may_judge)
{
	const struct as_contest_ruling_form form = {.entry = {.submission = 1}};
	const struct as_contest_visit judge = case_visit(&at, "judge", 265);
	const struct as_contest_visit watcher = case_visit(&at, "watcher", 265);

	AS_AUTO_FREE char *first = PAGE(as_contest_page_jury_ruling(out, &judge, &form));
	SHOWS(first, "name=\"seen\" value=\"1\"");
	HIDES(first, "value=\"withdraw\"");
	HIDES(first, "value=\"decide\"");
	decide(1);
	AS_AUTO_FREE char *decided = PAGE(as_contest_page_jury_ruling(out, &judge, &form));
	SHOWS(decided, "name=\"seen\" value=\"2\"");
	SHOWS(decided, "value=\"withdraw\"");
	AS_AUTO_FREE char *watched = PAGE(as_contest_page_jury_ruling(out, &watcher, &form));
	HIDES(watched, "name=\"seen\"");
	AS_AUTO_FREE char *audit = PAGE(as_contest_page_jury_audit(out, &judge, 0));
	SHOWS(audit, "Decide submission ");
	SHOWS(audit, "Test &lt;5&gt; was wrong");
	case_event(&at, START + 265 * MINUTE, 0,
		json_pack("{s: s, s: i, s: s, s: s}", "type", "ruling", "submission", 2, "state",
			"withdrawn", "account", "judge"));
	AS_AUTO_FREE char *withdrawn = PAGE(as_contest_page_jury_audit(out, &judge, 0));
	const char *end = strstr(withdrawn, "Withdraw the verdict by hand of submission ");
	cr_assert(end);
	SHOWS(strstr(end, "</a>"), "</a>: <b>Accepted</b>");
	cr_expect(strstr(end, "was wrong") < strstr(end, "Decide submission "));
}
