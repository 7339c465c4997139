/* SPDX-License-Identifier: MIT */
/* options: the options and arguments of a verb as tables. */
#ifndef ASSAY_CLI_OPTIONS_H
#define ASSAY_CLI_OPTIONS_H

#include <argp.h>
#include <assay/sandbox.h>
#include <stddef.h>

struct cli_option;

/** Takes the value of an option (NULL: it has none) into `place`. Refuses it by cli_refuse. */
typedef void cli_take(
	struct argp_state *state, const struct cli_option *option, void *place, char *value);

struct cli_option {
	const char *name;  /**< without dashes */
	int letter;        /**< such as 'j'; 0: none */
	const char *value; /**< its name in the help; NULL: the option has no value */
	const char *help;
	cli_take *take;
	size_t place;         /**< offset in the struct that cli_parse fills */
	uint64_t least, most; /**< of cli_number; or for the verb's own function */
	bool is_needed;       /**< of a text */
	bool may_lack_value;  /**< --name and --name=VALUE are both right */
};

/** Where an argument goes: the place has a `const char *`. The name ends a list. */
struct cli_word {
	const char *name;
	size_t place;
};

#define CLI_MAX_WORDS 2

struct cli_verb {
	const char *arguments;                    /**< "PACKAGE SUBMISSION..."; NULL: none */
	const char *about;                        /**< for the help */
	const struct cli_option *options;         /**< ends with {0}; NULL: none */
	struct cli_word words[CLI_MAX_WORDS + 1]; /**< the first arguments, all needed */
	struct cli_word more; /**< all further ones, at least one: a struct cli_list */
	const char *last;     /**< the name of the last one of `more`, if it has another */
	struct cli_word rest; /**< as `more`, a `char **` within argv; ends the options */
	/** The verb's own function for arguments; or NULL. The four then only say what completes
	 * them. */
	void (*take)(struct argp_state *state, char *argument);
	/** Called last, with all options: refuses options that exclude each other; or NULL. */
	void (*check)(struct argp_state *state, void *options);
	char *(*filter)(int key, const char *text, void *input); /**< argp's help_filter, or NULL */
};

/**
 * Fills `options`, a struct of the verb. Bad usage is one line on standard error. Returns 0 to go
 * on, or the exit status. --help ends the command.
 */
int cli_parse(const struct cli_verb *verb, int argc, char **argv, void *options) AS_NONNULL(1, 3);
/** True if the option was given in the last cli_parse. */
bool cli_is_given(const struct cli_verb *verb, const char *name) AS_NONNULL(1, 2);

/** Ends the command: "OPTION: TEXT". */
void cli_refuse(struct argp_state *state, const struct cli_option *option, const char *text)
	AS_NONNULL(1, 2, 3);
/** Ends the command: `argument` is more than the verb takes. */
void cli_refuse_argument(struct argp_state *state, const char *argument) AS_NONNULL(1, 2);
/** Ends the command: an argument or option is missing. */
void cli_refuse_missing(struct argp_state *state, const char *what, const char *name)
	AS_NONNULL(1, 2, 3);
/** Returns the index of the value in a list of names. Another value ends the command, with the
 * nearest name as a suggestion. */
size_t cli_choose(struct argp_state *state, const struct cli_option *option, const char *value,
	const char *const *names, size_t count) AS_NONNULL(1, 2, 3, 4);

/** The same for an argument, and in other words: "unknown WHAT 'VALUE'". */
size_t cli_choose_word(struct argp_state *state, const char *what, const char *value,
	const char *const *names, size_t count) AS_NONNULL(1, 2, 3, 4);

/** Returns the value as a number from `least` to `most`; another value ends the command. */
uint64_t cli_count(struct argp_state *state, const struct cli_option *option, const char *value)
	AS_NONNULL(1, 2, 3);

/** The index of a class of jobs of a store. */
size_t cli_choose_class(struct argp_state *state, const struct cli_option *option,
	const char *value) AS_NONNULL(1, 2, 3);

/** True if the URL is of a store on a server, which other machines can use; NULL: false. */
bool cli_is_on_server(const char *store);

/** --weak-sandbox=process with --store is a usage error: workers judge with namespaces. */
void cli_refuse_level(struct argp_state *state, enum as_weakness weakness, const char *store)
	AS_NONNULL(1);

/** Refuses the URL of a store. `option`: its option; NULL: it is an argument. The exit status is 4
 * if a module that it needs is missing. */
void cli_check_url(struct argp_state *state, const struct cli_option *option, const char *url)
	AS_NONNULL(1, 3);

/* ---- for the rows; the comment is the type of the place ---- */

cli_take cli_flag;   /* bool: becomes true */
cli_take cli_text;   /* const char *: borrowed */
cli_take cli_number; /* unsigned: from `least` to `most` */
cli_take cli_time;   /* int64_t: nanoseconds, from 1 ms to 24 h */
cli_take cli_url;    /* const char *: of a store */
cli_take cli_group;  /* const char *: of workers */
cli_take cli_weak;   /* enum as_weakness */
cli_take cli_reruns; /* int: as struct as_job_order has it */
cli_take cli_cores;  /* none: this process is pinned to them */

struct cli_list {
	const char **items; /**< borrowed texts, NULL-terminated (none: NULL); free the array */
	size_t count;
};
cli_take cli_add; /* struct cli_list */

#define CLI_MAX_MODULES 16
struct cli_modules {
	const char *names[CLI_MAX_MODULES + 1]; /**< NULL-terminated, borrowed */
	size_t count;
};
cli_take cli_module; /* struct cli_modules */

/* ---- rows that several verbs have; `type` is the struct that cli_parse fills ---- */

#define CLI_JSON_HELP "print one JSON object"
#define CLI_CORES                                                                                  \
	{                                                                                          \
		"cores", 0, "LIST",                                                                \
			"use these cores only, such as 0,2-3 (default: all); commands in "         \
			"different network namespaces, such as containers, need disjoint lists",   \
			.take = cli_cores                                                          \
	}
#define CLI_RERUNS(type, member)                                                                   \
	{                                                                                          \
		"reruns", 0, "N",                                                                  \
			"run a test again, at most N times, if it is near a time limit, or over "  \
			"it while another program used its core (default: 10; 0: never)",          \
			cli_reruns, .place = offsetof(type, member)                                \
	}
#define CLI_MODULE_HELP                                                                            \
	"let programs use a module that is installed beside their run-time system, such as numpy"
#define CLI_MODULE(type, member, help)                                                             \
	{                                                                                          \
		"module", 0, "NAME", help, cli_module, .place = offsetof(type, member)             \
	}
#define CLI_WEAK_HELP "run without control groups if this machine has none"
#define CLI_WEAK_VERDICTS_HELP                                                                     \
	"judge without control groups if this machine has none; every verdict says so"
#define CLI_WEAK(type, member, help)                                                               \
	{                                                                                          \
		"weak-sandbox", 0, NULL, help, cli_weak, .place = offsetof(type, member)           \
	}
/* Of verbs that also judge at the process level. */
#define CLI_WEAK_PROCESS(type, member, help)                                                       \
	{                                                                                          \
		"weak-sandbox", 0, "process",                                                      \
			help "; =process: always without namespaces and control groups, for "      \
			     "containers "                                                         \
			     "that forbid them (see docs/sandbox.md)",                             \
			cli_weak, .place = offsetof(type, member), .may_lack_value = true          \
	}

#endif
