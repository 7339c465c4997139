/* SPDX-License-Identifier: MIT */
/* Parses a Checktestdata script (of DOMjudge's program `checktestdata`) into a tree. */
#include "parser.h"

#include <string.h>

/* ---- commands -------------------------------------------------------------------------------- */

static uint32_t parse_commands(struct as_ctd_parser *parser, bool inside);
static uint32_t parse_plain_command(struct as_ctd_parser *parser);

static bool parse_name(struct as_ctd_parser *parser, uint32_t node)
{
	uint32_t variable = as_ctd_parse_variable(parser, true);

	as_ctd_node_at(parser, node)->variable = variable;
	return variable != 0;
}

static uint32_t parse_bounds(struct as_ctd_parser *parser, enum as_ctd_kind kind)
{
	uint32_t lo = as_ctd_expect(parser, "(") ? as_ctd_parse_expression(parser) : 0;

	return lo && as_ctd_expect(parser, ",")
		       ? as_ctd_new_pair(parser, kind, lo, as_ctd_parse_expression(parser))
		       : 0;
}

static uint32_t parse_int(struct as_ctd_parser *parser)
{
	uint32_t node = parse_bounds(parser, AS_CTD_INT);

	if (!node || (as_ctd_take(parser, ",") && !parse_name(parser, node)))
		return 0;
	return as_ctd_expect(parser, ")") ? node : 0;
}

static uint32_t parse_float(struct as_ctd_parser *parser, bool has_decimals)
{
	uint32_t node = parse_bounds(parser, AS_CTD_FLOAT);

	if (node && has_decimals) {
		uint32_t min = as_ctd_expect(parser, ",") ? as_ctd_parse_expression(parser) : 0;
		uint32_t max =
			min && as_ctd_expect(parser, ",") ? as_ctd_parse_expression(parser) : 0;
		if (!max)
			return 0;
		as_ctd_node_at(parser, node)->third = min;
		as_ctd_node_at(parser, node)->fourth = max;
	}
	if (!node || (as_ctd_take(parser, ",") && !parse_name(parser, node)))
		return 0;
	if (as_ctd_node_at(parser, node)->variable && as_ctd_take(parser, ",")) {
		uint32_t option = as_ctd_take_word(parser, "FIXED")        ? AS_CTD_FIXED
				  : as_ctd_take_word(parser, "SCIENTIFIC") ? AS_CTD_SCIENTIFIC
									   : 0;
		if (!option)
			return as_ctd_fail(parser, "FIXED or SCIENTIFIC is missing");
		as_ctd_node_at(parser, node)->options = option;
	}
	return as_ctd_expect(parser, ")") ? node : 0;
}

static uint32_t parse_regex(struct as_ctd_parser *parser)
{
	uint32_t text = as_ctd_expect(parser, "(") ? as_ctd_parse_value(parser) : 0;
	uint32_t node = as_ctd_new_single(parser, AS_CTD_REGEX, text);

	if (!node || (as_ctd_take(parser, ",") && !parse_name(parser, node)))
		return 0;
	return as_ctd_expect(parser, ")") ? node : 0;
}

static uint32_t parse_assignments(struct as_ctd_parser *parser)
{
	uint32_t list = 0, last = 0;

	if (!as_ctd_expect(parser, "("))
		return 0;
	do {
		uint32_t variable = as_ctd_parse_variable(parser, true);
		uint32_t value = variable && as_ctd_expect(parser, "=")
					 ? as_ctd_parse_expression(parser)
					 : 0;
		uint32_t node = as_ctd_new_single(parser, AS_CTD_SET, value);
		if (!node)
			return 0;
		as_ctd_node_at(parser, node)->variable = variable;
		if (last)
			as_ctd_node_at(parser, last)->next = node;
		else
			list = node;
		last = node;
	} while (as_ctd_take(parser, ","));
	return as_ctd_expect(parser, ")") ? list : 0;
}

/* `indexed`: REPI and WHILEI. */
static uint32_t parse_loop(struct as_ctd_parser *parser, enum as_ctd_kind kind, bool indexed)
{
	uint32_t variable = 0, separator = 0;

	if (!as_ctd_expect(parser, "("))
		return 0;
	if (indexed) {
		variable = as_ctd_parse_variable(parser, true);
		if (!variable || !as_ctd_expect(parser, ","))
			return 0;
	}
	uint32_t head = kind == AS_CTD_REPEAT ? as_ctd_parse_expression(parser)
					      : as_ctd_parse_condition(parser);
	if (!head || (as_ctd_take(parser, ",") && !(separator = parse_plain_command(parser))))
		return 0;
	uint32_t node = as_ctd_expect(parser, ")") ? as_ctd_new_single(parser, kind, head) : 0;
	uint32_t body = node ? parse_commands(parser, true) : 0;
	if (!body || !as_ctd_take_word(parser, "END"))
		return body ? as_ctd_fail(parser, "END is missing") : 0;
	as_ctd_node_at(parser, node)->second = separator;
	as_ctd_node_at(parser, node)->variable = variable;
	as_ctd_node_at(parser, node)->body = body;
	return node;
}

static uint32_t parse_if(struct as_ctd_parser *parser)
{
	uint32_t test = as_ctd_expect(parser, "(") ? as_ctd_parse_condition(parser) : 0;
	uint32_t node =
		test && as_ctd_expect(parser, ")") ? as_ctd_new_single(parser, AS_CTD_IF, test) : 0;
	uint32_t body = node ? parse_commands(parser, true) : 0, other = 0;

	if (!body || (as_ctd_take_word(parser, "ELSE") && !(other = parse_commands(parser, true))))
		return 0;
	if (!as_ctd_take_word(parser, "END"))
		return as_ctd_fail(parser, "END is missing");
	as_ctd_node_at(parser, node)->body = body;
	as_ctd_node_at(parser, node)->second = other;
	return node;
}

static uint32_t parse_in_parentheses(struct as_ctd_parser *parser, enum as_ctd_kind kind)
{
	uint32_t inside = 0;

	if (as_ctd_expect(parser, "("))
		inside = kind == AS_CTD_WRITE    ? as_ctd_parse_value(parser)
			 : kind == AS_CTD_ASSERT ? as_ctd_parse_condition(parser)
						 : as_ctd_parse_variables(parser);
	return inside && as_ctd_expect(parser, ")") ? as_ctd_new_single(parser, kind, inside) : 0;
}

static uint32_t new_blank(struct as_ctd_parser *parser, const char *blank)
{
	uint32_t node = as_ctd_new_single(parser, AS_CTD_WRITE, as_ctd_new_text(parser, blank, 1));

	as_ctd_node_at(parser, node)->options = AS_CTD_BLANK;
	return node;
}

static uint32_t parse_plain_command(struct as_ctd_parser *parser)
{
	if (as_ctd_take_word(parser, "SPACE"))
		return new_blank(parser, " ");
	if (as_ctd_take_word(parser, "NEWLINE"))
		return new_blank(parser, "\n");
	if (as_ctd_take_word(parser, "EOF"))
		return as_ctd_new_node(parser, AS_CTD_END);
	if (as_ctd_take_word(parser, "INT"))
		return parse_int(parser);
	if (as_ctd_take_word(parser, "FLOAT"))
		return parse_float(parser, false);
	if (as_ctd_take_word(parser, "FLOATP"))
		return parse_float(parser, true);
	if (as_ctd_take_word(parser, "STRING"))
		return parse_in_parentheses(parser, AS_CTD_WRITE);
	if (as_ctd_take_word(parser, "REGEX"))
		return parse_regex(parser);
	if (as_ctd_take_word(parser, "ASSERT"))
		return parse_in_parentheses(parser, AS_CTD_ASSERT);
	if (as_ctd_take_word(parser, "SET"))
		return parse_assignments(parser);
	if (as_ctd_take_word(parser, "UNSET"))
		return parse_in_parentheses(parser, AS_CTD_UNSET);
	return as_ctd_fail(parser, "an unknown command");
}

static uint32_t parse_any_command(struct as_ctd_parser *parser)
{
	if (as_ctd_take_word(parser, "REP"))
		return parse_loop(parser, AS_CTD_REPEAT, false);
	if (as_ctd_take_word(parser, "REPI"))
		return parse_loop(parser, AS_CTD_REPEAT, true);
	if (as_ctd_take_word(parser, "WHILE"))
		return parse_loop(parser, AS_CTD_WHILE, false);
	if (as_ctd_take_word(parser, "WHILEI"))
		return parse_loop(parser, AS_CTD_WHILE, true);
	if (as_ctd_take_word(parser, "IF"))
		return parse_if(parser);
	return parse_plain_command(parser);
}

static uint32_t parse_command(struct as_ctd_parser *parser)
{
	if (++parser->depth > AS_CTD_MAX_DEPTH)
		return as_ctd_fail_support(parser, "the script is nested too deeply");
	uint32_t node = parse_any_command(parser);
	parser->depth--;
	return node;
}

static bool at_end(struct as_ctd_parser *parser, bool inside)
{
	const char *kept;

	as_ctd_skip_blank(parser);
	kept = parser->at;
	bool ends = inside && (as_ctd_take_word(parser, "END") || as_ctd_take_word(parser, "ELSE"));
	parser->at = kept;
	return ends || parser->at == parser->end;
}

/* The list begins with an empty text, so that it is never empty. */
static uint32_t parse_commands(struct as_ctd_parser *parser, bool inside)
{
	uint32_t first = as_ctd_new_single(parser, AS_CTD_WRITE, as_ctd_new_text(parser, "", 0)),
		 last = first;

	while (last && !at_end(parser, inside)) {
		uint32_t node = parse_command(parser);
		if (!node)
			return 0;
		as_ctd_node_at(parser, last)->next = node;
		/* One SET can have several assignments: append to the last one. */
		for (last = node; as_ctd_node_at(parser, last)->next;
			last = as_ctd_node_at(parser, last)->next)
			;
	}
	return last ? first : 0;
}

struct as_ctd *as_ctd_parse(const char *name, const char *text, size_t size, struct as_error *error)
{
	struct as_ctd *ctd = calloc(1, sizeof(*ctd));
	struct as_ctd_parser parser = {.ctd = ctd,
		.at = text,
		.counted = text,
		.line = 1,
		.end = text + size,
		.error = error};

	if (!ctd || !(ctd->name = strdup(name))) {
		as_error_no_memory(error);
		as_ctd_free(ctd);
		return NULL;
	}
	/* Index 0 means "no node". */
	ctd->nodes = as_array_grow(NULL, 0, sizeof(*ctd->nodes), error);
	if (ctd->nodes) {
		ctd->nodes[ctd->count++] = (struct as_ctd_node){.kind = AS_CTD_END};
		ctd->program = parse_commands(&parser, false);
	}
	if (!ctd->program) {
		as_ctd_free(ctd);
		return NULL;
	}
	return ctd;
}

void as_ctd_free(struct as_ctd *ctd)
{
	if (!ctd)
		return;
	for (size_t i = 0; i < ctd->count; i++)
		if (ctd->nodes[i].kind == AS_CTD_TEXT)
			free((char *)ctd->nodes[i].value.text);
	for (size_t i = 0; i < ctd->name_count; i++)
		free(ctd->names[i]);
	free(ctd->nodes);
	free(ctd->names);
	free(ctd->name);
	free(ctd);
}
