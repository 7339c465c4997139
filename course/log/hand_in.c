/* SPDX-License-Identifier: MIT */
/*
 * Hand-ins; their jobs are in job.c.
 *
 * One transaction adds an entry "hand-in" with the first job, and an entry "job" for each further
 * job, which refers to the hand-in by `key`. The entry contains the number of the attempt. If two
 * requests of one person add the same attempt, the second event changes nothing, and its sender
 * tries again by the rules.
 */
#include "state.h"

#include <sodium.h>
#include <string.h>

#define KEY_BYTES ((COURSE_KEY_SIZE - 1) / 2)

/* ---- appending ---- */

static json_t *job_of(const struct as_course_entry_job *job)
{
	char files[AS_DIGEST_HEX_SIZE];

	as_digest_bytes(job->order->files.data, job->order->files.size, files);
	json_t *made = json_pack("{s: s, s: s, s: s}", "package", job->package, "digest",
		job->order->package, "files", files);
	as_journal_entry_text(&made, "language", job->language);
	as_journal_entry_text(&made, "entry_point", job->order->entry_point);
	as_journal_entry_text(&made, "doubt", job->doubt);
	return made;
}

static json_t *jobs_of(const struct as_course_entry_hand_in *entry)
{
	json_t *list = json_array();

	for (size_t i = 0; i < entry->job_count && list; i++)
		as_journal_list_add(&list, job_of(&entry->jobs[i]));
	return list;
}

/* With the lock. */
static json_t *members_of(
	const struct as_course_log *log, const struct as_course_entry_hand_in *entry)
{
	json_t *list = json_array();

	for (size_t i = 0; i < entry->member_count && list; i++)
		as_journal_list_add(&list, json_string(log->state.members[entry->members[i]]->key));
	return list;
}

static json_t *hand_in_entry(struct as_course_log *log, const struct as_course_entry_hand_in *entry,
	const char *key, uint64_t attempt)
{
	json_t *body = as_journal_entry_of("hand-in", entry->wall_ms);

	course_entry_assignment(log, &body, entry->assignment);
	course_entry_person(log, &body, "person", entry->person);
	if (entry->member_count) {
		as_journal_lock(log->journal);
		json_t *members = members_of(log, entry);
		as_journal_unlock(log->journal);
		as_journal_entry_set(&body, "members", members);
	}
	as_journal_entry_set(&body, "attempt", json_integer((json_int_t)attempt));
	as_journal_entry_set(&body, "bytes", json_integer((json_int_t)entry->bytes));
	as_journal_entry_text(&body, "files", entry->files);
	as_journal_entry_text(&body, "key", key);
	as_journal_entry_set(&body, "jobs", jobs_of(entry));
	return body;
}

static json_t *job_entry(struct as_course_log *log, const char *key, size_t index)
{
	json_t *body = course_entry_of(log, "job");

	as_journal_entry_text(&body, "key", key);
	as_journal_entry_set(&body, "index", json_integer((json_int_t)index));
	return body;
}

/* The entries of a transaction. */
struct course_entries {
	struct as_store_entry *items;
	struct as_store_order *orders;
	struct as_store_appended *appended;
	size_t count;
};

static void clear_entries(struct course_entries *entries)
{
	for (size_t i = 0; entries->items && i < entries->count; i++)
		free(entries->items[i].body.data);
	free(entries->items);
	free(entries->orders);
	free(entries->appended);
}

/* Takes the body. */
static int put_body(struct as_store_entry *entry, json_t *body)
{
	AS_AUTO_JSON json_t *owned = body;
	char *text = owned ? json_dumps(owned, JSON_COMPACT) : NULL;

	entry->body = (struct as_bytes){text, text ? strlen(text) : 0};
	return text ? 0 : -1;
}

static int make_entries(struct as_course_log *log, const struct as_course_entry_hand_in *entry,
	uint64_t attempt, struct course_entries *entries)
{
	unsigned char random[KEY_BYTES];
	char key[COURSE_KEY_SIZE];

	entries->count = entry->job_count ? entry->job_count : 1;
	entries->items = calloc(entries->count, sizeof(*entries->items));
	entries->orders = calloc(entries->count, sizeof(*entries->orders));
	entries->appended = calloc(entries->count, sizeof(*entries->appended));
	if (!entries->items || !entries->orders || !entries->appended)
		return -1;
	randombytes_buf(random, sizeof(random));
	sodium_bin2hex(key, sizeof(key), random, sizeof(random));
	for (size_t i = 0; i < entries->count; i++) {
		if (put_body(&entries->items[i],
			    i ? job_entry(log, key, i) : hand_in_entry(log, entry, key, attempt)))
			return -1;
		if (entry->job_count == 0)
			break;
		entries->orders[i] = *entry->jobs[i].order;
		entries->orders[i].space = as_journal_space(log->journal);
		entries->items[i].order = &entries->orders[i];
	}
	entries->items[0].blob = entry->files;
	return 0;
}

static int refuse_turn(const struct as_course_turn *turn, struct as_error *error)
{
	static const char *const reasons[] = {
		[AS_COURSE_TURN_EARLY] = "the assignment is not open yet",
		[AS_COURSE_TURN_CLOSED] = "the time to hand in is over",
		[AS_COURSE_TURN_WAIT] = "wait until the next attempt is allowed",
		[AS_COURSE_TURN_SPENT] = "you have used all attempts",
		[AS_COURSE_TURN_ENDED] = "the assignment is closed",
	};

	return as_error_set(error, AS_ERROR_USAGE, "%s", reasons[turn->state]);
}

/* 1: done. 0: another hand-in of the person came first. */
static int try_hand_in(struct as_course_log *log, const struct as_course_entry_hand_in *entry,
	size_t *hand_in, struct as_error *error)
{
	__attribute__((cleanup(clear_entries))) struct course_entries entries = {0};

	as_journal_lock(log->journal);
	const struct as_course_turn turn =
		as_course_log_turn(log, entry->assignment, entry->person, entry->wall_ms);
	as_journal_unlock(log->journal);
	if (turn.state != AS_COURSE_TURN_OPEN)
		return refuse_turn(&turn, error);
	if (make_entries(log, entry, turn.used + 1, &entries))
		return as_error_no_memory(error);
	if (as_journal_append_entries(
		    log->journal, -1, entries.items, entries.count, entries.appended, error) < 0 ||
		as_journal_await(log->journal, entries.appended[entries.count - 1].number, error))
		return -1;
	return as_journal_find_made(log->journal, entries.appended[0].number, hand_in, NULL) == 0;
}

int as_course_log_hand_in_add(struct as_course_log *log,
	const struct as_course_entry_hand_in *entry, size_t *hand_in, struct as_error *error)
{
	int result = 0;

	while (result == 0)
		result = try_hand_in(log, entry, hand_in, error);
	return result < 0 ? -1 : 0;
}

/* ---- applying ---- */

static int read_members(struct as_course_log *log, struct as_course_hand_in *made,
	const struct course_event *event, struct as_error *error)
{
	const json_t *list = json_object_get(event->body->json, "members");
	const size_t count = json_array_size(list);

	made->members = calloc(count + 1, sizeof(*made->members));
	if (!made->members)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		const char *key = json_string_value(json_array_get(list, i));
		const size_t found = key ? as_course_log_find_member(log, key) : AS_COURSE_NONE;
		if (found != AS_COURSE_NONE)
			made->members[made->member_count++] = found;
	}
	if (made->member_count == 0)
		made->members[made->member_count++] = made->person;
	return 0;
}

void course_hand_in_free(struct course_hand_in *hand_in)
{
	struct as_course_hand_in *seen = &hand_in->seen;

	for (size_t i = 0; seen->jobs && i < seen->job_count; i++) {
		free(seen->jobs[i].package);
		free(seen->jobs[i].language);
		free(seen->jobs[i].entry_point);
		free(seen->jobs[i].doubt);
	}
	free(seen->jobs);
	free(seen->members);
	free(hand_in);
}

/* Makes the hand-in the last one of a member. */
static int add_own(struct course_task *task, size_t person, size_t hand_in, struct as_error *error)
{
	while (task->own_count <= person) {
		if (!as_array_reserve(task->own, task->own_count, error))
			return -1;
		task->own[task->own_count++] = (struct course_indexes){0};
	}
	struct course_indexes *own = &task->own[person];
	if (!as_array_reserve(own->items, own->count, error))
		return -1;
	own->items[own->count++] = hand_in;
	return 0;
}

static int fill_hand_in(struct as_course_log *log, struct as_course_hand_in *made,
	const struct course_event *event, struct as_error *error)
{
	const char *files = course_event_text(event, "files");

	made->number = log->state.hand_in_count + 1;
	made->attempt = (uint64_t)course_event_number(event, "attempt");
	made->wall_ms = event->wall_ms;
	made->event = event->record->event.number;
	made->bytes = (uint64_t)course_event_number(event, "bytes");
	snprintf(made->files, sizeof(made->files), "%s", files ? files : "");
	return course_jobs_read(made, event, error) || read_members(log, made, event, error) ? -1
											     : 0;
}

/* Takes a hand-in, also on failure. */
static int add_hand_in(struct as_course_log *log, struct course_hand_in *taken,
	const struct course_event *event, struct as_error *error)
{
	struct course_state *state = &log->state;
	struct as_course_hand_in *made = &taken->seen;
	const size_t index = state->hand_in_count;

	if (!as_array_reserve(state->hand_ins, state->hand_in_count, error)) {
		course_hand_in_free(taken);
		return -1;
	}
	state->hand_ins[state->hand_in_count++] = taken;
	for (size_t i = 0; i < made->member_count; i++)
		if (add_own(state->tasks[made->assignment], made->members[i], index, error))
			return -1;
	if (made->job_count) {
		made->jobs[0].job = event->record->event.job;
		const struct course_job_place place = {made->jobs[0].job, index, 0};
		if (course_place_add(log, &place, error))
			return -1;
	}
	course_event_made(log, event, AS_COURSE_CHANGED_HAND_IN, made->assignment, index);
	return 0;
}

int course_apply_hand_in(
	struct as_course_log *log, const struct course_event *event, struct as_error *error)
{
	const size_t assignment = course_event_assignment(log, event);
	const size_t person = course_event_person(log, event, "person");
	const char *key = course_event_text(event, "key");
	size_t count;

	if (assignment == AS_COURSE_NONE || person == AS_COURSE_NONE)
		return course_event_skip(log, event, "it names no person or no assignment");
	(void)as_course_log_hand_ins_of(log, assignment, person, &count);
	if ((uint64_t)course_event_number(event, "attempt") != count + 1)
		return 0; /* another hand-in came first */
	struct course_hand_in *made = calloc(1, sizeof(*made));
	if (!made)
		return as_error_no_memory(error);
	made->seen.assignment = assignment;
	made->seen.person = person;
	snprintf(made->key, sizeof(made->key), "%s", key ? key : "");
	if (fill_hand_in(log, &made->seen, event, error)) {
		course_hand_in_free(made);
		return -1;
	}
	return add_hand_in(log, made, event, error);
}
