/* SPDX-License-Identifier: MIT */
/* Events that cannot be applied. */
#include "log_readers.h"

static void append_raw(struct log_case *made, const char *body)
{
	const struct as_store_entry entry = {.body = {(char *)body, strlen(body)}};
	struct as_store_appended appended;
	struct as_error error = {0};

	cr_assert_eq(as_store_append(made->store, as_contest_log_space(made->log), &entry, 1,
			     &appended, &error),
		0, "%s", error.text);
}

/* Whatever is in the log, a server that reads it goes on. */
Test(log_skipped, an_event_that_cannot_be_applied_is_skipped)
{
	static const char *const bodies[] = {"", "[1, 2]", "{\"type\": 7}",
		"{\"type\":\"unknown\",\"wall_ms\":1}",
		"{\"type\":\"clock\",\"start_ms\":-5,\"duration_ms\":1}",
		"{\"type\":\"clock\",\"start_ms\":1,\"duration_ms\":900000000000000000}",
		"{\"type\":\"state\",\"wall_ms\":900000000000000000}",
		"{\"type\":\"state\",\"wall_ms\":-900000000000000000}",
		"{\"type\":\"team\",\"id\":\"x\",\"name\":\"x\"}",
		"{\"type\":\"package\",\"problem\":\"one\",\"package\":\"short\"}",
		"{\"type\":\"package\",\"problem\":\"nine\"}",
		"{\"type\":\"judging\",\"runs\":[[1,-1,\"AC\",-7,3]],\"begun\":[[1,-1]]}",
		"{\"type\":\"judgement\",\"job\":1,\"verdict\":\"NO\","
		"\"score_e6\":-1,\"groups_e6\":[-1,900000000000000000]}"};
	AUTO_LOG_CASE made = log_case_make("--- file contest.yaml\nid: club\nduration: 5:00:00\n"
					   "scoreboard_type: score\n");
	struct as_error error = {0};

	log_case_expect_notes(&made);
	log_case_start(&made, MINUTE_MS);
	const size_t first = log_case_submit(&made, ANN);
	for (size_t i = 0; i < sizeof(bodies) / sizeof(*bodies); i++)
		append_raw(&made, bodies[i]);
	const size_t second = log_case_submit(&made, BOB);
	cr_expect_eq(as_contest_log_check(made.log, &error), 0, "%s", error.text);
	cr_expect_eq(verdict_of(&made, first), AS_VERDICT_JE);
	cr_expect_eq(verdict_of(&made, second), AS_VERDICT_NONE);
	log_case_restart(&made);
	cr_expect_eq(as_contest_log_check(made.log, &error), 0, "%s", error.text);
	as_contest_log_lock(made.log);
	cr_expect_lt(as_contest_log_submission(made.log, second)->time_ms, 10 * MINUTE_MS);
	as_contest_log_unlock(made.log);
}

/* The audit trail has none of them: the newest clarification is another one's. */
Test(log_skipped, an_event_that_was_skipped_is_no_act)
{
	static const char *const bodies[] = {
		"{\"type\":\"clarification\",\"account\":\"root\",\"reply_to\":1}",
		"{\"type\":\"again\",\"account\":\"root\",\"submission\":1}",
		"{\"type\":\"ignore\",\"account\":\"root\",\"submission\":9}",
		"{\"type\":\"clock\",\"account\":\"root\",\"start_ms\":1,\"duration_ms\":60000,"
		"\"freeze_ms\":0,\"removed\":[],\"given\":[-9223372036854775807,"
		"9223372036854775807,1]}",
		"{\"type\":\"clock\",\"account\":\"root\",\"start_ms\":1,\"duration_ms\":60000,"
		"\"freeze_ms\":0,\"removed\":[],\"given\":[5,5,1]}",
		"{\"type\":\"given\",\"account\":\"root\",\"ended\":-9223372036854775807}",
		"{\"type\":\"given\",\"account\":\"root\",\"team\":\"ann\",\"given\":[1,"
		"9223372036854775807]}",
		"{\"type\":\"award\",\"account\":\"root\",\"id\":\"?\"}",
		"{\"type\":\"comment\",\"account\":\"root\"}",
		"{\"type\":\"team\",\"id\":\"new\",\"name\":\"a\",\"username\":\"a\"}"};
	AUTO_LOG_CASE made = log_case_make("");
	const struct as_contest_entry_clarification entry = {.from_team = AS_CONTEST_NONE,
		.reply_to = AS_CONTEST_NONE,
		.problem = AS_CONTEST_NONE,
		.account = 0,
		.text = "Hello."};
	struct as_error error = {0};
	size_t index;

	log_case_expect_notes(&made);
	log_case_start(&made, MINUTE_MS);
	log_case_submit(&made, ANN);
	cr_assert_eq(as_contest_log_clarify(made.log, &entry, &index, &error), 0, "%s", error.text);
	as_contest_log_lock(made.log);
	const size_t before = as_contest_log_act_count(made.log);
	as_contest_log_unlock(made.log);
	for (size_t i = 0; i < sizeof(bodies) / sizeof(*bodies); i++)
		append_raw(&made, bodies[i]);
	log_case_submit(&made, BOB);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_act_count(made.log), before);
	cr_expect_eq(before, 1);
	as_contest_log_unlock(made.log);
}

#define TWO_PROBLEMS                                                                               \
	"--- file problems.yaml\n- id: one\n- id: two\n"                                           \
	"--- file problems/two/problem.yaml\n"                                                     \
	"problem_format_version: 2025-09\nname: Second\n"                                          \
	"uuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d03\nlimits: {time_limit: 2}\n"                    \
	"--- file problems/two/data/secret/1.in\n1\n"                                              \
	"--- file problems/two/data/secret/1.ans\n1\n"

/* "1 ann one; 2 bob two ignored | ignore 2": submissions and acts. */
static char *numbers_of(struct log_case *made)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	as_contest_log_lock(made->log);
	for (size_t i = 0; i < as_contest_log_submission_count(made->log); i++) {
		const struct as_contest_submission *of = as_contest_log_submission(made->log, i);
		fprintf(out, "%s%ju %s %s%s%s%s", i ? "; " : "", (uintmax_t)of->arrival,
			as_contest_log_team(made->log, of->team)->id,
			made->contest->problems[of->problem].id, of->id ? " as " : "",
			of->id ? of->id : "", of->is_ignored ? " ignored" : "");
	}
	for (size_t i = 0; i < as_contest_log_act_count(made->log); i++) {
		const struct as_contest_act *act = as_contest_log_act(made->log, i);
		if (act->kind == AS_CONTEST_ACT_IGNORE || act->kind == AS_CONTEST_ACT_REJUDGE)
			fprintf(out, " | %s %ju",
				act->kind == AS_CONTEST_ACT_IGNORE ? "ignore" : "again",
				(uintmax_t)as_contest_log_submission(made->log, act->index)
					->arrival);
	}
	as_contest_log_unlock(made->log);
	fclose(out);
	return text;
}

static void expect_numbers(struct log_case *made, size_t hidden_count, const char *expected)
{
	AS_AUTO_FREE char *numbers = numbers_of(made);

	cr_expect_str_eq(numbers, expected);
	as_contest_log_lock(made->log);
	cr_expect_eq(as_contest_log_hidden_count(made->log), hidden_count);
	as_contest_log_unlock(made->log);
}

static size_t number(struct log_case *made, const char *arrival)
{
	as_contest_log_lock(made->log);
	const size_t found = as_contest_log_find_submission(made->log, arrival);
	cr_expect_eq(as_contest_log_find_submission_id(made->log, arrival), found);
	as_contest_log_unlock(made->log);
	return found;
}

static void ignore(struct log_case *made, const char *arrival)
{
	const struct as_contest_decision decision = {.account = 0};
	struct as_error error = {0};

	cr_expect_eq(
		as_contest_log_ignore(made->log, number(made, arrival), true, decision, &error), 0,
		"%s", error.text);
}

static void comment(struct log_case *made, const char *arrival)
{
	size_t item = number(made, arrival), made_comment;
	const struct as_contest_comment entry = {
		.message = "Look.", .account = AS_CONTEST_NONE, .submissions = {&item, 1}};
	struct as_error error = {0};

	cr_expect_eq(as_contest_log_comment(made->log, &entry, &made_comment, &error), 0, "%s",
		error.text);
}

/* The hidden submission 2 keeps its number and id. */
static void expect_taken(struct log_case *made)
{
	const struct as_store_order order = {.package = made->contest->problems[0].package->digest,
		.owner = "ann",
		.path = "a.c",
		.language = "c",
		.lane = "",
		.class = AS_STORE_CONTEST};
	const struct as_contest_entry_submission entry = {.account = AS_CONTEST_NONE,
		.language = "c",
		.name = "a.c",
		.id = "2",
		.wall_ms = -1,
		.order = &order};
	struct as_error error = {0};
	size_t submission;

	cr_expect_eq(number(made, "2"), AS_CONTEST_NONE);
	cr_expect_eq(as_contest_log_submit(made->log, &entry, &submission, &error), -1);
	cr_expect_str_eq(error.text, "the id is taken; give another id");
}

/* Decisions name submissions by number: with a problem or a team less they must not apply to
 * submissions of others. */
Test(log_skipped, submissions_keep_their_numbers_whatever_the_folder_has)
{
	AUTO_LOG_CASE made = log_case_make(TWO_PROBLEMS);
	const struct as_contest_decision decision = {.account = 0};
	struct as_error error = {0};

	log_case_expect_notes(&made);
	log_case_start(&made, MINUTE_MS);
	log_case_submit_to(&made, ANN, 0, -1);
	log_case_submit_to(&made, BOB, 1, -1);
	log_case_submit_to(&made, BOB, 0, -1);
	log_case_submit_to(&made, ANN, 0, -1);
	ignore(&made, "3");
	expect_numbers(&made, 0, "1 ann one; 2 bob two; 3 bob one ignored; 4 ann one | ignore 3");
	log_case_change(&made, "--- file problems.yaml\n- id: one\n");
	expect_numbers(&made, 1, "1 ann one; 3 bob one ignored; 4 ann one | ignore 3");
	expect_taken(&made);
	ignore(&made, "4");
	const struct as_store_order again = {
		.package = made.contest->problems[0].package->digest, .class = AS_STORE_CONTEST};
	cr_expect_eq(as_contest_log_rejudge(made.log, number(&made, "3"), &again, decision, &error),
		0, "%s", error.text);
	comment(&made, "4");
	cr_expect_eq(log_case_submit_to(&made, BOB, 0, -1), 3);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_last_submission(made.log, BOB), 3);
	cr_expect_eq(as_contest_log_submission(made.log, 3)->previous, 1);
	cr_expect_eq(as_contest_log_comment_at(made.log, 0)->submissions.items[0], 2);
	as_contest_log_unlock(made.log);
	log_case_change(&made, TWO_PROBLEMS "--- file teams.yaml\n- {id: bob, name: bob}\n");
	expect_numbers(&made, 2, "2 bob two; 3 bob one ignored; 5 bob one | ignore 3 | again 3");
	log_case_change(&made, LOG_CASE_CONTEST);
	expect_numbers(&made, 0,
		"1 ann one; 2 bob two; 3 bob one ignored; 4 ann one ignored; 5 bob one"
		" | ignore 3 | ignore 4 | again 3");
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_comment_at(made.log, 0)->submissions.items[0], 3);
	as_contest_log_unlock(made.log);
}

/* The site would compare a typed password with the beginning of such a text, or with nothing. */
Test(log_skipped, a_password_is_only_replaced_by_a_hash)
{
	char hash[700] = "$argon2id$v=19$m=8,t=1,p=1$";
	AUTO_LOG_CASE made = log_case_make("");

	memset(hash + strlen(hash), 'a', sizeof(hash) - strlen(hash) - 1);
	log_case_expect_notes(&made);
	const char *const hashes[] = {hash, "", "correct-horse"};
	for (size_t i = 0; i < sizeof(hashes) / sizeof(*hashes); i++) {
		AS_AUTO_FREE char *body = as_text_format(NULL,
			"{\"type\":\"password\",\"wall_ms\":1,\"username\":\"root\",\"hash\":\"%"
			"s\"}",
			hashes[i]);
		append_raw(&made, body);
	}
	log_case_restart(&made);
	as_contest_log_lock(made.log);
	const size_t root = as_contest_log_find_username(made.log, "root");
	cr_assert_neq(root, AS_CONTEST_NONE);
	cr_expect_not(as_contest_log_has_new_password(made.log, root));
	as_contest_log_unlock(made.log);
}
