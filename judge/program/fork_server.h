/* SPDX-License-Identifier: MIT */
/* fork_server: the parts of a program's build that its fork server needs. */
#ifndef ASSAY_PROGRAM_FORK_SERVER_PRIVATE_H
#define ASSAY_PROGRAM_FORK_SERVER_PRIVATE_H

#include <assay/program/fork_server.h>

/* The sources of a program, to build it again with its fork server; as_program_free frees them. */
struct as_build_again {
	struct as_sources sources;
	int64_t time_ns;
	uint64_t memory_bytes;
	bool of_package, is_example, is_uncached;
};
/* Adds the sources of the fork server. */
int as_forks_add_sources(struct as_sources *sources, struct as_error *error) AS_MUST_USE;
/* The compiler option that links it. */
extern const char as_forks_link_option[];
/* Stores the sources (takes ownership) in a program of such a language. */
int as_build_keep_sources(struct as_program *program, struct as_sources *sources,
	const struct as_build_order *order, struct as_error *error) AS_MUST_USE;
void as_build_again_free(struct as_build_again *again);

#endif
