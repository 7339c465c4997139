/* SPDX-License-Identifier: MIT */
/*
 * The values of inputs and answers. If no input validator reports them, numbers have the names of
 * their places: those of the first line, if it has equally many tokens in all tests, and all
 * others. The greatest number of a place is made larger by one, alone, and with the things that it
 * counts: if all input validators accept the input, no test reaches the bound. If one of them
 * rejects it, this may have another reason.
 */
#include "package.h"

#include <inttypes.h>

#define MAX_PLACES 8
/* An answer that is longer is not one integer. */
#define MAX_ANSWER_BYTES 256

/* The least or the greatest number of a place. */
struct extreme {
	const struct as_test *test; /* NULL: no number was found */
	size_t token;
	int64_t value;
};
struct number_place {
	struct extreme least, greatest;
};
struct number_places {
	struct number_place items[MAX_PLACES + 1]; /* of the first line; then all other numbers */
	uint32_t first_line_tokens;
	bool differs; /* the first lines have different numbers of tokens */
};

/* ---- extremes ---- */

static void place_note(
	struct number_place *place, const struct as_test *test, const struct as_text_number *number)
{
	const struct extreme extreme = {test, number->token, number->value};

	if (!place->least.test || number->value < place->least.value)
		place->least = extreme;
	if (!place->greatest.test || number->value > place->greatest.value)
		place->greatest = extreme;
}

static void places_note(struct number_places *places, const struct as_test *test,
	const struct as_text_number *numbers, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct as_text_number *number = &numbers[i];
		const bool is_first = number->line == 1 && number->place <= MAX_PLACES;
		place_note(&places->items[is_first ? number->place - 1 : MAX_PLACES], test, number);
		if (number->line != 1)
			continue;
		places->differs |= places->first_line_tokens &&
				   places->first_line_tokens != number->line_tokens;
		places->first_line_tokens = number->line_tokens;
	}
}

static int places_find(struct checking *checking, const struct test_class *tests,
	struct number_places *places, struct as_error *error)
{
	for (size_t i = 0; i < tests->test_count; i++) {
		const struct as_test *test = &checking->package->tests[tests->first_test + i];
		AS_AUTO_FREE struct as_text_number *numbers = NULL;
		AS_AUTO_BYTES struct as_bytes text = {0};
		size_t count;
		if (checking_is_over(checking) ||
			!checking_read(checking, test->input_path, AS_SHRINK_MAX_BYTES, &text))
			continue;
		if (as_text_numbers(&text, &numbers, &count, error))
			return -1;
		places_note(places, test, numbers, count);
	}
	return 0;
}

/* Numbers of first lines that differ are like all others. */
static void places_join(struct number_places *places)
{
	struct number_place *rest = &places->items[MAX_PLACES];

	for (size_t i = 0; i < MAX_PLACES && places->differs; i++) {
		struct number_place *place = &places->items[i];
		if (place->least.test &&
			(!rest->least.test || place->least.value < rest->least.value))
			rest->least = place->least;
		if (place->greatest.test &&
			(!rest->greatest.test || place->greatest.value > rest->greatest.value))
			rest->greatest = place->greatest;
		*place = (struct number_place){0};
	}
}

/* ---- bounds ---- */

static int extreme_try(struct checking *checking, const struct extreme *extreme,
	const struct as_bytes *text, int by, enum as_counted counted, enum as_reach *reach,
	struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes moved = {0};
	bool accepted = false;

	if (*reach == AS_REACH_NO || checking->report->no_inputs || checking_is_over(checking))
		return 0;
	if (as_text_move_number(text, extreme->token, by, counted, &moved, error))
		return -1;
	if (!moved.data)
		return 0;
	if (inputs_validate(checking, extreme->test, &moved, &accepted, error))
		return -1;
	checking->report->input_count++;
	*reach = accepted ? AS_REACH_NO : AS_REACH_UNKNOWN;
	return 0;
}

/* Moves the number beyond all others of its place, alone, and with the things that it counts. */
static int extreme_move(struct checking *checking, const struct extreme *extreme, int by,
	enum as_reach *reach, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes text = {0};

	if (!checking_read(checking, extreme->test->input_path, AS_SHRINK_MAX_BYTES, &text))
		return 0;
	for (int counted = AS_COUNTED_NOTHING; counted <= AS_COUNTED_LINES; counted++)
		if (extreme_try(
			    checking, extreme, &text, by, (enum as_counted)counted, reach, error))
			return -1;
	return 0;
}

static char *place_name(const struct number_places *places, size_t index, struct as_error *error)
{
	if (index < MAX_PLACES)
		return as_text_format(error, "number %zu of line 1", index + 1);
	return as_text_format(
		error, "%s", places->differs ? "a number" : "a number after those of line 1");
}

static int places_report(struct checking *checking, const struct test_class *tests,
	const struct number_places *places, struct as_error *error)
{
	for (size_t i = 0; i <= MAX_PLACES; i++) {
		const struct number_place *place = &places->items[i];
		enum as_reach lower = AS_REACH_UNKNOWN, upper = AS_REACH_UNKNOWN;
		if (!place->least.test)
			continue;
		if (extreme_move(checking, &place->least, -1, &lower, error) ||
			extreme_move(checking, &place->greatest, 1, &upper, error))
			return -1;
		const struct as_values values = {.group = as_text_format(error, "%s", tests->name),
			.name = place_name(places, i, error),
			.least = as_text_format(error, "%" PRId64, place->least.value),
			.greatest = as_text_format(error, "%" PRId64, place->greatest.value),
			.lower = lower,
			.upper = upper};
		if (report_values(checking->report, &values, error))
			return -1;
	}
	return 0;
}

int values_check(struct checking *checking, const struct test_class *tests, struct as_error *error)
{
	struct number_places places = {0};
	bool is_reported;

	if (values_check_gen(checking, tests, &is_reported, error))
		return -1;
	if (is_reported)
		return 0;
	if (places_find(checking, tests, &places, error))
		return -1;
	/* Of some of the tests, least and greatest numbers would say nothing. */
	if (checking_is_over(checking))
		return 0;
	places_join(&places);
	return places_report(checking, tests, &places, error);
}

/* ---- answers ---- */

static bool is_one_token(const struct as_bytes *text)
{
	bool was_space = true;
	size_t count = 0;

	for (size_t i = 0; i < text->size; i++) {
		const bool is_space = as_check_is_space((unsigned char)text->data[i]);
		count += was_space && !is_space;
		was_space = is_space;
	}
	return count == 1;
}

/* False: it is not one integer. */
static bool read_answer_number(
	const struct checking *checking, const struct as_test *test, int64_t *value)
{
	AS_AUTO_FREE struct as_text_number *numbers = NULL;
	AS_AUTO_BYTES struct as_bytes text = {0};
	size_t count;

	if (!checking_read(checking, test->answer_path, MAX_ANSWER_BYTES, &text) ||
		!is_one_token(&text) || as_text_numbers(&text, &numbers, &count, NULL) ||
		count != 1)
		return false;
	*value = numbers->value;
	return true;
}

int values_check_answers(
	struct checking *checking, const struct test_class *tests, struct as_error *error)
{
	int64_t least = INT64_MAX, greatest = INT64_MIN, value;

	for (size_t i = 0; i < tests->test_count; i++) {
		const size_t test = tests->first_test + i;
		if (!read_answer_number(checking, &checking->package->tests[test], &value))
			return 0;
		least = value < least ? value : least;
		greatest = value > greatest ? value : greatest;
	}
	const struct as_values values = {.group = as_text_format(error, "%s", tests->name),
		.name = as_text_format(error, "%s", AS_VALUES_ANSWER),
		.least = as_text_format(error, "%" PRId64, least),
		.greatest = as_text_format(error, "%" PRId64, greatest)};
	return report_values(checking->report, &values, error);
}
