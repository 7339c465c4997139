/* SPDX-License-Identifier: MIT */
/* What a fork server needs of the build of a program. */
#ifndef ASSAY_PROGRAM_FORK_SERVER_PRIVATE_H
#define ASSAY_PROGRAM_FORK_SERVER_PRIVATE_H

#include <assay/program/fork_server.h>

/* What as_program_free frees: the sources of a program, to build it again with its fork server. */
struct as_build_again {
	struct as_sources sources;
	int64_t time_ns;
	uint64_t memory_bytes;
	bool of_package, is_example;
};
/* True if programs of the language can have one: linked statically, by GCC, for x86-64. */
bool as_language_forks(const struct as_language *language);
/* Adds the fork server to the sources. */
int as_forks_add_sources(struct as_sources *sources, struct as_error *error) AS_MUST_USE;
/* The option of the compiler that links it. */
extern const char as_forks_link_option[];
/* Keeps the sources, which it takes, for a program of such a language. */
int as_build_keep_sources(struct as_program *program, struct as_sources *sources,
	const struct as_build_order *order, struct as_error *error) AS_MUST_USE;
void as_build_again_free(struct as_build_again *again);

#endif
