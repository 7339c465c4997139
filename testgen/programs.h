/* SPDX-License-Identifier: MIT */
/* programs: the compiled programs of a recipe's commands, and their runs in the sandbox. */
#ifndef ASSAY_TESTGEN_PROGRAMS_H
#define ASSAY_TESTGEN_PROGRAMS_H

#include "made.h"

struct named_program {
	char *word;
	struct as_program *program; /* NULL: it could not be compiled, for this reason: */
	struct as_error why;
};

struct programs {
	const struct as_gen_config *config; /* borrowed, like the next two */
	struct as_workshop *workshop;
	json_t *generators;                  /* of the recipe, or NULL */
	const struct as_text_map *constants; /* of the package; borrowed */
	int dir_fd;
	struct named_program *items;
	size_t count;
	char command_digest[AS_DIGEST_HEX_SIZE]; /* of `assay` itself; "" until needed */
};

/* Compiles the program of a command's first word, unless that was done before. Its errors are
 * reported when a test needs it. */
int programs_add(
	struct programs *programs, const char *command, struct as_error *error) AS_MUST_USE;
/* The path in the package of a program that is not in `generators`, on the heap. */
char *programs_path(const struct programs *programs, const char *word, struct as_error *error);
/* The current digest of the sources of a word's program. Needs `generators`, `constants` and
 * dir_fd. */
int programs_digest(const struct programs *programs, const struct as_languages *languages,
	const char *word, char hex[AS_DIGEST_HEX_SIZE], struct as_error *error) AS_MUST_USE;
const struct named_program *programs_find(const struct programs *programs, const char *word);
/* True if the words are `assay solve ...`, which this command runs itself. */
bool programs_is_command(char *const *words);
void programs_clear(struct programs *programs);

/* The sandboxes of one thread. */
struct runner {
	struct programs *programs; /* borrowed and not changed */
	struct as_sandbox *command;
	struct {
		const char *name;
		struct as_sandboxes sandboxes;
	} languages[64];
	size_t language_count;
	struct { /* indexed like programs.items */
		struct as_fork_server *server;
		bool has_none;
	} * forks;
	size_t fork_count;
};
void runner_clear(struct runner *runner);

struct runner_call {
	const char *command;      /* without placeholders */
	const char *name;         /* the last part of the test's name, which its files may have */
	const struct made *input; /* the input is that of this test; NULL: none */
	bool takes_files;         /* files in its folder take precedence over its standard output */
	int ending;               /* the file that its output becomes */
	int64_t time_ns;          /* limit of CPU time; 0: the usual one */
	int64_t deadline_ns;      /* no run outlasts it by much; 0: none */
	uint64_t output_bytes;    /* limit of the output and of each file; 0: the usual ones */
	const struct as_bytes *tape; /* choices for gen.h to replay; NULL: none */
	struct as_bytes *record; /* receives the choices that gen.h made, empty without gen.h; NULL:
				    not requested */
	bool elsewhere;          /* in an environment that differs as much as the sandbox permits */
};
/* Adds the generated files. A failure of the command is AS_ERROR_INPUT with a text about the
 * command; sys_errno is ETIME if it did not end in time. */
int runner_run(struct runner *runner, const struct runner_call *call, struct made *made,
	struct as_error *error) AS_MUST_USE;
/* Reports that the command failed, AS_ERROR_INPUT. The complaint is a text of
 * as_run_result_complain, and is changed. Returns -1. */
int runner_refuse(const char *command, char *complaint, struct as_error *error);
/* The fork server of a program, borrowed; NULL without an error: it has none. */
struct as_fork_server *runner_fork_server(struct runner *runner, const struct named_program *named);
/* Runs `assay solve` with a standard input until a deadline (0: none), and returns its output. */
int runner_solve(struct runner *runner, const char *command, const struct as_bytes *input,
	int64_t deadline_ns, struct as_bytes *output, struct as_error *error) AS_MUST_USE;
/* A digest of all that the call's result depends on. */
int runner_key(const struct runner *runner, const struct runner_call *call,
	char key[AS_DIGEST_HEX_SIZE], struct as_error *error) AS_MUST_USE;

#endif
