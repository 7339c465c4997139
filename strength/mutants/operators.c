/* SPDX-License-Identifier: MIT */
/*
 * The operators. Where two of them would make the same mutant the first has it, so special mistakes
 * stand before general ones.
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

/* What follows the function are the pairs. */
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
	OPERATOR("memo-dropped", "a known result is computed again",
		"the recursion has no memory, so it is right but too slow", ALL | SLOW, find_memo),
	OPERATOR("sort-dropped", "a sort, or the removal of duplicates, is dropped",
		"the input is taken to be sorted", ALL, find_named_statement, "sort", "stable_sort",
		"qsort", "unique", "reverse", "erase"),
	OPERATOR("sorted-dropped", "`sorted` or `set` becomes `list`",
		"the input is taken to be sorted, or without duplicates", PYTHON, find_calls,
		"sorted", "list", "set", "list"),
	OPERATOR("reset-dropped", "`memset`, `fill` or `clear` is dropped",
		"the state of one test case remains in the next", ALL, find_named_statement,
		"memset", "fill", "fill_n", "clear", "assign"),
	/* ---- comparisons and conditions ---- */
	OPERATOR("comparison-includes", "`<` becomes `<=`, `>` becomes `>=`",
		"a loop runs one step too far, or a tie is taken as better", ALL, find_binary, "<",
		"<=", ">", ">="),
	OPERATOR("comparison-excludes", "`<=` becomes `<`, `>=` becomes `>`",
		"the last item is left out, or a tie is not taken", ALL, find_binary, "<=", "<",
		">=", ">"),
	OPERATOR("comparison-reversed", "`<` becomes `>`, and so on",
		"the smaller one is taken in place of the larger one", ALL, find_binary, "<", ">",
		">", "<", "<=", ">=", ">=", "<="),
	OPERATOR("equality-negated", "`==` becomes `!=`, and the reverse",
		"a special case is tested for the wrong way", ALL, find_binary,
		"==", "!=", "!=", "=="),
	OPERATOR("equality-widened", "`==` becomes `<=` or `>=`",
		"a rule for one value is applied to others", ALL, find_binary,
		"==", "<=", "==", ">="),
	OPERATOR("and-or", "`&&` becomes `||`, and the reverse",
		"two conditions are joined wrongly", ALL, find_pairs, "&&", "||", "||", "&&", "and",
		"or", "or", "and"),
	OPERATOR("condition-part-dropped", "one part of a condition is dropped",
		"one of several conditions is forgotten", ALL, find_condition_part),
	OPERATOR("not-dropped", "`!` is dropped", "a condition is the wrong way round", ALL,
		find_not),
	OPERATOR("flag-inverted", "`true` becomes `false`, and the reverse",
		"a flag has the wrong initial value", ALL, find_pairs, "true", "false", "false",
		"true", "True", "False", "False", "True"),
	/* ---- arithmetic ---- */
	OPERATOR("sign", "`+` becomes `-`, and the reverse", "a sign in a formula is wrong", ALL,
		find_binary, "+", "-", "-", "+"),
	OPERATOR("step-sign", "`+=` becomes `-=`, and the reverse",
		"a difference is added in place of subtracted", ALL, find_pairs,
		"+=", "-=", "-=", "+="),
	OPERATOR("sum-overwritten", "`+=` and the like become `=`",
		"a sum keeps only its last item", ALL, find_pairs, "+=", "=", "-=", "=", "*=", "=",
		"|=", "=", "^=", "=", "&=", "="),
	OPERATOR("factor", "`*` becomes `+`, `/` becomes `*`", "a formula is remembered wrongly",
		ALL, find_binary, "*", "+", "/", "*", "//", "*"),
	OPERATOR("remainder", "`%` becomes `/`", "quotient and remainder are mistaken", ALL,
		find_binary, "%", "/"),
	OPERATOR("modulo-dropped", "`% m` is dropped", "a value is not reduced, so it overflows",
		ALL, find_modulo),
	OPERATOR("division", "a division of integers becomes one of floating-point numbers",
		"a result is not rounded, or loses digits", ALL, find_division, "//", "/", "/",
		"//"),
	OPERATOR("rounding", "`ceil` becomes `floor`, and the like",
		"a result is rounded the wrong way", ALL, find_calls, "ceil", "floor", "floor",
		"ceil", "round", "floor"),
	OPERATOR("abs-dropped", "`abs` is dropped", "a negative difference is forgotten", ALL,
		find_abs),
	OPERATOR("operands-swapped", "`a - b` becomes `b - a`", "a difference has the wrong sign",
		ALL, find_swapped_operands),
	/* ---- choices ---- */
	OPERATOR("min-max", "`min` becomes `max`, and the reverse",
		"the wrong player or aim is modelled", ALL, find_calls, "min", "max", "max", "min",
		"fmin", "fmax", "fmax", "fmin", "min_element", "max_element", "max_element",
		"min_element"),
	OPERATOR("branches-swapped", "`c ? a : b` becomes `c ? b : a`", "the wrong branch is taken",
		ALL, find_swapped_branches),
	OPERATOR("arguments-swapped", "`f(a, b)` becomes `f(b, a)`", "two arguments are exchanged",
		ALL, find_swapped_arguments),
	OPERATOR("search-side", "`lower_bound` becomes `upper_bound`, and the like",
		"equal items are counted, or are not", ALL, find_calls, "lower_bound",
		"upper_bound", "upper_bound", "lower_bound", "bisect_left", "bisect_right",
		"bisect_right", "bisect_left", "floorKey", "lowerKey", "ceilingKey", "higherKey"),
	OPERATOR("other-end", "`front` becomes `back`, and the like",
		"a queue is used as a stack, or the wrong end of a list", ALL, find_calls, "front",
		"back", "back", "front", "pop_front", "pop_back", "push_front", "push_back",
		"popleft", "pop", "appendleft", "append", "pollFirst", "pollLast", "pollLast",
		"pollFirst", "addFirst", "addLast"),
	/* ---- bounds and indices ---- */
	OPERATOR("bound-short", "a loop ends one step earlier", "the last item is not looked at",
		ALL, find_short_bound),
	OPERATOR("bound-long", "a loop ends one step later", "an item beyond the last is looked at",
		ALL, find_long_bound),
	OPERATOR("index-plus", "`a[i]` becomes `a[i + 1]`", "an index is too large by one", ALL,
		find_index_plus),
	OPERATOR("index-minus", "`a[i]` becomes `a[i - 1]`", "an index is too small by one", ALL,
		find_index_minus),
	OPERATOR("index-other", "`a[i]` becomes `a[j]`", "two variables are mistaken", ALL,
		find_other_index),
	OPERATOR("increment-moved", "`x++` becomes `++x`, and the reverse",
		"a value is used after its change in place of before", TYPED, find_increment),
	/* ---- numbers and types ---- */
	OPERATOR("limit-halved", "the size of an array is halved",
		"an array has the size of a smaller limit", TYPED, find_small_limit),
	OPERATOR("infinity-small", "an infinity becomes 100000",
		"a real value is larger than the initial minimum", ALL, find_small_infinity),
	OPERATOR("infinity-zero", "a negative infinity becomes 0",
		"a maximum begins with 0, although all values may be negative", ALL,
		find_zero_for_infinity),
	OPERATOR("constant-plus", "a constant is larger by one",
		"a special case or an initial value is wrong by one", ALL, find_plus_one),
	OPERATOR("constant-minus", "a constant is smaller by one",
		"a special case or an initial value is wrong by one", ALL, find_minus_one),
	OPERATOR("type-narrowed", "`long long` and the like become `int`",
		"a sum does not fit into 32 bits", TYPED, find_narrow_type),
	OPERATOR("double-narrowed", "`double` becomes `float`", "a result has too few digits",
		TYPED, find_pairs, "double", "float"),
	OPERATOR("literal-narrowed", "`1LL` becomes `1`", "a product does not fit into 32 bits",
		TYPED, find_narrow_literal),
	OPERATOR("cast-dropped", "`(long long)` or `1LL *` is dropped",
		"a product is computed in 32 bits and widened too late", TYPED, find_cast),
	OPERATOR("unsigned", "`int` becomes `unsigned`", "a difference below zero becomes large",
		NATIVE, find_unsigned),
	/* ---- statements ---- */
	OPERATOR("condition-true", "a condition is always true", "a case applies too often", ALL,
		find_always),
	OPERATOR("branch-dropped", "a condition is never true",
		"a special case or base case is forgotten", ALL, find_never),
	OPERATOR("else-dropped", "`else if` becomes `if`; another `else` is dropped",
		"two cases are both applied, or the last case is forgotten", ALL, find_else),
	OPERATOR("break-dropped", "`break` is dropped", "a loop or case goes on too long", ALL,
		find_break),
	OPERATOR("continue-dropped", "`continue` is dropped", "an item is not skipped", ALL,
		find_continue),
	OPERATOR("statement-dropped", "an assignment or a call is dropped",
		"a step is forgotten, such as reading, adding or undoing", ALL, find_statement),
};
