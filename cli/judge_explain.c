/* SPDX-License-Identifier: MIT */
/* assay judge --explain: a small input on which a submission fails. */
#include "judge.h"

#include "cli.h"

#include <assay/base/line.h>
#include <string.h>

/* Maximum of an input, an answer or an output that is printed. */
#define SHOWN_BYTES 2000
#define SHOWN_LINES 40

/* A submission that was not run has no failing input, and a judging error is not its fault. */
static bool is_explained(const struct judge_explaining *explaining, const struct as_result *result)
{
	const struct judge_options *options = explaining->options;

	if (!options->explain || result->fault != AS_ERROR_NONE || cli_cancelled)
		return false;
	if (options->audience != AS_AUDIENCE_SETTER && !options->explain_to_students)
		return false;
	return as_explain_is_for(explaining->package, result->verdict);
}

static int explain(const struct judge_explaining *explaining, struct as_compiled *compiled,
	const char *path, struct as_explanation *explanation, struct as_error *error)
{
	const struct as_explain_order order = {.package = explaining->package,
		.engine = explaining->engine,
		.opened = explaining->opened,
		.submission = compiled,
		.submission_path = path,
		.time_ns = explaining->options->explain_time_ns,
		.hides_secret = explaining->options->audience != AS_AUDIENCE_SETTER,
		.cancel = &cli_cancelled};
	return as_explain(&order, explanation, error);
}

int judge_explain(const struct judge_explaining *explaining, const struct as_result *result,
	const char *path, struct as_explanation *explanation, struct as_error *error)
{
	struct as_submission submission = explaining->options->order.submission;

	if (!is_explained(explaining, result))
		return 0;
	submission.path = path;
	struct as_compiled *compiled =
		as_engine_compile(explaining->opened, &submission, &cli_cancelled, error);
	const int failed = !compiled || explain(explaining, compiled, path, explanation, error);
	as_compiled_free(compiled);
	return failed ? -1 : 1;
}

/* ---- for people ---- */

static void print_part(const char *name, const char *data, size_t size)
{
	const size_t shown = size < SHOWN_BYTES ? size : SHOWN_BYTES;
	struct as_text_line rest = {data, shown}, line;

	printf("  %s:\n", name);
	for (int i = 0; i < SHOWN_LINES && as_text_take_line(&rest, &line); i++) {
		fputs("    ", stdout);
		cli_print_text(line.text, line.size);
		putchar('\n');
	}
	if (shown - rest.size < size)
		printf("    ... (%zu more bytes)\n", size - (shown - rest.size));
	if (size == 0)
		puts("    (empty)");
}

void judge_explain_print(const struct as_explanation *explanation)
{
	if (!explanation->is_found) {
		puts("  no small failing input found; a longer --explain-time may find one");
		return;
	}
	printf("  fails a small input with %s", as_verdict_name(explanation->verdict));
	if (explanation->reason)
		printf(" (%s)", explanation->reason);
	if (explanation->feedback && *explanation->feedback) {
		fputs(": ", stdout);
		cli_print_text(explanation->feedback, strlen(explanation->feedback));
	}
	putchar('\n');
	print_part("input", explanation->input.data, explanation->input.size);
	if (explanation->answer.size)
		print_part("right answer", explanation->answer.data, explanation->answer.size);
	print_part("output", explanation->output.data, explanation->output.size);
	if (explanation->solved)
		print_part("how it is solved", explanation->solved, strlen(explanation->solved));
	if (explanation->replayed)
		print_part("what the output comes to", explanation->replayed,
			strlen(explanation->replayed));
}
