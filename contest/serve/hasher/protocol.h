/* SPDX-License-Identifier: MIT */
/* What the server and its hashers tell each other: one packet for a question, one for its answer.
 */
#ifndef CONTEST_SERVE_HASHER_PROTOCOL_H
#define CONTEST_SERVE_HASHER_PROTOCOL_H

#include <stdbool.h>

#define HASHER_TEXT_SIZE 160
/* 69 ms on the machine of docs/benchmarks.md. */
#define HASHER_OPERATIONS 2
#define HASHER_BYTES ((size_t)19 << 20)

struct hasher_question {
	char password[HASHER_TEXT_SIZE];
	char hash[HASHER_TEXT_SIZE]; /* to be compared with; "": one is made */
};
struct hasher_answer {
	bool is_done; /* it is the password; or the hash was made */
	char hash[HASHER_TEXT_SIZE];
};

#endif
