/* SPDX-License-Identifier: MIT */
/* AS_RESTRICT_FORK: only with the key can a program make processes, and send signals to the first
 * two. */
#include "expect.h"
#include "support/skip.h"

#include <signal.h>

TestSuite(forking, .timeout = 600);

#define KEY "0x1122334455667788", "0xff00ff00ee11ee11"
#define MAX_WORDS 4

static const struct {
	const char *words[MAX_WORDS];
	const char *printed; /* NULL: it is killed */
	bool differs;        /* without the restriction the output is this other text */
	const char *free;
} rows[] = {
	{{"fork"}, NULL, true, "forked\n"},
	{{"fork-call"}, NULL, true, "forked\n"},
	{{"vfork"}, NULL, true, "forked\n"},
	{{"clone3"}, "refused\n", false, NULL},
	{{"key", KEY}, "forked\n", false, NULL},
	{{"key", "0x1122334455667788", "0"}, NULL, true, "forked\n"},
	{{"key", "0x1122334455667788", "0xff00ff00ee11ee10"}, NULL, true, "forked\n"},
	{{"key", "0x1122334455667788", "0xff00ff01ee11ee11"}, NULL, true, "forked\n"},
	{{"key", "0x1122334455667789", "0xff00ff00ee11ee11"}, NULL, true, "forked\n"},
	{{"key", "0x1122334555667788", "0xff00ff00ee11ee11"}, NULL, true, "forked\n"},
	{{"thread"}, "ran\n", false, NULL},
	{{"thread", "fork"}, NULL, true, "forked\n"},
	{{"signal-first"}, NULL, true, "sent\n"},
	{{"signal-all"}, NULL, true, "sent\n"},
	/* It is the second process. */
	{{"signal-itself"}, NULL, true, "sent\n"},
	{{"signal-child", KEY}, "aborted\n", false, NULL},
};

static void try(struct hostile *hostile, size_t row, unsigned restrictions)
{
	const char *argv[MAX_WORDS + 2] = {"/hostile/forks"};
	struct as_run_request request = REQUEST(argv);
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	AS_AUTO_BYTES struct as_bytes output = {0};
	struct as_error error = {0};
	const bool is_free = !(restrictions & AS_RESTRICT_FORK);
	const char *wanted = is_free && rows[row].differs ? rows[row].free : rows[row].printed;

	for (size_t i = 0; i < MAX_WORDS && rows[row].words[i]; i++)
		argv[1 + i] = rows[row].words[i];
	request.restrictions = restrictions;
	request.fork_key[0] = UINT64_C(0x1122334455667788);
	request.fork_key[1] = UINT64_C(0xff00ff00ee11ee11);
	cr_assert_eq(
		as_sandbox_run(hostile->sandbox, &request, &result, &error), 0, "%s", error.text);
	cr_assert_eq(as_fd_read(result.stdout_fd, 1 << 20, &output, NULL), 0);
	cr_expect_eq(result.signal, wanted ? 0 : SIGSYS, "%s %s, restrictions %#x: signal %d",
		argv[1], argv[2] ? argv[2] : "", restrictions, result.signal);
	cr_expect_str_eq(output.data, wanted ? wanted : "", "%s %s, restrictions %#x: %s", argv[1],
		argv[2] ? argv[2] : "", restrictions, output.data);
}

Test(forking, takes_the_key_of_the_run)
{
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		try(&hostile, i, 0);
		try(&hostile, i, AS_RESTRICT_FORK);
		try(&hostile, i, AS_RESTRICT_FORK | AS_RESTRICT_EXEC | AS_RESTRICT_FILES);
	}
	hostile_close(&hostile);
}

/* Runs of one sandbox have the same filter only if they have the same key. */
Test(forking, another_run_has_another_key)
{
	const char *const argv[] = {"/hostile/forks", "key", KEY, NULL};
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	for (uint64_t key = 0; key < 3; key++) {
		struct as_run_request request = REQUEST(argv);
		AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
		struct as_error error = {0};
		request.restrictions = AS_RESTRICT_FORK;
		request.fork_key[0] = UINT64_C(0x1122334455667788) + key;
		request.fork_key[1] = UINT64_C(0xff00ff00ee11ee11);
		cr_assert_eq(as_sandbox_run(hostile.sandbox, &request, &result, &error), 0, "%s",
			error.text);
		cr_expect_eq(result.signal, key ? SIGSYS : 0);
	}
	hostile_close(&hostile);
}
