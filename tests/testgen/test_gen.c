/* SPDX-License-Identifier: MIT */
/* The draws of gen.h, inside this process; test_gen_programs.c tests whole programs. */
#include <assay/gen.h>
#include <criterion/criterion.h>

/* Published vectors: the FNV page of Noll; splitmix64.c of Vigna with seed 1234567; the
 * xoshiro256** vectors of the Rust crate rand_xoshiro, made with the authors' C code. */
Test(gen, fnv1a_hashes_as_published)
{
	cr_expect_eq(gen_hash_text(""), UINT64_C(0xcbf29ce484222325));
	cr_expect_eq(gen_hash_text("a"), UINT64_C(0xaf63dc4c8601ec8c));
	cr_expect_eq(gen_hash_text("foobar"), UINT64_C(0x85944171f73967e8));
}

Test(gen, splitmix64_gives_the_published_numbers)
{
	const uint64_t expected[] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
		UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
		UINT64_C(16408922859458223821)};
	uint64_t state = 1234567;
	for (size_t i = 0; i < 5; i++)
		cr_expect_eq(gen_splitmix64(&state), expected[i], "number %zu", i);
}

Test(gen, xoshiro256ss_gives_the_published_numbers)
{
	const uint64_t expected[] = {11520, 0, 1509978240, UINT64_C(1215971899390074240),
		UINT64_C(1216172134540287360), UINT64_C(607988272756665600),
		UINT64_C(16172922978634559625), UINT64_C(8476171486693032832),
		UINT64_C(10595114339597558777), UINT64_C(2904607092377533576)};
	uint64_t state[4] = {1, 2, 3, 4};
	for (size_t i = 0; i < 10; i++)
		cr_expect_eq(gen_xoshiro256ss(state), expected[i], "number %zu", i);
}

/* The stream of a seed must never change, because existing test sets are made from it. Computed by
 * an independent program (tests/testgen/stream.py). */
Test(gen, a_seed_text_gives_the_promised_stream)
{
	const uint64_t raw[] = {UINT64_C(16671256370369473841), UINT64_C(8366596912821282596),
		UINT64_C(14951694495909984420), UINT64_C(3562930244036475242)};
	const int64_t dice[] = {
		6, 3, 5, 2, 3, 6, 1, 3, 5, 2, 2, 4, 2, 6, 2, 4, 5, 3, 5, 2, 4, 3, 2, 4};
	gen_seed("coins 1");
	for (size_t i = 0; i < sizeof raw / sizeof *raw; i++)
		cr_expect_eq(gen_draw(UINT64_MAX), raw[i], "draw %zu", i);
	gen_seed("coins 1");
	for (size_t i = 0; i < sizeof dice / sizeof *dice; i++)
		cr_expect_eq(gen_int(1, 6), dice[i], "die %zu", i);
}

/* With count = 3 * 2^62 a multiplication alone would reject no number and prefer some; a quarter of
 * the raw numbers must be rejected. */
Test(gen, biased_draws_are_rejected)
{
	const uint64_t expected[] = {UINT64_C(6025744541989857795), UINT64_C(361953503518148799),
		UINT64_C(12601366686425120693), UINT64_C(8637256196439365523),
		UINT64_C(7351015779935760037), UINT64_C(11992794405432218425),
		UINT64_C(7880619118930374551), UINT64_C(3319095316899124080)};
	gen_seed("wide");
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
		cr_expect_eq(gen_draw(3 * (UINT64_C(1) << 62) - 1), expected[i], "draw %zu", i);
}

Test(gen, the_wide_product_is_exact)
{
	const uint64_t edges[] = {0, 1, 2, UINT32_MAX, UINT64_C(1) << 32, UINT64_MAX - 1,
		UINT64_MAX, UINT64_C(0x9e3779b97f4a7c15)};
	for (size_t i = 0; i < 8; i++)
		for (size_t j = 0; j < 8; j++) {
			uint64_t low;
			uint64_t high = gen_multiply_(edges[i], edges[j], &low);
			unsigned __int128 product = (unsigned __int128)edges[i] * edges[j];
			cr_expect(high == (uint64_t)(product >> 64) && low == (uint64_t)product,
				"%zu times %zu", i, j);
		}
}

Test(gen, every_number_of_a_small_range_is_about_equally_likely)
{
	int count[7] = {0};
	gen_seed("even");
	for (int i = 0; i < 70000; i++)
		count[gen_int(-3, 3) + 3]++;
	for (int i = 0; i < 7; i++)
		cr_expect(count[i] > 9600 && count[i] < 10400, "%d came %d times", i - 3, count[i]);
}

Test(gen, both_ends_of_int64_can_be_drawn)
{
	gen_seed("ends");
	cr_expect_eq(gen_int(INT64_MIN, INT64_MIN), INT64_MIN);
	cr_expect_eq(gen_int(INT64_MAX, INT64_MAX), INT64_MAX);
	int negative = 0;
	for (int i = 0; i < 1000; i++)
		negative += gen_int(INT64_MIN, INT64_MAX) < 0;
	cr_expect(negative > 400 && negative < 600, "%d of 1000 are negative", negative);
}

/* Similar seeds with the same first draws are the known weakness of a linear generator. */
Test(gen, similar_seeds_differ_from_the_first_draw_on)
{
	char text[8] = "abc 0";
	bool seen[1000] = {false};
	int distinct = 0;
	for (char c = '0'; c <= '9'; c++) {
		text[4] = c;
		gen_seed(text);
		int64_t first = gen_int(0, 999);
		distinct += !seen[first];
		seen[first] = true;
	}
	cr_expect(distinct >= 9, "%d of 10 first draws are distinct", distinct);
}

/* Numbers as text of every length, with the bytes that may come before, after and between their
 * digits. */
static size_t make_text(char *text)
{
	static const char odd[] = "-+ \n\0/:0xA\xff\xb0";
	size_t length = (size_t)gen_int(0, 24);
	for (size_t i = 0; i < length; i++)
		text[i] = (char)('0' + gen_int(0, 9));
	for (int64_t count = gen_int(0, 2); length && count; count--)
		text[gen_int(0, (int64_t)length - 1)] = odd[gen_int(0, sizeof odd - 2)];
	if (length && gen_chance(1, 3))
		text[0] = '-';
	text[length] = '\0';
	return length;
}

Test(gen, reading_eight_digits_at_once_equals_reading_them_one_by_one)
{
	char text[64];
	int whole = 0;
	gen_seed("digits");
	for (int i = 0; i < 300000; i++) {
		int64_t one = 0, eight = 0;
		memset(text, '5', sizeof text);
		make_text(text);
		const char *end = gen_scan_int_(text, &one);
		const char *fast = gen_scan_int_in_block_(text, &eight);
		cr_assert(fast == end && (!end || one == eight), "'%s'", text);
		whole += end && !*end;
	}
	cr_expect(whole > 50000, "%d", whole);
}

Test(gen, digits_are_written_as_printf_writes_them)
{
	char expected[32], text[32];
	gen_seed("written");
	for (int i = 0; i < 200000; i++) {
		uint64_t edge = gen_powers_of_ten_()[gen_int(0, 19)];
		uint64_t value =
			i % 2 ? edge - 1 + gen_draw(2) : gen_draw(UINT64_MAX >> gen_int(0, 63));
		int length = snprintf(expected, sizeof expected, "%" PRIu64, value);
		cr_assert_eq(gen_digit_count_(value), (unsigned)length, "%s", expected);
		*gen_put_digits_(text, value, (unsigned)length) = '\0';
		cr_assert_str_eq(text, expected);
	}
}
