/* SPDX-License-Identifier: MIT */
/* Scanner of Checktestdata scripts, and the nodes of the tree. */
#include "parser.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#define MAX_NODES 100000

/* ---- text ------------------------------------------------------------------------------------ */

static unsigned line_of(struct as_ctd_parser *parser)
{
	for (; parser->counted < parser->at; parser->counted++)
		parser->line += *parser->counted == '\n';
	return parser->line;
}

uint32_t as_ctd_fail(struct as_ctd_parser *parser, const char *problem)
{
	as_error_at(parser->error, AS_ERROR_INPUT, parser->ctd->name, line_of(parser), 0, "%s",
		problem);
	return 0;
}

uint32_t as_ctd_fail_support(struct as_ctd_parser *parser, const char *problem)
{
	as_ctd_fail(parser, problem);
	if (parser->error)
		parser->error->sys_errno = ENOTSUP;
	return 0;
}

void as_ctd_skip_blank(struct as_ctd_parser *parser)
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

bool as_ctd_take(struct as_ctd_parser *parser, const char *sign)
{
	size_t length = strlen(sign);

	as_ctd_skip_blank(parser);
	if ((size_t)(parser->end - parser->at) < length || memcmp(parser->at, sign, length) != 0)
		return false;
	parser->at += length;
	return true;
}

bool as_ctd_take_word(struct as_ctd_parser *parser, const char *word)
{
	size_t length = strlen(word);

	as_ctd_skip_blank(parser);
	if ((size_t)(parser->end - parser->at) < length || memcmp(parser->at, word, length) != 0)
		return false;
	if ((size_t)(parser->end - parser->at) > length &&
		isalnum((unsigned char)parser->at[length]))
		return false;
	parser->at += length;
	return true;
}

bool as_ctd_expect(struct as_ctd_parser *parser, const char *sign)
{
	char problem[40];

	if (as_ctd_take(parser, sign))
		return true;
	snprintf(problem, sizeof(problem), "'%s' is missing", sign);
	as_ctd_fail(parser, problem);
	return false;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

struct as_ctd_node *as_ctd_node_at(const struct as_ctd_parser *parser, uint32_t index)
{
	return &parser->ctd->nodes[index];
}

uint32_t as_ctd_new_node(struct as_ctd_parser *parser, enum as_ctd_kind kind)
{
	struct as_ctd *ctd = parser->ctd;

	if (ctd->count == MAX_NODES)
		return as_ctd_fail_support(parser, "the script is too long");
	if (!as_array_reserve(ctd->nodes, ctd->count, parser->error))
		return 0;
	ctd->nodes[ctd->count] = (struct as_ctd_node){.kind = kind, .line = line_of(parser)};
	return (uint32_t)ctd->count++;
}

uint32_t as_ctd_new_pair(
	struct as_ctd_parser *parser, enum as_ctd_kind kind, uint32_t first, uint32_t second)
{
	uint32_t node = first && second ? as_ctd_new_node(parser, kind) : 0;

	if (node) {
		as_ctd_node_at(parser, node)->first = first;
		as_ctd_node_at(parser, node)->second = second;
	}
	return node;
}

uint32_t as_ctd_new_single(struct as_ctd_parser *parser, enum as_ctd_kind kind, uint32_t first)
{
	uint32_t node = first ? as_ctd_new_node(parser, kind) : 0;

	if (node)
		as_ctd_node_at(parser, node)->first = first;
	return node;
}

uint32_t as_ctd_new_text(struct as_ctd_parser *parser, const char *text, size_t size)
{
	uint32_t node = as_ctd_new_node(parser, AS_CTD_TEXT);
	char *copy = node ? malloc(size + 1) : NULL;

	if (!copy) {
		as_error_no_memory(parser->error);
		return 0;
	}
	memcpy(copy, text, size);
	copy[size] = '\0';
	as_ctd_node_at(parser, node)->value =
		(struct as_ctd_value){.type = AS_CTD_IS_TEXT, .text = copy, .size = size};
	return node;
}
