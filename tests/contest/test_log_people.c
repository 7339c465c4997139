/* SPDX-License-Identifier: MIT */
/* People of a contest in its log: teams, readers, clarifications, registration, sessions and
 * tokens. */
#include "log_readers.h"

/* ---- people ---- */

Test(log_people, a_team_can_be_hidden_without_a_group)
{
	AUTO_LOG_CASE made = log_case_make("--- file teams.yaml\n- {id: ann, name: ann}\n"
					   "- {id: bob, name: bob, hidden: true}\n");

	as_contest_log_lock(made.log);
	cr_expect(!as_contest_log_team_is_hidden(made.log, 0));
	cr_expect(as_contest_log_team_is_hidden(made.log, 1));
	cr_expect_eq(as_board_row_count(as_contest_log_board(made.log, false)), 1);
	cr_expect_eq(as_board_row_count(as_contest_log_final_board(made.log)), 1);
	cr_expect_eq(as_board_row_count(as_contest_log_board(made.log, true)), 2);
	as_contest_log_unlock(made.log);
}

static struct as_contest_log *open_reader(
	const struct log_case *made, struct as_store *store, struct as_error *error)
{
	const struct as_contest_log_config config = {
		.contest = made->contest, .store = store, .is_reader = true};

	return as_contest_log_open(&config, error);
}

/* As an export does while a server runs. */
Test(log_people, a_reader_sees_past_events_and_records_nothing)
{
	AUTO_LOG_CASE made = log_case_make("");
	char url[PATH_MAX + 32];
	struct as_error error = {0};

	log_case_start(&made, 60000);
	log_case_submit(&made, 0);
	snprintf(url, sizeof(url), "sqlite:%s/contest.db", made.folder.path);
	struct as_store *store = as_store_open_reader(url, &error);
	cr_assert(store, "%s", error.text);
	struct as_contest_log *reader = open_reader(&made, store, &error);
	cr_assert(reader, "%s", error.text);
	log_case_submit(&made, 1);
	as_contest_log_lock(reader);
	cr_expect_eq(as_contest_log_submission_count(reader), 1);
	cr_expect_str_eq(as_contest_log_epoch(reader), as_contest_log_epoch(made.log));
	as_contest_log_unlock(reader);
	as_contest_log_close(reader);
	as_store_close(store);
}

/* No server has opened it yet, so it has no epoch, and a reader cannot make one. */
Test(log_people, a_reader_of_a_backup_has_the_epoch_of_no_server)
{
	AUTO_LOG_CASE made = log_case_make("");
	AS_AUTO_FREE char *file = as_text_format(NULL, "%s/backup.db", made.folder.path);
	AS_AUTO_FREE char *url = as_text_format(NULL, "sqlite:%s", file);
	struct as_error error = {0};

	log_case_start(&made, 60000);
	log_case_submit(&made, 0);
	cr_assert_eq(as_store_backup(made.store, file, NULL, &error), 0, "%s", error.text);
	struct as_store *store = as_store_open_reader(url, &error);
	cr_assert(store, "%s", error.text);
	struct as_contest_log *reader = open_reader(&made, store, &error);
	cr_assert(reader, "%s", error.text);
	as_contest_log_lock(reader);
	cr_expect_eq(as_contest_log_submission_count(reader), 1);
	cr_expect_str_eq(as_contest_log_epoch(reader), "00000000000000000000000000000000");
	as_contest_log_unlock(reader);
	as_contest_log_close(reader);
	as_store_close(store);
}

Test(log_people, a_reader_needs_the_contest_or_no_store)
{
	AUTO_LOG_CASE made = log_case_make("");
	char url[PATH_MAX + 32];
	struct as_error error = {0};

	snprintf(url, sizeof(url), "sqlite:%s/other.db", made.folder.path);
	struct as_store *store = as_store_open(url, &error);
	cr_assert(store, "%s", error.text);
	cr_expect_null(open_reader(&made, store, &error));
	cr_expect(strstr(error.text, "the store has no contest 'club'"), "%s", error.text);
	as_store_close(store);
	struct as_contest_log *nothing = open_reader(&made, NULL, &error);
	cr_assert_not_null(nothing);
	as_contest_log_lock(nothing);
	cr_expect_eq(as_contest_log_clock(nothing)->duration_ms, 5 * 3600000);
	cr_expect_eq(as_contest_log_submission_count(nothing), 0);
	as_contest_log_unlock(nothing);
	as_contest_log_close(nothing);
}

Test(log_people, a_request_is_answered_by_a_reply)
{
	AUTO_LOG_CASE made = log_case_make("");
	const struct as_contest_entry_clarification request = {.from_team = ANN,
		.reply_to = AS_CONTEST_NONE,
		.problem = 0,
		.account = AS_CONTEST_NONE,
		.text = "May n be 0?"};
	struct as_error error = {0};
	size_t asked, answered, to[] = {ANN};

	cr_assert_eq(
		as_contest_log_clarify(made.log, &request, &asked, &error), 0, "%s", error.text);
	const struct as_contest_entry_clarification reply = {.from_team = AS_CONTEST_NONE,
		.to_teams = {to, 1},
		.reply_to = asked,
		.problem = 0,
		.account = AS_CONTEST_NONE,
		.text = "No."};
	cr_assert_eq(
		as_contest_log_clarify(made.log, &reply, &answered, &error), 0, "%s", error.text);
	as_contest_log_lock(made.log);
	cr_expect(as_contest_log_clarification(made.log, asked)->is_answered);
	cr_expect_eq(as_contest_log_open_work(made.log).unanswered, 0);
	cr_expect(as_contest_log_sees_clarification(made.log, &ann, answered));
	cr_expect_not(as_contest_log_sees_clarification(made.log, &bob, answered));
	cr_expect_not(as_contest_log_sees_clarification(made.log, &public, asked));
	as_contest_log_unlock(made.log);
}

/* "ANN BOB EVE" as far as they see it, and "public". */
static void expect_seen_by(const struct as_contest_log *log, size_t clarification, const char *who)
{
	static const struct {
		const char *name;
		struct as_contest_reader reader;
	} readers[] = {{"ann ", {AS_CONTEST_SEES_TEAM, ANN}}, {"bob ", {AS_CONTEST_SEES_TEAM, BOB}},
		{"eve ", {AS_CONTEST_SEES_TEAM, EVE}}, {"public ", {AS_CONTEST_SEES_PUBLIC, 0}}};
	char seen[64] = "";

	for (size_t i = 0; i < sizeof(readers) / sizeof(*readers); i++)
		if (as_contest_log_sees_clarification(log, &readers[i].reader, clarification))
			strcat(seen, readers[i].name);
	cr_expect_str_eq(seen, who, "%zu: %s, not %s", clarification, seen, who);
}

static void send_to(struct log_case *made, const size_t *teams, size_t team_count,
	const size_t *groups, size_t group_count)
{
	const struct as_contest_entry_clarification entry = {.from_team = AS_CONTEST_NONE,
		.to_teams = {(size_t *)teams, team_count},
		.to_groups = {(size_t *)groups, group_count},
		.reply_to = AS_CONTEST_NONE,
		.problem = AS_CONTEST_NONE,
		.account = AS_CONTEST_NONE,
		.text = "Hm."};
	struct as_error error = {0};
	size_t index;

	cr_assert_eq(
		as_contest_log_clarify(made->log, &entry, &index, &error), 0, "%s", error.text);
}

static void expect_recipients(const struct as_contest_log *log)
{
	static const char *const who[] = {
		"ann bob eve public ", "bob ", "ann bob ", "eve ", "bob eve "};

	cr_assert_eq(as_contest_log_clarification_count(log), sizeof(who) / sizeof(*who));
	for (size_t i = 0; i < sizeof(who) / sizeof(*who); i++)
		expect_seen_by(log, i, who[i]);
}

Test(log_people, a_clarification_reaches_the_teams_and_groups_that_it_names)
{
	AUTO_LOG_CASE made = log_case_make("");
	const size_t teams[] = {BOB, ANN}, spare[] = {0};

	send_to(&made, NULL, 0, NULL, 0);
	send_to(&made, teams, 1, NULL, 0);
	send_to(&made, teams, 2, NULL, 0);
	send_to(&made, NULL, 0, spare, 1);
	send_to(&made, teams, 1, spare, 1);
	as_contest_log_lock(made.log);
	expect_recipients(made.log);
	as_contest_log_unlock(made.log);
	log_case_restart(&made);
	as_contest_log_lock(made.log);
	expect_recipients(made.log);
	as_contest_log_unlock(made.log);
}

Test(log_people, invalid_texts_are_refused)
{
	static const char *const texts[] = {"", " \n", "\x1b[2J", "\xff"};
	AUTO_LOG_CASE made = log_case_make("");

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		const struct as_contest_entry_clarification entry = {.from_team = AS_CONTEST_NONE,
			.reply_to = AS_CONTEST_NONE,
			.problem = AS_CONTEST_NONE,
			.account = AS_CONTEST_NONE,
			.text = texts[i]};
		struct as_error error = {0};
		size_t made_index;
		cr_expect_eq(as_contest_log_clarify(made.log, &entry, &made_index, &error), -1);
		cr_expect_eq(error.kind, AS_ERROR_USAGE, "%zu", i);
	}
}

Test(log_people, teams_register_until_there_are_too_many)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_contest_entry_team entry = {"Zoë", "zoe", "$argon2id$x"};
	struct as_error error = {0};
	size_t team;

	cr_assert_eq(as_contest_log_register(made.log, &entry, &team, &error), 0, "%s", error.text);
	cr_expect_eq(team, 3);
	cr_expect_eq(as_contest_log_register(made.log, &entry, &team, &error), -1);
	cr_expect_str_eq(error.text, "the username is taken; choose another username");
	entry.name = "Yan";
	entry.username = "yan";
	cr_expect_eq(as_contest_log_register(made.log, &entry, &team, NULL), 0);
	entry.username = "xi";
	error = (struct as_error){0};
	cr_expect_eq(as_contest_log_register(made.log, &entry, &team, &error), -1);
	cr_expect_str_eq(error.text,
		"no more teams can register: the contest takes at most 2; ask the organisers");
	log_case_restart(&made);
	as_contest_log_lock(made.log);
	const size_t account = as_contest_log_find_username(made.log, "zoe");
	cr_assert_neq(account, AS_CONTEST_NONE);
	cr_expect(as_contest_log_account(made.log, account)->password_is_hash);
	cr_expect_str_eq(as_contest_log_account(made.log, account)->password, "$argon2id$x");
	as_contest_log_unlock(made.log);
	EXPECT_BOARD(&made, false, "ann 0 0; bob 0 0; Yan 0 0; Zoë 0 0");
}

static void expect_labels(const char *text, const char *first, const char *second)
{
	AUTO_LOG_CASE made = log_case_make(text);
	const struct as_contest_entry_team entries[] = {
		{"Zoe", "zoe", "$argon2id$x"}, {"Yan", "yan", "$argon2id$x"}};
	size_t teams[2];

	for (size_t i = 0; i < 2; i++)
		cr_assert_eq(as_contest_log_register(made.log, &entries[i], &teams[i], NULL), 0);
	for (int restart = 0; restart < 2; restart++) {
		as_contest_log_lock(made.log);
		cr_expect_str_eq(as_contest_log_team(made.log, teams[0])->label, first);
		cr_expect_str_eq(as_contest_log_team(made.log, teams[1])->label, second);
		as_contest_log_unlock(made.log);
		log_case_restart(&made);
	}
}

Test(log_people, labels_of_registered_teams_continue_those_of_the_folder)
{
	expect_labels("", "4", "5");
	expect_labels("--- file teams.yaml\n- {id: a, name: A, label: '9'}\n"
		      "- {id: team12, name: B}\n- {id: c, name: C, label: X}\n",
		"13", "14");
	expect_labels("--- file teams.yaml\n[]\n", "1", "2");
}

/* Nobody may pass for another team, or for the jury. */
Test(log_people, names_that_are_like_others_cannot_be_registered)
{
	static const struct {
		const char *name, *username, *text;
	} cases[] = {
		{"Ann", "x",
			"the name of the team is taken, or too similar to another name; choose "
			"another name"},
		{" aN\xC2\xA0n", "x",
			"the name of the team is taken, or too similar to another name; choose "
			"another name"},
		{"\xE2\x80\xAE"
		 "An-\xE2\x80\x8Bn",
			"x",
			"the name of the team is taken, or too similar to another name; choose "
			"another name"},
		{"\xE2\x80\x8B", "x", "the name of the team has no letters; choose another name"},
		/* Fillers of Hangul, and the blank of Braille. */
		{"Ann\xE3\x85\xA4", "x",
			"the name of the team is taken, or too similar to another name; choose "
			"another name"},
		{"Ann\xE1\x85\x9F", "x",
			"the name of the team is taken, or too similar to another name; choose "
			"another name"},
		{"Ann\xE2\xA0\x80", "x",
			"the name of the team is taken, or too similar to another name; choose "
			"another name"},
		/* Cyrillic a and capital A; Greek capital alpha and nu. */
		{"\xD0\xB0nn", "x",
			"the name of the team is taken, or too similar to another name; choose "
			"another name"},
		{"\xD0\x90NN", "x",
			"the name of the team is taken, or too similar to another name; choose "
			"another name"},
		{"\xCE\x91\xCE\x9D\xCE\x9D", "x",
			"the name of the team is taken, or too similar to another name; choose "
			"another name"},
		{"B0B", "x",
			"the name of the team is taken, or too similar to another name; choose "
			"another name"},
		{"New", "r\xD0\xBE\xD0\xBEt", "the username is taken; choose another username"},
		{"New", "r00t", "the username is taken; choose another username"},
	};
	AUTO_LOG_CASE made = log_case_make("");
	size_t team;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct as_contest_entry_team entry = {
			cases[i].name, cases[i].username, "$argon2id$x"};
		struct as_error error = {0};
		cr_expect_eq(
			as_contest_log_register(made.log, &entry, &team, &error), -1, "%zu", i);
		cr_expect_eq(error.kind, AS_ERROR_USAGE);
		cr_expect_str_eq(error.text, cases[i].text);
	}
	const struct as_contest_entry_team other = {"Ann 2", "ann2", "$argon2id$x"};
	const struct as_contest_entry_team same = {"New", "ANN2", "$argon2id$x"};
	/* A Cyrillic a, like the team that has just registered. */
	const struct as_contest_entry_team like = {"\xD0\xB0nn-2", "new", "$argon2id$x"};
	struct as_error error = {0};
	cr_expect_eq(as_contest_log_register(made.log, &other, &team, NULL), 0);
	cr_expect_eq(as_contest_log_register(made.log, &same, &team, &error), -1);
	cr_expect_str_eq(error.text, "the username is taken; choose another username");
	error = (struct as_error){0};
	cr_expect_eq(as_contest_log_register(made.log, &like, &team, &error), -1);
	cr_expect_str_eq(error.text, "the name of the team is taken, or too similar to another "
				     "name; choose another name");
}

Test(log_people, names_of_the_organisers_cannot_be_registered)
{
	/* Greek upsilon; fullwidth J; digits and blanks at the end. */
	static const char *const names[] = {"Jury", "jury", "THE JURY", "J\xCF\x85ry", "Admin",
		"admin 2", "Jury-1", "Administrator", "Judges", "The judges", "contest jury",
		"\xEF\xBC\xAAury", "Ju\xE2\x80\x8Bry", "System", "Organisers", "Organizer", "Adm1n",
		"Jury team", "Die Jury", "Jury A", "Judges United", "judging-team", "jurors",
		"The 2nd jury2", "J ury", "adm in", "The ju ry", "J.u.r.y", "A d m i n 2",
		"Judg es", "our Org-an isers 3"};
	static const char *const allowed[] = {"Judgement day", "Hanging judge", "Jurymen 12", "Adm",
		"Rooted", "Systematic", "Amad mins", "Sad mint 7"};
	AUTO_LOG_CASE made = log_case_make("--- file contest.yaml\nid: club\nduration: 5:00:00\n"
					   "registration: {join_code: open-sesame, teams: 20}\n");
	size_t team;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const struct as_contest_entry_team as_name = {names[i], "x", "$argon2id$x"};
		const struct as_contest_entry_team as_user = {"New", names[i], "$argon2id$x"};
		struct as_error error = {0};
		cr_expect_eq(as_contest_log_register(made.log, &as_name, &team, &error), -1, "%s",
			names[i]);
		cr_expect_eq(error.kind, AS_ERROR_USAGE);
		cr_expect(strstr(error.text, names[i]) &&
				  strstr(error.text, "is reserved for "
						     "the organisers; choose another name"),
			"%s", error.text);
		cr_expect_eq(as_contest_log_register(made.log, &as_user, &team, NULL), -1, "%s",
			names[i]);
	}
	for (size_t i = 0; i < sizeof(allowed) / sizeof(*allowed); i++) {
		const struct as_contest_entry_team entry = {
			allowed[i], allowed[i] + 1, "$argon2id$x"};
		struct as_error error = {0};
		cr_expect_eq(as_contest_log_register(made.log, &entry, &team, &error), 0, "%s: %s",
			allowed[i], error.text);
	}
}

Test(log_people, a_user_name_has_letters_or_digits)
{
	static const char *const names[] = {"..", ".", "--", "\xE2\x80\x8B"};
	AUTO_LOG_CASE made = log_case_make("");
	size_t team;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const struct as_contest_entry_team entry = {"New", names[i], "$argon2id$x"};
		struct as_error error = {0};
		cr_expect_eq(as_contest_log_register(made.log, &entry, &team, &error), -1);
		cr_expect(strstr(error.text, "has neither letters nor digits"), "%s", error.text);
	}
}

Test(log_people, names_in_other_scripts_can_be_registered)
{
	/* Anna in Cyrillic and Greek, Japanese, Arabic; Bobby; an accent. */
	static const char *const names[] = {"\xD0\x90\xD0\xBD\xD0\xBD\xD0\xB0",
		"\xCE\x86\xCE\xBD\xCE\xBD\xCE\xB1", "\xE6\x9D\xB1\xE4\xBA\xAC",
		"\xD8\xA3\xD9\x84\xD9\x81", "Bobby", "B\xC3\xB6\x62"};
	AUTO_LOG_CASE made = log_case_make("--- file contest.yaml\nid: club\nduration: 5:00:00\n"
					   "registration: {join_code: open-sesame, teams: 20}\n");
	char username[16];
	size_t team;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		snprintf(username, sizeof(username), "club-%c", (char)('p' + i));
		const struct as_contest_entry_team entry = {names[i], username, "$argon2id$x"};
		struct as_error error = {0};
		cr_expect_eq(as_contest_log_register(made.log, &entry, &team, &error), 0, "%s: %s",
			names[i], error.text);
	}
}

/* ---- sessions and tokens ---- */

#define ACCOUNTS                                                                                   \
	"--- file accounts.yaml\n- {username: root, password: correct-horse, type: admin}\n"       \
	"- {username: other, password: correct-horse, type: judge}\n"

/* A digest whose last digits are those of a number. */
static const char *digest_of(unsigned number, char text[AS_DIGEST_HEX_SIZE])
{
	snprintf(text, AS_DIGEST_HEX_SIZE, "%064x", number);
	return text;
}
#define DIGEST(number) digest_of(number, (char[AS_DIGEST_HEX_SIZE]){0})

static void add_session(struct log_case *made, unsigned number, size_t account, int64_t lasts_ms)
{
	const struct as_contest_entry_session entry = {DIGEST(number), DIGEST(number + 1000),
		account, as_contest_log_now_ms(made->log) + lasts_ms, "192.0.2.7"};
	struct as_error error = {0};

	cr_assert_eq(as_contest_log_session_add(made->log, &entry, &error), 0, "%s", error.text);
}

static uint64_t add_token(struct log_case *made, unsigned number, size_t account)
{
	const struct as_contest_entry_token entry = {DIGEST(number), NULL, "mine", account};
	struct as_error error = {0};
	uint64_t added;

	cr_assert_eq(
		as_contest_log_token_add(made->log, &entry, &added, &error), 0, "%s", error.text);
	return added;
}

static size_t session_of(struct log_case *made, unsigned number)
{
	as_contest_log_lock(made->log);
	const size_t account = as_contest_log_find_session(
		made->log, DIGEST(number), as_contest_log_now_ms(made->log))
				       .account;
	as_contest_log_unlock(made->log);
	return account;
}

static size_t token_of(struct log_case *made, unsigned number)
{
	as_contest_log_lock(made->log);
	const size_t account = as_contest_log_find_token(made->log, DIGEST(number)).account;
	as_contest_log_unlock(made->log);
	return account;
}

static uint32_t count_of(struct log_case *made, size_t account)
{
	uint32_t counts[8] = {0};

	as_contest_log_lock(made->log);
	as_contest_log_count_credentials(made->log, as_contest_log_now_ms(made->log), counts);
	as_contest_log_unlock(made->log);
	return counts[account];
}

static int64_t event_count(struct log_case *made)
{
	return as_contest_log_last(made->log);
}

Test(log_people, a_session_ends_when_it_expires_or_is_ended)
{
	AUTO_LOG_CASE made = log_case_make(ACCOUNTS);

	add_session(&made, 1, 0, MINUTE_MS);
	add_session(&made, 2, 0, MINUTE_MS);
	add_session(&made, 3, 0, -1);
	cr_assert_eq(as_contest_log_session_end(made.log, DIGEST(2), NULL), 0);
	log_case_restart(&made);
	cr_expect_eq(session_of(&made, 1), 0);
	cr_expect_eq(session_of(&made, 2), AS_CONTEST_NONE);
	cr_expect_eq(session_of(&made, 3), AS_CONTEST_NONE);
	as_contest_log_lock(made.log);
	const int64_t later_ms = as_contest_log_now_ms(made.log) + 2 * MINUTE_MS;
	const struct as_contest_credential found =
		as_contest_log_find_session(made.log, DIGEST(1), later_ms);
	cr_expect_eq(found.account, AS_CONTEST_NONE);
	cr_expect_str_eq(as_contest_log_find_session(made.log, DIGEST(1), 0).seal, DIGEST(1001));
	as_contest_log_unlock(made.log);
}

/* What has ended leaves memory, too. */
Test(log_people, the_oldest_session_and_token_of_an_account_end)
{
	AUTO_LOG_CASE made = log_case_make(ACCOUNTS);
	const unsigned count = 3 * AS_JOURNAL_CREDENTIALS_MAX;

	add_session(&made, 9000, 1, MINUTE_MS);
	add_token(&made, 9000, 1);
	for (unsigned i = 0; i < count; i++) {
		add_session(&made, i, 0, MINUTE_MS);
		cr_expect_eq(add_token(&made, i, 0), i + 2);
	}
	for (int again = 0; again < 2; again++) {
		for (unsigned i = 0; i < count; i++) {
			const bool is_alive = i >= count - AS_JOURNAL_CREDENTIALS_MAX;
			cr_expect_eq(session_of(&made, i), is_alive ? 0 : AS_CONTEST_NONE, "%u", i);
			cr_expect_eq(token_of(&made, i), is_alive ? 0 : AS_CONTEST_NONE, "%u", i);
		}
		cr_expect_eq(session_of(&made, 9000), 1);
		cr_expect_eq(token_of(&made, 9000), 1);
		cr_expect_eq(count_of(&made, 0), 2 * AS_JOURNAL_CREDENTIALS_MAX);
		cr_expect_eq(count_of(&made, 1), 2);
		as_contest_log_lock(made.log);
		cr_expect_eq(as_contest_log_token_count(made.log), AS_JOURNAL_CREDENTIALS_MAX + 1);
		as_contest_log_unlock(made.log);
		log_case_restart(&made);
	}
}

Test(log_people, ending_what_does_not_exist_appends_nothing)
{
	AUTO_LOG_CASE made = log_case_make(ACCOUNTS);

	add_session(&made, 1, 0, MINUTE_MS);
	const uint64_t number = add_token(&made, 2, 0);
	cr_assert_eq(as_contest_log_session_end(made.log, DIGEST(1), NULL), 0);
	cr_assert_eq(as_contest_log_token_revoke(made.log, number, NULL), 0);
	cr_expect_eq(token_of(&made, 2), AS_CONTEST_NONE);
	const int64_t before = event_count(&made);
	for (unsigned i = 0; i < 50; i++)
		cr_assert_eq(as_contest_log_session_end(made.log, DIGEST(i), NULL), 0);
	cr_assert_eq(as_contest_log_token_revoke(made.log, number, NULL), 0);
	cr_assert_eq(as_contest_log_token_revoke(made.log, 77, NULL), 0);
	cr_assert_eq(as_contest_log_sessions_end(made.log, 0, 1, NULL), 0);
	cr_expect_eq(event_count(&made), before);
}

Test(log_people, all_sessions_and_tokens_of_an_account_can_be_ended)
{
	AUTO_LOG_CASE made = log_case_make(ACCOUNTS);

	for (unsigned i = 0; i < 6; i++) {
		add_session(&made, i, i % 2, MINUTE_MS);
		add_token(&made, i, i % 2);
	}
	cr_assert_eq(as_contest_log_sessions_end(made.log, 1, 0, NULL), 0);
	for (int again = 0; again < 2; again++) {
		for (unsigned i = 0; i < 6; i++) {
			cr_expect_eq(session_of(&made, i), i % 2 ? AS_CONTEST_NONE : 0, "%u", i);
			cr_expect_eq(token_of(&made, i), i % 2 ? AS_CONTEST_NONE : 0, "%u", i);
		}
		as_contest_log_lock(made.log);
		/* After those of the tokens. */
		const struct as_contest_act *act = as_contest_log_act(made.log, 6);
		cr_assert_eq(as_contest_log_act_count(made.log), 7);
		cr_expect_eq(act->kind, AS_CONTEST_ACT_END_SESSIONS);
		cr_expect_eq(act->account, 0);
		cr_expect_eq(act->index, 1);
		as_contest_log_unlock(made.log);
		log_case_restart(&made);
	}
}
