/* SPDX-License-Identifier: MIT */
/* The follower of a log in a store with other spaces, in a file and on a server. */
#include "log_case.h"

#include "back.h"
#include "store/server.h"
#include "support/patience.h"

/* The number of waits for events that ended because there was one. */
static atomic_int found_count;
static const struct as_store_ops *real;

static int counting_wait(void *back, int64_t *after, int64_t max_ns, struct as_error *error)
{
	const int found = real->wait(back, after, max_ns, error);

	atomic_fetch_add(&found_count, found == 1);
	return found;
}

static void note_in_another_space(struct as_store *store)
{
	const struct as_store_entry entry = {.body = {"{}", 2}};
	struct as_store_appended appended;
	int64_t other;

	cr_assert_eq(as_store_space_find(store, "other", &other, NULL), 0);
	cr_assert_eq(as_store_append(store, other, &entry, 1, &appended, NULL), 0);
}

/* True once the log has made no more than one turn in a second. */
static bool falls_quiet(void)
{
	for (int i = 0; i < 30 * patience(); i++) {
		atomic_store(&found_count, 0);
		usleep(1000000);
		if (atomic_load(&found_count) <= 1)
			return true;
	}
	return false;
}

/* Opens the log in the store and counts its waits. */
static void follow(struct log_case *made, struct as_store *store)
{
	const struct as_contest_log_config config = {.contest = made->contest, .store = store};
	struct as_store_ops ops = *store->ops;
	struct as_error error = {0};

	real = store->ops;
	ops.wait = counting_wait;
	store->ops = &ops;
	struct as_contest_log *log = as_contest_log_open(&config, &error);
	cr_assert(log, "%s", error.text);
	note_in_another_space(store);
	cr_expect(falls_quiet(), "turns without a new event");
	/* Its own events are still read. */
	made->log = log;
	log_case_start(made, 60000);
	note_in_another_space(store);
	log_case_start(made, 120000);
	made->log = NULL;
	as_contest_log_close(log);
	store->ops = real;
}

Test(log_follow, an_event_of_another_space_is_waited_for_once, .timeout = 600)
{
	AUTO_LOG_CASE made = log_case_make("");

	as_contest_log_close(made.log);
	made.log = NULL;
	follow(&made, made.store);
}

Test(log_follow, and_also_on_a_server, .timeout = 600, .fini = server_drop)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct as_error error = {0};
	char url[512];

	as_contest_log_close(made.log);
	made.log = NULL;
	server_make_url(url);
	struct as_store *store = as_store_open(url, &error);
	cr_assert(store, "%s", error.text);
	follow(&made, store);
	as_store_close(store);
}

/* ---- the observer ---- */

struct seen_changes {
	pthread_t opener;
	atomic_int past_count, new_count, wrong_count;
};

static void see(void *context, struct as_contest_log *log, const struct as_contest_change *change)
{
	struct seen_changes *seen = context;

	(void)log;
	atomic_fetch_add(change->is_past ? &seen->past_count : &seen->new_count, 1);
	if (change->is_past != (pthread_equal(pthread_self(), seen->opener) != 0))
		atomic_fetch_add(&seen->wrong_count, 1);
}

/* The thread that opens the log reports past events only, the follower new ones only. */
Test(log_follow, a_change_says_whether_it_is_past, .timeout = 600)
{
	AUTO_LOG_CASE made = log_case_make("");
	struct seen_changes seen = {.opener = pthread_self()};

	log_case_start(&made, 60000);
	made.observer.changed = see;
	made.observer.context = &seen;
	log_case_restart(&made);
	cr_expect_gt(atomic_load(&seen.past_count), 0);
	cr_expect_eq(atomic_load(&seen.new_count), 0);
	log_case_submit(&made, 0);
	cr_expect_gt(atomic_load(&seen.new_count), 0);
	cr_expect_eq(atomic_load(&seen.wrong_count), 0);
}

/* ---- the submissions of a team ---- */

Test(log_follow, the_submissions_of_a_team_are_linked, .timeout = 600)
{
	AUTO_LOG_CASE made = log_case_make("");

	log_case_start(&made, 60000);
	cr_expect_eq(as_contest_log_last_submission(made.log, 0), AS_CONTEST_NONE);
	const size_t first = log_case_submit(&made, 1), other = log_case_submit(&made, 0),
		     last = log_case_submit(&made, 1);
	log_case_restart(&made);
	cr_expect_eq(as_contest_log_last_submission(made.log, 0), other);
	cr_expect_eq(as_contest_log_submission(made.log, other)->previous, AS_CONTEST_NONE);
	cr_expect_eq(as_contest_log_last_submission(made.log, 1), last);
	cr_expect_eq(as_contest_log_submission(made.log, last)->previous, first);
	cr_expect_eq(as_contest_log_submission(made.log, first)->previous, AS_CONTEST_NONE);
	cr_expect_eq(as_contest_log_last_submission(made.log, AS_CONTEST_NONE), AS_CONTEST_NONE);
}
