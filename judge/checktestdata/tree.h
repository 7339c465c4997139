/* SPDX-License-Identifier: MIT */
/* The tree of a script, and the variables of a run. */
#ifndef ASSAY_CHECKTESTDATA_TREE_H
#define ASSAY_CHECKTESTDATA_TREE_H

#include <assay/checktestdata.h>

/* ---- the tree -------------------------------------------------------------------------------- */

enum as_ctd_kind {
	/* values */
	AS_CTD_INTEGER,
	AS_CTD_REAL,
	AS_CTD_TEXT,
	AS_CTD_VARIABLE, /* name; first: indices */
	AS_CTD_ADD,      /* first, second; likewise all up to AS_CTD_POWER */
	AS_CTD_SUBTRACT,
	AS_CTD_MULTIPLY,
	AS_CTD_DIVIDE,
	AS_CTD_REMAINDER,
	AS_CTD_POWER,
	AS_CTD_NEGATE, /* first */
	AS_CTD_STRLEN, /* first */
	/* conditions */
	AS_CTD_LESS, /* first, second; likewise all up to AS_CTD_OR */
	AS_CTD_GREATER,
	AS_CTD_AT_MOST,
	AS_CTD_AT_LEAST,
	AS_CTD_EQUAL,
	AS_CTD_UNEQUAL,
	AS_CTD_AND,
	AS_CTD_OR,
	AS_CTD_NOT, /* first */
	AS_CTD_IS_EOF,
	AS_CTD_MATCH,    /* first */
	AS_CTD_UNIQUE,   /* first: variables */
	AS_CTD_IN_ARRAY, /* first: the value; second: the variable */
	/* commands */
	AS_CTD_WRITE,  /* first: SPACE, NEWLINE and STRING */
	AS_CTD_END,    /* EOF */
	AS_CTD_INT,    /* first, second; variable */
	AS_CTD_FLOAT,  /* first, second, third and fourth: decimals; variable; options */
	AS_CTD_REGEX,  /* first; variable */
	AS_CTD_ASSERT, /* first */
	AS_CTD_SET,    /* first: the value; variable */
	AS_CTD_UNSET,  /* first: variables */
	AS_CTD_REPEAT, /* first: the count; second: the separator; body; variable */
	AS_CTD_WHILE,  /* first: the condition; the rest as for REPEAT */
	AS_CTD_IF,     /* first: the condition; body; second: the commands of ELSE */
};

/* Nodes refer to each other by index; 0: none. */
struct as_ctd_node {
	enum as_ctd_kind kind;
	unsigned line;
	uint32_t first, second, third, fourth, body, variable;
	uint32_t next;    /* of a list */
	uint32_t name;    /* of a variable */
	uint32_t options; /* of a command: */
#define AS_CTD_FIXED 1
#define AS_CTD_SCIENTIFIC 2
#define AS_CTD_BLANK 4
	struct as_ctd_value value; /* of a number or text; the text is owned */
};
struct as_ctd {
	char *name; /* for messages */
	struct as_ctd_node *nodes;
	size_t count;
	char **names; /* of the variables */
	size_t name_count;
	uint32_t program;
};

/* number.c: whether an operation has a result. */
enum as_ctd_trouble { AS_CTD_FINE, AS_CTD_UNDEFINED, AS_CTD_TOO_LARGE };
enum as_ctd_trouble as_ctd_number_compute(enum as_ctd_kind kind, const struct as_ctd_value *a,
	const struct as_ctd_value *b, struct as_ctd_value *result) AS_MUST_USE;
/* Parses an optional minus sign, digits, decimals and exponent, of which the caller has checked the
 * form. False: more than 38 digits, or too large an exponent. */
bool as_ctd_number_parse(const char *text, size_t size, struct as_ctd_value *number) AS_MUST_USE;
uint64_t as_ctd_number_hash(const struct as_ctd_value *number);

/* ---- variables: array.c ---------------------------------------------------------------------- */

#define AS_CTD_MAX_INDICES 4
struct as_ctd_place {
	uint32_t index_count;
	int64_t indices[AS_CTD_MAX_INDICES];
};
struct as_ctd_cell {
	struct as_ctd_place place;
	struct as_ctd_value value;
};
/* The values of one variable. Both tables have indices of cells, plus 1; 0: free. */
struct as_ctd_array {
	struct as_ctd_cell *cells;
	size_t count;
	uint32_t *slots; /* by place */
	size_t slot_count;
	uint32_t *known; /* by value, for INARRAY: of the first `known_cells` cells */
	size_t known_count, known_cells;
};
/* NULL: the variable has no value there. */
struct as_ctd_cell *as_ctd_cell_find(struct as_ctd_run *run, const struct as_ctd_array *array,
	const struct as_ctd_place *place) AS_MUST_USE;
int as_ctd_cell_set(struct as_ctd_run *run, struct as_ctd_array *array,
	const struct as_ctd_place *place, const struct as_ctd_value *value) AS_MUST_USE;
void as_ctd_array_clear(struct as_ctd_run *run, struct as_ctd_array *array);
int as_ctd_array_has(struct as_ctd_run *run, struct as_ctd_array *array,
	const struct as_ctd_value *value, bool *holds) AS_MUST_USE;
/* Whether the arrays have the same places, and their tuples of values differ. */
int as_ctd_arrays_differ(struct as_ctd_run *run, struct as_ctd_array *const *arrays, size_t count,
	bool *holds) AS_MUST_USE;
/* The steps of reading a value once. */
static inline uint64_t as_ctd_value_weight(const struct as_ctd_value *value)
{
	return 1 + (value->type == AS_CTD_IS_TEXT ? value->size / 16 : 0);
}
/* As strcmp; a number precedes a text. */
int as_ctd_value_compare(const struct as_ctd_value *a, const struct as_ctd_value *b);

/* ---- values: value.c ------------------------------------------------------------------------- */

/* Operators nest to the left: each operator of 1 + 1 + 1 is one level. */
#define AS_CTD_MAX_NESTING 1000
int as_ctd_value_of(struct as_ctd_run *run, uint32_t node, struct as_ctd_value *value) AS_MUST_USE;
int as_ctd_number_of(struct as_ctd_run *run, uint32_t node, struct as_ctd_value *value) AS_MUST_USE;
int as_ctd_integer_of(struct as_ctd_run *run, uint32_t node, as_ctd_digits *value) AS_MUST_USE;
int as_ctd_text_of(struct as_ctd_run *run, uint32_t node, struct as_ctd_value *value) AS_MUST_USE;
int as_ctd_test(struct as_ctd_run *run, uint32_t node, bool *holds) AS_MUST_USE;
int as_ctd_assign(
	struct as_ctd_run *run, uint32_t variable, const struct as_ctd_value *value) AS_MUST_USE;

/* budget.c: the CPU time of this thread. */
int64_t as_ctd_cpu_ns(void);

/* ---- regular expressions: pattern.c ---------------------------------------------------------- */

struct as_ctd_pattern;
/* Compiles a POSIX extended regular expression. */
struct as_ctd_pattern *as_ctd_pattern_new(
	struct as_ctd_run *run, const struct as_ctd_value *text) AS_MUST_USE;
/* Takes NULL. */
void as_ctd_pattern_free(struct as_ctd_pattern *pattern);
/* The length of the longest match at the start of a text, or SIZE_MAX. */
int as_ctd_pattern_match(struct as_ctd_run *run, struct as_ctd_pattern *pattern, const char *text,
	size_t size, size_t *length) AS_MUST_USE;

#endif
