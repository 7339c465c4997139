/* SPDX-License-Identifier: MIT */
/* finder: the tokens of a source, and the mutations that operators find in it; private to
 * strength/mutants. */
#ifndef ASSAY_MUTANTS_FINDER_H
#define ASSAY_MUTANTS_FINDER_H

#include <assay/mutants.h>

#define FINDER_NONE SIZE_MAX

/* Properties of a token that depend on the tokens around it. */
struct finder_place {
	size_t match;     /* of a bracket: the other one; FINDER_NONE: it has none */
	unsigned depth;   /* of ( and [ around it */
	bool is_template; /* < or > of a template, or of a generic type */
	bool is_declared; /* see finder_is_declared */
	size_t latest;    /* 1 + the index of the latest mutation from here on; 0: there is none */
};

struct finder {
	enum as_source_language language;
	const char *text;
	const struct as_token *tokens;
	size_t count;
	struct finder_place *places;  /* one a token */
	size_t main_first, main_last; /* the brackets of the function main; 0: there is none */
	size_t kind;                  /* the index of the operator that is applied */
	bool is_slow;                 /* its mutants may be right but slow */
	const char *const *pairs;     /* of that operator: see find_pairs */
	struct as_mutations *found;
	size_t *earlier; /* for each mutation, `latest` of its first token before */
	struct as_error *error;
	bool has_failed;
};
/* Looks for the mistake at a token. */
typedef void (*finder_function)(struct finder *finder, size_t at);

struct finder_operator {
	struct as_mutant_operator about;
	bool is_slow;
	finder_function find;
	const char *const *pairs;
};
/* operators.c */
extern const struct finder_operator finder_operators[AS_MUTANT_OPERATOR_COUNT];

/* ---- finder.c: any index is permitted; an index beyond the last token matches nothing ---- */

int finder_open(struct finder *finder, const struct as_tokens *tokens) AS_MUST_USE;
void finder_close(struct finder *finder);

bool finder_is(const struct finder *finder, size_t at, const char *text);
/* A list ends with NULL. */
bool finder_is_any(const struct finder *finder, size_t at, const char *const *texts);
/* AS_TOKEN_NAME, _NUMBER, ...; of an operator or word, AS_TOKEN_OPERATOR or _WORD. */
enum as_token_code finder_kind(const struct finder *finder, size_t at);
/* The matching bracket, or FINDER_NONE. */
size_t finder_match(const struct finder *finder, size_t at);
unsigned finder_depth(const struct finder *finder, size_t at);
bool finder_is_python(const struct finder *finder);
/* True if a value ends with the token, or begins with it. */
bool finder_ends_value(const struct finder *finder, size_t at);
bool finder_begins_value(const struct finder *finder, size_t at);
/* True for an operator between two values. */
bool finder_is_binary(const struct finder *finder, size_t at);
/* True for a name or number that is not a part of a longer value such as a.b, a[i] or f(x). */
bool finder_is_simple(const struct finder *finder, size_t at);
/* True for a token of a C, C++ or Java declaration before the initial value, such as the size of an
 * array: a size that is too large is not a mistake. */
bool finder_is_declared(const struct finder *finder, size_t at);
/* True inside the brackets of main. */
bool finder_is_in_main(const struct finder *finder, size_t at);
/* The literal false, or true. */
const char *finder_flag(const struct finder *finder, bool value);

/* Adds a mutation that replaces the tokens from `first` to `last`. */
void finder_replace(struct finder *finder, size_t first, size_t last, const char *format, ...)
	AS_PRINTF(4, 5);
/* For %.*s of the bytes of the tokens from `first` to `last`. */
#define FINDER_BYTES(finder, first, last)                                                          \
	(int)finder_size((finder), (first), (last)), (finder)->text + (finder)->tokens[first].offset
size_t finder_size(const struct finder *finder, size_t first, size_t last);

/* ---- finder_statements.c ---- */

/* True if a statement begins with the token. */
bool finder_begins_statement(const struct finder *finder, size_t at);
/* True if the innermost block of a C, C++ or Java program around a token is that of a branch or
 * loop. */
bool finder_is_in_branch(const struct finder *finder, size_t at);
/* The last token of the statement that begins at a token, without its semicolon; FINDER_NONE: the
 * statement has no end. */
size_t finder_statement_end(const struct finder *finder, size_t at);
/* The condition of the `if` statement at a token; false: there is no such statement. */
struct finder_condition {
	size_t first, last;
	size_t body; /* the first token of what follows */
};
bool finder_condition(const struct finder *finder, size_t at, struct finder_condition *condition);
/* The last token of a body that begins with the token: }, the semicolon, the end of the line or of
 * the block; FINDER_NONE: it has no end. */
size_t finder_body_end(const struct finder *finder, size_t body);
/* Replaces the condition of the `if` at a token by the literal. */
void finder_fix_condition(struct finder *finder, size_t at, bool value);
/* Replaces the statement from `first` to `last` by nothing. */
void finder_drop(struct finder *finder, size_t first, size_t last);

/* ---- what operators look for ---- */

/* find_tokens.c; `pairs` has a text and its replacement, in turn, and ends with NULL. */
void find_pairs(struct finder *finder, size_t at);  /* any token, except < and > of a template */
void find_binary(struct finder *finder, size_t at); /* an operator between two values */
void find_calls(struct finder *finder, size_t at);  /* a name that is called */
void find_not(struct finder *finder, size_t at);
void find_increment(struct finder *finder, size_t at);
void find_division(struct finder *finder, size_t at);

/* find_numbers.c */
void find_plus_one(struct finder *finder, size_t at);
void find_minus_one(struct finder *finder, size_t at);
void find_small_limit(struct finder *finder, size_t at);
void find_small_infinity(struct finder *finder, size_t at);
void find_zero_for_infinity(struct finder *finder, size_t at);
void find_infinity_for_zero(struct finder *finder, size_t at);
void find_zero_for_first(struct finder *finder, size_t at);
void find_narrow_literal(struct finder *finder, size_t at);
void find_narrow_type(struct finder *finder, size_t at);
void find_unsigned(struct finder *finder, size_t at);

/* find_values.c */
void find_modulo(struct finder *finder, size_t at);
void find_index_plus(struct finder *finder, size_t at);
void find_index_minus(struct finder *finder, size_t at);
void find_other_index(struct finder *finder, size_t at);
void find_swapped_operands(struct finder *finder, size_t at);
void find_swapped_arguments(struct finder *finder, size_t at);
void find_swapped_branches(struct finder *finder, size_t at);
void find_term(struct finder *finder, size_t at);
void find_condition_part(struct finder *finder, size_t at);
void find_cast(struct finder *finder, size_t at);
void find_abs(struct finder *finder, size_t at);

/* find_exits.c */
void find_never(struct finder *finder, size_t at);
void find_break(struct finder *finder, size_t at);
void find_continue(struct finder *finder, size_t at);
void find_return(struct finder *finder, size_t at);
void find_memo(struct finder *finder, size_t at);

/* find_reading.c */
void find_short_reading(struct finder *finder, size_t at);

/* find_statements.c */
/* The last token of the bound of the loop that begins with the token `for` or `range`, or
 * FINDER_NONE. */
size_t finder_bound_end(const struct finder *finder, size_t at);
void find_short_bound(struct finder *finder, size_t at);
void find_long_bound(struct finder *finder, size_t at);
void find_always(struct finder *finder, size_t at);
void find_while(struct finder *finder, size_t at);
void find_else(struct finder *finder, size_t at);
void find_statement(struct finder *finder, size_t at);
void find_named_statement(struct finder *finder, size_t at); /* `pairs`: names that it calls */
void find_reset(struct finder *finder, size_t at);           /* likewise */

#endif
