/* SPDX-License-Identifier: MIT */
/* Durations. */
#include <assay/base/fit.h>
#include <assay/grade/marks/points.h>

#include <string.h>

#define MINUTE_S 60
#define HOUR_S 3600
#define DAY_S 86400
#define MAX_SPAN_S (INT64_C(3653) * DAY_S)

int as_span_parse(const char *text, int64_t *span_s, struct as_error *error)
{
	static const struct {
		const char *name;
		int64_t unit_s;
	} units[] = {{"min", MINUTE_S}, {"h", HOUR_S}, {"d", DAY_S}};
	const size_t digits = strspn(text, "0123456789");
	const char *unit = text + digits + strspn(text + digits, " ");

	for (size_t i = 0; digits > 0 && i < sizeof(units) / sizeof(*units); i++) {
		if (strcmp(unit, units[i].name) != 0)
			continue;
		/* Ten digits of days fit in an int64_t. */
		const int64_t count = digits > 10 ? INT64_C(10000000000) : strtoll(text, NULL, 10);
		*span_s = count * units[i].unit_s;
		if (*span_s > MAX_SPAN_S)
			return as_error_set(error, AS_ERROR_INPUT,
				"'%.*s' is more than ten years; write a shorter time",
				as_text_fit(text, 40), text);
		return 0;
	}
	return as_error_set(error, AS_ERROR_INPUT,
		"'%.*s' is not a time span; write a whole number and min, h or d, such as 2d",
		as_text_fit(text, 40), text);
}

char *as_span_format(int64_t span_s, char text[AS_TIME_SIZE])
{
	const struct {
		int64_t count;
		const char *unit;
	} parts[] = {{span_s / DAY_S, "d"}, {span_s / HOUR_S % 24, "h"},
		{span_s / MINUTE_S % 60, "min"}, {span_s % 60, "s"}};
	size_t length = 0;

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (parts[i].count != 0)
			length += (size_t)snprintf(text + length, AS_TIME_SIZE - length, "%s%jd %s",
				length ? " " : "", (intmax_t)parts[i].count, parts[i].unit);
	if (length == 0)
		snprintf(text, AS_TIME_SIZE, "0 s");
	return text;
}
