/* SPDX-License-Identifier: MIT */
/* The log of a space: appending, reading, judging again, epochs. */
#include "cases.h"

#include <math.h>
#include <pthread.h>

/* ---- appending and reading ---- */

static struct as_store_entry note_of(const char *text)
{
	return (struct as_store_entry){.body = {.data = (char *)text, .size = strlen(text)}};
}

/* The kind of the error; NONE: appended. */
static enum as_error_kind append(const struct fixture *fixture,
	const struct as_store_entry *entries, size_t count, struct as_store_appended *appended)
{
	struct as_error error = {0};
	const int failed =
		as_store_append(fixture->store, fixture->space, entries, count, appended, &error);

	cr_assert_eq(failed, error.kind == AS_ERROR_NONE ? 0 : -1, "%s", error.text);
	return error.kind;
}

static struct as_store_appended append_note(const struct fixture *fixture, const char *text)
{
	const struct as_store_entry entry = note_of(text);
	struct as_store_appended appended;

	cr_assert_eq(append(fixture, &entry, 1, &appended), AS_ERROR_NONE);
	return appended;
}

#define AUTO_PAGE AS_AUTO(as_store_page_clear) struct as_store_page

static struct as_store_page read_page(
	const struct fixture *fixture, int64_t space, int64_t after, size_t max)
{
	struct as_store_page page;
	struct as_error error = {0};

	cr_assert_eq(as_store_log_read(fixture->store, space, after, max, &page, &error), 0, "%s",
		error.text);
	return page;
}

static void expect_record(const struct as_store_record *record,
	const struct as_store_appended *appended, enum as_store_event_kind kind, const char *body)
{
	cr_expect_eq(record->event.number, appended->number);
	cr_expect_eq(record->event.time_ms, appended->time_ms);
	cr_expect_eq(record->event.job, appended->ticket.job);
	cr_expect_eq(record->event.kind, kind, "%s", body);
	cr_expect_eq(record->body.size, strlen(body), "%s", body);
	cr_expect_str_eq(record->body.data ? record->body.data : "", body);
}

void entries_are_appended_in_their_order_with_their_bodies(const struct store_maker *maker)
{
	static const char odd[] = {'\0', '\xff', '\n', '\0'};
	char digest[AS_DIGEST_HEX_SIZE];
	struct as_store_appended appended[4];
	struct events events;
	int64_t other, known = 0;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	cr_assert_eq(as_store_space_find(fixture.store, "other", &other, NULL), 0);
	cr_assert_eq(as_store_blob_put(fixture.store, "photo", 5, digest, NULL), 0);
	const struct as_store_order order = order_of(&fixture, "a.c");
	struct as_store_entry entries[] = {note_of("{\"clock\": 1}"), note_of("{\"team\": 7}"),
		note_of(""), {.body = {.data = (char *)odd, .size = 4}, .blob = digest}};
	entries[1].order = &order;
	cr_assert_eq(append(&fixture, entries, 4, appended), AS_ERROR_NONE);
	cr_expect_eq(as_store_wait(fixture.store, &known, 0, NULL), 1);
	cr_expect_eq(known, appended[3].number);
	for (size_t i = 1; i < 4; i++)
		cr_expect_gt(appended[i].number, appended[i - 1].number);
	cr_expect_gt(appended[0].time_ms, INT64_C(1700000000000));
	fixture_reopen(&fixture);
	AUTO_PAGE page = read_page(&fixture, fixture.space, 0, 100);
	cr_assert_eq(page.count, 4);
	expect_record(&page.records[0], &appended[0], AS_STORE_EVENT_NOTE, "{\"clock\": 1}");
	expect_record(&page.records[1], &appended[1], AS_STORE_EVENT_QUEUED, "{\"team\": 7}");
	expect_record(&page.records[2], &appended[2], AS_STORE_EVENT_NOTE, "");
	cr_assert_eq(page.records[3].body.size, 4);
	cr_expect_eq(memcmp(page.records[3].body.data, odd, 4), 0);
	cr_expect_str_eq(page.records[3].blob, digest);
	cr_expect_str_eq(page.records[2].blob, "");
	cr_expect_eq(page.records[0].event.job, 0);
	AUTO_PAGE none = read_page(&fixture, other, 0, 100);
	cr_expect_eq(none.count, 0);
	AUTO_PAGE last = read_page(&fixture, AS_STORE_WHOLE, appended[1].number, 1);
	cr_assert_eq(last.count, 1);
	cr_expect_eq(last.records[0].event.number, appended[2].number);
	read_events(&fixture, fixture.space, &events);
	cr_assert_eq(events.count, 4);
	cr_expect_eq(events.items[1].job, appended[1].ticket.job);
	AUTO_CLAIM claim = claim_next(&fixture);
	cr_expect_eq(claim.job, appended[1].ticket.job);
	cr_expect_eq(complete(&fixture, &claim, AS_VERDICT_AC), 1);
	AUTO_PAGE done = read_page(&fixture, fixture.space, appended[3].number, 100);
	cr_assert_eq(done.count, 1);
	cr_expect_eq(done.records[0].event.kind, AS_STORE_EVENT_DONE);
	cr_expect_null(done.records[0].body.data);
}

void a_submission_that_is_already_queued_appends_a_note(const struct store_maker *maker)
{
	struct as_store_appended first, second;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	struct as_store_order order = order_of(&fixture, "a.c");
	order.once = true;
	struct as_store_entry entry = note_of("x");
	entry.order = &order;
	cr_assert_eq(append(&fixture, &entry, 1, &first), AS_ERROR_NONE);
	cr_assert_eq(append(&fixture, &entry, 1, &second), AS_ERROR_NONE);
	cr_expect_eq(second.ticket.job, first.ticket.job);
	cr_expect_eq(count_events(&fixture, first.ticket.job, AS_STORE_EVENT_QUEUED), 1);
	cr_expect_eq(count_events(&fixture, first.ticket.job, AS_STORE_EVENT_NOTE), 1);
}

static void expect_none(const struct fixture *fixture, const struct as_store_entry *entry,
	enum as_error_kind kind, const char *text)
{
	const struct as_store_entry entries[] = {note_of("before"), *entry};
	struct as_store_appended appended[2];
	struct as_error error = {0};

	cr_expect_eq(as_store_append(fixture->store, fixture->space, entries, 2, appended, &error),
		-1, "%s", text);
	cr_expect_eq(error.kind, kind, "%s: %s", text, error.text);
	cr_expect_not_null(strstr(error.text, text), "%s: %s", text, error.text);
}

void entries_are_all_appended_or_none(const struct store_maker *maker)
{
	AS_AUTO_BYTES struct as_bytes large = bytes_of(AS_STORE_BODY_MAX_BYTES + 1);
	struct as_store_appended appended;
	int64_t other;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	cr_assert_eq(as_store_space_find(fixture.store, "other", &other, NULL), 0);
	struct as_store_order order = order_of(&fixture, "a.c");
	struct as_store_entry entry = {.order = &order};
	order.package = "unknown";
	expect_none(&fixture, &entry, AS_ERROR_INTERNAL, "");
	order = order_of(&fixture, "a.c");
	order.space = other;
	expect_none(&fixture, &entry, AS_ERROR_USAGE, "an order of another space");
	order.space = fixture.space;
	entry.again = 4711;
	expect_none(&fixture, &entry, AS_ERROR_USAGE, "the space has no job 4711");
	entry.order = NULL;
	expect_none(&fixture, &entry, AS_ERROR_USAGE, "without an order");
	entry = (struct as_store_entry){.body = large};
	expect_none(&fixture, &entry, AS_ERROR_USAGE, "has 1048577 bytes; at most 1048576");
	entry = (struct as_store_entry){.blob = PACKAGE};
	expect_none(&fixture, &entry, AS_ERROR_USAGE, "does not have the blob");
	cr_assert_eq(as_store_setting_write(
			     fixture.store, fixture.space, AS_STORE_SETTING_QUEUED, "1", NULL),
		0);
	submit_path(&fixture, "b.c");
	entry = (struct as_store_entry){.order = &order};
	expect_none(&fixture, &entry, AS_ERROR_USAGE, "submissions waiting");
	cr_expect_eq(count_events(&fixture, 0, AS_STORE_EVENT_NOTE), 0);
	cr_expect_eq(count_events(&fixture, 0, AS_STORE_EVENT_QUEUED), 1);
	cr_expect_eq(as_store_append(fixture.store, fixture.space, &entry, 0, &appended, NULL), 0);
	entry = (struct as_store_entry){.body = {large.data, AS_STORE_BODY_MAX_BYTES}};
	cr_expect_eq(append(&fixture, &entry, 1, &appended), AS_ERROR_NONE);
	AUTO_PAGE page = read_page(&fixture, fixture.space, appended.number - 1, 10);
	cr_assert_eq(page.count, 1);
	cr_assert_eq(page.records[0].body.size, AS_STORE_BODY_MAX_BYTES);
	cr_expect_eq(memcmp(page.records[0].body.data, large.data, AS_STORE_BODY_MAX_BYTES), 0);
}

void a_page_has_a_maximum_number_of_bytes(const struct store_maker *maker)
{
	AS_AUTO_BYTES struct as_bytes large = bytes_of(AS_STORE_BODY_MAX_BYTES);
	const struct as_store_entry entry = {.body = large};
	struct as_store_appended appended;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	append_note(&fixture, "small");
	for (int i = 0; i < 18; i++)
		cr_assert_eq(append(&fixture, &entry, 1, &appended), AS_ERROR_NONE);
	int64_t last = 0;
	for (size_t count = 0; count < 19;) {
		AUTO_PAGE page =
			read_page(&fixture, count ? AS_STORE_WHOLE : fixture.space, last, 100);
		cr_assert(page.count > 0 && page.count < 19, "%zu records", page.count);
		cr_expect_gt(page.records[0].event.number, last);
		count += page.count;
		last = page.records[page.count - 1].event.number;
	}
	cr_expect_eq(last, appended.number);
	AUTO_PAGE end = read_page(&fixture, fixture.space, last, 100);
	cr_expect_eq(end.count, 0);
	AUTO_PAGE none = read_page(&fixture, fixture.space, 0, 0);
	cr_expect_eq(none.count, 0);
}

/* ---- appending on a condition ---- */

static int append_after(const struct fixture *fixture, int64_t last,
	const struct as_store_entry *entry, struct as_store_appended *appended)
{
	struct as_error error = {0};
	const int done = as_store_append_after(
		fixture->store, fixture->space, last, entry, 1, appended, &error);

	cr_assert_geq(done, 0, "%s", error.text);
	return done;
}

void an_append_is_refused_after_a_later_event(const struct store_maker *maker)
{
	struct as_store_appended appended;
	int64_t other;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	cr_assert_eq(as_store_space_find(fixture.store, "other", &other, NULL), 0);
	const struct as_store_order order = order_of(&fixture, "a.c");
	struct as_store_entry entry = note_of("x");
	entry.order = &order;
	cr_expect_eq(append_after(&fixture, 1, &entry, &appended), 0);
	cr_expect_eq(append_after(&fixture, 0, &entry, &appended), 1);
	cr_expect_eq(append_after(&fixture, 0, &entry, &appended), 0);
	cr_expect_eq(count_events(&fixture, 0, AS_STORE_EVENT_QUEUED), 1);
	/* An event of another space is not a later one; a result is. */
	struct fixture there = fixture;
	there.space = other;
	append_note(&there, "elsewhere");
	const int64_t last = append_note(&fixture, "y").number;
	AUTO_CLAIM claim = claim_next(&fixture);
	cr_expect_eq(append_after(&fixture, last, &entry, &appended), 1);
	const int64_t later = appended.number;
	cr_expect_eq(complete(&fixture, &claim, AS_VERDICT_AC), 1);
	cr_expect_eq(append_after(&fixture, later, &entry, &appended), 0);
	AUTO_PAGE page = read_page(&fixture, fixture.space, later, 10);
	cr_assert_eq(page.count, 1);
	cr_expect_eq(append_after(&fixture, page.records[0].event.number, &entry, &appended), 1);
	cr_expect_eq(count_events(&fixture, 0, AS_STORE_EVENT_QUEUED), 3);
}

#define WRITERS 4
#define NOTES_EACH 40

struct writers {
	const struct fixture *fixture;
	atomic_int index, refused;
};

/* Reads the last event, as a server does that keeps its state in memory. */
static int64_t read_last(const struct fixture *fixture, int64_t last)
{
	for (;;) {
		AUTO_PAGE page = read_page(fixture, fixture->space, last, 10);
		if (page.count == 0)
			return last;
		last = page.records[page.count - 1].event.number;
	}
}

/* Each note contains the number of the event after which it was written. */
static void *write_notes(void *argument)
{
	struct writers *writers = argument;
	const int index = atomic_fetch_add(&writers->index, 1);
	int64_t last = 0;

	for (int i = 0; i < NOTES_EACH;) {
		struct as_store_appended appended;
		char text[64];
		last = read_last(writers->fixture, last);
		snprintf(text, sizeof(text), "%lld by %d", (long long)last, index);
		const struct as_store_entry entry = note_of(text);
		const int done = append_after(writers->fixture, last, &entry, &appended);
		i += done;
		writers->refused += !done;
	}
	return NULL;
}

/* Makes jobs and results, which have no condition, by submit and by append. */
static void *judge_jobs(void *argument)
{
	struct writers *writers = argument;
	const struct as_store_order order = order_of(writers->fixture, "a.c");
	struct as_store_entry entry = note_of("job");

	entry.order = &order;
	for (int i = 0; i < NOTES_EACH; i++) {
		struct as_store_appended appended;
		if (i % 2)
			cr_assert_eq(append(writers->fixture, &entry, 1, &appended), AS_ERROR_NONE);
		else
			submit_path(writers->fixture, "b.c");
		AUTO_CLAIM claim = claim_next(writers->fixture);
		cr_assert_eq(complete(writers->fixture, &claim, AS_VERDICT_AC), 1);
	}
	return NULL;
}

struct follower {
	const struct fixture *fixture;
	size_t max, count;
	struct as_store_event *events;
};

static void *follow(void *argument)
{
	struct follower *follower = argument;
	int64_t last = 0;

	while (follower->count < follower->max) {
		int64_t known = last;
		cr_assert_eq(
			as_store_wait(follower->fixture->store, &known, INT64_C(60000000000), NULL),
			1);
		AUTO_PAGE page = read_page(follower->fixture, follower->fixture->space, last, 7);
		cr_assert_gt(page.count, 0);
		for (size_t i = 0; i < page.count; i++) {
			cr_assert_lt(follower->count, follower->max);
			follower->events[follower->count++] = page.records[i].event;
		}
		last = page.records[page.count - 1].event.number;
	}
	return NULL;
}

/* A reader that followed the log has the same records as one that starts now. */
static void expect_same(const struct fixture *fixture, const struct follower *follower)
{
	AUTO_PAGE page = read_page(fixture, fixture->space, 0, follower->max + 1);

	cr_assert_eq(page.count, follower->max);
	for (size_t i = 0; i < page.count; i++) {
		const struct as_store_record *record = &page.records[i];
		cr_assert_eq(record->event.number, follower->events[i].number);
		cr_assert_eq(record->event.kind, follower->events[i].kind);
		if (record->event.kind == AS_STORE_EVENT_NOTE)
			cr_assert_eq(strtoll(record->body.data, NULL, 10),
				i ? page.records[i - 1].event.number : 0);
	}
}

void appends_have_the_order_of_the_commits(const struct store_maker *maker)
{
	pthread_t threads[WRITERS + 2];
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	struct writers writers = {.fixture = &fixture};
	struct follower follower = {
		.fixture = &fixture, .max = WRITERS * NOTES_EACH + 2 * NOTES_EACH};
	AS_AUTO_FREE struct as_store_event *events = calloc(follower.max, sizeof(*events));
	follower.events = events;
	for (int i = 0; i < WRITERS; i++)
		cr_assert_eq(pthread_create(&threads[i], NULL, write_notes, &writers), 0);
	cr_assert_eq(pthread_create(&threads[WRITERS], NULL, judge_jobs, &writers), 0);
	cr_assert_eq(pthread_create(&threads[WRITERS + 1], NULL, follow, &follower), 0);
	for (int i = 0; i < WRITERS + 2; i++)
		pthread_join(threads[i], NULL);
	expect_same(&fixture, &follower);
	cr_expect_gt(writers.refused, 0, "they wrote at the same time");
}

/* ---- jobs ---- */

void a_submission_is_judged_again_by_another_job(const struct store_maker *maker)
{
	const struct as_store_package fixed = {.digest = "bb", .name = "sum"};
	AS_AUTO_BYTES struct as_bytes files = {0};
	struct as_store_appended appended;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	cr_assert_eq(as_store_package_put(fixture.store, &fixed, NULL), 0);
	struct as_store_order order = order_of(&fixture, "class/a.c");
	order.owner = "ann";
	order.language = "c";
	const int64_t old = submit_order(&fixture, &order).job;
	AUTO_CLAIM first = claim_next(&fixture);
	cr_expect_eq(complete(&fixture, &first, AS_VERDICT_WA), 1);
	struct as_store_order asked = {
		.space = fixture.space, .package = fixed.digest, .class = AS_STORE_REJUDGING};
	struct as_store_entry entry = note_of("{\"by\": \"jury\"}");
	entry.order = &asked;
	entry.again = old;
	cr_assert_eq(append(&fixture, &entry, 1, &appended), AS_ERROR_NONE);
	cr_expect_neq(appended.ticket.job, old);
	cr_expect_eq(appended.ticket.state, AS_STORE_QUEUED);
	cr_expect_eq(read_verdict(&fixture, old), AS_VERDICT_WA, "until the new one is done, too");
	AUTO_CLAIM again = claim_next(&fixture);
	cr_expect_eq(again.job, appended.ticket.job);
	cr_expect_eq(again.attempt, 1);
	cr_expect_str_eq(again.package, "bb");
	cr_expect_str_eq(again.path, "class/a.c");
	cr_expect_str_eq(again.language, "c");
	cr_expect_str_eq(again.options.data, "how");
	cr_assert_eq(as_store_blob_read(fixture.store, again.files, 100, &files, NULL), 1);
	cr_expect_str_eq(files.data, "class/a.c");
	cr_expect_eq(complete(&fixture, &again, AS_VERDICT_AC), 1);
	cr_expect_eq(read_verdict(&fixture, old), AS_VERDICT_WA);
	cr_expect_eq(read_verdict(&fixture, appended.ticket.job), AS_VERDICT_AC);
	/* Both belong to the owner. */
	uint64_t count;
	cr_expect_eq(as_store_forget(fixture.store, "ann", &count, NULL), 0);
	cr_expect_eq(count, 1);
	struct fixture there = fixture;
	cr_assert_eq(as_store_space_find(fixture.store, "other", &there.space, NULL), 0);
	asked.space = there.space;
	cr_expect_eq(append(&there, &entry, 1, &appended), AS_ERROR_USAGE);
}

void a_job_has_the_times_of_its_attempt(const struct store_maker *maker)
{
	int64_t before, between, after;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	const int64_t id = submit_path(&fixture, "a.c");
	cr_expect_eq(read_job(&fixture, id).began_ms, 0);
	{
		AUTO_CLAIM lost = claim_next(&fixture);
		cr_assert_eq(as_store_release(fixture.store, &lost, NULL), 1);
	}
	usleep(2000);
	cr_assert_eq(as_store_now(fixture.store, &before, NULL), 0);
	AUTO_CLAIM claim = claim_next(&fixture);
	struct as_store_job job = read_job(&fixture, id);
	cr_expect_geq(job.began_ms, before);
	cr_expect_eq(job.ended_ms, 0);
	usleep(2000);
	cr_assert_eq(as_store_now(fixture.store, &between, NULL), 0);
	cr_expect_eq(complete(&fixture, &claim, AS_VERDICT_AC), 1);
	cr_assert_eq(as_store_now(fixture.store, &after, NULL), 0);
	const int64_t began_ms = job.began_ms;
	job = read_job(&fixture, id);
	cr_expect_eq(job.began_ms, began_ms);
	cr_expect(job.ended_ms >= between && job.ended_ms <= after);
}

void a_blob_is_kept_as_long_as_its_event(const struct store_maker *maker)
{
	const struct as_bytes photo = {(char *)"photo", 5};
	struct as_store_entry entry = note_of("a photo");
	struct as_store_appended appended;
	struct as_store_removed removed;
	char digest[AS_DIGEST_HEX_SIZE], waste[AS_DIGEST_HEX_SIZE];
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	cr_assert_eq(as_store_blob_put(fixture.store, "waste", 5, waste, NULL), 0);
	cr_assert_eq(as_store_blob_put(fixture.store, photo.data, 5, digest, NULL), 0);
	entry.blob = digest;
	cr_assert_eq(append(&fixture, &entry, 1, &appended), AS_ERROR_NONE);
	usleep(10000);
	cr_assert_eq(as_store_collect(fixture.store, 1, NULL, &removed, NULL), 0);
	cr_expect_eq(removed.blob_count, 1);
	expect_blob(&fixture, digest, &photo);
}

/* ---- epochs ---- */

static void read_epoch(const struct fixture *fixture, char epoch[AS_STORE_EPOCH_SIZE])
{
	struct as_error error = {0};

	cr_assert_eq(as_store_space_epoch(fixture->store, fixture->space, epoch, &error), 0, "%s",
		error.text);
	cr_expect_eq(strspn(epoch, "0123456789abcdef"), AS_STORE_EPOCH_SIZE - 1, "%s", epoch);
}

void an_epoch_is_new_in_an_imported_store(const struct store_maker *maker)
{
	char epoch[AS_STORE_EPOCH_SIZE], other[AS_STORE_EPOCH_SIZE];
	struct as_error error = {0};
	AUTO_FIXTURE fixture;
	AUTO_FIXTURE copy = {0};

	fixture_open(&fixture, maker);
	read_epoch(&fixture, epoch);
	fixture_reopen(&fixture);
	read_epoch(&fixture, other);
	cr_expect_str_eq(epoch, other);
	struct fixture there = fixture;
	cr_assert_eq(as_store_space_find(fixture.store, "other", &there.space, NULL), 0);
	read_epoch(&there, other);
	cr_expect_str_neq(epoch, other);
	cr_expect_eq(as_store_space_epoch(fixture.store, 4711, other, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_str_eq(error.text, "the store has no space 4711");
	cr_assert_eq(as_store_export(fixture.store, "epoch.tar", NULL, NULL), 0);
	maker->make_url(copy.url);
	copy.store = store_open(copy.url);
	cr_assert_eq(as_store_import(copy.store, "epoch.tar", NULL, NULL), 0);
	copy.space = fixture.space;
	read_epoch(&copy, other);
	cr_expect_str_neq(epoch, other);
	fixture_reopen(&copy);
	read_epoch(&copy, epoch);
	cr_expect_str_eq(epoch, other);
}

/* ---- outcomes ---- */

/* Completes the next job. The package has one test more than were run. */
static void complete_scored(struct fixture *fixture, double points)
{
	struct as_test of_package[] = {{.name = "sample/1"}, {.name = "secret/a/1"},
		{.name = "secret/a/2"}, {.name = "secret/b/1"}};
	const struct as_package package = {.tests = of_package, .test_count = 4};
	struct as_result_test tests[] = {
		{.name = "sample/1",
			.verdict = AS_VERDICT_AC,
			.usage = {.known = true, .cpu_time_ns = 1000}},
		{.name = "secret/a/2", .verdict = AS_VERDICT_TLE},
		{.name = "secret/b/1",
			.verdict = AS_VERDICT_AC,
			.usage = {.known = true, .cpu_time_ns = 2000}},
	};
	struct as_result_group groups[] = {
		{.name = "secret", .has_score = true, .score = points, .unmet = SIZE_MAX},
		{.name = "secret/a", .has_score = true, .score = 0, .unmet = SIZE_MAX},
		{.name = "secret/b", .has_score = true, .score = 12.5, .unmet = SIZE_MAX},
		{.name = "secret/b/deep", .has_score = true, .score = 1, .unmet = SIZE_MAX},
	};
	const struct as_result result = {.problem = "sum",
		.path = "a.c",
		.version = "0",
		.verdict = AS_VERDICT_TLE,
		.scoring = true,
		.has_score = true,
		.score = points,
		.max_score = 100,
		.compile = {.verdict = AS_VERDICT_AC},
		.tests = tests,
		.test_count = 3,
		.groups = groups,
		.group_count = 4};
	struct as_error error = {0};
	AUTO_CLAIM claim = claim_next(fixture);

	cr_assert_eq(as_store_complete(fixture->store, &claim, &result, &package, &error), 1, "%s",
		error.text);
}

static void expect_run(
	const struct as_store_run *run, uint32_t test, enum as_verdict verdict, int64_t time_ns)
{
	cr_expect_eq(run->test, test);
	cr_expect_eq(run->verdict, verdict);
	cr_expect_eq(run->time_ns, time_ns);
}

void the_event_of_a_result_has_its_outcome(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	submit_path(&fixture, "a.c");
	submit_path(&fixture, "b.c");
	complete_scored(&fixture, 12.5);
	AUTO_CLAIM failed = claim_next(&fixture);
	cr_assert_eq(
		as_store_fail(fixture.store, &failed, &(struct as_error){.text = "why"}, NULL), 1);
	AUTO_PAGE page = read_page(&fixture, fixture.space, 0, 100);
	cr_assert_eq(page.count, 4);
	cr_expect_null(page.records[0].outcome, "of a job that waits");
	cr_expect_eq(page.records[0].began_ms, 0);
	const struct as_store_outcome *outcome = page.records[2].outcome;
	cr_assert_not_null(outcome);
	cr_expect_eq(outcome->verdict, AS_VERDICT_TLE);
	cr_expect(outcome->is_scored);
	cr_expect_eq(outcome->score_e6, 12500000);
	cr_assert_eq(outcome->group_count, 2);
	cr_expect_eq(outcome->groups_e6[0], 0);
	cr_expect_eq(outcome->groups_e6[1], 12500000);
	cr_assert_eq(outcome->run_count, 3);
	expect_run(&outcome->runs[0], 0, AS_VERDICT_AC, 1000);
	expect_run(&outcome->runs[1], 2, AS_VERDICT_TLE, -1);
	expect_run(&outcome->runs[2], 3, AS_VERDICT_AC, 2000);
	for (size_t i = 2; i < 4; i++) {
		cr_expect_gt(page.records[i].began_ms, 0);
		cr_expect_leq(page.records[i].began_ms, page.records[i].event.time_ms);
	}
	cr_expect_eq(page.records[3].event.kind, AS_STORE_EVENT_FAILED);
	cr_expect_null(page.records[3].outcome);
}

void an_outcome_has_numbers_in_their_ranges_only(const struct store_maker *maker)
{
	static const double scores[] = {-1, 1e9, 1.5e9, NAN, INFINITY};
	static const int64_t right[] = {0, INT64_C(1000000000000000), 0, 0, 0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	for (size_t i = 0; i < 5; i++) {
		submit_path(&fixture, "a.c");
		complete_scored(&fixture, scores[i]);
		AUTO_PAGE page = read_page(&fixture, fixture.space, 2 * (int64_t)i + 1, 100);
		cr_assert_eq(page.count, 1);
		cr_expect_eq(page.records[0].outcome->score_e6, right[i], "%g", scores[i]);
	}
}
