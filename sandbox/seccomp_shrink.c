/* SPDX-License-Identifier: MIT */
/*
 * The kernel checks and compiles a filter anew for each process that loads it, instruction by
 * instruction: a shorter one makes every run cheaper. libseccomp compares with each call's number
 * by itself; calls with the same answer lie side by side, and one comparison tells a whole range.
 *
 * Theory: as long as a filter has only looked at the architecture and the number, where it goes on
 * is a function of the number alone, which changes only at numbers that it compares with. So the
 * filter is followed for each of those up to its landing: the first instruction that answers or
 * looks further. Neighbours with one landing are one range. The new filter begins with a binary
 * search over the ranges; then comes what can be reached from the landings, as it was.
 *
 * The new filter is written from its end, since jumps only go forwards: a place in it is how many
 * instructions come after.
 */
#include "seccomp.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define INSTRUCTIONS_MOST BPF_MAXINSNS
/* A conditional jump passes over 255; its other way may have to be brought nearer, too. */
#define NEAR 250

#define LOAD (BPF_LD | BPF_W | BPF_ABS)
#define EQUAL (BPF_JMP | BPF_JEQ | BPF_K)
#define ANSWER (BPF_RET | BPF_K)

/* The numbers from `first` up to the next range's. */
struct range {
	uint32_t first;
	size_t landing; /* in the old filter */
};

struct shrinking {
	const struct sock_filter *old;
	size_t old_count;
	uint32_t architecture;
	size_t foreign; /* where the old one answers calls of all other architectures */
	uint32_t numbers[2 * INSTRUCTIONS_MOST + 1]; /* where something may change */
	size_t number_count;
	struct range ranges[2 * INSTRUCTIONS_MOST + 1];
	size_t range_count;
	bool is_reached[INSTRUCTIONS_MOST];
	size_t place[INSTRUCTIONS_MOST]; /* of an old instruction that is reached */
	/* Backwards; a node of the search can bring two places nearer. */
	struct sock_filter made[8 * INSTRUCTIONS_MOST];
	size_t made_count;
};

/* What libseccomp begins with: whose call it is. */
static bool begins_as_expected(struct shrinking *s)
{
	const struct sock_filter *old = s->old;

	if (s->old_count < 3 || s->old_count > INSTRUCTIONS_MOST || old[0].code != LOAD ||
		old[0].k != offsetof(struct seccomp_data, arch) || old[1].code != EQUAL)
		return false;
	s->architecture = old[1].k;
	s->foreign = (size_t)2 + old[1].jf;
	return s->foreign < s->old_count && old[s->foreign].code == ANSWER;
}

/* Where a jump goes, by what was loaded; 0 for another instruction. */
static size_t follow(const struct sock_filter *at, size_t index, uint32_t value)
{
	switch (at->code) {
	case BPF_JMP | BPF_JA:
		return index + 1 + at->k;
	case EQUAL:
		return index + 1 + (value == at->k ? at->jt : at->jf);
	case BPF_JMP | BPF_JGT | BPF_K:
		return index + 1 + (value > at->k ? at->jt : at->jf);
	case BPF_JMP | BPF_JGE | BPF_K:
		return index + 1 + (value >= at->k ? at->jt : at->jf);
	default:
		return 0;
	}
}

/* 0 where there is something unknown on the way. */
static size_t find_landing(const struct shrinking *s, uint32_t number)
{
	uint32_t value = 0;
	size_t index = 0;

	do {
		const struct sock_filter *at = &s->old[index];
		if (at->code == ANSWER)
			return index;
		if (at->code != LOAD) {
			index = follow(at, index, value);
			continue;
		}
		if (at->k == offsetof(struct seccomp_data, nr))
			value = number;
		else if (at->k == offsetof(struct seccomp_data, arch))
			value = s->architecture;
		else
			return index;
		index++;
	} while (index && index < s->old_count);
	return 0;
}

static bool is_same(const struct shrinking *s, size_t a, size_t b)
{
	const struct sock_filter *old = s->old;

	return a == b || (old[a].code == ANSWER && old[b].code == ANSWER && old[a].k == old[b].k);
}

static int by_number(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static void find_numbers(struct shrinking *s)
{
	s->numbers[s->number_count++] = 0;
	for (size_t i = 0; i < s->old_count; i++) {
		if (BPF_CLASS(s->old[i].code) != BPF_JMP)
			continue;
		s->numbers[s->number_count++] = s->old[i].k;
		/* 0 after the last number, which is there anyway. */
		s->numbers[s->number_count++] = s->old[i].k + 1;
	}
	qsort(s->numbers, s->number_count, sizeof(*s->numbers), by_number);
}

static bool find_ranges(struct shrinking *s)
{
	for (size_t i = 0; i < s->number_count; i++) {
		const size_t landing = find_landing(s, s->numbers[i]), count = s->range_count;

		if (!landing)
			return false;
		if (count == 0 || !is_same(s, s->ranges[count - 1].landing, landing))
			s->ranges[s->range_count++] = (struct range){s->numbers[i], landing};
	}
	return true;
}

/* In one pass, since jumps only go forwards. */
static bool find_reached(struct shrinking *s)
{
	s->is_reached[s->foreign] = true;
	for (size_t i = 0; i < s->range_count; i++)
		s->is_reached[s->ranges[i].landing] = true;
	for (size_t i = 0; i < s->old_count; i++) {
		const struct sock_filter *at = &s->old[i];
		const bool jumps = BPF_CLASS(at->code) == BPF_JMP,
			   always = at->code == (BPF_JMP | BPF_JA);
		if (!s->is_reached[i] || at->code == ANSWER)
			continue;
		const size_t next[] = {i + 1 +
					       (always         ? at->k
						       : jumps ? at->jt
							       : 0),
			i + 1 +
				(always         ? at->k
					: jumps ? at->jf
						: 0)};
		if (next[0] >= s->old_count || next[1] >= s->old_count)
			return false;
		s->is_reached[next[0]] = s->is_reached[next[1]] = true;
	}
	return true;
}

/* Returns its place. */
static size_t make(struct shrinking *s, struct sock_filter instruction)
{
	s->made[s->made_count] = instruction;
	return s->made_count++;
}

/* What the next instruction passes over to come there. */
static uint8_t distance(const struct shrinking *s, size_t place)
{
	return (uint8_t)(s->made_count - place - 1);
}

static void copy_reached(struct shrinking *s)
{
	for (size_t i = s->old_count; i-- > 0;) {
		struct sock_filter copy = s->old[i];
		if (!s->is_reached[i])
			continue;
		if (copy.code == (BPF_JMP | BPF_JA)) {
			copy.k = (uint32_t)(s->made_count - s->place[i + 1 + copy.k] - 1);
		} else if (BPF_CLASS(copy.code) == BPF_JMP) {
			copy.jt = distance(s, s->place[i + 1 + copy.jt]);
			copy.jf = distance(s, s->place[i + 1 + copy.jf]);
		}
		s->place[i] = make(s, copy);
	}
}

static bool is_near(const struct shrinking *s, size_t place)
{
	return s->made_count - place - 1 <= NEAR;
}

/* A place that does the same, near enough for a conditional jump. */
static size_t bring_near(struct shrinking *s, size_t place)
{
	const struct sock_filter there = s->made[place];
	const struct sock_filter jump =
		BPF_STMT(BPF_JMP | BPF_JA, (uint32_t)(s->made_count - place - 1));

	if (is_near(s, place))
		return place;
	if (there.code != ANSWER)
		return make(s, jump);
	for (size_t last = s->made_count; last-- > 0 && is_near(s, last);)
		if (s->made[last].code == ANSWER && s->made[last].k == there.k)
			return last;
	return make(s, there);
}

static size_t make_search(struct shrinking *s, const struct range *ranges, size_t count)
{
	if (count == 1)
		return s->place[ranges->landing];
	const struct range *upper_half = ranges + count / 2;
	size_t upper = make_search(s, upper_half, count - count / 2);
	size_t lower = make_search(s, ranges, count / 2);

	upper = bring_near(s, upper);
	lower = bring_near(s, lower);
	return make(s, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, upper_half->first,
			       distance(s, upper), distance(s, lower)));
}

static void make_filter(struct shrinking *s)
{
	copy_reached(s);
	size_t search = make_search(s, s->ranges, s->range_count);

	/* What comes next must come next. */
	if (search + 1 != s->made_count)
		make(s, (struct sock_filter)BPF_STMT(
				BPF_JMP | BPF_JA, (uint32_t)(s->made_count - search - 1)));
	size_t own = make(s, (struct sock_filter)BPF_STMT(LOAD, offsetof(struct seccomp_data, nr)));
	size_t foreign = bring_near(s, s->place[s->foreign]);
	make(s, (struct sock_filter)BPF_JUMP(
			EQUAL, s->architecture, distance(s, own), distance(s, foreign)));
	make(s, (struct sock_filter)BPF_STMT(LOAD, offsetof(struct seccomp_data, arch)));
}

int as_seccomp_shrink(struct as_bytes *filter, struct as_error *error)
{
	struct shrinking *s = calloc(1, sizeof(*s));

	if (!s)
		return as_error_no_memory(error);
	s->old = (const struct sock_filter *)(const void *)filter->data;
	s->old_count = filter->size / sizeof(*s->old);
	bool is_known = begins_as_expected(s);
	if (is_known)
		find_numbers(s);
	is_known = is_known && find_ranges(s) && find_reached(s);
	if (is_known)
		make_filter(s);
	if (is_known && s->made_count < s->old_count) {
		struct sock_filter *out = (struct sock_filter *)(void *)filter->data;
		for (size_t i = 0; i < s->made_count; i++)
			out[i] = s->made[s->made_count - 1 - i];
		filter->size = s->made_count * sizeof(*out);
	}
	free(s);
	return 0;
}
