/* SPDX-License-Identifier: MIT */
/* Fork servers: honest programs, and limits. Hostile ones: test_fork_hostile.c. */
#include "fork_case.h"

#include <dirent.h>
#include <signal.h>

#define SUM                                                                                        \
	"#include <stdio.h>\nstatic int seen, big[1 << 20];\nint main(void) { int n, x, s = 0;\n"   \
	"if (seen++ || big[7]++) puts(\"again\"); if (scanf(\"%d\", &n) != 1) return 3;\n"          \
	"while (n-- && scanf(\"%d\", &x) == 1) s += x; printf(\"%d\\n\", s); return 0; }\n"

Test(fork_server, each_input_gets_its_output)
{
	AUTO_FORK test = {0};
	fork_case_make(&test, "sum.c", SUM);
	const struct as_fork_input inputs[] = {
		fork_input("2 1 2\n"), fork_input(""), fork_input("3 10 20 30\n"), fork_input("1 7")};
	struct as_fork_output outputs[4];

	for (int round = 0; round < 3; round++) {
		fork_case_run(&test, inputs, 4, outputs);
		EXPECT_OUTPUT(outputs[0], "3\n");
		EXPECT_OUTPUT(outputs[2], "60\n");
		EXPECT_OUTPUT(outputs[3], "7\n");
		for (int i = 0; i < 4; i++) {
			cr_expect_eq(outputs[i].end, AS_FORK_ENDED);
			cr_expect_eq(outputs[i].exit_code, i == 1 ? 3 : 0);
			cr_expect_eq(outputs[i].hits, 0u);
			cr_expect_eq(outputs[i].signal, 0);
			cr_expect_gt(outputs[i].memory_bytes, 0u);
		}
	}
}
