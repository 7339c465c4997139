/* SPDX-License-Identifier: MIT */
#pragma once
#include "choose.h"
#include "pattern.h"

/* ---- strings --------------------------------------------------------------------------------- */

static inline size_t gen_atom_index_(const struct gen_atom_ *atom, char c)
{
	size_t index = 0;
	while (atom->members[index] != (unsigned char)c)
		index++;
	return index;
}

/* Draws nothing if there is only one choice. */
static inline void gen_atom_draw_(const struct gen_atom_ *atom, char *text, size_t length)
{
	bool taped = gen_stream_get_()->drawing == GEN_DRAWING_TAPED_;
	const char *word = taped && atom->count > 1 && length > 1 ? gen_draw_word_() : NULL;
	size_t period = word ? strlen(word) : 1, last = atom->count - 1;
	for (size_t i = 0; i < length; i++) {
		char c = word ? word[i % period] : '\0';
		uint64_t choice = !last ? 0
				  : word && atom->has[(unsigned char)c]
					  ? gen_draw_chosen_(last, gen_atom_index_(atom, c))
					  : gen_draw(last);
		text[i] = (char)atom->members[choice];
	}
}

/** Draws `length` characters of an alphabet, written as in the brackets of a pattern ("a-z0-9"),
 * and adds a NUL: the size of `text` is at least length + 1. */
static inline void gen_string(char *text, size_t length, const char *alphabet)
{
	struct gen_atom_ atom;
	const char *at = alphabet;
	memset(&atom, 0, sizeof atom);
	gen_class_parse_(&atom, &at, '\0', alphabet);
	gen_class_list_(&atom, alphabet);
	gen_part_begin();
	gen_atom_draw_(&atom, text, length);
	gen_part_end();
	text[length] = '\0';
}

/** Draws a string that matches a pattern (see the head of this file) with bounded repetitions only.
 * Writes it to `text` with a NUL and returns its length. */
static inline size_t gen_string_like(char *text, size_t size, const char *pattern)
{
	struct gen_atom_ atom;
	const char *at = pattern;
	size_t used = 0;
	gen_part_begin();
	while (gen_atom_next_(&atom, &at, pattern)) {
		if (atom.max == SIZE_MAX)
			gen_fail("'%s' has a part without a greatest length", pattern);
		size_t length = atom.min;
		if (atom.max > atom.min)
			length += (size_t)gen_draw(atom.max - atom.min);
		if (length >= size - used)
			gen_fail("'%s' does not fit %zu bytes", pattern, size);
		gen_atom_draw_(&atom, text + used, length);
		used += length;
	}
	gen_part_end();
	text[used] = '\0';
	return used;
}

/** Draws `count` different words of `length` characters of an alphabet, each with a NUL. Word i
 * begins at words + i * (length + 1). */
static inline void gen_distinct_words(
	char *words, size_t count, size_t length, const char *alphabet)
{
	struct gen_atom_ atom;
	const char *at = alphabet;
	int64_t *numbers = gen_array(count), kinds = 1;
	size_t head = 0;
	memset(&atom, 0, sizeof atom);
	gen_class_parse_(&atom, &at, '\0', alphabet);
	gen_class_list_(&atom, alphabet);
	/* The first characters, as the digits of different numbers, are enough. */
	for (; head < length && kinds <= INT64_MAX / (int64_t)atom.count; head++)
		kinds *= (int64_t)atom.count;
	if (count && (uint64_t)kinds < count)
		gen_fail("gen_distinct_words: there are no %zu different words", count);
	gen_distinct(numbers, count, 0, kinds - 1);
	for (size_t i = 0; i < count; i++) {
		char *word = words + i * (length + 1);
		for (size_t k = 0; k < head; k++, numbers[i] /= (int64_t)atom.count)
			word[k] = (char)atom.members[numbers[i] % (int64_t)atom.count];
		gen_part_begin();
		gen_atom_draw_(&atom, word + head, length - head);
		gen_part_end();
		word[length] = '\0';
	}
	free(numbers);
}
