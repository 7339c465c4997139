/* SPDX-License-Identifier: MIT */
/* A hash table from texts to numbers: open addressing, at most half full. */
#include <assay/journal/names.h>

#include <string.h>
#include <sys/random.h>

#define MIN_CAPACITY 64

/* Seeded, because users choose some of the texts. */
static size_t hash_of(const struct as_journal_names *names, const char *text)
{
	uint64_t hash = names->seed;

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
	return (size_t)(hash ^ hash >> 29);
}

/* The slot of a text, or the free slot for it. */
static struct as_journal_name *place_of(const struct as_journal_names *names, const char *text)
{
	size_t place = hash_of(names, text) & (names->capacity - 1);

	while (names->items[place].text && strcmp(names->items[place].text, text) != 0)
		place = (place + 1) & (names->capacity - 1);
	return &names->items[place];
}

static int grow(struct as_journal_names *names, struct as_error *error)
{
	struct as_journal_names grown = {
		.capacity = names->capacity ? 2 * names->capacity : MIN_CAPACITY,
		.count = names->count,
		.seed = names->seed};

	if (!names->capacity && getrandom(&grown.seed, sizeof(grown.seed), 0) != sizeof(grown.seed))
		return as_error_set(error, AS_ERROR_INTERNAL, "no random numbers");
	grown.items = calloc(grown.capacity, sizeof(*grown.items));
	if (!grown.items)
		return as_error_no_memory(error);
	for (size_t i = 0; i < names->capacity; i++)
		if (names->items[i].text)
			*place_of(&grown, names->items[i].text) = names->items[i];
	free(names->items);
	*names = grown;
	return 0;
}

int as_journal_names_put(
	struct as_journal_names *names, const char *text, size_t number, struct as_error *error)
{
	if (2 * names->count >= names->capacity && grow(names, error))
		return -1;
	struct as_journal_name *place = place_of(names, text);
	names->count += !place->text;
	*place = (struct as_journal_name){text, number};
	return 0;
}

size_t as_journal_names_find(const struct as_journal_names *names, const char *text)
{
	const struct as_journal_name *found = names->capacity ? place_of(names, text) : NULL;

	return found && found->text ? found->number : AS_JOURNAL_NONE;
}

void as_journal_names_set(struct as_journal_names *names, const char *text, size_t number)
{
	struct as_journal_name *place = names->capacity ? place_of(names, text) : NULL;

	if (place && place->text)
		place->number = number;
}

/* Moves later entries of the same run back, so that searches do not end at the free slot. */
void as_journal_names_remove(struct as_journal_names *names, const char *text)
{
	const size_t mask = names->capacity - 1;
	struct as_journal_name *place = names->capacity ? place_of(names, text) : NULL;

	if (!place || !place->text)
		return;
	size_t free_at = (size_t)(place - names->items);
	for (size_t at = (free_at + 1) & mask; names->items[at].text; at = (at + 1) & mask) {
		const size_t wanted = hash_of(names, names->items[at].text) & mask;
		if (((at - wanted) & mask) < ((at - free_at) & mask))
			continue;
		names->items[free_at] = names->items[at];
		free_at = at;
	}
	names->items[free_at] = (struct as_journal_name){0};
	names->count--;
}

void as_journal_names_clear(struct as_journal_names *names)
{
	free(names->items);
	*names = (struct as_journal_names){0};
}
