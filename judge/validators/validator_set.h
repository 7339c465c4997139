/* SPDX-License-Identifier: MIT */
/* validator_set: the validators of a package for a caller that checks it, shared by validators.c,
 * input_validators.c and output_validators.c. */
#ifndef ASSAY_VALIDATORS_SET_H
#define ASSAY_VALIDATORS_SET_H

#include <assay/checktestdata.h>
#include <assay/validators.h>

/* An input validator. If the program itself failed, the same result is returned for each file. */
struct input_validator {
	bool is_ready;
	struct as_program *program;      /* or NULL: */
	struct as_ctd *script;           /* or NULL: */
	struct as_validation validation; /* why it cannot be run */
};

struct output_validator {
	const struct as_validator *program; /* NULL until it is first needed */
	struct as_validator *own; /* owned by these validators; NULL: the engine's is used */
	struct as_sandbox *sandbox;
	bool is_broken; /* it could not be prepared, by the package's fault */
};

struct as_validators {
	struct as_validators_config config;
	void (*begun)(void *context); /* or NULL */
	void *begun_context;
	int core;                             /* borrowed during a call; -1: none */
	struct as_validator *const *compiled; /* for judging; NULL: not all of them */
	struct as_limits limits;              /* of input validators */
	struct input_validator *inputs;
	size_t input_count;
	struct output_validator *outputs;
	size_t output_count;
};

/* Sets the kind and the printable text. Returns 0. */
int as_validation_set(
	struct as_validation *validation, enum as_validation_kind kind, const char *text);
/* A defect of a program is the package's fault, a missing compiler the machine's. 0, or -1 if no
 * validator can be run at all. */
int as_validation_unavailable(struct as_validation *validation, const struct as_error *why,
	struct as_error *error) AS_MUST_USE;
/* Borrows a core for a call, on which sandboxes are then pinned: each was opened on the core of an
 * earlier call. End the loan also if this fails. */
int as_validators_borrow_core(struct as_validators *validators, struct as_core_loan *loan,
	struct as_error *error) AS_MUST_USE;

#endif
