/* SPDX-License-Identifier: MIT */
#include <assay/base/fit.h>
#include <assay/grade/marks/points.h>

#include <string.h>

#define DECIMALS 4
#define USUAL_STEP_E4 100

/* Some countries group thousands by a comma, others use it as the decimal point. */
static bool is_ambiguous(const char *text)
{
	const char *comma = strchr(text, ',');
	return comma && strlen(comma + 1) == 3 && strspn(comma + 1, "0123456789") == 3;
}

/* No step overflows: the value is at most ten times the maximum. */
static bool read_digits(const char **text, int64_t *value)
{
	for (; as_is_digit(**text) && *value <= AS_POINTS_MAX_E4; ++*text)
		*value = *value * 10 + (**text - '0');
	return *value <= AS_POINTS_MAX_E4;
}

static int not_points(const char *text, struct as_error *error)
{
	return as_error_set(error, AS_ERROR_INPUT,
		"'%.*s' is not a number of points; write 0 to 1000000 with at most %d decimals, "
		"such as 2.5",
		as_text_fit(text, 40), text, DECIMALS);
}

/* The decimals at `text`, in 1/10000; zeros after the fourth are ignored. */
static bool read_decimals(const char *text, int64_t *part)
{
	size_t count = strspn(text, "0123456789");

	if (count == 0 || text[count])
		return false;
	*part = 0;
	for (size_t i = 0; i < count || i < DECIMALS; i++) {
		const int digit = i < count ? text[i] - '0' : 0;
		if (i < DECIMALS)
			*part = *part * 10 + digit;
		else if (digit)
			return false;
	}
	return true;
}

int as_points_parse(const char *text, int64_t *points_e4, struct as_error *error)
{
	const char *at = text;
	int64_t whole = 0;
	int64_t part = 0;

	if (is_ambiguous(text))
		return as_error_set(error, AS_ERROR_INPUT,
			"'%.*s' is ambiguous: the comma may separate thousands or decimals; write "
			"it without a comma",
			as_text_fit(text, 40), text);
	if (!as_is_digit(*at) || !read_digits(&at, &whole))
		return not_points(text, error);
	if ((*at == '.' || *at == ',') ? !read_decimals(at + 1, &part) : *at != '\0')
		return not_points(text, error);
	if (whole * AS_POINT_E4 + part > AS_POINTS_MAX_E4)
		return not_points(text, error);
	*points_e4 = whole * AS_POINT_E4 + part;
	return 0;
}

char *as_points_format(int64_t points_e4, char text[AS_POINTS_SIZE])
{
	const char *sign = points_e4 < 0 ? "-" : "";
	/* Correct for INT64_MIN, too. */
	const uint64_t size = points_e4 < 0 ? -(uint64_t)points_e4 : (uint64_t)points_e4;
	int length = snprintf(text, AS_POINTS_SIZE, "%s%ju.%04ju", sign,
		(uintmax_t)(size / AS_POINT_E4), (uintmax_t)(size % AS_POINT_E4));

	while (text[length - 1] == '0')
		text[--length] = '\0';
	if (text[length - 1] == '.')
		text[length - 1] = '\0';
	return text;
}

static const char *const mode_names[] = {
	[AS_ROUND_HALF_UP] = "half_up",
	[AS_ROUND_HALF_EVEN] = "half_even",
	[AS_ROUND_UP] = "up",
	[AS_ROUND_DOWN] = "down",
};

const char *as_rounding_mode_name(enum as_rounding_mode mode)
{
	return mode_names[mode];
}

static bool goes_up(int64_t quotient, int64_t rest, int64_t step, enum as_rounding_mode mode)
{
	/* Not rest * 2 >= step, which may overflow. */
	const int64_t missing = step - rest;

	switch (mode) {
	case AS_ROUND_HALF_UP:
		return rest >= missing;
	case AS_ROUND_HALF_EVEN:
		return rest > missing || (rest == missing && quotient % 2 != 0);
	case AS_ROUND_UP:
		return rest > 0;
	case AS_ROUND_DOWN:
	default:
		return false;
	}
}

int64_t as_rounding_step(int64_t total_e4)
{
	return total_e4 % USUAL_STEP_E4 == 0 ? USUAL_STEP_E4 : 1;
}

int64_t as_points_round(int64_t points_e4, int64_t step_e4, enum as_rounding_mode mode)
{
	const int64_t quotient = points_e4 / step_e4;
	const int64_t rest = points_e4 % step_e4;

	return (quotient + goes_up(quotient, rest, step_e4, mode)) * step_e4;
}
