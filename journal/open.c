/* SPDX-License-Identifier: MIT */
/* Opening and closing a journal; its lock. */
#include "opened.h"

#include <stdlib.h>
#include <string.h>

/* ---- the space ---- */

/* A reader looks up the space, but never creates it. */
static int find_space(
	struct as_journal *journal, const struct as_journal_config *config, struct as_error *error)
{
	AS_AUTO_FREE char *name = as_text_format(error, "%s/%s", config->noun, config->id);

	if (!name)
		return -1;
	if (!config->is_reader)
		return as_store_space_find(journal->store, name, &journal->space, error);
	const int found = as_store_space_look_up(journal->store, name, &journal->space, error);
	return found ? found - 1
		     : as_error_set(error, AS_ERROR_INPUT,
			       "the store has no %s '%s'; name the store that it was served with",
			       config->noun, config->id);
}

/* A copy, a backup or an import that no server has opened has no epoch, and a reader cannot make
 * one. The tokens of a reader differ from those of every server. */
static int find_epoch(struct as_journal *journal, bool is_reader, struct as_error *error)
{
	struct as_error why = {0};

	if (!as_store_space_epoch(journal->store, journal->space, journal->epoch, &why))
		return 0;
	if (!is_reader || why.kind != AS_ERROR_USAGE) {
		if (error)
			*error = why;
		return -1;
	}
	memset(journal->epoch, '0', AS_STORE_EPOCH_SIZE - 1);
	journal->epoch[AS_STORE_EPOCH_SIZE - 1] = '\0';
	return 0;
}

/* ---- opening ---- */

static void init_lock(pthread_rwlock_t *lock)
{
	pthread_rwlockattr_t attributes;

	pthread_rwlockattr_init(&attributes);
	/* Prefer the writer: many readers must not starve it. */
	pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	pthread_rwlock_init(lock, &attributes);
	pthread_rwlockattr_destroy(&attributes);
}

static void drop_tree(void *parsed)
{
	as_journal_body_clear(parsed);
}

static int parse_tree(const struct as_store_record *record, void *parsed, struct as_error *error)
{
	return record->body.size ? as_journal_body_tree(parsed, &record->body, error) : 0;
}

struct as_journal *as_journal_open(const struct as_journal_config *config, struct as_error *error)
{
	struct as_journal *journal = calloc(1, sizeof(*journal));

	if (!journal) {
		as_error_no_memory(error);
		return NULL;
	}
	*journal = (struct as_journal){.store = config->store,
		.noun = config->noun,
		.owner = config->owner,
		.closing = {.wait_until_ns = INT64_MAX}};
	if (!journal->owner.parsed_size) {
		journal->owner.parsed_size = sizeof(struct as_journal_body);
		journal->owner.parse = parse_tree;
		journal->owner.drop = drop_tree;
	}
	init_lock(&journal->lock);
	pthread_mutex_init(&journal->progress.mutex, NULL);
	pthread_cond_init(&journal->progress.changed, NULL);
	pthread_mutex_init(&journal->clock.mutex, NULL);
	if (config->store && (find_space(journal, config, error) ||
				     find_epoch(journal, config->is_reader, error))) {
		as_journal_close(journal);
		return NULL;
	}
	return journal;
}

void as_journal_stop(struct as_journal *journal)
{
	atomic_store(&journal->closing.stop, true);
	if (atomic_load(&journal->has_follower))
		pthread_join(journal->follower, NULL);
	atomic_store(&journal->has_follower, false);
}

void as_journal_close(struct as_journal *journal)
{
	if (!journal)
		return;
	as_journal_stop(journal);
	pthread_rwlock_destroy(&journal->lock);
	pthread_mutex_destroy(&journal->progress.mutex);
	pthread_cond_destroy(&journal->progress.changed);
	pthread_mutex_destroy(&journal->clock.mutex);
	free(journal);
}

/* ---- properties ---- */

int64_t as_journal_space(const struct as_journal *journal)
{
	return journal->space;
}

struct as_store *as_journal_store(const struct as_journal *journal)
{
	return journal->store;
}

const char *as_journal_epoch(const struct as_journal *journal)
{
	return journal->epoch;
}

bool as_journal_is_started(const struct as_journal *journal)
{
	return atomic_load(&journal->has_follower);
}

void as_journal_note(const struct as_journal *journal, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	as_note(journal->owner.note, journal->owner.context, format, arguments);
	va_end(arguments);
}

/* ---- the lock ---- */

void as_journal_lock(struct as_journal *journal)
{
	pthread_rwlock_rdlock(&journal->lock);
}

void as_journal_lock_change(struct as_journal *journal)
{
	pthread_rwlock_wrlock(&journal->lock);
}

void as_journal_unlock(struct as_journal *journal)
{
	pthread_rwlock_unlock(&journal->lock);
}
