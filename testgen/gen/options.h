/* SPDX-License-Identifier: MIT */
#pragma once
#include "state.h"

/* ---- options ------------------------------------------------------------------------------- */

#define GEN_MAX_OPTIONS_ 64

struct gen_option_ {
	const char *name; /* without the dashes; not terminated if "=value" follows */
	size_t name_length;
	const char *value;
	bool asked;
};

struct gen_options_ {
	struct gen_option_ list[GEN_MAX_OPTIONS_];
	size_t count;
	/* Set for a tape: records the value, or replaces it. NULL: there is no tape. */
	int64_t (*taped)(const char *name, int64_t lo, int64_t hi, int64_t value);
	bool replayed; /* the tape is taken, not only recorded */
};

static inline struct gen_options_ *gen_options_get_(void)
{
	static struct gen_options_ options;
	return &options;
}

static inline struct gen_option_ *gen_option_find_(const char *name, size_t length)
{
	struct gen_options_ *options = gen_options_get_();
	for (size_t i = 0; i < options->count; i++)
		if (options->list[i].name_length == length &&
			memcmp(options->list[i].name, name, length) == 0)
			return &options->list[i];
	return NULL;
}

/* Parses the option at argv[i]; returns the number of its arguments. */
static inline int gen_option_add_(char **argv, int i)
{
	struct gen_options_ *options = gen_options_get_();
	const char *name = argv[i] + 2;
	const char *equals = strchr(argv[i], '=');
	size_t length = equals ? (size_t)(equals - name) : strlen(name);
	const char *value = equals ? equals + 1 : argv[i + 1];
	if (!value || (!equals && strncmp(value, "--", 2) == 0))
		gen_fail("option --%.*s needs a value", (int)length, name);
	if (gen_option_find_(name, length))
		gen_fail("option --%.*s is given twice", (int)length, name);
	if (options->count == GEN_MAX_OPTIONS_)
		gen_fail("more than %d options", GEN_MAX_OPTIONS_);
	struct gen_option_ *option = &options->list[options->count++];
	option->name = name;
	option->name_length = length;
	option->value = value;
	return equals ? 1 : 2;
}

static inline void gen_options_take_(int argc, char **argv, int first)
{
	for (int i = first; i < argc;) {
		if (strncmp(argv[i], "--", 2) != 0)
			gen_fail("'%s' is not an option; write --name value or --name=value",
				argv[i]);
		i += gen_option_add_(argv, i);
	}
}

static inline void gen_options_end_(void)
{
	const struct gen_options_ *options = gen_options_get_();
	for (size_t i = 0; i < options->count; i++)
		if (!options->list[i].asked)
			gen_fail("unknown option --%.*s", (int)options->list[i].name_length,
				options->list[i].name);
}

/** Returns the value of --name, or `fallback` if it is not given. */
static inline const char *gen_option_text_or(const char *name, const char *fallback)
{
	struct gen_option_ *option = gen_option_find_(name, strlen(name));
	if (!option)
		return fallback;
	option->asked = true;
	return option->value;
}

/** Returns the value of --name, which is required. */
static inline const char *gen_option_text(const char *name)
{
	const char *text = gen_option_text_or(name, NULL);
	if (!text)
		gen_fail("option --%s is missing", name);
	return text;
}

/* A fallback outside of the bounds means that the option is not used. */
static inline int64_t gen_option_taped_(const char *name, int64_t lo, int64_t hi, int64_t value)
{
	const struct gen_options_ *options = gen_options_get_();
	return options->taped && value >= lo && value <= hi ? options->taped(name, lo, hi, value)
							    : value;
}

/** Returns the value of --name, a whole number from lo to hi, or `fallback` if it is not given. */
static inline int64_t gen_option_int_or(const char *name, int64_t fallback, int64_t lo, int64_t hi)
{
	const char *text = gen_option_text_or(name, NULL);
	int64_t value = 0;
	if (!text)
		return gen_option_taped_(name, lo, hi, fallback);
	const char *end = gen_scan_int_(text, &value);
	/* Bounds may depend on another option that a tape has lowered. */
	if (end && gen_options_get_()->replayed && lo <= hi)
		value = value < lo ? lo : value > hi ? hi : value;
	if (!end || *end || value < lo || value > hi)
		gen_fail("option --%s: expected an integer from %" PRId64 " to %" PRId64
			 ", got '%s'",
			name, lo, hi, text);
	return gen_option_taped_(name, lo, hi, value);
}

/** Returns the value of --name, a whole number from lo to hi, which is required. */
static inline int64_t gen_option_int(const char *name, int64_t lo, int64_t hi)
{
	gen_option_text(name);
	return gen_option_int_or(name, 0, lo, hi);
}

/** Returns the index of the value of --name among the words, which are separated by spaces, or
 * `fallback` if it is not given. */
static inline int gen_option_choice_or(const char *name, int fallback, const char *words)
{
	const char *text = gen_option_text_or(name, NULL);
	int index = text ? gen_word_find_(words, text, strlen(text)) : fallback;
	if (index < 0)
		gen_fail("option --%s: expected one of '%s', got '%s'", name, words, text);
	return (int)gen_option_taped_(name, 0, gen_words_count_(words) - 1, index);
}

/** The same for a required option. */
static inline int gen_option_choice(const char *name, const char *words)
{
	gen_option_text(name);
	return gen_option_choice_or(name, 0, words);
}

/* The file for an output that a tool requests by option or by environment variable; NULL if it is
 * not requested. */
static inline const char *gen_option_file_(const char *name, const char *variable)
{
	const char *path = gen_option_text_or(name, getenv(variable));
	return path && *path ? path : NULL;
}
