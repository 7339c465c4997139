/* SPDX-License-Identifier: MIT */
/* A journal whose state is a sum, with stores in a file and on a server. */
#include "back.h"
#include "store/server.h"
#include "support/patience.h"

#include <assay/journal.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>

struct counter {
	struct as_journal *journal;
	int64_t sum;
	size_t count;
	atomic_int caught_up, written, refused;
	atomic_bool is_held; /* `step` waits */
	char notes[512];     /* written by the follower */
};

static int apply(void *context, const struct as_store_record *record, const void *parsed,
	struct as_error *error)
{
	struct counter *counter = context;
	int64_t number;

	if (as_journal_body_text(parsed, "type") &&
		strcmp(as_journal_body_text(parsed, "type"), "break") == 0)
		return as_error_no_memory(error);
	if (as_journal_body_number(parsed, "wall_ms", &number))
		as_journal_saw_ms(counter->journal, number);
	if (as_journal_body_number(parsed, "add", &number)) {
		counter->sum += number;
		as_journal_made(counter->journal, record->event.number, ++counter->count);
	}
	return 0;
}

static int step(void *context, bool may_append_often, struct as_error *error)
{
	struct counter *counter = context;

	(void)may_append_often, (void)error;
	while (atomic_load(&counter->is_held))
		usleep(1000);
	return 0;
}

static void caught_up(void *context)
{
	atomic_fetch_add(&((struct counter *)context)->caught_up, 1);
}

static void note(void *context, const char *text)
{
	struct counter *counter = context;
	const size_t used = strlen(counter->notes);

	snprintf(counter->notes + used, sizeof(counter->notes) - used, "%s\n", text);
}

static void wrote(void *context, const struct as_error *why)
{
	struct counter *counter = context;

	atomic_fetch_add(why ? &counter->refused : &counter->written, 1);
}

static void open_counter(struct counter *counter, struct as_store *store)
{
	struct as_error error = {0};
	const struct as_journal_config config = {.store = store,
		.noun = "counter",
		.id = "doors",
		.owner = {.apply = apply,
			.step = step,
			.caught_up = caught_up,
			.note = note,
			.wrote = wrote,
			.context = counter}};

	*counter = (struct counter){.journal = as_journal_open(&config, &error)};
	cr_assert_not_null(counter->journal, "%s", error.text);
	cr_assert_eq(as_journal_read(counter->journal, &error), 0, "%s", error.text);
	cr_assert_not(as_journal_is_started(counter->journal));
	cr_assert_eq(as_journal_start(counter->journal, &error), 0, "%s", error.text);
	cr_assert(as_journal_is_started(counter->journal));
}

static json_t *more(const struct counter *counter, int64_t add)
{
	json_t *entry = as_journal_entry_of("more", as_journal_now_ms(counter->journal));

	as_journal_entry_set(&entry, "add", json_integer(add));
	return entry;
}

static int64_t sum_of(struct counter *counter)
{
	as_journal_lock(counter->journal);
	const int64_t sum = counter->sum;
	as_journal_unlock(counter->journal);
	return sum;
}

/* Returns the index of the object that the event made. */
static size_t add_to(struct counter *counter, int64_t add)
{
	struct as_error error = {0};
	size_t made = 0;

	cr_assert_eq(as_journal_put_note(counter->journal, more(counter, add), &made, &error), 0,
		"%s", error.text);
	return made;
}

static struct as_store *open_store(const char *url)
{
	struct as_error error = {0};
	struct as_store *store = as_store_open(url, &error);

	cr_assert_not_null(store, "%s", error.text);
	return store;
}

/* ---- two servers, one space ---- */

static void await(struct counter *counter, int64_t number)
{
	struct as_error error = {0};
	const int64_t until_ns = as_now_ns() + patience() * INT64_C(60000000000);

	cr_assert_eq(as_journal_await_until(counter->journal, number, until_ns, &error), 0, "%s",
		error.text);
	cr_assert_geq(as_journal_last(counter->journal), number);
}

static void check_two(struct as_store *first, struct as_store *second)
{
	struct counter one, other, later;

	open_counter(&one, first);
	open_counter(&other, second);
	cr_expect_eq(add_to(&one, 3), 1);
	await(&other, as_journal_last(one.journal));
	cr_expect_eq(sum_of(&other), 3);
	cr_expect_eq(add_to(&other, 4), 2);
	await(&one, as_journal_last(other.journal));
	cr_expect_eq(sum_of(&one), 7);
	cr_expect_gt(atomic_load(&one.caught_up), 0);
	cr_expect_eq(atomic_load(&one.written), 1);
	cr_expect_str_eq(as_journal_epoch(one.journal), as_journal_epoch(other.journal));
	cr_expect_eq(as_journal_space(one.journal), as_journal_space(other.journal));
	open_counter(&later, second);
	cr_expect_eq(later.sum, 7);
	as_journal_close(later.journal);
	as_journal_close(other.journal);
	as_journal_close(one.journal);
}

/* Many threads, each with its own decision: a sum never exceeds the limit. */
#define LIMIT 10
struct limited {
	struct counter *counter;
	int accepted, refused;
};

static int check_limit(const void *context, struct as_error *error)
{
	const struct counter *counter = context;

	return counter->sum < LIMIT ? 0 : as_error_set(error, AS_ERROR_USAGE, "the doors are full");
}

static void *run_limited(void *context)
{
	struct limited *limited = context;
	struct counter *counter = limited->counter;

	for (int i = 0; i < LIMIT; i++) {
		struct as_error error = {0};
		struct as_store_appended appended;
		const int failed = as_journal_put_if(counter->journal, more(counter, 1),
			(struct as_journal_extras){0},
			(struct as_journal_condition){check_limit, counter}, &appended, &error);
		limited->accepted += !failed;
		limited->refused += failed && error.kind == AS_ERROR_USAGE;
	}
	return NULL;
}

static void check_decisions(struct as_store *first, struct as_store *second)
{
	struct counter one, other;
	pthread_t threads[4];
	struct limited limited[4];
	int accepted = 0, refused = 0;

	open_counter(&one, first);
	open_counter(&other, second);
	for (size_t i = 0; i < 4; i++) {
		limited[i] = (struct limited){.counter = i % 2 ? &one : &other};
		cr_assert_eq(pthread_create(&threads[i], NULL, run_limited, &limited[i]), 0);
	}
	for (size_t i = 0; i < 4; i++) {
		pthread_join(threads[i], NULL);
		accepted += limited[i].accepted;
		refused += limited[i].refused;
	}
	cr_expect_eq(accepted, LIMIT);
	cr_expect_eq(refused, 3 * LIMIT);
	await(&other, as_journal_last(one.journal));
	cr_expect_eq(sum_of(&other), LIMIT);
	as_journal_close(other.journal);
	as_journal_close(one.journal);
}

/* A store in a file has one process, so both servers of the test share the open store. */
static struct as_store *open_file(char folder[64])
{
	char url[128];

	strcpy(folder, "/tmp/assay-journal.XXXXXX");
	cr_assert_not_null(mkdtemp(folder));
	snprintf(url, sizeof(url), "sqlite:%s/one.store", folder);
	return open_store(url);
}

static void close_file(struct as_store *store, const char *folder)
{
	as_store_close(store);
	as_dir_remove(AT_FDCWD, folder, NULL);
}

Test(journal, two_servers_of_a_file, .timeout = 600)
{
	char folder[64];
	struct as_store *store = open_file(folder);

	check_two(store, store);
	close_file(store, folder);
}

Test(journal, decisions_in_a_file, .timeout = 600)
{
	char folder[64];
	struct as_store *store = open_file(folder);

	check_decisions(store, store);
	close_file(store, folder);
}

static void check_on_server(void (*check)(struct as_store *, struct as_store *))
{
	char url[512];

	server_make_url(url);
	struct as_store *first = open_store(url), *second = open_store(url);
	check(first, second);
	as_store_close(second);
	as_store_close(first);
}

Test(journal, two_servers_of_a_database, .timeout = 600, .fini = server_drop)
{
	check_on_server(check_two);
}

Test(journal, decisions_in_a_database, .timeout = 600, .fini = server_drop)
{
	check_on_server(check_decisions);
}

/* ---- compare and append ---- */

Test(journal, an_entry_after_another_event_is_not_appended, .timeout = 600)
{
	char folder[64];
	struct as_store *store = open_file(folder);
	struct counter counter;
	struct as_store_appended appended;
	struct as_error error = {0};

	open_counter(&counter, store);
	add_to(&counter, 1);
	const int64_t last = as_journal_last(counter.journal);
	add_to(&counter, 1);
	cr_expect_eq(as_journal_append(counter.journal, last, more(&counter, 5),
			     (struct as_journal_extras){0}, &appended, &error),
		0);
	cr_expect_eq(as_journal_append(counter.journal, as_journal_last(counter.journal),
			     more(&counter, 5), (struct as_journal_extras){0}, &appended, &error),
		1);
	await(&counter, appended.number);
	cr_expect_eq(sum_of(&counter), 7);
	cr_expect_eq(as_journal_append(counter.journal, -1, NULL, (struct as_journal_extras){0},
			     &appended, &error),
		-1);
	error = (struct as_error){0};
	cr_expect_eq(as_journal_refuse_busy(counter.journal, "nothing was changed", &error), -1);
	cr_expect(error.kind == AS_ERROR_MACHINE && error.sys_errno == EBUSY &&
			  strstr(error.text, "the counter is busy, and nothing was changed"),
		"%s", error.text);
	as_journal_close(counter.journal);
	close_file(store, folder);
}

Test(journal, an_entry_that_was_appended_but_not_applied_is_reported, .timeout = 600)
{
	char folder[64];
	struct as_store *store = open_file(folder);
	struct counter counter;
	struct as_error error = {0};

	open_counter(&counter, store);
	atomic_store(&counter.is_held, true);
	/* The follower reads once more before it waits in `step`. */
	for (int i = 0; i < 2; i++)
		usleep(300000);
	as_journal_finish(counter.journal, 100);
	cr_expect_eq(as_journal_put_note(counter.journal, more(&counter, 2), NULL, &error), -1);
	cr_expect(strstr(error.text, "the server is stopping; the request was recorded"), "%s",
		error.text);
	atomic_store(&counter.is_held, false);
	as_journal_close(counter.journal);
	open_counter(&counter, store);
	cr_expect_eq(counter.sum, 2);
	as_journal_close(counter.journal);
	close_file(store, folder);
}

/* ---- failures ---- */

static int failing_wait(void *back, int64_t *after, int64_t max_ns, struct as_error *error)
{
	(void)back, (void)after, (void)max_ns;
	return as_error_set(error, AS_ERROR_MACHINE, "the store is on the moon");
}

static void await_away(struct counter *counter, bool is_away)
{
	for (int i = 0; i < 600 * patience(); i++) {
		if (as_journal_is_away(counter->journal) == is_away)
			return;
		usleep(100000);
	}
	cr_assert_fail("the store %s", is_away ? "is not away" : "does not come back");
}

Test(journal, a_store_that_is_away_is_noted_once, .timeout = 600)
{
	char folder[64];
	struct as_store *store = open_file(folder);
	const struct as_store_ops *real = store->ops;
	struct as_store_ops failing = *real;
	struct counter counter;

	failing.wait = failing_wait;
	open_counter(&counter, store);
	store->ops = &failing;
	await_away(&counter, true);
	usleep(500000);
	cr_expect_eq(as_journal_check(counter.journal, NULL), 0);
	store->ops = real;
	await_away(&counter, false);
	add_to(&counter, 1);
	as_journal_stop(counter.journal);
	cr_expect_str_eq(counter.notes, "the store cannot be read: the store is on the moon\n"
					"the store can be read again\n");
	as_journal_close(counter.journal);
	close_file(store, folder);
}

Test(journal, a_state_that_is_broken_is_reported, .timeout = 600)
{
	char folder[64];
	struct as_store *store = open_file(folder);
	struct counter counter;
	struct as_error error = {0};

	open_counter(&counter, store);
	add_to(&counter, 1);
	cr_expect_eq(
		as_journal_put_note(counter.journal, as_journal_entry_of("break", 1), NULL, &error),
		-1);
	error = (struct as_error){0};
	cr_expect_eq(as_journal_check(counter.journal, &error), -1);
	cr_expect(strstr(error.text, "some events of the counter were not read"), "%s", error.text);
	/* Nothing is applied after that, so the state can still be read. */
	cr_expect_eq(sum_of(&counter), 1);
	as_journal_close(counter.journal);
	close_file(store, folder);
}

Test(journal, a_reader_makes_no_space, .timeout = 600)
{
	char folder[64];
	struct as_store *store = open_file(folder);
	struct as_error error = {0};
	struct as_journal_config config = {.store = store,
		.noun = "counter",
		.id = "windows",
		.is_reader = true,
		.owner = {.apply = apply}};

	cr_expect_null(as_journal_open(&config, &error));
	cr_expect(error.kind == AS_ERROR_INPUT && strstr(error.text, "no counter 'windows'"), "%s",
		error.text);
	close_file(store, folder);
}

/* ---- the past ---- */

/* More events than a page has: the thread that prefetches reads them. */
#define MANY 9001

Test(journal, a_long_log_is_read_in_order, .timeout = 600)
{
	char folder[64];
	struct as_store *store = open_file(folder);
	struct counter counter;
	struct as_error error = {0};
	AS_AUTO_FREE struct as_store_entry *entries = calloc(MANY, sizeof(*entries));
	AS_AUTO_FREE struct as_store_appended *appended = calloc(MANY, sizeof(*appended));

	cr_assert(entries && appended);
	open_counter(&counter, store);
	for (size_t i = 0; i < MANY; i++)
		entries[i].body = (struct as_bytes){"{\"type\":\"more\",\"add\":2}", 23};
	cr_assert_eq(
		as_journal_append_entries(counter.journal, -1, entries, MANY, appended, &error), 1,
		"%s", error.text);
	await(&counter, appended[MANY - 1].number);
	as_journal_close(counter.journal);
	open_counter(&counter, store);
	cr_expect_eq(counter.sum, 2 * MANY);
	cr_expect_eq(as_journal_last(counter.journal), appended[MANY - 1].number);
	as_journal_close(counter.journal);
	close_file(store, folder);
}

Test(journal, the_clock_goes_on_from_the_last_event, .timeout = 600)
{
	char folder[64];
	struct as_store *store = open_file(folder);
	struct counter counter;

	open_counter(&counter, store);
	const int64_t ahead_ms = as_journal_now_ms(counter.journal) + 3600000;
	as_journal_saw_ms(counter.journal, ahead_ms);
	cr_expect_geq(as_journal_now_ms(counter.journal), ahead_ms);
	add_to(&counter, 1);
	as_journal_close(counter.journal);
	open_counter(&counter, store);
	cr_expect_geq(as_journal_now_ms(counter.journal), ahead_ms);
	as_journal_close(counter.journal);
	close_file(store, folder);
}
