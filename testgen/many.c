/* SPDX-License-Identifier: MIT */
/*
 * Runs many calls in few runs of the sandbox. Calls of `assay solve` with equal words become one
 * run with --many. Calls of a program with a fork server are sent to it together; a tape is their
 * standard input, and the record their standard error. All other calls, and those whose end a fork
 * server does not know, run separately.
 */
#include "command_runner.h"

#include <assay/program/fork_server.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* Longer inputs run separately. */
#define MAX_TOGETHER_BYTES (UINT64_C(1) << 20)
#define MAX_TOGETHER 64

struct call {
	const struct as_command_call *call;
	struct as_command_result *result;
	char **words;
	const struct named_program *named; /* NULL: `assay solve`, or unknown */
	bool is_done;
};

struct calls {
	struct as_command_runner *runner;
	struct call items[MAX_TOGETHER];
	size_t count;
};

static void clear_calls(struct calls *calls)
{
	for (size_t i = 0; i < calls->count; i++)
		as_names_free(calls->items[i].words);
}

static bool is_short(const struct as_bytes *input)
{
	return !input || input->size <= MAX_TOGETHER_BYTES;
}

static bool is_taped(const struct call *call)
{
	return call->call->tape || call->call->record;
}

static int take_text(struct as_bytes *to, const char *text, size_t size, struct as_error *error)
{
	to->data = malloc(size + 1);
	if (!to->data)
		return as_error_no_memory(error);
	if (size)
		memcpy(to->data, text, size);
	to->data[size] = '\0';
	to->size = size;
	return 0;
}

#define SAID_BYTES 400

static int refuse(struct call *call, char *complaint)
{
	if (!complaint)
		return -1;
	call->is_done = true;
	runner_refuse(call->call->command, complaint, &call->result->why);
	return 0;
}

/* Reports a failed call as a separate run does, with the first line of what the program said. */
static int refuse_call(struct call *call, unsigned long status, const char *said, size_t size,
	struct as_error *error)
{
	char line[SAID_BYTES] = "";
	const char *end = size ? memchr(said, '\n', size) : NULL;

	if (size)
		as_text_printable(said, end ? (size_t)(end - said) : size, line, sizeof(line));
	AS_AUTO_FREE char *complaint = as_text_format(
		error, "exited with status %lu%s%s", status, *line ? ": " : "", line);
	return refuse(call, complaint);
}

/* ---- assay solve ---- */

/* True if the call is one of those that are solved together with `first`. */
static bool is_with(const struct call *first, const struct call *call)
{
	return call->words && call->call->input &&
	       strcmp(first->call->command, call->call->command) == 0;
}

static int write_inputs(const struct calls *calls, const struct call *first, struct as_bytes *bytes,
	struct as_error *error)
{
	FILE *out = open_memstream(&bytes->data, &bytes->size);

	if (!out)
		return as_error_no_memory(error);
	for (const struct call *call = first; call < calls->items + calls->count; call++)
		if (is_with(first, call)) {
			fprintf(out, "%zu\n", call->call->input->size);
			fwrite(call->call->input->data, 1, call->call->input->size, out);
		}
	return fclose(out) ? as_error_no_memory(error) : 0;
}

/* Parses "STATUS SIZE\n" and the bytes, and advances past them. */
static int take_solved(struct call *call, const char **at, const char *end, struct as_error *error)
{
	char *after;
	const unsigned long status = strtoul(*at, &after, 10);
	const size_t size = strtoull(after, &after, 10);

	if (*after != '\n' || size > (size_t)(end - after - 1))
		return as_error_set(error, AS_ERROR_INTERNAL, "`%s --many` printed no result",
			call->call->command);
	*at = after + 1 + size;
	call->is_done = true;
	if (status == 0 && size)
		return take_text(&call->result->output, after + 1, size, error);
	return refuse_call(call, status, after + 1, size, error);
}

static int solve_together(struct calls *calls, struct call *first, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes inputs = {0}, printed = {0};
	AS_AUTO_FREE char *command = as_text_format(error, "%s --many", first->call->command);
	struct as_error why = {0};

	if (!command || write_inputs(calls, first, &inputs, error))
		return -1;
	/* A separate run finds the call that takes too long. */
	if (runner_solve(&calls->runner->runner, command, &inputs, first->call->deadline_ns,
		    &printed, &why)) {
		if (why.kind == AS_ERROR_INPUT)
			return 0;
		if (error)
			*error = why;
		return -1;
	}
	const char *at = printed.data, *end = printed.data + printed.size;
	for (struct call *call = first; call < calls->items + calls->count; call++)
		if (is_with(first, call) && take_solved(call, &at, end, error))
			return -1;
	return 0;
}

/* ---- fork servers ---- */

/* A fork server cannot set environment variables for a single input. */
#define TAPE_IN "--tape-in=/dev/stdin"
#define TAPE_OUT "--tape-out=/dev/stderr"
#define TAPE_HEAD "gen-tape "

/* The arguments of the call, on the heap; they borrow its words. */
static const char **make_arguments(const struct call *call, struct as_error *error)
{
	size_t count = 0;

	while (call->words[count])
		count++;
	const char **arguments = calloc(count + 3, sizeof(*arguments));
	if (!arguments) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 1; i < count; i++)
		arguments[i - 1] = call->words[i];
	count = count ? count - 1 : 0;
	if (call->call->tape)
		arguments[count++] = TAPE_IN;
	if (call->call->record)
		arguments[count++] = TAPE_OUT;
	return arguments;
}

/* A program without gen.h knows neither these options nor tapes: run separately, it gets them in
 * environment variables. */
static bool is_taped_well(const struct call *call, const struct as_fork_output *output)
{
	const size_t head = strlen(TAPE_HEAD);

	if (!is_taped(call))
		return true;
	if (output->exit_code)
		return false;
	return !call->call->record ||
	       (output->errors_size > head && memcmp(output->errors, TAPE_HEAD, head) == 0);
}

/* A separate run would also exceed the limit, and would take the time of many other inputs. */
static bool is_too_long(const struct call *call, const struct as_fork_output *output)
{
	const uint64_t limit = call->call->output_bytes;

	return output->end == AS_FORK_ENDED && output->hits == AS_HIT_OUTPUT && limit &&
	       output->size >= limit;
}

static int take_forked(
	struct call *call, const struct as_fork_output *output, struct as_error *error)
{
	if (is_too_long(call, output)) {
		AS_AUTO_FREE char *complaint = as_text_format(
			error, "exceeded its limit of %s", as_hits_reason(output->hits));
		return refuse(call, complaint);
	}
	/* In a separate run it may write a file, or explain its failure. */
	if (output->end != AS_FORK_ENDED || output->hits || output->signal ||
		(output->exit_code == 0 && output->size == 0) || !is_taped_well(call, output))
		return 0;
	call->is_done = true;
	if (call->call->record &&
		take_text(&call->result->record, output->errors, output->errors_size, error))
		return -1;
	if (output->exit_code == 0)
		return take_text(&call->result->output, output->data, output->size, error);
	return refuse_call(call, (unsigned long)output->exit_code, output->errors,
		call->call->record ? 0 : output->errors_size, error);
}

struct forking {
	struct as_fork_input inputs[MAX_TOGETHER];
	struct as_fork_output outputs[MAX_TOGETHER];
	struct call *calls[MAX_TOGETHER];
	const char **arguments[MAX_TOGETHER];
	size_t count;
};

static void clear_forking(struct forking *forking)
{
	for (size_t i = 0; i < forking->count; i++)
		free(forking->arguments[i]);
}

static int add_input(struct forking *forking, struct call *call, struct as_error *error)
{
	const struct as_bytes *data = call->call->tape ? call->call->tape : call->call->input;
	const char **arguments = make_arguments(call, error);

	if (!arguments)
		return -1;
	forking->arguments[forking->count] = arguments;
	forking->inputs[forking->count] = (struct as_fork_input){.arguments = arguments,
		.data = data ? data->data : "",
		.size = data ? data->size : 0};
	forking->calls[forking->count++] = call;
	return 0;
}

/* Runs that do not end take their time one after the other. So pieces are short, and become shorter
 * after a slow one; those that are left at the deadline are not run. */
#define PIECE 8
#define SLOW_NS INT64_C(300000000)

static int fork_pieces(
	struct as_fork_server *server, struct forking *forking, struct as_error *error)
{
	size_t piece = PIECE;

	for (size_t at = 0, count; at < forking->count; at += count) {
		const int64_t begun_ns = as_now_ns();
		const int64_t deadline_ns = forking->calls[at]->call->deadline_ns;
		count = forking->count - at < piece ? forking->count - at : piece;
		if (deadline_ns && begun_ns >= deadline_ns)
			return 0;
		if (as_fork_server_run(
			    server, forking->inputs + at, count, forking->outputs + at, error))
			return -1;
		piece = as_now_ns() - begun_ns > SLOW_NS ? 1 : PIECE;
		/* The outputs are borrowed from the server until its next run. */
		for (size_t i = at; i < at + count; i++)
			if (take_forked(forking->calls[i], &forking->outputs[i], error))
				return -1;
	}
	return 0;
}

static int fork_together(struct calls *calls, const struct call *first, struct as_error *error)
{
	struct as_fork_server *server = runner_fork_server(&calls->runner->runner, first->named);
	AS_AUTO(clear_forking) struct forking forking;

	forking.count = 0;
	for (size_t i = (size_t)(first - calls->items); server && i < calls->count; i++) {
		struct call *call = &calls->items[i];
		if (!call->is_done && call->named == first->named &&
			add_input(&forking, call, error))
			return -1;
	}
	return fork_pieces(server, &forking, error);
}

/* ---- the interface ---- */

static int read_call(struct calls *calls, struct call *call, struct as_error *error)
{
	const struct as_command_call *request = call->call;

	if (!is_short(request->input) || !is_short(request->tape))
		return 0;
	call->words = recipe_split(request->command, error);
	if (!call->words)
		return -1;
	if (!programs_is_command(call->words) && call->words[0])
		call->named = programs_find(calls->runner->runner.programs, call->words[0]);
	return 0;
}

static int run_together(struct calls *calls, bool fast, struct as_error *error)
{
	const struct named_program *asked = NULL;

	for (size_t i = 0; i < calls->count; i++) {
		struct call *call = &calls->items[i];
		if (read_call(calls, call, error))
			return -1;
	}
	for (size_t i = 0; i < calls->count; i++) {
		struct call *call = &calls->items[i];
		if (call->is_done || !call->words)
			continue;
		if (programs_is_command(call->words)) {
			if (call->call->input && solve_together(calls, call, error))
				return -1;
			if (!call->is_done)
				return 0;
		} else if (fast && call->named && call->named != asked) {
			asked = call->named;
			if (fork_together(calls, call, error))
				return -1;
		}
	}
	return 0;
}

static bool is_too_late(const struct as_command_call *call)
{
	return call->deadline_ns && as_now_ns() >= call->deadline_ns;
}

static int run_alone(struct as_command_runner *runner, const struct as_command_call *call,
	struct as_command_result *result, struct as_error *error)
{
	struct as_command_call alone = *call;
	struct as_error why = {0};

	alone.record = call->record ? &result->record : NULL;
	if (is_too_late(call))
		return as_error_at_cause(&result->why, AS_ERROR_INPUT, ECANCELED, NULL,
			       "`%s` was not run, because the time was over", call->command),
		       0;
	if (as_command_run(runner, &alone, &result->output, &why) == 0)
		return 0;
	if (why.kind == AS_ERROR_INPUT) {
		result->why = why;
		return 0;
	}
	if (error)
		*error = why;
	return -1;
}

static int run_some(struct as_command_runner *runner, const struct as_command_call *call,
	size_t count, bool fast, struct as_command_result *results, struct as_error *error)
{
	AS_AUTO(clear_calls) struct calls calls = {.runner = runner, .count = count};

	for (size_t i = 0; i < count; i++) {
		results[i] = (struct as_command_result){0};
		calls.items[i] = (struct call){.call = &call[i], .result = &results[i]};
	}
	if (run_together(&calls, fast, error))
		return -1;
	for (size_t i = 0; i < count; i++)
		if (!calls.items[i].is_done && run_alone(runner, &call[i], &results[i], error))
			return -1;
	return 0;
}

int as_command_run_many(struct as_command_runner *runner, const struct as_command_call *calls,
	size_t count, bool fast, struct as_command_result *results, struct as_error *error)
{
	for (size_t at = 0; at < count; at += MAX_TOGETHER) {
		const size_t some = count - at < MAX_TOGETHER ? count - at : MAX_TOGETHER;
		if (run_some(runner, calls + at, some, fast, results + at, error))
			return -1;
	}
	return 0;
}

void as_command_result_clear(struct as_command_result *result)
{
	as_bytes_clear(&result->output);
	as_bytes_clear(&result->record);
	*result = (struct as_command_result){0};
}
