/* SPDX-License-Identifier: MIT */
/* The values that input validators report by GEN_OVERVIEW (testgen/gen/overview.h). The reports are
 * untrusted: a line that has another form is ignored. */
#include "package.h"

#include <string.h>

#define HEAD "gen-overview 1\n"
#define MAX_NAMES 256
#define MAX_NUMBER_BYTES 40
#define MAX_NAME_BYTES 200

struct variable {
	char name[MAX_NAME_BYTES];
	char least[MAX_NUMBER_BYTES], greatest[MAX_NUMBER_BYTES];
	bool lower, upper;
};

struct variables {
	struct variable items[MAX_NAMES];
	size_t count;
	bool has_report;
};

/* The variable of a name, in the order of first appearance. NULL: there are too many. */
static struct variable *variables_find(struct variables *variables, const char *name)
{
	for (size_t i = 0; i < variables->count; i++)
		if (strcmp(variables->items[i].name, name) == 0)
			return &variables->items[i];
	return variables->count < MAX_NAMES ? &variables->items[variables->count] : NULL;
}

/* Numbers of up to 18 decimals fit into a long double. */
static bool is_less(const char *a, const char *b)
{
	return strtold(a, NULL) < strtold(b, NULL);
}

/* Without an exponent. */
static bool is_number(const char *text)
{
	long double value;

	return strspn(text, "-.0123456789") == strlen(text) &&
	       as_check_number_parse(text, strlen(text), &value);
}

static void variables_note(struct variables *variables, const struct variable *seen)
{
	struct variable *variable = variables_find(variables, seen->name);

	if (!variable)
		return;
	if (variable == &variables->items[variables->count]) {
		*variable = *seen;
		variables->count++;
		return;
	}
	if (is_less(seen->least, variable->least))
		memcpy(variable->least, seen->least, sizeof(seen->least));
	if (is_less(variable->greatest, seen->greatest))
		memcpy(variable->greatest, seen->greatest, sizeof(seen->greatest));
	variable->lower |= seen->lower;
	variable->upper |= seen->upper;
}

/* COUNT LEAST GREATEST "lower"|"-" "upper"|"-" NAME */
static void variables_read_line(struct variables *variables, const char *line, size_t size)
{
	struct variable seen = {0};
	char text[512], lower[8], upper[8];
	int name_at = 0;

	snprintf(text, sizeof(text), "%.*s", (int)size, line);
	if (sscanf(text, "%*s %39s %39s %7s %7s %n", seen.least, seen.greatest, lower, upper,
		    &name_at) != 4 ||
		!name_at || !text[name_at] || !is_number(seen.least) || !is_number(seen.greatest))
		return;
	as_text_printable(text + name_at, strlen(text + name_at), seen.name, sizeof(seen.name));
	seen.lower = strcmp(lower, "lower") == 0;
	seen.upper = strcmp(upper, "upper") == 0;
	variables_note(variables, &seen);
}

static void variables_read(struct variables *variables, const struct as_bytes *overview)
{
	const char *at = overview->data, *end = at + overview->size;

	if (!overview->size || strncmp(at, HEAD, strlen(HEAD)) != 0)
		return;
	variables->has_report = true;
	for (at += strlen(HEAD); at < end;) {
		const char *feed = memchr(at, '\n', (size_t)(end - at));
		if (!feed)
			return;
		variables_read_line(variables, at, (size_t)(feed - at));
		at = feed + 1;
	}
}

/* ---- the tests ---- */

static int variables_ask(struct checking *checking, const struct as_test *test,
	struct variables *variables, struct as_error *error)
{
	AS_AUTO_FD int fd = as_file_open(checking->package->tree.fd, test->input_path, error);
	struct as_input_case input = as_input_case_of(test, fd);

	if (fd < 0)
		return -1;
	for (size_t i = 0; i < as_names_count(checking->package->input_validators); i++) {
		AS_AUTO_BYTES struct as_bytes overview = {0};
		struct as_validation validation = {0};
		input.overview = &overview;
		if (as_validators_run_input(checking->validators, i, &input, &validation, error))
			return -1;
		variables_read(variables, &overview);
	}
	return 0;
}

static enum as_reach reach_of(bool is_reached)
{
	return is_reached ? AS_REACH_YES : AS_REACH_NO;
}

static int variables_report(struct checking *checking, const struct test_class *tests,
	const struct variables *variables, struct as_error *error)
{
	for (size_t i = 0; i < variables->count; i++) {
		const struct variable *variable = &variables->items[i];
		const struct as_values values = {.group = as_text_format(error, "%s", tests->name),
			.name = as_text_format(error, "%s", variable->name),
			.least = as_text_format(error, "%s", variable->least),
			.greatest = as_text_format(error, "%s", variable->greatest),
			.lower = reach_of(variable->lower),
			.upper = reach_of(variable->upper)};
		if (report_values(checking->report, &values, error))
			return -1;
	}
	return 0;
}

int values_check_gen(struct checking *checking, const struct test_class *tests, bool *found,
	struct as_error *error)
{
	AS_AUTO_FREE struct variables *variables = calloc(1, sizeof(*variables));

	*found = false;
	if (!variables)
		return as_error_no_memory(error);
	for (size_t i = 0; i < tests->test_count; i++) {
		if (checking_is_over(checking))
			return 0;
		if (variables_ask(checking, &checking->package->tests[tests->first_test + i],
			    variables, error))
			return -1;
		/* Without a report of the first test there is none of the others. */
		if (!variables->has_report)
			return 0;
	}
	*found = true;
	return variables_report(checking, tests, variables, error);
}
