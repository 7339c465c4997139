/* SPDX-License-Identifier: MIT */
/*
 * Makes a filter shorter. The kernel checks and compiles a filter for each process that loads it,
 * instruction by instruction, so a shorter filter makes every run cheaper. libseccomp compares with
 * each system call number and each argument value separately. Numbers with the same answer are
 * often adjacent, so one comparison can decide a whole range.
 *
 * Theory of operation:
 *
 * 1. A filter consists of steps. Each step loads or masks a value, and then its jumps lead to
 *    another step or to an answer, its landing.
 * 2. The landing is a function of the value alone, and changes only at numbers that the jumps
 *    compare with. So the jumps are followed for each of these numbers.
 * 3. Adjacent numbers with the same landing form a range. The jumps are replaced by a binary search
 *    over the ranges; single values inside a range are compared last.
 * 4. A step that loads a value that is already loaded is skipped.
 *
 * The new filter is written from its end, since jumps only lead forward: the place of an
 * instruction is the number of instructions after it.
 */
#include "filters.h"

#include <linux/filter.h>
#include <stdlib.h>
#include <string.h>

#define MAX_INSTRUCTIONS BPF_MAXINSNS
/* A conditional jump skips at most 255 instructions. The margin is for its other branch, which may
 * need a jump of its own. */
#define NEAR 250
/* Up to this many single values are compared one after the other. */
#define MAX_EXCEPTIONS 3

#define LOAD (BPF_LD | BPF_W | BPF_ABS)
#define MASK (BPF_ALU | BPF_AND | BPF_K)
#define ANSWER (BPF_RET | BPF_K)
#define JUMP (BPF_JMP | BPF_JA)

/* The values from `first` up to the next range. */
struct range {
	uint32_t first;
	size_t landing; /* in the old filter */
};

struct shrinking {
	const struct sock_filter *old;
	size_t old_count;
	bool is_reached[MAX_INSTRUCTIONS]; /* steps and answers */
	size_t place[MAX_INSTRUCTIONS];    /* of those in the new filter */
	/* Of the current step: */
	bool is_jumped_to[MAX_INSTRUCTIONS];
	uint32_t numbers[2 * MAX_INSTRUCTIONS + 1]; /* at which its landing may change */
	size_t number_count;
	struct range ranges[2 * MAX_INSTRUCTIONS + 1];
	size_t range_count;
	struct sock_filter made[MAX_INSTRUCTIONS]; /* in reverse order */
	size_t made_count;
	bool is_too_long;
};

static bool is_jump(const struct sock_filter *at)
{
	return BPF_CLASS(at->code) == BPF_JMP;
}

/* True if it has only instructions that libseccomp generates, and no jump out of the filter. */
static bool is_known(const struct shrinking *s)
{
	for (size_t i = 0; i < s->old_count; i++) {
		const struct sock_filter *at = &s->old[i];
		const size_t left = s->old_count - i - 1;
		switch (at->code) {
		case ANSWER:
			break;
		case LOAD:
		case MASK:
			if (left < 1)
				return false;
			break;
		case JUMP:
			if (at->k >= left)
				return false;
			break;
		case BPF_JMP | BPF_JEQ | BPF_K:
		case BPF_JMP | BPF_JGT | BPF_K:
		case BPF_JMP | BPF_JGE | BPF_K:
			if (at->jt >= left || at->jf >= left)
				return false;
			break;
		default:
			return false;
		}
	}
	return s->old_count > 0 && s->old_count <= MAX_INSTRUCTIONS && s->old[0].code == LOAD;
}

static size_t follow_jump(const struct sock_filter *at, size_t index, uint32_t value)
{
	switch (at->code) {
	case BPF_JMP | BPF_JEQ | BPF_K:
		return index + 1 + (value == at->k ? at->jt : at->jf);
	case BPF_JMP | BPF_JGT | BPF_K:
		return index + 1 + (value > at->k ? at->jt : at->jf);
	case BPF_JMP | BPF_JGE | BPF_K:
		return index + 1 + (value >= at->k ? at->jt : at->jf);
	default:
		return index + 1 + at->k;
	}
}

/* True if `next` loads what the step has loaded. */
static bool is_redundant(const struct shrinking *s, size_t step, size_t next)
{
	const struct sock_filter *old = s->old;

	return old[step].code == LOAD && old[next].code == LOAD && old[step].k == old[next].k;
}

static size_t find_landing(const struct shrinking *s, size_t step, uint32_t value)
{
	size_t index = step + 1;

	for (;;) {
		if (is_jump(&s->old[index]))
			index = follow_jump(&s->old[index], index, value);
		else if (is_redundant(s, step, index))
			index++;
		else
			return index;
	}
}

static int by_number(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* One pass is enough, since jumps only lead forward. */
static void find_numbers(struct shrinking *s, size_t step)
{
	memset(s->is_jumped_to, 0, sizeof(s->is_jumped_to));
	s->is_jumped_to[step + 1] = true;
	s->number_count = 0;
	s->numbers[s->number_count++] = 0;
	for (size_t i = step + 1; i < s->old_count; i++) {
		const struct sock_filter *at = &s->old[i];
		if (!s->is_jumped_to[i])
			continue;
		if (is_redundant(s, step, i)) {
			s->is_jumped_to[i + 1] = true;
		} else if (at->code == JUMP) {
			s->is_jumped_to[i + 1 + at->k] = true;
		} else if (is_jump(at)) {
			s->is_jumped_to[i + 1 + at->jt] = s->is_jumped_to[i + 1 + at->jf] = true;
			s->numbers[s->number_count++] = at->k;
			/* Wraps to 0 after the last number; 0 is in the list anyway. */
			s->numbers[s->number_count++] = at->k + 1;
		}
	}
	qsort(s->numbers, s->number_count, sizeof(*s->numbers), by_number);
}

static bool is_same(const struct shrinking *s, size_t a, size_t b)
{
	const struct sock_filter *old = s->old;

	return a == b || (old[a].code == ANSWER && old[b].code == ANSWER && old[a].k == old[b].k);
}

static void find_ranges(struct shrinking *s, size_t step)
{
	find_numbers(s, step);
	s->range_count = 0;
	for (size_t i = 0; i < s->number_count; i++) {
		const size_t landing = find_landing(s, step, s->numbers[i]), count = s->range_count;

		if (count == 0 || !is_same(s, s->ranges[count - 1].landing, landing))
			s->ranges[s->range_count++] = (struct range){s->numbers[i], landing};
	}
}

static void find_reached(struct shrinking *s)
{
	s->is_reached[0] = true;
	for (size_t i = 0; i < s->old_count; i++) {
		if (!s->is_reached[i] || s->old[i].code == ANSWER)
			continue;
		find_ranges(s, i);
		for (size_t r = 0; r < s->range_count; r++)
			s->is_reached[s->ranges[r].landing] = true;
	}
}

/* Returns its place. */
static size_t make(struct shrinking *s, struct sock_filter instruction)
{
	if (s->made_count == MAX_INSTRUCTIONS) {
		s->is_too_long = true;
		return 0;
	}
	s->made[s->made_count] = instruction;
	return s->made_count++;
}

/* The number of instructions between the next instruction and `place`. */
static size_t distance(const struct shrinking *s, size_t place)
{
	return s->made_count - place - 1;
}

static size_t make_jump(struct shrinking *s, size_t place)
{
	return make(s, (struct sock_filter)BPF_STMT(JUMP, (uint32_t)distance(s, place)));
}

/* A place with the same effect, near enough for a conditional jump. */
static size_t place_near(struct shrinking *s, size_t place)
{
	const struct sock_filter there = s->made[place];

	if (distance(s, place) <= NEAR)
		return place;
	if (there.code != ANSWER)
		return make_jump(s, place);
	for (size_t last = s->made_count; last-- > 0 && distance(s, last) <= NEAR;)
		if (s->made[last].code == ANSWER && s->made[last].k == there.k)
			return last;
	return make(s, there);
}

static bool is_single(const struct shrinking *s, const struct range *range)
{
	return range + 1 < s->ranges + s->range_count && range[1].first == range->first + 1;
}

/* The number of single values in the ranges that do not land at `base`; -1 if there are too many.
 */
static int count_exceptions(
	const struct shrinking *s, const struct range *ranges, size_t count, size_t base)
{
	int exceptions = 0;

	for (size_t i = 0; i < count; i++) {
		if (is_same(s, ranges[i].landing, base))
			continue;
		if (!is_single(s, &ranges[i]))
			return -1;
		exceptions++;
	}
	return exceptions;
}

static size_t make_exceptions(
	struct shrinking *s, const struct range *ranges, size_t count, size_t base)
{
	size_t place = s->place[base];

	for (size_t i = 0; i < count; i++) {
		if (is_same(s, ranges[i].landing, base))
			continue;
		size_t exception = place_near(s, s->place[ranges[i].landing]);
		place = place_near(s, place);
		place = make(
			s, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ranges[i].first,
				   (uint8_t)distance(s, exception), (uint8_t)distance(s, place)));
	}
	return place;
}

static size_t make_search(struct shrinking *s, const struct range *ranges, size_t count)
{
	const size_t bases[] = {ranges[0].landing, ranges[count - 1].landing};

	for (size_t i = 0; i < 2; i++) {
		const int exceptions = count_exceptions(s, ranges, count, bases[i]);
		if (exceptions >= 0 && exceptions <= MAX_EXCEPTIONS)
			return make_exceptions(s, ranges, count, bases[i]);
	}
	const struct range *upper_half = ranges + count / 2;
	size_t upper = make_search(s, upper_half, count - count / 2);
	size_t lower = make_search(s, ranges, count / 2);

	upper = place_near(s, upper);
	lower = place_near(s, lower);
	return make(s, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, upper_half->first,
			       (uint8_t)distance(s, upper), (uint8_t)distance(s, lower)));
}

/* From the last to the first, so that the place of each landing is known. */
static void make_steps(struct shrinking *s)
{
	for (size_t i = s->old_count; i-- > 0 && !s->is_too_long;) {
		if (!s->is_reached[i])
			continue;
		if (s->old[i].code != ANSWER) {
			find_ranges(s, i);
			size_t next = make_search(s, s->ranges, s->range_count);
			/* The next step must follow directly. */
			if (distance(s, next) != 0)
				make_jump(s, next);
		}
		s->place[i] = make(s, s->old[i]);
	}
}

int filter_shrink(struct as_bytes *filter, struct as_error *error)
{
	struct sock_filter *out = (struct sock_filter *)(void *)filter->data;
	struct shrinking *s = calloc(1, sizeof(*s));

	if (!s)
		return as_error_no_memory(error);
	s->old = out;
	s->old_count = filter->size / sizeof(*out);
	if (is_known(s)) {
		find_reached(s);
		make_steps(s);
		if (!s->is_too_long && s->made_count < s->old_count) {
			for (size_t i = 0; i < s->made_count; i++)
				out[i] = s->made[s->made_count - 1 - i];
			filter->size = s->made_count * sizeof(*out);
		}
	}
	free(s);
	return 0;
}
