/* SPDX-License-Identifier: MIT */
/* The protocol between the server and its hashers: one packet per request, one per answer. */
#ifndef SITE_HASHER_PROTOCOL_H
#define SITE_HASHER_PROTOCOL_H

#include <stdbool.h>

#define HASHER_PASSWORD_SIZE 520 /* 128 characters of 4 bytes */
#define HASHER_TEXT_SIZE 160
/* 69 ms on the machine of docs/benchmarks.md. */
#define HASHER_OPERATIONS 2
#define HASHER_BYTES ((size_t)19 << 20)

struct hasher_question {
	char password[HASHER_PASSWORD_SIZE];
	char hash[HASHER_TEXT_SIZE]; /* to compare with; "": make a hash */
};
struct hasher_answer {
	bool is_done; /* the password matches; or the hash was made */
	char hash[HASHER_TEXT_SIZE];
};

#endif
