/* SPDX-License-Identifier: MIT */
/* The log of a course in a store in a file. No program runs: jobs end by hand. */
#include "course_case.h"

#include <assay/course/log.h>
#include <assay/store/package.h>
#include <criterion/criterion.h>

#define DAY_MS INT64_C(86400000)
/* 2026-10-05 23:59 in Berlin. */
#define DUE_MS (INT64_C(1791237540) * 1000)
#define RULES                                                                                      \
	"--- file assignments/week1.yaml\ntitle: Week 1\nopens: 2026-10-01 08:00\n"                \
	"due: 2026-10-05 23:59\nrelease: 2026-10-20 12:00\nextensions: {s2: 1d}\n"                 \
	"attempts: {most: 3, free: 1, cool_down: 10 min}\npackage: " MINIMAL                       \
	"\nitems:\n- {id: a, points: 10}\n- {id: style, points: 5, manual: true}\n"

static struct fixture {
	struct package_folder folder;
	struct as_course *course;
	struct as_store *store;
	struct as_course_log *log;
	size_t week, alan, grace, teacher;
} f;

static struct as_course_log *open_log(void)
{
	const struct as_course_log_config config = {.course = f.course, .store = f.store};
	struct as_error error = {0};
	struct as_course_log *log = as_course_log_open(&config, &error);

	cr_assert_not_null(log, "%s", error.text);
	cr_assert_eq(as_course_log_start(log, &error), 0, "%s", error.text);
	return log;
}

static void begin(const char *text)
{
	struct as_error error = {0};

	f.folder = course_folder_make(text);
	f.course = open_course(f.folder.path);
	cr_assert_eq(as_course_require(f.course, &error), 0, "%s", error.text);
	AS_AUTO_FREE char *url = as_text_format(&error, "sqlite:%s/course.db", f.folder.path);
	f.store = as_store_open(url, &error);
	cr_assert_not_null(f.store, "%s", error.text);
	f.log = open_log();
	f.week = as_course_log_find_task(f.log, "week1");
	f.alan = as_course_log_find_member(f.log, "s1");
	f.grace = as_course_log_find_member(f.log, "s2");
	f.teacher = as_course_log_find_member(f.log, "t1");
	cr_assert_neq(f.week, AS_COURSE_NONE);
	cr_assert_neq(f.alan, AS_COURSE_NONE);
}

static void end(void)
{
	as_course_log_close(f.log);
	as_store_close(f.store);
	as_course_close(f.course);
	package_folder_remove(&f.folder);
}

static void reopen(void)
{
	as_course_log_close(f.log);
	f.log = open_log();
}

static int hand_in(size_t person, int64_t wall_ms, size_t *index, struct as_error *error)
{
	char files[AS_DIGEST_HEX_SIZE];

	cr_assert_eq(as_store_blob_put(f.store, "x", 1, files, error), 0);
	const struct as_course_entry_hand_in entry = {.assignment = f.week,
		.person = person,
		.wall_ms = wall_ms,
		.files = files,
		.bytes = 1};
	return as_course_log_hand_in_add(f.log, &entry, index, error);
}

static void expect_refused(size_t person, int64_t wall_ms, const char *why)
{
	struct as_error error = {0};
	size_t index;

	cr_expect_eq(hand_in(person, wall_ms, &index, &error), -1, "expected: %s", why);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect(strstr(error.text, why), "'%s' lacks '%s'", error.text, why);
}

static size_t expect_taken(size_t person, int64_t wall_ms)
{
	struct as_error error = {0};
	size_t index = AS_COURSE_NONE;

	cr_expect_eq(hand_in(person, wall_ms, &index, &error), 0, "%s", error.text);
	return index;
}

/* The function under test needs the lock. */
#define LOCKED(expression)                                                                         \
	({                                                                                         \
		as_journal_lock(as_course_log_journal(f.log));                                     \
		__auto_type value_ = (expression);                                                 \
		as_journal_unlock(as_course_log_journal(f.log));                                   \
		value_;                                                                            \
	})

Test(log, a_hand_in_must_keep_times_and_attempts)
{
	begin(RULES);
	expect_refused(f.alan, DUE_MS - 10 * DAY_MS, "not open yet");
	expect_taken(f.alan, DUE_MS - DAY_MS);
	expect_refused(f.alan, DUE_MS - DAY_MS + 1000, "wait until");
	expect_taken(f.alan, DUE_MS - DAY_MS + 600000);
	/* In time, although the second has begun. */
	expect_taken(f.alan, DUE_MS + 999);
	expect_refused(f.alan, DUE_MS, "all attempts");
	expect_refused(f.teacher, DUE_MS + 1000, "is over");
	/* An extension of the file, and a later one of a page. */
	expect_taken(f.grace, DUE_MS + DAY_MS);
	expect_refused(f.grace, DUE_MS + DAY_MS + 1000, "is over");
	cr_assert_eq(as_course_log_extend(
			     f.log, f.week, f.grace, DUE_MS + 2 * DAY_MS, "ill", f.teacher, NULL),
		0);
	expect_taken(f.grace, DUE_MS + 2 * DAY_MS);
	expect_refused(f.grace, DUE_MS + 15 * DAY_MS, "closed");
	end();
}

Test(log, a_log_that_is_read_again_has_the_same_state)
{
	begin(RULES);
	const size_t first = expect_taken(f.alan, DUE_MS - DAY_MS);
	const size_t second = expect_taken(f.alan, DUE_MS);
	reopen();
	size_t count;
	const size_t *own = LOCKED(as_course_log_hand_ins_of(f.log, f.week, f.alan, &count));
	cr_assert_eq(count, 2);
	cr_expect_eq(own[0], first);
	cr_expect_eq(own[1], second);
	const struct as_course_hand_in *hand_in = LOCKED(as_course_log_hand_in(f.log, second));
	cr_expect_eq(hand_in->number, 2);
	cr_expect_eq(hand_in->attempt, 2);
	cr_expect_eq(hand_in->wall_ms, DUE_MS);
	end();
}

/* A server whose state is older makes an entry for an attempt that is there already. */
Test(log, of_two_hand_ins_at_once_each_has_a_number_of_its_own)
{
	begin(RULES);
	struct as_course_log *other = open_log();
	struct as_course_log *one = f.log;

	expect_taken(f.alan, DUE_MS - DAY_MS);
	f.log = other;
	expect_taken(f.alan, DUE_MS - DAY_MS + 600000);
	f.log = one;
	struct as_store_appended appended;
	json_t *body = json_pack("{s: s, s: I, s: s, s: s, s: I, s: s}", "type", "hand-in",
		"wall_ms", (json_int_t)DUE_MS, "assignment", "week1", "person", "s1", "attempt",
		(json_int_t)2, "key", "k");
	cr_assert_eq(as_journal_put(as_course_log_journal(one), body, (struct as_journal_extras){0},
			     &appended, NULL),
		0);
	size_t count;
	LOCKED(as_course_log_hand_ins_of(f.log, f.week, f.alan, &count));
	cr_expect_eq(count, 2, "an attempt counts twice");
	as_course_log_close(other);
	end();
}

static int decide(const char *item, bool is_override, int64_t points_e4, const char *text,
	uint64_t seen, struct as_error *error)
{
	const struct as_course_entry_decision entry = {.assignment = f.week,
		.person = f.alan,
		.item = item,
		.is_override = is_override,
		.points_e4 = points_e4,
		.text = text,
		.by = f.teacher,
		.seen = seen};

	return as_course_log_decide(f.log, &entry, error);
}

Test(log, a_decision_replaces_the_one_that_its_author_saw)
{
	begin(RULES);
	struct as_error error = {0};

	cr_expect_eq(decide("style", false, 30000, "fine", 0, NULL), 0);
	cr_expect_eq(decide("style", false, 10000, "poor", 0, &error), -1);
	cr_expect(strstr(error.text, "changed meanwhile"), "%s", error.text);
	const struct as_course_decision *found =
		LOCKED(as_course_log_find_decision(f.log, f.week, f.alan, "style", false));
	cr_expect_eq(found->points_e4, 30000);
	cr_expect_eq(decide("style", false, AS_COURSE_NO_MARK, NULL, found->version, NULL), 0);
	error = (struct as_error){0};
	cr_expect_eq(decide("a", true, 0, NULL, 0, &error), -1);
	cr_expect(strstr(error.text, "needs a reason"), "%s", error.text);
	reopen();
	found = LOCKED(as_course_log_find_decision(f.log, f.week, f.alan, "style", false));
	cr_expect_eq(found->points_e4, AS_COURSE_NO_MARK);
	cr_expect_eq(LOCKED(as_course_log_act_count(f.log)), 2);
	end();
}

Test(log, marks_are_released_at_their_time_or_by_hand)
{
	begin(RULES);
	const int64_t release_ms = INT64_C(1792490400) * 1000; /* 2026-10-20 12:00 in Berlin */

	cr_expect_not(LOCKED(as_course_log_is_released(f.log, f.week, release_ms - 1)));
	cr_expect(LOCKED(as_course_log_is_released(f.log, f.week, release_ms)));
	cr_assert_eq(as_course_log_release(f.log, f.week, false, f.teacher, NULL), 0);
	cr_expect_not(LOCKED(as_course_log_is_released(f.log, f.week, release_ms)));
	cr_assert_eq(as_course_log_release(f.log, f.week, true, f.teacher, NULL), 0);
	reopen();
	cr_expect(LOCKED(as_course_log_is_released(f.log, f.week, 0)));
	end();
}

Test(log, a_request_is_made_once_and_answered_once)
{
	begin(RULES);
	struct as_error error = {0};

	cr_expect_eq(as_course_log_request_add(f.log, f.week, f.alan, "a", "Why?", NULL), 0);
	cr_expect_eq(as_course_log_request_add(f.log, f.week, f.alan, "a", "Why?", &error), -1);
	cr_expect(strstr(error.text, "already"), "%s", error.text);
	cr_expect_eq(as_course_log_answer(f.log, 0, "So.", f.teacher, NULL), 0);
	error = (struct as_error){0};
	cr_expect_eq(as_course_log_answer(f.log, 0, "No.", f.teacher, &error), -1);
	cr_expect(strstr(error.text, "meanwhile"), "%s", error.text);
	end();
}

Test(log, a_person_who_left_keeps_the_hand_ins)
{
	begin(RULES);
	expect_taken(f.alan, DUE_MS);
	package_folder_apply(&f.folder,
		"--- file people.csv\nid,name,email,username,role\nt1,Ada,ada@x.org,ada,teacher\n"
		"s2,Grace,grace@x.org,grace,student\n"
		"--- file accounts.yaml\n- {id: t1, password: correct-horse}\n");
	fchmodat(f.folder.fd, "accounts.yaml", 0600, 0);
	struct as_course *now = open_course(f.folder.path);
	cr_assert_eq(as_course_log_set_course(f.log, now, NULL), 0);
	cr_expect_null(LOCKED(as_course_log_member(f.log, f.alan)).of);
	size_t count;
	LOCKED(as_course_log_hand_ins_of(f.log, f.week, f.alan, &count));
	cr_expect_eq(count, 1);
	as_course_close(f.course);
	f.course = now;
	reopen();
	cr_expect_neq(LOCKED(as_course_log_find_member(f.log, "s1")), AS_COURSE_NONE);
	end();
}

Test(log, a_new_password_ends_the_other_sessions)
{
	begin(RULES);
	char hashes[2][AS_DIGEST_HEX_SIZE];

	for (size_t i = 0; i < 2; i++) {
		as_digest_bytes(&i, sizeof(i), hashes[i]);
		const struct as_course_entry_session entry = {
			.person = f.alan, .hash = hashes[i], .expires_wall_ms = INT64_MAX};
		cr_assert_eq(as_course_log_session_add(f.log, &entry, NULL), 0);
	}
	cr_assert_eq(as_course_log_password(f.log, f.alan, "hash", hashes[0], f.alan, NULL), 0);
	cr_expect_eq(LOCKED(as_course_log_find_session(f.log, hashes[0], 0)).account, f.alan);
	cr_expect_eq(
		LOCKED(as_course_log_find_session(f.log, hashes[1], 0)).account, AS_COURSE_NONE);
	cr_expect_str_eq(LOCKED(as_course_log_member(f.log, f.alan)).hash, "hash");
	end();
}

/* Another version of the program, or a damaged store, must not end the server. */
Test(log, an_event_that_is_not_understood_changes_nothing)
{
	static const char *const bodies[] = {"{\"type\": \"other\"}", "[]", "{}",
		"{\"type\": \"hand-in\", \"person\": \"s1\"}",
		"{\"type\": \"hand-in\", \"assignment\": \"week1\", \"person\": \"s1\", "
		"\"attempt\": -1, \"jobs\": 3}",
		"{\"type\": \"job\", \"key\": \"none\", \"index\": 99}",
		"{\"type\": \"again\", \"number\": 7, \"index\": -1}",
		"{\"type\": \"answer\", \"request\": -1, \"text\": \"x\"}",
		"{\"type\": \"decision\", \"person\": 3}",
		"{\"type\": \"session\", \"hash\": \"x\"}", "{\"type\": \"view\"}",
		"{\"type\": \"password\"}", "{\"type\": \"release\"}",
		"{\"type\": \"extension\", \"until_ms\": 1}"};

	begin(RULES);
	const int64_t space = as_journal_space(as_course_log_journal(f.log));
	for (size_t i = 0; i < sizeof(bodies) / sizeof(*bodies); i++) {
		const struct as_store_entry entry = {
			.body = {(char *)bodies[i], strlen(bodies[i])}};
		struct as_store_appended appended;
		cr_assert_eq(as_store_append(f.store, space, &entry, 1, &appended, NULL), 0);
	}
	reopen();
	cr_expect_eq(LOCKED(as_course_log_hand_in_count(f.log)), 0);
	cr_expect_eq(LOCKED(as_course_log_decision_count(f.log)), 0);
	expect_taken(f.alan, DUE_MS);
	end();
}
