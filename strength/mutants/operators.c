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
#define OPERATOR(name_, change_, mistake_, languages_, find_, ...)                                 \
	{                                                                                          \
		.about = {.name = name_,                                                           \
			.change = change_,                                                         \
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
	OPERATOR("memo-dropped", "the use of a stored result, or `@cache`, is dropped",
		"the recursion has no memoization, so it is right but too slow", ALL | SLOW,
		find_memo),
	OPERATOR("sort-dropped", "a call such as `sort`, `unique` or `reverse` is dropped",
		"the input is assumed to be sorted, or without duplicates", ALL,
		find_named_statement, "sort", "stable_sort", "qsort", "unique", "reverse", "erase"),
	OPERATOR("sorted-dropped", "`sorted` or `set` becomes `list`",
		"the input is assumed to be sorted, or without duplicates", PYTHON, find_calls,
		"sorted", "list", "set", "list"),
	OPERATOR("reset-dropped", "a call such as `memset`, `fill` or `clear` is dropped",
		"the state of one test case remains in the next", ALL, find_named_statement,
		"memset", "fill", "fill_n", "clear", "assign"),
	/* ---- comparisons and conditions ---- */
	OPERATOR("comparison-includes", "`<` becomes `<=`, `>` becomes `>=`",
		"a loop runs one step too far, or a tie counts as better", ALL, find_binary, "<",
		"<=", ">", ">="),
	OPERATOR("comparison-excludes", "`<=` becomes `<`, `>=` becomes `>`",
		"the last item is left out, or a tie does not count", ALL, find_binary, "<=", "<",
		">=", ">"),
	OPERATOR("comparison-reversed", "`<` becomes `>`, and the like",
		"the smaller value is chosen instead of the larger", ALL, find_binary, "<", ">",
		">", "<", "<=", ">=", ">=", "<="),
	OPERATOR("equality-negated", "`==` becomes `!=`, and the reverse",
		"the test for a special case is inverted", ALL, find_binary,
		"==", "!=", "!=", "=="),
	OPERATOR("equality-widened", "`==` becomes `<=` or `>=`",
		"a rule for one value is applied to other values", ALL, find_binary,
		"==", "<=", "==", ">="),
	OPERATOR("and-or", "`&&` becomes `||`, and the reverse",
		"two conditions are joined wrongly", ALL, find_pairs, "&&", "||", "||", "&&", "and",
		"or", "or", "and"),
	OPERATOR("condition-part-dropped", "one part of a condition is dropped",
		"one of several conditions is forgotten", ALL, find_condition_part),
	OPERATOR(
		"not-dropped", "`!` or `not` is dropped", "a condition is inverted", ALL, find_not),
	OPERATOR("flag-inverted", "`true` becomes `false`, and the reverse",
		"a flag has the wrong initial value", ALL, find_pairs, "true", "false", "false",
		"true", "True", "False", "False", "True"),
	/* ---- arithmetic ---- */
	OPERATOR("sign", "`+` becomes `-`, and the reverse", "a sign in a formula is wrong", ALL,
		find_binary, "+", "-", "-", "+"),
	OPERATOR("step-sign", "`+=` becomes `-=`, and the reverse",
		"a value is added instead of subtracted, or the reverse", ALL, find_pairs,
		"+=", "-=", "-=", "+="),
	OPERATOR("sum-overwritten", "`+=` and the like become `=`",
		"a sum keeps only its last item", ALL, find_pairs, "+=", "=", "-=", "=", "*=", "=",
		"|=", "=", "^=", "=", "&=", "="),
	OPERATOR("factor", "`*` becomes `+`, `/` becomes `*`", "a formula is remembered wrongly",
		ALL, find_binary, "*", "+", "/", "*", "//", "*"),
	OPERATOR("remainder", "`%` becomes `/`", "quotient and remainder are confused", ALL,
		find_binary, "%", "/"),
	OPERATOR("modulo-dropped", "`% m` is dropped", "a value is not reduced, so it overflows",
		ALL, find_modulo),
	OPERATOR("division",
		"an integer division becomes a floating-point division; in Python also the reverse",
		"a result is not rounded, or loses digits", ALL, find_division, "//", "/", "/",
		"//"),
	OPERATOR("rounding", "`ceil` becomes `floor`, and the like",
		"a result is rounded the wrong way", ALL, find_calls, "ceil", "floor", "floor",
		"ceil", "round", "floor"),
	OPERATOR("abs-dropped", "`abs` is dropped", "a negative difference is forgotten", ALL,
		find_abs),
	OPERATOR("operands-swapped", "`a - b` becomes `b - a`, and the like",
		"a difference has the wrong sign, or a quotient is inverted", ALL,
		find_swapped_operands),
	/* ---- choices ---- */
	OPERATOR("min-max", "`min` becomes `max`, and the reverse",
		"the wrong goal is computed, such as that of the other player", ALL, find_calls,
		"min", "max", "max", "min", "fmin", "fmax", "fmax", "fmin", "min_element",
		"max_element", "max_element", "min_element"),
	OPERATOR("branches-swapped", "`c ? a : b` becomes `c ? b : a`", "the wrong branch is taken",
		ALL, find_swapped_branches),
	OPERATOR("arguments-swapped", "`f(a, b)` becomes `f(b, a)`", "two arguments are exchanged",
		ALL, find_swapped_arguments),
	OPERATOR("search-side", "`lower_bound` becomes `upper_bound`, and the like",
		"items equal to the bound are wrongly counted or left out", ALL, find_calls,
		"lower_bound", "upper_bound", "upper_bound", "lower_bound", "bisect_left",
		"bisect_right", "bisect_right", "bisect_left", "floorKey", "lowerKey", "ceilingKey",
		"higherKey"),
	OPERATOR("other-end", "`front` becomes `back`, and the like",
		"a queue is used as a stack, or a list at its wrong end", ALL, find_calls, "front",
		"back", "back", "front", "pop_front", "pop_back", "push_front", "push_back",
		"popleft", "pop", "appendleft", "append", "pollFirst", "pollLast", "pollLast",
		"pollFirst", "addFirst", "addLast"),
	/* ---- bounds and indices ---- */
	OPERATOR("bound-short", "the bound of a loop is smaller by one",
		"a loop ends one step too early; a descending loop, too late", ALL,
		find_short_bound),
	OPERATOR("bound-long", "the bound of a loop is larger by one",
		"a loop ends one step too late; a descending loop, too early", ALL,
		find_long_bound),
	OPERATOR("index-plus", "`a[i]` becomes `a[i + 1]`", "an index is too large by one", ALL,
		find_index_plus),
	OPERATOR("index-minus", "`a[i]` becomes `a[i - 1]`", "an index is too small by one", ALL,
		find_index_minus),
	OPERATOR("index-other", "`a[i]` becomes `a[j]`", "two variables are confused", ALL,
		find_other_index),
	OPERATOR("increment-moved", "`x++` becomes `++x`, and the reverse",
		"a variable is read after its change instead of before, or the reverse", TYPED,
		find_increment),
	/* ---- numbers and types ---- */
	OPERATOR("limit-halved", "the size of an array, or a constant, is halved",
		"an array is too small for the limits of the statement", TYPED, find_small_limit),
	OPERATOR("infinity-small", "an infinity, or a number from 1000000, becomes 100000",
		"a value can be larger than the initial minimum", ALL, find_small_infinity),
	OPERATOR("infinity-zero", "a negative infinity becomes 0",
		"a maximum starts at 0, although all values may be negative", ALL,
		find_zero_for_infinity),
	OPERATOR("constant-plus", "an integer below 1000 is larger by one",
		"a special case or an initial value is wrong by one", ALL, find_plus_one),
	OPERATOR("constant-minus", "an integer below 1000 is smaller by one",
		"a special case or an initial value is wrong by one", ALL, find_minus_one),
	OPERATOR("type-narrowed", "`long long` and the like become `int`",
		"a sum does not fit into 32 bits", TYPED, find_narrow_type),
	OPERATOR("double-narrowed", "`double` becomes `float`", "a result has too few digits",
		TYPED, find_pairs, "double", "float"),
	OPERATOR("literal-narrowed", "`1LL` becomes `1`", "a product does not fit into 32 bits",
		TYPED, find_narrow_literal),
	OPERATOR("cast-dropped", "a cast such as `(long long)`, or `1LL *`, is dropped",
		"a product is computed in 32 bits and widened too late", TYPED, find_cast),
	OPERATOR("unsigned", "`int` becomes `unsigned`",
		"a negative difference becomes a large number", NATIVE, find_unsigned),
	/* ---- statements ---- */
	OPERATOR("condition-true", "the condition of an `if` is always true",
		"a case applies too often", ALL, find_always),
	OPERATOR("branch-dropped", "the condition of an `if` is never true",
		"a special case or base case is forgotten", ALL, find_never),
	OPERATOR("else-dropped", "`else if` becomes `if`; another `else` is dropped",
		"two cases both apply, or the last case is forgotten", ALL, find_else),
	OPERATOR("break-dropped", "`break` is dropped", "a loop continues, or a case falls through",
		ALL | SLOW, find_break),
	OPERATOR("continue-dropped", "`continue` is dropped", "an item is not skipped", ALL | SLOW,
		find_continue),
	OPERATOR("statement-dropped", "an assignment, a call or a step such as `i++` is dropped",
		"a step is forgotten, such as reading, adding or undoing", ALL, find_statement),
};
