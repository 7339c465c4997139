/* SPDX-License-Identifier: MIT */
#pragma once
#include "options.h"

/* ---- writing ------------------------------------------------------------------------------- */

#define GEN_BLOCK_BYTES_ 65536
#define GEN_INT_BYTES_ 20

struct gen_writer_ {
	FILE *file;           /* NULL: stdout */
	bool outlives_reader; /* the reader of stdout may end early; the rest is discarded */
	bool lost;            /* it has, or stdout was closed */
	size_t used;
	char block[GEN_BLOCK_BYTES_];
};

static inline struct gen_writer_ *gen_writer_get_(void)
{
	static struct gen_writer_ writer;
	return &writer;
}

static inline void gen_write_failed_(void)
{
	struct gen_writer_ *writer = gen_writer_get_();
	if (writer->file || !writer->outlives_reader)
		gen_fail("cannot write: %s", strerror(errno));
	writer->lost = true;
}

/* The output file; NULL: discard. */
static inline FILE *gen_write_where_(void)
{
	const struct gen_writer_ *writer = gen_writer_get_();
	return writer->file ? writer->file : writer->lost ? NULL : stdout;
}

static inline void gen_write_out_(void)
{
	struct gen_writer_ *writer = gen_writer_get_();
	FILE *file = gen_write_where_();
	if (file && fwrite(writer->block, 1, writer->used, file) != writer->used)
		gen_write_failed_();
	writer->used = 0;
}

/** Writes the rest of the buffer. An interactor must do so before it waits; its readers do it. */
static inline void gen_flush(void)
{
	gen_write_out_();
	FILE *file = gen_write_where_();
	if (file && fflush(file) != 0)
		gen_write_failed_();
}

/* Redirects output to a file, until gen_write_close_. */
static inline void gen_write_to_(FILE *file)
{
	gen_flush();
	gen_writer_get_()->file = file;
}

static inline void gen_write_close_(const char *name)
{
	struct gen_writer_ *writer = gen_writer_get_();
	gen_flush();
	if (fclose(writer->file) != 0)
		gen_fail("cannot write %s: %s", name, strerror(errno));
	writer->file = NULL;
}

static inline void gen_write_char(char c)
{
	struct gen_writer_ *writer = gen_writer_get_();
	if (writer->used == sizeof writer->block)
		gen_write_out_();
	writer->block[writer->used++] = c;
}

static inline void gen_space(void)
{
	gen_write_char(' ');
}

static inline void gen_newline(void)
{
	gen_write_char('\n');
}

static inline void gen_text(const char *text)
{
	for (; *text; text++)
		gen_write_char(*text);
}

static inline const uint64_t *gen_powers_of_ten_(void)
{
	static const uint64_t powers[20] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000,
		100000000, 1000000000, UINT64_C(10000000000), UINT64_C(100000000000),
		UINT64_C(1000000000000), UINT64_C(10000000000000), UINT64_C(100000000000000),
		UINT64_C(1000000000000000), UINT64_C(10000000000000000),
		UINT64_C(100000000000000000), UINT64_C(1000000000000000000),
		UINT64_C(10000000000000000000)};
	return powers;
}

/* The number of decimal digits: 1233/4096 is a little more than log10(2). */
static inline unsigned gen_digit_count_(uint64_t value)
{
	unsigned bits = 64 - (unsigned)__builtin_clzll(value | 1);
	unsigned guess = bits * 1233 >> 12;
	return guess + (value >= gen_powers_of_ten_()[guess] || value == 0);
}

/* Writes two digits at a time, from the right. */
static inline char *gen_put_digits_(char *to, uint64_t value, unsigned count)
{
	static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930"
				    "31323334353637383940414243444546474849505152535455565758596061"
				    "62636465666768697071727374757677787980818283848586878889909192"
				    "93949596979899";
	char *at = to + count;
	while (value >= 100) {
		memcpy(at -= 2, pairs + value % 100 * 2, 2);
		value /= 100;
	}
	if (value >= 10)
		memcpy(to, pairs + value * 2, 2);
	else
		*to = (char)('0' + value);
	return to + count;
}

static inline void gen_write_magnitude_(bool negative, uint64_t magnitude)
{
	struct gen_writer_ *writer = gen_writer_get_();
	if (writer->used + GEN_INT_BYTES_ > sizeof writer->block)
		gen_write_out_();
	char *to = writer->block + writer->used;
	if (negative)
		*to++ = '-';
	to = gen_put_digits_(to, magnitude, gen_digit_count_(magnitude));
	writer->used = (size_t)(to - writer->block);
}

static inline void gen_write_int(int64_t value)
{
	gen_write_magnitude_(value < 0, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

/** Writes `count` numbers, separated by spaces. */
static inline void gen_write_ints(const int64_t *values, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (i)
			gen_space();
		gen_write_int(values[i]);
	}
}

/** Writes value / 10^decimals with all decimals: 125 with one is 12.5. At most 18 decimals. */
static inline void gen_write_real(int64_t value, unsigned decimals)
{
	uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
	if (decimals > 18)
		gen_fail("gen_write_real: %u decimals are more than 18", decimals);
	uint64_t unit = gen_powers_of_ten_()[decimals];
	gen_write_magnitude_(value < 0, magnitude / unit);
	if (!decimals)
		return;
	gen_write_char('.');
	/* A leading one makes leading zeros ordinary digits. */
	char digits[GEN_INT_BYTES_];
	gen_put_digits_(digits, unit + magnitude % unit, decimals + 1);
	for (unsigned i = 1; i <= decimals; i++)
		gen_write_char(digits[i]);
}
