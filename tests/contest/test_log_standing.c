/* SPDX-License-Identifier: MIT */
/* What an admin decides about teams and accounts while the contest runs, also after a restart. */
#include "log_readers.h"

#define ROOT 2
#define PEOPLE                                                                                     \
	"--- file accounts.yaml\n- {username: root, password: correct-horse, type: admin}\n"       \
	"- {username: ann, password: correct-horse, type: team, team_id: ann}\n"                   \
	"- {username: bob, password: correct-horse, type: team, team_id: bob}\n"
#define ANNS 0

static const struct as_contest_decision by_root = {ROOT, true};

static struct as_contest_standing standing_of(struct log_case *made, size_t team)
{
	as_contest_log_lock(made->log);
	const struct as_contest_standing standing = as_contest_log_standing(made->log, team);
	as_contest_log_unlock(made->log);
	return standing;
}

/* The teams of the main board of the jury: "ann bob". */
static char *ranked_text(struct log_case *made)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	as_contest_log_lock(made->log);
	const struct as_board *board = as_contest_log_final_board(made->log);
	for (uint32_t i = 0; i < as_board_row_count(board); i++)
		fprintf(out, "%s%s", i ? " " : "",
			as_contest_log_team(made->log, as_board_row(board, i).team)->id);
	as_contest_log_unlock(made->log);
	fclose(out);
	return text;
}

#define EXPECT_RANKED(made, expected)                                                              \
	do {                                                                                       \
		AS_AUTO_FREE char *ranked_ = ranked_text(made);                                    \
		cr_expect_str_eq(ranked_, expected);                                               \
	} while (0)

static struct log_case solved_by_ann_and_bob(void)
{
	struct log_case made = log_case_make(PEOPLE);

	log_case_start(&made, MINUTE_MS);
	log_case_submit(&made, ANN);
	log_case_submit(&made, BOB);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_judge(&made, AS_VERDICT_AC);
	log_case_await(&made, 2);
	return made;
}

static uint32_t first_of(struct log_case *made)
{
	as_contest_log_lock(made->log);
	const uint32_t first = as_board_first(as_contest_log_main_board(made->log, false), 0);
	as_contest_log_unlock(made->log);
	return first;
}

Test(log_standing, a_disqualified_team_is_shown_without_a_rank_until_that_ends)
{
	AUTO_LOG_CASE made = solved_by_ann_and_bob();
	struct as_error error = {0};

	cr_expect_eq(first_of(&made), ANN);
	cr_assert_eq(as_contest_log_disqualify(
			     made.log, ANN, "Two teams\r\nat one table.", false, by_root, &error),
		0, "%s", error.text);
	log_case_restart(&made);
	const struct as_contest_standing standing = standing_of(&made, ANN);
	cr_expect(standing.is_disqualified && !standing.is_hidden);
	cr_expect_str_eq(standing.reason, "Two teams\nat one table.");
	cr_expect_eq(standing.account, ROOT);
	EXPECT_BOARD(&made, false, "ann 1 1; bob 1 1");
	EXPECT_RANKED(&made, "bob");
	cr_expect_eq(first_of(&made), BOB);
	cr_assert_eq(as_contest_log_requalify(made.log, ANN, by_root, &error), 0, "%s", error.text);
	EXPECT_RANKED(&made, "ann bob");
	cr_expect_eq(first_of(&made), ANN);
	cr_expect_null(standing_of(&made, ANN).reason);
}

Test(log_standing, a_disqualified_team_can_be_hidden)
{
	AUTO_LOG_CASE made = solved_by_ann_and_bob();
	struct as_error error = {0};

	cr_assert_eq(as_contest_log_disqualify(made.log, ANN, "Cheating.", true, by_root, &error),
		0, "%s", error.text);
	EXPECT_BOARD(&made, false, "bob 1 1");
	EXPECT_BOARD(&made, true, "ann 1 1; bob 1 1; eve 0 0");
	as_contest_log_lock(made.log);
	cr_expect_not(as_contest_log_sees_submission(made.log, &public, 0));
	cr_expect(as_contest_log_sees_submission(made.log, &ann, 0));
	as_contest_log_unlock(made.log);
	cr_assert_eq(as_contest_log_requalify(made.log, ANN, by_root, &error), 0, "%s", error.text);
	EXPECT_BOARD(&made, false, "ann 1 1; bob 1 1");
}

Test(log_standing, a_disqualification_needs_a_reason_and_results_that_are_not_final)
{
	AUTO_LOG_CASE made = solved_by_ann_and_bob();
	struct as_error error = {0};

	cr_expect_eq(as_contest_log_disqualify(made.log, ANN, "", false, by_root, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_eq(as_contest_log_disqualify(made.log, ANN, "a\x01", false, by_root, &error), -1);
	as_contest_log_lock(made.log);
	struct as_contest_clock clock = *as_contest_log_clock(made.log);
	as_contest_log_unlock(made.log);
	clock.start_wall_ms -= clock.duration_ms;
	cr_assert_eq(log_case_set_clock(&made, &clock, &error), 0, "%s", error.text);
	clock.finalized_wall_ms = as_contest_log_now_ms(made.log);
	cr_assert_eq(log_case_set_clock(&made, &clock, &error), 0, "%s", error.text);
	error = (struct as_error){0};
	cr_expect_eq(
		as_contest_log_disqualify(made.log, ANN, "Cheating.", false, by_root, &error), -1);
	cr_expect(strstr(error.text, "the results are final"), "%s", error.text);
	cr_expect_eq(as_contest_log_disqualify(made.log, ANN, "Cheating.", false,
			     (struct as_contest_decision){ROOT, false}, &error),
		0);
}

Test(log_standing, guests_of_the_folder_and_of_the_page_are_seen_and_not_ranked)
{
	AUTO_LOG_CASE made = log_case_make(
		PEOPLE "--- file groups.yaml\n- {id: spare, name: Spare, guest: true}\n");
	struct as_error error = {0};

	EXPECT_BOARD(&made, false, "ann 0 0; bob 0 0; eve 0 0");
	EXPECT_RANKED(&made, "ann bob");
	cr_assert_eq(as_contest_log_set_guest(made.log, BOB, true, by_root, &error), 0);
	cr_assert_eq(as_contest_log_set_guest(made.log, EVE, false, by_root, &error), 0);
	log_case_restart(&made);
	EXPECT_RANKED(&made, "ann eve");
	cr_expect(standing_of(&made, BOB).is_guest);
	cr_expect_eq(as_contest_log_act_count(made.log), 2);
	cr_expect_eq(as_contest_log_act(made.log, 0)->kind, AS_CONTEST_ACT_GUEST);
	cr_expect_eq(as_contest_log_act(made.log, 1)->kind, AS_CONTEST_ACT_RANKED);
	cr_expect_eq(as_contest_log_act(made.log, 1)->index, EVE);
}

/* ---- teams that are added ---- */

static int add_zoe(struct log_case *made, const char *id, const char *username, size_t *team,
	struct as_error *error)
{
	const struct as_contest_entry_late_team entry = {
		.team = {"Zoe & co", username, "$argon2id$x"},
		.id = id,
		.label = "Z9",
		.place = "Room 2",
		.organization = AS_CONTEST_NONE,
		.group = 0,
		.is_guest = true,
		.account = ROOT};

	return as_contest_log_add_team(made->log, &entry, team, error);
}

Test(log_standing, a_team_that_an_admin_adds_is_there_at_once_and_after_a_restart)
{
	AUTO_LOG_CASE made =
		log_case_make(PEOPLE "--- file groups.yaml\n- {id: spare, name: Spare}\n");
	struct as_error error = {0};
	size_t team;

	cr_assert_eq(add_zoe(&made, "zoe", "zoe", &team, &error), 0, "%s", error.text);
	log_case_restart(&made);
	as_contest_log_lock(made.log);
	cr_assert_eq(as_contest_log_find_team(made.log, "zoe"), team);
	const struct as_contest_team *of = as_contest_log_team(made.log, team);
	cr_expect_str_eq(of->label, "Z9");
	cr_expect_str_eq(as_contest_log_place(made.log, team), "Room 2");
	cr_expect(of->group_count == 1 && of->groups[0] == 0);
	cr_expect_not(as_contest_log_is_ranked(made.log, team));
	cr_expect_str_eq(
		as_contest_log_account(made.log, as_contest_log_find_username(made.log, "zoe"))
			->password,
		"$argon2id$x");
	cr_expect_eq(as_contest_log_act(made.log, 0)->kind, AS_CONTEST_ACT_ADD_TEAM);
	cr_expect_eq(as_contest_log_act(made.log, 0)->account, ROOT);
	as_contest_log_unlock(made.log);
	/* It does not count for the limit of registrations. */
	cr_expect_eq(made.log ? as_contest_log_register(made.log,
					&(struct as_contest_entry_team){"P", "pp", "$argon2id$x"},
					&team, &error)
			      : -1,
		0, "%s", error.text);
	cr_expect_eq(
		as_contest_log_register(made.log,
			&(struct as_contest_entry_team){"Q", "qq", "$argon2id$x"}, &team, &error),
		0, "%s", error.text);
}

Test(log_standing, an_id_or_a_username_that_is_taken_is_refused)
{
	AUTO_LOG_CASE made = log_case_make(PEOPLE);
	struct as_error error = {0};
	size_t team;

	cr_expect_eq(add_zoe(&made, "bob", "zoe", &team, &error), -1);
	cr_expect_str_eq(
		error.text, "there is already a team with the ID 'bob'; choose another ID");
	error = (struct as_error){0};
	cr_expect_eq(add_zoe(&made, "zoe", "bob", &team, &error), -1);
	cr_expect_str_eq(error.text, "the username is taken; choose another username");
}

Test(log_standing, a_team_that_the_organiser_writes_into_the_folder_is_as_the_folder_says)
{
	AUTO_LOG_CASE made = log_case_make(PEOPLE);
	struct as_error error = {0};
	size_t team;

	cr_assert_eq(add_zoe(&made, "zoe", "zoe", &team, &error), 0, "%s", error.text);
	log_case_change(&made, "--- file teams.yaml\n- {id: ann, name: ann}\n"
			       "- {id: bob, name: bob}\n- {id: zoe, name: Zoe}\n");
	as_contest_log_lock(made.log);
	team = as_contest_log_find_team(made.log, "zoe");
	cr_expect_eq(as_contest_log_team_count(made.log), 3);
	cr_expect_str_eq(as_contest_log_team(made.log, team)->name, "Zoe");
	cr_expect(as_contest_log_is_ranked(made.log, team));
	const size_t account = as_contest_log_find_username(made.log, "zoe");
	cr_expect_eq(as_contest_log_account(made.log, account)->team, team);
	as_contest_log_unlock(made.log);
	/* The account of the folder replaces that of the log, without a note. */
	log_case_change(&made, PEOPLE "- {username: zoe, password: battery-staple, type: team, "
				      "team_id: zoe}\n");
	as_contest_log_lock(made.log);
	cr_expect_str_eq(
		as_contest_log_account(made.log, as_contest_log_find_username(made.log, "zoe"))
			->password,
		"battery-staple");
	as_contest_log_unlock(made.log);
}

/* ---- passwords ---- */

#define NEW_HASH "$argon2id$v=19$m=8,t=1,p=1$new"

static void begin_session(struct log_case *made, size_t account, const char *hash)
{
	const struct as_contest_entry_session entry = {
		.hash = hash, .account = account, .expires_wall_ms = INT64_MAX};
	struct as_error error = {0};

	cr_assert_eq(as_contest_log_session_add(made->log, &entry, &error), 0, "%s", error.text);
}

Test(log_standing, a_new_password_replaces_that_of_the_folder_and_ends_all_sessions)
{
	static const char hash[] =
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
	AUTO_LOG_CASE made = log_case_make(PEOPLE);
	struct as_error error = {0};

	begin_session(&made, ANNS, hash);
	cr_assert_eq(as_contest_log_set_password(made.log, ANNS, NEW_HASH, ROOT, &error), 0);
	for (int restarted = 0; restarted < 2; restarted++) {
		as_contest_log_lock(made.log);
		const struct as_contest_account *account = as_contest_log_account(made.log, ANNS);
		cr_expect_str_eq(account->password, NEW_HASH);
		cr_expect(account->password_is_hash);
		cr_expect_eq(account->team, ANN);
		cr_expect(as_contest_log_has_new_password(made.log, ANNS));
		cr_expect_not(as_contest_log_has_new_password(made.log, ROOT));
		cr_expect_eq(
			as_contest_log_find_session(made.log, hash, 0).account, AS_CONTEST_NONE);
		cr_expect_eq(as_contest_log_act(made.log, 0)->kind, AS_CONTEST_ACT_PASSWORD);
		cr_expect_eq(as_contest_log_act(made.log, 0)->index, ANNS);
		as_contest_log_unlock(made.log);
		log_case_restart(&made);
	}
}

/* The folder, with a file of shared accounts that has ann. */
static void share_ann(struct log_case *made)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/people", made->folder.path);
	const struct as_contest_options options = {.accounts = path};
	static const char people[] = "- {username: ann, password: battery-staple, type: team}\n";
	struct as_error error = {0};

	as_contest_log_close(made->log);
	as_contest_close(made->contest);
	package_folder_write(&made->folder, "people", people, strlen(people));
	cr_assert_eq(fchmodat(made->folder.fd, "people", 0600, 0), 0);
	package_folder_apply(&made->folder,
		"--- file accounts.yaml\n- {username: root, password: correct-horse, type: admin}\n"
		"- {username: ann, type: team, team_id: ann}\n"
		"- {username: bob, password: correct-horse, type: team, team_id: bob}\n");
	made->contest = as_contest_open(made->folder.path, &options, NULL, &error);
	cr_assert(made->contest, "%s", error.text);
	cr_assert_eq(as_contest_require(made->contest, &error), 0, "%s", error.text);
	made->observer.note = log_case_expect_note;
	log_case_open_log(made);
}

static void expect_password(struct log_case *made, const char *password, bool is_reset)
{
	as_contest_log_lock(made->log);
	const struct as_contest_account *account = as_contest_log_account(made->log, ANNS);
	cr_expect_str_eq(account->password, password);
	cr_expect_eq(account->reset_wall_ms > 0, is_reset);
	as_contest_log_unlock(made->log);
}

/* The user of that name in this contest alone may have been another one. */
Test(log_standing, a_shared_account_keeps_only_a_password_that_was_reset_as_shared)
{
	AUTO_LOG_CASE made = log_case_make(PEOPLE);
	struct as_error error = {0};

	cr_assert_eq(as_contest_log_set_password(made.log, ANNS, NEW_HASH, ROOT, &error), 0);
	expect_password(&made, NEW_HASH, true);
	share_ann(&made);
	expect_password(&made, "battery-staple", false);
	cr_assert_eq(as_contest_log_set_password(made.log, ANNS, NEW_HASH, ROOT, &error), 0);
	expect_password(&made, NEW_HASH, true);
	log_case_restart(&made);
	expect_password(&made, NEW_HASH, true);
}

/* ---- teams that are not in the folder any more ---- */

static size_t note_count;
static void count_note(void *context, const char *text)
{
	(void)context;
	note_count++;
	cr_expect(strstr(text, "because the contest has no team 'bob'") ||
			  strstr(text, "of the store is ignored") ||
			  strstr(text, "1 submission is hidden until"),
		"%s", text);
}

Test(log_standing, a_team_that_was_deleted_is_named_and_comes_back_with_its_balloon)
{
	AUTO_LOG_CASE made = solved_by_ann_and_bob();
	struct as_error error = {0};

	cr_assert_eq(as_contest_log_hand_balloon(
			     made.log, BOB, 0, AS_CONTEST_BALLOON_DELIVER, ROOT, &error),
		0, "%s", error.text);
	cr_assert_eq(as_contest_log_disqualify(made.log, BOB, "Away.", false, by_root, &error), 0);
	made.observer.note = count_note;
	log_case_change(&made,
		"--- file teams.yaml\n- {id: ann, name: ann}\n--- file accounts.yaml\n"
		"- {username: root, password: correct-horse, type: admin}\n");
	cr_expect_geq(note_count, 3);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_hidden_count(made.log), 1);
	as_contest_log_unlock(made.log);
	EXPECT_BOARD(&made, true, "ann 1 1");
	made.observer.note = log_case_note;
	log_case_change(&made, PEOPLE "--- file teams.yaml\n- {id: ann, name: ann}\n"
				      "- {id: bob, name: bob}\n");
	EXPECT_BOARD(&made, true, "ann 1 1; bob 1 1");
	cr_expect(standing_of(&made, BOB).is_disqualified);
	AS_AUTO(as_contest_balloons_clear) struct as_contest_balloons balloons;
	as_contest_log_lock(made.log);
	cr_assert_eq(as_contest_log_balloons(made.log, &balloons, NULL), 0);
	as_contest_log_unlock(made.log);
	cr_assert_eq(balloons.count, 2);
	cr_expect_eq(balloons.items[1].state, AS_CONTEST_BALLOON_TAKE_BACK);
}

/* ---- log-ins and notes ---- */

Test(log_standing, the_last_log_ins_are_kept_with_their_addresses)
{
	AUTO_LOG_CASE made = log_case_make(PEOPLE);
	struct as_error error = {0};
	const struct as_contest_entry_session entry = {
		.hash = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
		.account = ANNS,
		.expires_wall_ms = INT64_MAX,
		.address = "192.0.2.7"};

	cr_assert_eq(as_contest_log_session_add(made.log, &entry, &error), 0, "%s", error.text);
	cr_assert_eq(
		as_contest_log_refuse_login(made.log, AS_CONTEST_NONE, "fd00::1", 7, &error), 0);
	for (int restarted = 0; restarted < 2; restarted++) {
		as_contest_log_lock(made.log);
		cr_assert_eq(as_contest_log_login_count(made.log), 2);
		const struct as_contest_login *login = as_contest_log_login(made.log, 0);
		cr_expect(login->is_refused && login->account == AS_CONTEST_NONE);
		cr_expect_str_eq(login->from, "fd00::1");
		cr_expect_eq(login->left_out, 7);
		login = as_contest_log_login(made.log, 1);
		cr_expect(!login->is_refused && login->account == ANNS);
		cr_expect_str_eq(login->from, "192.0.2.7");
		as_contest_log_unlock(made.log);
		log_case_restart(&made);
	}
	for (int i = 0; i < AS_CONTEST_LOGINS_KEPT; i++)
		cr_assert_eq(as_contest_log_refuse_login(made.log, ANNS, "fd00::2", 0, &error), 0);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_login_count(made.log), AS_CONTEST_LOGINS_KEPT);
	cr_expect_str_eq(
		as_contest_log_login(made.log, AS_CONTEST_LOGINS_KEPT - 1)->from, "fd00::2");
	as_contest_log_unlock(made.log);
}

Test(log_standing, notes_stay_with_their_submission)
{
	AUTO_LOG_CASE made = solved_by_ann_and_bob();
	struct as_error error = {0};

	cr_assert_eq(as_contest_log_add_note(made.log, 1, "Like\r\nno. 1.", ROOT, &error), 0, "%s",
		error.text);
	cr_expect_eq(as_contest_log_add_note(made.log, 1, " ", ROOT, &error), -1);
	log_case_restart(&made);
	as_contest_log_lock(made.log);
	cr_assert_eq(as_contest_log_note_count(made.log), 1);
	const struct as_contest_note *note = as_contest_log_note(made.log, 0);
	cr_expect_eq(note->submission, 1);
	cr_expect_str_eq(note->text, "Like\nno. 1.");
	cr_expect_eq(note->account, ROOT);
	cr_expect_eq(as_contest_log_act(made.log, 0)->kind, AS_CONTEST_ACT_NOTE);
	as_contest_log_unlock(made.log);
}
