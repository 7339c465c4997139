/* SPDX-License-Identifier: MIT */
/*
 * The words that identify people are sorted. A search narrows the range of words that match the
 * text, letter by letter. The time therefore depends little on the number of people with similar
 * names, and on the contents of a file.
 */
#include "hidden.h"

#include <string.h>

/* [begin, end) */
struct range {
	const struct as_hidden_word *begin, *end;
};

/* The first word of a range whose letter at `depth` is not less than `letter`. */
static const struct as_hidden_word *find_letter(const struct range *range, size_t depth, int letter)
{
	const struct as_hidden_word *low = range->begin, *high = range->end;

	while (low < high) {
		const struct as_hidden_word *middle = low + (high - low) / 2;
		if ((unsigned char)middle->folded[depth] < letter)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The words of a range that continue with `letter`; the range agrees in the first `depth` letters.
 * 0: the words that end there. */
static struct range narrow(const struct range *range, size_t depth, int letter)
{
	struct range found = {.begin = find_letter(range, depth, letter), .end = range->end};

	found.end = find_letter(&found, depth, letter + 1);
	return found;
}

/* The first word of the range that belongs to the id; NULL: none. */
static const struct as_hidden_word *find_of_id(
	const struct as_hidden *hidden, const char *id, const struct range *range)
{
	size_t low = 0, high = hidden->own_count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const struct as_hidden_word *word = hidden->by_id[middle];
		const int order = strcmp(word->id, id);
		if (order < 0 || (order == 0 && word < range->begin))
			low = middle + 1;
		else
			high = middle;
	}
	const struct as_hidden_word *found = low < hidden->own_count ? hidden->by_id[low] : NULL;
	return found && found < range->end && strcmp(found->id, id) == 0 ? found : NULL;
}

static const struct as_hidden_word *find_of_team(
	const struct as_hidden *hidden, size_t team, const struct range *range)
{
	size_t low = 0, high = hidden->own_count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const struct as_hidden_word *word = hidden->by_team[middle];
		if (word->team < team || (word->team == team && word < range->begin))
			low = middle + 1;
		else
			high = middle;
	}
	const struct as_hidden_word *found = low < hidden->own_count ? hidden->by_team[low] : NULL;
	return found && found < range->end && found->team == team ? found : NULL;
}

/* Chooses from equal words: the first of the owner or the team, else the first word. */
static const struct as_hidden_word *choose(const struct as_hidden *hidden,
	const struct range *equal, const struct as_hidden_owner *owner)
{
	const struct as_hidden_word *own = find_of_id(hidden, owner->id, equal);
	const struct as_hidden_word *other =
		owner->team ? find_of_team(hidden, owner->team, equal) : NULL;

	if (other && (!own || other < own))
		own = other;
	return own ? own : equal->begin->is_unlike_code ? equal->begin : NULL;
}

/* A character may have several bytes when folded. */
static bool is_boundary(const struct as_hidden_text *text, size_t at)
{
	return at == 0 || text->places[at] != text->places[at - 1];
}

static bool ends_at(const struct as_hidden_text *text, size_t at)
{
	return is_boundary(text, at) && !as_hidden_ends_in_word(text->text + text->places[at]);
}

/* The longest word that begins at a place, of the owner if possible; false: none. */
static bool match(const struct as_hidden *hidden, const struct as_hidden_text *text, size_t at,
	const struct as_hidden_owner *owner, struct as_hidden_match *found)
{
	struct range range = {.begin = hidden->words, .end = hidden->words + hidden->count};

	found->word = NULL;
	for (size_t depth = 0; range.begin < range.end; depth++) {
		if (!range.begin->folded[depth] && ends_at(text, at + depth)) {
			const struct range equal = narrow(&range, depth, 0);
			const struct as_hidden_word *word = choose(hidden, &equal, owner);
			if (word)
				*found = (struct as_hidden_match){.word = word,
					.begin = text->places[at],
					.end = text->places[at + depth],
					.next = at + depth};
		}
		if (!text->bytes[at + depth])
			break;
		range = narrow(&range, depth, (unsigned char)text->bytes[at + depth]);
	}
	return found->word;
}

bool as_hidden_find(const struct as_hidden *hidden, const struct as_hidden_text *text,
	const struct as_hidden_owner *owner, struct as_hidden_match *found)
{
	for (size_t at = found->next; at < text->length; at++)
		if (is_boundary(text, at) &&
			!as_hidden_begins_in_word(text->text, text->text + text->places[at]) &&
			match(hidden, text, at, owner, found))
			return true;
	return false;
}
