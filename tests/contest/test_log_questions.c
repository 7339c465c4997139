/* SPDX-License-Identifier: MIT */
/* Questions of teams in the log: two members of the jury at one question, and categories. */
#include "log_case.h"

/* The accounts of the folder: root is an admin. */
#define ROOT 0

static size_t ask(struct log_case *made, const char *category)
{
	const struct as_contest_entry_clarification entry = {.from_team = 0,
		.reply_to = AS_CONTEST_NONE,
		.problem = AS_CONTEST_NONE,
		.account = AS_CONTEST_NONE,
		.category = category,
		.text = "Why?"};
	struct as_error error = {0};
	size_t asked = 99;

	cr_assert_eq(
		as_contest_log_clarify(made->log, &entry, &asked, &error), 0, "%s", error.text);
	return asked;
}

/* What a page shows now. */
static struct as_contest_question_seen look(struct log_case *made, size_t question)
{
	as_contest_log_lock(made->log);
	const struct as_contest_clarification *of =
		as_contest_log_clarification(made->log, question);
	const struct as_contest_question_seen seen = {
		of->claimant, of->reply_count, of->is_answered};
	as_contest_log_unlock(made->log);
	return seen;
}

static int answer(struct log_case *made, size_t question, size_t account,
	const struct as_contest_question_seen *seen, struct as_error *error)
{
	const struct as_contest_entry_clarification entry = {.from_team = AS_CONTEST_NONE,
		.reply_to = question,
		.problem = AS_CONTEST_NONE,
		.account = account,
		.seen = seen,
		.text = "Because."};
	size_t answered;

	*error = (struct as_error){0};
	return as_contest_log_clarify(made->log, &entry, &answered, error);
}

static int mark(struct log_case *made, size_t question, enum as_contest_mark with, size_t account,
	const struct as_contest_question_seen *seen, struct as_error *error)
{
	*error = (struct as_error){0};
	return as_contest_log_mark_question(made->log, question, with, seen, account, error);
}

static size_t find_account(struct log_case *made, const char *username)
{
	as_contest_log_lock(made->log);
	const size_t account = as_contest_log_find_username(made->log, username);
	as_contest_log_unlock(made->log);
	cr_assert_neq(account, AS_CONTEST_NONE);
	return account;
}

#define JUDGE                                                                                      \
	"--- file accounts.yaml\n- {username: root, password: root-password, type: admin}\n"       \
	"- {username: judge, password: judge-password, type: judge}\n"

Test(log_questions, the_second_of_two_judges_is_told_who_was_first)
{
	AUTO_LOG_CASE made = log_case_make(JUDGE);
	const size_t root = find_account(&made, "root"), judge = find_account(&made, "judge");
	const size_t asked = ask(&made, "Technical");
	const struct as_contest_question_seen before = look(&made, asked);
	struct as_error error = {0};

	cr_expect_eq(mark(&made, asked, AS_CONTEST_CLAIM, judge, &before, &error), 0);
	cr_expect_eq(mark(&made, asked, AS_CONTEST_CLAIM, root, &before, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect(
		strstr(error.text, "clarification 1 was claimed by judge (at "), "%s", error.text);
	cr_expect_eq(answer(&made, asked, root, &before, &error), -1);
	cr_expect(strstr(error.text, "was claimed by judge"), "%s", error.text);
	/* A member of the jury who has seen the claim may take over, and answer. */
	const struct as_contest_question_seen claimed = look(&made, asked);
	cr_expect_eq(mark(&made, asked, AS_CONTEST_CLAIM, root, &claimed, &error), 0);
	cr_expect_eq(answer(&made, asked, judge, &claimed, &error), -1);
	cr_expect(strstr(error.text, "was claimed by root"), "%s", error.text);
	cr_expect_eq(answer(&made, asked, root, &claimed, &error), 0, "%s", error.text);
	const struct as_contest_question_seen taken = look(&made, asked);
	cr_expect_eq(taken.claimant, AS_CONTEST_NONE, "an answer ends the claim");
	cr_expect_eq(answer(&made, asked, judge, &claimed, &error), -1);
	cr_expect(strstr(error.text, "was answered by root (at "), "%s", error.text);
	cr_expect_eq(answer(&made, asked, judge, &taken, &error), 0, "%s", error.text);
	/* A client of the API answers without a page. */
	cr_expect_eq(answer(&made, asked, judge, NULL, &error), 0, "%s", error.text);
}

Test(log_questions, acts_on_a_question_that_was_closed_or_answered_meanwhile_are_refused)
{
	AUTO_LOG_CASE made = log_case_make(JUDGE);
	const size_t root = find_account(&made, "root"), judge = find_account(&made, "judge");
	const size_t asked = ask(&made, "Technical");
	struct as_error error = {0};

	const struct as_contest_question_seen open = look(&made, asked);
	cr_expect_eq(mark(&made, asked, AS_CONTEST_CLAIM, judge, &open, &error), 0);
	const struct as_contest_question_seen claimed = look(&made, asked);
	cr_expect_eq(mark(&made, asked, AS_CONTEST_CLOSE, judge, &claimed, &error), 0);
	/* The claimant is the same, but no answer is needed any more. */
	cr_expect_eq(answer(&made, asked, root, &claimed, &error), -1);
	cr_expect(strstr(error.text, "was closed by judge (at "), "%s", error.text);
	cr_expect_eq(mark(&made, asked, AS_CONTEST_CLAIM, root, &claimed, &error), -1);
	cr_expect(strstr(error.text, "was closed by judge (at "), "%s", error.text);
	const struct as_contest_question_seen closed = look(&made, asked);
	cr_expect_eq(mark(&made, asked, AS_CONTEST_CLAIM, root, &closed, &error), -1);
	cr_expect(strstr(error.text, "is already answered; reopen it"), "%s", error.text);
	cr_expect_eq(answer(&made, asked, root, &closed, &error), 0, "%s", error.text);
	cr_expect_eq(mark(&made, asked, AS_CONTEST_CLAIM, judge, &closed, &error), -1);
	cr_expect(strstr(error.text, "was answered by root (at "), "%s", error.text);
}

Test(log_questions, marks_and_categories_are_there_after_a_restart)
{
	AUTO_LOG_CASE made = log_case_make(JUDGE);
	const size_t judge = find_account(&made, "judge");
	const size_t general = ask(&made, NULL), technical = ask(&made, "Technical");
	const struct as_contest_question_seen none = {AS_CONTEST_NONE, 0, false};
	struct as_error error = {0};

	cr_expect_eq(mark(&made, general, AS_CONTEST_CLOSE, judge, &none, &error), 0);
	cr_expect_eq(mark(&made, technical, AS_CONTEST_CLAIM, judge, &none, &error), 0);
	log_case_restart(&made);
	as_contest_log_lock(made.log);
	const struct as_contest_clarification *first = as_contest_log_clarification(
						      made.log, general),
					      *second = as_contest_log_clarification(
						      made.log, technical);
	cr_expect(first->is_answered && first->reply_count == 0);
	cr_expect_str_eq(as_contest_clarification_category(first), "General");
	cr_expect_not(second->is_answered);
	cr_expect_eq(second->claimant, judge);
	cr_expect_str_eq(second->category, "Technical");
	cr_expect_eq(as_contest_log_open_work(made.log).unanswered, 1);
	as_contest_log_unlock(made.log);
	cr_expect_eq(mark(&made, technical, AS_CONTEST_RELEASE, judge, &none, &error), 0);
	const struct as_contest_question_seen closed = look(&made, general);
	cr_expect_eq(mark(&made, general, AS_CONTEST_REOPEN, judge, &closed, &error), 0);
	cr_expect_eq(look(&made, technical).claimant, AS_CONTEST_NONE);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_open_work(made.log).unanswered, 2);
	as_contest_log_unlock(made.log);
}

Test(log_questions, an_announcement_cannot_be_claimed)
{
	AUTO_LOG_CASE made = log_case_make("");
	const struct as_contest_entry_clarification entry = {.from_team = AS_CONTEST_NONE,
		.reply_to = AS_CONTEST_NONE,
		.problem = AS_CONTEST_NONE,
		.account = ROOT,
		.text = "Lunch."};
	const struct as_contest_question_seen none = {AS_CONTEST_NONE, 0, false};
	struct as_error error = {0};
	size_t sent;

	cr_assert_eq(as_contest_log_clarify(made.log, &entry, &sent, &error), 0, "%s", error.text);
	cr_expect_eq(mark(&made, sent, AS_CONTEST_CLAIM, ROOT, &none, &error), -1);
	cr_expect_str_eq(error.text, "clarification 1 is not a question of a team");
}

Test(log_questions, a_quotation_has_each_line_and_no_name)
{
	AS_AUTO_FREE char *text = as_contest_quote("Is n > 0?\n\nAnd m?", "Yes.");

	cr_expect_str_eq(text, "> Is n > 0?\n> \n> And m?\n\nYes.");
}

Test(log_questions, several_clarifications_are_sent_together_or_not_at_all)
{
	AUTO_LOG_CASE made = log_case_make("");
	size_t teams[] = {0, 1};
	struct as_contest_entry_clarification entries[2];
	struct as_error error = {0};

	for (size_t i = 0; i < 2; i++)
		entries[i] = (struct as_contest_entry_clarification){.from_team = AS_CONTEST_NONE,
			.to_teams = {&teams[i], 1},
			.reply_to = AS_CONTEST_NONE,
			.problem = AS_CONTEST_NONE,
			.account = ROOT,
			.text = i == 0 ? "Judged again." : "\x07"};
	cr_expect_eq(as_contest_log_clarify_all(made.log, entries, 2, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_clarification_count(made.log), 0);
	as_contest_log_unlock(made.log);
	entries[1].text = "Judged again.";
	error = (struct as_error){0};
	cr_expect_eq(as_contest_log_clarify_all(made.log, entries, 0, &error), 0);
	cr_assert_eq(as_contest_log_clarify_all(made.log, entries, 2, &error), 0, "%s", error.text);
	as_contest_log_lock(made.log);
	cr_assert_eq(as_contest_log_clarification_count(made.log), 2);
	for (size_t i = 0; i < 2; i++)
		cr_expect(as_contest_log_is_recipient(made.log, i, teams[i]));
	cr_expect_not(as_contest_log_is_recipient(made.log, 0, teams[1]));
	as_contest_log_unlock(made.log);
}
