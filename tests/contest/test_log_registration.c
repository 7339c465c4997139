/* SPDX-License-Identifier: MIT */
/* Registrations at the same moment. */
#include "log_case.h"

#include <pthread.h>

#define ROUNDS 25
#define TAKEN "the name of the team is taken, or too similar to another name; choose another name"

struct registrant {
	struct log_case *made;
	pthread_barrier_t *barrier;
	struct as_contest_entry_team entry;
	int result;
	struct as_error error;
};

static void *register_at_once(void *context)
{
	struct registrant *registrant = context;
	size_t team;

	pthread_barrier_wait(registrant->barrier);
	registrant->result = as_contest_log_register(
		registrant->made->log, &registrant->entry, &team, &registrant->error);
	return NULL;
}

/* Exactly one of both becomes a team. */
static void expect_one(struct log_case *made, const struct as_contest_entry_team entries[2])
{
	pthread_barrier_t barrier;
	pthread_t threads[2];
	struct registrant registrants[2] = {
		{made, &barrier, entries[0], 0, {0}}, {made, &barrier, entries[1], 0, {0}}};

	pthread_barrier_init(&barrier, NULL, 2);
	for (int i = 0; i < 2; i++)
		cr_assert_eq(
			pthread_create(&threads[i], NULL, register_at_once, &registrants[i]), 0);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_destroy(&barrier);
	cr_expect_eq(registrants[0].result + registrants[1].result, -1, "'%s' and '%s'",
		entries[0].name, entries[1].name);
	const struct as_error *error = &registrants[registrants[0].result ? 0 : 1].error;
	cr_expect_eq(error->kind, AS_ERROR_USAGE);
	cr_expect_str_eq(error->text, TAKEN);
}

#define CLUB                                                                                       \
	"--- file contest.yaml\nid: club\nduration: 5:00:00\n"                                     \
	"registration: {join_code: open-sesame, teams: 100}\n"

Test(log_registration, of_two_names_that_are_alike_at_the_same_moment_one_is_registered)
{
	AUTO_LOG_CASE made = log_case_make(CLUB);
	char names[2][32], usernames[2][32];

	for (int i = 0; i < ROUNDS; i++) {
		const bool is_like = i % 2;
		/* A Latin a, and a Cyrillic one; or the same name. */
		snprintf(names[0], sizeof(names[0]), "Panda %d", i);
		snprintf(names[1], sizeof(names[1]), "P%snda %d", is_like ? "\xD0\xB0" : "a", i);
		for (int user = 0; user < 2; user++)
			snprintf(usernames[user], sizeof(usernames[user]), "user%c%d", 'q' + user,
				i);
		const struct as_contest_entry_team entries[] = {
			{names[0], usernames[0], "$argon2id$x"},
			{names[1], usernames[1], "$argon2id$x"}};
		expect_one(&made, entries);
	}
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_team_count(made.log), 3 + ROUNDS);
	as_contest_log_unlock(made.log);
}

/* The state does not have the other team yet when the name is checked for the first time. */
Test(log_registration, a_name_is_checked_against_the_events_that_another_server_appended)
{
	AUTO_LOG_CASE made = log_case_make(CLUB);

	for (int i = 0; i < ROUNDS; i++) {
		char body[256], name[32], username[32];
		struct as_error error = {0};
		size_t team;
		snprintf(body, sizeof(body),
			"{\"type\":\"team\",\"wall_ms\":1,\"id\":\"rx%d\",\"name\":\"Panda %d\","
			"\"username\":\"other%d\",\"hash\":\"$argon2id$x\"}",
			i, i, i);
		snprintf(name, sizeof(name), "panda-%d", i);
		snprintf(username, sizeof(username), "mine%d", i);
		const struct as_store_entry entry = {.body = {body, strlen(body)}};
		struct as_store_appended appended;
		cr_assert_eq(as_store_append(made.store, as_contest_log_space(made.log), &entry, 1,
				     &appended, &error),
			0, "%s", error.text);
		const struct as_contest_entry_team mine = {name, username, "$argon2id$x"};
		cr_expect_eq(as_contest_log_register(made.log, &mine, &team, &error), -1);
		cr_expect_str_eq(error.text, TAKEN);
	}
}

/* An organiser hides or renames a registered team by a row of teams.yaml with its id. */
Test(log_registration, a_registered_team_that_the_folder_has_keeps_its_account)
{
	AUTO_LOG_CASE made = log_case_make(CLUB);
	static const char body[] =
		"{\"type\":\"team\",\"wall_ms\":1,\"id\":\"bob\",\"name\":\"Pandas\",\"username\":"
		"\"pandas\",\"hash\":\"$argon2id$x\"}";
	const struct as_store_entry entry = {.body = {(char *)body, strlen(body)}};
	const struct as_contest_entry_team next = {"Next", "next", "$argon2id$x"};
	struct as_store_appended appended;
	struct as_error error = {0};
	size_t team;

	cr_assert_eq(as_store_append(made.store, as_contest_log_space(made.log), &entry, 1,
			     &appended, &error),
		0, "%s", error.text);
	cr_assert_eq(as_contest_log_register(made.log, &next, &team, &error), 0, "%s", error.text);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_team_count(made.log), 4);
	const size_t account = as_contest_log_find_username(made.log, "pandas");
	cr_assert_neq(account, AS_CONTEST_NONE);
	cr_expect_eq(as_contest_log_account(made.log, account)->team,
		as_contest_log_find_team(made.log, "bob"));
	cr_expect_eq(as_contest_log_team(made.log, 3)->id[0], 'r');
	as_contest_log_unlock(made.log);
}
