/* SPDX-License-Identifier: MIT */
/*
 * The operators. If two operators make the same mutant, it counts for the first, so special
 * mistakes stand before general ones.
 */
#include "finder.h"

enum {
	C = 1 << AS_SOURCE_C,
	CPP = 1 << AS_SOURCE_CPP,
	JAVA = 1 << AS_SOURCE_JAVA,
	PYTHON = 1 << AS_SOURCE_PYTHON,
	NATIVE = C | CPP,
	TYPED = C | CPP | JAVA,
	ALL = C | CPP | JAVA | PYTHON,
	SLOW = 1 << 16,
};

/* The arguments after the function are the pairs. */
#define OPERATOR(name_, mistake_, languages_, find_, ...)                                          \
	{                                                                                          \
		.about = {.name = name_,                                                           \
			.mistake = mistake_,                                                       \
			.languages = (languages_)&ALL,                                             \
			.is_slow = ((languages_)&SLOW) != 0},                                      \
		.find = find_, .pairs = (const char *const[])                                      \
		{                                                                                  \
			__VA_ARGS__ __VA_OPT__(, ) NULL                                            \
		}                                                                                  \
	}

const struct finder_operator finder_operators[AS_MUTANT_OPERATOR_COUNT] = {
	/* ---- statements with a purpose ---- */
	OPERATOR("memo-dropped", "the recursion has no memoization, so it is right but too slow",
		ALL | SLOW, find_memo),
	OPERATOR("sort-dropped", "the input is assumed to be sorted, or without duplicates", ALL,
		find_named_statement, "sort", "stable_sort", "qsort", "unique", "reverse", "erase"),
	OPERATOR("sorted-dropped", "the input is assumed to be sorted, or without duplicates",
		PYTHON, find_calls, "sorted", "list", "set", "list"),
	OPERATOR("reset-dropped", "the state of one test case remains in the next", ALL,
		find_named_statement, "memset", "fill", "fill_n", "clear", "assign"),
	/* ---- comparisons and conditions ---- */
	OPERATOR("comparison-includes", "a loop runs one step too far, or a tie counts as better",
		ALL, find_binary, "<", "<=", ">", ">="),
	OPERATOR("comparison-excludes", "the last item is left out, or a tie does not count", ALL,
		find_binary, "<=", "<", ">=", ">"),
	OPERATOR("comparison-reversed", "the smaller value is chosen instead of the larger", ALL,
		find_binary, "<", ">", ">", "<", "<=", ">=", ">=", "<="),
	OPERATOR("equality-negated", "the test for a special case is inverted", ALL, find_binary,
		"==", "!=", "!=", "=="),
	OPERATOR("equality-widened", "a rule for one value is applied to other values", ALL,
		find_binary, "==", "<=", "==", ">="),
	OPERATOR("and-or", "two conditions are joined wrongly", ALL, find_pairs, "&&", "||", "||",
		"&&", "and", "or", "or", "and"),
	OPERATOR("condition-part-dropped", "one of several conditions is forgotten", ALL,
		find_condition_part),
	OPERATOR("not-dropped", "a condition is inverted", ALL, find_not),
	OPERATOR("flag-inverted", "a flag has the wrong initial value", ALL, find_pairs, "true",
		"false", "false", "true", "True", "False", "False", "True"),
	/* ---- arithmetic ---- */
	OPERATOR("sign", "a sign in a formula is wrong", ALL, find_binary, "+", "-", "-", "+"),
	OPERATOR("step-sign", "a value is added instead of subtracted, or the reverse", ALL,
		find_pairs, "+=", "-=", "-=", "+="),
	OPERATOR("sum-overwritten", "a sum keeps only its last item", ALL, find_pairs, "+=", "=",
		"-=", "=", "*=", "=", "|=", "=", "^=", "=", "&=", "="),
	OPERATOR("factor", "a formula is remembered wrongly", ALL, find_binary, "*", "+", "/", "*",
		"//", "*"),
	OPERATOR("remainder", "quotient and remainder are confused", ALL, find_binary, "%", "/"),
	OPERATOR("modulo-dropped", "a value is not reduced, so it overflows", ALL, find_modulo),
	OPERATOR("division", "a result is not rounded, or loses digits", ALL, find_division, "//",
		"/", "/", "//"),
	OPERATOR("rounding", "a result is rounded the wrong way", ALL, find_calls, "ceil", "floor",
		"floor", "ceil", "round", "floor"),
	OPERATOR("abs-dropped", "a negative difference is forgotten", ALL, find_abs),
	OPERATOR("operands-swapped", "a difference has the wrong sign, or a quotient is inverted",
		ALL, find_swapped_operands),
	/* ---- choices ---- */
	OPERATOR("min-max", "the wrong goal is computed, such as that of the other player", ALL,
		find_calls, "min", "max", "max", "min", "fmin", "fmax", "fmax", "fmin",
		"min_element", "max_element", "max_element", "min_element"),
	OPERATOR("branches-swapped", "the wrong branch is taken", ALL, find_swapped_branches),
	OPERATOR("arguments-swapped", "two arguments are exchanged", ALL, find_swapped_arguments),
	OPERATOR("search-side", "items equal to the bound are wrongly counted or left out", ALL,
		find_calls, "lower_bound", "upper_bound", "upper_bound", "lower_bound",
		"bisect_left", "bisect_right", "bisect_right", "bisect_left", "floorKey",
		"lowerKey", "ceilingKey", "higherKey"),
	OPERATOR("other-end", "a queue is used as a stack, or a list at its wrong end", ALL,
		find_calls, "front", "back", "back", "front", "pop_front", "pop_back", "push_front",
		"push_back", "popleft", "pop", "appendleft", "append", "pollFirst", "pollLast",
		"pollLast", "pollFirst", "addFirst", "addLast"),
	/* ---- bounds and indices ---- */
	OPERATOR("bound-short", "a loop ends one step too early; a descending loop, too late", ALL,
		find_short_bound),
	OPERATOR("bound-long", "a loop ends one step too late; a descending loop, too early", ALL,
		find_long_bound),
	OPERATOR("index-plus", "an index is too large by one", ALL, find_index_plus),
	OPERATOR("index-minus", "an index is too small by one", ALL, find_index_minus),
	OPERATOR("index-other", "two variables are confused", ALL, find_other_index),
	OPERATOR("increment-moved",
		"a variable is read after its change instead of before, or the reverse", TYPED,
		find_increment),
	/* ---- numbers and types ---- */
	OPERATOR("limit-halved", "an array is too small for the limits of the statement", TYPED,
		find_small_limit),
	OPERATOR("infinity-small", "a value can be larger than the initial minimum", ALL,
		find_small_infinity),
	OPERATOR("infinity-zero", "a maximum starts at 0, although all values may be negative", ALL,
		find_zero_for_infinity),
	OPERATOR("constant-plus", "a special case or an initial value is wrong by one", ALL,
		find_plus_one),
	OPERATOR("constant-minus", "a special case or an initial value is wrong by one", ALL,
		find_minus_one),
	OPERATOR("type-narrowed", "a sum does not fit into 32 bits", TYPED, find_narrow_type),
	OPERATOR("double-narrowed", "a result has too few digits", TYPED, find_pairs, "double",
		"float"),
	OPERATOR("literal-narrowed", "a product does not fit into 32 bits", TYPED,
		find_narrow_literal),
	OPERATOR("cast-dropped", "a product is computed in 32 bits and widened too late", TYPED,
		find_cast),
	OPERATOR("unsigned", "a negative difference becomes a large number", NATIVE, find_unsigned),
	/* ---- statements ---- */
	OPERATOR("condition-true", "a case applies too often", ALL, find_always),
	OPERATOR("branch-dropped", "a special case or base case is forgotten", ALL, find_never),
	OPERATOR("else-dropped", "two cases both apply, or the last case is forgotten", ALL,
		find_else),
	OPERATOR("break-dropped", "a loop continues, or a case falls through", ALL | SLOW,
		find_break),
	OPERATOR("continue-dropped", "an item is not skipped", ALL | SLOW, find_continue),
	OPERATOR("statement-dropped", "a step is forgotten, such as reading, adding or undoing",
		ALL, find_statement),
};
