/* SPDX-License-Identifier: MIT */
#pragma once
#include "reader.h"

/* ---- numbers in a block -----------------------------------------------------------------------
 */

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/* The number of digits at the start of the next eight bytes, and their value. All bytes of the word
 * at once: 0x30 to 0x39 are the bytes whose upper half is 3, even after adding 6. */
static inline unsigned gen_scan_eight_(const char *text, uint64_t *value)
{
	const uint64_t upper = UINT64_C(0xf0f0f0f0f0f0f0f0), three = UINT64_C(0x3030303030303030);
	uint64_t word;
	memcpy(&word, text, sizeof word);
	uint64_t others = ((word & upper) ^ three) |
			  (((word + UINT64_C(0x0606060606060606)) & upper) ^ three);
	unsigned count = others ? (unsigned)__builtin_ctzll(others) / 8 : 8;
	*value = 0;
	if (count == 0)
		return 0;
	/* Zeros before the digits replace the bytes after them; then pairs, fours and eight are
	 * added up. */
	word = word << (64 - 8 * count) & UINT64_C(0x0f0f0f0f0f0f0f0f);
	word = (word * 10 + (word >> 8)) & UINT64_C(0x00ff00ff00ff00ff);
	word = (word * 100 + (word >> 16)) & UINT64_C(0x0000ffff0000ffff);
	*value = (word * 10000 + (word >> 32)) & UINT32_MAX;
	return count;
}
#else
static inline unsigned gen_scan_eight_(const char *text, uint64_t *value)
{
	unsigned count = 0;
	for (*value = 0; count < 8 && text[count] >= '0' && text[count] <= '9'; count++)
		*value = *value * 10 + (uint64_t)(text[count] - '0');
	return count;
}
#endif

/* Like gen_scan_int_, for text inside a block of a reader. */
static inline const char *gen_scan_int_in_block_(const char *text, int64_t *value)
{
	bool negative = *text == '-';
	const char *digits = text + negative;
	uint64_t magnitude, rest;
	unsigned count = gen_scan_eight_(digits, &magnitude);
	if (count == 8) {
		unsigned more = gen_scan_eight_(digits + 8, &rest);
		if (more == 8)
			return gen_scan_int_(text, value);
		magnitude = magnitude * gen_powers_of_ten_()[more] + rest;
		count += more;
	}
	if (count == 0 || (*digits == '0' && (count > 1 || negative)))
		return NULL;
	*value = negative ? -(int64_t)magnitude : (int64_t)magnitude;
	return digits + count;
}

/* Parses a decimal number in units of 10^-decimals: the whole part in its only spelling, then
 * optionally a point and 1 to `decimals` digits. False: malformed, or too large. */
static inline bool gen_scan_real_(const char *text, unsigned decimals, int64_t *value)
{
	bool negative = *text == '-';
	const char *at = text + negative, *point = strchr(at, '.');
	size_t whole = point ? (size_t)(point - at) : strlen(at);
	size_t behind = point ? strlen(point + 1) : 0;
	uint64_t magnitude = 0;
	if (whole == 0 || (whole > 1 && *at == '0') || (point && behind == 0) || behind > decimals)
		return false;
	for (size_t i = 0; i < whole + decimals; i++) {
		char c = i < whole ? at[i] : i < whole + behind ? point[1 + i - whole] : '0';
		uint64_t digit = (uint64_t)(c - '0');
		if (c < '0' || c > '9' || magnitude > ((uint64_t)INT64_MAX - digit) / 10)
			return false;
		magnitude = magnitude * 10 + digit;
	}
	*value = negative ? -(int64_t)magnitude : (int64_t)magnitude;
	return !(negative && magnitude == 0);
}
