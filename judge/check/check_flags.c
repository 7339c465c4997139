/* SPDX-License-Identifier: MIT */
#include <assay/check.h>
#include <math.h>
#include <string.h>

enum flag { CASE_SENSITIVE, SPACE_CHANGE_SENSITIVE, ABSOLUTE, RELATIVE, BOTH, FLAG_COUNT };

static const char *const flag_names[FLAG_COUNT] = {
	[CASE_SENSITIVE] = "case_sensitive",
	[SPACE_CHANGE_SENSITIVE] = "space_change_sensitive",
	[ABSOLUTE] = "float_absolute_tolerance",
	[RELATIVE] = "float_relative_tolerance",
	[BOTH] = "float_tolerance",
};

static enum flag flag_find(const char *word)
{
	size_t flag = 0;
	while (flag < FLAG_COUNT && strcmp(flag_names[flag], word) != 0)
		flag++;
	return (enum flag)flag;
}

static int parse_tolerance(
	enum flag flag, const char *word, long double *value, struct as_error *error)
{
	if (!word)
		return as_error_set(error, AS_ERROR_INPUT,
			"%s needs a number after it, such as '%s 1e-6'", flag_names[flag],
			flag_names[flag]);
	if (word[0] == '-' || !as_check_number_parse(word, strlen(word), value) || isinf(*value))
		return as_error_set(error, AS_ERROR_INPUT,
			"%s must be a decimal number of 0 or more, not '%s'", flag_names[flag],
			word);
	return 0;
}

static int set_tolerance(
	enum flag flag, const char *word, struct as_check_flags *flags, struct as_error *error)
{
	bool absolute = flag != RELATIVE, relative = flag != ABSOLUTE;
	long double value = 0;
	if (parse_tolerance(flag, word, &value, error) < 0)
		return -1;
	/* The specification makes any duplicate tolerance an error. */
	if ((absolute && flags->absolute_tolerance >= 0) ||
		(relative && flags->relative_tolerance >= 0))
		return as_error_set(error, AS_ERROR_INPUT,
			"%s sets a tolerance that is already set; give each tolerance once",
			flag_names[flag]);
	if (absolute)
		flags->absolute_tolerance = value;
	if (relative)
		flags->relative_tolerance = value;
	return 0;
}

int as_check_flags_parse(const char *const *words, size_t count, struct as_check_flags *flags,
	struct as_error *error)
{
	*flags = (struct as_check_flags)AS_CHECK_FLAGS_INIT;
	for (size_t i = 0; i < count; i++) {
		enum flag flag = flag_find(words[i]);
		if (flag == FLAG_COUNT)
			return as_error_set(error, AS_ERROR_INPUT,
				"unknown flag '%s' of the default output validator%s use "
				"case_sensitive, space_change_sensitive, float_tolerance, "
				"float_absolute_tolerance or float_relative_tolerance",
				words[i], AS_SUGGESTION(words[i], flag_names, FLAG_COUNT));
		if (flag == CASE_SENSITIVE)
			flags->case_sensitive = true;
		else if (flag == SPACE_CHANGE_SENSITIVE)
			flags->space_change_sensitive = true;
		else if (++i, set_tolerance(flag, i < count ? words[i] : NULL, flags, error) < 0)
			return -1;
	}
	return 0;
}
