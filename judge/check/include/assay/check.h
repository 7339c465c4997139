/* SPDX-License-Identifier: MIT */
/**
 * check: the default output check of packages: compares an output with an answer, token by token.
 * Its functions keep no state, and any thread may call them.
 */
#ifndef ASSAY_CHECK_H
#define ASSAY_CHECK_H

#include <assay/base.h>

/* ---- flags ---- */

/**
 * Flags of the default output validator. A negative tolerance means none. Tolerances have the
 * precision of the numbers that they are compared with: 0.1 as a double is 5e-18 more than 0.1 and
 * would accept too much.
 */
struct as_check_flags {
	bool case_sensitive;
	bool space_change_sensitive;
	long double absolute_tolerance;
	long double relative_tolerance;
};
#define AS_CHECK_FLAGS_INIT                                                                        \
	{                                                                                          \
		.absolute_tolerance = -1, .relative_tolerance = -1                                 \
	}

/**
 * Parses the default output validator's flags (2025-09: case_sensitive, space_change_sensitive,
 * float_absolute_tolerance E, float_relative_tolerance E, float_tolerance E) from a list of words.
 * An unknown flag, a tolerance that is not a decimal number of 0 or more, or a duplicate tolerance
 * is AS_ERROR_INPUT.
 */
int as_check_flags_parse(const char *const *words, size_t count, struct as_check_flags *flags,
	struct as_error *error) AS_MUST_USE AS_NONNULL(3);

/* ---- the check ---- */

/** The size of the feedback, with the final NUL. */
#define AS_CHECK_FEEDBACK_SIZE 256

/**
 * Compares an output with an answer. It reads both descriptors in blocks from their current offset,
 * in constant memory except for single tokens; tokens of up to 64 KiB can be compared as numbers.
 * Returns 0 and sets `accepted` and `feedback`: one line if the output is rejected ("token 3 (line
 * 2): expected 8, got 7"), else "". Returns -1 if reading failed.
 */
int as_check_default(int output_fd, int answer_fd, const struct as_check_flags *flags,
	bool *accepted, char feedback[AS_CHECK_FEEDBACK_SIZE], struct as_error *error) AS_MUST_USE
	AS_NONNULL(3, 4, 5);

/** True if the byte separates tokens. */
static inline bool as_check_is_space(unsigned char byte)
{
	return byte == ' ' || (byte >= '\t' && byte <= '\r');
}
/** Bytes with equal results count as equal. */
static inline unsigned char as_check_fold(const struct as_check_flags *flags, unsigned char byte)
{
	return byte >= 'A' && byte <= 'Z' && !flags->case_sensitive
		       ? (unsigned char)(byte - 'A' + 'a')
		       : byte;
}

/* ---- numbers ---- */

/**
 * True if the whole text is a floating-point number of the format: decimal, with an optional sign,
 * point and exponent. The value is the nearest long double, an infinity beyond its range.
 * text[length] must be readable and not a digit, point or letter. The locale does not matter.
 */
bool as_check_number_parse(const char *text, size_t length, long double *value) AS_MUST_USE
	AS_NONNULL(1, 3);

/** A longer token is never a number for the output check. */
#define AS_CHECK_NUMBER_BYTES 65536

/**
 * True if both texts are numbers, and the output's is within a tolerance of the answer's. This is
 * exact: a difference equal to the tolerance is accepted. Only tolerances of more than LDBL_DIG
 * (18) digits are rounded to that many. Without tolerances, and for a number with an exponent
 * beyond 10^14, it is false. The texts are as for as_check_number_parse; the cost is proportional
 * to their lengths.
 */
bool as_check_number_near(const struct as_check_flags *flags, const char *output,
	size_t output_length, const char *answer, size_t answer_length) AS_MUST_USE
	AS_NONNULL(1, 2, 4);

#endif
