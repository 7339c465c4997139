/* SPDX-License-Identifier: MIT */
/* Fork servers of hostile programs: they end, nothing is left, and the caller goes on. */
#include "fork_case.h"

Test(fork_hostile, a_program_that_does_not_serve_is_refused)
{
	AUTO_FORK test = {0};
	struct as_error error = {0};

	fork_case_workshop(&test);
	static const char source[] =
		"#include <unistd.h>\n"
		"__attribute__((constructor(50))) static void first(void) { _exit(0); }\n"
		"int main(void) { return 0; }\n";
	fork_case_build(&test, "a.c", source, strlen(source));
	cr_assert_not(fork_case_start(&test, &error));
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(error.text, "the program's fork server did not start");
}
