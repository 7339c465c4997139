/* SPDX-License-Identifier: MIT */
/* As many teams as a contest can have. It takes minutes with the sanitizers. */
#include "log_case.h"

#define MINUTE_MS INT64_C(60000)

static void append_raw(struct log_case *made, const char *body)
{
	const struct as_store_entry entry = {.body = {(char *)body, strlen(body)}};
	struct as_store_appended appended;
	struct as_error error = {0};

	cr_assert_eq(as_store_append(made->store, as_contest_log_space(made->log), &entry, 1,
			     &appended, &error),
		0, "%s", error.text);
}

/* As many teams as a contest can have, less one. */
static void write_teams(struct log_case *made)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (int i = 1; i < AS_BOARD_MAX_TEAMS; i++)
		fprintf(out, "%s{\"id\":\"t%d\",\"name\":\"%d\"}", i == 1 ? "[" : ",\n", i, i);
	fputs("]\n", out);
	fclose(out);
	unlinkat(made->folder.fd, "teams.yaml", 0);
	cr_assert_eq(as_file_write(made->folder.fd, "teams.json", text, size, 0600, NULL), 0);
	free(text);
}

Test(log_teams, a_team_beyond_the_most_that_a_contest_can_have_is_refused, .timeout = 900)
{
	struct log_case made = log_case_make("--- file contest.yaml\nid: club\nduration: 1:00:00\n"
					     "registration: {join_code: open-sesame, "
					     "teams: unlimited}\n");
	const struct as_contest_entry_team entries[] = {
		{"Last", "last", "$argon2id$x"}, {"More", "more", "$argon2id$x"}};
	struct as_error error = {0};
	size_t team;

	as_contest_log_close(made.log);
	as_contest_close(made.contest);
	write_teams(&made);
	made.contest = as_contest_open(made.folder.path, NULL, NULL, &error);
	cr_assert(made.contest && as_contest_require(made.contest, &error) == 0, "%s", error.text);
	made.observer.note = log_case_expect_note;
	log_case_open_log(&made);
	cr_assert_eq(
		as_contest_log_register(made.log, &entries[0], &team, &error), 0, "%s", error.text);
	cr_expect_eq(team, AS_BOARD_MAX_TEAMS - 1);
	cr_expect_eq(as_contest_log_register(made.log, &entries[1], &team, &error), -1);
	cr_expect_str_eq(error.text, "no more teams can register: a contest has at most 100000");
	/* Another server appended it at the same time. */
	append_raw(&made, "{\"type\":\"team\",\"wall_ms\":1,\"id\":\"rx\",\"name\":\"More\","
			  "\"username\":\"more\",\"hash\":\"$argon2id$x\"}");
	log_case_start(&made, MINUTE_MS);
	cr_expect_eq(as_contest_log_check(made.log, NULL), 0);
	as_contest_log_lock(made.log);
	cr_expect_eq(as_contest_log_team_count(made.log), AS_BOARD_MAX_TEAMS);
	as_contest_log_unlock(made.log);
	log_case_clear(&made);
}
