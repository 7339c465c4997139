/* SPDX-License-Identifier: MIT */
/* Inputs read by Checktestdata scripts. */
#include <assay/checktestdata.h>
#include <criterion/criterion.h>

#include <errno.h>
#include <inttypes.h>
#include <string.h>

TestSuite(checktestdata, .timeout = 600);

/* "accepted", the reason of a rejection, or "broken: line 2: ..." and the like. */
static const char *say(
	const char *script, size_t script_size, const struct as_ctd_check_request *request)
{
	static char said[1200];
	struct as_error error = {0};
	bool accepted;
	AS_AUTO_CTD struct as_ctd *ctd = as_ctd_parse("a.ctd", script, script_size, &error);

	if (ctd && as_ctd_check(ctd, request, &accepted, said, sizeof(said), &error) == 0)
		return accepted ? "accepted" : said;
	cr_expect(error.kind == AS_ERROR_INPUT || error.kind == AS_ERROR_INTERNAL);
	snprintf(said, sizeof(said), "%s: line %u: %s",
		error.sys_errno == ENOTSUP ? "unsupported"
		: error.sys_errno == ETIME ? "late"
					   : "broken",
		error.line, error.text);
	return said;
}

static const char *check(const char *script, const char *input)
{
	const struct as_ctd_check_request request = {.input = input, .size = strlen(input)};

	return say(script, strlen(script), &request);
}

struct example {
	const char *script, *input, *said; /* NULL: accepted */
};

static void expect_examples(const struct example *examples, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const char *said = check(examples[i].script, examples[i].input);
		cr_expect_str_eq(said, examples[i].said ? examples[i].said : "accepted",
			"%s\non '%s':\n%s", examples[i].script, examples[i].input, said);
	}
}
#define EXPECT_EXAMPLES(examples) expect_examples(examples, sizeof(examples) / sizeof(*examples))

Test(checktestdata, the_reason_is_the_place_and_what_was_expected_and_found)
{
	static const char tree[] = "# a tree\n"
				   "INT(1, 10^5, n) NEWLINE\n"
				   "REPI(i, n-1)\n"
				   "  INT(1, n, a) SPACE INT(1, n, b) NEWLINE\n"
				   "  ASSERT(a != b)\n"
				   "END\n";
	static const struct example examples[] = {
		{tree, "3\n1 2\n2 3\n", NULL},
		{tree, "1\n", NULL},
		{tree, "0\n",
			"line 1, column 1: expected an integer from 1 to 100000, found '0' (line 2 "
			"of the script)"},
		{tree, "3\n1 2\n2 x\n",
			"line 3, column 3: expected an integer from 1 to 3, found 'x' (line 4 of "
			"the script)"},
		{tree, "3\n1 2\n2  3\n",
			"line 3, column 3: expected an integer from 1 to 3, found a space (line 4 "
			"of the script)"},
		{tree, "3\n1\t2\n",
			"line 2, column 2: expected a space, found a tab (line 4 of the script)"},
		{tree, "3\r\n",
			"line 1, column 2: expected a line feed, found a carriage return (line 2 "
			"of the script)"},
		{tree, "3\n1 2\n2 3",
			"line 3, column 4: expected a line feed, found the end of the input (line "
			"4 of the script)"},
		{tree, "3\n1 2\n2 2\n",
			"line 4, column 1: ASSERT does not hold (line 5 of the script)"},
		{tree, "2\n1 2\n\n",
			"line 3, column 1: expected the end of the input, found a line feed (end "
			"of the script)"},
		{"STRING(\"yes\") NEWLINE", "yet\n",
			"line 1, column 3: expected the text 'yes', found 't' (line 1 of the "
			"script)"},
		{"STRING(\"a\")", "\xff\n",
			"line 1, column 1: expected 'a', found '\\xFF' (line 1 of the script)"},
	};
	EXPECT_EXAMPLES(examples);
}

Test(checktestdata, integers_have_one_form_and_are_exact)
{
	static const struct example examples[] = {
		{"INT(-5, 5)", "-5", NULL},
		{"INT(-5, 5)", "0", NULL},
		{"INT(-5, 5)", "-0",
			"line 1, column 1: expected an integer without a leading 0, and not -0, "
			"found '-0' (line 1 of the script)"},
		{"INT(-5, 5)", "05",
			"line 1, column 1: expected an integer without a leading 0, and not -0, "
			"found '05' (line 1 of the script)"},
		{"INT(-5, 5)", "+5",
			"line 1, column 1: expected an integer from -5 to 5, found '+5' (line 1 of "
			"the script)"},
		{"INT(-5, 5)", "-",
			"line 1, column 1: expected an integer from -5 to 5, found '-' (line 1 of "
			"the script)"},
		{"INT(0, 9)", "4.0",
			"line 1, column 2: expected the end of the input, found '.0' (end of the "
			"script)"},
		{"INT(0, 2^63-1)", "9223372036854775807", NULL},
		{"INT(0, 2^63-1)", "9223372036854775808",
			"line 1, column 1: expected an integer from 0 to 9223372036854775807, "
			"found '9223372036854775808' (line 1 of the script)"},
		{"INT(0, 2^64-1)", "18446744073709551615", NULL},
		{"INT(0, 10^18)", "100000000000000000000000000000000000000000000000000000000",
			"line 1, column 1: expected an integer from 0 to 1000000000000000000, "
			"found '1000000000000000000000000000000000000000' (line 1 of the script)"},
		{"INT(0,10^18,a) SPACE INT(0,10^18,b) ASSERT(a*b<=10^18)", "1000000000 1000000001",
			"line 1, column 22: ASSERT does not hold (line 1 of the script)"},
		{"INT(0,10^18,a) SPACE INT(0,10^18,b) ASSERT(a*b<=10^18)", "1000000000 1000000000",
			NULL},
		{"INT(2*3+4*(5-3), 100-7/2%2) SPACE INT(-7/2, -7%3)", "14 -3", NULL},
		{"INT(-7/2, -7%3)", "-4",
			"line 1, column 1: expected an integer from -3 to -1, found '-4' (line 1 "
			"of the script)"},
		{"INT(2^3^2, 64)", "64", NULL},
		{"INT(-2^2, -2^2)", "-4", NULL},
		{"INT(0, 10^40)", "1",
			"unsupported: line 1: a result beyond 128 bits, or that no decimal of 38 "
			"digits equals"},
		{"FLOAT((0-2^126)*2/(0-1.0), 1)", "1",
			"unsupported: line 1: a result beyond 128 bits, or that no decimal of 38 "
			"digits equals"},
		{"INT(1/0, 3)", "1", "broken: line 1: a result that is not defined"},
		{"INT(1.0, 3)", "1", "broken: line 1: an integer is missing"},
		{"INT(2^-1, 3)", "1", "broken: line 1: a result that is not defined"},
	};
	EXPECT_EXAMPLES(examples);
}

static void expect_float(const char *command, const char *number, bool is_right)
{
	char script[200];

	snprintf(script, sizeof(script), "%s EOF", command);
	const char *said = check(script, number);
	cr_expect_eq(strcmp(said, "accepted") == 0, is_right, "%s %s: %s", command, number, said);
}

Test(checktestdata, numbers_with_decimals_are_compared_exactly)
{
	static const struct {
		const char *command, *right[7], *wrong[8];
	} rows[] = {
		{"FLOAT(-1, 1)", {"0", "-0", "0.50", "-1", "1.000", "1e0", "10E-1"},
			{"1.1", "01", "1.", ".5", "+1", "1e", "1e00", "nan"}},
		{"FLOAT(0, 0.1)", {"0.1", "0.10", "1e-1"},
			{"0.10000000000000000000000000000001", "1e1"}},
		{"FLOAT(0, 1, x, FIXED)", {"0.5", "1"}, {"5e-1"}},
		{"FLOAT(0, 1, x, SCIENTIFIC)", {"5e-1", "0.05E+1"}, {"0.5"}},
		{"FLOATP(0, 10, 1, 3)", {"0.5", "10.000", "5.25e0", "1.0e1"},
			{"5", "0.1234", "10.0e0", "0.5e1", "5e0"}},
		{"FLOATP(0, 10, 0, 2)", {"5", "5.25"}, {"5.255"}},
		{"FLOAT(1/4., 1.5^2)", {"0.25", "2.25"}, {"0.2499999999", "2.2500000001"}},
		{"FLOAT(-1e-9, 10^9*10^9)", {"-0.000000001", "1e18"},
			{"-0.0000000011", "1000000000000000000.5"}},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		for (size_t k = 0; k < 7 && rows[i].right[k]; k++)
			expect_float(rows[i].command, rows[i].right[k], true);
		for (size_t k = 0; k < 8 && rows[i].wrong[k]; k++)
			expect_float(rows[i].command, rows[i].wrong[k], false);
	}
	static const struct example examples[] = {
		{"FLOAT(0, 1, x) ASSERT(3*x == 0.75)", "0.25", NULL},
		{"FLOAT(0, 1)", "2.50",
			"line 1, column 1: expected a number from 0 to 1, found '2.50' (line 1 of "
			"the script)"},
		{"FLOATP(0, 1, 1, 2)", "1",
			"line 1, column 1: expected a number with 1 to 2 decimals, found '1' (line "
			"1 of the script)"},
		{"FLOATP(0, 1, 2, 1)", "1", "broken: line 1: more decimals at least than at most"},
		{"FLOAT(0, 1)", "0.333333333333333333333333333333333333333333",
			"unsupported: line 1: a number of more than 38 digits in the input"},
		{"FLOAT(0, 1/3.0)", "0.3",
			"unsupported: line 1: a result beyond 128 bits, or that no decimal of 38 "
			"digits equals"},
	};
	EXPECT_EXAMPLES(examples);
}

/* The pattern is that of the expression; a match is followed by "|". */
Test(checktestdata, regular_expressions_are_extended_and_the_longest_match_counts)
{
	static const struct {
		const char *pattern, *input;
		bool matches;
	} rows[] = {{"[a-z]+", "abc|", true}, {"[a-z]+", "aBc|", false}, {"a|ab|abc", "abc|", true},
		{"(a|ab)(c|bcd)", "abcd|", true}, {"(a*)(ab)*b*", "abb|", true},
		{"[^|\n]*", "x y\t|", true}, {"a.c", "a\nc|", true}, {"x{2,3}", "xx|", true},
		{"x{2,3}", "x|", false}, {"x{2}", "xxx|", false}, {"x{2,}", "xxxxx|", true},
		{"[]a]+", "]a|", true}, {"[^]a]+", "]|", false}, {"[\\\\d]+", "\\\\d|", true},
		{"[\\\\d]+", "7|", false}, {"\\\\(\\\\.\\\\)", "(.)|", true}, {"[.-}]", "a|", true},
		{"[a-]+", "a-a|", true}, {"[[:alpha:]_]+", "aZ_|", true},
		{"[[:digit:]]+", "a|", false}, {"(2|3|T|J)(c|d|h|s)", "Th|", true},
		{"^a", "a|", true}, {"(a|)b", "b|", true}, {"a}", "a}|", true},
		{"[][,0-9]+", "[[1,2],3]|", true}, {"a(bc)?", "abc|", true}};
	char script[100], expected[100];

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		snprintf(script, sizeof(script), "REGEX(\"%s\") STRING(\"|\")", rows[i].pattern);
		snprintf(expected, sizeof(expected), "%s", check(script, rows[i].input));
		cr_expect_eq(strcmp(expected, "accepted") == 0, rows[i].matches, "%s on %s: %s",
			rows[i].pattern, rows[i].input, expected);
	}
	static const struct example examples[] = {
		{"REGEX(\"[a-z]+\", w) SPACE STRING(w) ASSERT(STRLEN(w) == 3 && w < \"abd\")",
			"abc abc", NULL},
		{"REGEX(\"[a-z]+\")", "Abc",
			"line 1, column 1: expected text that matches '[a-z]+', found 'Abc' (line "
			"1 of the script)"},
		{"SET(p=\"a+\") REGEX(p) REGEX(\"$\")", "aaa", NULL},
		{"REGEX(\"\\\\d\")", "1",
			"broken: line 1: a regular expression with an escape that the extended "
			"syntax does not have; write [0-9] for a digit"},
		{"REGEX(\"(?:a)\")", "a",
			"broken: line 1: a repetition of nothing in a regular expression"},
		{"REGEX(\"(*UTF)a\")", "a",
			"broken: line 1: a repetition of nothing in a regular expression"},
		{"REGEX(\"a{,3}\")", "a",
			"broken: line 1: a malformed repetition in a regular expression"},
		{"REGEX(\"a+?\")", "a",
			"unsupported: line 1: a repetition of a repetition in a regular "
			"expression; use parentheses"},
		{"REGEX(\"[a\")", "a", "broken: line 1: ']' is missing in a regular expression"},
		{"REGEX(\"[[=a=]]\")", "a",
			"unsupported: line 1: a collating element ([= =] or [. .]) in a regular "
			"expression"},
		{"REGEX(\"a{70000}\")", "a",
			"unsupported: line 1: a regular expression: number too big in {} "
			"quantifier"},
		{"REGEX(\"(a\")", "a",
			"broken: line 1: a regular expression: missing closing parenthesis"},
		{"REGEX(\"a)\")", "a",
			"broken: line 1: a regular expression: unmatched closing parenthesis"},
		{"REGEX(\"[z-a]\")", "a",
			"broken: line 1: a regular expression: range out of order in character "
			"class"},
		{"REGEX(\"[[:letter:]]\")", "a",
			"broken: line 1: a regular expression: unknown POSIX class name"},
	};
	EXPECT_EXAMPLES(examples);
}

Test(checktestdata, arrays_are_unique_and_contain_values)
{
	static const char cards[] = "INT(1,9,n) NEWLINE REP(n)\n"
				    "REPI(i,3,SPACE) REGEX(\"[2-9TJQKA][cdhs]\",c[i]) END NEWLINE\n"
				    "ASSERT(UNIQUE(c)) UNSET(c) END";
	static const char points[] = "INT(1,9,n) NEWLINE REPI(i,n) INT(0,9,x[i]) SPACE "
				     "INT(0,9,y[i]) NEWLINE END ASSERT(UNIQUE(x,y))";
	static const char permutation[] =
		"INT(1,9,n) NEWLINE REPI(i,n,SPACE) INT(1,n,p[i]) END NEWLINE\n"
		"REPI(i,n) ASSERT(INARRAY(i+1,p)) END";
	static const struct example examples[] = {
		{cards, "2\n2c Td 3h\nTd 2c As\n", NULL},
		{cards, "1\n2c Td 2c\n",
			"line 3, column 1: ASSERT does not hold (line 3 of the script)"},
		{points, "3\n1 2\n2 1\n1 1\n", NULL},
		{points, "3\n1 2\n2 1\n1 2\n",
			"line 5, column 1: ASSERT does not hold (line 1 of the script)"},
		{permutation, "3\n2 3 1\n", NULL},
		{permutation, "3\n2 3 2\n",
			"line 3, column 1: ASSERT does not hold (line 2 of the script)"},
		{"SET(a[1]=1, b[2]=1) ASSERT(!UNIQUE(a,b))", "", NULL},
		{"SET(a[1,-2]=1, a[1,2]=1.0) ASSERT(!UNIQUE(a) && (1==1))", "",
			"unsupported: line 1: '!' before && or || is ambiguous; write the negated "
			"condition in parentheses with its '!'"},
		{"SET(a[1,-2]=1, a[1,2]=1.0) ASSERT((!UNIQUE(a)) && INARRAY(1, a))", "", NULL},
		{"SET(a[1]=1) ASSERT(INARRAY(1,a)) SET(a[1]=2) ASSERT(!INARRAY(1,a))", "", NULL},
		{"ASSERT(UNIQUE(a))", "", "broken: line 1: a variable without a value"},
		{"SET(a=1) UNSET(a) INT(0,a)", "1", "broken: line 1: a variable without a value"},
		{"SET(a=\"x\") ASSERT(a == 1)", "",
			"broken: line 1: a text is compared with a number"},
	};
	EXPECT_EXAMPLES(examples);
}

Test(checktestdata, loops_and_conditions_follow_the_input)
{
	static const char lines[] = "WHILE(!ISEOF)\n"
				    "  IF(MATCH(\"-+\")) REGEX(\"[-+]\") SPACE INT(1,9)\n"
				    "  ELSE STRING(\"stop\") END NEWLINE\n"
				    "END";
	static const struct example examples[] = {
		{lines, "", NULL},
		{lines, "+ 1\nstop\n- 9\n", NULL},
		{lines, "+ 1\nstep\n",
			"line 2, column 3: expected the text 'stop', found 'ep' (line 3 of the "
			"script)"},
		{"WHILEI(i, !MATCH(\"\\n\"), SPACE) INT(0,1) END ASSERT(i==2) NEWLINE", "0 1\n",
			NULL},
		{"WHILEI(i, !MATCH(\"\\n\"), SPACE) INT(0,1) END ASSERT(i==2) NEWLINE", "0 1 1\n",
			"line 1, column 6: ASSERT does not hold (line 1 of the script)"},
		{"REPI(j, 0) END ASSERT(j == 0) REPI(j, 3) END ASSERT(j == 3)", "", NULL},
		{"REP(2, STRING(\", \")) STRING(\"\\\"\\101\\\\\\x\") END", "\"A\\\\x, \"A\\\\x",
			NULL},
		{"INT(0,9,n) REP(n-1) END", "0",
			"broken: line 1: a negative number of repetitions"},
		{"REP(2) EOF END", "", NULL},
		{"IF(1 < 2 || 1/0 > 1) END", "", NULL},
	};
	EXPECT_EXAMPLES(examples);
}

Test(checktestdata, blanks_may_be_longer_if_the_caller_permits_it)
{
	static const char script[] = "INT(1,9) SPACE INT(1,9) NEWLINE STRING(\"a b\") NEWLINE";
	static const struct {
		const char *input, *said;
	} rows[] = {{"1 2\na b\n", "accepted"}, {"  1\t 2 \r\n a b \n\t ", "accepted"},
		{"1 2\na  b\n", "line 2, column 3: expected the text 'a b', found a space (line 1 "
				"of the script)"},
		{"1 2\n\na b\n", "line 2, column 1: expected the text 'a b', found a line feed "
				 "(line 1 of the script)"},
		{"1\n2\n", "line 1, column 2: expected a blank, found a line feed (line 1 of the "
			   "script)"}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct as_ctd_check_request request = {
			.input = rows[i].input, .size = strlen(rows[i].input), .is_lenient = true};
		cr_expect_str_eq(say(script, strlen(script), &request), rows[i].said);
	}
}

Test(checktestdata, malformed_scripts_are_refused)
{
	static const struct example examples[] = {
		{"INT(1,\n", "", "broken: line 2: a variable is missing"},
		{"INT(1, 2", "", "broken: line 1: ')' is missing"},
		{"REP(3) SPACE", "", "broken: line 1: END is missing"},
		{"IF(3) SPACE END", "", "broken: line 1: a condition is missing"},
		{"INT(1<2, 3)", "", "broken: line 1: ',' is missing"},
		{"INT((1<2), 3)", "", "broken: line 1: a condition instead of a value"},
		{"INT(1+(1<2), 3)", "", "broken: line 1: a condition instead of a value"},
		{"IF(1<2 && 3) END", "", "broken: line 1: a value instead of a condition"},
		{"IF(!3) END", "", "broken: line 1: a value instead of a condition"},
		{"SPACES", "", "broken: line 1: an unknown command"},
		{"END", "", "broken: line 1: an unknown command"},
		{"REP(3, REP(2) SPACE END) END", "", "broken: line 1: an unknown command"},
		{"INT(1, 010)", "", "broken: line 1: a number that begins with 0"},
		{"INT(1, 1e)", "", "broken: line 1: a malformed number"},
		{"FLOAT(0, 1, x, EXACT)", "", "broken: line 1: FIXED or SCIENTIFIC is missing"},
		{"INT(1, 1000000000000000000000000000000000000000)", "",
			"unsupported: line 1: a number of more than 38 digits"},
		{"SET(a[1,2,3,4,5]=1)", "", "unsupported: line 1: more than 4 indices"},
		{"STRING(\"x", "", "broken: line 1: '\"' is missing"},
		{"STRING(\"\\777\")", "", "broken: line 1: an octal number above 377"},
		{"INT(1, {{n}})", "", "broken: line 1: a variable is missing"},
	};
	char deep[3000];

	EXPECT_EXAMPLES(examples);
	memset(deep, '(', sizeof(deep));
	memcpy(deep, "INT", 3);
	deep[sizeof(deep) - 1] = '\0';
	cr_expect_str_eq(check(deep, ""), "unsupported: line 1: the script is nested too deeply");
	memset(deep, '!', sizeof(deep) - 1);
	memcpy(deep, "IF(", 3);
	cr_expect_str_eq(check(deep, ""), "unsupported: line 1: the script is nested too deeply");
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* `head`, `part` repeated `count` times, and `tail`. */
static char *repeat(const char *head, const char *part, size_t count, const char *tail)
{
	const size_t size = strlen(part);
	char *text = malloc(strlen(head) + count * size + strlen(tail) + 1);

	cr_assert_not_null(text);
	char *at = stpcpy(text, head);
	for (size_t i = 0; i < count; i++)
		at = mempcpy(at, part, size);
	strcpy(at, tail);
	return text;
}

/* Each of these would overflow the stack, or take minutes or all memory. */
Test(checktestdata, steps_memory_and_nesting_are_limited)
{
	AS_AUTO_FREE char *sum = repeat("INT(0, 1", "+1", 45000, ")");
	AS_AUTO_FREE char *letters = repeat("", "a", 100000, "b");
	AS_AUTO_FREE char *names =
		repeat("REPI(i, 60000) SET(a[i]=0) END ASSERT(UNIQUE(a", ",a", 30000, "))");
	static const char steps[] = "unsupported: line 1: more than 300000 steps";
	const struct example rows[] = {{"WHILE(1==1) END", "", steps},
		{"REP(10^18) END", "", steps},
		{"REP(10^18) REP(10^18) SET(x=1) END END", "", steps},
		{"REPI(i, 10^9) SET(a[i]=i) END", "", "unsupported: line 1: "},
		{"REPI(i,10^9) SET(a[i%1000]=i) IF(INARRAY(i,a)) END END", "", steps},
		{"WHILE(MATCH(\"a\")) REGEX(\"(a|aa|aaa)*c|\") END", letters, steps},
		{"WHILE(MATCH(\"a\")) REGEX(\"(a*)*(a*)*(a|b)*c|\") END", letters, steps},
		{"REGEX(\".*\",s) REP(10^9) IF(s == s) END END", letters, steps},
		{"REGEX(\".*\",s) REPI(i,10^5) SET(a[i]=s) END ASSERT(UNIQUE(a))", letters, steps},
		{"REGEX(\".*\",s) REPI(i,10^5) SET(a[i]=s) ASSERT(INARRAY(s,a)) END", letters,
			steps},
		{"REP(10^9) SET(p=\"(((a{9}){9}){9}){0,9}\") REGEX(p) END", "",
			"unsupported: line 1: "},
		{"WHILE(MATCH(\"a\")) REGEX(\"[ab]*a[ab]{900}c|\") END", letters,
			"unsupported: line 1: a regular expression that takes too long or too much "
			"memory"},
		{"REGEX(\"((((a{9999}){9999}){9999}){9999})\")", letters, "unsupported: line 1: "},
		{sum, "1", "unsupported: line 1: an expression of more than 1000 parts"},
		{names, "", steps}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct as_ctd_check_request request = {
			.input = rows[i].input, .size = strlen(rows[i].input), .max_steps = 300000};
		const char *said = say(rows[i].script, strlen(rows[i].script), &request);
		cr_expect_eq(strncmp(said, rows[i].said, strlen(rows[i].said)), 0, "%.60s: %.200s",
			rows[i].script, said);
	}
}

/* A window of the matcher ends within the match. */
Test(checktestdata, long_texts_and_many_values_are_read)
{
	AS_AUTO_FREE char *text = repeat("", "abcde", 40000, "\n");
	AS_AUTO_FREE char *numbers = malloc(2000000);
	char *at = numbers;

	cr_expect_str_eq(check("REGEX(\"[a-e]+\", s) NEWLINE ASSERT(STRLEN(s) == 200000)", text),
		"accepted");
	cr_expect_str_eq(check("REGEX(\"(abc|de)*f|([a-e]{5})+\") NEWLINE", text), "accepted");
	cr_assert_not_null(numbers);
	at += sprintf(at, "100000\n");
	for (int i = 0; i < 100000; i++)
		at += sprintf(at, "%s%d", i ? " " : "", i * 7919 % 100003);
	sprintf(at, "\n");
	cr_expect_str_eq(check("INT(1,10^5,n) NEWLINE REPI(i,n,SPACE) INT(0,10^9,a[i]) END NEWLINE "
			       "ASSERT(UNIQUE(a)) REPI(i,n) ASSERT(INARRAY(a[i],a)) END",
				 numbers),
		"accepted");
}

Test(checktestdata, a_million_values_fit_two_do_not)
{
	cr_expect_str_eq(check("REPI(i, 10^6) SET(a[i]=i) END\n"
			       "REPI(i, 10^6) SET(b[i]=i) END",
				 ""),
		"unsupported: line 2: the variables have more than 1100000 values");
}

/* As array.c hashes a single index. */
static uint64_t hash_index(uint64_t index)
{
	const uint64_t hash = (1 ^ index) * UINT64_C(0xd1342543de82ef95);

	return hash ^ hash >> 32;
}

/* The author of an input chooses indices that are hard to find: each look-up of a comparison takes
 * as many steps as there are values. */
Test(checktestdata, the_comparisons_of_unique_are_steps)
{
	static const char script[] = "REP(1500) INT(0, 10^18, x) SET(a[x]=x) NEWLINE END "
				     "ASSERT(UNIQUE(a))";
	AS_AUTO_FREE char *input = malloc(1500 * 21);
	char *at = input;
	struct as_ctd_check_request request = {.input = input, .max_steps = 10000000};

	cr_assert_not_null(input);
	for (uint64_t index = 0, count = 0; count < 1500; index++)
		if (!(hash_index(index) & 4095)) {
			at += sprintf(at, "%" PRIu64 "\n", index);
			count++;
		}
	request.size = (size_t)(at - input);
	cr_expect_str_eq(say(script, strlen(script), &request),
		"unsupported: line 1: more than 10000000 steps");
}

Test(checktestdata, a_run_ends_at_its_time_and_if_it_is_cancelled)
{
	static const char script[] = "WHILE(1==1) END";
	static atomic_bool cancel = true;
	struct as_ctd_check_request request = {.input = "", .cpu_time_ns = 1000000};

	cr_expect_str_eq(say(script, strlen(script), &request),
		"late: line 1: exceeded its limit of CPU time");
	request = (struct as_ctd_check_request){.input = "", .cancel = &cancel};
	cr_expect_str_eq(say(script, strlen(script), &request), "broken: line 0: interrupted");
}
