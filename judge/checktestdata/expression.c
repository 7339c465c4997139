/* SPDX-License-Identifier: MIT */
/* Parses values and conditions of a Checktestdata script. */
#include "parser.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

#define MAX_NAMES 1000

/* ---- values ---------------------------------------------------------------------------------- */

static uint32_t parse_sum(struct as_ctd_parser *parser);
static uint32_t parse_test(struct as_ctd_parser *parser);

static bool is_test(const struct as_ctd_parser *parser, uint32_t node)
{
	enum as_ctd_kind kind = as_ctd_node_at(parser, node)->kind;

	return kind >= AS_CTD_LESS && kind <= AS_CTD_IN_ARRAY;
}

static uint32_t find_name(struct as_ctd_parser *parser, const char *name, size_t length)
{
	struct as_ctd *ctd = parser->ctd;

	for (size_t i = 0; i < ctd->name_count; i++)
		if (strncmp(ctd->names[i], name, length) == 0 && !ctd->names[i][length])
			return (uint32_t)i;
	if (ctd->name_count == MAX_NAMES) {
		as_ctd_fail_support(parser, "more than 1000 variables");
		return UINT32_MAX;
	}
	char *copy = as_array_reserve(ctd->names, ctd->name_count, parser->error)
			     ? strndup(name, length)
			     : NULL;
	if (!copy) {
		as_error_no_memory(parser->error);
		return UINT32_MAX;
	}
	ctd->names[ctd->name_count] = copy;
	return (uint32_t)ctd->name_count++;
}

static bool parse_indices(struct as_ctd_parser *parser, uint32_t variable)
{
	uint32_t last = 0;
	int count = 0;

	do {
		uint32_t index = parse_sum(parser);
		if (index && ++count > AS_CTD_MAX_INDICES)
			index = as_ctd_fail_support(parser, "more than 4 indices");
		if (!index)
			return false;
		if (last)
			as_ctd_node_at(parser, last)->next = index;
		else
			as_ctd_node_at(parser, variable)->first = index;
		last = index;
	} while (as_ctd_take(parser, ","));
	return as_ctd_expect(parser, "]");
}

uint32_t as_ctd_parse_variable(struct as_ctd_parser *parser, bool has_indices)
{
	as_ctd_skip_blank(parser);
	const char *start = parser->at;
	if (start == parser->end || !islower((unsigned char)*start))
		return as_ctd_fail(parser, "a variable is missing");
	while (parser->at < parser->end &&
		(islower((unsigned char)*parser->at) || isdigit((unsigned char)*parser->at)))
		parser->at++;
	uint32_t name = find_name(parser, start, (size_t)(parser->at - start));
	uint32_t node = name == UINT32_MAX ? 0 : as_ctd_new_node(parser, AS_CTD_VARIABLE);
	if (!node)
		return 0;
	as_ctd_node_at(parser, node)->name = name;
	if (has_indices && as_ctd_take(parser, "[") && !parse_indices(parser, node))
		return 0;
	return node;
}

uint32_t as_ctd_parse_variables(struct as_ctd_parser *parser)
{
	uint32_t first = 0, last = 0;

	do {
		uint32_t node = as_ctd_parse_variable(parser, false);
		if (!node)
			return 0;
		if (last)
			as_ctd_node_at(parser, last)->next = node;
		else
			first = node;
		last = node;
	} while (as_ctd_take(parser, ","));
	return first;
}

static void skip_digits(struct as_ctd_parser *parser)
{
	while (parser->at < parser->end && isdigit((unsigned char)*parser->at))
		parser->at++;
}

static bool take_char(struct as_ctd_parser *parser, const char *chars)
{
	bool takes = parser->at < parser->end && *parser->at && strchr(chars, *parser->at);

	parser->at += takes;
	return takes;
}

static uint32_t parse_number(struct as_ctd_parser *parser)
{
	const char *start = parser->at;
	struct as_ctd_value number;

	skip_digits(parser);
	const char *whole_end = parser->at;
	if (take_char(parser, "."))
		skip_digits(parser);
	if (take_char(parser, "eE")) {
		take_char(parser, "+-");
		const char *exponent = parser->at;
		skip_digits(parser);
		if (parser->at == exponent)
			return as_ctd_fail(parser, "a malformed number");
	}
	/* Checktestdata reads 010 as an octal number. */
	if (*start == '0' && whole_end - start > 1)
		return as_ctd_fail(parser, "a number that begins with 0");
	if (!as_ctd_number_parse(start, (size_t)(parser->at - start), &number))
		return as_ctd_fail_support(parser, "a number of more than 38 digits");
	uint32_t node = as_ctd_new_node(
		parser, number.type == AS_CTD_IS_REAL ? AS_CTD_REAL : AS_CTD_INTEGER);
	if (node)
		as_ctd_node_at(parser, node)->value = number;
	return node;
}

/* Parses the part after a backslash. -1: an escaped line feed, which continues the line. */
static int parse_escape(struct as_ctd_parser *parser)
{
	static const char letters[] = "ntrbf\"\\", meanings[] = "\n\t\r\b\f\"\\";
	char c = *parser->at;
	const char *found = c ? strchr(letters, c) : NULL;
	int octal = 0, digits = 0;

	if (found) {
		parser->at++;
		return (unsigned char)meanings[found - letters];
	}
	if (c == '\n') {
		parser->at++;
		return -1;
	}
	for (; digits < 3 && parser->at < parser->end && *parser->at >= '0' && *parser->at <= '7';
		digits++)
		octal = octal * 8 + *parser->at++ - '0';
	return digits ? octal : '\\';
}

static uint32_t parse_text(struct as_ctd_parser *parser)
{
	AS_AUTO_FREE char *text = malloc((size_t)(parser->end - parser->at) + 1);
	size_t size = 0;

	if (!text) {
		as_error_no_memory(parser->error);
		return 0;
	}
	while (parser->at < parser->end && *parser->at != '"') {
		char c = *parser->at++;
		int meaning = (unsigned char)c;
		if (c == '\\' && parser->at < parser->end)
			meaning = parse_escape(parser);
		if (meaning > UCHAR_MAX)
			return as_ctd_fail(parser, "an octal number above 377");
		if (meaning >= 0)
			text[size++] = (char)meaning;
	}
	return as_ctd_expect(parser, "\"") ? as_ctd_new_text(parser, text, size) : 0;
}

static uint32_t parse_length(struct as_ctd_parser *parser)
{
	uint32_t value = as_ctd_expect(parser, "(") ? as_ctd_parse_value(parser) : 0;

	return value && as_ctd_expect(parser, ")") ? as_ctd_new_single(parser, AS_CTD_STRLEN, value)
						   : 0;
}

/* Parses a named value, or a condition: in parentheses or by its keyword. */
static uint32_t parse_named(struct as_ctd_parser *parser)
{
	if (as_ctd_take_word(parser, "STRLEN"))
		return parse_length(parser);
	if (as_ctd_take_word(parser, "ISEOF"))
		return as_ctd_new_node(parser, AS_CTD_IS_EOF);
	if (as_ctd_take_word(parser, "MATCH")) {
		uint32_t text = as_ctd_expect(parser, "(") ? as_ctd_parse_value(parser) : 0;
		return text && as_ctd_expect(parser, ")")
			       ? as_ctd_new_single(parser, AS_CTD_MATCH, text)
			       : 0;
	}
	if (as_ctd_take_word(parser, "UNIQUE")) {
		uint32_t list = as_ctd_expect(parser, "(") ? as_ctd_parse_variables(parser) : 0;
		return list && as_ctd_expect(parser, ")")
			       ? as_ctd_new_single(parser, AS_CTD_UNIQUE, list)
			       : 0;
	}
	if (as_ctd_take_word(parser, "INARRAY")) {
		uint32_t value = as_ctd_expect(parser, "(") ? parse_sum(parser) : 0;
		uint32_t array = value && as_ctd_expect(parser, ",")
					 ? as_ctd_parse_variable(parser, false)
					 : 0;
		return array && as_ctd_expect(parser, ")")
			       ? as_ctd_new_pair(parser, AS_CTD_IN_ARRAY, value, array)
			       : 0;
	}
	return as_ctd_parse_variable(parser, true);
}

static uint32_t parse_simple(struct as_ctd_parser *parser)
{
	if (as_ctd_take(parser, "\""))
		return parse_text(parser);
	if (as_ctd_take(parser, "(")) {
		uint32_t inside = parse_test(parser);
		return inside && as_ctd_expect(parser, ")") ? inside : 0;
	}
	if (as_ctd_take(parser, "-"))
		return as_ctd_new_single(parser, AS_CTD_NEGATE, as_ctd_parse_value(parser));
	if (parser->at < parser->end && isdigit((unsigned char)*parser->at))
		return parse_number(parser);
	return parse_named(parser);
}

uint32_t as_ctd_parse_value(struct as_ctd_parser *parser)
{
	if (++parser->depth > AS_CTD_MAX_DEPTH)
		return as_ctd_fail_support(parser, "the script is nested too deeply");
	uint32_t value = parse_simple(parser);
	while (value && as_ctd_take(parser, "^"))
		value = as_ctd_new_pair(parser, AS_CTD_POWER, value, parse_simple(parser));
	parser->depth--;
	return value;
}

struct operator
{
	const char *sign;
	enum as_ctd_kind kind;
};

static const struct operator*
	take_operator(struct as_ctd_parser *parser, const struct operator* operators)
{
	for (; operators->sign; operators++)
		if (as_ctd_take(parser, operators->sign))
			return operators;
	return NULL;
}

static uint32_t new_operation(
	struct as_ctd_parser *parser, enum as_ctd_kind kind, uint32_t left, uint32_t right)
{
	bool joins = kind == AS_CTD_AND || kind == AS_CTD_OR;

	if (left && right && (is_test(parser, left) != joins || is_test(parser, right) != joins))
		return as_ctd_fail(parser, joins ? "a value instead of a condition"
						 : "a condition instead of a value");
	return as_ctd_new_pair(parser, kind, left, right);
}

static uint32_t parse_left(struct as_ctd_parser *parser, const struct operator* operators,
	uint32_t (*next)(struct as_ctd_parser *parser))
{
	const struct operator* found;
	uint32_t left = next(parser);

	while (left && (found = take_operator(parser, operators)))
		left = new_operation(parser, found->kind, left, next(parser));
	return left;
}

static uint32_t parse_product(struct as_ctd_parser *parser)
{
	static const struct operator operators[] = {
		{"*", AS_CTD_MULTIPLY}, {"/", AS_CTD_DIVIDE}, {"%", AS_CTD_REMAINDER}, {NULL}};

	return parse_left(parser, operators, as_ctd_parse_value);
}

static uint32_t parse_sum(struct as_ctd_parser *parser)
{
	static const struct operator operators[] = {
		{"+", AS_CTD_ADD}, {"-", AS_CTD_SUBTRACT}, {NULL}};

	return parse_left(parser, operators, parse_product);
}

/* ---- conditions ------------------------------------------------------------------------------ */

static uint32_t parse_comparison(struct as_ctd_parser *parser)
{
	static const struct operator operators[] = {{"<=", AS_CTD_AT_MOST}, {">=", AS_CTD_AT_LEAST},
		{"==", AS_CTD_EQUAL}, {"!=", AS_CTD_UNEQUAL}, {"<", AS_CTD_LESS},
		{">", AS_CTD_GREATER}, {NULL}};
	uint32_t left = parse_sum(parser);
	const struct operator* found = left ? take_operator(parser, operators) : NULL;

	return found ? new_operation(parser, found->kind, left, parse_sum(parser)) : left;
}

static bool is_before(struct as_ctd_parser *parser, const char *sign)
{
	const char *kept = parser->at;
	bool found = as_ctd_take(parser, sign);

	parser->at = kept;
	return found;
}

static uint32_t parse_negation(struct as_ctd_parser *parser)
{
	as_ctd_skip_blank(parser);
	bool negated = parser->end - parser->at > 1 && *parser->at == '!' && parser->at[1] != '=';
	if (!negated)
		return parse_comparison(parser);
	parser->at++;
	if (++parser->depth > AS_CTD_MAX_DEPTH)
		return as_ctd_fail_support(parser, "the script is nested too deeply");
	uint32_t inside = parse_negation(parser);
	if (inside && !is_test(parser, inside))
		return as_ctd_fail(parser, "a value instead of a condition");
	/* !a && b: by its specification a is negated, by Checktestdata's grammar both. */
	if (inside && (is_before(parser, "&&") || is_before(parser, "||")))
		return as_ctd_fail_support(parser,
			"'!' before && or || is ambiguous; write the negated condition in "
			"parentheses with its '!'");
	parser->depth--;
	return as_ctd_new_single(parser, AS_CTD_NOT, inside);
}

/* && and || have the same precedence, as in Checktestdata. */
static uint32_t parse_test(struct as_ctd_parser *parser)
{
	static const struct operator operators[] = {{"&&", AS_CTD_AND}, {"||", AS_CTD_OR}, {NULL}};

	return parse_left(parser, operators, parse_negation);
}

uint32_t as_ctd_parse_condition(struct as_ctd_parser *parser)
{
	uint32_t test = parse_test(parser);

	return !test || is_test(parser, test) ? test
					      : as_ctd_fail(parser, "a condition is missing");
}

uint32_t as_ctd_parse_expression(struct as_ctd_parser *parser)
{
	uint32_t value = parse_sum(parser);

	return value && is_test(parser, value)
		       ? as_ctd_fail(parser, "a condition instead of a value")
		       : value;
}
