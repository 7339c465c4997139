/* SPDX-License-Identifier: MIT */
/* Checktestdata scripts as generators: instead of checking an input, a script draws one that it
 * would accept. Scripts are untrusted, so every resource that they use is limited. */
#ifndef ASSAY_SHRINK_CTD_H
#define ASSAY_SHRINK_CTD_H

#include <assay/shrink.h>

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
	AS_CTD_FLOAT,  /* first, second, third and fourth: decimals; variable; scientific: value */
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
	uint32_t next; /* of a list */
	uint32_t name; /* of a variable */
	int64_t value;
	double real;
	char *text; /* owned */
	size_t size;
};
struct as_ctd {
	char *name; /* for messages */
	struct as_ctd_node *nodes;
	size_t count;
	char **names; /* of the variables */
	size_t name_count;
	uint32_t program;
};

/* Sets an error with the position of a node. */
int as_ctd_error_at(const struct as_ctd *ctd, const struct as_ctd_node *node,
	struct as_error *error, const char *problem);

/* ---- values ---------------------------------------------------------------------------------- */

enum as_ctd_type { AS_CTD_IS_INTEGER, AS_CTD_IS_REAL, AS_CTD_IS_TEXT };
struct as_ctd_value {
	enum as_ctd_type type;
	int64_t integer;
	double real;
	const char *text; /* borrowed from the script or from the state's texts */
	size_t size;
};

#define AS_CTD_MAX_INDICES 4
struct as_ctd_cell {
	uint32_t name;
	uint32_t index_count;
	int64_t indices[AS_CTD_MAX_INDICES];
	bool is_set;
	struct as_ctd_value value;
};

/* The state while one input is made. */
struct as_ctd_state {
	const struct as_ctd *ctd;
	const struct as_tape *tape;
	struct as_tape *record;
	struct as_bytes out;
	size_t capacity;
	uint64_t random; /* state of the random stream for choices after the tape */
	uint64_t steps;
	unsigned depth; /* nesting of the values and conditions that are being computed */
	struct as_ctd_cell *cells;
	size_t cell_count;
	uint32_t *slots; /* hash table of cells by name and indices; 0: free, else index + 1 */
	size_t slot_count;
	char **texts; /* owned */
	size_t text_count;
	/* The result that ISEOF, or MATCH, has for the next character. */
	bool ended;
	bool is_broken; /* the drawn values break the script's rules: the input ends here */
	const struct as_ctd_value *in_class; /* or NULL */
	bool is_in_class;
	struct as_ctd_value class_value;
	struct as_error *error;
};
#define AS_CTD_MAX_STEPS 1000000
/* Operators nest to the left: each operator of 1 + 1 + 1 is one level. */
#define AS_CTD_MAX_NESTING 1000
#define AS_CTD_MAX_CELLS 500000

/* ctd_value.c */
struct as_ctd_cell *as_ctd_cell_find(
	struct as_ctd_state *state, const struct as_ctd_node *variable, bool make) AS_MUST_USE;
int as_ctd_value_of(
	struct as_ctd_state *state, uint32_t node, struct as_ctd_value *value) AS_MUST_USE;
int as_ctd_integer_of(struct as_ctd_state *state, uint32_t node, int64_t *value) AS_MUST_USE;
int as_ctd_test(struct as_ctd_state *state, uint32_t node, bool *holds) AS_MUST_USE;

/* ctd_draw.c: choices, and the output. */
/* Marks the input as breaking the script's rules, which is not an error. Returns -1. */
int as_ctd_break(struct as_ctd_state *state);
int as_ctd_draw(struct as_ctd_state *state, uint64_t last, uint64_t *choice) AS_MUST_USE;
int as_ctd_draw_integer(
	struct as_ctd_state *state, int64_t lo, int64_t hi, int64_t *value) AS_MUST_USE;
int as_ctd_part_begin(struct as_ctd_state *state, size_t *part) AS_MUST_USE;
void as_ctd_part_end(struct as_ctd_state *state, size_t part);
int as_ctd_write(struct as_ctd_state *state, const char *text, size_t size) AS_MUST_USE;

/* ctd_regex.c: writes a text that matches. */
int as_ctd_regex(struct as_ctd_state *state, const struct as_ctd_node *node, const char *pattern,
	size_t size) AS_MUST_USE;

#endif
