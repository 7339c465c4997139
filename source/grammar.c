/* SPDX-License-Identifier: MIT */
#include "grammar.h"

#include <string.h>
#include <strings.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

enum {
	C = 1 << AS_SOURCE_C,
	CPP = 1 << AS_SOURCE_CPP,
	BOTH = C | CPP,
	JAVA = 1 << AS_SOURCE_JAVA,
	PYTHON = 1 << AS_SOURCE_PYTHON,
};

/* >> is left out in C++ and Java: in vector<vector<int>> it is two tokens. */
static const char *const c_operators[] = {"...", "<<=", "->*", "<=>", "++", "--", "<<",
	"<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "->",
	"::", ".*", "##", NULL};
static const char *const java_operators[] = {"...", "<<=", "++", "--", "<<",
	"<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "->",
	"::", NULL};
static const char *const python_operators[] = {"...", "**=", "//=", "<<=", ">>=", "**", "//", "<<",
	">>", "<=", ">=", "==", "!=", "->",
	":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=", NULL};

/* clang-format off */
static const struct as_word c_words[] = {
	{"_Bool", C, 0}, {"_Static_assert", C, 0}, {"alignas", CPP, 0}, {"auto", BOTH, 0},
	{"bool", BOTH, 0}, {"break", BOTH, 0}, {"case", BOTH, 0}, {"catch", CPP, 0},
	{"char", BOTH, 0}, {"class", CPP, 0}, {"concept", CPP, 0}, {"const", BOTH, 0},
	{"const_cast", CPP, 0}, {"constexpr", CPP, 0}, {"continue", BOTH, 0}, {"decltype", CPP, 0},
	{"default", BOTH, 0}, {"delete", CPP, 0}, {"do", BOTH, 0}, {"double", BOTH, 0},
	{"dynamic_cast", CPP, 0}, {"else", BOTH, 0}, {"enum", BOTH, 0}, {"explicit", CPP, 0},
	{"extern", BOTH, 0}, {"false", BOTH, 0}, {"float", BOTH, 0}, {"for", BOTH, 0},
	{"friend", CPP, 0}, {"goto", BOTH, 0}, {"if", BOTH, 0}, {"inline", BOTH, 0},
	{"int", BOTH, 0}, {"long", BOTH, 0}, {"mutable", CPP, 0}, {"namespace", CPP, 0},
	{"new", CPP, 0}, {"noexcept", CPP, 0}, {"nullptr", CPP, 0}, {"operator", CPP, 0},
	{"private", CPP, 0}, {"protected", CPP, 0}, {"public", CPP, 0}, {"register", BOTH, 0},
	{"reinterpret_cast", CPP, 0}, {"requires", CPP, 0}, {"restrict", C, 0}, {"return", BOTH, 0},
	{"short", BOTH, 0}, {"signed", BOTH, 0}, {"sizeof", BOTH, 0}, {"static", BOTH, 0},
	{"static_assert", CPP, 0}, {"static_cast", CPP, 0}, {"struct", BOTH, 0}, {"switch", BOTH, 0},
	{"template", CPP, 0}, {"this", CPP, 0}, {"throw", CPP, 0}, {"true", BOTH, 0},
	{"try", CPP, 0}, {"typedef", BOTH, 0}, {"typename", CPP, 0}, {"union", BOTH, 0},
	{"unsigned", BOTH, 0}, {"using", CPP, true}, {"virtual", CPP, 0}, {"void", BOTH, 0},
	{"volatile", BOTH, 0}, {"while", BOTH, 0},
};
static const struct as_word java_words[] = {
	{"abstract", JAVA, 0}, {"assert", JAVA, 0}, {"boolean", JAVA, 0}, {"break", JAVA, 0},
	{"byte", JAVA, 0}, {"case", JAVA, 0}, {"catch", JAVA, 0}, {"char", JAVA, 0},
	{"class", JAVA, 0}, {"continue", JAVA, 0}, {"default", JAVA, 0}, {"do", JAVA, 0},
	{"double", JAVA, 0}, {"else", JAVA, 0}, {"enum", JAVA, 0}, {"extends", JAVA, 0},
	{"false", JAVA, 0}, {"final", JAVA, 0}, {"finally", JAVA, 0}, {"float", JAVA, 0},
	{"for", JAVA, 0}, {"if", JAVA, 0}, {"implements", JAVA, 0}, {"import", JAVA, true},
	{"instanceof", JAVA, 0}, {"int", JAVA, 0}, {"interface", JAVA, 0}, {"long", JAVA, 0},
	{"native", JAVA, 0}, {"new", JAVA, 0}, {"null", JAVA, 0}, {"package", JAVA, true},
	{"private", JAVA, 0}, {"protected", JAVA, 0}, {"public", JAVA, 0}, {"return", JAVA, 0},
	{"short", JAVA, 0}, {"static", JAVA, 0}, {"strictfp", JAVA, 0}, {"super", JAVA, 0},
	{"switch", JAVA, 0}, {"synchronized", JAVA, 0}, {"this", JAVA, 0}, {"throw", JAVA, 0},
	{"throws", JAVA, 0}, {"transient", JAVA, 0}, {"true", JAVA, 0}, {"try", JAVA, 0},
	{"void", JAVA, 0}, {"volatile", JAVA, 0}, {"while", JAVA, 0},
};
static const struct as_word python_words[] = {
	{"False", PYTHON, 0}, {"None", PYTHON, 0}, {"True", PYTHON, 0}, {"and", PYTHON, 0},
	{"as", PYTHON, 0}, {"assert", PYTHON, 0}, {"async", PYTHON, 0}, {"await", PYTHON, 0},
	{"break", PYTHON, 0}, {"class", PYTHON, 0}, {"continue", PYTHON, 0}, {"def", PYTHON, 0},
	{"del", PYTHON, 0}, {"elif", PYTHON, 0}, {"else", PYTHON, 0}, {"except", PYTHON, 0},
	{"finally", PYTHON, 0}, {"for", PYTHON, 0}, {"from", PYTHON, true}, {"global", PYTHON, 0},
	{"if", PYTHON, 0}, {"import", PYTHON, true}, {"in", PYTHON, 0}, {"is", PYTHON, 0},
	{"lambda", PYTHON, 0}, {"nonlocal", PYTHON, 0}, {"not", PYTHON, 0}, {"or", PYTHON, 0},
	{"pass", PYTHON, 0}, {"raise", PYTHON, 0}, {"return", PYTHON, 0}, {"try", PYTHON, 0},
	{"while", PYTHON, 0}, {"with", PYTHON, 0}, {"yield", PYTHON, 0},
};
/* clang-format on */

/* clang-format off */
/* Functions of the language and its library whose names make a difference where they are called:
 * min is not max. Variables may have these names, too. Sorted by bytes. */
static const char *const c_calls[] = {"abs", "accumulate", "back", "begin", "ceil", "cos",
	"count", "end", "exp", "fabs", "find", "floor", "fmax", "fmin", "fmod", "front", "gcd",
	"hypot", "insert", "isalnum", "isalpha", "isdigit", "islower", "ispunct", "isspace",
	"isupper", "labs", "lcm", "llabs", "log", "lower_bound", "lround", "max", "max_element",
	"memcmp", "memcpy", "memset", "min", "min_element", "pop_back", "pop_front", "pow",
	"printf", "push_back", "push_front", "rbegin", "rend", "reverse", "round", "scanf",
	"sin", "sort", "sqrt", "stable_sort", "strcat", "strchr", "strcmp", "strcpy", "strlen",
	"strncmp", "strncpy", "strrchr", "strstr", "swap", "tan", "tolower", "toupper", "trunc",
	"upper_bound"};
static const char *const java_calls[] = {"abs", "add", "addFirst", "addLast", "ceil",
	"ceilingEntry", "ceilingKey", "charAt", "contains", "containsKey", "containsValue",
	"descendingIterator", "first", "firstKey", "floor", "floorDiv", "floorEntry", "floorKey",
	"floorMod", "get", "getFirst", "getLast", "higher", "higherEntry", "higherKey",
	"indexOf", "isDigit", "isEmpty", "isLetter", "isLowerCase", "isUpperCase", "last",
	"lastIndexOf", "lastKey", "length", "lower", "lowerEntry", "lowerKey", "max", "min",
	"next", "nextDouble", "nextInt", "nextLine", "nextLong", "offerFirst", "offerLast",
	"peek", "peekFirst", "peekLast", "poll", "pollFirst", "pollLast", "pop", "pow", "print",
	"printf", "println", "push", "put", "remove", "removeFirst", "removeLast", "reverse",
	"round", "set", "size", "sort", "sqrt", "substring", "sum", "toLowerCase", "toUpperCase"};
static const char *const python_calls[] = {"abs", "add", "all", "any", "append", "appendleft",
	"bin", "bisect_left", "bisect_right", "bool", "ceil", "chr", "count", "dict", "divmod",
	"endswith", "enumerate", "extend", "filter", "find", "float", "floor", "frozenset",
	"gcd", "heappop", "heappush", "hex", "index", "input", "insert", "int", "isalpha",
	"isdigit", "islower", "isqrt", "isupper", "iter", "join", "lcm", "len", "list", "ljust",
	"log", "lower", "map", "max", "min", "next", "oct", "ord", "pop", "popleft", "pow",
	"print", "range", "remove", "replace", "reverse", "reversed", "rfind", "rjust", "round",
	"rstrip", "set", "sort", "sorted", "split", "sqrt", "startswith", "str", "strip", "sum",
	"swapcase", "title", "tuple", "union", "upper", "zip"};
/* clang-format on */

/* A token has one byte for its function. */
_Static_assert(COUNT(c_calls) < 255 && COUNT(java_calls) < 255 && COUNT(python_calls) < 255,
	"a function needs a larger number");

/* C and C++ have the same operators, words and codes, so that their files compare. */
#define C_FAMILY(language_)                                                                        \
	{                                                                                          \
		.language = language_, .family = 0, .line_comment = "//",                          \
		.has_block_comments = true, .has_directives = true, .text_prefixes = "LuU8R",      \
		.triple_quotes = "", .digit_separator = '\'', .operators = c_operators,            \
		.words = c_words, .word_count = COUNT(c_words), .calls = c_calls,                  \
		.call_count = COUNT(c_calls)                                                       \
	}
static const struct as_grammar grammars[] = {
	C_FAMILY(AS_SOURCE_C),
	C_FAMILY(AS_SOURCE_CPP),
	{.language = AS_SOURCE_JAVA,
		.family = 1,
		.line_comment = "//",
		.has_block_comments = true,
		.text_prefixes = "",
		.triple_quotes = "\"",
		.operators = java_operators,
		.words = java_words,
		.word_count = COUNT(java_words),
		.calls = java_calls,
		.call_count = COUNT(java_calls)},
	{.language = AS_SOURCE_PYTHON,
		.family = 2,
		.line_comment = "#",
		.has_layout = true,
		.text_prefixes = "rRbBuUfFtT",
		.triple_quotes = "\"'",
		.operators = python_operators,
		.words = python_words,
		.word_count = COUNT(python_words),
		.calls = python_calls,
		.call_count = COUNT(python_calls)},
};

const struct as_grammar *as_grammar_of(enum as_source_language language)
{
	for (size_t i = 0; i < COUNT(grammars); i++)
		if (grammars[i].language == language)
			return &grammars[i];
	return NULL;
}

/* The index in a table that is sorted by its texts, or -1. The first member of a row is its text.
 */
static int find_text(
	const void *rows, size_t count, size_t row_size, const char *text, size_t length)
{
	size_t low = 0;
	size_t high = count;

	while (low < high) {
		const size_t middle = (low + high) / 2;
		const char *other = *(const char *const *)((const char *)rows + middle * row_size);
		const int order = strncmp(text, other, length);
		if (order == 0 && other[length] == '\0')
			return (int)middle;
		/* A text that is a prefix of the other one sorts before it. */
		if (order <= 0)
			high = middle;
		else
			low = middle + 1;
	}
	return -1;
}

int as_grammar_word(const struct as_grammar *grammar, const char *text, size_t length)
{
	const int found = find_text(
		grammar->words, grammar->word_count, sizeof(*grammar->words), text, length);

	return found >= 0 && grammar->words[found].languages & 1u << grammar->language ? found : -1;
}

int as_grammar_call(const struct as_grammar *grammar, const char *text, size_t length)
{
	return find_text(
		grammar->calls, grammar->call_count, sizeof(*grammar->calls), text, length);
}

enum as_source_language as_source_language_of(const char *file_name)
{
	static const struct {
		const char *ending;
		enum as_source_language language;
	} endings[] = {{"c", AS_SOURCE_C}, {"h", AS_SOURCE_CPP}, {"cc", AS_SOURCE_CPP},
		{"cpp", AS_SOURCE_CPP}, {"cxx", AS_SOURCE_CPP}, {"c++", AS_SOURCE_CPP},
		{"hh", AS_SOURCE_CPP}, {"hpp", AS_SOURCE_CPP}, {"hxx", AS_SOURCE_CPP},
		{"h++", AS_SOURCE_CPP}, {"java", AS_SOURCE_JAVA}, {"py", AS_SOURCE_PYTHON},
		{"py2", AS_SOURCE_PYTHON}, {"py3", AS_SOURCE_PYTHON}};
	const char *dot = strrchr(file_name, '.');

	for (size_t i = 0; dot && i < COUNT(endings); i++)
		if (strcasecmp(dot + 1, endings[i].ending) == 0)
			return endings[i].language;
	return AS_SOURCE_OTHER;
}
