/* SPDX-License-Identifier: MIT */
/*
 * The follower thread repeats these steps:
 *   1. It reads new events, also those of other servers, and applies them to the state.
 *   2. It does the owner's work, which may append events.
 *   3. It waits for the next event, or for the owner's next time.
 */
#include "opened.h"

#include <unistd.h>

#define WAIT_NS INT64_C(200000000)
/* If the owner has work, but waits with it: it appends nothing often during a decision. */
#define MIN_WAIT_NS INT64_C(5000000)
#define NS_PER_MS INT64_C(1000000)

/* Returns 1 if something was done. */
static int take_step(struct as_journal *journal, struct as_error *error)
{
	const struct as_journal_owner *owner = &journal->owner;
	const int64_t before = as_journal_last(journal);
	int result = journal_read_page(journal, error);
	/* Frequent events would delay a decision. */
	const bool may_append_often = atomic_load(&journal->deciding) == 0;

	if (result == 0 && owner->step)
		result = owner->step(owner->context, may_append_often, error);
	if (result > 0 && owner->caught_up && as_journal_last(journal) != before)
		owner->caught_up(owner->context);
	return result;
}

static int64_t wait_ns(struct as_journal *journal)
{
	const struct as_journal_owner *owner = &journal->owner;

	if (!owner->next_ms)
		return WAIT_NS;
	const int64_t left_ms = owner->next_ms(owner->context) - as_journal_now_ms(journal);
	if (left_ms <= MIN_WAIT_NS / NS_PER_MS)
		return MIN_WAIT_NS;
	return left_ms < WAIT_NS / NS_PER_MS ? left_ms * NS_PER_MS : WAIT_NS;
}

static enum journal_following find_following(struct as_journal *journal)
{
	pthread_mutex_lock(&journal->progress.mutex);
	const enum journal_following following = journal->progress.following;
	pthread_mutex_unlock(&journal->progress.mutex);
	return following;
}

/* Notes the first failure of several, and the first success after them. */
static void note_step(struct as_journal *journal, bool has_failed, const struct as_error *error)
{
	pthread_mutex_lock(&journal->progress.mutex);
	const enum journal_following before = journal->progress.following;
	/* A broken journal ends the thread, so its failure is new. */
	const bool is_new = has_failed != (before == JOURNAL_AWAY);
	if (is_new && before != JOURNAL_BROKEN)
		journal->progress.following = has_failed ? JOURNAL_AWAY : JOURNAL_FOLLOWS;
	pthread_mutex_unlock(&journal->progress.mutex);
	if (is_new && has_failed)
		as_journal_note(journal, "the store cannot be read: %s", error->text);
	else if (is_new)
		as_journal_note(journal, "the store can be read again");
}

static void *run_follower(void *context)
{
	struct as_journal *journal = context;
	/* The number of the last event of the store, also of another space. No event of this space
	 * has the number of an event of another space. */
	int64_t after = as_journal_last(journal);

	while (!atomic_load(&journal->closing.stop) && find_following(journal) != JOURNAL_BROKEN) {
		struct as_error error = {0};
		int result = take_step(journal, &error);
		if (result == 0)
			result = as_store_wait(journal->store, &after, wait_ns(journal), &error);
		note_step(journal, result < 0, &error);
		if (result < 0)
			usleep(WAIT_NS / 1000);
	}
	return NULL;
}

int as_journal_start(struct as_journal *journal, struct as_error *error)
{
	/* Set before the thread, which reads it, is started. */
	atomic_store(&journal->has_follower, true);
	const int failed = pthread_create(&journal->follower, NULL, run_follower, journal);
	if (!failed)
		return 0;
	atomic_store(&journal->has_follower, false);
	return as_error_sys(error, AS_ERROR_MACHINE, failed, "cannot start a thread");
}

int as_journal_check(struct as_journal *journal, struct as_error *error)
{
	return find_following(journal) == JOURNAL_BROKEN
		       ? as_error_set(error, AS_ERROR_INTERNAL,
				 "out of memory: some events of the %s were not read; "
				 "start the server again",
				 journal->noun)
		       : 0;
}

bool as_journal_is_away(struct as_journal *journal)
{
	return find_following(journal) == JOURNAL_AWAY;
}
