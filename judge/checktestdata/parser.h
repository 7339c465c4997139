/* SPDX-License-Identifier: MIT */
/* Private header of the Checktestdata parser. */
#ifndef ASSAY_CHECKTESTDATA_PARSER_H
#define ASSAY_CHECKTESTDATA_PARSER_H

#include "tree.h"

struct as_ctd_parser {
	struct as_ctd *ctd;
	const char *at, *end;
	const char *counted; /* `line` counts the lines up to here */
	unsigned line;
	unsigned depth;
	struct as_error *error;
};
#define AS_CTD_MAX_DEPTH 100

/* scan.c: signs, words and nodes. Functions that return a node return 0 on an error. */
uint32_t as_ctd_fail(struct as_ctd_parser *parser, const char *problem);
/* The script may be right. */
uint32_t as_ctd_fail_support(struct as_ctd_parser *parser, const char *problem);
void as_ctd_skip_blank(struct as_ctd_parser *parser);
bool as_ctd_take(struct as_ctd_parser *parser, const char *sign);
/* Takes the word only if no further word character follows. */
bool as_ctd_take_word(struct as_ctd_parser *parser, const char *word);
bool as_ctd_expect(struct as_ctd_parser *parser, const char *sign);
struct as_ctd_node *as_ctd_node_at(const struct as_ctd_parser *parser, uint32_t index);
uint32_t as_ctd_new_node(struct as_ctd_parser *parser, enum as_ctd_kind kind);
uint32_t as_ctd_new_pair(
	struct as_ctd_parser *parser, enum as_ctd_kind kind, uint32_t first, uint32_t second);
uint32_t as_ctd_new_single(struct as_ctd_parser *parser, enum as_ctd_kind kind, uint32_t first);
uint32_t as_ctd_new_text(struct as_ctd_parser *parser, const char *text, size_t size);

/* expression.c */
uint32_t as_ctd_parse_value(struct as_ctd_parser *parser);
uint32_t as_ctd_parse_expression(struct as_ctd_parser *parser);
uint32_t as_ctd_parse_condition(struct as_ctd_parser *parser);
uint32_t as_ctd_parse_variable(struct as_ctd_parser *parser, bool has_indices);
uint32_t as_ctd_parse_variables(struct as_ctd_parser *parser);

#endif
