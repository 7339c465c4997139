/* SPDX-License-Identifier: MIT */
/* The kinds of values that options of several verbs have. */
#include "cli.h"

#include <assay/engine.h>
#include <assay/store.h>
#include <string.h>
#include <unistd.h>

size_t cli_choose_class(
	struct argp_state *state, const struct cli_option *option, const char *value)
{
	const char *names[AS_STORE_CLASS_COUNT];

	for (size_t i = 0; i < AS_STORE_CLASS_COUNT; i++)
		names[i] = as_store_class_name((enum as_store_class)i);
	return cli_choose(state, option, value, names, AS_STORE_CLASS_COUNT);
}

void cli_flag(struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	(void)state, (void)option, (void)value;
	*(bool *)place = true;
}

void cli_text(struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	(void)state, (void)option;
	*(const char **)place = value;
}

uint64_t cli_count(struct argp_state *state, const struct cli_option *option, const char *value)
{
	struct as_error error = {0};
	uint64_t count = option->least;

	if (as_count_parse(value, option->least, option->most, &count, &error))
		cli_refuse(state, option, error.text);
	return count;
}

void cli_number(struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	*(unsigned *)place = (unsigned)cli_count(state, option, value);
}

void cli_weak(struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	static const char *const levels[] = {"process"};

	const char *next = state->argv[state->next]; /* NULL after the last one */
	if (value)
		cli_choose(state, option, value, levels, 1);
	else if (option->may_lack_value && next && strcmp(next, levels[0]) == 0 &&
		 access(next, F_OK))
		argp_error(state, "--weak-sandbox %s: write --weak-sandbox=%s", next, next);
	*(enum as_weakness *)place = value ? AS_WEAK_PROCESS : AS_WEAK_GROUPS;
}

void cli_refuse_level(struct argp_state *state, enum as_weakness weakness, const char *store)
{
	if (store && weakness == AS_WEAK_PROCESS)
		argp_error(state,
			"--weak-sandbox=process and --store are mutually exclusive: jobs of a "
			"store need namespaces; omit one");
}

void cli_reruns(struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	struct as_error error = {0};
	uint64_t count = 0;

	if (as_count_parse(value, 0, 100, &count, &error))
		cli_refuse(state, option, error.text);
	*(int *)place = count ? (int)count : AS_RERUNS_NONE;
}

void cli_time(struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	struct as_error error = {0};
	int64_t *time_ns = place;

	if (as_duration_parse(value, time_ns, &error) == 0 &&
		(*time_ns < 1000000 || *time_ns > INT64_C(86400000000000)))
		as_error_set(&error, AS_ERROR_USAGE,
			"invalid duration '%s'; write a duration from 1ms to 24h", value);
	if (error.kind)
		cli_refuse(state, option, error.text);
}

bool cli_is_on_server(const char *store)
{
	return store && strncmp(store, "sqlite:", 7) != 0;
}

void cli_check_url(struct argp_state *state, const struct cli_option *option, const char *url)
{
	struct as_error error = {0};

	if (as_store_check_url(url, &error) == 0)
		return;
	if (error.kind == AS_ERROR_MACHINE)
		argp_err_exit_status = AS_ERROR_MACHINE;
	if (option)
		cli_refuse(state, option, error.text);
	else
		argp_error(state, "%s", error.text);
}

void cli_url(struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	cli_check_url(state, option, value);
	*(const char **)place = value;
}

void cli_group(struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	struct as_error error = {0};

	if (as_lane_check_group(value, &error))
		cli_refuse(state, option, error.text);
	*(const char **)place = value;
}

void cli_cores(struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	struct as_error error = {0};

	(void)place;
	if (as_cores_pin(value, &error))
		cli_refuse(state, option, error.text);
}

void cli_module(struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	struct cli_modules *modules = place;

	(void)option;
	if (modules->count == CLI_MAX_MODULES)
		argp_error(state, "--module: more than %d modules", CLI_MAX_MODULES);
	else
		modules->names[modules->count++] = value;
}
