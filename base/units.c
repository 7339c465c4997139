/* SPDX-License-Identifier: MIT */
#include <assay/base.h>
#include <string.h>

struct unit {
	const char *name;
	uint64_t factor;
};

static const struct unit duration_units[] = {
	{"ns", 1},
	{"us", 1000},
	{"ms", 1000000},
	{"s", 1000000000},
	{"min", 60000000000},
	{"h", 3600000000000},
	{NULL, 0},
};

static const struct unit size_units[] = {
	{"B", 1},
	{"KiB", (uint64_t)1 << 10},
	{"MiB", (uint64_t)1 << 20},
	{"GiB", (uint64_t)1 << 30},
	{"kB", 1000},
	{"MB", 1000000},
	{"GB", 1000000000},
	{NULL, 0},
};

/* With more digits after the point, the value is not a whole number of nanoseconds in any unit. */
#define FRACTION_DIGITS 18

static const struct unit *find_unit(const struct unit *units, const char *name)
{
	for (; units->name; units++)
		if (strcmp(units->name, name) == 0)
			return units;
	return NULL;
}

/* Reads the digits at *text and advances past them. False if they exceed uint64_t. */
static bool read_digits(const char **text, uint64_t *value)
{
	bool fits = true;
	*value = 0;
	for (; as_is_digit(**text); ++*text) {
		fits = fits && !__builtin_mul_overflow(*value, 10, value) &&
		       !__builtin_add_overflow(*value, (uint64_t)(**text - '0'), value);
	}
	return fits;
}

/*
 * The digits after a point as a part of a unit: "25" of 1000 is 250. False if the result is not a
 * whole number. Computed in integers, because 0.1 s has no exact double and limits must be exact.
 */
static bool read_fraction(const char *digits, size_t count, uint64_t factor, uint64_t *part)
{
	while (count > 0 && digits[count - 1] == '0')
		count--;
	if (count > FRACTION_DIGITS)
		return false;
	uint64_t numerator = 0;
	uint64_t denominator = 1;
	for (size_t i = 0; i < count; i++) {
		numerator = numerator * 10 + (uint64_t)(digits[i] - '0');
		denominator *= 10;
	}
	unsigned __int128 product = (unsigned __int128)numerator * factor;
	*part = (uint64_t)(product / denominator);
	return product % denominator == 0;
}

/* The unit with the same initial whose name is nearest: "sec" is s, "kb" is kB. */
static const char *nearest_unit(const struct unit *units, const char *name)
{
	const char *names[8];
	size_t count = 0;
	for (; units->name; units++)
		if (strncasecmp(units->name, name, 1) == 0)
			names[count++] = units->name;
	return as_text_nearest(name, names, count, SIZE_MAX);
}

/* `end` is the end of the number in `text`, where the unit must follow. */
static const char *suggest_unit(
	const struct unit *units, const char *text, const char *end, char hint[AS_SUGGESTION_SIZE])
{
	const char *unit = end + strspn(end, " ");
	const char *nearest = end > text && *unit ? nearest_unit(units, unit) : NULL;
	if (nearest)
		snprintf(hint, AS_SUGGESTION_SIZE, "; did you mean '%.*s%s'?",
			end - text < 40 ? (int)(end - text) : 40, text, nearest);
	else
		snprintf(hint, AS_SUGGESTION_SIZE, ";");
	return hint;
}

static int not_a_duration(const char *text, const char *end, struct as_error *error)
{
	char hint[AS_SUGGESTION_SIZE];
	return as_error_set(error, AS_ERROR_USAGE,
		"invalid duration '%s'%s write a number and one of ns, us, ms, s, min, h, such as "
		"1.5s",
		text, suggest_unit(duration_units, text, end, hint));
}

static int too_big(const char *text, const char *what, struct as_error *error)
{
	return as_error_set(error, AS_ERROR_USAGE, "%s '%s' is too large", what, text);
}

int as_duration_parse(const char *text, int64_t *value_ns, struct as_error *error)
{
	const char *at = text;
	uint64_t whole;
	bool fits = read_digits(&at, &whole);
	if (at == text)
		return not_a_duration(text, at, error);
	const char *fraction = at;
	size_t fraction_count = 0;
	if (*at == '.') {
		fraction = at + 1;
		fraction_count = strspn(fraction, "0123456789");
		if (fraction_count == 0)
			return not_a_duration(text, text, error);
		at = fraction + fraction_count;
	}
	const struct unit *unit = find_unit(duration_units, at);
	if (!unit)
		return not_a_duration(text, at, error);
	uint64_t part;
	if (!read_fraction(fraction, fraction_count, unit->factor, &part))
		return as_error_set(error, AS_ERROR_USAGE,
			"duration '%s' is finer than a nanosecond; write fewer digits", text);
	uint64_t total;
	/* INT64_MAX means unlimited, which cannot be typed. */
	if (!fits || __builtin_mul_overflow(whole, unit->factor, &total) ||
		__builtin_add_overflow(total, part, &total) || total >= AS_UNLIMITED_NS)
		return too_big(text, "duration", error);
	*value_ns = (int64_t)total;
	return 0;
}

int as_size_parse(const char *text, uint64_t *value_bytes, struct as_error *error)
{
	const char *at = text;
	uint64_t count;
	bool fits = read_digits(&at, &count);
	const struct unit *unit = at == text ? NULL : find_unit(size_units, at);
	char hint[AS_SUGGESTION_SIZE];
	if (!unit)
		return as_error_set(error, AS_ERROR_USAGE,
			"invalid size '%s'%s write a whole number and one of B, KiB, MiB, GiB, kB, "
			"MB, GB, such as 64MiB",
			text, suggest_unit(size_units, text, at, hint));
	uint64_t total;
	if (!fits || __builtin_mul_overflow(count, unit->factor, &total) ||
		total == AS_UNLIMITED_BYTES)
		return too_big(text, "size", error);
	*value_bytes = total;
	return 0;
}

int as_count_parse(
	const char *text, uint64_t min, uint64_t max, uint64_t *value, struct as_error *error)
{
	const char *at = text;
	uint64_t number;
	bool fits = read_digits(&at, &number);
	if (at == text || *at != '\0' || !fits || number < min || number > max)
		return as_error_set(error, AS_ERROR_USAGE,
			"invalid number '%s'; write a whole number from %ju to %ju", text,
			(uintmax_t)min, (uintmax_t)max);
	*value = number;
	return 0;
}

char *as_number_format(double value, char text[AS_NUMBER_SIZE])
{
	/* A double keeps 15 digits of every number; a sixteenth would show rounding errors, as in
	 * 0.1 + 0.2. */
	snprintf(text, AS_NUMBER_SIZE, "%.15g", value == 0 ? 0 : value);
	return text;
}
