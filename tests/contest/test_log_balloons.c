/* SPDX-License-Identifier: MIT */
/* Balloons: they follow from the submissions; that they were handed over is in the log. */
#include "log_case.h"

#define ANN 0
#define BOB 1
#define EVE 2
#define MINUTE_MS INT64_C(60000)
#define RUNNERS                                                                                    \
	"--- file accounts.yaml\n- {username: root, password: correct-horse, type: admin}\n"       \
	"- {username: rita, password: correct-horse, type: balloon}\n"                             \
	"- {username: rob, password: correct-horse, type: balloon}\n"
#define RITA 0
#define ROB 1

/* "ann waits first; bob delivered rita". */
static char *balloons_text(struct log_case *made)
{
	static const char *const states[] = {"none", "waits", "delivered", "take back"};
	AS_AUTO(as_contest_balloons_clear) struct as_contest_balloons balloons;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	as_contest_log_lock(made->log);
	cr_assert_eq(as_contest_log_balloons(made->log, &balloons, NULL), 0);
	for (size_t i = 0; i < balloons.count; i++) {
		const struct as_contest_balloon *of = &balloons.items[i];
		fprintf(out, "%s%s %s%s", i ? "; " : "",
			as_contest_log_team(made->log, of->team)->name, states[of->state],
			of->is_first ? " first" : "");
		if (of->handing != AS_CONTEST_NONE) {
			const struct as_contest_handing *handing =
				as_contest_log_handing(made->log, of->handing);
			cr_expect_gt(handing->wall_ms, 0);
			fprintf(out, " %s",
				as_contest_log_account(made->log, handing->account)->username);
		}
	}
	as_contest_log_unlock(made->log);
	fclose(out);
	return text;
}

#define EXPECT_BALLOONS(made, expected)                                                            \
	do {                                                                                       \
		AS_AUTO_FREE char *shown_ = balloons_text(made);                                   \
		cr_expect_str_eq(shown_, expected);                                                \
	} while (0)

static void hand(struct log_case *made, size_t team, enum as_contest_handing_kind kind, size_t who)
{
	struct as_error error = {0};

	cr_expect_eq(as_contest_log_hand_balloon(made->log, team, 0, kind, who, &error), 0, "%s",
		error.text);
}

static void refuse(struct log_case *made, size_t team, enum as_contest_handing_kind kind,
	const char *before, const char *after)
{
	struct as_error error = {0};
	const size_t length = strlen(before);

	cr_expect_eq(as_contest_log_hand_balloon(made->log, team, 0, kind, ROB, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect(strncmp(error.text, before, length) == 0 && strstr(error.text, after), "%s",
		error.text);
}

static void judge_again(
	struct log_case *made, size_t submission, enum as_verdict verdict, size_t count)
{
	struct as_error error = {0};

	cr_assert_eq(as_contest_log_rejudge(made->log, submission,
			     &(struct as_store_order){.class = AS_STORE_REJUDGING},
			     AS_CONTEST_BY_SERVER, &error),
		0, "%s", error.text);
	log_case_judge(made, verdict);
	log_case_await(made, count);
}

Test(log_balloons, each_team_gets_one_for_its_first_accepted_submission)
{
	AUTO_LOG_CASE made = log_case_make(RUNNERS);

	log_case_start(&made, MINUTE_MS);
	EXPECT_BALLOONS(&made, "");
	log_case_submit(&made, EVE);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_submit(&made, BOB);
	log_case_judge(&made, AS_VERDICT_WA);
	log_case_await(&made, 2);
	EXPECT_BALLOONS(&made, "");
	for (int i = 0; i < 2; i++) {
		log_case_submit(&made, ANN);
		log_case_judge(&made, AS_VERDICT_AC);
	}
	log_case_submit(&made, BOB);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 5);
	EXPECT_BALLOONS(&made, "ann waits first; bob waits");
}

Test(log_balloons, the_second_of_two_runners_learns_who_was_quicker)
{
	AUTO_LOG_CASE made = log_case_make(RUNNERS);

	log_case_start(&made, MINUTE_MS);
	log_case_submit(&made, ANN);
	refuse(&made, ANN, AS_CONTEST_BALLOON_DELIVER,
		"balloon A of team ann: there is nothing to do for it now", "");
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 1);
	refuse(&made, ANN, AS_CONTEST_BALLOON_UNDO, "balloon A of team ann: it is not delivered",
		"");
	hand(&made, ANN, AS_CONTEST_BALLOON_DELIVER, RITA);
	EXPECT_BALLOONS(&made, "ann delivered first rita");
	refuse(&made, ANN, AS_CONTEST_BALLOON_DELIVER,
		"balloon A of team ann: it is already delivered (rita at ", " UTC)");
	refuse(&made, ANN, AS_CONTEST_BALLOON_FETCH, "balloon A of team ann: it is already ", "");
	hand(&made, ANN, AS_CONTEST_BALLOON_UNDO, ROB);
	EXPECT_BALLOONS(&made, "ann waits first rob");
	hand(&made, ANN, AS_CONTEST_BALLOON_DELIVER, ROB);
	log_case_restart(&made);
	EXPECT_BALLOONS(&made, "ann delivered first rob");
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_act(made.log, as_contest_log_act_count(made.log) - 1)->kind,
		AS_CONTEST_ACT_BALLOON);
	as_contest_log_unlock(made.log);
}

Test(log_balloons, a_rejudging_takes_a_delivered_balloon_back_and_drops_another)
{
	AUTO_LOG_CASE made = log_case_make(RUNNERS);

	log_case_start(&made, MINUTE_MS);
	const size_t ann = log_case_submit(&made, ANN), bob = log_case_submit(&made, BOB);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 2);
	hand(&made, ANN, AS_CONTEST_BALLOON_DELIVER, RITA);
	judge_again(&made, ann, AS_VERDICT_WA, 3);
	judge_again(&made, bob, AS_VERDICT_WA, 4);
	EXPECT_BALLOONS(&made, "ann take back rita");
	refuse(&made, ANN, AS_CONTEST_BALLOON_DELIVER,
		"balloon A of team ann: it is delivered, and must be taken back (rita at ", "");
	refuse(&made, BOB, AS_CONTEST_BALLOON_DELIVER, "balloon A of team bob: there is nothing ",
		"");
	hand(&made, ANN, AS_CONTEST_BALLOON_FETCH, ROB);
	EXPECT_BALLOONS(&made, "");
	refuse(&made, ANN, AS_CONTEST_BALLOON_FETCH,
		"balloon A of team ann: there is nothing to do for it now (rob at ", "");
	judge_again(&made, ann, AS_VERDICT_AC, 5);
	EXPECT_BALLOONS(&made, "ann waits first rob");
}

/* The team keeps the balloon of a problem that it has solved by another submission. */
Test(log_balloons, an_ignored_submission_gives_none_and_a_later_one_keeps_it)
{
	AUTO_LOG_CASE made = log_case_make(RUNNERS);
	struct as_error error = {0};

	log_case_start(&made, MINUTE_MS);
	const size_t first = log_case_submit(&made, ANN);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 1);
	hand(&made, ANN, AS_CONTEST_BALLOON_DELIVER, RITA);
	cr_assert_eq(as_contest_log_ignore(made.log, first, true, AS_CONTEST_BY_SERVER, &error), 0);
	EXPECT_BALLOONS(&made, "ann take back rita");
	log_case_submit(&made, ANN);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 2);
	EXPECT_BALLOONS(&made, "ann delivered first rita");
}

/* As for submissions: everything is back once the team is in the folder again. */
Test(log_balloons, a_removed_team_has_no_balloons_until_it_is_back)
{
	AUTO_LOG_CASE made = log_case_make(RUNNERS);

	made.observer.note = log_case_expect_note;
	log_case_start(&made, MINUTE_MS);
	log_case_submit(&made, ANN);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_submit(&made, BOB);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 2);
	hand(&made, ANN, AS_CONTEST_BALLOON_DELIVER, RITA);
	log_case_change(&made, "--- file teams.yaml\n- {id: bob, name: bob}\n"
			       "- {id: eve, name: eve, group_ids: [spare]}\n");
	EXPECT_BALLOONS(&made, "bob waits first");
	log_case_change(&made,
		"--- file teams.yaml\n- {id: ann, name: ann}\n- {id: bob, name: bob}\n"
		"- {id: eve, name: eve, group_ids: [spare]}\n");
	EXPECT_BALLOONS(&made, "ann delivered first rita; bob waits");
}

Test(log_balloons, places_come_from_the_folder)
{
	AUTO_LOG_CASE made = log_case_make("--- file teams.yaml\n"
					   "- {id: ann, name: ann, place: 'Room 2, table 14'}\n"
					   "- {id: bob, name: bob, location: {description: Hall, "
					   "x: 1.5, y: 2, rotation: 90}}\n"
					   "- {id: eve, name: eve}\n");

	as_contest_log_lock(made.log);
	cr_expect_str_eq(as_contest_log_place(made.log, ANN), "Room 2, table 14");
	cr_expect_str_eq(as_contest_log_place(made.log, BOB), "Hall");
	cr_expect_null(as_contest_log_place(made.log, EVE));
	as_contest_log_unlock(made.log);
}
