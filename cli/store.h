/* SPDX-License-Identifier: MIT */
/* store: the actions of `assay store`. */
#ifndef ASSAY_CLI_STORE_H
#define ASSAY_CLI_STORE_H

#include "cli.h"

#include <assay/store.h>

/** Options that only some actions accept, as bits in the order of the table in store.c. */
enum store_option {
	STORE_GRACE = 1,
	STORE_JOB = 2,
	STORE_OWNER = 4,
	STORE_PACKAGE = 8,
	STORE_SPACE = 16,
	STORE_CLASS = 32,
	STORE_TO = 64,
	STORE_PRIORITY = 128,
	STORE_PERSON = 256,
	STORE_SELECTION = STORE_JOB | STORE_OWNER | STORE_PACKAGE | STORE_SPACE | STORE_CLASS,
};

#define STORE_OPTION_COUNT 9

struct store_options {
	const char *words[4]; /**< the action, the URL, and its further arguments */
	size_t word_count;
	const struct store_action *action;
	unsigned used; /**< of enum store_option */
	bool json;
	int64_t grace_ms;
	const char *person; /**< an id */
	struct as_store_selection selection;
	struct as_store_place place;
};

/** An action returns 0, 1 if the answer is no, or -1. */
typedef int store_run(
	struct as_store *store, const struct store_options *options, struct as_error *error);
struct store_action {
	const char *name;
	const char *words[3]; /**< what it takes beside the URL */
	enum { READS, WRITES, MAKES } access;
	store_run *run;
	unsigned options; /**< that it takes */
	/** Refuses wrong arguments and options by argp_error; or NULL. */
	void (*check)(struct argp_state *state, const struct store_options *options);
};

/* ---- store_document.c ---- */

/** Prints the document of an action: the common members, and `members`, which it takes. 0, or -1:
 * out of memory. */
int store_print_document(
	const struct store_options *options, json_t *members, struct as_error *error) AS_NONNULL(1);
/** Text of any bytes as a value; NULL becomes null. */
json_t *store_json_text(const char *text);

/* ---- store_forget.c ---- */

store_run store_forget;
void store_check_person(struct argp_state *state, const struct store_options *options);

/* ---- store_queue.c ---- */

store_run store_cancel, store_prioritize, store_set, store_settings;
void store_check_selection(struct argp_state *state, const struct store_options *options);
void store_check_place(struct argp_state *state, const struct store_options *options);
void store_check_setting(struct argp_state *state, const struct store_options *options);

#endif
