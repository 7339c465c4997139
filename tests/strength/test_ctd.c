/* SPDX-License-Identifier: MIT */
/* Inputs made from Checktestdata scripts. */
#include <assay/shrink.h>
#include <criterion/criterion.h>

#include <string.h>

TestSuite(ctd, .timeout = 600);

static struct as_ctd *parse(const char *script)
{
	struct as_error error = {0};
	struct as_ctd *ctd = as_ctd_parse("a.ctd", script, strlen(script), &error);

	cr_assert_not_null(ctd, "%s: %s", script, error.text);
	return ctd;
}

/* Makes the input of a tape with `count` choices. */
static char *make(const char *script, const uint64_t *values, size_t count)
{
	AS_AUTO_CTD struct as_ctd *ctd = parse(script);
	struct as_choice choices[64] = {0};
	struct as_tape tape = {.choices = choices, .count = count};
	AS_AUTO_TAPE struct as_tape record = {0}, again = {0};
	AS_AUTO_BYTES struct as_bytes second = {0};
	struct as_bytes out = {0};
	struct as_error error = {0};

	for (size_t i = 0; i < count; i++)
		choices[i].value = values[i];
	cr_assert_eq(as_ctd_generate(ctd, &tape, &out, &record, &error), 0, "%s", error.text);
	/* Replaying the record makes the same input. */
	cr_assert_eq(as_ctd_generate(ctd, &record, &second, &again, &error), 0);
	cr_expect_str_eq(out.data, second.data);
	cr_expect_eq(as_tape_compare(&record, &again), 0);
	return out.data;
}
#define MAKE(script, ...)                                                                          \
	make(script, (const uint64_t[]){__VA_ARGS__},                                              \
		sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

static void expect(char *made, const char *expected)
{
	cr_expect_str_eq(made, expected);
	free(made);
}

Test(ctd, a_row_of_numbers_is_drawn_within_its_bounds)
{
	const char *script = "# coins\nINT(1, 10^5, n) NEWLINE\n"
			     "REP(n, SPACE) INT(-10^9, 10^9) END NEWLINE EOF\n";
	expect(MAKE(script, 0), "1\n0\n");
	expect(MAKE(script, 3, 0, 1, 2, 3), "4\n0 1 -1 2\n");
	expect(MAKE(script, 1, 2000000000, 5), "2\n-1000000000 3\n");
}

Test(ctd, values_and_conditions_are_computed)
{
	expect(MAKE("SET(a=2+3*4-6/4, b[1,2]=-7%3, c=2^3^1) INT(a, 20, x) SPACE INT(b[1,2], 5) "
		    "SPACE INT(c, 9) NEWLINE\n",
		       0, 0, 0),
		"13 0 8\n");
	expect(MAKE("INT(0, 9, x) IF(x > 2 && (!(x == 5)) || x == 1) STRING(\"yes\") ELSE "
		    "STRING(\"no\\n\") END",
		       3),
		"3yes");
	expect(MAKE("INT(0, 9, x) IF(x > 2 && !(x == 5)) STRING(\"yes\") ELSE STRING(\"no\") END",
		       5),
		"5no");
	expect(MAKE("SET(s=\"a\\\"b\\101\\x\") STRING(s) INT(STRLEN(s), 9)", 0), "a\"bA\\x6");
	expect(MAKE("REPI(i, 3, SPACE) INT(i, 5, a[i]) END IF(UNIQUE(a) && INARRAY(2, a)) "
		    "STRING(\"!\") END",
		       0, 0, 0),
		"0 1 2!");
	expect(MAKE("WHILE(!ISEOF) INT(1, 3) NEWLINE END", 1, 0, 1, 2, 0), "1\n3\n");
	expect(MAKE("IF(MATCH(\"-\")) STRING(\"-\") END INT(0, 9)", 1, 4), "-4");
	expect(MAKE("FLOAT(0, 1, x) SPACE FLOATP(-2, 2, 1, 3, y) SPACE FLOAT(1.5, 1.5, z, "
		    "SCIENTIFIC) SPACE FLOATP(0, 99, 1, 2, w, SCIENTIFIC)",
		       2, 50, 0, 3, 1, 0, 0, 250),
		"0.50 0.2 1.5e0 2.5e1");
}

Test(ctd, texts_match_their_regular_expression)
{
	expect(MAKE("REGEX(\"[a-z]{2,4}x?\")", 0), "aa");
	expect(MAKE("REGEX(\"[a-z]{2,4}x?\")", 1, 1, 2, 3, 1), "bcdx");
	expect(MAKE("REGEX(\"(ab|c(d|e)+)\\\\.\", w) NEWLINE STRING(w)", 1, 1, 1, 1), "cee.\ncee.");
	expect(MAKE("REGEX(\"[^a-y]{3}\")", 0, 1, 2), "zAB");
	expect(MAKE("REGEX(\"[]\\\\d]{3}\")", 0, 1, 2), "]\\d");
	expect(MAKE("REGEX(\"[[:upper:]_]\")", 26), "_");
}

/* The input ends at the broken rule, and its record is kept. */
Test(ctd, a_violated_assert_ends_the_input_without_an_error)
{
	const char *script = "REPI(i, 2, SPACE) INT(1, 5, a[i]) END ASSERT(UNIQUE(a)) NEWLINE";
	expect(MAKE(script, 0, 0), "1 1");
	expect(MAKE(script, 0, 1), "1 2\n");
	expect(MAKE("INT(5, 4)", 0), "");
	expect(MAKE("EOF SPACE", 0), "");
	expect(MAKE("IF(MATCH(\"-\")) END STRING(\"x\")", 1), "");
}

static void expect_failing(const char *script, const char *problem)
{
	AS_AUTO_CTD struct as_ctd *ctd = parse(script);
	struct as_tape tape = {0};
	AS_AUTO_TAPE struct as_tape record = {0};
	AS_AUTO_BYTES struct as_bytes out = {0};
	struct as_error error = {0};

	cr_expect_eq(as_ctd_generate(ctd, &tape, &out, &record, &error), -1, "%s", script);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_not_null(strstr(error.text, problem), "%s: %s", script, error.text);
}

Test(ctd, scripts_that_never_end_are_stopped)
{
	expect_failing("REP(10^18) END", "steps");
	expect_failing("WHILE(1 == 1) END", "steps");
	expect_failing("REP(10^9) STRING(\"abcdefghij\") END", "more than 1 MiB");
	expect_failing("REPI(i, 10^9) SET(a[i]=i) END", "steps");
	expect_failing("REP(10^9) INT(0, 5, x) SET(y=x) END", "");
	expect_failing("REGEX(\"((((a{999999}){999999}){999999}){999999})\")", "");
	expect_failing("SET(a=10^39)", "beyond 128 bits");
	expect_failing("INT(0, 10^19)", "beyond 64 bits");
	expect_failing("SET(a=1/0)", "not defined");
	expect_failing("INT(x, 2)", "a variable without a value");
	expect_failing("REGEX(\"(a\")", "regular expression");
	expect_failing("REGEX(\"a{2,1}\")", "regular expression");
	expect_failing("SET(a=\"x\"+1)", "a text instead of a number");
	expect_failing("FLOAT(10^18*100.0, 10^18*100.0)", "beyond 64 bits");
}

/* A script of `head`, `part` repeated `count` times, and `tail`. */
static void expect_failing_many(
	const char *head, const char *part, size_t count, const char *tail, const char *problem)
{
	const size_t size = strlen(part);
	AS_AUTO_FREE char *script = malloc(strlen(head) + count * size + strlen(tail) + 1);

	cr_assert_not_null(script);
	char *at = stpcpy(script, head);
	for (size_t i = 0; i < count; i++)
		at = stpcpy(at, part);
	strcpy(at, tail);
	expect_failing(script, problem);
}

/* Without limits, these overflow the stack or take more than a minute. */
Test(ctd, large_hostile_scripts_are_stopped)
{
	expect_failing_many("INT(0, 1", "+1", 45000, ")", "more than 1000 parts");
	expect_failing_many("IF(1<2", "&&1<2", 20000, ") END", "more than 1000 parts");
	expect_failing_many(
		"REPI(i, 60000) SET(a[i]=0) END ASSERT(UNIQUE(a", ",a", 3000, "))", "steps");
	expect_failing_many("REGEX(\"[", "a", 60000, "]{20000}\")", "steps");
}

/* Enumerates a script's tapes by size; every small row must appear. */
Test(ctd, tapes_of_a_script_are_explored)
{
	AS_AUTO_CTD struct as_ctd *ctd = parse(
		"INT(1, 3, n) NEWLINE REPI(i, n, SPACE) INT(0, 2, a[i]) END ASSERT(UNIQUE(a)) "
		"NEWLINE");
	const struct as_explore_config config = {.enumerate = 1000};
	AS_AUTO_EXPLORE struct as_explore *explore = as_explore_new(&config, NULL);
	unsigned found = 0;

	for (uint64_t number = 0; !as_explore_is_random(explore); number++) {
		AS_AUTO_TAPE struct as_tape tape = {0}, record = {0};
		AS_AUTO_BYTES struct as_bytes out = {0};
		cr_assert_eq(as_explore_next(explore, &tape, NULL), 0);
		cr_assert_eq(as_ctd_generate(ctd, &tape, &out, &record, NULL), 0);
		cr_assert_eq(as_explore_record(explore, number, &record, NULL), 0);
		found |= strcmp(out.data, "3\n2 1 0\n") == 0 ? 1 : 0;
		found |= strcmp(out.data, "2\n0 1\n") == 0 ? 2 : 0;
		found |= strcmp(out.data, "1\n0\n") == 0 ? 4 : 0;
	}
	cr_expect_eq(found, 7);
}

/* Scripts whose values cannot break their rules. */
Test(ctd, a_script_accepts_the_inputs_that_it_draws)
{
	static const char *const scripts[] = {
		"INT(1,5,n) NEWLINE REPI(i,n,SPACE) INT(-10^18,10^18,a[i]) END NEWLINE",
		"FLOAT(-1,1e3) SPACE FLOATP(-2.5,2.5,1,3) SPACE FLOAT(0.001,1,x,SCIENTIFIC) EOF",
		"REP(3, NEWLINE) FLOATP(1,9,1,15,x,SCIENTIFIC) SPACE FLOAT(0,2,y,FIXED) END",
		"REGEX(\"[]a-c\\\\-]{2,4}(x|yz)+[[:digit:]]\", s) SPACE STRING(s)"};

	for (size_t i = 0; i < sizeof(scripts) / sizeof(*scripts); i++) {
		AS_AUTO_CTD struct as_ctd *ctd = parse(scripts[i]);
		for (uint64_t seed = 0; seed < 50; seed++) {
			const struct as_tape tape = {
				.rest = AS_TAPE_RANDOM, .seed = seed, .max = UINT64_MAX};
			AS_AUTO_TAPE struct as_tape record = {0};
			AS_AUTO_BYTES struct as_bytes out = {0};
			char reason[300];
			bool accepted;
			cr_assert_eq(as_ctd_generate(ctd, &tape, &out, &record, NULL), 0);
			const struct as_ctd_check_request request = {
				.input = out.data, .size = out.size};
			cr_assert_eq(as_ctd_check(ctd, &request, &accepted, reason, sizeof(reason),
					     NULL),
				0);
			cr_expect(accepted, "%s: %s: %s", scripts[i], out.data, reason);
		}
	}
}
