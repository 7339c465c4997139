/* SPDX-License-Identifier: MIT */
/* Which line of a message contains the error, and which limit counts. */
#include "workshop.h"

#include <criterion/criterion.h>
#include <string.h>

Test(run_result, the_line_of_a_compiler_is_the_first_that_names_an_error)
{
	static const char *const cases[][2] = {
		{"", ""},
		{"no such luck", "no such luck"},
		{"a.c: In function 'main':\na.c:3:5: error: 'x' undeclared\na.c:4:1: error: more\n",
			"a.c:3:5: error: 'x' undeclared"},
		{"In file error.c:\nerror.c:1:2: Fatal Error: no\n",
			"error.c:1:2: Fatal Error: no"},
		{"error.c:\nexpected ;\n", "error.c:"},
		{"# command-line-arguments\n./a.go:3:1: undefined: x\n",
			"./a.go:3:1: undefined: x"},
		{"#only a heading", ""},
		{"\n\nfirst\nsecond\n", "first"},
		{"a\tb", "a\\x09b"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char line[256];
		as_compiler_quote(cases[i][0], line, sizeof(line));
		cr_expect_str_eq(line, cases[i][1], "%s: %s", cases[i][0], line);
	}
}

static void expect_last(const char *const *noise, const char *message, const char *expected)
{
	const struct as_language language = {.messages.noise = noise};
	char text[256];
	snprintf(text, sizeof(text), "%s", message);
	const struct as_run_result result = {.stderr_tail = {text, strlen(text)}};
	size_t length;
	const char *line = as_run_result_last(&language, &result, &length);
	cr_expect(length == strlen(expected) && memcmp(line, expected, length) == 0,
		"%s: %.*s, expected %s", message, (int)length, line, expected);
}

Test(run_result, the_line_of_a_run_is_the_last_that_names_an_error)
{
	static const char *const none[] = {NULL}, *const noise[] = {"halted", "#", NULL};
	expect_last(none, "", "");
	expect_last(none, "one\n", "one");
	expect_last(none, "one\ntwo", "two");
	expect_last(none, "one\r\n\r\n", "one");
	expect_last(none, "Exception: no\n\tat Main.main\n    at x\n", "Exception: no");
	expect_last(none, " \n\tx\n", "");
	expect_last(noise, "Error in f: no\nhalted at 3\n#1 x\n", "Error in f: no");
	expect_last(noise, "halt\n", "halt");
	expect_last(noise, "halted\n", "");
	expect_last(none, "halted\n", "halted");
}

static void expect_line(const char *head, const char *tail, const char *expected)
{
	char first[256], last[256];
	snprintf(first, sizeof(first), "%s", head);
	snprintf(last, sizeof(last), "%s", tail);
	const struct as_run_result result = {
		.stderr_head = {first, strlen(first)}, .stderr_tail = {last, strlen(last)}};
	size_t length;
	const char *line = as_run_result_line(&result, &length);
	cr_expect(length == strlen(expected) && memcmp(line, expected, length) == 0,
		"%s: %.*s, expected %s", head, (int)length, line, expected);
}

Test(run_result, the_line_of_a_package_program_is_the_first_but_the_last_of_a_traceback)
{
	expect_line("", "", "");
	expect_line("first\nsecond\n", "second\n", "first");
	expect_line("Traceback (most recent call last):\n  File x\n",
		"  File x\nValueError: no\r\n", "ValueError: no");
	expect_line("note\nTraceback (most recent call last):\n", "  File x\n", "");
}

Test(run_result, of_several_limits_the_first_in_the_order_of_the_verdicts_counts)
{
	static const struct {
		unsigned hit;
		enum as_verdict verdict;
		const char *reason;
	} order[] = {
		{AS_HIT_SYSCALL, AS_VERDICT_SV, "syscall"},
		{AS_HIT_EXEC, AS_VERDICT_SV, "exec"},
		{AS_HIT_PROCESSES, AS_VERDICT_SV, "processes"},
		{AS_HIT_MEMORY, AS_VERDICT_MLE, "memory"},
		{AS_HIT_OUTPUT, AS_VERDICT_OLE, "output"},
		{AS_HIT_BOX, AS_VERDICT_OLE, "files"},
		{AS_HIT_CPU, AS_VERDICT_TLE, "cpu"},
		{AS_HIT_WALL, AS_VERDICT_TLE, "wall-clock"},
		{AS_HIT_IDLE, AS_VERDICT_TLE, "idleness"},
	};
	const unsigned no_limit = AS_HIT_CANCEL | AS_HIT_STALL;
	unsigned hits = no_limit;

	cr_expect_eq(as_hits_first(no_limit), 0);
	cr_expect_eq(as_hits_verdict(no_limit), AS_VERDICT_NONE);
	cr_expect_str_empty(as_hits_reason(no_limit));
	for (size_t i = sizeof(order) / sizeof(*order); i-- > 0;) {
		hits |= order[i].hit;
		cr_expect_eq(as_hits_first(hits), order[i].hit, "%s", order[i].reason);
		cr_expect_eq(as_hits_verdict(hits), order[i].verdict, "%s", order[i].reason);
		cr_expect_str_eq(as_hits_reason(hits), order[i].reason);
	}
}
