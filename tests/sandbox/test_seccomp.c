/* SPDX-License-Identifier: MIT */
/* The loaded filter answers every call like the one that libseccomp made from the policy. */
#include "filters.h"
#include "seccomp.h"
#include "wire.h"

#include <criterion/criterion.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <string.h>

#define NUMBERS_END 512
#define MAX_VALUES 4096
#define X32 0x40000000u

/* An interpreter for the subset of BPF in filters, like the kernel's. Counts its steps. */
static uint32_t answer(
	const struct as_bytes *filter, const struct seccomp_data *call, size_t *steps)
{
	const struct sock_filter *at = (const struct sock_filter *)(const void *)filter->data;
	const struct sock_filter *end = at + filter->size / sizeof(*at);
	uint32_t value = 0;

	for (; at < end; at++, ++*steps) {
		switch (at->code) {
		case BPF_LD | BPF_W | BPF_ABS:
			cr_assert_leq(at->k, sizeof(*call) - sizeof(value));
			memcpy(&value, (const char *)call + at->k, sizeof(value));
			break;
		case BPF_ALU | BPF_AND | BPF_K:
			value &= at->k;
			break;
		case BPF_JMP | BPF_JA:
			at += at->k;
			break;
		case BPF_JMP | BPF_JEQ | BPF_K:
			at += value == at->k ? at->jt : at->jf;
			break;
		case BPF_JMP | BPF_JGT | BPF_K:
			at += value > at->k ? at->jt : at->jf;
			break;
		case BPF_JMP | BPF_JGE | BPF_K:
			at += value >= at->k ? at->jt : at->jf;
			break;
		case BPF_RET | BPF_K:
			return at->k;
		default:
			cr_assert_fail("a filter has an instruction 0x%x", at->code);
		}
	}
	cr_assert_fail("a filter has no end");
	return 0;
}

struct pair {
	struct as_bytes plain, shrunk;
	size_t plain_steps, shrunk_steps;
};

static struct pair build(enum as_profile profile, bool asked)
{
	struct filters plain = {0}, shrunk = {0};
	struct as_error error = {0};

	cr_assert_eq(filters_build_plain(profile, &plain, &error), 0, "%s", error.text);
	cr_assert_eq(filters_build(profile, &shrunk, &error), 0, "%s", error.text);
	as_bytes_clear(asked ? &plain.any : &plain.asked);
	as_bytes_clear(asked ? &shrunk.any : &shrunk.asked);
	return asked ? (struct pair){.plain = plain.asked, .shrunk = shrunk.asked}
		     : (struct pair){.plain = plain.any, .shrunk = shrunk.any};
}

static void clear(struct pair *pair)
{
	as_bytes_clear(&pair->plain);
	as_bytes_clear(&pair->shrunk);
}

static void expect_same(struct pair *pair, const struct seccomp_data *call)
{
	uint32_t plain = answer(&pair->plain, call, &pair->plain_steps);
	uint32_t shrunk = answer(&pair->shrunk, call, &pair->shrunk_steps);

	cr_assert_eq(plain, shrunk, "call %d of 0x%x with %llx, %llx, %llx: 0x%x, shrunk 0x%x",
		call->nr, call->arch, (unsigned long long)call->args[0],
		(unsigned long long)call->args[1], (unsigned long long)call->args[2], plain,
		shrunk);
}

static size_t add_value(uint64_t *values, size_t count, uint64_t value)
{
	for (size_t i = 0; i < count; i++)
		if (values[i] == value)
			return count;
	values[count] = value;
	return count + 1;
}

/* The values in the policy, adjacent ones, and the same with bits in the upper half. */
static size_t find_values(const struct as_bytes *filter, uint64_t values[MAX_VALUES])
{
	const struct sock_filter *at = (const struct sock_filter *)(const void *)filter->data;
	const size_t length = filter->size / sizeof(*at);
	size_t count = 0;

	for (size_t i = 0; i < length; i++) {
		if (BPF_CLASS(at[i].code) != BPF_JMP && at[i].code != (BPF_ALU | BPF_AND | BPF_K))
			continue;
		cr_assert_leq(count + 3, MAX_VALUES);
		count = add_value(values, count, at[i].k);
		count = add_value(values, count, at[i].k + UINT64_C(1));
		count = add_value(values, count, at[i].k | (UINT64_C(1) << 32));
	}
	return count;
}

static void compare(enum as_profile profile, bool asked)
{
	static uint64_t values[MAX_VALUES];
	struct pair pair = build(profile, asked);
	const struct sock_filter *first = (const struct sock_filter *)(const void *)pair.plain.data;
	const size_t count = find_values(&pair.plain, values);
	struct seccomp_data call = {.arch = first[1].k};

	for (uint32_t number = 0; number < NUMBERS_END; number++) {
		for (size_t i = 0; i < count; i++) {
			call.nr = (int)number;
			/* One at a time, and all of them. */
			for (size_t which = 0; which < 7; which++) {
				for (size_t a = 0; a < 6; a++)
					call.args[a] = which == a || which == 6 ? values[i] : 0;
				expect_same(&pair, &call);
			}
		}
	}
	memset(call.args, 0, sizeof(call.args));
	for (size_t i = 0; i < count; i++) {
		const uint32_t numbers[] = {(uint32_t)values[i], X32 | (uint32_t)values[i],
			UINT32_MAX, INT32_MAX, X32 - 1, X32, X32 + 1};
		for (size_t n = 0; n < sizeof(numbers) / sizeof(*numbers); n++) {
			call.nr = (int)numbers[n];
			call.arch = first[1].k;
			expect_same(&pair, &call);
			call.arch = (uint32_t)values[i];
			expect_same(&pair, &call);
		}
	}
	cr_expect_lt(pair.shrunk.size, pair.plain.size);
	cr_expect_lt(pair.shrunk_steps, pair.plain_steps);
	clear(&pair);
}

Test(seccomp, a_native_filter_answers_as_the_policy_does)
{
	compare(AS_PROFILE_NATIVE, false);
}

Test(seccomp, a_runtime_filter_answers_as_the_policy_does)
{
	compare(AS_PROFILE_RUNTIME, true);
}

Test(seccomp, a_compiler_filter_answers_as_the_policy_does)
{
	compare(AS_PROFILE_COMPILER, false);
}

/* Each wrong in one place: jumps out of it, an unknown instruction, another beginning, no end. */
Test(seccomp, unknown_markup_stays)
{
	static const struct sock_filter begin[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 4),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 7, 0, 4), BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 1, 1, 0), BPF_STMT(BPF_RET | BPF_K, 1),
		BPF_STMT(BPF_RET | BPF_K, 2), BPF_STMT(BPF_RET | BPF_K, 3)};
	static const struct {
		size_t index;
		struct sock_filter instruction;
	} wrong[] = {
		{0, BPF_STMT(BPF_LDX | BPF_W | BPF_MEM, 0)},
		{1, BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 7, 0, 200)},
		{6, BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0)},
		{3, BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 1, 200, 0)},
		{3, BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 1, 1, 0)},
		{4, BPF_STMT(BPF_LD | BPF_W | BPF_LEN, 0)},
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		struct sock_filter filter[sizeof(begin) / sizeof(*begin)],
			before[sizeof(begin) / sizeof(*begin)];
		memcpy(filter, begin, sizeof(begin));
		filter[wrong[i].index] = wrong[i].instruction;
		memcpy(before, filter, sizeof(filter));
		struct as_bytes bytes = {.data = (char *)filter, .size = sizeof(filter)};
		cr_expect_eq(filter_shrink(&bytes, NULL), 0);
		cr_expect_eq(bytes.size, sizeof(filter), "%zu", i);
		cr_expect_arr_eq(filter, before, sizeof(filter), "%zu", i);
	}
}

/* More ranges than one jump can skip, and distant answers. */
Test(seccomp, a_long_filter_keeps_its_answers)
{
	enum { RULES = 1500, COUNT = 4 + 2 * RULES };
	static struct sock_filter filter[COUNT], before[COUNT];
	struct seccomp_data call = {.arch = 7};
	size_t steps = 0, n = 0;

	filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 4);
	filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 7, 0, 2);
	filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0);
	for (uint32_t i = 0; i < RULES; i++) {
		/* Each number's answer returns at once; the first one's also applies to unknown
		 * numbers. */
		filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 3 * i, 0, 1);
		filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, i % 5);
	}
	filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, 9);
	memcpy(before, filter, sizeof(filter));
	struct as_bytes bytes = {.data = (char *)filter, .size = n * sizeof(*filter)};
	const struct as_bytes old = {.data = (char *)before, .size = n * sizeof(*before)};
	cr_assert_eq(filter_shrink(&bytes, NULL), 0);
	for (call.nr = 0; call.nr < 3 * RULES + 3; call.nr++)
		cr_assert_eq(
			answer(&bytes, &call, &steps), answer(&old, &call, &steps), "%d", call.nr);
}

/* As the build makes them, see sandbox/filters/main.c. */
Test(seccomp, the_filters_that_are_loaded_are_those_of_the_policy)
{
	cr_assert_eq(seccomp_api_set(5), 0);
	for (int i = 0; i < AS_WIRE_FILTERS; i++) {
		const struct as_filter loaded = as_seccomp_filter((enum as_profile)(i / 2), i % 2);
		struct pair pair = build((enum as_profile)(i / 2), i % 2);
		cr_expect_eq(loaded.size, pair.shrunk.size, "filter %d", i);
		cr_expect(loaded.size == pair.shrunk.size &&
				  memcmp(loaded.data, pair.shrunk.data, loaded.size) == 0,
			"filter %d", i);
		clear(&pair);
	}
}
