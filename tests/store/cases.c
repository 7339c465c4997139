/* SPDX-License-Identifier: MIT */
#include "cases.h"

#include <assay/store/share.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>

/* ---- blobs ---- */

static const size_t sizes[] = {
	0, 1, AS_STORE_CHUNK_BYTES - 1, AS_STORE_CHUNK_BYTES, AS_STORE_CHUNK_BYTES + 1, 5242883};
#define SIZE_COUNT (sizeof(sizes) / sizeof(*sizes))

void blobs_of_all_sizes_come_back(const struct store_maker *maker)
{
	char digests[SIZE_COUNT][AS_DIGEST_HEX_SIZE];
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	for (size_t i = 0; i < SIZE_COUNT; i++) {
		AS_AUTO_BYTES struct as_bytes bytes = bytes_of(sizes[i]);
		cr_assert_eq(
			as_store_blob_put(fixture.store, bytes.data, bytes.size, digests[i], NULL),
			0);
		expect_blob(&fixture, digests[i], &bytes);
	}
	fixture_reopen(&fixture);
	for (size_t i = 0; i < SIZE_COUNT; i++) {
		AS_AUTO_BYTES struct as_bytes bytes = bytes_of(sizes[i]);
		expect_blob(&fixture, digests[i], &bytes);
	}
}

void a_blob_is_kept_once_and_found_by_its_digest_only(const struct store_maker *maker)
{
	char digest[AS_DIGEST_HEX_SIZE], again[AS_DIGEST_HEX_SIZE];
	struct as_error error = {0};
	struct as_bytes bytes;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	cr_assert_eq(as_store_blob_put(fixture.store, "abc", 3, digest, NULL), 0);
	cr_assert_eq(as_store_blob_put(fixture.store, "abc", 3, again, NULL), 0);
	cr_expect_str_eq(digest, again);
	cr_expect_eq(as_store_blob_read(fixture.store, PACKAGE, 100, &bytes, NULL), 0);
	cr_expect_eq(as_store_blob_read_fd(fixture.store, PACKAGE, -1, NULL), 0);
	cr_expect_eq(as_store_blob_read(fixture.store, digest, 2, &bytes, &error), -1);
	cr_expect_not_null(
		strstr(error.text, "has 3 bytes; at most 2 were expected"), "%s", error.text);
	cr_expect_null(bytes.data);
}

void a_file_comes_back_chunk_by_chunk(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	for (size_t i = 0; i < SIZE_COUNT; i++) {
		AS_AUTO_BYTES struct as_bytes bytes = bytes_of(sizes[i]), read = {0};
		AS_AUTO_FD int from = memfd_create("from", MFD_CLOEXEC);
		AS_AUTO_FD int to = memfd_create("to", MFD_CLOEXEC);
		char digest[AS_DIGEST_HEX_SIZE];
		cr_assert_eq(as_fd_write(from, bytes.data, bytes.size, NULL), 0);
		cr_assert_eq(as_store_blob_put_fd(fixture.store, from, NULL, digest, NULL), 0);
		expect_blob(&fixture, digest, &bytes);
		cr_assert_eq(as_store_blob_read_fd(fixture.store, digest, to, NULL), 1);
		cr_assert_eq(as_fd_read(to, UINT64_MAX, &read, NULL), 0);
		cr_expect_eq(read.size, bytes.size);
		cr_expect_eq(memcmp(read.data, bytes.data, bytes.size), 0);
	}
}

/* ---- spaces and settings ---- */

static void expect_setting(const struct fixture *fixture, int64_t space, const char *expected)
{
	AS_AUTO_FREE char *value = NULL;

	cr_assert_eq(as_store_setting_read(fixture->store, space, "colour", &value, NULL), 0);
	cr_expect_str_eq(value ? value : "(none)", expected);
}

void spaces_and_settings_last(const struct store_maker *maker)
{
	int64_t same, other;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	cr_assert_eq(as_store_space_find(fixture.store, "test", &same, NULL), 0);
	cr_assert_eq(as_store_space_find(fixture.store, "another", &other, NULL), 0);
	cr_expect_eq(same, fixture.space);
	cr_expect_neq(other, fixture.space);
	cr_expect(same != AS_STORE_WHOLE && other != AS_STORE_WHOLE);
	expect_setting(&fixture, other, "(none)");
	cr_assert_eq(as_store_setting_write(fixture.store, other, "colour", "red", NULL), 0);
	cr_assert_eq(as_store_setting_write(fixture.store, other, "colour", "blue", NULL), 0);
	fixture_reopen(&fixture);
	expect_setting(&fixture, other, "blue");
	expect_setting(&fixture, fixture.space, "(none)");
	expect_setting(&fixture, AS_STORE_WHOLE, "(none)");
	cr_assert_eq(as_store_space_find(fixture.store, "another", &same, NULL), 0);
	cr_expect_eq(same, other);
}

void a_setting_that_another_process_has_changed_is_not_replaced(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	struct as_store *store = fixture.store;
	const int64_t space = fixture.space;
	cr_expect_eq(as_store_setting_swap(store, space, "colour", "red", "blue", NULL), 0);
	expect_setting(&fixture, space, "(none)");
	cr_expect_eq(as_store_setting_swap(store, space, "colour", NULL, "red", NULL), 1);
	cr_expect_eq(as_store_setting_swap(store, space, "colour", NULL, "blue", NULL), 0);
	cr_expect_eq(as_store_setting_swap(store, space, "colour", "green", "blue", NULL), 0);
	expect_setting(&fixture, space, "red");
	cr_expect_eq(as_store_setting_swap(store, space, "colour", "red", "blue", NULL), 1);
	expect_setting(&fixture, space, "blue");
	expect_setting(&fixture, AS_STORE_WHOLE, "(none)");
}

/* ---- jobs ---- */

static void expect_claim(const struct as_store_claim *claim, int64_t job)
{
	cr_expect_eq(claim->job, job);
	cr_expect_eq(claim->attempt, 1);
	cr_expect_str_eq(claim->package, PACKAGE);
	cr_expect_str_eq(claim->path, "class/a.c");
	cr_expect_str_eq(claim->language, "c");
	cr_expect_null(claim->entry_point);
	cr_expect_eq(claim->options.size, 3);
	cr_expect_str_eq(claim->options.data, "how");
}

void a_job_ends_in_its_result(const struct store_maker *maker)
{
	AS_AUTO_BYTES struct as_bytes files = {0};
	struct events events;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	struct as_store_order order = order_of(&fixture, "class/a.c");
	order.language = "c";
	const struct as_store_ticket ticket = submit_order(&fixture, &order);
	cr_expect_eq(ticket.state, AS_STORE_QUEUED);
	cr_expect_eq(read_job(&fixture, ticket.job).state, AS_STORE_QUEUED);
	cr_expect_eq(read_verdict(&fixture, ticket.job), AS_VERDICT_NONE);
	AUTO_CLAIM claim = claim_next(&fixture);
	expect_claim(&claim, ticket.job);
	cr_assert_eq(as_store_blob_read(fixture.store, claim.files, 100, &files, NULL), 1);
	cr_expect_str_eq(files.data, "class/a.c");
	cr_expect_eq(read_job(&fixture, ticket.job).state, AS_STORE_CLAIMED);
	cr_expect_eq(claim_next(&fixture).job, 0);
	cr_expect_eq(as_store_beat(fixture.store, &claim, NULL), 1);
	cr_expect_eq(complete(&fixture, &claim, AS_VERDICT_WA), 1);
	cr_expect_eq(as_store_beat(fixture.store, &claim, NULL), 0);
	fixture_reopen(&fixture);
	cr_expect_eq(read_job(&fixture, ticket.job).state, AS_STORE_DONE);
	cr_expect_eq(read_verdict(&fixture, ticket.job), AS_VERDICT_WA);
	read_events(&fixture, fixture.space, &events);
	cr_assert_eq(events.count, 2);
	cr_expect_eq(events.items[0].kind, AS_STORE_EVENT_QUEUED);
	cr_expect_eq(events.items[1].kind, AS_STORE_EVENT_DONE);
	cr_expect_eq(events.items[1].job, ticket.job);
	cr_expect_gt(events.items[1].time_ms, INT64_C(1700000000000));
	cr_expect_eq(as_store_job_read(fixture.store, 4711, &(struct as_store_job){0}, NULL), 0);
}

void large_submissions_and_results_are_kept(const struct store_maker *maker)
{
	AS_AUTO_BYTES struct as_bytes large = bytes_of(3000000), files = {0};
	AS_AUTO(as_result_clear) struct as_result read = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	struct as_store_order order = order_of(&fixture, "large.c");
	order.files = large;
	submit_order(&fixture, &order);
	AUTO_CLAIM claim = claim_next(&fixture);
	cr_assert_eq(as_store_blob_read(fixture.store, claim.files, large.size, &files, NULL), 1);
	cr_expect_eq(memcmp(files.data, large.data, large.size), 0);
	memset(large.data, 'x', large.size);
	struct as_result result = result_of(AS_VERDICT_CE, "large.c");
	result.compile.output = large.data;
	cr_assert_eq(as_store_complete(fixture.store, &claim, &result, NULL, NULL), 1);
	cr_assert_eq(as_store_result_read(fixture.store, claim.job, &read, NULL), 1);
	cr_expect_str_eq(read.compile.output, large.data);
}

void a_submission_is_queued_once(const struct store_maker *maker)
{
	struct as_store_ticket found = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	struct as_store_order order = order_of(&fixture, "a.c"), other;
	cr_expect_neq(submit_order(&fixture, &order).job, submit_order(&fixture, &order).job);
	order.once = true;
	cr_expect_eq(as_store_find(fixture.store, &order, &found, NULL), 0);
	const int64_t job = submit_order(&fixture, &order).job;
	cr_expect_eq(as_store_find(fixture.store, &order, &found, NULL), 1);
	cr_expect_eq(found.job, job);
	cr_expect_eq(found.state, AS_STORE_QUEUED);
	other = order;
	other.space++;
	cr_expect_eq(as_store_find(fixture.store, &other, &found, NULL), 0);
	other = order;
	other.path = "elsewhere/a.c";
	cr_expect_eq(submit_order(&fixture, &other).job, job, "the path does not matter");
	other = order;
	other.files.data = (char *)"b.c";
	cr_expect_neq(submit_order(&fixture, &other).job, job);
	other = order;
	other.options.data = (char *)"who";
	cr_expect_neq(submit_order(&fixture, &other).job, job);
	other = order;
	other.language = "c";
	cr_expect_neq(submit_order(&fixture, &other).job, job);
	fixture_reopen(&fixture);
	cr_expect_eq(submit_order(&fixture, &order).job, job);
	/* Being the last one, it is not claimed first. */
	order.priority = 5;
	cr_expect_eq(submit_order(&fixture, &order).job, job);
	AUTO_CLAIM claim = claim_next(&fixture);
	cr_expect_eq(claim.job, job);
	cr_expect_eq(submit_order(&fixture, &order).state, AS_STORE_CLAIMED);
	complete(&fixture, &claim, AS_VERDICT_AC);
	cr_expect_eq(submit_order(&fixture, &order).state, AS_STORE_DONE);
	cr_expect_eq(submit_order(&fixture, &order).job, job);
	cr_expect_eq(as_store_find(fixture.store, &order, &found, NULL), 1);
	cr_expect_eq(found.state, AS_STORE_DONE);
}

static void expect_cause(const struct fixture *fixture, int64_t id)
{
	const struct as_store_job job = read_job(fixture, id);

	cr_expect_eq(job.state, AS_STORE_FAILED);
	cr_expect_eq(job.cause.kind, AS_ERROR_MACHINE);
	cr_expect_eq(job.cause.sys_errno, 28);
	cr_expect_str_eq(job.cause.text, "a.c: the disk is full");
}

void a_failed_job_is_queued_again_on_request(const struct store_maker *maker)
{
	const struct as_error cause = {.kind = AS_ERROR_MACHINE,
		.sys_errno = 28,
		.where = "a.c",
		.text = "the disk is full"};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	struct as_store_order order = order_of(&fixture, "a.c");
	order.once = true;
	const int64_t job = submit_order(&fixture, &order).job;
	AUTO_CLAIM first = claim_next(&fixture);
	cr_expect_eq(as_store_fail(fixture.store, &first, &cause, NULL), 1);
	cr_expect_eq(as_store_fail(fixture.store, &first, &cause, NULL), 0);
	expect_cause(&fixture, job);
	cr_expect_eq(submit_order(&fixture, &order).state, AS_STORE_FAILED);
	cr_expect_eq(claim_next(&fixture).job, 0);
	order.retry = true;
	cr_expect_eq(submit_order(&fixture, &order).state, AS_STORE_QUEUED);
	AUTO_CLAIM second = claim_next(&fixture);
	cr_expect_eq(second.attempt, 2);
	cr_expect_eq(complete(&fixture, &second, AS_VERDICT_JE), 1);
	cr_expect_eq(read_verdict(&fixture, job), AS_VERDICT_JE);
	cr_expect_eq(submit_order(&fixture, &order).state, AS_STORE_QUEUED);
	cr_expect_eq(read_verdict(&fixture, job), AS_VERDICT_NONE);
	AUTO_CLAIM third = claim_next(&fixture);
	cr_expect_eq(complete(&fixture, &third, AS_VERDICT_AC), 1);
	cr_expect_eq(submit_order(&fixture, &order).state, AS_STORE_DONE);
	cr_expect_eq(read_verdict(&fixture, job), AS_VERDICT_AC);
}

void submissions_are_all_queued_or_none(const struct store_maker *maker)
{
	struct as_store_ticket tickets[2];
	struct as_error error = {0};
	int64_t known = 0;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	struct as_store_order orders[2] = {order_of(&fixture, "a.c"), order_of(&fixture, "b.c")};
	orders[1].package = "unknown";
	cr_expect_eq(as_store_submit(fixture.store, orders, 2, tickets, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
	cr_expect_eq(claim_next(&fixture).job, 0);
	cr_expect_eq(count_events(&fixture, 0, AS_STORE_EVENT_QUEUED), 0);
	cr_expect_eq(as_store_wait(fixture.store, &known, 0, NULL), 0, "no event was added");
	orders[1].package = PACKAGE;
	cr_expect_eq(as_store_submit(fixture.store, orders, 2, tickets, NULL), 0);
	cr_expect_eq(as_store_wait(fixture.store, &known, 0, NULL), 1);
	cr_expect_eq(count_events(&fixture, 0, AS_STORE_EVENT_QUEUED), 2);
	cr_expect_eq(as_store_submit(fixture.store, orders, 0, tickets, NULL), 0);
}

/* ---- claims ---- */

void a_late_result_is_discarded(const struct store_maker *maker)
{
	const struct as_error cause = {.kind = AS_ERROR_INTERNAL, .text = "late"};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	const int64_t job = submit_path(&fixture, "a.c");
	AUTO_CLAIM late = claim_next(&fixture);
	fixture_reopen(&fixture);
	AUTO_CLAIM claim = claim_next(&fixture);
	cr_expect_eq(claim.job, job);
	cr_expect_eq(claim.attempt, 2);
	cr_expect_neq(claim.session, late.session);
	cr_expect_eq(as_store_beat(fixture.store, &late, NULL), 0);
	cr_expect_eq(complete(&fixture, &late, AS_VERDICT_WA), 0);
	cr_expect_eq(as_store_fail(fixture.store, &late, &cause, NULL), 0);
	cr_expect_eq(as_store_release(fixture.store, &late, NULL), 0);
	/* Each of the three members has to match. */
	struct as_store_claim other = claim;
	other.attempt = late.attempt;
	cr_expect_eq(complete(&fixture, &other, AS_VERDICT_WA), 0);
	other = claim;
	other.session = late.session;
	cr_expect_eq(complete(&fixture, &other, AS_VERDICT_WA), 0);
	cr_expect_eq(read_job(&fixture, job).state, AS_STORE_CLAIMED);
	cr_expect_eq(complete(&fixture, &claim, AS_VERDICT_AC), 1);
	cr_expect_eq(complete(&fixture, &late, AS_VERDICT_WA), 0);
	cr_expect_eq(complete(&fixture, &claim, AS_VERDICT_WA), 0);
	cr_expect_eq(read_verdict(&fixture, job), AS_VERDICT_AC);
	cr_expect_eq(count_events(&fixture, job, AS_STORE_EVENT_DONE), 1);
}

void a_job_that_is_handed_back_is_queued_again(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	const int64_t job = submit_path(&fixture, "a.c");
	AUTO_CLAIM first = claim_next(&fixture);
	cr_expect_eq(as_store_release(fixture.store, &first, NULL), 1);
	cr_expect_eq(read_job(&fixture, job).death_count, 0);
	AUTO_CLAIM second = claim_next(&fixture);
	cr_expect_eq(second.job, job);
	cr_expect_eq(second.attempt, 2);
	cr_expect_eq(complete(&fixture, &first, AS_VERDICT_WA), 0);
	cr_expect_eq(complete(&fixture, &second, AS_VERDICT_AC), 1);
}

/* An owner claims jobs, and dies. */
static void die_with(struct fixture *fixture, int count)
{
	int status;

	as_store_close(fixture->store);
	const pid_t pid = fork();
	cr_assert_geq(pid, 0);
	if (pid == 0) {
		fixture->store = as_store_open(fixture->url, NULL);
		for (int i = 0; fixture->store && i < count; i++)
			if (claim_next(fixture).job == 0)
				_exit(2);
		_exit(!fixture->store);
	}
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_assert_eq(status, 0);
	if (fixture->maker->await_death)
		fixture->maker->await_death(fixture->url);
	fixture->store = store_open(fixture->url);
}

void a_job_whose_workers_die_runs_alone_and_then_fails(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	const int64_t poison = submit_path(&fixture, "poison.c");
	const int64_t other = submit_path(&fixture, "other.c");
	const int64_t third = submit_path(&fixture, "third.c");
	die_with(&fixture, 2);
	die_with(&fixture, 2);
	cr_expect_eq(read_job(&fixture, poison).death_count, 2);
	cr_expect_eq(read_job(&fixture, third).death_count, 0);
	AUTO_CLAIM alone = claim_next(&fixture);
	cr_expect_eq(alone.job, poison);
	cr_expect_eq(claim_next(&fixture).job, 0, "it runs alone");
	die_with(&fixture, 1);
	struct as_store_job job = read_job(&fixture, poison);
	cr_expect_eq(job.state, AS_STORE_FAILED);
	cr_expect_eq(job.cause.kind, AS_ERROR_INTERNAL);
	cr_expect_not_null(strstr(job.cause.text, "was killed 3 times"), "%s", job.cause.text);
	cr_expect_eq(count_events(&fixture, poison, AS_STORE_EVENT_FAILED), 1);
	/* The other one runs alone, too, although it is not at fault. */
	AUTO_CLAIM innocent = claim_next(&fixture);
	cr_expect_eq(innocent.job, other);
	cr_expect_eq(claim_next(&fixture).job, 0);
	cr_expect_eq(complete(&fixture, &innocent, AS_VERDICT_AC), 1);
	AUTO_CLAIM last = claim_next(&fixture);
	cr_expect_eq(last.job, third);
}

void a_store_that_is_closed_hands_its_claims_back(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	const int64_t job = submit_path(&fixture, "a.c");
	AUTO_CLAIM first = claim_next(&fixture);
	cr_expect_eq(first.job, job);
	fixture_reopen(&fixture);
	cr_expect_eq(read_job(&fixture, job).state, AS_STORE_QUEUED);
	cr_expect_eq(read_job(&fixture, job).death_count, 0);
}

void a_job_that_is_given_up_reports_the_deaths_of_its_own_workers(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	const int64_t job = submit_path(&fixture, "a.c");
	die_with(&fixture, 1);
	die_with(&fixture, 1);
	cr_assert_eq(as_store_setting_write(
			     fixture.store, AS_STORE_WHOLE, AS_STORE_SETTING_ATTEMPTS, "2", NULL),
		0);
	die_with(&fixture, 1);
	const struct as_store_job read = read_job(&fixture, job);
	cr_expect_eq(read.state, AS_STORE_FAILED);
	cr_expect_not_null(strstr(read.cause.text, "was killed 3 times"), "%s", read.cause.text);
}

/* ---- turns ---- */

static void submit_many(const struct fixture *fixture, const char *owner, int count)
{
	for (int i = 0; i < count; i++) {
		struct as_store_order order = order_of(fixture, owner);
		order.owner = owner;
		submit_order(fixture, &order);
	}
}

/* Appends the path of the next job, which is its owner; the claim is dropped. */
static void claim_some(const struct fixture *fixture, int count, char *owners)
{
	size_t length = strlen(owners);

	for (int i = 0; i < count; i++) {
		AUTO_CLAIM claim = claim_next(fixture);
		owners[length++] = claim.path ? claim.path[0] : '-';
		owners[length] = '\0';
	}
}

void owners_take_turns(const struct store_maker *maker)
{
	char owners[64] = "";
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	submit_many(&fixture, "a", 100);
	claim_some(&fixture, 4, owners);
	submit_many(&fixture, "b", 3);
	claim_some(&fixture, 10, owners);
	cr_expect_str_eq(owners, "aaaabababaaaaa");
}

/* Two contests have a team with the same name. */
void owners_of_two_spaces_have_turns_of_their_own(const struct store_maker *maker)
{
	char owners[64] = "";
	int64_t space;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	submit_many(&fixture, "team", 100);
	cr_assert_eq(as_store_space_find(fixture.store, "other", &space, NULL), 0);
	struct as_store_order order = order_of(&fixture, "Team");
	order.owner = "team";
	order.space = space;
	submit_order(&fixture, &order);
	claim_some(&fixture, 4, owners);
	cr_expect_not_null(strchr(owners, 'T'), "%s", owners);
}

void an_idle_owner_saves_no_turns(const struct store_maker *maker)
{
	char owners[64] = "";
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	submit_many(&fixture, "b", 1);
	claim_some(&fixture, 1, owners);
	submit_many(&fixture, "a", 20);
	claim_some(&fixture, 10, owners);
	submit_many(&fixture, "b", 10);
	claim_some(&fixture, 8, owners);
	cr_expect_str_eq(owners + 11, "babababa", "%s", owners);
}

static int64_t submit_urgent(const struct fixture *fixture, const char *path,
	enum as_store_class class, int64_t priority)
{
	struct as_store_order order = order_of(fixture, path);

	order.class = class;
	order.priority = priority;
	return submit_order(fixture, &order).job;
}

void classes_go_before_priorities_and_those_before_turns(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	const int64_t jobs[] = {submit_urgent(&fixture, "e", AS_STORE_GENERATION, 9),
		submit_urgent(&fixture, "d", AS_STORE_COURSE, -1),
		submit_urgent(&fixture, "c", AS_STORE_COURSE, 0),
		submit_urgent(&fixture, "b", AS_STORE_COURSE, 7),
		submit_urgent(&fixture, "a", AS_STORE_CONTEST, 0)};
	for (int i = 4; i >= 0; i--) {
		AUTO_CLAIM claim = claim_next(&fixture);
		cr_expect_eq(claim.job, jobs[i], "%d", i);
	}
}

static int64_t submit_lane(const struct fixture *fixture, const char *lane)
{
	struct as_store_order order = order_of(fixture, lane);

	order.lane = lane;
	return submit_order(fixture, &order).job;
}

static int64_t claim_lanes(const struct fixture *fixture, const char *const *lanes, size_t count)
{
	AUTO_CLAIM claim = {0};

	cr_assert_geq(store_claim_lanes(fixture->store, lanes, count, &claim, NULL), 0);
	return claim.job;
}

static int64_t submit_owned(
	const struct fixture *fixture, const char *owner, const char *lane, int64_t priority)
{
	struct as_store_order order = order_of(fixture, owner);

	order.owner = owner;
	order.lane = lane;
	order.priority = priority;
	return submit_order(fixture, &order).job;
}

/* The last of eight jobs of one owner is claimed before the others, because it is urgent or has a
 * lane of its own. The turns of the others continue from the first. */
static void pass_tags(const struct store_maker *maker, const char *lane, int64_t priority)
{
	char owners[64] = "";
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	submit_many(&fixture, "a", 7);
	const int64_t last = submit_owned(&fixture, "a", lane, priority);
	cr_expect_eq(claim_lanes(&fixture, &lane, 1), last);
	submit_many(&fixture, "b", 3);
	claim_some(&fixture, 10, owners);
	cr_expect_str_eq(owners, "abababaaaa", "%s", owners);
	/* Owners have neither credit nor debt. */
	submit_many(&fixture, "b", 3);
	submit_many(&fixture, "a", 3);
	*owners = '\0';
	claim_some(&fixture, 6, owners);
	cr_expect_str_eq(owners, "bbabaa", "%s", owners);
}

void a_later_owner_does_not_wait_behind_tags_that_were_passed(const struct store_maker *maker)
{
	pass_tags(maker, "lane", 1);
	pass_tags(maker, "other", 0);
}

void lanes_are_claimed_by_those_who_serve_them(const struct store_maker *maker)
{
	static const char *const java[] = {"java"}, *const both[] = {"c", "java"};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	const int64_t first = submit_lane(&fixture, "c"), second = submit_lane(&fixture, "java");
	const int64_t third = submit_lane(&fixture, "c");
	cr_expect_eq(claim_lanes(&fixture, both, 0), 0);
	cr_expect_eq(claim_lanes(&fixture, java, 1), second);
	cr_expect_eq(claim_lanes(&fixture, java, 1), 0);
	cr_expect_eq(claim_lanes(&fixture, both, 2), first);
	const int64_t fourth = submit_lane(&fixture, "java");
	cr_expect_eq(claim_lanes(&fixture, both, 2), third, "by turn, not by lane");
	cr_expect_eq(claim_lanes(&fixture, both, 2), fourth);
}

/* ---- threads ---- */

#define THREADS 4
#define JOBS_EACH 25

struct crowd {
	const struct fixture *fixture;
	atomic_int completed, failures;
};

static void *submit_jobs(void *argument)
{
	struct crowd *crowd = argument;
	struct as_store_order order = order_of(crowd->fixture, "a.c");
	struct as_store_ticket ticket;

	for (int i = 0; i < JOBS_EACH; i++)
		if (as_store_submit(crowd->fixture->store, &order, 1, &ticket, NULL))
			atomic_fetch_add(&crowd->failures, 1);
	return NULL;
}

static void *claim_jobs(void *argument)
{
	static const char *const lanes[] = {"lane"};
	struct crowd *crowd = argument;
	struct as_store *store = crowd->fixture->store;
	const struct as_result result = result_of(AS_VERDICT_AC, "a.c");
	struct as_store_claim claim;

	while (store_claim_lanes(store, lanes, 1, &claim, NULL) == 1) {
		if (as_store_complete(store, &claim, &result, NULL, NULL) != 1)
			atomic_fetch_add(&crowd->failures, 1);
		atomic_fetch_add(&crowd->completed, 1);
		as_store_claim_clear(&claim);
	}
	return NULL;
}

static void run_crowd(struct crowd *crowd, void *(*part)(void *))
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		cr_assert_eq(pthread_create(&threads[i], NULL, part, crowd), 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	cr_expect_eq(crowd->failures, 0);
}

void events_have_the_order_of_the_commits(const struct store_maker *maker)
{
	pthread_t threads[THREADS];
	struct as_store_event event;
	int64_t last = 0, known = 0;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	struct crowd crowd = {.fixture = &fixture};
	cr_expect_eq(as_store_wait(fixture.store, &known, 0, NULL), 0);
	for (int i = 0; i < THREADS; i++)
		cr_assert_eq(pthread_create(&threads[i], NULL, submit_jobs, &crowd), 0);
	/* One after another: no event is missed or repeated. */
	for (int i = 0; i < THREADS * JOBS_EACH; i++) {
		known = last;
		cr_assert_eq(as_store_wait(fixture.store, &known, INT64_C(60000000000), NULL), 1);
		cr_assert_gt(known, last);
		cr_assert_eq(events_read(fixture.store, fixture.space, last, &event, 1), 1);
		cr_assert_gt(event.number, last);
		last = event.number;
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	cr_expect_eq(crowd.failures, 0);
	cr_expect_eq(as_store_wait(fixture.store, &last, 1000000, NULL), 0);
	cr_expect_eq(count_events(&fixture, 0, AS_STORE_EVENT_QUEUED), THREADS * JOBS_EACH);
}

void threads_complete_each_job_once(const struct store_maker *maker)
{
	struct events events;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, maker);
	struct crowd crowd = {.fixture = &fixture};
	run_crowd(&crowd, submit_jobs);
	run_crowd(&crowd, claim_jobs);
	cr_expect_eq(crowd.completed, THREADS * JOBS_EACH);
	read_events(&fixture, AS_STORE_WHOLE, &events);
	cr_expect_eq(events.count, 2 * THREADS * JOBS_EACH);
	for (size_t i = 0; i < events.count; i++)
		cr_expect_eq(count_events(&fixture, events.items[i].job, AS_STORE_EVENT_DONE), 1);
}
