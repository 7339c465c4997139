/* SPDX-License-Identifier: MIT */
#include <assay/base/record.h>

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

struct sample {
	bool flag;
	uint64_t number;
	int64_t whole;
	double real;
	char *text, *none;
	struct as_bytes bytes, empty; /* the last to be visited */
	char fixed[8];
	char **names;
	int64_t *list;
	size_t count;
};

static void visit(struct as_record *record, struct sample *sample)
{
	as_record_flag(record, &sample->flag);
	as_record_number(record, &sample->number, UINT64_MAX);
	as_record_signed(record, &sample->whole);
	as_record_double(record, &sample->real);
	as_record_text(record, &sample->text);
	as_record_text(record, &sample->none);
	as_record_text_in(record, sample->fixed, sizeof(sample->fixed));
	as_record_names(record, &sample->names);
	as_record_list(record, &sample->list, &sample->count, sizeof(*sample->list), 1);
	for (size_t i = 0; i < sample->count; i++)
		as_record_signed(record, &sample->list[i]);
	as_record_bytes(record, &sample->bytes);
	as_record_bytes(record, &sample->empty);
}

static void clear(struct sample *sample)
{
	free(sample->text);
	free(sample->none);
	as_bytes_clear(&sample->bytes);
	as_bytes_clear(&sample->empty);
	as_names_free(sample->names);
	free(sample->list);
}

static struct as_bytes write_sample(struct sample *sample)
{
	struct as_record record;
	struct as_bytes bytes;
	struct as_error error = {0};

	as_record_begin(&record, "sample/1");
	visit(&record, sample);
	cr_assert_eq(as_record_end(&record, &bytes, &error), 0, "%s", error.text);
	return bytes;
}

static int read_sample(const void *data, size_t size, struct sample *sample)
{
	struct as_record record;

	*sample = (struct sample){0};
	int found = as_record_open(&record, "sample/1", data, size, NULL);
	if (found != 1)
		return found;
	visit(&record, sample);
	return as_record_close(&record, NULL) ? -1 : 1;
}

static struct as_bytes write_usual(void)
{
	char *names[] = {"", "b\n", NULL};
	int64_t list[] = {INT64_MIN, INT64_MAX, 0};
	struct sample sample = {.flag = true,
		.number = UINT64_MAX,
		.whole = INT64_MIN,
		.real = -INFINITY,
		.text = "\xff\x80 raw",
		.bytes = {.data = (char *)"a\0b", .size = 3},
		.fixed = "1234567",
		.names = names,
		.list = list,
		.count = 3};

	return write_sample(&sample);
}

Test(record, written_results_are_read_back)
{
	AS_AUTO_BYTES struct as_bytes bytes = write_usual();
	struct sample sample;

	cr_assert_eq(read_sample(bytes.data, bytes.size, &sample), 1);
	cr_expect(sample.flag);
	cr_expect_eq(sample.number, UINT64_MAX);
	cr_expect_eq(sample.whole, INT64_MIN);
	cr_expect(isinf(sample.real) && sample.real < 0);
	cr_expect_str_eq(sample.text, "\xff\x80 raw");
	cr_expect_null(sample.none);
	cr_expect_str_eq(sample.fixed, "1234567");
	cr_expect(sample.names && !*sample.names[0] && strcmp(sample.names[1], "b\n") == 0 &&
		  !sample.names[2]);
	cr_assert_eq(sample.count, 3);
	cr_expect(sample.list[0] == INT64_MIN && sample.list[1] == INT64_MAX && !sample.list[2]);
	clear(&sample);
}

Test(record, every_bit_of_a_double_is_kept)
{
	static const uint64_t patterns[] = {0, UINT64_C(1) << 63, 1, UINT64_C(0x7ff0000000000000),
		UINT64_C(0x7ff8000000001234), UINT64_C(0xfff4000000000001),
		UINT64_C(0x3fb999999999999a), UINT64_MAX};

	for (size_t i = 0; i < sizeof(patterns) / sizeof(*patterns); i++) {
		struct sample sample = {0};
		memcpy(&sample.real, &patterns[i], sizeof(sample.real));
		AS_AUTO_BYTES struct as_bytes bytes = write_sample(&sample);
		cr_assert_eq(read_sample(bytes.data, bytes.size, &sample), 1);
		cr_expect_eq(memcmp(&sample.real, &patterns[i], sizeof(sample.real)), 0, "%zu", i);
	}
}

Test(record, another_name_or_version_is_a_miss_and_not_an_error)
{
	static const char *const others[] = {
		"", "s", "sample/1", "sample/2\n", "sample/11\n", "result/1\n", "[]\n"};
	struct sample sample;

	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		cr_expect_eq(
			read_sample(others[i], strlen(others[i]), &sample), 0, "%s", others[i]);
}

Test(record, cut_or_changed_bytes_are_never_read)
{
	AS_AUTO_BYTES struct as_bytes bytes = write_usual();
	struct sample sample;

	for (size_t size = 0; size < bytes.size; size++) {
		AS_AUTO_FREE char *copy = memcpy(malloc(size + 1), bytes.data, size);
		cr_expect_neq(read_sample(copy, size, &sample), 1, "%zu", size);
	}
	for (size_t bit = 0; bit < 8 * bytes.size; bit++) {
		bytes.data[bit / 8] ^= (char)(1 << bit % 8);
		cr_expect_neq(read_sample(bytes.data, bytes.size, &sample), 1, "bit %zu", bit);
		bytes.data[bit / 8] ^= (char)(1 << bit % 8);
	}
	cr_expect_eq(read_sample(bytes.data, bytes.size, &sample), 1);
	clear(&sample);
}

/* With a valid digest, as written by an attacker. */
static int read_values(const char *values, size_t size)
{
	struct as_record record;
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct sample sample;
	char text[64];

	memcpy(text, values, size);
	as_record_begin(&record, "sample/1");
	for (size_t i = 0; i < size; i++) {
		uint64_t low = (unsigned char)text[i] & 0x7f;
		as_record_number(&record, &low, UINT64_MAX);
		if (text[i] & 0x80)
			record.bytes.data[record.bytes.size - 1] |= (char)0x80;
	}
	cr_assert_eq(as_record_end(&record, &bytes, NULL), 0);
	int found = read_sample(bytes.data, bytes.size, &sample);
	clear(&sample);
	return found;
}
/* The bytes field at the end is empty. */
#define READ(values) read_values(values "\0\0", sizeof(values "\0\0") - 1)
#define ZEROS "\0\0\0\0\0\0"

Test(record, values_out_of_their_range_are_damage)
{
	cr_expect_eq(READ(ZEROS "\1\0\0"), 1, "flag, numbers, texts, an empty fixed text, lists");
	cr_expect_eq(READ("\2"
			  "\0\0\0\0\0\1\0\0"),
		-1, "a flag that is 2");
	cr_expect_eq(READ("\0"
			  "\x80\0"
			  "\0\0\0\0\1\0\0"),
		-1, "a number longer than it need be");
	cr_expect_eq(READ("\0"
			  "\xff\xff\xff\xff\xff\xff\xff\xff\xff\1"
			  "\0\0\0\0\1\0\0"),
		1);
	cr_expect_eq(READ("\0"
			  "\xff\xff\xff\xff\xff\xff\xff\xff\xff\2"
			  "\0\0\0\0\1\0\0"),
		-1, "a number of more than 64 bits");
	cr_expect_eq(READ("\0\0\0\0"
			  "\3a\0"
			  "\0\1\0\0"),
		-1, "a NUL in a text");
	cr_expect_eq(READ("\0\0\0\0"
			  "\x7f"
			  "a"),
		-1, "a text beyond the end");
	cr_expect_eq(READ(ZEROS "\0\0\0"), -1, "a fixed text that is NULL");
	cr_expect_eq(READ(ZEROS "\x09"
				"12345678\0\0"),
		-1, "a fixed text without room");
	cr_expect_eq(READ(ZEROS "\1\0\7"), -1, "a list beyond the end");
	cr_expect_eq(READ(ZEROS "\1\0\0"
				"\2"
				"ab"),
		-1, "more than was visited, after bytes");
	cr_expect_eq(READ(ZEROS "\1\0\0"
				"\7a"),
		-1, "bytes beyond the end");
	cr_expect_eq(READ(ZEROS "\1\2\0\0"), -1, "a NULL among names");
	cr_expect_eq(READ(ZEROS "\1\0\0\0"), -1, "more than was visited");
	cr_expect_eq(READ(ZEROS "\1\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\1"), -1);
}
