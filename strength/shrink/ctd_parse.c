/* SPDX-License-Identifier: MIT */
/* Reads a Checktestdata script (the language of DOMjudge's program of that name) as a tree. */
#include "ctd.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#define MOST_DEPTH 100
#define MOST_NODES 100000
#define MOST_NAMES 1000

struct parser {
	struct as_ctd *ctd;
	const char *at, *end;
	const char *counted; /* lines up to here: */
	unsigned line;
	unsigned depth;
	struct as_error *error;
};

/* ---- text ------------------------------------------------------------------------------------ */

static unsigned line_of(struct parser *parser)
{
	for (; parser->counted < parser->at; parser->counted++)
		parser->line += *parser->counted == '\n';
	return parser->line;
}

static uint32_t fail(struct parser *parser, const char *problem)
{
	as_error_at(parser->error, AS_ERROR_INPUT, parser->ctd->name, line_of(parser), 0,
		"%s; inputs cannot be made from this script", problem);
	return 0;
}

static void skip_blank(struct parser *parser)
{
	while (parser->at < parser->end) {
		if (*parser->at == '#')
			while (parser->at < parser->end && *parser->at != '\n')
				parser->at++;
		else if (isspace((unsigned char)*parser->at))
			parser->at++;
		else
			return;
	}
}

static bool take(struct parser *parser, const char *sign)
{
	size_t length = strlen(sign);

	skip_blank(parser);
	if ((size_t)(parser->end - parser->at) < length || memcmp(parser->at, sign, length) != 0)
		return false;
	parser->at += length;
	return true;
}

static bool is_word_char(char c)
{
	return isalnum((unsigned char)c) != 0;
}

/* A whole word. */
static bool take_word(struct parser *parser, const char *word)
{
	size_t length = strlen(word);

	skip_blank(parser);
	if ((size_t)(parser->end - parser->at) < length || memcmp(parser->at, word, length) != 0)
		return false;
	if ((size_t)(parser->end - parser->at) > length && is_word_char(parser->at[length]))
		return false;
	parser->at += length;
	return true;
}

static bool expect(struct parser *parser, const char *sign)
{
	char problem[40];

	if (take(parser, sign))
		return true;
	snprintf(problem, sizeof(problem), "'%s' is missing", sign);
	fail(parser, problem);
	return false;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static struct as_ctd_node *node_at(const struct parser *parser, uint32_t index)
{
	return &parser->ctd->nodes[index];
}

/* 0: error. The other functions that return a node do so, too. */
static uint32_t new_node(struct parser *parser, enum as_ctd_kind kind)
{
	struct as_ctd *ctd = parser->ctd;

	if (ctd->count == MOST_NODES)
		return fail(parser, "the script is too long");
	void *grown = as_array_grow(ctd->nodes, ctd->count, sizeof(*ctd->nodes), parser->error);
	if (!grown)
		return 0;
	ctd->nodes = grown;
	ctd->nodes[ctd->count] = (struct as_ctd_node){.kind = kind, .line = line_of(parser)};
	return (uint32_t)ctd->count++;
}

static uint32_t new_pair(
	struct parser *parser, enum as_ctd_kind kind, uint32_t first, uint32_t second)
{
	uint32_t node = first && second ? new_node(parser, kind) : 0;

	if (node) {
		node_at(parser, node)->first = first;
		node_at(parser, node)->second = second;
	}
	return node;
}

static uint32_t new_single(struct parser *parser, enum as_ctd_kind kind, uint32_t first)
{
	uint32_t node = first ? new_node(parser, kind) : 0;

	if (node)
		node_at(parser, node)->first = first;
	return node;
}

static uint32_t new_text(struct parser *parser, const char *text, size_t size)
{
	uint32_t node = new_node(parser, AS_CTD_TEXT);
	char *copy = node ? malloc(size + 1) : NULL;

	if (!copy) {
		as_error_no_memory(parser->error);
		return 0;
	}
	memcpy(copy, text, size);
	copy[size] = '\0';
	node_at(parser, node)->text = copy;
	node_at(parser, node)->size = size;
	return node;
}

/* ---- values ---------------------------------------------------------------------------------- */

static uint32_t parse_value(struct parser *parser);
static uint32_t parse_sum(struct parser *parser);
static uint32_t parse_test(struct parser *parser);

static bool is_test(const struct parser *parser, uint32_t node)
{
	enum as_ctd_kind kind = node_at(parser, node)->kind;

	return kind >= AS_CTD_LESS && kind <= AS_CTD_IN_ARRAY;
}

static uint32_t find_name(struct parser *parser, const char *name, size_t length)
{
	struct as_ctd *ctd = parser->ctd;

	for (size_t i = 0; i < ctd->name_count; i++)
		if (strlen(ctd->names[i]) == length && memcmp(ctd->names[i], name, length) == 0)
			return (uint32_t)i;
	if (ctd->name_count == MOST_NAMES) {
		fail(parser, "more than 1000 variables");
		return UINT32_MAX;
	}
	char **grown =
		as_array_grow(ctd->names, ctd->name_count, sizeof(*ctd->names), parser->error);
	char *copy = grown ? strndup(name, length) : NULL;
	if (grown)
		ctd->names = grown;
	if (!copy) {
		as_error_no_memory(parser->error);
		return UINT32_MAX;
	}
	ctd->names[ctd->name_count] = copy;
	return (uint32_t)ctd->name_count++;
}

static bool parse_indices(struct parser *parser, uint32_t variable)
{
	uint32_t last = 0;
	int count = 0;

	do {
		uint32_t index = parse_sum(parser);
		if (!index || ++count > AS_CTD_MOST_INDICES) {
			fail(parser, "more than 4 indices");
			return false;
		}
		if (last)
			node_at(parser, last)->next = index;
		else
			node_at(parser, variable)->first = index;
		last = index;
	} while (take(parser, ","));
	return expect(parser, "]");
}

static uint32_t parse_variable(struct parser *parser, bool has_indices)
{
	skip_blank(parser);
	const char *start = parser->at;
	if (start == parser->end || !islower((unsigned char)*start))
		return fail(parser, "a variable is missing");
	while (parser->at < parser->end &&
		(islower((unsigned char)*parser->at) || isdigit((unsigned char)*parser->at)))
		parser->at++;
	uint32_t name = find_name(parser, start, (size_t)(parser->at - start));
	uint32_t node = name == UINT32_MAX ? 0 : new_node(parser, AS_CTD_VARIABLE);
	if (!node)
		return 0;
	node_at(parser, node)->name = name;
	if (has_indices && take(parser, "[") && !parse_indices(parser, node))
		return 0;
	return node;
}

static uint32_t parse_variables(struct parser *parser)
{
	uint32_t first = 0, last = 0;

	do {
		uint32_t node = parse_variable(parser, false);
		if (!node)
			return 0;
		if (last)
			node_at(parser, last)->next = node;
		else
			first = node;
		last = node;
	} while (take(parser, ","));
	return first;
}

static uint32_t parse_number(struct parser *parser)
{
	char digits[64];
	size_t length = 0;
	bool is_real = false;

	while (parser->at < parser->end && length + 1 < sizeof(digits)) {
		char c = *parser->at;
		bool signs = length && (c == '-' || c == '+') && strchr("eE", digits[length - 1]);
		if (!isdigit((unsigned char)c) && c != '.' && c != 'e' && c != 'E' && !signs)
			break;
		is_real = is_real || !isdigit((unsigned char)c);
		digits[length++] = *parser->at++;
	}
	digits[length] = '\0';
	char *end = digits;
	errno = 0;
	double real = strtod(digits, &end);
	if (end != digits + length)
		return fail(parser, "a malformed number");
	long long integer = is_real ? 0 : strtoll(digits, NULL, 10);
	if (!is_real && errno)
		return fail(parser, "a number beyond 64 bits");
	uint32_t node = new_node(parser, is_real ? AS_CTD_REAL : AS_CTD_INTEGER);
	if (node) {
		node_at(parser, node)->value = integer;
		node_at(parser, node)->real = real;
	}
	return node;
}

/* What follows a backslash; -1: a line that goes on. */
static int parse_escape(struct parser *parser)
{
	static const char letters[] = "ntrb\"\\", meanings[] = "\n\t\r\b\"\\";
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
	return digits ? octal & 255 : '\\';
}

static uint32_t parse_text(struct parser *parser)
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
		if (meaning >= 0)
			text[size++] = (char)meaning;
	}
	return expect(parser, "\"") ? new_text(parser, text, size) : 0;
}

static uint32_t parse_length(struct parser *parser)
{
	uint32_t value = expect(parser, "(") ? parse_value(parser) : 0;

	return value && expect(parser, ")") ? new_single(parser, AS_CTD_STRLEN, value) : 0;
}

/* Also a test in parentheses, or one that is called by its name. */
static uint32_t parse_named(struct parser *parser)
{
	if (take_word(parser, "STRLEN"))
		return parse_length(parser);
	if (take_word(parser, "ISEOF"))
		return new_node(parser, AS_CTD_IS_EOF);
	if (take_word(parser, "MATCH")) {
		uint32_t text = expect(parser, "(") ? parse_value(parser) : 0;
		return text && expect(parser, ")") ? new_single(parser, AS_CTD_MATCH, text) : 0;
	}
	if (take_word(parser, "UNIQUE")) {
		uint32_t list = expect(parser, "(") ? parse_variables(parser) : 0;
		return list && expect(parser, ")") ? new_single(parser, AS_CTD_UNIQUE, list) : 0;
	}
	if (take_word(parser, "INARRAY")) {
		uint32_t value = expect(parser, "(") ? parse_sum(parser) : 0;
		uint32_t array = value && expect(parser, ",") ? parse_variable(parser, false) : 0;
		return array && expect(parser, ")")
			       ? new_pair(parser, AS_CTD_IN_ARRAY, value, array)
			       : 0;
	}
	return parse_variable(parser, true);
}

static uint32_t parse_simple(struct parser *parser)
{
	if (take(parser, "\""))
		return parse_text(parser);
	if (take(parser, "(")) {
		uint32_t inside = parse_test(parser);
		return inside && expect(parser, ")") ? inside : 0;
	}
	if (take(parser, "-"))
		return new_single(parser, AS_CTD_NEGATE, parse_value(parser));
	if (parser->at < parser->end && isdigit((unsigned char)*parser->at))
		return parse_number(parser);
	return parse_named(parser);
}

static uint32_t parse_value(struct parser *parser)
{
	if (++parser->depth > MOST_DEPTH)
		return fail(parser, "the script is nested too deeply");
	uint32_t value = parse_simple(parser);
	if (value && take(parser, "^"))
		value = new_pair(parser, AS_CTD_POWER, value, parse_value(parser));
	parser->depth--;
	return value;
}

static uint32_t parse_product(struct parser *parser)
{
	uint32_t left = parse_value(parser);

	while (left)
		if (take(parser, "*"))
			left = new_pair(parser, AS_CTD_MULTIPLY, left, parse_value(parser));
		else if (take(parser, "/"))
			left = new_pair(parser, AS_CTD_DIVIDE, left, parse_value(parser));
		else if (take(parser, "%"))
			left = new_pair(parser, AS_CTD_REMAINDER, left, parse_value(parser));
		else
			break;
	return left;
}

static uint32_t parse_sum(struct parser *parser)
{
	uint32_t left = parse_product(parser);

	while (left)
		if (take(parser, "+"))
			left = new_pair(parser, AS_CTD_ADD, left, parse_product(parser));
		else if (take(parser, "-"))
			left = new_pair(parser, AS_CTD_SUBTRACT, left, parse_product(parser));
		else
			break;
	return left;
}

/* ---- tests ----------------------------------------------------------------------------------- */

static uint32_t parse_comparison(struct parser *parser)
{
	static const struct {
		const char *sign;
		enum as_ctd_kind kind;
	} signs[] = {{"<=", AS_CTD_AT_MOST}, {">=", AS_CTD_AT_LEAST}, {"==", AS_CTD_EQUAL},
		{"!=", AS_CTD_UNEQUAL}, {"<", AS_CTD_LESS}, {">", AS_CTD_GREATER}};
	uint32_t left = parse_sum(parser);

	for (size_t i = 0; left && i < sizeof(signs) / sizeof(*signs); i++)
		if (take(parser, signs[i].sign))
			return new_pair(parser, signs[i].kind, left, parse_sum(parser));
	return left;
}

static uint32_t parse_negation(struct parser *parser)
{
	skip_blank(parser);
	bool negated = parser->end - parser->at > 1 && *parser->at == '!' && parser->at[1] != '=';
	if (!negated)
		return parse_comparison(parser);
	parser->at++;
	if (++parser->depth > MOST_DEPTH)
		return fail(parser, "the script is nested too deeply");
	uint32_t node = new_single(parser, AS_CTD_NOT, parse_negation(parser));
	parser->depth--;
	return node;
}

/* && and || bind equally, as in the original. */
static uint32_t parse_test(struct parser *parser)
{
	uint32_t left = parse_negation(parser);

	while (left)
		if (take(parser, "&&"))
			left = new_pair(parser, AS_CTD_AND, left, parse_negation(parser));
		else if (take(parser, "||"))
			left = new_pair(parser, AS_CTD_OR, left, parse_negation(parser));
		else
			break;
	return left;
}

static uint32_t parse_condition(struct parser *parser)
{
	uint32_t test = parse_test(parser);

	return !test || is_test(parser, test) ? test : fail(parser, "a test is missing");
}

static uint32_t parse_expression(struct parser *parser)
{
	uint32_t value = parse_sum(parser);

	return value && is_test(parser, value) ? fail(parser, "a test in place of a value") : value;
}

/* ---- commands -------------------------------------------------------------------------------- */

static uint32_t parse_commands(struct parser *parser, bool inside);
static uint32_t parse_command(struct parser *parser);

static bool parse_name(struct parser *parser, uint32_t node)
{
	uint32_t variable = parse_variable(parser, true);

	node_at(parser, node)->variable = variable;
	return variable != 0;
}

static uint32_t parse_bounds(struct parser *parser, enum as_ctd_kind kind)
{
	uint32_t lo = expect(parser, "(") ? parse_expression(parser) : 0;

	return lo && expect(parser, ",") ? new_pair(parser, kind, lo, parse_expression(parser)) : 0;
}

static uint32_t parse_int(struct parser *parser)
{
	uint32_t node = parse_bounds(parser, AS_CTD_INT);

	if (!node || (take(parser, ",") && !parse_name(parser, node)))
		return 0;
	return expect(parser, ")") ? node : 0;
}

static uint32_t parse_float(struct parser *parser, bool has_decimals)
{
	uint32_t node = parse_bounds(parser, AS_CTD_FLOAT);

	if (node && has_decimals) {
		uint32_t least = expect(parser, ",") ? parse_expression(parser) : 0;
		uint32_t most = least && expect(parser, ",") ? parse_expression(parser) : 0;
		if (!most)
			return 0;
		node_at(parser, node)->third = least;
		node_at(parser, node)->fourth = most;
	}
	if (!node || (take(parser, ",") && !parse_name(parser, node)))
		return 0;
	if (node_at(parser, node)->variable && take(parser, ",")) {
		node_at(parser, node)->value = take_word(parser, "SCIENTIFIC");
		if (!node_at(parser, node)->value && !take_word(parser, "FIXED"))
			return fail(parser, "FIXED or SCIENTIFIC is missing");
	}
	return expect(parser, ")") ? node : 0;
}

static uint32_t parse_regex(struct parser *parser)
{
	uint32_t text = expect(parser, "(") ? parse_value(parser) : 0;
	uint32_t node = new_single(parser, AS_CTD_REGEX, text);

	if (!node || (take(parser, ",") && !parse_name(parser, node)))
		return 0;
	return expect(parser, ")") ? node : 0;
}

static uint32_t parse_assignments(struct parser *parser)
{
	uint32_t list = 0, last = 0;

	if (!expect(parser, "("))
		return 0;
	do {
		uint32_t variable = parse_variable(parser, true);
		uint32_t value = variable && expect(parser, "=") ? parse_expression(parser) : 0;
		uint32_t node = new_single(parser, AS_CTD_SET, value);
		if (!node)
			return 0;
		node_at(parser, node)->variable = variable;
		if (last)
			node_at(parser, last)->next = node;
		else
			list = node;
		last = node;
	} while (take(parser, ","));
	return expect(parser, ")") ? list : 0;
}

/* `indexed`: REPI and WHILEI. */
static uint32_t parse_loop(struct parser *parser, enum as_ctd_kind kind, bool indexed)
{
	uint32_t variable = 0, separator = 0;

	if (!expect(parser, "("))
		return 0;
	if (indexed) {
		variable = parse_variable(parser, true);
		if (!variable || !expect(parser, ","))
			return 0;
	}
	uint32_t head = kind == AS_CTD_REPEAT ? parse_expression(parser) : parse_condition(parser);
	if (!head || (take(parser, ",") && !(separator = parse_command(parser))))
		return 0;
	uint32_t node = expect(parser, ")") ? new_single(parser, kind, head) : 0;
	uint32_t body = node ? parse_commands(parser, true) : 0;
	if (!body || !take_word(parser, "END"))
		return body ? fail(parser, "END is missing") : 0;
	node_at(parser, node)->second = separator;
	node_at(parser, node)->variable = variable;
	node_at(parser, node)->body = body;
	return node;
}

static uint32_t parse_if(struct parser *parser)
{
	uint32_t test = expect(parser, "(") ? parse_condition(parser) : 0;
	uint32_t node = test && expect(parser, ")") ? new_single(parser, AS_CTD_IF, test) : 0;
	uint32_t body = node ? parse_commands(parser, true) : 0, other = 0;

	if (!body || (take_word(parser, "ELSE") && !(other = parse_commands(parser, true))))
		return 0;
	if (!take_word(parser, "END"))
		return fail(parser, "END is missing");
	node_at(parser, node)->body = body;
	node_at(parser, node)->second = other;
	return node;
}

static uint32_t parse_in_parentheses(struct parser *parser, enum as_ctd_kind kind)
{
	uint32_t inside = 0;

	if (expect(parser, "("))
		inside = kind == AS_CTD_WRITE    ? parse_value(parser)
			 : kind == AS_CTD_ASSERT ? parse_condition(parser)
						 : parse_variables(parser);
	return inside && expect(parser, ")") ? new_single(parser, kind, inside) : 0;
}

static uint32_t parse_plain_command(struct parser *parser)
{
	if (take_word(parser, "SPACE"))
		return new_single(parser, AS_CTD_WRITE, new_text(parser, " ", 1));
	if (take_word(parser, "NEWLINE"))
		return new_single(parser, AS_CTD_WRITE, new_text(parser, "\n", 1));
	if (take_word(parser, "EOF"))
		return new_node(parser, AS_CTD_END);
	if (take_word(parser, "INT"))
		return parse_int(parser);
	if (take_word(parser, "FLOAT"))
		return parse_float(parser, false);
	if (take_word(parser, "FLOATP"))
		return parse_float(parser, true);
	if (take_word(parser, "STRING"))
		return parse_in_parentheses(parser, AS_CTD_WRITE);
	if (take_word(parser, "REGEX"))
		return parse_regex(parser);
	if (take_word(parser, "ASSERT"))
		return parse_in_parentheses(parser, AS_CTD_ASSERT);
	if (take_word(parser, "SET"))
		return parse_assignments(parser);
	if (take_word(parser, "UNSET"))
		return parse_in_parentheses(parser, AS_CTD_UNSET);
	return fail(parser, "an unknown command");
}

static uint32_t parse_any_command(struct parser *parser)
{
	if (take_word(parser, "REP"))
		return parse_loop(parser, AS_CTD_REPEAT, false);
	if (take_word(parser, "REPI"))
		return parse_loop(parser, AS_CTD_REPEAT, true);
	if (take_word(parser, "WHILE"))
		return parse_loop(parser, AS_CTD_WHILE, false);
	if (take_word(parser, "WHILEI"))
		return parse_loop(parser, AS_CTD_WHILE, true);
	if (take_word(parser, "IF"))
		return parse_if(parser);
	return parse_plain_command(parser);
}

static uint32_t parse_command(struct parser *parser)
{
	if (++parser->depth > MOST_DEPTH)
		return fail(parser, "the script is nested too deeply");
	uint32_t node = parse_any_command(parser);
	parser->depth--;
	return node;
}

static bool at_end(struct parser *parser, bool inside)
{
	const char *kept;

	skip_blank(parser);
	kept = parser->at;
	bool ends = inside && (take_word(parser, "END") || take_word(parser, "ELSE"));
	parser->at = kept;
	return ends || parser->at == parser->end;
}

/* An empty text first, so that a list is never empty. */
static uint32_t parse_commands(struct parser *parser, bool inside)
{
	uint32_t first = new_single(parser, AS_CTD_WRITE, new_text(parser, "", 0)), last = first;

	while (last && !at_end(parser, inside)) {
		uint32_t node = parse_command(parser);
		if (!node)
			return 0;
		node_at(parser, last)->next = node;
		/* SET may be a list. */
		for (last = node; node_at(parser, last)->next; last = node_at(parser, last)->next)
			;
	}
	return last ? first : 0;
}

struct as_ctd *as_ctd_parse(const char *name, const char *text, size_t size, struct as_error *error)
{
	struct as_ctd *ctd = calloc(1, sizeof(*ctd));
	struct parser parser = {.ctd = ctd,
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
	/* Index 0 means none. */
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
		free(ctd->nodes[i].text);
	for (size_t i = 0; i < ctd->name_count; i++)
		free(ctd->names[i]);
	free(ctd->nodes);
	free(ctd->names);
	free(ctd->name);
	free(ctd);
}

int as_ctd_complain(const struct as_ctd *ctd, const struct as_ctd_node *node,
	struct as_error *error, const char *problem)
{
	return as_error_at(
		error, AS_ERROR_INPUT, ctd->name, node ? node->line : 0, 0, "%s", problem);
}
